"""Simulations a second of Monte Carlo tree search with random playouts, against OpenSpiel's in C++.

Both sides run UCT from the first position, with the same number of simulations, no proofs and no knowledge, moments
apart and in CPU time.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from countermove.engine.mcts.recipe import Recipe
from countermove.engine.mcts.search import TreeSearch
from countermove.registry import load

GAMES: Final = {"tictactoe": "tic_tac_toe", "connect4": "connect_four", "othello": "othello"}
"""Games by their names here and in OpenSpiel."""
SIMULATIONS: Final = 40_000
RUNS: Final = 2
SPIEL_EXPLORATION: Final = 1.4
"""OpenSpiel's constant for payoffs from -1 to 1, twice ours."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A number of simulations, and how long they took."""

    game: str
    simulations: int
    seconds: float
    spiel_seconds: float | None
    """OpenSpiel's time for as many; None where it is not installed."""

    @property
    def rate(self) -> float:
        return self.simulations / self.seconds

    @property
    def ratio(self) -> float | None:
        """How many times faster it is here."""
        return None if self.spiel_seconds is None else self.spiel_seconds / self.seconds


def simulated(simulations: int = SIMULATIONS) -> Iterator[Simulated]:
    """Measurements of each game, the best of some runs on both sides."""
    has_spiel = importlib.util.find_spec("pyspiel") is not None
    for name, spiel in GAMES.items():
        here, there = [], []
        for _ in range(RUNS):
            here.append(seconds_of(_ours(name, simulations)))
            if has_spiel:
                there.append(seconds_of(_theirs(spiel, simulations // 4)) * 4)
        yield Simulated(name, simulations, min(here), min(there, default=None))


def _ours(name: str, simulations: int) -> Callable[[], Any]:
    game = load(name)
    search = TreeSearch(game, Recipe(formula="ucb1", solver=False))
    search.begin(game.initial())
    return lambda: search.grow(simulations)


def _theirs(name: str, simulations: int) -> Callable[[], Any]:
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
    bot = pyspiel.MCTSBot(game, evaluator, SPIEL_EXPLORATION, simulations, 1000, False, 0, False)
    state = game.new_initial_state()
    return lambda: bot.mcts_search(state)


def seconds_of(work: Callable[[], Any]) -> float:
    """The CPU seconds that some work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start
