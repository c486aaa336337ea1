"""Sets, dictionaries and strings: what they can do besides being looped over.

Sets and dictionaries are short lists without an order of their own, looked through from the front. In rules they hold a
few dozen items at most, and a walk through a few words of memory beats any hashing there.
"""

from __future__ import annotations

import ast
import collections
from typing import Any

from countermove.native.compiler import standard
from countermove.native.compiler.call import Call
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, boolean, constant, integer, none
from countermove.native.compiler.expression import BuiltinMethod
from countermove.native.compiler.hashed import HEADER
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import (
    FLOAT,
    INT,
    NEVER,
    NONE,
    Cell,
    Deque,
    Dict,
    Enum,
    Kind,
    List,
    Optional,
    Seq,
    Set,
    Tuple,
    fields_of,
    plain,
    words,
)  # fmt: skip

__all__ = ["Container"]

SET_OPERATORS = {
    ast.BitAnd: "intersection",
    ast.BitOr: "union",
    ast.Sub: "difference",
    ast.BitXor: "symmetric_difference",
}


class Container(Call):
    """Sets, dictionaries, lists and strings."""

    # Sets.

    def set_of(self, items: Value, node: Any, frozen: bool | None = False) -> Value:
        """A new set of some items."""
        cell = self.cell(node)
        found = Value(Set(cell, None, frozen), self.new_list(cell).parts)
        self.each(items, lambda item: self.add(found, item), node if isinstance(node, ast.AST) else None)
        return found

    def add(self, target: Value, item: Value, node: ast.AST | None = None) -> None:
        """Put an item into a set unless it is there."""
        assert isinstance(target.kind, Set)
        self.widen(target.kind.cell, self.kind_of(item), node)
        item = self.convert(item, target.kind.cell.kind, node)
        body = self.body
        new, end = body.label("new"), body.label("end")
        body.branch(self.is_in(target, item), end, new)
        body.begin(new)
        self.append(target, item, node)
        body.begin(end)

    def as_set(self, value: Value, node: ast.AST) -> Value:
        """What a method of sets takes: a set, or anything that can be looped over."""
        if value.is_const and isinstance(value.const, set | frozenset | dict):
            found = self.program.runtime(frozenset(value.const))
            if found is not None:
                return found
        if not value.is_const and isinstance(value.kind, Set):
            return value
        return self.set_of(value, (node, "as set"))

    def set_operation(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        if op not in SET_OPERATORS:
            raise self.no("this operation on sets", node)
        return self.set_method(SET_OPERATORS[op], self.as_set(one, node), [two], node)

    def set_method(self, name: str, owner: Value, arguments: list[Value], node: ast.AST) -> Value:
        """A method of a set that makes a new one."""
        body = self.body
        cell = self.cell((node, name))
        frozen = owner.kind.frozen if isinstance(owner.kind, Set) else False
        found = Value(Set(cell, None, frozen), self.new_list(cell).parts)
        others = [self.as_set(each, node) for each in arguments]
        if name in ("union", "copy"):
            self.each(owner, lambda item: self.append(found, item, node), node)
            for other in others:
                self.each(other, lambda item: self.add(found, item, node), node)
            return found
        keep = name == "intersection"

        def some(first: Value, rest: list[Value]) -> None:
            def one(item: Value) -> None:
                on, end = body.label("on"), body.label("end")
                for other in rest:
                    there = self.is_in(other, item)
                    body.branch(there, *((on, end) if keep else (end, on)))
                    body.begin(on)
                    on = body.label("on")
                self.append(found, item, node)
                body.begin(end)

            self.each(first, one, node)

        some(owner, others)
        if name == "symmetric_difference":
            some(others[0], [owner])
        return found

    def subset(self, op: type[ast.cmpop], one: Value, two: Value) -> str:
        """Whether one set is part of another."""
        if op in (ast.Gt, ast.GtE):
            one, two = two, one
            op = ast.Lt if op is ast.Gt else ast.LtE
        outside = self.any_of(one, True, lambda item: self._absent(two, item))
        inside = self.body.set(f"xor i1 {outside}, true")
        if op is ast.LtE:
            return inside
        smaller = self.body.set(f"icmp slt i64 {self.length(one)}, {self.length(two)}")
        return self.body.set(f"and i1 {inside}, {smaller}")

    def _absent(self, whole: Value, item: Value) -> str:
        return self.body.set(f"xor i1 {self.is_in(whole, item)}, true")

    def equal_sets(self, one: Value, two: Value) -> str:
        same = self.body.set(f"icmp eq i64 {self.length(one)}, {self.length(two)}")
        return self.choose(same, lambda: boolean(self.subset(ast.LtE, one, two)), lambda: boolean("false")).op

    def equal_dicts(self, one: Value, two: Value) -> str:
        """Whether two dictionaries have the same keys with equal values, in whatever order."""
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
                    load = lambda: self.load(kind, self._slot(self.dict_values(other), at))  # noqa: E731
                    same = self.choose(there, lambda: boolean(self.equal(value, load())), lambda: boolean("false")).op
                return self.body.set(f"xor i1 {same}, true")

            return self.any_of(self._dict_method(owner, "items", [], {}, self.node), True, one_entry)

        if counts:
            found = self.body.set(f"or i1 {differs(one, two)}, {differs(two, one)}")
            return self.body.set(f"xor i1 {found}, true")
        alike = self.body.set(f"icmp eq i64 {self.length(one)}, {self.length(two)}")
        inside = lambda: boolean(self.body.set(f"xor i1 {differs(one, two)}, true"))  # noqa: E731
        return self.choose(alike, inside, lambda: boolean("false")).op

    def rebuilt_set(self, value: Value, item: Kind) -> Value:
        cell = Cell(item)
        found = Value(Set(cell), self.new_list(cell).parts)
        self.each(value, lambda each: self.append(found, self.convert(each, item)))
        return found

    def roomy(self, value: Value, kind: Set) -> Value:
        """A set for a state: a copy with its items in order, no more than there is room for."""
        body = self.body
        count = self.length(value)
        self.guard(body.set(f"icmp sle i64 {count}, {kind.room}"), self.misfit(OverflowError))
        if isinstance(value.kind, Set) and value.kind.room is not None:
            return Value(kind, value.parts)
        item = kind.cell.kind
        copy = self.new_list(Cell(item), count)
        self.each(value, lambda each: self.append(copy, each))
        self.sort(copy, None, False)
        return self.set_in_state(kind, body.load("ptr", copy.op), count)

    # Order.

    def sort(self, target: Value, keys: Value | None, reverse: bool | str, node: ast.AST | None = None) -> None:
        """Put the items of a list in order, equal ones as they are; by `keys`, a list that is sorted along."""
        assert isinstance(target.kind, List)
        body = self.body
        count = self.length(target)
        where = keys if keys is not None else target
        assert isinstance(where.kind, List)
        place = body.place("i64")

        def insert(index: str) -> None:
            key = self.load(where.kind.cell.kind, self._slot(where, index), True)  # type: ignore[attr-defined]
            item = self.load(target.kind.cell.kind, self._slot(target, index), True) if keys is not None else key  # type: ignore[attr-defined]
            body.store("i64", index, place)
            head, inside, shift, end = (body.label(name) for name in ("head", "in", "shift", "out"))
            body.begin(head)
            at = body.load("i64", place)
            body.branch(body.set(f"icmp sgt i64 {at}, 0"), inside, end)
            body.begin(inside)
            before = body.set(f"sub i64 {at}, 1")
            other = self.load(where.kind.cell.kind, self._slot(where, before))  # type: ignore[attr-defined]
            if isinstance(reverse, str):
                out = self.choose(
                    reverse, lambda: boolean(self.rank_less(other, key, node)),
                    lambda: boolean(self.rank_less(key, other, node)),
                ).op  # fmt: skip
            else:
                out = self.rank_less(other, key, node) if reverse else self.rank_less(key, other, node)
            body.branch(out, shift, end)
            body.begin(shift)
            for each in (target, keys):
                if each is not None:
                    size = words(each.kind.cell.kind)  # type: ignore[attr-defined]
                    body.copy(self._slot(each, at), self._slot(each, before), size)
            body.store("i64", before, place)
            body.jump(head)
            body.begin(end)
            at = body.load("i64", place)
            self.store(item, self._slot(target, at))
            if keys is not None:
                self.store(key, self._slot(keys, at))

        self.count_up(count, insert)

    def rank_less(self, one: Value, two: Value, node: ast.AST | None) -> str:
        """Whether one value comes before another; values without an order of their own have one here."""
        kind = one.kind
        if isinstance(kind, Enum) and not issubclass(kind.cls, int):
            return self.body.set(f"icmp slt i64 {one.op}, {two.op}")
        if isinstance(kind, Optional):
            missing = self.body.set(f"xor i1 {one.parts[0]}, true")
            first = self.body.set(f"and i1 {missing}, {two.parts[0]}")
            both = self.body.set(f"and i1 {one.parts[0]}, {two.parts[0]}")
            return self.choose(
                both, lambda: boolean(self.rank_less(one.inner(), two.inner(), node)), lambda: boolean(first)
            ).op
        if type(kind).__name__ == "Union":
            same = self.body.set(f"icmp eq i64 {one.parts[0]}, {two.parts[0]}")
            found = self.body.set(f"icmp slt i64 {one.parts[0]}, {two.parts[0]}")
            for number, (a, b) in enumerate(zip(one.alternatives(), two.alternatives())):
                here = self.body.set(f"and i1 {same}, {self.body.set(f'icmp eq i64 {one.parts[0]}, {number}')}")
                found = self._either(here, a, b, found, node)
            return found
        if isinstance(kind, Tuple) and kind.cls is not None and not issubclass(kind.cls, tuple):
            one, two = Value(Tuple(kind.items), one.parts), Value(Tuple(kind.items), two.parts)
        if not kind or kind in (NEVER,) or not one.parts:
            return "false"
        return self.less(ast.Lt, one, two, node or self.node)

    def _either(self, here: str, one: Value, two: Value, other: str, node: ast.AST | None) -> str:
        """Whether one value comes before another where a condition holds, and else what is known."""
        return self.choose(here, lambda: boolean(self.rank_less(one, two, node)), lambda: boolean(other)).op

    def _slot(self, target: Value, index: str) -> str:
        assert isinstance(target.kind, List)
        data = self.body.load("ptr", target.op)
        return self.body.at(data, self._scaled(index, words(target.kind.cell.kind)))

    # Dictionaries: a list of keys, and behind its header one of values.

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
                missing, end = body.label("missing"), body.label("end")
                body.branch(there, end, missing)
                body.begin(missing)
                self.set_entry(owner, key, self.called(made, [], {}, node), node)
                body.begin(end)
                at = self.place_in(self.keys(owner), self.runtime(key, node))
            else:
                self.guard(there, KeyError)
            return self.load(owner.kind.value.kind, self._slot(values, at), True)
        kind = owner.kind.value.kind
        return self.choose(there, lambda: self.load(kind, self._slot(values, at), True), lambda: default)

    def remove_key(self, owner: Value, key: Value, node: ast.AST) -> None:
        at = self.first_index(self.keys(owner), self.runtime(key, node), KeyError).op
        self.remove_at(self.keys(owner), at)
        self.remove_at(self.dict_values(owner), at)

    def unshared(self, value: Value, node: ast.AST | None) -> Value:
        if value.is_const and isinstance(value.const, set) and not self.program.is_known(value.const):
            return self.set_of(constant(tuple(value.const)), (node or self.line, "written out"))
        return value

    def movable(self, value: Value, node: ast.AST | None) -> Value:
        value = self.unshared(value, node)
        if value.is_const and isinstance(value.const, dict):
            return self.copied_dict(value.const, node)
        if value.is_const and isinstance(value.const, Lazy | Range):
            return self.listed(value, (node, "moved"), node)
        return value

    # Methods.

    def call_method(
        self, method: BuiltinMethod, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        owner, name = method.owner, method.name
        if owner.is_const and isinstance(owner.const, Chosen):
            return self._chosen_method(owner.const, name, arguments, node)
        if owner.is_const and isinstance(owner.const, Lazy | Range):
            if name in ("__iter__",):
                return owner
            raise self.no(f"{name} of a generator", node)
        if owner.is_const and isinstance(owner.const, str) and name == "format":
            return self.text_format(owner, arguments, named, node)
        if owner.is_const:
            value = owner.const
            if all(
                each.is_const and not isinstance(each.const, Lazy | Range) for each in (*arguments, *named.values())
            ):
                if not (isinstance(value, list | dict | set) and name in CHANGES):
                    found = self.fold(getattr(value, name), arguments, node, **{k: v.const for k, v in named.items()})
                    if isinstance(value, dict) and name in ("items", "keys", "values"):
                        return constant(tuple(found.const))
                    return found
            if isinstance(value, dict):
                if name == "get":
                    return self.looked_up(value, arguments[0], arguments[1] if len(arguments) > 1 else none, node)
                raise self.no(f"{name} of a dictionary that is a constant", node)
            owner = self.runtime(owner, node)
        owner = self.present(owner)
        kind = owner.kind
        if kind is NEVER:
            return Value(NEVER, [])
        if isinstance(kind, Seq) and kind.text:
            return self.text_method(owner, name, self._by_name(name, arguments, named, node), node)
        if isinstance(kind, Set):
            return self._set_method(owner, name, arguments, node)
        if isinstance(kind, List):
            return self._list_method(owner, name, arguments, named, node)
        if isinstance(kind, Dict):
            return self._dict_method(owner, name, arguments, named, node)
        if isinstance(kind, Seq | Tuple):
            return self._tuple_method(owner, name, arguments, named, node)
        if kind is FLOAT and name == "is_integer":
            floor = self.body.set(f"call double @llvm.floor.f64(double {owner.op})")
            return boolean(self.body.set(f"fcmp oeq double {owner.op}, {floor}"))
        if kind is INT and name == "bit_count":
            size = self.body.set(f"call i64 @llvm.abs.i64(i64 {owner.op}, i1 false)")
            return integer(self.body.set(f"call i64 @llvm.ctpop.i64(i64 {size})"))
        if kind is INT and name == "bit_length":
            size = self.body.set(f"call i64 @llvm.abs.i64(i64 {owner.op}, i1 false)")
            zeros = self.body.set(f"call i64 @llvm.ctlz.i64(i64 {size}, i1 false)")
            return integer(self.body.set(f"sub i64 64, {zeros}"))
        raise self.no(f"{plain(kind)} has no {name}", node)

    def text_format(self, pattern: Value, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        raise NotImplementedError

    def _by_name(self, name: str, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> list[Value]:
        """The arguments of a method of strings, of those given by name too."""
        for given in named:
            if (name, given) not in (
                (("split", "sep"), ("rsplit", "sep"), ("split", "maxsplit"), ("rsplit", "maxsplit"))
            ):
                raise self.no(f"{given}= for {name}", node)
        if "maxsplit" in named:
            return [*(arguments or [named.get("sep", constant(None))]), named["maxsplit"]]
        return [*arguments, *named.values()]

    def _chosen_method(self, owner: Chosen, name: str, arguments: list[Value], node: ast.AST) -> Value:
        """A method of one of several dictionaries of constants."""
        if name == "get":
            key = self.tuple_of([integer(owner.index), arguments[0]], node)
            return self.looked_up(owner.flat(), key, arguments[1] if len(arguments) > 1 else none, node)
        if name in ("keys", "values", "items"):
            return self.option(owner, lambda table: tuple(getattr(table, name)()), node)
        raise self.no(f"{name} of a dictionary that is chosen among several", node)

    def _tuple_method(
        self, owner: Value, name: str, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        if name == "count":
            return self.count_of(owner, self.runtime(arguments[0], node))
        if name == "index":
            return self._index_in(owner, arguments, node)
        if name == "copy" and isinstance(owner.kind, Seq) and owner.kind.listed:
            return self.listed(owner, (node, "copy"), node)
        if isinstance(owner.kind, Seq) and owner.kind.listed and name in CHANGES:
            raise self.no(f"{name} of a list that is a constant; copy it first", node)
        if isinstance(owner.kind, Tuple) and owner.kind.cls is not None:
            if name == "_replace":
                return self.replaced(owner, named, node)
            if name == "_asdict":
                raise self.no("_asdict", node)
        raise self.no(f"a tuple has no {name}", node)

    def _index_in(self, owner: Value, arguments: list[Value], node: ast.AST) -> Value:
        item = self.runtime(arguments[0], node)
        if len(arguments) == 1:
            return self.first_index(owner, item, ValueError)
        whole = self.as_sequence(owner, node)
        size = self.length(whole)
        start = self._slice_end(arguments[1], size, "0")
        stop = self._slice_end(arguments[2], size, size) if len(arguments) > 2 else size
        found = self.first_index(self.cut(whole, start, stop), item, ValueError)
        return integer(self.body.set(f"add i64 {found.op}, {start}"))

    def replaced(self, owner: Value, named: dict[str, Value], node: ast.AST) -> Value:
        """A record with some fields changed."""
        assert isinstance(owner.kind, Tuple) and owner.kind.cls is not None
        names = fields_of(owner.kind.cls)
        for name in named:
            if name not in names:
                raise self.no(f"{owner.kind.cls.__name__} has no field {name}", node)
        items = []
        for name, item in zip(names, owner.items()):
            value = named.get(name, item)
            if value.is_const and isinstance(value.const, Lazy | Range):
                value = self.gathered(value, (node, name), node)
            items.append(self.runtime(value, node))
        return self.tuple_of(items, node, owner.kind.cls)

    def _set_method(self, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
        body = self.body
        assert isinstance(owner.kind, Set)
        if name in ("union", "intersection", "difference", "symmetric_difference", "copy"):
            return self.set_method(name, owner, arguments, node)
        if name in ("issubset", "issuperset", "isdisjoint"):
            other = self.as_set(arguments[0], node)
            if name == "isdisjoint":
                shared = self.any_of(owner, True, lambda each: self.contains(other, each, node))
                return boolean(body.set(f"xor i1 {shared}, true"))
            return boolean(self.subset(ast.LtE if name == "issubset" else ast.GtE, owner, other))
        if owner.kind.frozen is not False:
            raise self.no(f"{name} of a set that is frozen or a constant; make a new one", node)
        if name == "add":
            self.add(owner, arguments[0], node)
            return none
        if name == "update":
            for each in arguments:
                self.each(each, lambda item: self.add(owner, item, node), node)
            return none
        if name in ("intersection_update", "symmetric_difference_update", "difference_update"):
            found = self.set_method(name.removesuffix("_update"), owner, arguments, node)
            self.take_over(owner, found, node)
            return none
        if name in ("discard", "remove"):
            self._discard(owner, arguments[0], name == "remove", node)
            return none
        if name == "clear":
            body.store("i64", "0", body.at(owner.op, 1))
            self.drop_index(owner)
            return none
        if name == "pop":
            count = self.length(owner)
            self.guard(body.set(f"icmp sgt i64 {count}, 0"), KeyError)
            last = body.set(f"sub i64 {count}, 1")
            body.store("i64", last, body.at(owner.op, 1))
            self.drop_index(owner)
            return self.load(owner.kind.cell.kind, self._slot(owner, last), True)
        raise self.no(f"a set has no {name} here", node)

    def set_in_place(self, old: Value, node: ast.AugAssign) -> bool:
        """`set |= ...` and the like, which change a set itself and make a new one of a frozenset."""
        assert isinstance(old.kind, Set)
        if old.kind.frozen:
            return False
        if old.kind.frozen is None:
            raise self.no("a set that is sometimes frozen, or a constant, is changed; make a new one", node)
        found = self.arithmetic(type(node.op), old, self.expr(node.value), node)
        self.take_over(old, found, node)
        return True

    def take_over(self, owner: Value, found: Value, node: ast.AST) -> None:
        """Have a list or set hold what another holds, which nobody else has."""
        assert isinstance(owner.kind, List) and isinstance(found.kind, List)
        self.widen(owner.kind.cell, found.kind.cell.kind, node)
        self.widen(found.kind.cell, owner.kind.cell.kind, node)
        self.body.copy(owner.op, found.op, HEADER)

    def _discard(self, owner: Value, item: Value, must: bool, node: ast.AST) -> None:
        body = self.body
        item = self.runtime(item, node)
        error = KeyError if isinstance(owner.kind, Set) else ValueError
        at = self.first_index(owner, item, error if must else None).op
        there, end = body.label("there"), body.label("end")
        body.branch(body.set(f"icmp sge i64 {at}, 0"), there, end)
        body.begin(there)
        self.remove_at(owner, at)
        body.begin(end)

    def _list_method(
        self, owner: Value, name: str, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        body = self.body
        assert isinstance(owner.kind, List)
        if name == "append":
            self.append(owner, arguments[0], node)
        elif name == "extend":
            if not arguments[0].is_const and isinstance(arguments[0].kind, List):
                arguments = [self.listed(arguments[0], (node, "extend"), node)]  # which may be the list itself
            self.extend(owner, arguments[0], node)
        elif name in ("pop", "popleft"):
            count = self.length(owner)
            first = constant(0) if name == "popleft" else constant(-1)
            at = self.checked_index(self.as_int(arguments[0] if arguments else first).op, count)
            found = self.load(owner.kind.cell.kind, self._slot(owner, at), True)
            self.remove_at(owner, at)
            return found
        elif name in ("insert", "appendleft"):
            at = "0" if name == "appendleft" else self._slice_end(arguments[0], self.length(owner), "0")
            item = arguments[0] if name == "appendleft" else arguments[1]
            if isinstance(owner.kind, Deque):
                self.shortened(owner, owner.kind.most - 1, self.body.set(f"sub i64 {self.length(owner)}, 1"))
            self.append(owner, item, node)
            item = self.convert(item, owner.kind.cell.kind, node)
            size = words(owner.kind.cell.kind)
            last = body.set(f"sub i64 {self.length(owner)}, 1")
            target = self._slot(owner, at)
            count = body.set(f"mul i64 {body.set(f'sub i64 {last}, {at}')}, {8 * size}")
            body.add(
                f"call void @llvm.memmove.p0.p0.i64(ptr {body.at(target, size)}, ptr {target}, i64 {count}, i1 false)"
            )
            self.store(item, target)
        elif name == "remove":
            self._discard(owner, arguments[0], True, node)
        elif name == "clear":
            body.store("i64", "0", body.at(owner.op, 1))
        elif name == "copy":
            return self.listed(owner, (node, "copy"), node)
        elif name == "count":
            return self.count_of(owner, self.runtime(arguments[0], node))
        elif name == "index":
            return self._index_in(owner, arguments, node)
        elif name == "reverse":
            copy = self.listed(self.reversed_value(owner, node), (node, "reverse"), node)
            body.copy(
                body.load("ptr", owner.op),
                body.load("ptr", copy.op),
                self._scaled(self.length(owner), words(owner.kind.cell.kind)),
            )
        elif name == "sort":
            self.sort_by(owner, named, node)
        elif name == "extendleft":
            self.each(arguments[0], lambda item: self._push(owner, item, node), node)
        elif name == "rotate":
            self.call_function(standard.rotate, [owner, *arguments], {}, node)
        else:
            raise self.no(f"a list has no {name} here", node)
        return none

    def _push(self, owner: Value, item: Value, node: ast.AST) -> None:
        self._list_method(owner, "appendleft", [item], {}, node)

    def reversed_value(self, value: Value, node: ast.AST) -> Value:
        raise NotImplementedError

    def sort_by(self, target: Value, named: dict[str, Value], node: ast.AST) -> None:
        """Sort a list by the arguments of `sorted`."""
        reverse = named.get("reverse", constant(False))
        back: bool | str = bool(reverse.const) if reverse.is_const else self.truth(reverse)
        key = named.get("key", constant(None))
        keys = None
        if not (key.is_const and key.const is None):
            keys = self.new_list(self.cell((node, "keys of")))
            self.each(target, lambda item: self.append(keys, self.called(key.const, [item], {}, node), node), node)
        self.sort(target, keys, back, node)

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
                def pair(index: str) -> None:
                    first = self.load(keys.kind.cell.kind, self._slot(keys, index), True)  # type: ignore[attr-defined]
                    second = self.load(values.kind.cell.kind, self._slot(values, index), True)  # type: ignore[attr-defined]
                    one(self.tuple_of([first, second], node))

                self.count_up(self.length(keys), pair)

            return constant(Lazy(each, None, False))
        if name == "copy":
            found = self.new_dict((node, "copy"), owner.kind.made)
            items = self._dict_method(owner, "items", [], {}, node)
            self.each(items, lambda item: self._set_pair(found, item, node), node)
            return found
        if name == "setdefault":
            there = self.has_key(owner, self.runtime(arguments[0], node))
            body = self.body
            missing, end = body.label("missing"), body.label("end")
            body.branch(there, end, missing)
            body.begin(missing)
            self.set_entry(owner, arguments[0], arguments[1], node)
            body.begin(end)
            return self.entry(owner, arguments[0], None, node)
        if name == "pop":
            return self._popped(owner, arguments[0], arguments[1] if len(arguments) > 1 else None, node)
        if name == "popitem":
            last = self.checked_index("-1", self.length(owner))
            keys, values = self.keys(owner), self.dict_values(owner)
            pair = [self.load(side.kind.cell.kind, self._slot(side, last), True) for side in (keys, values)]  # type: ignore[attr-defined]
            found = self.tuple_of(pair)
            self.remove_at(keys, last)
            self.remove_at(values, last)
            return found
        if name == "clear":
            for side in (self.keys(owner), self.dict_values(owner)):
                self.body.store("i64", "0", self.body.at(side.op, 1))
            self.drop_index(self.keys(owner))
            return none
        if owner.kind.made is collections.Counter and name in ("update", "subtract"):
            self.count_in(owner, arguments[0], ast.Add if name == "update" else ast.Sub, node)
            return none
        if name == "update":
            for given in arguments:
                self.merge(owner, given, node)
            for key, value in named.items():
                self.set_entry(owner, constant(key), value, node)
            return none
        if name == "most_common":
            return self.call_function(
                standard.most_common, [owner, arguments[0] if arguments else constant(-1)], {}, node
            )
        if name == "elements":
            return self.call_function(standard.elements, [owner], {}, node)
        if name == "total":
            return self.called(sum, [self.dict_values(owner)], {}, node)
        raise self.no(f"a dictionary has no {name} here", node)

    def dict_operation(self, op: type[ast.operator], one: Value, two: Value, node: ast.AST) -> Value:
        """An operator between dictionaries, or between Counters."""
        assert isinstance(one.kind, Dict)
        counted = {ast.Add: standard.counter_add, ast.Sub: standard.counter_sub, ast.BitAnd: standard.counter_and,
                   ast.BitOr: standard.counter_or}  # fmt: skip
        if one.kind.made is collections.Counter and op in counted:
            return self.call_function(counted[op], [one, two], {}, node)
        if op is not ast.BitOr:
            raise self.no("this operation on dictionaries", node)
        found = self.new_dict((node, "both"), one.kind.made)
        for each in (one, two):
            self.merge(found, each, node)
        return found

    def _popped(self, owner: Value, key: Value, default: Value | None, node: ast.AST) -> Value:
        """What a dictionary has for a key, which is taken out."""
        body = self.body
        found = self.entry(owner, key, default, node)
        at = self.place_in(self.keys(owner), self.runtime(key, node))
        there, end = body.label("there"), body.label("end")
        body.branch(body.set(f"icmp sge i64 {at}, 0"), there, end)
        body.begin(there)
        self.remove_at(self.keys(owner), at)
        self.remove_at(self.dict_values(owner), at)
        body.begin(end)
        return found

    def merge(self, owner: Value, items: Value, node: ast.AST | None) -> None:
        """Put all entries of a dictionary, or all pairs, into another dictionary."""
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

    # Strings.

    def text_find(self, whole: Value, part: Value, node: ast.AST, last: bool = False) -> Value:
        """Where a string has another inside; -1 where it has not."""
        body = self.body
        part = self.present(self.runtime(part, node))
        if not (isinstance(part.kind, Seq) and part.kind.text):
            raise self.no(f"{plain(part.kind)} in a string", node)
        size, other = self.length(whole), self.length(part)
        result, place = body.place("i64"), body.place("i64")
        body.store("i64", "-1", result)
        span = body.set(f"sub i64 {size}, {other}")
        body.store("i64", "0", place)
        head, inside, on, hit, end = (body.label(name) for name in ("head", "in", "on", "hit", "out"))
        body.begin(head)
        at = body.load("i64", place)
        body.branch(body.set(f"icmp sle i64 {at}, {span}"), inside, end)
        body.begin(inside)

        def compare(index: str) -> None:
            here = body.load("i64", body.at(whole.op, body.set(f"add i64 {at}, {index}")))
            there = body.load("i64", body.at(part.op, index))
            same = body.label("same")
            body.branch(body.set(f"icmp eq i64 {here}, {there}"), same, on)
            body.begin(same)

        self.count_up(other, compare)
        body.begin(hit)
        body.store("i64", at, result)
        body.jump(on if last else end)
        body.begin(on)
        body.store("i64", body.set(f"add i64 {body.load('i64', place)}, 1"), place)
        body.jump(head)
        body.begin(end)
        return integer(body.load("i64", result))

    def text_method(self, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
        body = self.body
        size = self.length(owner)
        if name in ("find", "index", "rfind"):
            found = self._find_from(owner, arguments, name == "rfind", node)
            if name == "index":
                self.guard(body.set(f"icmp sge i64 {found.op}, 0"), ValueError)
            return found
        if name == "count":
            part = self.runtime(arguments[0], node)
            if isinstance(part.kind, Seq) and part.kind.count == 1:
                return self.count_of(owner, part)
            raise self.no("count of a string of more than one character", node)
        if name in ("startswith", "endswith"):
            part = arguments[0]
            if part.is_const and isinstance(part.const, tuple):
                hit = "false"
                for each in part.const:
                    more = self.truth(self.text_method(owner, name, [constant(each)], node))
                    hit = more if hit == "false" else body.set(f"or i1 {hit}, {more}")
                return boolean(hit)
            part = self.runtime(part, node)
            other = self.length(part)
            fits = body.set(f"icmp sle i64 {other}, {size}")
            start = "0" if name == "startswith" else body.set(f"sub i64 {size}, {other}")

            def same() -> Value:
                stop = other if name == "startswith" else size
                return boolean(self.equal(self.cut(owner, start, stop), part))

            return self.choose(fits, same, lambda: boolean("false"))
        if name in ("isupper", "islower", "isalpha", "isdigit", "isalnum", "isspace", "isnumeric"):
            return boolean(body.set(f"call i1 @cm_{name}(ptr {owner.op}, i64 {size})"))
        if name in ("upper", "lower", "swapcase"):
            target = self.alloc(size)
            body.add(f"call void @cm_{name}(ptr {target}, ptr {owner.op}, i64 {size})")
            return Value(
                owner.kind if _is_fixed(owner.kind) else Seq(INT, None, None, True),
                [target, *([] if _is_fixed(owner.kind) else [size])],
            )
        if name == "replace":
            old, new = (self.runtime(each, node) for each in arguments[:2])
            counts = [each.kind.count if isinstance(each.kind, Seq) else None for each in (old, new)]
            if counts[1] != 1 or len(arguments) > 2:
                return self._replace_slowly(owner, old, new, arguments[2:], node)
            target = self.alloc(size)
            first, second = (body.load("i64", each.op) for each in (old, new))

            def one(index: str) -> None:
                sign = body.load("i64", body.at(owner.op, index))
                same = body.set(f"icmp eq i64 {sign}, {first}")
                body.store("i64", body.set(f"select i1 {same}, i64 {second}, i64 {sign}"), body.at(target, index))

            self.count_up(size, one)
            fixed = _is_fixed(owner.kind)
            return Value(Seq(INT, owner.kind.count, None, True), [target] if fixed else [target, size])  # type: ignore[attr-defined]
        if name in ("ljust", "rjust", "zfill", "center"):
            return self._padded(owner, name, arguments, node)
        if name == "join":
            return self._join(owner, arguments[0], node)
        if name in ("strip", "rstrip", "lstrip"):
            signs = self.runtime(arguments[0], node) if arguments else self.runtime(constant(" \t\n"), node)
            return self._strip(owner, signs, name)
        raise self.no(f"{name} of a string", node)

    def _padded(self, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value:
        """A string made longer."""
        body, size = self.body, self.length(owner)
        sign = self.runtime(arguments[1] if len(arguments) > 1 else constant("0" if name == "zfill" else " "), node)
        wanted = self.as_int(arguments[0]).op
        total = body.set(f"call i64 @llvm.smax.i64(i64 {wanted}, i64 {size})")
        more = body.set(f"sub i64 {total}, {size}")
        before = {"ljust": "0", "center": body.set(f"lshr i64 {more}, 1")}.get(name, more)
        target = self.alloc(total)
        filler = body.load("i64", sign.op)
        self.count_up(total, lambda at: body.store("i64", filler, body.at(target, at)))
        body.copy(body.at(target, before), owner.op, size)
        return Value(Seq(INT, None, None, True), [target, total])

    def bounds(self, ends: list[Value], size: str) -> tuple[str, str, str]:
        """Where a search begins and ends, and whether that is nowhere, not even for an empty string."""
        start = self._slice_end(ends[0], size, "0")
        stop = self._slice_end(ends[1], size, size) if len(ends) > 1 else size
        first = constant(0) if self.kind_of(ends[0]) is NONE else ends[0]
        past = self.body.set(f"icmp sgt i64 {self.as_int(first).op}, {size}")
        return self.body.set(f"or i1 {past}, {self.body.set(f'icmp sgt i64 {start}, {stop}')}"), start, stop

    def _find_from(self, owner: Value, arguments: list[Value], last: bool, node: ast.AST) -> Value:
        if len(arguments) == 1:
            return self.text_find(owner, arguments[0], node, last)
        body = self.body
        size = self.length(owner)
        beyond, start, stop = self.bounds(arguments[1:], size)
        found = self.text_find(self.cut(owner, start, stop), arguments[0], node, last).op
        there = body.set(f"icmp sge i64 {found}, 0")
        there = body.set(f"and i1 {there}, {body.set(f'xor i1 {beyond}, true')}")
        return integer(body.set(f"select i1 {there}, i64 {body.set(f'add i64 {found}, {start}')}, i64 -1"))

    def _replace_slowly(self, owner: Value, old: Value, new: Value, more: list[Value], node: ast.AST) -> Value:
        """replace, where what comes out may be longer or shorter."""
        body = self.body
        left = body.place("i64")
        body.store("i64", self.as_int(more[0]).op if more else str(1 << 60), left)
        found = self.new_list(Cell(INT), self.length(owner))
        sign = body.load("i64", old.op)

        def one(index: str) -> None:
            here = body.load("i64", body.at(owner.op, index))
            again = body.set(f"icmp ne i64 {body.load('i64', left)}, 0")
            same = body.set(f"and i1 {body.set(f'icmp eq i64 {here}, {sign}')}, {again}")
            yes, no, end = body.label("yes"), body.label("no"), body.label("end")
            body.branch(same, yes, no)
            body.begin(yes)
            body.store("i64", body.set(f"sub i64 {body.load('i64', left)}, 1"), left)
            self.count_up(
                self.length(new), lambda at: self.append(found, integer(body.load("i64", body.at(new.op, at))))
            )
            body.jump(end)
            body.begin(no)
            self.append(found, integer(here))
            body.begin(end)

        self.count_up(self.length(owner), one)
        return Value(Seq(INT, None, None, True), [body.load("ptr", found.op), self.length(found)])

    def _join(self, owner: Value, items: Value, node: ast.AST) -> Value:
        """Strings put together, with the owner between them."""
        body = self.body
        count = self.static_count(items)
        found = self.new_list(Cell(INT), count or 0)
        first = body.place("i1")
        body.store("i1", "true", first)
        gap = self.length(owner)
        fixed: list[int | None] = []

        def one(item: Value) -> None:
            item = self.present(self.runtime(item, node))
            if item.kind is NEVER:
                return
            if not (isinstance(item.kind, Seq) and item.kind.text):
                raise self.no(f"join of {plain(item.kind)}", node)
            fixed.append(item.kind.count)
            if gap != "0":
                between, on = body.label("between"), body.label("on")
                body.branch(body.load("i1", first), on, between)
                body.begin(between)
                self.count_up(gap, lambda at: self.append(found, integer(body.load("i64", body.at(owner.op, at)))))
                body.begin(on)
                body.store("i1", "false", first)
            if item.kind.count == 1:
                self.append(found, integer(body.load("i64", item.op)))
            else:
                size = self.length(item)
                self.count_up(size, lambda at: self.append(found, integer(body.load("i64", body.at(item.op, at)))))

        self.each(items, one, node)
        data = body.load("ptr", found.op)
        if gap == "0" and count is not None and fixed and len(set(fixed)) == 1 and fixed[0] is not None:
            return Value(Seq(INT, count * fixed[0], None, True), [data])
        return Value(Seq(INT, None, None, True), [data, self.length(found)])

    def _strip(self, owner: Value, signs: Value, name: str) -> Value:
        body = self.body
        start, stop = body.place("i64"), body.place("i64")
        body.store("i64", "0", start)
        body.store("i64", self.length(owner), stop)

        def trim(place: str, step: int) -> None:
            head, inside, cut, end = (body.label(each) for each in ("head", "in", "cut", "out"))
            body.begin(head)
            low, high = body.load("i64", start), body.load("i64", stop)
            body.branch(body.set(f"icmp slt i64 {low}, {high}"), inside, end)
            body.begin(inside)
            at = low if step > 0 else body.set(f"sub i64 {high}, 1")
            there = self.any_of(signs, True, lambda each: self.equal(each, self.item(owner, at)))
            body.branch(there, cut, end)
            body.begin(cut)
            body.store("i64", body.set(f"add i64 {body.load('i64', place)}, {step}"), place)
            body.jump(head)
            body.begin(end)

        if name != "rstrip":
            trim(start, 1)
        if name != "lstrip":
            trim(stop, -1)
        return self.cut(owner, body.load("i64", start), body.load("i64", stop))


def _is_fixed(kind: Kind) -> bool:
    return isinstance(kind, Seq) and kind.count is not None


CHANGES = {
    "append", "extend", "pop", "insert", "remove", "clear", "sort", "reverse", "add", "discard", "update", "setdefault",
    "popitem", "difference_update", "intersection_update",
}  # fmt: skip
