"""What rules call: Python's built-in functions, `math`, `itertools`, `functools`, `operator` and `collections`."""

from __future__ import annotations

import ast
import bisect
import collections
import copy
import dataclasses
import functools
import heapq
import itertools
import math
import operator
from collections.abc import Callable
from typing import Any

from countermove.native.compiler import rearranged, standard
from countermove.native.compiler.array import Arrays
from countermove.native.compiler.call import Partial, intrinsic
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import (
    Value,
    boolean,
    constant,
    integer,
    is_number,
    literal,
    never,
    none,
    real,
    zero,
)
from countermove.native.compiler.expression import BuiltinMethod
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    NONE,
    Array,
    Deque,
    Dict,
    Enum,
    Kind,
    List,
    Optional,
    Seq,
    Set,
    Tuple,
    Union,
    plain,
)  # fmt: skip
from countermove.native.compiler.program import is_record

__all__ = ["Library"]

Named = dict[str, Value]


class Library(Arrays):
    """The parts of the standard library that need loops of their own."""

    def reversed_value(self, value: Value, node: ast.AST) -> Value:
        if value.is_const and isinstance(value.const, range):
            return constant(value.const[::-1])
        if value.is_const and isinstance(value.const, Range):
            body, given = self.body, value.const
            if given.step == "1":
                last = body.set(f"sub i64 {given.stop}, 1")
                return constant(Range(last, body.set(f"sub i64 {given.start}, 1"), "-1"))
            value = self.listed(value, (node, "reversed"), node)
        if value.is_const and isinstance(value.const, Lazy):
            value = self.listed(value, (node, "reversed"), node)
        elif value.is_const:
            return constant(tuple(reversed(value.const)))
        whole = self.as_sequence(value, node)
        assert isinstance(whole.kind, Seq)
        size = self.length(whole)

        def each(one: Callable[[Value], None]) -> None:
            def back(index: str) -> None:
                at = self.body.set(f"sub i64 {self.body.set(f'sub i64 {size}, 1')}, {index}")
                one(self.item(whole, at))

            self.count_up(size, back)

        return constant(Lazy(each, whole.kind.count))

    def range_length(self, given: Range) -> str:
        """How many numbers a range has."""
        body = self.body
        if given.step == "1":
            span = body.set(f"sub i64 {given.stop}, {given.start}")
            return body.set(f"call i64 @llvm.smax.i64(i64 {span}, i64 0)")
        self.guard(body.set(f"icmp ne i64 {given.step}, 0"), ValueError)
        up = body.set(f"icmp sgt i64 {given.step}, 0")
        there, back = body.set(f"sub i64 {given.stop}, {given.start}"), body.set(f"sub i64 {given.start}, {given.stop}")
        span = body.set(f"select i1 {up}, i64 {there}, i64 {back}")
        by = body.set(f"call i64 @llvm.abs.i64(i64 {given.step}, i1 false)")
        more = body.set(f"sub i64 {body.set(f'add i64 {span}, {by}')}, 1")
        return body.set(f"call i64 @llvm.smax.i64(i64 {body.set(f'sdiv i64 {more}, {by}')}, i64 0)")

    def best_of(self, value: Value, named: Named, most: bool, node: ast.AST) -> Value:
        """The largest or smallest item, the first of equals."""
        body = self.body
        key = named.get("key", constant(None)).const
        item_key, rank_key = f"best@{id(node)}", f"rank@{id(node)}"
        found = body.place("i1")
        body.store("i1", "false", found)
        for each in (item_key, rank_key):
            self.constants.pop(each, None)

        def one(item: Value) -> None:
            rank = item if key is None else self.called(key, [item], {}, node)
            if not item.is_const or self.program.runtime(item.const) is not None:
                item = self.runtime(item, node)
            rank = self.runtime(rank, node)
            if rank.kind is NEVER:
                return
            take, on, look = body.label("take"), body.label("on"), body.label("look")
            if rank_key in self.variables:
                old = self.read(rank_key)
                body.branch(body.load("i1", found), look, take)
                body.begin(look)
                better = self.less(ast.Gt if most else ast.Lt, rank, old, node)
                body.branch(better, take, on)
            else:
                self.changed |= rank_key not in self.kinds
            body.begin(take)
            self.bind(item_key, item, node)
            self.bind(rank_key, rank, node)
            body.store("i1", "true", found)
            body.begin(on)

        if rank_key in self.kinds:  # known from an earlier pass: have the places ready
            self.bind(item_key, zero(self.kinds[item_key]), node)
            self.bind(rank_key, zero(self.kinds[rank_key]), node)
        self.each(value, one, node)
        if item_key not in self.variables and item_key not in self.constants:
            result: Value = never
        else:
            result = self.read(item_key)
        if "default" in named:
            chosen = result
            return self.choose(body.load("i1", found), lambda: chosen, lambda: named["default"])
        self.guard(body.load("i1", found), ValueError)
        return result

    def is_instance(self, value: Value, cls: Any, node: ast.AST) -> str:
        """Whether a value is of a class, as an operand of one bit."""
        if isinstance(cls, tuple):
            found = "false"
            for each in cls:
                more = self.is_instance(value, each, node)
                if more == "true":
                    return "true"
                found = (
                    more if found == "false" else found if more == "false" else self.body.set(f"or i1 {found}, {more}")
                )
            return found
        if value.is_const:
            return "true" if isinstance(value.const, cls) else "false"
        kind = value.kind
        if isinstance(kind, Optional):
            inner = self.is_instance(value.inner(), cls, node)
            return "false" if inner == "false" else self.body.set(f"and i1 {value.parts[0]}, {inner}")
        if isinstance(kind, Union):
            found = "false"
            for number, each in enumerate(value.alternatives()):
                inner = self.is_instance(each, cls, node)
                if inner != "false":
                    here = self.body.set(f"icmp eq i64 {value.parts[0]}, {number}")
                    found = here if found == "false" else self.body.set(f"or i1 {found}, {here}")
            return found
        classes: dict[Any, Any] = {INT: int, FLOAT: float, BOOL: bool, NONE: type(None)}
        if kind in classes:
            return "true" if issubclass(classes[kind], cls) else "false"
        if isinstance(kind, Enum):
            return "true" if issubclass(kind.cls, cls) else "false"
        if isinstance(kind, Tuple):
            return "true" if issubclass(kind.cls or tuple, cls) else "false"
        if isinstance(kind, Seq):
            return "true" if issubclass(str if kind.text else tuple, cls) else "false"
        if isinstance(kind, Set):
            if kind.frozen is None and cls in (set, frozenset):
                raise self.no("whether a set is frozen is not known", node)
            return "true" if cls is (frozenset if kind.frozen else set) else "false"
        if isinstance(kind, List):
            return "true" if cls is list else "false"
        if isinstance(kind, Dict):
            return "true" if cls is dict else "false"
        return "false"


# Numbers.


@intrinsic(abs)
def _abs(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
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
def _divmod(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    first, second = arguments
    one = c.arithmetic(ast.FloorDiv, first, second, node)
    return c.tuple_of([one, c.arithmetic(ast.Mod, first, second, node)], node)


@intrinsic(pow)
def _pow(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if len(arguments) == 3:
        return c.call_function(standard.power, arguments, {}, node)
    first, second = arguments
    return c.arithmetic(ast.Pow, first, second, node)


@intrinsic(math.pow)
def _math_pow(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    one, two = (c.as_float(each).op for each in arguments)
    return real(c.body.set(f"call double @llvm.pow.f64(double {one}, double {two})"))


@intrinsic(round)
def _round(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if all(each.is_const for each in arguments):
        return c.fold(round, arguments, node)
    value = c.narrow(c.runtime(arguments[0], node), is_number)
    if len(arguments) > 1 and not (arguments[1].is_const and arguments[1].const is None):
        return _round_to(c, value, arguments[1], node)
    if value.kind is not FLOAT:
        return c.as_int(value)
    return integer(_whole(c, c.body.set(f"call double @llvm.roundeven.f64(double {value.op})")))


def _round_to(c: Library, value: Value, places: Value, node: ast.AST) -> Value:
    """A number rounded to so many digits after the point, exactly as Python rounds it."""
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


def _whole(c: Library, number: str) -> str:
    """A float as an int; a fault where it is too large."""
    if not c.kernel:
        c.guard(c.body.set(f"fcmp ord double {number}, {number}"), ValueError)
        near = c.body.set(f"call double @llvm.fabs.f64(double {number})")
        c.guard(c.body.set(f"fcmp olt double {near}, 0x43E0000000000000"), OverflowError)
    return c.body.set(f"fptosi double {number} to i64")


def _parsed(c: Library, text: Value, node: ast.AST) -> Value:
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
def _int(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return constant(0)
    if all(each.is_const for each in arguments):
        return c.fold(int, arguments, node)
    base = named.get("base", arguments[1] if len(arguments) > 1 else None)
    if base is not None:
        return c.call_function(standard.parse_int, [arguments[0], base], {}, node)
    value = c.narrow(c.runtime(arguments[0], node), lambda each: is_number(each) or isinstance(each, Seq))
    if value.kind is FLOAT:
        return integer(_whole(c, value.op))
    if isinstance(value.kind, Seq) and value.kind.text:
        return _parsed(c, value, node)
    if isinstance(value.kind, Array):
        return c.as_int(c.element(value, []))
    return c.as_int(value)


@intrinsic(float)
def _float(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments or arguments[0].is_const:
        return c.fold(float, arguments, node)
    return c.as_float(arguments[0])


@intrinsic(bool)
def _bool(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return constant(False)
    truth = c.truth(arguments[0])
    return constant(truth == "true") if truth in ("true", "false") else boolean(truth)


def _real_function(function: Any, name: str, check: str = "") -> None:
    @intrinsic(function)
    def write(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        if all(each.is_const for each in arguments):
            return c.fold(function, arguments, node)
        values = [c.as_float(each).op for each in arguments]
        if check:
            c.guard(c.body.set(f"fcmp {check} double {values[0]}, 0.0"), ValueError)
        given = ", ".join(f"double {value}" for value in values)
        return real(c.body.set(f"call double @{name}({given})"))


for _name, _check in (("sqrt", "oge"), ("exp", ""), ("sin", ""), ("cos", ""), ("log2", "ogt"), ("log10", "ogt")):
    _real_function(getattr(math, _name), f"llvm.{_name}.f64", _check)
for _name in ("tan", "atan", "asin", "acos", "tanh", "sinh", "cosh", "atan2", "hypot", "log1p", "expm1", "fmod"):
    _real_function(getattr(math, _name), _name)


@intrinsic(math.log)
def _log(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if all(each.is_const for each in arguments):
        return c.fold(math.log, arguments, node)
    values = [c.as_float(each).op for each in arguments]
    c.guard(c.body.set(f"fcmp ogt double {values[0]}, 0.0"), ValueError)
    logs = [c.body.set(f"call double @llvm.log.f64(double {value})") for value in values]
    return real(logs[0] if len(logs) == 1 else c.body.set(f"fdiv double {logs[0]}, {logs[1]}"))


@intrinsic(math.floor, math.ceil)
def _floor(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _rounded(c, arguments[0], "floor", node)


def _rounded(c: Library, value: Value, how: str, node: ast.AST) -> Value:
    if value.is_const:
        return c.fold(getattr(math, how), [value], node)
    value = c.narrow(value, is_number)
    if value.kind is not FLOAT:
        return c.as_int(value)
    return integer(_whole(c, c.body.set(f"call double @llvm.{how}.f64(double {value.op})")))


@intrinsic(math.ceil)
def _ceil(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _rounded(c, arguments[0], "ceil", node)


@intrinsic(math.isqrt)
def _isqrt(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if arguments[0].is_const:
        return c.fold(math.isqrt, arguments, node)
    number = c.as_int(arguments[0])
    c.guard(c.body.set(f"icmp sge i64 {number.op}, 0"), ValueError)
    root = c.body.set(f"call double @llvm.sqrt.f64(double {c.as_float(number).op})")
    found = c.body.set(f"fptosi double {root} to i64")
    over = c.body.set(f"icmp sgt i64 {c.body.set(f'mul i64 {found}, {found}')}, {number.op}")
    return integer(c.body.set(f"select i1 {over}, i64 {c.body.set(f'sub i64 {found}, 1')}, i64 {found}"))


@intrinsic(math.gcd)
def _gcd(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if all(each.is_const for each in arguments):
        return c.fold(math.gcd, arguments, node)
    found = c.as_int(arguments[0]).op
    for each in arguments[1:]:
        found = c.body.set(f"call i64 @cm_gcd(i64 {found}, i64 {c.as_int(each).op})")
    return integer(found)


def _in_python(function: Any, *originals: Any) -> None:
    """Have calls of some functions compiled from the same, written in Python."""

    @intrinsic(*originals)
    def write(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        if originals[0].__module__ == "math" and all(each.is_const for each in arguments):
            return c.fold(originals[0], arguments, node)
        return c.call_function(function, arguments, named, node)


_in_python(standard.factorial, math.factorial)
_in_python(standard.comb, math.comb)
_in_python(standard.perm, math.perm)
_in_python(standard.heappush, heapq.heappush)
_in_python(standard.heappop, heapq.heappop)
_in_python(standard.heapify, heapq.heapify)
_in_python(standard.heapreplace, heapq.heapreplace)
_in_python(standard.heappushpop, heapq.heappushpop)
_in_python(standard.bisect_left, bisect.bisect_left)
_in_python(standard.bisect_right, bisect.bisect_right, bisect.bisect)
_in_python(standard.insort_left, bisect.insort_left)
_in_python(standard.insort_right, bisect.insort_right, bisect.insort)


@intrinsic(math.lcm)
def _lcm(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if all(each.is_const for each in arguments):
        return c.fold(math.lcm, arguments, node)
    one, two = arguments
    product = _abs(c, [c.arithmetic(ast.Mult, one, two, node)], {}, node)
    divisor = _gcd(c, arguments, {}, node)
    zero = c.body.set(f"icmp eq i64 {divisor.op}, 0")
    return c.choose(zero, lambda: integer(0), lambda: c.arithmetic(ast.FloorDiv, product, divisor, node))


@intrinsic(math.dist)
def _dist(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    total: Value = real("0.0")
    count = c.static_count(arguments[0])
    if count is None:
        raise c.no("dist of points whose length is not known", node)
    for one, two in zip(*(c.destructured(each, count, node) for each in arguments)):
        gap = c.arithmetic(ast.Sub, one, two, node)
        total = c.arithmetic(ast.Add, total, c.as_float(c.arithmetic(ast.Mult, gap, gap, node)), node)
    return real(c.body.set(f"call double @llvm.sqrt.f64(double {c.as_float(total).op})"))


@intrinsic(heapq.nlargest, heapq.nsmallest)
def _nsmallest(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _best_few(c, arguments, named, False, node)


@intrinsic(heapq.nlargest)
def _nlargest(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _best_few(c, arguments, named, True, node)


def _best_few(c: Library, arguments: list[Value], named: Named, most: bool, node: ast.AST) -> Value:
    count, source, *key = arguments
    keys = {"key": key[0]} if key else named
    whole = c.as_sequence(_sorted(c, [source], {**keys, "reverse": constant(most)}, node), node)
    return c.listed(c.cut(whole, "0", c._slice_end(count, c.length(whole), "0")), (node, "few"), node)


@intrinsic(math.isnan)
def _isnan(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = c.as_float(arguments[0]).op
    return boolean(c.body.set(f"fcmp uno double {value}, {value}"))


@intrinsic(math.isinf)
def _isinf(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    size = c.body.set(f"call double @llvm.fabs.f64(double {c.as_float(arguments[0]).op})")
    return boolean(c.body.set(f"fcmp oeq double {size}, 0x7FF0000000000000"))


@intrinsic(math.isfinite)
def _isfinite(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    size = c.body.set(f"call double @llvm.fabs.f64(double {c.as_float(arguments[0]).op})")
    return boolean(c.body.set(f"fcmp one double {size}, 0x7FF0000000000000"))


@intrinsic(math.copysign)
def _copysign(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    one, two = (c.as_float(each).op for each in arguments)
    return real(c.body.set(f"call double @llvm.copysign.f64(double {one}, double {two})"))


@intrinsic(ord)
def _ord(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if arguments[0].is_const:
        return c.fold(ord, arguments, node)
    value = c.present(arguments[0])
    if not (isinstance(value.kind, Seq) and value.kind.text):
        raise c.no(f"ord of {plain(value.kind)}", node)
    c.guard(c.body.set(f"icmp eq i64 {c.length(value)}, 1"), TypeError)
    return integer(c.body.load("i64", value.op))


@intrinsic(chr)
def _chr(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if arguments[0].is_const:
        return c.fold(chr, arguments, node)
    number = c.as_int(arguments[0])
    c.guard(c.body.set(f"icmp ult i64 {number.op}, 1114112"), ValueError)
    target = c.alloc(1)
    c.body.store("i64", number.op, target)
    return Value(Seq(INT, 1, None, True), [target])


# Collections.


@intrinsic(len)
def _len(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = arguments[0]
    if value.is_const:
        if isinstance(value.const, Range):
            return integer(c.range_length(value.const))
        if isinstance(value.const, Chosen):
            return integer(c.length(c.option(value.const, tuple, node)))
        if isinstance(value.const, Lazy):
            raise c.no("len of a generator", node)
        return c.fold(len, arguments, node)
    own = c.special(value, "__len__", [], node)
    if own is not None:
        return own
    size = c.length(value)
    return constant(int(size)) if size.isdigit() else integer(size)


@intrinsic(range)
def _range(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if all(each.is_const for each in arguments):
        return c.fold(range, arguments, node)
    numbers = [c.as_int(each).op for each in arguments]
    if len(numbers) > 2 and (numbers[2] == "0" or not numbers[2].lstrip("-").isdigit()):
        c.guard(c.body.set(f"icmp ne i64 {numbers[2]}, 0"), ValueError)
    if len(numbers) == 1:
        return constant(Range("0", numbers[0], "1"))
    return constant(Range(numbers[0], numbers[1], numbers[2] if len(numbers) > 2 else "1"))


@intrinsic(enumerate)
def _enumerate(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    start = arguments[1] if len(arguments) > 1 else named.get("start", constant(0))
    source = arguments[0]
    first = c.as_int(start).op

    def each(one: Callable[[Value], None]) -> None:
        body = c.body
        place = body.place("i64")
        body.store("i64", first, place)

        def item(value: Value) -> None:
            now = body.load("i64", place)
            body.store("i64", body.set(f"add i64 {now}, 1"), place)
            one(_pair(c, integer(now), value, node))

        c.each(source, item, node)

    return constant(Lazy(each, c.static_count(source)))


class Pair:
    """Two values of which one may be a constant, for a loop to take apart."""


def _pair(c: Library, one: Value, two: Value, node: ast.AST) -> Value:
    if one.is_const and two.is_const:
        return constant((one.const, two.const))
    return c.tuple_of([one, two], node)


@intrinsic(zip)
def _zip(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    strict = bool(named["strict"].const) if "strict" in named else False
    if not arguments:
        return constant(())
    if all(each.is_const and not isinstance(each.const, Lazy | Range) for each in arguments) and not strict:
        return constant(tuple(zip(*(each.const for each in arguments))))
    wholes: list[Value] = []
    for number, each in enumerate(arguments):
        if each.is_const and isinstance(each.const, Lazy) and not isinstance(each.const, Cycle):
            each = c.listed(each, (node, "zip", number), node)
        wholes.append(each)
    if all(not each.is_const and isinstance(each.kind, Tuple) for each in wholes) and not strict:
        rows = list(zip(*(each.items() for each in wholes)))
        return c.tuple_of([c.tuple_of(list(row), node) for row in rows], node)
    counts = [c.static_count(each) for each in wholes]
    known = min(counts) if None not in counts and counts else None  # type: ignore[type-var]

    def at(value: Value, index: str) -> Value:
        if value.is_const and isinstance(value.const, Range):
            given = value.const
            return integer(c.body.set(f"add i64 {given.start}, {c.body.set(f'mul i64 {index}, {given.step}')}"))
        if value.is_const and isinstance(value.const, Cycle):
            whole = value.const.whole
            size = c.length(whole)
            c.guard(c.body.set(f"icmp sgt i64 {size}, 0"), StopIteration)
            return c.item(whole, c.body.set(f"srem i64 {index}, {size}"))
        if value.is_const and isinstance(value.const, range):
            given_ = value.const
            return integer(c.body.set(f"add i64 {given_.start}, {c.body.set(f'mul i64 {index}, {given_.step}')}"))
        if isinstance(value.kind, Array):
            return c.element(value, [integer(index)])
        return c.item(value, index)

    def each_of(one: Callable[[Value], None]) -> None:
        ready = [
            value if _is_range(value) or isinstance(value.kind, Array) else c.as_sequence(value, node)
            for value in wholes
        ]
        sizes = []
        for value in ready:
            if value.is_const and isinstance(value.const, Range):
                sizes.append(c.range_length(value.const))
            elif value.is_const and isinstance(value.const, Cycle):
                sizes.append(str(ENDLESS))
            else:
                sizes.append(str(len(value.const)) if value.is_const else c.length(value))
        size = sizes[0]
        if strict:
            for other in sizes[1:]:
                c.guard(c.body.set(f"icmp eq i64 {size}, {other}"), ValueError)
        for other in sizes[1:]:
            if size.isdigit() and other.isdigit():
                size = str(min(int(size), int(other)))
            else:
                size = c.body.set(f"call i64 @llvm.smin.i64(i64 {size}, i64 {other})")
        c.count_up(size, lambda index: one(c.tuple_of([at(value, index) for value in ready], node)))

    return constant(Lazy(each_of, known))


def _is_range(value: Value) -> bool:
    return value.is_const and isinstance(value.const, range | Range | Cycle)


@intrinsic(map)
def _map(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, *sources = arguments
    if len(sources) > 1:
        source = _zip(c, sources, {}, node)

        def several(one: Callable[[Value], None]) -> None:
            def item(value: Value) -> None:
                one(c.called(function.const, c.destructured(value, len(sources), node), {}, node))

            c.each(source, item, node)

        return constant(Lazy(several, c.static_count(source)))

    def each(one: Callable[[Value], None]) -> None:
        c.each(sources[0], lambda item: one(_apply(c, function, item, node)), node)

    return constant(Lazy(each, c.static_count(sources[0])))


def _apply(c: Library, function: Value, item: Value, node: ast.AST) -> Value:
    """A function of one argument, which may be a method of a built-in class, such as str.upper."""
    given = function.const
    if type(given).__name__ == "method_descriptor":
        return c.called(BuiltinMethod(given.__name__, item), [], {}, node)
    return c.called(given, [item], {}, node)


@intrinsic(filter)
def _filter(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source = arguments

    def each(one: Callable[[Value], None]) -> None:
        def item(value: Value) -> None:
            truth = c.truth(value if function.const is None else _apply(c, function, value, node))
            yes, on = c.body.label("yes"), c.body.label("on")
            c.body.branch(truth, yes, on)
            c.body.begin(yes)
            one(value)
            c.body.begin(on)

        c.each(source, item, node)

    return constant(Lazy(each))


@intrinsic(reversed)
def _reversed(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.reversed_value(arguments[0], node)


@intrinsic(iter)
def _iter(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    source = arguments[0]
    if source.is_const and isinstance(source.const, Lazy):
        return source
    return constant(Lazy(lambda one: c.each(source, one, node), c.static_count(source)))


@intrinsic(next)
def _next(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    """The first item of something that is looped over nowhere else; the next of what a variable goes through."""
    body = c.body
    source = arguments[0]
    if not source.is_const and isinstance(source.kind, List) and not isinstance(source.kind, Set):
        first = lambda: c.call_method(BuiltinMethod("popleft", source), [], {}, node)  # noqa: E731
        some = body.set(f"icmp sgt i64 {c.length(source)}, 0")
        if len(arguments) > 1:
            return c.choose(some, first, lambda: arguments[1])
        c.guard(some, StopIteration)
        return first()
    key = f"next@{id(node)}"
    end = body.label("end")
    found = body.place("i1")
    body.store("i1", "false", found)
    c.constants.pop(key, None)
    if key in c.kinds:
        c.bind(key, zero(c.kinds[key]), node)

    def one(item: Value) -> None:
        c.bind(key, c.runtime(item, node), node)
        body.store("i1", "true", found)
        body.jump(end)
        body.begin(body.label("after"))

    if key not in c.kinds:
        c.changed = True
        c.kinds[key] = NEVER
    c.each(arguments[0], one, node)
    body.begin(end)
    result = c.read(key)
    if len(arguments) > 1:
        return c.choose(body.load("i1", found), lambda: result, lambda: arguments[1])
    c.guard(body.load("i1", found), StopIteration)
    return result


@intrinsic(any, all)
def _any(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _some(c, arguments[0], True)


def _some(c: Library, value: Value, wanted: bool) -> Value:
    if value.is_const and not isinstance(value.const, Lazy | Range):
        return constant(any(value.const) if wanted else all(value.const))
    found = c.any_of(value, wanted)
    return boolean(found if wanted else c.body.set(f"xor i1 {found}, true"))


@intrinsic(all)
def _all(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _some(c, arguments[0], False)


@intrinsic(sum, math.prod, math.fsum)
def _sum(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _total(c, arguments, named, ast.Add, 0, node)


@intrinsic(math.prod)
def _prod(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _total(c, arguments, named, ast.Mult, 1, node)


def _total(c: Library, arguments: list[Value], named: Named, op: Any, start: Any, node: ast.AST) -> Value:
    source = arguments[0]
    first = arguments[1] if len(arguments) > 1 else named.get("start", constant(start))
    if source.is_const and first.is_const and not isinstance(source.const, Lazy | Range):
        return c.fold(sum if op is ast.Add else math.prod, [source, *([first] if op is ast.Add else [])], node)
    return _folded(c, lambda one, two: c.arithmetic(op, one, two, node), source, first, node)


def _folded(c: Library, function: Callable[[Value, Value], Value], source: Value, first: Value, node: ast.AST) -> Value:
    """What comes of a start value and all items, one after the other."""
    key = f"total@{id(node)}"
    c.constants.pop(key, None)
    c.variables.pop(key, None)
    c.bind(key, c.runtime(first, node), node)

    def one(item: Value) -> None:
        c.bind(key, c.runtime(function(c.read(key), item), node), node)

    c.each(source, one, node)
    return c.read(key)


@intrinsic(functools.reduce)
def _reduce(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source, *start = arguments
    call = lambda one, two: c.called(function.const, [one, two], {}, node)  # noqa: E731
    if start:
        return _folded(c, call, source, start[0], node)
    whole = c.as_sequence(c.listed(source, (node, "reduce"), node), node)
    c.guard(c.body.set(f"icmp sgt i64 {c.length(whole)}, 0"), TypeError)
    rest = c.cut(whole, "1", c.length(whole))
    return _folded(c, call, rest, c.item(whole, "0"), node)


@intrinsic(min, max)
def _min(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _extreme(c, arguments, named, False, node)


@intrinsic(max)
def _max(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _extreme(c, arguments, named, True, node)


def _extreme(c: Library, arguments: list[Value], named: Named, most: bool, node: ast.AST) -> Value:
    given = [*arguments, *named.values()]
    if all(each.is_const and not isinstance(each.const, Lazy | Range) for each in given) and "key" not in named:
        return c.fold(max if most else min, arguments, node, **{name: each.const for name, each in named.items()})
    if len(arguments) == 1:
        return c.best_of(arguments[0], named, most, node)
    if "key" in named:
        return c.best_of(c.tuple_of(arguments, node), named, most, node)
    found = arguments[0]
    for other in arguments[1:]:
        found = _larger(c, found, other, most, node)
    return found


def _larger(c: Library, one: Value, two: Value, most: bool, node: ast.AST) -> Value:
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


@intrinsic(sorted)
def _sorted(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    source = arguments[0]
    plainly = all(each.is_const and not isinstance(each.const, Lazy | Range) for each in (source, *named.values()))
    if plainly and "key" not in named:
        return c.listed(c.fold(sorted, [source], node, **{k: v.const for k, v in named.items()}), node, node)
    found = c.listed(source, node, node)
    c.sort_by(found, named, node)
    return found


@intrinsic(tuple)
def _tuple(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return constant(())
    value = arguments[0]
    if value.is_const and not isinstance(value.const, Lazy | Range):
        return constant(tuple(value.const))
    value = c.present(value) if not value.is_const else value
    if not value.is_const and isinstance(value.kind, Tuple):
        return Value(Tuple(value.kind.items), value.parts)
    if not value.is_const and isinstance(value.kind, List):
        copy_ = c.listed(value, (node, "tuple"), node)
        return c._tuple_of(copy_)
    return c.gathered(value, node, node)


@intrinsic(list)
def _list(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return c.new_list(c.cell(node))
    return c.listed(arguments[0], node, node)


@intrinsic(collections.deque)
def _deque(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    most = named.get("maxlen", arguments[1] if len(arguments) > 1 else constant(None))
    if most.is_const and most.const is None:
        return _list(c, arguments[:1], {}, node)
    if not most.is_const or most.const < 1:
        raise c.no("a deque whose maxlen is not a constant above zero", node)
    cell = c.cell(node)
    found = Value(Deque(cell, most.const), c.new_list(cell).parts)
    for each in arguments[:1]:
        c.each(each, lambda item: c.append(found, item, node), node)
    return found


@intrinsic(set)
def _set(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _new_set(c, arguments, False, node)


@intrinsic(frozenset)
def _frozenset(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _new_set(c, arguments, True, node)


def _new_set(c: Library, arguments: list[Value], frozen: bool, node: ast.AST) -> Value:
    if not arguments:
        cell = c.cell(node)
        return Value(Set(cell, None, frozen), c.new_list(cell).parts)
    value = arguments[0]
    if not value.is_const and isinstance(value.kind, Set):
        found = c.set_method("copy", value, [], node)
        assert isinstance(found.kind, Set)
        return Value(Set(found.kind.cell, None, frozen), found.parts)
    return c.set_of(value, node, frozen)


@intrinsic(functools.partial)
def _partial(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, *first = arguments
    return constant(c.program.keep(Partial(function.const, first, named)))


@intrinsic(dict, collections.OrderedDict)
def _dict(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found = c.new_dict(node)
    if arguments:
        value = arguments[0]
        if value.is_const and isinstance(value.const, dict):
            value = constant(tuple(value.const.items()))
        elif isinstance(value.kind, Dict):
            value = c.called(BuiltinMethod("items", value), [], {}, node)

        def one(item: Value) -> None:
            key, entry = c.destructured(item, 2, node)
            c.set_entry(found, key, entry, node)

        c.each(value, one, node)
    for name, value in named.items():
        c.set_entry(found, constant(name), value, node)
    return found


@intrinsic(collections.Counter)
def _counter(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found = c.new_dict(node, collections.Counter)
    c.widen(found.kind.value, INT, node)  # type: ignore[attr-defined]
    for each in arguments:
        c.count_in(found, each, ast.Add, node)
    for name, value in named.items():
        c.set_entry(found, constant(name), value, node)
    return found


@intrinsic(collections.defaultdict)
def _defaultdict(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found = c.new_dict(node, arguments[0].const if arguments else None)
    for each in arguments[1:]:
        c.merge(found, each, node)
    return found


@intrinsic(dict.fromkeys)
def _fromkeys(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found = c.new_dict(node)
    value = arguments[1] if len(arguments) > 1 else none
    c.each(arguments[0], lambda key: c.set_entry(found, key, value, node), node)
    return found


@intrinsic(str)
def _str(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.text_of(arguments[0], node) if arguments else constant("")


@intrinsic(isinstance)
def _isinstance(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    cls = arguments[1].const
    if type(cls).__name__ == "UnionType":
        cls = cls.__args__
    found = c.is_instance(arguments[0], cls, node)
    return constant(found == "true") if found in ("true", "false") else boolean(found)


@intrinsic(type)
def _type(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if arguments[0].is_const:
        return constant(type(arguments[0].const))
    kind = arguments[0].kind
    if isinstance(kind, Tuple | Enum) and kind.cls is not None:
        return constant(kind.cls)
    plain_: dict[Kind, type] = {INT: int, FLOAT: float, BOOL: bool}
    found = plain_.get(kind)
    if found is None and isinstance(kind, Seq):
        found = str if kind.text else tuple
    if found is None:
        raise c.no("type of this", node)
    return constant(found)


@intrinsic(hash)
def _hash(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    raise c.no("hash, which differs from run to run; use countermove.values.key_of", node)


@intrinsic(bin)
def _bin(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    number = c.as_int(arguments[0]).op
    target = c.alloc(68)
    count = c.body.set(f"call i64 @cm_binary(ptr {target}, i64 {number})")
    return Value(Seq(INT, None, None, True), [target, count])


# itertools.


@intrinsic(itertools.chain)
def _chain(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    def each(one: Callable[[Value], None]) -> None:
        for source in arguments:
            c.each(source, one, node)

    counts = [c.static_count(each_) for each_ in arguments]
    return constant(Lazy(each, None if None in counts else sum(counts)))  # type: ignore[arg-type]


@intrinsic(itertools.chain.from_iterable)
def _chained(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    def each(one: Callable[[Value], None]) -> None:
        c.each(arguments[0], lambda source: c.each(source, one, node), node)

    return constant(Lazy(each))


@intrinsic(itertools.product)
def _product(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    repeat = named.get("repeat", constant(1))
    if not repeat.is_const:
        raise c.no("product with repeat= that is not constant", node)
    sources = []
    for number, source in enumerate(arguments):
        if source.is_const and isinstance(source.const, Lazy):
            source = c.listed(source, (node, number), node)
        sources.append(source)
    sources = sources * int(repeat.const)
    if all(each.is_const and not isinstance(each.const, Range) for each in sources):
        items = tuple(itertools.product(*(each.const for each in sources)))
        return constant(items)

    def each(one: Callable[[Value], None]) -> None:
        def inner(at: int, items: list[Value]) -> None:
            if at == len(sources):
                one(c.tuple_of(items, node))
            else:
                c.each(sources[at], lambda item: inner(at + 1, [*items, item]), node)

        inner(0, [])

    counts = [c.static_count(each_) for each_ in sources]
    return constant(Lazy(each, None if None in counts else math.prod(counts)))  # type: ignore[arg-type]


@intrinsic(itertools.combinations, itertools.permutations, itertools.combinations_with_replacement)
def _combinations(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _arrangements(c, arguments, named, "combinations", node)


@intrinsic(itertools.permutations)
def _permutations(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _arrangements(c, arguments, named, "permutations", node)


@intrinsic(itertools.combinations_with_replacement)
def _combinations_again(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _arrangements(c, arguments, named, "combinations_with_replacement", node)


def _arrangements(c: Library, arguments: list[Value], named: Named, how: str, node: ast.AST) -> Value:
    source = arguments[0]
    given = arguments[1] if len(arguments) > 1 else named.get("r")
    if source.is_const and not isinstance(source.const, Lazy | Range) and (given is None or given.is_const):
        items = getattr(itertools, how)(source.const, *([given.const] if given is not None else []))
        return constant(tuple(items))
    if given is None:
        known = c.static_count(source)
        if known is None:
            source = c.listed(source, (node, how), node)
            given = integer(c.length(source))
        else:
            given = constant(known)
    if not given.is_const or given.const > 6:
        whole = c.listed(source, (node, how, "pool"), node)
        return c.call_function(getattr(standard, how), [whole, given], {}, node)
    if source.is_const and isinstance(source.const, Lazy | Range):
        source = c.listed(source, (node, how), node)
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        whole = c.as_sequence(source, node)
        size = c.length(whole)

        def inner(indices: list[str]) -> None:
            if len(indices) == given.const:
                one(c.tuple_of([c.item(whole, index) for index in indices], node))
                return
            start = "0"
            if indices and how == "combinations":
                start = body.set(f"add i64 {indices[-1]}, 1")
            elif indices and how == "combinations_with_replacement":
                start = indices[-1]

            def pick(item: Value) -> None:
                skip = body.label("skip")
                if how == "permutations":
                    for other in indices:
                        on = body.label("on")
                        body.branch(body.set(f"icmp eq i64 {item.op}, {other}"), skip, on)
                        body.begin(on)
                inner([*indices, item.op])
                body.begin(skip)

            c._each_of_range(Range(start, size, "1"), pick)

        inner([])

    return constant(Lazy(each))


@intrinsic(itertools.pairwise)
def _pairwise(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    whole = c.as_sequence(c.listed(arguments[0], (node, "pairs"), node), node)
    count = c.body.set(f"sub i64 {c.length(whole)}, 1")

    def each(one: Callable[[Value], None]) -> None:
        def pair(index: str) -> None:
            one(c.tuple_of([c.item(whole, index), c.item(whole, c.body.set(f"add i64 {index}, 1"))], node))

        c.count_up(count, pair)

    return constant(Lazy(each))


@intrinsic(itertools.repeat)
def _repeat(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if len(arguments) < 2:
        raise c.no("repeat without an end", node)
    times = c.as_int(arguments[1]).op
    known = arguments[1].const if arguments[1].is_const else None
    return constant(Lazy(lambda one: c.count_up(times, lambda _: one(arguments[0])), known))


@intrinsic(itertools.islice)
def _islice(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    ends = [constant(0), *arguments[1:]] if len(arguments) == 2 else arguments[1:]
    start, stop, step = [*ends, constant(1)][:3]
    first = "0" if start.is_const and start.const is None else c.as_int(start).op
    last = str(ENDLESS) if stop.is_const and stop.const is None else c.as_int(stop).op
    by = "1" if step.is_const and step.const is None else c.as_int(step).op
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        place, end = body.place("i64"), body.label("end")
        body.store("i64", "0", place)

        def item(value: Value) -> None:
            at = body.load("i64", place)
            body.store("i64", body.set(f"add i64 {at}, 1"), place)
            inside, take, on = body.label("in"), body.label("take"), body.label("on")
            body.branch(body.set(f"icmp slt i64 {at}, {last}"), inside, end)
            body.begin(inside)
            offset = body.set(f"sub i64 {at}, {first}")
            even = body.set(f"icmp eq i64 {body.set(f'srem i64 {offset}, {by}')}, 0")
            good = body.set(f"and i1 {body.set(f'icmp sge i64 {offset}, 0')}, {even}")
            body.branch(good, take, on)
            body.begin(take)
            one(value)
            body.begin(on)

        none_left, some = body.label("none"), body.label("some")
        body.branch(body.set(f"icmp sgt i64 {last}, 0"), some, none_left)
        body.begin(some)
        c.each(arguments[0], item, node)
        body.begin(none_left)
        body.begin(end)

    return constant(Lazy(each))


ENDLESS = 1 << 62
"""Where what has no end is taken to end."""


class Cycle(Lazy):
    """The same items again and again."""

    def __init__(self, each: Callable[[Any], None], whole: Value) -> None:
        super().__init__(each)
        self.whole = whole


@intrinsic(itertools.count)
def _count(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    start = arguments[0] if arguments else named.get("start", constant(0))
    step = arguments[1] if len(arguments) > 1 else named.get("step", constant(1))
    if not step.is_const or not isinstance(step.const, int):
        raise c.no("count by a step that is not a constant int", node)
    end = ENDLESS if step.const > 0 else -ENDLESS
    return constant(Range(c.as_int(start).op, str(end), str(step.const)))


@intrinsic(itertools.cycle)
def _cycle(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    source = arguments[0]
    if source.is_const and isinstance(source.const, str):
        whole = c.runtime(source, node)
    else:
        whole = c.as_sequence(c.listed(source, (node, "cycle"), node), node)
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        again, end = body.label("again"), body.label("end")
        body.begin(again)
        c.each(whole, one, node)
        body.branch(body.set(f"icmp sgt i64 {c.length(whole)}, 0"), again, end)
        body.begin(end)

    return constant(Cycle(each, whole))


@intrinsic(itertools.accumulate)
def _accumulate(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    source = arguments[0]
    function = arguments[1] if len(arguments) > 1 else named.get("func", constant(None))
    initial = named.get("initial", constant(None))
    key = f"total@{id(node)}"
    begins = initial.is_const and initial.const is None
    body = c.body

    def combined(one: Value, two: Value) -> Value:
        if function.is_const and function.const is None:
            return c.arithmetic(ast.Add, one, two, node)
        return c.called(function.const, [one, two], {}, node)

    def each(one: Callable[[Value], None]) -> None:
        c.constants.pop(key, None)
        c.variables.pop(key, None)
        empty = body.place("i1")
        body.store("i1", "true" if begins else "false", empty)
        if not begins:
            c.bind(key, c.runtime(initial, node), node)
            one(c.read(key))
        elif key in c.kinds:
            c.bind(key, zero(c.kinds[key]), node)
        else:
            c.changed = True
            c.kinds[key] = NEVER

        def item(value: Value) -> None:
            value = c.runtime(value, node)
            if key not in c.variables:
                c.bind(key, value, node)
            found = c.choose(body.load("i1", empty), lambda: value, lambda: combined(c.read(key), value))
            body.store("i1", "false", empty)
            c.bind(key, found, node)
            one(c.read(key))

        c.each(source, item, node)

    known = c.static_count(source)
    return constant(Lazy(each, None if known is None else known + (not begins)))


@intrinsic(itertools.takewhile)
def _takewhile(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source = arguments
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        end = body.label("end")

        def item(value: Value) -> None:
            on = body.label("on")
            body.branch(c.truth(_apply(c, function, value, node)), on, end)
            body.begin(on)
            one(value)

        c.each(source, item, node)
        body.begin(end)

    return constant(Lazy(each))


@intrinsic(itertools.dropwhile)
def _dropwhile(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source = arguments
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        begun = body.place("i1")
        body.store("i1", "false", begun)

        def item(value: Value) -> None:
            take, look, on = body.label("take"), body.label("look"), body.label("on")
            body.branch(body.load("i1", begun), take, look)
            body.begin(look)
            body.branch(c.truth(_apply(c, function, value, node)), on, take)
            body.begin(take)
            body.store("i1", "true", begun)
            one(value)
            body.begin(on)

        c.each(source, item, node)

    return constant(Lazy(each))


@intrinsic(itertools.filterfalse)
def _filterfalse(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source = arguments
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        def item(value: Value) -> None:
            yes, on = body.label("yes"), body.label("on")
            truth = c.truth(value if function.const is None else _apply(c, function, value, node))
            body.branch(truth, on, yes)
            body.begin(yes)
            one(value)
            body.begin(on)

        c.each(source, item, node)

    return constant(Lazy(each))


@intrinsic(itertools.compress)
def _compress(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    pairs = _zip(c, arguments, {}, node)
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        def item(pair: Value) -> None:
            value, wanted = c.destructured(pair, 2, node)
            yes, on = body.label("yes"), body.label("on")
            body.branch(c.truth(wanted), yes, on)
            body.begin(yes)
            one(value)
            body.begin(on)

        c.each(pairs, item, node)

    return constant(Lazy(each))


@intrinsic(itertools.starmap)
def _starmap(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, source = arguments

    def each(one: Callable[[Value], None]) -> None:
        c.each(source, lambda item: one(c.called(function.const, c._spread(item, node), {}, node)), node)

    return constant(Lazy(each, c.static_count(source)))


@intrinsic(itertools.zip_longest)
def _zip_longest(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    fill = named.get("fillvalue", none)
    wholes = [c.as_sequence(c.listed(each, (node, "zip", at), node), node) for at, each in enumerate(arguments)]
    body = c.body

    def each(one: Callable[[Value], None]) -> None:
        size = "0"
        for whole in wholes:
            size = body.set(f"call i64 @llvm.smax.i64(i64 {size}, i64 {c.length(whole)})")

        def row(at: str) -> None:
            items = []
            for whole in wholes:
                here = body.set(f"icmp slt i64 {at}, {c.length(whole)}")
                items.append(c.choose(here, lambda whole=whole: c.item(whole, at), lambda: fill))  # type: ignore[misc]
            one(c.tuple_of(items, node))

        c.count_up(size, row)

    return constant(Lazy(each))


@intrinsic(itertools.groupby)
def _groupby(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    key = arguments[1] if len(arguments) > 1 else named.get("key", constant(None))
    items = c.listed(arguments[0], (node, "groupby"), node)
    keys = items
    if not (key.is_const and key.const is None):
        keys = c.listed(_map(c, [key, items], {}, node), (node, "groupby keys"), node)
    return c.call_function(standard.grouped, [items, keys], {}, node)


# The rest.


@intrinsic(dataclasses.replace)
def _replace(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    owner = c.present(c.runtime(arguments[0], node))
    if not (isinstance(owner.kind, Tuple) and is_record(owner.kind.cls)):
        raise c.no(f"replace of {plain(owner.kind)}", node)
    return c.replaced(owner, named, node)


@intrinsic(copy.copy, copy.deepcopy)
def _copy(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _copied(c, arguments[0], node, 0)


def _copied(c: Library, value: Value, node: ast.AST, depth: int) -> Value:
    if not value.is_const and isinstance(value.kind, Set):
        return c.set_method("copy", value, [], node)
    if not value.is_const and isinstance(value.kind, List):
        if isinstance(value.kind.cell.kind, List):

            def each(one: Callable[[Value], None]) -> None:
                c.each(value, lambda item: one(_copied(c, item, node, depth + 1)), node)

            return c.listed(constant(Lazy(each)), (node, "copy", depth), node)
        return c.listed(value, (node, "copy", depth), node)
    if not value.is_const and isinstance(value.kind, Dict):
        return c.called(BuiltinMethod("copy", value), [], {}, node)
    if not value.is_const and isinstance(value.kind, Array):
        return c.copied(value)
    return value


@intrinsic(repr)
def _repr(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.repr_of(arguments[0], node)


@intrinsic(format)
def _format(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.formatted(arguments[0], "", arguments[1] if len(arguments) > 1 else constant(""), node)


@intrinsic(hex, oct)
def _hex(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _prefixed(c, arguments[0], "0x", 16, node)


@intrinsic(oct)
def _oct(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _prefixed(c, arguments[0], "0o", 8, node)


def _prefixed(c: Library, value: Value, prefix: str, base: int, node: ast.AST) -> Value:
    number = c.as_int(value)
    text = c.call_function(standard.digits, [_abs(c, [number], {}, node), constant(base), constant(False)], {}, node)
    below = c.body.set(f"icmp slt i64 {number.op}, 0")
    sign = c.choose(below, lambda: constant("-" + prefix), lambda: constant(prefix))
    return c.concat(sign, text, node)


@intrinsic(print, open, input)
def _print(c: Library, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    raise c.no("it reads or writes (print, open, input); rules only compute", node)


def _operator(function: Any, op: Any) -> None:
    if issubclass(op, ast.cmpop):
        intrinsic(function)(lambda c, arguments, named, node: c.compared(op, *arguments, node))
    else:
        intrinsic(function)(lambda c, arguments, named, node: c.arithmetic(op, *arguments, node))


for _name, _op in (
    ("add", ast.Add), ("sub", ast.Sub), ("mul", ast.Mult), ("truediv", ast.Div), ("floordiv", ast.FloorDiv),
    ("mod", ast.Mod), ("xor", ast.BitXor), ("and_", ast.BitAnd), ("or_", ast.BitOr), ("eq", ast.Eq), ("ne", ast.NotEq),
    ("lt", ast.Lt), ("le", ast.LtE), ("gt", ast.Gt), ("ge", ast.GtE), ("is_", ast.Is), ("is_not", ast.IsNot),
    ("lshift", ast.LShift), ("rshift", ast.RShift), ("pow", ast.Pow),
):  # fmt: skip
    _operator(getattr(operator, _name), _op)

for _name, _sign in (("neg", ast.USub), ("pos", ast.UAdd), ("invert", ast.Invert)):
    intrinsic(getattr(operator, _name))(lambda c, arguments, named, node, sign=_sign: c.unary(sign, arguments[0], node))
intrinsic(operator.not_)(lambda c, arguments, named, node: c._negated(c.truth(arguments[0]), True))
intrinsic(operator.truth)(lambda c, arguments, named, node: c._negated(c.truth(arguments[0]), False))
intrinsic(operator.contains)(lambda c, arguments, named, node: c.compared(ast.In, arguments[1], arguments[0], node))
intrinsic(operator.getitem)(lambda c, arguments, named, node: c.index(*arguments, node))

assert rearranged  # which registers what it knows
