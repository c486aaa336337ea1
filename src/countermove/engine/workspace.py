"""What a running search and the world outside it tell each other: a few numbers in one stretch of memory.

Compiled code sees neither Ctrl-C nor the clock. It counts its nodes here and looks here whether to stop; whoever
waits for it may set STOP at any time, from any thread. The best line stands here too:

    0 .. 15        the numbers named below
    16 ..          row p: the best actions from ply p on, END after the last; LINE words a row
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

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
HEAD = 16

DEEPEST = 10_000
"""More plies than any search goes, for each takes room on the stack."""
LINE = 128
"""The longest line that is kept."""
END = -(1 << 63)
"""What stands after the last action of a line; no game has it for an action."""
ENDLESS = 1 << 40
"""A depth limit that is none."""


def workspace(limit: int | None = None) -> Memory:
    """A fresh workspace, for a search of at most `limit` nodes."""
    work = Memory(HEAD + LINE * LINE)
    work[LIMIT] = np.iinfo(np.int64).max if limit is None else limit
    for ply in range(LINE):
        work[HEAD + ply * LINE] = END
    return work


def best_line(work: Memory, ply: int) -> list[int]:
    """The line that a search left, from `ply` on."""
    row = [work[HEAD + ply * LINE + i] for i in range(LINE)]
    return row[: row.index(END)]


@njit
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
