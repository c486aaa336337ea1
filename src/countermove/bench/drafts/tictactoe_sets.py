"""Tic-tac-toe with two sets of cells."""

from typing import NamedTuple

from countermove import Game

LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
CELLS = frozenset(range(9))


class State(NamedTuple):
    x: frozenset = frozenset()
    o: frozenset = frozenset()


def has_line(cells):
    return any(line <= cells for line in LINES)


class TicTacToe(Game):
    """Three in a row win."""

    def initial(self):
        return State()

    def player(self, state):
        return 1 if len(state.x) > len(state.o) else 0

    def actions(self, state):
        if not self.is_terminal(state):
            yield from sorted(CELLS - state.x - state.o)

    def result(self, state, action):
        if self.player(state) == 0:
            return state._replace(x=state.x | {action})
        return state._replace(o=state.o | {action})

    def is_terminal(self, state):
        return has_line(state.x) or has_line(state.o) or state.x | state.o == CELLS

    def utility(self, state, player):
        mine, theirs = (state.x, state.o) if player == 0 else (state.o, state.x)
        return has_line(mine) - has_line(theirs)
