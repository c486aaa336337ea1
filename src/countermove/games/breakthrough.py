"""Breakthrough: two rows of pawns each; the first to break through wins.

A pawn moves one cell straight or diagonally ahead, if that is empty, and captures only diagonally. A player wins by
reaching the far side, or by capturing all pawns. There is always an action: no own pawn is ahead of the foremost one.
Invented by Dan Troyka in 2000. The bit representation is in `_pawns.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from countermove.games._pawns import Pawns, Walk

__all__ = ["Breakthrough", "Pawns"]


@dataclass(frozen=True)
class Breakthrough(Walk):
    """Two rows of pawns each: move one ahead, straight or diagonally, and capture diagonally; reach the far side.

    >>> game = Breakthrough(rows=5, cols=4)
    >>> print(game.text(game.read("a2-b3 c4xb3")))
    5  B B B B
    4  B B . B
    3  . B . .
    2  . W W W
    1  W W W W
       a b c d
    """

    rows: int = 8
    cols: int = 8

    lines: ClassVar[int] = 2
    slips: ClassVar[bool] = True
