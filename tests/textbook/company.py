"""Random trees for many players, and what they are worth by plain recursion that shares no code with any search."""

from __future__ import annotations

import random

from countermove.game import CHANCE, Axes
from countermove.games.tree import Tree

TOTAL = 12
ODDS = {1: [[1.0]], 2: [[0.5, 0.5], [0.25, 0.75]], 3: [[0.25, 0.25, 0.5], [0.5, 0.125, 0.375]]}
"""Chances that floats hold exactly, so that ties stay ties."""


def grow(seed, *, players=None, constant=None, chance=False, deepest=4):
    """A tree whose players act in any order, twice in a row or not at all; payoffs are small, so ties abound."""
    rng = random.Random(seed)
    players = players or rng.randint(2, 4)
    constant = rng.random() < 0.5 if constant is None else constant

    def vector():
        if not constant:
            return tuple(rng.randint(0, 5) for _ in range(players))
        cuts = sorted(rng.randint(0, TOTAL) for _ in range(players - 1))
        return tuple(high - low for low, high in zip([0, *cuts], [*cuts, TOTAL]))

    def plant(level):
        if level >= deepest or (level > 1 and rng.random() < 0.2):
            return vector()
        children = [plant(level + 1) for _ in range(rng.randint(1, 3))]
        if chance and rng.random() < 0.25:
            return {"children": children, "chances": rng.choice(ODDS[len(children)])}
        return {"children": children, "player": rng.randrange(players)} if rng.random() < 0.5 else children

    return Tree(plant(0), players=players, root=rng.randrange(players))


class Teams(Tree):
    """A tree for four, two against two, or for three, two against one and with payoffs that the two share."""

    @property
    def axes(self):
        return Axes(payoff="general", teams=((0, 2),))


def shared(seed):
    """A random tree of three players in which the first and the last get the same."""
    tree = grow(seed, players=3, constant=False)
    game = Teams(tree.tree, players=3, root=tree.root)
    game.payoff[:, 2] = game.payoff[:, 0]
    return game


def maxn(game, state, depth):
    """The first of the vectors that have most for whoever acts."""
    if game.is_terminal(state) or depth == 0:
        return leaf(game, state)
    if game.player(state) == CHANCE:
        return mean(game, state, lambda child: maxn(game, child, depth - 1))
    vectors = [maxn(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    return max(vectors, key=lambda each: each[game.player(state)])


def paranoid(game, state, depth, me, friends):
    """What one player gets when its friends maximise that and all others minimise it."""
    if game.is_terminal(state) or depth == 0:
        return leaf(game, state)[me]
    if game.player(state) == CHANCE:
        return mean(game, state, lambda child: (paranoid(game, child, depth - 1, me, friends),))[0]
    values = [paranoid(game, game.result(state, action), depth - 1, me, friends) for action in game.actions(state)]
    return max(values) if game.player(state) in friends else min(values)


def bestreply(game, state, depth, me, friends):
    """What one player gets when, in each stretch between two of its turns, one opponent at most strays from its usual
    action: all such stretches are listed, and the worst is taken.
    """

    def stretches(state, depth, strayed):
        if game.is_terminal(state) or depth == 0 or game.player(state) in friends:
            yield state, depth
            return
        actions = list(game.actions(state))
        scores = [game.order(state, action) for action in actions]
        usual = actions[scores.index(max(scores))]
        for action in actions:
            stray = action != usual and game.players > 2
            if not (stray and strayed):
                yield from stretches(game.result(state, action), depth - 1, strayed or stray)

    if game.is_terminal(state) or depth == 0:
        return leaf(game, state)[me]
    if game.player(state) in friends:
        return max(
            bestreply(game, game.result(state, action), depth - 1, me, friends) for action in game.actions(state)
        )
    return min(bestreply(game, *end, me, friends) for end in stretches(state, depth, False))


def leaf(game, state):
    worth = game.utility if game.is_terminal(state) else game.evaluate
    return tuple(worth(state, player) for player in range(game.players))


def mean(game, state, value):
    terms = [[chance * part for part in value(game.result(state, a))] for a, chance in game.chances(state)]
    return tuple(map(sum, zip(*terms)))
