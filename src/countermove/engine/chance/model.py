"""Opponent models for compiled search: one of a few kinds of policy, or a book of odds.

    UNIFORM     1/|A(s)| each
    OWN         the `chances` of the game, also where another player acts (Pacman: directional ghosts)
    SOFTMAX     in proportion to exp(value / temperature), the value being the utility or estimate after the action
    RANKED      by the `order` of the game: the first of n actions weighs n, the last 1, equal ones their mean
    BOOK        listed for each state, by its key; UNIFORM for states not listed

Nothing here imports the compiler, so players can describe how they act without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

UNIFORM, OWN, SOFTMAX, RANKED, BOOK = range(5)
Book: TypeAlias = Mapping[int, Sequence[tuple[int, float]]]
"""Actions and their probabilities, by the key of the state."""


@dataclass(frozen=True, slots=True)
class Model:
    """An opponent model."""

    kind: int = UNIFORM
    temperature: float = 1.0
    """How random SOFTMAX is."""
    book: Book = field(default_factory=dict)
    """The odds of BOOK."""
