"""Which moves good players try first: advice for the nodes of a Monte Carlo tree.

A move has a weight, a product of factors for what it does (as in R. Coulom, "Computing Elo ratings of move patterns in
the game of Go", 2007, though these are set by hand):

    fills an eye of one's own    never          a pattern (pattern.py)                   PATTERN
    takes a chain                TAKE           near the last move                       NEAR, by distance
    saves one in atari           SAVE           on the first or second line,             LOW_LINE
    puts one in atari            ATARI          with no stone nearby
    puts oneself in atari        SELF_ATARI     the vital point of an eye next to it     VITAL
    (but for nakade, shape.py)                  (shape.py)

The search only uses weights to decide what to look at first and how often; what it finds there outweighs them.
"""

from __future__ import annotations

from typing import Any, Final

from countermove.games.go.fastboard import (
    CHAIN,
    COLOUR,
    LIBS,
    NEXT,
    SIZE,
    STRIDE,
    is_atari,
    is_eye,
    is_legal,
    is_pattern,
    liberties_after,
)
from countermove.games.go.point import EDGE, EMPTY
from countermove.games.go.shape import chain_after, is_nakade

TAKE: Final = 12.0
TAKE_MORE: Final = 6.0
"""For each further stone, up to five."""
SAVE: Final = 15.0
ATARI: Final = 2.5
SELF_ATARI: Final = 0.05
PATTERN: Final = 4.0
VITAL: Final = 10.0
NEAR: Final = (1.0, 1.0, 4.5, 3.5, 2.2, 1.6, 1.2)
"""By distance: the larger of the steps across and along, plus their sum; 2 is next to the last move."""
LOW_LINE: Final = (0.05, 0.25)
PASS: Final = 0.05
PASS_AFTER_PASS: Final = 1.0


def weight(w: Any, point: int, mine: int, ko: int, last: int, vital: int, size: int) -> float:
    """The weight of a move on a board that is set up; 0 if it is illegal or fills an eye.

    `last` is the opponent's last move and `vital` the vital point of an eye next to it; both may be 0.
    """
    if not is_legal(w, point, mine, ko) or is_eye(w, point, mine):
        return 0.0
    theirs = EDGE - mine
    found = 1.0
    taken = attacked = saved = 0
    stones = 0
    for beside in (point - 1, point + 1, point - STRIDE, point + STRIDE):
        colour = w[COLOUR + beside]
        if colour in (EMPTY, EDGE):
            continue
        stones += 1
        head = w[CHAIN + beside]
        if colour == theirs:
            if is_atari(w[LIBS + head]):
                taken += w[SIZE + head]
            elif attacked == 0 and has_two_liberties(w, head):
                attacked = 1
        elif is_atari(w[LIBS + head]):
            saved += w[SIZE + head]
    if taken > 0:
        found *= TAKE + TAKE_MORE * min(taken - 1, 5)
    is_safe = liberties_after(w, point, mine) >= 2
    if not is_safe:
        found *= 1.0 if is_nakade(w, point, mine, chain_after(w, point, mine)) else SELF_ATARI
    else:
        if saved > 0:
            found *= SAVE
        if attacked > 0:
            found *= ATARI
        if is_pattern(w, point, mine):
            found *= PATTERN
    if point == vital:
        found *= VITAL
    if last != 0:
        across, along = abs(point % STRIDE - last % STRIDE), abs(point // STRIDE - last // STRIDE)
        distance = across + along + max(across, along)
        if distance < len(NEAR):
            found *= NEAR[distance]
    row, column = point // STRIDE - 1, point % STRIDE - 1
    line = min(min(row, column), min(size - 1 - row, size - 1 - column))
    if line < 2 and stones == 0 and is_lonely(w, point):
        found *= LOW_LINE[line]
    return found


def has_two_liberties(w: Any, head: int) -> bool:
    """Whether a chain has exactly two liberties."""
    stone = head
    first = second = 0
    while True:
        for beside in (stone - 1, stone + 1, stone - STRIDE, stone + STRIDE):
            if w[COLOUR + beside] == EMPTY and beside != first and beside != second:
                if first == 0:
                    first = beside
                elif second == 0:
                    second = beside
                else:
                    return False
        stone = w[NEXT + stone]
        if stone == head:
            return second != 0


def is_lonely(w: Any, point: int) -> bool:
    """Whether there is no stone within two steps."""
    for other in (
        point - STRIDE - 1, point - STRIDE + 1, point + STRIDE - 1, point + STRIDE + 1,
        point - 1, point + 1, point - STRIDE, point + STRIDE,
    ):  # fmt: skip
        if w[COLOUR + other] == 1 or w[COLOUR + other] == 2:
            return False
    for step in (-1, 1, -STRIDE, STRIDE):
        beyond = w[COLOUR + point + 2 * step] if w[COLOUR + point + step] != EDGE else EDGE
        if beyond == 1 or beyond == 2:
            return False
    return True
