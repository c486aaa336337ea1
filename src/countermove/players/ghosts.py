"""Ghosts for Pacman: ghosts that head for Pacman, that search alone, and that search as a team.

A searching ghost hunts: besides the score it evaluates the distance to Pacman, or it would wander while Pacman is out
of reach. `Alone` ignores other ghosts: it searches a game of only Pacman and itself. `Coordinated` is one search for
the whole team, in which each ghost knows what the next one can do; closing in from two sides emerges from that.

Nothing here imports the game. It uses the `chances` of the game, the game and state as one ghost sees them (`Haunted`),
and a copy with other weights.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from countermove.analysis import analyse
from countermove.engine.chance.model import OWN, Model
from countermove.errors import UnfitError
from countermove.game import Action, Game, S, State
from countermove.players.player import Player
from countermove.players.policy import Policy

if TYPE_CHECKING:
    from countermove.players.turn import Turn

CYCLES = 2
"""The default depth of ghosts."""
HUNT = {"score": 1.0, "apart": 1.0}
"""The weights of searching ghosts."""


@runtime_checkable
class Haunted(Protocol):
    """A game with ghosts: the methods it adds to those of a game."""

    def alone(self, ghost: int) -> Any:
        """The same game with only this ghost (from 0)."""

    def seen(self, state: State, ghost: int) -> State:
        """The state of `alone(ghost)` as the ghost sees it."""


def _require(game: Game, name: str, seat: int = 1) -> None:
    """Refuse games without ghosts, and Pacman's seat."""
    if not isinstance(game, Haunted):
        raise UnfitError(f"{name} plays ghosts, and {type(game).__name__} has none; use best.")
    if seat != 1:
        raise UnfitError(f"{name} plays ghosts; use alphabeta:cycles=2 for {game.player_name(seat)}.")


class Directional(Policy):
    """Mostly towards Pacman, or away while scared, by the rules of the course.

    >>> from countermove import load
    >>> game = load("pacman:layout=open")
    >>> [(game.action_name(None, a), round(p, 2)) for a, p in Directional().chances(game, game.read("North"))]
    [('North', 0.05), ('South', 0.45), ('East', 0.45), ('West', 0.05)]
    """

    name = "directional"

    def fit(self, game: Game[S], state: S | None = None) -> None:
        _require(game, self.name)

    def chances(self, game: Game[S], state: S) -> list[tuple[int, float]]:
        return list(game.chances(state))

    def model(self, game: Game[S], state: S, seat: int) -> Model:
        return Model(OWN)


class Coordinated(Player):
    """One search for all ghosts, to a depth in cycles."""

    kind = "coordinated"

    def __init__(self, cycles: int = CYCLES) -> None:
        self.cycles = cycles
        self.name = f"{self.kind}:cycles={cycles}"
        self._games: dict[int, tuple[Game, Game]] = {}

    def sit(self, game: Game, seat: int) -> None:
        _require(game, self.kind, seat)

    def choose(
        self, game: Game[S], state: S, stop: threading.Event | None = None, turns: Sequence[Turn[S]] = ()
    ) -> Action:  # fmt: skip
        return self._search(self._hunted(game, 0, game), state, stop)

    def _hunted(self, game: Game, number: int, view: Any) -> Game:
        """The game that a ghost sees, with a hunter's weights; made once."""
        known = self._games.get(number)
        if known is None or known[0] is not game:
            shape = type(game.features(game.initial(), 0))
            weights = tuple(HUNT.get(name, 0.0) for name in shape._fields)
            known = self._games[number] = (game, dataclasses.replace(view, weights=weights))
        return known[1]

    def _search(self, game: Game, state: State, stop: threading.Event | None) -> Action:
        self.analysis = analyse(game, state, algorithm="alphabeta", depth=self.cycles * game.cycle, stop=stop)
        assert self.analysis.action is not None
        return self.analysis.action


class Alone(Coordinated):
    """A search for each ghost, as if it were the only one."""

    kind = "alone"

    def choose(
        self, game: Any, state: Any, stop: threading.Event | None = None, turns: Sequence[Turn] = ()
    ) -> Action:  # fmt: skip
        ghost = state.agent - 1
        known = self._games.get(ghost)
        mine = known[1] if known and known[0] is game else self._hunted(game, ghost, game.alone(ghost))
        return self._search(mine, game.seen(state, ghost), stop)
