"""Parts of arrays: slices, columns, blocks and masks, read and written."""

from __future__ import annotations

import ast
import dataclasses
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.array.element import Elements
from countermove.native.compiler.code import Value, constant, integer, is_number
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import NEVER, NONE, Array, List, Optional, Seq, Tuple, Union, plain

Size = int | str
"""The length of an array along an axis: a number, or an operand."""


class ArrayParts(Elements):
    """Parts of arrays."""

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
        """A copy of a column, row or block of a 2-D array."""
        shape, each_cell = self._cells_of(owner, nodes, node)
        assert isinstance(owner.kind, Array)
        return borrowed(
            self._collected(owner.kind, shape, lambda one: each_cell(lambda at: one(self.element(owner, at))))
        )

    def _cells_of(
        self, owner: Value, nodes: list[ast.expr], node: ast.AST
    ) -> tuple[tuple[Size, ...], Callable[[Callable[[list[Value]], None]], None]]:
        """The shape of a part of a 2-D array, and a loop over its cells."""
        assert isinstance(owner.kind, Array)
        sizes = self.dimensions(owner)
        if not all(size.isdigit() for size in sizes):
            raise self.no("a slice of an array of unknown shape", node)
        nodes = [*nodes, *[ast.Slice()] * (len(sizes) - len(nodes))]
        choices: list[Any] = []
        shape: list[Size] = []
        alone = sum(isinstance(each, ast.Slice) for each in nodes) == 1
        for each, size in zip(nodes, sizes):
            if isinstance(each, ast.Slice):
                ends = [
                    self.expr(end) if end is not None else constant(None) for end in (each.lower, each.upper, each.step)
                ]
                if not all(end.is_const for end in ends):
                    window = None if alone else self._window(each, ends, size)
                    choices.append(window or self._stretch(ends, size, node))
                    shape.append(choices[-1].count if window else self.range_length(choices[-1]))
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

    def _stretch(self, ends: list[Value], size: str, node: ast.AST) -> Range:
        """The indices of a[i:j], clamped to the array."""
        lower, upper, step = ends
        if not step.is_const or step.const not in (None, 1):
            raise self.no("a slice of an array with a step, and ends that are not constant", node)
        return Range(self._slice_end(lower, size, "0"), self._slice_end(upper, size, size), "1")

    def _window(self, cut: ast.Slice, ends: list[Value], size: str) -> Lazy | None:
        """a[i : i + 3, ...], a block of known size, all of which must be in range."""
        lower, _, step = ends
        end = cut.upper
        alike = isinstance(end, ast.BinOp) and isinstance(end.op, ast.Add) and step.is_const and step.const is None
        if not alike or cut.lower is None or ast.dump(end.left) != ast.dump(cut.lower):  # type: ignore[union-attr]
            return None
        more = self.expr(end.right)  # type: ignore[union-attr]
        if not more.is_const:
            return None
        start, body = self.as_int(lower).op, self.body
        self.guard(body.set(f"icmp ule i64 {start}, {int(size) - more.const}"), IndexError)

        def each(one: Callable[[Value], None]) -> None:
            self.count_up(str(more.const), lambda at: one(integer(body.set(f"add i64 {start}, {at}"))))

        return Lazy(each, more.const)

    def _collected(self, kind: Array, shape: tuple[Size, ...], each: Callable[[Any], None], dtype: str = "") -> Value:
        """A new array of a shape, which may be known only at run time, filled with values in order."""
        body = self.body
        logical = dtype or kind.logical or kind.dtype
        known = tuple(int(size) for size in shape if str(size).isdigit())
        if len(known) == len(shape):
            found, sizes = Array(wide(logical), len(shape), known, logical), []
            target = self.alloc(max(1, math.prod(known)))
        else:
            found, sizes = Array(wide(logical), len(shape), None, logical), [str(size) for size in shape]
            target = self.alloc(self.product(sizes))
        place = body.slot("ptr", target)

        def one(value: Value) -> None:
            now = body.load("ptr", place)
            self._write(found, now, value)
            body.store("ptr", body.at(now, 1), place)

        each(one)
        return Value(found, [target, *sizes])

    def array_slice(self, owner: Value, ends: list[Value], node: ast.AST) -> Value:
        """A contiguous slice of an array, sharing memory."""
        assert isinstance(owner.kind, Array)
        kind, body = owner.kind, self.body
        lower, upper, step = ends
        size = self.dimensions(owner)[0]
        if not (step.is_const and step.const in (None, 1)):
            if kind.shape is not None and all(end.is_const for end in ends):
                places = range(kind.shape[0])[slice(*(end.const for end in ends))]
                whole = (len(places), *kind.shape[1:])
                return borrowed(self._collected(kind, whole, lambda one: self._each_flat_of(owner, places, one)))
            raise self.no("a slice of an array with a step", node)
        start, stop = self._slice_end(lower, size, "0"), self._slice_end(upper, size, size)
        count = stop if start == "0" else body.set(f"sub i64 {stop}, {start}")
        if start.isdigit() and stop.isdigit():
            count = str(max(0, int(stop) - int(start)))
        elif not self.kernel:
            count = body.set(f"call i64 @llvm.smax.i64(i64 {count}, i64 0)")
        offset = start
        for other in self.dimensions(owner)[1:]:
            offset = body.set(f"mul i64 {offset}, {other}")
        address = self.place_of(owner, offset)
        if kind.shape is not None and count.isdigit():
            shape = (int(count), *kind.shape[1:])
            return Value(Array(kind.dtype, kind.ndim, shape, kind.logical, kind.borrowed), [address])
        found = Array(kind.dtype, kind.ndim, None, kind.logical, kind.borrowed)
        return Value(found, [address, count, *self.dimensions(owner)[1:]])

    def _each_flat_of(self, owner: Value, places: Any, one: Callable[[Value], None]) -> None:
        self.each(constant(tuple(places)), lambda at: self.each_flat(self.element(owner, [at]), one))

    def each_flat(self, value: Value, one: Callable[[Value], None]) -> None:
        """A loop over the elements of an array, or a single number."""
        if not isinstance(value.kind, Array):
            one(value)
            return
        kind = value.kind
        self._each_place(value, lambda place, at: one(self._read(kind, place)))

    def _each_place(self, value: Value, one: Callable[[str, str], None]) -> None:
        """A loop over the element addresses of an array, with flat indices."""
        self.count_up(self.total(value), lambda at: one(self.place_of(value, at), at))

    # Changes.

    def changing(self, owner: Value, node: ast.AST) -> None:
        """Reject a change to an array that would be lost."""
        assert isinstance(owner.kind, Array)
        if owner.kind.borrowed:
            raise self.no(
                "it changes a view of an array (a column, .T, a slice with a step) or a constant; change the array "
                "itself, or a copy",
                node,
            )

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
        supplied = self._supplied(value, [str(size) for size in shape], node)
        place = self.body.slot("i64", "0")

        def put(indices: list[Value]) -> None:
            at = self.body.load("i64", place)
            self.body.store("i64", self.body.set(f"add i64 {at}, 1"), place)
            self._write(kind, self._address(owner, indices), supplied(at))

        each_cell(put)

    def _fill_with(self, part: Value, value: Value, node: ast.AST, own: bool = False) -> None:
        """Fill a part of an array; `own` if the value's memory is unshared."""
        assert isinstance(part.kind, Array)
        kind = part.kind
        supplied = self._supplied(value, self.dimensions(part), node, own)
        self._each_place(part, lambda place, at: self._write(kind, place, supplied(at)))

    def _supplied(self, value: Value, sizes: list[str], node: ast.AST, own: bool = False) -> Callable[[str], Value]:
        """The value for each position of a part of an array, broadcast as in NumPy."""
        value = self.runtime(value, node)
        if isinstance(value.kind, Seq | Tuple) and self.static_count(value) is not None:
            value = self.runtime(self.called(np.array, [value], {}, node), node)
        if isinstance(value.kind, Array):
            given = self.dimensions(value)
            if not own and not self.kernel:  # it may overlap the part
                value = self.copied(value)
            fetch: Callable[[Value, str], Value] = self.number_at
        elif type(value.kind) is List or (isinstance(value.kind, Seq) and not value.kind.text):
            if not is_number(value.kind.cell.kind if isinstance(value.kind, List) else value.kind.item):
                raise self.no("a list of lists for a part of an array", node)
            value = self.as_sequence(value)
            given = [self.length(value)]
            fetch = self.item
        elif is_number(value.kind) or isinstance(value.kind, Optional | Union) or value.kind in (NONE, NEVER):
            return lambda at: value
        else:
            raise self.no(f"{plain(value.kind)} for a part of an array", node)
        if given == sizes or self.kernel:
            return lambda at: fetch(value, at)
        return self._spread_out(value, given, sizes, fetch, node)

    def _spread_out(
        self, value: Value, given: list[str], sizes: list[str], fetch: Callable[[Value, str], Value], node: ast.AST
    ) -> Callable[[str], Value]:
        """The same for an array of other sizes; size 1 broadcasts."""
        body = self.body
        while len(given) > len(sizes) and given[0] == "1":
            given = given[1:]
        if len(given) > len(sizes):
            raise self.no(f"an array of {len(given)} dimensions for a part of {len(sizes)}", node)
        behind = sizes[len(sizes) - len(given) :]
        for size, wanted in zip(given, behind):
            if size.isdigit() and wanted.isdigit() and size not in ("1", wanted):
                raise self.no(f"{size} numbers for a part of an array that has {wanted}", node)
            if size != wanted and size != "1":
                same, single = body.set(f"icmp eq i64 {size}, {wanted}"), body.set(f"icmp eq i64 {size}, 1")
                self.guard(body.set(f"or i1 {same}, {single}"), ValueError)

        def at_place(at: str) -> Value:
            found, step = "0", "1"
            for size, wanted in reversed(list(zip(given, behind))):  # no division by 0: empty arrays have no positions
                here, at = body.set(f"urem i64 {at}, {wanted}"), body.set(f"udiv i64 {at}, {wanted}")
                if size != wanted:
                    here = body.set(f"select i1 {body.set(f'icmp eq i64 {size}, 1')}, i64 0, i64 {here}")
                found = body.set(f"add i64 {found}, {body.set(f'mul i64 {here}, {step}')}")
                step = body.set(f"mul i64 {step}, {size}")
            return fetch(value, found)

        return at_place

    def _set_masked(self, owner: Value, mask: Value, value: Value, node: ast.AST) -> None:
        assert isinstance(mask.kind, Array) and isinstance(owner.kind, Array)
        kind, marks, body = owner.kind, mask.kind, self.body
        if np.dtype(marks.logical or marks.dtype).kind != "b":
            raise self.no("an array indexed by an array", node)
        for size, wanted in zip(self.dimensions(mask), self.dimensions(owner)):
            if size.isdigit() and wanted.isdigit() and size != wanted:
                raise self.no(f"a mask of {size} for an array of {wanted}", node)
            if size != wanted:
                self.guard(body.set(f"icmp eq i64 {size}, {wanted}"), IndexError)
        if marks.ndim != kind.ndim:
            raise self.no(f"a mask of {marks.ndim} dimensions for an array of {kind.ndim}", node)
        value = self.runtime(value, node)
        if not is_number(value.kind):
            raise self.no(f"{plain(value.kind)} where a mask is true", node)

        def one(place: str, at: str) -> None:
            here = self.number_at(mask, at)
            with body.when(here.op):
                self._write(kind, place, value)

        self._each_place(owner, one)

    def augmented_element(self, owner: Value, target: ast.Subscript, node: ast.AugAssign) -> None:
        if not isinstance(owner.kind, Array) or isinstance(target.slice, ast.Slice):
            raise self.no("it changes a slice in place", target)
        self.changing(owner, target)
        if isinstance(target.slice, ast.Tuple) and any(isinstance(each, ast.Slice) for each in target.slice.elts):
            part = self._part(owner, target.slice.elts, target)
            new = self._same_sort(owner, self.arithmetic(type(node.op), part, self.expr(node.value), node), node)
            self._fill_part(owner, target.slice.elts, new, target)
            return
        index = self.runtime_indices(target.slice)
        more = self.expr(node.value)
        if len(index) < owner.kind.ndim:
            row = self._row(owner, index)
            new = self._same_sort(owner, self.arithmetic(type(node.op), row, more, node), node)
            self._fill_with(row, new, node, True)
            return
        place = self._address(owner, index)
        new = self.arithmetic(type(node.op), self._read(owner.kind, place), more, node)
        self._write(owner.kind, place, new)

    def array_in_place(self, old: Value, node: ast.AugAssign) -> bool:
        self.changing(old, node)
        new = self._same_sort(old, self.arithmetic(type(node.op), old, self.expr(node.value), node), node)
        if len(self.dimensions(new)) > len(self.dimensions(old)):
            raise self.no("an in-place operation adds dimensions to an array", node)
        self._fill_with(old, new, node, True)
        return True

    def _same_sort(self, old: Value, new: Value, node: ast.AST) -> Value:
        """The dtype after an in-place change, which must not widen: no floats in an int array."""
        assert isinstance(old.kind, Array) and isinstance(new.kind, Array)
        dtypes = [each.kind.logical or each.kind.dtype for each in (new, old)]  # type: ignore[attr-defined]
        if not np.can_cast(dtypes[0], dtypes[1], "same_kind"):
            raise self.no(f"an array of {dtypes[1]} is changed in place to {dtypes[0]}", node)
        return new


def borrowed(value: Value) -> Value:
    assert isinstance(value.kind, Array)
    return Value(dataclasses.replace(value.kind, borrowed=True), value.parts)


def wide(dtype: str) -> str:
    """The storage of arrays created by rules: in words."""
    return "float64" if np.dtype(dtype).kind == "f" else "int64"
