"""Comparisons: order, identity and membership."""

from __future__ import annotations

import ast
import enum
import operator
from typing import Any

from countermove.native.compiler import kinds
from countermove.native.compiler.arithmetic import Arithmetic
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, boolean, constant, integer, is_number
from countermove.native.compiler.enumeration import is_authors
from countermove.native.compiler.equality import compared_items
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.program import has_own
from countermove.native.compiler.sequence import has_items

ORDERED = {ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__"}
COMPARISONS: dict[type[ast.cmpop], Any] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
    ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
ORDERS = {ast.Lt: ("slt", "olt"), ast.LtE: ("sle", "ole"), ast.Gt: ("sgt", "ogt"), ast.GtE: ("sge", "oge")}


class Comparison(Arithmetic):
    """Comparisons."""

    def _compare(self, node: ast.Compare) -> Value:
        return self._chain(self.writer.expr(node.left), node.ops, node.comparators, node)

    def _chain(self, left: Value, ops: list[ast.cmpop], nodes: list[ast.expr], node: ast.AST) -> Value:
        right = self.writer.expr(nodes[0])
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
        if isinstance(one.kind, kinds.Array) or isinstance(two.kind, kinds.Array):
            return self.writer.elementwise_compare(op, one, two, node)
        if op in (ast.Eq, ast.NotEq):
            return self._negated(self.equal(one, two), op is ast.NotEq)
        return boolean(self.less(op, one, two, node))

    def _negated(self, truth: str, negate: bool) -> Value:
        if truth in ("true", "false"):
            return constant((truth == "true") != negate)
        return boolean(self.body.set(f"xor i1 {truth}, true") if negate else truth)

    def _identical(self, one: Value, two: Value, node: ast.AST) -> str:
        a, b = self.kind_of(one), self.kind_of(two)
        if isinstance(a, kinds.Array) and isinstance(b, kinds.Array):
            raise self.no("identity (is) of arrays", node)
        by_value = kinds.NONE in (a, b) or kinds.BOOL in (a, b) or isinstance(a, kinds.Static)
        if by_value or any(isinstance(each, kinds.Enum) for each in (a, b)):
            return self.equal(one, two)
        containers = all(isinstance(each, kinds.List | kinds.Dict) for each in (a, b))
        if containers or (isinstance(a, kinds.Object) and a == b):
            return self.body.set(f"icmp eq ptr {self.runtime(one).op}, {self.runtime(two).op}")
        return self.equal(one, two)

    # Order.

    def less(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> str:
        """An ordering comparison of two values."""
        one, two = self.present(self.runtime(one, node)), self.present(self.runtime(two, node))
        if isinstance(one.kind, kinds.Union) and isinstance(two.kind, kinds.Union):
            return self._less_united(op, one, two, node)
        one, two = self._fitting(ast.Add, one, two), self._fitting(ast.Add, two, one)
        one, two = (each if self._has_order(each, op) else self.as_text(each) for each in (one, two))
        a, b = one.kind, two.kind
        body = self.body
        if kinds.NEVER in (a, b):
            return "false"
        own = self._own_order(op, one, two, node)
        if own is not None:
            return own
        if kinds.NONE in (a, b):
            self.guard("false", TypeError)
            return "false"
        if is_number(a) and is_number(b):
            ints, floats = ORDERS[op]
            if kinds.FLOAT in (a, b):
                return body.set(f"fcmp {floats} double {self.as_float(one).op}, {self.as_float(two).op}")
            return body.set(f"icmp {ints} i64 {self.as_int(one).op}, {self.as_int(two).op}")
        if isinstance(a, kinds.Set) and isinstance(b, kinds.Set):
            return self.writer.subset(op, one, two)
        if isinstance(a, kinds.Dict) and isinstance(b, kinds.Dict):
            return self.writer.dict_within(op, one, two, node)
        if isinstance(a, kinds.Tuple) and isinstance(b, kinds.Tuple):
            return self._less_tuples(op, compared_items(one), compared_items(two), node)
        if isinstance(a, kinds.Seq | kinds.Tuple | kinds.List) and isinstance(b, kinds.Seq | kinds.Tuple | kinds.List):
            return self._less_sequences(op, self.as_sequence(one), self.as_sequence(two), node)
        if isinstance(a, kinds.Enum) and isinstance(b, kinds.Enum):
            self.guard("false", TypeError)
            return "false"
        raise self.no(f"an ordering (<, >) of {kinds.plain(a)} and {kinds.plain(b)}", node)

    def _has_order(self, value: Value, op: type[ast.cmpop]) -> bool:
        """Whether the author defines an order of enum members."""
        kind = value.kind
        return isinstance(kind, kinds.Enum) and is_authors(kind.cls, ORDERED[op])

    def _less_united(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> str:
        """An ordering of union values; a fault if their kinds have none."""

        def decided(first: Value, second: Value) -> Value:
            if _have_order(first.kind, second.kind):
                return boolean(self.less(op, first, second, node))
            self.guard("false", TypeError)
            return boolean("false")

        def for_first(first: Value) -> Value:
            return self.per_alternative(two, lambda each: True, lambda second: decided(first, second))

        return self.per_alternative(one, lambda each: True, for_first).op

    def _own_order(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> str | None:
        """An ordering defined by a record's class; None if there is none."""
        found = self.writer.special(one, ORDERED[op], [two], node)
        if found is not None:
            return self.truth(found)
        cls = getattr(one.kind, "cls", None)
        if cls is not None and getattr(getattr(cls, ORDERED[op], None), "__module__", "") == "functools":
            return self._total_order(op, one, two, node)
        other = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}[op]
        if cls is None or not issubclass(cls, tuple):  # tuples define all comparisons, so no reflected one is needed
            found = self.writer.special(two, ORDERED[other], [one], node)
        return None if found is None else self.truth(found)

    def _total_order(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> str:
        """A comparison that functools.total_ordering derives from the author's."""
        for root in (ast.Lt, ast.LtE, ast.Gt, ast.GtE):
            found = self.writer.special(one, ORDERED[root], [two], node)
            if found is None:
                continue
            truth, strict = self.truth(found), root in (ast.Lt, ast.Gt)
            turned = self.body.set(f"xor i1 {truth}, true")
            same_way = (op in (ast.Lt, ast.LtE)) == (root in (ast.Lt, ast.LtE))
            if not same_way and strict != (op in (ast.Lt, ast.Gt)):
                return turned
            equal = self.equal(one, two)
            differs = self.body.set(f"xor i1 {equal}, true")
            if same_way:
                return self.body.set(f"or i1 {truth}, {equal}" if strict else f"and i1 {truth}, {differs}")
            return self.body.set(f"and i1 {turned}, {differs}" if strict else f"or i1 {turned}, {equal}")
        raise self.no("functools.total_ordering without a comparison to build on", node)

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
        assert isinstance(one.kind, kinds.Seq)
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
            with body.when(self.equal(left, right), False):
                body.store("i1", self.less(strict, left, right, node), result)
                body.jump(done)

        self.count_up(both, compare)
        body.store("i1", body.set(f"icmp {ORDERS[op][0]} i64 {size}, {other}"), result)
        body.begin(done)
        return body.load("i1", result)

    # Membership.

    def contains(self, whole: Value, item: Value, node: ast.AST) -> str:
        """Whether an item is in something."""
        body = self.body
        if whole.is_const:
            value = whole.const
            if isinstance(value, range) and self.kind_of(item) in (kinds.INT, kinds.BOOL):
                value = Range.of(value)
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
                return "true" if isinstance(item.kind, kinds.Enum) and item.kind.cls is value else "false"
        item = self.runtime(item, node)
        whole = self.narrow(self.runtime(whole, node), has_items)
        kind = whole.kind
        own = self.writer.special(whole, "__contains__", [item], node)
        if own is not None:
            return self.truth(own)
        if has_own(kind, "__iter__"):
            return self.any_of(whole, True, lambda each: self.equal(each, item))
        if isinstance(kind, kinds.Seq) and kind.text:
            return body.set(f"icmp sge i64 {self.writer.text_find(whole, item, node).op}, 0")
        if isinstance(kind, kinds.Dict):
            return self.writer.has_key(whole, item)
        if isinstance(kind, kinds.Enum) and issubclass(kind.cls, enum.Flag):
            part = item.op if item.kind == kind else self.as_int(item).op
            return body.set(f"icmp eq i64 {body.set(f'and i64 {whole.op}, {part}')}, {part}")
        if isinstance(kind, kinds.Tuple):
            found = "false"
            for each in whole.items():
                same = self.equal(each, item)
                found = same if found == "false" else body.set(f"or i1 {found}, {same}")
            return found
        if isinstance(kind, kinds.Set):
            return self.is_in(whole, item)
        if isinstance(kind, kinds.Array) or isinstance(item.kind, kinds.Array):
            return self.writer.in_array(whole, item, node)
        return self.any_of(whole, True, lambda each: self.equal(each, item))

    def _in_range(self, value: Range, item: Value, node: ast.AST) -> str:
        body = self.body
        number = self.present(self.runtime(item))
        if number.kind is kinds.FLOAT:
            raise self.no("a float in a range", node)
        at = self.as_int(number).op
        if value.step == "1":
            low = body.set(f"icmp sge i64 {at}, {value.start}")
            high = body.set(f"icmp slt i64 {at}, {value.stop}")
            return body.set(f"and i1 {low}, {high}")
        return self.any_of(constant(value), True, lambda each: self.equal(each, integer(at)))

    def _in_constant(self, items: list[Any], item: Value, node: ast.AST) -> str:
        """Whether a value equals one of some constants."""
        body = self.body
        given = self.kind_of(item)
        ints = all(type(each) is int for each in items)
        if given is kinds.INT and ints and items:
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
            if whole is not None and isinstance(whole.kind, kinds.Seq):
                return self.any_of(whole, True, lambda each: self.equal(each, item))
        found = "false"
        for each in items:
            same = self.equal(constant(each), item)
            if same == "false":
                continue
            found = same if found == "false" else body.set(f"or i1 {found}, {same}")
        return found


def _have_order(one: kinds.Kind, two: kinds.Kind) -> bool:
    """Whether values of two kinds can be ordered."""
    if is_number(one) or is_number(two):
        return is_number(one) and is_number(two)
    if isinstance(one, kinds.Seq | kinds.Tuple) and isinstance(two, kinds.Seq | kinds.Tuple):
        text, other = (isinstance(each, kinds.Seq) and each.text for each in (one, two))
        return text == other
    return one == two
