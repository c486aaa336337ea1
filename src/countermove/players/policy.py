"""A policy pi(s, a): how likely each action is. What an opponent is taken for, and what a player may follow.

Expectimax asks a policy at every node where somebody else acts. `kernel` is the number under which compiled search
knows it (engine/expectimax.py); None where it does not, and the search runs interpreted.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from countermove.game import Game, State, require_actions
from countermove.players.player import Player

if TYPE_CHECKING:
    from countermove.players.turn import Turn

__all__ = ["Follower", "Policy", "Uniform"]


class Policy(Protocol):
    """How somebody acts."""

    name: str
    """What it is called in specifications of players."""
    kernel: int | None
    """What compiled search knows it by."""

    def fit(self, game: Game) -> None:
        """Raises an UnfitError when the policy says nothing about a game."""

    def chances(self, game: Game, state: State) -> list[tuple[int, float]]:
        """Each action with its probability, those that are never taken left out."""


class Uniform:
    """Any legal action, each as likely: the "dumb" opponent of the lectures.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([[10, 10], [9, 100]])
    >>> Uniform().chances(game, game.initial())
    [(0, 0.5), (1, 0.5)]
    """

    name = "uniform"
    kernel: int | None = 0

    def fit(self, game: Game) -> None:
        """Says something about every game."""

    def chances(self, game: Game, state: State) -> list[tuple[int, float]]:
        actions = require_actions(game, state)
        return [(action, 1 / len(actions)) for action in actions]


class Follower(Player):
    """Draws lots by the odds of a policy; with a seed, the same lots every time."""

    def __init__(self, policy: Policy, seed: int | None = None) -> None:
        self.policy = policy
        self.name = policy.name if seed is None else f"{policy.name}:seed={seed}"
        self._lots = random.Random(seed)

    def sit(self, game: Game, seat: int) -> None:
        self.policy.fit(game)

    def choose(
        self, game: Game, state: State, stop: threading.Event | None = None, turns: Sequence[Turn] = ()
    ) -> int:  # fmt: skip
        actions, odds = zip(*self.policy.chances(game, state))
        return int(self._lots.choices(actions, odds)[0])
