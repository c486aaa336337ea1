from collections import Counter
from itertools import product
from typing import NamedTuple

import numpy as np

from countermove import CHANCE, Axes, Game

DIE = (1, 2, 3)
SUMS = Counter(a + b for a, b in product(DIE, DIE))
COLUMNS = sorted(SUMS)
LENGTHS = np.array([2, 3, 4, 3, 2])
RUNNERS = 2
GOAL = 2


class Climb(NamedTuple):
    camps: np.ndarray  # two rows: how far each player is in each column
    runners: np.ndarray  # steps of this turn, which a bad roll takes back
    mover: int
    rolling: bool


class CantStopLite(Game):
    """Roll two dice and climb the column of their sum; stop to keep what you have, or lose it."""

    axes = Axes(stochastic=True)
    repeats = True

    def initial(self):
        return Climb(np.zeros((2, len(COLUMNS)), dtype=int), np.zeros(len(COLUMNS), dtype=int), 0, False)

    def player(self, state):
        return CHANCE if state.rolling else state.mover

    def actions(self, state):
        if self.is_terminal(state):
            return
        yield "roll"
        if state.runners.any():
            yield "stop"

    def chances(self, state):
        total = sum(SUMS.values())
        return [(number, SUMS[number] / total) for number in COLUMNS]

    def result(self, state, action):
        if action == "roll":
            return state._replace(rolling=True)
        camps, runners, mover, _ = state
        nobody = np.zeros_like(runners)
        if action == "stop":
            camps = camps.copy()
            camps[mover] += runners
            return Climb(camps, nobody, 1 - mover, False)
        column = COLUMNS.index(action)
        taken = (camps[:, column] == LENGTHS[column]).any()
        on_top = camps[mover, column] + runners[column] == LENGTHS[column]
        too_many = runners[column] == 0 and np.count_nonzero(runners) == RUNNERS
        if taken or on_top or too_many:
            return Climb(camps, nobody, 1 - mover, False)
        runners = runners.copy()
        runners[column] += 1
        return Climb(camps, runners, mover, False)

    def tops(self, state, player):
        return int((state.camps[player] == LENGTHS).sum())

    def is_terminal(self, state):
        return self.tops(state, 0) >= GOAL or self.tops(state, 1) >= GOAL

    def utility(self, state, player):
        return 1.0 if self.tops(state, player) >= GOAL else -1.0

    def evaluate(self, state, player):
        shares = state.camps / LENGTHS
        first, second = (float(np.sort(row)[-GOAL:].sum()) for row in shares)
        lead = (first - second) / (GOAL + 1)
        return lead if player == 0 else -lead

    def action_name(self, state, action):
        return str(action)

    def text(self, state):
        lines = []
        for i, number in enumerate(COLUMNS):
            first, second = state.camps[:, i]
            lines.append(f"{number}: {first} {second} of {LENGTHS[i]}" + "*" * int(state.runners[i]))
        return "\n".join(lines)
