"""Positions of real games, unrolled into trees: the last few actions of tic-tac-toe, small heaps of Nim.

Wins, losses and draws are what games are about, and what code that scores a draw as a loss gets wrong. A position is
found by playing random actions from the start until the rest of the game is a small tree with MAX to act.
"""

from __future__ import annotations

import random

from countermove import registry
from countermove.game import Game, S
from countermove.lectures.grade.specimen import Specimen, Sprout

GAMES = ("tictactoe", "nim:piles=(1,2,2)", "subtract:counters=12")
MOST = 150
"""Nodes that a position may have below it."""


def positions(rng: random.Random, number: int) -> list[Specimen]:
    """Positions of the games in turn, each as a tree."""
    found: list[Specimen] = []
    games = [registry.load(spec) for spec in GAMES]
    while len(found) < number:
        game = games[len(found) % len(games)]
        tree = _played(game, rng)
        if tree is not None:
            found.append(Specimen(tree))
    return found


def _played(game: Game, rng: random.Random) -> Sprout | None:
    """The first position of a random game that is small enough, if MAX is to act there."""
    state = game.initial()
    while not game.is_terminal(state):
        tree = unroll(game, state) if game.player(state) == 0 else None
        if tree is not None:
            return tree
        state = game.result(state, rng.choice(list(game.actions(state))))
    return None


def unroll(game: Game[S], state: S) -> Sprout | None:
    """All that can follow a position, as a tree; None when that is too much.

    >>> game = registry.load("nim:piles=(1,1)")
    >>> tree = unroll(game, game.initial())
    >>> tree.size, tree.height
    (5, 2)
    """
    left = MOST

    def sprout(state: S) -> Sprout | None:
        nonlocal left
        left -= 1
        if left < 0:
            return None
        if game.is_terminal(state):
            return Sprout(int(game.utility(state, 0)))
        children = []
        for action in game.actions(state):
            child = sprout(game.result(state, action))
            if child is None:
                return None
            children.append(child)
        return Sprout(0, tuple(children))

    return sprout(state)
