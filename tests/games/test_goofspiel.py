"""Goofspiel beside OpenSpiel: the same choices, the same outcomes, the same values."""

from __future__ import annotations

import random

import pytest

from countermove import SIMULTANEOUS, joint, solve, split
from countermove.errors import SpecError
from countermove.game import CHANCE, choices
from countermove.games.goofspiel import Goofspiel
from countermove.textbook import equilibrium

pyspiel = pytest.importorskip("pyspiel")


def twin(game):
    kind = "point_difference" if game.points else "win_loss"
    return pyspiel.load_game(f"goofspiel(num_cards={game.cards},points_order={game.prizes},returns_type={kind})")


def scale(game):
    """OpenSpiel counts points from the mean of both players, which is half of the difference."""
    return 2 if game.points else 1


@pytest.mark.parametrize("points", [False, True])
@pytest.mark.parametrize("prizes", ["random", "descending", "ascending"])
def test_random_games_agree_with_open_spiel(prizes, points):
    rng = random.Random(f"{prizes} {points}")
    for _ in range(100):
        game = Goofspiel(rng.randint(2, 8), prizes, points)
        state, other = game.initial(), twin(game).new_initial_state()
        while not game.is_terminal(state):
            if other.is_chance_node():
                outcomes = dict(other.chance_outcomes())
                if len(outcomes) == 1 and game.player(state) == SIMULTANEOUS:  # the last prize is no luck here
                    other.apply_action(next(iter(outcomes)))
                    continue
                assert game.player(state) == CHANCE and dict(game.chances(state)) == pytest.approx(outcomes)
                action = rng.choice(list(outcomes))
                other.apply_action(action)
            else:
                if other.is_terminal():
                    break
                action = rng.choice(list(game.actions(state)))
                for seat in (0, 1):
                    assert choices(game, state, seat) == other.legal_actions(seat)
                other.apply_actions(list(split(action)))
            state = game.result(state, action)
            if other.is_terminal():  # OpenSpiel plays the last cards by itself
                while not game.is_terminal(state):
                    state = game.result(state, next(iter(game.actions(state))))
        returns = [scale(game) * worth for worth in other.returns()]
        assert other.is_terminal() and returns == [game.utility(state, 0), game.utility(state, 1)]


def value(state):
    """The value of an OpenSpiel state, by its own rules."""
    if state.is_terminal():
        return state.returns()[0]
    if state.is_chance_node():
        return sum(chance * value(state.child(action)) for action, chance in state.chance_outcomes())

    def after(*actions):
        child = state.clone()
        child.apply_actions(list(actions))
        return value(child)

    matrix = [[after(one, other) for other in state.legal_actions(1)] for one in state.legal_actions(0)]
    return equilibrium(matrix).value


@pytest.mark.parametrize("points", [False, True])
@pytest.mark.parametrize("prizes", ["random", "descending", "ascending"])
def test_every_first_bid_is_worth_what_the_rules_of_open_spiel_make_it(prizes, points):
    game = Goofspiel(3, prizes, points)
    solution = solve(game)
    assert solution.value == pytest.approx(0, abs=1e-9), "the players are alike"
    state, other = game.initial(), twin(game).new_initial_state()
    if game.player(state) == CHANCE:
        state = game.result(state, 2)
        other.apply_action(2)
    for action, worth in solve(game, state).actions.items():
        child = other.clone()
        child.apply_actions(list(split(action)))
        assert worth == pytest.approx(scale(game) * value(child), abs=1e-9)


def test_four_cards_from_the_highest_down():
    game = Goofspiel(4, points=True)
    solution = solve(game)
    assert solution.value == pytest.approx(0, abs=1e-9)
    ahead = solve(game, game.read("4/1"))
    assert ahead.value == pytest.approx(solution.actions[joint(3, 0)])


@pytest.mark.parametrize(("fields", "said"), [
    ({"cards": 0}, "cards=0 must be a whole number from 1 to 13"),
    ({"prizes": "odd"}, "prizes='odd' must be one of: random, descending, ascending"),
    ({"points": 2}, "points=2 must be true or false"),
])  # fmt: skip
def test_nonsense_is_refused(fields, said):
    with pytest.raises(SpecError, match=said):
        Goofspiel(**fields)
