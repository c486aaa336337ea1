"""Positions as text, for games without a notation of their own: the fields of the state, `counters=60,mover=0`.

What is written reads back as the same state, arrays, Words and nested tuples included.
"""

from __future__ import annotations

import ast
import dataclasses
import math
import typing
from collections.abc import Iterator
from typing import Any

from countermove.errors import SpecError
from countermove.values import is_array

__all__ = ["fields", "read", "split_list", "write"]


def fields(state: Any) -> Iterator[tuple[str, Any]]:
    """The parts of a state with their names; by number where they have none."""
    if hasattr(state, "_fields"):
        yield from zip(state._fields, state)
    elif dataclasses.is_dataclass(state) and not isinstance(state, type):
        yield from ((each.name, getattr(state, each.name)) for each in dataclasses.fields(state))
    elif isinstance(state, tuple):
        yield from ((str(index), value) for index, value in enumerate(state))
    else:
        yield "state", state


def write(state: Any) -> str:
    """A state as text.

    >>> write((3, (4, 5)))
    '0=3,1=(4,5)'
    """
    return ",".join(f"{name}={_plain(value)}" for name, value in fields(state)).replace(" ", "")


def read(text: str, model: Any) -> Any:
    """The state that `text` gives, of the same kind as `model`.

    >>> read("0=1,1=(2,3)", (3, (4, 5)))
    (1, (2, 3))
    """
    names = [name for name, _ in fields(model)]
    given = dict(part.split("=", 1) for part in split_list(text) if "=" in part)
    given = {name.strip(): value for name, value in given.items()}
    if sorted(given) != sorted(names):
        raise SpecError(f"The position {text!r} should give each of: {', '.join(names)} (as {write(model)!r}).")
    values = []
    hints = _hints(type(model))
    for name, like in fields(model):
        try:
            values.append(_like(like, ast.literal_eval(given[name].strip()), hints.get(name)))
        except (ValueError, SyntaxError, TypeError, OverflowError, MemoryError, RecursionError):
            shown = given[name] if given[name].isprintable() else repr(given[name])
            raise SpecError(
                f"The position {text!r} gives {name}={shown}; expected a value like {_plain(like)!r}."
            ) from None
    if hasattr(model, "_fields"):
        return type(model)(*values)
    return tuple(values) if isinstance(model, tuple) else values[0]


def _hints(cls: type) -> dict[str, Any]:
    try:
        return typing.get_type_hints(cls)
    except Exception:  # annotations may name what is not there
        return {}


def _plain(value: Any) -> Any:
    """`value` as a literal that can be read back."""
    if is_array(value):
        return value.tolist()
    if isinstance(value, tuple):
        return tuple(_plain(item) for item in value)
    return value.item() if type(value).__module__ == "numpy" else value


def _like(model: Any, value: Any, hint: Any = None) -> Any:
    """A literal read back, in the type that `model` has, or that its annotation says."""
    if is_array(model):
        import numpy

        array = numpy.array(value, model.dtype)
        if array.ndim != model.ndim:
            raise ValueError(value)
        return array
    if isinstance(model, tuple):
        if not isinstance(value, tuple):
            raise ValueError(value)
        if hasattr(model, "_fields"):
            hints = _hints(type(model))
            names = model._fields
            return type(model)(*(_like(m, v, hints.get(n)) for n, m, v in zip(names, model, value, strict=True)))
        if len(model) != len(value):  # a tuple that grows and shrinks: nothing to compare its items with
            return value
        return tuple(_like(m, v) for m, v in zip(model, value))
    if not isinstance(value, (bool, int, float)) or not math.isfinite(value):
        raise ValueError(value)
    if hint is float:
        return float(value)
    if isinstance(model, int) and value != int(value):
        raise ValueError(value)
    return value if isinstance(value, bool) else type(model)(value)


def split_list(text: str) -> list[str]:
    """`text` cut at the commas that stand outside brackets and quotes.

    >>> split_list("n=7,tree=[[1,2],[3]],x='a,b'")
    ['n=7', 'tree=[[1,2],[3]]', "x='a,b'"]
    """
    parts, depth, quote, part = [], 0, "", ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "," and depth == 0:
            parts.append(part)
            part = ""
            continue
        part += sign
    return [*parts, part] if part.strip() or parts else []
