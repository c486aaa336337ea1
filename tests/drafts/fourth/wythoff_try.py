"""Wythoff's game; known cold positions by the golden ratio."""

import math
from dataclasses import astuple, dataclass

from countermove import Game

PHI = (1 + math.sqrt(5)) / 2


@dataclass(frozen=True, order=True)
class Queen:
    x: int
    y: int

    def __post_init__(self):
        if self.x < 0 or self.y < 0:
            raise ValueError("off the board")

    def moved(self, dx=0, dy=0):
        return Queen(self.x - dx, self.y - dy)


@dataclass(frozen=True)
class Wythoff(Game):
    size: int = 12

    def initial(self):
        return (Queen(self.size, self.size - 3), 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        queen, _ = state
        moves = []
        for n in range(1, self.size + 1):
            for move in [dict(dx=n), dict(dy=n), dict(dx=n, dy=n)]:
                try:
                    queen.moved(**move)
                except ValueError:
                    continue
                moves.append((move.get("dx", 0), move.get("dy", 0)))
        return moves

    def result(self, state, action):
        queen, mover = state
        dx, dy = action
        return queen.moved(dx, dy), 1 - mover

    def is_terminal(self, state):
        return astuple(state[0]) == (0, 0)

    def utility(self, state, player):
        return 1 if player != state[1] else -1

    def evaluate(self, state, player):
        a, b = sorted((state[0].x, state[0].y))
        cold = a == math.floor((b - a) * PHI)
        return 0.5 if cold == (player != state[1]) else -0.5
