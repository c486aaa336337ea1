"""New tuples, lists, sets, dictionaries and Counters; and copies."""

from __future__ import annotations

import ast
import collections
import copy
from collections.abc import Callable
from typing import Any

from countermove.native.compiler import kinds
from countermove.native.compiler.callee import BuiltinMethod
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, none
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.program import has_own, own_method
from countermove.native.compiler.writer import Writer


@intrinsic(tuple, takes="iterable=(), /")
def _tuple(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return constant(())
    value = arguments[0]
    if value.is_const and not isinstance(value.const, Lazy | Range | Chosen):
        return c.fold(tuple, [value], node)
    value = c.present(value) if not value.is_const else value
    if not value.is_const and isinstance(value.kind, kinds.Tuple) and not has_own(value.kind, "__iter__"):
        return Value(kinds.Tuple(value.kind.items), value.parts)
    if not value.is_const and isinstance(value.kind, kinds.List):
        return c._tuple_of(c.listed(value, (node, "tuple"), node))
    return c.gathered(value, node, node)


@intrinsic(list, takes="iterable=(), /")
def _list(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return c.new_list(c.cell(node))
    return c.listed(arguments[0], node, node)


@intrinsic(collections.deque, takes="iterable=(), maxlen=None")
def _deque(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    most = arguments[1] if len(arguments) > 1 else constant(None)
    if not most.is_const or (most.const is not None and most.const < 1):
        raise c.no("a deque whose maxlen is not a constant above zero", node)
    cell = c.cell(node)
    found = Value(kinds.Deque(cell, most.const), c.new_list(cell).parts)
    for each in arguments[:1]:
        c.each(each, lambda item: c.append(found, item, node), node)
    return found


@intrinsic(set, takes="iterable=(), /", frozen=False)
@intrinsic(frozenset, takes="iterable=(), /", frozen=True)
def _set(c: Writer, arguments: list[Value], named: Named, node: ast.AST, frozen: bool) -> Value:
    if not arguments:
        cell = c.cell(node)
        return Value(kinds.Set(cell, None, frozen), c.new_list(cell).parts)
    value = arguments[0]
    if not value.is_const and isinstance(value.kind, kinds.Set):
        found = c.set_method("copy", value, [], node)
        assert isinstance(found.kind, kinds.Set)
        return Value(kinds.Set(found.kind.cell, None, frozen), found.parts)
    return c.set_of(value, node, frozen)


@intrinsic(dict, collections.OrderedDict, takes="items=(), /, **named")
def _dict(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found = c.new_dict(node)
    if arguments:
        value = arguments[0]
        if value.is_const and isinstance(value.const, dict):
            value = constant(tuple(value.const.items()))
        elif isinstance(value.kind, kinds.Dict):
            value = c.called(BuiltinMethod("items", value), [], {}, node)

        def one(item: Value) -> None:
            key, entry = c.destructured(item, 2, node)
            c.set_entry(found, key, entry, node)

        c.each(value, one, node)
    for name, value in named.items():
        c.set_entry(found, constant(name), value, node)
    return found


@intrinsic(collections.Counter, takes="items=(), /, **named")
def _counter(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found = c.new_dict(node, collections.Counter)
    c.widen(found.kind.value, kinds.INT, node)  # type: ignore[attr-defined]
    c.count_all(found, arguments, named, ast.Add, node)
    return found


@intrinsic(collections.defaultdict, takes="factory=None, items=(), /, **named")
def _defaultdict(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if arguments and not arguments[0].is_const:
        raise c.no("a defaultdict with an unknown factory", node)
    found = c.new_dict(node, arguments[0].const if arguments else None)
    for each in arguments[1:]:
        c.merge(found, each, node)
    for name, value in named.items():
        c.set_entry(found, constant(name), value, node)
    return found


@intrinsic(dict.fromkeys, takes="iterable, value=None, /")
def _fromkeys(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found = c.new_dict(node)
    value = arguments[1] if len(arguments) > 1 else none
    c.each(arguments[0], lambda key: c.set_entry(found, key, value, node), node)
    return found


@intrinsic(copy.copy, takes="x")
def _copy(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = arguments[0]
    if value.is_const:
        return value
    if isinstance(value.kind, kinds.Optional):
        return c.choose(value.parts[0], lambda: _copy(c, [value.inner()], {}, node), lambda: none)
    if isinstance(value.kind, kinds.Set):
        return c.set_method("copy", value, [], node)
    if isinstance(value.kind, kinds.Dict):
        return c.called(BuiltinMethod("copy", value), [], {}, node)
    if isinstance(value.kind, kinds.Array):
        return c.copied(value)
    if isinstance(value.kind, kinds.Object):
        return c.copied_object(value)
    if isinstance(value.kind, kinds.List) or (isinstance(value.kind, kinds.Seq) and value.kind.listed):
        return c.like(value, c.listed(value, (node, "copy"), node))
    if isinstance(value.kind, kinds.Union) and kinds.can_change(value.kind):
        raise c.no(f"a copy of {kinds.plain(value.kind)}", node)
    return value


@intrinsic(copy.deepcopy, takes="x")
def _deepcopy(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _deep(c, arguments[0], (node, "deep"), node)


def _deep(c: Writer, value: Value, key: Any, node: ast.AST) -> Value:
    """A deep copy of a value."""
    kind = value.kind
    if value.is_const or not (kinds.can_change(kind) or (isinstance(kind, kinds.Seq) and kind.listed)):
        return value
    if isinstance(kind, kinds.Optional):
        return c.choose(value.parts[0], lambda: _deep(c, value.inner(), (key, "some"), node), lambda: none)
    if isinstance(kind, kinds.Array):
        return c.copied(value)
    if isinstance(kind, kinds.Set):
        return c.set_method("copy", value, [], node)
    if isinstance(kind, kinds.Tuple):
        items = [_deep(c, item, (key, at), node) for at, item in enumerate(value.items())]
        return c.tuple_of(items, node, kind.cls)
    if isinstance(kind, kinds.Object):
        if own_method(kind.cls, "__deepcopy__") or _holds_itself(c, kind.cls, kind.cls, set()):
            raise c.no(f"deepcopy of a {kind.cls.__name__}, which may hold itself", node)
        twin = c.copied_object(value)
        for name in list(c.shape(kind.cls)):
            c.set_attribute(twin, name, _deep(c, c.object_attribute(value, name), (key, name), node), node)
        return twin
    if isinstance(kind, kinds.List):
        found = c.like(value, c.new_list(c.cell(key)))
        _each_copied(c, value, found, lambda item: c.append(found, item, node), key, node)
        return found
    if isinstance(kind, kinds.Dict):
        table = c.new_dict(key, kind.made)
        names, values = c.keys(value), c.dict_values(value)
        copies = c.new_list(c.cell((key, "copies")))
        _each_copied(c, values, copies, lambda item: c.append(copies, item, node), key, node)

        def entry(at: str) -> None:
            name, item = (c.load(each.kind.cell.kind, c._slot(each, at), True) for each in (names, copies))  # type: ignore[attr-defined]
            c.set_entry(table, name, item, node)

        c.count_up(c.length(names), entry)
        return table
    if isinstance(kind, kinds.Seq):
        items_ = constant(Lazy(lambda one: c.each(value, lambda item: one(_deep(c, item, (key, "item"), node)), node)))
        return c.listed(items_, key, node) if kind.listed else c.gathered(items_, key, node)
    raise c.no(f"a deep copy of {kinds.plain(kind)}", node)


def _each_copied(
    c: Writer, source: Value, target: Value, one: Callable[[Value], None], key: Any, node: ast.AST
) -> None:
    """A loop over copies of the items; an item that occurs twice is copied once."""
    assert isinstance(source.kind, kinds.List) and isinstance(target.kind, kinds.List)
    item, body = source.kind.cell.kind, c.body
    shared = isinstance(item, kinds.List | kinds.Dict) and not (isinstance(item, kinds.Set) and item.room is not None)
    shared = shared or (isinstance(item, kinds.Array) and item.apart)

    def copied(at: str) -> None:
        value = c.load(item, c._slot(source, at), True)
        if not shared or target.kind.cell.kind is kinds.NEVER:  # type: ignore[attr-defined]
            one(_deep(c, value, (key, "item"), node))
            return
        place = body.slot("i64", "0")
        head, other, end = body.label("head"), body.label("other"), body.label("out")
        body.begin(head)
        before = body.load("i64", place)
        same = body.set(f"icmp eq ptr {body.load('ptr', c._slot(source, before))}, {value.op}")
        body.branch(same, end, other)
        body.begin(other)
        body.store("i64", body.set(f"add i64 {before}, 1"), place)
        body.jump(head)
        body.begin(end)
        fresh = body.set(f"icmp eq i64 {body.load('i64', place)}, {at}")
        kind = target.kind.cell.kind  # type: ignore[attr-defined]
        one(
            c.choose(
                fresh,
                lambda: _deep(c, value, (key, "item"), node),
                lambda: c.load(kind, c._slot(target, body.load("i64", place)), True),
            )
        )

    c.count_up(c.length(source), copied)


def _holds_itself(c: Writer, cls: type, wanted: type, seen: set[type]) -> bool:
    """Whether objects of a class may reach each other through attributes."""
    seen.add(cls)
    inner = {each for cell in c.shape(cls).values() for each in kinds.objects_in(cell.kind)}
    return wanted in inner or any(_holds_itself(c, each, wanted, seen) for each in inner - seen)
