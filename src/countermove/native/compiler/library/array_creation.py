"""NumPy's functions that make arrays."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.array.method import dtype_of
from countermove.native.compiler.array.part import wide
from countermove.native.compiler.callee import Parts
from countermove.native.compiler.code import Value, constant, integer
from countermove.native.compiler.intrinsic import PARTS, Named, intrinsic
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import BOOL, FLOAT, NEVER, Array, Kind, Seq, Tuple
from countermove.native.compiler.program import array_type
from countermove.native.compiler.writer import Writer

__all__ = ["array_of"]

PARTS |= {np.concatenate, np.hstack, np.array, np.asarray}


def _filled(c: Writer, arguments: list[Value], named: Named, node: ast.AST, value: Value, at: int) -> Value:
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
def _zeros(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _filled(c, arguments, named, node, integer(0), 1)


@intrinsic(np.ones)
def _ones(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _filled(c, arguments, named, node, integer(1), 1)


@intrinsic(np.empty)
def _empty(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _filled(c, arguments, named, node, Value(NEVER, []) if c.kernel else integer(0), 1)


@intrinsic(np.full)
def _full(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = c.runtime(arguments[1])
    if "dtype" not in named and len(arguments) < 3:
        named = {**named, "dtype": constant("float64" if value.kind is FLOAT else "int64")}
    return _filled(c, arguments, named, node, value, 2)


@intrinsic(np.zeros_like)
def _zeros_like(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    dtype = dtype_of(c, named["dtype"], node) if "dtype" in named else ""
    return c.mapped(arguments[0], lambda each: integer(0), node, dtype)


@intrinsic(np.ones_like)
def _ones_like(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    dtype = dtype_of(c, named["dtype"], node) if "dtype" in named else ""
    return c.mapped(c.runtime(arguments[0], node), lambda each: integer(1), node, dtype)


@intrinsic(np.full_like)
def _full_like(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    dtype = dtype_of(c, named["dtype"], node) if "dtype" in named else ""
    return c.mapped(c.runtime(arguments[0], node), lambda each: c.runtime(arguments[1], node), node, dtype)


@intrinsic(np.array, np.asarray, np.ascontiguousarray)
def array_of(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
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
    assert isinstance(whole.kind, Seq)
    item = whole.kind.item
    inner = item.count if isinstance(item, Seq) else len(item.items) if isinstance(item, Tuple) else None
    shape = (count,) if inner is None else (count, inner)
    kinds: Kind = item.item if isinstance(item, Seq) else item.items[0] if isinstance(item, Tuple) else item
    usual = "float64" if kinds is FLOAT else "bool" if kinds is BOOL else "int64"
    dtype = usual if given.const is None else str(np.dtype(given.const))

    def each(one: Callable[[Value], None]) -> None:
        c.each(whole, one if inner is None else lambda row: c.each(row, one, node), node)

    return c._collected(Array("int64", 1), shape, each, dtype)


def _constant(function: Any) -> None:
    """Have Python make an array, where all that it is made of is known."""

    @intrinsic(function)
    def write(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        if not all(each.is_const for each in (*arguments, *named.values())):
            raise c.no(f"{function.__name__} of something that is not constant", node)
        return constant(
            function(*(each.const for each in arguments), **{name: each.const for name, each in named.items()})
        )


for _function in (np.arange, np.eye, np.identity, np.indices, np.linspace):
    _constant(_function)
