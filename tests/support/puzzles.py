"""Puzzles that several tests share: old ones, whose answers are known, and random graphs, which plain sets solve."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from countermove import Axes, Game, put
from countermove.bits import popcount
from countermove.game import utility_of


class Pegs(NamedTuple):
    discs: tuple[int, ...]


@dataclass(frozen=True)
class Hanoi(Game):
    """Towers of Hanoi: the peg of each disc, the smallest first; all of them on the last peg are worth 1."""

    players = 1
    repeats = True
    count: int = 3

    def initial(self):
        return Pegs((0,) * self.count)

    def player(self, state):
        return 0

    def actions(self, state):
        if not self.is_terminal(state):
            for source in range(3):
                for target in range(3):
                    if source != target and self.top(state, source) < self.top(state, target):
                        yield 3 * source + target

    def top(self, state, peg):
        """The smallest disc on a peg; `count` on an empty one."""
        for disc in range(self.count):
            if state.discs[disc] == peg:
                return disc
        return self.count

    def result(self, state, action):
        return Pegs(put(state.discs, self.top(state, action // 3), action % 3))

    def is_terminal(self, state):
        for peg in state.discs:  # noqa: SIM110 (a plain loop compiles)
            if peg != 2:
                return False
        return True

    def utility(self, state, player):
        return 1.0


@dataclass(frozen=True)
class LedHanoi(Hanoi):
    """The same, with bounds: every disc that is not on the last peg has to move there."""

    def bounds(self, state):
        left = 0
        for peg in state.discs:
            left += peg != 2
        return 0.0, 1.0, 0, left


class Bank(NamedTuple):
    here: frozenset[str]
    boat: str


class River(Game):
    """A farmer takes a wolf, a goat and a cabbage across. States hold words and sets."""

    players = 1
    repeats = True
    cargo = ("wolf", "goat", "cabbage")

    def initial(self):
        return Bank(frozenset(self.cargo), "here")

    def player(self, state):
        return 0

    def actions(self, state):
        if not self.is_terminal(state):
            side = state.here if state.boat == "here" else set(self.cargo) - state.here
            yield from (number for number, each in enumerate(self.cargo) if each in side)
            yield 3

    def result(self, state, action):
        taken = set(self.cargo[action : action + 1])
        away = state.boat == "here"
        return Bank(frozenset(state.here - taken if away else state.here | taken), "there" if away else "here")

    def eaten(self, state):
        alone = state.here if state.boat == "there" else set(self.cargo) - state.here
        return {"wolf", "goat"} <= alone or {"goat", "cabbage"} <= alone

    def is_terminal(self, state):
        return self.eaten(state) or (not state.here and state.boat == "there")

    def utility(self, state, player):
        return -1.0 if self.eaten(state) else 1.0


class Holes(NamedTuple):
    pegs: int


@dataclass(frozen=True)
class Solitaire(Game):
    """Peg solitaire on 5 x 5 holes without the corners, worth more the fewer pegs are left; nothing repeats."""

    players = 1
    start: int = 0b00100_01110_11011_01110_00100

    def initial(self):
        return Holes(self.start)

    def player(self, state):
        return 0

    def over(self, hole, way):
        """Where a jump from a hole lands; -1 where that is off the board."""
        row, col = hole // 5 + 2 * (0, 1, 0, -1)[way], hole % 5 + 2 * (1, 0, -1, 0)[way]
        if row < 0 or row > 4 or col < 0 or col > 4 or (row in (0, 4) and col in (0, 4)):
            return -1
        return 5 * row + col

    def actions(self, state):
        for hole in range(25):
            for way in range(4):
                target = self.over(hole, way)
                if (
                    target >= 0
                    and state.pegs >> hole & 1
                    and state.pegs >> (hole + target) // 2 & 1
                    and not state.pegs >> target & 1
                ):
                    yield 4 * hole + way

    def result(self, state, action):
        hole = action // 4
        target = self.over(hole, action % 4)
        return Holes(state.pegs ^ (1 << hole | 1 << (hole + target) // 2 | 1 << target))

    def is_terminal(self, state):
        for _ in self.actions(state):
            return False
        return True

    def utility(self, state, player):
        return 13.0 - popcount(state.pegs)


class Lamps(NamedTuple):
    lit: int


@dataclass(frozen=True)
class LightsOut(Game):
    """Lights out on size x size lamps: a press turns a lamp and its neighbours; all dark is worth 1."""

    players = 1
    repeats = True
    start: int = 0
    size: int = 4

    def initial(self):
        return Lamps(self.start)

    def player(self, state):
        return 0

    def actions(self, state):
        if state.lit:
            yield from range(self.size * self.size)

    def result(self, state, action):
        row, col = action // self.size, action % self.size
        lit = state.lit ^ 1 << action
        if row > 0:
            lit ^= 1 << action - self.size
        if row < self.size - 1:
            lit ^= 1 << action + self.size
        if col > 0:
            lit ^= 1 << action - 1
        if col < self.size - 1:
            lit ^= 1 << action + 1
        return Lamps(lit)

    def is_terminal(self, state):
        return state.lit == 0

    def utility(self, state, player):
        return 1.0


class Spot(NamedTuple):
    place: int


@dataclass(frozen=True, eq=False, repr=False)
class Web(Game):
    """Any graph at all: where each action leads, where it ends and what that is worth, and bounds that hold."""

    players = 1
    axes = Axes(payoff="general")
    repeats = True
    ends: np.ndarray
    starts: np.ndarray
    targets: np.ndarray
    worths: np.ndarray
    highs: np.ndarray
    soonest: np.ndarray
    around: np.ndarray

    def initial(self):
        return Spot(0)

    def player(self, state):
        return 0

    def actions(self, state):
        yield from range(self.starts[state.place + 1] - self.starts[state.place])

    def result(self, state, action):
        return Spot(self.targets[self.starts[state.place] + action])

    def is_terminal(self, state):
        return self.ends[state.place] != 0

    def utility(self, state, player):
        return self.worths[state.place]

    def endless(self, player):
        return self.around[0]

    def bounds(self, state):
        return -math.inf, self.highs[state.place], 0, self.soonest[state.place]


def answer(successors, ends, worths, around, start):
    """The value of a spot and the plies to the end that has it, None where that is to go round; with sets alone."""
    layers, met = [{start}], {start}
    while layers[-1]:
        layers.append({to for place in layers[-1] for to in successors[place]} - met)
        met |= layers[-1]
    best, plies = -math.inf, None
    for ply, layer in enumerate(layers):
        for place in layer & ends:
            if plies is None or worths[place] > best:
                best, plies = worths[place], ply
    rounds = met - ends
    while gone := {place for place in rounds if not rounds & set(successors[place])}:
        rounds -= gone
    if rounds and (plies is None or around > best):
        return around, None
    return best, plies


def random_web(rng):
    """A random puzzle with cycles, and its answer."""
    size = rng.randint(2, 30)
    share = rng.choice([0.05, 0.2, 0.5])
    ends = {place for place in range(1, size) if rng.random() < share}
    levels = rng.choice([(1,), (-1, 1), (0, 1, 2, 3), (-3, -2, -0.5), (0,), (-1, 0, 0.25, 7)])
    widths = rng.choice([(1, 1, 2), (1, 2, 3), (2, 3, 5)])
    ahead = rng.choice([size, 4])
    near = [range(max(0, place - ahead), min(size, place + ahead)) for place in range(size)]
    successors = [
        [] if place in ends else rng.choices(near[place], k=rng.choice(widths)) for place in range(size)
    ]  # fmt: skip
    worths = [rng.choice(levels) if place in ends else 0 for place in range(size)]
    around = rng.choice([0, 0, 0, 1, -1, 0.5, -9, 9])
    known = [answer(successors, ends, worths, around, place) for place in range(size)]
    slack = rng.choice([0, 0, 1])
    highs = [value + rng.choice([0, 0, 1]) * slack for value, _ in known] if rng.random() < 0.8 else [math.inf] * size
    soonest = [
        rng.randint(0, plies) if plies is not None and high == value else rng.randint(0, 3)
        for (value, plies), high in zip(known, highs)
    ]  # fmt: skip
    game = Web(
        np.array([place in ends for place in range(size)], np.int64),
        np.cumsum([0, *map(len, successors)]),
        np.array([to for after in successors for to in after], np.int64),
        np.array(worths, np.float64), np.array(highs, np.float64), np.array(soonest, np.int64),
        np.array([around], np.float64),
    )  # fmt: skip
    return game, known[0]


def worth_after(game, state, line):
    """What a line comes to: the utility of the end that it leads to; None where it leads to none."""
    for action in line:
        if game.is_terminal(state) or action not in list(game.actions(state)):
            return None
        state = game.result(state, action)
    return utility_of(game, state, 0) if game.is_terminal(state) else None
