from functools import reduce
from operator import or_

from countermove import Game

N = 5


class Queens(Game):
    """Place queens that attack none; who cannot place loses. A state is a frozenset of (row, col)."""

    def attacked(self, queens):
        """Every square that some queen attacks."""
        lines = [
            {(r, c) for r in range(N) for c in range(N) if r == qr or c == qc or abs(r - qr) == abs(c - qc)}
            for qr, qc in queens
        ]
        return reduce(or_, lines, set())

    def initial(self):
        return frozenset()

    def player(self, state):
        return len(state) & 1

    def actions(self, state):
        bad = self.attacked(state)
        return [(r, c) for r in range(N) for c in range(N) if (r, c) not in bad]

    def result(self, state, action):
        return state.union({action})

    def is_terminal(self, state):
        return len(self.attacked(state)) == N * N

    def utility(self, state, player):
        return -1 if player == self.player(state) else 1
