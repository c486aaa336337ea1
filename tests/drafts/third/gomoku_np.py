from dataclasses import dataclass

import numpy as np

from countermove import Game


@dataclass(frozen=True)
class Gomoku(Game):
    """Four in a row on 6 x 6."""

    size: int = 6
    k: int = 4

    def initial(self):
        return np.zeros((self.size, self.size), dtype=np.int8)

    def player(self, board):
        return 0 if np.sum(board) == 0 else 1

    def actions(self, board):
        if self.is_terminal(board):
            return []
        rows, cols = np.where(board == 0)
        return list(zip(rows.tolist(), cols.tolist()))

    def result(self, board, action):
        new = board.copy()
        new[action] = 1 if self.player(board) == 0 else -1
        return new

    def has_line(self, board, stone):
        mine = board == stone
        for r in range(self.size):
            for c in range(self.size - self.k + 1):
                if mine[r, c : c + self.k].all() or mine[c : c + self.k, r].all():
                    return True
        flipped = np.fliplr(mine)
        for offset in range(-self.size + self.k, self.size - self.k + 1):
            for diag in (np.diag(mine, offset), np.diag(flipped, k=offset)):
                run = 0
                for hit in diag:
                    run = run + 1 if hit else 0
                    if run >= self.k:
                        return True
        return False

    def winner(self, board):
        if self.has_line(board, 1):
            return 1
        if self.has_line(board, -1):
            return -1
        return 0

    def is_terminal(self, board):
        return self.winner(board) != 0 or not (board == 0).any()

    def utility(self, board, player):
        w = self.winner(board)
        return w if player == 0 else -w

    def evaluate(self, board, player):
        mid = self.size // 2
        centre = board[mid - 2 : mid + 2, mid - 2 : mid + 2]
        score = int(centre.sum()) * 0.01
        return score if player == 0 else -score

    def text(self, board):
        return "\n".join("".join(".XO"[v] for v in row) for row in board)
