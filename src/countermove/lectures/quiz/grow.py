"""Random trees for questions, small enough to draw.

Payoffs are distinct whole numbers, so that a leaf can be named by its value and no tie decides anything; where a tie is
requested, they repeat. In a tree with chance, one whole level belongs to chance, as in backgammon, with odds that are
simple fractions.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

MAX_LEAVES = 36
"""The most leaves that fit side by side on a page."""
DISTRIBUTIONS: Final = {
    2: ((1, 1), (1, 3), (1, 2), (1, 4), (2, 1), (3, 1)),
    3: ((1, 1, 2), (2, 1, 1), (1, 1, 1), (1, 2, 1), (1, 2, 3)),
}
RANGES: Final = ((0, 20), (1, 15), (-10, 10))


@dataclass(frozen=True, slots=True)
class Shape:
    """The size and contents of a tree."""

    branching: int | None
    """Children of every inner node; None for two or three."""
    depth: int
    chance: bool = False
    ties: bool = False


def grow(rng: random.Random, shape: Shape) -> str:
    """A random tree of a shape, as nested lists.

    >>> grow(random.Random(1), Shape(2, 2))
    '[[18,2],[8,3]]'
    """
    level = rng.randrange(1, shape.depth) if shape.chance else None
    skeleton = _skeleton(rng, shape, 0)
    leaves = _count(skeleton)
    payoffs = iter(_payoffs(rng, leaves, shape.ties))
    return _write(rng, skeleton, payoffs, 0, level)


def _skeleton(rng: random.Random, shape: Shape, depth: int) -> Any:
    if depth == shape.depth:
        return None
    width = shape.branching or (
        2 if shape.depth > 3 or (shape.depth == 3 and rng.random() < 0.7) else rng.choice((2, 3, 3))
    )
    return [_skeleton(rng, shape, depth + 1) for _ in range(width)]


def _count(skeleton: Any) -> int:
    return 1 if skeleton is None else sum(map(_count, skeleton))


def _payoffs(rng: random.Random, leaves: int, ties: bool) -> list[int]:
    low, high = rng.choice(RANGES)
    if ties:
        return [rng.randint(max(low, -5), max(low, -5) + max(8, leaves // 2)) for _ in range(leaves)]
    return rng.sample(range(low, max(high, low + 2 * leaves) + 1), leaves)


def _write(rng: random.Random, skeleton: Any, payoffs: Any, depth: int, chance: int | None) -> str:
    if skeleton is None:
        return str(next(payoffs))
    children = ",".join(_write(rng, child, payoffs, depth + 1, chance) for child in skeleton)
    if depth != chance:
        return f"[{children}]"
    width = len(skeleton)
    weights = rng.choice(DISTRIBUTIONS.get(width, ((1,) * width,)))
    odds = ",".join(repr(weight / sum(weights)) for weight in weights)
    return f'{{"chances":[{odds}],"children":[{children}]}}'
