"""Weights fitted by logistic regression: a position's weighted sum should predict the result of its game.

    predicted = 1 / (1 + exp(-sum / spread))           the share of the way from a loss to a win
    loss      = -(result * log(predicted) + (1 - result) * log(1 - predicted)), on average

The spread is fitted first, to the weights that there are, so that fitted weights keep their scale. Then Adam (Kingma
and Ba, 2015) descends along the gradient of the loss in batches of games. Each weight is pulled towards where it began,
the more so the fewer games there are; a weight that no position uses stays. In computer chess this is known as Texel's
method (Österlund, 2014).

A row of the data is sparse: the numbers of its terms, and how often each counts.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

EPOCHS, BATCHES = 15, 64
"""How often all rows are fitted to, and in how many batches each time."""
FIRST_RATE, LAST_RATE = 0.02, 0.0005
"""Steps of Adam at first and at last, as a part of the spread."""
DEVIATION = 0.15
"""How far a weight may well be from where it began, as a part of the spread. A larger one
gave a lower loss in games left out, but no better play (docs: "Learn an evaluation")."""
MOMENTUM, SCALING, TINY = 0.9, 0.999, 1e-12


@dataclass(frozen=True)
class Rows:
    """Positions, each as a sparse row of terms."""

    numbers: Any
    """The numbers of the terms of all rows, one row after the other."""
    times: Any
    """How often each of them counts."""
    ends: Any
    """Where each row ends."""
    shares: Any
    """How much each phase counts, by row."""
    targets: Any
    """What is to be predicted, from 0 for a loss of player 0 to 1 for a win."""

    def __len__(self) -> int:
        return len(self.ends)

    def part(self, first: int, last: int) -> Rows:
        """The rows from `first` to before `last`."""
        start, end = self.ends[first - 1] if first else 0, self.ends[last - 1] if last else 0
        terms, rows = slice(start, end), slice(first, last)
        return Rows(
            self.numbers[terms], self.times[terms], self.ends[rows] - start, self.shares[rows], self.targets[rows]
        )

    def sums(self, weights: Any) -> Any:
        """The weighted sum of each row."""
        starts = np.concatenate([[0], self.ends[:-1]])
        empty = starts == self.ends
        total = np.zeros(len(self))
        for phase, row in enumerate(weights):
            parts = np.append(row[self.numbers] * self.times, 0.0)
            each = np.add.reduceat(parts, starts)
            each[empty] = 0.0
            total += self.shares[:, phase] * each
        return total

    def spread_back(self, slopes: Any, shape: tuple[int, int]) -> Any:
        """The gradient with respect to the weights, from that with respect to each row's sum."""
        lengths = np.diff(self.ends, prepend=0)
        found = np.empty(shape)
        for phase in range(shape[0]):
            each = np.repeat(slopes * self.shares[:, phase], lengths) * self.times
            found[phase] = np.bincount(self.numbers, each, shape[1])
        return found


def predicted(sums: Any, spread: float) -> Any:
    """The results that weighted sums predict, from 0 to 1."""
    return 1 / (1 + np.exp(-np.clip(sums / spread, -40, 40)))


def loss(sums: Any, spread: float, targets: Any) -> float:
    """The average logistic loss."""
    x = sums / spread
    return float(np.mean(np.logaddexp(0, x) - targets * x)) if len(targets) else 0.0


def fitted_spread(sums: Any, targets: Any) -> float:
    """The spread with which these sums predict best, found by golden-section search; 1 if they are all 0."""
    size = float(np.sqrt(np.mean(np.square(sums)))) if len(sums) else 0.0
    if size == 0.0:
        return 1.0
    ratio = (5**0.5 - 1) / 2
    low, high = np.log(size / 20), np.log(size * 20)
    for _ in range(40):
        first, second = high - ratio * (high - low), low + ratio * (high - low)
        if loss(sums, np.exp(first), targets) < loss(sums, np.exp(second), targets):
            high = second
        else:
            low = first
    return float(np.exp((low + high) / 2))


def fit(
    rows: Rows,
    start: Any,
    spread: float,
    *,
    games: int,
    seed: int = 0,
    epochs: int = EPOCHS,
    progress: Callable[[int], bool] | None = None,
) -> Any:
    """The weights that predict the targets of some rows best, beginning at `start`.

    Rows of one game are not independent, so the pull towards the start is as if there were only `games` rows.
    `progress` is called after each epoch, and ends fitting by returning False.
    """
    rng = np.random.default_rng(seed)
    weights, mean, square = start.copy(), np.zeros_like(start), np.zeros_like(start)
    pull = 1 / (max(1, games) * (DEVIATION * spread) ** 2)
    edges = np.linspace(0, len(rows), min(BATCHES, len(rows)) + 1).astype(int)
    batches = [rows.part(first, last) for first, last in itertools.pairwise(edges)]
    steps, step = epochs * len(batches), 0
    for epoch in range(epochs):
        for at in rng.permutation(len(batches)):
            batch = batches[at]
            slopes = (predicted(batch.sums(weights), spread) - batch.targets) / (spread * len(batch))
            gradient = batch.spread_back(slopes, start.shape) + pull * (weights - start)
            step += 1
            mean += (1 - MOMENTUM) * (gradient - mean)
            square += (1 - SCALING) * (gradient * gradient - square)
            rate = spread * FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (step / steps)
            sized = np.sqrt(square / (1 - SCALING**step)) * spread + TINY
            weights -= rate * spread * mean / (1 - MOMENTUM**step) / sized
        if progress and not progress(epoch + 1):
            break
    return weights
