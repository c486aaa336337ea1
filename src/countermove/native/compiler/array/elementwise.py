"""Whole arrays: elementwise operators, copies, and conversions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.arithmetic import SIGNS
from countermove.native.compiler.array.part import ArrayParts
from countermove.native.compiler.code import Value, boolean, constant, is_number, real
from countermove.native.compiler.kinds import BOOL, FLOAT, INT, Array, List, Optional, Seq, Tuple, Union, plain

BOOLLESS = (ast.Sub, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift)
"""Operators that differ or fail for bool arrays."""


class Elementwise(ArrayParts):
    """Whole arrays."""

    def mapped(self, value: Value, function: Callable[[Value], Value], node: ast.AST, dtype: str = "") -> Value:
        """A new array with a function applied to every element."""
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
        one, two = (self.operand(each, node) for each in (one, two))
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
        place = body.slot("i64", "0")

        def both(each: Value) -> Value:
            at = body.load("i64", place)
            body.store("i64", body.set(f"add i64 {at}, 1"), place)
            return function(each, self.number_at(two, at))

        return self.mapped(one, both, node, dtype)

    def _broadcast(
        self, one: Value, two: Value, function: Callable[[Value, Value], Value], node: ast.AST, dtype: str
    ) -> Value:
        """Arrays of different shapes, broadcast as in NumPy."""
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

    def operand(self, value: Value, node: ast.AST) -> Value:
        """The other operand of an array: lists and tuples become arrays."""
        value = self.runtime(value, node)
        if isinstance(value.kind, Tuple | Seq | List) and not (isinstance(value.kind, Seq) and value.kind.text):
            return self.runtime(self.called(np.array, [value], {}, node), node)
        return value

    def elementwise(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        one, two = (self.operand(each, node) for each in (one, two))
        dtype = self._dtype(op, one, two)
        if dtype == "bool" and op in BOOLLESS:
            raise self.no(f"{SIGNS[op]} of arrays of bools", node)
        for each, other in ((one, two), (two, one)):
            if isinstance(other.kind, Array) and isinstance(each.kind, Optional | Union):
                raise self.no(f"an array and {plain(each.kind)}", node)
            if each.kind is INT and op not in (ast.Div, ast.LShift, ast.RShift):
                self.fits(each.op, dtype)
        if op is ast.Pow and np.dtype(dtype).kind != "f" and two.kind is INT:
            self.guard(self.body.set(f"icmp sge i64 {two.op}, 0"), ValueError)
        return self._paired(one, two, lambda a, b: self._of_numbers(op, a, b, node), node, dtype)

    def _of_numbers(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        """An operator on two elements: NumPy returns inf or nan where Python raises."""
        floats = FLOAT in (one.kind, two.kind)
        if op is ast.Div:
            return real(self.body.set(f"fdiv double {self.as_float(one).op}, {self.as_float(two).op}"))
        if op is ast.Pow and floats:
            given = f"double {self.as_float(one).op}, double {self.as_float(two).op}"
            return real(self.body.set(f"call double @llvm.pow.f64({given})"))
        return self.arithmetic(op, one, two, node)

    def fits(self, number: str, dtype: str) -> None:
        """A fault if an int operand does not fit the array's dtype."""
        if np.dtype(dtype).kind not in "iu" or np.dtype(dtype).itemsize == 8:
            return
        least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
        if number.lstrip("-").isdigit() and least <= int(number) <= most:
            return
        for test, end in (("sge", least), ("sle", most)):
            self.guard(self.body.set(f"icmp {test} i64 {number}, {end}"), OverflowError)

    def _dtype(self, op: type[ast.operator], one: Value, two: Value) -> str:
        """The result dtype of two operands; an int operand takes the array's width."""
        kinds = [self.kind_of(each) for each in (one, two)]
        names = [kind.logical or kind.dtype for kind in kinds if isinstance(kind, Array)]
        if FLOAT in kinds:
            names.append("float64")
        elif not names or all(name == "bool" for name in names):
            names += ["int64" if is_number(kind) and kind is not BOOL else "bool" for kind in kinds]
        found = np.result_type(*names)
        return "float64" if op is ast.Div else str(found)

    def elementwise_compare(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> Value:
        return self._paired(one, two, lambda a, b: self.compared(op, a, b, node), node, "bool")

    def elementwise_unary(self, op: Any, value: Value, node: ast.AST) -> Value:
        assert isinstance(value.kind, Array)
        if op is ast.Invert and np.dtype(value.kind.logical or value.kind.dtype).kind == "b":
            return self.mapped(value, lambda each: boolean(self.body.set(f"xor i1 {each.op}, true")), node, "bool")
        sort = np.dtype(value.kind.logical or value.kind.dtype).kind
        if op is ast.USub and sort != "b":
            return self.mapped(value, lambda each: self.unary(ast.USub, each, node), node)
        if op is ast.Invert and sort != "f":
            return self.mapped(value, lambda each: self.unary(ast.Invert, each, node), node)
        raise self.no("this operation on an array", node)

    def as_array(self, value: Value, kind: Array) -> Value:
        given = value.kind
        assert isinstance(given, Array)
        if kind.shape is None and given.dtype == kind.dtype:
            return Value(kind, [value.op, *self.dimensions(value)])
        if kind.shape is None:
            raise self.no("an array changes its type")
        sizes = self.dimensions(value)
        for size, wanted in zip(sizes, kind.shape):
            if size != str(wanted):
                self.guard(self.body.set(f"icmp eq i64 {size}, {wanted}"), ValueError)
        if given.dtype == kind.dtype and given.logical in ("", kind.logical):
            return Value(kind, [value.op])
        return self._collected(kind, kind.shape, lambda one: self.each_flat(value, one), kind.logical or kind.dtype)

    def thawed_array(self, value: np.ndarray[Any, Any]) -> Value:
        """A constant as a new mutable array."""
        whole = self.runtime(constant(value))
        assert isinstance(whole.kind, Array)
        return self._collected(whole.kind, value.shape, lambda one: self.each_flat(whole, one), str(value.dtype))
