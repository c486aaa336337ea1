"""Shapes of eyes: small spaces in which one move decides whether there will be two eyes.

An eye of three points in a row becomes two if its owner plays in the middle, and stays one if the opponent does. So it
is with these shapes, where * is the vital point, and no others of up to six points:

                            .       . .       . .
    . * .     . * .       . * .     . * .     . * .
                .           .                   .

A square of four is dead whoever moves. A shape is known by its size and the sum of the squares of how many neighbours
each of its points has in it:

    size           4              5                6
    vital         12 (T)         20 (cross)       30 (a square with two arms at one corner)
                                 22 (a square with one)
    dead already  16 (square)

The opponent who plays inside makes the same shapes of stones, to be captured, and then takes the vital point: such
stones are called nakade. They put themselves in atari, which is otherwise a waste.
"""

from __future__ import annotations

from typing import Any

from countermove.games.go.fastboard import CHAIN, COLOUR, FOUND, LIBS, NEXT, SIZE, STRIDE, only_liberty, worth
from countermove.games.go.point import EMPTY

MAX_EYE = 6
"""The points of the largest eye that can be dead."""


def is_single_eye(size: int, total: int) -> bool:
    """Whether a space leaves its owner one eye only, if the opponent moves first.

    >>> is_single_eye(3, 6), is_single_eye(4, 10), is_single_eye(4, 12), is_single_eye(5, 22), is_single_eye(6, 34)
    (True, False, True, True, False)
    """
    if size <= 3:
        return True
    if size == 4:
        return total >= 12
    return total >= 20 if size == 5 else size == MAX_EYE and total == 30


def vital_point(w: Any, last: int, mine: int) -> int:
    """The point that keeps a small eye next to the opponent's last move from becoming two; 0 if there is none."""
    for start in (last - 1, last + 1, last - STRIDE, last + STRIDE):
        if w[COLOUR + start] != EMPTY:
            continue
        w[FOUND + 1] = start
        size = 1
        done = total = best = most = 0
        is_closed = True
        while is_closed and done < size:
            done += 1
            point = w[FOUND + done]
            near = 0
            for beside in (point - 1, point + 1, point - STRIDE, point + STRIDE):
                colour = w[COLOUR + beside]
                if colour == mine:
                    is_closed = False
                elif colour == EMPTY:
                    near += 1
                    is_new = True
                    for i in range(size):
                        if w[FOUND + 1 + i] == beside:
                            is_new = False
                    if is_new:
                        size += 1
                        w[FOUND + size] = beside
            total += near * near
            if near > most:
                best, most = point, near
            if size > MAX_EYE:
                is_closed = False
        if is_closed and size >= 3 and total != 16 and is_single_eye(size, total):
            return int(best)
    return 0


def chain_after(w: Any, point: int, mine: int) -> int:
    """The stones of the chain that a stone makes."""
    size = 1
    one = two = three = 0
    for beside in (point - 1, point + 1, point - STRIDE, point + STRIDE):
        if w[COLOUR + beside] == mine:
            head = w[CHAIN + beside]
            if head != one and head != two and head != three:
                one, two, three = head, one, two
                size += w[SIZE + head]
    return size


def is_nakade(w: Any, point: int, mine: int, stones: int) -> bool:
    """Whether a stone that makes a chain of `stones` with one liberty, or none, fills an eye of the opponent's but for
    that liberty, in a shape that leaves one eye when it is captured.
    """
    if stones > MAX_EYE:
        return False
    last = liberty_after(w, point, mine)
    if last != 0:
        for beside in (last - 1, last + 1, last - STRIDE, last + STRIDE):
            if w[COLOUR + beside] == EMPTY and beside != point:
                return False
    if stones <= 3:
        return True
    w[COLOUR + point] = mine
    total = neighbours_squared(w, point, mine)
    one = two = three = 0
    for beside in (point - 1, point + 1, point - STRIDE, point + STRIDE):
        if w[COLOUR + beside] == mine:
            head = w[CHAIN + beside]
            if head != one and head != two and head != three:
                one, two, three = head, one, two
                stone = head
                while True:
                    total += neighbours_squared(w, stone, mine)
                    stone = w[NEXT + stone]
                    if stone == head:
                        break
    w[COLOUR + point] = EMPTY
    return is_single_eye(stones, total)


def neighbours_squared(w: Any, point: int, mine: int) -> int:
    """The square of how many neighbours of a point hold stones of a colour."""
    near = 0
    for beside in (point - 1, point + 1, point - STRIDE, point + STRIDE):
        if w[COLOUR + beside] == mine:
            near += 1
    return near * near


def liberty_after(w: Any, point: int, mine: int) -> int:
    """The liberty of the chain that a stone makes, if it has just one; 0 if it has none."""
    for beside in (point - 1, point + 1, point - STRIDE, point + STRIDE):
        if w[COLOUR + beside] == EMPTY:
            return beside
    for beside in (point - 1, point + 1, point - STRIDE, point + STRIDE):
        if w[COLOUR + beside] == mine:
            head = w[CHAIN + beside]
            libs = w[LIBS + head]
            for again in (point - 1, point + 1, point - STRIDE, point + STRIDE):
                if w[CHAIN + again] == head:
                    libs -= worth(point)
            if libs >> 50 > 0:
                return only_liberty(libs)
    return 0
