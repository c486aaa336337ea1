"""The shooter of battleships: no search, but a belief about where ships are; and anyone's likeliest action elsewhere.

It shoots at the cell that is in most of many random fleets which fit all that it has seen. Where it hides its own
fleet, it does so at random, so that nobody can learn where.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from countermove.errors import UnfitError
from countermove.game import Action, Game, S, offers, require_actions
from countermove.players.player import Player

if TYPE_CHECKING:
    from countermove.players.turn import Turn

SAMPLES = 100
"""Fleets imagined for each shot; they are drawn in plain Python."""


@runtime_checkable
class Sought(Protocol):
    """A game that knows how likely each action hits something."""

    def posterior(self, state: Any, seed: int, samples: int) -> Any:
        """The weight of each action of the player to move, by what it sees alone."""


class Hunter(Player):
    """Takes the likeliest action of the game's posterior, or of its `policy` if it has no posterior.

    >>> from countermove import load
    >>> game = load("battleships:rows=2,cols=2,fleet=(2,)")
    >>> state = game.read("a2- a2- a2 b1")
    >>> game.action_name(state, Hunter().choose(game, state)) in ("b2", "a1")
    True
    """

    plays_hidden = True

    def __init__(self, seed: int | None = None) -> None:
        self.name = "hunter" if seed is None else f"hunter:seed={seed}"
        self._lots: random.Random = random.Random(seed)

    def sit(self, game: Game, seat: int) -> None:
        if not isinstance(game, Sought) and not offers(game, "policy"):
            raise UnfitError(
                f"hunter needs a game that knows where to look (battleships), or one with a policy, and "
                f"{type(game).__name__} is neither; use best."
            )

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        seen = game.view(state, game.player(state)) if game.axes.hidden else state
        weights = {action: float(weight) for action, weight in game.policy(seen)}
        actions = require_actions(game, state)
        if isinstance(game, Sought) and len(set(weights.values())) > 1:
            found = game.posterior(seen, self._lots.getrandbits(30), SAMPLES)
            weights = {action: float(found[action]) for action in actions}
        best = max(weights.get(action, 0.0) for action in actions)
        return self._lots.choice([action for action in actions if weights.get(action, 0.0) == best])
