"""Subscripts: indices and slices."""

from __future__ import annotations

import ast
import enum
import operator
from collections.abc import Callable

from countermove.native.compiler import kinds
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, integer, is_number, never
from countermove.native.compiler.enumeration import number_of
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.lookup import Lookup
from countermove.native.compiler.sequence import has_items


class Subscript(Lookup):
    """Indices and slices."""

    def _subscript(self, node: ast.Subscript) -> Value:
        owner = self.writer.expr(node.value)
        if isinstance(node.slice, ast.Slice):
            return self._slice(owner, node.slice, node)
        if isinstance(node.slice, ast.Tuple) and isinstance(owner.kind, kinds.Array):
            return self.writer.array_index(owner, node.slice.elts, node)
        return self.index(owner, self.writer.expr(node.slice), node)

    def index(self, owner: Value, index: Value, node: ast.AST) -> Value:
        """The value of `owner[index]`."""
        body = self.body
        if owner.is_const:
            value = owner.const
            if index.is_const and not isinstance(value, Lazy | Range | Chosen):
                return self.fold(operator.getitem, [owner, index], node)
            if isinstance(value, dict):
                return self.looked_up(value, index, None, node)
            if isinstance(value, Chosen):
                return self.looked_up(value.flat(), self.tuple_of([integer(value.index), index], node), None, node)
            if isinstance(value, range):
                value = Range.of(value)
            if isinstance(value, Range):
                at = self.checked_index(self.as_int(index).op, self.range_length(value))
                return integer(body.set(f"add i64 {value.start}, {body.set(f'mul i64 {at}, {value.step}')}"))
            if isinstance(value, list | tuple) and value and all(isinstance(each, dict) for each in value):
                return constant(Chosen(list(value), self.checked_index(self.as_int(index).op, str(len(value)))))
            if isinstance(value, list | tuple) and self.program.runtime(value) is None:
                return self._chosen(value, index, node)
            if isinstance(value, type) and issubclass(value, enum.Enum):
                table = {name: number_of(member) for name, member in value.__members__.items()}
                return Value(kinds.Enum(value), self.looked_up(table, index, None, node).parts)
        owner = self.present(self.runtime(owner, node))
        if isinstance(owner.kind, kinds.Union):
            return self.per_alternative(
                owner, has_items,
                lambda each: self.index(each, index, node),
            )  # fmt: skip
        kind = owner.kind
        if kinds.NEVER in (kind, index.kind):
            return never
        own = self.writer.special(owner, "__getitem__", [index], node)
        if own is not None:
            return own
        if isinstance(kind, kinds.Dict):
            return self.writer.entry(owner, index, None, node)
        if kind is kinds.MEMORY:
            return integer(body.load("i64", self.memory_address(owner, self.as_int(index).op)))
        if isinstance(kind, kinds.Array):
            if isinstance(self.kind_of(index), kinds.Tuple):
                return self.writer.element(owner, self.runtime(index).items())
            return self.writer.element(owner, [index])
        if isinstance(kind, kinds.Tuple):
            if index.is_const and isinstance(index.const, int):
                items = owner.items()
                if not -len(items) <= index.const < len(items):
                    self.guard("false", IndexError)
                    return never
                return items[index.const]
            owner = self.as_sequence(owner, node)
        if isinstance(kind, kinds.Set):
            raise self.no("[ ] of a set, which has no order", node)
        if isinstance(kind, kinds.Seq | kinds.List | kinds.Tuple):
            number = self.narrow(self.runtime(index, node), is_number)
            if not is_number(number.kind) or number.kind is kinds.FLOAT:
                raise self.no(f"an index that is {kinds.plain(number.kind)}", node)
            fresh = isinstance(owner.kind, kinds.List)
            whole = self.as_sequence(owner)
            at = self.checked_index(self.as_int(number).op, self.length(whole))
            assert isinstance(whole.kind, kinds.Seq)
            if fresh and _has_room(whole.kind.item):
                size = kinds.words(whole.kind.item)
                return self.load(whole.kind.item, body.at(whole.op, body.set(f"mul i64 {at}, {size}")), True)
            return self.item(whole, at)
        raise self.no(f"[ ] of {kinds.plain(kind)}", node)

    def memory_address(self, owner: Value, at: str) -> str:
        if self.checks:  # the length is in the word before the first
            at = self.checked_index(at, self.body.load("i64", self.body.at(owner.op, -1)))
        return self.body.set(f"getelementptr inbounds i64, ptr {owner.op}, i64 {at}")

    # Slices.

    def _slice(self, owner: Value, node: ast.Slice, where: ast.AST) -> Value:
        ends = [
            self.writer.expr(each) if each is not None else constant(None)
            for each in (node.lower, node.upper, node.step)
        ]
        if owner.is_const and all(end.is_const for end in ends):
            return self.fold(lambda whole, *cut: whole[slice(*cut)], [owner, *ends], where)
        owner = self.present(self.runtime(owner, where))
        if isinstance(owner.kind, kinds.Array):
            return self.writer.array_slice(owner, ends, where)
        if isinstance(owner.kind, kinds.Tuple) and all(end.is_const for end in ends):
            return self.tuple_of(owner.items()[slice(*(end.const for end in ends))], where)
        if isinstance(owner.kind, kinds.Set | kinds.Deque | kinds.Dict):
            raise self.no(f"a slice of {kinds.plain(owner.kind)}", where)
        is_list = isinstance(owner.kind, kinds.List) or (isinstance(owner.kind, kinds.Seq) and owner.kind.listed)
        whole = self.as_sequence(owner, where)
        lower, upper, step = ends
        size = self.length(whole)
        if step.is_const and step.const in (None, 1):
            start = self._slice_end(lower, size, "0")
            stop = self._slice_end(upper, size, size)
            found = self.cut(whole, start, stop)
        else:
            found = self._stepped(whole, lower, upper, step, where)
        return self.listed(found, (where, "slice"), where) if is_list else found

    def _slice_end(self, end: Value, size: str, default: str) -> str:
        """A slice bound, clamped to the sequence."""
        return self._end_or(default, end, lambda at: self._forward(at, size))

    def _end_or(self, default: str, end: Value, within: Callable[[str], str]) -> str:
        """A slice bound, clamped to the sequence; the default if omitted."""
        if (end.is_const and end.const is None) or end.kind is kinds.NONE:
            return default
        if isinstance(end.kind, kinds.Optional):
            inner = lambda: integer(self._end_or(default, end.inner(), within))  # noqa: E731
            return self.choose(end.parts[0], inner, lambda: integer(default)).op
        return within(self.as_int(end).op)

    def _forward(self, at: str, size: str) -> str:
        body = self.body
        if at.lstrip("-").isdigit() and size.isdigit():
            return str(slice(int(at), None).indices(int(size))[0])
        if not at.isdigit():
            below = body.set(f"icmp slt i64 {at}, 0")
            at = body.set(f"select i1 {below}, i64 {body.set(f'add i64 {at}, {size}')}, i64 {at}")
            at = body.set(f"call i64 @llvm.smax.i64(i64 {at}, i64 0)")
        return body.set(f"call i64 @llvm.smin.i64(i64 {at}, i64 {size})")

    def cut(self, whole: Value, start: str, stop: str) -> Value:
        """The items from `start` to `stop`, both in range."""
        assert isinstance(whole.kind, kinds.Seq)
        size = kinds.words(whole.kind.item)
        address = self.body.at(whole.op, self._scaled(start, size))
        if start.isdigit() and stop.isdigit():
            kind = kinds.Seq(whole.kind.item, max(0, int(stop) - int(start)), None, whole.kind.text)
            found = Value(kind, [address])
        else:
            count = stop if start == "0" else self.body.set(f"sub i64 {stop}, {start}")
            count = self.body.set(f"call i64 @llvm.smax.i64(i64 {count}, i64 0)")
            found = Value(kinds.Seq(whole.kind.item, None, None, whole.kind.text), [address, count])
        found.live = whole.live
        return found

    def _stepped(self, whole: Value, lower: Value, upper: Value, step: Value, node: ast.AST) -> Value:
        """A slice with a step other than 1."""
        if not step.is_const:
            return self._stepped_by(whole, lower, upper, step, node)
        if not isinstance(step.const, int) or step.const == 0:
            self.guard("false", ValueError if step.const == 0 else TypeError)
            return whole
        assert isinstance(whole.kind, kinds.Seq)
        body, by, size = self.body, int(step.const), self.length(whole)
        ends = (lower, upper)
        if whole.kind.count is not None and all(end.is_const for end in ends):
            places = range(whole.kind.count)[slice(lower.const, upper.const, by)]
            start, count, known = str(places.start), str(len(places)), len(places)
        else:
            known = None
            if by > 0:
                start, stop = self._slice_end(lower, size, "0"), self._slice_end(upper, size, size)
                span = body.set(f"sub i64 {stop}, {start}")
            else:
                last = body.set(f"sub i64 {size}, 1")
                start, stop = self._backward_end(lower, size, last), self._backward_end(upper, size, "-1")
                span = body.set(f"sub i64 {start}, {stop}")
            more = body.set(f"add i64 {span}, {abs(by) - 1}")
            count = body.set(f"sdiv i64 {more}, {abs(by)}")
            count = body.set(f"call i64 @llvm.smax.i64(i64 {count}, i64 0)")
        return self._every(whole, start, str(by), count, known)

    def _stepped_by(self, whole: Value, lower: Value, upper: Value, step: Value, node: ast.AST) -> Value:
        """A slice whose step is known only at run time."""
        assert isinstance(whole.kind, kinds.Seq)
        body, size, by = self.body, self.length(whole), self.as_int(step).op
        self.guard(body.set(f"icmp ne i64 {by}, 0"), ValueError)
        up = body.set(f"icmp sgt i64 {by}, 0")
        last = body.set(f"sub i64 {size}, 1")
        forward = self._slice_end(lower, size, "0"), self._slice_end(upper, size, size)
        backward = self._backward_end(lower, size, last), self._backward_end(upper, size, "-1")
        start, stop = (body.set(f"select i1 {up}, i64 {a}, i64 {b}") for a, b in zip(forward, backward))
        count = self.range_length(Range(start, stop, by))
        return self._every(whole, start, by, count, None)

    def _every(self, whole: Value, start: str, by: str, count: str, known: int | None) -> Value:
        """The items of a sequence from `start` on, by steps; `known` is their number, if known."""
        assert isinstance(whole.kind, kinds.Seq)
        body, width = self.body, kinds.words(whole.kind.item)
        target = self.alloc(self._scaled(count, width))

        def one(index: str) -> None:
            at = body.set(f"add i64 {start}, {body.set(f'mul i64 {index}, {by}')}")
            body.copy(body.at(target, self._scaled(index, width)), body.at(whole.op, self._scaled(at, width)), width)

        self.count_up(count, one)
        kind = kinds.Seq(whole.kind.item, known, None, whole.kind.text)
        return Value(kind, [target] if known is not None else [target, count])

    def _backward_end(self, end: Value, size: str, default: str) -> str:
        """A bound of a reversed slice."""
        return self._end_or(default, end, lambda at: self._backward(at, size))

    def _backward(self, at: str, size: str) -> str:
        body = self.body
        below = body.set(f"icmp slt i64 {at}, 0")
        at = body.set(f"select i1 {below}, i64 {body.set(f'add i64 {at}, {size}')}, i64 {at}")
        at = body.set(f"call i64 @llvm.smax.i64(i64 {at}, i64 -1)")
        return body.set(f"call i64 @llvm.smin.i64(i64 {at}, i64 {body.set(f'sub i64 {size}, 1')})")


def _has_room(kind: kinds.Kind) -> bool:
    """Whether an item is stored in place, so that it changes with the list."""
    if isinstance(kind, kinds.Seq):
        return kind.count is not None or kind.room is not None
    if isinstance(kind, kinds.Tuple | kinds.Union):
        return any(map(_has_room, kind.items))
    return isinstance(kind, kinds.Optional) and _has_room(kind.item)
