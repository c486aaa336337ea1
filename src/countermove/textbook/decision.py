"""The answer of a search: an action, its value, and whether that is exact.

Alpha-beta proves that most root actions are no better than the best one, and stops there. The number it has for such an
action is a bound, not a value: [[3, 5], [3, 0]] is worth 3, and all that the search knows about the right child is "at
most 3", while its value is 0. So every score says whether it is exact or a bound.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

from countermove.game import Action
from countermove.textbook.event import Bound, Value

V = TypeVar("V", bound=Value)


@dataclass(frozen=True, slots=True)
class Score:
    """What is known about a root action.

    >>> str(Score(3.0, "<="))
    '<= 3'
    """

    value: Value
    bound: Bound = "="

    def __str__(self) -> str:
        numbers = self.value if isinstance(self.value, tuple) else (self.value,)
        words = ", ".join(f"{number:.6g}" for number in numbers)
        words = f"({words})" if isinstance(self.value, tuple) else words
        return words if self.bound == "=" else f"{self.bound} {words}"


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer of a textbook search."""

    action: Action
    """The best action; None when the game is over, or when chance (or, in expectimax, the modelled opponent) acts at
    the root. A pass may also be None: see `has_action`."""
    value: Value
    """The value of the root to player 0, MAX; in max^n, to each player."""
    values: dict[Action, Score]
    """What is known about each root action searched; for player 0, like `value`."""
    line: tuple[Action, ...]
    """The principal variation: best play from the root, as far as players choose."""
    nodes: int
    """Nodes entered, the root and the leaves included."""
    leaves: int
    """Leaves visited."""
    depth: int | None
    """The depth limit; None if it searched to the end of the game."""
    exact: bool
    """Whether no leaf was an estimate."""
    algorithm: str
    strategies: tuple[dict[int, float], ...] = ()
    """For simultaneous actions at the root, the mixed strategy of each player."""
    visits: dict[Action, int] = field(default_factory=dict)
    """For Monte Carlo tree search, the simulations that went through each action."""

    @property
    def has_action(self) -> bool:
        """Whether there is an action to take."""
        return bool(self.line)


@dataclass(frozen=True, slots=True)
class Found(Generic[V]):
    """What a node returns to its parent: a value, exact or a bound, and its principal variation."""

    value: V
    bound: Bound = "="
    line: tuple[Action, ...] = ()

    def by(self, action: Action) -> Found[V]:
        """The same, seen from the parent that takes `action` to get there."""
        return Found(self.value, self.bound, (action, *self.line))
