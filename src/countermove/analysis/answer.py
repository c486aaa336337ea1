"""The answer of a search."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from countermove.game import Action
from countermove.textbook import Score

if TYPE_CHECKING:
    from countermove.analysis.belief import Guess

DATABASE = "database"
"""The name of an endgame database, as what knows a value."""


@dataclass(frozen=True, slots=True)
class Line:
    """An action with its score and its principal variation."""

    action: Action
    score: Score
    line: tuple[Action, ...]
    distance: int | None = None
    """Plies to a win or a loss, where proven."""
    proven: bool = False
    """Whether the score is certain."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What a search found. Values are for the player to move, or for player 0 where there is none."""

    action: Action = None
    """The best action; None when the game is over or chance acts. A pass may be None too; see `has_action`."""
    value: float = 0.0
    values: dict[Action, Score] = field(default_factory=dict)
    """The score of each action searched: exact, or a bound."""
    line: tuple[Action, ...] = ()
    """The principal variation."""
    lines: tuple[Line, ...] = ()
    """The best lines, as many as requested."""
    distance: int | None = None
    """Plies to the win or the loss, where proven; the winner prefers a short game, the loser a long one."""
    timed: bool = False
    """Whether the distance is exact: no faster win, no slower loss. Else it is an upper bound."""
    depth: int = 0
    """The last depth searched completely."""
    selective: int | None = None
    """The deepest ply reached, where some lines are searched deeper than others."""
    nodes: int = 0
    seconds: float = 0.0
    exact: bool = False
    """Whether the value is proven: no estimate took part."""
    error: float | None = None
    """The standard error of the value, where it is the mean of simulations or of searches with sampled chance."""
    visits: dict[Action, int] = field(default_factory=dict)
    """After mcts and ismcts, the simulations that went through each action."""
    priors: dict[Action, float] = field(default_factory=dict)
    """After mcts, how likely each action was before any simulation, where the game has a policy."""
    simulations: int = 0
    """After mcts and ismcts, the number of simulations; after pimc, of imagined states."""
    algorithm: str = ""
    native: bool = False
    """Whether the search ran compiled."""
    known: str = ""
    """What knows the value of every action: the game or the database; empty where only a search does."""
    hits: int = 0
    """Positions that the search found in an endgame database of slices."""
    stopped: bool = False
    """Whether it was stopped early; this is then the best answer so far."""
    strategies: tuple[dict[int, float], ...] = ()
    """Where both act at once, the probability of each choice for each player; `action` is the likeliest pair."""
    guesses: tuple[Guess, ...] = ()
    """Where information is hidden, what the player to move believes to be on the board."""
    note: str = ""
    """Why a slower search was used: interpreted instead of compiled, or a plainer one."""
    advice: str = ""
    """How one of several equal actions was chosen, and what the game could add to improve the answer."""

    @property
    def in_database(self) -> bool:
        """Whether the value is proven, and rests on an endgame database."""
        return self.exact and (self.hits > 0 or self.known == DATABASE)

    @property
    def has_action(self) -> bool:
        """Whether there is an action to take."""
        return self.action is not None or self.line[:1] == (None,)

    def __post_init__(self) -> None:
        if self.has_action and not self.lines and self.line:
            object.__setattr__(
                self, "lines", (Line(self.action, Score(self.value), self.line, self.distance, self.exact),)
            )


def untried(action: Action) -> tuple[Action, ...]:
    """The line of an unsearched action: empty, except that a pass (None) needs one to differ from no action."""
    return (None,) if action is None else ()
