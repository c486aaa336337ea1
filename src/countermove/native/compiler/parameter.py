"""Parameters of intrinsics and built-in methods, and the binding of a call's arguments."""

from __future__ import annotations

import ast
import functools
import inspect
from types import FunctionType
from typing import Any

from countermove.native.compiler.code import Value, constant


class Parameters:
    """A function's parameters, written as in a `def`; omitted ones are unsupported."""

    def __init__(self, text: str) -> None:
        spec = ast.parse(f"lambda {text}: 0", mode="eval").body.args  # type: ignore[attr-defined]
        self.names = [each.arg for each in (*spec.posonlyargs, *spec.args)]
        self.unnamed = len(spec.posonlyargs)
        """The number of positional-only parameters."""
        self.defaults = [ast.literal_eval(each) for each in spec.defaults]
        self.rest = spec.vararg is not None
        self.only_named = {
            each.arg: default is None for each, default in zip(spec.kwonlyargs, spec.kw_defaults)
        }  # fmt: skip
        """Keyword-only parameters, and whether they are required."""
        self.any_name = spec.kwarg is not None

    def bound(
        self, c: Any, name: str, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> tuple[list[Value], dict[str, Value]]:
        """The arguments in parameter order, up to the last one given, and the keyword-only ones.

        A missing argument before the last is its default.
        """
        if len(arguments) > len(self.names) and not self.rest:
            raise c.no(f"{name} takes {_at_most(len(self.names))} here but gets {len(arguments)}", node)
        given = dict(enumerate(arguments))
        left: dict[str, Value] = {}
        for key, value in named.items():
            if key in self.names[self.unnamed :]:
                at = self.names.index(key)
                if at in given:
                    raise c.no(f"{name} is given {key} twice", node)
                given[at] = value
            elif key in self.only_named or self.any_name:
                left[key] = value
            else:
                raise c.no(f"{name} does not take {key}= here", node)
        first = len(self.names) - len(self.defaults)
        for at, parameter in enumerate(self.names[:first]):
            if at not in given:
                raise c.no(f"{name} is called without {parameter}", node)
        for parameter, must in self.only_named.items():
            if must and parameter not in left:
                raise c.no(f"{name} is called without {parameter}", node)
        found = [
            given[at] if at in given else constant(self.defaults[at - first])
            for at in range(max(given, default=-1) + 1)
        ]
        return found, left


def _at_most(count: int) -> str:
    return "no arguments" if count == 0 else f"at most {count} argument{'s' if count > 1 else ''}"


@functools.cache
def parameters(text: str) -> Parameters:
    return Parameters(text)


def parameters_of(function: FunctionType) -> str:
    """The parameters of one of Countermove's own functions."""
    found = []
    for name, each in inspect.signature(function).parameters.items():
        star = "*" if each.kind is each.VAR_POSITIONAL else "**" if each.kind is each.VAR_KEYWORD else ""
        found.append(f"{star}{name}" + (f"={each.default!r}" if each.default is not each.empty else ""))
    return ", ".join(found)


_PLACES = "start=None, end=None, /"
_SEQUENCE = {"count": "value, /", "index": "value, start=0, stop=None, /"}

METHODS: dict[str, dict[str, str]] = {
    "a string": {
        **dict.fromkeys(("count", "find", "index", "rfind", "rindex"), f"sub, {_PLACES}"),
        **dict.fromkeys(("startswith", "endswith"), f"prefix, {_PLACES}"),
        **dict.fromkeys(
            (
                "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric",
                "isspace", "isupper", "upper", "lower", "swapcase", "casefold", "capitalize", "title",
            ),
            "",
        ),
        **dict.fromkeys(("strip", "lstrip", "rstrip"), "chars=None, /"),
        **dict.fromkeys(("center", "ljust", "rjust"), "width, fillchar=' ', /"),
        **dict.fromkeys(("split", "rsplit"), "sep=None, maxsplit=-1"),
        **dict.fromkeys(("partition", "rpartition"), "sep, /"),
        "splitlines": "keepends=False",
        "replace": "old, new, count=-1, /",
        "zfill": "width, /",
        "join": "iterable, /",
        "removeprefix": "prefix, /",
        "removesuffix": "suffix, /",
        "translate": "table, /",
    },
    "a list": {
        **_SEQUENCE,
        **dict.fromkeys(("clear", "copy", "reverse", "popleft"), ""),
        **dict.fromkeys(("append", "appendleft"), "object, /"),
        **dict.fromkeys(("extend", "extendleft"), "iterable, /"),
        "pop": "index=-1, /",
        "insert": "index, object, /",
        "remove": "value, /",
        "sort": "*, key=None, reverse=False",
        "rotate": "n=1, /",
    },
    "a tuple": {**_SEQUENCE, "copy": "", "_replace": "**fields", "_asdict": ""},
    "a set": {
        **dict.fromkeys(("copy", "clear", "pop"), ""),
        **dict.fromkeys(
            ("union", "intersection", "difference", "update", "intersection_update", "difference_update"), "*others"
        ),
        **dict.fromkeys(
            (
                "symmetric_difference", "symmetric_difference_update", "issubset", "issuperset", "isdisjoint", "add",
                "discard", "remove",
            ),
            "other, /",
        ),
    },
    "a dictionary": {
        **dict.fromkeys(("keys", "values", "items", "copy", "clear", "elements", "total"), ""),
        **dict.fromkeys(("get", "setdefault", "pop"), "key, default=None, /"),
        **dict.fromkeys(("update", "subtract"), "items=(), /, **named"),
        "most_common": "n=None",
        "popitem": "last=True",
        "move_to_end": "key",
    },
    "a number": dict.fromkeys(("is_integer", "bit_count", "bit_length"), ""),
    "an array": {
        **dict.fromkeys(("sum", "any", "all", "max", "min", "argmax", "argmin", "mean"), "axis=None"),
        **dict.fromkeys(("ravel", "flatten", "tolist", "copy", "nonzero", "trace", "transpose"), ""),
        "diagonal": "offset=0",
        "reshape": "*shape",
        "item": "*args",
        "astype": "dtype",
        "fill": "value",
    },
}  # fmt: skip
"""The parameters of built-in methods."""
