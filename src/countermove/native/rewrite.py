"""Generators rewritten: from `yield` to filling a buffer, counting, and asking whether there is any.

An author writes `actions` with `yield`, the clearest way. A compiled search wants the actions in a buffer (five
times faster in perft than consuming a generator), only their number, or only whether there is one. The syntax
tree of the generator is rewritten:

    yield x          ->  n = store(n, x)     |  n += 1                |  return True
    yield from g(s)  ->  n = g__fill(s, ..)  |  n += g__count(s)      |  if g__any(s): return True
    return           ->  return n            |  return n              |  return False

The same pass turns `super().f(s)` into a call of the base class's method by its own name, and numbers beyond
63 bits into the signed words that compiled code uses. Source is needed for it; a function without source (typed at
Python's plain prompt) is compiled from its bytecode as it stands, and its actions are consumed from the generator.
"""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from collections.abc import Callable
from types import CodeType
from typing import Any

FORMS = ("fill", "count", "any")


def syntax(function: Any) -> ast.FunctionDef | None:
    """The syntax tree of a function, or None where its source is not to be had or is not what was compiled."""
    try:
        source = textwrap.dedent(inspect.getsource(function))
        tree = ast.parse(source)
    except (OSError, TypeError, SyntaxError, IndexError):
        return None
    definition = tree.body[0] if tree.body else None
    if not isinstance(definition, ast.FunctionDef) or definition.name != function.__name__:
        return None
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    definition.decorator_list = []
    if not _same_code(definition, function.__code__):
        return None
    return definition


def _same_code(definition: ast.FunctionDef, code: CodeType) -> bool:
    """Whether the source still says what was compiled (a file may have been edited since)."""
    free = code.co_freevars
    inner: ast.stmt = copy.deepcopy(definition)
    if free:  # a closure compiles differently, so give the copy the same free names
        frees = [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None)) for name in free]
        outer = ast.parse("def outer(): pass").body[0]
        assert isinstance(outer, ast.FunctionDef)
        outer.body = [*frees, inner]
        inner = outer
    module = ast.fix_missing_locations(ast.Module([inner], []))
    try:
        compiled = compile(module, "source", "exec")
    except SyntaxError:
        return False
    found = next(_codes_named(compiled, definition.name))
    return (
        found.co_names == tuple(unmangled(n) for n in code.co_names)
        and found.co_varnames == code.co_varnames
        and (len(found.co_code) == len(code.co_code) and _numbers(found) == _numbers(code))
    )


def unmangled(name: str) -> str:
    """A private name as the source writes it: `_Board__cells` is `__cells`."""
    head, mark, tail = name.partition("__")
    return "__" + tail if mark and head.startswith("_") and head != "_" and not tail.endswith("__") else name


def _codes_named(code: CodeType, name: str) -> Any:
    for item in code.co_consts:
        if isinstance(item, CodeType):
            if item.co_name == name:
                yield item
            yield from _codes_named(item, name)


def _numbers(code: CodeType) -> list[Any]:
    return [repr(c) for c in code.co_consts if not isinstance(c, CodeType)]


class _Calls(ast.NodeTransformer):
    """`super().f(...)` and `Base.f(self, ...)` become `self.f__of__Base(...)`; private names and large numbers too."""

    def __init__(self, owner: type, bases: Callable[[str, str | None], str]) -> None:
        self.owner = owner
        self.bases = bases

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Attribute):
            whose = called.value
            if isinstance(whose, ast.Call) and isinstance(whose.func, ast.Name) and whose.func.id == "super":
                name = self.bases(called.attr, None)
                node.func = _at(ast.Attribute(ast.Name("self", ast.Load()), name, ast.Load()), node)
            elif isinstance(whose, ast.Name) and node.args and _is_self(node.args[0]):
                name = self.bases(called.attr, whose.id)
                if name:
                    node.func = _at(ast.Attribute(ast.Name("self", ast.Load()), name, ast.Load()), node)
                    node.args = node.args[1:]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr.startswith("__") and not node.attr.endswith("__"):
            node.attr = f"_{self.owner.__name__.lstrip('_')}{node.attr}"
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if type(node.value) is int and 1 << 63 <= node.value < 1 << 64:
            return _at(ast.UnaryOp(ast.USub(), ast.Constant((1 << 64) - node.value)), node)
        return node


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _at(new: Any, old: ast.AST) -> Any:
    return ast.fix_missing_locations(ast.copy_location(new, old))


class _Delegates(ast.NodeTransformer):
    """`yield from g` becomes a loop that yields, for a generator that is consumed as one."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if not isinstance(node.value, ast.YieldFrom):
            return node
        loop = ast.parse("for item__ in SOURCE:\n    yield item__").body[0]
        return _at(_filled(loop, {"SOURCE": node.value.value}, node), node)


class _Yields(ast.NodeTransformer):
    """Each `yield` becomes what a form does with one more item."""

    def __init__(self, form: str, pairs: bool) -> None:
        self.form = form
        self.pairs = pairs

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # a function inside the generator keeps its own yields

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return _at(ast.parse("return False" if self.form == "any" else "return n__").body[0], node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.Yield):
            return self._item(node.value.value or ast.Constant(None), node)
        if isinstance(node.value, ast.YieldFrom):
            return self._items(node.value.value, node)
        return node

    def _item(self, value: ast.expr, node: ast.AST) -> list[ast.stmt]:
        lines = {
            "fill": "n__ = store_pair(a__, p__, n__, VALUE)" if self.pairs else "n__ = store(a__, n__, VALUE)",
            "count": "n__ += 1",
            "any": "return True",
        }[self.form]
        return _statements(lines, {"VALUE": value}, node)

    def _items(self, source: ast.expr, node: ast.AST) -> list[ast.stmt]:
        called = source.func if isinstance(source, ast.Call) else None
        if isinstance(called, ast.Attribute) and _is_self(called.value) and isinstance(source, ast.Call):
            call = copy.deepcopy(source)
            assert isinstance(call.func, ast.Attribute)
            call.func.attr += f"__{self.form}{'_pairs' if self.pairs else ''}"
            if self.form == "fill":
                names = ("a__", "p__", "n__") if self.pairs else ("a__", "n__")
                call.args += [ast.Name(name, ast.Load()) for name in names]
            lines = {"fill": "n__ = VALUE", "count": "n__ += VALUE", "any": "if VALUE:\n    return True"}[self.form]
            return _statements(lines, {"VALUE": call}, node)
        loop = ast.parse("for item__ in SOURCE:\n    pass").body[0]
        assert isinstance(loop, ast.For)
        loop.iter = source
        loop.body = self._item(ast.Name("item__", ast.Load()), node)
        return [_at(loop, node)]


def _statements(text: str, places: dict[str, ast.expr], node: ast.AST) -> list[ast.stmt]:
    """The statements of `text`, expressions put where their names stand, at the lines of `node`."""
    return [_filled(statement, places, node) for statement in ast.parse(text).body]


def _filled(statement: ast.stmt, places: dict[str, ast.expr], node: ast.AST) -> ast.stmt:
    class Fill(ast.NodeTransformer):
        def visit_Name(self, name: ast.Name) -> ast.AST:
            return places.get(name.id, name)

    for part in ast.walk(statement):
        if "lineno" in part._attributes:
            ast.copy_location(part, node)
    filled: ast.stmt = Fill().visit(statement)
    return filled


def rebuilt(
    definition: ast.FunctionDef, owner: type, bases: Callable[[str, str | None], str], delegates: bool
) -> ast.FunctionDef:
    """A method ready to be compiled apart from its class: no annotations, no docstring, calls by their own names.

    With `delegates`, each `yield from` is written out as a loop.
    """
    new = copy.deepcopy(definition)
    new.returns = None
    arguments = new.args
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        argument.annotation = None
    if delegates:
        new = _Delegates().visit(new)
    if ast.get_docstring(new, clean=False) is not None:
        new.body = new.body[1:] or [_at(ast.Pass(), new)]
    new = _Calls(owner, bases).visit(new)
    return ast.fix_missing_locations(new)


def form_of(definition: ast.FunctionDef, form: str, pairs: bool) -> ast.FunctionDef:
    """A generator in one of the `FORMS`; `pairs` when it yields (action, probability)."""
    new = copy.deepcopy(definition)
    new.name = form_name(definition.name, form, pairs)
    change = _Yields(form, pairs)
    new.body = [item for statement in new.body for item in _listed(change.visit(statement))]
    if form == "fill":
        new.args.args += [ast.arg("a__"), *([ast.arg("p__")] if pairs else []), ast.arg("n__")]
    if form == "count":
        new.body = [_at(ast.parse("n__ = 0").body[0], new), *new.body]
    new.body.append(_at(ast.parse("return False" if form == "any" else "return n__").body[0], new.body[-1]))
    return ast.fix_missing_locations(new)


def form_name(name: str, form: str, pairs: bool) -> str:
    return f"{name}__{form}{'_pairs' if pairs else ''}"


def consumer(name: str, parameters: list[str], form: str, pairs: bool) -> ast.FunctionDef:
    """A form for a method without source, or one that returns a list: consume what it gives."""
    source = f"self.{name}({', '.join(parameters[1:])})"
    text = f"def {name}({', '.join(parameters)}):\n    for item__ in {source}:\n        yield item__"
    definition = ast.parse(text).body[0]
    assert isinstance(definition, ast.FunctionDef)
    return form_of(definition, form, pairs)


def _listed(value: Any) -> list[ast.stmt]:
    return value if isinstance(value, list) else [value]
