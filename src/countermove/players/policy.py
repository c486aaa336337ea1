"""A policy pi(s, a): how likely each action is. What an opponent is taken for, and what a player may follow.

Expectimax asks a policy at every node where somebody else acts. Compiled search knows a few kinds of policy
(engine/model.py). Of any other it is given a book, with the odds for every position that can follow, where those are
few enough; where they are not, the search runs interpreted.
"""

from __future__ import annotations

import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from countermove.bits import Word
from countermove.engine.model import BOOK, UNIFORM, Model
from countermove.errors import UnfitError
from countermove.game import CHANCE, Action, Game, State, require_actions
from countermove.players.player import Player
from countermove.solve.graph import Graph
from countermove.textbook.odds import Odds, checked

if TYPE_CHECKING:
    from countermove.players.turn import Turn

__all__ = ["Follower", "Policy", "Uniform", "book"]


class Policy(ABC):
    """How somebody acts. A policy says something about every state, and always the same."""

    name: str = "policy"
    """What it is called in specifications of players, with what makes it the one it is."""
    _graph: Graph | None = None
    _tabled: tuple[Graph, int, Model | None] | None = None
    _large: Game | None = None

    def fit(self, game: Game, state: State | None = None) -> None:  # noqa: B027 (most policies say something about every game)
        """Raises an error when the policy says nothing about a game that begins in a state, by default its first."""

    @abstractmethod
    def chances(self, game: Game, state: State) -> Odds:
        """Each action with its probability, those that are never taken left out."""

    def odds(self, game: Game, state: State) -> Odds:
        """The chances, made sure to be probabilities of legal actions: what everybody asks who relies on them."""
        return checked(self.chances(game, state), game, state, require_actions(game, state), self.name)

    def model(self, game: Game, state: State, seat: int) -> Model | None:
        """What compiled search takes it for, in all that follows a state where `seat` acts; None where it cannot."""
        if self._large is game:
            return None
        try:
            graph = self.everything(game, state)
        except UnfitError:
            self._large = game
            return None
        if self._tabled is None or self._tabled[0] is not graph or self._tabled[1] != seat:
            states = [each.state for each in graph.vertices if each.player not in (None, CHANCE, seat)]
            self._tabled = (graph, seat, book(self, game, states))
        return self._tabled[2]

    def everything(self, game: Game, state: State) -> Graph:
        """All that can follow a state; looked at once for a game. UnfitError where that is too much."""
        if self._graph is None or self._graph.game is not game or state not in self._graph:
            self._graph = Graph(game, state)
        return self._graph

    def __repr__(self) -> str:
        return f"<{self.name}>"


def book(policy: Policy, game: Game, states: Iterable[State]) -> Model | None:
    """What a policy does in some states, written down for compiled search; None where two states have one key."""
    pages: dict[int, Odds] = {}
    for state in states:
        key = int(Word(int(game.key(state))))
        if key in pages:
            return None
        pages[key] = policy.odds(game, state)
    return Model(BOOK, book=pages)


class Uniform(Policy):
    """Any legal action, each as likely: the "dumb" opponent of the lectures.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([[10, 10], [9, 100]])
    >>> Uniform().chances(game, game.initial())
    [(0, 0.5), (1, 0.5)]
    """

    name = "uniform"

    def chances(self, game: Game, state: State) -> Odds:
        actions = require_actions(game, state)
        return [(action, 1 / len(actions)) for action in actions]

    def model(self, game: Game, state: State, seat: int) -> Model:
        return Model(UNIFORM)


class Follower(Player):
    """Draws lots by the odds of a policy; with a seed, the same lots every time.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([[10, 10], [9, 100]])
    >>> player = Follower(Uniform(), seed=3)
    >>> player.name, player.choose(game, game.initial()) in (0, 1)
    ('uniform:seed=3', True)
    """

    def __init__(self, policy: Policy, seed: int | None = None) -> None:
        self.policy = policy
        self.name = policy.name
        if seed is not None:
            self.name += f"{',' if ':' in policy.name else ':'}seed={seed}"
        self._lots = random.Random(seed)

    def sit(self, game: Game, seat: int) -> None:
        self.policy.fit(game)

    def choose(
        self, game: Game, state: State, stop: threading.Event | None = None, turns: Sequence[Turn] = ()
    ) -> Action:  # fmt: skip
        actions, odds = zip(*self.policy.odds(game, state))
        return self._lots.choices(actions, odds)[0]
