"""Syntactic properties of a function: where it yields, what it binds, what it modifies."""

from __future__ import annotations

import ast
import copy
import functools
import inspect
from types import FunctionType
from typing import Any

from countermove.native import digest, source
from countermove.native.compiler.version import versioned


def is_kernel(function: FunctionType) -> bool:
    """Whether a function is a kernel, or part of one."""
    module = function.__module__ or ""
    own = module.startswith(("countermove.engine", "countermove.native"))
    return (own and module != "countermove.native.compiler.standard") or getattr(function, "is_kernel", False)


@functools.cache
def parsed(function: FunctionType) -> ast.FunctionDef | None:
    """The syntax tree of a function, the same object each time."""
    found = source.syntax(getattr(function, "source", function))
    return found if found is None or is_kernel(function) else versioned(found)


def yields(node: ast.AST) -> int:
    """The number of yields in a function."""
    count = 0
    waiting = list(ast.iter_child_nodes(node))
    while waiting:
        each = waiting.pop()
        if isinstance(each, ast.FunctionDef | ast.Lambda | ast.GeneratorExp):
            continue
        count += isinstance(each, ast.Yield | ast.YieldFrom)
        waiting += ast.iter_child_nodes(each)
    return count


@functools.cache
def as_generator(tree: ast.FunctionDef) -> ast.FunctionDef:
    """A function that only returns a generator expression, rewritten to yield its items."""
    first, *rest = tree.body
    if rest and isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        first, *rest = rest
    if rest or not isinstance(first, ast.Return) or not isinstance(first.value, ast.GeneratorExp):
        return tree
    found = copy.copy(tree)
    found.body = [ast.copy_location(ast.Expr(ast.copy_location(ast.YieldFrom(first.value), first)), first)]
    return found


def is_generator(function: Any) -> bool:
    return isinstance(function, FunctionType) and bool(function.__code__.co_flags & inspect.CO_GENERATOR)


@functools.cache
def calls_itself(function: FunctionType) -> bool:
    """Whether a function may be recursive, by the names it mentions."""
    seen: set[FunctionType] = set()
    waiting = [function]
    while waiting:
        each = waiting.pop()
        for value in digest.surroundings(each).values():
            value = digest.uncached(value)
            if value is function:
                return True
            if isinstance(value, FunctionType) and value not in seen and digest.is_authors(value.__module__):
                seen.add(value)
                waiting.append(value)
    return function.__name__ in digest.names_in(function)


def names_itself(node: ast.FunctionDef) -> bool:
    """Whether a function inside a function mentions its own name."""
    return any(isinstance(each, ast.Name) and each.id == node.name for each in ast.walk(node))


@functools.cache
def binding_sites(node: Any) -> dict[str, int]:
    """How often each name is bound in a function; loops and nested functions count twice."""
    found: dict[str, int] = {}

    def add(name: str, times: int) -> None:
        found[name] = found.get(name, 0) + times

    def visit(each: ast.AST) -> None:
        if isinstance(each, ast.FunctionDef) and each is not node:
            add(each.name, 1)
            for inner in ast.walk(each):
                if isinstance(inner, ast.Nonlocal):
                    for name in inner.names:
                        add(name, 2)
            return
        if (
            isinstance(each, ast.Lambda | ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp)
            and each is not node
        ):
            for inner in ast.walk(each):
                if isinstance(inner, ast.NamedExpr):
                    add(inner.target.id, 2)
            return
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            add(each.id, 1)
        if isinstance(each, ast.MatchAs | ast.MatchStar) and each.name:
            add(each.name, 2)
        if isinstance(each, ast.For):
            for inner in ast.walk(each.target):
                if isinstance(inner, ast.Name):
                    add(inner.id, 1)
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
            add(each.target.id, 1)
        for child in ast.iter_child_nodes(each):
            visit(child)

    visit(node)
    arguments = node.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        add(argument.arg, 1)
    return found


@functools.cache
def stepped_names(tree: Any) -> frozenset[str]:
    """The names a function advances with `next`."""
    return frozenset(
        each.args[0].id for each in ast.walk(tree)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == "next"
        and each.args and isinstance(each.args[0], ast.Name)
    )  # fmt: skip


@functools.cache
def changed_names(tree: Any) -> frozenset[str]:
    """The names whose values a function modifies in place, or passes to a function that may."""
    found = set()
    for each in ast.walk(tree):
        if isinstance(each, ast.Subscript) and not isinstance(each.ctx, ast.Load):
            found.add(_root(each))
        elif isinstance(each, ast.AugAssign):
            found.add(_root(each.target))
        elif isinstance(each, ast.Call):
            if isinstance(each.func, ast.Attribute):
                found.add(_root(each.func))
            found |= {argument.id for argument in each.args if isinstance(argument, ast.Name)}
    return frozenset(found)


def _root(node: ast.expr) -> str:
    """The name at the root of an expression such as a[i].b."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
