"""What a network sees of a position of draughts: each piece on its square, and who has the move.

Both players see the board from their own side, so what is learnt for one holds for the other.

    number = squares x kind + square      kind: 0 own man, 1 own king, 2 the other's man, 3 the other's king
             4 x squares                  the player has the move (the opposition)

A square counts from 0, from the player's own corner. The network in use knows American rules on 8 x 8; elsewhere named
features evaluate a position (evaluation.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from countermove.bits import bits, popcount
from countermove.games.checkers.evaluation import Evaluation
from countermove.games.checkers.moves import ENDS
from countermove.games.checkers.position import BLACK, Position
from countermove.sparse import shipped

SHIPPED = shipped(Path(__file__).parents[1] / "weights" / "checkers-network.npz")
"""The network in use (docs: "Checkers" says how it was trained)."""
STAGES = 8
"""Stages of the game, by the number of pieces."""
TRAINED_SIZE = 8


class Inputs(Evaluation):
    """The inputs of a network, given the size of the board."""

    stages = STAGES
    layers_rows: Any

    @cached_property
    def is_trained(self) -> bool:
        """Whether the network has been trained with these rules."""
        return self.layers_rows is not SHIPPED.rows or self.is_american

    @cached_property
    def is_american(self) -> bool:
        """Whether moves are those of American checkers, on 8 x 8."""
        special = self.flies or self.jumps_back or self.takes_most or self.crowning != ENDS
        return self.board_size == TRAINED_SIZE and not special

    @cached_property
    def active_inputs(self) -> int:  # type: ignore[override]
        return 4 * self.all_squares + 1

    @cached_property
    def max_active(self) -> int:  # type: ignore[override]
        """A piece on every square, and the move."""
        return self.all_squares + 1

    def active(self, state: Position, player: int) -> Iterator[int]:
        """The inputs that are 1, as a player sees them."""
        count, last = self.all_squares, self.all_squares - 1
        is_black = player ^ self.first == BLACK
        own, theirs = (state.black, state.white) if is_black else (state.white, state.black)
        for bit in bits(own | theirs):
            place = self.square_of[bit]
            kind = (0 if own >> bit & 1 != 0 else 2) + (state.kings >> bit & 1)
            yield count * kind + (place if is_black else last - place)
        if self.has_move(state) == (player == state.turn ^ self.first):
            yield 4 * count

    def has_move(self, state: Position) -> bool:
        """Whether the player to act has the move: an odd number of pieces on the rows of its own system."""
        rows = self.even_rows if state.turn == BLACK else self.every & ~self.even_rows
        return popcount((state.black | state.white) & rows) & 1 != 0

    def stage(self, state: Position) -> int:
        """The stage of the game: 0 with the fewest pieces."""
        return min(STAGES - 1, max(0, popcount(state.black | state.white) - 1) * STAGES // self.all_pieces)
