"""Knight's tour duel: whoever cannot move on loses. A mutable Board is made inside the rules."""

import copy
from dataclasses import dataclass, field
from typing import List, NamedTuple, Tuple

from countermove import Game

KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]


@dataclass
class Board:
    size: int
    visited: List[List[bool]] = field(default_factory=list)
    pos: Tuple[int, int] = (0, 0)

    def __post_init__(self):
        if not self.visited:
            self.visited = [[False] * self.size for _ in range(self.size)]

    def visit(self, r, c):
        self.visited[r][c] = True
        self.pos = (r, c)

    def moves(self):
        out = []
        for dr, dc in KNIGHT:
            r, c = self.pos[0] + dr, self.pos[1] + dc
            if 0 <= r < self.size and 0 <= c < self.size and not self.visited[r][c]:
                out.append((r, c))
        return out

    def count(self):
        return sum(sum(row) for row in self.visited)


class Tour(NamedTuple):
    rows: Tuple[Tuple[bool, ...], ...]
    pos: Tuple[int, int]
    turn: int


@dataclass(frozen=True)
class KnightsDuel(Game):
    """One knight, two players."""

    size: int = 5

    def thaw(self, state):
        board = Board(self.size)
        board.visited = [list(row) for row in state.rows]
        board.pos = state.pos
        return board

    def initial(self):
        board = Board(self.size)
        board.visit(0, 0)
        return Tour(tuple(tuple(row) for row in board.visited), board.pos, 0)

    def player(self, state):
        return state.turn

    def actions(self, state):
        return self.thaw(state).moves()

    def result(self, state, action):
        board = self.thaw(state)
        new = copy.deepcopy(board)
        new.visit(*action)
        return Tour(tuple(tuple(row) for row in new.visited), new.pos, 1 - state.turn)

    def is_terminal(self, state):
        return len(self.thaw(state).moves()) == 0

    def utility(self, state, player):
        return -1.0 if player == state.turn else 1.0

    def evaluate(self, state, player):
        """Warnsdorff: few ways on are bad."""
        degree = {}
        board = self.thaw(state)
        for move in board.moves():
            ahead = copy.deepcopy(board)
            ahead.visit(*move)
            degree[move] = len(ahead.moves())
        best = min(degree.values(), default=0)
        value = 0.1 if best == 0 and degree else -0.01 * len(degree)
        return value if player == state.turn else -value
