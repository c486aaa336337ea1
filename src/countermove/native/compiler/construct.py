"""Calls of classes: new records, records with changed fields, enum members."""

from __future__ import annotations

import ast
import enum
from types import FunctionType
from typing import Any

from countermove.native.compiler import purity
from countermove.native.compiler.callee import Spread
from countermove.native.compiler.code import MISSING, Value, constant, none
from countermove.native.compiler.enumeration import every_bit, number_of
from countermove.native.compiler.hint import fits, hints_of, meant
from countermove.native.compiler.inline import Inline
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import Enum, Kind, List, Optional, Seq, Tuple, Union, fields_of
from countermove.native.compiler.program import is_dataclass, is_object, is_record, own_method


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
        raise self.no(f"it creates a {cls.__name__}; states are NamedTuples, frozen dataclasses or tuples", node)

    def _object(self, cls: type, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """A new mutable object."""
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
            raise self.no(f"{cls.__name__} takes no arguments: it has no __init__", node)
        return found

    def _after(self, cls: type, found: Value, node: ast.AST) -> None:
        """Run a dataclass's __post_init__."""
        after = own_method(cls, "__post_init__")
        if after is not None:
            self.call_function(after, [found], {}, node)

    def record(self, cls: type, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """A new NamedTuple or dataclass."""
        own = vars(cls).get("__init__")
        if not issubclass(cls, tuple) and isinstance(own, FunctionType) and not _is_made(cls, own):
            raise self.no(f"{cls.__name__} has a custom __init__", node)
        found = self._filled(cls, self._fields(cls, arguments, named, node), node)
        if is_dataclass(cls):
            self._after(cls, found, node)
        return found

    def _fields(self, cls: type, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> dict[str, Value]:
        """A value for each field, given or default."""
        names = fields_of(cls)
        if len(arguments) > len(names):
            raise self.no(f"{cls.__name__} has {len(names)} fields but gets {len(arguments)}", node)
        if any(each.is_const and isinstance(each.const, Spread) for each in arguments):
            whole = self._rest(arguments, node)
            arguments = self.destructured(whole, len(names) - len(named), node)
        given = dict(zip(names, arguments))
        left = [name for name in names if name not in given]
        defaults = {name: constant(each) for name in left if (each := _default(cls, name)) is not MISSING}
        named = self.named_for(left, defaults, named, node)
        for name, value in named.items():
            if name not in names or name in given:
                raise self.no(f"{cls.__name__} has no field {name}, or gets it twice", node)
            given[name] = value
        for name in names:
            if name not in given:
                default = _default(cls, name)
                if default is MISSING:
                    raise self.no(f"{cls.__name__} is created without {name}", node)
                given[name] = self._made_by_default(default, (node, name))
        return given

    def _made_by_default(self, default: Any, key: Any) -> Value:
        """A default; lists and dicts from a factory are mutable."""
        return self.thawed(default, key) if isinstance(default, list | dict | set) else constant(default)

    def replaced(self, owner: Value, named: dict[str, Value], node: ast.AST) -> Value:
        """A record with some fields changed."""
        assert isinstance(owner.kind, Tuple) and owner.kind.cls is not None
        names = fields_of(owner.kind.cls)
        named = self.named_for(list(names), dict(zip(names, owner.items())), named, node)
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
            values.append(self._as_meant(cls, name, self.runtime(value, node)))
        return self.tuple_of(values, node, cls)

    def _as_meant(self, cls: type, name: str, value: Value) -> Value:
        """A union value for a field, narrowed to the kinds its annotation names."""
        hint = hints_of(cls).get(name)
        if hint is None or (self.program.state is not None and not _is_kept(self.program.state, cls, name, hint)):
            return value
        return self._narrowed(value, hint)

    def _narrowed(self, value: Value, hint: Any) -> Value:
        kind = value.kind
        wanted = meant(kind, hint)
        if wanted == kind:
            return value
        if isinstance(kind, Optional):
            return self.choose(value.parts[0], lambda: self._narrowed(value.inner(), hint), lambda: none)
        if isinstance(kind, Union):
            return self._narrowed(self.narrow(value, lambda each: fits(each, hint)), hint)
        assert isinstance(kind, Seq) and isinstance(wanted, Seq)
        return value if isinstance(wanted.item, Union | Optional) else self.rebuilt(value, wanted.item)

    def fields_as_dict(self, owner: Value, node: ast.AST) -> Value:
        """The fields of a record as a dictionary."""
        assert isinstance(owner.kind, Tuple) and owner.kind.cls is not None
        found = self.writer.new_dict((node, "fields"))
        for name, item in zip(fields_of(owner.kind.cls), owner.items()):
            self.writer.set_entry(found, constant(name), item, node)
        return found

    def _member(self, cls: type[enum.Enum], value: Value, node: ast.AST) -> Value:
        if value.is_const:
            return self.fold(cls, [value], node)
        if isinstance(value.kind, Enum) and value.kind.cls is cls:
            return value
        if issubclass(cls, enum.Flag):
            number = self.as_int(value)
            self.guard(self.body.set(f"icmp ule i64 {number.op}, {every_bit(cls)}"), ValueError)
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
    """A class attribute; MISSING if it is a method or absent."""
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


def _is_kept(kind: Kind, cls: type, name: str, hint: Any) -> bool:
    """Whether records of a class in a state hold exactly what a field's annotation says."""
    if isinstance(kind, Optional):
        return _is_kept(kind.item, cls, name, hint)
    if isinstance(kind, Seq):
        return _is_kept(kind.item, cls, name, hint)
    if isinstance(kind, List):
        return _is_kept(kind.cell.kind, cls, name, hint)
    if isinstance(kind, Tuple) and kind.cls is cls:
        held = kind.items[fields_of(cls).index(name)]
        held = held.item if isinstance(held, Optional) else held
        if isinstance(held, Union) and not all(fits(each, hint) for each in held.items):
            return False
    return not isinstance(kind, Tuple | Union) or all(_is_kept(each, cls, name, hint) for each in kind.items)
