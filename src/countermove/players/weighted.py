"""Policies by weight: given weights, or the game's action ordering."""

from __future__ import annotations

import random
from collections.abc import Mapping

from countermove.engine.chance.model import RANKED, Model
from countermove.errors import SpecError
from countermove.game import Action, Game, S, State, legal, require_actions
from countermove.players.policy import Policy
from countermove.textbook.odds import Odds, is_weight, shared

MAX_TRIED_POSITIONS = 5_000
"""Positions of random games to search for an action before its name counts as a typo."""


class Weighted(Policy):
    """In proportion to weights, by an action's name or number; the default weight is 1.

    If all legal actions weigh 0, they are equally likely.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([[10, 10], [9, 100]])
    >>> Weighted({"Right": 3}).chances(game, game.initial())
    [(0, 0.25), (1, 0.75)]
    """

    def __init__(self, weights: Mapping[str | int, float]) -> None:
        for action, weight in weights.items():
            if not is_weight(weight):
                raise SpecError(f"The action {action!r} has the weight {weight!r}; give a number, 0 or more.")
        if not weights:
            raise SpecError("No action has a weight; give some, as in Weighted({'Right': 3}), or use Ranked().")
        self.weights = {action: float(weight) for action, weight in weights.items()}
        self.name = "weighted:" + ",".join(f"{action}={weight:.15g}" for action, weight in self.weights.items())

    def fit(self, game: Game[S], state: S | None = None) -> None:
        """Refuse weights for actions that never occur in random games."""
        missing = set(self.weights)
        lots = random.Random(0)
        state = game.initial()
        for _ in range(MAX_TRIED_POSITIONS):
            actions = legal(game, state)
            missing -= {word for action in actions for word in (action, game.action_name(state, action))}
            if not missing:
                return
            state = game.result(state, lots.choice(actions)) if actions else game.initial()
        example = game.action_name(game.initial(), require_actions(game, game.initial())[0])
        raise SpecError(
            f"{self.name} gives a weight to {sorted(missing, key=str)[0]!r}, but no such action occurred in random "
            f"games of {type(game).__name__}; actions are named like {example!r}."
        )

    def chances(self, game: Game[S], state: S) -> Odds:
        return shared({action: self._weight(game, state, action) for action in require_actions(game, state)})

    def _weight(self, game: Game, state: State, action: Action) -> float:
        if action in self.weights:
            return self.weights[action]
        return self.weights.get(game.action_name(state, action), 1.0)


class Ranked(Policy):
    """By the `order` of the game: of n actions the first weighs n, the last 1, and ties share their mean.

    >>> from countermove.games.hexapawn import Hexapawn
    >>> game = Hexapawn()
    >>> state = game.read("a1-a2")
    >>> [(game.action_name(state, action), round(odds, 2)) for action, odds in Ranked().chances(game, state)]
    [('b3xa2', 0.5), ('b3-b2', 0.25), ('c3-c2', 0.25)]
    """

    name = "ranked"

    def chances(self, game: Game[S], state: S) -> Odds:
        promise = {action: float(game.order(state, action)) for action in require_actions(game, state)}
        ordered = sorted(promise.values())
        first = {value: place for place, value in reversed(list(enumerate(ordered, 1)))}
        last = {value: place for place, value in enumerate(ordered, 1)}
        return shared({action: (first[value] + last[value]) / 2 for action, value in promise.items()})

    def model(self, game: Game[S], state: S, seat: int) -> Model:
        return Model(RANKED)
