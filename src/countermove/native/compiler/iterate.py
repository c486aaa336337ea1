"""Iteration: loops over anything iterable.

`each(value, one)` emits a loop and has `one` emit its body. Nothing is collected first: a generator expression, `map`,
`zip`, `enumerate` or `filter` is a loop like any other, with its work done where the item is used.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler import kinds
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Body, Value, constant, integer
from countermove.native.compiler.equality import Equality
from countermove.native.compiler.hashed import INDEX, MAX_LINEAR, has_hash
from countermove.native.compiler.program import has_own, kind_of
from countermove.native.compiler.sequence import has_items

MAX_UNROLLED = 4
"""Maximum constants of different kinds, or items in registers, for which a loop is unrolled."""
One = Callable[[Value], None]


class Lazy:
    """An iterable whose items are produced one by one; `count` if their number is known."""

    endless = False

    def __init__(self, each: Callable[[One], None], count: int | None = None, once: bool = True) -> None:
        self.each = each
        self.count = count
        self.whole: Value | None = None
        """All items of a cycling iterable."""
        self.once = once
        """Whether it is exhausted after one pass."""


ENDLESS = 1 << 62
"""The length at which an endless iterable is cut off."""


class Range:
    """A range whose ends are known only at run time."""

    endless = False

    def __init__(self, start: str, stop: str, step: str) -> None:
        self.start, self.stop, self.step = start, stop, step

    @classmethod
    def of(cls, value: range) -> Range:
        """A range of constants."""
        return cls(str(value.start), str(value.stop), str(value.step))


class Held(Lazy):
    """An iterator in a variable: `size` items, `place` holds how many were consumed, `taken` yields one."""

    def __init__(self, body: Body, size: str, place: str, taken: Callable[[str], Value], endless: bool) -> None:
        super().__init__(self._each, None, False)
        self.body, self.size, self.place, self.taken = body, size, place, taken
        self.endless = endless

    def _each(self, one: One) -> None:
        body = self.body
        head, inside, end = body.label("head"), body.label("in"), body.label("out")
        body.begin(head)
        index = body.load("i64", self.place)
        body.branch(body.set(f"icmp slt i64 {index}, {self.size}"), inside, end)
        body.begin(inside)
        body.store("i64", body.set(f"add i64 {index}, 1"), self.place)
        one(self.taken(index))
        body.jump(head)
        body.begin(end)


def over(source: Value, each: Callable[[One], None], count: int | None = None) -> Lazy:
    """An iterable with one item per item of another; endless if that is."""
    found = Lazy(each, count)
    found.endless = is_endless(source)
    return found


class Count(Range):
    """Endless numbers. Run-time values are read again on every pass."""

    endless = True

    def __init__(self, body: Body, start: str, step: str) -> None:
        self.body = body
        self._start, self._step = (self._kept(operand) for operand in (start, step))

    def _kept(self, operand: str) -> tuple[str, str]:
        """A number, or where it is stored."""
        if operand.lstrip("-").isdigit():
            return operand, ""
        place = self.body.slot("i64", operand)
        return "", place

    def _read(self, kept: tuple[str, str]) -> str:
        return kept[0] or self.body.load("i64", kept[1])

    @property
    def start(self) -> str:  # type: ignore[override]
        return self._read(self._start)

    @property
    def step(self) -> str:  # type: ignore[override]
        return self._read(self._step)

    @property
    def stop(self) -> str:  # type: ignore[override]
        step = self.step
        if step.lstrip("-").isdigit():
            return str(ENDLESS if int(step) > 0 else -ENDLESS)
        up = self.body.set(f"icmp sgt i64 {step}, 0")
        return self.body.set(f"select i1 {up}, i64 {ENDLESS}, i64 {-ENDLESS}")

    def iterator(self) -> Lazy:
        """The same as an iterator in a variable: consumed items are gone."""
        body = self.body
        place = body.slot("i64", "0")

        def taken(index: str) -> Value:
            return integer(body.set(f"add i64 {self.start}, {body.set(f'mul i64 {index}, {self.step}')}"))

        return Held(body, str(ENDLESS), place, taken, True)


class Alternatives(Lazy):
    """One of several iterables; a flag set at each binding says which."""

    def __init__(self, c: Iterate) -> None:
        super().__init__(self._each)
        self.c = c
        self.options: list[Value] = []
        self.place = c.body.place("i64")
        self.endless = True

    def add(self, option: Value) -> None:
        self.c.body.store("i64", str(len(self.options)), self.place)
        self.options.append(option)

    def _each(self, one: One) -> None:
        body, end = self.c.body, self.c.body.label("end")
        number = body.load("i64", self.place)
        self.c.unrolled += 1
        for at, option in enumerate(self.options):
            with body.when(body.set(f"icmp eq i64 {number}, {at}")):
                self.c.each(option, one)
                body.jump(end)
        self.c.unrolled -= 1
        body.begin(end)


def is_endless(value: Value) -> bool:
    """Whether an iterable is endless."""
    return value.is_const and isinstance(value.const, Lazy | Range) and value.const.endless


class Iterate(Equality):
    """Loops."""

    def each(self, value: Value, one: One, node: ast.AST | None = None) -> None:
        """Do something with every item of a value."""
        if value.is_const:
            self._each_constant(value.const, one, node)
            return
        kind = value.kind
        if isinstance(kind, kinds.Optional):
            self.each(self.present(value), one, node)
        elif isinstance(kind, kinds.Union):
            self._each_alternative(value, one, node)
        elif has_own(kind, "__iter__"):
            own = self.writer.special(value, "__iter__", [], node or self.node)
            assert own is not None
            self.each(own, one, node)
        elif isinstance(kind, kinds.Tuple):
            if len(kind.items) <= MAX_UNROLLED or not self._alike(kind):
                self.unrolled += 1
                for item in value.items():
                    one(item)
                self.unrolled -= 1
            else:
                self.each(self.as_sequence(value), one, node)
        elif isinstance(kind, kinds.Seq):
            self.count_up(self.length(value), lambda index: one(self.item(value, index)))
        elif isinstance(kind, kinds.List):
            self._each_of_list(value, one)
        elif isinstance(kind, kinds.Dict):
            self.each(self.writer.keys(value), one, node)
        elif isinstance(kind, kinds.Array):
            self.count_up(self.length(value), lambda index: one(self.writer.element(value, [integer(index)])))
        elif kind is kinds.NEVER:
            return
        else:
            raise self.no(f"a loop over {kinds.plain(kind)}", node)

    def _each_alternative(self, value: Value, one: One, node: ast.AST | None) -> None:
        """Loop over a union value: the loop is emitted once per iterable kind."""
        body, end = self.body, self.body.label("end")
        for number, each in enumerate(value.alternatives()):
            if not has_items(each.kind):
                continue
            with body.when(body.set(f"icmp eq i64 {value.parts[0]}, {number}")):
                self.unrolled += 1
                self.each(each, one, node)
                self.unrolled -= 1
                body.jump(end)
        self.guard("false", TypeError)
        body.begin(end)

    def _alike(self, kind: kinds.Tuple) -> bool:
        try:
            for item in kind.items:
                kinds.join(kind.items[0], item)
        except kinds.Clash:
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
            self._each_of_range(Range.of(value), one)
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
        if whole is not None and isinstance(whole.kind, kinds.Seq) and (len(items) > 1 or kinds.words(whole.kind)):
            self.each(whole, one, node)
            return
        self.unrolled += 1
        for item in items:
            one(constant(item))
        self.unrolled -= 1

    def truth(self, value: Value) -> str:
        if value.is_const and isinstance(value.const, Chosen):
            return super().truth(integer(self.length(self.option(value.const, tuple, None))))
        if value.is_const and isinstance(value.const, Range):
            return super().truth(integer(self.range_length(value.const)))
        return super().truth(value)

    def option(self, value: Chosen, part: Callable[[Any], Any], node: ast.AST | None) -> Value:
        """A view of the selected dict, such as its keys."""
        found: kinds.Kind = kinds.NEVER
        parts = [part(table) for table in value.options]
        for each in parts:
            kind = kind_of(each)
            if kind is None:
                raise self.no("this kind of nested dict", node)
            if isinstance(kind, kinds.Tuple):
                kind = kinds.Seq(kinds.item_of(kind.items), len(kind.items))
            found = kinds.join(found, kind)
        table = self.program.constant_of(parts, kinds.Seq(found, len(parts)))
        return self.item(table, value.index)

    def _each_of_range(self, value: Range, one: One) -> None:
        body = self.body
        place = body.slot("i64", value.start)
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
        """A list may grow during iteration, so its length is read every time."""
        assert isinstance(value.kind, kinds.List)
        body, item = self.body, value.kind.cell.kind
        size = kinds.words(item)
        place = body.slot("i64", "0")
        head, inside, end = body.label("head"), body.label("in"), body.label("out")
        before = self.length(value)
        body.begin(head)
        index = body.load("i64", place)
        now = self.length(value)
        self.unchanged(value, now, before)
        body.branch(body.set(f"icmp slt i64 {index}, {now}"), inside, end)
        body.begin(inside)
        offset = index if size == 1 else body.set(f"mul i64 {index}, {size}")
        fresh = not isinstance(value.kind, kinds.Set)
        one(self.load(item, body.at(body.load("ptr", value.op), offset), fresh))
        body.store("i64", body.set(f"add i64 {index}, 1"), place)
        body.jump(head)
        body.begin(end)

    def unchanged(self, value: Value, now: str, before: str) -> None:
        """A set or dict must not change its size during iteration."""
        kind = value.kind
        if isinstance(kind, kinds.Set) and kind.room is None and kind.frozen is not True and not self.kernel:
            self.guard(self.body.set(f"icmp eq i64 {now}, {before}"), RuntimeError)

    def static_count(self, value: Value) -> int | None:
        """The length of a value, if known."""
        if value.is_const:
            if isinstance(value.const, Lazy):
                return value.const.count
            return None if isinstance(value.const, Range | Chosen) else len(value.const)
        if isinstance(value.kind, kinds.Seq):
            return value.kind.count
        if isinstance(value.kind, kinds.Tuple):
            return None if has_own(value.kind, "__iter__") else len(value.kind.items)
        if isinstance(value.kind, kinds.Array) and value.kind.shape is not None:
            return value.kind.shape[0]
        return None

    def range_length(self, given: Range) -> str:
        """The length of a range."""
        body = self.body
        if given.step == "1":
            span = body.set(f"sub i64 {given.stop}, {given.start}")
            return body.set(f"call i64 @llvm.smax.i64(i64 {span}, i64 0)")
        self.guard(body.set(f"icmp ne i64 {given.step}, 0"), ValueError)
        up = body.set(f"icmp sgt i64 {given.step}, 0")
        there, back = body.set(f"sub i64 {given.stop}, {given.start}"), body.set(f"sub i64 {given.start}, {given.stop}")
        span = body.set(f"select i1 {up}, i64 {there}, i64 {back}")
        by = body.set(f"call i64 @llvm.abs.i64(i64 {given.step}, i1 false)")
        more = body.set(f"sub i64 {body.set(f'add i64 {span}, {by}')}, 1")
        return body.set(f"call i64 @llvm.smax.i64(i64 {body.set(f'sdiv i64 {more}, {by}')}, i64 0)")

    # Predicates over all items.

    def any_of(self, value: Value, wanted: bool, test: Callable[[Value], str] | None = None) -> str:
        """Whether some item is true (or `wanted` False: some item is false), as an i1 operand."""
        body = self.body
        result = body.slot("i1", "false")
        end = body.label("end")

        def one(item: Value) -> None:
            truth = (test or self.truth)(item)
            with body.when(truth, wanted):
                body.store("i1", "true", result)
                body.jump(end)

        self.each(value, one)
        body.begin(end)
        return body.load("i1", result)

    def first_index(self, value: Value, wanted: Value, error: type[BaseException] | None) -> Value:
        """The index of the first occurrence of an item; -1, or a fault, if absent."""
        body = self.body
        result = body.slot("i64", "0")
        found, end = body.label("found"), body.label("end")

        def one(item: Value) -> None:
            body.jump_if(self.equal(item, wanted), found)
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
        """The position of an item in a set, as an operand; -1 if absent."""
        kind = whole.kind
        assert isinstance(kind, kinds.Set)
        inside, given = kind.cell.kind, self.kind_of(item)
        fits = given == inside or (inside is kinds.INT and given is kinds.BOOL)
        if not fits or not has_hash(inside):
            return self.first_index(whole, item, None).op
        if kind.room is None:
            self.spec.allocates = True
        body, size = self.body, kinds.words(inside)
        item = self.convert(item, inside)

        def through_index() -> Value:
            place = body.place("i64", size)
            self.store(item, place)
            given = ", ".join(f"i64 {body.load('i64', body.at(place, at))}" for at in range(size))
            return integer(body.set(f"call i64 {self.program.find_function(size)}(ptr %ctx, ptr {whole.op}, {given})"))

        few = body.set(f"icmp sle i64 {self.length(whole)}, {MAX_LINEAR}")
        return self.choose(few, lambda: self.first_index(whole, item, None), through_index).op

    def is_in(self, whole: Value, item: Value) -> str:
        """Whether an item is in a set."""
        return self.body.set(f"icmp sge i64 {self.place_in(whole, item)}, 0")

    def drop_index(self, owner: Value) -> None:
        """Invalidate known positions in a set."""
        self.body.store("i64", "0", self.body.at(owner.op, INDEX))

    def count_of(self, value: Value, wanted: Value) -> Value:
        """The number of occurrences of an item."""
        body = self.body
        result = body.slot("i64", "0")

        def one(item: Value) -> None:
            more = body.set(f"zext i1 {self.equal(item, wanted)} to i64")
            body.store("i64", body.set(f"add i64 {body.load('i64', result)}, {more}"), result)

        self.each(value, one)
        return integer(body.load("i64", result))
