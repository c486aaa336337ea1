"""The module `math`."""

from __future__ import annotations

import ast
import math
from typing import Any

from countermove.native.compiler import standard
from countermove.native.compiler.code import Value, boolean, constant, integer, is_number, real
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.kinds import FLOAT
from countermove.native.compiler.library.number import whole_number
from countermove.native.compiler.writer import Writer


@intrinsic(math.pow, takes="x, y, /", folds=True)
def _math_pow(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    one, two = (c.as_float(each).op for each in arguments)
    return c.power(one, two, ValueError)


def _real_function(function: Any, name: str, takes: str = "x, /", over: type[Exception] = ValueError) -> None:
    @intrinsic(function, takes=takes, folds=True)
    def write(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        values = [c.as_float(each).op for each in arguments]
        given = ", ".join(f"double {value}" for value in values)
        return real(c.checked_real(c.body.set(f"call double @{name}({given})"), values, ValueError, over))


for _name in ("sqrt", "sin", "cos", "log2", "log10"):
    _real_function(getattr(math, _name), f"llvm.{_name}.f64")


_real_function(math.exp, "llvm.exp.f64", over=OverflowError)


for _name in ("tan", "atan", "asin", "acos", "tanh", "log1p", "cbrt"):
    _real_function(getattr(math, _name), _name)


for _name in ("sinh", "cosh", "expm1"):
    _real_function(getattr(math, _name), _name, over=OverflowError)


_real_function(math.atan2, "atan2", "y, x, /")
_real_function(math.fmod, "fmod", "x, y, /")


@intrinsic(math.hypot, takes="*coordinates", folds=True)
def _hypot(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _norm(c, [c.as_float(each) for each in arguments], node)


def _norm(c: Writer, numbers: list[Value], node: ast.AST) -> Value:
    """The length of a vector."""
    if len(numbers) == 1:
        return c.called(abs, numbers, {}, node)
    if len(numbers) == 2:
        one, two = (each.op for each in numbers)
        return real(c.body.set(f"call double @hypot(double {one}, double {two})"))
    return c.call_function(standard.norm, [c.listed(c.tuple_of(numbers, node), (node, "norm"), node)], {}, node)


@intrinsic(math.radians, takes="x, /", factor=math.pi / 180.0)
@intrinsic(math.degrees, takes="x, /", factor=180.0 / math.pi)
def _scaled(c: Writer, arguments: list[Value], named: Named, node: ast.AST, factor: float) -> Value:
    return c.arithmetic(ast.Mult, c.as_float(arguments[0]), constant(factor), node)


@intrinsic(math.fabs, takes="x, /")
def _fabs(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return real(c.body.set(f"call double @llvm.fabs.f64(double {c.as_float(arguments[0]).op})"))


@intrinsic(math.log, takes="x, base=None, /", folds=True)
def _log(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    values = [c.as_float(each).op for each in arguments]
    logs = [
        c.checked_real(c.body.set(f"call double @llvm.log.f64(double {value})"), [value], ValueError, ValueError)
        for value in values
    ]
    if len(logs) == 1:
        return real(logs[0])
    c.guard(c.body.set(f"fcmp une double {logs[1]}, 0.0"), ZeroDivisionError)
    return real(c.body.set(f"fdiv double {logs[0]}, {logs[1]}"))


@intrinsic(math.floor, takes="x, /", folds=True, how="floor")
@intrinsic(math.ceil, takes="x, /", folds=True, how="ceil")
def _rounded(c: Writer, arguments: list[Value], named: Named, node: ast.AST, how: str) -> Value:
    value = c.narrow(arguments[0], is_number)
    if value.kind is not FLOAT:
        return c.as_int(value)
    return integer(whole_number(c, c.body.set(f"call double @llvm.{how}.f64(double {value.op})")))


@intrinsic(math.isqrt, takes="n, /", folds=True)
def _isqrt(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    number = c.as_int(arguments[0])
    c.guard(c.body.set(f"icmp sge i64 {number.op}, 0"), ValueError)
    root = c.body.set(f"call double @llvm.sqrt.f64(double {c.as_float(number).op})")
    found = c.body.set(f"fptosi double {root} to i64")
    for by, test in ((-1, "ugt"), (1, "ule")):  # the root of a rounded number may be off by one
        more = c.body.set(f"add i64 {found}, {by}")
        tried = more if by > 0 else found
        square = c.body.set(f"mul i64 {tried}, {tried}")
        wrong = c.body.set(f"icmp {test} i64 {square}, {number.op}")
        found = c.body.set(f"select i1 {wrong}, i64 {more}, i64 {found}")
    return integer(found)


@intrinsic(math.gcd, takes="*integers", folds=True)
def _gcd(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found = "0"
    for each in arguments:
        found = c.body.set(f"call i64 @cm_gcd(i64 {found}, i64 {c.as_int(each).op})")
    return integer(found)


@intrinsic(math.lcm, takes="*integers", folds=True)
def _lcm(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found: Value = integer(1)
    for each in arguments:
        found = c.call_function(standard.lcm, [found, c.as_int(each)], {}, node)
    return found


@intrinsic(math.dist, takes="p, q, /")
def _dist(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    count, other = (c.static_count(each) for each in arguments)
    if count is None or other is None:
        raise c.no("dist of points of unknown length", node)
    if count != other:
        raise c.no(f"dist of points of {count} and {other} numbers", node)
    if all(each.is_const for each in arguments):
        return c.fold(math.dist, arguments, node)
    ends = [[c.as_float(each) for each in c.destructured(point, count, node)] for point in arguments]
    return _norm(c, [c.arithmetic(ast.Sub, one, two, node) for one, two in zip(*ends)], node)


@intrinsic(math.isnan, takes="x, /")
def _isnan(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = c.as_float(arguments[0]).op
    return boolean(c.body.set(f"fcmp uno double {value}, {value}"))


@intrinsic(math.isinf, takes="x, /", test="oeq")
@intrinsic(math.isfinite, takes="x, /", test="one")
def _infinity(c: Writer, arguments: list[Value], named: Named, node: ast.AST, test: str) -> Value:
    size = c.body.set(f"call double @llvm.fabs.f64(double {c.as_float(arguments[0]).op})")
    return boolean(c.body.set(f"fcmp {test} double {size}, 0x7FF0000000000000"))


@intrinsic(math.copysign, takes="x, y, /")
def _copysign(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    one, two = (c.as_float(each).op for each in arguments)
    return real(c.body.set(f"call double @llvm.copysign.f64(double {one}, double {two})"))
