"""Built-in functions of numbers: conversions, rounding, digits and characters."""

from __future__ import annotations

import ast
import math

from countermove.native.compiler import standard
from countermove.native.compiler.code import Value, boolean, constant, integer, is_number, literal, real
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.kinds import FLOAT, INT, Array, Seq, plain
from countermove.native.compiler.writer import Writer

__all__ = ["whole_number"]


@intrinsic(abs)
def _abs(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if arguments[0].is_const:
        return c.fold(abs, arguments, node)
    own = c.special(arguments[0], "__abs__", [], node)
    if own is not None:
        return own
    value = c.narrow(arguments[0], is_number)
    if isinstance(value.kind, Array):
        return c.mapped(value, lambda each: _abs(c, [each], {}, node), node)
    if value.kind is FLOAT:
        return real(c.body.set(f"call double @llvm.fabs.f64(double {value.op})"))
    return integer(c.body.set(f"call i64 @llvm.abs.i64(i64 {c.as_int(value).op}, i1 false)"))


@intrinsic(divmod)
def _divmod(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    first, second = arguments
    one = c.arithmetic(ast.FloorDiv, first, second, node)
    return c.tuple_of([one, c.arithmetic(ast.Mod, first, second, node)], node)


@intrinsic(pow)
def _pow(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if len(arguments) == 3:
        return c.call_function(standard.power, arguments, {}, node)
    first, second = arguments
    return c.arithmetic(ast.Pow, first, second, node)


@intrinsic(round)
def _round(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if all(each.is_const for each in arguments):
        return c.fold(round, arguments, node)
    value = c.narrow(c.runtime(arguments[0], node), is_number)
    if len(arguments) > 1 and not (arguments[1].is_const and arguments[1].const is None):
        return _round_to(c, value, arguments[1], node)
    if value.kind is not FLOAT:
        return c.as_int(value)
    return integer(whole_number(c, c.body.set(f"call double @llvm.roundeven.f64(double {value.op})")))


def _round_to(c: Writer, value: Value, places: Value, node: ast.AST) -> Value:
    """A number rounded to some digits after the point, exactly as Python rounds it."""
    if not places.is_const or not 0 <= places.const <= 15:
        raise c.no("round to a number of digits that is not a small constant", node)
    if value.kind is not FLOAT:
        return c.as_int(value)
    body, ten = c.body, literal(10.0**places.const)
    product = body.set(f"fmul double {value.op}, {ten}")
    error = body.set(
        f"call double @llvm.fma.f64(double {value.op}, double {ten}, double {body.set(f'fneg double {product}')})"
    )
    near = body.set(f"call double @llvm.roundeven.f64(double {product})")
    low = body.set(f"call double @llvm.floor.f64(double {product})")
    half = body.set(f"fcmp oeq double {body.set(f'fsub double {product}, {low}')}, 5.0e-1")
    high = body.set(f"fadd double {low}, 1.0")
    above, below = (body.set(f"fcmp {test} double {error}, 0.0") for test in ("ogt", "olt"))
    moved = body.set(
        f"select i1 {above}, double {high}, double {body.set(f'select i1 {below}, double {low}, double {near}')}"
    )
    whole = body.set(f"select i1 {half}, double {moved}, double {near}")
    return real(body.set(f"fdiv double {whole}, {ten}"))


def _parsed(c: Writer, text: Value, node: ast.AST) -> Value:
    """The number in a string; digits alone, which is usual, are read at once."""
    body, size = c.body, c.length(text)
    plain_ = body.set(f"call i1 @cm_isnumber(ptr {text.op}, i64 {size})")
    short = body.set(f"icmp slt i64 {size}, 18")
    return c.choose(
        body.set(f"and i1 {plain_}, {short}"),
        lambda: integer(body.set(f"call i64 @cm_number(ptr {text.op}, i64 {size})")),
        lambda: c.call_function(standard.parse_int, [text, constant(10)], {}, node),
    )


@intrinsic(int, math.trunc)
def _int(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return constant(0)
    if all(each.is_const for each in arguments):
        return c.fold(int, arguments, node)
    base = named.get("base", arguments[1] if len(arguments) > 1 else None)
    if base is not None:
        return c.call_function(standard.parse_int, [arguments[0], base], {}, node)
    value = c.narrow(c.runtime(arguments[0], node), lambda each: is_number(each) or isinstance(each, Seq))
    if value.kind is FLOAT:
        return integer(whole_number(c, value.op))
    if isinstance(value.kind, Seq) and value.kind.text:
        return _parsed(c, value, node)
    if isinstance(value.kind, Array):
        return c.as_int(c.element(value, []))
    return c.as_int(value)


@intrinsic(float)
def _float(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments or arguments[0].is_const:
        return c.fold(float, arguments, node)
    return c.as_float(arguments[0])


@intrinsic(bool)
def _bool(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return constant(False)
    truth = c.truth(arguments[0])
    return constant(truth == "true") if truth in ("true", "false") else boolean(truth)


@intrinsic(bin)
def _bin(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    number = c.as_int(arguments[0]).op
    target = c.alloc(68)
    count = c.body.set(f"call i64 @cm_binary(ptr {target}, i64 {number})")
    return Value(Seq(INT, None, None, True), [target, count])


@intrinsic(hex)
def _hex(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _prefixed(c, arguments[0], "0x", 16, node)


@intrinsic(oct)
def _oct(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _prefixed(c, arguments[0], "0o", 8, node)


def _prefixed(c: Writer, value: Value, prefix: str, base: int, node: ast.AST) -> Value:
    number = c.as_int(value)
    text = c.call_function(standard.digits, [_abs(c, [number], {}, node), constant(base), constant(False)], {}, node)
    below = c.body.set(f"icmp slt i64 {number.op}, 0")
    sign = c.choose(below, lambda: constant("-" + prefix), lambda: constant(prefix))
    return c.concat(sign, text, node)


@intrinsic(ord)
def _ord(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if arguments[0].is_const:
        return c.fold(ord, arguments, node)
    value = c.present(arguments[0])
    if not (isinstance(value.kind, Seq) and value.kind.text):
        raise c.no(f"ord of {plain(value.kind)}", node)
    c.guard(c.body.set(f"icmp eq i64 {c.length(value)}, 1"), TypeError)
    return integer(c.body.load("i64", value.op))


@intrinsic(chr)
def _chr(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if arguments[0].is_const:
        return c.fold(chr, arguments, node)
    number = c.as_int(arguments[0])
    c.guard(c.body.set(f"icmp ult i64 {number.op}, 1114112"), ValueError)
    target = c.alloc(1)
    c.body.store("i64", number.op, target)
    return Value(Seq(INT, 1, None, True), [target])


def whole_number(c: Writer, number: str) -> str:
    """A float as an int; a fault where it is too large."""
    if not c.kernel:
        c.guard(c.body.set(f"fcmp ord double {number}, {number}"), ValueError)
        near = c.body.set(f"call double @llvm.fabs.f64(double {number})")
        c.guard(c.body.set(f"fcmp olt double {near}, 0x43E0000000000000"), OverflowError)
    return c.body.set(f"fptosi double {number} to i64")
