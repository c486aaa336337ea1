from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import Callable

from countermove import CHANCE, Axes, Game

DICE = 3
ROLLS = {n: Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=n)) for n in range(1, DICE + 1)}


def of_a_kind(n: int, points: int) -> Callable:
    def score(dice):
        return points if max(dice.count(face) for face in dice) >= n else 0

    return score


def straight(dice):
    return 20 if list(dice) == list(range(dice[0], dice[0] + DICE)) else 0


BOXES = {
    "ones": lambda dice: dice.count(1),
    "sixes": lambda dice: 6 * dice.count(6),
    "pair": of_a_kind(2, 10),
    "triple": of_a_kind(3, 30),
    "straight": straight,
    "chance": sum,
}


@dataclass(frozen=True)
class Sheet:
    dice: tuple[int, ...] = ()
    rolls: int = 0
    scores: tuple[tuple[str, int], ...] = field(default_factory=tuple)

    def is_used(self, box: str) -> bool:
        return any(name == box for name, _ in self.scores)


class YahtzeeLite(Game):
    players = 1
    axes = Axes(stochastic=True, payoff="general")

    def initial(self):
        return Sheet()

    def player(self, state):
        return CHANCE if len(state.dice) < DICE else 0

    def chances(self, state):
        missing = DICE - len(state.dice)
        total = 6**missing
        for faces, ways in ROLLS[missing].items():
            yield faces, ways / total

    def actions(self, state):
        if self.is_terminal(state):
            return []
        boxes = [box for box in BOXES if not state.is_used(box)]
        if state.rolls >= 2:
            return boxes
        return boxes + [f"keep {face}" for face in sorted(set(state.dice))]

    def result(self, state, action):
        if isinstance(action, tuple):
            return Sheet(tuple(sorted(state.dice + action)), state.rolls, state.scores)
        if action.startswith("keep"):
            face = int(action.split()[1])
            kept = tuple(d for d in state.dice if d == face)
            if len(kept) == DICE:
                kept = kept[1:]
            return Sheet(kept, state.rolls + 1, state.scores)
        return Sheet((), 0, tuple(sorted(state.scores + ((action, BOXES[action](state.dice)),))))

    def is_terminal(self, state):
        return len(state.scores) == len(BOXES)

    def utility(self, state, player):
        return sum(points for _, points in state.scores) / 100
