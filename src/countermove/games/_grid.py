"""Boards of rows and columns: their labels, and cells as the bits of a number, row by row from the bottom left.

row 3    8  9 10 11
    2    4  5  6  7
    1    0  1  2  3
         a  b  c  d
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from countermove.bits import Word, shl, shr
from countermove.errors import SpecError
from countermove.game import Game, S


def labelled(rows: list[str]) -> str:
    """Rows of signs from the top, with their numbers on the left and the letters of the columns below."""
    wide = len(str(len(rows)))
    lines = [f"{len(rows) - at:{wide}}  {' '.join(row)}" for at, row in enumerate(rows)]
    return "\n".join([*lines, " " * (wide + 2) + " ".join(_letters(len(rows[0])))])


def labels(rows: int, cols: int) -> dict[str, Any]:
    """The names of rows and columns, as `Board.of` takes them."""
    return {"row_names": tuple(str(rows - at) for at in range(rows)), "column_names": tuple(_letters(cols))}


def _letters(count: int) -> list[str]:
    return [chr(ord("a") + at) for at in range(count)]


@dataclass(frozen=True)
class Grid(Game[S]):
    """A game on at most 64 cells, held as Words: a board of 64 uses the sign bit."""

    rows: int
    cols: int

    def check_size(self) -> None:
        """Refuse a board of more than 64 cells."""
        if self.rows * self.cols > 64:
            size = f"{self.rows} x {self.cols} cells are {self.rows * self.cols}"
            raise SpecError(f"{type(self).__name__}: {size}; the limit is 64.")

    @cached_property
    def full(self) -> int:
        return Word((1 << self.rows * self.cols) - 1)

    @cached_property
    def column(self) -> int:
        """The leftmost column."""
        return Word(sum(1 << row * self.cols for row in range(self.rows)))

    def mirrored(self, cells: int) -> int:
        """Mirrored left to right, column by column."""
        turned: int = Word(0)
        for col in range(self.cols):
            turned |= shl(shr(cells, col) & self.column, self.cols - 1 - col)
        return turned

    def cell_name(self, cell: int) -> str:
        return f"{chr(ord('a') + cell % self.cols)}{cell // self.cols + 1}"
