"""Generators rewritten: from `yield` to filling a buffer, counting, and asking whether there is any.

An author writes `actions` with `yield`, the clearest way. A compiled search wants the actions in a buffer (five
times faster in perft than consuming a generator), only their number, or only whether there is one. The syntax
tree of the generator is rewritten:

    yield x          ->  n = store(n, x)     |  n += 1                |  return True
    yield from g(s)  ->  n = g__fill(.., s)  |  n += g__count(s)      |  if g__any(s): return True
    return           ->  return n            |  return n              |  return False

A loop over `bits(x)` needs no generator: it takes the lowest bit off a word until none is left. Where all that such a
loop does is to yield, counting is one instruction, `popcount(x)`, and asking a comparison.

The same pass turns `super().f(s)` into a call of the base class's method by its own name, and numbers beyond
63 bits into the signed words that compiled code uses. Source is needed for it; a function without source (typed at
Python's plain prompt) is compiled from its bytecode as it stands, and its actions are consumed from the generator.
"""

from __future__ import annotations

import ast
import copy
import enum
import inspect
import textwrap
from collections.abc import Callable
from types import CodeType
from typing import Any

from countermove.bits import bits

FORMS = ("fill", "count", "any")
REPLACE = "replace__"
"""How the names of functions begin that stand for `_replace` with certain fields."""


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
    return _same(next(_codes_named(compiled, definition.name)), code)


def _same(one: CodeType, other: CodeType) -> bool:
    """Whether two code objects do the same, names of private attributes aside."""
    inner, outer = ([c for c in code.co_consts if isinstance(c, CodeType)] for code in (one, other))
    return (
        one.co_code == other.co_code
        and tuple(map(unmangled, one.co_names)) == tuple(map(unmangled, other.co_names))
        and (one.co_varnames, one.co_freevars) == (other.co_varnames, other.co_freevars)
        and _numbers(one) == _numbers(other)
        and len(inner) == len(outer)
        and all(map(_same, inner, outer))
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


Bases = Callable[[str, str | None, bool], str]
"""The name that a method of a base class goes by: of the classes after this one (`super()`), after a named one
(`super(Base, self)`), or of a named one itself (`Base.f(self)`); "" when there is none."""


class _Names(ast.NodeTransformer):
    """What a method says in the words of its class and module, said so that it stands on its own.

    `super().f(...)` and `Base.f(self, ...)` become `self.f__of__Base(...)`, members of an IntEnum their numbers,
    private names and numbers beyond 63 bits what Python and the machine make of them, `_replace` a function.
    """

    def __init__(self, own: str, owner: type, bases: Bases, around: dict[str, Any]) -> None:
        self.own = own
        self.owner = owner
        self.bases = bases
        self.around = around

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = node.func
        if not isinstance(called, ast.Attribute):
            return node
        whose = called.value
        if called.attr == "_replace" and not node.args and all(keyword.arg for keyword in node.keywords):
            names = [keyword.arg or "" for keyword in node.keywords]
            node.func = _at(ast.Name(REPLACE + "__".join(names), ast.Load()), node)
            node.args, node.keywords = [whose, *(keyword.value for keyword in node.keywords)], []
            return node
        name = ""
        if isinstance(whose, ast.Call) and isinstance(whose.func, ast.Name) and whose.func.id == "super":
            named = whose.args[0] if whose.args else None
            if named is None or isinstance(named, ast.Name):
                name = self.bases(called.attr, named.id if named else None, True)
        elif isinstance(whose, ast.Name) and node.args and _is_name(node.args[0], self.own):
            name = self.bases(called.attr, whose.id, False)
            node.args = node.args[1:] if name else node.args
        if name:
            node.func = _at(ast.Attribute(ast.Name(self.own, ast.Load()), name, ast.Load()), node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr.startswith("__") and not node.attr.endswith("__"):
            node.attr = f"_{self.owner.__name__.lstrip('_')}{node.attr}"
        members = self.around.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(members, type) and issubclass(members, enum.IntEnum) and node.attr in members.__members__:
            return _at(ast.Constant(int(members[node.attr])), node)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if type(node.value) is int and 1 << 63 <= node.value < 1 << 64:
            return _at(ast.UnaryOp(ast.USub(), ast.Constant((1 << 64) - node.value)), node)
        return node


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def used_whole(definition: ast.FunctionDef) -> set[str]:
    """Names of what is added, multiplied or compared as a whole, where a tuple and an array would differ."""
    found = set()
    for node in ast.walk(definition):
        sides: list[ast.expr] = []
        if isinstance(node, ast.BinOp):
            sides = [node.left, node.right]
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
        for side in sides:
            while isinstance(side, ast.Subscript) and isinstance(side.slice, ast.Slice):
                side = side.value
            if isinstance(side, ast.Name):
                found.add(side.id)
            elif isinstance(side, ast.Attribute):
                found.add(side.attr)
    return found


def _at(new: Any, old: ast.AST) -> Any:
    return ast.fix_missing_locations(ast.copy_location(new, old))


class _Delegates(ast.NodeTransformer):
    """`yield from g` becomes a loop that yields, for a generator that is consumed as one."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if not isinstance(node.value, ast.YieldFrom):
            return node
        loop = ast.parse("for item__ in SOURCE:\n    yield item__").body[0]
        return _at(_filled(loop, {"SOURCE": node.value.value}, node), node)


class _Bits(ast.NodeTransformer):
    """`for x in bits(word)` becomes a loop that takes the lowest bit off a word, whatever the body does to `x`."""

    def __init__(self, around: dict[str, Any]) -> None:
        self.around = around
        self.loops = 0

    def visit_For(self, node: ast.For) -> Any:
        word = _word(node.iter, self.around)
        self.generic_visit(node)
        if word is None:
            return node
        self.loops += 1
        name = f"word{self.loops}__"
        text = f"{name} = word__(WORD)\nwhile {name} != 0:\n    ITEM = lowest__({name})\n    {name} &= {name} - 1"
        first, loop = _statements(text, {"WORD": word, "ITEM": node.target}, node)
        assert isinstance(loop, ast.While)
        loop.body += node.body
        loop.orelse = node.orelse
        return [first, loop]


def _word(source: ast.expr, around: dict[str, Any]) -> ast.expr | None:
    """What `bits` is called with in `bits(word)`; None where this is no such call."""
    if not isinstance(source, ast.Call) or source.keywords or len(source.args) != 1:
        return None
    called = source.func
    return source.args[0] if isinstance(called, ast.Name) and around.get(called.id) is bits else None


class _Yields(ast.NodeTransformer):
    """Each `yield` becomes what a form does with one more item."""

    def __init__(
        self, definition: ast.FunctionDef, form: str, pairs: bool, streams: set[str], around: dict[str, Any]
    ) -> None:
        self.own = own_name(definition)
        self.form = form
        self.pairs = pairs
        self.streams = streams
        self.around = around
        self.outside = _Outside.of(definition)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # a function inside the generator keeps its own yields

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return _at(ast.parse("return False" if self.form == "any" else "return n__").body[0], node)

    def visit_For(self, node: ast.For) -> Any:
        word = _word(node.iter, self.around)
        if word is None or self.form == "fill" or not self._only_yields(node):
            return self.generic_visit(node)
        return self._bits(word, node)

    def _only_yields(self, loop: ast.For) -> bool:
        """Whether a loop does nothing but yield, so that how often is all there is to know."""
        body, item = loop.body[0], loop.target
        if len(loop.body) > 1 or loop.orelse or not isinstance(body, ast.Expr) or not isinstance(item, ast.Name):
            return False
        return isinstance(body.value, ast.Yield) and not _may_change(body.value) and item.id not in self.outside

    def _bits(self, word: ast.expr, node: ast.AST) -> list[ast.stmt]:
        lines = {"count": "n__ += popcount__(WORD)", "any": "if WORD != 0:\n    return True"}[self.form]
        return _statements(lines, {"WORD": word}, node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.Yield):
            return self._item(node.value.value or ast.Constant(None), node)
        if isinstance(node.value, ast.YieldFrom):
            return self._items(node.value.value, node)
        return node

    def _item(self, value: ast.expr, node: ast.AST) -> list[ast.stmt]:
        lines = {
            "fill": "n__ = store_pair__(a__, p__, n__, VALUE)" if self.pairs else "n__ = store__(a__, n__, VALUE)",
            "count": "item__ = VALUE\nn__ += 1" if _may_change(value) else "n__ += 1",
            "any": "return True",
        }[self.form]
        return _statements(lines, {"VALUE": value}, node)

    def _items(self, source: ast.expr, node: ast.AST) -> list[ast.stmt]:
        called = source.func if isinstance(source, ast.Call) else None
        own = isinstance(called, ast.Attribute) and _is_name(called.value, self.own) and called.attr in self.streams
        if own and isinstance(source, ast.Call):
            call = copy.deepcopy(source)
            assert isinstance(call.func, ast.Attribute)
            call.func.attr += f"__{self.form}{'_pairs' if self.pairs else ''}"
            if self.form == "fill":
                names = ("a__", "p__", "n__") if self.pairs else ("a__", "n__")
                call.args = [*(ast.Name(name, ast.Load()) for name in names), *call.args]
            lines = {"fill": "n__ = VALUE", "count": "n__ += VALUE", "any": "if VALUE:\n    return True"}[self.form]
            return _statements(lines, {"VALUE": call}, node)
        word = _word(source, self.around)
        if word is not None and self.form != "fill":
            return self._bits(word, node)
        loop = ast.parse("for item__ in SOURCE:\n    pass").body[0]
        assert isinstance(loop, ast.For)
        loop.iter = source
        loop.body = self._item(ast.Name("item__", ast.Load()), node)
        return [_at(loop, node)]


class _Outside(ast.NodeVisitor):
    """Names that are read outside of the loops that set them: what the last round left in them matters."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        self.inside: list[str] = []

    @classmethod
    def of(cls, definition: ast.FunctionDef) -> set[str]:
        visitor = cls()
        visitor.visit(definition)
        return visitor.found

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        self.inside.append(node.target.id if isinstance(node.target, ast.Name) else "")
        for statement in node.body:
            self.visit(statement)
        self.inside.pop()
        for statement in node.orelse:
            self.visit(statement)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load) and node.id not in self.inside:
            self.found.add(node.id)


def _may_change(value: ast.expr) -> bool:
    """Whether working out what is yielded may change something, so that even counting must do it."""
    return any(isinstance(part, ast.Call | ast.NamedExpr) for part in ast.walk(value))


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
    definition: ast.FunctionDef, owner: type, bases: Bases, around: dict[str, Any], delegates: bool
) -> ast.FunctionDef:
    """A method ready to be compiled apart from its class: no annotations, no docstring, calls by their own names.

    With `delegates`, each `yield from` is written out as a loop, and loops over bits without their generator; a form
    still needs to see them.
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
    new = _Names(own_name(new), owner, bases, around).visit(new)
    if delegates:
        new = _Bits(around).visit(new)
    return ast.fix_missing_locations(new)


def own_name(definition: ast.FunctionDef) -> str:
    """What a method calls the game."""
    return definition.args.args[0].arg if definition.args.args else "self"


def form_of(
    definition: ast.FunctionDef, form: str, pairs: bool, streams: set[str], around: dict[str, Any]
) -> ast.FunctionDef:
    """A generator in one of the `FORMS`; `pairs` when it yields (action, probability).

    `streams` are the methods that have such forms themselves, `around` the names that the generator sees. The buffers
    come right after the game, so that parameters with defaults stay at the end.
    """
    new = copy.deepcopy(definition)
    new.name = form_name(definition.name, form, pairs)
    change = _Yields(definition, form, pairs, streams, around)
    new.body = [item for statement in new.body for item in _listed(change.visit(statement))]
    if form == "fill":
        new.args.args[1:1] = [ast.arg("a__"), *([ast.arg("p__")] if pairs else []), ast.arg("n__")]
    if form == "count":
        new.body = [_at(ast.parse("n__ = 0").body[0], new), *new.body]
    new.body.append(_at(ast.parse("return False" if form == "any" else "return n__").body[0], new.body[-1]))
    return ast.fix_missing_locations(_Bits(around).visit(new))


def form_name(name: str, form: str, pairs: bool) -> str:
    return f"{name}__{form}{'_pairs' if pairs else ''}"


def consumer(name: str, parameters: list[str], form: str, pairs: bool) -> ast.FunctionDef:
    """A form for a method without source, or one that returns a list: consume what it gives."""
    source = f"self.{name}({', '.join(parameters[1:])})"
    text = f"def {name}({', '.join(parameters)}):\n    for item__ in {source}:\n        yield item__"
    definition = ast.parse(text).body[0]
    assert isinstance(definition, ast.FunctionDef)
    return form_of(definition, form, pairs, set(), {})


def _listed(value: Any) -> list[ast.stmt]:
    return value if isinstance(value, list) else [value]
