"""Inlining: lambdas, nested functions and generators.

Lambdas and nested functions are inlined, because they may modify their enclosing scope; a recursive one is lifted to a
separate function that takes what it uses of that scope as arguments. A generator with one yield is inlined around the
loop body; others are collected into a list first.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any

from countermove.native import digest
from countermove.native.compiler.attribute import is_super
from countermove.native.compiler.base import Frame
from countermove.native.compiler.callee import Closure, Method, Selected
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, none
from countermove.native.compiler.compiled_call import CompiledCall
from countermove.native.compiler.intrinsic import INTRINSICS
from countermove.native.compiler.iterate import Lazy
from countermove.native.compiler.kinds import List, Tuple
from countermove.native.compiler.remember import is_remembering
from countermove.native.compiler.syntax import (
    as_generator,
    calls_itself,
    is_generator,
    is_kernel,
    names_itself,
    parsed,
    stepped_names,
    yields,
)
from countermove.native.compiler.unbound import local_names

MAX_STREAMED_YIELDS = 32
"""The most yields of a generator that is inlined into `yield from`, or into a loop of one line."""


class Inline(CompiledCall):
    """Inlined functions."""

    def _call_closure(self, closure: Closure, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        tree = closure.node
        values = self._closure_arguments(closure, arguments, named, node)
        again = closure is self.itself or (isinstance(tree, ast.FunctionDef) and names_itself(tree))
        elsewhere = closure.home is not self
        if closure in self.inlining or elsewhere or again:
            return self._lifted(closure, values, node)
        frame = self.frames[-1]
        return self._written_out(
            closure, closure.scopes, tree, values, node, Frame(frame.function, frame.node, frame.owner)
        )

    def inline(
        self, function: FunctionType, tree: Any, values: dict[str, Value], node: ast.AST, owner: type | None
    ) -> Value:
        """Inline a function at its call."""
        if self.inlining.count(tree) > 2:
            raise self.no(f"{tree.name} takes a function and calls itself", node)
        return self._written_out(tree, [], tree, values, node, Frame(function, tree, owner))

    def _written_out(
        self, what: Any, scopes: list[dict[str, str]], tree: Any, values: dict[str, Value], node: ast.AST, frame: Frame
    ) -> Value:
        if isinstance(tree, ast.FunctionDef) and yields(tree):
            return constant(Lazy(lambda one: self.generator_inside(frame, scopes, tree, values, node, one)))
        body = self.body
        key = f"@{id(node)}.{id(tree)}{self.frames[-1].key}"
        outer = self._enter(what, frame, scopes, tree, values, key)
        line = self.line
        try:
            if isinstance(tree, ast.Lambda):
                return self.expr(tree.body)
            end = body.label("return")
            self.returns.append((f"return{key}", end))
            if self.block(tree.body):
                self.bind(f"return{key}", none)
                body.jump(end)
            body.open = False
            self.returns.pop()
            body.begin(end)
            return self.read(f"return{key}")
        finally:
            self.line = line
            self._exit(outer)

    def _enter(
        self, what: Any, frame: Frame, scopes: list[dict[str, str]], tree: Any, values: dict[str, Value], key: str
    ) -> tuple[Any, ...]:
        outer = self.where()
        frame.key = key
        names = {} if isinstance(tree, ast.Lambda) else {name: f"{name}{key}" for name in local_names(tree)}
        names |= {name: f"{name}{key}" for name in values}
        self.inlining.append(what)
        self.frames.append(frame)
        self.function = frame.function
        self.sites = {}
        self.kernel = is_kernel(frame.function)
        for name, value in values.items():
            self.constants.pop(names[name], None)
            self.bind(names[name], value)
        self.scopes = [*scopes, names]
        self.loops, self.sink, self.finals, self.caught = [], None, [], []
        parameters = {names[name] for name in values}
        self.watch(tree, key)
        self.bound = {each: place for each, place in self.bound.items() if each not in parameters}
        return outer

    def _exit(self, outer: tuple[Any, ...]) -> None:
        self.inlining.pop()
        self.frames.pop()
        self.go_on(outer)

    def _lifted(self, closure: Closure, values: dict[str, Value], node: ast.AST) -> Value:
        """Call a lifted nested function, passing what it uses of its enclosing scope."""
        from countermove.native.compiler.function import lifted

        tree = closure.node
        own = {each.arg for each in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)}
        used = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name)} - own
        locals_ = local_names(tree) if isinstance(tree, ast.FunctionDef) else set()
        around: dict[str, Value] = {}
        captured: dict[str, dict[str, str]] = {}
        for name, value in self._surroundings(closure, used - locals_).items():
            if not (value.is_const and value.const is closure):
                self._capture(name, value, closure, around, captured)
        spec, parameters = lifted(self.program, closure, self.frames[-1], {**values, **around}, captured)
        return self._call_compiled(spec, parameters, {**values, **around}, node, is_remembering(tree))

    def _surroundings(self, closure: Closure, names: set[str]) -> dict[str, Value]:
        """The enclosing scope of a nested function."""
        found: dict[str, Value] = {}
        scopes = closure.scopes if closure.scopes and closure.home is self else self.scopes
        for name in sorted(names):
            for scope in reversed(scopes):
                if name in scope:
                    value = self.read(scope[name])
                    several = value.is_const and isinstance(value.const, Chosen | Selected)
                    found[name] = self.as_choice(value) if several else value
                    break
        return found

    def _capture(
        self, key: str, value: Value, lifted: Closure, around: dict[str, Value], captured: dict[str, dict[str, str]]
    ) -> None:
        """Pass a value into a lifted function; for another nested function, everything it uses."""
        around[key] = value
        if not (value.is_const and isinstance(value.const, Closure)) or value.const.home is not self:
            return
        scope = captured[key] = {}
        used = {each.id for each in ast.walk(value.const.node) if isinstance(each, ast.Name)}
        for name, inner in self._surroundings(value.const, used).items():
            if inner.is_const and inner.const is lifted:
                scope[name] = "itself@"
            elif inner.is_const and inner.const is value.const:
                scope[name] = key
            else:
                scope[name] = f"{name}@{key}"
                if scope[name] not in around:
                    self._capture(scope[name], inner, lifted, around, captured)

    # Generators.

    def generator_inside(
        self, frame: Frame, scopes: list[dict[str, str]], tree: Any, values: dict[str, Value], node: ast.AST,
        one: Callable[[Value], None],
    ) -> None:  # fmt: skip
        """Inline a generator, with the loop body in place of `yield`."""
        if self.inlining.count(tree) > 0:
            raise self.no(f"the generator {tree.name} calls itself", node)
        body = self.body
        key = f"@{id(node)}.{id(tree)}{self.frames[-1].key}"
        outer = self._enter(tree, frame, scopes, tree, values, key)
        inner: tuple[Any, ...] = ()
        handlers = list(self.handlers)

        def sink(item: Value) -> None:
            nonlocal inner
            inner = self.where()
            kept = self.inlining.pop(), self.frames.pop(), self.returns.pop()
            self.go_on(outer)
            inside, self.handlers = self.handlers, list(handlers)
            one(item)
            self.handlers = inside
            self.inlining.append(kept[0])
            self.frames.append(kept[1])
            self.returns.append(kept[2])
            self.go_on(inner)

        self.sink = sink
        end = body.label("return")
        self.returns.append((f"return{key}", end))
        if self.block(tree.body):
            body.jump(end)
        body.open = False
        self.returns.pop()
        self._exit(outer)
        body.begin(end)

    def iterate(self, node: ast.expr, one: Callable[[Value], None], small: bool) -> None:
        """Loop over an expression; a generator with one yield is inlined, and with more where the body is small."""
        if isinstance(node, ast.Name) and node.id in stepped_names(self.frames[-1].node):
            value = self.expr(node)
            if not value.is_const and type(value.kind) is List:
                self._each_left(value, one)
                return
        found = self._generator_call(node, MAX_STREAMED_YIELDS if small else 1)
        if found is not None:
            frame, tree, values = found
            self.generator_inside(frame, [], tree, values, node, one)
            return
        super().iterate(node, one, small)

    def _each_left(self, value: Value, one: Callable[[Value], None]) -> None:
        """Loop over the rest of an iterator, which the body may advance."""
        body = self.body
        head, inside, end = body.label("head"), body.label("in"), body.label("out")
        body.begin(head)
        body.branch(body.set(f"icmp sgt i64 {self.length(value)}, 0"), inside, end)
        body.begin(inside)
        one(self.take_first(value))
        body.jump(head)
        body.begin(end)

    def stream(self, node: ast.expr, sink: Callable[[Value], None]) -> None:
        found = self._generator_call(node, MAX_STREAMED_YIELDS)
        if found is not None:
            frame, tree, values = found
            self.generator_inside(frame, [], tree, values, node, sink)
            return
        super().stream(node, sink)

    def lazily(self, node: ast.expr, most: int = 1) -> Value:
        """An expression whose items are consumed one by one, perhaps not all."""
        found = self._generator_call(node, most)
        if found is None:
            return self.expr(node)
        frame, tree, values = found
        return constant(Lazy(lambda one: self.generator_inside(frame, [], tree, values, node, one)))

    def _generator_call(self, node: ast.expr, most: int = 1) -> tuple[Frame, Any, dict[str, Value]] | None:
        """A call of a generator that can be inlined; None otherwise."""
        if not isinstance(node, ast.Call) or any(isinstance(each, ast.Starred) for each in node.args):
            return None
        if any(keyword.arg is None for keyword in node.keywords):
            return None
        if isinstance(node.func, ast.Name) and self.find(node.func.id) is None:
            function: Any = digest.uncached(self.outside(node.func.id))
            first: list[Value] = []
            owner = None
        elif isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
            base = self.find(node.func.value.id)
            if base is None or not (base.is_const or isinstance(base.kind, Tuple)):
                return None
            if base.is_const and base.const is not self.program.game:
                return None
            method = self.expr(node.func).const
            if not isinstance(method, Method):
                return None
            function, first = method.function, [method.owner]
            owner = digest.owner_of(type(self.program.game), node.func.attr) if base.is_const else None
        elif isinstance(node.func, ast.Attribute) and is_super(node.func.value):
            method = self._super(node.func.value, node.func.attr, node).const  # type: ignore[arg-type]
            if not isinstance(method, Method):
                return None
            function, first = method.function, [method.owner]
            owner = method.owner_class
        else:
            return None
        if not isinstance(function, FunctionType) or function in INTRINSICS:
            return None
        if not is_generator(function) and not digest.is_authors(function.__module__):
            return None
        if calls_itself(function) and function.__name__ != "actions":
            return None
        tree = parsed(function)
        if tree is None or tree in self.inlining or tree is self.frames[0].node:
            return None
        tree = as_generator(tree)
        if not 0 < yields(tree) <= most or tree in self.inlining:
            return None
        arguments = [self.expr(each) for each in node.args]
        named = {keyword.arg or "": self.expr(keyword.value) for keyword in node.keywords}
        values = self._arguments(function, tree, [*first, *arguments], named, node)
        return Frame(function, tree, owner), tree, values
