"""Better actions more likely: in proportion to exp(worth / temperature).

An action is worth the value of the position it leads to: the utility if the game is over, else `evaluate`, without
search. A low temperature favours the best action; a high one approaches the uniform policy. Without an evaluation, only
finished games differ.
"""

from __future__ import annotations

import math

from countermove.engine.chance.model import SOFTMAX, Model
from countermove.errors import SpecError
from countermove.game import Game, S, estimate_of, require_actions, utility_of
from countermove.players.policy import Policy
from countermove.textbook.odds import Odds, is_weight, shared


class Softmax(Policy):
    """Chooses by the apparent value of actions, at a temperature.

    >>> from countermove.games.tree import Tree
    >>> game = Tree([0, 1])
    >>> [round(odds, 3) for _, odds in Softmax(temperature=0.5).chances(game, game.initial())]
    [0.119, 0.881]
    """

    def __init__(self, temperature: float = 1.0) -> None:
        if not is_weight(temperature) or temperature == 0:
            raise SpecError(f"The temperature of softmax is {temperature!r}; give a number above 0.")
        self.temperature = float(temperature)
        self.name = f"softmax:temperature={temperature:.15g}"

    def chances(self, game: Game[S], state: S) -> Odds:
        player = game.player(state)
        worth = {}
        for action in require_actions(game, state):
            after = game.result(state, action)
            worth[action] = (utility_of if game.is_terminal(after) else estimate_of)(game, after, player)
        most = max(worth.values())
        return shared({action: self._weight(value, most) for action, value in worth.items()})

    def _weight(self, value: float, most: float) -> float:
        """exp(worth / temperature) relative to the best action's, so that nothing overflows."""
        return 1.0 if value == most else math.exp((value - most) / self.temperature)

    def model(self, game: Game[S], state: S, seat: int) -> Model:
        return Model(SOFTMAX, temperature=self.temperature)
