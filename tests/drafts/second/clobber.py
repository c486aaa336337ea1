import numpy as np

from countermove import Game

ROWS, COLS = 3, 4


class Clobber(Game):
    """The state is a bare NumPy array with the mover in a last row."""

    def initial(self):
        board = np.indices((ROWS, COLS)).sum(axis=0) % 2 + 1
        return np.vstack([board, np.zeros((1, COLS), dtype=board.dtype)])

    def player(self, state):
        return int(state[ROWS, 0])

    def actions(self, state):
        board = state[:ROWS]
        mine = self.player(state) + 1
        moves = []
        for r in range(ROWS):
            for c in range(COLS):
                if board[r, c] != mine:
                    continue
                for direction, (dr, dc) in enumerate([(0, 1), (1, 0), (0, -1), (-1, 0)]):
                    rr, cc = r + dr, c + dc
                    if 0 <= rr < ROWS and 0 <= cc < COLS and board[rr, cc] == 3 - mine:
                        moves.append((r * COLS + c) * 4 + direction)
        return moves

    def result(self, state, action):
        cell, direction = divmod(action, 4)
        r, c = divmod(cell, COLS)
        dr, dc = [(0, 1), (1, 0), (0, -1), (-1, 0)][direction]
        new = state.copy()
        new[r + dr, c + dc] = new[r, c]
        new[r, c] = 0
        new[ROWS, 0] = 1 - new[ROWS, 0]
        return new

    def is_terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state, player):
        return -1 if self.player(state) == player else 1
