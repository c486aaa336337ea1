"""Domineering: fill a board with dominoes, one player vertically, the other horizontally; a player who cannot loses.

The first player is Vertical and covers a cell and the one above it; the second is Horizontal and covers a cell and the
one to its right. An action is the lower or the left cell of a domino. Cell number n is bit n of a number:

    row 3    8  9 10 11       Vertical plays 1: b1-b2 are covered.
        2    4  5  6  7       Horizontal plays 6: c2-d2 are covered.
        1    0  1  2  3
             a  b  c  d       Possible placements:  empty & empty >> columns, empty & empty >> 1

Invented by Göran Andersson. The winner is known for many boards: on squares of 2, 3, 4, 6, 7 and 8 rows the first
player, on those of 1 and 5 the second (Breuker, Uiterwijk and van den Herik, "Solving 8x8 Domineering", 2000; more
boards in Drummond-Cole, "An update on domineering on rectangular boards", 2014).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from countermove.bits import Word, bits, popcount, shl, shr
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.games._checked import whole
from countermove.games._grid import Grid, labelled, labels
from countermove.values import key_of


class Cover(NamedTuple):
    """The cells covered, as a Word: a board of 64 cells uses the sign bit."""

    filled: int
    mover: int


@dataclass(frozen=True)
class Domineering(Grid[Cover]):
    """Place dominoes in turn, the first player vertically, the second horizontally; a player who cannot loses.

    >>> game = Domineering(rows=3, cols=4)
    >>> print(game.text(game.read("b1-b2 c2-d2")))
    3  . . . .
    2  . # # #
    1  . # . .
       a b c d
    """

    rows: int = 8
    cols: int = 8

    def __post_init__(self) -> None:
        whole(self, 1, 64, "rows")
        whole(self, 1, 26, "cols")
        self.check_size()

    # Rules.

    def initial(self) -> Cover:
        return Cover(Word(0), 0)

    def player(self, state: Cover) -> int:
        return state.mover

    def places(self, filled: int, player: int) -> int:
        """The lower or left cells of all dominoes that the player could place."""
        empty = self.full & ~filled
        if player == 0:
            return empty & shr(empty, self.cols)
        return empty & shr(empty & ~self.column, 1)

    def covering(self, cells: int, player: int) -> int:
        """The cells covered by the player's dominoes with these lower or left cells."""
        return cells | shl(cells, self.cols if player == 0 else 1)

    def actions(self, state: Cover) -> Iterator[int]:
        yield from bits(self.places(state.filled, state.mover))

    def result(self, state: Cover, action: int) -> Cover:
        return Cover(state.filled | self.covering(Word(1) << action, state.mover), 1 - state.mover)

    def is_terminal(self, state: Cover) -> bool:
        return self.places(state.filled, state.mover) == 0

    def utility(self, state: Cover, player: int) -> float:
        return -1.0 if player == state.mover else 1.0

    def bounds(self, state: Cover) -> tuple[float, float]:
        return -1.0, 1.0

    def key(self, state: Cover) -> int:
        """A unique number for each state; on 64 cells, where one bit is missing, a hash."""
        if self.rows * self.cols < 64:
            return int(state.filled << 1 | state.mover)
        return key_of(state)

    def flipped(self, cells: int) -> int:
        """Upside down, row by row."""
        turned: int = Word(0)
        for row in range(self.rows):
            cut = shr(cells, row * self.cols) & (1 << self.cols) - 1
            turned |= shl(cut, (self.rows - 1 - row) * self.cols)
        return turned

    def canonical(self, state: Cover) -> Cover:
        """The smallest of the board's four images, with cells filled where no domino fits any more."""
        upright = self.covering(self.places(state.filled, 0), 0)
        lying = self.covering(self.places(state.filled, 1), 1)
        best = self.full & ~(upright | lying)
        image = best
        for turn in range(3):
            image = self.mirrored(image) if turn % 2 == 0 else self.flipped(image)
            best = min(best, image)
        return Cover(best, state.mover)

    def evaluate(self, state: Cover, player: int) -> float:
        """How many more dominoes fit for the player than for the other; safe ones count three times."""
        upright, lying = self.places(state.filled, 0), self.places(state.filled, 1)
        safe_upright = self.places(state.filled | self.covering(lying, 1), 0)
        safe_lying = self.places(state.filled | self.covering(upright, 0), 1)
        more = popcount(upright) - popcount(lying) + 2 * (popcount(safe_upright) - popcount(safe_lying))
        better = more / (4 * self.rows * self.cols)
        return better if player == 0 else -better

    def order(self, state: Cover, action: int) -> float:
        """How many more dominoes fit for the mover than for the other, after the action."""
        after = state.filled | self.covering(Word(1) << action, state.mover)
        return float(popcount(self.places(after, state.mover)) - popcount(self.places(after, 1 - state.mover)))

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return ("Vertical", "Horizontal")[player]

    def action_name(self, state: Cover, action: int) -> str:
        other = action + (self.cols if state.mover == 0 else 1)
        return f"{self.cell_name(action)}-{self.cell_name(other)}"

    def pieces(self, state: Cover) -> list[str]:
        """The rows from the top, as strings of # and a dot."""
        signs = ["#" if state.filled >> cell & 1 else "." for cell in range(self.rows * self.cols)]
        return ["".join(signs[row * self.cols : (row + 1) * self.cols]) for row in reversed(range(self.rows))]

    def write(self, state: Cover) -> str:
        return f"{'/'.join(self.pieces(state))} {'VH'[state.mover]}"

    def read(self, text: str) -> Cover:
        """A board and the player to move ("..../.###/.#.. V", the top row first), or actions ("b1-b2 c2-d2")."""
        if not text.strip() or set(text.split()[0]) - set("#./"):
            return super().read(text)
        board, *rest = text.upper().split()
        rows = board.split("/")
        if len(rest) != 1 or rest[0] not in ("V", "H"):
            raise SpecError(f"The position {text!r} must end with the player to move: a space, and V or H.")
        if len(rows) != self.rows or any(len(row) != self.cols for row in rows):
            size = f"{self.rows} rows of {self.cols} cells"
            raise SpecError(f"The board {board!r} must have {size}, each # or a dot, with / between rows.")
        filled = sum(1 << at for at, sign in enumerate("".join(reversed(rows))) if sign == "#")
        return Cover(Word(filled), "VH".index(rest[0]))

    def text(self, state: Cover) -> str:
        return labelled(self.pieces(state))

    def board(self, state: Cover) -> Board:
        free = list(self.actions(state))
        rows = [
            [
                Cell("■" if piece == "#" else "", action=cell if cell in free else None)
                for cell, piece in enumerate(row, (self.rows - 1 - at) * self.cols)
            ]
            for at, row in enumerate(self.pieces(state))
        ]
        return Board.of(rows, **labels(self.rows, self.cols))
