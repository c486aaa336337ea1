"""Purity: whether a function always returns the same result, so that Python may evaluate it at compile time.

Reading a clock, a random number, a file or the environment is impure, and so is modifying anything that outlives the
call. Such calls are always rejected: compiled or not, rules must be deterministic.
"""

from __future__ import annotations

import ast
import functools
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from countermove.native import digest, source

PURE = {"builtins", "math", "itertools", "operator", "_operator", "functools", "_functools", "fractions", "string"}
"""Modules whose functions Python evaluates if all arguments are constants."""
DICE = {"random", "_random", "secrets", "uuid", "numpy.random"}
CLOCKS = {"time", "datetime", "_datetime", "calendar", "timeit", "sched"}
FILES = {
    "io", "_io", "os", "posix", "nt", "posixpath", "ntpath", "pathlib", "shutil", "tempfile", "glob", "fileinput",
    "logging", "urllib", "http", "socket", "_socket", "ssl", "requests", "subprocess", "sqlite3", "csv", "shelve",
    "dbm",
}  # fmt: skip
MACHINE = {
    "sys",
    "threading",
    "_thread",
    "multiprocessing",
    "asyncio",
    "gc",
    "signal",
    "platform",
    "inspect",
    "warnings",
}
READS = {"print", "open", "input", "breakpoint", "help"}
LOOKS = {"id", "globals", "locals", "vars", "eval", "exec", "compile", "__import__", "setattr", "delattr", "memoryview"}
CHANGES = {
    "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "add", "discard", "update", "setdefault",
    "popitem", "appendleft", "popleft", "rotate", "fill", "shuffle", "seed",
}  # fmt: skip
"""Methods that modify their object."""


def world(function: Any) -> str:
    """A function's side effect: "dice", "clock", "files", "machine" or nothing."""
    module, name = _home(function)
    if module == "builtins" and name in READS:
        return "files"
    if module == "builtins" and name in LOOKS:
        return "machine"
    top = "numpy.random" if module.startswith("numpy.random") else module.partition(".")[0]
    for found, modules in (("dice", DICE), ("clock", CLOCKS), ("files", FILES), ("machine", MACHINE)):
        if module in modules or top in modules:
            return found
    return ""


def reason(function: Any) -> str:
    """Why a call is rejected, and what to write instead; "" if it is pure."""
    kind = world(function)
    if not kind:
        return ""
    module, name = _home(function)
    module = {"_io": "io", "_random": "random", "_datetime": "datetime", "posix": "os", "nt": "os"}.get(module, module)
    whole = name if module in ("builtins", "io") and name in READS | LOOKS else f"{module}.{name}"
    if name == "print" and whole == name:
        return "it prints; rules only compute: remove the print, or print from `text`"
    return f"it calls {whole}: {ADVICE[kind]}"


ADVICE = {
    "dice": "rules must give the same answer every time; make the die a chance node (CHANCE, chances)",
    "clock": "rules must give the same answer every time, whatever the clock says; count plies in the state instead",
    "files": "rules only compute; read the file once, into a constant at the top of the file",
    "machine": "rules may only use the state and constants; write your own version",
}


def _home(function: Any) -> tuple[str, str]:
    """The module and name of a callee; for a method, its object's module."""
    name = getattr(function, "__name__", type(function).__name__)
    owner = getattr(function, "__self__", None)
    if (
        isinstance(function, BuiltinFunctionType | MethodType)
        and owner is not None
        and not isinstance(owner, ModuleType)
    ):
        cls = owner if isinstance(owner, type) else type(owner)
        return cls.__module__, name
    return getattr(function, "__module__", None) or type(function).__module__, name


def is_pure(function: Any, game: Any = None) -> bool:
    """Whether a function and everything it calls is pure."""
    return _is_pure(function, type(game) if game is not None else None, set())


def _is_pure(function: Any, cls: type | None, seen: set[int]) -> bool:
    function = digest.uncached(getattr(function, "py_func", function))
    function = getattr(function, "__func__", function)
    if id(function) in seen:
        return True
    seen.add(id(function))
    if world(function):
        return False
    if not isinstance(function, FunctionType):
        return True
    if not _is_quiet(function):
        return False
    around = digest.surroundings(function)
    taken = digest.loaded(function.__code__)
    for name, value in [*around.items(), *_builtins(function, taken)]:
        if isinstance(value, ModuleType):
            if not all(_is_pure(each, cls, seen) for each in _members(value, taken.get(name, frozenset()))):
                return False
        elif (callable(value) and not isinstance(value, type) and not _is_pure(value, cls, seen)) or (
            isinstance(value, type) and world(value)
        ):
            return False
    if cls is None:
        return True
    called = [digest.method(cls, name) for name in digest.asked(function)]
    return all(_is_pure(each, cls, seen) for each in called if each is not None)


def _builtins(function: FunctionType, taken: Any) -> list[tuple[str, Any]]:
    import builtins

    return [
        (name, getattr(builtins, name))
        for name in taken
        if name not in function.__globals__ and hasattr(builtins, name)
    ]


def _members(module: ModuleType, names: frozenset[str]) -> list[Any]:
    """The functions that code uses from a module and its submodules."""
    found: list[Any] = []
    waiting: list[Any] = [module]
    while waiting:
        here = waiting.pop()
        for name in names:
            value = getattr(here, name, None)
            if isinstance(value, ModuleType):
                waiting.append(value)
            elif callable(value):
                found.append(value)
    return found


@functools.lru_cache(maxsize=4096)
def _is_quiet(function: FunctionType) -> bool:
    """Whether a function modifies nothing that outlives the call."""
    tree = source.syntax(function)
    if tree is None:
        return False
    parameters = {each.arg for each in ast.walk(tree.args) if isinstance(each, ast.arg)}
    own = {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    } - parameters
    for node in ast.walk(tree):
        if isinstance(node, ast.Global | ast.Await | ast.AsyncFunctionDef):
            return False
        if isinstance(node, ast.Nonlocal) and set(node.names) & set(function.__code__.co_freevars):
            return False
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            return False
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) and _root(node) not in own:
            return False
        if isinstance(node, ast.Attribute) and node.attr in CHANGES and _root(node) not in own:
            return False
    return True


def _root(node: ast.AST) -> str:
    """The name at the root of an expression such as `a.b[c]`."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
