"""A policy pi(s, a): the probability of each action. It models an opponent, and a player may follow it.

Expectimax uses a policy at every node where somebody else acts. Compiled search supports a few kinds of policy
(engine/chance/model.py). Any other becomes a book with the odds of every reachable position, if there are few enough;
otherwise the search runs interpreted.
"""

from __future__ import annotations

import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from countermove.bits import Word
from countermove.engine.chance.model import BOOK, UNIFORM, Model
from countermove.errors import UnfitError
from countermove.game import CHANCE, Action, Game, S, State, require_actions
from countermove.players.player import Player
from countermove.solve.graph import Graph
from countermove.textbook.odds import Odds, checked

if TYPE_CHECKING:
    from countermove.players.turn import Turn


class Policy(ABC):
    """How a player acts. A policy is defined in every state and is deterministic in its odds."""

    name: str = "policy"
    """Its name in specifications of players, with its options."""
    _graph: Graph | None = None
    _tabled: tuple[Graph, int, Model | None] | None = None
    _large: Game | None = None

    def fit(self, game: Game[S], state: S | None = None) -> None:  # noqa: B027 (most policies apply to every game)
        """Raise an error if the policy does not apply to a game from a state (by default the initial one)."""

    @abstractmethod
    def chances(self, game: Game[S], state: S) -> Odds:
        """Each action with its probability, zeros left out."""

    def odds(self, game: Game[S], state: S) -> Odds:
        """The chances, checked to be probabilities of legal actions."""
        return checked(self.chances(game, state), game, state, require_actions(game, state), self.name)

    def model(self, game: Game[S], state: S, seat: int) -> Model | None:
        """The model for compiled search from a state where `seat` acts; None if there is none."""
        if self._large is game:
            return None
        try:
            graph = self.graph_from(game, state)
        except UnfitError:
            self._large = game
            return None
        if self._tabled is None or self._tabled[0] is not graph or self._tabled[1] != seat:
            states = [each.state for each in graph.vertices if each.player not in (None, CHANCE, seat)]
            self._tabled = (graph, seat, book(self, game, states))
        return self._tabled[2]

    def graph_from(self, game: Game[S], state: S) -> Graph:
        """All states reachable from a state, computed once per game; UnfitError if there are too many."""
        if self._graph is None or self._graph.game is not game or state not in self._graph:
            self._graph = Graph(game, state)
        return self._graph

    def __repr__(self) -> str:
        return f"<{self.name}>"


def book(policy: Policy, game: Game, states: Iterable[State]) -> Model | None:
    """The odds of a policy in some states, for compiled search; None if two states share a key."""
    pages: dict[int, Odds] = {}
    for state in states:
        key = int(Word(int(game.key(state))))
        if key in pages:
            return None
        pages[key] = policy.odds(game, state)
    return Model(BOOK, book=pages)


class Uniform(Policy):
    """Any legal action, all equally likely: the "dumb" opponent of the lectures.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([[10, 10], [9, 100]])
    >>> Uniform().chances(game, game.initial())
    [(0, 0.5), (1, 0.5)]
    """

    name = "uniform"

    def chances(self, game: Game[S], state: S) -> Odds:
        actions = require_actions(game, state)
        return [(action, 1 / len(actions)) for action in actions]

    def model(self, game: Game[S], state: S, seat: int) -> Model:
        return Model(UNIFORM)


class Follower(Player):
    """Samples actions from a policy; reproducible with a seed.

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
        self._lots: random.Random = random.Random(seed)

    def sit(self, game: Game, seat: int) -> None:
        self.policy.fit(game)

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        actions, odds = zip(*self.policy.odds(game, state))
        return self._lots.choices(actions, odds)[0]
