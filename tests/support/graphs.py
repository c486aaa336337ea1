"""Random games with cycles, any utilities and turn orders; and what every state of one is worth, found the slow way."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from countermove import Game

OVER = 2


class Spot(NamedTuple):
    place: int


@dataclass(frozen=True, eq=False, repr=False)
class Graph(Game):
    """Any graph at all: who acts at each spot, where each action leads, what an end is worth to player 0."""

    repeats = True
    movers: np.ndarray
    starts: np.ndarray
    targets: np.ndarray
    worths: np.ndarray
    around: np.ndarray
    """What going round for ever is worth to player 0."""

    def initial(self):
        return Spot(0)

    def player(self, state):
        return self.movers[state.place]

    def actions(self, state):
        yield from range(self.starts[state.place + 1] - self.starts[state.place])

    def result(self, state, action):
        return Spot(self.targets[self.starts[state.place] + action])

    def is_terminal(self, state):
        return self.movers[state.place] == OVER

    def utility(self, state, player):
        worth = self.worths[state.place]
        return worth if player == 0 else -worth

    def endless(self, player):
        return self.around[0] if player == 0 else -self.around[0]

    def successors(self, place):
        return [int(to) for to in self.targets[self.starts[place] : self.starts[place + 1]]]


def graph(movers, successors, worths, around=0.0):
    """A game from lists."""
    lengths = [0, *(len(after) for after in successors)]
    targets = [to for after in successors for to in after]
    return Graph(
        np.array(movers, np.int64), np.cumsum(lengths), np.array(targets, np.int64),
        np.array(worths, np.float64), np.array([around], np.float64),
    )  # fmt: skip


def random_graph(rng, around=None):
    size = rng.randint(2, 40)
    ends = rng.choice([0.1, 0.25, 0.5])
    utilities = rng.choice(
        [(-1, 0, 1), (-1, 1), (-2.5, -1, -0.5, 0, 0.25, 1, 3), (2, 5), (-7,), (-math.inf, 0, math.inf)]
    )
    movers = [OVER if place and rng.random() < ends else rng.randint(0, 1) for place in range(size)]
    successors = [
        [] if mover == OVER else [rng.randrange(size) for _ in range(rng.choice([1, 1, 2, 3, 5]))] for mover in movers
    ]
    worths = [rng.choice(utilities) if mover == OVER else 0 for mover in movers]
    return graph(movers, successors, worths, rng.choice([0, 0, 0, 1, -1, 0.5, -9, 9]) if around is None else around)


@dataclass(frozen=True, eq=False, repr=False)
class Bounded(Graph):
    """A graph that knows of some spots what they are worth to player 0 at least or at most."""

    lows: np.ndarray
    highs: np.ndarray

    def bounds(self, state):
        return self.lows[state.place], self.highs[state.place]


def bounded(game, values, rng):
    """The game with bounds: those of the first spot say its value, or one side of it; those of the others may."""
    lows, highs = np.full(len(game.movers), -math.inf), np.full(len(game.movers), math.inf)
    for place, value in values.items():
        told = rng.choice(["low", "high", "both"] if place == 0 else ["none", "none", "low", "high", "both"])
        if told in ("low", "both"):
            lows[place] = value
        if told in ("high", "both"):
            highs[place] = value
    return Bounded(game.movers, game.starts, game.targets, game.worths, game.around, lows, highs)


def fixpoint(game):
    """Of every spot that can be reached: its value for player 0, and its distance (None where play need not end).

    A player can force a value of t or more when it holds for ever that ... : where endless play is worth t, a largest
    set that play need never leave, and otherwise a smallest set from which play comes to a good end.
    """
    reached, waiting = {0}, [0]
    while waiting:
        for to in game.successors(waiting.pop()):
            if to not in reached:
                reached.add(to)
                waiting.append(to)
    around = float(game.around[0])
    movers, worths = game.movers, game.worths
    ends = {place for place in reached if movers[place] == OVER}
    value = dict.fromkeys(reached, -math.inf)
    for least in sorted({float(worths[place]) for place in ends} | {around}):
        good = {place for place in ends if worths[place] >= least}
        held = set(reached - ends) | good if around >= least else good
        while True:
            choose = {0: any, 1: all}
            now = good | {
                place
                for place in reached - ends
                if choose[int(movers[place])](to in held for to in game.successors(place))
            }
            if now == held:
                break
            held = now
        value.update(dict.fromkeys(held, least))

    distance = {place: 0 if place in ends else math.inf for place in reached}
    for _ in reached:
        for place in reached - ends:
            if value[place] == around:
                continue
            hurries = movers[place] == (0 if value[place] > around else 1)
            same = [distance[to] for to in game.successors(place) if value[to] == value[place]]
            distance[place] = 1 + (min(same) if hurries else max(same))
    return {place: (value[place], None if math.isinf(distance[place]) else distance[place]) for place in reached}
