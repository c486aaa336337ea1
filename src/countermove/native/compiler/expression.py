"""Expressions: names, displays, comprehensions, and what is true.

Constants are folded: if all operands are constants, Python itself evaluates the expression, so tables computed from
the size of a board cost nothing at run time.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.callee import Closure, is_callable
from countermove.native.compiler.code import MISSING, Value, boolean, constant, integer, never
from countermove.native.compiler.iterate import Lazy, Range, over
from countermove.native.compiler.kinds import NEVER, Array, Dict, Kind, List, Optional, Seq, Static, Tuple, Union
from countermove.native.compiler.program import has_own
from countermove.native.compiler.variable import Variables


class Expression(Variables):
    """Expressions."""

    def expr(self, node: ast.expr) -> Value:
        """The value of an expression."""
        self.line = getattr(node, "lineno", self.line)
        method: Callable[[Any], Value] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
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

    def _namedexpr(self, node: ast.NamedExpr) -> Value:
        value = self.expr(node.value)
        self.writer.assign(node.target, value)
        return self.find(node.target.id) or value

    def _lambda(self, node: ast.Lambda) -> Value:
        return self.closure(node)

    def closure(self, node: ast.Lambda | ast.FunctionDef) -> Value:
        """A nested function, with its current defaults."""
        found = Closure(node, list(self.scopes), self)
        spec = node.args
        names = [each.arg for each in (*spec.posonlyargs, *spec.args)]
        pairs = list(zip(names[len(names) - len(spec.defaults) :], spec.defaults))
        pairs += [(each.arg, other) for each, other in zip(spec.kwonlyargs, spec.kw_defaults) if other is not None]
        for name, default in pairs:
            value = self.expr(default)
            if value.is_const and not isinstance(value.const, Lazy | Range | set | dict):
                found.defaults[name] = value
            else:
                key = found.defaults[name] = f"{name}@default {id(node)}.{self.body.count}"
                self.bind(key, value, default)
        return constant(self.program.keep(found))

    # Displays.

    def _tuple(self, node: ast.Tuple) -> Value:
        return self._display(node.elts, node)

    def _display(self, nodes: list[ast.expr], node: ast.AST) -> Value:
        if any(isinstance(each, ast.Starred) for each in nodes):
            return self._starred_display(nodes, node)
        items = [self.expr(each) for each in nodes]
        if isinstance(node, ast.List):  # an array in it may be modified
            arrays = [each.is_const and isinstance(each.const, np.ndarray) for each in items]
            items = [self.writer.movable(each, node) if array else each for each, array in zip(items, arrays)]
        return self.tuple_of(items, node)

    def _starred_display(self, nodes: list[ast.expr], node: ast.AST) -> Value:
        """(*a, x, *b): concatenated parts."""
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
        if items.is_const and isinstance(self.kind_of(items), Static):
            return items
        return self.listed(items, node, node)

    def _set(self, node: ast.Set) -> Value:
        items = self._display(node.elts, node)
        if items.is_const and not self.is_changed(node):
            return constant(set(items.const))
        return self.writer.set_of(items, node)

    def _dict(self, node: ast.Dict) -> Value:
        pairs = [
            (self.expr(key) if key is not None else None, self.expr(value))
            for key, value in zip(node.keys, node.values)
        ]
        if pairs and all(key is not None and key.is_const and value.is_const for key, value in pairs):
            functions = any(is_callable(value.const) for _, value in pairs)
            if functions or not self.is_changed(node):
                return constant({key.const: value.const for key, value in pairs if key is not None})
        found = self.writer.new_dict(node)
        for key, value in pairs:
            if key is None:
                self.writer.merge(found, value, node)
            else:
                self.writer.set_entry(found, key, value, node)
        return found

    def is_changed(self, node: ast.AST) -> bool:
        """Whether a dict display may be modified later; an assigned one may."""
        return isinstance(getattr(node, "parent", None), ast.Assign | ast.AnnAssign)

    # Comprehensions.

    def _generatorexp(self, node: ast.GeneratorExp) -> Value:
        return constant(self.lazy(node))

    def _listcomp(self, node: ast.ListComp) -> Value:
        return self.listed(constant(self.lazy(node)), node, node)

    def _setcomp(self, node: ast.SetComp) -> Value:
        return self.writer.set_of(constant(self.lazy(node)), node)

    def _dictcomp(self, node: ast.DictComp) -> Value:
        found = self.writer.new_dict(node)
        pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
        source = ast.copy_location(ast.GeneratorExp(pair, node.generators), node)

        def one(item: Value) -> None:
            key, value = self.destructured(item, 2, node)
            self.writer.set_entry(found, key, value, node)

        self.lazy(source, node).each(one)
        return found

    def lazy(self, node: Any, key: Any = None) -> Lazy:
        """A comprehension as an iterable."""
        key = key or node
        scopes = list(self.scopes)
        first = node.generators[0]
        source, self.most = self.writer.lazily(first.iter, self.most), 1
        alone = len(node.generators) == 1 and not first.ifs
        names = {each.id for g in node.generators for each in ast.walk(g.target) if isinstance(each, ast.Name)}
        scope = {name: f"{name}@{id(key)}{self.frames[-1].key}" for name in names}

        def each(one: Callable[[Value], None]) -> None:
            outer, self.scopes = self.scopes, [*scopes, scope]
            try:
                self._generate(node, 0, source, one)
            finally:
                self.scopes = outer

        return over(source, each, self.static_count(source) if alone else None)

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
            self.writer.assign(generator.target, value)
            skip = body.label("skip")
            dead = False
            for test in generator.ifs:
                truth = self.test(test)
                if truth == "true":
                    continue
                if truth == "false":
                    dead = True
                    break
                body.jump_if(truth, skip, False)
            if not dead:
                self._generate(node, at + 1, None, one)
            body.begin(skip)
            self.scopes = kept

        self.each(source if source is not None else self.writer.lazily(generator.iter), item, generator.iter)

    # Unpacking.

    def destructured(self, value: Value, count: int, node: ast.AST, star: int | None = None) -> list[Value]:
        """Unpack a value into `count` items."""
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
        if has_own(value.kind, "__iter__"):
            value = self.gathered(value, (node, "unpack"), node)
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
            return [self.writer.element(value, [integer(at)]) for at in range(count)]
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

    # Truth.

    def test(self, node: ast.expr) -> str:
        """Whether an expression is true, as an i1 operand."""
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
            # If the first is chosen, it is not None.
            kept = first.inner()
        else:
            kept = first
        rest = lambda: self._operands(nodes[1:], every)  # noqa: E731
        keep = lambda: kept  # noqa: E731
        return self.choose(truth, *((rest, keep) if every else (keep, rest)))


def _has_items(kind: Kind, count: int, star: bool) -> bool:
    """Whether a value can be unpacked into `count` items."""
    if isinstance(kind, Tuple):
        return len(kind.items) == count or star
    if isinstance(kind, Seq):
        return kind.count in (None, count) or star
    return isinstance(kind, List | Array)


CONSTRUCTS = {
    "Await": "await", "Yield": "yield inside an expression", "YieldFrom": "yield from inside an expression",
    "Starred": "a star here", "TemplateStr": "a template string",
}  # fmt: skip
