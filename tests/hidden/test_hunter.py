"""The shooter of battleships: it sees no more than its view, hits soon, and is measured against exact optima."""

from __future__ import annotations

import itertools
import random

import pytest

from countermove import load
from countermove.bench.battleships import fleets, hunted, optimum
from countermove.errors import SpecError, UnfitError
from countermove.games._aim import aim, chances, density
from countermove.games._fleet import HALF, HIDDEN
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


def all_fleets(game, state):
    """The cells of every fleet of the second player that fits what the first has seen, by brute force."""
    seen = game.view(state, 0)
    for codes in itertools.product(*([code for code, mask in enumerate(each) if any(mask)] for each in game.masks)):
        cells = [low | high << HALF for low, high in (game.masks[ship][code] for ship, code in enumerate(codes))]
        other = seen._replace(ships=(*seen.ships[: game.ships], *codes))
        low, high = game.taken(other.ships, 1)
        apart = sum(each.bit_count() for each in cells) == (low.bit_count() + high.bit_count())
        if apart and seen.hits[:2] == (seen.shots[0] & low, seen.shots[1] & high) and game.view(other, 0) == seen:
            yield low | high << HALF


@pytest.mark.parametrize("spec", [SMALL, "battleships:rows=6,cols=10,fleet=(3,2)"])
def test_the_chance_of_a_hit_is_that_of_all_fleets_that_fit(spec):
    game, dice = load(spec), random.Random(3)
    compared = 0
    while compared < 12:
        state = game.initial()
        while state.placed < 2 * game.ships:
            state = game.result(state, dice.choice(list(game.actions(state))))
        for _ in range(dice.randint(4, 12)):
            if not game.is_terminal(state):
                state = game.result(state, dice.choice(list(game.actions(state))))
        if game.is_terminal(state) or state.mover != 0 or not any(state.hits[:2]) or game.sunk(state, 1):
            continue
        fleets = list(all_fleets(game, state))
        found, shot = chances(game, state), state.shots[0] | state.shots[1] << HALF
        for cell in range(game.cells):
            expected = sum(fleet >> cell & 1 for fleet in fleets) / len(fleets)
            assert shot >> cell & 1 or found[cell] == pytest.approx(expected)
        compared += 1


def test_hits_with_too_many_explanations_are_left_to_the_density(monkeypatch):
    game = load("battleships")
    state = game.read("a10- a9- a8- a7- a6- a1- a3- a5- a7- a9- b1 a10 b3 a9")
    assert (chances(game, state) != density(game, state)).any()
    monkeypatch.setattr("countermove.games._aim.MAX_EXPLANATIONS", 10)
    assert (chances(game, state) == density(game, state)).all()


@pytest.mark.parametrize("corner", range(8))
def test_ties_are_settled_from_every_corner(corner):
    game = load("battleships:rows=4,cols=4,fleet=(2,)")
    state = game.read("a4- a4-")
    middle = {game.action_name(state, aim(game, state, each)) for each in (corner, corner ^ 3)}
    assert len(middle) == 2


def test_fleets_are_imagined_late_in_a_game():
    """Random fleets hardly ever fit many hits; those laid through the hits do."""
    game, dice = load("battleships"), random.Random(5)
    for _ in range(5):
        state = game.initial()
        while state.placed < 2 * game.ships:
            state = game.result(state, dice.choice(list(game.actions(state))))
        for _ in range(80):
            if not game.is_terminal(state):
                state = game.result(state, dice.choice(list(game.actions(state))))
        for seed in range(5):
            other = game.imagine(game.view(state, 0), 0, seed)
            assert HIDDEN not in other.ships and game.view(other, 0) == game.view(state, 0)


def test_a_view_that_no_fleet_explains_is_refused():
    game = load("battleships:rows=4,cols=4,fleet=(3,)")
    with pytest.raises(SpecError, match="is impossible"):
        game.read("ships=(0,-1),shots=(33,0,0,0),hits=(33,0,0,0),mover=0,placed=2,fired=0")  # two cells apart
    game.read("ships=(0,-1),shots=(5,0,2,0),hits=(5,0,2,0),mover=0,placed=2,fired=0")
