"""Aggregation: sums and products, `reduce`, `min`, `max` and `sorted`."""

from __future__ import annotations

import ast
import functools
import heapq
import math
from collections.abc import Callable
from typing import Any

from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, integer, is_number, real
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import FLOAT, Seq
from countermove.native.compiler.writer import Writer


@intrinsic(sum, takes="iterable, /, start=0", op=ast.Add, start=0)
@intrinsic(math.prod, takes="iterable, /, *, start=1", op=ast.Mult, start=1)
def _total(c: Writer, arguments: list[Value], named: Named, node: ast.AST, op: Any, start: int) -> Value:
    source = arguments[0]
    first = arguments[1] if len(arguments) > 1 else named.get("start", constant(start))
    if source.is_const and first.is_const and not isinstance(source.const, Lazy | Range | Chosen):
        return c.fold(sum if op is ast.Add else math.prod, [source], node, start=first.const)
    kind = c.kind_of(first)
    if isinstance(kind, Seq) and kind.text:
        raise c.no("a sum of strings; join them", node)
    return _folded(c, lambda one, two: c.arithmetic(op, one, two, node), source, first, node)


def _folded(c: Writer, function: Callable[[Value, Value], Value], source: Value, first: Value, node: ast.AST) -> Value:
    """A fold of a start value with all items."""
    key = f"total@{id(node)}"
    c.constants.pop(key, None)
    c.variables.pop(key, None)
    c.bind(key, c.runtime(first, node), node)

    def one(item: Value) -> None:
        c.bind(key, c.runtime(function(c.read(key), item), node), node)

    c.each(source, one, node)
    return c.read(key)


@intrinsic(functools.reduce, takes="function, iterable, initial=None, /")
def _reduce(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source, *start = arguments
    call = lambda one, two: c.called(function.const, [one, two], {}, node)  # noqa: E731
    if start:
        return _folded(c, call, source, start[0], node)
    whole = c.as_sequence(c.listed(source, (node, "reduce"), node), node)
    c.guard(c.body.set(f"icmp sgt i64 {c.length(whole)}, 0"), TypeError)
    rest = c.cut(whole, "1", c.length(whole))
    return _folded(c, call, rest, c.item(whole, "0"), node)


@intrinsic(min, takes="first, /, *rest, key=None, default=None", most=False)
@intrinsic(max, takes="first, /, *rest, key=None, default=None", most=True)
def _extreme(c: Writer, arguments: list[Value], named: Named, node: ast.AST, most: bool) -> Value:
    given = [*arguments, *named.values()]
    if (
        all(each.is_const and not isinstance(each.const, Lazy | Range | Chosen) for each in given)
        and "key" not in named
    ):
        return c.fold(max if most else min, arguments, node, **{name: each.const for name, each in named.items()})
    if len(arguments) == 1:
        return c.best_of(arguments[0], named, most, node)
    if "default" in named:
        raise c.no(f"{'max' if most else 'min'} of several arguments with default=", node)
    if "key" in named:
        return c.best_of(c.tuple_of(arguments, node), named, most, node)
    found = arguments[0]
    for other in arguments[1:]:
        found = _larger(c, found, other, most, node)
    return found


def _larger(c: Writer, one: Value, two: Value, most: bool, node: ast.AST) -> Value:
    a, b = c.kind_of(one), c.kind_of(two)
    body = c.body
    if is_number(a) and is_number(b) and FLOAT not in (a, b):
        how = "smax" if most else "smin"
        return integer(body.set(f"call i64 @llvm.{how}.i64(i64 {c.as_int(one).op}, i64 {c.as_int(two).op})"))
    one, two = c.runtime(one, node), c.runtime(two, node)
    better = c.less(ast.Gt if most else ast.Lt, two, one, node)
    if is_number(a) and is_number(b):
        first, second = c.as_float(one).op, c.as_float(two).op
        return real(body.set(f"select i1 {better}, double {second}, double {first}"))
    return c.choose(better, lambda: two, lambda: one)


@intrinsic(sorted, takes="iterable, /, *, key=None, reverse=False")
def _sorted(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    source = arguments[0]
    plainly = all(
        each.is_const and not isinstance(each.const, Lazy | Range | Chosen) for each in (source, *named.values())
    )
    if plainly and "key" not in named:
        return c.listed(c.fold(sorted, [source], node, **{k: v.const for k, v in named.items()}), node, node)
    found = c.listed(source, node, node)
    c.sort_by(found, named, node)
    return found


@intrinsic(heapq.nsmallest, takes="n, iterable, key=None", most=False)
@intrinsic(heapq.nlargest, takes="n, iterable, key=None", most=True)
def _best_few(c: Writer, arguments: list[Value], named: Named, node: ast.AST, most: bool) -> Value:
    count, source, *key = arguments
    keys = {"key": key[0]} if key else {}
    whole = c.as_sequence(_sorted(c, [source], {**keys, "reverse": constant(most)}, node), node)
    wanted = c.body.set(f"call i64 @llvm.smax.i64(i64 {c.as_int(count).op}, i64 0)")
    return c.listed(c.cut(whole, "0", c._slice_end(integer(wanted), c.length(whole), "0")), (node, "few"), node)
