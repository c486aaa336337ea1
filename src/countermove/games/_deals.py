"""What starting hands and random deals of hold'em are worth, from the file that learn/deals.py writes.

wins, ties       by class and class of starting hands: how often one beats the other, over all hands and boards
classes          by deal and player: the class of the hand
percentiles      by deal, round (flop, turn, river) and player: how good the hand is, from 0 to 255
won              by deal: 1 if the first player wins, 0 for a tie, -1
strengths        by class: the mean square of the share of opponents that it beats on the river
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from countermove.games._starting import CLASSES, class_of, class_size

SHIPPED = Path(__file__).with_name("weights") / "holdem.npz"
BOARDS = 1_712_304
"""Boards that are left after two hands are dealt: 48 cards, choose 5."""


class Deals(NamedTuple):
    odds: NDArray[np.float64]
    """By class and class: the probability that the players are dealt them."""
    equity: NDArray[np.float64]
    """By class and class: the chance to win, a tie counting half; 0 where both cannot be dealt."""
    classes: NDArray[np.uint8]
    percentiles: NDArray[np.uint8]
    won: NDArray[np.int8]
    strengths: NDArray[np.float64]


@cache
def shipped() -> Deals:
    """The deals of the shipped file."""
    pairs = pairs_of_hands()
    with np.load(SHIPPED) as file:
        score = file["wins"] + file["ties"] / 2
        equity = score / np.maximum(1, pairs * BOARDS)
        return Deals(pairs / pairs.sum(), equity, file["classes"], file["percentiles"], file["won"], file["strengths"])


def pairs_of_hands() -> NDArray[np.int64]:
    """By class and class: how many pairs of hands without a common card there are."""
    kinds = np.zeros((52, CLASSES), np.int64)  # by card and class: hands with that card
    sizes = np.array([class_size(kind) for kind in range(CLASSES)])
    for high in range(52):
        for low in range(high):
            kinds[low, class_of(low, high)] += 1
            kinds[high, class_of(low, high)] += 1
    # Pairs that share one card are taken off once, identical ones twice.
    both: NDArray[np.int64] = np.outer(sizes, sizes) - kinds.T @ kinds + np.diag(sizes)
    return both
