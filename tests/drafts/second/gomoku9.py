import itertools
from typing import NamedTuple, Optional

from countermove import Game

N, WIN = 9, 5


class Position(NamedTuple):
    board: str
    last: Optional[int] = None

    @property
    def mover(self) -> str:
        return "x" if self.board.count("x") == self.board.count("o") else "o"

    def at(self, row: int, col: int) -> str:
        if not (0 <= row < N and 0 <= col < N):
            return "#"
        return self.board[row * N + col]


def longest_through(position: Position, cell: int) -> int:
    """The longest line of one colour through a cell."""
    row, col = divmod(cell, N)
    mark = position.at(row, col)
    best = 0
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        line = "".join(position.at(row + k * dr, col + k * dc) for k in range(-WIN + 1, WIN))
        run = max(
            (sum(1 for _ in group) for key, group in itertools.groupby(line) if key == mark),
            default=0,
        )
        best = max(best, run)
    return best


class Gomoku(Game):
    def initial(self):
        return Position("." * (N * N))

    def player(self, state):
        return 0 if state.mover == "x" else 1

    def actions(self, state):
        if self.is_terminal(state):
            return []
        if state.last is None:
            return [N * N // 2]
        found = []
        for cell, mark in enumerate(state.board):
            if mark != ".":
                continue
            row, col = divmod(cell, N)
            near = any(
                state.at(row + dr, col + dc) in "xo" for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)
            )
            if near:
                found.append(cell)
        return found

    def result(self, state, action):
        board = state.board[:action] + state.mover + state.board[action + 1 :]
        return Position(board, action)

    def is_terminal(self, state):
        if state.last is None:
            return False
        return longest_through(state, state.last) >= WIN or "." not in state.board

    def utility(self, state, player):
        if longest_through(state, state.last) < WIN:
            return 0
        winner = 0 if state.board[state.last] == "x" else 1
        return 1 if player == winner else -1
