"""What an evaluation is made of: named parts that add up to it, for people who ask why."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

__all__ = ["Explanation", "Part"]


class Part(NamedTuple):
    """One part of an evaluation."""

    name: str
    value: Fraction | float
    """What it adds to the total, for the player who asks."""
    details: tuple[float, ...] = ()
    """Where that comes from: a number under each of the explanation's headings; empty if nothing is known."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """An evaluation as a sum of parts.

    >>> found = Explanation((Part("lines", 0.25, (4, 0.0625)), Part("edges", -0.125, (2, -0.0625))), 0.125)
    >>> found.total == found.estimate
    True
    """

    parts: tuple[Part, ...]
    estimate: float
    """What `evaluate` returns: the total, or a number between the outcomes that follows from it."""
    headings: tuple[str, ...] = ("feature", "weight")
    unit: str = ""
    """What the total counts, such as pawns; empty if it is the estimate itself."""

    @property
    def total(self) -> Fraction | float:
        """The sum of all parts, added in order."""
        total: Fraction | float = 0
        for part in self.parts:
            total += part.value
        return total
