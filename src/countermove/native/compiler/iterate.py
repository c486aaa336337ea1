"""Going through things: loops over whatever can be looped over, and collecting what comes of it.

`each(value, one)` writes a loop and has `one` write what is done with an item. Nothing is gathered first: a generator
expression, `map`, `zip`, `enumerate` or `filter` is a loop like any other, with its work done where the item is used.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.base import Base, has_items
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, integer
from countermove.native.compiler.hashed import HEADER, INDEX, has_hash
from countermove.native.compiler.kinds import (
    BOOL,
    INT,
    NEVER,
    Array,
    Cell,
    Clash,
    Deque,
    Dict,
    Kind,
    List,
    Optional,
    Seq,
    Set,
    Static,
    Tuple,
    Union,
    item_of,
    join,
    plain,
    words,
)  # fmt: skip
from countermove.native.compiler.program import kind_of

__all__ = ["Iterate", "Lazy", "Range"]

FEW = 4
"""Constants of different kinds, or items in registers, that a loop is written out for."""

One = Callable[[Value], None]


class Lazy:
    """Something to be looped over whose items are made one by one; `count` where their number is known."""

    def __init__(self, each: Callable[[One], None], count: int | None = None, once: bool = True) -> None:
        self.each = each
        self.count = count
        self.once = once
        """Whether it is used up when it has been gone through."""


class Range:
    """A range whose ends are known only while the game is played."""

    def __init__(self, start: str, stop: str, step: str) -> None:
        self.start, self.stop, self.step = start, stop, step


class Iterate(Base):
    """Loops."""

    unrolled = 0

    def each(self, value: Value, one: One, node: ast.AST | None = None) -> None:
        """Do something with every item of a value."""
        if value.is_const:
            self._each_constant(value.const, one, node)
            return
        kind = value.kind
        if isinstance(kind, Optional):
            self.each(self.present(value), one, node)
        elif isinstance(kind, Union):
            self._each_alternative(value, one, node)
        elif isinstance(kind, Tuple):
            if len(kind.items) <= FEW or not self._alike(kind):
                self.unrolled += 1
                for item in value.items():
                    one(item)
                self.unrolled -= 1
            else:
                self.each(self.as_sequence(value), one, node)
        elif isinstance(kind, Seq):
            self.count_up(self.length(value), lambda index: one(self.item(value, index)))
        elif isinstance(kind, List):
            self._each_of_list(value, one)
        elif isinstance(kind, Dict):
            self.each(self.keys(value), one, node)
        elif isinstance(kind, Array):
            self.count_up(self.length(value), lambda index: one(self.element(value, [integer(index)])))
        elif kind is NEVER:
            return
        else:
            raise self.no(f"a loop over {plain(kind)}", node)

    def _each_alternative(self, value: Value, one: One, node: ast.AST | None) -> None:
        """Loop over a value of one of several kinds: the loop is written out for each that can be looped over."""
        body, end = self.body, self.body.label("end")
        for number, each in enumerate(value.alternatives()):
            if not has_items(each.kind):
                continue
            here, other = body.label("is"), body.label("not")
            body.branch(body.set(f"icmp eq i64 {value.parts[0]}, {number}"), here, other)
            body.begin(here)
            self.unrolled += 1
            self.each(each, one, node)
            self.unrolled -= 1
            body.jump(end)
            body.begin(other)
        self.guard("false", TypeError)
        body.begin(end)

    def keys(self, value: Value) -> Value:
        raise NotImplementedError

    def element(self, value: Value, indices: list[Value]) -> Value:
        raise NotImplementedError

    def _alike(self, kind: Tuple) -> bool:
        try:
            for item in kind.items:
                join(kind.items[0], item)
        except Clash:
            return False
        return True

    def _each_constant(self, value: Any, one: One, node: ast.AST | None) -> None:
        if isinstance(value, Lazy):
            value.each(one)
            return
        if isinstance(value, Range):
            self._each_of_range(value, one)
            return
        if isinstance(value, Chosen):
            self.each(self.option(value, lambda table: tuple(table), node), one, node)
            return
        if isinstance(value, range):
            self._each_of_range(Range(str(value.start), str(value.stop), str(value.step)), one)
            return
        if isinstance(value, np.ndarray) and value.ndim > 1:
            self.each(self.runtime(constant(value), node), one, node)
            return
        if isinstance(value, np.ndarray) or hasattr(value, "__iter__"):
            items = list(value)
        else:
            raise self.no(f"a loop over a {type(value).__name__}", node)
        if not items:
            return
        whole = self.program.runtime(tuple(items))
        if isinstance(value, str):
            whole = self.program.runtime(value)
        if whole is not None and isinstance(whole.kind, Seq) and (len(items) > 1 or words(whole.kind)):
            self.each(whole, one, node)
            return
        self.unrolled += 1
        for item in items:
            one(constant(item))
        self.unrolled -= 1

    def option(self, value: Chosen, part: Callable[[Any], Any], node: ast.AST | None) -> Value:
        """A part of the dictionary that is meant: its keys, say."""
        found: Kind = NEVER
        parts = [part(table) for table in value.options]
        for each in parts:
            kind = kind_of(each)
            if kind is None:
                raise self.no("a dictionary of dictionaries of this kind", node)
            found = join(found, kind if not isinstance(kind, Tuple) else Seq(item_of(kind.items), len(kind.items)))
        table = self.program.constant_of(parts, Seq(found, len(parts)))
        return self.item(table, value.index)

    def _each_of_range(self, value: Range, one: One) -> None:
        body = self.body
        place = body.place("i64")
        body.store("i64", value.start, place)
        head, inside, end = body.label("head"), body.label("in"), body.label("out")
        body.begin(head)
        now = body.load("i64", place)
        if value.step.lstrip("-").isdigit():
            test = "slt" if int(value.step) > 0 else "sgt"
            good = body.set(f"icmp {test} i64 {now}, {value.stop}")
        else:
            up = body.set(f"icmp sgt i64 {value.step}, 0")
            less, more = (body.set(f"icmp {test} i64 {now}, {value.stop}") for test in ("slt", "sgt"))
            good = body.set(f"select i1 {up}, i1 {less}, i1 {more}")
        body.branch(good, inside, end)
        body.begin(inside)
        one(integer(now))
        body.store("i64", body.set(f"add nsw i64 {now}, {value.step}"), place)
        body.jump(head)
        body.begin(end)

    def _each_of_list(self, value: Value, one: One) -> None:
        """A list may grow while it is gone through, so its length is asked every time."""
        assert isinstance(value.kind, List)
        body, item = self.body, value.kind.cell.kind
        size = words(item)
        place = body.place("i64")
        body.store("i64", "0", place)
        head, inside, end = body.label("head"), body.label("in"), body.label("out")
        body.begin(head)
        index = body.load("i64", place)
        body.branch(body.set(f"icmp slt i64 {index}, {self.length(value)}"), inside, end)
        body.begin(inside)
        offset = index if size == 1 else body.set(f"mul i64 {index}, {size}")
        fresh = not isinstance(value.kind, Set)
        one(self.load(item, body.at(body.load("ptr", value.op), offset), fresh))
        body.store("i64", body.set(f"add i64 {index}, 1"), place)
        body.jump(head)
        body.begin(end)

    def settled(self, value: Value) -> Value:
        if value.is_const and isinstance(value.const, Lazy | Range):
            return self.gathered(value, ("settled", self.line, self.body.count), None)
        return self.unshared(value, None)

    def held(self, value: Lazy, key: Any, node: ast.AST | None) -> Lazy:
        """An iterator that a variable holds: its items, and how many have been taken."""
        body = self.body
        whole = self.as_sequence(self.listed(constant(value), key, node))
        size = self.length(whole)
        place = body.place("i64")
        body.store("i64", "0", place)

        def each(one: One) -> None:
            head, inside, end = body.label("head"), body.label("in"), body.label("out")
            body.begin(head)
            index = body.load("i64", place)
            body.branch(body.set(f"icmp slt i64 {index}, {size}"), inside, end)
            body.begin(inside)
            body.store("i64", body.set(f"add i64 {index}, 1"), place)
            one(self.item(whole, index))
            body.jump(head)
            body.begin(end)

        return Lazy(each, None, False)

    def static_count(self, value: Value) -> int | None:
        """How many items a value has, where that is known."""
        if value.is_const:
            if isinstance(value.const, Lazy):
                return value.const.count
            return None if isinstance(value.const, Range | Chosen) else len(value.const)
        if isinstance(value.kind, Seq):
            return value.kind.count
        if isinstance(value.kind, Tuple):
            return len(value.kind.items)
        if isinstance(value.kind, Array) and value.kind.shape is not None:
            return value.kind.shape[0]
        return None

    # Lists.

    def cell(self, node: Any) -> Cell:
        """What is known of the items of a list that is made at a place of the source."""
        return self.cells.setdefault(self.cell_key(node), Cell())

    def cell_key(self, node: Any) -> Any:
        return node

    def widen(self, cell: Cell, kind: Kind, node: ast.AST | None = None) -> None:
        if isinstance(kind, Static):
            raise self.no(f"{plain(kind)} in a list", node)
        try:
            if cell.widen(kind):
                self.changed = True
        except Clash as clash:
            raise self.no(f"the items of a list are sometimes {clash}", node) from None

    def new_list(self, cell: Cell, room: str | int = 0, kind: type[List] = List) -> Value:
        """An empty list."""
        body = self.body
        header = self.alloc(HEADER)
        size = words(cell.kind)
        data = "@cm_nothing"
        if str(room) != "0" and size:
            count = room if size == 1 else body.set(f"mul i64 {room}, {size}")
            data = self.alloc(count)
        body.store("ptr", data, header)
        body.store("i64", "0", body.at(header, 1))
        body.store("i64", str(room), body.at(header, 2))
        body.store("i64", "0", body.at(header, INDEX))
        return Value(kind(cell), [header])

    def append(self, target: Value, item: Value, node: ast.AST | None = None) -> None:
        """Put one more item at the end of a list."""
        assert isinstance(target.kind, List)
        body = self.body
        item = self.movable(item, node)
        self.widen(target.kind.cell, self.kind_of(item), node)
        kind = target.kind.cell.kind
        item = self.convert(item, kind, node)
        size = words(kind)
        count = self.length(target)
        if isinstance(target.kind, Deque):
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
        """Take an item out of a list that has more than so many."""
        body = self.body
        cut, on = body.label("cut"), body.label("on")
        body.branch(body.set(f"icmp sgt i64 {self.length(target)}, {most}"), cut, on)
        body.begin(cut)
        self.remove_at(target, at)
        body.begin(on)

    def remove_at(self, owner: Value, at: str) -> None:
        raise NotImplementedError

    def thawed_list(self, value: Value, kind: List) -> Value:
        """A constant list as one that can change."""
        found = Value(kind, self.new_list(kind.cell, self.length(value)).parts)
        self.each(value, lambda item: self.append(found, item))
        return found

    def extend(self, target: Value, items: Value, node: ast.AST | None = None) -> None:
        """Put more items at the end of a list, which may be its own: those it has now."""
        if not items.is_const and isinstance(items.kind, List):
            items = self.as_sequence(items)
        self.each(items, lambda item: self.append(target, item, node), node)

    def unshared(self, value: Value, node: ast.AST | None) -> Value:
        """A set that is written out, as one that may be changed; anything else as it is."""
        return value

    def movable(self, value: Value, node: ast.AST | None) -> Value:
        """A value that can be put into something: a dictionary of constants is copied first."""
        return value

    def listed(self, value: Value, key: Any, node: ast.AST | None = None, kind: type[List] = List) -> Value:
        """A new list of the items of a value."""
        cell = self.cell(key)
        known = self.static_count(value)
        found = self.new_list(cell, known or 0)
        self.each(value, lambda item: self.append(found, item, node), node)
        return Value(kind(cell), found.parts)

    def gathered(self, value: Value, key: Any, node: ast.AST | None = None) -> Value:
        """A tuple of the items of a value."""
        if not value.is_const and isinstance(value.kind, Seq) and not value.kind.text:
            return Value(dataclasses.replace(value.kind, listed=False), value.parts)
        if not value.is_const and isinstance(value.kind, Tuple) and value.kind.cls is None:
            return value
        count = self.static_count(value)
        if count is None:
            return self._tuple_of(self.listed(value, key, node))
        cell = self.cell(key)
        body = self.body
        size = words(cell.kind)
        target = self.alloc(size * count) if size * count else "@cm_nothing"
        place = body.place("ptr")
        body.store("ptr", target, place)

        def one(item: Value) -> None:
            self.widen(cell, self.kind_of(item), node)
            now = body.load("ptr", place)
            self.store(self.convert(item, cell.kind, node), now)
            body.store("ptr", body.at(now, words(cell.kind)), place)

        self.each(value, one, node)
        return Value(Seq(cell.kind, count), [target])

    def _tuple_of(self, value: Value) -> Value:
        """The items of a list that nobody else has, as a tuple."""
        assert isinstance(value.kind, List)
        return Value(Seq(value.kind.cell.kind), [self.body.load("ptr", value.op), self.length(value)])

    # Questions about all items.

    def any_of(self, value: Value, wanted: bool, test: Callable[[Value], str] | None = None) -> str:
        """Whether some item is true (or `wanted` False: some item is false), as an operand of one bit."""
        body = self.body
        result = body.place("i1")
        body.store("i1", "false", result)
        end = body.label("end")

        def one(item: Value) -> None:
            truth = (test or self.truth)(item)
            hit, on = body.label("hit"), body.label("on")
            body.branch(truth, *((hit, on) if wanted else (on, hit)))
            body.begin(hit)
            body.store("i1", "true", result)
            body.jump(end)
            body.begin(on)

        self.each(value, one)
        body.begin(end)
        return body.load("i1", result)

    def first_index(self, value: Value, wanted: Value, error: type[BaseException] | None) -> Value:
        """Where an item is for the first time; -1, or a fault, where it is not."""
        body = self.body
        result = body.place("i64")
        body.store("i64", "0", result)
        found, end = body.label("found"), body.label("end")

        def one(item: Value) -> None:
            on = body.label("on")
            body.branch(self.equal(item, wanted), found, on)
            body.begin(on)
            body.store("i64", body.set(f"add i64 {body.load('i64', result)}, 1"), result)

        self.each(value, one)
        if error is not None:
            self.guard("false", error)
        else:
            body.store("i64", "-1", result)
        body.jump(end)
        body.begin(found)
        body.begin(end)
        return integer(body.load("i64", result))

    def place_in(self, whole: Value, item: Value) -> str:
        """Where an item is in a set, as an operand; -1 where it is not."""
        kind = whole.kind
        assert isinstance(kind, Set)
        inside = kind.cell.kind
        if not has_hash(inside) or not self.fits(item, inside):
            return self.first_index(whole, item, None).op
        if kind.room is None:
            self.spec.allocates = True
        size = words(inside)
        name = self.program.find_function(size)
        place = self.body.place("i64", size)
        self.store(self.convert(item, inside), place)
        given = ", ".join(f"i64 {self.body.load('i64', self.body.at(place, at))}" for at in range(size))
        return self.body.set(f"call i64 {name}(ptr %ctx, ptr {whole.op}, {given})")

    def fits(self, item: Value, kind: Kind) -> bool:
        given = self.kind_of(item)
        return given == kind or (kind is INT and given in (INT, BOOL))

    def is_in(self, whole: Value, item: Value) -> str:
        """Whether an item is in a set."""
        return self.body.set(f"icmp sge i64 {self.place_in(whole, item)}, 0")

    def drop_index(self, owner: Value) -> None:
        """What is known about places in a set holds no longer."""
        self.body.store("i64", "0", self.body.at(owner.op, INDEX))

    def count_of(self, value: Value, wanted: Value) -> Value:
        """How often an item occurs."""
        body = self.body
        result = body.place("i64")
        body.store("i64", "0", result)

        def one(item: Value) -> None:
            more = body.set(f"zext i1 {self.equal(item, wanted)} to i64")
            body.store("i64", body.set(f"add i64 {body.load('i64', result)}, {more}"), result)

        self.each(value, one)
        return integer(body.load("i64", result))
