from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from countermove import Axes, Game


class Land(NamedTuple):
    owner: np.ndarray  # -1 where nobody has settled
    turn: int


@dataclass(frozen=True)
class Territories(Game):
    """Three players settle in turn; each is worth the size of the largest connected land."""

    rows: int = 3
    columns: int = 3

    players = 3
    axes = Axes(payoff="general")

    @property
    def outcomes(self):
        return range(self.rows * self.columns + 1)

    def initial(self):
        return Land(np.full((self.rows, self.columns), -1), 0)

    def player(self, state):
        return state.turn

    def actions(self, state):
        rows, columns = np.where(state.owner < 0)
        return list(zip(rows.tolist(), columns.tolist()))

    def result(self, state, action):
        owner = state.owner.copy()
        owner[action] = state.turn
        return Land(owner, (state.turn + 1) % self.players)

    def is_terminal(self, state):
        return not (state.owner == -1).any()

    def largest(self, owner, player):
        seen = set()

        def size(r, c):
            if not (0 <= r < self.rows and 0 <= c < self.columns):
                return 0
            if owner[r, c] != player or (r, c) in seen:
                return 0
            seen.add((r, c))
            return 1 + size(r + 1, c) + size(r - 1, c) + size(r, c + 1) + size(r, c - 1)

        return max((size(r, c) for r, c in np.ndindex(self.rows, self.columns)), default=0)

    def utility(self, state, player):
        return self.largest(state.owner, player)

    def evaluate(self, state, player):
        return float(self.largest(state.owner, player)) + 0.5

    def action_name(self, state, action):
        return "abcdef"[action[1]] + str(self.rows - action[0])

    def text(self, state):
        return "\n".join("".join("123."[owner] for owner in row) for row in state.owner)
