"""A number with its error: exact, or with a 95% confidence interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

Z = 1.959964
"""Standard errors to either side that cover 95% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its 95% confidence interval.

    >>> Estimate(0.5, 0.4, 0.6).holds(0.45), exactly(3).exact
    (True, True)
    """

    value: float
    low: float
    high: float
    exact: bool = False
    """Whether it is exact."""

    def holds(self, truth: float) -> bool:
        """Whether the interval contains a number."""
        return self.low <= truth <= self.high


def exactly(value: float) -> Estimate:
    """An exact number."""
    return Estimate(value, value, value, True)


def mean(values: ArrayLike) -> Estimate:
    """The mean of a distribution from a sample, by the normal approximation; a single value has no error.

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
    """The standard deviation of a distribution from a sample; 0 for a single value."""
    given = np.asarray(values, float)
    return float(given.std(ddof=1)) if given.size > 1 else 0.0


def share(times: int, of: int) -> Estimate:
    """The frequency of an event that occurred `times` in `of`: Wilson's interval, valid even for none and all.

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
    """The logarithm (base 10) of the mean of numbers, given as logarithms, since they may overflow a float.

    If the interval would start below 0, it starts at the smallest number seen.

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
