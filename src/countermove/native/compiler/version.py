"""Variables that are used for one thing after another, told apart.

    board = list(state.board)
    board[cell] = mark
    board = "".join(board)

To Python `board` is one variable; here it is two, a list and a string. A name that is assigned anew at the outermost
level of a function begins a new life there: nothing after that can see the old one. Inside loops and branches names
stay as they are.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

__all__ = ["versioned"]


def versioned(tree: ast.FunctionDef) -> ast.FunctionDef:
    """A function with a new name wherever a variable begins a new life; the same object where none does."""
    counts: dict[str, int] = {}
    for statement in tree.body:
        for name in _assigned(statement):
            counts[name] = counts.get(name, 0) + 1
    for argument in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs):
        if argument.arg in counts:
            counts[argument.arg] += 1
    several = {name for name, count in counts.items() if count > 1} - _captured(tree)
    if not several:
        return tree
    new = copy.deepcopy(tree)
    lives = dict.fromkeys(several, 0)
    for statement in new.body:
        begun = [name for name in _assigned(statement) if name in several]
        if begun:
            value = statement.value  # type: ignore[attr-defined]
            statement.value = _Rename(lives).visit(value)  # type: ignore[attr-defined]
            for name in begun:
                lives[name] += 1
            for target in statement.targets:  # type: ignore[attr-defined]
                _Rename(lives).visit(target)
        else:
            _Rename(lives).visit(statement)
    return ast.fix_missing_locations(new)


def _assigned(statement: ast.stmt) -> list[str]:
    """The names that a statement assigns as a whole: `a = ...`, `a, b = ...`."""
    if not isinstance(statement, ast.Assign):
        return []
    found = []
    for target in statement.targets:
        items = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
        if not all(isinstance(item, ast.Name | ast.Starred | ast.Tuple) for item in items):
            return []
        found += [item.id for item in items if isinstance(item, ast.Name)]
    return found


def _captured(tree: ast.FunctionDef) -> set[str]:
    """Names that functions inside the function mention, which see a variable and not one of its lives."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if node is not tree and isinstance(node, ast.FunctionDef | ast.Lambda):
            found |= {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        if isinstance(node, ast.Nonlocal | ast.Global):
            found |= set(node.names)
        if isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            found.add(node.name)
        if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            for generator in node.generators:
                found |= {each.id for each in ast.walk(generator.target) if isinstance(each, ast.Name)}
    return found


class _Rename(ast.NodeTransformer):
    def __init__(self, lives: dict[str, int]) -> None:
        self.lives = lives

    def visit_Name(self, node: ast.Name) -> Any:
        if self.lives.get(node.id):
            node.id = f"{node.id}__{self.lives[node.id]}"
        return node
