"""Breakthrough: two rows of pawns each; one that gets through wins.

A pawn goes one cell ahead or diagonally ahead, if that is empty, and takes diagonally only. Whoever reaches the far
side wins, and so does whoever takes all pawns. There is always an action: nothing of one's own stands before the
foremost pawn. Dan Troyka made it up in 2000. How pawns are held as bits: `_pawns.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from countermove.games._pawns import Pawns, Walk

__all__ = ["Breakthrough", "Pawns"]


@dataclass(frozen=True)
class Breakthrough(Walk):
    """Two rows of pawns each: one ahead, straight or diagonally, and take diagonally; reach the far side.

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
