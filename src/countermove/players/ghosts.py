"""Ghosts for Pacman: one that goes by the direction, ghosts that search each for itself, and ghosts that search as one.

A ghost that searches hunts: beside the score it minds how far Pacman is, or it would have no idea where to go as long
as Pacman is out of reach. `Alone` knows of no other ghost: it searches a game in which there are only Pacman and
itself. `Coordinated` is one search for the whole team, in which each ghost knows what the next one can do; nobody
tells them to close in from two sides, but that is what they then do.

Nothing here imports the game: it is asked for its `chances`, for the game and the state that one ghost sees (`alone`,
`seen`), and may be had with other weights.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from countermove.analysis import analyse
from countermove.engine.model import OWN, Model
from countermove.errors import UnfitError
from countermove.game import Action, Game, State
from countermove.players.player import Player
from countermove.players.policy import Policy

if TYPE_CHECKING:
    from countermove.players.turn import Turn

__all__ = ["Alone", "Coordinated", "Directional"]

CYCLES = 2
"""How far ghosts look ahead where nothing is said."""
HUNT = {"score": 1.0, "apart": 1.0}
"""What ghosts that search weigh."""


def _require(game: Game, name: str, seat: int = 1) -> None:
    """Refuse games without ghosts, and Pacman's seat."""
    if not hasattr(game, "alone"):
        raise UnfitError(f"{name} is a ghost's way to act, and {type(game).__name__} has no ghosts; let best play it.")
    if seat != 1:
        raise UnfitError(f"{name} is a ghost's way to act; let alphabeta:cycles=2 play {game.player_name(seat)}.")


class Directional(Policy):
    """Mostly what brings a ghost nearest to Pacman, or farthest while it is scared, by the rules of the course.

    >>> from countermove import load
    >>> game = load("pacman:layout=open")
    >>> [(game.action_name(None, a), round(p, 2)) for a, p in Directional().chances(game, game.read("North"))]
    [('North', 0.05), ('South', 0.45), ('East', 0.45), ('West', 0.05)]
    """

    name = "directional"

    def fit(self, game: Game, state: State | None = None) -> None:
        _require(game, self.name)

    def chances(self, game: Game, state: State) -> list[tuple[int, float]]:
        return list(game.chances(state))

    def model(self, game: Game, state: State, seat: int) -> Model:
        return Model(OWN)


class Coordinated(Player):
    """One search for all ghosts, so many cycles deep."""

    kind = "coordinated"

    def __init__(self, cycles: int = CYCLES) -> None:
        self.cycles = cycles
        self.name = f"{self.kind}:cycles={cycles}"
        self._games: dict[int, tuple[Game, Game]] = {}

    def sit(self, game: Game, seat: int) -> None:
        _require(game, self.kind, seat)

    def choose(
        self, game: Game, state: State, stop: threading.Event | None = None, turns: Sequence[Turn] = ()
    ) -> Action:  # fmt: skip
        return self._search(self._hunted(game, 0, game), state, stop)

    def _hunted(self, game: Game, number: int, seen: Any) -> Game:
        """The game that a ghost sees, with the weights of a hunter; made once."""
        known = self._games.get(number)
        if known is None or known[0] is not game:
            shape = type(game.features(game.initial(), 0))
            weights = tuple(HUNT.get(name, 0.0) for name in shape._fields)
            known = self._games[number] = (game, dataclasses.replace(seen, weights=weights))
        return known[1]

    def _search(self, game: Game, state: State, stop: threading.Event | None) -> Action:
        self.analysis = analyse(game, state, algorithm="alphabeta", depth=self.cycles * game.cycle, stop=stop)
        assert self.analysis.action is not None
        return self.analysis.action


class Alone(Coordinated):
    """A search for each ghost, as if it were the only one."""

    kind = "alone"

    def choose(
        self, game: Any, state: State, stop: threading.Event | None = None, turns: Sequence[Turn] = ()
    ) -> Action:  # fmt: skip
        ghost = state.agent - 1
        known = self._games.get(ghost)
        mine = known[1] if known and known[0] is game else self._hunted(game, ghost, game.alone(ghost))
        return self._search(mine, game.seen(state, ghost), stop)
