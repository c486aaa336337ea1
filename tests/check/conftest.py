"""Small games without mistakes, for tests to plant mistakes in, and a check that names the laws broken."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from countermove import CHANCE, Axes, Game
from countermove.check import LAWS, check_game
from countermove.check.report import family


class Heap(NamedTuple):
    left: int
    mover: int


@dataclass(frozen=True)
class Take(Game):
    """Take one, two or three; the player who takes the last wins."""

    counters: int = 9

    def initial(self):
        return Heap(self.counters, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        yield from range(1, min(3, state.left) + 1)

    def result(self, state, action):
        return Heap(state.left - action, 1 - state.mover)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return -1.0 if player == state.mover else 1.0


class Row(NamedTuple):
    cells: NDArray[np.int64]
    mover: int


class Fill(Game):
    """Mark the cells of a row in turn; the player who marks the last wins."""

    def initial(self):
        return Row(np.zeros(4, np.int64), 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        for cell in range(len(state.cells)):
            if state.cells[cell] == 0:
                yield cell

    def result(self, state, action):
        cells = state.cells.copy()
        cells[action] = state.mover + 1
        return Row(cells, 1 - state.mover)

    def is_terminal(self, state):
        return bool((state.cells != 0).all())

    def utility(self, state, player):
        return -1.0 if player == state.mover else 1.0


class Roll(NamedTuple):
    left: int
    mover: int
    rolled: int


class Dice(Game):
    """Roll one to three, take as many or just one; the player who takes the last wins."""

    axes = Axes(stochastic=True)

    def initial(self):
        return Roll(6, 0, 0)

    def player(self, state):
        return CHANCE if state.rolled == 0 else state.mover

    def chances(self, state):
        yield 1, 0.5
        yield 2, 0.25
        yield 3, 0.25

    def actions(self, state):
        if state.left > 0:
            yield 1
        if 1 < state.rolled <= state.left:
            yield state.rolled

    def result(self, state, action):
        if state.rolled == 0:
            return Roll(state.left, state.mover, action)
        return Roll(state.left - action, 1 - state.mover, 0)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return -1.0 if player == state.mover else 1.0


@pytest.fixture
def small():
    """Games without mistakes: `small.Take`, `small.Fill`, `small.Dice`, and their states."""
    return SimpleNamespace(Take=Take, Fill=Fill, Dice=Dice, Heap=Heap, Row=Row, Roll=Roll)


@pytest.fixture
def broken():
    """The one law that a game breaks, as a problem."""

    def only(game, law, **options):
        options = {"games": 60, "seconds": 5.0, "native": False, **options}
        report = check_game(game, **options)
        assert family(law) in LAWS
        assert [problem.law for problem in report.problems] == [law], report.problems
        assert not report.ok
        problem = report.problems[0]
        assert "Traceback" not in problem.sentence and "\n" not in problem.sentence
        assert problem.sentence.startswith(type(game).__name__)
        return problem

    return only
