"""What measuring a game gives. Whatever was not found, or does not apply, is None, and `notes` says why."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from countermove.game import Game, State
from countermove.measure.estimate import Estimate, exactly

__all__ = ["Choice", "Length", "Measure", "Perfect", "Play", "Ply", "Size"]


@dataclass(frozen=True, slots=True)
class Size:
    """How many there are; too many for any float, perhaps."""

    log: Estimate
    """The logarithm, base 10."""
    count: int | None = None
    """The number itself, where it was counted."""


@dataclass(frozen=True, slots=True)
class Ply:
    """How many actions players have at a ply, in random play."""

    ply: int
    visits: int
    mean: float
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Length:
    """How many plies a game takes, in random play."""

    mean: Estimate
    deviation: float
    seen: dict[int, int]
    """How many games of each length were played."""
    shortest: int
    longest: int
    exact: bool
    """Whether the shortest and the longest are those of all games that there are; else, of those played."""


@dataclass(frozen=True, slots=True)
class Play:
    """How games end."""

    games: int
    """How many were played."""
    wins: tuple[Estimate, ...]
    """The share of games that each player won, by getting more than any other."""
    draws: Estimate
    scores: tuple[Estimate, ...]
    """What a game is worth to each player, on average."""
    unfinished: int = 0
    """Games that did not end, and count for nothing."""
    native: bool = False
    opening: int = 0
    """Random plies before search took over."""
    nodes: int = 0
    """Nodes that each search had."""

    def advantage(self, player: int) -> Estimate:
        """By how much more games a player wins than loses, of two: 1 for all, -1 for none."""
        mine, theirs = self.wins[player], self.wins[1 - player]
        value = mine.value - theirs.value
        if mine.exact:
            return exactly(value)
        low = value - math.hypot(mine.value - mine.low, theirs.high - theirs.value)
        high = value + math.hypot(mine.high - mine.value, theirs.value - theirs.low)
        return Estimate(value, max(-1.0, low), min(1.0, high))


@dataclass(frozen=True, slots=True)
class Perfect:
    """What the game is worth to each player when all play best."""

    values: tuple[float, ...]
    distance: int | None
    method: str


@dataclass(frozen=True, slots=True)
class Choice:
    """How much there is to choose."""

    forced: Estimate
    """The share of turns with one action only, in random play."""
    unique: Estimate | None = None
    """Where there is a choice: the share of positions in which one action is better than all others."""
    positions: int = 0
    """How many positions that was counted in."""
    late: bool = False
    """Whether these are only positions near the ends of random games, and not all that there are."""
    standing: tuple[float, float, float] | None = None
    """Of all positions: the shares that are good, even and bad for the player to act, with best play by all."""


@dataclass
class Measure:
    """Everything that was found out about a game."""

    game: Game
    state: State
    seed: int
    states: int = 0
    complete: bool = False
    """Whether these are all states; else there are more."""
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
    """Why something is missing, or is not what one would wish, by its name."""
    seconds: float = 0.0
    stopped: bool = False
    """Whether it was told to stop before it was done."""
