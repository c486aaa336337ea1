"""A board of draughts as bits: one for each dark square, and a gap after every two rows.

The squares are numbered from the top, as players number them; Black starts at the top. With the gap, the four diagonal
steps are the same shifts everywhere, and a step over the edge ends in a gap or outside. On 8 x 8 squares:

    number   1   2   3   4        bit   0   1   2   3         steps down: + 4 and + 5
           5   6   7   8              4   5   6   7           steps up:   - 5 and - 4
             9  10  11  12              9  10  11  12
          13  14  15  16             13  14  15  16           the gaps: bits 8, 17, 26
            ...                         ...
            25  26  27  28             27  28  29  30
          29  30  31  32             31  32  33  34

With n squares in a row the steps are n and n + 1; a board of 10 x 10 takes 54 bits.
"""

from __future__ import annotations

from typing import NamedTuple

BLACK, WHITE = 0, 1
COLOURS = ("Black", "White")


class Position(NamedTuple):
    """The pieces of both sides, and whose turn it is."""

    black: int
    """The squares with Black's pieces, which start at the top and move down."""
    white: int
    kings: int
    """The squares with kings, of either side."""
    turn: int
    """BLACK or WHITE."""
    quiet: int
    """Plies since a man moved or a piece was taken; always 0 if no rule counts them."""


def bit_of(number: int, half: int) -> int:
    """The bit of a square, numbered from 1, with `half` squares in a row.

    >>> [bit_of(number, 4) for number in (1, 8, 9, 32)]
    [0, 7, 9, 34]
    """
    return number - 1 + (number - 1) // (2 * half)


def number_of(bit: int, half: int) -> int:
    """The number of the square of a bit.

    >>> number_of(34, 4)
    32
    """
    return bit + 1 - bit // (2 * half + 1)


def place_of(number: int, half: int) -> tuple[int, int]:
    """The row, from the top, and the column of a square.

    >>> place_of(1, 4), place_of(5, 4)
    ((0, 1), (1, 0))
    """
    row, at = divmod(number - 1, half)
    return row, 2 * at + 1 - row % 2


def square_at(row: int, column: int, half: int) -> int | None:
    """The number of the square at a place; None for a light one."""
    return None if (row + column) % 2 == 0 else row * half + column // 2 + 1
