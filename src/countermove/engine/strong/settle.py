"""The exact score of a position, found by a series of null-window searches.

Is there a win within 6 plies, or a loss? Within 10? Is there one at all? Then, once the winner is known: within 20?
Each question is a null-window search, the cheapest kind, and each answer narrows the interval; the transposition table
holds what the searches have in common. Short wins come first, as with iterative deepening, because those searches end
early.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from countermove.engine.strong.pvs import pvs
from countermove.engine.strong.score import INFINITE, PLIES
from countermove.engine.table import renewed
from countermove.engine.workspace import UNLIMITED, PvsWorkspace
from countermove.native.bridge import next_state
from countermove.native.kernel import kernel

FIRST_DISTANCE, DISTANCE_STEP, LAST_DISTANCE = 6, 4, 14
"""The first distance at which to look for a win or a loss, how it grows, and the last one."""


class Question(NamedTuple):
    """Whether a score that lies from `low` to `high` is above `middle`."""

    low: int
    high: int
    middle: int
    distance: int
    """Look for a win or a loss within this many plies."""


def opening(low: int, high: int, work: PvsWorkspace) -> Question:
    """The first question."""
    return _next(low, high, FIRST_DISTANCE, True, work.won * PLIES)


def answered(question: Question, score: int, work: PvsWorkspace) -> Question:
    """The next question, after a search returned `score`: a lower bound above the middle, else an upper bound."""
    low, high, middle, distance = question
    win_score = work.won * PLIES
    for_win = middle != win_score - distance - 1
    if score > middle:
        low = max(low, score)
    else:
        high = min(high, score)
    return _next(low, high, distance, for_win, win_score)


def _next(low: int, high: int, distance: int, for_win: bool, win_score: int) -> Question:
    """First a win within `distance` plies, a loss, a win within more plies; then who wins at all; then how soon."""
    if low <= 0 <= high:
        while distance <= LAST_DISTANCE:
            middle = win_score - distance - 1 if for_win else distance - win_score
            if low <= middle < high:
                return Question(low, high, middle, distance)
            if not for_win:
                distance += DISTANCE_STEP
            for_win = not for_win
        return Question(low, high, 0 if high > 0 else -1, distance)
    # A yes is found faster than a no, so ask what is likely.
    part = (high - low) * 3 // 10
    return Question(low, high, low + part if low > 0 else high - 1 - part, distance)


@kernel
def settle(game: Any, state: Any, depth: int, low: int, high: int, work: PvsWorkspace, table: Any) -> int:
    """Twice the score of `state` for player 0, which is between `low` and `high`, and 1 more if it rests on estimates.

    Meaningless once `stop` is set. A game of points, where distance does not count, is searched with the whole
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

    `lines` holds for each position the number of actions, then the actions.
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
