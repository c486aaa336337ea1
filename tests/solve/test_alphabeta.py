"""Solving by searching to the end: as exact as looking at everything, and honest about what it has not counted."""

import random

import pytest

from countermove import Axes, load
from countermove.errors import UnfitError
from countermove.games.subtract import SubtractSquare
from countermove.games.tictactoe import TicTacToe
from countermove.games.tree import Tree
from countermove.solve import solve

pytestmark = pytest.mark.native


def tree_of(rng, depth):
    if depth == 0 or rng.random() < 0.2:
        return rng.choice([-1, 1])
    return [tree_of(rng, depth - 1) for _ in range(rng.randint(1, 4))]


@pytest.mark.parametrize("root", ["max", "min"])
def test_wins_and_losses_are_as_far_away_as_looking_at_everything_says(root):
    rng = random.Random(5)
    for _ in range(60):
        game = Tree([tree_of(rng, 4) for _ in range(rng.randint(1, 4))], root=root)
        found, truth = solve(game, method="alphabeta", memory=0.1), solve(game, method="exhaustive")
        assert (found.value, found.actions) == (truth.value, truth.actions)
        assert (found.distance, found.distances) == (truth.distance, truth.distances)


def test_an_action_that_ends_the_game_ends_it_in_one():
    game = TicTacToe()
    found = solve(game, game.read("XX.OO...."), method="alphabeta", memory=0.1)
    assert found.distance == 1
    assert found.distances == {2: 1, 5: None, 6: 2, 7: 2, 8: 2}
    game = Tree([-1, [[-1]], 1, 0])
    assert solve(game, method="alphabeta", memory=0.1).distances == {0: 1, 1: 3, 2: 1, 3: None}


def test_positions_are_not_counted_and_it_says_so():
    far = []
    found = solve(load("connect:rows=4,cols=4"), method="alphabeta", memory=1, progress=far.append)
    assert found.states is None and found.nodes > 0
    assert far and all(each.states is None and each.method == "alphabeta" for each in far)


def test_kinds_of_games_that_it_is_not_for_are_refused():
    class Three(SubtractSquare):
        players = 3

    class Friends(SubtractSquare):
        axes = Axes(payoff="common")

    class Teams(SubtractSquare):
        players = 4
        axes = Axes(teams=((0, 2), (1, 3)))

    for game in (Three(), Friends(), Teams(), Tree([{"chances": [0.5, 0.5], "children": [1, 2]}, [1, 2]])):
        with pytest.raises(UnfitError, match="solve it with --method exhaustive"):
            solve(game, method="alphabeta")


def test_a_finished_game_is_its_utility():
    game = TicTacToe()
    over = game.read("XXXOO....")
    found = solve(game, over, method="alphabeta")
    assert (found.value, found.action, found.complete) == (solve(game, over).value, None, True)
