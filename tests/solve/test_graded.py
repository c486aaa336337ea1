"""A win may be worth more than the wins that random games end with; solving still finds the best of them."""

from typing import NamedTuple

from countermove import Game
from countermove.solve.alphabeta import alphabeta
from countermove.solve.exhaustive import exhaustive


class Said(NamedTuple):
    turn: int
    twos: int
    rest: int


class Graded(Game):
    """Each says 0, 1 or 2 in turn. The rest decides who wins 1; the first wins 2 or 3 by nearly always saying 2."""

    def initial(self):
        return Said(0, 0, 0)

    def player(self, state):
        return state.turn % 2

    def actions(self, state):
        if state.turn < 15:
            yield 0
            yield 1
            yield 2

    def result(self, state, action):
        twos = state.twos + (action == 2 and state.turn % 2 == 0)
        return Said(state.turn + 1, twos, (state.rest * 3 + action) % 7)

    def is_terminal(self, state):
        return state.turn >= 15

    def utility(self, state, player):
        worth = 1.0 if state.rest % 2 else -1.0
        if state.twos == 8:
            worth = 3.0
        elif state.twos == 7:
            worth = 2.0
        return worth if player == 0 else -worth


def test_the_greatest_win_is_found():
    whole, found = exhaustive(Graded()), alphabeta(Graded(), memory=1)
    assert (found.value, found.action, found.actions) == (whole.value, whole.action, whole.actions) == (
        3.0, 2, {0: 2.0, 1: 2.0, 2: 3.0}
    )  # fmt: skip
