"""Discs on a board of eight by eight bits: where one may play, what turns over, what never will again.

     0  1  2  3  4  5  6  7     a1 .. h1           a step to the right is 1, down 8,
     8  9 10 11 12 13 14 15     a2 .. h2           diagonally 7 and 9
    ..                                             smaller boards lie in the top left
    56 57 58 59 60 61 62 63     a8 .. h8           corner, and what is outside stays empty

Shifting a whole board moves every disc one step, and all squares are worked out at once. What leaves a row at one end
enters the next row at the other; `INNER` keeps such a step from counting, for a line of discs to be turned over never
holds a square at the end of a row and goes on.

`moves` finds the lines of the opponent's discs in each direction by doubling: one, two, four and then six discs (along
a row to the right, an addition's carry does it in one step). `flips` starts from one square instead: the nearest
square along a ray that holds no disc of the opponent is the lowest or the highest bit of a word, and if it holds one's
own disc, all between turn over. A ray is a constant shifted to the square, so that no tables are needed. Compiled, each
of the two takes about a hundred instructions and not one branch.
"""

from __future__ import annotations

from countermove.bits import Word, bswap, highest, rotl, shr

INNER = 0x7E7E7E7E7E7E7E7E
"""All squares but those of the first and the last column."""
FIRST, LAST = 0x0101010101010101, 0x8080808080808080
"""The first column, and the last."""


def moves(mine: int, theirs: int) -> int:
    """The empty squares where a disc turns at least one of theirs over; outside of a smaller board too."""
    inner = theirs & INNER
    found = inner + (inner & mine << 1)
    found |= shr(lines(shr(mine, 1), inner, inner & shr(inner, 1), -1), 1)
    pairs = theirs & theirs << 8
    found |= lines(mine << 8, theirs, pairs, 8) << 8
    found |= shr(lines(shr(mine, 8), theirs, shr(pairs, 8), -8), 8)
    pairs = inner & inner << 7
    found |= lines(mine << 7, inner, pairs, 7) << 7
    found |= shr(lines(shr(mine, 7), inner, shr(pairs, 7), -7), 7)
    pairs = inner & inner << 9
    found |= lines(mine << 9, inner, pairs, 9) << 9
    found |= shr(lines(shr(mine, 9), inner, shr(pairs, 9), -9), 9)
    return found & ~(mine | theirs)


def lines(first: int, theirs: int, pairs: int, step: int) -> int:
    """Their discs that lie in a line from the squares `first` on; `pairs` are those with another before them."""
    found = first & theirs
    found |= moved(found, step) & theirs
    found |= moved(found, 2 * step) & pairs
    found |= moved(found, 2 * step) & pairs
    return found


def moved(cells: int, step: int) -> int:
    """All cells moved by `step` bits, up or down."""
    return cells << step if step > 0 else shr(cells, -step)


def flips(mine: int, theirs: int, cell: int) -> int:
    """Their discs that turn over when one is put on `cell`; none where that is no move."""
    ends, steep = ~(theirs & INNER), ~theirs
    back = 63 - cell
    return (
        forward(mine, ends, Word(-2) << cell)
        | forward(mine, ends, Word(0x0002040810204080) << cell)
        | forward(mine, steep, Word(0x0101010101010100) << cell)
        | forward(mine, ends, Word(0x8040201008040200) << cell)
        | backward(mine, ends, Word(0x7FFFFFFFFFFFFFFF) >> back)
        | backward(mine, ends, Word(0x0102040810204000) >> back)
        | backward(mine, steep, Word(0x0080808080808080) >> back)
        | backward(mine, ends, Word(0x0040201008040201) >> back)
    )


def forward(mine: int, ends: int, ray: int) -> int:
    """What turns over along a ray to higher bits: all before its first end, if that is mine."""
    end = ends & ray
    end &= -end & mine
    return ray & (end - (end != 0))


def backward(mine: int, ends: int, ray: int) -> int:
    """What turns over along a ray to lower bits: all after its last end, if that is mine."""
    end = Word(1) << highest(ends & ray | 1) & ray & mine
    return ray & -(end << 1)


def around(cells: int) -> int:
    """The squares beside the cells, in any direction, and the cells; outside of a smaller board too."""
    found = cells | (cells & ~LAST) << 1 | shr(cells & ~FIRST, 1)
    return found | found << 8 | shr(found, 8)


# What can never turn over again.


def _leaving(right: int, down: int) -> int:
    """The squares from which a step of so many columns and rows leads off the board of eight by eight."""
    inside = range(8)
    return sum(1 << cell for cell in range(64) if cell % 8 + right not in inside or cell // 8 + down not in inside)


# Squares from which one, two and four steps lead off the board.
UP_RIGHT = (_leaving(1, -1), _leaving(2, -2), _leaving(4, -4))
DOWN_LEFT = (_leaving(-1, 1), _leaving(-2, 2), _leaving(-4, 4))
UP_LEFT = (_leaving(-1, -1), _leaving(-2, -2), _leaving(-4, -4))
DOWN_RIGHT = (_leaving(1, 1), _leaving(2, 2), _leaving(4, 4))


def full_rows(filled: int) -> int:
    """The squares of rows that are full."""
    full = filled & shr(filled, 1)
    full &= shr(full, 2)
    full &= shr(full, 4)
    return (full & 0x0101010101010101) * 255


def full_columns(filled: int) -> int:
    """The squares of columns that are full."""
    full = filled & rotl(filled, 8)
    full &= rotl(full, 16)
    return full & rotl(full, 32)


def full_rising(filled: int) -> int:
    """The squares of diagonals that are full, those from below left to above right."""
    return filled_on(filled, 7, UP_RIGHT) & filled_on(filled, -7, DOWN_LEFT)


def full_falling(filled: int) -> int:
    """The squares of diagonals that are full, those from above left to below right."""
    return filled_on(filled, 9, UP_LEFT) & filled_on(filled, -9, DOWN_RIGHT)


def filled_on(filled: int, step: int, leaving: tuple[int, int, int]) -> int:
    """The squares from which on the line is full; `step` moves a board against the direction looked in."""
    filled &= moved(filled, step) | leaving[0]
    filled &= moved(filled, 2 * step) | leaving[1]
    return filled & (moved(filled, 4 * step) | leaving[2])


def stable(mine: int, rows: int, columns: int, rising: int, falling: int) -> int:
    """My discs that can never turn over: on each of the four lines through them they are safe.

    They are safe on a line that is full or that ends beside them, as given for rows, columns and diagonals, and on one
    that has a disc beside them that can never turn over.
    """
    found, before = mine & rows & columns & rising & falling, -1
    while found != before:
        before = found
        found = (
            mine
            & (rows | found << 1 | shr(found, 1))
            & (columns | found << 8 | shr(found, 8))
            & (rising | found << 7 | shr(found, 7))
            & (falling | found << 9 | shr(found, 9))
        )
    return found


# The images of a board.


def transposed(cells: int) -> int:
    """The board with rows for columns: blocks of one, two and four squares change places across the diagonal."""
    cells = exchanged(cells, 0x00AA00AA00AA00AA, 7)
    cells = exchanged(cells, 0x0000CCCC0000CCCC, 14)
    return exchanged(cells, 0x00000000F0F0F0F0, 28)


def exchanged(cells: int, places: int, step: int) -> int:
    """The bits at `places` and those `step` further on, each put where the other was."""
    both = (cells ^ shr(cells, step)) & places
    return cells ^ both ^ both << step


def upside_down(cells: int, size: int) -> int:
    """The board with its last row first."""
    return shr(bswap(cells), 8 * (8 - size))
