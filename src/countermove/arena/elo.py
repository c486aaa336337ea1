"""Elo: the difference in strength that a score means, with its error.

A player who is `d` Elo stronger scores 1 / (1 + 10^(-d/400)) on average. Openings are played from both seats, and the
two games of a pair are not independent: an unbalanced opening is won by the same seat twice. So the error comes from
the pairs, of which five kinds are counted (the pentanomial: LL, LD, DD or WL, WD, WW), and only without pairs from
single games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from countermove.measure.interval import Estimate, Z


def score_of(elo: float) -> float:
    """The average score of a player who is `elo` stronger.

    >>> score_of(0), round(score_of(100), 3)
    (0.5, 0.64)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in Elo that an average score means; infinite for 0 and 1.

    >>> elo_of(0.5), round(elo_of(0.64)), elo_of(1.0)
    (0.0, 100, inf)
    """
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def difference(score: float, error: float) -> Estimate:
    """The difference in Elo, with its 95% confidence interval, from a score and its standard error.

    >>> found = difference(0.55, 0.02)
    >>> round(found.value), round(found.low), round(found.high)
    (35, 8, 63)
    """
    return Estimate(elo_of(score), elo_of(score - Z * error), elo_of(score + Z * error))


def standard_error(scores: Sequence[float]) -> float:
    """The standard error of the mean of scores from 0 to 1.

    Scores that are all alike have no spread; their error is that of Wilson's interval (1927) for none or all.

    >>> round(standard_error([0.0, 0.5, 0.5, 1.0]), 3), round(standard_error([1.0] * 10), 2)
    (0.177, 0.14)
    """
    if not scores:
        return math.inf
    if min(scores) == max(scores):
        return Z / (len(scores) + Z * Z)
    mean = math.fsum(scores) / len(scores)
    return math.sqrt(math.fsum((each - mean) ** 2 for each in scores)) / len(scores)


def superiority(score: float, error: float) -> float:
    """The likelihood of superiority: how likely the first player is stronger, by the normal approximation.

    >>> superiority(0.5, 0.1), round(superiority(0.55, 0.02), 3)
    (0.5, 0.994)
    """
    return (1 + math.erf((score - 0.5) / error / math.sqrt(2))) / 2 if error else 0.5
