"""The exact score of a position: which of all the possible ones it is, asked question by question.

Is there a win within 6 plies, or a loss? Within 10? Is there one at all? Then, when who wins is known: within 20? Each
question is a null-window search, the cheapest there is, and each answer narrows what is left; the transposition table
keeps what the questions have in common. Short games are looked for first, as with iterative deepening, for there the
search ends early.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from countermove.engine.pvs import pvs
from countermove.engine.score import INFINITE, PLIES
from countermove.engine.table import renewed
from countermove.engine.workspace import UNLIMITED, PvsWorkspace
from countermove.native.bridge import next_state
from countermove.native.kernel import kernel

FIRST_DISTANCE, DISTANCE_STEP, LAST_DISTANCE = 6, 4, 14
"""Plies within which a win or a loss is looked for first, how many more each time, and how many at last."""


class Question(NamedTuple):
    """Whether a score that lies from `low` to `high` is above `middle`."""

    low: int
    high: int
    middle: int
    near: int
    """Plies within which a win or a loss is looked for."""


def opening(low: int, high: int, work: PvsWorkspace) -> Question:
    """The first question."""
    return _next(low, high, FIRST_DISTANCE, True, work.won * PLIES)


def answered(question: Question, score: int, work: PvsWorkspace) -> Question:
    """The question after one that was answered with a score: one that is surely reached, or surely not beaten."""
    low, high, middle, near = question
    most = work.won * PLIES
    wins = middle != most - near - 1
    if score > middle:
        low = max(low, score)
    else:
        high = min(high, score)
    return _next(low, high, near, wins, most)


def _next(low: int, high: int, near: int, wins: bool, most: int) -> Question:
    """Ask for a win within `near` plies, for a loss, for a win within more; who wins at all; and then how soon."""
    if low <= 0 <= high:
        while near <= LAST_DISTANCE:
            middle = most - near - 1 if wins else near - most
            if low <= middle < high:
                return Question(low, high, middle, near)
            if not wins:
                near += DISTANCE_STEP
            wins = not wins
        return Question(low, high, 0 if high > 0 else -1, near)
    # A question that is answered with yes takes less time than one that is not, so rather ask for what is likely.
    part = (high - low) * 3 // 10
    return Question(low, high, low + part if low > 0 else high - 1 - part, near)


@kernel
def settle(game: Any, state: Any, depth: int, low: int, high: int, work: PvsWorkspace, table: Any) -> int:
    """Twice the score of `state` for player 0, which is between `low` and `high`, and 1 more if it rests on estimates.

    Worthless when `stop` was set. A game of points, where sooner is no better than later, is searched with the whole
    window.
    """
    if work.won >= INFINITE:
        return pvs(game, state, depth, low, high, np.int64(0), work, table)
    estimate = 0
    question = opening(low, high, work)
    while question.low < question.high:
        middle = question.middle
        found = pvs(game, state, depth, middle, middle + 1, np.int64(0), work, table)
        if work.stop != 0:
            return 0
        estimate |= found & 1
        question = answered(question, found >> 1, work)
    return (question.low << 1) + estimate


@kernel
def settle_each(game: Any, state: Any, lines: Any, scores: Any, nodes: Any, work: PvsWorkspace, table: Any) -> None:
    """The scores of many positions, each given by the actions that lead to it, each with an empty table.

    `lines` holds for each position how many actions there are, and then the actions.
    """
    at = 0
    for number in range(len(scores)):
        here = state
        for i in range(at + 1, at + 1 + lines[at]):
            here = next_state(game, here, lines[i])
        at += 1 + lines[at]
        before = work.nodes
        work.salt = renewed(work.salt)
        scores[number] = settle(game, here, np.int64(UNLIMITED), np.int64(-INFINITE), np.int64(INFINITE), work, table)
        nodes[number] = work.nodes - before
