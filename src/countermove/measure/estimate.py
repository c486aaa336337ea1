"""A number with what is known of its error: exact, or the middle of an interval that holds the truth 19 times of 20."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["Estimate", "deviation", "exactly", "mean", "mean_of_powers", "ratio", "share"]

Z = 1.959964
"""Standard errors to either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, and an interval that holds the truth with 95 % confidence.

    >>> Estimate(0.5, 0.4, 0.6).holds(0.45), exactly(3).exact
    (True, True)
    """

    value: float
    low: float
    high: float
    exact: bool = False
    """Whether it was not estimated at all."""

    def holds(self, truth: float) -> bool:
        """Whether the interval holds a number."""
        return self.low <= truth <= self.high


def exactly(value: float) -> Estimate:
    """A number that is known."""
    return Estimate(value, value, value, True)


def mean(values: ArrayLike) -> Estimate:
    """The mean of what values were drawn from, by the normal distribution; of one value nothing is known but itself.

    >>> found = mean([1.0, 2.0, 3.0, 4.0])
    >>> found.value, round(found.low, 2), round(found.high, 2)
    (2.5, 1.23, 3.77)
    """
    given = np.asarray(values, float)
    middle = float(given.mean())
    if given.size == 1:
        return Estimate(middle, -math.inf, math.inf)
    error = Z * deviation(given) / math.sqrt(given.size)
    return Estimate(middle, middle - error, middle + error)


def deviation(values: ArrayLike) -> float:
    """The standard deviation of what values were drawn from; 0 for a single one."""
    given = np.asarray(values, float)
    return float(given.std(ddof=1)) if given.size > 1 else 0.0


def share(times: int, of: int) -> Estimate:
    """How often something happens, after `times` of `of`: Wilson's interval, which is right even for none and for all.

    >>> found = share(0, 100)
    >>> found.value, found.low, round(found.high, 3)
    (0.0, 0.0, 0.037)
    """
    seen, square = times / of, Z * Z / of
    middle = (seen + square / 2) / (1 + square)
    error = Z * math.sqrt(seen * (1 - seen) / of + square / (4 * of)) / (1 + square)
    return Estimate(seen, min(seen, max(0.0, middle - error)), max(seen, min(1.0, middle + error)))


def ratio(tops: ArrayLike, bottoms: ArrayLike) -> Estimate:
    """The ratio of two means, drawn in pairs.

    >>> round(ratio([2.0, 4.0, 6.0], [1.0, 2.0, 3.0]).value, 3)
    2.0
    """
    above, below = np.asarray(tops, float), np.asarray(bottoms, float)
    middle = float(above.sum() / below.sum())
    if above.size == 1:
        return Estimate(middle, -math.inf, math.inf)
    error = Z * deviation(above - middle * below) / math.sqrt(above.size) / float(below.mean())
    return Estimate(middle, middle - error, middle + error)


def mean_of_powers(logarithms: ArrayLike) -> Estimate:
    """The logarithm (base 10) of the mean of numbers, given as logarithms, for they may be larger than a float holds.

    Where the interval would begin below 0, it begins at the smallest number seen.

    >>> found = mean_of_powers([400.0, 401.0])
    >>> round(found.value, 2), found.low
    (400.74, 400.0)
    """
    given = np.asarray(logarithms, float)
    largest, smallest = float(given.max()), float(given.min())
    if given.size == 1:
        return Estimate(largest, 0.0, math.inf)
    found = mean(10.0 ** (given - largest))
    value, high = (largest + math.log10(each) for each in (found.value, found.high))
    low = largest + math.log10(found.low) if found.low > 0 else smallest
    return Estimate(value, min(value, low), max(value, high))
