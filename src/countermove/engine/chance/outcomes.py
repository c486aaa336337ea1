"""Outcomes, draws and averages: what kernels that meet chance share."""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.workspace import Workspace
from countermove.errors import GameError
from countermove.game import Game
from countermove.native.bridge import fill_chances
from countermove.native.kernel import inline

SLACK = 1e-9
"""How far the sum of probabilities may be from 1."""
USUAL_OUTCOMES = 64
"""The outcomes for which there is room at first."""
UNSOUND = 1
"""In `fault`: odds are not probabilities."""


@inline
def outcomes_of(game: Any, state: Any, work: Workspace) -> Any:
    """The outcomes of a chance node: their number, the outcomes, and their odds.

    Stops the search if there are none, or if the odds are not probabilities.
    """
    outcomes = np.empty(USUAL_OUTCOMES, np.int64)
    odds = np.empty(USUAL_OUTCOMES, np.float64)
    count = fill_chances(game, state, outcomes, odds, 0)
    if count > USUAL_OUTCOMES:
        outcomes = np.empty(count, np.int64)
        odds = np.empty(count, np.float64)
        count = fill_chances(game, state, outcomes, odds, 0)
    if count == 0:
        work.stuck = work.stop = 1
    elif not sound(count, odds):
        work.fault = UNSOUND
        work.stop = 1
    return count, outcomes, odds


def refuse_odds(game: Game, work: Workspace) -> None:
    """Raise GameError if bad odds stopped the search."""
    if work.fault == UNSOUND:
        raise GameError(
            f"{type(game).__name__}.chances gives probabilities that are not all above 0 or do not add up to 1 "
            "(run `countermove check` to see where)."
        )


def sound(count: int, odds: Any) -> bool:
    """Whether odds are probabilities: positive, with a sum of 1. An empty list passes; it is reported elsewhere."""
    total = 0.0
    for i in range(count):
        total += odds[i] if odds[i] > 0.0 else np.nan
    return count == 0 or bool(abs(total - 1.0) < SLACK)


def picked(mark: float, count: int, odds: Any) -> int:
    """The index of the outcome that a number from 0 to 1 draws."""
    pick = 0
    while pick < count - 1 and mark >= odds[pick]:
        mark -= odds[pick]
        pick += 1
    return pick


def lost(total: float, term: float) -> float:
    """The rounding error of the sum of two numbers (Neumaier, 1974); 0 where the sum is not finite.

    Averages carry it along, so that ties stay ties.
    """
    together = total + term
    if not np.isfinite(together):
        return 0.0
    return (total - together) + term if abs(total) >= abs(term) else (term - together) + total


def average(count: int, odds: Any, values: Any) -> float:
    """The sum of odds times values."""
    total = carried = 0.0
    for i in range(count):
        term = odds[i] * values[i]
        carried += lost(total, term)
        total += term
    return total + carried
