"""The result of measuring a game. What is missing or does not apply is None, and `notes` says why."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from countermove.game import Game, State
from countermove.measure.interval import Estimate, exactly


@dataclass(frozen=True, slots=True)
class Size:
    """A count that may overflow a float."""

    log: Estimate
    """The logarithm, base 10."""
    count: int | None = None
    """The number itself, if counted."""


@dataclass(frozen=True, slots=True)
class Ply:
    """The number of actions at a ply, in random play."""

    ply: int
    visits: int
    mean: float
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Length:
    """The length of games in plies, in random play."""

    mean: Estimate
    deviation: float
    seen: dict[int, int]
    """The number of games of each length."""
    shortest: int
    longest: int
    exact: bool
    """Whether the shortest and the longest are over all possible games; else, over those played."""


@dataclass(frozen=True, slots=True)
class Play:
    """How games end."""

    games: int
    """Number of games."""
    wins: tuple[Estimate, ...]
    """The share of games that each player won, by getting more than any other."""
    draws: Estimate
    scores: tuple[Estimate, ...]
    """The average payoff of each player."""
    unfinished: int = 0
    """Unfinished games, which do not count."""
    native: bool = False
    opening: int = 0
    """Random plies before search took over."""
    nodes: int = 0
    """Nodes per search."""
    searched: int = 0
    """Nodes of all searches."""
    hits: int = 0
    """Those found in an endgame database."""
    announced: int = 0
    """Games in which a search has proven a result by an endgame database."""

    def advantage(self, player: int) -> Estimate:
        """The share of wins minus losses of one of two players: 1 for all wins, -1 for none."""
        mine, theirs = self.wins[player], self.wins[1 - player]
        value = mine.value - theirs.value
        if mine.exact:
            return exactly(value)
        low = value - math.hypot(mine.value - mine.low, theirs.high - theirs.value)
        high = value + math.hypot(mine.high - mine.value, theirs.value - theirs.low)
        return Estimate(value, max(-1.0, low), min(1.0, high))


@dataclass(frozen=True, slots=True)
class Perfect:
    """The value of the game to each player with best play."""

    values: tuple[float, ...]
    distance: int | None
    method: str


@dataclass(frozen=True, slots=True)
class Choice:
    """How much choice there is."""

    forced: Estimate
    """The share of turns with a single action, in random play."""
    unique: Estimate | None = None
    """The share of positions with a choice in which a single action is best."""
    positions: int = 0
    """The number of positions examined for that."""
    late: bool = False
    """Whether these are only positions near the ends of random games."""
    standing: tuple[float, float, float] | None = None
    """The shares of positions that are good, even and bad for the player to act, with best play."""


@dataclass
class Measure:
    """Everything found about a game."""

    game: Game
    state: State
    seed: int
    states: int = 0
    complete: bool = False
    """Whether all states were counted."""
    games: Size | None = None
    tree: Size | None = None
    branching: Estimate | None = None
    plies: tuple[Ply, ...] = ()
    length: Length | None = None
    perfect: Perfect | None = None
    strong: Play | None = None
    random: Play | None = None
    choice: Choice | None = None
    notes: dict[str, str] = field(default_factory=dict)
    """Why something is missing or incomplete, by name."""
    seconds: float = 0.0
    stopped: bool = False
    """Whether it was stopped early."""
