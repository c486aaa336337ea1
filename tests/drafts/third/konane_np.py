"""Konane on 5x5 with numpy masks and rolls."""

from typing import NamedTuple

import numpy as np

from countermove import Game

N = 5
BLACK, WHITE = 1, 2


class Konane(NamedTuple):
    board: np.ndarray
    turn: int


START = np.indices((N, N)).sum(axis=0) % 2 + 1
START[2, 2] = 0
START[2, 1] = 0


class KonaneGame(Game):
    """Jump over the other's stones; whoever cannot loses."""

    def initial(self):
        return Konane(START.copy(), BLACK)

    def player(self, s):
        return s.turn - 1

    def jumps(self, s):
        me, you = s.turn, 3 - s.turn
        for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            for r, c in np.argwhere(s.board == me):
                r, c = int(r), int(c)
                n = 1
                while True:
                    over = (r + (2 * n - 1) * dr, c + (2 * n - 1) * dc)
                    land = (r + 2 * n * dr, c + 2 * n * dc)
                    if not (0 <= land[0] < N and 0 <= land[1] < N):
                        break
                    if s.board[over] != you or s.board[land] != 0:
                        break
                    yield (r, c) + land
                    n += 1

    def actions(self, s):
        return list(self.jumps(s))

    def result(self, s, a):
        r1, c1, r2, c2 = a
        board = s.board.copy()
        if r1 == r2:
            lo, hi = min(c1, c2), max(c1, c2)
            board[r1, lo : hi + 1] = 0
        else:
            lo, hi = sorted((r1, r2))
            board[lo : hi + 1, c1] = 0
        board[r2, c2] = s.turn
        return Konane(board, 3 - s.turn)

    def is_terminal(self, s):
        return not any(True for _ in self.jumps(s))

    def utility(self, s, player):
        return 1.0 if player + 1 != s.turn else -1.0

    def evaluate(self, s, player):
        empty = s.board == 0
        mine = s.board == player + 1
        score = 0
        for shift in (1, -1):
            for axis in (0, 1):
                near = np.roll(empty, shift, axis=axis)
                score += np.count_nonzero(near & mine) - np.count_nonzero(near & ~mine & ~empty)
        return float(score) / 1000
