"""Ratings: the strength of every player of a tournament, by maximum likelihood.

In the model of Bradley and Terry, a player of strength `a` scores 1 / (1 + e^(b-a)) against one of strength `b`; a draw
is half a win and half a loss. Newton's method finds the most likely strengths. Each player also drew one game against
an average player: this prior keeps the rating of a player who won or lost everything finite, and hardly matters
otherwise. Draws vary less than wins and losses, so the errors are scaled by the spread of the results around their
expectation, the prior included. Ratings are relative: their mean is 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from countermove.measure.interval import Estimate, Z

ELO = 400 / math.log(10)
"""Elo per unit of strength."""
PRIOR = 1.0
"""Drawn games of each player against an average player."""
MAX_STEPS = 100


class Comparison(NamedTuple):
    """The score of one player against another in a game."""

    first: int
    second: int
    score: float
    """The first player's: 1 for a win, 0.5 for a draw, 0 for a loss."""
    weight: float = 1.0


def ratings(players: int, games: Iterable[Comparison]) -> list[Estimate]:
    """The rating of each player in Elo, with 95% confidence intervals.

    >>> won = [Comparison(0, 1, 1.0)] * 30 + [Comparison(0, 1, 0.0)] * 10
    >>> [round(each.value) for each in ratings(2, won)]
    [94, -94]
    """
    given = list(games)
    pairs = np.array([(each.first, each.second) for each in given], int).reshape(-1, 2)
    scores, weights = np.array([each.score for each in given]), np.array([each.weight for each in given])
    strengths = np.zeros(players)
    for _ in range(MAX_STEPS):
        expected = _expected(strengths[pairs[:, 0]] - strengths[pairs[:, 1]])
        slope = weights * (scores - expected)
        prior = _expected(strengths)
        gradient = PRIOR * (0.5 - prior)
        np.add.at(gradient, pairs[:, 0], slope)
        np.add.at(gradient, pairs[:, 1], -slope)
        spread = weights * expected * (1 - expected)
        information = np.diag(PRIOR * prior * (1 - prior))
        for one, other, sign in ((0, 0, 1), (1, 1, 1), (0, 1, -1), (1, 0, -1)):
            np.add.at(information, (pairs[:, one], pairs[:, other]), sign * spread)
        step = np.linalg.solve(information, gradient)
        strengths += np.clip(step, -1, 1)  # damped, for a long step may overshoot
        if float(np.abs(step).max()) < 1e-10:
            break
    seen = float((weights * (scores - expected) ** 2).sum())
    scale = (seen + PRIOR) / (float(spread.sum()) + PRIOR)
    centre = np.eye(players) - 1 / players
    errors = Z * np.sqrt(np.diag(centre @ np.linalg.inv(information) @ centre) * scale)
    values = strengths - strengths.mean()
    return [
        Estimate(ELO * float(value), ELO * float(value - error), ELO * float(value + error))
        for value, error in zip(values, errors)
    ]


def _expected(difference: np.ndarray) -> np.ndarray:
    found: np.ndarray = 1 / (1 + np.exp(-difference))
    return found
