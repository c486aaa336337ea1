"""Classes that are called: new records, records with some fields changed, members of enumerations."""

from __future__ import annotations

import ast
import enum
import functools
import operator
from types import FunctionType
from typing import Any

from countermove.native.compiler import purity
from countermove.native.compiler.code import MISSING, Value, constant
from countermove.native.compiler.inline import Inline
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import Enum, Tuple, fields_of
from countermove.native.compiler.program import is_dataclass, is_record, number_of

__all__ = ["Construction"]


class Construction(Inline):
    """New values of the author's classes."""

    def _construct(self, cls: type, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        if issubclass(cls, enum.Enum):
            return self._member(cls, arguments[0], node)
        if is_record(cls):
            return self.record(cls, arguments, named, node)
        if all(each.is_const for each in (*arguments, *named.values())) and cls.__module__ in purity.PURE:
            return self.fold(cls, arguments, node, **{name: each.const for name, each in named.items()})
        raise self.no(f"it makes a {cls.__name__}; states are NamedTuples, frozen dataclasses or tuples", node)

    def record(self, cls: type, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """A new NamedTuple or dataclass."""
        names = fields_of(cls)
        own = vars(cls).get("__init__")
        if not issubclass(cls, tuple) and isinstance(own, FunctionType) and not _is_made(cls, own):
            raise self.no(f"{cls.__name__} has an __init__ of its own", node)
        if len(arguments) > len(names):
            raise self.no(f"{cls.__name__} has {len(names)} fields, and {len(arguments)} are given", node)
        given = dict(zip(names, arguments))
        for name, value in named.items():
            if name not in names or name in given:
                raise self.no(f"{cls.__name__} has no field {name} left", node)
            given[name] = value
        for name in names:
            if name not in given:
                default = _default(cls, name)
                if default is MISSING:
                    raise self.no(f"{cls.__name__} is made without {name}", node)
                given[name] = constant(default)
        found = self._filled(cls, given, node)
        for each in cls.__mro__:
            if is_dataclass(cls) and "__post_init__" in vars(each):
                self.call_function(vars(each)["__post_init__"], [found], {}, node)
                break
        return found

    def replaced(self, owner: Value, named: dict[str, Value], node: ast.AST) -> Value:
        """A record with some fields changed."""
        assert isinstance(owner.kind, Tuple) and owner.kind.cls is not None
        names = fields_of(owner.kind.cls)
        for name in named:
            if name not in names:
                raise self.no(f"{owner.kind.cls.__name__} has no field {name}", node)
        return self._filled(owner.kind.cls, {**dict(zip(names, owner.items())), **named}, node)

    def _filled(self, cls: type, given: dict[str, Value], node: ast.AST) -> Value:
        """A record with a value for each of its fields."""
        values = []
        for name in fields_of(cls):
            value = given[name]
            if value.is_const and isinstance(value.const, Lazy | Range):
                value = self.gathered(value, (node, name), node)
            values.append(self.runtime(value, node))
        return self.tuple_of(values, node, cls)

    def _member(self, cls: type[enum.Enum], value: Value, node: ast.AST) -> Value:
        if value.is_const:
            return self.fold(cls, [value], node)
        if isinstance(value.kind, Enum) and value.kind.cls is cls:
            return value
        if issubclass(cls, enum.IntFlag):
            number = self.as_int(value)
            every = functools.reduce(operator.or_, (int(each) for each in cls), 0)
            self.guard(self.body.set(f"icmp ule i64 {number.op}, {every}"), ValueError)
            return Value(Enum(cls), number.parts)
        if issubclass(cls, int):
            number = self.as_int(value)
            good = self._in_constant([int(member) for member in cls], number, node)
            self.guard(good, ValueError)
            return Value(Enum(cls), number.parts)
        table = {member.value: number_of(member) for member in cls}
        self.guard(self._in_constant(list(table), self.runtime(value, node), node), ValueError)
        found = self.looked_up(table, value, None, node)
        return Value(Enum(cls), found.parts)


def _is_made(cls: type, own: FunctionType) -> bool:
    """Whether `dataclass` made the __init__ of a class."""
    if own.__qualname__.endswith("__create_fn__.<locals>.__init__"):
        return True
    return "__dataclass_fields__" in vars(cls) and own.__code__.co_filename == "<string>"


def _default(cls: Any, name: str) -> Any:
    """The default of a field."""
    if hasattr(cls, "_field_defaults"):
        return cls._field_defaults.get(name, MISSING)
    field = cls.__dataclass_fields__[name]
    if type(field.default).__name__ != "_MISSING_TYPE":
        return field.default
    if type(field.default_factory).__name__ != "_MISSING_TYPE":
        return field.default_factory()
    return MISSING
