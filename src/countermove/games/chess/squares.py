"""Squares as bits, and what a piece on a square attacks.

Square number n is bit n of a word: a1 is 0, h1 is 7, a8 is 56. Knights and kings attack what a table says. Bishops,
rooks and queens look along lines: of the squares on a line, a subtraction keeps those up to the first piece in the way.
"""

from __future__ import annotations

from countermove.bits import Word, highest, shr

FILES = "abcdefgh"
A_FILE, H_FILE = Word(0x0101010101010101), Word(0x8080808080808080)
RANK_1, RANK_3, RANK_8 = Word(0xFF), Word(0xFF0000), Word(0xFF << 56)
DARK = Word(0xAA55AA55AA55AA55)
"""The dark squares: a1, c1, ..."""

DIAGONALS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
"""Steps by file and rank along the two diagonals: down each, then up it."""
STRAIGHTS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Steps along the rank and the file."""


def _reached(square: int, steps: tuple[tuple[int, int], ...], far: bool, stop: int = 64) -> int:
    """The squares that a piece reaches by one step, or `far`, up to and including `stop`."""
    reached = 0
    for right, up in steps:
        column, row = square % 8 + right, square // 8 + up
        while 0 <= column < 8 and 0 <= row < 8:
            reached |= 1 << 8 * row + column
            if not far or 8 * row + column == stop:
                break
            column, row = column + right, row + up
    return reached


def _between(one: int, other: int) -> int:
    """The squares strictly between two squares on a line; 0 if they are on none."""
    for step in DIAGONALS + STRAIGHTS:
        way = _reached(one, (step,), far=True, stop=other)
        if way >> other & 1:
            return way & ~(1 << other)
    return 0


_JUMPS = tuple((right, up) for right in (-2, -1, 1, 2) for up in (-2, -1, 1, 2) if abs(right) != abs(up))
KNIGHT = tuple(int(Word(_reached(square, _JUMPS, far=False))) for square in range(64))
"""What a knight attacks, by its square."""
KING = tuple(int(Word(_reached(square, DIAGONALS + STRAIGHTS, far=False))) for square in range(64))
"""What a king attacks."""
BETWEEN = tuple(int(Word(_between(one, other))) for one in range(64) for other in range(64))
"""The squares between two squares, at 64 x one + other."""
RAYS = tuple(int(Word(_reached(at, (step,), far=True))) for at in range(64) for step in DIAGONALS + STRAIGHTS)
"""The squares in each of the eight directions, at 8 x square + direction: down a line, then up it, for each line."""


def along(ray: int, pieces: int) -> int:
    """The squares attacked along the line of RAYS[ray] and RAYS[ray + 1], up to the first piece on either side."""
    down, up = RAYS[ray & 511], RAYS[ray + 1 & 511]
    above = pieces & up
    return (down | up) & (((above & -above) << 1) + (Word(-1) << highest(pieces & down | 1)))


def diagonal(square: int, pieces: int) -> int:
    """The squares that a bishop on `square` attacks, among these pieces.

    >>> from countermove.bits import bits
    >>> [square_name(each) for each in bits(diagonal(0, Word(1 << 18)))]  # from a1, with a piece on c3
    ['b2', 'c3']
    """
    return along(8 * square, pieces) | along(8 * square + 2, pieces)


def straight(square: int, pieces: int) -> int:
    """The squares that a rook on `square` attacks, among these pieces."""
    return along(8 * square + 4, pieces) | along(8 * square + 6, pieces)


def between(one: int, other: int) -> int:
    """The squares strictly between two squares on a line; 0 if they are on none."""
    return BETWEEN[(one << 6 | other) & 4095]


def mirrored(squares: int) -> int:
    """These squares on a board whose files are in the opposite order.

    >>> mirrored(Word(0x0F01)) == Word(0xF080)
    True
    """
    squares = shr(squares, 1) & Word(0x5555555555555555) | (squares & Word(0x5555555555555555)) << 1
    squares = shr(squares, 2) & Word(0x3333333333333333) | (squares & Word(0x3333333333333333)) << 2
    return shr(squares, 4) & Word(0x0F0F0F0F0F0F0F0F) | (squares & Word(0x0F0F0F0F0F0F0F0F)) << 4


def ahead_left(squares: int) -> int:
    """The squares diagonally ahead of these, to the left: what their pawns attack."""
    return (squares & ~A_FILE) << 7


def ahead_right(squares: int) -> int:
    """The squares diagonally ahead of these, to the right."""
    return (squares & ~H_FILE) << 9


def square_name(square: int) -> str:
    """A square in algebraic notation.

    >>> square_name(0), square_name(28)
    ('a1', 'e4')
    """
    return f"{FILES[square % 8]}{square // 8 + 1}"


def square_named(name: str) -> int:
    """The number of a square, from its name."""
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)
