"""Any legal action, all equally likely: the control in experiments, the "dumb" opponent of the lectures."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from countermove.game import Action, Game, S, choices, require_actions
from countermove.players.player import Player

if TYPE_CHECKING:
    from countermove.players.turn import Turn


class Random(Player):
    """Chooses uniformly at random; reproducible with a seed.

    >>> from countermove import load
    >>> game = load("tictactoe")
    >>> Random(3).choose(game, game.initial()) == Random(3).choose(game, game.initial())
    True
    """

    plays_hidden = True

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random" if seed is None else f"random:seed={seed}"
        self._lots: random.Random = random.Random(seed)

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        return self._lots.choice(require_actions(game, state))

    def choose_at_once(
        self, game: Game[S], state: S, seat: int, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> int:  # fmt: skip
        return self._lots.choice(choices(game, state, seat))
