"""Hexapawn: a row of chess pawns each, on a small board.

A pawn moves one cell ahead if that is empty, and captures diagonally. A player wins by reaching the far side, or by
leaving the other without an action. Martin Gardner invented it in 1962 for a machine of matchboxes that learns to play:
on 3 x 3 cells the second player wins, and the machine finds out (Scientific American, March 1962). On 4 x 4 cells, as
octopawn, the first player wins. The bit representation is in `_pawns.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from countermove.games._pawns import Pawns, Walk

__all__ = ["Hexapawn", "Pawns"]


@dataclass(frozen=True)
class Hexapawn(Walk):
    """A row of pawns each: move one ahead, or capture diagonally; reach the far side, or block the other.

    >>> game = Hexapawn()
    >>> print(game.text(game.read("b1-b2 a3xb2")))
    3  . B B
    2  . B .
    1  W . W
       a b c
    """

    rows: int = 3
    cols: int = 3

    lines: ClassVar[int] = 1
    slips: ClassVar[bool] = False
