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
from countermove.native.compiler.program import is_dataclass, is_object, is_record, number_of, own_method

__all__ = ["Construction"]


class Construction(Inline):
    """New values of the author's classes."""

    def _construct(self, cls: type, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        if issubclass(cls, enum.Enum):
            return self._member(cls, arguments[0], node)
        if is_object(cls):
            return self._object(cls, arguments, named, node)
        if is_record(cls):
            return self.record(cls, arguments, named, node)
        if all(each.is_const for each in (*arguments, *named.values())) and cls.__module__ in purity.PURE:
            return self.fold(cls, arguments, node, **{name: each.const for name, each in named.items()})
        raise self.no(f"it makes a {cls.__name__}; states are NamedTuples, frozen dataclasses or tuples", node)

    def _object(self, cls: type, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """A new object that can change."""
        found = self.new_object(cls)
        for name in self.shape(cls):
            common = _common(cls, name)
            if common is not MISSING:
                self.set_attribute(found, name, constant(common), node)
        init = own_method(cls, "__init__")
        if init is not None:
            owner = next(each for each in cls.__mro__ if vars(each).get("__init__") is init)
            self.call_function(init, [found, *arguments], named, node, owner)
        elif is_dataclass(cls):
            for name, value in self._fields(cls, arguments, named, node).items():
                self.set_attribute(found, name, value, node)
            self._after(cls, found, node)
        elif arguments or named:
            raise self.no(f"a {cls.__name__} is made with arguments, and has no __init__", node)
        return found

    def _after(self, cls: type, found: Value, node: ast.AST) -> None:
        """What a dataclass does once its fields are set."""
        after = own_method(cls, "__post_init__")
        if after is not None:
            self.call_function(after, [found], {}, node)

    def record(self, cls: type, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """A new NamedTuple or dataclass."""
        own = vars(cls).get("__init__")
        if not issubclass(cls, tuple) and isinstance(own, FunctionType) and not _is_made(cls, own):
            raise self.no(f"{cls.__name__} has an __init__ of its own", node)
        found = self._filled(cls, self._fields(cls, arguments, named, node), node)
        if is_dataclass(cls):
            self._after(cls, found, node)
        return found

    def _fields(self, cls: type, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> dict[str, Value]:
        """A value for each field, given or by default."""
        names = fields_of(cls)
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
                given[name] = self._made_by_default(default, (node, name))
        return given

    def _made_by_default(self, default: Any, key: Any) -> Value:
        """A default, of which a list or dictionary that a factory made can change."""
        return self.thawed(default, key) if isinstance(default, list | dict | set) else constant(default)

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


def _common(cls: type, name: str) -> Any:
    """What a class has under a name for all its objects; MISSING where that is a method, or nothing."""
    found = getattr(cls, name, MISSING)
    if is_dataclass(cls) and name in fields_of(cls):
        return MISSING
    return MISSING if callable(found) or isinstance(found, property) or hasattr(found, "__get__") else found


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
