"""NumPy's functions that put the numbers of an array into other places, or make arrays like others."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.array import _nonzero, dtype_of
from countermove.native.compiler.call import intrinsic
from countermove.native.compiler.code import Value, constant, integer
from countermove.native.compiler.kinds import FLOAT, Array

__all__: list[str] = []


def _each_cell(c: Any, shape: tuple[int, ...], one: Callable[[list[Value]], None], node: ast.AST) -> None:
    """Do something with the indices of every cell of a table."""

    def inner(indices: list[Value]) -> None:
        if len(indices) == len(shape):
            one(indices)
        else:
            c.each(constant(range(shape[len(indices)])), lambda index: inner([*indices, index]), node)

    inner([])


def _moved(
    c: Any, value: Value, shape: tuple[int, ...], place: Callable[[list[Value]], list[Value]], node: ast.AST
) -> Value:
    """An array with its numbers in other places: what each cell of the new one takes its number from."""
    return c._collected(
        value.kind, shape,
        lambda one: _each_cell(c, shape, lambda indices: one(c.element(value, place(indices))), node),
    )  # fmt: skip


@intrinsic(np.roll)
def _roll(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    value, shift, *rest = arguments
    value = c.runtime(value, node)
    axis = rest[0] if rest else named.get("axis", constant(None))
    shape = c.shaped(value, node)
    if not axis.is_const or (axis.const is None and len(shape) != 1):
        raise c.no("roll of a table without a constant axis", node)
    which = (axis.const or 0) % len(shape)

    def place(indices: list[Value]) -> list[Value]:
        back = c.arithmetic(ast.Sub, indices[which], shift, node)
        at = c.arithmetic(ast.Mod, back, constant(shape[which]), node)
        return [*indices[:which], at, *indices[which + 1 :]]

    return _moved(c, value, shape, place, node)


@intrinsic(np.rot90)
def _rot90(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    value = c.runtime(arguments[0], node)
    times = arguments[1] if len(arguments) > 1 else named.get("k", constant(1))
    rows, columns = c.shaped(value, node)
    if not times.is_const and rows != columns:
        raise c.no("rot90 by a number of turns that is not constant, of a table that is not square", node)

    def turned(turns: int, indices: list[Value]) -> list[Value]:
        row, column = indices
        last = lambda size, at: c.arithmetic(ast.Sub, constant(size - 1), at, node)  # noqa: E731
        return [
            [row, column], [column, last(columns, row)], [last(rows, row), last(columns, column)],
            [last(rows, column), row],
        ][turns]  # fmt: skip

    if times.is_const:
        turns = times.const % 4
        shape = (columns, rows) if turns % 2 else (rows, columns)
        return _moved(c, value, shape, lambda indices: turned(turns, indices), node)
    turn = c.as_int(c.arithmetic(ast.Mod, times, constant(4), node)).op
    number = lambda turns: c.body.set(f"icmp eq i64 {turn}, {turns}")  # noqa: E731

    def place(indices: list[Value]) -> list[Value]:
        options = [[c.as_int(each).op for each in turned(turns, indices)] for turns in range(4)]
        found = options[0]
        for turns in (1, 2, 3):
            here = number(turns)
            found = [c.body.set(f"select i1 {here}, i64 {new}, i64 {old}") for new, old in zip(options[turns], found)]
        return [integer(each) for each in found]

    return _moved(c, value, (rows, columns), place, node)


@intrinsic(np.flip)
def _flip(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    value = c.runtime(arguments[0], node)
    axis = arguments[1] if len(arguments) > 1 else named.get("axis", constant(None))
    if not axis.is_const:
        raise c.no("flip along an axis that is not constant", node)
    shape = c.shaped(value, node)
    axes = range(len(shape)) if axis.const is None else [axis.const % len(shape)]

    def place(indices: list[Value]) -> list[Value]:
        last = lambda at: c.arithmetic(ast.Sub, constant(shape[at] - 1), indices[at], node)  # noqa: E731
        return [last(at) if at in axes else indices[at] for at in range(len(shape))]

    return _moved(c, value, shape, place, node)


@intrinsic(np.flatnonzero)
def _flatnonzero(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    flat = c.array_method(c.runtime(arguments[0], node), "ravel", [], {}, node)
    return _nonzero(c, [flat], {}, node).items()[0]


@intrinsic(np.ones_like)
def _ones_like(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    dtype = dtype_of(c, named["dtype"], node) if "dtype" in named else ""
    return c.mapped(c.runtime(arguments[0], node), lambda each: integer(1), node, dtype)


@intrinsic(np.full_like)
def _full_like(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    dtype = dtype_of(c, named["dtype"], node) if "dtype" in named else ""
    return c.mapped(c.runtime(arguments[0], node), lambda each: c.runtime(arguments[1], node), node, dtype)


@intrinsic(np.sign)
def _sign(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
    def sign(value: Value) -> Value:
        above, below = (c.truth(c.compared(op, value, constant(0), node)) for op in (ast.Gt, ast.Lt))
        found = c.body.set(f"sub i64 {c.body.set(f'zext i1 {above} to i64')}, {c.body.set(f'zext i1 {below} to i64')}")
        return c.convert(integer(found), value.kind) if value.kind is FLOAT else integer(found)

    value = c.runtime(arguments[0], node)
    return c.mapped(value, sign, node) if isinstance(value.kind, Array) else sign(value)


def _constant(function: Any) -> None:
    """Have Python make an array, where all that it is made of is known."""

    @intrinsic(function)
    def write(c: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        if not all(each.is_const for each in (*arguments, *named.values())):
            raise c.no(f"{function.__name__} of something that is not constant", node)
        return constant(
            function(*(each.const for each in arguments), **{name: each.const for name, each in named.items()})
        )


for _function in (np.arange, np.eye, np.identity, np.indices, np.linspace):
    _constant(_function)
