"""A position, and what happens on the board: chains, liberties, captures.

Stones of one colour that touch are a *chain*; the empty points next to it are its *liberties*. A chain without
liberties is taken off the board. All of it is a flood fill:

    . X X O      the chain of X at the left has the liberties marked *        * X X O
    . X O .                                                                   * X O .
    . . . .                                                                   . * . .

A position also holds what the rules must remember: a ko, passes, prisoners, and the numbers (see zobrist.py) of all
positions so far, for superko. These are a tuple of a fixed length, so that states are plain values of one size; a game
ends when it is full (see `rules.py`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from countermove.games.go.point import EDGE, EMPTY

NOWHERE = -1


class Position(NamedTuple):
    """The stones, and what happened before."""

    cells: tuple[int, ...]
    """What is on each point (see point.py), and EDGE at the end."""
    mover: int
    """0 for Black, 1 for White."""
    passes: int
    """How many of the last actions were passes."""
    ko: int
    """The point of a ko that must not be retaken at once, or NOWHERE."""
    last: int
    """The last action, or NOWHERE."""
    lost: tuple[int, int]
    """The stones that Black and White have lost."""
    hash: int
    """Zobrist's number of the stones."""
    past: int
    """A hash of the set of positions so far, in any order."""
    seen: int
    """How many positions there have been: the length of `history` that is in use."""
    history: tuple[int, ...]
    """The numbers of all positions so far under superko, else empty."""


def chain_of(cells: Any, near: Any, point: int) -> list[int]:
    """The stones of the chain at a point; on an empty point, the empty region."""
    colour = cells[point]
    seen = [False] * len(cells)
    seen[point] = True
    found = [point]
    for stone in found:
        for beside in near[stone]:
            if cells[beside] == colour and not seen[beside]:
                seen[beside] = True
                found.append(beside)
    return found


def is_captured(cells: Any, near: Any, stones: list[int]) -> bool:
    """Whether a chain has no liberty."""
    for stone in stones:
        for beside in near[stone]:
            if cells[beside] == EMPTY:
                return False
    return True


def liberties(cells: Any, near: Any, stones: list[int]) -> int:
    """How many liberties a chain has."""
    seen = [False] * len(cells)
    count = 0
    for stone in stones:
        for beside in near[stone]:
            if cells[beside] == EMPTY and not seen[beside]:
                seen[beside] = True
                count += 1
    return count


def owners(cells: Any, near: Any) -> list[int]:
    """Who owns each point, counted by area: a colour, EMPTY for nobody's points.

    An empty point is a player's if only their stones can be reached from it.
    """
    found = list(cells)
    for point in range(len(cells) - 1):
        if found[point] == EMPTY:
            region = chain_of(cells, near, point)
            reached = 0
            for each in region:
                for beside in near[each]:
                    if cells[beside] != EDGE:
                        reached |= cells[beside]
            owner = reached if reached != 0 and reached != EDGE else -1
            for each in region:
                found[each] = owner
    return [max(owner, EMPTY) for owner in found]
