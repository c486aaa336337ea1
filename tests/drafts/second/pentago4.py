import numpy as np

from countermove import Game


class Pentago(Game):
    """Four in a row on 4x4, with a quarter turned after each stone; the state is an array and the mover."""

    def initial(self):
        return np.zeros((4, 4), dtype=np.int8), 0

    def player(self, state):
        return state[1]

    def actions(self, state):
        if self.is_terminal(state):
            return []
        board, _ = state
        return [
            (int(cell), quarter, turn) for cell in np.flatnonzero(board == 0) for quarter in range(4) for turn in (1, 3)
        ]

    def result(self, state, action):
        board, mover = state
        cell, quarter, turn = action
        new = board.copy()
        new[cell // 4, cell % 4] = 1 if mover == 0 else -1
        r, c = divmod(quarter, 2)
        part = new[2 * r : 2 * r + 2, 2 * c : 2 * c + 2]
        new[2 * r : 2 * r + 2, 2 * c : 2 * c + 2] = np.rot90(part, turn)
        return new, 1 - mover

    def sums(self, board):
        yield from board.sum(axis=0)
        yield from board.sum(axis=1)
        yield np.trace(board)
        yield np.diag(np.fliplr(board)).sum()

    def is_terminal(self, state):
        board, _ = state
        return bool((board != 0).all()) or any(abs(int(s)) == 4 for s in self.sums(board))

    def utility(self, state, player):
        board, _ = state
        x = any(int(s) == 4 for s in self.sums(board))
        o = any(int(s) == -4 for s in self.sums(board))
        value = float(x) - float(o)
        return value if player == 0 else -value
