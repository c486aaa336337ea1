"""NumPy functions that create arrays."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.array.method import dtype_of
from countermove.native.compiler.array.part import wide
from countermove.native.compiler.callee import Parts
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, integer, is_number, never
from countermove.native.compiler.intrinsic import PARTS, Named, intrinsic
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import BOOL, FLOAT, NEVER, Array, Kind, Seq, Tuple, item_of, plain
from countermove.native.compiler.program import array_type
from countermove.native.compiler.writer import Writer

PARTS |= {np.concatenate, np.hstack, np.array, np.asarray}


def _filled(c: Writer, arguments: list[Value], named: Named, node: ast.AST, value: Value, at: int) -> Value:
    """A new array of a shape, filled with one number."""
    shape = arguments[0]
    dtype = dtype_of(c, arguments[at] if len(arguments) > at else constant("float64"), node)
    if shape.is_const:
        sizes = shape.const if isinstance(shape.const, tuple | list) else (shape.const,)
        if not all(isinstance(size, int) for size in sizes):
            raise c.no("an array of a shape that is not made of ints", node)
        if min(sizes, default=0) < 0:
            c.guard("false", ValueError)
            return never
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
    elif isinstance(shape.kind, Seq) and shape.kind.count is not None:
        operands = [c.as_int(c.item(shape, str(place))).op for place in range(shape.kind.count)]
    else:
        operands = [c.as_int(shape).op]
    if not c.kernel:
        for size in operands:
            c.guard(c.body.set(f"icmp sge i64 {size}, 0"), ValueError)
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


@intrinsic(np.zeros, takes="shape, dtype='float64'", number=0)
@intrinsic(np.ones, takes="shape, dtype='float64'", number=1)
def _same(c: Writer, arguments: list[Value], named: Named, node: ast.AST, number: int) -> Value:
    return _filled(c, arguments, named, node, integer(number), 1)


@intrinsic(np.empty, takes="shape, dtype='float64'")
def _empty(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _filled(c, arguments, named, node, Value(NEVER, []) if c.kernel else integer(0), 1)


@intrinsic(np.full, takes="shape, fill_value, dtype=None")
def _full(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = c.runtime(arguments[1])
    if not is_number(value.kind):
        raise c.no(f"an array filled with {plain(value.kind)}", node)
    if len(arguments) < 3 or (arguments[2].is_const and arguments[2].const is None):
        arguments = [*arguments[:2], constant(_usual(value.kind))]
    return _filled(c, arguments, named, node, value, 2)


@intrinsic(np.zeros_like, takes="a, dtype=None", number=0)
@intrinsic(np.ones_like, takes="a, dtype=None", number=1)
def _same_like(c: Writer, arguments: list[Value], named: Named, node: ast.AST, number: int) -> Value:
    return _like(c, arguments, 1, integer(number), node)


@intrinsic(np.full_like, takes="a, fill_value, dtype=None")
def _full_like(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = c.runtime(arguments[1], node)
    if not is_number(value.kind):
        raise c.no(f"an array filled with {plain(value.kind)}", node)
    return _like(c, arguments, 2, value, node)


def _like(c: Writer, arguments: list[Value], at: int, value: Value, node: ast.AST) -> Value:
    """An array of the shape of another, filled with one number."""
    own = len(arguments) <= at or (arguments[at].is_const and arguments[at].const is None)
    dtype = "" if own else dtype_of(c, arguments[at], node)
    return c.mapped(array_in(c, arguments[0], node), lambda each: value, node, dtype)


def _usual(kind: Kind) -> str:
    """NumPy's dtype for numbers of a kind."""
    return "float64" if kind is FLOAT else "bool" if kind is BOOL else "int64"


def each_cell(c: Writer, shape: tuple[int, ...], one: Callable[[list[Value]], None], node: ast.AST) -> None:
    """A loop over the indices of every cell of an array."""

    def inner(indices: list[Value]) -> None:
        if len(indices) == len(shape):
            one(indices)
        else:
            c.each(constant(range(shape[len(indices)])), lambda index: inner([*indices, index]), node)

    inner([])


def array_in(c: Writer, value: Value, node: ast.AST) -> Value:
    """An array, converting array-likes."""
    if not (value.is_const and isinstance(value.const, Parts | Lazy | Range | Chosen)):
        value = c.runtime(value, node)
        if isinstance(value.kind, Array):
            return value
        if is_number(value.kind):
            raise c.no("a number where an array is expected", node)
    found: Value = c.runtime(array_of(c, [value], {}, node), node)
    return found


@intrinsic(np.asarray, np.ascontiguousarray, takes="a, dtype=None")
def _asarray(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value, *dtype = arguments
    kind = c.kind_of(value)
    same = not dtype or (dtype[0].is_const and dtype[0].const is None)
    if isinstance(kind, Array) and (same or dtype_of(c, dtype[0], node) == (kind.logical or kind.dtype)):
        return value  # the same array
    return array_of(c, arguments, {}, node)


@intrinsic(np.array, takes="object, dtype=None")
def array_of(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = arguments[0]
    if value.is_const and isinstance(value.const, Parts):
        value = c.tuple_of(value.const.values, node)
    given = arguments[1] if len(arguments) > 1 else constant(None)
    dtype = "" if given.is_const and given.const is None else dtype_of(c, given, node)
    if value.is_const and not isinstance(value.const, Lazy | Range | Chosen):
        return c.fold(lambda each: np.array(each, dtype or None), [value], node)
    if not value.is_const and isinstance(value.kind, Array):
        return c.mapped(value, lambda each: each, node, dtype) if dtype else c.copied(value)
    if not value.is_const and (is_number(value.kind) or (isinstance(value.kind, Seq) and value.kind.text)):
        raise c.no(f"an array of {plain(value.kind)}", node)
    count = c.static_count(value)
    if count is None:
        raise c.no("an array of a value of unknown length", node)
    whole = c.as_sequence(value, node)
    assert isinstance(whole.kind, Seq)
    item = whole.kind.item
    inner = item.count if isinstance(item, Seq) else len(item.items) if isinstance(item, Tuple) else None
    shape = (count,) if inner is None else (count, inner)
    kinds: Kind = item.item if isinstance(item, Seq) else item_of(item.items) if isinstance(item, Tuple) else item
    dtype = dtype or ("float64" if count == 0 or inner == 0 else _usual(kinds))

    def each(one: Callable[[Value], None]) -> None:
        c.each(whole, one if inner is None else lambda row: c.each(row, one, node), node)

    return c._collected(Array("int64", 1), shape, each, dtype)


def _constant(c: Writer, arguments: list[Value], named: Named, node: ast.AST, function: Any) -> Value:
    """Let Python create an array from constants."""
    if not all(each.is_const for each in (*arguments, *named.values())):
        raise c.no(f"{function.__name__} of something that is not constant", node)
    return c.fold(function, arguments, node, **{name: each.const for name, each in named.items()})


for _function in (np.arange, np.eye, np.identity, np.indices, np.linspace):
    intrinsic(_function, takes="*arguments, **named", function=_function)(_constant)
