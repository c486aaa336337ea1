"""Expressions: names, operators, comparisons, indices, slices and comprehensions.

What is known while compiling is worked out while compiling: where all operands are constants Python itself does the
sum, so the tables that an author computes from the size of a board cost nothing when the game is played.
"""

from __future__ import annotations

import ast
import builtins
import enum
import functools
import operator
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from countermove.native import digest
from countermove.native.compiler.chosen import Chosen, Selected, is_callable
from countermove.native.compiler.code import MISSING, Value, boolean, constant, integer, is_number, never, none, real
from countermove.native.compiler.iterate import Iterate, Lazy, Range
from countermove.native.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    MEMORY,
    NEVER,
    NONE,
    Array,
    Clash,
    Dict,
    Enum,
    Kind,
    List,
    Optional,
    Record,
    Seq,
    Set,
    Static,
    Tuple,
    Union,
    fields_of,
    join,
    leaves,
    plain,
    words,
)  # fmt: skip
from countermove.native.compiler.program import kind_of

__all__ = ["Closure", "Expression", "Method"]

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
ORDERED = {ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__"}
COMPARISONS: dict[type[ast.cmpop], Any] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
    ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
ORDERS = {ast.Lt: ("slt", "olt"), ast.LtE: ("sle", "ole"), ast.Gt: ("sgt", "ogt"), ast.GtE: ("sge", "oge")}
FOLDED = 100_000
"""Items of a constant beyond which Python is not asked to make it."""


class Method:
    """A function with the value it is called on."""

    def __init__(self, function: Any, owner: Value) -> None:
        self.function = function
        self.owner = owner


class BuiltinMethod:
    """A method of a string, list, tuple, set, dictionary or array."""

    def __init__(self, name: str, owner: Value) -> None:
        self.name = name
        self.owner = owner


class Closure:
    """A lambda or a function inside a function, with the names around it."""

    def __init__(self, node: ast.Lambda | ast.FunctionDef, scopes: list[dict[str, str]], home: Any) -> None:
        self.node = node
        self.scopes = scopes
        self.home = home


class Expression(Iterate):
    """Expressions."""

    node: ast.FunctionDef
    scopes: list[dict[str, str]]
    variables: dict[str, Any]
    constants: dict[str, Value]
    bound: dict[str, str]
    """For a variable that may have no value yet: where it is noted whether it has one."""

    # Names.

    def find(self, name: str) -> Value | None:
        """The value of a name of this function; None where it is not one."""
        for scope in reversed(self.scopes):
            if name in scope:
                key = scope[name]
                if key in self.bound:
                    self.guard(self.body.load("i1", self.bound[key]), UnboundLocalError)
                return self.read(key)
        return None

    def read(self, key: str) -> Value:
        if key in self.constants:
            return self.constants[key]
        variable = self.variables.get(key)
        if variable is None:
            return never
        return Value(variable.kind, [self.body.load(t, p) for t, p in zip(leaves(variable.kind), variable.places)])

    def outside(self, name: str) -> Any:
        """What a name means outside of the function; MISSING where it means nothing."""
        function = self.function
        if name in function.__code__.co_freevars:
            cell = (function.__closure__ or ())[function.__code__.co_freevars.index(name)]
            try:
                return cell.cell_contents
            except ValueError:
                return MISSING
        if name in function.__globals__:
            return function.__globals__[name]
        return getattr(builtins, name, MISSING)

    def expr(self, node: ast.expr) -> Value:
        """The value of an expression."""
        self.line = getattr(node, "lineno", self.line)
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None or isinstance(node, ast.Slice):
            raise self.no(f"{CONSTRUCTS.get(type(node).__name__, type(node).__name__.lower())}", node)
        return method(node)

    def _constant(self, node: ast.Constant) -> Value:
        return constant(node.value)

    def _name(self, node: ast.Name) -> Value:
        found = self.find(node.id)
        if found is not None:
            return found
        value = self.outside(node.id)
        if value is MISSING:
            raise self.no(f"there is no {node.id}", node)
        return self.known(value)

    def known(self, value: Any) -> Value:
        """A constant of the author's module; the numbers inside are as they are now."""
        if isinstance(value, set):
            self.program.known.append(value)
        return constant(digest.uncached(getattr(value, "py_func", value)))

    # Displays.

    def _tuple(self, node: ast.Tuple) -> Value:
        return self._display(node.elts, node)

    def _display(self, nodes: list[ast.expr], node: ast.AST) -> Value:
        if any(isinstance(each, ast.Starred) for each in nodes):
            return self._starred_display(nodes, node)
        items = [self.expr(each) for each in nodes]
        return self.tuple_of(items, node)

    def tuple_of(self, items: list[Value], node: ast.AST | None = None, cls: type | None = None) -> Value:
        """A tuple of values."""
        if all(item.is_const for item in items) and cls is None:
            return constant(tuple(item.const for item in items))
        items = [self.runtime(item, node) for item in items]
        return Value(Tuple(tuple(item.kind for item in items), cls), [part for item in items for part in item.parts])

    def _starred_display(self, nodes: list[ast.expr], node: ast.AST) -> Value:
        """(*a, x, *b): parts put one after the other."""
        parts: list[Value] = []
        for each in nodes:
            if isinstance(each, ast.Starred):
                value = self.expr(each.value)
                if value.is_const and isinstance(value.const, Lazy | Range):
                    value = self.gathered(value, (each, "star"), each)
                elif not value.is_const and isinstance(value.kind, List | Dict):
                    value = self.gathered(Value(value.kind, value.parts), (each, "star"), each)
                elif not value.is_const and isinstance(value.kind, Seq) and value.kind.text:
                    value = self.gathered(value, (each, "star"), each)
                elif value.is_const:
                    value = constant(tuple(value.const))
                parts.append(value)
            else:
                parts.append(self.tuple_of([self.expr(each)], each))
        found = parts[0] if parts else constant(())
        for part in parts[1:]:
            found = self.concat(found, part, node)
        return found

    def _list(self, node: ast.List) -> Value:
        if not node.elts:
            return self.new_list(self.cell(node))
        items = self._display(node.elts, node)
        if items.is_const and any(is_callable(each) for each in items.const):
            return items
        return self.listed(items, node, node)

    def _set(self, node: ast.Set) -> Value:
        items = self._display(node.elts, node)
        if items.is_const and not self.is_changed(node):
            return constant(set(items.const))
        return self.set_of(items, node)

    def set_of(self, items: Value, node: Any) -> Value:
        raise NotImplementedError

    def _dict(self, node: ast.Dict) -> Value:
        pairs = [
            (self.expr(key) if key is not None else None, self.expr(value))
            for key, value in zip(node.keys, node.values)
        ]
        if pairs and all(key is not None and key.is_const and value.is_const for key, value in pairs):
            functions = any(is_callable(value.const) for _, value in pairs)
            if functions or not self.is_changed(node):
                return constant({key.const: value.const for key, value in pairs if key is not None})
        found = self.new_dict(node)
        for key, value in pairs:
            if key is None:
                self.merge(found, value, node)
            else:
                self.set_entry(found, key, value, node)
        return found

    def merge(self, owner: Value, items: Value, node: ast.AST | None) -> None:
        raise NotImplementedError

    def is_changed(self, node: ast.AST) -> bool:
        """Whether a dictionary that is written out may be changed later; one that is assigned may be."""
        return isinstance(getattr(node, "parent", None), ast.Assign | ast.AnnAssign)

    def range_length(self, given: Range) -> str:
        raise NotImplementedError

    def new_dict(self, node: Any, made: Any = None) -> Value:
        raise NotImplementedError

    def set_entry(self, target: Value, key: Value, value: Value, node: ast.AST | None = None) -> None:
        raise NotImplementedError

    def text_percent(self, pattern: Value, values: Value, node: ast.AST) -> Value:
        raise NotImplementedError

    def text_of(self, value: Value, node: ast.AST) -> Value:
        raise NotImplementedError

    # Comprehensions.

    def _generatorexp(self, node: ast.GeneratorExp) -> Value:
        return constant(self.lazy(node))

    def _listcomp(self, node: ast.ListComp) -> Value:
        return self.listed(constant(self.lazy(node)), node, node)

    def _setcomp(self, node: ast.SetComp) -> Value:
        return self.set_of(constant(self.lazy(node)), node)

    def _dictcomp(self, node: ast.DictComp) -> Value:
        found = self.new_dict(node)
        pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
        source = ast.copy_location(ast.GeneratorExp(pair, node.generators), node)

        def one(item: Value) -> None:
            key, value = self.destructured(item, 2, node)
            self.set_entry(found, key, value, node)

        self.lazy(source, node).each(one)
        return found

    def lazy(self, node: Any, key: Any = None) -> Lazy:
        """A comprehension as something to loop over."""
        key = key or node
        scopes = list(self.scopes)
        first = node.generators[0]
        source = self.expr(first.iter)
        alone = len(node.generators) == 1 and not first.ifs
        names = {each.id for g in node.generators for each in ast.walk(g.target) if isinstance(each, ast.Name)}
        scope = {name: f"{name}@{id(key)}" for name in names}

        def each(one: Callable[[Value], None]) -> None:
            outer, self.scopes = self.scopes, [*scopes, scope]
            try:
                self._generate(node, 0, source, one)
            finally:
                self.scopes = outer

        return Lazy(each, self.static_count(source) if alone else None)

    def _generate(self, node: Any, at: int, source: Value | None, one: Callable[[Value], None]) -> None:
        if at == len(node.generators):
            outer = self.scopes
            one(self.expr(node.elt))
            self.scopes = outer
            return
        generator = node.generators[at]
        body = self.body
        inner = self.scopes

        def item(value: Value) -> None:
            kept, self.scopes = self.scopes, inner
            self.assign(generator.target, value)
            skip = body.label("skip")
            dead = False
            for test in generator.ifs:
                truth = self.test(test)
                if truth == "true":
                    continue
                if truth == "false":
                    dead = True
                    break
                on = body.label("on")
                body.branch(truth, on, skip)
                body.begin(on)
            if not dead:
                self._generate(node, at + 1, None, one)
            body.begin(skip)
            self.scopes = kept

        self.each(source if source is not None else self.expr(generator.iter), item, generator.iter)

    def assign(self, target: ast.expr, value: Value) -> None:
        raise NotImplementedError

    def destructured(self, value: Value, count: int, node: ast.AST, star: int | None = None) -> list[Value]:
        """The items of a value, which must be so many."""
        if value.is_const:
            if isinstance(value.const, Lazy | Range):
                value = self.gathered(value, (node, "unpack"), node)
            else:
                items = list(value.const)
                if star is not None and len(items) >= count - 1:
                    more = len(items) - count + 1
                    items = [*items[:star], items[star : star + more], *items[star + more :]]
                if len(items) != count:
                    raise self.no(f"{count} names for {len(items)} values", node)
                return [constant(tuple(item) if isinstance(item, list) else item) for item in items]
        value = self.present(value)
        if isinstance(value.kind, Union):
            found = self.per_alternative(
                value, lambda each: _has_items(each, count, star is not None),
                lambda each: self.tuple_of(self.destructured(each, count, node, star), node),
            )  # fmt: skip
            return self.destructured(found, count, node)
        kind = value.kind
        if kind is NEVER:
            return [never] * count
        if star is not None:
            return self._starred(value, count, star, node)
        if isinstance(kind, Tuple):
            if len(kind.items) != count:
                raise self.no(f"{count} names for {len(kind.items)} values", node)
            return value.items()
        if isinstance(kind, Array):
            return [self.element(value, [integer(at)]) for at in range(count)]
        return self.unpacked(self.as_sequence(value, node), count, ValueError)

    def _starred(self, value: Value, count: int, star: int, node: ast.AST) -> list[Value]:
        """a, *b, c = value."""
        if isinstance(value.kind, Tuple):
            items = value.items()
            more = len(items) - count + 1
            if more < 0:
                raise self.no(f"{count - 1} names or more for {len(items)} values", node)
            rest = self.listed(self.tuple_of(items[star : star + more]), (node, "rest"), node)
            return [*items[:star], rest, *items[star + more :]]
        whole = self.as_sequence(value, node)
        assert isinstance(whole.kind, Seq)
        size = self.length(whole)
        after = count - star - 1
        self.guard(self.body.set(f"icmp sge i64 {size}, {count - 1}"), ValueError)
        end = self.body.set(f"sub i64 {size}, {after}")
        middle = self.listed(self.cut(whole, str(star), end), (node, "rest"), node)
        tail = [self.item(whole, self.body.set(f"add i64 {end}, {at}")) for at in range(after)]
        return [*(self.item(whole, str(at)) for at in range(star)), middle, *tail]

    # Operators.

    def _unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            truth = self.test(node)
            return constant(truth == "true") if truth in ("true", "false") else boolean(truth)
        return self.unary(type(node.op), self.expr(node.operand), node)

    def unary(self, op: type[ast.unaryop], value: Value, node: ast.AST) -> Value:
        """-value, +value or ~value."""
        if value.is_const:
            sign = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert}[op]
            return self.fold(sign, [value], node)
        value = self.present(value)
        if value.kind is NEVER:
            return never
        name = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}[op]
        own = self.special(value, name, [], node)
        if own is not None:
            return own
        if isinstance(value.kind, Enum) and issubclass(value.kind.cls, enum.Flag) and op is ast.Invert:
            every = functools.reduce(operator.or_, (int(each.value) for each in value.kind.cls), 0)
            return Value(value.kind, [self.body.set(f"xor i64 {value.op}, {every}")])
        if isinstance(value.kind, Array):
            return self.elementwise_unary(op, value, node)
        if value.kind is FLOAT:
            if op is ast.Invert:
                raise self.no("~ of a float", node)
            return value if op is ast.UAdd else real(self.body.set(f"fneg double {value.op}"))
        number = self.as_int(value)
        if op is ast.USub:
            return integer(self.body.set(f"sub i64 0, {number.op}"))
        if op is ast.Invert:
            return integer(self.body.set(f"xor i64 {number.op}, -1"))
        return number

    def elementwise_unary(self, op: Any, value: Value, node: ast.AST) -> Value:
        raise self.no("this operation on an array", node)

    def fold(self, function: Any, values: list[Value], node: ast.AST | None, **more: Any) -> Value:
        """What Python makes of constants; a fault of the rules where it raises."""
        try:
            found = function(*(value.const for value in values), **more)
        except Exception as error:
            if isinstance(error, IndexError | ZeroDivisionError | ValueError | KeyError):
                self.guard("false", type(error))
                return never
            raise self.no(f"{type(error).__name__}: {error}", node) from None
        return constant(found)

    def _binop(self, node: ast.BinOp) -> Value:
        return self.arithmetic(type(node.op), self.expr(node.left), self.expr(node.right), node)

    def arithmetic(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        """The value of `one op two`."""
        self.line = getattr(node, "lineno", self.line)
        if one.is_const and two.is_const and op in ARITHMETIC and not self._is_too_long(op, one, two):
            return self.fold(ARITHMETIC[op], [one, two], node)
        if op is ast.Mod and one.is_const and isinstance(one.const, str):
            return self.text_percent(one, two, node)
        one, two = self._fitting(op, one, two), self._fitting(op, two, one)
        a, b = self.kind_of(one), self.kind_of(two)
        if NONE in (a, b) and not isinstance(a, Array) and not isinstance(b, Array):
            self.guard("false", TypeError)
            return never
        if NEVER in (a, b):
            return never
        if isinstance(a, Array) or isinstance(b, Array):
            return self.elementwise(op, one, two, node)
        own = self._own_operator(op, one, two, node)
        if own is not None:
            return own
        if (
            isinstance(a, Enum)
            and a == b
            and issubclass(a.cls, enum.IntFlag)
            and op in (ast.BitAnd, ast.BitOr, ast.BitXor)
        ):
            return Value(a, self._numbers(op, self.runtime(one), self.runtime(two), node).parts)
        if is_number(a) and is_number(b):
            return self._numbers(op, self.runtime(one), self.runtime(two), node)
        if op is ast.Add and isinstance(a, Seq | Tuple | List) and isinstance(b, Seq | Tuple | List):
            return self.concat(one, two, node)
        if op is ast.Mult and (is_number(a) or is_number(b)):
            return self.repeated(two, one, node) if is_number(a) else self.repeated(one, two, node)
        if isinstance(a, Set) and isinstance(b, Set):
            return self.set_operation(op, one, two, node)
        one, two = (self.copied_dict(each.const, node) if _is_dict(each) else each for each in (one, two))
        if isinstance(one.kind, Dict) and isinstance(two.kind, Dict):
            return self.dict_operation(op, one, two, node)
        raise self.no(f"{SIGNS.get(op, '?')} of {plain(a)} and {plain(b)}", node)

    def dict_operation(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        raise NotImplementedError

    def _own_operator(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value | None:
        """What the classes of records say of an operator; None where they say nothing."""
        name = SPECIAL.get(op, "")
        for own, method, other in ((one, f"__{name}__", two), (two, f"__r{name}__", one)):
            if isinstance(self.kind_of(own), Tuple):
                found = self.special(self.runtime(own), method, [other], node)
                if found is not None:
                    return found
        return None

    def _fitting(self, op: type[ast.operator], one: Value, two: Value) -> Value:
        """An operand of one of several kinds, as the kind that goes with the other operand."""
        if one.is_const:
            return one
        if isinstance(one.kind, Optional):
            one = self.present(one)
        if not isinstance(one.kind, Union):
            return one
        other = self.kind_of(two)
        if is_number(other) and op is not ast.Mult:
            return self.narrow(one, is_number)
        if isinstance(other, Seq | Tuple | List | Set):
            text = isinstance(other, Seq) and other.text
            alike = lambda each: isinstance(each, Seq | Tuple | List) and text == (isinstance(each, Seq) and each.text)  # noqa: E731
            return self.narrow(one, alike)
        return self.narrow(one, lambda each: True)

    def elementwise(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        raise self.no("this operation on an array", node)

    def set_operation(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        raise NotImplementedError

    def _is_too_long(self, op: type[ast.operator], one: Value, two: Value) -> bool:
        if op is ast.LShift and isinstance(two.const, int):
            return bool(two.const > 4096)
        if op is ast.Pow and isinstance(two.const, int) and isinstance(one.const, int):
            return abs(one.const) > 1 and two.const > 128
        return False

    def _numbers(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        body = self.body
        bits = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
        if one.kind is BOOL and two.kind is BOOL and op in bits:
            return boolean(body.set(f"{bits[op]} i1 {one.op}, {two.op}"))
        if FLOAT in (one.kind, two.kind) or op is ast.Div:
            return self._reals(op, self.as_float(one).op, self.as_float(two).op, node)
        a, b = self.as_int(one).op, self.as_int(two).op
        plainly = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", **bits}
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
        """A shift; by 64 or more everything falls out."""
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
        if not b.lstrip("-").isdigit() or int(b) == -1:  # the smallest number by -1 is more than the machine holds
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
            return real(body.set(f"call double @llvm.pow.f64(double {a}, double {b})"))
        raise self.no(f"{SIGNS.get(op, '?')} of floats", node)

    def concat(self, one: Value, two: Value, node: ast.AST | None = None) -> Value:
        """Two sequences, one after the other."""
        if one.is_const and two.is_const:
            return constant(one.const + two.const)
        if one.is_const and not one.const and not isinstance(two.kind, List):
            return two
        if two.is_const and not two.const and not isinstance(one.kind, List):
            return one
        if isinstance(one.kind, List) or isinstance(two.kind, List):
            found = self.listed(one, (node, "sum"), node)
            self.each(two, lambda item: self.append(found, item, node), node)
            return found
        if not one.is_const and not two.is_const and isinstance(one.kind, Tuple) and isinstance(two.kind, Tuple):
            return Value(Tuple(one.kind.items + two.kind.items), one.parts + two.parts)
        one, two = self.runtime(one, node), self.runtime(two, node)
        text = any(isinstance(each.kind, Seq) and each.kind.text for each in (one, two))
        one, two = self.as_sequence(one, node), self.as_sequence(two, node)
        assert isinstance(one.kind, Seq) and isinstance(two.kind, Seq)
        if one.kind.text != two.kind.text:
            raise self.no("+ of a string and a tuple", node)
        try:
            item = join(one.kind.item, two.kind.item)
        except Clash as clash:
            raise self.no(f"the items of a tuple are sometimes {clash}", node) from None
        one = one if one.kind.item == item else self.rebuilt(one, item)
        two = two if two.kind.item == item else self.rebuilt(two, item)
        assert isinstance(one.kind, Seq) and isinstance(two.kind, Seq)
        size = words(item)
        first, second = self.length(one), self.length(two)
        known = None
        if one.kind.count is not None and two.kind.count is not None:
            known = one.kind.count + two.kind.count
        both = str(known) if known is not None else self.body.set(f"add i64 {first}, {second}")
        target = self.alloc(self._scaled(both, size))
        self.body.copy(target, one.op, self._scaled(first, size))
        self.body.copy(self.body.at(target, self._scaled(first, size)), two.op, self._scaled(second, size))
        kind = Seq(item, known, None, text)
        return Value(kind, [target] if known is not None else [target, both])

    def _scaled(self, count: str, size: int) -> str:
        if count.lstrip("-").isdigit():
            return str(int(count) * size)
        return count if size == 1 else self.body.set(f"mul i64 {count}, {size}")

    def repeated(self, value: Value, times: Value, node: ast.AST) -> Value:
        """A sequence several times over."""
        if not value.is_const and isinstance(value.kind, List):
            found = self.new_list(self.cell((node, "times")))
            count = self.as_int(times).op
            self.count_up(count, lambda _: self.each(value, lambda item: self.append(found, item, node), node))
            return found
        if times.is_const and not value.is_const and isinstance(value.kind, Tuple):
            items = value.items() * int(times.const)
            return self.tuple_of(items, node)
        whole = self.as_sequence(value, node)
        assert isinstance(whole.kind, Seq)
        size, count = words(whole.kind.item), self.length(whole)
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
        kind = Seq(whole.kind.item, known, None, whole.kind.text)
        return Value(kind, [target] if known is not None else [target, total])

    # Truth.

    def test(self, node: ast.expr) -> str:
        """Whether an expression is true, as an operand of one bit."""
        if isinstance(node, ast.BoolOp):
            return self._test_all(node.values, isinstance(node.op, ast.And))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.test(node.operand)
            known = {"true": "false", "false": "true"}
            return known[inner] if inner in known else self.body.set(f"xor i1 {inner}, true")
        return self.truth(self.expr(node))

    def _test_all(self, nodes: list[ast.expr], every: bool) -> str:
        first = self.test(nodes[0])
        if len(nodes) == 1:
            return first
        ends, goes_on = ("false", "true") if every else ("true", "false")
        if first == ends:
            return ends
        if first == goes_on:
            return self._test_all(nodes[1:], every)

        def rest() -> Value:
            return boolean(self._test_all(nodes[1:], every))

        stop = lambda: boolean(ends)  # noqa: E731
        return self.choose(first, *((rest, stop) if every else (stop, rest))).op

    def _boolop(self, node: ast.BoolOp) -> Value:
        every = isinstance(node.op, ast.And)
        return self._operands(node.values, every)

    def _operands(self, nodes: list[ast.expr], every: bool) -> Value:
        first = self.expr(nodes[0])
        if len(nodes) == 1:
            return first
        truth = self.truth(first)
        if truth in ("true", "false"):
            return self._operands(nodes[1:], every) if (truth == "true") == every else first
        if isinstance(first.kind, Optional) and not every:
            # Where the first is chosen it is not None.
            kept = first.inner()
        else:
            kept = first
        rest = lambda: self._operands(nodes[1:], every)  # noqa: E731
        keep = lambda: kept  # noqa: E731
        return self.choose(truth, *((rest, keep) if every else (keep, rest)))

    def _compare(self, node: ast.Compare) -> Value:
        return self._chain(self.expr(node.left), node.ops, node.comparators, node)

    def _chain(self, left: Value, ops: list[ast.cmpop], nodes: list[ast.expr], node: ast.AST) -> Value:
        right = self.expr(nodes[0])
        found = self.compared(type(ops[0]), left, right, node)
        if len(ops) == 1:
            return found
        rest = lambda: self._chain(right, ops[1:], nodes[1:], node)  # noqa: E731
        return self.choose(self.truth(found), rest, lambda: boolean("false"))

    def compared(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> Value:
        """The value of a comparison."""
        self.line = getattr(node, "lineno", self.line)
        if one.is_const and two.is_const and not isinstance(two.const, Lazy | Range | Chosen):
            return self.fold(COMPARISONS[op], [one, two], node)
        if op in (ast.In, ast.NotIn):
            return self._negated(self.contains(two, one, node), op is ast.NotIn)
        if op in (ast.Is, ast.IsNot):
            return self._negated(self._identical(one, two, node), op is ast.IsNot)
        if isinstance(one.kind, Array) or isinstance(two.kind, Array):
            return self.elementwise_compare(op, one, two, node)
        if op in (ast.Eq, ast.NotEq):
            return self._negated(self.equal(one, two), op is ast.NotEq)
        return boolean(self.less(op, one, two, node))

    def elementwise_compare(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> Value:
        raise self.no("a comparison of arrays", node)

    def _negated(self, truth: str, negate: bool) -> Value:
        if truth in ("true", "false"):
            return constant((truth == "true") != negate)
        return boolean(self.body.set(f"xor i1 {truth}, true") if negate else truth)

    def _identical(self, one: Value, two: Value, node: ast.AST) -> str:
        a, b = self.kind_of(one), self.kind_of(two)
        if NONE in (a, b) or isinstance(a, Enum) or isinstance(b, Enum) or BOOL in (a, b) or isinstance(a, Static):
            return self.equal(one, two)
        if isinstance(a, List | Dict) and isinstance(b, List | Dict):
            return self.body.set(f"icmp eq ptr {self.runtime(one).op}, {self.runtime(two).op}")
        return self.equal(one, two)

    def less(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> str:
        """Whether one value comes before another, by an order."""
        one, two = self.present(self.runtime(one, node)), self.present(self.runtime(two, node))
        one, two = self._fitting(ast.Add, one, two), self._fitting(ast.Add, two, one)
        a, b = one.kind, two.kind
        body = self.body
        if NEVER in (a, b):
            return "false"
        own = self._own_order(op, one, two, node)
        if own is not None:
            return own
        if NONE in (a, b):
            self.guard("false", TypeError)
            return "false"
        if is_number(a) and is_number(b):
            ints, floats = ORDERS[op]
            if FLOAT in (a, b):
                return body.set(f"fcmp {floats} double {self.as_float(one).op}, {self.as_float(two).op}")
            return body.set(f"icmp {ints} i64 {self.as_int(one).op}, {self.as_int(two).op}")
        if isinstance(a, Set) and isinstance(b, Set):
            return self.subset(op, one, two)
        if isinstance(a, Tuple) and isinstance(b, Tuple):
            return self._less_tuples(op, one.items(), two.items(), node)
        if isinstance(a, Seq | Tuple | List) and isinstance(b, Seq | Tuple | List):
            return self._less_sequences(op, self.as_sequence(one), self.as_sequence(two), node)
        raise self.no(f"an order between {plain(a)} and {plain(b)}", node)

    def _own_order(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> str | None:
        """What the class of a record says of an order; None where it says nothing."""
        found = self.special(one, ORDERED[op], [two], node)  # type: ignore[index]
        if found is None:
            other = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}[op]  # type: ignore[index]
            found = self.special(two, ORDERED[other], [one], node)
        return None if found is None else self.truth(found)

    def subset(self, op: type[ast.cmpop], one: Value, two: Value) -> str:
        raise NotImplementedError

    def _less_tuples(self, op: type[ast.cmpop], one: list[Value], two: list[Value], node: ast.AST) -> str:
        if not one or not two:
            return "true" if COMPARISONS[op](len(one), len(two)) else "false"
        if len(one) == 1 and len(two) == 1:
            return self.less(op, one[0], two[0], node)
        same = self.equal(one[0], two[0])
        strict = ast.Lt if op in (ast.Lt, ast.LtE) else ast.Gt
        return self.choose(
            same,
            lambda: boolean(self._less_tuples(op, one[1:], two[1:], node)),
            lambda: boolean(self.less(strict, one[0], two[0], node)),
        ).op

    def _less_sequences(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> str:
        assert isinstance(one.kind, Seq)
        body = self.body
        text = one.kind.text
        size, other = self.length(one), self.length(two)
        result = body.place("i1")
        done = body.label("done")
        both = body.set(f"call i64 @llvm.smin.i64(i64 {size}, i64 {other})")
        strict = ast.Lt if op in (ast.Lt, ast.LtE) else ast.Gt

        def compare(index: str) -> None:
            if text:
                left, right = (integer(body.load("i64", body.at(each.op, index))) for each in (one, two))
            else:
                left, right = self.item(one, index), self.item(two, index)
            differ, on = body.label("differ"), body.label("on")
            body.branch(self.equal(left, right), on, differ)
            body.begin(differ)
            body.store("i1", self.less(strict, left, right, node), result)
            body.jump(done)
            body.begin(on)

        self.count_up(both, compare)
        body.store("i1", body.set(f"icmp {ORDERS[op][0]} i64 {size}, {other}"), result)
        body.begin(done)
        return body.load("i1", result)

    def contains(self, whole: Value, item: Value, node: ast.AST) -> str:
        """Whether an item is in something."""
        body = self.body
        if whole.is_const:
            value = whole.const
            if isinstance(value, range) and self.kind_of(item) in (INT, BOOL):
                value = Range(str(value.start), str(value.stop), str(value.step))
            if isinstance(value, Range):
                return self._in_range(value, item, node)
            if isinstance(value, Chosen):
                pair = self.tuple_of([integer(value.index), item], node)
                return self._in_constant(list(value.flat()), pair, node)
            if isinstance(value, Lazy):
                return self.any_of(whole, True, lambda each: self.equal(each, item))
            if isinstance(value, dict | set | frozenset | tuple | list):
                return self._in_constant(list(value), item, node)
            if isinstance(value, type) and issubclass(value, enum.Enum):
                return "true" if isinstance(item.kind, Enum) and item.kind.cls is value else "false"
        item = self.runtime(item, node)
        whole = self.narrow(self.runtime(whole, node), lambda each: isinstance(each, Seq | Tuple | List | Dict | Array))
        kind = whole.kind
        own = self.special(whole, "__contains__", [item], node)
        if own is not None:
            return self.truth(own)
        if isinstance(kind, Seq) and kind.text:
            return body.set(f"icmp sge i64 {self.text_find(whole, item, node).op}, 0")
        if isinstance(kind, Dict):
            return self.has_key(whole, item)
        if isinstance(kind, Enum) and issubclass(kind.cls, enum.Flag):
            part = self.as_int(item).op
            return body.set(f"icmp eq i64 {body.set(f'and i64 {whole.op}, {part}')}, {part}")
        if isinstance(kind, Tuple):
            found = "false"
            for each in whole.items():
                same = self.equal(each, item)
                found = same if found == "false" else body.set(f"or i1 {found}, {same}")
            return found
        if isinstance(kind, Set):
            return self.is_in(whole, item)
        return self.any_of(whole, True, lambda each: self.equal(each, item))

    def has_key(self, whole: Value, item: Value) -> str:
        raise NotImplementedError

    def text_find(self, whole: Value, part: Value, node: ast.AST) -> Value:
        raise NotImplementedError

    def _in_range(self, value: Range, item: Value, node: ast.AST) -> str:
        body = self.body
        number = self.present(self.runtime(item))
        if number.kind is FLOAT:
            raise self.no("a float in a range", node)
        at = self.as_int(number).op
        if value.step == "1":
            low = body.set(f"icmp sge i64 {at}, {value.start}")
            high = body.set(f"icmp slt i64 {at}, {value.stop}")
            return body.set(f"and i1 {low}, {high}")
        return self.any_of(constant(value), True, lambda each: self.equal(each, integer(at)))

    def _in_constant(self, items: list[Any], item: Value, node: ast.AST) -> str:
        """Whether a value is one of some constants."""
        body = self.body
        given = self.kind_of(item)
        ints = all(type(each) is int for each in items)
        if given is INT and ints and items:
            low, high = min(items), max(items)
            if high - low < 64:
                at = body.set(f"sub i64 {item.op}, {low}")
                near = body.set(f"icmp ult i64 {at}, 64")
                mask = sum(1 << each - low for each in set(items))
                mask = mask - (1 << 64) if mask >> 63 else mask
                bit = body.set(f"lshr i64 {mask}, {body.set(f'and i64 {at}, 63')}")
                return body.set(f"and i1 {near}, {body.set(f'trunc i64 {bit} to i1')}")
        if len(items) > 8 and self.program.runtime(tuple(items)) is not None:
            whole = self.program.runtime(tuple(items))
            if whole is not None and isinstance(whole.kind, Seq):
                return self.any_of(whole, True, lambda each: self.equal(each, item))
        found = "false"
        for each in items:
            same = self.equal(constant(each), item)
            if same == "false":
                continue
            found = same if found == "false" else body.set(f"or i1 {found}, {same}")
        return found

    # Attributes, indices and slices.

    def _attribute(self, node: ast.Attribute) -> Value:
        return self.attribute(self.expr(node.value), node.attr, node)

    def attribute(self, owner: Value, name: str, node: ast.AST) -> Value:
        """What `owner.name` is."""
        if owner.is_const:
            return self._constant_attribute(owner, name, node)
        kind = owner.kind
        if isinstance(kind, Optional):
            return self.attribute(self.present(owner, AttributeError), name, node)
        if isinstance(kind, Union):
            return self.per_alternative(
                owner, lambda each: _offers(each, name), lambda each: self.attribute(each, name, node)
            )
        if kind is NONE:
            return self.present(owner, AttributeError)
        if kind is NEVER:
            return never
        if isinstance(kind, Tuple) and kind.cls is not None:
            names = fields_of(kind.cls)
            if name in names:
                return owner.items()[names.index(name)]
            return self._class_attribute(kind.cls, owner, name, node)
        if isinstance(kind, Enum):
            if name in ("value", "name", "_value_", "_name_"):
                values = [getattr(member, name) for member in kind.cls]  # type: ignore[attr-defined]
                if issubclass(kind.cls, int):
                    if "value" in name:
                        return integer(owner.op)
                    table: dict[Any, Any] = {int(member): member.name for member in kind.cls}  # type: ignore[attr-defined]
                    return self.looked_up(table, integer(owner.op), None, node)
                return self.index(constant(tuple(values)), integer(owner.op), node)
            return self._member_attribute(kind.cls, owner, name, node)
        if isinstance(kind, Array):
            return self.array_attribute(owner, name, node)
        if isinstance(kind, Record):
            address, llvm = self.field(owner, name, node)
            if llvm == "ptr":
                return Value(MEMORY, [address])
            found = self.body.load(llvm, address)
            return real(found) if llvm == "double" else integer(found)
        if (kind is FLOAT and name == "is_integer") or (kind is INT and name in ("bit_count", "bit_length")):
            return constant(BuiltinMethod(name, owner))
        if isinstance(kind, Seq | List | Dict | Tuple):
            return constant(BuiltinMethod(name, owner))
        if kind is INT and name in ("real", "numerator"):
            return owner
        raise self.no(f"{plain(kind)} has no {name}", node)

    def field(self, owner: Value, name: str, node: ast.AST) -> tuple[str, str]:
        """The address of a record's field, and the LLVM type of what stands there: "ptr" for an array."""
        assert isinstance(owner.kind, Record)
        found = owner.kind.fields.get(name)
        if found is None:
            raise self.no(f"a {owner.kind.name} has no {name}", node)
        return self.body.at(owner.op, found.at), {"int": "i64", "float": "double"}.get(found.what, "ptr")

    def array_attribute(self, owner: Value, name: str, node: ast.AST) -> Value:
        raise self.no(f"{name} of an array", node)

    def _member_attribute(self, cls: Any, owner: Value, name: str, node: ast.AST) -> Value:
        """What a member of an enumeration has: of its class, or set by its __init__ for each."""
        members = list(cls)
        if any(name in vars(each) for each in cls.__mro__) or not all(name in vars(each) for each in members):
            return self._class_attribute(cls, owner, name, node)
        if issubclass(cls, int):
            return self.looked_up({int(each): getattr(each, name) for each in members}, integer(owner.op), None, node)
        return self.index(constant(tuple(getattr(each, name) for each in members)), integer(owner.op), node)

    def _class_attribute(self, cls: type, owner: Value, name: str, node: ast.AST) -> Value:
        """A method, property or constant of a record's class."""
        for each in cls.__mro__:
            if name in vars(each):
                found = vars(each)[name]
                if isinstance(found, property):
                    return self.call_function(found.fget, [owner], {}, node)
                if type(found).__name__ == "cached_property":
                    return self.call_function(found.func, [owner], {}, node)
                if isinstance(found, staticmethod):
                    return self.known(found.__func__)
                if isinstance(found, classmethod):
                    return constant(Method(found.__func__, constant(cls)))
                found = digest.uncached(found)
                if isinstance(found, FunctionType):
                    if each in (tuple, object) or getattr(found, "__module__", "") == "collections":
                        return constant(BuiltinMethod(name, owner))
                    return constant(Method(found, owner))
                if callable(found) and not isinstance(found, type):
                    return constant(BuiltinMethod(name, owner))
                return self.known(found)
        raise self.no(f"a {cls.__name__} has no {name}", node)

    def call_function(self, function: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        raise NotImplementedError

    def _constant_attribute(self, owner: Value, name: str, node: ast.AST) -> Value:
        value = owner.const
        if value is self.program.game and value is not None:
            return self._game_attribute(name, node)
        if isinstance(value, str | tuple | list | dict | set | frozenset | Lazy | Range | Chosen) and not hasattr(
            value, "_fields"
        ):
            if isinstance(value, Lazy | Range | Chosen) or callable(getattr(type(value), name, None)):
                return constant(BuiltinMethod(name, owner))
        if isinstance(value, type):
            for each in value.__mro__:
                if name in vars(each):
                    found = vars(each)[name]
                    if isinstance(found, classmethod):
                        return constant(Method(found.__func__, owner))
        try:
            found = getattr(value, name)
        except Exception:
            raise self.no(f"{type(value).__name__} has no {name}", node) from None
        if hasattr(found, "__self__") and hasattr(found, "__func__"):
            return constant(Method(found.__func__, constant(found.__self__)))
        return self.known(found)

    def _game_attribute(self, name: str, node: ast.AST) -> Value:
        """A method, field or constant of the game."""
        game = self.program.game
        for cls in type(game).__mro__:
            if name in vars(cls):
                found = vars(cls)[name]
                if isinstance(found, staticmethod):
                    return self.known(found.__func__)
                if isinstance(found, classmethod):
                    return constant(Method(found.__func__, constant(type(game))))
                plainly = digest.uncached(found)
                if isinstance(plainly, FunctionType) and name not in vars(game):
                    return constant(Method(plainly, constant(game)))
                break
        try:
            value = getattr(game, name)
        except AttributeError:
            raise self.no(f"{type(game).__name__} has no {name}", node) from None
        if digest.is_table(game, name, value):
            return self.table(name, value, node)
        return self.known(value)

    def table(self, name: str, value: np.ndarray[Any, Any], node: ast.AST) -> Value:
        """An array of the game, handed over with each call: its address and shape stand in the context."""
        from countermove.native.compiler.program import CONTEXT, TABLES

        program = self.program
        names = [each for each, _ in program.tables]
        if name not in names:
            program.tables.append((name, Array(str(value.dtype), value.ndim)))
            names.append(name)
        at = TABLES
        for _, kind in program.tables[: names.index(name)]:
            at += 1 + kind.ndim
        kind = program.tables[names.index(name)][1]
        if at + 1 + kind.ndim > CONTEXT:
            raise self.no("more arrays than there is room for", node)
        body = self.body
        parts = [
            body.load(llvm, body.at("%ctx", at + offset), ", !invariant.load !2")
            for offset, llvm in enumerate(leaves(kind))
        ]
        return Value(kind, parts)

    def _subscript(self, node: ast.Subscript) -> Value:
        owner = self.expr(node.value)
        if isinstance(node.slice, ast.Slice):
            return self._slice(owner, node.slice, node)
        if isinstance(node.slice, ast.Tuple) and isinstance(owner.kind, Array):
            return self.array_index(owner, node.slice.elts, node)
        return self.index(owner, self.expr(node.slice), node)

    def array_index(self, owner: Value, nodes: list[ast.expr], node: ast.AST) -> Value:
        return self.element(owner, [self.expr(each) for each in nodes])

    def index(self, owner: Value, index: Value, node: ast.AST) -> Value:
        """What `owner[index]` is."""
        body = self.body
        if owner.is_const:
            value = owner.const
            if index.is_const and not isinstance(value, Lazy | Range | Chosen):
                return self.fold(operator.getitem, [owner, index], node)
            if isinstance(value, dict):
                return self.looked_up(value, index, None, node)
            if isinstance(value, Chosen):
                return self.looked_up(value.flat(), self.tuple_of([integer(value.index), index], node), None, node)
            if isinstance(value, range):
                value = Range(str(value.start), str(value.stop), str(value.step))
            if isinstance(value, Range):
                at = self.checked_index(self.as_int(index).op, self.range_length(value))
                return integer(body.set(f"add i64 {value.start}, {body.set(f'mul i64 {at}, {value.step}')}"))
            if isinstance(value, list | tuple) and value and all(isinstance(each, dict) for each in value):
                return constant(Chosen(list(value), self.checked_index(self.as_int(index).op, str(len(value)))))
            if isinstance(value, list | tuple) and self.program.runtime(value) is None:
                return self._chosen(value, index, node)
            if isinstance(value, type) and issubclass(value, enum.Enum):
                raise self.no("a member of an enumeration by a name that is not constant", node)
        owner = self.present(self.runtime(owner, node))
        if isinstance(owner.kind, Union):
            return self.per_alternative(
                owner, lambda each: isinstance(each, Seq | Tuple | List | Dict | Array),
                lambda each: self.index(each, index, node),
            )  # fmt: skip
        kind = owner.kind
        if NEVER in (kind, index.kind):
            return never
        own = self.special(owner, "__getitem__", [index], node)
        if own is not None:
            return own
        if isinstance(kind, Dict):
            return self.entry(owner, index, None, node)
        if kind is MEMORY:
            return integer(body.load("i64", self.memory_address(owner, self.as_int(index).op)))
        if isinstance(kind, Array):
            if isinstance(self.kind_of(index), Tuple):
                return self.element(owner, self.runtime(index).items())
            return self.element(owner, [index])
        if isinstance(kind, Tuple):
            if index.is_const and isinstance(index.const, int):
                items = owner.items()
                if not -len(items) <= index.const < len(items):
                    self.guard("false", IndexError)
                    return never
                return items[index.const]
            owner = self._few_in_memory(owner, node)
        if isinstance(kind, Seq | List | Tuple):
            number = self.narrow(self.runtime(index, node), is_number)
            if not is_number(number.kind) or number.kind is FLOAT:
                raise self.no(f"an index that is {plain(number.kind)}", node)
            fresh = isinstance(owner.kind, List)
            whole = self.as_sequence(owner)
            at = self.checked_index(self.as_int(number).op, self.length(whole))
            assert isinstance(whole.kind, Seq)
            if fresh and _has_room(whole.kind.item):
                size = words(whole.kind.item)
                return self.load(whole.kind.item, body.at(whole.op, body.set(f"mul i64 {at}, {size}")), True)
            return self.item(whole, at)
        raise self.no(f"[ ] of {plain(kind)}", node)

    def special(self, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value | None:
        """What a record's own method such as __len__ gives; None where its class has none."""
        kind = owner.kind
        if isinstance(kind, Tuple) and kind.cls is not None:
            for cls in kind.cls.__mro__:
                function = vars(cls).get(name)
                if isinstance(function, FunctionType) and digest.is_authors(function.__module__):
                    if function.__code__.co_filename != "<string>":
                        return self.call_function(function, [owner, *arguments], {}, node)
        return None

    def _few_in_memory(self, owner: Value, node: ast.AST) -> Value:
        return self.as_sequence(owner, node)

    def memory_address(self, owner: Value, at: str) -> str:
        if self.checks:  # the number of words stands before the first
            at = self.checked_index(at, self.body.load("i64", self.body.at(owner.op, -1)))
        return self.body.set(f"getelementptr inbounds i64, ptr {owner.op}, i64 {at}")

    def _chosen(self, values: Any, index: Value, node: ast.AST) -> Value:
        """One of several constants of different kinds."""
        at = self.checked_index(self.as_int(index).op, str(len(values)))
        if all(map(is_callable, values)):
            return constant(Selected(list(values), at))

        def pick(number: int) -> Value:
            if number == len(values) - 1:
                return constant(values[number])
            here = self.body.set(f"icmp eq i64 {at}, {number}")
            return self.choose(here, lambda: constant(values[number]), lambda: pick(number + 1))

        return pick(0)

    def checked_index(self, at: str, size: str) -> str:
        """An index that may count from the end, as one that counts from the beginning; a fault where it is outside."""
        body = self.body
        if at.lstrip("-").isdigit() and size.isdigit():
            number = int(at) + int(size) if int(at) < 0 else int(at)
            if not 0 <= number < int(size):
                self.guard("false", IndexError)
                return "0"
            return str(number)
        if at.lstrip("-").isdigit():
            if int(at) < 0:
                at = body.set(f"add i64 {size}, {at}")
        else:
            below = body.set(f"icmp slt i64 {at}, 0")
            at = body.set(f"select i1 {below}, i64 {body.set(f'add i64 {at}, {size}')}, i64 {at}")
        self.guard(body.set(f"icmp ult i64 {at}, {size}"), IndexError)
        return at

    def entry(self, owner: Value, key: Value, default: Value | None, node: ast.AST) -> Value:
        raise NotImplementedError

    def looked_up(self, table: dict[Any, Any], key: Value, default: Value | None, node: ast.AST) -> Value:
        """What a dictionary of constants has for a key; a default, or a fault, where it has nothing."""
        body = self.body
        key = self.runtime(key, node)
        pairs = list(table.items())
        if isinstance(key.kind, Optional):
            if None not in table and default is None:
                return self.looked_up(table, self.present(key), default, node)
            return self.choose(
                key.parts[0], lambda: self.looked_up(table, key.inner(), default, node),
                lambda: self.looked_up({None: table[None]} if None in table else {}, none, default, node),
            )  # fmt: skip
        if isinstance(key.kind, Union):
            return self.per_alternative(key, lambda each: True, lambda each: self.looked_up(table, each, default, node))
        pairs = [(k, v) for k, v in pairs if self._may_equal(k, key.kind)]
        if not pairs:
            if default is None:
                self.guard("false", KeyError)
                return never
            return default
        keys, values = [k for k, _ in pairs], [v for _, v in pairs]
        if all(map(is_callable, values)):
            at = self._place_of(keys, key, node)
            if default is None:
                self.guard(body.set(f"icmp sge i64 {at}, 0"), KeyError)
                return constant(Selected(values, at))
            there = body.set(f"icmp sge i64 {at}, 0")
            return self.choose(there, lambda: constant(Selected(values, at)), lambda: default)
        whole = self.program.runtime(tuple(values))
        if whole is None or not isinstance(whole.kind, Seq):
            whole = self._table_of(values)
        if whole is None and all(isinstance(value, dict) for value in values) and default is None:
            at = self._place_of(keys, key, node)
            self.guard(body.set(f"icmp sge i64 {at}, 0"), KeyError)
            return constant(Chosen(values, at))
        if whole is None:
            return self._lookup_chain(pairs, key, default, node)
        number = key if key.kind is INT else None
        if number is not None and keys == list(range(len(keys))):
            at = number.op
            inside = body.set(f"icmp ult i64 {at}, {len(keys)}")
        else:
            at = self._place_of(keys, key, node)
            inside = body.set(f"icmp sge i64 {at}, 0")
        if default is None:
            self.guard(inside, KeyError)
            return self.item(whole, at)
        return self.choose(inside, lambda: self.item(whole, at), lambda: default)

    def _table_of(self, values: list[Any]) -> Value | None:
        """Constants of one kind, side by side in memory; None where they are not of one kind."""
        found: Kind = NEVER
        for value in values:
            each = kind_of(value)
            if each is None:
                return None
            try:
                found = join(found, each)
            except Clash:
                return None
        return self.program.constant_of(values, Seq(found, len(values)))

    def _lookup_chain(self, pairs: list[Any], key: Value, default: Value | None, node: ast.AST) -> Value:
        if not pairs:
            if default is not None:
                return default
            self.guard("false", KeyError)
            return never
        (first, value), *rest = pairs
        if default is None and not rest and len(pairs) == 1:
            self.guard(self.equal(constant(first), key), KeyError)
            return self.known(value)
        return self.choose(
            self.equal(constant(first), key), lambda: self.known(value),
            lambda: self._lookup_chain(rest, key, default, node),
        )  # fmt: skip

    def _may_equal(self, value: Any, kind: Kind) -> bool:
        have = kind_of(value)
        if have is None:
            return False
        if is_number(have) and is_number(kind):
            return True
        if isinstance(have, Seq | Tuple) and isinstance(kind, Seq | Tuple):
            text = isinstance(have, Seq) and have.text
            return text == (isinstance(kind, Seq) and kind.text)
        return type(have) is type(kind)

    def _place_of(self, keys: list[Any], key: Value, node: ast.AST) -> str:
        """Which of some constants a value is; -1 where it is none."""
        body = self.body
        whole = self.program.runtime(tuple(keys))
        if whole is None or not isinstance(whole.kind, Seq):
            whole = self._table_of(keys)
        if whole is None or not isinstance(whole.kind, Seq):
            raise self.no("a dictionary whose keys are of different kinds", node)
        return self.first_index(whole, key, None).op if body else ""

    def _slice(self, owner: Value, node: ast.Slice, where: ast.AST) -> Value:
        ends = [self.expr(each) if each is not None else constant(None) for each in (node.lower, node.upper, node.step)]
        if owner.is_const and all(end.is_const for end in ends):
            return self.fold(lambda whole, *cut: whole[slice(*cut)], [owner, *ends], where)
        owner = self.present(self.runtime(owner, where))
        if isinstance(owner.kind, Array):
            return self.array_slice(owner, ends, where)
        if isinstance(owner.kind, Tuple) and all(end.is_const for end in ends):
            return self.tuple_of(owner.items()[slice(*(end.const for end in ends))], where)
        is_list = isinstance(owner.kind, List) or (isinstance(owner.kind, Seq) and owner.kind.listed)
        whole = self.as_sequence(owner, where)
        lower, upper, step = ends
        size = self.length(whole)
        if step.is_const and step.const in (None, 1):
            start = self._slice_end(lower, size, "0")
            stop = self._slice_end(upper, size, size)
            found = self.cut(whole, start, stop)
        else:
            found = self._stepped(whole, lower, upper, step, where)
        return self.listed(found, (where, "slice"), where) if is_list else found

    def array_slice(self, owner: Value, ends: list[Value], node: ast.AST) -> Value:
        raise self.no("a slice of an array", node)

    def _slice_end(self, end: Value, size: str, default: str) -> str:
        """An end of a slice, within the sequence."""
        body = self.body
        if (end.is_const and end.const is None) or end.kind is NONE:
            return default
        if isinstance(end.kind, Optional):
            inner = end.inner()
            return self.choose(
                end.parts[0], lambda: integer(self._slice_end(inner, size, default)), lambda: integer(default)
            ).op  # fmt: skip
        at = self.as_int(end).op
        if at.lstrip("-").isdigit() and size.isdigit():
            return str(slice(int(at), None).indices(int(size))[0])
        if not at.isdigit():
            below = body.set(f"icmp slt i64 {at}, 0")
            at = body.set(f"select i1 {below}, i64 {body.set(f'add i64 {at}, {size}')}, i64 {at}")
            at = body.set(f"call i64 @llvm.smax.i64(i64 {at}, i64 0)")
        return body.set(f"call i64 @llvm.smin.i64(i64 {at}, i64 {size})")

    def cut(self, whole: Value, start: str, stop: str) -> Value:
        """The items from `start` to `stop`, both within the sequence."""
        assert isinstance(whole.kind, Seq)
        size = words(whole.kind.item)
        address = self.body.at(whole.op, self._scaled(start, size))
        if start.isdigit() and stop.isdigit():
            kind = Seq(whole.kind.item, max(0, int(stop) - int(start)), None, whole.kind.text)
            found = Value(kind, [address])
        else:
            count = stop if start == "0" else self.body.set(f"sub i64 {stop}, {start}")
            count = self.body.set(f"call i64 @llvm.smax.i64(i64 {count}, i64 0)")
            found = Value(Seq(whole.kind.item, None, None, whole.kind.text), [address, count])
        found.live = whole.live
        return found

    def _stepped(self, whole: Value, lower: Value, upper: Value, step: Value, node: ast.AST) -> Value:
        """A slice with a step other than 1."""
        if not step.is_const:
            return self._stepped_by(whole, lower, upper, step, node)
        if not isinstance(step.const, int) or step.const == 0:
            self.guard("false", ValueError if step.const == 0 else TypeError)
            return whole
        assert isinstance(whole.kind, Seq)
        body, by, size = self.body, step.const, self.length(whole)
        ends = (lower, upper)
        if whole.kind.count is not None and all(end.is_const for end in ends):
            places = range(whole.kind.count)[slice(lower.const, upper.const, by)]
            start, count, known = str(places.start), str(len(places)), len(places)
        else:
            known = None
            if by > 0:
                start, stop = self._slice_end(lower, size, "0"), self._slice_end(upper, size, size)
                span = body.set(f"sub i64 {stop}, {start}")
            else:
                last = body.set(f"sub i64 {size}, 1")
                start, stop = (
                    default if end.is_const and end.const is None else self._backward_end(end, size)
                    for end, default in ((lower, last), (upper, "-1"))
                )
                span = body.set(f"sub i64 {start}, {stop}")
            more = body.set(f"add i64 {span}, {abs(by) - 1}")
            count = body.set(f"sdiv i64 {more}, {abs(by)}")
            count = body.set(f"call i64 @llvm.smax.i64(i64 {count}, i64 0)")
        width = words(whole.kind.item)
        target = self.alloc(self._scaled(count, width))

        def one(index: str) -> None:
            at = body.set(f"add i64 {start}, {body.set(f'mul i64 {index}, {by}')}")
            body.copy(body.at(target, self._scaled(index, width)), body.at(whole.op, self._scaled(at, width)), width)

        self.count_up(count, one)
        kind = Seq(whole.kind.item, known, None, whole.kind.text)
        return Value(kind, [target] if known is not None else [target, count])

    def _stepped_by(self, whole: Value, lower: Value, upper: Value, step: Value, node: ast.AST) -> Value:
        """A slice whose step is known only while the game is played."""
        assert isinstance(whole.kind, Seq)
        body, size, by = self.body, self.length(whole), self.as_int(step).op
        self.guard(body.set(f"icmp ne i64 {by}, 0"), ValueError)
        up = body.set(f"icmp sgt i64 {by}, 0")
        last = body.set(f"sub i64 {size}, 1")
        forward = self._slice_end(lower, size, "0"), self._slice_end(upper, size, size)
        backward = [
            default if end.is_const and end.const is None else self._backward_end(end, size)
            for end, default in ((lower, last), (upper, "-1"))
        ]
        start, stop = (body.set(f"select i1 {up}, i64 {a}, i64 {b}") for a, b in zip(forward, backward))
        count = self.range_length(Range(start, stop, by))
        width = words(whole.kind.item)
        target = self.alloc(self._scaled(count, width))

        def one(index: str) -> None:
            at = body.set(f"add i64 {start}, {body.set(f'mul i64 {index}, {by}')}")
            body.copy(body.at(target, self._scaled(index, width)), body.at(whole.op, self._scaled(at, width)), width)

        self.count_up(count, one)
        return Value(Seq(whole.kind.item, None, None, whole.kind.text), [target, count])

    def member_text(self, value: Value) -> Value:
        return self.attribute(value, "value", self.node)

    def _backward_end(self, end: Value, size: str) -> str:
        body = self.body
        at = self.as_int(end).op
        below = body.set(f"icmp slt i64 {at}, 0")
        at = body.set(f"select i1 {below}, i64 {body.set(f'add i64 {at}, {size}')}, i64 {at}")
        at = body.set(f"call i64 @llvm.smax.i64(i64 {at}, i64 -1)")
        return body.set(f"call i64 @llvm.smin.i64(i64 {at}, i64 {body.set(f'sub i64 {size}, 1')})")

    def _namedexpr(self, node: ast.NamedExpr) -> Value:
        value = self.expr(node.value)
        self.assign(node.target, value)
        return self.find(node.target.id) or value

    def _lambda(self, node: ast.Lambda) -> Value:
        return constant(self.program.keep(Closure(node, list(self.scopes), self)))


def _has_items(kind: Kind, count: int, star: bool) -> bool:
    """Whether a value can be taken apart into so many."""
    if isinstance(kind, Tuple):
        return len(kind.items) == count or star
    if isinstance(kind, Seq):
        return kind.count in (None, count) or star
    return isinstance(kind, List | Array)


def _is_dict(value: Value) -> bool:
    return value.is_const and isinstance(value.const, dict)


def _offers(kind: Kind, name: str) -> bool:
    """Whether values of a kind have an attribute."""
    if isinstance(kind, Tuple | Enum) and kind.cls is not None:
        return hasattr(kind.cls, name) or (isinstance(kind, Tuple) and name in fields_of(kind.cls)) or name == "value"
    if isinstance(kind, Seq):
        return hasattr("" if kind.text else (), name)
    return hasattr({List: [], Set: set(), Dict: {}}.get(type(kind)), name) or isinstance(kind, Array)


def _has_room(kind: Kind) -> bool:
    """Whether an item lies in memory in place, so that it changes when the list does."""
    if isinstance(kind, Seq):
        return kind.count is not None or kind.room is not None
    if isinstance(kind, Tuple | Union):
        return any(map(_has_room, kind.items))
    return isinstance(kind, Optional) and _has_room(kind.item)


CONSTRUCTS = {
    "Await": "await", "Yield": "yield inside an expression", "YieldFrom": "yield from inside an expression",
    "Starred": "a star here", "TemplateStr": "a template string",
}  # fmt: skip
