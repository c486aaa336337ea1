"""Narrowing: what a test says about a union variable.

    if isinstance(action, tuple):
        return state + action
    return self.named(action)

Inside the branch `action` is a tuple, and after it, since the branch returns, one of the other kinds. The branch sees
the variable under a new name of the narrowed kind.
"""

from __future__ import annotations

import ast
import collections
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from countermove.native.compiler import kinds
from countermove.native.compiler.callee import Selected
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value
from countermove.native.compiler.expression import Expression
from countermove.native.compiler.iterate import Lazy, Range


class Narrowing(Expression):
    """Union variables narrowed by tests."""

    @contextmanager
    def knowing(self, test: ast.expr, truth: bool, nodes: list[Any]) -> Iterator[None]:
        """Emit the branch of a test that was true, or false."""
        outer = self.scopes
        scope: dict[str, str] = {}
        for name, cls, wanted in _facts(test, truth):
            if any(_assigns(each, name) for each in nodes):
                continue
            value = self._left(name, cls, wanted, test)
            if value is not None:
                scope[name] = f"{name}@{id(test)}.{truth}{self.frames[-1].key}"
                self.constants.pop(scope[name], None)
                self.bind(scope[name], value, test)
        if scope:
            self.scopes = [*outer, scope]
        try:
            yield
        finally:
            self.scopes = outer

    def _left(self, name: str, cls: ast.expr | None, wanted: bool, node: ast.AST) -> Value | None:
        """A variable narrowed by tests; None if they add nothing."""
        value = self.find(name)
        if value is None or value.is_const or not isinstance(value.kind, kinds.Optional | kinds.Union):
            return None
        if cls is None:
            return (
                value.inner()
                if not wanted and isinstance(value.kind, kinds.Optional) and value.kind.item is not kinds.NEVER
                else None
            )
        if isinstance(value.kind, kinds.Optional):
            if not wanted or not isinstance(value.kind.item, kinds.Union):
                return None
            value = value.inner()
        known = self.expr(cls)
        if not known.is_const or not isinstance(value.kind, kinds.Union):
            return None
        classes = getattr(known.const, "__args__", known.const)
        every = value.alternatives()
        left = [each for each in every if (self.is_instance(each, classes, node) == "true") == wanted]
        if len(left) == 1 or not left or len(left) == len(every):
            return left[0] if len(left) == 1 else None
        possible = [each.kind for each in left]
        return self.narrow(value, lambda kind: kind in possible)

    def _ifexp(self, node: ast.IfExp) -> Value:
        truth = self.test(node.test)

        def side(which: bool) -> Value:
            part = node.body if which else node.orelse
            with self.knowing(node.test, which, [part]):
                return self.expr(part)

        return self.choose(truth, lambda: side(True), lambda: side(False))

    def is_instance(self, value: Value, cls: Any, node: ast.AST) -> str:
        """Whether a value is of a class, as an i1 operand."""
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
        if isinstance(cls, Selected):
            found = "false"
            for number, each in enumerate(cls.options):
                here = self.body.set(f"icmp eq i64 {cls.index}, {number}")
                both = self.body.set(f"and i1 {here}, {self.is_instance(value, each, node)}")
                found = self.body.set(f"or i1 {found}, {both}")
            return found
        if value.is_const and isinstance(value.const, Lazy | Range | Chosen):
            raise self.no("the class of a compile-time value", node)
        if value.is_const:
            return "true" if isinstance(value.const, cls) else "false"
        if not isinstance(cls, type):
            raise self.no("isinstance with something that is not a class", node)
        kind = value.kind
        if isinstance(kind, kinds.Optional):
            inner = self.is_instance(value.inner(), cls, node)
            return "false" if inner == "false" else self.body.set(f"and i1 {value.parts[0]}, {inner}")
        if isinstance(kind, kinds.Union):
            found = "false"
            for number, each in enumerate(value.alternatives()):
                inner = self.is_instance(each, cls, node)
                if inner != "false":
                    here = self.body.set(f"icmp eq i64 {value.parts[0]}, {number}")
                    found = here if found == "false" else self.body.set(f"or i1 {found}, {here}")
            return found
        if isinstance(cls, type) and issubclass(cls, np.generic):
            raise self.no(f"it is unknown whether a number is numpy.{cls.__name__}", node)
        classes: dict[Any, Any] = {kinds.INT: int, kinds.FLOAT: float, kinds.BOOL: bool, kinds.NONE: type(None)}
        if kind in classes:
            return "true" if issubclass(classes[kind], cls) else "false"
        if isinstance(kind, kinds.Enum | kinds.Object):
            return "true" if issubclass(kind.cls, cls) else "false"
        if isinstance(kind, kinds.Tuple):
            return "true" if issubclass(kind.cls or tuple, cls) else "false"
        if isinstance(kind, kinds.Seq):
            return "true" if issubclass(str if kind.text else list if kind.listed else tuple, cls) else "false"
        if isinstance(kind, kinds.Set):
            fits = [issubclass(each, cls) for each in (set, frozenset)]
            if kind.frozen is None and fits[0] != fits[1]:
                raise self.no("it is unknown whether a set is frozen", node)
            return "true" if fits[bool(kind.frozen)] else "false"
        if isinstance(kind, kinds.Dict):
            if cls is collections.OrderedDict:
                raise self.no("it is unknown whether a dict is an OrderedDict", node)
            made = kind.made if kind.made in (None, collections.Counter) else collections.defaultdict
            return "true" if issubclass(made or dict, cls) else "false"
        others = ((kinds.Deque, collections.deque), (kinds.List, list), (kinds.Array, np.ndarray))
        own = next((own for each, own in others if isinstance(kind, each)), None)
        return "true" if own is not None and issubclass(own, cls) else "false"


def _facts(test: ast.expr, truth: bool) -> list[tuple[str, ast.expr | None, bool]]:
    """What a test says about variables: name, class (None for None), and whether it matches."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _facts(test.operand, not truth)
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == truth:
        return [fact for each in test.values for fact in _facts(each, truth)]
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance":
        match test.args:
            case [ast.Name(name), cls]:
                return [(name, cls, truth)]
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, ast.Name):
        other = test.comparators[0]
        if isinstance(other, ast.Constant) and other.value is None and isinstance(test.ops[0], ast.Is | ast.IsNot):
            return [(test.left.id, None, isinstance(test.ops[0], ast.Is) == truth)]
    return []


def _assigns(node: ast.AST, name: str) -> bool:
    return any(
        isinstance(each, ast.Name) and each.id == name and not isinstance(each.ctx, ast.Load) for each in ast.walk(node)
    )
