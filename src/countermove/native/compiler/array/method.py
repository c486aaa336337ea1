"""Attributes and methods of arrays."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.array.elementwise import Elementwise
from countermove.native.compiler.array.part import borrowed
from countermove.native.compiler.callee import BuiltinMethod
from countermove.native.compiler.code import Value, constant, integer, is_number, never, none
from countermove.native.compiler.iterate import Lazy
from countermove.native.compiler.kinds import BOOL, FLOAT, Array, Seq, Tuple, plain

ALONG = ("sum", "any", "all", "max", "min", "argmax", "argmin", "mean")
"""Reductions supported along an axis."""


class ArrayMethods(Elementwise):
    """Attributes and methods of arrays."""

    def array_attribute(self, owner: Value, name: str, node: ast.AST) -> Value:
        assert isinstance(owner.kind, Array)
        sizes = self.dimensions(owner)
        if name == "shape":
            if all(size.isdigit() for size in sizes):
                return constant(tuple(map(int, sizes)))
            return self.tuple_of([integer(size) for size in sizes], node)
        if name == "size":
            return integer(self.total(owner))
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
        if len(shape) > 2:
            raise self.no("a transpose of an array of more than two dimensions", node)
        if len(shape) < 2:
            return owner

        def each(one: Callable[[Value], None]) -> None:
            def whole(column: Value) -> None:
                self.each(constant(range(shape[0])), lambda row: one(self.element(owner, [row, column])), node)

            self.each(constant(range(shape[1])), whole, node)

        return borrowed(self._collected(owner.kind, (shape[1], shape[0]), each))

    def call_method(
        self, method: BuiltinMethod, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        if not method.owner.is_const and isinstance(method.owner.kind, Array):
            arguments, named = self.ordered("an array", method.name, arguments, named, node)
            return self.array_method(method.owner, method.name, arguments, named, node)
        return super().call_method(method, arguments, named, node)

    def array_method(
        self, owner: Value, name: str, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        """A method of an array, or NumPy's function of the same name."""
        assert isinstance(owner.kind, Array)
        kind = owner.kind
        axis = arguments[0] if arguments and name in ALONG else constant(None)
        if name in ALONG and not (axis.is_const and axis.const is None):
            return self._along(owner, name, axis, node)
        flat = constant(Lazy(lambda one: self.each_flat(owner, one)))
        if name == "copy":
            return self.copied(owner)
        if name in ("sum", "max", "min", "any", "all"):
            function: Any = {"sum": sum, "max": max, "min": min, "any": any, "all": all}[name]
            found = self.called(function, [flat], {}, node)
            if name in ("max", "min") and found.kind is FLOAT:
                return self.choose(self._first_nan(owner)[0], lambda: constant(math.nan), lambda: found)
            if name == "sum" and np.dtype(kind.logical or kind.dtype).kind == "f":
                return self.as_float(found)
            return self.as_int(found) if name == "sum" and found.kind is BOOL else found
        if name in ("flatten", "ravel"):
            length = self.total(owner)
            parts = [owner.op if name == "ravel" else self.copied(owner).op]
            known = (int(length),) if length.isdigit() else None
            flat_kind = Array(kind.dtype, 1, known, kind.logical, name == "ravel" and kind.borrowed)
            return Value(flat_kind, parts if known else [*parts, length])
        if name == "reshape":
            if not arguments or not all(each.is_const for each in arguments):
                raise self.no("reshape to a shape that is not constant", node)
            sizes = tuple(each.const for each in arguments)
            if len(sizes) == 1 and isinstance(sizes[0], tuple | list):
                sizes = tuple(sizes[0])
            total = math.prod(self.shaped(owner, node))
            if sizes.count(-1) == 1 and math.prod(sizes):
                rest = -math.prod(sizes)
                sizes = tuple(total // rest if each == -1 else each for each in sizes)
            if total != math.prod(sizes) or min(sizes, default=0) < 0:
                self.guard("false", ValueError)
                return never
            return Value(Array(kind.dtype, len(sizes), sizes, kind.logical, kind.borrowed), [owner.op])
        if name == "tolist":
            if kind.ndim == 1:
                return self.listed(owner, (node, "tolist", 1), node)

            def each(one: Callable[[Value], None]) -> None:
                self.each(owner, lambda row: one(self.array_method(row, "tolist", [], {}, node)))

            return self.listed(constant(Lazy(each)), (node, "tolist", kind.ndim), node)
        if name == "item":
            if not arguments:
                self.guard(self.body.set(f"icmp eq i64 {self.total(owner)}, 1"), ValueError)
                return self._read(kind, owner.op)
            if len(arguments) == 1 and kind.ndim > 1:
                if isinstance(self.kind_of(arguments[0]), Tuple | Seq):
                    raise self.no("item with a tuple of indices", node)
                at = self.checked_index(self.as_int(arguments[0]).op, self.total(owner))
                return self.number_at(owner, at)
            if len(arguments) != kind.ndim:
                raise self.no(f"item with {len(arguments)} indices of {plain(kind)}", node)
            return self.element(owner, arguments)
        if name == "astype":
            return self.mapped(owner, lambda each: each, node, dtype_of(self, arguments[0], node))
        if name in ("argmax", "argmin"):
            ranked = self.called(enumerate, [flat], {}, node)
            best = self.best_of(ranked, {"key": constant(operator.itemgetter(1))}, name == "argmax", node)
            place = self.destructured(best, 2, node)[0]
            if np.dtype(kind.logical or kind.dtype).kind == "f":
                undefined, first = self._first_nan(owner)
                return self.choose(undefined, lambda: first, lambda: place)
            return place
        if name == "fill":
            self.changing(owner, node)
            if not is_number(self.kind_of(arguments[0])):
                raise self.no("fill with something other than a number", node)
            self._fill_with(owner, arguments[0], node)
            return none
        if name == "trace":
            shape = self.shaped(owner, node)
            if len(shape) != 2:
                raise self.no("the trace of an array that is not two-dimensional", node)
            added: Value = integer(0)
            for along in range(min(shape)):
                added = self.arithmetic(ast.Add, added, self.element(owner, [constant(along)] * 2), node)
            return added
        if name == "diagonal":
            beside = arguments[0] if arguments else constant(0)
            return self._diagonal(owner, beside, node)
        if name == "transpose":
            return self._transposed(owner, node)
        if name == "mean":
            whole = self.called(sum, [flat], {}, node)
            return self.arithmetic(ast.Div, whole, integer(self.total(owner)), node)
        if name == "nonzero":
            return self.called(np.nonzero, [owner], {}, node)
        raise self.no(f"{name} of an array", node)

    def _first_nan(self, owner: Value) -> tuple[str, Value]:
        """Whether an array contains nan, and where first."""
        body = self.body
        place, found, end = body.place("i64"), body.place("i1"), body.label("end")
        body.store("i64", "0", place)
        body.store("i1", "true", found)

        def one(value: Value) -> None:
            on = body.label("on")
            number = self.as_float(value).op
            body.branch(body.set(f"fcmp uno double {number}, {number}"), end, on)
            body.begin(on)
            body.store("i64", body.set(f"add i64 {body.load('i64', place)}, 1"), place)

        self.each_flat(owner, one)
        body.store("i1", "false", found)
        body.begin(end)
        return body.load("i1", found), integer(body.load("i64", place))

    def _diagonal(self, owner: Value, beside: Value, node: ast.AST) -> Value:
        """The diagonal of a 2-D array, with an offset."""
        assert isinstance(owner.kind, Array)
        if owner.kind.ndim != 2:
            raise self.no("a diagonal of an array that is not two-dimensional", node)
        sizes = [integer(size) if not size.isdigit() else constant(int(size)) for size in self.dimensions(owner)]
        up = self.called(max, [beside, constant(0)], {}, node)
        down = self.arithmetic(ast.Sub, up, beside, node)
        rests = [self.arithmetic(ast.Sub, size, first, node) for size, first in zip(sizes, (down, up))]
        size = self.called(max, [self.called(min, rests, {}, node), constant(0)], {}, node)

        def each(one: Callable[[Value], None]) -> None:
            def item(at: Value) -> None:
                one(self.element(owner, [self.arithmetic(ast.Add, first, at, node) for first in (down, up)]))

            self.each(self.called(range, [size], {}, node), item, node)

        return borrowed(self._collected(owner.kind, (self.as_int(size).op,), each))

    def _along(self, owner: Value, name: str, axis: Value, node: ast.AST) -> Value:
        """A reduction along one axis of a 2-D array."""
        assert isinstance(owner.kind, Array)
        shape = self.shaped(owner, node)
        if axis.is_const and axis.const in (0, -1) and len(shape) == 1 and not isinstance(axis.const, bool):
            return self.array_method(owner, name, [], {}, node)
        if not axis.is_const or len(shape) != 2 or type(axis.const) is not int:
            raise self.no(f"{name} along an axis of this array", node)
        if axis.const not in (0, 1, -1, -2):
            raise self.no(f"{name} along an axis of this array", node)
        rows = axis.const in (1, -1)
        table = owner if rows else self._transposed(owner, node)
        dtype = {"any": "bool", "all": "bool", "argmax": "int64", "argmin": "int64", "mean": "float64"}.get(name, "")
        sort = np.dtype(owner.kind.logical or owner.kind.dtype).kind
        if name == "sum" and sort in "iub":
            dtype = "uint64" if sort == "u" else "int64"

        def each(one: Callable[[Value], None]) -> None:
            self.each(table, lambda row: one(self.array_method(row, name, [], {}, node)), node)

        return self._collected(owner.kind, (shape[0] if rows else shape[1],), each, dtype)


def dtype_of(c: Any, value: Value, node: ast.AST) -> str:
    """The name of a dtype."""
    if not value.is_const:
        raise c.no("a dtype that is not constant", node)
    return str(np.dtype(value.const))
