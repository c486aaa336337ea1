"""Sorting, and the minimum or maximum of some items."""

from __future__ import annotations

import ast

from countermove.native.compiler.call import Call
from countermove.native.compiler.code import Value, boolean, constant, never, zero
from countermove.native.compiler.intrinsic import Named
from countermove.native.compiler.kinds import NEVER, Enum, List, Optional, Tuple, words


class Order(Call):
    """Sorting, and the best of several."""

    def sort(self, target: Value, keys: Value | None, reverse: bool | str, node: ast.AST | None = None) -> None:
        """Sort a list stably, optionally by `keys`, a list sorted along.

        The order is the author's if a node is given, else a total order defined for all values.
        """
        assert isinstance(target.kind, List)
        body = self.body
        count = self.length(target)
        where = keys if keys is not None else target
        assert isinstance(where.kind, List)
        place = body.place("i64")

        def comes_before(one: Value, two: Value) -> str:
            if node is None:
                return self.rank_less(one, two, node)
            return self.less(ast.Lt, one, two, node) if one.parts else "false"

        def insert(index: str) -> None:
            key = self.load(where.kind.cell.kind, self._slot(where, index), True)  # type: ignore[attr-defined]
            item = self.load(target.kind.cell.kind, self._slot(target, index), True) if keys is not None else key  # type: ignore[attr-defined]
            body.store("i64", index, place)
            head, inside, shift, end = (body.label(name) for name in ("head", "in", "shift", "out"))
            body.begin(head)
            at = body.load("i64", place)
            body.branch(body.set(f"icmp sgt i64 {at}, 0"), inside, end)
            body.begin(inside)
            before = body.set(f"sub i64 {at}, 1")
            other = self.load(where.kind.cell.kind, self._slot(where, before))  # type: ignore[attr-defined]
            if isinstance(reverse, str):
                out = self.choose(
                    reverse, lambda: boolean(comes_before(other, key)), lambda: boolean(comes_before(key, other))
                ).op
            else:
                out = comes_before(other, key) if reverse else comes_before(key, other)
            body.branch(out, shift, end)
            body.begin(shift)
            for each in (target, keys):
                if each is not None:
                    size = words(each.kind.cell.kind)  # type: ignore[attr-defined]
                    body.copy(self._slot(each, at), self._slot(each, before), size)
            body.store("i64", before, place)
            body.jump(head)
            body.begin(end)
            at = body.load("i64", place)
            self.store(item, self._slot(target, at))
            if keys is not None:
                self.store(key, self._slot(keys, at))

        self.count_up(count, insert)

    def sort_by(self, target: Value, named: dict[str, Value], node: ast.AST) -> None:
        """Sort a list by the arguments of `sorted`."""
        reverse = named.get("reverse", constant(False))
        back: bool | str = bool(reverse.const) if reverse.is_const else self.truth(reverse)
        key = named.get("key", constant(None))
        keys = None
        if not (key.is_const and key.const is None):
            keys = self.new_list(self.cell((node, "keys of")))
            self.each(target, lambda item: self.append(keys, self.called(key.const, [item], {}, node), node), node)
        self.sort(target, keys, back, node)

    def rank_less(self, one: Value, two: Value, node: ast.AST | None) -> str:
        """Whether one value comes before another, in a total order defined for all values."""
        kind = one.kind
        if isinstance(kind, Enum) and not issubclass(kind.cls, int):
            return self.body.set(f"icmp slt i64 {one.op}, {two.op}")
        if isinstance(kind, Optional):
            missing = self.body.set(f"xor i1 {one.parts[0]}, true")
            first = self.body.set(f"and i1 {missing}, {two.parts[0]}")
            both = self.body.set(f"and i1 {one.parts[0]}, {two.parts[0]}")
            return self.choose(
                both, lambda: boolean(self.rank_less(one.inner(), two.inner(), node)), lambda: boolean(first)
            ).op
        if type(kind).__name__ == "Union":
            same = self.body.set(f"icmp eq i64 {one.parts[0]}, {two.parts[0]}")
            found = self.body.set(f"icmp slt i64 {one.parts[0]}, {two.parts[0]}")
            for number, (a, b) in enumerate(zip(one.alternatives(), two.alternatives())):
                here = self.body.set(f"and i1 {same}, {self.body.set(f'icmp eq i64 {one.parts[0]}, {number}')}")
                found = self._either(here, a, b, found, node)
            return found
        if isinstance(kind, Tuple) and kind.cls is not None and not issubclass(kind.cls, tuple):
            one, two = Value(Tuple(kind.items), one.parts), Value(Tuple(kind.items), two.parts)
        if not kind or kind in (NEVER,) or not one.parts:
            return "false"
        return self.less(ast.Lt, one, two, node or self.node)

    def _either(self, here: str, one: Value, two: Value, other: str, node: ast.AST | None) -> str:
        """Whether one value comes before another if a condition holds, else the given result."""
        return self.choose(here, lambda: boolean(self.rank_less(one, two, node)), lambda: boolean(other)).op

    def _slot(self, target: Value, index: str) -> str:
        assert isinstance(target.kind, List)
        data = self.body.load("ptr", target.op)
        return self.body.at(data, self._scaled(index, words(target.kind.cell.kind)))

    def best_of(self, value: Value, named: Named, most: bool, node: ast.AST) -> Value:
        """The largest or smallest item, the first of equals."""
        body = self.body
        key = named.get("key", constant(None)).const
        item_key, rank_key = f"best@{id(node)}", f"rank@{id(node)}"
        found = body.slot("i1", "false")
        for each in (item_key, rank_key):
            self.constants.pop(each, None)

        def one(item: Value) -> None:
            rank = item if key is None else self.called(key, [item], {}, node)
            if not item.is_const or self.program.runtime(item.const) is not None:
                item = self.runtime(item, node)
            rank = self.runtime(rank, node)
            if rank.kind is NEVER:
                return
            take, on, look = body.label("take"), body.label("on"), body.label("look")
            if rank_key in self.variables:
                old = self.read(rank_key)
                body.branch(body.load("i1", found), look, take)
                body.begin(look)
                better = self.less(ast.Gt if most else ast.Lt, rank, old, node)
                body.branch(better, take, on)
            else:
                self.changed |= rank_key not in self.kinds
            body.begin(take)
            self.bind(item_key, item, node)
            self.bind(rank_key, rank, node)
            body.store("i1", "true", found)
            body.begin(on)

        if rank_key in self.kinds:  # known from an earlier pass: allocate the slots
            self.bind(item_key, zero(self.kinds[item_key]), node)
            self.bind(rank_key, zero(self.kinds[rank_key]), node)
        self.each(value, one, node)
        if item_key not in self.variables and item_key not in self.constants:
            result: Value = never
        else:
            result = self.read(item_key)
        if "default" in named:
            chosen = result
            return self.choose(body.load("i1", found), lambda: chosen, lambda: named["default"])
        self.guard(body.load("i1", found), ValueError)
        return result
