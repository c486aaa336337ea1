"""Whole arrays: operators number by number, copies, and conversions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.array.part import ArrayParts
from countermove.native.compiler.code import Value, boolean, constant
from countermove.native.compiler.kinds import FLOAT, Array

__all__ = ["Elementwise"]


class Elementwise(ArrayParts):
    """Whole arrays."""

    def mapped(self, value: Value, function: Callable[[Value], Value], node: ast.AST, dtype: str = "") -> Value:
        """A new array with a function of every number."""
        assert isinstance(value.kind, Array)
        return self._collected(
            value.kind,
            tuple(self.dimensions(value)),
            lambda one: self.each_flat(value, lambda each: one(function(each))),
            dtype,
        )

    def _paired(
        self, one: Value, two: Value, function: Callable[[Value, Value], Value], node: ast.AST, dtype: str
    ) -> Value:
        one, two = self.runtime(one, node), self.runtime(two, node)
        if not isinstance(one.kind, Array):
            return self.mapped(two, lambda each: function(one, each), node, dtype)
        if not isinstance(two.kind, Array):
            return self.mapped(one, lambda each: function(each, two), node, dtype)
        sizes = [self.dimensions(each) for each in (one, two)]
        if len(sizes[0]) == len(sizes[1]) and not all(size.isdigit() for size in (*sizes[0], *sizes[1])):
            self.same_sizes(*sizes)
        elif self.shaped(one, node) != self.shaped(two, node):
            return self._broadcast(one, two, function, node, dtype)
        body = self.body
        place = body.place("i64")
        body.store("i64", "0", place)

        def both(each: Value) -> Value:
            at = body.load("i64", place)
            body.store("i64", body.set(f"add i64 {at}, 1"), place)
            return function(each, self.number_at(two, at))

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
