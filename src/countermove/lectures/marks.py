"""Tic-tac-toe for the experiments of the lectures: with good and poor evaluations, and without its symmetries.

The best known evaluation counts open lines: rows, columns and diagonals in which the opponent has no mark. The poor one
counts edges, the worst cells of the board. Both are weighted sums of features, so that the contribution of each feature
can be shown beside the score, and even 8 extra lines weigh less than a win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from countermove.bits import popcount
from countermove.games.tictactoe import LINES, Marks, TicTacToe

EDGES = 0o252


class Lines(NamedTuple):
    """How many lines each side can still complete."""

    own_open_lines: int
    other_open_lines: int


class EdgeCells(NamedTuple):
    """How many edge cells each side holds."""

    own_edges: int
    other_edges: int


@dataclass(frozen=True)
class OpenLines(TicTacToe):
    """Eval = own open lines - the other's open lines.

    >>> game = OpenLines()
    >>> game.features(game.read("b2 a3"), 0), game.evaluate(game.read("b2 a3"), 0)
    (Lines(own_open_lines=5, other_open_lines=4), 0.0625)
    """

    weights = (0.0625, -0.0625)

    def features(self, state: Marks, player: int) -> Lines:
        own, other = (state.x, state.o) if player == 0 else (state.o, state.x)
        return Lines(sum(not line & other for line in LINES), sum(not line & own for line in LINES))


@dataclass(frozen=True)
class Edges(TicTacToe):
    """Eval = own edge cells - the other's: a poor evaluation."""

    weights = (0.0625, -0.0625)

    def features(self, state: Marks, player: int) -> EdgeCells:
        own, other = (state.x, state.o) if player == 0 else (state.o, state.x)
        return EdgeCells(popcount(own & EDGES), popcount(other & EDGES))


@dataclass(frozen=True)
class Blind(TicTacToe):
    """Eval = 0: every unfinished game looks even."""


@dataclass(frozen=True)
class OneOfEach(TicTacToe):
    """Tic-tac-toe with only one of each class of symmetric actions.

    >>> game = OneOfEach()
    >>> [game.action_name(game.initial(), action) for action in game.actions(game.initial())]
    ['a3', 'b3', 'b2']
    """

    def actions(self, state: Marks) -> Iterator[int]:
        seen = set()
        for action in super().actions(state):
            image = self.canonical(self.result(state, action))
            if image not in seen:
                seen.add(image)
                yield action
