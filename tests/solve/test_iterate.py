"""Games of chance whose positions come back: value iteration beside plain recursion, linear algebra and a paper."""

from __future__ import annotations

import math
import os
import random
import threading
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from countermove import CHANCE, Axes, Game, load
from countermove.errors import GameError, SpecError, UnfitError
from countermove.games.pig import Pig
from countermove.games.tree import Tree
from countermove.solve.exhaustive import exhaustive
from countermove.solve.iterate import iterate

LONG = bool(os.environ.get("COUNTERMOVE_LONG"))


def neller(target: int) -> float:
    """The value of pig by the equations of the paper: the chance to win with scores i and j and k in the turn."""
    win = {(i, j, k): 0.5 for i in range(target) for j in range(target) for k in range(target - i)}

    def chance(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= target else win[i, j, k]

    change = 1.0
    while change > 1e-10:
        change = 0.0
        for i, j, k in win:
            roll = ((1 - chance(j, i, 0)) + sum(chance(i, j, k + face) for face in range(2, 7))) / 6
            best = max(roll, 1 - chance(j, i + k, 0))
            change = max(change, abs(best - win[i, j, k]))
            win[i, j, k] = best
    return win[0, 0, 0]


@pytest.mark.parametrize("target", [7, 10])
def test_pig_has_the_value_of_the_papers_equations(target: int) -> None:
    found = iterate(Pig(target))
    assert found.complete and found.error <= 5e-10
    assert found.value == pytest.approx(neller(target), abs=1e-8)
    assert found.action == 1 and found.actions[1] == pytest.approx(found.value)


@pytest.mark.native
@pytest.mark.skipif(not LONG, reason="two million states; with COUNTERMOVE_LONG=1")
def test_pig_to_a_hundred_has_the_published_value() -> None:
    found = iterate(Pig())
    assert found.complete and round(found.value or 0.0, 4) == 0.5306


def test_every_state_has_a_value_and_a_best_action() -> None:
    game = Pig(10)
    found = iterate(game)
    state = game.read("roll 6 roll 5")
    assert found.best(state) == (0,) and found.values(state) == {0: 1.0}
    state = game.read("roll 4 hold")
    assert found.values(state)[1] == pytest.approx(max(found.values(state).values()))
    assert len(found.outcomes) == found.states
    some = next(iter(found.outcomes))
    assert sum(found.outcomes[some].values) == pytest.approx(1.0)
    with pytest.raises(SpecError, match="was not met"):
        found.values(state._replace(scores=(99, 99)))


@pytest.mark.parametrize("seed", range(40))
def test_trees_of_chance_have_the_values_of_looking_at_everything(seed: int) -> None:
    chosen = random.Random(seed)

    def grow(depth: int) -> Any:
        if depth == 0 or chosen.random() < 0.2:
            return chosen.randint(-9, 9)
        children = [grow(depth - 1) for _ in range(chosen.randint(1, 3))]
        if chosen.random() < 0.4:
            weights = [chosen.randint(1, 4) for _ in children]
            return {"chances": [weight / sum(weights) for weight in weights], "children": children}
        return children

    game = Tree([grow(4), grow(4)], root=chosen.choice(["max", "min"]))
    found, known = iterate(game), exhaustive(game)
    assert found.value == pytest.approx(known.value, abs=1e-8)
    assert found.actions == pytest.approx(known.actions, abs=1e-8)


class Step(NamedTuple):
    at: int
    tossed: bool


@dataclass(frozen=True)
class Ruin(Game):
    """A gambler with some coins tosses until all are won or none is left, and may only go on."""

    goal: int = 10
    luck: float = 0.4

    players = 1
    axes = Axes(stochastic=True, payoff="general")
    repeats = True

    def initial(self):
        return Step(self.goal // 2, False)

    def player(self, state):
        return CHANCE if state.tossed else 0

    def actions(self, state):
        yield 0
        if state.tossed:
            yield 1

    def chances(self, state):
        yield 0, 1 - self.luck
        yield 1, self.luck

    def result(self, state, action):
        if state.tossed:
            return Step(state.at + 2 * action - 1, False)
        return Step(state.at, True)

    def is_terminal(self, state):
        return not state.tossed and (state.at == 0 or state.at == self.goal)

    def utility(self, state, player):
        return 1.0 if state.at == self.goal else 0.0


@pytest.mark.parametrize(("goal", "luck"), [(10, 0.4), (10, 0.5)])
def test_the_gamblers_ruin_has_its_formula(goal: int, luck: float) -> None:
    found = iterate(Ruin(goal, luck))
    ratio = (1 - luck) / luck
    exact = 0.5 if ratio == 1 else (1 - ratio ** (goal // 2)) / (1 - ratio**goal)
    assert found.value == pytest.approx(exact, abs=1e-8)
    assert abs((found.value or 0.0) - exact) <= found.error + 1e-12


@dataclass(frozen=True)
class Stay(Ruin):
    """The same, but nobody has to toss."""

    def actions(self, state):
        yield 0
        yield 1

    def result(self, state, action):
        if not state.tossed and action == 1:
            return state
        return Ruin.result(self, state, action)

    def utility(self, state, player):
        return -1.0


def test_play_that_can_go_round_without_chance_is_a_sentence() -> None:
    with pytest.raises(UnfitError, match=r"can go round for ever without chance.*between -1 and 0"):
        iterate(Stay())


def test_it_stops_when_told_to_and_says_how_far_it_came() -> None:
    stop = threading.Event()
    stop.set()
    found = iterate(Pig(60), stop=stop)
    assert not found.complete and found.value is None and found.error == math.inf


def test_mistakes_are_sentences() -> None:
    with pytest.raises(SpecError, match="The tolerance is 0"):
        iterate(Pig(5), tolerance=0)
    with pytest.raises(UnfitError, match="needs one or two opposed sides"):
        iterate(Pig(5, players=3))
    with pytest.raises(SpecError, match="does not fit into 1 MB"):
        iterate(Pig(40), memory=1)
    with pytest.raises(GameError, match="not all above 0 or do not add up to 1"):
        iterate(Ruin(luck=1.5))


def test_solve_takes_it_where_chance_and_cycles_meet() -> None:
    from countermove import solve

    found = solve(load("pig:target=10"))
    assert found.value == pytest.approx(iterate(Pig(10)).value)
    assert solve(load("pig:target=10"), method="iterate").value == found.value
