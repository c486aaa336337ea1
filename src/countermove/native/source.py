"""The source of a function as a syntax tree, if it still matches the compiled code."""

from __future__ import annotations

import ast
import copy
import functools
import inspect
import linecache
import textwrap
from types import CodeType
from typing import Any


def syntax(function: Any) -> ast.FunctionDef | None:
    """The syntax tree of a function, or None if its source is unavailable or differs from what was compiled."""
    if function.__name__ == "<lambda>":
        return _lambda(function.__code__)
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
    if not _same_file(function.__code__) and not _same_code(definition, function.__code__):
        return None
    return _mangled(definition, function.__qualname__)


def _lambda(code: CodeType) -> ast.FunctionDef | None:
    """A lambda at module or class level, as a function that returns its value."""
    if not _same_file(code):
        return None
    places = [each for each in code.co_positions() if None not in each and each[2] != each[3]]
    found = None
    for node in ast.walk(_tree("".join(linecache.getlines(code.co_filename)))):
        if isinstance(node, ast.Lambda) and all(_is_inside(node, place) for place in places):
            found = node  # the innermost comes last
    if found is None:
        return None
    result = ast.copy_location(ast.Return(found.body), found.body)
    definition = ast.FunctionDef("lambda", found.args, [result], [], None)
    return ast.fix_missing_locations(ast.copy_location(definition, found))


@functools.lru_cache(maxsize=8)
def _tree(text: str) -> ast.Module:
    return ast.parse(text)


def lines_of(file: str, name: str) -> list[int]:
    """The lines of a function in the current file; none if it is not there.

    Their order survives edits to comments and empty lines.
    """
    linecache.checkcache(file)
    try:
        found = _functions("".join(linecache.getlines(file))).get(name)
    except (SyntaxError, ValueError):
        return []
    return sorted({node.lineno for node in ast.walk(found) if hasattr(node, "lineno")}) if found else []


@functools.lru_cache(maxsize=8)
def _functions(text: str) -> dict[str, ast.AST]:
    """The functions of a text by their qualified names."""
    found: dict[str, ast.AST] = {}

    def look(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                found[prefix + child.name] = child
                look(child, f"{prefix}{child.name}.<locals>.")
            else:
                look(child, f"{prefix}{child.name}." if isinstance(child, ast.ClassDef) else prefix)

    look(_tree(text), "")
    return found


def _is_inside(node: ast.Lambda, place: Any) -> bool:
    line, end_line, column, end_column = place
    start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    return start <= (line, column) and (end_line, end_column) <= end


def _same_file(code: CodeType) -> bool:
    """Whether the current file has the same function in the same place.

    A function compiled alone may differ: Python treats names the file imports differently.
    """
    found = _compiled("".join(linecache.getlines(code.co_filename)))
    return any(_same(each, code) for each in found.get((code.co_name, code.co_firstlineno), ()))


@functools.lru_cache(maxsize=32)
def _compiled(text: str) -> dict[tuple[str, int], list[CodeType]]:
    """Every function in a text, by name and line."""
    found: dict[tuple[str, int], list[CodeType]] = {}
    try:
        waiting = [compile(text, "source", "exec", dont_inherit=True)]
    except (SyntaxError, ValueError):
        return found
    while waiting:
        for item in waiting.pop().co_consts:
            if isinstance(item, CodeType):
                found.setdefault((item.co_name, item.co_firstlineno), []).append(item)
                waiting.append(item)
    return found


def _same_code(definition: ast.FunctionDef, code: CodeType) -> bool:
    """Whether the source still matches the compiled code (a file may have been edited since)."""
    free = code.co_freevars
    inner: ast.stmt = copy.deepcopy(definition)
    if free:  # a closure compiles differently, so give the copy the same free variables
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


def _mangled(definition: ast.FunctionDef, name: str) -> ast.FunctionDef:
    """A function with the names of private attributes as Python writes them: `__cells` in Board is `_Board__cells`."""
    owner = name.rpartition(".")[0].rpartition(".")[2].lstrip("_")
    if owner and owner != "<locals>":
        for node in ast.walk(definition):
            if isinstance(node, ast.Attribute) and node.attr.startswith("__") and not node.attr.endswith("__"):
                node.attr = f"_{owner}{node.attr}"
    return definition


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
