"""Values as text, and back: every kind of value in a state, as Python writes it, without spaces.

    number    3  -1  0.5  inf           string  'X O'
    tuple     (1,2)                     member of an Enum  RED, or Color.RED where two have a RED
    frozenset {1,2}                     array  [1,2]
    None      None                      dataclass or NamedTuple  Piece(row=1,col=2)

A NamedTuple in a field is written as a plain tuple, since its class is known. Text is parsed by Python's parser and
never executed; a class is looked up by name among those of the state and its module.
"""

from __future__ import annotations

import ast
import dataclasses
import math
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from contextlib import suppress
from enum import Enum
from typing import Any

from countermove.values import is_array, is_record

__all__ = ["Reader", "classes", "has_own_words", "hints", "shown", "write"]


def write(value: Any, home: str = "", field: bool = True) -> str:
    """A value as text that `Reader` reads back; `home` is the module whose classes may be named.

    >>> write((1, "a b", None, frozenset({2, 1}), 0.5))
    "(1,'a b',None,{1,2},0.5)"
    """
    if is_array(value):
        return _listed(value.tolist())
    if isinstance(value, Enum):
        return _member(value, home)
    if isinstance(value, tuple):
        named = hasattr(value, "_fields")
        items = [write(item, home, named and field) for item in value]
        if named and not field:
            names = getattr(value, "_fields", ())
            return f"{type(value).__name__}({','.join(f'{name}={item}' for name, item in zip(names, items))})"
        return f"({','.join(items)}{',' if len(items) == 1 else ''})"
    if isinstance(value, frozenset):
        return f"{{{','.join(write(item, home, False) for item in ordered(value))}}}"
    if is_record(value):
        parts = (f"{name}={write(item, home)}" for name, item in given_fields(value))
        return f"{type(value).__name__}({','.join(parts)})"
    if type(value).__module__ == "numpy":
        value = value.item()
    if isinstance(value, int) and not isinstance(value, bool):
        return int.__repr__(value)
    return repr(value)


def _listed(value: Any) -> str:
    return f"[{','.join(map(_listed, value))}]" if isinstance(value, list) else repr(value)


def _member(value: Enum, home: str) -> str:
    """A member of an Enum by its name, qualified by its class if the name is ambiguous."""
    cls = type(value)
    if not value.name or not value.name.isidentifier():  # combined flags
        return f"{cls.__name__}({value.value!r})"
    others = [
        other
        for other in classes(home).values()
        if issubclass(other, Enum) and other.__name__ != cls.__name__ and value.name in other.__members__
    ]
    return f"{cls.__name__}.{value.name}" if others else str(value.name)


def ordered(values: frozenset[Any]) -> list[Any]:
    """The items of a set in a fixed order: numbers as numbers, others by their text."""
    return sorted(values, key=_rank)


def _rank(value: Any) -> Any:
    if isinstance(value, tuple):
        return (1, 0, "", tuple(_rank(item) for item in value))
    if isinstance(value, (int, float)):
        return (0, value, "", ())
    return (2, 0, write(value), ())


def given_fields(record: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a dataclass instance that are arguments of its constructor."""
    return ((field.name, getattr(record, field.name)) for field in dataclasses.fields(record) if field.init)


def has_own_words(value: Any) -> bool:
    """Whether the class of a value defines its own `__str__`."""
    return isinstance(type(value).__str__, types.FunctionType) and not isinstance(value, (Enum, int))


def shown(value: Any) -> str:
    """A value for people: members of an Enum by their names, sets in order.

    >>> shown((1, frozenset({3, 2}))), shown("X.O")
    ('(1, {2, 3})', 'X.O')
    """
    return value if isinstance(value, str) and not isinstance(value, Enum) else _inside(value, str)


def _inside(value: Any, otherwise: Any = repr) -> str:
    if isinstance(value, Enum):
        return str(value.name)
    if has_own_words(value):
        return str(value)
    if isinstance(value, frozenset):
        return f"{{{', '.join(map(_inside, ordered(value)))}}}"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return f"{type(value).__name__}({', '.join(f'{n}={_inside(item)}' for n, item in zip(value._fields, value))})"
    if isinstance(value, tuple):
        return f"({', '.join(map(_inside, value))}{',' if len(value) == 1 else ''})"
    if is_record(value):
        return f"{type(value).__name__}({', '.join(f'{n}={_inside(item)}' for n, item in given_fields(value))})"
    return str(otherwise(value))


# Classes that text may name.


def is_named(cls: Any) -> bool:
    """Whether this is a class whose values are written by name: an Enum, a dataclass, a NamedTuple."""
    if not isinstance(cls, type):
        return False
    return issubclass(cls, Enum) or hasattr(cls, "__dataclass_fields__") or _is_named_tuple(cls)


def _is_named_tuple(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, tuple) and hasattr(cls, "_fields")


def classes(home: str) -> dict[str, type]:
    """The value classes of a module, by name, including nested ones."""
    found: dict[str, type] = {}
    for thing in list(vars(sys.modules.get(home, types)).values()) if home else ():
        if isinstance(thing, type):
            for each in (thing, *vars(thing).values()):
                if is_named(each):
                    found.setdefault(each.__name__, each)
    return found


def hints(cls: Any) -> dict[str, Any]:
    """The annotations of a class, without unresolvable ones."""
    try:
        return typing.get_type_hints(cls)
    except Exception:
        found: dict[str, Any] = {}
        for base in reversed(cls.__mro__):
            for name, hint in vars(base).get("__annotations__", {}).items():
                with suppress(Exception):
                    found |= typing.get_type_hints(
                        type("", (), {"__annotations__": {name: hint}, "__module__": base.__module__})
                    )
        return found


def options(hint: Any) -> tuple[Any, ...]:
    """The types that an annotation allows; empty if it allows anything.

    >>> options(int | None), options(Any)
    ((<class 'int'>, <class 'NoneType'>), ())
    """
    if hint in (None, Any, object) or isinstance(hint, (str, typing.TypeVar)):
        return ()
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        each = [options(one) for one in typing.get_args(hint)]
        return tuple(one for some in each for one in some) if all(each) else ()
    if typing.get_origin(hint) in (typing.Literal, typing.Annotated):
        args = typing.get_args(hint)
        return options(args[0]) if typing.get_origin(hint) is typing.Annotated else tuple({type(arg) for arg in args})
    return (hint,)


def _origin(option: Any) -> Any:
    return typing.get_origin(option) or option


def _is_a(option: Any, kinds: Any) -> bool:
    found = _origin(option)
    return isinstance(found, type) and issubclass(found, kinds)


class Reader:
    """Reads values back. The expected type comes from a `model`, an example value, and from an annotation.

    >>> Reader({}).read("(1,{2,3},None)", (0, frozenset(), "x"), None)
    (1, frozenset({2, 3}), None)
    """

    def __init__(self, known: Mapping[str, type]) -> None:
        self.known = known

    def read(self, text: str, model: Any, hint: Any) -> Any:
        """The value of `text`; ValueError, TypeError or SyntaxError if it does not fit."""
        text = text.strip()
        allowed = options(hint)
        if allowed == (str,) and text[:1] not in ("'", '"') and text not in ("", "None"):
            return text  # a string typed without quotes
        return self.make(ast.parse(text, mode="eval").body, model, hint)

    def make(self, node: ast.expr, model: Any, hint: Any) -> Any:
        """The value of a syntax node."""
        allowed = options(hint)
        match node:
            case ast.Constant(value=None):
                if allowed and types.NoneType not in allowed and model is not None:
                    raise ValueError("None")
                return None
            case ast.Constant(value=bool() | int() | float() as number):
                return _number(number, model, allowed)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return _number(-number, model, allowed)
            case ast.Name(id="inf") | ast.UnaryOp(op=ast.USub(), operand=ast.Name(id="inf")):
                if not (isinstance(model, float) or any(_is_a(one, float) for one in allowed)):
                    raise ValueError("inf")
                return math.inf if isinstance(node, ast.Name) else -math.inf
            case ast.Constant(value=str() | bytes() as text):
                if allowed and not isinstance(model, str) and not any(_is_a(one, (str, bytes)) for one in allowed):
                    raise ValueError(text)
                return text
            case ast.Tuple(elts=items):
                return self._tuple(items, model, allowed)
            case ast.List():
                return self._array(node, model, allowed)
            case ast.Set(elts=items):
                return self._set(items, model, allowed)
            case ast.Dict(keys=[]):
                return self._set([], model, allowed)
            case ast.Name(id=name):
                return self._member(name, model, allowed)
            case ast.Attribute(value=ast.Name(id=cls), attr=name):
                found = self._class(cls, model, allowed)
                if not issubclass(found, Enum):
                    raise ValueError(cls)
                return found[name]
            case ast.Call(func=ast.Name(id=cls), args=args, keywords=keywords):
                return self._called(self._class(cls, model, allowed), args, keywords, model)
        raise ValueError(ast.dump(node)[:80])

    def _tuple(self, items: list[ast.expr], model: Any, allowed: tuple[Any, ...]) -> Any:
        named = [one for one in (*allowed, type(model)) if _is_named_tuple(one)]
        if named:
            cls = named[0]
            given = hints(cls)
            models = model if type(model) is cls else (None,) * len(items)
            parts = zip(cls._fields, items, models, strict=True)
            return cls(*(self.make(item, like, given.get(name)) for name, item, like in parts))
        if allowed and not isinstance(model, tuple) and not any(_is_a(one, tuple) for one in allowed):
            raise ValueError("a tuple")
        each = next((typing.get_args(one) for one in allowed if _origin(one) is tuple), ())
        wanted: tuple[Any, ...] = each if Ellipsis not in each else (each[0],) * len(items)
        wanted = wanted if len(wanted) == len(items) else (None,) * len(items)
        models = model if isinstance(model, tuple) and len(model) == len(items) else (None,) * len(items)
        if is_array(model) and not allowed:
            raise ValueError("a tuple")
        return tuple(self.make(*each) for each in zip(items, models, wanted))

    def _set(self, items: list[ast.expr], model: Any, allowed: tuple[Any, ...]) -> Any:
        if allowed and not isinstance(model, frozenset) and not any(_is_a(one, (frozenset, set)) for one in allowed):
            raise ValueError("a set")
        args = next((typing.get_args(one) for one in allowed if _is_a(one, (frozenset, set))), ())
        return frozenset(self.make(item, None, args[0] if args else None) for item in items)

    def _array(self, node: ast.expr, model: Any, allowed: tuple[Any, ...]) -> Any:
        import numpy

        if not is_array(model):
            if any(_is_a(one, numpy.ndarray) for one in allowed):
                return numpy.array(ast.literal_eval(node))
            raise ValueError("a list")
        array = numpy.array(ast.literal_eval(node), model.dtype)
        if array.ndim != model.ndim:
            raise ValueError("an array")
        return array

    def _member(self, name: str, model: Any, allowed: tuple[Any, ...]) -> Any:
        places = [*allowed, type(model), *self.known.values()]
        for cls in places:
            if _is_a(cls, Enum) and name in cls.__members__:
                return cls[name]
        raise ValueError(name)

    def _class(self, name: str, model: Any, allowed: tuple[Any, ...]) -> Any:
        for cls in (*allowed, type(model)):
            if is_named(cls) and cls.__name__ == name:
                return cls
        if name not in self.known:
            raise ValueError(name)
        return self.known[name]

    def _called(self, cls: Any, args: list[ast.expr], keywords: list[ast.keyword], model: Any) -> Any:
        if issubclass(cls, Enum):
            return cls(ast.literal_eval(args[0]))
        names = cls._fields if _is_named_tuple(cls) else [f.name for f in dataclasses.fields(cls) if f.init]
        given, like = hints(cls), model if type(model) is cls else None
        parts = {**dict(zip(names, args)), **{str(word.arg): word.value for word in keywords}}
        if sorted(parts) != sorted(names):
            raise ValueError(cls.__name__)
        return cls(**{n: self.make(part, getattr(like, n, None), given.get(n)) for n, part in parts.items()})


def _is_number(cls: Any) -> bool:
    """Whether a class is a number type, Python's or NumPy's."""
    return _is_a(cls, (int, float)) or any(each.__name__ == "generic" for each in getattr(cls, "__mro__", ()))


def _number(value: Any, model: Any, allowed: tuple[Any, ...]) -> Any:
    """A number in the type of its model or annotation."""
    if not math.isfinite(value):
        raise ValueError(value)
    counts, kinds = _is_number(type(model)), [one for one in allowed if _is_number(one)]
    if allowed and not kinds and not counts:
        raise ValueError(value)
    if float in kinds and int not in kinds:
        return float(value)
    if counts and (not kinds or any(isinstance(model, kind) for kind in kinds)):
        if isinstance(model, int) and value != int(value) and float not in kinds:
            raise ValueError(value)
        if isinstance(value, bool) or (float in kinds and isinstance(value, float)):
            return value
        return type(model)(value)
    if kinds and not isinstance(value, bool):
        if float not in kinds and value != int(value):
            raise ValueError(value)
        return value if int in kinds or float in kinds or kinds == [bool] else kinds[0](value)
    if kinds and bool not in kinds and kinds[0] not in (int, float):
        return kinds[0](value)
    return value
