from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from countermove import CHANCE, Axes, Game


def ways(roll):
    """In how many ways dice can show these faces."""
    return factorial(len(roll)) // prod(factorial(n) for n in Counter(roll).values())


def score(roll):
    """The points of a roll, and how many dice make them."""
    points = used = 0
    for face, n in Counter(roll).items():
        if n >= 3:
            points += 10 if face == 1 else face
            used += 3
            n -= 3
        if face == 1:
            points += n
            used += n
        elif face == 5:
            points += 0.5 * n
            used += n
    return points, used


class Turn(NamedTuple):
    banked: tuple[float, float] = (0.0, 0.0)
    pot: float = 0.0
    dice: int = 3
    mover: int = 0
    rolling: bool = True


class Farkle(Game):
    axes = Axes(stochastic=True)
    repeats = True
    target = 6.0

    def initial(self):
        return Turn()

    def player(self, state):
        return CHANCE if state.rolling else state.mover

    def chances(self, state):
        for roll in combinations_with_replacement(range(1, 7), state.dice):
            yield roll, ways(roll) / 6**state.dice

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return ["bank", "roll"]

    def result(self, state, action):
        if action == "roll":
            return state._replace(rolling=True)
        if action == "bank":
            banked = list(state.banked)
            banked[state.mover] += state.pot
            return Turn(tuple(banked), mover=1 - state.mover)
        points, used = score(action)
        if not points:
            return Turn(state.banked, mover=1 - state.mover)
        left = state.dice - used
        return state._replace(pot=state.pot + points, dice=left if left > 0 else 3, rolling=False)

    def is_terminal(self, state):
        return max(state.banked) >= self.target

    def utility(self, state, player):
        return 1 if state.banked[player] >= self.target else -1
