"""The line that a search gives can be played, and where a win or a loss is proven it ends with it, as soon as said."""

from __future__ import annotations

import random
from typing import Any

import pytest

from countermove import analyse, load

GAMES = ["tictactoe", "hexapawn", "nim", "morris:men=3", "subtract:counters=40"]


@pytest.mark.native
@pytest.mark.parametrize("budget", [{"depth": 20}, {"nodes": 20_000}, {"depth": 5}], ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_the_line_is_legal_and_ends_as_it_says(name: str, budget: dict[str, Any]) -> None:
    game, rng = load(name), random.Random(3)
    for _ in range(12):
        start = game.initial()
        for _ in range(rng.randint(0, 5)):
            after = game.result(start, rng.choice(list(game.actions(start))))
            if game.is_terminal(after):
                break
            start = after
        found = analyse(game, start, **budget)
        state = start
        for action in found.line:
            assert action in game.actions(state), game.write(start)
            state = game.result(state, action)
        if found.distance is not None:
            assert len(found.line) == found.distance and game.is_terminal(state), game.write(start)
            assert game.utility(state, game.player(start)) == found.value, game.write(start)
