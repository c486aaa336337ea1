"""What a search answers: an action, what it is worth, and how sure that is.

Alpha-beta proves most root actions to be no better than the best one and then stops looking at them. The number
it has for such an action is a bound, not a value: [[3, 5], [3, 0]] is worth 3, and of the right child the search
knows "at most 3" while it is really worth 0. So every score says which of the two it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from countermove.game import Action
from countermove.textbook.event import Bound, Value

__all__ = ["Decision", "Found", "Score"]

V = TypeVar("V", bound=Value)


@dataclass(frozen=True, slots=True)
class Score:
    """What is known of a root action.

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
    """What to do; None when the game is over, or when not a player but chance (or, in expectimax, the modelled
    opponent) acts at the root. A pass may be None too: `has_action` tells."""
    value: Value
    """What the root is worth to player 0, MAX; to each player, from max^n."""
    values: dict[Action, Score]
    """What is known of each root action looked at, for player 0 like the value."""
    line: tuple[Action, ...]
    """The principal variation: best play from the root, as far as players choose."""
    nodes: int
    """Nodes entered, the root and the leaves included."""
    leaves: int
    """Leaves visited."""
    depth: int | None
    """The limit of the search; None when it went to the end of the game."""
    exact: bool
    """Whether no leaf was an estimate."""
    algorithm: str
    strategies: tuple[dict[int, float], ...] = ()
    """Where both act at once at the root, how likely each player is to take each of its choices."""

    @property
    def has_action(self) -> bool:
        """Whether there is something to do."""
        return bool(self.line)


@dataclass(frozen=True, slots=True)
class Found(Generic[V]):
    """What a node hands to its parent: a value, what it says of the node, and the best play below it."""

    value: V
    bound: Bound = "="
    line: tuple[Action, ...] = ()

    def by(self, action: Action) -> Found[V]:
        """The same, seen from the parent that takes `action` to get there."""
        return Found(self.value, self.bound, (action, *self.line))
