"""Operators: arithmetic on numbers; concatenation and repetition of sequences."""

from __future__ import annotations

import ast
import enum
import operator
from typing import Any

from countermove.native.compiler import kinds
from countermove.native.compiler.code import Value, boolean, constant, integer, is_number, literal, never, real
from countermove.native.compiler.enumeration import every_bit
from countermove.native.compiler.gather import Gather

ARITHMETIC: dict[type[ast.operator], Any] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.LShift: operator.lshift, ast.RShift: operator.rshift,
}  # fmt: skip
SIGNS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
}  # fmt: skip
SPECIAL = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitOr: "or", ast.BitAnd: "and", ast.BitXor: "xor",
    ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Pow: "pow", ast.LShift: "lshift",
    ast.RShift: "rshift", ast.MatMult: "matmul",
}  # fmt: skip
"""The methods behind operators, without their underscores."""
BITS: dict[type[ast.operator], str] = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}


class Arithmetic(Gather):
    """Unary and binary operators."""

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            truth = self.writer.test(node)
            return constant(truth == "true") if truth in ("true", "false") else boolean(truth)
        return self.unary(type(node.op), self.writer.expr(node.operand), node)

    def unary(self, op: type[ast.unaryop], value: Value, node: ast.AST) -> Value:
        """-value, +value or ~value."""
        if value.is_const:
            sign = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}[op]
            return self.fold(sign, [value], node)
        value = self.present(value)
        if value.kind is kinds.NEVER:
            return never
        name = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}[op]
        own = self.writer.special(value, name, [], node)
        if own is not None:
            return own
        if isinstance(value.kind, kinds.Enum) and issubclass(value.kind.cls, enum.Flag) and op is ast.Invert:
            return Value(value.kind, [self.body.set(f"xor i64 {value.op}, {every_bit(value.kind.cls)}")])
        if isinstance(value.kind, kinds.Array):
            return self.writer.elementwise_unary(op, value, node)
        if isinstance(value.kind, kinds.Dict):
            return self.writer.dict_sign(op, value, node)
        if value.kind is kinds.FLOAT:
            if op is ast.Invert:
                raise self.no("~ of a float", node)
            return value if op is ast.UAdd else real(self.body.set(f"fneg double {value.op}"))
        number = self.as_int(value)
        if op is ast.USub:
            return integer(self.body.set(f"sub i64 0, {number.op}"))
        if op is ast.Invert:
            return integer(self.body.set(f"xor i64 {number.op}, -1"))
        return number

    def _binop(self, node: ast.BinOp) -> Value:
        return self.arithmetic(type(node.op), self.writer.expr(node.left), self.writer.expr(node.right), node)

    def arithmetic(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        """The value of `one op two`."""
        self.line = getattr(node, "lineno", self.line)
        if one.is_const and two.is_const and op in ARITHMETIC and not self._is_too_long(op, one, two):
            return self.fold(ARITHMETIC[op], [one, two], node)
        if op is ast.Mod and one.is_const and isinstance(one.const, str):
            return self.writer.text_percent(one, two, node)
        one, two = self._fitting(op, one, two), self._fitting(op, two, one)
        one, two = self.as_text(one), self.as_text(two)
        a, b = self.kind_of(one), self.kind_of(two)
        if kinds.NONE in (a, b) and not isinstance(a, kinds.Array) and not isinstance(b, kinds.Array):
            self.guard("false", TypeError)
            return never
        if kinds.NEVER in (a, b):
            return never
        if isinstance(a, kinds.Array) or isinstance(b, kinds.Array):
            return self.writer.elementwise(op, one, two, node)
        own = self._own_operator(op, one, two, node)
        if own is not None:
            return own
        if isinstance(a, kinds.Enum) and a == b and issubclass(a.cls, enum.Flag) and op in BITS:
            numbers = (self.runtime(each).op for each in (one, two))
            return Value(a, [self.body.set(f"{BITS[op]} i64 {', '.join(numbers)}")])
        if is_number(a) and is_number(b):
            return self._numbers(op, self.runtime(one), self.runtime(two), node)
        if op is ast.Add and all(isinstance(each, kinds.Seq | kinds.Tuple | kinds.List) for each in (a, b)):
            return self.concat(one, two, node)
        if op is ast.Mult and (is_number(a) or is_number(b)):
            return self.repeated(two, one, node) if is_number(a) else self.repeated(one, two, node)
        if isinstance(a, kinds.Set) and isinstance(b, kinds.Set):
            return self.writer.set_operation(op, one, two, node)
        one, two = (
            self.writer.copied_dict(each.const, node) if isinstance(each.const, dict) else each for each in (one, two)
        )
        if isinstance(one.kind, kinds.Dict) and isinstance(two.kind, kinds.Dict):
            return self.writer.dict_operation(op, one, two, node)
        raise self.no(f"{SIGNS.get(op, '?')} of {kinds.plain(a)} and {kinds.plain(b)}", node)

    def _own_operator(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value | None:
        """An operator defined by a record's class; None if there is none."""
        name = SPECIAL.get(op, "")
        for own, method, other in ((one, f"__{name}__", two), (two, f"__r{name}__", one)):
            if isinstance(self.kind_of(own), kinds.Tuple | kinds.Enum | kinds.Object):
                found = self.writer.special(self.runtime(own), method, [other], node)
                if found is not None:
                    return found
        return None

    def _fitting(self, op: type[ast.operator], one: Value, two: Value) -> Value:
        """A union operand as the kind that fits the other operand."""
        if one.is_const:
            return one
        if isinstance(one.kind, kinds.Optional):
            one = self.present(one)
        if not isinstance(one.kind, kinds.Union):
            return one
        other = self.kind_of(two)
        if is_number(other) and op is not ast.Mult:
            return self.narrow(one, is_number)
        if isinstance(other, kinds.Seq | kinds.Tuple | kinds.List | kinds.Set):
            text = isinstance(other, kinds.Seq) and other.text

            def alike(each: kinds.Kind) -> bool:
                sequence = isinstance(each, kinds.Seq | kinds.Tuple | kinds.List)
                return sequence and text == (isinstance(each, kinds.Seq) and each.text)

            return self.narrow(one, alike)
        return self.narrow(one, lambda each: True)

    def _is_too_long(self, op: type[ast.operator], one: Value, two: Value) -> bool:
        if op is ast.LShift and isinstance(two.const, int):
            return bool(two.const > 4096)
        if op is ast.Pow and isinstance(two.const, int) and isinstance(one.const, int):
            return abs(one.const) > 1 and two.const > 128
        return False

    # Numbers.

    def _numbers(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        body = self.body
        if one.kind is kinds.BOOL and two.kind is kinds.BOOL and op in BITS:
            return boolean(body.set(f"{BITS[op]} i1 {one.op}, {two.op}"))
        if kinds.FLOAT in (one.kind, two.kind) or op is ast.Div:
            return self._reals(op, self.as_float(one).op, self.as_float(two).op, node)
        a, b = self.as_int(one).op, self.as_int(two).op
        plainly: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", **BITS}
        if op in plainly:
            return integer(body.set(f"{plainly[op]} i64 {a}, {b}"))
        if op is ast.LShift:
            return integer(self._shift("shl", a, b))
        if op is ast.RShift:
            return integer(self._shift("ashr", a, b))
        if op in (ast.FloorDiv, ast.Mod):
            return integer(self._divide(op, a, b))
        if op is ast.Pow:
            if b.lstrip("-").isdigit() and int(b) < 0:
                return self._reals(op, self.as_float(one).op, self.as_float(two).op, node)
            if not b.isdigit() and not self.kernel:
                self.guard(body.set(f"icmp sge i64 {b}, 0"), ValueError)
            return integer(body.set(f"call i64 @cm_power(i64 {a}, i64 {b})"))
        raise self.no(f"{SIGNS.get(op, '?')} of two ints", node)

    def _shift(self, how: str, number: str, by: str) -> str:
        """A shift; by 64 or more the result is 0 (or the sign)."""
        body = self.body
        if by.isdigit() and int(by) < 64:
            return body.set(f"{how} i64 {number}, {by}")
        if not self.kernel:
            self.guard(body.set(f"icmp sge i64 {by}, 0"), ValueError)
        far = body.set(f"icmp ugt i64 {by}, 63")
        if how == "ashr":
            by = body.set(f"select i1 {far}, i64 63, i64 {by}")
            return body.set(f"ashr i64 {number}, {by}")
        shifted = body.set(f"{how} i64 {number}, {body.set(f'and i64 {by}, 63')}")
        return body.set(f"select i1 {far}, i64 0, i64 {shifted}")

    def _divide(self, op: type[ast.operator], a: str, b: str) -> str:
        """// and %, rounded down as Python does it."""
        body = self.body
        if b.isdigit() and int(b) > 0 and int(b) & (int(b) - 1) == 0:
            power = int(b).bit_length() - 1
            return body.set(f"ashr i64 {a}, {power}" if op is ast.FloorDiv else f"and i64 {a}, {int(b) - 1}")
        if not b.lstrip("-").isdigit() or int(b) == 0:
            self.guard(body.set(f"icmp ne i64 {b}, 0"), ZeroDivisionError)
        if not b.lstrip("-").isdigit() or int(b) == -1:  # the smallest int divided by -1 overflows
            minus = body.set(f"icmp eq i64 {b}, -1")
            safe = body.set(f"select i1 {minus}, i64 1, i64 {b}")
            quotient, rest = (body.set(f"{how} i64 {a}, {safe}") for how in ("sdiv", "srem"))
            quotient = body.set(f"select i1 {minus}, i64 {body.set(f'sub i64 0, {a}')}, i64 {quotient}")
            rest = body.set(f"select i1 {minus}, i64 0, i64 {rest}")
        else:
            quotient, rest = (body.set(f"{how} i64 {a}, {b}") for how in ("sdiv", "srem"))
        uneven = body.set(f"icmp ne i64 {rest}, 0")
        signs = body.set(f"icmp slt i64 {body.set(f'xor i64 {rest}, {b}')}, 0")
        down = body.set(f"and i1 {uneven}, {signs}")
        if op is ast.FloorDiv:
            return body.set(f"sub i64 {quotient}, {body.set(f'zext i1 {down} to i64')}")
        return body.set(f"select i1 {down}, i64 {body.set(f'add i64 {rest}, {b}')}, i64 {rest}")

    def _reals(self, op: type[ast.operator], a: str, b: str, node: ast.AST) -> Value:
        body = self.body
        plainly = {ast.Add: "fadd", ast.Sub: "fsub", ast.Mult: "fmul"}
        if op in plainly:
            return real(body.set(f"{plainly[op]} double {a}, {b}"))
        if op in (ast.Div, ast.FloorDiv, ast.Mod):
            if not b.startswith("0x") or b == "0x0000000000000000":
                self.guard(body.set(f"fcmp une double {b}, 0.0"), ZeroDivisionError)
            if op is ast.Div:
                return real(body.set(f"fdiv double {a}, {b}"))
            name = "cm_floordiv" if op is ast.FloorDiv else "cm_floatmod"
            return real(body.set(f"call double @{name}(double {a}, double {b})"))
        if op is ast.Pow:
            return self.power(a, b, ZeroDivisionError)
        raise self.no(f"{SIGNS.get(op, '?')} of floats", node)

    def power(self, a: str, b: str, pole: type[Exception]) -> Value:
        """A power of floats; a fault for zero to a negative power, except -inf."""
        body = self.body
        if not self.kernel:
            zero, below = body.set(f"fcmp oeq double {a}, 0.0"), body.set(f"fcmp olt double {b}, 0.0")
            far = body.set(f"fcmp oeq double {b}, 0xFFF0000000000000")
            near = body.set(f"xor i1 {far}, true")
            bad = body.set(f"and i1 {zero}, {body.set(f'and i1 {below}, {near}')}")
            self.guard(body.set(f"xor i1 {bad}, true"), pole)
        if b == literal(2.0):
            found = body.set(f"fmul double {a}, {a}")
        else:  # LLVM must not turn it into sqrt, which rounds differently
            found = body.set(f"call double @pow(double {a}, double {b}) nobuiltin")
        return real(self.checked_real(found, [a, b], ValueError, OverflowError))

    def checked_real(self, found: str, given: list[str], undefined: type[Exception], endless: type[Exception]) -> str:
        """The result of a float function; a fault if it is undefined or overflows on finite numbers.

        Python returns a complex number for a root of a negative one; compiled rules have no complex numbers.
        """
        if self.kernel:
            return found
        body = self.body
        for test, error in (("fcmp ord double {}, {}", undefined), ("fcmp one double {}, 0x7FF0000000000000", endless)):
            good = self._passes(test, found)
            for each in given:  # inf or nan in, inf or nan out
                good = body.set(f"or i1 {good}, {body.set(f'xor i1 {self._passes(test, each)}, true')}")
            self.guard(good, error)
        return found

    def _passes(self, test: str, number: str) -> str:
        size = self.body.set(f"call double @llvm.fabs.f64(double {number})")
        return self.body.set(test.format(size, size))

    # Sequences.

    def concat(self, one: Value, two: Value, node: ast.AST | None = None) -> Value:
        """Two sequences concatenated."""
        if one.is_const and two.is_const:
            return constant(one.const + two.const)
        if one.is_const and not one.const and not isinstance(two.kind, kinds.List):
            return two
        if two.is_const and not two.const and not isinstance(one.kind, kinds.List):
            return one
        if isinstance(one.kind, kinds.List) or isinstance(two.kind, kinds.List):
            found = self.listed(one, (node, "sum"), node)
            self.each(two, lambda item: self.append(found, item, node), node)
            return found
        constants = one.is_const or two.is_const
        if not constants and isinstance(one.kind, kinds.Tuple) and isinstance(two.kind, kinds.Tuple):
            return Value(kinds.Tuple(one.kind.items + two.kind.items), one.parts + two.parts)
        one, two = self.runtime(one, node), self.runtime(two, node)
        text = any(isinstance(each.kind, kinds.Seq) and each.kind.text for each in (one, two))
        one, two = self.as_sequence(one, node), self.as_sequence(two, node)
        assert isinstance(one.kind, kinds.Seq) and isinstance(two.kind, kinds.Seq)
        if one.kind.text != two.kind.text:
            raise self.no("+ of a string and a tuple", node)
        try:
            item = kinds.join(one.kind.item, two.kind.item)
        except kinds.Clash as clash:
            raise self.no(f"the items of a tuple are sometimes {clash}", node) from None
        one = one if one.kind.item == item else self.rebuilt(one, item)
        two = two if two.kind.item == item else self.rebuilt(two, item)
        assert isinstance(one.kind, kinds.Seq) and isinstance(two.kind, kinds.Seq)
        size = kinds.words(item)
        first, second = self.length(one), self.length(two)
        known = None
        if one.kind.count is not None and two.kind.count is not None:
            known = one.kind.count + two.kind.count
        both = str(known) if known is not None else self.body.set(f"add i64 {first}, {second}")
        target = self.alloc(self._scaled(both, size))
        self.body.copy(target, one.op, self._scaled(first, size))
        self.body.copy(self.body.at(target, self._scaled(first, size)), two.op, self._scaled(second, size))
        kind = kinds.Seq(item, known, None, text)
        return Value(kind, [target] if known is not None else [target, both])

    def repeated(self, value: Value, times: Value, node: ast.AST) -> Value:
        """A sequence repeated."""
        if not value.is_const and isinstance(value.kind, kinds.List):
            found = self.new_list(self.cell((node, "times")))
            count = self.as_int(times).op
            self.count_up(count, lambda _: self.each(value, lambda item: self.append(found, item, node), node))
            return found
        if times.is_const and not value.is_const and isinstance(value.kind, kinds.Tuple):
            items = value.items() * int(times.const)
            return self.tuple_of(items, node)
        whole = self.as_sequence(value, node)
        assert isinstance(whole.kind, kinds.Seq)
        size, count = kinds.words(whole.kind.item), self.length(whole)
        number = self.as_int(times).op
        if not number.isdigit():
            number = self.body.set(f"call i64 @llvm.smax.i64(i64 {number}, i64 0)")
        one = self._scaled(count, size)
        known = None
        if whole.kind.count is not None and number.isdigit():
            known = whole.kind.count * int(number)
        total = str(known) if known is not None else self.body.set(f"mul i64 {count}, {number}")
        target = self.alloc(self._scaled(total, size))

        def copy(index: str) -> None:
            self.body.copy(self.body.at(target, self.body.set(f"mul i64 {index}, {one}")), whole.op, one)

        self.count_up(number, copy)
        kind = kinds.Seq(whole.kind.item, known, None, whole.kind.text)
        return Value(kind, [target] if known is not None else [target, total])
