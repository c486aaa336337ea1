"""Dictionaries and tuples of constants, looked up by a key that is known only at run time."""

from __future__ import annotations

import ast
from typing import Any

from countermove.native.compiler.callee import Selected, is_callable
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, is_number, never, none
from countermove.native.compiler.comparison import Comparison
from countermove.native.compiler.kinds import INT, NEVER, Clash, Kind, Optional, Seq, Tuple, Union, join
from countermove.native.compiler.program import kind_of


class Lookup(Comparison):
    """Tables of constants."""

    def looked_up(self, table: dict[Any, Any], key: Value, default: Value | None, node: ast.AST) -> Value:
        """The value of a key in a constant dict; a default, or a fault, if missing."""
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
        """Constants of one kind, side by side in memory; None if they are not of one kind."""
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
        if default is None and not rest:
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
        """The index of the constant equal to a value; -1 if none."""
        whole = self.program.runtime(tuple(keys))
        if whole is None or not isinstance(whole.kind, Seq):
            whole = self._table_of(keys)
        if whole is None or not isinstance(whole.kind, Seq):
            raise self.no("a dict with keys of different types", node)
        return self.first_index(whole, key, None).op

    def checked_index(self, at: str, size: str) -> str:
        """A possibly negative index, normalized; a fault if out of range."""
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
