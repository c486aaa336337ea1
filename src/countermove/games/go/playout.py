"""Whole random games on the fast board: the engine room of Monte Carlo Go.

A playout answers the opponent's last move if it can: save a chain in atari or take the one that attacks it, then, where
it captured, play the vital point of the eye that is left (shape.py), then a pattern (pattern.py) next to it. Otherwise
it plays anywhere but into its own eyes, and passes rather than give a large chain away: who must move first in a seki
would otherwise lose it. It knows simple ko only; superko is checked in the tree.

Looking for vital points after every move would recognise more dead shapes, but costs a third of the playouts.
"""

from __future__ import annotations

from typing import Any, Final

from countermove.bits import shl, shr
from countermove.games.go.fastboard import (
    CHAIN,
    COLOUR,
    COUNT,
    DENSE,
    EMPTIES,
    FOUND,
    LIBS,
    NEXT,
    PLIES,
    ROOM,
    STRIDE,
    is_atari,
    is_eye,
    is_legal,
    is_pattern,
    liberties_after,
    on_board,
    only_liberty,
    place,
    set_up,
)
from countermove.games.go.point import EDGE, EMPTY
from countermove.games.go.shape import chain_after, is_nakade, vital_point

RATE_MASK: Final = 7
"""One random move in eight is played even if it puts a small chain of one's own in atari."""
SMALL_CHAIN: Final = 4
"""Stones of a chain that may be put in atari so."""


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
    """A random move that neither fills an eye nor gives a chain away; 0 if there is none."""
    count = w[COUNT]
    start = shr(dice, 33) * count >> 31
    careful = dice & RATE_MASK != 0
    for step in range(count):
        at = start + step
        if at >= count:
            at -= count
        point: int = w[EMPTIES + at]
        if not is_legal(w, point, mine, ko) or is_eye(w, point, mine):
            continue
        if liberties_after(w, point, mine) < 2:
            stones = chain_after(w, point, mine)
            if (careful or stones > SMALL_CHAIN) and not is_nakade(w, point, mine, stones):
                continue
        return point
    return 0


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
    is_capture = False
    while passes < 2 and plies < 3 * area:
        # Step 1. Roll the dice.
        dice ^= shl(dice, 13)
        dice ^= shr(dice, 7)
        dice ^= shl(dice, 17)

        # Step 2. Choose a move.
        point = 0
        if before != 0:
            count = answers(w, before, mine, ko_point) if dice >> 8 & 15 != 0 else 0
            if count == 0 and is_capture:
                point = vital_point(w, before, mine)
            if count == 0 and point == 0 and dice >> 12 & 15 != 0:
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
            is_capture = False
        else:
            w[PLIES + plies] = w[DENSE + point]
            passes = 0
            empty = w[COUNT]
            ko_point = place(w, point, mine)
            is_capture = w[COUNT] >= empty
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
