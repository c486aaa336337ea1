"""NumPy's arrays: numbers in memory of any width, read and written in place, and the operations that rules use."""

from __future__ import annotations

import ast
import dataclasses
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.call import PARTS, Parts, intrinsic
from countermove.native.compiler.code import Value, boolean, constant, integer, is_number, real
from countermove.native.compiler.expression import BuiltinMethod
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import BOOL, FLOAT, NEVER, Array, Kind, List, Seq, Tuple
from countermove.native.compiler.program import array_type
from countermove.native.compiler.text import Text

__all__ = ["Arrays"]


class Arrays(Text):
    """Arrays."""

    # Elements.

    def dimensions(self, value: Value) -> list[str]:
        assert isinstance(value.kind, Array)
        return [str(n) for n in value.kind.shape] if value.kind.shape is not None else value.parts[1:]

    def element(self, value: Value, indices: list[Value]) -> Value:
        """An element of an array, or a row of it where there are fewer indices than dimensions."""
        assert isinstance(value.kind, Array)
        if any(each.is_const and isinstance(each.const, slice) for each in indices):
            raise self.no("a slice among several indices of an array")
        if len(indices) < value.kind.ndim:
            return self._row(value, indices)
        return self._read(value.kind, self._address(value, indices))

    def _address(self, value: Value, indices: list[Value]) -> str:
        assert isinstance(value.kind, Array)
        body = self.body
        sizes = self.dimensions(value)
        place = ""
        for index, size in zip(indices, sizes):
            at = self.as_int(index).op
            if self.checks or not self.kernel:
                at = self.checked_index(at, size)
            place = at if not place else body.set(f"add i64 {body.set(f'mul i64 {place}, {size}')}, {at}")
        llvm, _ = array_type(value.kind.dtype)
        return body.set(f"getelementptr inbounds {llvm}, ptr {value.op}, i64 {place or 0}")

    def _row(self, value: Value, indices: list[Value]) -> Value:
        assert isinstance(value.kind, Array)
        kind, body = value.kind, self.body
        sizes = self.dimensions(value)
        place = ""
        for index, size in zip(indices, sizes):
            at = self.as_int(index).op
            if self.checks or not self.kernel:
                at = self.checked_index(at, size)
            place = at if not place else body.set(f"add i64 {body.set(f'mul i64 {place}, {size}')}, {at}")
        for size in sizes[len(indices) :]:
            place = body.set(f"mul i64 {place}, {size}")
        llvm, _ = array_type(kind.dtype)
        address = body.set(f"getelementptr inbounds {llvm}, ptr {value.op}, i64 {place}")
        rest = kind.shape[len(indices) :] if kind.shape is not None else None
        found = Array(kind.dtype, kind.ndim - len(indices), rest, kind.logical)
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
        value = self.present(self.runtime(value))
        if np.dtype(kind.logical or kind.dtype).kind == "b":
            number = body.set(f"zext i1 {self.truth(value)} to {llvm}")
        else:
            number = body.set(f"fptosi double {value.op} to i64") if value.kind is FLOAT else self.as_int(value).op
            narrow = np.dtype(kind.logical).itemsize if kind.logical else size
            if narrow < 8:
                how = "zext" if np.dtype(kind.logical or kind.dtype).kind == "u" else "sext"
                number = body.set(f"trunc i64 {number} to i{narrow * 8}")
                if size > narrow:
                    number = body.set(f"{how} i{narrow * 8} {number} to {llvm}")
        body.store(llvm, number, address)

    def changing(self, owner: Value, node: ast.AST) -> None:
        """Say no where a change of an array would be lost."""
        assert isinstance(owner.kind, Array)
        if owner.kind.borrowed:
            raise self.no("a view of an array (a column, .T, a slice with a step) is changed; change the array", node)

    def set_element(self, owner: Value, target: ast.Subscript, value: Value) -> None:
        assert isinstance(owner.kind, Array)
        self.changing(owner, target)
        if isinstance(target.slice, ast.Tuple) and any(isinstance(each, ast.Slice) for each in target.slice.elts):
            self._fill_part(owner, target.slice.elts, value, target)
            return
        if isinstance(target.slice, ast.Slice):
            part = self._slice(owner, target.slice, target)
            self._fill_with(part, value, target)
            return
        index = self.runtime_indices(target.slice)
        if len(index) == 1 and isinstance(index[0].kind, Array):
            self._set_masked(owner, index[0], value, target)
            return
        if len(index) < owner.kind.ndim:
            self._fill_with(self._row(owner, index), value, target)
            return
        self._write(owner.kind, self._address(owner, index), value)

    def _fill_part(self, owner: Value, nodes: list[ast.expr], value: Value, node: ast.AST) -> None:
        """table[:, column] = value."""
        assert isinstance(owner.kind, Array)
        kind = owner.kind
        shape, each_cell = self._cells_of(owner, nodes, node)
        value = self.runtime(value, node)
        if isinstance(value.kind, Array):
            given = self.shaped(value, node)
            if given != shape:
                raise self.no(f"an array of shape {given} for a part of shape {shape}", node)
            value = self.array_method(self.copied(value), "ravel", [], {}, node)
        elif isinstance(value.kind, Seq | List | Tuple):
            value = self.as_sequence(value, node)
        place = self.body.place("i64")
        self.body.store("i64", "0", place)

        def put(indices: list[Value]) -> None:
            at = self.body.load("i64", place)
            self.body.store("i64", self.body.set(f"add i64 {at}, 1"), place)
            item = value
            if isinstance(value.kind, Array):
                item = self.element(value, [integer(at)])
            elif isinstance(value.kind, Seq):
                item = self.item(value, at)
            self._write(kind, self._address(owner, indices), item)

        if isinstance(value.kind, Seq) and len(shape) == 1:
            self.guard(self.body.set(f"icmp eq i64 {self.length(value)}, {shape[0]}"), ValueError)
        elif isinstance(value.kind, Seq):
            raise self.no("a list for a block of an array", node)
        each_cell(put)

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

    def index(self, owner: Value, index: Value, node: ast.AST) -> Value:
        if not owner.is_const and isinstance(owner.kind, Array):
            if index.is_const and isinstance(index.const, tuple):
                return self.element(owner, [constant(each) for each in index.const])
            if not index.is_const and isinstance(index.kind, Array):
                raise self.no("an array indexed by an array", node)
            if not index.is_const and isinstance(index.kind, Seq) and index.kind.count is not None:
                return self.element(owner, [self.item(index, str(at)) for at in range(index.kind.count)])
        return super().index(owner, index, node)

    def array_index(self, owner: Value, nodes: list[ast.expr], node: ast.AST) -> Value:
        *first, last = nodes
        if isinstance(last, ast.Slice) and not any(isinstance(each, ast.Slice) for each in first):
            row = self.element(owner, [self.expr(each) for each in first])
            if isinstance(row.kind, Array) and row.kind.ndim == 1 and last.step is None:
                return self._slice(row, last, node)
        if any(isinstance(each, ast.Slice) for each in nodes):
            return self._part(owner, nodes, node)
        return self.element(owner, [self.expr(each) for each in nodes])

    def _part(self, owner: Value, nodes: list[ast.expr], node: ast.AST) -> Value:
        """A column, row or block of a table, copied."""
        shape, each_cell = self._cells_of(owner, nodes, node)
        assert isinstance(owner.kind, Array)
        return _borrowed(
            self._collected(owner.kind, shape, lambda one: each_cell(lambda at: one(self.element(owner, at))))
        )

    def _cells_of(
        self, owner: Value, nodes: list[ast.expr], node: ast.AST
    ) -> tuple[tuple[int, ...], Callable[[Callable[[list[Value]], None]], None]]:
        """The shape of a part of a table, and a way to go through its cells."""
        assert isinstance(owner.kind, Array)
        sizes = self.dimensions(owner)
        if not all(size.isdigit() for size in sizes):
            raise self.no("a slice of an array whose shape is not known", node)
        nodes = [*nodes, *[ast.Slice()] * (len(sizes) - len(nodes))]
        choices: list[Any] = []
        shape = []
        for each, size in zip(nodes, sizes):
            if isinstance(each, ast.Slice):
                ends = [
                    self.expr(end) if end is not None else constant(None) for end in (each.lower, each.upper, each.step)
                ]
                if not all(end.is_const for end in ends):
                    choices.append(self._window(each, ends, size, node))
                    shape.append(choices[-1].count)
                    continue
                places = range(int(size))[slice(*(end.const for end in ends))]
                choices.append(places)
                shape.append(len(places))
            else:
                choices.append(self.checked_index(self.as_int(self.expr(each)).op, size))

        def each_cell(one: Callable[[list[Value]], None]) -> None:
            def inner(at: int, indices: list[Value]) -> None:
                if at == len(choices):
                    one(indices)
                elif isinstance(choices[at], str):
                    inner(at + 1, [*indices, integer(choices[at])])
                else:
                    self.each(constant(choices[at]), lambda index: inner(at + 1, [*indices, index]), node)

            inner(0, [])

        return tuple(shape), each_cell

    def _window(self, cut: ast.Slice, ends: list[Value], size: str, node: ast.AST) -> Lazy:
        """a[i : i + 3], whose length is known: the places from i on, all of which must be in the array."""
        lower, _, step = ends
        end = cut.upper
        alike = isinstance(end, ast.BinOp) and isinstance(end.op, ast.Add) and step.is_const and step.const is None
        if not alike or cut.lower is None or ast.dump(end.left) != ast.dump(cut.lower):  # type: ignore[union-attr]
            raise self.no("a slice of an array with ends that are not constant, nor i and i + a constant", node)
        more = self.expr(end.right)  # type: ignore[union-attr]
        if not more.is_const:
            raise self.no("a slice of an array with ends that are not constant, nor i and i + a constant", node)
        start, body = self.as_int(lower).op, self.body
        self.guard(body.set(f"icmp ule i64 {start}, {int(size) - more.const}"), IndexError)

        def each(one: Callable[[Value], None]) -> None:
            self.count_up(str(more.const), lambda at: one(integer(body.set(f"add i64 {start}, {at}"))))

        return Lazy(each, more.const)

    def _collected(self, kind: Array, shape: tuple[int, ...], each: Callable[[Any], None], dtype: str = "") -> Value:
        """A new array of a shape, filled with values in order."""
        body = self.body
        found = Array(wide(dtype or kind.logical or kind.dtype), len(shape), shape, dtype or kind.logical or kind.dtype)
        target = self.alloc(max(1, math.prod(shape)))
        place = body.place("ptr")
        body.store("ptr", target, place)

        def one(value: Value) -> None:
            now = body.load("ptr", place)
            self._write(found, now, value)
            body.store("ptr", body.at(now, 1), place)

        each(one)
        return Value(found, [target])

    def array_slice(self, owner: Value, ends: list[Value], node: ast.AST) -> Value:
        """A part of an array that begins and ends somewhere, in the same memory."""
        assert isinstance(owner.kind, Array)
        kind, body = owner.kind, self.body
        lower, upper, step = ends
        size = self.dimensions(owner)[0]
        if not (step.is_const and step.const in (None, 1)):
            if kind.shape is not None and all(end.is_const for end in ends):
                places = range(kind.shape[0])[slice(*(end.const for end in ends))]
                whole = (len(places), *kind.shape[1:])
                return _borrowed(self._collected(kind, whole, lambda one: self._each_flat_of(owner, places, one)))
            raise self.no("a slice of an array with a step", node)
        start, stop = self._slice_end(lower, size, "0"), self._slice_end(upper, size, size)
        count = stop if start == "0" else body.set(f"sub i64 {stop}, {start}")
        if start.isdigit() and stop.isdigit():
            count = str(max(0, int(stop) - int(start)))
        elif not self.kernel:
            count = body.set(f"call i64 @llvm.smax.i64(i64 {count}, i64 0)")
        llvm, _ = array_type(kind.dtype)
        offset = start
        for other in self.dimensions(owner)[1:]:
            offset = body.set(f"mul i64 {offset}, {other}")
        address = body.set(f"getelementptr inbounds {llvm}, ptr {owner.op}, i64 {offset}")
        if kind.shape is not None and count.isdigit():
            return Value(Array(kind.dtype, kind.ndim, (int(count), *kind.shape[1:]), kind.logical), [address])
        return Value(Array(kind.dtype, kind.ndim, None, kind.logical), [address, count, *self.dimensions(owner)[1:]])

    def _each_flat_of(self, owner: Value, places: Any, one: Callable[[Value], None]) -> None:
        self.each(constant(tuple(places)), lambda at: self.each_flat(self.element(owner, [at]), one))

    def each_flat(self, value: Value, one: Callable[[Value], None]) -> None:
        """Do something with every number of an array, or with a number."""
        if not isinstance(value.kind, Array):
            one(value)
            return
        kind, body = value.kind, self.body
        total = "1"
        for size in self.dimensions(value):
            total = (
                str(int(total) * int(size))
                if total.isdigit() and size.isdigit()
                else body.set(f"mul i64 {total}, {size}")
            )
        llvm, _ = array_type(kind.dtype)
        self.count_up(
            total,
            lambda at: one(self._read(kind, body.set(f"getelementptr inbounds {llvm}, ptr {value.op}, i64 {at}"))),
        )

    def _each_place(self, value: Value, one: Callable[[str, str], None]) -> None:
        """Do something with the address of every number of an array, and its number in their order."""
        assert isinstance(value.kind, Array)
        kind, body = value.kind, self.body
        total = "1"
        for size in self.dimensions(value):
            total = (
                str(int(total) * int(size))
                if total.isdigit() and size.isdigit()
                else body.set(f"mul i64 {total}, {size}")
            )
        llvm, _ = array_type(kind.dtype)
        self.count_up(total, lambda at: one(body.set(f"getelementptr inbounds {llvm}, ptr {value.op}, i64 {at}"), at))

    def _fill_with(self, part: Value, value: Value, node: ast.AST) -> None:
        assert isinstance(part.kind, Array)
        kind, body = part.kind, self.body
        value = self.runtime(value, node)
        if isinstance(value.kind, Array):
            other = value.kind
            llvm, _ = array_type(other.dtype)
            self._each_place(
                part,
                lambda place, at: self._write(
                    kind, place, self._read(other, body.set(f"getelementptr inbounds {llvm}, ptr {value.op}, i64 {at}"))
                ),
            )
        elif isinstance(value.kind, Seq | List):
            whole = self.as_sequence(value)
            self._each_place(part, lambda place, at: self._write(kind, place, self.item(whole, at)))
        else:
            self._each_place(part, lambda place, at: self._write(kind, place, value))

    def _set_masked(self, owner: Value, mask: Value, value: Value, node: ast.AST) -> None:
        assert isinstance(mask.kind, Array) and isinstance(owner.kind, Array)
        kind, marks, body = owner.kind, mask.kind, self.body
        if np.dtype(marks.logical or marks.dtype).kind != "b":
            raise self.no("an array indexed by an array", node)
        llvm, _ = array_type(marks.dtype)

        def one(place: str, at: str) -> None:
            here = self._read(marks, body.set(f"getelementptr inbounds {llvm}, ptr {mask.op}, i64 {at}"))
            yes, on = body.label("yes"), body.label("on")
            body.branch(here.op, yes, on)
            body.begin(yes)
            self._write(kind, place, value)
            body.begin(on)

        self._each_place(owner, one)

    def augmented_element(self, owner: Value, target: ast.Subscript, node: ast.AugAssign) -> None:
        if not isinstance(owner.kind, Array) or isinstance(target.slice, ast.Slice):
            raise self.no("a slice is changed", target)
        self.changing(owner, target)
        if isinstance(target.slice, ast.Tuple) and any(isinstance(each, ast.Slice) for each in target.slice.elts):
            part = self._part(owner, target.slice.elts, target)
            new = self.arithmetic(type(node.op), part, self.expr(node.value), node)
            self._fill_part(owner, target.slice.elts, new, target)
            return
        index = self.runtime_indices(target.slice)
        more = self.expr(node.value)
        if len(index) < owner.kind.ndim:
            row = self._row(owner, index)
            self._fill_with(row, self.arithmetic(type(node.op), row, more, node), node)
            return
        place = self._address(owner, index)
        new = self.arithmetic(type(node.op), self._read(owner.kind, place), more, node)
        self._write(owner.kind, place, new)

    def array_in_place(self, old: Value, node: ast.AugAssign) -> bool:
        self.changing(old, node)
        new = self.arithmetic(type(node.op), old, self.expr(node.value), node)
        self._fill_with(old, new, node)
        return True

    # Whole arrays.

    def shaped(self, value: Value, node: ast.AST) -> tuple[int, ...]:
        assert isinstance(value.kind, Array)
        if value.kind.shape is None:
            sizes = self.dimensions(value)
            if all(size.isdigit() for size in sizes):
                return tuple(map(int, sizes))
            raise self.no("an operation on an array whose shape is not known", node)
        return value.kind.shape

    def mapped(self, value: Value, function: Callable[[Value], Value], node: ast.AST, dtype: str = "") -> Value:
        """A new array with a function of every number."""
        assert isinstance(value.kind, Array)
        shape = self.shaped(value, node)
        return self._collected(
            value.kind, shape, lambda one: self.each_flat(value, lambda each: one(function(each))), dtype
        )

    def _paired(
        self, one: Value, two: Value, function: Callable[[Value, Value], Value], node: ast.AST, dtype: str
    ) -> Value:
        one, two = self.runtime(one, node), self.runtime(two, node)
        if not isinstance(one.kind, Array):
            return self.mapped(two, lambda each: function(one, each), node, dtype)
        if not isinstance(two.kind, Array):
            return self.mapped(one, lambda each: function(each, two), node, dtype)
        if self.shaped(one, node) != self.shaped(two, node):
            return self._broadcast(one, two, function, node, dtype)
        body, other = self.body, two.kind
        llvm, _ = array_type(other.dtype)
        place = body.place("i64")
        body.store("i64", "0", place)

        def both(each: Value) -> Value:
            at = body.load("i64", place)
            body.store("i64", body.set(f"add i64 {at}, 1"), place)
            right = self._read(other, body.set(f"getelementptr inbounds {llvm}, ptr {two.op}, i64 {at}"))
            return function(each, right)

        return self.mapped(one, both, node, dtype)

    def _broadcast(
        self, one: Value, two: Value, function: Callable[[Value, Value], Value], node: ast.AST, dtype: str
    ) -> Value:
        """Arrays of different shapes, put together as NumPy does it."""
        shapes = [self.shaped(each, node) for each in (one, two)]
        try:
            shape = np.broadcast_shapes(*shapes)
        except ValueError:
            raise self.no(f"arrays of shapes {shapes[0]} and {shapes[1]}", node) from None

        def at(value: Value, own: tuple[int, ...], indices: list[Value]) -> Value:
            last = indices[len(indices) - len(own) :]
            return self.element(value, [constant(0) if size == 1 else index for size, index in zip(own, last)])

        def each(put: Callable[[Value], None]) -> None:
            def inner(indices: list[Value]) -> None:
                if len(indices) == len(shape):
                    put(function(at(one, shapes[0], indices), at(two, shapes[1], indices)))
                else:
                    self.each(constant(range(shape[len(indices)])), lambda index: inner([*indices, index]), node)

            inner([])

        assert isinstance(one.kind, Array)
        return self._collected(one.kind, shape, each, dtype)

    def elementwise(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        return self._paired(one, two, lambda a, b: self.arithmetic(op, a, b, node), node, self._dtype(op, one, two))

    def _dtype(self, op: type[ast.operator], one: Value, two: Value) -> str:
        names = []
        for each in (one, two):
            kind = self.kind_of(each)
            if isinstance(kind, Array):
                names.append(kind.logical or kind.dtype)
            elif kind is FLOAT:
                names.append("float64")
        found = np.result_type(*names)
        return "float64" if op is ast.Div else str(found)

    def elementwise_compare(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> Value:
        return self._paired(one, two, lambda a, b: self.compared(op, a, b, node), node, "bool")

    def elementwise_unary(self, op: Any, value: Value, node: ast.AST) -> Value:
        assert isinstance(value.kind, Array)
        if op is ast.Invert and np.dtype(value.kind.logical or value.kind.dtype).kind == "b":
            return self.mapped(value, lambda each: boolean(self.body.set(f"xor i1 {each.op}, true")), node, "bool")
        if op is ast.USub:
            return self.mapped(value, lambda each: self.arithmetic(ast.Sub, constant(0), each, node), node)
        raise self.no("this operation on an array", node)

    def as_array(self, value: Value, kind: Array) -> Value:
        given = value.kind
        assert isinstance(given, Array)
        if kind.shape is None and given.dtype == kind.dtype:
            return Value(kind, [value.op, *self.dimensions(value)])
        if kind.shape is None:
            raise self.no("an array changes its kind")
        sizes = self.dimensions(value)
        for size, wanted in zip(sizes, kind.shape):
            if size != str(wanted):
                self.guard(self.body.set(f"icmp eq i64 {size}, {wanted}"), ValueError)
        if given.dtype == kind.dtype and given.logical in ("", kind.logical):
            return Value(kind, [value.op])
        return self._collected(kind, kind.shape, lambda one: self.each_flat(value, one), kind.logical or kind.dtype)

    def thawed_array(self, value: np.ndarray[Any, Any]) -> Value:
        """A constant as a new array that can change."""
        whole = self.runtime(constant(value))
        assert isinstance(whole.kind, Array)
        return self._collected(whole.kind, value.shape, lambda one: self.each_flat(whole, one), str(value.dtype))

    def copied(self, value: Value) -> Value:
        """A copy of an array that may be changed."""
        assert isinstance(value.kind, Array)
        kind, body = value.kind, self.body
        _, size = array_type(kind.dtype)
        total = "1"
        for each in self.dimensions(value):
            total = (
                str(int(total) * int(each))
                if total.isdigit() and each.isdigit()
                else body.set(f"mul i64 {total}, {each}")
            )
        count = body.set(f"mul i64 {total}, {size}")
        target = self.alloc(body.set(f"lshr i64 {body.set(f'add i64 {count}, 7')}, 3"))
        body.add(f"call void @llvm.memcpy.p0.p0.i64(ptr {target}, ptr {value.op}, i64 {count}, i1 false)")
        return Value(dataclasses.replace(kind, borrowed=False), [target, *value.parts[1:]])

    def array_attribute(self, owner: Value, name: str, node: ast.AST) -> Value:
        assert isinstance(owner.kind, Array)
        sizes = self.dimensions(owner)
        if name == "shape":
            if all(size.isdigit() for size in sizes):
                return constant(tuple(map(int, sizes)))
            return self.tuple_of([integer(size) for size in sizes], node)
        if name == "size":
            total = "1"
            for size in sizes:
                total = self.body.set(f"mul i64 {total}, {size}")
            return integer(total)
        if name == "ndim":
            return constant(owner.kind.ndim)
        if name == "T":
            return self._transposed(owner, node)
        if name == "flat":
            return constant(Lazy(lambda one: self.each_flat(owner, one)))
        return constant(BuiltinMethod(name, owner))

    def _transposed(self, owner: Value, node: ast.AST) -> Value:
        assert isinstance(owner.kind, Array)
        shape = self.shaped(owner, node)
        if len(shape) != 2:
            return owner

        def each(one: Callable[[Value], None]) -> None:
            def whole(column: Value) -> None:
                self.each(constant(range(shape[0])), lambda row: one(self.element(owner, [row, column])), node)

            self.each(constant(range(shape[1])), whole, node)

        return _borrowed(self._collected(owner.kind, (shape[1], shape[0]), each))

    def call_method(
        self, method: BuiltinMethod, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        if not method.owner.is_const and isinstance(method.owner.kind, Array):
            return self.array_method(method.owner, method.name, arguments, named, node)
        return super().call_method(method, arguments, named, node)

    def array_method(
        self, owner: Value, name: str, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        """A method of an array, or NumPy's function of the same name."""
        assert isinstance(owner.kind, Array)
        kind = owner.kind
        axis = named.get("axis", arguments[0] if arguments and name in ALONG else constant(None))
        if name in ALONG and not (axis.is_const and axis.const is None):
            return self._along(owner, name, axis, node)
        flat = constant(Lazy(lambda one: self.each_flat(owner, one)))
        if name == "copy":
            return self.copied(owner)
        if name in ("sum", "max", "min", "any", "all"):
            function: Any = {"sum": sum, "max": max, "min": min, "any": any, "all": all}[name]
            found = self.called(function, [flat], {}, node)
            return self.as_int(found) if name == "sum" and found.kind is BOOL else found
        if name in ("flatten", "ravel"):
            shape = self.shaped(owner, node)
            flat_kind = Array(kind.dtype, 1, (math.prod(shape),), kind.logical, name == "ravel" and kind.borrowed)
            return Value(flat_kind, [owner.op if name == "ravel" else self.copied(owner).op])
        if name == "reshape":
            sizes = (
                arguments[0].const
                if arguments[0].is_const and isinstance(arguments[0].const, tuple)
                else tuple(each.const for each in arguments)
            )
            total = math.prod(self.shaped(owner, node))
            if -1 in sizes:
                rest = -math.prod(sizes)
                sizes = tuple(total // rest if each == -1 else each for each in sizes)
            if total != math.prod(sizes):
                self.guard("false", ValueError)
            return Value(Array(kind.dtype, len(sizes), sizes, kind.logical, kind.borrowed), [owner.op])
        if name == "tolist":
            if kind.ndim == 1:
                return self.listed(owner, (node, "tolist"), node)
            rows = constant(Lazy(lambda one: self.each(owner, lambda row: one(self.listed(row, (node, "row"), node)))))
            return self.listed(rows, (node, "tolist"), node)
        if name == "item":
            if not arguments:
                return self._read(kind, owner.op)
            return self.element(owner, arguments if len(arguments) > 1 else [arguments[0]])
        if name == "astype":
            return self.mapped(owner, lambda each: each, node, dtype_of(self, arguments[0], node))
        if name in ("argmax", "argmin"):
            ranked = self.called(enumerate, [flat], {}, node)
            best = self.best_of(ranked, {"key": constant(operator.itemgetter(1))}, name == "argmax", node)  # type: ignore[attr-defined]
            return self.destructured(best, 2, node)[0]
        if name == "fill":
            self._fill_with(owner, arguments[0], node)
            return Value(NEVER, [])
        if name == "trace":
            shape = self.shaped(owner, node)
            found = self.element(owner, [constant(0), constant(0)])
            for at in range(1, min(shape)):
                found = self.arithmetic(ast.Add, found, self.element(owner, [constant(at), constant(at)]), node)
            return found
        if name == "diagonal":
            shape = self.shaped(owner, node)
            if arguments or named:
                raise self.no("a diagonal beside the main one", node)
            return self._collected(
                kind, (min(shape),),
                lambda one: self.each(constant(range(min(shape))), lambda at: one(self.element(owner, [at, at])), node),
            )  # fmt: skip
        if name == "transpose":
            return self._transposed(owner, node)
        if name == "mean":
            whole = self.called(sum, [flat], {}, node)
            return self.arithmetic(ast.Div, whole, constant(math.prod(self.shaped(owner, node))), node)
        if name == "nonzero":
            return self.called(np.nonzero, [owner], {}, node)
        raise self.no(f"{name} of an array", node)

    def _along(self, owner: Value, name: str, axis: Value, node: ast.AST) -> Value:
        """A sum, or another of all numbers, along one axis of a table."""
        assert isinstance(owner.kind, Array)
        shape = self.shaped(owner, node)
        if not axis.is_const or len(shape) != 2:
            raise self.no(f"{name} along an axis of this array", node)
        if axis.const not in (0, 1, -1, -2):
            raise self.no(f"{name} along an axis of this array", node)
        rows = axis.const in (1, -1)
        table = owner if rows else self._transposed(owner, node)
        dtype = {"any": "bool", "all": "bool", "argmax": "int64", "argmin": "int64"}.get(name, "")
        if name == "sum" and np.dtype(owner.kind.logical or owner.kind.dtype).kind in "ib":
            dtype = "int64"

        def each(one: Callable[[Value], None]) -> None:
            self.each(table, lambda row: one(self.array_method(row, name, [], {}, node)), node)

        return self._collected(owner.kind, (shape[0] if rows else shape[1],), each, dtype)


ALONG = ("sum", "any", "all", "max", "min", "argmax", "argmin")
"""What can be asked along an axis."""


def _borrowed(value: Value) -> Value:
    assert isinstance(value.kind, Array)
    return Value(dataclasses.replace(value.kind, borrowed=True), value.parts)


PARTS |= {np.concatenate, np.hstack, np.array, np.asarray}


def wide(dtype: str) -> str:
    """How the numbers of an array that rules make are held: in words."""
    return "float64" if np.dtype(dtype).kind == "f" else "int64"


def dtype_of(c: Any, value: Value, node: ast.AST) -> str:
    """The name of the numbers that a dtype means."""
    if not value.is_const:
        raise c.no("a dtype that is not constant", node)
    return str(np.dtype(value.const))


def _filled(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST, value: Value, at: int) -> Value:
    """A new array of a shape, full of one number."""
    shape = arguments[0]
    given = named.get("dtype", arguments[at] if len(arguments) > at else constant("float64"))
    dtype = dtype_of(c, given, node)
    if shape.is_const:
        sizes = shape.const if isinstance(shape.const, tuple | list) else (shape.const,)
        if not c.kernel:
            total = math.prod(sizes)
            found = Array(wide(dtype), len(sizes), tuple(sizes), dtype)
            target = c.alloc(max(1, total))
            result = Value(found, [target])
            c._fill_with(result, value, node)
            return result
        operands = [str(size) for size in sizes]
    elif isinstance(shape.kind, Tuple):
        operands = [c.as_int(each).op for each in shape.items()]
    else:
        operands = [c.as_int(shape).op]
    total_ = operands[0]
    for size in operands[1:]:
        total_ = c.body.set(f"mul i64 {total_}, {size}")
    _, width = array_type(dtype)
    size_ = c.body.set(f"mul i64 {total_}, {width}")
    count = c.body.set(f"lshr i64 {c.body.set(f'add i64 {size_}, 7')}, 3")
    result = Value(Array(dtype, len(operands)), [c.alloc(count), *operands])
    if value.kind is not NEVER:
        c._fill_with(result, value, node)
    return result


@intrinsic(np.zeros)
def _zeros(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    return _filled(c, arguments, named, node, integer(0), 1)


@intrinsic(np.ones)
def _ones(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    return _filled(c, arguments, named, node, integer(1), 1)


@intrinsic(np.empty)
def _empty(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    return _filled(c, arguments, named, node, Value(NEVER, []) if c.kernel else integer(0), 1)


@intrinsic(np.full)
def _full(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    value = c.runtime(arguments[1])
    if "dtype" not in named and len(arguments) < 3:
        named = {**named, "dtype": constant("float64" if value.kind is FLOAT else "int64")}
    return _filled(c, arguments, named, node, value, 2)


@intrinsic(np.zeros_like)
def _zeros_like(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    dtype = dtype_of(c, named["dtype"], node) if "dtype" in named else ""
    return c.mapped(arguments[0], lambda each: integer(0), node, dtype)


@intrinsic(np.array, np.asarray, np.ascontiguousarray)
def _array(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    value = arguments[0]
    if value.is_const and isinstance(value.const, Parts):
        value = c.tuple_of(value.const.values, node)
    given = named.get("dtype", arguments[1] if len(arguments) > 1 else constant(None))
    if value.is_const and not isinstance(value.const, Lazy | Range):
        return constant(np.array(value.const, given.const))
    if not value.is_const and isinstance(value.kind, Array):
        return (
            c.copied(value)
            if given.const is None
            else c.mapped(value, lambda each: each, node, str(np.dtype(given.const)))
        )
    count = c.static_count(value)
    if count is None:
        raise c.no("an array of something whose length is not known", node)
    whole = c.as_sequence(value, node)
    item = whole.kind.item
    inner = item.count if isinstance(item, Seq) else len(item.items) if isinstance(item, Tuple) else None
    shape = (count,) if inner is None else (count, inner)
    kinds: Kind = item.item if isinstance(item, Seq) else item.items[0] if isinstance(item, Tuple) else item
    usual = "float64" if kinds is FLOAT else "bool" if kinds is BOOL else "int64"
    dtype = usual if given.const is None else str(np.dtype(given.const))

    def each(one: Callable[[Value], None]) -> None:
        c.each(whole, one if inner is None else lambda row: c.each(row, one, node), node)

    return c._collected(Array("int64", 1), shape, each, dtype)


def _method(function: Any, name: str) -> None:
    @intrinsic(function)
    def write(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        value = (
            c.runtime(arguments[0], node)
            if not (arguments[0].is_const and isinstance(arguments[0].const, Lazy))
            else arguments[0]
        )
        if not isinstance(value.kind, Array):
            if is_number(value.kind):
                return value
            value = _array(c, [value], {}, node)
            value = c.runtime(value, node)
        return c.array_method(value, name, arguments[1:], named, node)


for _name in (
    "sum",
    "any",
    "all",
    "max",
    "min",
    "argmax",
    "argmin",
    "ravel",
    "trace",
    "transpose",
    "mean",
    "copy",
    "reshape",
):
    _method(getattr(np, _name), _name)
_method(np.diag, "diagonal")
_method(np.diagonal, "diagonal")


@intrinsic(np.count_nonzero)
def _count_nonzero(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    mask = c.mapped(c.runtime(arguments[0]), lambda each: boolean(c.truth(each)), node, "bool")
    return c.array_method(mask, "sum", [], {}, node)


@intrinsic(np.nonzero)
def _nonzero(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    """Where an array is not 0: an array of indices for each dimension."""
    value = c.runtime(arguments[0], node)
    shape = c.shaped(value, node)
    body = c.body
    targets = [c.alloc(max(1, math.prod(shape))) for _ in shape]
    place = body.place("i64")
    body.store("i64", "0", place)

    def one(indices: Value) -> None:
        at = body.load("i64", place)
        for target, index in zip(targets, c.destructured(indices, len(shape), node)):
            body.store("i64", c.as_int(index).op, body.at(target, at))
        body.store("i64", body.set(f"add i64 {at}, 1"), place)

    c.each(_argwhere(c, [value], {}, node), one, node)
    count = body.load("i64", place)
    return c.tuple_of([Value(Array("int64", 1), [target, count]) for target in targets], node)


@intrinsic(np.where)
def _where(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    if len(arguments) == 1:
        return _nonzero(c, arguments, named, node)
    mask, one, two = (c.runtime(each, node) for each in arguments)
    if not isinstance(mask.kind, Array):
        raise c.no("where of something other than an array", node)
    if isinstance(one.kind, Array) or isinstance(two.kind, Array):
        return _where_of(c, mask, one, two, node)
    dtype = "float64" if FLOAT in (one.kind, two.kind) else "int64"
    return c.mapped(mask, lambda each: c.choose(c.truth(each), lambda: one, lambda: two), node, dtype)


def _where_of(c: Any, mask: Value, one: Value, two: Value, node: ast.AST) -> Value:
    shape = c.shaped(mask, node)
    for each in (one, two):
        if isinstance(each.kind, Array) and c.shaped(each, node) != shape:
            raise c.no("where of arrays of different shapes", node)

    def cells(put: Callable[[Value], None]) -> None:
        def inner(indices: list[Value]) -> None:
            if len(indices) < len(shape):
                c.each(constant(range(shape[len(indices)])), lambda index: inner([*indices, index]), node)
                return
            pick = lambda each: lambda: c.element(each, indices) if isinstance(each.kind, Array) else each  # noqa: E731
            put(c.choose(c.truth(c.element(mask, indices)), pick(one), pick(two)))

        inner([])

    return c._collected(mask.kind, shape, cells, c._dtype(ast.Add, one, two))  # type: ignore[no-any-return]


@intrinsic(np.fliplr, np.flipud)
def _fliplr(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    return _flipped(c, c.runtime(arguments[0]), True, node)


@intrinsic(np.flipud)
def _flipud(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    return _flipped(c, c.runtime(arguments[0]), False, node)


def _flipped(c: Any, value: Value, sideways: bool, node: ast.AST) -> Value:
    rows, columns = c.shaped(value, node)

    def each(one: Callable[[Value], None]) -> None:
        for row in range(rows):
            for column in range(columns):
                place = (row, columns - 1 - column) if sideways else (rows - 1 - row, column)
                one(c.element(value, [constant(at) for at in place]))

    return _borrowed(c._collected(value.kind, (rows, columns), each))


@intrinsic(np.array_equal)
def _array_equal(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    one, two = (c.runtime(each) for each in arguments)
    return c.array_method(c.elementwise_compare(ast.Eq, one, two, node), "all", [], {}, node)


@intrinsic(np.argwhere)
def _argwhere(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    """Where an array is not 0: the indices, one row after the other."""
    value = c.runtime(arguments[0], node)
    shape = c.shaped(value, node)

    def each(one: Callable[[Value], None]) -> None:
        def inner(at: int, indices: list[Value]) -> None:
            if at < len(shape):
                c.each(constant(range(shape[at])), lambda index: inner(at + 1, [*indices, index]), node)
                return
            yes, on = c.body.label("yes"), c.body.label("on")
            c.body.branch(c.truth(c.element(value, indices)), yes, on)
            c.body.begin(yes)
            one(c.tuple_of(indices, node))
            c.body.begin(on)

        inner(0, [])

    return constant(Lazy(each))


@intrinsic(np.ndindex)
def _ndindex(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    """Every index of a table of a shape."""
    if not all(each.is_const for each in arguments):
        raise c.no("ndindex of a shape that is not constant", node)
    return constant(tuple(np.ndindex(*(each.const for each in arguments))))


@intrinsic(np.sort)
def _sort(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    value = c.runtime(arguments[0], node)
    shape = c.shaped(value, node)
    if len(shape) != 1:
        raise c.no("sort of a table", node)
    found = c.called(sorted, [value], {}, node)
    return c._collected(value.kind, shape, lambda one: c.each(found, one, node))


@intrinsic(np.concatenate, np.hstack)
def _concatenate(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    """Arrays and lists of numbers, one after the other."""
    parts = arguments[0]
    if not (parts.is_const and isinstance(parts.const, Parts)):
        raise c.no("concatenate of something that is not written out as a list", node)
    counts = [c.static_count(each) for each in parts.const.values]
    if None in counts:
        raise c.no("concatenate of arrays whose length is not known", node)
    kinds = [c.kind_of(each) for each in parts.const.values]
    names = [kind.logical or kind.dtype for kind in kinds if isinstance(kind, Array)] or ["int64"]

    def each(one: Callable[[Value], None]) -> None:
        for part in parts.const.values:
            c.each(part, one, node)

    return c._collected(Array("int64", 1), (sum(counts),), each, str(np.result_type(*names)))


@intrinsic(np.abs)
def _np_abs(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    return c.called(abs, arguments, {}, node)


for _name in ("int64", "int32", "int16", "int8", "uint8", "intp"):

    @intrinsic(getattr(np, _name))
    def _np_int(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        return c.called(int, arguments, {}, node)


for _name in ("float64", "float32"):

    @intrinsic(getattr(np, _name))
    def _np_float(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        return c.called(float, arguments, {}, node)


@intrinsic(np.bool_)
def _np_bool(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    return c.called(bool, arguments, {}, node)


for _name, _same in (("isnan", math.isnan), ("isfinite", math.isfinite), ("isinf", math.isinf), ("floor", math.floor),
                     ("sqrt", math.sqrt), ("exp", math.exp), ("log", math.log), ("log10", math.log10)):  # fmt: skip

    def _register(name: str, same: Any) -> None:
        @intrinsic(getattr(np, name))
        def write(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
            found = c.called(same, arguments, {}, node)
            return c.as_float(found) if name == "floor" else found

    _register(_name, _same)
