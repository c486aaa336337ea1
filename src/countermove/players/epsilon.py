"""Perfect play, and perfect play with slips: epsilon-greedy.

The best actions are found by solving the whole game backwards; for larger games, by a search to a given depth.
"""

from __future__ import annotations

import math

from countermove.analysis import analyse
from countermove.engine.chance.model import Model
from countermove.errors import SpecError, UnfitError
from countermove.game import Action, Game, S, State, require_actions
from countermove.players.answers import Answers
from countermove.players.policy import Policy
from countermove.solve.graph import Graph
from countermove.textbook.odds import Odds, is_weight


class Perfect(Policy):
    """One of the best actions, each equally likely: all mass on the best replies, which turns expectimax into minimax.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([[3, 12, 8], [2, 4, 6], [14, 2, 2]])
    >>> Perfect().chances(game, game.read("Right"))
    [(1, 0.5), (2, 0.5)]
    """

    name = "solve"

    def __init__(self) -> None:
        self._known: tuple[Graph, list[tuple[float, ...]]] | None = None

    def fit(self, game: Game[S], state: S | None = None) -> None:
        """Refuse games too large to enumerate."""
        self.graph_from(game, game.initial() if state is None else state)

    def chances(self, game: Game[S], state: S) -> Odds:
        best = self.best(game, state)
        return [(action, 1 / len(best)) for action in best]

    def best(self, game: Game[S], state: S) -> list[Action]:
        """The best actions in a state."""
        graph = self.graph_from(game, state)
        if self._known is None or self._known[0] is not graph:
            self._known = (graph, graph.values())
        return graph.best(graph.vertex(state), self._known[1])


class Epsilon(Perfect):
    """Any legal action with probability epsilon, else one of the best; with a `depth`, the best that a search finds.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> [round(odds, 3) for _, odds in Epsilon(0.3).chances(game, game.read("Left"))]
    [0.8, 0.1, 0.1]
    """

    def __init__(self, epsilon: float = 0.1, depth: int | None = None) -> None:
        super().__init__()
        if not is_weight(epsilon) or epsilon > 1:
            raise SpecError(f"epsilon is {epsilon!r}; give a probability, a number from 0 to 1.")
        if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 1):
            raise SpecError(f"The depth of epsilon is {depth!r}; give a whole number, 1 or more.")
        self.epsilon = float(epsilon)
        self.depth = depth
        self._answers = Answers()
        self.name = f"epsilon:{epsilon:.15g}" + ("" if depth is None else f",depth={depth}")

    def fit(self, game: Game[S], state: S | None = None) -> None:
        if self.depth is None:
            try:
                super().fit(game, state)
            except UnfitError as error:
                raise UnfitError(f"{str(error)[:-1]}; give a depth, as in {self.name},depth=4.") from None

    def chances(self, game: Game[S], state: S) -> Odds:
        actions = require_actions(game, state)
        best = self.best(game, state)
        slip = self.epsilon / len(actions)
        odds = {action: slip + (1 - self.epsilon) / len(best) * (action in best) for action in actions}
        return [(action, each / math.fsum(odds.values())) for action, each in odds.items() if each > 0]

    def best(self, game: Game[S], state: S) -> list[Action]:
        if self.depth is None:
            return super().best(game, state)
        return [self._answers.action(game, state, lambda: self._searched(game, state))]

    def _searched(self, game: Game, state: State) -> Action:
        return analyse(game, state, depth=self.depth).action

    def model(self, game: Game[S], state: S, seat: int) -> Model | None:
        return super().model(game, state, seat) if self.depth is None else None  # searching each position is slow
