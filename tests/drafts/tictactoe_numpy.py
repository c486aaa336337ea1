from typing import NamedTuple

import numpy as np

from countermove import Game


class State(NamedTuple):
    board: np.ndarray
    mover: int


class TicTacToe(Game):
    """Tic-tac-toe with NumPy: the first player is +1, the second -1."""

    def initial(self):
        return State(np.zeros((3, 3), dtype=np.int8), 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return [(int(r), int(c)) for r, c in np.argwhere(state.board == 0)]

    def result(self, state, action):
        board = state.board.copy()
        board[action] = 1 if state.mover == 0 else -1
        return State(board, 1 - state.mover)

    @staticmethod
    def winner(state):
        board = state.board
        sums = np.concatenate([board.sum(axis=0), board.sum(axis=1), [np.trace(board), np.trace(np.fliplr(board))]])
        if sums.max() == 3:
            return 0
        if sums.min() == -3:
            return 1

    def is_terminal(self, state):
        return self.winner(state) is not None or bool((state.board != 0).all())

    def utility(self, state, player):
        winner = self.winner(state)
        if winner is None:
            return 0.0
        return 1.0 if winner == player else -1.0

    def order(self, state, action):
        return 1.0 if action == (1, 1) else 0.5 if sum(action) % 2 == 0 else 0.0

    def text(self, state):
        return "\n".join("".join(".XO"[cell] for cell in row) for row in state.board)
