"""New tuples, lists, sets, dictionaries and Counters; and copies."""

from __future__ import annotations

import ast
import collections
import copy
from collections.abc import Callable
from typing import Any

from countermove.native.compiler.callee import BuiltinMethod
from countermove.native.compiler.code import Value, constant, none
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import (
    INT,
    Array,
    Deque,
    Dict,
    List,
    Object,
    Optional,
    Seq,
    Set,
    Tuple,
    can_change,
    objects_in,
    plain,
)
from countermove.native.compiler.program import has_own, own_method
from countermove.native.compiler.writer import Writer

__all__: list[str] = []


@intrinsic(tuple)
def _tuple(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return constant(())
    value = arguments[0]
    if value.is_const and not isinstance(value.const, Lazy | Range):
        return constant(tuple(value.const))
    value = c.present(value) if not value.is_const else value
    if not value.is_const and isinstance(value.kind, Tuple) and not has_own(value.kind, "__iter__"):
        return Value(Tuple(value.kind.items), value.parts)
    if not value.is_const and isinstance(value.kind, List):
        copy_ = c.listed(value, (node, "tuple"), node)
        return c._tuple_of(copy_)
    return c.gathered(value, node, node)


@intrinsic(list)
def _list(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments:
        return c.new_list(c.cell(node))
    return c.listed(arguments[0], node, node)


@intrinsic(collections.deque)
def _deque(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
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
def _set(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _new_set(c, arguments, False, node)


@intrinsic(frozenset)
def _frozenset(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _new_set(c, arguments, True, node)


def _new_set(c: Writer, arguments: list[Value], frozen: bool, node: ast.AST) -> Value:
    if not arguments:
        cell = c.cell(node)
        return Value(Set(cell, None, frozen), c.new_list(cell).parts)
    value = arguments[0]
    if not value.is_const and isinstance(value.kind, Set):
        found = c.set_method("copy", value, [], node)
        assert isinstance(found.kind, Set)
        return Value(Set(found.kind.cell, None, frozen), found.parts)
    return c.set_of(value, node, frozen)


@intrinsic(dict, collections.OrderedDict)
def _dict(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
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
def _counter(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found = c.new_dict(node, collections.Counter)
    c.widen(found.kind.value, INT, node)  # type: ignore[attr-defined]
    for each in arguments:
        c.count_in(found, each, ast.Add, node)
    for name, value in named.items():
        c.set_entry(found, constant(name), value, node)
    return found


@intrinsic(collections.defaultdict)
def _defaultdict(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found = c.new_dict(node, arguments[0].const if arguments else None)
    for each in arguments[1:]:
        c.merge(found, each, node)
    return found


@intrinsic(dict.fromkeys)
def _fromkeys(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    found = c.new_dict(node)
    value = arguments[1] if len(arguments) > 1 else none
    c.each(arguments[0], lambda key: c.set_entry(found, key, value, node), node)
    return found


@intrinsic(copy.copy)
def _copy(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    value = c.present(arguments[0]) if not arguments[0].is_const else arguments[0]
    if not value.is_const and isinstance(value.kind, Set):
        return c.set_method("copy", value, [], node)
    if not value.is_const and isinstance(value.kind, List):
        return Value(value.kind, c.listed(value, (node, "copy"), node, type(value.kind)).parts)
    if not value.is_const and isinstance(value.kind, Dict):
        return c.called(BuiltinMethod("copy", value), [], {}, node)
    if not value.is_const and isinstance(value.kind, Array):
        return c.copied(value)
    if not value.is_const and isinstance(value.kind, Object):
        return c.copied_object(value)
    return value


@intrinsic(copy.deepcopy)
def _deepcopy(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return _deep(c, arguments[0], (node, "deep"), node)


def _deep(c: Writer, value: Value, key: Any, node: ast.AST) -> Value:
    """A copy of a value and of all that can change inside it."""
    kind = value.kind
    if not value.is_const and isinstance(kind, Array):
        return c.copied(value)
    if value.is_const or not can_change(kind):
        return value
    if isinstance(kind, Optional):
        return c.choose(value.parts[0], lambda: _deep(c, value.inner(), key, node), lambda: none)
    if isinstance(kind, Tuple):
        return c.tuple_of([_deep(c, item, (key, at), node) for at, item in enumerate(value.items())], node, kind.cls)
    if isinstance(kind, Object):
        if own_method(kind.cls, "__deepcopy__") or _holds_itself(c, kind.cls, kind.cls, set()):
            raise c.no(f"deepcopy of a {kind.cls.__name__}, which may hold itself", node)
        found = c.copied_object(value)
        for name in list(c.shape(kind.cls)):
            c.set_attribute(found, name, _deep(c, c.object_attribute(value, name), (key, name), node), node)
        return found
    if isinstance(kind, Set) or (isinstance(kind, List) and not can_change(kind.cell.kind)):
        return _copy(c, [value], {}, node)
    if isinstance(kind, Dict):
        pairs = c.called(BuiltinMethod("items", value), [], {}, node)
        copy_ = c.new_dict(key, kind.made)

        def one(pair: Value) -> None:
            name, item = c.destructured(pair, 2, node)
            c.set_entry(copy_, name, _deep(c, item, (key, "values"), node), node)

        c.each(pairs, one, node)
        return copy_
    if isinstance(kind, List | Seq):

        def each(one: Callable[[Value], None]) -> None:
            c.each(value, lambda item: one(_deep(c, item, (key, "items"), node)), node)

        whole = c.listed(constant(Lazy(each)), key, node)
        return whole if isinstance(kind, List) else c._tuple_of(whole)
    raise c.no(f"deepcopy of {plain(kind)}", node)


def _holds_itself(c: Writer, cls: type, wanted: type, seen: set[type]) -> bool:
    """Whether objects of a class lead to others of a class by their attributes."""
    seen.add(cls)
    inner = {each for cell in c.shape(cls).values() for each in objects_in(cell.kind)}
    return wanted in inner or any(_holds_itself(c, each, wanted, seen) for each in inner - seen)
