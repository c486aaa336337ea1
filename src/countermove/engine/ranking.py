"""The actions of a node, in the order in which they are to be searched, for searches with averages.

Rules are called here and not copied into a kernel wherever they are wanted, for they may be long.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.workspace import BREADTH, ORDERED, TOP
from countermove.native.bridge import fill_actions, next_state
from countermove.native.kernel import inline
from countermove.native.real import word_of

FIRST = (1 << 63) - 1
"""The rank of the action that comes first."""


@inline
def after(game: Any, state: Any, action: int) -> Any:
    """The state after an action."""
    return next_state(game, state, action)


def gathered(game: Any, state: Any, work: Any) -> int:
    """Put the actions of a state on the stack; gives their end."""
    return fill_actions(game, state, work, work[TOP])


def rising(value: float) -> int:
    """A float as a word of the same order."""
    word = word_of(value)
    return word if word >= 0 else word ^ FIRST


def rank(game: Any, state: Any, start: int, end: int, choice: int, answer: int, work: Any) -> None:
    """Say for each action how soon it is to be searched: the table's, the answer elsewhere, then the game's order."""
    for i in range(start, end):
        action = work[i]
        if action == choice:
            work[i + BREADTH] = FIRST
        elif action == answer:
            work[i + BREADTH] = FIRST - 1
        elif work[ORDERED] != 0:
            work[i + BREADTH] = rising(np.float64(game.order(state, action)))
        else:
            work[i + BREADTH] = 0


def foremost(start: int, end: int, work: Any) -> int:
    """Where the action of the highest rank stands; the first of equals."""
    first = start
    for i in range(start + 1, end):
        if work[i + BREADTH] > work[first + BREADTH]:
            first = i
    return first


def promote(at: int, end: int, work: Any) -> None:
    """Put the action of the highest rank from a place on into that place."""
    first = foremost(at, end, work)
    if first != at:
        work[at], work[first] = work[first], work[at]
        work[at + BREADTH], work[first + BREADTH] = work[first + BREADTH], work[at + BREADTH]
