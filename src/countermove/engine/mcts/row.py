"""The tree of Monte Carlo search: every node a row of words, the children of a node side by side.

    ACTION      the action that leads to the node
    CHILDREN    first child << 16 | number of children; 0 before the node is expanded
    MOVER       who acts there, once a simulation has been there
    PROVEN      1 where the value is known for certain
    VISITS      simulations through the node
    PRIOR       how likely the action is before any simulation; at chance nodes, its probability
    VALUES      the sum of the payoffs of these simulations, one word per player
    EXACT       the certain values, one word per player
    SQUARES     the sum of the squares of the payoffs to the player who chose the action
    AMAF        simulations in which the same player took the same action later (all moves as first)
    AMAF_VALUE  the sum of their payoffs to that player

For two players the words that selection reads fill one cache line. Floats are held as their bits (native/real.py).

Where both players act at once, the children of a node, one for each pair of choices, are followed by a row for each
choice of the first player, then of the second: its ACTION is the choice, its PRIOR the sum of the probabilities with
which it was taken, its first value the regret for not having taken it. FIRST_CHOICES is how many the first player has.

Rows are handed out from the front of a memory, to each thread from its own part. A tree that has outgrown its memory,
or whose root has moved, is copied into a second memory without what is no longer needed (`copy_tree`), as a copying
garbage collector does.
"""

from __future__ import annotations

from typing import Any

from countermove.game import SIMULTANEOUS
from countermove.native.kernel import kernel
from countermove.native.real import word_of

ACTION, CHILDREN, MOVER, PROVEN, VISITS, PRIOR, VALUES = range(7)
SQUARES, AMAF, AMAF_VALUE = range(3)
"""Offsets after the values and the exact values."""
FIRST_CHOICES = AMAF
"""Where both act at once, no such statistics are kept."""
LINE = 8
"""Words in a cache line: a row is a whole number of them."""
MAX_CHILDREN = (1 << 16) - 1
UNSEEN, OVER = -10, -9
"""In MOVER: no simulation has been there; the game is over there."""


def row_width(players: int) -> int:
    """Words in a row.

    >>> row_width(2), row_width(3)
    (16, 16)
    """
    return -(-(VALUES + 2 * players + 3) // LINE) * LINE


def clear_row(rows: Any, at: int, width: int, action: int, prior: float) -> None:
    """Make a row that of a new node."""
    for i in range(width):
        rows[at + i] = 0
    rows[at + ACTION] = action
    rows[at + MOVER] = UNSEEN
    rows[at + PRIOR] = word_of(prior)


@kernel
def copy_tree(source: Any, target: Any, root: int, least: int, width: int, choices: int, room: int) -> int:
    """Copy the tree below row `root` to the front of `target`; returns the number of rows there.

    Nodes with fewer than `least` visits are copied without their children, and so are all once `room` rows are taken:
    nodes go level by level, so those near the root come first. `choices` is where a row has FIRST_CHOICES.
    """
    for i in range(width):
        target[i] = source[root * width + i]
    free = 1
    done = 0
    while done < free:
        at = done * width
        children = target[at + CHILDREN]
        count = children & MAX_CHILDREN
        if count > 0:
            first = children >> 16
            size = count
            if target[at + MOVER] == SIMULTANEOUS:
                size += target[at + choices] + count // target[at + choices]
            if (target[at + VISITS] < least and done > 0) or free + size > room:
                target[at + CHILDREN] = 0
            else:
                for i in range(size * width):
                    target[free * width + i] = source[first * width + i]
                target[at + CHILDREN] = free << 16 | count
                free += size
        done += 1
    return free
