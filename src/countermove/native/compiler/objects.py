"""Mutable objects: a Board with a list of cells and a method that plays, a union-find, a tree node.

    board = Board(state.cells)
    board.play(action)
    return board.frozen()

An object is the address of its attributes, in order. Attribute kinds are shared by all objects of a class and inferred
while compiling; if one widens later, everything is compiled again.
"""

from __future__ import annotations

import ast
import functools
from types import FunctionType

from countermove.native import digest
from countermove.native.compiler import kinds
from countermove.native.compiler.code import Value
from countermove.native.compiler.program import is_dataclass
from countermove.native.compiler.subscript import Subscript
from countermove.native.compiler.syntax import parsed


class Objects(Subscript):
    """Attributes of mutable objects."""

    def shape(self, cls: type) -> dict[str, kinds.Cell]:
        """The attributes of a class's objects, and their kinds."""
        if cls not in self.program.objects:
            self.program.objects[cls] = {name: kinds.Cell() for name in attributes_of(cls)}
        return self.program.objects[cls]

    def attribute_place(self, owner: Value, name: str) -> str:
        """The address of an attribute."""
        assert isinstance(owner.kind, kinds.Object)
        at = 0
        for each, cell in self.shape(owner.kind.cls).items():
            if each == name:
                return self.body.at(owner.op, at)
            at += kinds.words(cell.kind)
        raise AssertionError(name)

    def object_size(self, cls: type) -> int:
        return sum(kinds.words(cell.kind) for cell in self.shape(cls).values())

    def object_attribute(self, owner: Value, name: str) -> Value:
        """The value of an object's attribute."""
        assert isinstance(owner.kind, kinds.Object)
        kind = self.shape(owner.kind.cls)[name].kind
        if kind is kinds.NEVER:
            return Value(kinds.NEVER, [])
        return self.meant(self.load(kind, self.attribute_place(owner, name), True))

    def set_attribute(self, owner: Value, name: str, value: Value, node: ast.AST) -> None:
        """Set an object's attribute."""
        assert isinstance(owner.kind, kinds.Object)
        cls = owner.kind.cls
        if isinstance(getattr(cls, name, None), property):
            raise self.no(f"it assigns {name}, a property of {cls.__name__}", node)
        cell = self.shape(cls).setdefault(name, kinds.Cell())
        value = self.runtime(self.writer.movable(value, node), node)
        try:
            self.changed |= cell.widen(_loose(value.kind))
        except kinds.Clash as clash:
            raise self.no(f"{name} of a {cls.__name__} is sometimes {clash}", node) from None
        self.store(self.convert(value, cell.kind, node), self.attribute_place(owner, name))

    def new_object(self, cls: type) -> Value:
        """A new object, with its class's default attributes."""
        size = max(1, self.object_size(cls))
        found = Value(kinds.Object(cls), [self.alloc(size)])
        self.body.add(f"call void @llvm.memset.p0.i64(ptr {found.op}, i8 0, i64 {8 * size}, i1 false)")
        return found

    def copied_object(self, value: Value) -> Value:
        """Another object with the same attributes."""
        assert isinstance(value.kind, kinds.Object)
        found = self.new_object(value.kind.cls)
        self.body.copy(found.op, value.op, self.object_size(value.kind.cls))
        return found


def _loose(kind: kinds.Kind) -> kinds.Kind:
    """The kind of an attribute assigned a value: tuples, strings and sets are stored by reference, of any length."""
    if isinstance(kind, kinds.Seq):
        return kinds.Seq(kind.item, None, None, kind.text, kind.listed)
    if isinstance(kind, kinds.Set) and kind.room is not None:
        return kinds.Set(kind.cell, None, kind.frozen)
    return kinds.with_parts(kind, _loose)


@functools.cache
def attributes_of(cls: type) -> tuple[str, ...]:
    """The names that the methods of a class set on its objects, and those of its fields."""
    found = dict.fromkeys(kinds.fields_of(cls) if is_dataclass(cls) else ())
    for base in reversed(cls.__mro__):
        for function in vars(base).values():
            if not isinstance(function, FunctionType) or not digest.is_authors(function.__module__):
                continue
            tree = parsed(function)
            if tree is None or not tree.args.args:
                continue
            own = tree.args.args[0].arg
            for each in ast.walk(tree):
                stored = isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
                if stored and isinstance(each.value, ast.Name) and each.value.id == own:  # type: ignore[attr-defined]
                    found[each.attr] = None  # type: ignore[attr-defined]
    return tuple(found)
