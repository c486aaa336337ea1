"""Odds, draws and averages: what kernels that meet chance share."""

from __future__ import annotations

from typing import Any

import numpy as np

SLACK = 1e-9
"""How far from 1 probabilities may be together."""
USUAL_OUTCOMES = 64
"""Outcomes that there is room for at first."""


def sound(count: int, odds: Any) -> bool:
    """Whether odds are probabilities: positive, and 1 together. None at all are told elsewhere."""
    together = 0.0
    for i in range(count):
        together += odds[i] if odds[i] > 0.0 else np.nan
    return count == 0 or bool(abs(together - 1.0) < SLACK)


def picked(mark: float, count: int, odds: Any) -> int:
    """Which outcome a number from 0 to 1 draws."""
    pick = 0
    while pick < count - 1 and mark >= odds[pick]:
        mark -= odds[pick]
        pick += 1
    return pick


def lost(total: float, term: float) -> float:
    """What rounding takes off the sum of two numbers (Neumaier, 1974); 0 where it is not finite.

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
