"""SPRT: a match that stops as soon as its result is clear.

Two hypotheses are compared: the difference in strength is `elo0` (not worth it), or `elo1` (worth it). After each pair
of games the log-likelihood ratio (LLR) says how much better the second explains the results. Above log((1-beta)/alpha)
it is accepted, below log(beta/(1-alpha)) the first is; in between, the match goes on. The wrong one is accepted with
probability alpha or beta.

The likelihoods are generalized (GSPRT): how often each kind of pair occurs is not known, so each hypothesis takes the
frequencies that explain the results best under its constraint. A constraint fixes the mean of the score (logistic
Elo), or the mean over the standard deviation of a single game (normalized Elo: what it takes to measure it, the same
for drawish and sharp games). The best frequencies are p / (1 + x g), where g are the gradients of the constraint and x
a Lagrange multiplier, a root found by bisection.

    counts    results by score: [L, D, W] of games, or [LL, LD, DD or WL, WD, WW] of pairs

References: A. Wald, "Sequential analysis" (1945); M. Van den Bergh, "The generalized maximum likelihood ratio for the
expectation value of a distribution" (2018), "Normalized Elo" (2020).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from countermove.arena.elo import score_of
from countermove.errors import SpecError

Floats = NDArray[np.float64]
Verdict = Literal["accepted", "rejected", "undecided"]
MIN_COUNT = 1e-3
"""Results that did not occur count this much, so that every hypothesis is possible."""
NORMALIZED_UNIT = 800 / math.log(10)
"""Normalized Elo per standard deviation of a single game: both scales agree where draws are rare."""
MAX_STEPS = 100
MAX_ELO = 1000.0


@dataclass(frozen=True, slots=True)
class Sprt:
    """The test of two hypotheses.

    >>> test = Sprt(0, 2)
    >>> test.bounds
    (-2.9444389791664403, 2.9444389791664403)
    >>> round(test.llr([10, 40, 100, 50, 20]), 5), test.verdict(3.0)
    (0.34914, 'accepted')
    """

    elo0: float
    elo1: float
    normalized: bool = False
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            raise SpecError(
                f"The hypotheses of the SPRT are {self.elo0:g} and {self.elo1:g} Elo; give two numbers from "
                f"{-MAX_ELO:g} to {MAX_ELO:g}, the smaller first, as in 0,5."
            )

    @classmethod
    def read(cls, text: str, normalized: bool = False) -> Sprt:
        """The test that a text such as `0,5` describes."""
        try:
            elo0, elo1 = (float(part) for part in text.split(","))
        except ValueError:
            raise SpecError(
                f"The SPRT is {text!r}; give the two hypotheses in Elo, the smaller first, as in 0,5."
            ) from None
        return cls(elo0, elo1, normalized)

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the first hypothesis is accepted, and where the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[float]) -> float:
        """The log-likelihood ratio of results."""
        return (llr_normalized if self.normalized else llr_logistic)(counts, self.elo0, self.elo1)

    def verdict(self, llr: float) -> Verdict:
        """Whether `elo1` is accepted, rejected, or undecided."""
        low, high = self.bounds
        return "accepted" if llr >= high else "rejected" if llr <= low else "undecided"


def llr_logistic(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """The log-likelihood ratio of two differences in logistic Elo.

    >>> round(llr_logistic([300, 400, 350], 0, 2), 5)
    0.4369
    """
    total, scores, seen = _frequencies(counts)
    if not total:
        return 0.0
    first, second = (_constrained(seen, scores - score_of(elo)) for elo in (elo0, elo1))
    return total * float(seen @ np.log(second / first))


def llr_normalized(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """The log-likelihood ratio of two differences in normalized Elo.

    >>> round(llr_normalized([300, 400, 350], 0, 2), 5)
    0.34843
    """
    total, scores, seen = _frequencies(counts)
    if not total:
        return 0.0
    games = (len(scores) - 1) / 2  # in each result
    first, second = (_at_ratio(seen, scores, elo / NORMALIZED_UNIT * math.sqrt(games)) for elo in (elo0, elo1))
    return total * float(seen @ np.log(second / first))


def _frequencies(counts: Sequence[float]) -> tuple[float, Floats, Floats]:
    """The number of results, the score of each kind, and how frequent it is."""
    given = np.array(counts, float)
    if not given.any():
        return 0.0, given, given
    filled = np.maximum(given, MIN_COUNT)
    total = float(filled.sum())
    return total, np.linspace(0, 1, len(given)), filled / total


def _constrained(seen: Floats, gradients: Floats) -> Floats:
    """The most likely frequencies, near those seen, under which the gradients have mean 0."""
    low, high = -1 / float(gradients.max()), -1 / float(gradients.min())
    terms = list(zip(seen.tolist(), gradients.tolist()))  # so few that plain Python is quickest
    for _ in range(MAX_STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if sum(share * gradient / (1 + middle * gradient) for share, gradient in terms) > 0:
            low = middle
        else:
            high = middle
    found: Floats = seen / (1 + (low + high) / 2 * gradients)
    return found


def _at_ratio(seen: Floats, scores: Floats, ratio: float) -> Floats:
    """The most likely frequencies under which (mean - 1/2) / deviation is `ratio`.

    The constraint is not linear in the frequencies, so it is linearized around the last ones until they settle.
    """
    found = np.full(len(seen), 1 / len(seen))
    for _ in range(MAX_STEPS):
        before = found
        mean = float(found @ scores)
        deviation = math.sqrt(float(found @ (scores - mean) ** 2))
        gradients = scores - 0.5 - ratio * deviation * (1 + ((mean - scores) / deviation) ** 2) / 2
        found = _constrained(seen, gradients)
        if float(np.abs(found - before).max()) < 1e-14:
            break
    return found
