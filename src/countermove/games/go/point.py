"""The points of a board: their numbers, names and neighbours.

    3  6 7 8        a point is 3 x row + column, from the bottom left;
    2  3 4 5        its four neighbours are always four numbers:
    1  0 1 2        beyond the edge they are point 9, which holds EDGE
       A B C

Columns are letters without I, as in all of Go but SGF.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
MAX_SIZE: Final = 19
EMPTY, BLACK, WHITE, EDGE = range(4)
"""What is on a point. The numbers are bits, so that an edge counts as both colours: EDGE = BLACK | WHITE."""


@cache
def neighbours(size: int) -> tuple[tuple[int, int, int, int], ...]:
    """The points west, east, south and north of every point, and, last, of the edge itself.

    >>> neighbours(2)
    ((4, 1, 4, 2), (0, 4, 4, 3), (4, 3, 0, 4), (2, 4, 1, 4), (4, 4, 4, 4))
    """
    edge = size * size
    found = []
    for point in range(edge):
        row, column = divmod(point, size)
        places = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
        found.append(tuple(r * size + c if 0 <= r < size and 0 <= c < size else edge for r, c in places))
    return (*found, (edge,) * 4)  # type: ignore[arg-type]


def name_of(point: int, size: int) -> str:
    """The name of a point.

    >>> name_of(0, 9), name_of(80, 9), name_of(81, 9)
    ('A1', 'J9', 'pass')
    """
    return "pass" if point == size * size else f"{LETTERS[point % size]}{point // size + 1}"


def point_named(name: str, size: int) -> int | None:
    """The point with a name, in either case; None if there is no such point.

    >>> point_named("j9", 9), point_named("PASS", 9), point_named("I1", 9), point_named("K1", 9)
    (80, 81, None, None)
    """
    text = name.strip().upper()
    if text == "PASS":
        return size * size
    found = re.fullmatch(r"([A-HJ-Z])([0-9]{1,2})", text)
    if found is None:
        return None
    column, row = LETTERS.index(found[1]), int(found[2]) - 1
    return row * size + column if column < size and 0 <= row < size else None


@cache
def star_points(size: int) -> tuple[int, ...]:
    """The points that boards mark with a dot (hoshi): corners, then sides, then the centre."""
    if size < 7:
        return (size * size // 2,) if size % 2 and size > 3 else ()
    low = 3 if size >= 13 else 2
    high, middle = size - 1 - low, size // 2
    corners = [(high, high), (low, low), (high, low), (low, high)]
    sides = [(middle, low), (middle, high), (low, middle), (high, middle)] if size >= 13 and size % 2 else []
    centre = [(middle, middle)] if size % 2 else []
    return tuple(row * size + column for row, column in corners + sides + centre)


def max_handicap(size: int) -> int:
    """The most stones of a fixed handicap."""
    return 0 if size < 7 else 4 if size == 7 or size % 2 == 0 else 9


def handicap_points(size: int, count: int) -> tuple[int, ...]:
    """Where `count` stones of a fixed handicap go, as GTP defines it.

    >>> [name_of(point, 19) for point in handicap_points(19, 5)]
    ['Q16', 'D4', 'D16', 'Q4', 'K10']
    """
    if count == 0:
        return ()
    low = 3 if size >= 13 else 2
    high, middle = size - 1 - low, size // 2
    corners = [(high, high), (low, low), (high, low), (low, high)]
    sides = [(middle, low), (middle, high), (low, middle), (high, middle)]
    places = corners[: min(count, 4)]
    if count > 5:
        places += sides[: (count - count % 2) - 4]
    if count > 4 and count % 2:
        places.append((middle, middle))
    return tuple(row * size + column for row, column in places)
