"""Lists and tuples collected from loops, and growing lists."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable
from typing import Any

from countermove.native.compiler import kinds
from countermove.native.compiler.code import Value, constant
from countermove.native.compiler.hashed import HEADER, INDEX
from countermove.native.compiler.iterate import ENDLESS, Held, Iterate, Lazy, Range, is_endless


class Gather(Iterate):
    """Items collected."""

    def cell(self, node: Any) -> kinds.Cell:
        """The item kind of lists created at a source location."""
        return self.cells.setdefault(node, kinds.Cell())

    def widen(self, cell: kinds.Cell, kind: kinds.Kind, node: ast.AST | None = None) -> None:
        if isinstance(kind, kinds.Static):
            raise self.no(f"{kinds.plain(kind)} in a list", node)
        try:
            if cell.widen(kinds.as_item(kind)):
                self.changed = True
        except kinds.Clash as clash:
            raise self.no(f"the items of a list are sometimes {clash}", node) from None

    def new_list(self, cell: kinds.Cell, room: str | int = 0) -> Value:
        """An empty list."""
        body = self.body
        header = self.alloc(HEADER)
        size = kinds.words(cell.kind)
        data = "@cm_nothing"
        if str(room) != "0" and size:
            count = room if size == 1 else body.set(f"mul i64 {room}, {size}")
            data = self.alloc(count)
        body.store("ptr", data, header)
        body.store("i64", "0", body.at(header, 1))
        body.store("i64", str(room), body.at(header, 2))
        body.store("i64", "0", body.at(header, INDEX))
        return Value(kinds.List(cell), [header])

    def append(self, target: Value, item: Value, node: ast.AST | None = None) -> None:
        """Append an item to a list."""
        assert isinstance(target.kind, kinds.List)
        body = self.body
        item = self.writer.movable(item, node)
        self.widen(target.kind.cell, self.kind_of(item), node)
        kind = target.kind.cell.kind
        item = self.convert(item, kind, node)
        size = kinds.words(kind)
        count = self.length(target)
        if isinstance(target.kind, kinds.Deque) and target.kind.most is not None:
            self.shortened(target, target.kind.most - 1)
            count = self.length(target)
        full = body.set(f"icmp eq i64 {count}, {body.load('i64', body.at(target.op, 2))}")
        grow, on = body.label("grow"), body.label("on")
        body.branch(full, grow, on, likely=False)
        body.begin(grow)
        self.spec.allocates = True
        good = body.set(f"call i1 @cm_grow(ptr %ctx, ptr {target.op}, i64 {size})")
        body.branch(good, on, self.fault(MemoryError), likely=True)
        body.begin(on)
        offset = count if size == 1 else body.set(f"mul i64 {count}, {size}")
        self.store(item, body.at(body.load("ptr", target.op), offset))
        body.store("i64", body.set(f"add i64 {count}, 1"), body.at(target.op, 1))

    def shortened(self, target: Value, most: int, at: str = "0") -> None:
        """Remove an item from a list longer than `most`."""
        body = self.body
        with body.when(body.set(f"icmp sgt i64 {self.length(target)}, {most}")):
            self.remove_at(target, at)

    def remove_at(self, owner: Value, at: str) -> None:
        """Remove an item from a list."""
        assert isinstance(owner.kind, kinds.List)
        body, size = self.body, kinds.words(owner.kind.cell.kind)
        last = body.set(f"sub i64 {self.length(owner)}, 1")
        data = body.load("ptr", owner.op)
        target = body.at(data, self._scaled(at, size))
        count = body.set(f"mul i64 {body.set(f'sub i64 {last}, {at}')}, {8 * size}")
        body.add(f"call void @llvm.memmove.p0.p0.i64(ptr {target}, ptr {body.at(target, size)}, i64 {count}, i1 false)")
        body.store("i64", last, body.at(owner.op, 1))
        if isinstance(owner.kind, kinds.Set):
            self.drop_index(owner)

    def take_first(self, owner: Value) -> Value:
        """Remove and return the first item of a non-empty list."""
        assert isinstance(owner.kind, kinds.List)
        found = self.load(owner.kind.cell.kind, self.body.load("ptr", owner.op), True)
        self.remove_at(owner, "0")
        return found

    def thawed_list(self, value: Value, kind: kinds.List) -> Value:
        """A constant list as a mutable one."""
        found = Value(kind, self.new_list(kind.cell, self.length(value)).parts)
        self.each(value, lambda item: self.append(found, item))
        return found

    def extend(self, target: Value, items: Value, node: ast.AST | None = None) -> None:
        """Extend a list, possibly by its own current items."""
        if not items.is_const and isinstance(items.kind, kinds.List):
            items = self.as_sequence(items)
        self.each(items, lambda item: self.append(target, item, node), node)

    def listed(self, value: Value, key: Any, node: ast.AST | None = None, kind: type[kinds.List] = kinds.List) -> Value:
        """A new list of the items of a value."""
        if is_endless(value):
            raise self.no("it makes a list of an endless iterator", node)
        cell = self.cell(key)
        known = self.static_count(value)
        found = self.new_list(cell, known or 0)
        self.each(value, lambda item: self.append(found, item, node), node)
        return Value(kind(cell), found.parts)

    def like(self, value: Value, found: Value) -> Value:
        """A new list as a deque if the value is one."""
        assert isinstance(found.kind, kinds.List)
        if not isinstance(value.kind, kinds.Deque):
            return found
        return Value(kinds.Deque(found.kind.cell, value.kind.most), found.parts)

    def gathered(self, value: Value, key: Any, node: ast.AST | None = None) -> Value:
        """A tuple of the items of a value."""
        if not value.is_const and isinstance(value.kind, kinds.Seq) and not value.kind.text:
            return Value(dataclasses.replace(value.kind, listed=False), value.parts)
        if not value.is_const and isinstance(value.kind, kinds.Tuple) and value.kind.cls is None:
            return value
        count = self.static_count(value)
        if count is None:
            return self._tuple_of(self.listed(value, key, node))
        cell = self.cell(key)
        body = self.body
        size = kinds.words(cell.kind)
        target = self.alloc(size * count) if size * count else "@cm_nothing"
        place = body.slot("ptr", target)

        def one(item: Value) -> None:
            self.widen(cell, self.kind_of(item), node)
            now = body.load("ptr", place)
            self.store(self.convert(item, cell.kind, node), now)
            body.store("ptr", body.at(now, kinds.words(cell.kind)), place)

        self.each(value, one, node)
        return Value(kinds.Seq(cell.kind, count), [target])

    def _tuple_of(self, value: Value) -> Value:
        """The items of an unshared list, as a tuple."""
        assert isinstance(value.kind, kinds.List)
        return Value(kinds.Seq(value.kind.cell.kind), [self.body.load("ptr", value.op), self.length(value)])

    def settled(self, value: Value) -> Value:
        if value.is_const and isinstance(value.const, Lazy | Range):
            return self.gathered(value, ("settled", self.line, self.body.count), None)
        return self.writer.unshared(value, None)

    def held(self, value: Lazy, key: Any, node: ast.AST | None) -> Held:
        """An iterator in a variable: its items, and how many were consumed."""
        body = self.body
        again = value.whole is not None
        whole = self.as_sequence(value.whole or self.listed(constant(value), key, node))
        count = size = self.length(whole)
        if again:
            some = body.set(f"icmp sgt i64 {count}, 0")
            size = body.set(f"select i1 {some}, i64 {ENDLESS}, i64 0")
        place = body.slot("i64", "0")

        def taken(index: str) -> Value:
            return self.item(whole, body.set(f"urem i64 {index}, {count}") if again else index)

        return Held(body, size, place, taken, again)

    def reversed_value(self, value: Value, node: ast.AST) -> Value:
        if value.is_const and isinstance(value.const, range):
            return constant(value.const[::-1])
        if value.is_const and isinstance(value.const, Range):
            body, given = self.body, value.const
            if given.step == "1":
                last = body.set(f"sub i64 {given.stop}, 1")
                return constant(Range(last, body.set(f"sub i64 {given.start}, 1"), "-1"))
            value = self.listed(value, (node, "reversed"), node)
        if value.is_const and isinstance(value.const, Lazy):
            value = self.listed(value, (node, "reversed"), node)
        elif value.is_const:
            return constant(tuple(reversed(value.const)))
        if isinstance(value.kind, kinds.Dict):
            value = self.writer.keys(value)
        whole = self.as_sequence(value, node)
        assert isinstance(whole.kind, kinds.Seq)
        size = self.length(whole)

        def each(one: Callable[[Value], None]) -> None:
            def back(index: str) -> None:
                at = self.body.set(f"sub i64 {self.body.set(f'sub i64 {size}, 1')}, {index}")
                one(self.item(whole, at))

            self.count_up(size, back)

        return constant(Lazy(each, whole.kind.count))
