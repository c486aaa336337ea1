"""Random games of every kind that the textbook algorithms take, and what they are worth by plain recursion.

The game below is written for these tests only, and so is the oracle: neither shares code with what is tested.
"""

from __future__ import annotations

import random
from functools import cache
from types import SimpleNamespace
from typing import NamedTuple

import pytest

from countermove.game import CHANCE, Axes, Game


class Spot(NamedTuple):
    number: int


class Nest(Game):
    """A tree of which each node knows its mover, its payoffs, an estimate and a proven interval.

    Actions are numbered 10, 20, ... so that an action is never mistaken for an index.
    """

    def __init__(self, players, axes):
        self.players = players
        self.axes = axes
        self.children, self.mover, self.payoff, self.guess, self.odds, self.interval = [], [], [], [], [], []

    def add(self, mover, payoff, guess):
        self.children.append([])
        self.mover.append(mover)
        self.payoff.append(payoff)
        self.guess.append(guess)
        self.odds.append([])
        self.interval.append((float("-inf"), float("inf")))
        return len(self.children) - 1

    def initial(self):
        return Spot(0)

    def player(self, state):
        assert self.children[state.number], "asked who acts in a finished game"
        return self.mover[state.number]

    def actions(self, state):
        assert self.mover[state.number] != CHANCE, "asked for the actions of chance"
        return [10 * (index + 1) for index in range(len(self.children[state.number]))]

    def chances(self, state):
        assert self.mover[state.number] == CHANCE
        return [(10 * (index + 1), chance) for index, chance in enumerate(self.odds[state.number])]

    def result(self, state, action):
        return Spot(self.children[state.number][action // 10 - 1])

    def is_terminal(self, state):
        return not self.children[state.number]

    def utility(self, state, player):
        assert not self.children[state.number], "asked for the utility of an unfinished game"
        return self.payoff[state.number][player]

    def evaluate(self, state, player):
        assert self.children[state.number], "asked for an estimate of a finished game"
        return self.guess[state.number][player]

    def bounds(self, state):
        return self.interval[state.number]


@cache
def grow(seed, *, players=2, chance=False, turns=False, spread=4):
    """A random tree; `turns` makes players act strictly in turn, otherwise anybody acts anywhere."""
    rng = random.Random(seed)
    deepest = rng.randint(2, 5)
    kind = "zero" if players == 2 else "general"
    game = Nest(players, Axes(stochastic=chance, payoff=kind))

    def vector():
        if players == 2:
            value = float(rng.randint(-spread, spread))
            return (value, -value)
        return tuple(float(rng.randint(-spread, spread)) for _ in range(players))

    def plant(level, turn):
        mover = turn if turns else rng.randrange(players)
        if chance and rng.random() < 0.3:
            mover = CHANCE
        node = game.add(mover, vector(), vector())
        if level < deepest and (level == 0 or rng.random() < 0.75):
            width = rng.randint(1, 4)
            game.children[node] = [plant(level + 1, (turn + 1) % players) for _ in range(width)]
            if mover == CHANCE:
                weights = [rng.randint(1, 4) for _ in range(width)]
                game.odds[node] = [weight / sum(weights) for weight in weights]
        return node

    plant(0, 0 if turns else rng.randrange(players))
    if players == 2 and not chance:
        for node in range(len(game.children)):
            value = worth(game, Spot(node))
            game.interval[node] = (value - rng.choice((0, 0, 1, 3, 99)), value + rng.choice((0, 0, 1, 3, 99)))
    return game


@cache
def worth(game, state, depth=None):
    """What a state is worth to player 0 when player 0 maximises, all others minimise and chance averages."""
    if game.is_terminal(state):
        return game.utility(state, 0)
    if depth == 0:
        return game.evaluate(state, 0)
    below = None if depth is None else depth - 1
    if game.player(state) == CHANCE:
        return sum(chance * worth(game, game.result(state, a), below) for a, chance in game.chances(state))
    values = [worth(game, game.result(state, action), below) for action in game.actions(state)]
    return max(values) if game.player(state) == 0 else min(values)


def best(game, state, depth=None):
    """The actions that keep the value."""
    below = None if depth is None else depth - 1
    value = worth(game, state, depth)
    return {action for action in game.actions(state) if worth(game, game.result(state, action), below) == value}


@pytest.fixture(scope="session")
def wild():
    """Random games (`wild.grow`) and the oracle (`wild.worth`, `wild.best`)."""
    return SimpleNamespace(grow=grow, worth=worth, best=best)
