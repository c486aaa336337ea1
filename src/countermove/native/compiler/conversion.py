"""Conversions between kinds."""

from __future__ import annotations

import ast
import enum

from countermove.native.compiler import kinds
from countermove.native.compiler.code import Value, boolean, integer, is_number, real, zero
from countermove.native.compiler.constants import describe
from countermove.native.compiler.sequence import Sequences


class Conversion(Sequences):
    """Values as values of other kinds."""

    def convert(self, value: Value, kind: kinds.Kind, node: ast.AST | None = None) -> Value:
        """A value converted to a kind that can hold it."""
        body = self.body
        if value.is_const:
            have = self.kind_of(value)
            if isinstance(have, kinds.Static):
                if isinstance(kind, kinds.Static):
                    return value
                if isinstance(kind, kinds.Dict) and isinstance(value.const, dict):
                    return self.writer.filled(kind, value.const, node)
                raise self.no(f"{describe(value.const)} cannot be a value in compiled rules", node)
            try:
                fits = not kinds.contains_memory(kind) and kinds.join(have, kind) == kind
            except kinds.Clash:
                fits = False
            if fits and not (isinstance(kind, kinds.Enum) and not isinstance(value.const, enum.Enum)):
                return self.program.constant_of(value.const, kind)
            value = self.runtime(value, node)
        given = value.kind
        if given == kind and not (isinstance(given, kinds.List) and given is not kind):
            return value
        if isinstance(kind, kinds.Choice) and isinstance(given, kinds.Choice):
            return self.renumbered(value, kind)
        if given is kinds.NEVER:
            return zero(kind)
        if kind is kinds.NEVER:
            return Value(kind, [])
        if isinstance(kind, kinds.Optional):
            if given is kinds.NONE:
                return Value(kind, ["false", *zero(kind.item).parts])
            if isinstance(given, kinds.Optional):
                if given.item == kind.item or not kinds.contains_memory(kind.item):
                    return Value(kind, [value.parts[0], *self.convert(value.inner(), kind.item, node).parts])
                return self.choose(
                    value.parts[0], lambda: self.convert(value.inner(), kind, node), lambda: zero(kind)
                )  # fmt: skip
            return Value(kind, ["true", *self.convert(value, kind.item, node).parts])
        if isinstance(given, kinds.Optional):
            self.guard(value.parts[0], TypeError)
            return self.convert(value.inner(), kind, node)
        if isinstance(kind, kinds.Union):
            return self._united(value, kind, node)
        if isinstance(given, kinds.Union):
            held = self.narrow(value, lambda each: _fits(each, kind) or _has_room_for(kind, each))
            return self.convert(held, kind, node)
        if kind is kinds.FLOAT and is_number(given):
            if given is kinds.BOOL:
                return real(body.set(f"uitofp i1 {value.op} to double"))
            return real(body.set(f"sitofp i64 {value.op} to double"))
        if kind is kinds.INT and is_number(given) and given is not kinds.FLOAT:
            return self.as_int(value)
        if kind is kinds.BOOL and given is kinds.INT:
            return boolean(body.set(f"icmp ne i64 {value.op}, 0"))
        if isinstance(kind, kinds.Enum) and given is kinds.INT and issubclass(kind.cls, int):
            return Value(kind, value.parts)
        if isinstance(kind, kinds.Tuple):
            if isinstance(given, kinds.Tuple) and len(given.items) == len(kind.items):
                parts = [p for v, k in zip(value.items(), kind.items) for p in self.convert(v, k, node).parts]
                return Value(kind, parts)
            if isinstance(given, kinds.Seq):
                items = self.unpacked(value, len(kind.items), ValueError)
                return Value(kind, [p for v, k in zip(items, kind.items) for p in self.convert(v, k, node).parts])
        if isinstance(kind, kinds.Seq):
            if isinstance(given, kinds.Tuple) and (given.cls is None or kind.item is not kinds.NEVER):
                items = [self.convert(item, kind.item, node) for item in value.items()]
                return self.fitted(self.sequence(items, kind.item, kind.text), kind)
            if isinstance(given, kinds.Seq):
                if given.item in (kind.item, kinds.NEVER):
                    return self.fitted(value, kind)
                return self.fitted(self.rebuilt(value, kind.item), kind)
        if isinstance(kind, kinds.List) and isinstance(given, kinds.List) and type(kind) is type(given):
            if given.cell.kind == kind.cell.kind or given.cell.kind is kinds.NEVER:
                if isinstance(kind, kinds.Set) and kind.room is not None:
                    return self.writer.roomy(value, kind)
                return Value(kind, value.parts)
            if isinstance(kind, kinds.Set):
                return self.convert(self.writer.rebuilt_set(value, kind.cell.kind), kind, node)
            raise self.no("a list holds items of two types", node)
        if type(kind) is kinds.List and isinstance(given, kinds.Seq) and given.listed:
            return self.writer.thawed_list(value, kind)
        if isinstance(kind, kinds.Dict) and isinstance(given, kinds.Dict):
            return Value(kind, value.parts)
        if isinstance(kind, kinds.Array) and isinstance(given, kinds.Array) and kind.ndim == given.ndim:
            return self.writer.as_array(value, kind)
        if isinstance(kind, kinds.Array) and kind.ndim == 0 and is_number(given):
            return value
        raise self.no(f"{kinds.plain(given)} where {kinds.plain(kind)} is expected", node)

    def _united(self, value: Value, kind: kinds.Union, node: ast.AST | None) -> Value:
        """A value as one of several kinds."""
        body = self.body
        if not isinstance(value.kind, kinds.Union):
            chosen = _place_in(value.kind, kind)
            if chosen is None:
                raise self.no(f"{kinds.plain(value.kind)} where {kinds.plain(kind)} is expected", node)
            parts = [str(chosen)]
            for number, each in enumerate(kind.items):
                parts += (self.convert(value, each, node) if number == chosen else zero(each)).parts
            return Value(kind, parts)
        places = [body.place(llvm) for llvm in kinds.leaves(kind)]
        end = body.label("end")
        for number, item in enumerate(value.alternatives()):
            with body.when(body.set(f"icmp eq i64 {value.parts[0]}, {number}")):
                for llvm, part, place in zip(kinds.leaves(kind), self._united(item, kind, node).parts, places):
                    body.store(llvm, part, place)
                body.jump(end)
        for llvm, part, place in zip(kinds.leaves(kind), zero(kind).parts, places):
            body.store(llvm, part, place)
        body.begin(end)
        return Value(kind, [body.load(llvm, place) for llvm, place in zip(kinds.leaves(kind), places)])

    def as_int(self, value: Value) -> Value:
        """An int from an int, a bool or an int enum member."""
        value = self.narrow(self.runtime(value), lambda each: is_number(each) and each is not kinds.FLOAT)
        if value.kind is kinds.BOOL:
            return integer(self.body.set(f"zext i1 {value.op} to i64"))
        if value.kind is kinds.INT or (isinstance(value.kind, kinds.Enum) and issubclass(value.kind.cls, int)):
            return integer(value.op)
        if value.kind is kinds.NEVER:
            return integer(0)
        raise self.no(f"{kinds.plain(value.kind)} where an int is expected")

    def as_float(self, value: Value) -> Value:
        value = self.narrow(self.runtime(value), is_number)
        if value.kind is kinds.FLOAT:
            return value
        if value.kind is kinds.NEVER:
            return real("0.0")
        if not is_number(value.kind):
            raise self.no(f"{kinds.plain(value.kind)} where a number is expected")
        return self.convert(value, kinds.FLOAT)


def _place_in(kind: kinds.Kind, union: kinds.Union) -> int | None:
    """Which of several kinds fits a value: an exact match, else one that can hold it."""
    for fits in (_fits, _has_room_for):
        for number, each in enumerate(union.items):
            if fits(*((kind, each) if fits is _fits else (each, kind))):
                return number
    return None


def _has_room_for(kind: kinds.Kind, given: kinds.Kind) -> bool:
    """Whether a value fits into a kind with limited room."""
    if isinstance(given, kinds.Union):
        return all(_fits(each, kind) or _has_room_for(kind, each) for each in given.items)
    if isinstance(kind, kinds.Union):
        return any(_fits(given, each) or _has_room_for(each, given) for each in kind.items)
    if isinstance(kind, kinds.Optional):
        inner = given.item if isinstance(given, kinds.Optional) else given
        return _fits(inner, kind.item) or _has_room_for(kind.item, inner)
    if isinstance(kind, kinds.Seq) and isinstance(given, kinds.Seq):
        return kind.text == given.text and (_fits(given.item, kind.item) or _has_room_for(kind.item, given.item))
    if isinstance(kind, kinds.Seq) and isinstance(given, kinds.Tuple) and not kind.text:
        return all(_fits(item, kind.item) or _has_room_for(kind.item, item) for item in given.items)
    if isinstance(kind, kinds.Tuple) and isinstance(given, kinds.Tuple):
        alike = len(kind.items) == len(given.items) and kind.cls is given.cls
        return alike and all(_fits(two, one) or _has_room_for(one, two) for one, two in zip(kind.items, given.items))
    if isinstance(kind, kinds.Tuple) and isinstance(given, kinds.Seq):
        return given.count in (None, len(kind.items)) and kind.cls is None and not given.text
    return type(kind) is type(given) and isinstance(kind, kinds.Set)


def _fits(one: kinds.Kind, two: kinds.Kind) -> bool:
    """Whether a value of one kind is one of another."""
    if isinstance(one, kinds.List) and isinstance(two, kinds.List):
        return type(one) is type(two) and (one == two or one.cell.kind is kinds.NEVER)
    try:
        return kinds.join(one, two) == two
    except kinds.Clash:
        return False
