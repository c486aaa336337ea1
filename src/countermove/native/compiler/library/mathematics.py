"""The module `math`."""

from __future__ import annotations

import ast
import math
from typing import Any

from countermove.native.compiler.code import Value, boolean, constant, integer, is_number, real
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.kinds import FLOAT
from countermove.native.compiler.library.number import whole_number
from countermove.native.compiler.writer import Writer

__all__: list[str] = []


@intrinsic(math.pow)
def _math_pow(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    one, two = (c.as_float(each).op for each in arguments)
    return real(c.body.set(f"call double @llvm.pow.f64(double {one}, double {two})"))


def _real_function(function: Any, name: str, check: str = "") -> None:
    @intrinsic(function)
    def write(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        if all(each.is_const for each in arguments):
            return c.fold(function, arguments, node)
        values = [c.as_float(each).op for each in arguments]
        if check:
            c.guard(c.body.set(f"fcmp {check} double {values[0]}, 0.0"), ValueError)
        given = ", ".join(f"double {value}" for value in values)
        return real(c.body.set(f"call double @{name}({given})"))


for _name, _check in (("sqrt", "oge"), ("exp", ""), ("sin", ""), ("cos", ""), ("log2", "ogt"), ("log10", "ogt")):
    _real_function(getattr(math, _name), f"llvm.{_name}.f64", _check)


for _name in ("tan", "atan", "asin", "acos", "tanh", "sinh", "cosh", "atan2", "log1p", "expm1", "fmod", "cbrt"):
    _real_function(getattr(math, _name), _name)


@intrinsic(math.hypot)
def _hypot(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if all(each.is_const for each in arguments):
        return c.fold(math.hypot, arguments, node)
    found = "0.0"
    for each in arguments:
        found = c.body.set(f"call double @hypot(double {found}, double {c.as_float(each).op})")
    return real(found)


def _scaling(function: Any, factor: float) -> None:
    @intrinsic(function)
    def write(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        return c.arithmetic(ast.Mult, c.as_float(arguments[0]), constant(factor), node)


_scaling(math.radians, math.pi / 180.0)
_scaling(math.degrees, 180.0 / math.pi)


@intrinsic(math.fabs)
def _fabs(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return real(c.body.set(f"call double @llvm.fabs.f64(double {c.as_float(arguments[0]).op})"))


@intrinsic(math.log)
def _log(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if all(each.is_const for each in arguments):
        return c.fold(math.log, arguments, node)
    values = [c.as_float(each).op for each in arguments]
    c.guard(c.body.set(f"fcmp ogt double {values[0]}, 0.0"), ValueError)
    logs = [c.body.set(f"call double @llvm.log.f64(double {value})") for value in values]
    return real(logs[0] if len(logs) == 1 else c.body.set(f"fdiv double {logs[0]}, {logs[1]}"))


@intrinsic(math.floor)
def _floor(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _rounded(c, arguments[0], "floor", node)


def _rounded(c: Writer, value: Value, how: str, node: ast.AST) -> Value:
    if value.is_const:
        return c.fold(getattr(math, how), [value], node)
    value = c.narrow(value, is_number)
    if value.kind is not FLOAT:
        return c.as_int(value)
    return integer(whole_number(c, c.body.set(f"call double @llvm.{how}.f64(double {value.op})")))


@intrinsic(math.ceil)
def _ceil(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _rounded(c, arguments[0], "ceil", node)


@intrinsic(math.isqrt)
def _isqrt(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if arguments[0].is_const:
        return c.fold(math.isqrt, arguments, node)
    number = c.as_int(arguments[0])
    c.guard(c.body.set(f"icmp sge i64 {number.op}, 0"), ValueError)
    root = c.body.set(f"call double @llvm.sqrt.f64(double {c.as_float(number).op})")
    found = c.body.set(f"fptosi double {root} to i64")
    over = c.body.set(f"icmp sgt i64 {c.body.set(f'mul i64 {found}, {found}')}, {number.op}")
    return integer(c.body.set(f"select i1 {over}, i64 {c.body.set(f'sub i64 {found}, 1')}, i64 {found}"))


@intrinsic(math.gcd)
def _gcd(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if all(each.is_const for each in arguments):
        return c.fold(math.gcd, arguments, node)
    found = c.as_int(arguments[0]).op
    for each in arguments[1:]:
        found = c.body.set(f"call i64 @cm_gcd(i64 {found}, i64 {c.as_int(each).op})")
    return integer(found)


@intrinsic(math.lcm)
def _lcm(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if all(each.is_const for each in arguments):
        return c.fold(math.lcm, arguments, node)
    one, two = arguments
    product = c.called(abs, [c.arithmetic(ast.Mult, one, two, node)], {}, node)
    divisor = _gcd(c, arguments, {}, node)
    zero = c.body.set(f"icmp eq i64 {divisor.op}, 0")
    return c.choose(zero, lambda: integer(0), lambda: c.arithmetic(ast.FloorDiv, product, divisor, node))


@intrinsic(math.dist)
def _dist(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    total: Value = real("0.0")
    count = c.static_count(arguments[0])
    if count is None:
        raise c.no("dist of points whose length is not known", node)
    for one, two in zip(*(c.destructured(each, count, node) for each in arguments)):
        gap = c.arithmetic(ast.Sub, one, two, node)
        total = c.arithmetic(ast.Add, total, c.as_float(c.arithmetic(ast.Mult, gap, gap, node)), node)
    return real(c.body.set(f"call double @llvm.sqrt.f64(double {c.as_float(total).op})"))


@intrinsic(math.isnan)
def _isnan(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = c.as_float(arguments[0]).op
    return boolean(c.body.set(f"fcmp uno double {value}, {value}"))


@intrinsic(math.isinf)
def _isinf(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    size = c.body.set(f"call double @llvm.fabs.f64(double {c.as_float(arguments[0]).op})")
    return boolean(c.body.set(f"fcmp oeq double {size}, 0x7FF0000000000000"))


@intrinsic(math.isfinite)
def _isfinite(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    size = c.body.set(f"call double @llvm.fabs.f64(double {c.as_float(arguments[0]).op})")
    return boolean(c.body.set(f"fcmp one double {size}, 0x7FF0000000000000"))


@intrinsic(math.copysign)
def _copysign(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    one, two = (c.as_float(each).op for each in arguments)
    return real(c.body.set(f"call double @llvm.copysign.f64(double {one}, double {two})"))
