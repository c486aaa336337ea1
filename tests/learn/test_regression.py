"""Regression: it finds weights that are known."""

from __future__ import annotations

import numpy as np
import pytest

from countermove.learn.regression import Rows, fit, fitted_spread, loss, predicted


def rows_with(weights: np.ndarray, count: int, spread: float, seed: int) -> Rows:
    """Random rows whose results are drawn with the probabilities that the weights predict."""
    rng = np.random.default_rng(seed)
    phases, terms = weights.shape
    lengths = rng.integers(0, 9, count)
    numbers = rng.integers(0, terms, lengths.sum())
    times = rng.integers(-3, 4, lengths.sum()).astype(float)
    shares = rng.dirichlet(np.ones(phases), count)
    rows = Rows(numbers, times, np.cumsum(lengths), shares, np.zeros(count))
    targets = (rng.random(count) < predicted(rows.sums(weights), spread)).astype(float)
    return Rows(numbers, times, rows.ends, shares, targets)


@pytest.mark.parametrize("phases", [1, 2])
def test_known_weights_are_recovered(phases: int) -> None:
    truth = np.random.default_rng(phases).normal(0, 40, (phases, 12))
    rows = rows_with(truth, 60_000, 100.0, seed=3)
    found = fit(rows, np.zeros_like(truth), 100.0, games=60_000, epochs=15)
    assert np.abs(found - truth).max() < 6
    assert loss(rows.sums(found), 100.0, rows.targets) < loss(rows.sums(np.zeros_like(truth)), 100.0, rows.targets)


def test_the_spread_is_recovered() -> None:
    truth = np.random.default_rng(5).normal(0, 40, (2, 12))
    rows = rows_with(truth, 60_000, 150.0, seed=4)
    assert fitted_spread(rows.sums(truth), rows.targets) == pytest.approx(150, rel=0.05)
    assert fitted_spread(np.zeros(3), np.ones(3)) == 1.0


def test_the_sums_are_those_of_a_dense_matrix() -> None:
    weights = np.random.default_rng(6).normal(0, 40, (2, 12))
    rows = rows_with(weights, 500, 100.0, seed=7)
    dense, start = np.zeros((500, 12)), 0
    for row, end in enumerate(rows.ends):
        np.add.at(dense[row], rows.numbers[start:end], rows.times[start:end])
        start = end
    assert np.allclose(rows.sums(weights), ((dense @ weights.T) * rows.shares).sum(axis=1))
    slopes = np.random.default_rng(8).normal(size=500)
    assert np.allclose(rows.spread_back(slopes, (2, 12)), (rows.shares * slopes[:, None]).T @ dense)
    part = rows.part(100, 250)
    assert np.allclose(part.sums(weights), rows.sums(weights)[100:250])


def test_a_weight_that_no_row_uses_stays() -> None:
    truth = np.full((1, 3), 50.0)
    rows = rows_with(truth, 5000, 100.0, seed=9)
    start = np.array([[0.0, 0.0, 0.0, 17.0]])
    found = fit(rows, start, 100.0, games=1000, epochs=3)
    assert found[0, 3] == 17.0 and found[0, 0] > 20
    assert np.array_equal(found, fit(rows, start, 100.0, games=1000, epochs=3))
