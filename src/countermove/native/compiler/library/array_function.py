"""NumPy functions of whole arrays and of their elements."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.code import Value, boolean, constant, integer, is_number, real
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.iterate import Lazy
from countermove.native.compiler.kinds import FLOAT, Array, plain
from countermove.native.compiler.library.array_creation import array_in, each_cell
from countermove.native.compiler.writer import Writer


def _method(function: Any, name: str, takes: str = "a") -> None:
    @intrinsic(function, takes=takes)
    def write(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        value = array_in(c, arguments[0], node)
        if name == "diagonal" and function is np.diag and value.kind.ndim == 1:  # type: ignore[attr-defined]
            raise c.no("diag of a 1-D array", node)
        return c.array_method(value, name, arguments[1:], named, node)


for _name in ("sum", "any", "all", "max", "min", "argmax", "argmin", "mean"):
    _method(getattr(np, _name), _name, "a, axis=None")


for _name in ("ravel", "trace", "transpose", "copy"):
    _method(getattr(np, _name), _name)


_method(np.reshape, "reshape", "a, shape, /")
_method(np.diag, "diagonal", "v, k=0")
_method(np.diagonal, "diagonal", "a, offset=0")


@intrinsic(np.count_nonzero, takes="a")
def _count_nonzero(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    mask = c.mapped(array_in(c, arguments[0], node), lambda each: boolean(c.truth(each)), node, "bool")
    return c.array_method(mask, "sum", [], {}, node)


@intrinsic(np.nonzero, takes="a")
def _nonzero(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """The indices of nonzero elements: one array per dimension."""
    value = array_in(c, arguments[0], node)
    shape = c.shaped(value, node)
    body = c.body
    targets = [c.alloc(max(1, math.prod(shape))) for _ in shape]
    place = body.slot("i64", "0")

    def one(indices: Value) -> None:
        at = body.load("i64", place)
        for target, index in zip(targets, c.destructured(indices, len(shape), node)):
            body.store("i64", c.as_int(index).op, body.at(target, at))
        body.store("i64", body.set(f"add i64 {at}, 1"), place)

    c.each(argwhere(c, [value], {}, node), one, node)
    count = body.load("i64", place)
    return c.tuple_of([Value(Array("int64", 1), [target, count]) for target in targets], node)


@intrinsic(np.flatnonzero, takes="a")
def _flatnonzero(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    flat = c.array_method(array_in(c, arguments[0], node), "ravel", [], {}, node)
    return _nonzero(c, [flat], {}, node).items()[0]


@intrinsic(np.where, takes="condition, x=None, y=None, /")
def _where(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if len(arguments) == 1:
        return _nonzero(c, arguments, named, node)
    if len(arguments) != 3:
        raise c.no("where with only one of x and y", node)
    mask = array_in(c, arguments[0], node)
    one, two = (c.operand(each, node) for each in arguments[1:])
    for each in (one, two):
        if not isinstance(each.kind, Array) and not is_number(each.kind):
            raise c.no(f"where that returns {plain(each.kind)}", node)
    if isinstance(one.kind, Array) or isinstance(two.kind, Array):
        return _where_of(c, mask, one, two, node)
    dtype = c._dtype(ast.Add, one, two)
    return c.mapped(mask, lambda each: c.choose(c.truth(each), lambda: one, lambda: two), node, dtype)


def _where_of(c: Writer, mask: Value, one: Value, two: Value, node: ast.AST) -> Value:
    shape = c.shaped(mask, node)
    for each in (one, two):
        if isinstance(each.kind, Array) and c.shaped(each, node) != shape:
            raise c.no("where of arrays of different shapes", node)

    def chosen(indices: list[Value]) -> Value:
        def here(each: Value) -> Value:
            return c.element(each, indices) if isinstance(each.kind, Array) else each

        return c.choose(c.truth(c.element(mask, indices)), lambda: here(one), lambda: here(two))

    def cells(put: Callable[[Value], None]) -> None:
        each_cell(c, shape, lambda indices: put(chosen(indices)), node)

    assert isinstance(mask.kind, Array)
    return c._collected(mask.kind, shape, cells, c._dtype(ast.Add, one, two))


@intrinsic(np.array_equal, takes="a1, a2")
def _array_equal(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    one, two = (array_in(c, each, node) for each in arguments)

    def same() -> Value:
        return c.array_method(c.elementwise_compare(ast.Eq, one, two, node), "all", [], {}, node)

    assert isinstance(one.kind, Array) and isinstance(two.kind, Array)
    if one.kind.ndim != two.kind.ndim:
        return constant(False)
    alike = "true"
    for first, second in zip(c.dimensions(one), c.dimensions(two)):
        if first != second and (first + second).isdigit():
            return constant(False)
        if first != second:
            alike = c.body.set(f"and i1 {alike}, {c.body.set(f'icmp eq i64 {first}, {second}')}")
    return c.choose(alike, same, lambda: constant(False))


@intrinsic(np.argwhere, takes="a")
def argwhere(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """The indices of nonzero elements, row by row."""
    value = array_in(c, arguments[0], node)
    shape = c.shaped(value, node)

    def each(one: Callable[[Value], None]) -> None:
        def cell(indices: list[Value]) -> None:
            with c.body.when(c.truth(c.element(value, indices))):
                one(c.tuple_of(indices, node))

        each_cell(c, shape, cell, node)

    return constant(Lazy(each))


@intrinsic(np.ndindex, takes="*shape")
def _ndindex(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """Every index of an array of a shape."""
    if not all(each.is_const for each in arguments):
        raise c.no("ndindex of a shape that is not constant", node)
    return constant(tuple(np.ndindex(*(each.const for each in arguments))))


@intrinsic(np.abs, takes="x, /", python=abs)
@intrinsic(np.bool_, takes="x=False, /", python=bool)
@intrinsic(np.float64, np.float32, takes="x=0, /", python=float)
def _python(c: Writer, arguments: list[Value], named: Named, node: ast.AST, python: Any) -> Value:
    return c.called(python, arguments, {}, node)


@intrinsic(np.sign, takes="x, /")
def _sign(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    def sign(value: Value) -> Value:
        above, below = (c.truth(c.compared(op, value, constant(0), node)) for op in (ast.Gt, ast.Lt))
        found = c.body.set(f"sub i64 {c.body.set(f'zext i1 {above} to i64')}, {c.body.set(f'zext i1 {below} to i64')}")
        if value.kind is not FLOAT:
            return integer(found)
        undefined = c.body.set(f"fcmp uno double {value.op}, {value.op}")
        return c.choose(undefined, lambda: value, lambda: c.convert(integer(found), FLOAT))

    value = c.runtime(arguments[0], node)
    return c.mapped(value, sign, node) if isinstance(value.kind, Array) else sign(value)


def _whole(c: Writer, arguments: list[Value], named: Named, node: ast.AST, dtype: str) -> Value:
    """NumPy's int types as ints, which must fit."""
    found = c.as_int(c.called(int, arguments, {}, node))
    c.fits(found.op, dtype)
    return found


for _name in ("int64", "int32", "int16", "int8", "uint8", "intp"):
    intrinsic(getattr(np, _name), takes="x=0, /", dtype=_name)(_whole)


def _of_each(function: Any, write: Callable[[Writer, Value, ast.AST], Value], dtype: str) -> None:
    """Register a NumPy function for a number and elementwise."""

    @intrinsic(function, takes="x, /")
    def written(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        value = c.operand(arguments[0], node)
        if isinstance(value.kind, Array):
            return c.mapped(value, lambda each: write(c, each, node), node, dtype)
        return write(c, value, node)


def _tested(test: Any) -> Callable[[Writer, Value, ast.AST], Value]:
    return lambda c, value, node: c.called(test, [value], {}, node)


def _computed(name: str) -> Callable[[Writer, Value, ast.AST], Value]:
    """NumPy returns inf and nan where Python raises."""
    return lambda c, value, node: real(c.body.set(f"call double @llvm.{name}.f64(double {c.as_float(value).op})"))


for _test in (math.isnan, math.isfinite, math.isinf):
    _of_each(getattr(np, _test.__name__), _tested(_test), "bool")


for _name in ("floor", "sqrt", "exp", "log", "log10"):
    _of_each(getattr(np, _name), _computed(_name), "float64")
