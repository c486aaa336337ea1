from dataclasses import dataclass
from enum import StrEnum, auto
from fractions import Fraction
from typing import NamedTuple

from countermove import CHANCE, Axes, Game

ODDS = [(face, float(Fraction(1, 6))) for face in range(1, 7)]


class Move(StrEnum):
    ROLL = auto()
    HOLD = auto()


class Race(NamedTuple):
    scores: tuple[int, int]
    pot: int
    mover: int
    rolling: bool = False


@dataclass(frozen=True)
class PigRace(Game):
    """Roll or hold: a one loses the pot, and holding banks it."""

    target: int = 20

    axes = Axes(stochastic=True)
    repeats = True

    def initial(self):
        return Race((0, 0), 0, 0)

    def player(self, state):
        return CHANCE if state.rolling else state.mover

    def actions(self, state):
        if self.is_terminal(state):
            return []
        return [Move.ROLL, Move.HOLD] if state.pot else [Move.ROLL]

    def chances(self, state):
        return ODDS

    def result(self, state, action):
        if action == Move.ROLL:
            return state._replace(rolling=True)
        elif action == Move.HOLD:
            scores = list(state.scores)
            scores[state.mover] += state.pot
            return Race(tuple(scores), 0, 1 - state.mover)
        elif action == 1:
            return Race(state.scores, 0, 1 - state.mover)
        else:
            # What is more than enough makes no difference.
            enough = self.target - state.scores[state.mover]
            return state._replace(pot=min(state.pot + action, enough), rolling=False)

    def is_terminal(self, state):
        return max(state.scores) >= self.target

    def utility(self, state, player):
        best = max(range(2), key=lambda who: state.scores[who])
        return 1.0 if best == player else -1.0

    def evaluate(self, state, player):
        with_pot = [score + (state.pot if who == state.mover else 0) for who, score in enumerate(state.scores)]
        return (with_pot[player] - with_pot[1 - player]) / (2 * self.target)

    def action_name(self, state, action):
        return f"{action}"

    def text(self, state):
        return f"{state.scores[0]} : {state.scores[1]}, {state.pot} in the pot"
