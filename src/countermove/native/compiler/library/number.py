"""Built-in functions of numbers: conversions, rounding, digits and characters."""

from __future__ import annotations

import ast
import math

from countermove.native.compiler import letters, standard
from countermove.native.compiler.code import Value, boolean, constant, integer, is_number, literal, real
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.kinds import FLOAT, INT, Array, Seq, plain
from countermove.native.compiler.writer import Writer

DIGITS = 15
"""Maximum decimals that floats are rounded to."""


@intrinsic(abs, takes="x, /", folds=True)
def _abs(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    own = c.special(arguments[0], "__abs__", [], node)
    if own is not None:
        return own
    value = c.narrow(arguments[0], is_number)
    if isinstance(value.kind, Array):
        return c.mapped(value, lambda each: _abs(c, [each], {}, node), node)
    if value.kind is FLOAT:
        return real(c.body.set(f"call double @llvm.fabs.f64(double {value.op})"))
    return integer(c.body.set(f"call i64 @llvm.abs.i64(i64 {c.as_int(value).op}, i1 false)"))


@intrinsic(divmod, takes="x, y, /")
def _divmod(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    first, second = arguments
    one = c.arithmetic(ast.FloorDiv, first, second, node)
    return c.tuple_of([one, c.arithmetic(ast.Mod, first, second, node)], node)


@intrinsic(pow, takes="base, exp, mod=None")
def _pow(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    first, second, *modulus = arguments
    if modulus and not (modulus[0].is_const and modulus[0].const is None):
        if all(each.is_const for each in arguments):
            return c.fold(pow, arguments, node)
        return c.call_function(standard.power, [c.as_int(each) for each in arguments], {}, node)
    return c.arithmetic(ast.Pow, first, second, node)


@intrinsic(round, takes="number, ndigits=None", folds=True)
def _round(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = c.narrow(c.runtime(arguments[0], node), is_number)
    if len(arguments) > 1 and not (arguments[1].is_const and arguments[1].const is None):
        return _round_to(c, value, arguments[1], node)
    if value.kind is not FLOAT:
        return c.as_int(value)
    return integer(whole_number(c, c.body.set(f"call double @llvm.roundeven.f64(double {value.op})")))


def _round_to(c: Writer, value: Value, places: Value, node: ast.AST) -> Value:
    """A number rounded to some decimals, exactly as Python does."""
    if value.kind is not FLOAT:
        return c.call_function(standard.round_int, [c.as_int(value), places], {}, node)
    if not places.is_const:
        return _round_to_any(c, value, c.as_int(places), node)
    if not 0 <= places.const <= DIGITS:
        raise c.no("round of a float to less than 0 or more than 15 digits", node)
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


def _round_to_any(c: Writer, value: Value, places: Value, node: ast.AST, number: int = 0) -> Value:
    """A float rounded to a run-time number of decimals, from 0 to 15."""
    here = c.body.set(f"icmp eq i64 {places.op}, {number}")
    if number == DIGITS:
        c.guard(here, ValueError)
        return _round_to(c, value, constant(number), node)
    return c.choose(
        here, lambda: _round_to(c, value, constant(number), node),
        lambda: _round_to_any(c, value, places, node, number + 1),
    )  # fmt: skip


def _parsed(c: Writer, text: Value, node: ast.AST) -> Value:
    """The number in a string; plain digits, the usual case, take a fast path."""
    body, size = c.body, c.length(text)
    plain_ = body.set(f"call i1 @cm_isnumber(ptr {text.op}, i64 {size})")
    short = body.set(f"icmp slt i64 {size}, 18")
    return c.choose(
        body.set(f"and i1 {plain_}, {short}"),
        lambda: integer(body.set(f"call i64 @cm_number(ptr {text.op}, i64 {size})")),
        lambda: c.call_function(standard.parse_int, [text, constant(10), constant(letters.zeros())], {}, node),
    )


@intrinsic(math.trunc, takes="x, /", folds=True)
def _trunc(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = c.narrow(arguments[0], is_number)
    return integer(whole_number(c, value.op)) if value.kind is FLOAT else c.as_int(value)


@intrinsic(int, takes="x=0, /, base=10", folds=True)
def _int(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if len(arguments) > 1:
        text = c.present(c.runtime(arguments[0], node))
        if not (isinstance(text.kind, Seq) and text.kind.text):
            raise c.no(f"int of {plain(text.kind)} with a base", node)
        return c.call_function(standard.parse_int, [text, arguments[1], constant(letters.zeros())], {}, node)
    value = c.narrow(c.runtime(arguments[0], node), lambda each: is_number(each) or isinstance(each, Seq))
    if value.kind is FLOAT:
        return integer(whole_number(c, value.op))
    if isinstance(value.kind, Seq) and value.kind.text:
        return _parsed(c, value, node)
    if isinstance(value.kind, Array):
        return c.as_int(c.element(value, []))
    return c.as_int(value)


@intrinsic(float, takes="x=0, /", folds=True)
def _float(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.as_float(arguments[0])


@intrinsic(bool, takes="x=False, /")
def _bool(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return constant(False)
    truth = c.truth(arguments[0])
    return constant(truth == "true") if truth in ("true", "false") else boolean(truth)


@intrinsic(bin, takes="number, /")
def _bin(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    number = c.as_int(arguments[0]).op
    target = c.alloc(68)
    count = c.body.set(f"call i64 @cm_binary(ptr {target}, i64 {number})")
    return Value(Seq(INT, None, None, True), [target, count])


@intrinsic(hex, takes="number, /", prefix="0x", base=16)
@intrinsic(oct, takes="number, /", prefix="0o", base=8)
def _prefixed(c: Writer, arguments: list[Value], named: Named, node: ast.AST, prefix: str, base: int) -> Value:
    return c.call_function(standard.prefixed, [c.as_int(arguments[0]), constant(prefix), constant(base)], {}, node)


@intrinsic(ord, takes="c, /", folds=True)
def _ord(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = c.present(arguments[0])
    if not (isinstance(value.kind, Seq) and value.kind.text):
        raise c.no(f"ord of {plain(value.kind)}", node)
    c.guard(c.body.set(f"icmp eq i64 {c.length(value)}, 1"), TypeError)
    return integer(c.body.load("i64", value.op))


@intrinsic(chr, takes="i, /", folds=True)
def _chr(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    number = c.as_int(arguments[0])
    c.guard(c.body.set(f"icmp ult i64 {number.op}, 1114112"), ValueError)
    target = c.alloc(1)
    c.body.store("i64", number.op, target)
    return Value(Seq(INT, 1, None, True), [target])


def whole_number(c: Writer, number: str) -> str:
    """A float as an int; a fault if it is too large."""
    if not c.kernel:
        c.guard(c.body.set(f"fcmp ord double {number}, {number}"), ValueError)
        near = c.body.set(f"call double @llvm.fabs.f64(double {number})")
        c.guard(c.body.set(f"fcmp olt double {near}, 0x43E0000000000000"), OverflowError)
    return c.body.set(f"fptosi double {number} to i64")
