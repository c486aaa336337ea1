"""The 960 arrangements of the first row in Chess960, by their numbers: bishops on both colours, the king between rooks.

A number is read digit by digit: the bishop on a light square (of 4), the one on a dark square (of 4), the queen (of the
6 squares left), and the pair of knights (of the 10 pairs of the 5 squares left). Number 518 is the usual arrangement.
"""

from __future__ import annotations

from itertools import combinations

COUNT, STANDARD = 960, 518
KNIGHTS = tuple(combinations(range(5), 2))


def first_row(number: int) -> str:
    """The pieces of the first row, from the a-file.

    >>> first_row(518), first_row(0), first_row(959)
    ('RNBQKBNR', 'BBQNNRKR', 'RKRNNQBB')
    """
    row = [""] * 8
    number, light = divmod(number, 4)
    row[2 * light + 1] = "B"
    number, dark = divmod(number, 4)
    row[2 * dark] = "B"
    number, queen = divmod(number, 6)
    row[_empty(row)[queen]] = "Q"
    left = _empty(row)
    for each in KNIGHTS[number]:
        row[left[each]] = "N"
    for square, piece in zip(_empty(row), "RKR"):
        row[square] = piece
    return "".join(row)


def _empty(row: list[str]) -> list[int]:
    return [square for square, piece in enumerate(row) if not piece]


def start(number: int) -> str:
    """The FEN of an arrangement's first position."""
    row = first_row(number)
    return f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1"
