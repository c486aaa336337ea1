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
from countermove.native.compiler.code import Value, constant, integer
from countermove.native.compiler.iterate import Lazy
from countermove.native.compiler.kinds import BOOL, NEVER, Array

__all__ = ["ArrayMethods", "dtype_of"]

ALONG = ("sum", "any", "all", "max", "min", "argmax", "argmin")
"""What can be asked along an axis."""


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
        if len(shape) != 2:
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
            length = self.total(owner)
            parts = [owner.op if name == "ravel" else self.copied(owner).op]
            known = (int(length),) if length.isdigit() else None
            flat_kind = Array(kind.dtype, 1, known, kind.logical, name == "ravel" and kind.borrowed)
            return Value(flat_kind, parts if known else [*parts, length])
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
            best = self.best_of(ranked, {"key": constant(operator.itemgetter(1))}, name == "argmax", node)
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
            beside = arguments[0] if arguments else named.get("k", named.get("offset", constant(0)))
            return self._diagonal(owner, beside, node)
        if name == "transpose":
            return self._transposed(owner, node)
        if name == "mean":
            whole = self.called(sum, [flat], {}, node)
            return self.arithmetic(ast.Div, whole, integer(self.total(owner)), node)
        if name == "nonzero":
            return self.called(np.nonzero, [owner], {}, node)
        raise self.no(f"{name} of an array", node)

    def _diagonal(self, owner: Value, beside: Value, node: ast.AST) -> Value:
        """The diagonal of a table, or one beside it."""
        assert isinstance(owner.kind, Array)
        if owner.kind.ndim != 2:
            raise self.no("a diagonal of an array that is no table", node)
        sizes = [integer(size) if not size.isdigit() else constant(int(size)) for size in self.dimensions(owner)]
        up = self.called(max, [beside, constant(0)], {}, node)
        down = self.arithmetic(ast.Sub, up, beside, node)
        rests = [self.arithmetic(ast.Sub, size, first, node) for size, first in zip(sizes, (down, up))]
        size = self.called(max, [self.called(min, rests, {}, node), constant(0)], {}, node)

        def each(one: Callable[[Value], None]) -> None:
            def item(at: Value) -> None:
                one(self.element(owner, [self.arithmetic(ast.Add, first, at, node) for first in (down, up)]))

            self.each(self.called(range, [size], {}, node), item, node)

        return self._collected(owner.kind, (self.as_int(size).op,), each)

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


def dtype_of(c: Any, value: Value, node: ast.AST) -> str:
    """The name of the numbers that a dtype means."""
    if not value.is_const:
        raise c.no("a dtype that is not constant", node)
    return str(np.dtype(value.const))
