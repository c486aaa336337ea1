"""Chains that cannot be captured, and what exact values follow."""

import random

import pytest

from countermove import solve
from countermove.games.go import Go
from countermove.games.go.life import certain_points
from countermove.games.go.point import BLACK, WHITE


@pytest.mark.parametrize(
    ("board", "black"),
    [
        (".X.X./XXXXX/...../...../.....", 10),  # two eyes of a point each: seven stones and three points
        (".XX../XXX../...../...../.....", 0),  # one eye
        (".XO../XXO../...../...../.....", 0),
        (".X.X./XX.XX/...../...../.....", 0),  # two chains with one eye each and one between them that is open below
        ("X.X../.X.../XX.../...../.....", 0),
    ],
)
def test_chains_with_two_eyes_live_and_others_are_not_sure_to(board, black):
    game = Go(size=5)
    state = game.read(f"{board} W")
    assert certain_points(state.cells, game.near, BLACK) == black
    assert certain_points(state.cells, game.near, WHITE) == 0


def test_chains_that_live_survive_an_opponent_who_moves_alone():
    """Black always passes; whatever White does, the points counted stay Black's."""
    game, dice, met = Go(size=5, ko="simple", suicide="forbidden"), random.Random(1), 0
    while met < 12:
        state = game.initial()
        for _ in range(dice.randrange(10, 60)):
            plays = list(game.actions(state))[:-1]
            state = game.result(state, dice.choice(plays) if plays else game.area)
            if game.is_terminal(state):
                break
        sure = certain_points(state.cells, game.near, BLACK)
        if not sure:
            continue
        met += 1
        for _ in range(5):
            now = state
            for _ in range(60):
                now = now._replace(mover=1, passes=0, ko=-1)
                now = game.result(now, dice.choice(list(game.actions(now))))
                assert certain_points(now.cells, game.near, BLACK) >= sure


def test_bounds_hold_in_finished_games():
    game, dice = Go(size=4, points=True), random.Random(2)
    for _ in range(40):
        state, seen = game.initial(), []
        while not game.is_terminal(state):
            seen.append(game.bounds(state))
            sensible = [action for action, weight in game.policy(state) if weight > 0]
            state = game.result(state, dice.choice(sensible))
        value = game.utility(state, 0)
        assert all(low <= value <= high for low, high in seen)


@pytest.mark.slow
@pytest.mark.native
def test_two_by_two_is_worth_a_point_to_black():
    found = solve(Go(size=2, points=True, komi=0))
    assert found.value == 1
