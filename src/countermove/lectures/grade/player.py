"""How code speaks of players, read from its source: as numbers, as this game does, or as words of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

ASKS = ("player", "to_move")
"""The functions that tell who acts."""
MOST = 4
"""Meanings of a parameter that are tried."""


def compared_text(tree: ast.Module) -> tuple[int, str] | None:
    r"""The first line that compares a player, as the game gives it, with a string; and the text.

    >>> compared_text(ast.parse("turn = game.player(state)\nif turn == 'MAX': pass"))
    (2, 'MAX')
    """
    turns = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _asks(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            texts = [text for side in sides for text in _constants(side) if isinstance(text, str)]
            if texts and any(_asks(side) or (isinstance(side, ast.Name) and side.id in turns) for side in sides):
                return node.lineno, texts[0]
    return None


def starts_of(function: ast.FunctionDef, parameter: str, numbers: bool) -> tuple[int | str, ...]:
    """What a parameter that says whose turn it is may be at the root.

    Words are the code's own; of numbers, 0 is MAX wherever a game is asked, and only `numbers` allows others.
    """
    compared = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Compare)
        and any(isinstance(side, ast.Name) and side.id == parameter for side in (node.left, *node.comparators))
    ]
    found = [value for node in compared for side in (node.left, *node.comparators) for value in _constants(side)]
    if any(isinstance(value, str) for value in found):
        words = [value for value in _constants(function) if isinstance(value, str) and len(value) <= 12]
        return tuple(dict.fromkeys(words))[:MOST]
    if not numbers:
        return (0,)
    return tuple(dict.fromkeys([0, *(value for value in found if isinstance(value, int))]))[:MOST]


def called(call: ast.Call) -> str:
    """The name of what is called."""
    function = call.func
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )


def _asks(node: ast.expr) -> bool:
    """Whether this is who acts, as the game gives it."""
    if isinstance(node, ast.Call):
        return called(node) in ASKS
    return isinstance(node, ast.Attribute) and node.attr in ASKS


def _constants(node: ast.AST) -> Iterator[object]:
    return (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
