"""A player that searches: any algorithm by its name, or the one that fits the game, within a budget."""

from __future__ import annotations

import threading
from typing import Any

from countermove.analysis import SECONDS, analyse
from countermove.errors import UnfitError
from countermove.game import Game, State
from countermove.players.player import Player
from countermove.textbook import fitting, refuse

__all__ = ["Searcher"]


class Searcher(Player):
    """Plays what `analyse` finds best; `algorithm` None means the one that fits.

    >>> from countermove import load
    >>> game = load("tictactoe")
    >>> player = Searcher("alphabeta", depth=3)
    >>> game.action_name(None, player.choose(game, game.read("a1 b2 b1 a2")))
    'c1'
    >>> player.name, player.analysis.value
    ('alphabeta:depth=3', 1.0)
    """

    def __init__(
        self,
        algorithm: str | None = None,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        native: bool | None = None,
    ) -> None:
        self.algorithm = algorithm
        self.budget: dict[str, Any] = {"seconds": seconds, "depth": depth, "nodes": nodes}
        if seconds is depth is nodes is None:
            self.budget["seconds"] = SECONDS
        self.native = native
        given = {**self.budget, "native": native}
        options = [f"{name}={_plain(value)}" for name, value in given.items() if value is not None]
        self.name = f"{algorithm or 'best'}:{','.join(options)}"

    def sit(self, game: Game, seat: int) -> None:
        refuse(game, self.algorithm or fitting(game))
        if self.algorithm == "expectimax" and seat != 0:
            raise UnfitError(
                f"expectimax chooses for {game.player_name(0)} only and takes all others for its opponents; "
                f"let {fitting(game)} play {game.player_name(seat)}."
            )

    def choose(self, game: Game, state: State, stop: threading.Event | None = None) -> int:
        self.analysis = analyse(game, state, algorithm=self.algorithm, native=self.native, stop=stop, **self.budget)
        if self.analysis.action is None:
            self.sit(game, game.player(state))
            raise UnfitError(f"{self.name} has nothing to choose in {state}.")
        return self.analysis.action


def _plain(value: float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value:.15g}"
