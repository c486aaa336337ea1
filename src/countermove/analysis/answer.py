"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass, field

from countermove.game import Action
from countermove.textbook import Score

__all__ = ["Analysis", "Line", "best_lines", "untried"]


@dataclass(frozen=True, slots=True)
class Line:
    """One way to go on: what is known of an action, and the play expected after it."""

    action: Action
    score: Score
    line: tuple[Action, ...]
    distance: int | None = None
    """Plies to a win or to a loss, where it is proven."""
    proven: bool = False
    """Whether the score is certain."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found. Values are for the player to move, or for player 0 where there is none."""

    action: Action = None
    """The best action; None when the game is over or chance is to move. A pass may be None too: `has_action` tells."""
    value: float = 0.0
    values: dict[Action, Score] = field(default_factory=dict)
    """What is known of each action looked at: exact, or a bound."""
    line: tuple[Action, ...] = ()
    """The actions expected, the best one first."""
    lines: tuple[Line, ...] = ()
    """The best ways to go on, as many as were asked for."""
    distance: int | None = None
    """Plies to the win or to the loss, where it is proven; a player who wins hurries, one who loses delays."""
    timed: bool = False
    """Whether the distance is proven too: no sooner win, no later loss. Else it comes within so many plies."""
    depth: int = 0
    """Plies searched completely."""
    nodes: int = 0
    seconds: float = 0.0
    exact: bool = False
    """Whether the value is proven: no estimate took part."""
    error: float | None = None
    """Half of the interval that holds the value 19 times of 20, where outcomes of chance were drawn by lot."""
    algorithm: str = ""
    native: bool = False
    """Whether the search ran compiled."""
    stopped: bool = False
    """Whether it ended because it was told to, with the best answer so far."""
    strategies: tuple[dict[int, float], ...] = ()
    """Where both act at once, how likely each player is to take each of its choices; `action` is the likeliest pair."""
    note: str = ""
    """Why it was not searched as it might be: interpreted instead of compiled, or by a plainer search."""
    advice: str = ""
    """How one of several equal actions was chosen, and what the game lacks that would make the answer better."""

    @property
    def has_action(self) -> bool:
        """Whether there is something to do."""
        return self.action is not None or self.line[:1] == (None,)

    def __post_init__(self) -> None:
        if self.has_action and not self.lines and self.line:
            object.__setattr__(
                self, "lines", (Line(self.action, Score(self.value), self.line, self.distance, self.exact),)
            )


def untried(action: Action) -> tuple[Action, ...]:
    """The line of an action that was not looked into: none, but that a pass is told from no action by its line."""
    return (None,) if action is None else ()


def best_lines(
    best: Action, values: dict[Action, Score], lines: dict[Action, tuple[Action, ...]], count: int, sure: set[Action]
) -> tuple[Line, ...]:
    """The best so many of these lines, that of the best action first; the values of some actions are `sure`."""
    if best not in values or count == 1:
        return ()  # an Analysis knows its own line

    def rank(action: Action) -> tuple[bool, float]:
        value = values[action].value
        return action != best, -value if isinstance(value, float) else 0.0

    ways = [action for action in sorted(lines, key=rank) if values[action].bound == "="]
    return tuple(Line(action, values[action], lines[action], proven=action in sure) for action in ways[:count])
