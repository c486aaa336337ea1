"""What a running search and the world outside it tell each other: a few numbers in one stretch of memory.

Compiled code sees neither Ctrl-C nor the clock. It counts its nodes here and looks here whether to stop; whoever
waits for it may set STOP at any time, from any thread. The best line stands here too:

    0 .. 31        the numbers named below
    HEAD ..        row p: the best actions from ply p on, END after the last; LINE words a row

A search that orders actions by what it has seen has more room after that:

    PATH ..        the key of the position at each ply
    TAKEN ..       the action taken at each ply
    KILLERS ..     two actions a ply that were too good to be allowed
    COUNTERS ..    by player and the action before: the action that answered it
    HISTORY ..     by player and action: how often it was too good
    STACK ..       the actions of the nodes on the path, and their ranks; BREADTH words each
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.bits import highest
from countermove.native.memory import Memory

NODES = 0
"""Nodes entered so far."""
LIMIT = 1
"""Stop when NODES reaches this."""
STOP = 2
"""Not 0: stop as soon as possible; what comes back is then worthless."""
HORIZON = 3
"""Not 0: the depth limit was met somewhere, so the value rests on `evaluate`."""
DEEP = 4
"""Not 0: the search was stopped because the game went deeper than DEEPEST."""
STUCK = 5
"""Not 0: the search was stopped because a state that is not terminal had no actions."""
WIDE = 6
"""Not 0: the search was stopped because the nodes on one path had more than BREADTH actions together."""
ODD = 7
"""Not 0: the search was stopped because a utility does not fit the scale (see score.py)."""
SCALE = 8
"""Units of score in a utility of 1 (see score.py)."""
WON, LOST = 9, 10
"""Where a win begins and where a loss, in units: from there on it counts how soon (see score.py)."""
CEILING = 22
"""The most units that an estimate is given (see score.py)."""
NEUTRAL = 17
"""The utility that favours nobody, in units."""
REPEAT = 11
"""The lowest ply on the path that a position met below was equal to."""
SALT = 12
"""What all keys are mixed with, so that a table may be forgotten in no time."""
AGE = 13
"""Which search this is, for the table: entries of earlier ones go first."""
TOP = 14
"""Where the free part of STACK begins."""
SELECTIVE = 15
"""Not 0: late actions may be looked at less deeply."""
ORDERED = 18
"""Not 0: the game has an order of its own, and an action above 0 in it is one to look at before resting."""
THREAD = 19
"""The number of the thread."""
COMPANY = 21
"""How many other threads search with it."""
DATABASE = 20
"""Where the memory of a database is that may be asked, for `probing` (see pvs.py)."""
BEFORE = 16
"""How many positions of the game before the root stand in front of PATH."""
HEAD = 32

DEEPEST = 10_000
"""More plies than any search goes, for each takes room on the stack."""
LINE = 128
"""The longest line that is kept."""
END = -(1 << 63)
"""What stands after the last action of a line; no game has it for an action."""
ENDLESS = 1 << 40
"""A depth limit that is none."""


EARLIER = 1024
"""The most positions before the root that are remembered."""
PATH = HEAD + LINE * LINE + EARLIER
TAKEN = PATH + DEEPEST + 1
KILLERS = TAKEN + DEEPEST + 1
EFFORT = KILLERS + 2 * (DEEPEST + 1)
"""For each ply, how large the trees below it are: the logarithm of their nodes, in 65,536ths, about."""
COUNTERS = EFFORT + DEEPEST + 1
HASHED = 4096
"""Words a player in COUNTERS and in HISTORY."""
HISTORY = COUNTERS + 2 * HASHED
STACK = HISTORY + 2 * HASHED
MUCH = 1 << 26
"""The most that HISTORY counts."""
BREADTH = 1 << 17
SIZE = STACK + 2 * BREADTH


def workspace(limit: int | None = None, size: int = HEAD + LINE * LINE) -> Memory:
    """A fresh workspace, for a search of at most `limit` nodes."""
    work = Memory(size)
    work[LIMIT] = np.iinfo(np.int64).max if limit is None else limit
    for ply in range(LINE):
        work[HEAD + ply * LINE] = END
    return work


def best_line(work: Memory, ply: int) -> list[int]:
    """The line that a search left, from `ply` on."""
    row = [work[HEAD + ply * LINE + i] for i in range(LINE)]
    return row[: row.index(END)]


def keep(work: Any, ply: int, action: int, last: bool) -> None:
    """Note the best line at `ply`: `action`, and then the line of the child unless it is the last."""
    if ply >= LINE:
        return
    row = HEAD + ply * LINE
    work[row] = action
    work[row + 1] = END
    if last or ply + 1 == LINE:
        return
    for i in range(LINE - 2):
        word = work[row + LINE + i]
        work[row + i + 1] = word
        if word == END:
            return
    work[row + LINE - 1] = END


def learn(work: Any, ply: int, nodes: int) -> None:
    """A tree of so many nodes below a ply: a word on how large they are there."""
    work[EFFORT + ply] += (highest(nodes | 1) << 16) - work[EFFORT + ply] >> 6


def good(work: Any, mover: int, ply: int, action: int, depth: int) -> None:
    """Note that an action was too good to be allowed: a killer at its ply, and more often so than others."""
    at = KILLERS + 2 * ply
    if work[at] != action:
        work[at + 1] = work[at]
        work[at] = action
    at = HISTORY + mover + (action & HASHED - 1)
    work[at] += max(1, min(depth, 16)) ** 2
    if work[at] > MUCH:
        for i in range(HISTORY, HISTORY + 2 * HASHED):
            work[i] >>= 1
