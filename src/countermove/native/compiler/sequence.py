"""Tuples and sequences: items, length, and conversions between them."""

from __future__ import annotations

import ast

from countermove.native.compiler import kinds
from countermove.native.compiler.code import Value, constant, integer
from countermove.native.compiler.control import Control
from countermove.native.compiler.program import RoomError


class Sequences(Control):
    """Items side by side, in registers or in memory."""

    def as_text(self, value: Value) -> Value:
        """A string enum member as a string; anything else unchanged."""
        kind = value.kind
        return self.writer.member_text(value) if isinstance(kind, kinds.Enum) and issubclass(kind.cls, str) else value

    def tuple_of(self, items: list[Value], node: ast.AST | None = None, cls: type | None = None) -> Value:
        """A tuple of values."""
        if all(item.is_const for item in items) and cls is None:
            return constant(tuple(item.const for item in items))
        items = [self.runtime(self.as_choice(item), node) for item in items]
        return Value(
            kinds.Tuple(tuple(item.kind for item in items), cls), [part for item in items for part in item.parts]
        )

    def sequence(self, items: list[Value], item: kinds.Kind, text: bool = False) -> Value:
        """Values of one kind, side by side in memory."""
        size = kinds.words(item)
        kind = kinds.Seq(item, len(items), None, text)
        if not items or size == 0:
            return Value(kind, ["@cm_nothing"])
        target = self.alloc(size * len(items))
        for at, value in enumerate(items):
            self.store(value, self.body.at(target, at * size))
        return Value(kind, [target])

    def as_sequence(self, value: Value, node: ast.AST | None = None) -> Value:
        """A tuple, list, set or text as a sequence in memory (a list as it is now)."""
        value = self.as_text(value)
        value = self.narrow(
            self.runtime(value, node), lambda each: isinstance(each, kinds.Seq | kinds.Tuple | kinds.List)
        )
        kind = value.kind
        if isinstance(kind, kinds.Seq):
            return value
        if isinstance(kind, kinds.Tuple):
            try:
                item = kinds.item_of(kind.items)
            except kinds.Clash as clash:
                raise self.no(f"the items of a tuple are sometimes {clash}", node) from None
            return self.sequence([self.writer.convert(each, item, node) for each in value.items()], item)
        if isinstance(kind, kinds.List):
            data = self.body.load("ptr", value.op)
            found = Value(kinds.Seq(kind.cell.kind), [data, self.length(value)])
            found.live = True
            return found
        if kind in (kinds.NEVER, kinds.NONE):
            if kind is kinds.NONE:
                self.present(value)
            return Value(kinds.Seq(kinds.NEVER, 0), ["@cm_nothing"])
        if isinstance(kind, kinds.Optional):
            return self.as_sequence(self.present(value), node)
        raise self.no(f"{kinds.plain(kind)} is not a sequence", node)

    def unpacked(self, value: Value, count: int, error: type[BaseException]) -> list[Value]:
        """The items of a sequence; a fault if there are not `count` of them."""
        assert isinstance(value.kind, kinds.Seq)
        if value.kind.count is None:
            self.guard(self.body.set(f"icmp eq i64 {value.parts[1]}, {count}"), error)
        elif value.kind.count != count:
            self.guard("false", error)
        return [self.item(value, str(at)) for at in range(count)]

    def item(self, value: Value, index: str) -> Value:
        """An item of a sequence in memory, at an index known to be in range."""
        assert isinstance(value.kind, kinds.Seq)
        size = kinds.words(value.kind.item)
        if index.lstrip("-").isdigit():
            place = self.body.at(value.op, int(index) * size)
        else:
            place = self.body.at(value.op, index if size == 1 else self.body.set(f"mul i64 {index}, {size}"))
        found = self.load(value.kind.item, place, value.live)
        if value.kind.text:
            return Value(kinds.Seq(kinds.INT, 1, None, True), [place])
        return found

    def length(self, value: Value) -> str:
        """The number of items."""
        kind = value.kind
        if isinstance(kind, kinds.Seq):
            return str(kind.count) if kind.count is not None else value.parts[1]
        if isinstance(kind, kinds.Tuple):
            return str(len(kind.items))
        if isinstance(kind, kinds.Array):
            return str(kind.shape[0]) if kind.shape is not None else value.parts[1]
        if isinstance(kind, kinds.List | kinds.Dict):
            return self.body.load("i64", self.body.at(value.op, 1))
        if kind is kinds.MEMORY:
            return self.body.load("i64", self.body.at(value.op, -1))
        if isinstance(kind, kinds.Optional):
            return self.length(self.present(value))
        if isinstance(kind, kinds.Union):
            return self.per_alternative(value, has_items, lambda each: integer(self.length(each))).op
        if kind is kinds.NEVER:
            return "0"
        raise self.no(f"{kinds.plain(kind)} has no length")

    def fitted(self, value: Value, kind: kinds.Seq) -> Value:
        """A sequence with the length a kind requires."""
        assert isinstance(value.kind, kinds.Seq)
        count = self.length(value)
        if kind.count is not None:
            if value.kind.count is None:
                self.guard(self.body.set(f"icmp eq i64 {count}, {kind.count}"), self.misfit(ValueError))
            elif value.kind.count != kind.count:
                self.guard("false", self.misfit(ValueError))
            return Value(kind, value.parts[:1])
        if kind.room is not None and value.kind.room is None:
            if value.kind.count is None:
                self.guard(self.body.set(f"icmp sle i64 {count}, {kind.room}"), self.misfit(OverflowError))
            elif value.kind.count > kind.room:
                self.guard("false", self.misfit(OverflowError))
        return Value(kind, [value.parts[0], count])

    def misfit(self, error: type[BaseException]) -> type[BaseException]:
        """The error for a sequence that is too long: not the rules' fault when a state or action is created."""
        return RoomError if self.making_room else error

    def rebuilt(self, value: Value, item: kinds.Kind) -> Value:
        """A sequence with every item converted to another kind."""
        assert isinstance(value.kind, kinds.Seq)
        count = self.length(value)
        size = kinds.words(item)
        target = self.alloc(self.body.set(f"mul i64 {count}, {size}"))

        def one(index: str) -> None:
            converted = self.writer.convert(self.item(value, index), item)
            self.store(converted, self.body.at(target, self.body.set(f"mul i64 {index}, {size}")))

        self.count_up(count, one)
        fixed = value.kind.count
        return Value(kinds.Seq(item, fixed, None, value.kind.text), [target] if fixed is not None else [target, count])

    def _scaled(self, count: str, size: int) -> str:
        if count.lstrip("-").isdigit():
            return str(int(count) * size)
        return count if size == 1 else self.body.set(f"mul i64 {count}, {size}")


def has_items(kind: kinds.Kind) -> bool:
    """Whether a kind is iterable."""
    return isinstance(kind, kinds.Seq | kinds.Tuple | kinds.List | kinds.Dict | kinds.Array | kinds.Object)
