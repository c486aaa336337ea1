"""What a position of draughts is worth: a weighted sum of eleven features, each one side's minus the other's.

There are two rows of weights, for a full board and for an empty one, mixed by the number of pieces. They were fitted to
what searches found in games of self-play (docs: "Checkers"). Where the rules are American and the board is 8 x 8, a
network evaluates instead (inputs.py). Where a capture is due the position is not evaluated but searched on, since
captures are compulsory.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from countermove.bits import popcount, shl, shr
from countermove.games.checkers.ending import Endings
from countermove.games.checkers.position import BLACK, Position, place_of


class Features(NamedTuple):
    """The features, by name."""

    men: float
    kings: float
    share: float
    """The difference in pieces as a share of all: exchanges are good for the side that has more."""
    back_row: float
    """Men at home, which keep the opponent from crowning."""
    advance: float
    """Rows that men have come forward."""
    centre: float
    """Pieces in the centre."""
    kings_in_centre: float
    edge: float
    """Men at the edge."""
    crowning: float
    """Men that can be crowned with their next move."""
    opposition: float
    """Having the move: 1 if the pieces on the mover's rows are odd in number, else -1; in equal endings."""
    tempo: float
    """1 for the player to move."""


WEIGHTS = (
    (0.1087, 0.1518, 0.4016, 0.0094, -0.0046, 0.0075, 0.0154, 0.0036, 0.0248, 0.0091, 0.0046),
    (0.1085, 0.1498, 0.3976, 0.0196, 0.0063, 0.0030, 0.0058, -0.0080, 0.0175, 0.0099, 0.0002),
)
"""For a full board, and an empty one."""
FEW = 10
"""The most pieces with which the opposition counts."""


class Evaluation(Endings):
    """The features, given the size of the board."""

    first: int
    """The colour of player 0."""

    @cached_property
    def rows_by_bit(self) -> tuple[int, ...]:
        """The squares of each row."""
        half = self.half
        return tuple(((1 << half) - 1) << row * half + row // 2 for row in range(self.board_size))

    def _where(self, columns: range, rows: range) -> int:
        places = [(number, place_of(number, self.half)) for number in range(1, self.all_squares + 1)]
        return sum(
            1 << self.bits_of[number - 1] for number, (row, column) in places if row in rows and column in columns
        )

    @cached_property
    def central(self) -> int:
        inner = range(self.board_size // 2 - 2, self.board_size // 2 + 2)
        return self._where(inner, inner)

    @cached_property
    def edges(self) -> int:
        whole = range(self.board_size)
        return self._where(range(1), whole) | self._where(range(self.board_size - 1, self.board_size), whole)

    @cached_property
    def even_rows(self) -> int:
        return sum(self.rows_by_bit[::2])

    def advanced(self, men: int, colour: int) -> int:
        """The rows that men have come forward, in all."""
        found = 0
        for row in range(1, self.board_size - 1):
            found += row * popcount(men & self.rows_by_bit[row if colour == BLACK else self.board_size - 1 - row])
        return found

    def named_features(self, state: Position, player: int) -> Features:
        """The features of a position for a player."""
        black, white, kings = state.black, state.white, state.kings
        empty = self.every & ~(black | white)
        black_men, white_men = black & ~kings, white & ~kings
        black_kings, white_kings = black & kings, white & kings
        last = self.board_size - 1
        one, two = self.half, self.half + 1
        pieces = popcount(black) + popcount(white)
        ahead = popcount(black) - popcount(white)
        top, bottom = self.rows_by_bit[0], self.rows_by_bit[last]
        near_bottom, near_top = self.rows_by_bit[last - 1] & black_men, self.rows_by_bit[1] & white_men
        crowning_black = popcount((shl(near_bottom, one) | shl(near_bottom, two)) & empty)
        crowning_white = popcount((shr(near_top, one) | shr(near_top, two)) & empty)
        turn = 1.0 if state.turn == BLACK else -1.0
        opposition = 0.0
        if ahead == 0 and pieces <= FEW:
            rows = self.even_rows if state.turn == BLACK else self.every & ~self.even_rows
            opposition = turn if popcount((black | white) & rows) & 1 != 0 else -turn
        sign = 1.0 if player ^ self.first == BLACK else -1.0
        return Features(
            sign * (popcount(black_men) - popcount(white_men)),
            sign * (popcount(black_kings) - popcount(white_kings)),
            sign * ahead / max(1, pieces),
            sign * (popcount(black_men & top) - popcount(white_men & bottom)),
            sign * (self.advanced(black_men, BLACK) - self.advanced(white_men, 1 - BLACK)),
            sign * (popcount(black & self.central) - popcount(white & self.central)),
            sign * (popcount(black_kings & self.central) - popcount(white_kings & self.central)),
            sign * (popcount(black_men & self.edges) - popcount(white_men & self.edges)),
            sign * (crowning_black - crowning_white),
            sign * opposition,
            sign * turn,
        )

    @cached_property
    def all_pieces(self) -> int:
        """The pieces at the start, or more."""
        return (self.board_size - 2) * self.half

    def fullness(self, state: Position) -> float:
        """How full the board is: 1 at the start."""
        return min(1.0, popcount(state.black | state.white) / self.all_pieces)
