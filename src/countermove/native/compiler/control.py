"""Branches and loops: conditional values, union values, and counting loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from countermove.native.compiler.callee import Selected, is_callable
from countermove.native.compiler.code import Value, constant, never
from countermove.native.compiler.kinds import NONE, Clash, Dict, Kind, Optional, Static, Union, join, leaves, plain
from countermove.native.compiler.storage import Storage


class Control(Storage):
    """Branches and loops."""

    def choose(self, condition: str, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """One of two values; only the selected one is evaluated."""
        if condition in ("true", "false"):
            return yes() if condition == "true" else no()
        body = self.body
        good, bad, end = body.label("yes"), body.label("no"), body.label("end")
        body.branch(condition, good, bad)
        body.begin(good)
        first = self.writer.settled(yes())
        after_first = (len(body.lines), body.open, body.block)
        body.lines.append("")  # where the first value is stored, once the kind of both is known
        body.open = False
        body.begin(bad)
        second = self.writer.settled(no())
        if first.is_const and second.is_const and first.const is second.const:
            body.jump(end)
            at, is_open, _ = after_first
            if is_open:
                body.lines[at] = f"  br label %{end}"
            body.open = False
            body.begin(end)
            return first
        kind = _dictionary(first, second)
        if kind is None:
            first, second = self.as_choice(first), self.as_choice(second)
            if first.is_const and second.is_const and is_callable(first.const) and is_callable(second.const):
                return self._choose_method(first.const, second.const, after_first, end)
            try:
                kind = join(self.kind_of(first), self.kind_of(second))
            except Clash as clash:
                raise self.no(f"a value is sometimes {clash}") from None
        if isinstance(kind, Static):
            raise self.no("a choice between two values that exist only at compile time")
        places = [body.place(llvm) for llvm in leaves(kind)]
        for llvm, part, place in zip(leaves(kind), self.writer.convert(second, kind).parts, places):
            body.store(llvm, part, place)
        body.jump(end)
        tail = body.lines
        at, is_open, block = after_first
        rest = tail[at + 1 :]
        body.lines = tail[:at]
        body.open, body.block = is_open, block
        if is_open:
            for llvm, part, place in zip(leaves(kind), self.writer.convert(first, kind).parts, places):
                body.store(llvm, part, place)
            body.jump(end)
        body.lines += rest
        body.open = False
        body.begin(end)
        return self.meant(Value(kind, [body.load(llvm, place) for llvm, place in zip(leaves(kind), places)]))

    def _choose_method(self, one: Any, two: Any, after_first: tuple[int, bool, str], end: str) -> Value:
        """One of several methods of run-time values, usually called at once."""
        body = self.body
        place = body.place("i64")
        first = one.options if isinstance(one, Selected) else [one]
        second = two.options if isinstance(two, Selected) else [two]
        if body.open:
            index = two.index if isinstance(two, Selected) else "0"
            body.store("i64", body.set(f"add i64 {index}, {len(first)}"), place)
            body.jump(end)
        at, is_open, _ = after_first
        if is_open:
            index = one.index if isinstance(one, Selected) else "0"
            body.lines[at] = f"  store i64 {index}, ptr {place}\n  br label %{end}"
        body.open = False
        body.begin(end)
        return constant(Selected([*first, *second], body.load("i64", place)))

    # Values of one of several kinds.

    def present(self, value: Value, error: type[BaseException] = TypeError) -> Value:
        """The value of an optional; a fault if it is None."""
        while isinstance(value.kind, Optional):
            self.guard(value.parts[0], error)
            value = self.meant(value.inner())
        if value.kind is NONE or (value.is_const and value.const is None):
            self.guard("false", error)
            return never
        return value

    def narrow(self, value: Value, wanted: Callable[[Kind], bool], error: type[BaseException] = TypeError) -> Value:
        """A union value narrowed to the wanted kinds; a fault if it is of another."""
        while isinstance(value.kind, Optional):
            value = self.present(value, error)
        if value.kind is NONE:
            return self.present(value, error)
        if not isinstance(value.kind, Union):
            return value
        good = [(n, each) for n, each in enumerate(value.alternatives()) if wanted(each.kind)]
        if not good:
            raise self.no(f"{plain(value.kind)} is used as another type")
        if len(good) == 1:
            self.guard(self.body.set(f"icmp eq i64 {value.parts[0]}, {good[0][0]}"), error)
            return good[0][1]
        number, first = good[0]
        here = self.body.set(f"icmp eq i64 {value.parts[0]}, {number}")
        rest = lambda: self.narrow(value, lambda k: wanted(k) and k != first.kind, error)  # noqa: E731
        return self.choose(here, lambda: first, rest)

    def per_alternative(
        self, value: Value, wanted: Callable[[Kind], bool], function: Callable[[Value], Value]
    ) -> Value:
        """Apply a function to a union value, once per kind."""
        good = [(n, each) for n, each in enumerate(value.alternatives()) if wanted(each.kind)]
        if not good:
            raise self.no(f"{plain(value.kind)} is used as another type")

        def pick(rest: list[tuple[int, Value]]) -> Value:
            number, first = rest[0]
            here = self.body.set(f"icmp eq i64 {value.parts[0]}, {number}")
            if len(rest) == 1:
                self.guard(here, TypeError)
                return function(first)
            return self.choose(here, lambda: function(first), lambda: pick(rest[1:]))

        return pick(good)

    # Loops.

    def count_up(self, count: str, one: Callable[[str], None]) -> None:
        """A loop over 0, 1, ... up to a count known in advance."""
        body = self.body
        place = body.slot("i64", "0")
        head, inside, end = body.label("head"), body.label("in"), body.label("out")
        body.begin(head)
        index = body.load("i64", place)
        body.branch(body.set(f"icmp slt i64 {index}, {count}"), inside, end)
        body.begin(inside)
        one(index)
        body.store("i64", body.set(f"add i64 {index}, 1"), place)
        body.jump(head)
        body.begin(end)


def _dictionary(one: Value, two: Value) -> Kind | None:
    """The common kind of a dict and a constant table that can be copied into one."""
    for first, second in ((one, two), (two, one)):
        if first.is_const and isinstance(first.const, dict) and isinstance(second.kind, Dict):
            return second.kind
    return None
