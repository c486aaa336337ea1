"""Breakthrough: two rows of pawns each; the first to break through wins.

A pawn moves one cell straight or diagonally ahead, if that is empty, and captures only diagonally. A player wins by
reaching the far side, or by capturing all pawns. There is always an action: no own pawn is ahead of the foremost one.
Invented by Dan Troyka in 2000. The bit representation is in `_pawns.py`.

Captures matter most, and a pass is nearly always worse than the best action, so search is selective (`null`): at 5,000
nodes an action that wins 80 % of the games against the full-width search (docs/search.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from countermove.bits import bits, shl, shr
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

    def order(self, state: Pawns, action: int) -> float:
        """Wins, then captures by the most advanced pawn; all others are quiet, and search learns their order."""
        cell = self.target(state, action)
        row = cell // self.cols if state.mover == 0 else self.rows - 1 - cell // self.cols
        theirs = state.black if state.mover == 0 else state.white
        taking = theirs >> cell & 1 != 0 or row == self.rows - 1
        return float(row + self.rows if taking else 0)

    def tactical(self, state: Pawns) -> Iterator[int]:
        """Captures, and pawns that arrive."""
        if self.arrived(state):
            return
        theirs, far = (state.black, self.homes[1]) if state.mover == 0 else (state.white, self.homes[0])
        for side in range(-1, 2):
            for cell in bits(self.targets(state, side) & (theirs | far)):
                yield 3 * (cell - self.ahead(state.mover, side)) + side + 1

    def is_quiet(self, state: Pawns) -> bool:
        return False

    def is_threatened(self, state: Pawns) -> bool:
        """Whether a pawn of the other player is one row from arriving."""
        if state.mover == 0:
            return state.black & shl(self.homes[0], self.cols) != 0
        return state.white & shr(self.homes[1], self.cols) != 0

    def extend(self, state: Pawns) -> int:
        """One ply deeper where the mover must win at once or capture."""
        return 1 if self.is_threatened(state) else 0

    def null(self, state: Pawns) -> Pawns:
        """A pass; none where the other player would win at once."""
        if self.arrived(state) or self.is_threatened(state):
            return state
        return Pawns(state.white, state.black, 1 - state.mover)
