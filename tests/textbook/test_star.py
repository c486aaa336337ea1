"""Star1 and Star2: the value of expectiminimax, what they skip, and how that is told and drawn."""

from __future__ import annotations

import random

import pytest

from countermove.errors import GameError, UnfitError
from countermove.game import Axes, Game
from countermove.games.pig import Pig
from countermove.games.tree import Tree
from countermove.textbook import (
    Conventions,
    alphabeta,
    expectiminimax,
    leaves_pruned,
    leaves_visited,
    run,
    star1,
    star2,
)
from countermove.textbook import trace as traced
from countermove.views import draw
from countermove.views.narrate import sentences

COIN = {"chances": [0.5, 0.5], "children": [[2, 9], [8, 10]]}
DIE = {"chances": [0.5, 0.25, 0.25], "children": [[3, 1], [-4, 7], [9, 8]]}
GAME = Tree([5, COIN, DIE])


def grown(rng, levels):
    """A random tree of MAX, MIN and chance, in any order."""
    if levels == 0 or rng.random() < 0.1:
        return rng.randint(-9, 9)
    children = [grown(rng, levels - 1) for _ in range(rng.randint(1, 3))]
    if rng.random() < 0.5 and len(children) > 1:
        weights = [rng.randint(1, 4) for _ in children]
        return {"chances": [weight / sum(weights) for weight in weights], "children": children}
    return children


@pytest.mark.parametrize("star", [star1, star2])
@pytest.mark.parametrize("prune", [">=", ">"])
@pytest.mark.parametrize("window", ["infinite", "utilities"])
def test_the_value_is_that_of_expectiminimax(star, prune, window):
    conventions = Conventions(prune=prune, window=window)
    fewer = 0
    for seed in range(250):
        rng = random.Random(seed)
        game = Tree(grown(rng, rng.randint(1, 5)), root=rng.choice(["max", "min"]))
        plain, pruned = run(expectiminimax(game)), run(star(game, conventions=conventions))
        assert pruned.value == pytest.approx(plain.value, abs=1e-9), seed
        if plain.action is not None:
            assert plain.values[pruned.action].value == pytest.approx(plain.value, abs=1e-9), seed
        for action, score in pruned.values.items():
            low = score.bound != "<=" and score.value > plain.values[action].value + 1e-9
            high = score.bound != ">=" and score.value < plain.values[action].value - 1e-9
            assert not low and not high, seed
        fewer += pruned.leaves < plain.leaves
    assert fewer > 20


def test_without_chance_they_are_alphabeta():
    game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    for star in (star1, star2):
        assert leaves_visited(traced(star(game))[0]) == leaves_visited(traced(alphabeta(game))[0])


def test_what_is_skipped_is_what_cannot_matter():
    one, two = traced(star1(GAME))[0], traced(star2(GAME))[0]
    assert leaves_pruned(GAME, one) == [10, -4, 7, 9, 8]
    assert leaves_pruned(GAME, two) == [9, 10, 1, 7, 9, 8]


def test_cuts_are_told_and_drawn():
    told = list(sentences(star1(GAME), GAME, algorithm="star1", level="brief"))
    assert any("(CHANCE) is worth at most 4.5, at most alpha 5 from b: " in line for line in told)
    told = list(sentences(star2(GAME), GAME, algorithm="star2", level="brief"))
    assert any("(MIN) is only probed and worth at most 3: " in line for line in told)
    drawn = draw(GAME, star2(GAME)).svg
    assert "is worth at most 2.75, at most alpha 5" in drawn and "is only probed and worth at most 3" in drawn
    assert draw(GAME, star1(GAME)).svg.count("0.25") == 2, "pruned outcomes have their probability"


@pytest.mark.parametrize("star", [star1, star2])
def test_a_game_with_a_depth_limit_has_the_same_value(star):
    game = Pig(goal=8) if "goal" in Pig.__dataclass_fields__ else Pig()
    for depth in (1, 2, 3, 4):
        assert run(star(game, depth=depth)).value == pytest.approx(run(expectiminimax(game, depth=depth)).value)


def test_an_estimate_beyond_the_outcomes_is_clamped_and_a_utility_is_an_error():
    class Boastful(Game):
        axes = Axes(stochastic=True)
        outcomes = (-1, 0, 1)

        def initial(self):
            return 0

        def player(self, state):
            return state % 2

        def actions(self, state):
            return range(2) if state < 9 else ()

        def result(self, state, action):
            return state + 1

        def utility(self, state, player):
            return 0.0

        def evaluate(self, state, player):
            return 5.0

    assert run(star1(Boastful(), depth=2)).value == 1.0  # what its outcomes allow

    class Rich(Boastful):
        def utility(self, state, player):
            return 5.0 if player == 0 else -5.0

    with pytest.raises(GameError, match="relies on them"):
        run(star1(Rich()))


def test_they_need_two_sides():
    with pytest.raises(UnfitError, match="star1 needs two opposed sides"):
        run(star1(Tree([(1, 2, 3)], players=3)))
