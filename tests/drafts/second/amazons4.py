import numpy as np

from countermove import Game

WHITE, BLACK, ARROW = 1, 2, 3
STEPS = np.array([(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)])


class Amazons(Game):
    """Amazons on a 4x4 NumPy board, two queens each; the state is (board, turn)."""

    size = 4

    def initial(self):
        board = np.zeros((self.size, self.size), dtype=int)
        board[0, 1] = board[1, 3] = BLACK
        board[2, 0] = board[3, 2] = WHITE
        return board, 0

    def player(self, state):
        return state[1]

    def reach(self, board, row, col):
        for dr, dc in STEPS:
            r, c = row + dr, col + dc
            while 0 <= r < self.size and 0 <= c < self.size and board[r, c] == 0:
                yield r, c
                r, c = r + dr, c + dc

    def actions(self, state):
        board, turn = state
        queen = WHITE if turn == 0 else BLACK
        for row in range(self.size):
            for col in range(self.size):
                if board[row, col] != queen:
                    continue
                free = board.copy()
                free[row, col] = 0
                for r, c in self.reach(board, row, col):
                    for ar, ac in self.reach(free, r, c):
                        yield int(row), int(col), int(r), int(c), int(ar), int(ac)

    def result(self, state, action):
        board, turn = state
        row, col, r, c, ar, ac = action
        new = board.copy()
        new[r, c] = new[row, col]
        new[row, col] = 0
        new[ar, ac] = ARROW
        return new, 1 - turn

    def is_terminal(self, state):
        return not any(True for _ in self.actions(state))

    def utility(self, state, player):
        return -1 if player == state[1] else 1
