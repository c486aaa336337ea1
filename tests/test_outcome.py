"""What a game declares to be worth: read, checked, and shown."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from countermove import Axes
from countermove.check import check_game
from countermove.errors import SpecError
from countermove.games.nim import Nim
from countermove.outcome import bounds_of, default_outcomes, holds, outcomes_of, span, step_of


def declaring(declared: Any, **more: Any) -> Nim:
    return type("Declared", (Nim,), {"outcomes": declared, **more})()


def test_outcomes_are_read_in_order_and_without_doubles() -> None:
    assert outcomes_of(declaring([1, -1, 0, 1])) == (-1.0, 0.0, 1.0)
    assert outcomes_of(declaring({2.5, -2.5})) == (-2.5, 2.5)
    assert outcomes_of(declaring(range(4, -5, -2))) == range(-4, 5, 2)
    assert span(declaring(range(-4, 5, 2))) == (-4.0, 4.0)


@pytest.mark.parametrize("declared", [(), range(0), 3, "win", (1, math.inf), (math.nan,), (None,)])
def test_what_is_not_a_list_of_numbers_is_named(declared: Any) -> None:
    with pytest.raises(SpecError, match=r"Declared\.outcomes is .*; give all utilities that a finished game can have"):
        outcomes_of(declaring(declared))


def test_a_game_that_declares_none_has_a_default_where_players_oppose_each_other() -> None:
    assert default_outcomes(declaring(None)) == (-1.0, 0.0, 1.0)
    assert default_outcomes(declaring(None, axes=Axes(payoff="constant", total=1.0))) == (0.0, 0.5, 1.0)
    assert default_outcomes(declaring(None, axes=Axes(payoff="general"))) is None
    assert default_outcomes(declaring(None, axes=Axes(stochastic=True))) is None
    assert span(declaring(None)) == (-math.inf, math.inf)


def test_bounds_are_cut_to_the_outcomes() -> None:
    game = declaring((-1, 1), bounds=lambda self, state: (-math.inf, 5.0))
    assert bounds_of(game, game.initial()) == (-1.0, 1.0)


def test_a_step_divides_every_outcome() -> None:
    assert step_of(range(-64, 65, 2), 0.0) == 2
    assert step_of(range(-3, 4, 2), 0.0) == 1
    assert step_of((0.0, 1 / 3, 1.0), 1 / 3) == Fraction(1, 3)
    assert step_of((0.0,), 0.0) == 1


def test_holding_allows_for_rounding_and_nothing_else() -> None:
    assert holds((0.3,), 0.1 + 0.2) and not holds((0.3,), 0.3001)
    assert holds(range(0, 10**9, 5), 5e8) and not holds(range(0, 10, 5), 2.5)


def test_check_names_a_utility_that_is_not_declared() -> None:
    for game in (declaring((0, 1)), declaring(None, utility=lambda self, state, player: 70.0 if player else -70.0)):
        problems = check_game(game, games=5, seconds=2.0, native=False).problems
        assert [problem.law for problem in problems] == ["utility-outcomes"]
        assert "Declare every utility that a finished game can have: `outcomes = " in problems[0].sentence
