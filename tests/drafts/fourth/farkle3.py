import itertools
from collections import Counter, defaultdict
from functools import lru_cache
from typing import NamedTuple, Tuple

from countermove import CHANCE, Axes, Game


class FarkleState(NamedTuple):
    banked: Tuple[int, ...]
    current: int
    pot: int
    n_dice: int
    rolled: Tuple[int, ...]
    stopped: bool


@lru_cache(maxsize=None)
def distribution(n):
    d = defaultdict(float)
    for r in itertools.product(range(1, 7), repeat=n):
        d[tuple(sorted(r, reverse=True))] += 1 / 6**n
    return list(d.items())


def scoring(dice):
    """All (points, number of dice used) a player may set aside."""
    c = Counter(dice)
    options = set()
    singles = [(1, 100), (5, 50)]
    for face, n in c.items():
        if n >= 3:
            options.add((1000 if face == 1 else face * 100, 3))
    for (f1, p1), (f2, p2) in itertools.product(singles, repeat=2):
        if f1 <= f2:
            for i in range(c[f1] + 1):
                for j in range(c[f2] + 1 if f1 != f2 else 1):
                    if i + j:
                        options.add((i * p1 + j * p2, i + j))
    return sorted(options, key=lambda o: (-o[0], o[1]))


class Farkle(Game):
    players = 3
    axes = Axes(stochastic=True, payoff="general")
    goal = 600
    dice = 3
    repeats = True

    def initial(self):
        return FarkleState((0,) * self.players, 0, 0, self.dice, (), False)

    def player(self, state):
        return state.current if state.rolled or state.stopped else CHANCE

    def chances(self, state):
        for outcome, p in distribution(state.n_dice):
            yield outcome, p

    def actions(self, state):
        if not self.is_terminal(state):
            opts = scoring(state.rolled)
            if not opts:
                yield "farkle"
            for points, used in opts:
                yield ("go", points, used)
                if state.pot + points >= 100:
                    yield ("stop", points, used)

    def _next(self, state, gain):
        banked = tuple(b + gain if i == state.current else b for i, b in enumerate(state.banked))
        return FarkleState(banked, (state.current + 1) % self.players, 0, self.dice, (), False)

    def result(self, state, action):
        if not state.rolled:
            return state._replace(rolled=action)
        if action == "farkle":
            return self._next(state, 0)
        what, points, used = action
        pot = state.pot + points
        if what == "stop":
            return self._next(state, pot)
        left = state.n_dice - used or self.dice
        return state._replace(pot=pot, n_dice=left, rolled=())

    def is_terminal(self, state):
        return max(state.banked) >= self.goal

    def utility(self, state, player):
        best = max(state.banked)
        winners = [i for i, b in enumerate(state.banked) if b == best]
        return 1 / len(winners) if player in winners else 0

    def evaluate(self, state, player):
        total = sum(state.banked)
        return state.banked[player] / total if total else 1 / 3
