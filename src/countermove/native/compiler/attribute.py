"""Attributes: fields of records, methods and properties of classes, and attributes of the game."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

import numpy as np

from countermove.native import digest
from countermove.native.compiler import kinds
from countermove.native.compiler.callee import BuiltinMethod, Method, Selected
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, integer, never, real
from countermove.native.compiler.enumeration import is_authors, is_numbered, names_of
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.objects import Objects, attributes_of
from countermove.native.compiler.program import CONTEXT, TABLES, own_method


class Attribute(Objects):
    """Attributes."""

    def _attribute(self, node: ast.Attribute) -> Value:
        return self.attribute(self.writer.expr(node.value), node.attr, node)

    def attribute(self, owner: Value, name: str, node: ast.AST) -> Value:
        """The value of `owner.name`."""
        if owner.is_const:
            return self._constant_attribute(owner, name, node)
        kind = owner.kind
        if isinstance(kind, kinds.Optional):
            return self.attribute(self.present(owner, AttributeError), name, node)
        if isinstance(kind, kinds.Union):
            offering = [(at, each) for at, each in enumerate(owner.alternatives()) if _offers(each.kind, name)]
            if offering and all(_is_method(each.kind, name) for _, each in offering):
                return self._method_of_one(owner, offering, name, node)
            return self.per_alternative(
                owner, lambda each: _offers(each, name), lambda each: self.attribute(each, name, node)
            )
        if kind is kinds.NONE:
            return self.present(owner, AttributeError)
        if kind is kinds.NEVER:
            return never
        if isinstance(kind, kinds.Tuple) and kind.cls is not None:
            names = kinds.fields_of(kind.cls)
            if name in names:
                return owner.items()[names.index(name)]
            return self._class_attribute(kind.cls, owner, name, node)
        if isinstance(kind, kinds.Enum):
            if name in ("value", "name", "_value_", "_name_"):
                values = [getattr(member, name) for member in kind.cls]  # type: ignore[attr-defined]
                if is_numbered(kind.cls):
                    if "value" in name:
                        return integer(owner.op)
                    table: dict[Any, Any] = {at: member.name for at, member in names_of(kind.cls).items()}
                    return self.looked_up(table, integer(owner.op), None, node)
                return self.index(constant(tuple(values)), integer(owner.op), node)
            if issubclass(kind.cls, str) and name in vars(str) and not is_authors(kind.cls, name):
                return self.attribute(self.member_text(owner), name, node)
            return self._member_attribute(kind.cls, owner, name, node)
        if isinstance(kind, kinds.Object):
            if name in self.shape(kind.cls):
                return self.object_attribute(owner, name)
            return self._class_attribute(kind.cls, owner, name, node)
        if isinstance(kind, kinds.Array):
            return self.writer.array_attribute(owner, name, node)
        if isinstance(kind, kinds.Record):
            address, llvm = self.field(owner, name, node)
            if llvm == "ptr":
                return Value(kinds.MEMORY, [address])
            found = self.body.load(llvm, address)
            return real(found) if llvm == "double" else integer(found)
        if isinstance(kind, kinds.Deque) and name == "maxlen":
            return constant(kind.most)
        if (kind is kinds.FLOAT and name == "is_integer") or (
            kind is kinds.INT and name in ("bit_count", "bit_length")
        ):
            return constant(BuiltinMethod(name, owner))
        if isinstance(kind, kinds.Seq | kinds.List | kinds.Dict | kinds.Tuple):
            return constant(BuiltinMethod(name, owner))
        if kind is kinds.INT and name in ("real", "numerator"):
            return owner
        raise self.no(f"{kinds.plain(kind)} has no {name}", node)

    def _method_of_one(self, owner: Value, offering: list[tuple[int, Value]], name: str, node: ast.AST) -> Value:
        """A method of a union value, resolved when called."""
        body, index, there = self.body, "0", "false"
        for number, (at, _) in enumerate(offering):
            here = body.set(f"icmp eq i64 {owner.parts[0]}, {at}")
            index = body.set(f"select i1 {here}, i64 {number}, i64 {index}")
            there = body.set(f"or i1 {there}, {here}")
        self.guard(there, AttributeError)
        return constant(Selected([self.attribute(each, name, node).const for _, each in offering], index))

    def field(self, owner: Value, name: str, node: ast.AST) -> tuple[str, str]:
        """The address of a record's field, and its LLVM type: "ptr" for an array."""
        assert isinstance(owner.kind, kinds.Record)
        found = owner.kind.fields.get(name)
        if found is None:
            raise self.no(f"a {owner.kind.name} has no {name}", node)
        return self.body.at(owner.op, found.at), {"int": "i64", "float": "double"}.get(found.what, "ptr")

    def special(self, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value | None:
        """The result of a special method such as __len__ of a record or enum member; None if its class has none."""
        kind = owner.kind
        function = own_method(kind.cls, name) if isinstance(kind, kinds.Tuple | kinds.Enum | kinds.Object) else None
        return None if function is None else self.writer.call_function(function, [owner, *arguments], {}, node)

    def member_text(self, value: Value) -> Value:
        return self.attribute(value, "value", self.node)

    def _member_attribute(self, cls: Any, owner: Value, name: str, node: ast.AST) -> Value:
        """An attribute of an enum member: of its class, or set by its __init__."""
        members = list(cls)
        if any(name in vars(each) for each in cls.__mro__) or not all(name in vars(each) for each in members):
            return self._class_attribute(cls, owner, name, node)
        if is_numbered(cls):
            table = {at: getattr(each, name) for at, each in names_of(cls).items() if hasattr(each, name)}
            return self.looked_up(table, integer(owner.op), None, node)
        return self.index(constant(tuple(getattr(each, name) for each in members)), integer(owner.op), node)

    def _class_attribute(self, cls: type, owner: Value, name: str, node: ast.AST) -> Value:
        """A method, property or constant of a record's class."""
        for each in cls.__mro__:
            if name in vars(each):
                found = vars(each)[name]
                if isinstance(found, property):
                    return self.writer.call_function(found.fget, [owner], {}, node)
                if type(found).__name__ == "cached_property":
                    return self.writer.call_function(found.func, [owner], {}, node)
                if isinstance(found, staticmethod):
                    return self.known(found.__func__)
                if isinstance(found, classmethod):
                    return constant(Method(found.__func__, constant(cls)))
                found = digest.uncached(found)
                if isinstance(found, FunctionType):
                    if each in (tuple, object) or getattr(found, "__module__", "") == "collections":
                        return constant(BuiltinMethod(name, owner))
                    return constant(Method(found, owner))
                if callable(found) and not isinstance(found, type):
                    return constant(BuiltinMethod(name, owner))
                return self.known(found)
        raise self.no(f"a {cls.__name__} has no {name}", node)

    def _constant_attribute(self, owner: Value, name: str, node: ast.AST) -> Value:
        value = owner.const
        if value is self.program.game and value is not None:
            return self._game_attribute(name, node)
        if isinstance(value, Lazy | Range | Chosen):
            return constant(BuiltinMethod(name, owner))
        built_in = isinstance(value, str | tuple | list | dict | set | frozenset) and not hasattr(value, "_fields")
        if built_in and callable(getattr(type(value), name, None)):
            return constant(BuiltinMethod(name, owner))
        if isinstance(value, type):
            for each in value.__mro__:
                if name in vars(each):
                    found = vars(each)[name]
                    if isinstance(found, classmethod):
                        return constant(Method(found.__func__, owner))
        try:
            found = getattr(value, name)
        except Exception:
            raise self.no(f"{type(value).__name__} has no {name}", node) from None
        if hasattr(found, "__self__") and hasattr(found, "__func__"):
            return constant(Method(found.__func__, constant(found.__self__)))
        return self.known(found)

    def _game_attribute(self, name: str, node: ast.AST) -> Value:
        """A method, field or constant of the game."""
        game = self.program.game
        for cls in type(game).__mro__:
            if name in vars(cls):
                found = vars(cls)[name]
                if isinstance(found, staticmethod):
                    return self.known(found.__func__)
                if isinstance(found, classmethod):
                    return constant(Method(found.__func__, constant(type(game))))
                plainly = digest.uncached(found)
                if isinstance(plainly, FunctionType) and name not in vars(game):
                    return constant(Method(plainly, constant(game)))
                break
        try:
            value = getattr(game, name)
        except AttributeError:
            raise self.no(f"{type(game).__name__} has no {name}", node) from None
        if digest.is_table(game, name, value):
            return self.table(name, value, node)
        return self.known(value)

    def table(self, name: str, value: np.ndarray[Any, Any], node: ast.AST) -> Value:
        """An array of the game, passed with each call: its address and shape are in the context."""
        program = self.program
        names = [each for each, _ in program.tables]
        if name not in names:
            program.tables.append((name, kinds.Array(str(value.dtype), value.ndim)))
            names.append(name)
        at = TABLES
        for _, kind in program.tables[: names.index(name)]:
            at += 1 + kind.ndim
        kind = program.tables[names.index(name)][1]
        if at + 1 + kind.ndim > CONTEXT:
            raise self.no("too many arrays", node)
        body = self.body
        parts = [
            body.load(llvm, body.at("%ctx", at + offset), ", !invariant.load !2")
            for offset, llvm in enumerate(kinds.leaves(kind))
        ]
        return Value(kind, parts)

    # super().

    def _super(self, node: ast.Call, name: str, where: ast.AST) -> Value:
        frame = self.frames[-1]
        owner, chain = frame.owner, type(self.program.game).__mro__
        if node.args:
            given = self.writer.expr(node.args[0])
            owner = given.const if given.is_const else owner
        own = self.writer.expr(ast.copy_location(ast.Name(self.own_name(), ast.Load()), node))
        if not own.is_const and isinstance(own.kind, kinds.Tuple | kinds.Object) and own.kind.cls is not None:
            chain = own.kind.cls.__mro__
            if owner not in chain:
                homes = (cls for cls in chain if vars(cls).get(frame.function.__name__) is frame.function)
                owner = next(homes, owner)
        if owner in chain:
            for cls in chain[chain.index(owner) + 1 :]:
                if name in vars(cls):
                    found = digest.uncached(vars(cls)[name])
                    if isinstance(found, staticmethod):
                        return constant(found.__func__)
                    if isinstance(found, FunctionType):
                        return constant(Method(found, own, cls))
        raise self.no(f"super() has no {name}", where)

    def own_name(self) -> str:
        arguments = self.frames[-1].node.args.args
        return arguments[0].arg if arguments else "self"


def has_attribute(owner: Value, name: str) -> bool:
    """Whether a value has an attribute of that name."""
    if owner.is_const:
        return hasattr(owner.const, name)
    kind = owner.kind
    if isinstance(kind, kinds.Optional):
        return has_attribute(owner.inner(), name)
    return _offers(kind, name) and not (
        isinstance(kind, kinds.Tuple) and name == "value" and name not in kinds.fields_of(kind.cls or tuple)
    )


def _offers(kind: kinds.Kind, name: str) -> bool:
    """Whether values of a kind have an attribute."""
    if isinstance(kind, kinds.Object):
        return hasattr(kind.cls, name) or name in attributes_of(kind.cls)
    if isinstance(kind, kinds.Tuple | kinds.Enum) and kind.cls is not None:
        field = isinstance(kind, kinds.Tuple) and name in kinds.fields_of(kind.cls)
        return field or name == "value" or hasattr(kind.cls, name)
    if isinstance(kind, kinds.Seq):
        return hasattr("" if kind.text else (), name)
    empty: object = {kinds.List: [], kinds.Set: set(), kinds.Dict: {}}.get(type(kind))
    return hasattr(empty, name) or isinstance(kind, kinds.Array)


def _is_method(kind: kinds.Kind, name: str) -> bool:
    """Whether an attribute of a kind is a method, not data."""
    if isinstance(kind, kinds.Object | kinds.Tuple | kinds.Enum) and kind.cls is not None:
        if isinstance(kind, kinds.Tuple) and name in kinds.fields_of(kind.cls):
            return False
        found = next((vars(each)[name] for each in kind.cls.__mro__ if name in vars(each)), None)
        return isinstance(digest.uncached(found), FunctionType)
    return isinstance(kind, kinds.Seq | kinds.List | kinds.Dict | kinds.Tuple)


def is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
