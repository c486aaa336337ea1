"""A fast board, and whole random games on it: the engine room of Monte Carlo Go.

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

A playout answers the opponent's last move if it can: save a chain in atari or take the one that attacks it, then play a
pattern (pattern.py) next to it. Otherwise it plays anywhere but into its own eyes, and avoids putting chains of its own
in atari. It knows simple ko only; superko is checked in the tree.
"""

from __future__ import annotations

from typing import Any, Final

from countermove.bits import shl, shr
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
RATE_MASK: Final = 7
"""One random move in eight is played even if it puts a chain of one's own in atari."""


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


# Playouts.


def set_up(w: Any, cells: Any, size: int) -> None:
    """Put the stones of a position on the board."""
    clear(w, size)
    at = 0
    for row in range(size):
        for column in range(size):
            if cells[at] != EMPTY:
                place(w, (row + 1) * STRIDE + column + 1, cells[at])
            at += 1


def answers(w: Any, last: int, mine: int, ko: int) -> int:
    """Moves that save what the last move attacked, or take what attacks; their number."""
    count = 0
    theirs = w[CHAIN + last]
    if w[COLOUR + last] != EMPTY and is_atari(w[LIBS + theirs]):
        point = only_liberty(w[LIBS + theirs])
        if point != ko:
            w[FOUND + 1] = point
            count = 1
    for beside in (last - 1, last + 1, last - STRIDE, last + STRIDE):
        if w[COLOUR + beside] == mine:
            head = w[CHAIN + beside]
            libs = w[LIBS + head]
            if is_atari(libs) and count < 24:
                # Extend, if that gives a second liberty; or take a chain in atari next to it.
                point = only_liberty(libs)
                if liberties_after(w, point, mine) >= 2 and point != ko:
                    count += 1
                    w[FOUND + count] = point
                stone = head
                steps = 0
                while steps < 12 and count < 20:
                    for other in (stone - 1, stone + 1, stone - STRIDE, stone + STRIDE):
                        if w[COLOUR + other] == EDGE - mine:
                            enemy = w[LIBS + w[CHAIN + other]]
                            if is_atari(enemy):
                                point = only_liberty(enemy)
                                if point != ko:
                                    count += 1
                                    w[FOUND + count] = point
                    stone = w[NEXT + stone]
                    steps += 1
                    if stone == head:
                        break
    return count


def patterns(w: Any, last: int, mine: int, ko: int) -> int:
    """The patterns next to the last move; their number."""
    count = 0
    for point in (
        last - 1, last + 1, last - STRIDE, last + STRIDE,
        last - STRIDE - 1, last - STRIDE + 1, last + STRIDE - 1, last + STRIDE + 1,
    ):  # fmt: skip
        is_open = w[COLOUR + point] == EMPTY and point != ko
        if is_open and is_pattern(w, point, mine) and liberties_after(w, point, mine) >= 2:
            count += 1
            w[FOUND + count] = point
    return count


def anywhere(w: Any, mine: int, ko: int, dice: int) -> int:
    """A random move that does not fill an eye; 0 if there is none."""
    count = w[COUNT]
    start = shr(dice, 33) * count >> 31
    careful = dice & RATE_MASK != 0
    spare = 0
    for step in range(count):
        at = start + step
        if at >= count:
            at -= count
        point: int = w[EMPTIES + at]
        if is_legal(w, point, mine, ko) and not is_eye(w, point, mine):
            if careful and liberties_after(w, point, mine) < 2:
                spare = point
            else:
                return point
    return spare


def play_out(cells: Any, mover: int, ko: int, last: int, size: int, seed: int, w: Any) -> int:
    """Play a position out; by how much Black is ahead in area, without komi. `w` then says what happened (game.py)."""
    set_up(w, cells, size)
    dice = seed ^ 0x2545F4914F6CDD1D
    for _ in range(4):
        dice ^= shl(dice, 13)
        dice ^= shr(dice, 7)
        dice ^= shl(dice, 17)
    area = size * size
    ko_point = on_board(ko, size) if ko >= 0 else 0
    before = on_board(last, size) if 0 <= last < area else 0
    mine = 1 + mover
    plies = passes = 0
    while passes < 2 and plies < 3 * area:
        # Step 1. Roll the dice.
        dice ^= shl(dice, 13)
        dice ^= shr(dice, 7)
        dice ^= shl(dice, 17)

        # Step 2. Choose a move.
        point = 0
        if before != 0:
            count = answers(w, before, mine, ko_point) if dice >> 8 & 15 != 0 else 0
            if count == 0 and dice >> 12 & 15 != 0:
                count = patterns(w, before, mine, ko_point)
            if count > 0:
                point = w[FOUND + 1 + (shr(dice, 33) * count >> 31)]
                if not is_legal(w, point, mine, ko_point):
                    point = 0
        if point == 0:
            point = anywhere(w, mine, ko_point, dice)

        # Step 3. Play it.
        plies += 1
        if point == 0:
            w[PLIES + plies] = area
            passes += 1
            ko_point = 0
        else:
            w[PLIES + plies] = w[DENSE + point]
            passes = 0
            ko_point = place(w, point, mine)
        before = point
        mine = EDGE - mine
    w[PLIES] = plies
    return count_area(w, size)


def count_area(w: Any, size: int) -> int:
    """By how much Black is ahead, and who owns each point; an empty point is a player's if all around it is."""
    points = at = 0
    for row in range(size):
        for column in range(size):
            point = (row + 1) * STRIDE + column + 1
            owner = w[COLOUR + point]
            if owner == EMPTY:
                owner = w[COLOUR + point - 1] & w[COLOUR + point + 1]
                owner &= w[COLOUR + point - STRIDE] & w[COLOUR + point + STRIDE]
            sign = (owner & 1) - (owner >> 1)
            w[ROOM - size * size + at] = sign
            points += sign
            at += 1
    return points
