"""Sets: unordered lists, searched as described in `hashed.py`."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from countermove.native.compiler.code import Value, boolean, constant, none
from countermove.native.compiler.hashed import HEADER
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import Cell, Deque, Kind, List, Set
from countermove.native.compiler.order import Order

SET_OPERATORS = {
    ast.BitAnd: "intersection",
    ast.BitOr: "union",
    ast.Sub: "difference",
    ast.BitXor: "symmetric_difference",
}


class Sets(Order):
    """Sets."""

    def set_of(self, items: Value, node: Any, frozen: bool | None = False) -> Value:
        """A new set of some items."""
        cell = self.cell(node)
        found = Value(Set(cell, None, frozen), self.new_list(cell).parts)
        self.each(items, lambda item: self.add(found, item), node if isinstance(node, ast.AST) else None)
        return found

    def add(self, target: Value, item: Value, node: ast.AST | None = None) -> None:
        """Add an item to a set."""
        assert isinstance(target.kind, Set)
        self.widen(target.kind.cell, self.kind_of(item), node)
        item = self.convert(item, target.kind.cell.kind, node)
        body = self.body
        with body.when(self.is_in(target, item), False):
            self.append(target, item, node)

    def as_set(self, value: Value, node: ast.AST) -> Value:
        """An argument of a set method: a set or any iterable."""
        if value.is_const and isinstance(value.const, set | frozenset | dict):
            found = self.program.runtime(frozenset(value.const))
            if found is not None:
                return found
        if not value.is_const and isinstance(value.kind, Set):
            return value
        return self.set_of(value, (node, "as set"))

    def set_operation(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        if op not in SET_OPERATORS:
            raise self.no("this operation on sets", node)
        return self.set_method(SET_OPERATORS[op], self.as_set(one, node), [two], node)

    def set_method(self, name: str, owner: Value, arguments: list[Value], node: ast.AST) -> Value:
        """A set method that returns a new set."""
        body = self.body
        cell = self.cell((node, name))
        frozen = owner.kind.frozen if isinstance(owner.kind, Set) else False
        found = Value(Set(cell, None, frozen), self.new_list(cell).parts)
        others = [self.as_set(each, node) for each in arguments]
        if name in ("union", "copy"):
            self.each(owner, lambda item: self.append(found, item, node), node)
            for other in others:
                self.each(other, lambda item: self.add(found, item, node), node)
            return found
        keep = name == "intersection"

        def some(first: Value, rest: list[Value]) -> None:
            def one(item: Value) -> None:
                on, end = body.label("on"), body.label("end")
                for other in rest:
                    there = self.is_in(other, item)
                    body.branch(there, *((on, end) if keep else (end, on)))
                    body.begin(on)
                    on = body.label("on")
                self.append(found, item, node)
                body.begin(end)

            self.each(first, one, node)

        some(owner, others)
        if name == "symmetric_difference":
            some(others[0], [owner])
        return found

    def subset(self, op: type[ast.cmpop], one: Value, two: Value) -> str:
        """Whether one set is a subset of another."""
        if op in (ast.Gt, ast.GtE):
            one, two = two, one
            op = ast.Lt if op is ast.Gt else ast.LtE
        outside = self.any_of(one, True, lambda item: self._absent(two, item))
        inside = self.body.set(f"xor i1 {outside}, true")
        if op is ast.LtE:
            return inside
        smaller = self.body.set(f"icmp slt i64 {self.length(one)}, {self.length(two)}")
        return self.body.set(f"and i1 {inside}, {smaller}")

    def _absent(self, whole: Value, item: Value) -> str:
        return self.body.set(f"xor i1 {self.is_in(whole, item)}, true")

    def equal_sets(self, one: Value, two: Value) -> str:
        same = self.body.set(f"icmp eq i64 {self.length(one)}, {self.length(two)}")
        return self.choose(same, lambda: boolean(self.subset(ast.LtE, one, two)), lambda: boolean("false")).op

    def rebuilt_set(self, value: Value, item: Kind) -> Value:
        cell = Cell(item)
        found = Value(Set(cell), self.new_list(cell).parts)
        self.each(value, lambda each: self.append(found, self.convert(each, item)))
        return found

    def roomy(self, value: Value, kind: Set) -> Value:
        """A set for a state: a copy with sorted items, within its room."""
        body = self.body
        count = self.length(value)
        self.guard(body.set(f"icmp sle i64 {count}, {kind.room}"), self.misfit(OverflowError))
        if isinstance(value.kind, Set) and value.kind.room is not None:
            return Value(kind, value.parts)
        item = kind.cell.kind
        copy = self.new_list(Cell(item), count)
        self.each(value, lambda each: self.append(copy, each))
        self.sort(copy, None, False)
        return self.set_in_state(kind, body.load("ptr", copy.op), count)

    def unshared(self, value: Value, node: ast.AST | None) -> Value:
        """A set display as a mutable set; anything else unchanged."""
        if value.is_const and isinstance(value.const, set) and not self.program.is_known(value.const):
            return self.set_of(constant(tuple(value.const)), (node or self.line, "written out"))
        return value

    def movable(self, value: Value, node: ast.AST | None) -> Value:
        """A value that can be stored: a constant dict or array is copied first."""
        value = self.unshared(value, node)
        if value.is_const and isinstance(value.const, np.ndarray):
            return self.writer.thawed_array(value.const)
        if value.is_const and isinstance(value.const, dict):
            return self.copied_dict(value.const, node)
        if value.is_const and isinstance(value.const, Lazy | Range):
            return self.listed(value, (node, "moved"), node)
        return self.as_choice(value)

    def _set_method(self, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
        body = self.body
        assert isinstance(owner.kind, Set)
        if name in ("union", "intersection", "difference", "symmetric_difference", "copy"):
            return self.set_method(name, owner, arguments, node)
        if name in ("issubset", "issuperset", "isdisjoint"):
            other = self.as_set(arguments[0], node)
            if name == "isdisjoint":
                shared = self.any_of(owner, True, lambda each: self.contains(other, each, node))
                return boolean(body.set(f"xor i1 {shared}, true"))
            return boolean(self.subset(ast.LtE if name == "issubset" else ast.GtE, owner, other))
        if owner.kind.frozen is not False:
            raise self.no(f"{name} of a set that is frozen or a constant; make a new one", node)
        if name == "add":
            self.add(owner, arguments[0], node)
            return none
        if name == "update":
            for each in arguments:
                self.each(each, lambda item: self.add(owner, item, node), node)
            return none
        if name in ("intersection_update", "symmetric_difference_update", "difference_update"):
            found = self.set_method(name.removesuffix("_update"), owner, arguments, node)
            self.take_over(owner, found, node)
            return none
        if name in ("discard", "remove"):
            self._discard(owner, arguments[0], name == "remove", node)
            return none
        if name == "clear":
            body.store("i64", "0", body.at(owner.op, 1))
            self.drop_index(owner)
            return none
        if name == "pop":
            count = self.length(owner)
            self.guard(body.set(f"icmp sgt i64 {count}, 0"), KeyError)
            last = body.set(f"sub i64 {count}, 1")
            body.store("i64", last, body.at(owner.op, 1))
            self.drop_index(owner)
            return self.load(owner.kind.cell.kind, self._slot(owner, last), True)
        raise self.no(f"a set has no {name} here", node)

    def set_in_place(self, old: Value, node: ast.AugAssign) -> bool:
        """`set |= ...` and other in-place operators; a frozenset becomes a new one."""
        assert isinstance(old.kind, Set)
        if old.kind.frozen:
            return False
        if old.kind.frozen is None:
            raise self.no("it changes a set that may be frozen or a constant; make a new one", node)
        found = self.arithmetic(type(node.op), old, self.expr(node.value), node)
        self.take_over(old, found, node)
        return True

    def take_over(self, owner: Value, found: Value, node: ast.AST) -> None:
        """Move the contents of an unshared list or set into another."""
        assert isinstance(owner.kind, List) and isinstance(found.kind, List)
        if isinstance(owner.kind, Deque):
            raise self.no("a deque is changed as a whole", node)
        self.widen(owner.kind.cell, found.kind.cell.kind, node)
        self.widen(found.kind.cell, owner.kind.cell.kind, node)
        self.body.copy(owner.op, found.op, HEADER)

    def _discard(self, owner: Value, item: Value, must: bool, node: ast.AST) -> None:
        body = self.body
        item = self.runtime(item, node)
        error = KeyError if isinstance(owner.kind, Set) else ValueError
        at = self.first_index(owner, item, error if must else None).op
        with body.when(body.set(f"icmp sge i64 {at}, 0")):
            self.remove_at(owner, at)
