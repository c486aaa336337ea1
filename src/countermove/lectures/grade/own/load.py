"""A student's whole program as something to call: its definitions run, its game does not start.

Programs talk to a person, open windows and loop for ever as soon as they are imported. So the statements of a file run
one by one: imports that fail give a stand-in that accepts anything, loops and calls at the top level are left out, and
keyboard and clock do not wait. Every function that takes part in a search gets a decorator, by which `Stage` sees
its calls.
"""

from __future__ import annotations

import ast
import builtins
import copy
import importlib
import os
import random
import re
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from countermove.lectures.grade.confine import SLOW

WINDOWS = {
    "pygame",
    "tkinter",
    "Tkinter",
    "turtle",
    "curses",
    "kivy",
    "PyQt5",
    "PySide2",
    "arcade",
    "pyglet",
    "colorama",
}
"""Modules that draw, of which a stand-in is always used."""
CACHES = {"lru_cache", "cache", "memoize"}
BUILDS = re.compile(
    r"add|append|insert|set|extend|update|attach|connect|build|link|make_child|create|put", re.IGNORECASE
)
"""Calls at the top level that put an example together."""
ANSWERS = 40
"""The questions that a program may ask at the keyboard before it is stopped."""


class Late(BaseException):
    """The time is up; a student's `except Exception` does not catch it."""


class _Any(type):
    """A class whose attributes are classes of the same kind."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything


class Anything(metaclass=_Any):
    """Takes the place of what is not installed, or should not open a window."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return Anything()

    def __iter__(self) -> Any:
        return iter(())

    def __getitem__(self, key: Any) -> Any:
        return Anything()

    def __setitem__(self, key: Any, value: Any) -> None:
        pass

    def __int__(self) -> int:
        return 1

    __index__ = __int__

    def __bool__(self) -> bool:
        return False

    def __add__(self, other: Any) -> Any:
        return Anything()

    __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __floordiv__ = __add__

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *error: object) -> None:
        pass


class _StandIn(ModuleType):
    """A module that has whatever is asked of it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything


class _Keyboard:
    """Answers questions as well as it can, and not for ever."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, prompt: object = "") -> str:
        self.asked += 1
        if self.asked > ANSWERS:
            raise Late("it keeps asking")
        text = str(prompt).lower()
        return "X" if " x" in text or "x/" in text or "symbol" in text else "y" if "y/n" in text else "1"


def limited(seconds: float, act: Callable[[], Any]) -> Any:
    """Act, and raise `Late` when the processor time is up, where the system can interrupt."""
    if not hasattr(signal, "setitimer"):
        return act()

    def late(*_: object) -> None:
        raise Late("the time is up")

    limits = (signal.ITIMER_PROF, signal.SIGPROF, seconds), (signal.ITIMER_REAL, signal.SIGALRM, SLOW * seconds)
    before = [signal.signal(number, late) for _, number, _ in limits]
    for timer, _, limit in limits:
        signal.setitimer(timer, limit, 0.2)
    try:
        return act()
    finally:
        for (timer, number, _), handler in zip(limits, before):
            signal.setitimer(timer, 0)
            signal.signal(number, handler)


def load(path: Path, watch: Callable[[str], Callable[[Any], Any]], watched: set[str]) -> dict[str, Any]:
    """The names of a file after its definitions have run; functions with a watched name are decorated."""
    tree = ast.parse(path.read_bytes(), str(path))
    tree = _Decorator(watched).visit(tree)
    ast.fix_missing_locations(tree)
    module = ModuleType(f"student_{path.stem}")
    space = module.__dict__
    space |= {"__file__": str(path), "__watch__": watch}
    sys.modules[module.__name__] = module
    _quiet()
    for statement in tree.body:
        _run(statement, space, str(path))
        made = space.get(statement.name) if isinstance(statement, ast.ClassDef) else None
        if isinstance(made, type) and issubclass(made, defaultdict):
            made.__deepcopy__ = _whole  # type: ignore[attr-defined]
    for statement in tree.body:
        if _is_main(statement):
            for each in statement.body:
                _run(each, space, str(path))
    return space


def _whole(value: Any, memo: dict[int, Any]) -> Any:
    """A copy of a dictionary that has attributes, which the copy of a defaultdict loses."""
    made: Any = defaultdict.__new__(type(value))
    memo[id(value)] = made
    made.default_factory = value.default_factory
    vars(made).update(copy.deepcopy(vars(value), memo))
    dict.update(made, copy.deepcopy(dict(value), memo))
    return made


def _quiet() -> None:
    """Nothing waits, clears the screen or asks a person."""
    builtins.input = _Keyboard()
    time.sleep = lambda seconds: None
    os.system = lambda command: 0
    vars(builtins).update(exit=sys.exit, quit=sys.exit)
    random.seed(0)


def _run(statement: ast.stmt, space: dict[str, Any], path: str) -> None:
    if isinstance(statement, ast.While) or _is_main(statement):
        return
    if isinstance(statement, ast.Expr) and not _builds(statement):
        return
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        _import(statement, space)
        return
    code = compile(ast.Module([statement], []), path, "exec", dont_inherit=True)
    try:
        limited(2.0, lambda: exec(code, space))
    except (Exception, Late, SystemExit):
        for node in ast.walk(statement):  # what could not be computed is at least there
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                space.setdefault(node.id, Anything())


def _builds(statement: ast.Expr) -> bool:
    """Whether a call at the top level puts something together, as `root.add(child)`, and does not start the game."""
    call = statement.value
    return (
        isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and BUILDS.match(call.func.attr) is not None
    )


def _is_main(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.If) and "__name__" in ast.dump(statement.test)


def _import(statement: ast.Import | ast.ImportFrom, space: dict[str, Any]) -> None:
    if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
        return
    names = (
        [alias.name for alias in statement.names] if isinstance(statement, ast.Import) else [statement.module or "own"]
    )
    for name in names:
        _provide(name)
    try:
        exec(compile(ast.Module([statement], []), "<import>", "exec"), space)
    except Exception:
        for alias in statement.names:
            space[(alias.asname or alias.name).split(".")[0]] = Anything
    for alias in statement.names:
        name = (alias.asname or alias.name).split(".")[0]
        made = space.get(name)
        if made is Anything or isinstance(made, _StandIn):
            space.setdefault("__elsewhere__", set()).add(name)


def _provide(name: str) -> None:
    """Import a module, or put a stand-in where it is missing."""
    top = name.split(".")[0]
    if top == "networkx":
        sys.modules.setdefault(top, _networkx())
        return
    try:
        if top in WINDOWS:
            raise ImportError
        importlib.import_module(name)
    except (Exception, SystemExit):
        parts = name.split(".")
        for count in range(1, len(parts) + 1):
            part = ".".join(parts[:count])
            if part not in sys.modules or part in WINDOWS:
                made = _StandIn(part)
                made.__path__ = []
                sys.modules[part] = made


class _Decorator(ast.NodeTransformer):
    """Decorates the functions of a search, and takes caches away, which would mix one question with the next."""

    def __init__(self, watched: set[str]) -> None:
        self.watched = watched
        self.inside: list[str] = []

    def _named(self, node: Any) -> Any:
        self.inside.append(node.name)
        self.generic_visit(node)
        self.inside.pop()
        return node

    visit_ClassDef = _named  # noqa: N815

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        """A bare except would catch what stops a call of ours."""
        self.generic_visit(node)
        if node.type is None or (isinstance(node.type, ast.Name) and node.type.id == "BaseException"):
            node.type = ast.copy_location(ast.Name("Exception", ast.Load()), node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        name = ".".join([*self.inside, node.name])
        self._named(node)
        node.returns = None
        for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            each.annotation = None  # it may name a class of another file
        node.decorator_list = [each for each in node.decorator_list if not _caches(each)]
        if name in self.watched:
            call = ast.Call(ast.Name("__watch__", ast.Load()), [ast.Constant(name)], [])
            node.decorator_list.append(ast.copy_location(call, node))
        return node


def _caches(decorator: ast.expr) -> bool:
    node = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name in CACHES


class DiGraph:
    """As much of a directed graph of NetworkX as a game tree needs."""

    def __init__(self) -> None:
        self.nodes: dict[Any, dict[str, Any]] = {}
        self.adj: dict[Any, dict[Any, dict[str, Any]]] = {}

    def add_node(self, node: Any, **attributes: Any) -> None:
        self.nodes.setdefault(node, {}).update(attributes)
        self.adj.setdefault(node, {})

    def add_edge(self, one: Any, two: Any, **attributes: Any) -> None:
        self.add_node(one)
        self.add_node(two)
        self.adj[one][two] = attributes

    def add_edges_from(self, edges: Any) -> None:
        for edge in edges:
            self.add_edge(edge[0], edge[1])

    def add_nodes_from(self, nodes: Any) -> None:
        for node in nodes:
            if isinstance(node, tuple) and len(node) == 2 and isinstance(node[1], dict):
                self.add_node(node[0], **node[1])
            else:
                self.add_node(node)

    def successors(self, node: Any) -> Any:
        return iter(list(self.adj[node]))

    neighbors = successors

    def out_degree(self, node: Any) -> int:
        return len(self.adj[node])

    def degree(self, node: Any) -> int:
        return len(self.adj[node]) + sum(node in others for others in self.adj.values())

    def __getitem__(self, node: Any) -> Any:
        return self.adj[node]

    def __contains__(self, node: Any) -> bool:
        return node in self.nodes

    def __iter__(self) -> Any:
        return iter(self.nodes)


def _set_attributes(graph: DiGraph, values: Any, name: str | None = None) -> None:
    for node, value in values.items():
        graph.nodes[node].update(value if isinstance(value, dict) else {str(name): value})


def _networkx() -> ModuleType:
    made = _StandIn("networkx")
    made.__dict__.update(DiGraph=DiGraph, Graph=DiGraph, set_node_attributes=_set_attributes)
    made.__path__ = []
    return made
