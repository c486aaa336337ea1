"""Fifteen men on the points of backgammon, as four numbers; and where they may go.

A player counts points from its own side: 1 to 24 away from home, 25 is the bar, and men borne off are nowhere. Bit p of
the four numbers, read as binary digits, is the number of men on point p; so points with any man, with one, with two or
more are found for all points at once.

    five men on point 6, three on point 8          point  8 7 6
                                          ones            1 . 1
                                          twos            1 . .
                                          fours           . . 1
                                          eights          . . .

The other player's point p is one's own 25 - p.
"""

from __future__ import annotations

from typing import TypeAlias

from countermove.bits import bswap, highest, popcount

Men: TypeAlias = tuple[int, int, int, int]
"""Ones, twos, fours and eights."""

BAR = 25
HOME = 6
POINTS = (1 << BAR) - 2
"""The points 1 to 24."""

NUMBERED = tuple(sum(1 << point for point in range(1, BAR + 1) if point >> digit & 1) for digit in range(5))
"""The points whose number has a 1 in each binary digit."""


def occupied(men: Men) -> int:
    """The points with men, the bar included."""
    return men[0] | men[1] | men[2] | men[3]


def made(men: Men) -> int:
    """The points with two or more men, where the other may not land."""
    return men[1] | men[2] | men[3]


def blots(men: Men) -> int:
    """The points with one man."""
    return men[0] & ~made(men)


def count(men: Men, point: int) -> int:
    """The number of men on a point."""
    return men[0] >> point & 1 | (men[1] >> point & 1) << 1 | (men[2] >> point & 1) << 2 | (men[3] >> point & 1) << 3


def total(men: Men) -> int:
    """The number of men not borne off."""
    return popcount(men[0]) + 2 * popcount(men[1]) + 4 * popcount(men[2]) + 8 * popcount(men[3])


def add(men: Men, point: int) -> Men:
    """The men with one added on a point: binary addition, at that point only."""
    ones, twos, fours, eights = men
    carry = 1 << point
    to_twos = carry & ones
    to_fours = to_twos & twos
    to_eights = to_fours & fours
    return ones ^ carry, twos ^ to_twos, fours ^ to_fours, eights ^ to_eights


def take(men: Men, point: int) -> Men:
    """The men with one removed from a point that has one."""
    ones, twos, fours, eights = men
    borrow = 1 << point
    from_twos = borrow & ~ones
    from_fours = from_twos & ~twos
    from_eights = from_fours & ~fours
    return ones ^ borrow, twos ^ from_twos, fours ^ from_fours, eights ^ from_eights


def moved(men: Men, point: int, die: int) -> Men:
    """The men after one moved from a point by a die, or was borne off."""
    men = take(men, point)
    return add(men, point - die) if point > die else men


def mirrored(points: int) -> int:
    """The same points as counted by the other player: bit p goes to bit 25 - p."""
    points = (points & 0x1555555) << 1 | points >> 1 & 0x1555555
    points = (points & 0x3333333) << 2 | points >> 2 & 0x3333333
    points = (points & 0xF0F0F0F) << 4 | points >> 4 & 0xF0F0F0F
    return bswap(points) >> 63 - BAR


def steps(on: int, die: int, open: int) -> int:
    """The points from which a man may move by a die: from points `on`, to points `open`.

    The bar comes first. When all men are at home they may be borne off, by the exact number, or by a larger one from
    the highest point.
    """
    if on >> BAR & 1:
        return 1 << BAR & open << die
    found = on & open << die
    if on and on >> HOME + 1 == 0:
        top = highest(on)
        found |= on & 1 << die
        if top < die:
            found |= 1 << top
    return found


def pips(men: Men) -> int:
    """The pip count: the sum of point numbers, digit by digit."""
    far = 0
    for digit in range(5):
        there = NUMBERED[digit]
        far += total((men[0] & there, men[1] & there, men[2] & there, men[3] & there)) << digit
    return far
