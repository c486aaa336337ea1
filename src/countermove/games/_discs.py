"""Discs on a board of eight by eight bits: legal moves, flips, and stable discs.

     0  1  2  3  4  5  6  7     a1 .. h1           a step to the right is 1, down 8,
     8  9 10 11 12 13 14 15     a2 .. h2           diagonally 7 and 9
    ..                                             smaller boards lie in the top left
    56 57 58 59 60 61 62 63     a8 .. h8           corner, and what is outside stays empty

Shifting the board moves every disc one step, so all squares are processed at once. What leaves a row at one end enters
the next row at the other; `INNER` masks such steps, since a flipped line never continues past the end of a row.

`moves` finds the lines of the opponent's discs in each direction by doubling: one, two, four and then six discs (along
a row to the right, the carry of an addition does it in one step). `flips` starts from one square instead: the nearest
square along a ray without an opponent's disc is the lowest or the highest bit of a word, and if it has one's own disc,
all between flip. A ray is a constant shifted to the square, so no tables are needed. Compiled, each of the two takes
about a hundred instructions and no branches.
"""

from __future__ import annotations

from countermove.bits import Word, bswap, highest, rotl, shr

INNER = 0x7E7E7E7E7E7E7E7E
"""All squares except the first and the last column."""
FIRST, LAST = 0x0101010101010101, 0x8080808080808080
"""The first column, and the last."""


def moves(mine: int, theirs: int) -> int:
    """The empty squares where a disc flips at least one of theirs; may include squares outside a smaller board."""
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
    """Their discs in a line from the squares `first` on; `pairs` are those with another before them."""
    found = first & theirs
    found |= moved(found, step) & theirs
    found |= moved(found, 2 * step) & pairs
    found |= moved(found, 2 * step) & pairs
    return found


def moved(cells: int, step: int) -> int:
    """All cells moved by `step` bits, up or down."""
    return cells << step if step > 0 else shr(cells, -step)


def flips(mine: int, theirs: int, cell: int) -> int:
    """Their discs that flip when one is put on `cell`; 0 if that is illegal."""
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
    """The flips along a ray to higher bits: all before its first end, if that is mine."""
    end = ends & ray
    end &= -end & mine
    return ray & (end - (end != 0))


def backward(mine: int, ends: int, ray: int) -> int:
    """The flips along a ray to lower bits: all after its last end, if that is mine."""
    end = Word(1) << highest(ends & ray | 1) & ray & mine
    return ray & -(end << 1)


def around(cells: int) -> int:
    """The cells and their neighbours in all directions; may include squares outside a smaller board."""
    found = cells | (cells & ~LAST) << 1 | shr(cells & ~FIRST, 1)
    return found | found << 8 | shr(found, 8)


# Stable discs.


def _leaving(right: int, down: int) -> int:
    """The squares from which a step of `right` columns and `down` rows leaves the board of eight by eight."""
    inside = range(8)
    return sum(1 << cell for cell in range(64) if cell % 8 + right not in inside or cell // 8 + down not in inside)


# Squares from which one, two and four steps leave the board.
UP_RIGHT = (_leaving(1, -1), _leaving(2, -2), _leaving(4, -4))
DOWN_LEFT = (_leaving(-1, 1), _leaving(-2, 2), _leaving(-4, 4))
UP_LEFT = (_leaving(-1, -1), _leaving(-2, -2), _leaving(-4, -4))
DOWN_RIGHT = (_leaving(1, 1), _leaving(2, 2), _leaving(4, 4))


def full_rows(filled: int) -> int:
    """The squares of full rows."""
    full = filled & shr(filled, 1)
    full &= shr(full, 2)
    full &= shr(full, 4)
    return (full & 0x0101010101010101) * 255


def full_columns(filled: int) -> int:
    """The squares of full columns."""
    full = filled & rotl(filled, 8)
    full &= rotl(full, 16)
    return full & rotl(full, 32)


def full_rising(filled: int) -> int:
    """The squares of full diagonals from bottom left to top right."""
    return filled_on(filled, 7, UP_RIGHT) & filled_on(filled, -7, DOWN_LEFT)


def full_falling(filled: int) -> int:
    """The squares of full diagonals from top left to bottom right."""
    return filled_on(filled, 9, UP_LEFT) & filled_on(filled, -9, DOWN_RIGHT)


def filled_on(filled: int, step: int, leaving: tuple[int, int, int]) -> int:
    """The squares from which the rest of the line is full; `step` shifts against that direction."""
    filled &= moved(filled, step) | leaving[0]
    filled &= moved(filled, 2 * step) | leaving[1]
    return filled & (moved(filled, 4 * step) | leaving[2])


def stable(mine: int, rows: int, columns: int, rising: int, falling: int) -> int:
    """My stable discs, which can never flip: they are safe on each of the four lines through them.

    They are safe on a line that is full or that ends beside them, as given for rows, columns and diagonals, and on one
    with a stable disc beside them.
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


# Symmetries.


def transposed(cells: int) -> int:
    """The board transposed: blocks of one, two and four squares change places across the diagonal."""
    cells = exchanged(cells, 0x00AA00AA00AA00AA, 7)
    cells = exchanged(cells, 0x0000CCCC0000CCCC, 14)
    return exchanged(cells, 0x00000000F0F0F0F0, 28)


def exchanged(cells: int, places: int, step: int) -> int:
    """The bits at `places` swapped with those `step` further on."""
    both = (cells ^ shr(cells, step)) & places
    return cells ^ both ^ both << step


def upside_down(cells: int, size: int) -> int:
    """The board with its last row first."""
    return shr(bswap(cells), 8 * (8 - size))
