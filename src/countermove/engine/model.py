"""What compiled search knows of an opponent: one of a few kinds of policy, or a book of odds.

    UNIFORM     1/|A(s)| each
    OWN         what the `chances` of the game say where one of the others acts (Pacman's: how a directional ghost does)
    SOFTMAX     in proportion to exp(worth / temperature), worth being what its result is worth or looks worth
    RANKED      by the `order` of the game: the first of n actions weighs n, the last 1, equal ones their mean
    BOOK        written down for each state, under its key; what is not written down is UNIFORM

Nothing here imports the compiler, so that players can say how they act without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

__all__ = ["BOOK", "OWN", "RANKED", "SOFTMAX", "UNIFORM", "Book", "Model"]

UNIFORM, OWN, SOFTMAX, RANKED, BOOK = range(5)
Book: TypeAlias = Mapping[int, Sequence[tuple[int, float]]]
"""Actions and their probabilities, by the key of the state."""


@dataclass(frozen=True, slots=True)
class Model:
    """An opponent as compiled search takes it."""

    kind: int = UNIFORM
    temperature: float = 1.0
    """How random SOFTMAX is."""
    book: Book = field(default_factory=dict)
    """What BOOK has written down."""
