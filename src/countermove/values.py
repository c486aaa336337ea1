"""States are values: compared, hashed and changed by making new ones.

A state is a NamedTuple of numbers, tuples and, where a tuple would be too long, small arrays. These few
functions treat all of them alike, and each has a compiled twin (`native/words.py`) that gives the same answer.
"""

from __future__ import annotations

import struct
from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

from countermove.bits import MASK, Word

__all__ = ["dot", "freeze", "joint", "key_of", "put", "split", "weigh"]

T = TypeVar("T", bound=tuple[Any, ...])


def is_array(value: object) -> bool:
    """Whether `value` is a NumPy array, told without importing NumPy."""
    return (
        type(value).__module__ == "numpy"
        and hasattr(value, "tobytes")
        and hasattr(value, "shape")
        and value.shape != ()
    )


def freeze(value: Any) -> Hashable:
    """`value` as something that can be compared and hashed, arrays included.

    Two states are the same position exactly when their frozen forms are equal. A state without arrays is
    its own frozen form.

    >>> freeze((1, (2, 3)))
    (1, (2, 3))
    """
    if isinstance(value, tuple):
        for item in value:
            if isinstance(item, tuple) or is_array(item):
                return tuple(freeze(item) for item in value)
        return value
    if is_array(value):
        return (value.shape, value.dtype.str, value.tobytes())
    hash(value)
    return value  # type: ignore[no-any-return]


def put(values: T, index: int, value: Any) -> T:
    """A copy of the tuple `values` with `value` at `index`; the way to change one pile of many.

    >>> put((3, 5, 7), 1, 4)
    (3, 4, 7)
    """
    if not -len(values) <= index < len(values):
        raise IndexError(f"put: index {index} is outside a tuple of {len(values)}")
    index %= len(values)
    changed = (*values[:index], value, *values[index + 1 :])
    return changed if type(values) is tuple else type(values)(*changed)  # type: ignore[return-value]


def dot(features: Sequence[float], weights: Sequence[float]) -> float:
    """The sum of each feature times its weight: Eval(s) = w1 f1(s) + ... + wn fn(s).

    >>> dot((2.0, 1.0), (10.0, -1.0))
    19.0
    """
    total = 0.0
    for feature, weight in zip(features, weights, strict=True):
        total += feature * weight
    return total


def weigh(sums: Any, weights: Any, by: float) -> None:
    """Add to each of some sums its weight times a number; sums and weights are arrays of one kind.

    >>> import numpy as np
    >>> sums = np.array([1.0, 2.0])
    >>> weigh(sums, np.array([10.0, -1.0]), 0.5)
    >>> sums.tolist()
    [6.0, 1.5]
    """
    sums += weights * by


JOINT = 1 << 16
"""Choices of one player where two act at once are numbered below this."""


def joint(first: int, second: int) -> int:
    """The action of two players who act at once, from the choice of each.

    >>> joint(2, 1), split(joint(2, 1))
    (131073, (2, 1))
    """
    return first * JOINT + second


def split(action: int) -> tuple[int, int]:
    """The choice of each player in the action of two who act at once."""
    return action >> 16, action & JOINT - 1


START = 0x9E3779B97F4A7C15
EXACT = 2.0**53


def mix(seed: int, word: int) -> int:
    """One step of the hash: `word` stirred into `seed` (the finisher of splitmix64), as an unsigned word."""
    z = ((seed ^ (word & MASK)) + START) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def _stir(seed: int, value: Any) -> int:
    if isinstance(value, tuple):
        for item in value:
            seed = _stir(seed, item)
        return seed
    if is_array(value):
        for item in value.ravel().tolist():
            seed = _stir(seed, item)
        return seed
    if isinstance(value, float) and not (value.is_integer() and abs(value) < EXACT):
        return mix(seed, struct.unpack("<q", struct.pack("<d", value))[0])
    return mix(seed, int(value))  # 1, 1.0 and True are equal, so their hashes are


def key_of(state: Any) -> int:
    """A 64-bit hash of a state: equal for equal states, almost surely different for different ones.

    >>> key_of((1, 2)) == key_of((1, 2)), key_of((1, 2)) == key_of((2, 1))
    (True, False)
    """
    return int(Word(_stir(START, state)))
