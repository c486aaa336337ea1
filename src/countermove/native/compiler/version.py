"""Renaming of reused variables, and boxing of variables that a nested function modifies.

    board = list(state.board)
    board[cell] = mark
    board = "".join(board)

To Python `board` is one variable; here it is two, a list and a string. A name reassigned at the top level of a function
starts a new version: nothing after that can see the old one. In a nested block (a loop or branch) the same holds for
all versions but the last, which keeps the old name after the block, unless nothing there reads it.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from typing import Any


def versioned(tree: ast.FunctionDef) -> ast.FunctionDef:
    """A function with a new name for each version of a variable; the same object if nothing changes."""
    if not _is_touched(tree):
        return tree
    new = copy.deepcopy(tree)
    _box(new)
    for node in list(ast.walk(new)):
        if isinstance(node, ast.FunctionDef):
            _outermost(node)
            _Blocks(node).visit()
    return ast.fix_missing_locations(new)


def _is_touched(tree: ast.FunctionDef) -> bool:
    """Whether anything needs renaming: a name assigned twice, or modified by a nested function."""
    counts = Counter(argument.arg for argument in _parameters(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Nonlocal):
            return True
        if isinstance(node, ast.FunctionDef):
            counts.update(argument.arg for argument in _parameters(node))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            counts[node.id] += 1
    return any(count > 1 for count in counts.values())


def _parameters(tree: ast.FunctionDef) -> list[ast.arg]:
    return [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]


def _outermost(tree: ast.FunctionDef) -> None:
    """New names for versions that start at the top level of a function."""
    counts: dict[str, int] = {}
    for statement in tree.body:
        for name in _assigned(statement):
            counts[name] = counts.get(name, 0) + 1
    for argument in _parameters(tree):
        if argument.arg in counts:
            counts[argument.arg] += 1
    several = {name for name, count in counts.items() if count > 1} - _captured(tree)
    lives = {name: name for name in several}
    for statement in tree.body:
        _begin_lives(statement, lives, {name: f"{name}__{_number(lives[name], name) + 1}" for name in several})


def _number(life: str, name: str) -> int:
    return 0 if life == name else int(life.rpartition("__")[2])


def _begin_lives(statement: ast.stmt, lives: dict[str, str], new: dict[str, str]) -> None:
    """Rename in a statement; names it assigns get their new version."""
    begun = [name for name in _assigned(statement) if name in lives]
    if not begun:
        _Rename(lives).visit(statement)
        return
    value = statement.value  # type: ignore[attr-defined]
    statement.value = _Rename(lives).visit(value)  # type: ignore[attr-defined]
    for name in begun:
        lives[name] = new[name]
    for target in statement.targets:  # type: ignore[attr-defined]
        _Rename(lives).visit(target)


class _Blocks:
    """The nested blocks of a function, except `try`, which may exit anywhere."""

    def __init__(self, tree: ast.FunctionDef) -> None:
        self.tree = tree
        self.captured = _captured(tree)
        self.count = 0

    def visit(self) -> None:
        self._children(self.tree.body)

    def _children(self, statements: list[ast.stmt]) -> None:
        for each in statements:
            if isinstance(each, ast.If | ast.For | ast.While):
                for block in (each.body, each.orelse):
                    self._block(block, each)
                    self._children(block)

    def _block(self, block: list[ast.stmt], owner: ast.stmt) -> None:
        counts = Counter(name for statement in block for name in _assigned(statement))
        counts = Counter({name: count for name, count in counts.items() if name not in self.captured})
        if not counts:
            return
        ends = isinstance(block[-1], ast.Return | ast.Raise)
        leaves = any(isinstance(node, ast.Break | ast.Continue) for each in block for node in ast.walk(each))
        for name, count in counts.items():
            forgotten = ends or self._is_local(name, block, owner)
            if not forgotten and (count < 2 or leaves):
                continue
            self._rename(name, block, count if forgotten else count - 1)

    def _is_local(self, name: str, block: list[ast.stmt], owner: ast.stmt) -> bool:
        """Whether neither code outside a block nor the next iteration sees a variable."""
        inside = sum(_mentions(each, name) for each in block)
        target = _mentions(owner.target, name) if isinstance(owner, ast.For) and block is owner.body else 0
        if inside + target != sum(_mentions(each, name) for each in self.tree.body):
            return False
        if any(argument.arg == name for argument in _parameters(self.tree)):
            return False
        first = next(each for each in block if _mentions(each, name))
        begins = name in _assigned(first) and not _mentions(first.value, name)  # type: ignore[attr-defined]
        return bool(target) or begins

    def _rename(self, name: str, block: list[ast.stmt], count: int) -> None:
        """New names for the first `count` versions of a variable in a block."""
        lives = {name: name}
        for statement in block:
            if name in _assigned(statement) and count:
                self.count += 1
                count -= 1
                _begin_lives(statement, lives, {name: f"{name}__b{self.count}"})
            else:
                _begin_lives(statement, lives, {name: name})


def _mentions(node: ast.AST, name: str) -> int:
    return sum(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


def _assigned(statement: ast.stmt) -> list[str]:
    """The names a statement assigns: `a = ...`, `a, b = ...`."""
    if not isinstance(statement, ast.Assign):
        return []
    found = []
    for target in statement.targets:
        items = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
        if not all(isinstance(item, ast.Name | ast.Starred | ast.Tuple) for item in items):
            return []
        named = [item.value if isinstance(item, ast.Starred) else item for item in items]
        found += [item.id for item in named if isinstance(item, ast.Name)]
    return found


def _captured(tree: ast.FunctionDef) -> set[str]:
    """Names that nested functions mention, which refer to the variable, not to a version."""
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
    def __init__(self, lives: dict[str, str]) -> None:
        self.lives = lives

    def visit_Name(self, node: ast.Name) -> Any:
        node.id = self.lives.get(node.id, node.id)
        return node


# Boxes.


def _box(tree: ast.FunctionDef) -> None:
    """Box variables that a recursive nested function modifies (nonlocal) in one-item lists.

    Such a function is compiled separately, and can share a list with the enclosing one.
    """
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node is not tree and _mentions(node, node.name):
            names |= {name for each in ast.walk(node) if isinstance(each, ast.Nonlocal) for name in each.names}
    for name in names:
        if _can_box(tree, name):
            _put_in_box(tree, name)


def _can_box(tree: ast.FunctionDef, name: str) -> bool:
    """Whether a name is one variable throughout a function, and is bound before it is read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arguments) and any(
            argument.arg == name for argument in (*node.posonlyargs, *node.args, *node.kwonlyargs)
        ):
            return False
        if isinstance(node, ast.comprehension) and _mentions(node.target, name):
            return False
    first = next((each for each in tree.body if _mentions(each, name)), None)
    return _target(first) == name


def _target(statement: ast.stmt | None) -> str:
    """The only name a statement assigns."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id
    if isinstance(statement, ast.AnnAssign) and statement.value is not None and isinstance(statement.target, ast.Name):
        return statement.target.id
    return ""


def _put_in_box(tree: ast.FunctionDef, name: str) -> None:
    box = f"{name}__box"
    at = next(number for number, each in enumerate(tree.body) if _mentions(each, name))
    first: Any = tree.body[at]
    whole = ast.copy_location(ast.List([first.value], ast.Load()), first)
    tree.body[at] = ast.copy_location(ast.Assign([ast.Name(box, ast.Store())], whole), first)
    rename = _Boxed(name, box)
    for number, each in enumerate(tree.body):
        if number != at:
            tree.body[number] = rename.visit(each)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            kept = [each for each in node.body if not (isinstance(each, ast.Nonlocal) and not each.names)]
            node.body[:] = kept or [ast.copy_location(ast.Pass(), node)]


class _Boxed(ast.NodeTransformer):
    def __init__(self, name: str, box: str) -> None:
        self.name, self.box = name, box

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id != self.name:
            return node
        box = ast.copy_location(ast.Name(self.box, ast.Load()), node)
        return ast.copy_location(ast.Subscript(box, ast.Constant(0), node.ctx), node)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> Any:
        node.names = [each for each in node.names if each != self.name]
        return node
