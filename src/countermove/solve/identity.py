"""Whose database it is: the game, its rules, the first state; so that a file is never taken for another game's.

The digest covers what values depend on: who acts, the actions, what they lead to, ends, utilities, symmetry, the worth
of endless play, and every helper, constant and table those reach. An estimate or an order of actions may change, and so
may comments and layout; the database stays good. It is made from the source, so it is the same under every version of
Python; only rules without source (typed at a prompt) are told by their bytecode.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import NamedTuple

from countermove.game import Game
from countermove.native import digest, source

RULES = ("player", "actions", "result", "is_terminal", "utility", "canonical", "endless")
LONGEST = 400
"""Characters of a game's name that are kept."""


class Identity(NamedTuple):
    """What a database is of."""

    game: str
    rules: str
    start: tuple[int, ...]
    """The numbers of the first state."""


def identify(game: Game, start: tuple[int, ...]) -> Identity:
    """The identity of all that can follow a state, given by its numbers.

    >>> from countermove.games.nim import Nim
    >>> identify(Nim((1, 2)), ()).game
    'Nim(piles=(1, 2), misere=False)'
    """
    plain = type(game).__repr__ is object.__repr__
    name = type(game).__name__ if plain else repr(game)
    return Identity(name if len(name) <= LONGEST else name[: LONGEST - 1] + "…", _rules(game), start)


def _rules(game: Game) -> str:
    functions = digest.reached(type(game), RULES)
    ink = _Source()
    bases = type(game).__mro__
    for (name, _), function in sorted(functions.items(), key=lambda item: (item[0][0], bases.index(item[0][1]))):
        ink.add(f"method {name}")
        ink.function(function)
    for name, value in digest.attributes(game, functions).items():
        ink.add(f"attribute {name}")
        ink.value(value)
    ink.add(f"{game.players} {game.axes} {game.repeats} {game.neutral}")
    return ink.hexdigest()


class _Source(digest._Digest):
    """A digest of source where there is any, and not of bytecode."""

    def body(self, function: FunctionType) -> None:
        definition = source.syntax(function)
        if definition is None:
            return super().body(function)
        for part in ast.walk(definition):
            if isinstance(part, ast.FunctionDef) and ast.get_docstring(part, clean=False) is not None:
                part.body = part.body[1:] or [ast.Pass()]
        return self.add(ast.unparse(definition))
