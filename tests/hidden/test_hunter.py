"""The shooter of battleships: it sees no more than its view, hits soon, and is measured against exact optima."""

from __future__ import annotations

import random

import pytest

from countermove import load
from countermove.bench.battleships import fleets, hunted, optimum
from countermove.errors import UnfitError
from countermove.players.hunter import Hunter

SMALL = "battleships:rows=4,cols=4,fleet=(3,2)"


@pytest.mark.parametrize(
    ("sea", "shots", "count"),
    [("rows=3,cols=3,fleet=(2,)", 54, 12), ("rows=3,cols=3,fleet=(3,)", 27, 6), ("rows=4,cols=4,fleet=(3,)", 90, 16)],
)
def test_the_optimum_against_a_uniform_hider_is_the_known_one(sea, shots, count):
    assert optimum(load(f"battleships:{sea}")) == (shots, count)


def test_all_fleets_are_counted():
    assert fleets(load("battleships:rows=3,cols=3,fleet=(2,)")) == 12
    assert fleets(load("battleships")) == 30_093_975_536


def test_two_fleets_that_look_alike_are_shot_at_alike():
    game = load(SMALL)
    one, other = game.read("a4- a3- a4- a3- d1 d2"), game.read("a4- a3- b4- b2- d1 d2")
    assert game.view(one, 0) == game.view(other, 0) and one != other
    for seed in range(10):
        assert Hunter(seed).choose(game, one) == Hunter(seed).choose(game, other)


def test_a_ship_that_was_hit_is_hunted_down():
    game = load("battleships:rows=5,cols=5,fleet=(3,)")
    state = game.read("a5- b3- b3 e1")
    near = {"a3", "c3", "b4", "b2"}
    assert all(game.action_name(state, Hunter(seed).choose(game, state)) in near for seed in range(5))


@pytest.mark.native
def test_the_hunter_needs_far_fewer_shots_than_chance():
    game = load(SMALL)
    found = hunted(game, games=200, aims=False, seed=1)
    dice, total = random.Random(1), 0
    for _ in range(200):
        cells = list(range(16))
        dice.shuffle(cells)
        total += max(cells[:5]) + 1  # when the last of five cells comes up in a random order
    assert found.mean < 0.8 * total / 200


def test_a_game_without_a_sea_or_a_policy_is_refused():
    with pytest.raises(UnfitError, match="hunter needs a game"):
        Hunter().sit(load("nim"), 0)
