"""Ten games without an evaluation, for matches between searches that must do without one.

    countermove match src/countermove/bench/blind.py:Gomoku --first mcts --second pvs --nodes 10000 --games 20

They are built-in games whose `evaluate` is removed; everything else that they know stays.
"""

from __future__ import annotations

from dataclasses import dataclass

from countermove.game import Game
from countermove.games import breakthrough, connect, domineering, hexapawn, mnk, morris, othello

__all__ = [
    "Breakthrough", "Breakthrough6", "ConnectFour", "Domineering", "FourInARow", "Gomoku", "Hexapawn",
    "Morris", "Othello", "Othello6",
]  # fmt: skip


@dataclass(frozen=True)
class ConnectFour(connect.Connect):
    """Connect Four on a wider board, which no table of openings knows."""

    cols: int = 8
    evaluate = Game.evaluate


@dataclass(frozen=True)
class Othello(othello.Othello):
    """Othello."""

    evaluate = Game.evaluate


@dataclass(frozen=True)
class Othello6(othello.Othello):
    """Othello on a board of 36."""

    size: int = 6
    evaluate = Game.evaluate


@dataclass(frozen=True)
class Breakthrough(breakthrough.Breakthrough):
    """Breakthrough."""

    evaluate = Game.evaluate


@dataclass(frozen=True)
class Breakthrough6(breakthrough.Breakthrough):
    """Breakthrough on a board of 36."""

    rows: int = 6
    cols: int = 6
    evaluate = Game.evaluate


@dataclass(frozen=True)
class Domineering(domineering.Domineering):
    """Domineering."""

    evaluate = Game.evaluate


@dataclass(frozen=True)
class Gomoku(mnk.Mnk):
    """Five in a row on a board of 49."""

    rows: int = 7
    cols: int = 7
    k: int = 5
    evaluate = Game.evaluate


@dataclass(frozen=True)
class FourInARow(mnk.Mnk):
    """Four in a row on a board of 36."""

    rows: int = 6
    cols: int = 6
    k: int = 4
    evaluate = Game.evaluate


@dataclass(frozen=True)
class Morris(morris.Morris):
    """Nine men's morris."""

    evaluate = Game.evaluate


@dataclass(frozen=True)
class Hexapawn(hexapawn.Hexapawn):
    """Hexapawn on a board of 25."""

    rows: int = 5
    cols: int = 5
    evaluate = Game.evaluate
