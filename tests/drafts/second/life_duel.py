"""Two colours of Conway's cells on a torus: players add a cell, then the world takes a step (convolution by slices)."""

import numpy as np

from countermove import Game

SIZE = 4


def neighbours(board):
    total = np.zeros_like(board)
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            if (dr, dc) != (0, 0):
                total = total + np.roll(np.roll(board, dr, axis=0), dc, axis=1)
    return total


class LifeDuel(Game):
    """The state is (cells of 0, cells of 1, ply)."""

    rounds = 6

    def initial(self):
        one = np.zeros((SIZE, SIZE), dtype=np.int64)
        one[0, :2] = 1
        two = np.zeros((SIZE, SIZE), dtype=np.int64)
        two[2, 2:] = 1
        return one, two, 0

    def player(self, state):
        return state[2] % 2

    def actions(self, state):
        if self.is_terminal(state):
            return []
        one, two, ply = state
        rows, cols = np.where(one + two == 0)
        return [int(r) * SIZE + int(c) for r, c in zip(rows, cols)] or [-1]

    def result(self, state, action):
        one, two, ply = state
        one, two = one.copy(), two.copy()
        if action >= 0:
            mine = one if ply % 2 == 0 else two
            mine[action // SIZE, action % SIZE] = 1
        if ply % 2 == 1:
            ones, twos = neighbours(one), neighbours(two)
            every = ones + twos
            alive = one + two
            stays = (alive == 1) & ((every == 2) | (every == 3))
            born = (alive == 0) & (every == 3)
            one = np.where(stays, one, 0) + np.where(born & (ones > twos), 1, 0)
            two = np.where(stays, two, 0) + np.where(born & (twos > ones), 1, 0)
        return one, two, ply + 1

    def is_terminal(self, state):
        return state[2] >= self.rounds

    def utility(self, state, player):
        one, two, ply = state
        lead = int(one.sum()) - int(two.sum())
        return lead if player == 0 else -lead
