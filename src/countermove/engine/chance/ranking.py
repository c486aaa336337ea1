"""Action ordering for searches with chance.

The rules are called here, in functions of their own, instead of being inlined at every use: they may be long.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.workspace import MAX_STACK, StackWorkspace
from countermove.native.bridge import fill_actions, next_state
from countermove.native.kernel import inline
from countermove.native.real import word_of

FIRST_RANK = (1 << 63) - 1
"""The rank of the action that comes first."""


@inline
def after(game: Any, state: Any, action: int) -> Any:
    """The state after an action."""
    return next_state(game, state, action)


def gathered(game: Any, state: Any, work: StackWorkspace) -> int:
    """Put the actions of a state onto the stack; returns their end. Stops without room or without an action."""
    end = fill_actions(game, state, work.actions, work.top)
    if end > MAX_STACK:
        work.too_wide = work.stop = 1
    elif end == work.top:
        work.stuck = work.stop = 1
    return end


def rising(value: float) -> int:
    """A float as an integer that sorts the same way."""
    word = word_of(value)
    return word if word >= 0 else word ^ FIRST_RANK


def rank(game: Any, state: Any, start: int, end: int, choice: int, answer: int, work: StackWorkspace) -> None:
    """Rank the actions: the table's choice, then the best answer elsewhere, then by the game's `order`."""
    for i in range(start, end):
        action = work.actions[i]
        if action == choice:
            work.ranks[i] = FIRST_RANK
        elif action == answer:
            work.ranks[i] = FIRST_RANK - 1
        elif work.ordered != 0:
            work.ranks[i] = rising(np.float64(game.order(state, action)))
        else:
            work.ranks[i] = 0


def foremost(start: int, end: int, work: StackWorkspace) -> int:
    """The index of the action of the highest rank; the first of equals."""
    first = start
    for i in range(start + 1, end):
        if work.ranks[i] > work.ranks[first]:
            first = i
    return first


def promote(at: int, end: int, work: StackWorkspace) -> None:
    """Swap the action of the highest rank from `at` on to `at`."""
    first = foremost(at, end, work)
    if first != at:
        work.actions[at], work.actions[first] = work.actions[first], work.actions[at]
        work.ranks[at], work.ranks[first] = work.ranks[first], work.ranks[at]
