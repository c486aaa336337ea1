"""Simulations a second of information-set Monte Carlo tree search, against OpenSpiel's in C++.

Both sides search the same kind of position from the first player's point of view, with random playouts, moments apart
and in CPU time. OpenSpiel has no random states that fit for some of these games; there only our speed is measured.
"""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Iterator
from typing import Any, Final

from countermove.analysis.belief import PARTICLES, imagine_states
from countermove.bench.mcts import RUNS, Simulated, seconds_of
from countermove.engine.hidden.search import InformationSearch
from countermove.engine.mcts.recipe import Recipe
from countermove.game import CHANCE, Game, State, legal
from countermove.registry import load

GAMES: Final = {
    "leduc": "leduc_poker", "kuhn": "kuhn_poker", "liarsdice": None, "phantom": None, "darkhex": None,
    "battleships:rows=6,cols=6,fleet=(3,2,2)": None,
}  # fmt: skip
"""Games by their names here and in OpenSpiel."""
SIMULATIONS: Final = 20_000
SPIEL_EXPLORATION: Final = 10.0
"""OpenSpiel's constant, for payoffs that are not scaled."""


def information(simulations: int = SIMULATIONS) -> Iterator[Simulated]:
    """Measurements of each game, the best of some runs on both sides."""
    has_spiel = importlib.util.find_spec("pyspiel") is not None
    for name, spiel in GAMES.items():
        game = load(name)
        here, there = [], []
        for _ in range(RUNS):
            here.append(seconds_of(_ours(game, simulations)))
            if has_spiel and spiel is not None:
                there.append(seconds_of(_theirs(spiel, simulations)))
        yield Simulated(name, simulations, min(here), min(there, default=None))


def _dealt(game: Game) -> State:
    """The first turn of a player after a random deal; in battleships, after the fleets are hidden."""
    lots, state = random.Random(1), game.initial()
    while game.player(state) == CHANCE or getattr(state, "placed", 99) < 2 * len(getattr(game, "fleet", ())):
        state = game.result(state, lots.choice(legal(game, state)))
    return state


def _ours(game: Game, simulations: int) -> Callable[[], Any]:
    state = _dealt(game)
    seen = game.view(state, game.player(state))
    worlds = imagine_states(game, seen, game.player(state), PARTICLES, 1)
    search = InformationSearch(game, seen, worlds, Recipe())
    return lambda: search.grow(simulations)


def _theirs(name: str, simulations: int) -> Callable[[], Any]:
    import pyspiel

    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    evaluator = pyspiel.RandomRolloutEvaluator(1, 0)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(0, evaluator, SPIEL_EXPLORATION, simulations, -1, policy, False, False)
    return lambda: bot.step(state)
