"""An agent that does not search: it evaluates the result of each action and takes the best.

Ties are broken at random, so that it does not go back and forth forever.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from countermove.game import Action, Game, S, require_actions
from countermove.players.player import Player

if TYPE_CHECKING:
    from countermove.players.turn import Turn


class Reflex(Player):
    """Takes the action whose result evaluates highest.

    >>> from countermove import load
    >>> game = load("tictactoe")
    >>> game.action_name(None, Reflex(seed=1).choose(game, game.read("a1 b2 b1 a2")))
    'c1'
    """

    def __init__(self, seed: int | None = None) -> None:
        self.name = "reflex" if seed is None else f"reflex:seed={seed}"
        self._lots: random.Random = random.Random(seed)

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        player = game.player(state)
        worth = {}
        for action in require_actions(game, state):
            after = game.result(state, action)
            worth[action] = (game.utility if game.is_terminal(after) else game.evaluate)(after, player)
        best = max(worth.values())
        return self._lots.choice([action for action, value in worth.items() if value == best])
