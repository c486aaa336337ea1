"""A fast board, for playouts and advice: stones are placed and taken in place, and atari is known at once.

The board is part of a memory, in arrays of SPAN words. A point is 20 x row + column, with edges all around, so that
neighbours are always at -1, +1, -20 and +20:

    COLOUR   what is on a point (see point.py)          EMPTIES  the empty points, in any order
    CHAIN    the first stone of its chain               PLACE    where in EMPTIES a point is
    NEXT     the next stone of its chain, in a ring     DENSE    its number in a `Position`
    LIBS     for a first stone: the chain's liberties   SIZE     for a first stone: how many stones

Liberties are *pseudo-liberties*: a point counts once for every stone that it touches, so that a stone played or taken
off changes the chains beside it by one addition, without looking at the rest of them. Whether a chain has just one
liberty (atari) follows from three sums over its pseudo-liberties p, held in one word:

    bits 50..63  how many, n        bits 30..49  sum of p        bits 0..29  sum of p * p

All p are the same point if and only if n * sum(p * p) = sum(p)^2 (Cauchy and Schwarz); it is then sum(p) / n. A chain
without pseudo-liberties is captured. The idea is from Lew's library libEGO (2006).
"""

from __future__ import annotations

from typing import Any, Final

from countermove.bits import shr
from countermove.games.go.pattern import TABLE
from countermove.games.go.point import EDGE, EMPTY, MAX_SIZE

STRIDE: Final = 20
SPAN: Final = 424
OWNERS: Final = MAX_SIZE * MAX_SIZE
"""The words at the end that say who owns the points; a smaller board uses the last of them."""
MAX_PLIES: Final = 3 * MAX_SIZE * MAX_SIZE
PLIES: Final = 0
BASE: Final = 1 + MAX_PLIES
COLOUR, CHAIN, NEXT, LIBS, EMPTIES, PLACE, DENSE, SIZE = (BASE + SPAN * array for array in range(8))
COUNT: Final = BASE + SPAN * 8
"""How many points are empty."""
FOUND: Final = COUNT + 1
"""Moves to choose from: their number, then the moves."""
ROOM: Final = FOUND + 32 + OWNERS
UNIT: Final = 1 << 50


def worth(point: int) -> int:
    """A pseudo-liberty, as it is added to a chain."""
    return UNIT | point << 30 | point * point


def is_atari(libs: int) -> bool:
    """Whether all pseudo-liberties, of which there is at least one, are the same point."""
    total = libs >> 30 & 0xFFFFF
    return (libs >> 50) * (libs & 0x3FFFFFFF) == total * total


def only_liberty(libs: int) -> int:
    """The liberty of a chain in atari."""
    return (libs >> 30 & 0xFFFFF) // max(1, libs >> 50)


def on_board(point: int, size: int) -> int:
    """A point of a `Position` on the fast board.

    >>> on_board(0, 9), on_board(80, 9)
    (21, 189)
    """
    return (point // size + 1) * STRIDE + point % size + 1


# The board.


def clear(w: Any, size: int) -> None:
    """An empty board."""
    for point in range((size + 2) * STRIDE):
        w[COLOUR + point] = EDGE
        w[CHAIN + point] = 0
    count = 0
    for row in range(size):
        for column in range(size):
            point = (row + 1) * STRIDE + column + 1
            w[COLOUR + point] = EMPTY
            w[EMPTIES + count] = point
            w[PLACE + point] = count
            w[DENSE + point] = count
            count += 1
    w[COUNT] = count
    w[LIBS] = 0


def place(w: Any, point: int, mine: int) -> int:
    """Put a stone on an empty point and take what it captures; the point of a ko, or 0."""
    # Step 1. The point is no longer empty.
    last = w[COUNT] - 1
    moved, at = w[EMPTIES + last], w[PLACE + point]
    w[COUNT] = last
    w[EMPTIES + at] = moved
    w[PLACE + moved] = at

    # Step 2. A chain of one stone, and one liberty less for the chains beside it. (Empty points and edges are in
    # "chain" 0, which nobody looks at.)
    west, east, south, north = point - 1, point + 1, point - STRIDE, point + STRIDE
    libs = 0
    if w[COLOUR + west] == EMPTY:
        libs += worth(west)
    if w[COLOUR + east] == EMPTY:
        libs += worth(east)
    if w[COLOUR + south] == EMPTY:
        libs += worth(south)
    if w[COLOUR + north] == EMPTY:
        libs += worth(north)
    w[COLOUR + point] = mine
    w[CHAIN + point] = point
    w[NEXT + point] = point
    w[SIZE + point] = 1
    w[LIBS + point] = libs
    less = worth(point)
    w[LIBS + w[CHAIN + west]] -= less
    w[LIBS + w[CHAIN + east]] -= less
    w[LIBS + w[CHAIN + south]] -= less
    w[LIBS + w[CHAIN + north]] -= less

    # Step 3. Join one's own chains, take the opponent's.
    chain, taken, where = point, 0, 0
    is_alone = libs == 0
    for beside in (west, east, south, north):
        colour = w[COLOUR + beside]
        if colour == mine:
            is_alone = False
            other = w[CHAIN + beside]
            if other != chain:
                chain = join(w, chain, other)
        elif colour == EDGE - mine:
            head = w[CHAIN + beside]
            if w[LIBS + head] >> 50 == 0:
                taken += take(w, head)
                where = beside
    return where if is_alone and taken == 1 else 0


def join(w: Any, one: int, two: int) -> int:
    """Make two chains one; its first stone."""
    if w[SIZE + one] < w[SIZE + two]:
        one, two = two, one
    w[SIZE + one] += w[SIZE + two]
    w[LIBS + one] += w[LIBS + two]
    stone = two
    while True:
        w[CHAIN + stone] = one
        stone = w[NEXT + stone]
        if stone == two:
            break
    after = w[NEXT + one]
    w[NEXT + one] = w[NEXT + two]
    w[NEXT + two] = after
    return one


def take(w: Any, head: int) -> int:
    """Take a chain off the board; its size."""
    stone = head
    taken = 0
    while True:
        w[COLOUR + stone] = EMPTY
        w[CHAIN + stone] = 0
        w[EMPTIES + w[COUNT]] = stone
        w[PLACE + stone] = w[COUNT]
        w[COUNT] += 1
        taken += 1
        more = worth(stone)
        w[LIBS + w[CHAIN + stone - 1]] += more
        w[LIBS + w[CHAIN + stone + 1]] += more
        w[LIBS + w[CHAIN + stone - STRIDE]] += more
        w[LIBS + w[CHAIN + stone + STRIDE]] += more
        stone = w[NEXT + stone]
        if stone == head:
            return taken


def set_up(w: Any, cells: Any, size: int) -> None:
    """Put the stones of a position on the board."""
    clear(w, size)
    at = 0
    for row in range(size):
        for column in range(size):
            if cells[at] != EMPTY:
                place(w, (row + 1) * STRIDE + column + 1, cells[at])
            at += 1


# What a move is like.


def is_eye(w: Any, point: int, mine: int) -> bool:
    """Whether an empty point is an eye of one's own: surrounded, with at most one enemy stone at its corners, none if
    it is at the edge.
    """
    west, east = w[COLOUR + point - 1], w[COLOUR + point + 1]
    south, north = w[COLOUR + point - STRIDE], w[COLOUR + point + STRIDE]
    if west & east & south & north & mine == 0:
        return False
    theirs = EDGE - mine
    bad = 1 if west == EDGE or east == EDGE or south == EDGE or north == EDGE else 0
    bad += 1 if w[COLOUR + point - STRIDE - 1] == theirs else 0
    bad += 1 if w[COLOUR + point - STRIDE + 1] == theirs else 0
    bad += 1 if w[COLOUR + point + STRIDE - 1] == theirs else 0
    bad += 1 if w[COLOUR + point + STRIDE + 1] == theirs else 0
    return bad < 2


def is_legal(w: Any, point: int, mine: int, ko: int) -> bool:
    """Whether a stone on an empty point has a liberty, or captures; no suicide, no ko."""
    west, east = w[COLOUR + point - 1], w[COLOUR + point + 1]
    south, north = w[COLOUR + point - STRIDE], w[COLOUR + point + STRIDE]
    if west == EMPTY or east == EMPTY or south == EMPTY or north == EMPTY:
        return True
    if point == ko:
        return False
    for beside in (point - 1, point + 1, point - STRIDE, point + STRIDE):
        colour = w[COLOUR + beside]
        if colour != EDGE and is_atari(w[LIBS + w[CHAIN + beside]]) != (colour == mine):
            return True
    return False


def liberties_after(w: Any, point: int, mine: int) -> int:
    """The liberties of the chain that a stone makes, up to 2, without those that captures give; 2 if it captures."""
    first = count = 0
    for beside in (point - 1, point + 1, point - STRIDE, point + STRIDE):
        colour = w[COLOUR + beside]
        if colour == EMPTY:
            if first != 0:
                return 2
            first = beside
            count = 1
        elif colour == EDGE - mine and is_atari(w[LIBS + w[CHAIN + beside]]):
            return 2
    less = worth(point)
    for beside in (point - 1, point + 1, point - STRIDE, point + STRIDE):
        if w[COLOUR + beside] == mine:
            head = w[CHAIN + beside]
            libs = w[LIBS + head] - less
            # The point counts once for every stone of the chain that it touches.
            for again in (point - 1, point + 1, point - STRIDE, point + STRIDE):
                if again != beside and w[CHAIN + again] == head:
                    libs -= less
            if libs >> 50 > 0:
                if not is_atari(libs):
                    return 2
                liberty = only_liberty(libs)
                if first != 0 and liberty != first:
                    return 2
                first = liberty
                count = 1
    return count


def code_at(w: Any, point: int) -> int:
    """The eight points around a point (see pattern.py)."""
    at = COLOUR + point
    upper = w[at + STRIDE - 1] | w[at + STRIDE] << 2 | w[at + STRIDE + 1] << 4
    lower = w[at - STRIDE - 1] << 10 | w[at - STRIDE] << 12 | w[at - STRIDE + 1] << 14
    code: int = upper | w[at - 1] << 6 | w[at + 1] << 8 | lower
    return code


def is_pattern(w: Any, point: int, mine: int) -> bool:
    """Whether a move is one of the patterns."""
    code = code_at(w, point)
    if mine == 2:
        code = (code & 0x5555) << 1 | code >> 1 & 0x5555
    return shr(TABLE[code >> 6], code & 63) & 1 == 1
