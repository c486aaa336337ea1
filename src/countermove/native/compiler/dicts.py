"""Dicts: a list of keys, with a list of values after its header."""

from __future__ import annotations

import ast
import collections
import operator
from typing import Any

from countermove.native.compiler import standard
from countermove.native.compiler.code import Value, boolean, constant, none
from countermove.native.compiler.hashed import HEADER
from countermove.native.compiler.iterate import Lazy
from countermove.native.compiler.kinds import Dict, List, Set
from countermove.native.compiler.sets import Sets


class Dicts(Sets):
    """Dictionaries."""

    def new_dict(self, node: Any, made: Any = None) -> Value:
        key, value = self.cell((node, "keys")), self.cell((node, "values"))
        header = self.alloc(2 * HEADER)
        for at in (0, HEADER):
            self.body.store("ptr", "@cm_nothing", self.body.at(header, at))
            for word in range(1, HEADER):
                self.body.store("i64", "0", self.body.at(header, at + word))
        return Value(Dict(key, value, made), [header])

    def keys(self, value: Value) -> Value:
        assert isinstance(value.kind, Dict)
        return Value(Set(value.kind.key, None, None), value.parts)

    def dict_values(self, value: Value) -> Value:
        assert isinstance(value.kind, Dict)
        return Value(List(value.kind.value), [self.body.at(value.op, HEADER)])

    def set_entry(self, target: Value, key: Value, value: Value, node: ast.AST | None = None) -> None:
        assert isinstance(target.kind, Dict)
        body = self.body
        value = self.movable(value, node)
        self.widen(target.kind.key, self.kind_of(key), node)
        self.widen(target.kind.value, self.kind_of(value), node)
        key, value = self.convert(key, target.kind.key.kind, node), self.convert(value, target.kind.value.kind, node)
        keys, values = self.keys(target), self.dict_values(target)
        at = self.place_in(keys, key)
        old, new, end = body.label("old"), body.label("new"), body.label("end")
        body.branch(body.set(f"icmp sge i64 {at}, 0"), old, new)
        body.begin(old)
        self.store(value, self._slot(values, at))
        body.jump(end)
        body.begin(new)
        self.append(keys, key, node)
        self.append(values, value, node)
        body.begin(end)

    def _set_pair(self, target: Value, pair: Value, node: ast.AST) -> None:
        key, value = self.destructured(pair, 2, node)
        self.set_entry(target, key, value, node)

    def has_key(self, whole: Value, item: Value) -> str:
        return self.body.set(f"icmp sge i64 {self.place_in(self.keys(whole), item)}, 0")

    def entry(self, owner: Value, key: Value, default: Value | None, node: ast.AST) -> Value:
        assert isinstance(owner.kind, Dict)
        body = self.body
        made = owner.kind.made
        if default is None and made is collections.Counter:
            default = constant(0)
        at = self.place_in(self.keys(owner), self.runtime(key, node))
        there = body.set(f"icmp sge i64 {at}, 0")
        values = self.dict_values(owner)
        if default is None:
            if made is not None:
                with body.when(there, False):
                    self.set_entry(owner, key, self.called(made, [], {}, node), node)
                at = self.place_in(self.keys(owner), self.runtime(key, node))
            else:
                self.guard(there, KeyError)
            return self.load(owner.kind.value.kind, self._slot(values, at), True)
        kind = owner.kind.value.kind
        return self.choose(there, lambda: self.load(kind, self._slot(values, at), True), lambda: default)

    def remove_key(self, owner: Value, key: Value, node: ast.AST) -> None:
        assert isinstance(owner.kind, Dict)
        counts = owner.kind.made is collections.Counter  # which tolerate missing keys
        self._popped(owner, key, none if counts else None, node)

    def equal_dicts(self, one: Value, two: Value) -> str:
        """Whether two dicts have the same keys and equal values, in any order."""
        assert isinstance(one.kind, Dict) and isinstance(two.kind, Dict)
        counts = one.kind.made is collections.Counter and two.kind.made is collections.Counter

        def differs(owner: Value, other: Value) -> str:
            def one_entry(pair: Value) -> str:
                key, value = pair.items()
                if counts:
                    same = self.equal(value, self.entry(other, key, None, self.node))
                else:
                    at = self.place_in(self.keys(other), key)
                    kind = other.kind.value.kind  # type: ignore[attr-defined]
                    there = self.body.set(f"icmp sge i64 {at}, 0")

                    def same_value() -> Value:
                        return boolean(self.equal(value, self.load(kind, self._slot(self.dict_values(other), at))))

                    same = self.choose(there, same_value, lambda: boolean("false")).op
                return self.body.set(f"xor i1 {same}, true")

            return self.any_of(self._dict_method(owner, "items", [], {}, self.node), True, one_entry)

        if counts:
            found = self.body.set(f"or i1 {differs(one, two)}, {differs(two, one)}")
            return self.body.set(f"xor i1 {found}, true")
        alike = self.body.set(f"icmp eq i64 {self.length(one)}, {self.length(two)}")
        inside = lambda: boolean(self.body.set(f"xor i1 {differs(one, two)}, true"))  # noqa: E731
        return self.choose(alike, inside, lambda: boolean("false")).op

    def _dict_method(
        self, owner: Value, name: str, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        assert isinstance(owner.kind, Dict)
        if name == "get":
            return self.entry(owner, arguments[0], arguments[1] if len(arguments) > 1 else none, node)
        if name == "keys":
            return self.keys(owner)
        if name == "values":
            return self.dict_values(owner)
        if name == "items":
            keys, values = self.keys(owner), self.dict_values(owner)

            def each(one: Any) -> None:
                before = self.length(keys)

                def pair(index: str) -> None:
                    first = self.load(keys.kind.cell.kind, self._slot(keys, index), True)  # type: ignore[attr-defined]
                    second = self.load(values.kind.cell.kind, self._slot(values, index), True)  # type: ignore[attr-defined]
                    one(self.tuple_of([first, second], node))
                    self.unchanged(keys, self.length(keys), before)

                self.count_up(before, pair)

            return constant(Lazy(each, None, False))
        if name == "copy":
            found = self.new_dict((node, "copy"), owner.kind.made)
            items = self._dict_method(owner, "items", [], {}, node)
            self.each(items, lambda item: self._set_pair(found, item, node), node)
            return found
        if name == "setdefault":
            there = self.has_key(owner, self.runtime(arguments[0], node))
            body = self.body
            with body.when(there, False):
                self.set_entry(owner, arguments[0], arguments[1] if len(arguments) > 1 else none, node)
            return self.entry(owner, arguments[0], None, node)
        if name == "pop":
            return self._popped(owner, arguments[0], arguments[1] if len(arguments) > 1 else None, node)
        if name == "popitem":
            from_end = arguments[0] if arguments else constant(True)
            if not from_end.is_const:
                raise self.no("popitem with a variable end", node)
            self.guard(self.body.set(f"icmp sgt i64 {self.length(owner)}, 0"), KeyError)
            last = self.checked_index("-1" if from_end.const else "0", self.length(owner))
            keys, values = self.keys(owner), self.dict_values(owner)
            pair = [self.load(side.kind.cell.kind, self._slot(side, last), True) for side in (keys, values)]  # type: ignore[attr-defined]
            found = self.tuple_of(pair)
            self.remove_at(keys, last)
            self.remove_at(values, last)
            return found
        if name == "move_to_end" and "last" not in named and len(arguments) == 1:
            self.set_entry(owner, arguments[0], self._popped(owner, arguments[0], None, node), node)
            return none
        if name == "clear":
            for side in (self.keys(owner), self.dict_values(owner)):
                self.body.store("i64", "0", self.body.at(side.op, 1))
            self.drop_index(self.keys(owner))
            return none
        if owner.kind.made is collections.Counter and name in ("update", "subtract"):
            self.count_all(owner, arguments, named, ast.Add if name == "update" else ast.Sub, node)
            return none
        if name == "update":
            for given in arguments:
                self.merge(owner, given, node)
            for key, value in named.items():
                self.set_entry(owner, constant(key), value, node)
            return none
        if name == "most_common":
            return self.call_function(
                standard.most_common, [owner, arguments[0] if arguments else constant(None)], {}, node
            )
        if name == "elements":
            return self.call_function(standard.elements, [owner], {}, node)
        if name == "total":
            return self.called(sum, [self.dict_values(owner)], {}, node)
        raise self.no(f"a dictionary has no {name} here", node)

    def dict_operation(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        """An operator between dictionaries, or between Counters."""
        assert isinstance(one.kind, Dict)
        counted = {ast.Add: operator.add, ast.Sub: operator.sub, ast.BitAnd: min, ast.BitOr: max}
        if one.kind.made is collections.Counter and op in counted:
            return self.call_function(standard.counter_by, [one, two, constant(counted[op])], {}, node)
        if op is not ast.BitOr:
            raise self.no("this operation on dictionaries", node)
        found = self.new_dict((node, "both"), one.kind.made)
        for each in (one, two):
            self.merge(found, each, node)
        return found

    def dict_in_place(self, old: Value, node: ast.AugAssign) -> bool:
        """`dict |= ...` and other in-place operators."""
        assert isinstance(old.kind, Dict)
        value = self.expr(node.value)
        if old.kind.made is not collections.Counter:
            if not isinstance(node.op, ast.BitOr):
                raise self.no("this operation on dictionaries", node)
            self.merge(old, value, node)
            return True
        found = self.arithmetic(type(node.op), old, value, node)
        assert isinstance(found.kind, Dict)
        for one, two in ((old.kind, found.kind), (found.kind, old.kind)):
            self.widen(one.key, two.key.kind, node)
            self.widen(one.value, two.value.kind, node)
        self.body.copy(old.op, found.op, 2 * HEADER)
        return True

    def dict_sign(self, op: type[ast.unaryop], value: Value, node: ast.AST) -> Value:
        """+counts and -counts: a Counter's positive, or negated negative, counts."""
        if not isinstance(value.kind, Dict) or value.kind.made is not collections.Counter or op is ast.Invert:
            raise self.no("this operation on a dictionary", node)
        if op is ast.USub:
            return self.call_function(standard.counter_negative, [value], {}, node)
        return self.call_function(standard.counter_by, [value, value, constant(max)], {}, node)

    def dict_within(self, op: type[ast.cmpop], one: Value, two: Value, node: ast.AST) -> str:
        """Whether one Counter is included in another."""
        if any(not isinstance(each.kind, Dict) or each.kind.made is not collections.Counter for each in (one, two)):
            raise self.no("an ordering (<, >) of dicts", node)
        if op in (ast.Gt, ast.GtE):
            one, two = two, one
        within = self.truth(self.call_function(standard.counter_within, [one, two], {}, node))
        if op in (ast.LtE, ast.GtE):
            return within
        return self.body.set(f"and i1 {within}, {self.body.set(f'xor i1 {self.equal_dicts(one, two)}, true')}")

    def _popped(self, owner: Value, key: Value, default: Value | None, node: ast.AST) -> Value:
        """Remove a key and return its value."""
        body = self.body
        at = self.place_in(self.keys(owner), self.runtime(key, node))
        if default is None:
            self.guard(body.set(f"icmp sge i64 {at}, 0"), KeyError)
        found = self.entry(owner, key, default, node)
        with body.when(body.set(f"icmp sge i64 {at}, 0")):
            self.remove_at(self.keys(owner), at)
            self.remove_at(self.dict_values(owner), at)
        return found

    def merge(self, owner: Value, items: Value, node: ast.AST | None) -> None:
        """Add all entries of a dict, or all pairs, to another dict."""
        if items.is_const and isinstance(items.const, dict):
            for key, value in items.const.items():
                self.set_entry(owner, constant(key), constant(value), node)
            return
        if not items.is_const and isinstance(items.kind, Dict):
            items = self._dict_method(items, "items", [], {}, node or self.node)

        def one(item: Value) -> None:
            key, value = self.destructured(item, 2, node or self.node)
            self.set_entry(owner, key, value, node)

        self.each(items, one, node)

    def count_all(
        self, owner: Value, arguments: list[Value], named: dict[str, Value], op: type[ast.operator], node: ast.AST
    ) -> None:
        """Count a Counter's arguments, positional and keyword."""
        for each in arguments:
            self.count_in(owner, each, op, node)
        for name, value in named.items():
            key = constant(name)
            old = self.entry(owner, key, constant(0), node)
            self.set_entry(owner, key, self.arithmetic(op, old, value, node), node)

    def count_in(self, owner: Value, items: Value, op: type[ast.operator], node: ast.AST) -> None:
        """Count items in a Counter, up or down; or add the counts of another."""

        def one(key: Value, count: Value) -> None:
            old = self.entry(owner, key, constant(0), node)
            self.set_entry(owner, key, self.arithmetic(op, old, count, node), node)

        if items.is_const and isinstance(items.const, dict):
            for key, value in items.const.items():
                one(constant(key), constant(value))
        elif not items.is_const and isinstance(items.kind, Dict):
            pairs = self._dict_method(items, "items", [], {}, node)
            self.each(pairs, lambda pair: one(*pair.items()), node)
        else:
            self.each(items, lambda item: one(item, constant(1)), node)
