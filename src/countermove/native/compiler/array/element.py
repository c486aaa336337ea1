"""Elements of arrays: numbers in memory of any width, read and written in place."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterable

import numpy as np

from countermove.native.compiler.code import Value, boolean, constant, integer, is_number, never, real
from countermove.native.compiler.iterate import Lazy
from countermove.native.compiler.kinds import BOOL, FLOAT, NONE, Array, Seq, Tuple, plain
from countermove.native.compiler.method import Methods
from countermove.native.compiler.program import array_type


class Elements(Methods):
    """Elements and rows."""

    def dimensions(self, value: Value) -> list[str]:
        assert isinstance(value.kind, Array)
        return [str(n) for n in value.kind.shape] if value.kind.shape is not None else value.parts[1:]

    def total(self, value: Value) -> str:
        """The number of elements of an array."""
        return self.product(self.dimensions(value))

    def product(self, sizes: list[str]) -> str:
        total = "1"
        for size in sizes:
            if total.isdigit() and size.isdigit():
                total = str(int(total) * int(size))
            else:
                total = self.body.set(f"mul i64 {total}, {size}")
        return total

    def same_sizes(self, one: Iterable[str], two: Iterable[str]) -> None:
        """Continue only if two arrays have the same shape."""
        for first, second in zip(one, two):
            if first != second:
                self.guard(self.body.set(f"icmp eq i64 {first}, {second}"), ValueError)

    def shaped(self, value: Value, node: ast.AST) -> tuple[int, ...]:
        assert isinstance(value.kind, Array)
        if value.kind.shape is None:
            sizes = self.dimensions(value)
            if all(size.isdigit() for size in sizes):
                return tuple(map(int, sizes))
            raise self.no("an operation on an array of unknown shape", node)
        return value.kind.shape

    def element(self, value: Value, indices: list[Value]) -> Value:
        """An element of an array, or a row if there are fewer indices than dimensions."""
        assert isinstance(value.kind, Array)
        if any(each.is_const and isinstance(each.const, slice) for each in indices):
            raise self.no("a slice among several indices of an array")
        if len(indices) > value.kind.ndim:
            self.guard("false", IndexError)
            return never
        if len(indices) < value.kind.ndim:
            return self._row(value, indices)
        return self._read(value.kind, self._address(value, indices))

    def _address(self, value: Value, indices: list[Value]) -> str:
        return self.place_of(value, self._offset(value, indices) or "0")

    def _offset(self, value: Value, indices: list[Value]) -> str:
        """The offset of the leading indices, in units of the remaining dimensions; 0 without indices."""
        body, place = self.body, ""
        for index, size in zip(indices, self.dimensions(value)):
            if self.kind_of(index) in (BOOL, NONE):
                raise self.no("an array indexed by a bool or by None")
            at = self.as_int(index).op
            if self.checks or not self.kernel:
                at = self.checked_index(at, size)
            place = at if not place else body.set(f"add i64 {body.set(f'mul i64 {place}, {size}')}, {at}")
        return place

    def place_of(self, value: Value, at: str) -> str:
        """The address of an element, by flat index."""
        assert isinstance(value.kind, Array)
        llvm, _ = array_type(value.kind.dtype)
        return self.body.set(f"getelementptr inbounds {llvm}, ptr {value.op}, i64 {at}")

    def number_at(self, value: Value, at: str) -> Value:
        """An element of an array, by flat index."""
        assert isinstance(value.kind, Array)
        return self._read(value.kind, self.place_of(value, at))

    def _row(self, value: Value, indices: list[Value]) -> Value:
        assert isinstance(value.kind, Array)
        kind, body = value.kind, self.body
        sizes = self.dimensions(value)
        place = self._offset(value, indices)
        for size in sizes[len(indices) :]:
            place = body.set(f"mul i64 {place}, {size}")
        address = self.place_of(value, place)
        rest = kind.shape[len(indices) :] if kind.shape is not None else None
        found = Array(kind.dtype, kind.ndim - len(indices), rest, kind.logical, kind.borrowed)
        return Value(found, [address] if rest is not None else [address, *sizes[len(indices) :]])

    def _read(self, kind: Array, address: str) -> Value:
        body = self.body
        llvm, size = array_type(kind.dtype)
        number = body.load(llvm, address)
        sort = np.dtype(kind.logical or kind.dtype).kind
        if llvm == "float":
            return real(body.set(f"fpext float {number} to double"))
        if llvm == "double":
            return real(number)
        if sort == "b":
            return boolean(body.set(f"icmp ne {llvm} {number}, 0"))
        if size < 8:
            number = body.set(f"{'zext' if sort == 'u' else 'sext'} {llvm} {number} to i64")
        return integer(number)

    def _write(self, kind: Array, address: str, value: Value) -> None:
        body = self.body
        llvm, size = array_type(kind.dtype)
        if llvm in ("double", "float"):
            number = self.as_float(value).op
            if llvm == "float":
                number = body.set(f"fptrunc double {number} to float")
            body.store(llvm, number, address)
            return
        value = self.narrow(self.runtime(value), is_number)
        if np.dtype(kind.logical or kind.dtype).kind == "b":
            number = body.set(f"zext i1 {self.truth(value)} to {llvm}")
        else:
            number = self._truncated(value.op) if value.kind is FLOAT else self.as_int(value).op
            narrow = np.dtype(kind.logical).itemsize if kind.logical else size
            if narrow < 8:
                how = "zext" if np.dtype(kind.logical or kind.dtype).kind == "u" else "sext"
                number = body.set(f"trunc i64 {number} to i{narrow * 8}")
                if size > narrow:
                    number = body.set(f"{how} i{narrow * 8} {number} to {llvm}")
        body.store(llvm, number, address)

    def _truncated(self, number: str) -> str:
        """A float as an int element; a fault if it is not integral."""
        body = self.body
        if not self.kernel:
            self.guard(body.set(f"fcmp ord double {number}, {number}"), ValueError)
            size = body.set(f"call double @llvm.fabs.f64(double {number})")
            self.guard(body.set(f"fcmp olt double {size}, 0x43E0000000000000"), OverflowError)
        return body.set(f"fptosi double {number} to i64")

    def runtime_indices(self, node: ast.expr) -> list[Value]:
        """The indices between brackets."""
        if isinstance(node, ast.Tuple):
            return [self.expr(each) for each in node.elts]
        value = self.expr(node)
        if value.is_const and isinstance(value.const, tuple):
            return [constant(each) for each in value.const]
        if not value.is_const and isinstance(value.kind, Tuple):
            return value.items()
        if not value.is_const and isinstance(value.kind, Seq) and value.kind.count is not None and not value.kind.text:
            return [self.item(value, str(at)) for at in range(value.kind.count)]
        return [value]

    def truth_of_array(self, value: Value) -> str:
        """The truth of a one-element array; larger arrays have none."""
        total = self.total(value)
        if total.isdigit() and int(total) != 1:
            raise self.no(f"the truth value of an array of {total} numbers; use any() or all()")
        self.guard(self.body.set(f"icmp eq i64 {total}, 1"), ValueError)
        return self.truth(self.number_at(value, "0"))

    def in_array(self, whole: Value, item: Value, node: ast.AST) -> str:
        """Whether an array contains a number."""
        if not isinstance(whole.kind, Array) or not is_number(item.kind):
            raise self.no(f"{plain(item.kind)} in {plain(whole.kind)}", node)
        every = constant(Lazy(lambda one: self.count_up(self.total(whole), lambda at: one(self.number_at(whole, at)))))
        return self.any_of(every, True, lambda each: self.equal(each, item))

    def index(self, owner: Value, index: Value, node: ast.AST) -> Value:
        if not owner.is_const and isinstance(owner.kind, Array):
            if index.is_const and isinstance(index.const, tuple):
                return self.element(owner, [constant(each) for each in index.const])
            if not index.is_const and isinstance(index.kind, Array):
                raise self.no("an array indexed by an array", node)
            if not index.is_const and isinstance(index.kind, Seq) and index.kind.count is not None:
                return self.element(owner, [self.item(index, str(at)) for at in range(index.kind.count)])
        return super().index(owner, index, node)

    def copied(self, value: Value) -> Value:
        """A mutable copy of an array."""
        assert isinstance(value.kind, Array)
        kind, body = value.kind, self.body
        _, size = array_type(kind.dtype)
        total = self.total(value)
        count = body.set(f"mul i64 {total}, {size}")
        target = self.alloc(body.set(f"lshr i64 {body.set(f'add i64 {count}, 7')}, 3"))
        body.add(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {value.op}, i64 {count}, i1 false)")
        return Value(dataclasses.replace(kind, borrowed=False), [target, *value.parts[1:]])
