"""The shooter of battleships: no search, but a belief about where ships are; and anyone's likeliest action elsewhere.

It shoots where the game aims by all that it has seen, compiled. Where it hides its own fleet, it does so at random, and
it settles ties from a corner drawn for each game, so that nobody can learn where to hide from it.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from countermove.errors import NativeError, UnfitError
from countermove.game import Action, Game, S, offers, require_actions
from countermove.native.kernel import call, kernel
from countermove.players.player import Player

if TYPE_CHECKING:
    from countermove.players.turn import Turn

CORNERS = 8
"""Orders in which a game may settle ties."""


@runtime_checkable
class Sought(Protocol):
    """A game that knows where to shoot."""

    def aim(self, state: Any, corner: int) -> int:
        """The best action of the player to move, by what it sees alone; `corner`, below `CORNERS`, settles ties."""


@kernel
def aimed(game: Any, state: Any, corner: int) -> int:
    """Where the game aims."""
    return int(game.aim(state, corner))


class Hunter(Player):
    """Takes the action that the game aims at, or the likeliest of its `policy` if it does not aim.

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
        self._corner = self._lots.randrange(CORNERS)

    def sit(self, game: Game, seat: int) -> None:
        if not isinstance(game, Sought) and not offers(game, "policy"):
            raise UnfitError(
                f"hunter needs a game that knows where to look (battleships), or one with a policy, and "
                f"{type(game).__name__} is neither; use best."
            )
        self._corner = self._lots.randrange(CORNERS)

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        seen = game.view(state, game.player(state)) if game.axes.hidden else state
        weights = {action: float(weight) for action, weight in game.policy(seen)}
        actions = require_actions(game, state)
        if isinstance(game, Sought) and len(set(weights.values())) > 1:
            try:
                return int(call(aimed, game, seen, self._corner))
            except NativeError:
                return game.aim(seen, self._corner)
        best = max(weights.get(action, 0.0) for action in actions)
        return self._lots.choice([action for action in actions if weights.get(action, 0.0) == best])
