"""Matrix games and trees of them: hand-solved ones, and random ones beside an oracle that tries every support."""

from __future__ import annotations

import itertools
import random
import sys
from fractions import Fraction

import numpy as np
import pytest

from countermove import SIMULTANEOUS, analyse, joint, solve, split
from countermove.errors import GameError, SpecError, UnfitError
from countermove.game import CHANCE, Axes
from countermove.games.goofspiel import Goofspiel
from countermove.games.matrix import Matrix
from countermove.games.rps import RockPaperScissors
from countermove.games.tree import Tree
from countermove.textbook import equilibrium, expectiminimax, fitting, induction, run, to_json, trace
from countermove.views.narrate import sentences
from countermove.views.text import tree_text


def by_supports(matrix):
    """The value, from the square part of the matrix whose equalising strategies no other choice can beat."""
    a = np.array(matrix, float)
    for size in range(1, min(a.shape) + 1):
        for rows in itertools.combinations(range(a.shape[0]), size):
            for columns in itertools.combinations(range(a.shape[1]), size):
                part = a[np.ix_(rows, columns)]
                system = np.block([[part, -np.ones((size, 1))], [np.ones((1, size)), np.zeros((1, 1))]])
                goal = np.append(np.zeros(size), 1.0)
                mirror = np.block([[part.T, -np.ones((size, 1))], [np.ones((1, size)), np.zeros((1, 1))]])
                try:
                    y, x = np.linalg.solve(system, goal), np.linalg.solve(mirror, goal)
                except np.linalg.LinAlgError:
                    continue
                value = y[-1]
                if min(x[:-1]) < -1e-9 or min(y[:-1]) < -1e-9:
                    continue
                if (a[list(rows)].T @ x[:-1] >= value - 1e-9).all() and (a[:, columns] @ y[:-1] <= value + 1e-9).all():
                    return value
    raise AssertionError(matrix)


# By hand.


def test_rock_paper_scissors_is_a_third_each_exactly():
    found = equilibrium([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert found == (0.0, (1 / 3, 1 / 3, 1 / 3), (1 / 3, 1 / 3, 1 / 3))


def test_two_finger_morra():
    found = equilibrium([[2, -3], [-3, 4]])
    assert found == (float(Fraction(-1, 12)), (7 / 12, 5 / 12), (7 / 12, 5 / 12))


def test_a_saddle_point_is_pure_and_needs_no_scipy(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    assert equilibrium([[3, 1], [5, 2]]) == (2.0, (0.0, 1.0), (0.0, 1.0))
    with pytest.raises(SpecError, match=r"need SciPy, which is not installed; run pip install 'countermove\[simul"):
        equilibrium([[1, 0], [0, 1]])


def test_what_is_dominated_is_never_chosen():
    found = equilibrium([[1, -1, 5], [-1, 1, 5], [-2, -2, 4]])
    assert found.value == 0 and found.rows == (0.5, 0.5, 0) and found.columns == (0.5, 0.5, 0)


# Random matrices and trees.


def test_random_matrices_have_the_value_that_trying_every_support_gives():
    rng = random.Random(1)
    for _ in range(300):
        rows, columns = rng.randint(1, 4), rng.randint(1, 4)
        matrix = [[rng.choice((rng.randint(-9, 9), rng.random())) for _ in range(columns)] for _ in range(rows)]
        found = equilibrium(matrix)
        assert found.value == pytest.approx(by_supports(matrix), abs=1e-8)
        assert sum(found.rows) == pytest.approx(1) and sum(found.columns) == pytest.approx(1)
        for column in zip(*matrix):
            assert sum(x * value for x, value in zip(found.rows, column)) >= found.value - 1e-8
        for row in matrix:
            assert sum(y * value for y, value in zip(found.columns, row)) <= found.value + 1e-8


def recursion(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0)
    if game.player(state) == CHANCE:
        return sum(odds * recursion(game, game.result(state, action)) for action, odds in game.chances(state))
    if game.player(state) == SIMULTANEOUS:
        pairs = [split(action) for action in game.actions(state)]
        first, second = sorted({one for one, _ in pairs}), sorted({other for _, other in pairs})
        return by_supports([[recursion(game, game.result(state, joint(i, j))) for j in second] for i in first])
    values = [recursion(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.player(state) == 0 else min(values)


@pytest.mark.parametrize(
    "game",
    [
        RockPaperScissors(),
        RockPaperScissors(rock=2.5),
        RockPaperScissors(rounds=2, rock=3),
        Goofspiel(3),
        Goofspiel(3, prizes="ascending", points=True),
        Goofspiel(3, prizes="random"),
        Matrix([[3, -1, 2], [-2, 4, 0]]),
    ],
    ids=str,
)
def test_searched_and_solved_trees_of_stages_are_worth_what_recursion_says(game):
    truth = pytest.approx(recursion(game, game.initial()), abs=1e-8)
    decision, solution = run(induction(game)), solve(game)
    assert decision.value == truth and solution.value == truth and solution.complete
    assert analyse(game, depth=8).value == truth
    if game.player(game.initial()) == SIMULTANEOUS:
        assert [sum(mix.values()) for mix in decision.strategies] == pytest.approx([1, 1])
        assert decision.strategies == solution.strategies
        assert decision.action in solution.best(game.initial())


def test_where_nobody_acts_at_once_induction_is_expectiminimax():
    rng = random.Random(4)

    def tree(depth):
        if depth == 0 or rng.random() < 0.2:
            return rng.randint(-5, 5)
        children = [tree(depth - 1) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.3:
            return {"children": children, "chances": [1 / len(children)] * len(children)}
        return children

    for _ in range(200):
        game = Tree([tree(3), tree(3)])
        one, other = run(induction(game)), run(expectiminimax(game))
        assert (one.value, one.action, one.nodes) == (other.value, other.action, other.nodes)


# Refusals, words, drawings.


def test_what_is_not_solved_is_said_in_one_sentence():
    dilemma = Matrix([[(3, 3), (0, 5)], [(5, 0), (1, 1)]])
    for ask in (fitting, solve, analyse, lambda game: run(induction(game))):
        with pytest.raises(UnfitError, match="simultaneous actions and a general payoff; only games of two players"):
            ask(dilemma)

    class Three(RockPaperScissors):
        players = 3

    with pytest.raises(UnfitError, match="simultaneous actions and 3 players"):
        fitting(Three())


def test_actions_that_are_not_all_pairs_are_told():
    class Gap(RockPaperScissors):
        def actions(self, state):
            return (action for action in super().actions(state) if action != joint(1, 1))

    for ask in (solve, analyse):
        with pytest.raises(GameError, match=r"Gap\.actions does not give every pair of choices"):
            ask(Gap())


def test_a_constant_sum_need_not_be_zero():
    game = Matrix([[(1, 0), (0, 1)], [(0, 1), (1, 0)]])
    assert game.axes == Axes(simultaneous=True, payoff="constant", total=1.0)
    assert solve(game).value == 0.5 and analyse(game).value == 0.5


def test_mixed_strategies_are_told_and_drawn():
    game = RockPaperScissors(rock=2)
    lines = list(sentences(induction(game), game, algorithm="induction", level="brief"))
    third = "rock with 1/4, paper with 1/2 and scissors with 1/4"
    assert lines[-1].startswith(f"The root (both) = 0, where player 1 plays {third} and player 2 plays {third}")
    drawn = tree_text(game, induction(game), algorithm="induction")
    assert "◇ both" in drawn and "paper/paper (0.25)" in drawn
    last = to_json(trace(induction(game))[0][-1], game)
    assert last["mix"] == [{"rock": 0.25, "paper": 0.5, "scissors": 0.25}] * 2
