"""First drafts of games, as their authors wrote them: compiled rules say what interpreted rules say, state for state.

Each draft is played at random, and in every state all of its methods are asked twice, once by Python and once compiled.
COUNTERMOVE_LONG=1 asks in 10,000 states of each game. Those in subfolders are slow, for they are many.
"""

from __future__ import annotations

import importlib.util
import inspect
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from countermove import CHANCE, Game
from countermove.engine.compiled_rules import CompiledRules
from countermove.values import freeze

pytestmark = pytest.mark.native

HERE = Path(__file__).parent.parent / "drafts"
STATES = 10_000 if os.environ.get("COUNTERMOVE_LONG", "") not in ("", "0") else 80
LONGEST = 100
"""Plies after which a game is left, so that openings are not all that is seen, nor endgames."""


def games() -> Iterator[Any]:
    """Every game of every draft."""
    for path in sorted(HERE.rglob("*.py")):
        if path.stem == "play_all":
            continue
        name = f"draft_{path.parent.name}_{path.stem}"
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # dataclasses look their module up
        spec.loader.exec_module(module)
        for cls in vars(module).values():
            if (
                isinstance(cls, type)
                and issubclass(cls, Game)
                and cls.__module__ == name
                and not inspect.isabstract(cls)
            ):
                marks = [] if path.parent == HERE else [pytest.mark.slow]
                yield pytest.param(cls(), id=f"{path.stem}-{cls.__name__}", marks=marks)


def states(game: Game) -> Iterator[Any]:
    """States of random games, the first state and the last ones among them."""
    dice = random.Random(1)
    asked = 0
    while asked < STATES:
        state = game.initial()
        for _ in range(LONGEST):
            yield state
            asked += 1
            if asked >= STATES or game.is_terminal(state):
                break
            state = game.result(state, dice.choice(choices(game, state)))


def choices(game: Game, state: Any) -> list[Any]:
    if game.player(state) == CHANCE:
        return [action for action, _ in game.chances(state)]
    return list(game.actions(state))


def plain(value: Any) -> Any:
    """A value that can be compared: arrays have no truth of their own."""
    if isinstance(value, np.ndarray):
        return (str(value.dtype), value.tolist())
    return tuple(map(plain, value)) if type(value) is tuple else freeze(value)


def in_some_order(actions: list[Any]) -> list[str]:
    """Actions as texts in order: Python gives those of a set in an order of its own."""
    return sorted(map(repr, actions))


def look(game: Game, rules: CompiledRules, state: Any, dice: random.Random) -> None:
    """Hold every compiled answer about a state against Python's."""
    rules.call(state)
    over = bool(game.is_terminal(state))
    assert bool(rules.answers.is_terminal) == over, state
    ask = game.utility if over else game.evaluate
    wanted = [float(ask(state, player)) for player in range(game.players)]
    assert rules.payoffs.tolist() == pytest.approx(wanted, abs=1e-9), state
    if over:
        return
    assert rules.answers.player == game.player(state), state
    actions = choices(game, state)
    if game.player(state) == CHANCE:
        odds = sorted((repr(action), round(float(chance), 9)) for action, chance in game.chances(state))
        assert sorted((repr(action), round(chance, 9)) for action, chance in rules.chances(state)) == odds, state
    else:
        found = rules.decoded(rules.actions[: rules.answers.action_count].tolist(), actions)
        assert in_some_order(found) == in_some_order(actions), state
    action = dice.choice(actions)
    assert plain(rules.result(state, action)) == plain(game.result(state, action)), (state, action)


@pytest.mark.parametrize("game", list(games()))
def test_a_compiled_draft_says_what_it_says_interpreted(game: Game) -> None:
    rules = CompiledRules(game)
    dice = random.Random(2)
    for state in states(game):
        look(game, rules, state, dice)
