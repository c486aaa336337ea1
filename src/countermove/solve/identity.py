"""The identity of a database: the game, its rules and the first state, so that it is never used for another game.

The digest covers what values depend on: player, actions, result, terminal states, utilities, symmetry, the value of
endless play, with slices their numbering, and every helper, constant and table of the author that those reach.
Nothing else counts. Evaluation, networks and action order may change, and so may comments, layout and types of
parameters; the contract may gain methods, attributes and axes; the database stays valid. It is made from the source,
so it is the same under every version of Python; only rules without source (typed at a prompt) are identified by their
bytecode.
"""

from __future__ import annotations

import ast
from dataclasses import fields
from types import FunctionType
from typing import NamedTuple

from countermove.game import Game
from countermove.native import digest, source

RULES = ("player", "actions", "result", "is_terminal", "utility", "canonical", "endless")
SLICE_RULES = (*RULES, "slice_of", "slice_index", "slice_state")
"""What a database of slices depends on."""
MAX_NAME = 400
"""Characters of a game's name that are kept."""


class Identity(NamedTuple):
    """What a database belongs to."""

    game: str
    rules: str
    start: tuple[int, ...]
    """The first state, as numbers."""


def identify(
    game: Game, start: tuple[int, ...], methods: tuple[str, ...] = RULES, apart_from: tuple[str, ...] = ()
) -> Identity:
    """The identity of a database from a state on, given as numbers, apart from some attributes.

    >>> from countermove.games.nim import Nim
    >>> identify(Nim((1, 2)), ()).game
    'Nim(piles=(1, 2), misere=False)'
    """
    plain = type(game).__repr__ is object.__repr__
    name = type(game).__name__ if plain else repr(game)
    return Identity(
        name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…", _rules(game, methods, apart_from), start
    )


def _rules(game: Game, methods: tuple[str, ...], apart_from: tuple[str, ...]) -> str:
    reached = digest.reached(type(game), methods)
    functions = {key: function for key, function in reached.items() if key[1] is not Game}
    ink = _Source()
    bases = type(game).__mro__
    for (name, _), function in sorted(functions.items(), key=lambda item: (item[0][0], bases.index(item[0][1]))):
        ink.add(f"method {name}")
        ink.function(function)
    for name, value in digest.attributes(game, functions, declared=()).items():
        if name not in apart_from:
            ink.add(f"attribute {name}")
            ink.value(value)
    axes = {each.name: getattr(game.axes, each.name) for each in fields(game.axes)}
    standard = {each.name: each.default for each in fields(game.axes)}
    unusual = {name: value for name, value in axes.items() if value != standard[name]}
    ink.add(f"{game.players} {unusual} {game.repeats} {game.neutral}")
    return ink.hexdigest()


class _Source(digest._Digest):
    """A digest of source, or of bytecode where there is none."""

    def body(self, function: FunctionType) -> None:
        definition = source.syntax(function)
        if definition is None:
            return super().body(function)
        for part in ast.walk(definition):
            if isinstance(part, ast.arg):
                part.annotation = None
            elif isinstance(part, ast.FunctionDef):
                part.returns = None
                if ast.get_docstring(part, clean=False) is not None:
                    part.body = part.body[1:] or [ast.Pass()]
        return self.add(ast.unparse(definition))
