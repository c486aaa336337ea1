"""NumPy functions that rearrange the elements of an array."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.array.part import borrowed
from countermove.native.compiler.callee import Parts
from countermove.native.compiler.code import Value, constant, integer
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.kinds import Array
from countermove.native.compiler.library.array_creation import array_in, each_cell
from countermove.native.compiler.writer import Writer


def _moved(
    c: Writer, value: Value, shape: tuple[int, ...], place: Callable[[list[Value]], list[Value]], node: ast.AST
) -> Value:
    """A rearranged array, given the source of each cell."""
    assert isinstance(value.kind, Array)
    return c._collected(
        value.kind, shape,
        lambda one: each_cell(c, shape, lambda indices: one(c.element(value, place(indices))), node),
    )  # fmt: skip


@intrinsic(np.roll, takes="a, shift, axis=None")
def _roll(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value, shift, *rest = arguments
    value = array_in(c, value, node)
    axis = rest[0] if rest else constant(None)
    shape = c.shaped(value, node)
    if not axis.is_const or (axis.const is None and len(shape) != 1):
        raise c.no("roll of a 2-D array without a constant axis", node)
    which = _axis(c, axis.const or 0, len(shape), node)

    def place(indices: list[Value]) -> list[Value]:
        back = c.arithmetic(ast.Sub, indices[which], shift, node)
        at = c.arithmetic(ast.Mod, back, constant(shape[which]), node)
        return [*indices[:which], at, *indices[which + 1 :]]

    return _moved(c, value, shape, place, node)


@intrinsic(np.rot90, takes="m, k=1")
def _rot90(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = array_in(c, arguments[0], node)
    times = arguments[1] if len(arguments) > 1 else constant(1)
    rows, columns = _table(c, value, node)
    if not times.is_const and rows != columns:
        raise c.no("rot90 of a non-square array by a variable number of turns", node)

    def turned(turns: int, indices: list[Value]) -> list[Value]:
        row, column = indices

        def last(size: int, at: Value) -> Value:
            return c.arithmetic(ast.Sub, constant(size - 1), at, node)

        return [
            [row, column], [column, last(columns, row)], [last(rows, row), last(columns, column)],
            [last(rows, column), row],
        ][turns]  # fmt: skip

    if times.is_const:
        turns = times.const % 4
        shape = (columns, rows) if turns % 2 else (rows, columns)
        return borrowed(_moved(c, value, shape, lambda indices: turned(turns, indices), node))
    turn = c.as_int(c.arithmetic(ast.Mod, times, constant(4), node)).op

    def place(indices: list[Value]) -> list[Value]:
        options = [[c.as_int(each).op for each in turned(turns, indices)] for turns in range(4)]
        found = options[0]
        for turns in (1, 2, 3):
            here = c.body.set(f"icmp eq i64 {turn}, {turns}")
            found = [c.body.set(f"select i1 {here}, i64 {new}, i64 {old}") for new, old in zip(options[turns], found)]
        return [integer(each) for each in found]

    return borrowed(_moved(c, value, (rows, columns), place, node))


@intrinsic(np.flip, takes="m, axis=None")
def _flip(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = array_in(c, arguments[0], node)
    axis = arguments[1] if len(arguments) > 1 else constant(None)
    if not axis.is_const:
        raise c.no("flip along an axis that is not constant", node)
    shape = c.shaped(value, node)
    axes = range(len(shape)) if axis.const is None else [_axis(c, axis.const, len(shape), node)]

    def place(indices: list[Value]) -> list[Value]:
        def last(at: int) -> Value:
            return c.arithmetic(ast.Sub, constant(shape[at] - 1), indices[at], node)

        return [last(at) if at in axes else indices[at] for at in range(len(shape))]

    return borrowed(_moved(c, value, shape, place, node))


@intrinsic(np.fliplr, takes="m", sideways=True)
@intrinsic(np.flipud, takes="m", sideways=False)
def _flipped(c: Writer, arguments: list[Value], named: Named, node: ast.AST, sideways: bool) -> Value:
    value = array_in(c, arguments[0], node)
    rows, columns = _table(c, value, node)

    def each(one: Callable[[Value], None]) -> None:
        for row in range(rows):
            for column in range(columns):
                place = (row, columns - 1 - column) if sideways else (rows - 1 - row, column)
                one(c.element(value, [constant(at) for at in place]))

    assert isinstance(value.kind, Array)
    return borrowed(c._collected(value.kind, (rows, columns), each))


@intrinsic(np.sort, takes="a")
def _sort(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = array_in(c, arguments[0], node)
    shape = c.shaped(value, node)
    if len(shape) != 1:
        raise c.no("sort of a 2-D array", node)
    assert isinstance(value.kind, Array)
    found = c.called(sorted, [value], {}, node)
    return c._collected(value.kind, shape, lambda one: c.each(found, one, node))


@intrinsic(np.hstack, takes="tup")
@intrinsic(np.concatenate, takes="arrays, /, axis=0")
def _concatenate(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """Arrays and lists of numbers, concatenated."""
    parts, *axis = arguments
    if axis and not (axis[0].is_const and axis[0].const in (0, None)):
        raise c.no("concatenate along an axis other than the first", node)
    if not (parts.is_const and isinstance(parts.const, Parts)):
        raise c.no("concatenate of something other than a literal list", node)
    counts = [count for each in parts.const.values if (count := c.static_count(each)) is not None]
    if len(counts) < len(parts.const.values):
        raise c.no("concatenate of arrays of unknown length", node)
    wholes = [array_in(c, each, node) for each in parts.const.values]
    if any(each.kind.ndim != 1 for each in wholes):  # type: ignore[attr-defined]
        raise c.no("concatenate of 2-D arrays", node)
    names = [each.kind.logical or each.kind.dtype for each in wholes]  # type: ignore[attr-defined]

    def each(one: Callable[[Value], None]) -> None:
        for part in wholes:
            c.each(part, one, node)

    return c._collected(Array("int64", 1), (sum(counts),), each, str(np.result_type(*names)))


def _table(c: Writer, value: Value, node: ast.AST) -> tuple[int, int]:
    """The number of rows and columns of an array."""
    shape = c.shaped(value, node)
    if len(shape) != 2:
        raise c.no("an array that is not two-dimensional", node)
    return shape[0], shape[1]


def _axis(c: Writer, axis: Any, dimensions: int, node: ast.AST) -> int:
    """A possibly negative axis, normalized."""
    if type(axis) is not int or not -dimensions <= axis < dimensions:
        raise c.no(f"the axis {axis} of an array of {dimensions} dimensions", node)
    return axis % dimensions
