"""Random trees for searches to agree on."""

from __future__ import annotations

import random
from typing import Any

import pytest


def tree_of(rng: random.Random, depth: int) -> Any:
    """A random tree with ties, unequal depths and players who may act twice in a row."""
    if depth == 0 or rng.random() < 0.15:
        return rng.randint(-4, 4)
    children = [tree_of(rng, depth - 1) for _ in range(rng.randint(1, 4))]
    return {"children": children, "player": rng.choice(["max", "min"])} if rng.random() < 0.3 else children


@pytest.fixture
def random_tree() -> Any:
    """Makes a random tree from a generator of random numbers and a depth."""
    return tree_of
