"""Whether a value counts as true, and whether two values are equal."""

from __future__ import annotations

import enum

import numpy as np

from countermove.native.compiler import kinds
from countermove.native.compiler.code import Value, boolean, constant, integer, is_number
from countermove.native.compiler.conversion import Conversion
from countermove.native.compiler.enumeration import is_numbered
from countermove.native.compiler.program import is_dataclass


class Equality(Conversion):
    """Truth and equality."""

    def truth(self, value: Value) -> str:
        """Whether a value counts as true, as an i1 operand."""
        if value.is_const:
            if isinstance(value.const, np.ndarray):
                raise self.no("the truth value of an array")
            return "true" if value.const else "false"
        kind, body = value.kind, self.body
        if kind is kinds.BOOL:
            return value.op
        if kind is kinds.FLOAT:
            return body.set(f"fcmp une double {value.op}, 0.0")
        if kind in (kinds.NONE, kinds.NEVER):
            return "false"
        if isinstance(kind, kinds.Enum):
            own = self.writer.special(value, "__bool__", [], self.node)
            if own is not None:
                return self.truth(own)
        if kind is kinds.INT or (isinstance(kind, kinds.Enum) and is_numbered(kind.cls)):
            return body.set(f"icmp ne i64 {value.op}, 0")
        if isinstance(kind, kinds.Optional):
            inner = value.inner()
            if kinds.contains_memory(kind.item):  # None has nothing to look at
                return self.choose(
                    value.parts[0], lambda: boolean(self.truth(inner)), lambda: boolean("false")
                ).op  # fmt: skip
            return body.set(f"and i1 {value.parts[0]}, {self.truth(inner)}")
        if isinstance(kind, kinds.Union):
            found = "false"
            for number, item in enumerate(value.alternatives()):
                here = body.set(f"icmp eq i64 {value.parts[0]}, {number}")
                each = self.choose(here, lambda item=item: boolean(self.truth(item)), lambda: boolean("false")).op  # type: ignore[misc]
                found = each if found == "false" else body.set(f"or i1 {found}, {each}")
            return found
        if isinstance(kind, kinds.Tuple | kinds.Object) and kind.cls is not None:
            own = self.writer.special(value, "__bool__", [], self.node) or self.writer.special(
                value, "__len__", [], self.node
            )
            if own is not None:
                return self.truth(own)
            if not issubclass(kind.cls, tuple):
                return "true"
        if isinstance(kind, kinds.Tuple):
            return "true" if kind.items else "false"
        if isinstance(kind, kinds.Seq) and kind.count is not None:
            return "true" if kind.count else "false"
        if isinstance(kind, kinds.Seq | kinds.List | kinds.Dict):
            return body.set(f"icmp ne i64 {self.length(value)}, 0")
        if isinstance(kind, kinds.Array):
            return self.writer.truth_of_array(value)
        return "true"

    def equal(self, one: Value, two: Value) -> str:
        """Whether two values are equal, as an i1 operand."""
        body = self.body
        if one.is_const and two.is_const:
            return "true" if bool(one.const == two.const) else "false"
        one, two = self._enum_of(one, two), self._enum_of(two, one)
        one, two = self._dict_like(one, two), self._dict_like(two, one)
        if self._is_static(one) or self._is_static(two):
            return "false"
        one, two = self.runtime(one), self.runtime(two)
        a, b = one.kind, two.kind
        if kinds.NEVER in (a, b):
            return "false"
        if isinstance(a, kinds.Optional) or isinstance(b, kinds.Optional) or kinds.NONE in (a, b):
            return self._equal_optional(one, two)
        if isinstance(a, kinds.Union) or isinstance(b, kinds.Union):
            return self._equal_united(one, two) if isinstance(a, kinds.Union) else self._equal_united(two, one)
        if is_number(a) and is_number(b):
            if kinds.FLOAT in (a, b):
                return body.set(f"fcmp oeq double {self.as_float(one).op}, {self.as_float(two).op}")
            if a is kinds.BOOL and b is kinds.BOOL:
                return body.set(f"icmp eq i1 {one.op}, {two.op}")
            return body.set(f"icmp eq i64 {self.as_int(one).op}, {self.as_int(two).op}")
        if isinstance(a, kinds.Enum) and isinstance(b, kinds.Enum):
            return body.set(f"icmp eq i64 {one.op}, {two.op}") if a.cls is b.cls else "false"
        if isinstance(a, kinds.Object) or isinstance(b, kinds.Object):
            return self._equal_objects(one, two)
        if isinstance(a, kinds.Array) and isinstance(b, kinds.Array) and not self.kernel:
            raise self.no("it compares containers of arrays; use np.array_equal")
        if isinstance(a, kinds.Tuple) and isinstance(b, kinds.Tuple):
            own = self.writer.special(one, "__eq__", [two], self.node)
            if own is not None:
                return self.truth(own)
            if len(a.items) != len(b.items) or (a.cls is not b.cls and not _both_tuples(a.cls, b.cls)):
                return "false"
            return self._all_equal(list(zip(compared_items(one), compared_items(two))))
        if isinstance(a, kinds.Seq | kinds.Tuple) and isinstance(b, kinds.Seq | kinds.Tuple):
            return self._equal_sequences(self.as_sequence(one), self.as_sequence(two))
        if isinstance(a, kinds.Enum) and isinstance(b, kinds.Seq) and issubclass(a.cls, str) and b.text:
            return self.equal(self.writer.member_text(one), two)
        if isinstance(b, kinds.Enum) and isinstance(a, kinds.Seq) and issubclass(b.cls, str) and a.text:
            return self.equal(one, self.writer.member_text(two))
        if isinstance(a, kinds.Set) and isinstance(b, kinds.Set):
            return self.writer.equal_sets(one, two)
        if isinstance(a, kinds.Dict) and isinstance(b, kinds.Dict):
            return self.writer.equal_dicts(one, two)
        if (type(a) is kinds.List and isinstance(b, kinds.Seq) and b.listed) or (
            type(b) is kinds.List and isinstance(a, kinds.Seq) and a.listed
        ):
            return self._equal_sequences(self.as_sequence(one), self.as_sequence(two))
        if isinstance(a, kinds.List) and isinstance(b, kinds.List) and _class(a) is _class(b):
            return self._equal_sequences(self.as_sequence(one), self.as_sequence(two))
        return "false"

    def _dict_like(self, one: Value, two: Value) -> Value:
        """A constant dict in memory, if it is compared with one."""
        if one.is_const and isinstance(one.const, dict) and isinstance(two.kind, kinds.Dict):
            return self.writer.copied_dict(one.const, None)
        return one

    def _enum_of(self, one: Value, two: Value) -> Value:
        """A constant as the enum member it is compared with, if it is a member's value."""
        if one.is_const and isinstance(two.kind, kinds.Enum) and not isinstance(one.const, enum.Enum):
            if issubclass(two.kind.cls, int):
                return one
            try:
                return constant(two.kind.cls(one.const)) if issubclass(two.kind.cls, str) else one
            except ValueError:
                return one
        return one

    def _equal_objects(self, one: Value, two: Value) -> str:
        """Equality of objects: by __eq__, by all fields of a dataclass, or else by identity."""
        own = self.writer.special(one, "__eq__", [two], self.node) or self.writer.special(
            two, "__eq__", [one], self.node
        )
        if own is not None:
            return self.truth(own)
        if not isinstance(one.kind, kinds.Object) or one.kind != two.kind:
            return "false"
        if not is_dataclass(one.kind.cls):
            return self.body.set(f"icmp eq ptr {one.op}, {two.op}")
        read = self.writer.attribute
        names = kinds.fields_of(one.kind.cls)
        return self._all_equal([(read(one, name, self.node), read(two, name, self.node)) for name in names])

    def _equal_optional(self, one: Value, two: Value) -> str:
        body = self.body
        here = one.parts[0] if isinstance(one.kind, kinds.Optional) else "false" if one.kind is kinds.NONE else "true"
        there = two.parts[0] if isinstance(two.kind, kinds.Optional) else "false" if two.kind is kinds.NONE else "true"
        if one.kind is kinds.NONE and two.kind is kinds.NONE:
            return "true"
        alike = body.set(f"icmp eq i1 {here}, {there}")
        if kinds.NONE in (one.kind, two.kind):
            if {here, there} == {"true", "false"}:
                return "false"
            return alike
        first = one.inner() if isinstance(one.kind, kinds.Optional) else one
        second = two.inner() if isinstance(two.kind, kinds.Optional) else two
        both = body.set(f"and i1 {here}, {there}")
        # If one is None, its value must not be read.
        found = self.choose(both, lambda: boolean(self.equal(first, second)), lambda: boolean(alike))
        return found.op

    def _equal_united(self, one: Value, two: Value) -> str:
        """Whether a value of one of several kinds equals another."""
        found = "false"
        for number, item in enumerate(one.alternatives()):
            here = self.body.set(f"icmp eq i64 {one.parts[0]}, {number}")
            each = self.choose(here, lambda item=item: boolean(self.equal(item, two)), lambda: boolean("false")).op  # type: ignore[misc]
            found = each if found == "false" else self.body.set(f"or i1 {found}, {each}")
        return found

    def _all_equal(self, pairs: list[tuple[Value, Value]]) -> str:
        found = "true"
        for one, two in pairs:
            each = self.equal(one, two)
            found = each if found == "true" else self.body.set(f"and i1 {found}, {each}")
        return found

    def _equal_sequences(self, one: Value, two: Value) -> str:
        assert isinstance(one.kind, kinds.Seq) and isinstance(two.kind, kinds.Seq)
        body = self.body
        if one.kind.text != two.kind.text and kinds.NEVER not in (one.kind.item, two.kind.item):
            return "false"
        if one.kind.count is not None and two.kind.count is not None:
            if one.kind.count != two.kind.count:
                return "false"
            if one.kind.count == 1 or (one.kind.count <= 4 and one.kind.item is kinds.INT):
                if one.kind.text:
                    pairs = [
                        (integer(body.load("i64", body.at(one.op, i))), integer(body.load("i64", body.at(two.op, i))))
                        for i in range(one.kind.count)
                    ]
                else:
                    pairs = [(self.item(one, str(i)), self.item(two, str(i))) for i in range(one.kind.count)]
                return self._all_equal(pairs)
        size, other = self.length(one), self.length(two)
        result = body.slot("i1", "false")
        done = body.label("done")
        body.jump_if(body.set(f"icmp eq i64 {size}, {other}"), done, False)

        def compare(index: str) -> None:
            if one.kind.text:  # type: ignore[attr-defined]
                left, right = (integer(body.load("i64", body.at(each.op, index))) for each in (one, two))
            else:
                left, right = self.item(one, index), self.item(two, index)
            body.jump_if(self.equal(left, right), done, False)

        self.count_up(size, compare)
        body.store("i1", "true", result)
        body.begin(done)
        return body.load("i1", result)


def _class(kind: kinds.List) -> type:
    return kinds.Set if isinstance(kind, kinds.Set) else type(kind)


def _both_tuples(one: type | None, two: type | None) -> bool:
    return all(cls is None or issubclass(cls, tuple) for cls in (one, two))


def compared_items(value: Value) -> list[Value]:
    """The items of a tuple or record that count in comparisons: not those with field(compare=False)."""
    items = value.items()
    fields = getattr(value.kind.cls, "__dataclass_fields__", None)  # type: ignore[attr-defined]
    return items if fields is None else [item for item, each in zip(items, fields.values()) if each.compare]
