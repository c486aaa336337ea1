"""Assignments: to names, items, slices and fields; and `del`."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from countermove.game import Game
from countermove.native.compiler import kinds, standard
from countermove.native.compiler.code import Value, constant, integer
from countermove.native.compiler.iterate import Lazy
from countermove.native.compiler.narrowing import Narrowing
from countermove.native.compiler.syntax import changed_names


class Assignment(Narrowing):
    """Assignments."""

    def _do_assign(self, node: ast.Assign) -> None:
        if isinstance(node.value, ast.Dict | ast.Set):
            setattr(node.value, "parent", node)  # noqa: B010
        target = node.targets[0]
        value = self.expr(node.value)
        if len(node.targets) == 1 and isinstance(target, ast.Name) and isinstance(node.value, ast.Call) and self.kernel:
            old = self.variables.get(self.key_of(target.id))
            if old is not None and self._is_canonical(node.value) and self.program.state == value.kind:
                return  # unchanged
            self.fresh = self.sites.get(target.id, 2) == 1
            self.assign(target, value)
            self.fresh = False
            return
        several = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
        if several and not value.is_const and isinstance(value.kind, kinds.Tuple):
            value = Value(value.kind, list(value.parts))
        value = self._made_anew(node.value, value, target)
        for each in node.targets:
            self.assign(each, value)

    def _made_anew(self, node: ast.expr, value: Value, target: ast.expr) -> Value:
        """The value assigned to a name: a new list is mutable."""
        if not value.is_const or not isinstance(target, ast.Name):
            return value
        tree = self.frames[-1].node
        if (
            isinstance(node, ast.Call)
            and isinstance(value.const, list | dict | set | np.ndarray)
            and target.id in changed_names(tree)
        ):
            return self.thawed(value.const, (node, "new"))
        return value

    def thawed(self, value: Any, key: Any) -> Value:
        """A constant as a new mutable value, deeply."""
        if isinstance(value, list):
            found = self.new_list(self.cell(key), len(value))
            for item in value:
                self.append(found, self.thawed(item, (key, "item")))
            return found
        if isinstance(value, dict) and not isinstance(value, Lazy):
            table = self.writer.new_dict(key)
            for name, item in value.items():
                self.writer.set_entry(table, constant(name), self.thawed(item, (key, "item")))
            return table
        if isinstance(value, set):
            return self.writer.set_of(constant(tuple(value)), key)
        if isinstance(value, np.ndarray):
            return self.writer.thawed_array(value)
        return constant(value)

    def copied_dict(self, table: dict[Any, Any], site: ast.AST | None) -> Value:
        return self.filled(self.writer.new_dict((site, "copy")).kind, table, site)

    def filled(self, kind: kinds.Kind, table: dict[Any, Any], site: ast.AST | None) -> Value:
        """A new dict of a kind, filled from a table of constants."""
        found = Value(kind, self.writer.new_dict((site, "filled")).parts)
        for key, value in table.items():
            self.writer.set_entry(found, constant(key), constant(value), site)
        return found

    def _is_canonical(self, node: ast.Call) -> bool:
        """Whether a call canonicalizes a state in a game where every state is canonical."""
        named = isinstance(node.func, ast.Name) and node.func.id == "canonical_state"
        return named and type(self.program.game).canonical is Game.canonical

    def _do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            if isinstance(node.value, ast.Dict | ast.Set):
                setattr(node.value, "parent", node)  # noqa: B010
            self.assign(node.target, self._made_anew(node.value, self.expr(node.value), node.target))

    # Targets.

    def assign(self, target: ast.expr, value: Value) -> None:
        """Assign to a name, several names, an item or an attribute."""
        if isinstance(target, ast.Name):
            self.bind(self.key_of(target.id), value, target)
        elif isinstance(target, ast.Tuple | ast.List):
            stars = [at for at, each in enumerate(target.elts) if isinstance(each, ast.Starred)]
            items = self.destructured(value, len(target.elts), target, stars[0] if stars else None)
            for each, item in zip(target.elts, items):
                self.assign(each.value if isinstance(each, ast.Starred) else each, item)
        elif isinstance(target, ast.Subscript):
            self.set_item(target, value)
        elif isinstance(target, ast.Attribute):
            self.set_field(self.expr(target.value), target, value)
        else:
            raise self.no("this assignment", target)

    def set_field(self, owner: Value, target: ast.Attribute, value: Value) -> None:
        """`owner.name = value`, for records and mutable objects."""
        if not owner.is_const and isinstance(owner.kind, kinds.Optional | kinds.Object):
            owner = self.present(owner, AttributeError)
        if not owner.is_const and isinstance(owner.kind, kinds.Object):
            self.set_attribute(owner, target.attr, value, target)
            return
        if owner.is_const or not isinstance(owner.kind, kinds.Record):
            raise self.no(f"{target.attr} is assigned on an object; make a new one", target)
        address, llvm = self.field(owner, target.attr, target)
        if llvm == "ptr":
            raise self.no(f"{target.attr} is an array; assign its words", target)
        self.body.store(llvm, (self.as_float(value) if llvm == "double" else self.as_int(value)).op, address)

    def set_item(self, target: ast.Subscript, value: Value) -> None:
        owner = self.expr(target.value)
        if owner.is_const:
            raise self.no("a constant is changed; copy it first", target)
        owner = self.present(owner)
        if isinstance(owner.kind, kinds.Array):
            self.writer.set_element(owner, target, value)
            return
        if isinstance(target.slice, ast.Slice):
            self.set_slice(owner, target.slice, value, target)
            return
        self._put(owner, self.expr(target.slice), value, target)

    def _put(self, owner: Value, index: Value, value: Value, node: ast.Subscript) -> None:
        """Store an item in a list, a dict or a memory."""
        kind = owner.kind
        if self.special(owner, "__setitem__", [index, value], node) is not None:
            return
        if kind is kinds.MEMORY:
            address = self.memory_address(owner, self.as_int(index).op)
            self.body.store("i64", self.as_int(value).op, address)
        elif isinstance(kind, kinds.Dict):
            self.writer.set_entry(owner, index, value, node)
        elif isinstance(kind, kinds.List) and not isinstance(kind, kinds.Set):
            self.widen(kind.cell, self.kind_of(value), node)
            item = self.convert(value, kind.cell.kind, node)
            at = self.checked_index(self.as_int(index).op, self.length(owner))
            self.store(
                item, self.body.at(self.body.load("ptr", owner.op), self._scaled(at, kinds.words(kind.cell.kind)))
            )
        elif kind is not kinds.NEVER:
            raise self.no(f"an item of {kinds.plain(kind)} is assigned; tuples and strings do not change", node)

    def set_slice(self, owner: Value, cut: ast.Slice, value: Value, node: ast.AST) -> None:
        """list[a:b] = values."""
        if owner.kind is kinds.NEVER:
            return
        if type(owner.kind) is not kinds.List:
            raise self.no(f"a slice of {kinds.plain(owner.kind)} is assigned; tuples and strings do not change", node)
        new = self.listed(value, (node, "new"), node)
        ends = [self.expr(each) if each is not None else constant(None) for each in (cut.lower, cut.upper, cut.step)]
        size = self.length(owner)
        if ends[2].is_const and ends[2].const in (None, 1):
            start, stop = self._slice_end(ends[0], size, "0"), self._slice_end(ends[1], size, size)
            self.writer.call_function(standard.set_slice, [owner, integer(start), integer(stop), new], {}, node)
            return
        lower, upper, step = ends
        places = self._stepped(self.counted(size), lower, upper, step, node)
        self.writer.call_function(
            standard.set_steps, [owner, self.listed(places, (node, "places"), node), new], {}, node
        )

    def _delete_slice(self, owner: Value, cut: ast.Slice, node: ast.AST) -> None:
        """`del list[a:b]`, with or without a step."""
        if cut.step is None:
            self.set_slice(owner, cut, constant(()), node)
            return
        lower, upper, step = (self.expr(each) if each else constant(None) for each in (cut.lower, cut.upper, cut.step))
        places = self._stepped(self.counted(self.length(owner)), lower, upper, step, node)
        self.writer.call_function(standard.delete_steps, [owner, self.listed(places, (node, "places"), node)], {}, node)

    def counted(self, size: str) -> Value:
        """The numbers from 0 up to a size."""
        target = self.alloc(size)
        self.count_up(size, lambda at: self.body.store("i64", at, self.body.at(target, at)))
        return Value(kinds.Seq(kinds.INT), [target, size])

    # In place.

    def _do_augassign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            old = self.expr(ast.copy_location(ast.Name(target.id, ast.Load()), target))
            if self.changed_in_place(old, node):
                return
            self.assign(target, self.arithmetic(type(node.op), old, self.expr(node.value), node))
            return
        if isinstance(target, ast.Subscript):
            self.augmented_item(target, node)
            return
        owner = self.expr(target.value)
        if not owner.is_const and isinstance(owner.kind, kinds.Optional | kinds.Object):
            owner = self.present(owner, AttributeError)
        if owner.is_const or not isinstance(owner.kind, kinds.Record | kinds.Object):
            raise self.no("an attribute is changed on an object; make a new one", node)
        old = self.attribute(owner, target.attr, node)
        if not old.is_const and isinstance(old.kind, kinds.List) and self.changed_in_place(old, node):
            return
        if not old.is_const and isinstance(old.kind, kinds.Array) and self.writer.array_in_place(old, node):
            return
        self.set_field(owner, target, self.arithmetic(type(node.op), old, self.expr(node.value), node))

    def changed_in_place(self, old: Value, node: ast.AugAssign) -> bool:
        """`list += ...` and other in-place operators; False if they create a new value."""
        if (old.is_const and isinstance(old.const, list | dict | set | np.ndarray)) or (
            isinstance(old.kind, kinds.Seq) and old.kind.listed
        ):
            raise self.no("a constant is changed; copy it first", node)
        if old.is_const:
            return False
        if isinstance(old.kind, kinds.Optional) and kinds.can_change(old.kind.item):
            old = self.present(old)
        if isinstance(old.kind, kinds.Union) and kinds.can_change(old.kind):
            raise self.no(f"{kinds.plain(old.kind)} is changed in place", node)
        if isinstance(old.kind, kinds.Array):
            return self.writer.array_in_place(old, node)
        if isinstance(old.kind, kinds.Dict):
            return self.writer.dict_in_place(old, node)
        if isinstance(old.kind, kinds.Set):
            return self.writer.set_in_place(old, node)
        if not isinstance(old.kind, kinds.List):
            return False
        if isinstance(node.op, ast.Add):
            self.extend(old, self.expr(node.value), node)
            return True
        if isinstance(node.op, ast.Mult):
            self.writer.take_over(old, self.arithmetic(ast.Mult, old, self.expr(node.value), node), node)
            return True
        return False

    def augmented_item(self, target: ast.Subscript, node: ast.AugAssign) -> None:
        owner = self.present(self.expr(target.value))
        if isinstance(owner.kind, kinds.Array) or isinstance(target.slice, ast.Slice):
            self.writer.augmented_element(owner, target, node)
            return
        index = self.expr(target.slice)
        old = self.index(owner, index, target)
        if isinstance(owner.kind, kinds.List | kinds.Dict) and self.changed_in_place(old, node):
            return
        new = self.arithmetic(type(node.op), old, self.expr(node.value), node)
        self._put(owner, index, new, target)

    # del.

    def _do_delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                if self.key_of(target.id) in self.bound:
                    self.body.store("i1", "false", self.bound[self.key_of(target.id)])
                continue
            if not isinstance(target, ast.Subscript):
                raise self.no("del of an attribute", node)
            owner = self.present(self.expr(target.value))
            if isinstance(owner.kind, kinds.Dict):
                self.writer.remove_key(owner, self.expr(target.slice), node)
            elif isinstance(owner.kind, kinds.List) and not isinstance(target.slice, ast.Slice):
                at = self.checked_index(self.as_int(self.expr(target.slice)).op, self.length(owner))
                self.remove_at(owner, at)
            elif isinstance(owner.kind, kinds.List) and isinstance(target.slice, ast.Slice):
                self._delete_slice(owner, target.slice, node)
            else:
                raise self.no("this del statement", node)
