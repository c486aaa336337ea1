"""Cournot market: four firms choose output in turn over two seasons; price falls with supply."""

import math
from functools import partial
from itertools import accumulate

from countermove import Axes, Game

QUANTITIES = (0, 1, 2, 4)


def price(total, a=12.0, b=0.8):
    return max(0.0, a - b * total)


def cost(q, *, fixed=0.5, marginal=2.0):
    return fixed + marginal * q if q else 0.0


cheap = partial(cost, marginal=1.5)
COSTS = [cost, cheap, cost, partial(cost, fixed=1.0, marginal=1.0)]


class Market(Game):
    players = 4
    axes = Axes(payoff="general")
    seasons = 2

    def initial(self):
        return ((), (0.0,) * 4)

    def player(self, state):
        chosen, profits = state
        return len(chosen) % 4

    def actions(self, state):
        chosen, _ = state
        if len(chosen) == 4 * self.seasons:
            return []
        return [q for q in QUANTITIES if sum(chosen[-(len(chosen) % 4) :] if len(chosen) % 4 else ()) + q <= 12]

    def result(self, state, q):
        chosen, profits = state
        chosen += (q,)
        if len(chosen) % 4 == 0:
            now = chosen[-4:]
            p = price(sum(now), a=12.0 if len(chosen) == 4 else 10.5)
            profits = tuple(have + p * n - c(n) for have, n, c in zip(profits, now, COSTS))
        return (chosen, profits)

    def is_terminal(self, state):
        return len(state[0]) >= 4 * self.seasons

    def utility(self, state, player):
        profits = state[1]
        share = profits[player] / math.fsum(map(abs, profits)) if any(profits) else 0
        return round(profits[player] + share, 6)

    def evaluate(self, state, player):
        made = list(accumulate(state[0]))
        return state[1][player] - (0.01 * made[-1] if made else 0)
