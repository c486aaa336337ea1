"""Pacman, by the rules of search courses: eat all the food and avoid the ghosts, or scare them first.

Agents act in turn: Pacman, then ghost 1, ghost 2, ...; when all have acted, a cycle is over. Pacman is player 0; the
ghosts together are player 1, who minimises Pacman's score. The utility is that score:

    food            +10      the last piece of food     +500, and the game is won
    a cycle          -1      a scared ghost             +200, and it restarts from its initial place
                             another ghost              -500, and the game is lost

A capsule scares every ghost for 40 of its turns; a scared ghost moves half a cell per turn. So places are counted in
half cells, and one number holds both coordinates (`_pacman_layout.py`, which also explains the characters of a layout).
Agents half a cell apart or closer collide.

    7168  7170  7172       places of three cells side by side: 1024 y + x, in half cells, here y = 7, x = 0, 2, 4

A ghost never stops, and reverses only in a dead end. Food is numbered, and each piece is a bit of `food`. Rules read
only tables (arrays), so compiled code for one layout serves every layout with the same number of ghosts and about the
same amount of food.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from countermove.bits import bits, popcount
from countermove.board import Board
from countermove.errors import SpecError
from countermove.game import Axes, Game
from countermove.games._pacman_layout import BITS, GOING, LOST, ROW, SCARED_TURNS, STEP, STOP, WON, Tables, rows_of
from countermove.games._pacman_picture import board, fault, text
from countermove.values import dot, put

FOOD, WIN, LOSS, GHOST, TIME = 10, 500, -500, 200, -1
MAX_SCORE = 16_000
"""Beyond all scores: no maze holds as many points, and no game takes as many turns."""
NAMES = ("North", "South", "East", "West", "Stop")
LETTERS = "NSEW-"
ATTACK = 0.8
"""The probability that a directional ghost heads for Pacman; otherwise it moves at random."""
NOWHERE = -(1 << 20)
"""The place of the dummy ghost in a layout without ghosts: compiled tuples need at least one item."""


class Maze(NamedTuple):
    agent: int
    """Who acts: 0 is Pacman, 1 the first ghost."""
    pacman: int
    ghosts: tuple[int, ...]
    headings: tuple[int, ...]
    """The direction of each ghost's last step; Stop before its first."""
    scared: tuple[int, ...]
    """The remaining turns for which each ghost is scared."""
    food: tuple[int, ...]
    capsules: int
    score: int
    outcome: int


class Features(NamedTuple):
    """The features of an evaluation."""

    score: float
    food: float
    """The number of pieces of food left."""
    near: float
    """1 / (steps to the nearest food + 1)."""
    capsules: float
    danger: float
    """1 / (steps to the nearest ghost that is not scared + 1)."""
    prey: float
    """The same for a scared ghost."""
    apart: float
    """The total steps to ghosts, minus those to scared ones."""


@dataclass(frozen=True)
class Pacman(Game[Maze]):
    """Eat all the food and avoid the ghosts; a capsule scares them for a while.

    >>> game = Pacman("corridor")
    >>> print(game.text(game.read("East East")))
    %%%%%%%%%%%
    %      P. %
    %%%%%%%%%%%
    score -2, food 1
    """

    layout: str = "small"
    """A shipped layout, or a file with one (or, in Python, its rows)."""
    directions: str = "NSEW-"
    """The order in which actions are generated; - is Stop."""
    weights: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)  # type: ignore[misc]
    """The weights of the features in `evaluate`; by default only the score counts."""
    rows: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", rows_of(self.layout))
        if not isinstance(self.directions, str) or sorted(self.directions) != sorted(LETTERS):
            raise SpecError(
                f"Pacman: directions={self.directions!r} must be the letters N, S, E, W and - (for Stop), each once, "
                "in the order to generate actions, such as NSEW- or W-ENS."
            )
        wide = len(Features._fields)
        given = self.weights
        if not isinstance(given, tuple) or len(given) != wide or not all(_is_number(weight) for weight in given):
            raise SpecError(
                f"Pacman: weights={given!r} must be {wide} numbers, for {', '.join(Features._fields)}; "
                "for example (1,0,0,0,0,0,0) for the score alone."
            )
        object.__setattr__(self, "weights", tuple(float(weight) for weight in given))

    @property
    def players(self) -> int:  # type: ignore[override]
        return 2 if self.crew else 1

    @property
    def axes(self) -> Axes:  # type: ignore[override]
        return Axes() if self.crew else Axes(payoff="general")

    @property
    def outcomes(self) -> range:  # type: ignore[override]
        return range(-MAX_SCORE, MAX_SCORE + 1)

    @property
    def cycle(self) -> int:
        return 1 + self.crew

    # The layout, as rules read it.

    @cached_property
    def tables(self) -> Tables:
        return Tables(self.rows)

    @cached_property
    def crew(self) -> int:
        """The number of ghosts."""
        return len(self.tables.ghosts)

    @cached_property
    def plain(self) -> bool:
        """Whether only the score counts."""
        return self.weights == (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

    @cached_property
    def compass(self) -> NDArray[np.int64]:
        """The directions in order."""
        return np.array([LETTERS.index(letter) for letter in self.directions])

    @cached_property
    def starts(self) -> NDArray[np.int64]:
        return np.array(self.tables.ghosts or (NOWHERE,))

    @cached_property
    def exits(self) -> NDArray[np.int64]:
        """By row and column, a bit for each direction without a wall."""
        return self.tables.exits

    @cached_property
    def dots(self) -> NDArray[np.int64]:
        """By row and column, the number of the food there, or -1."""
        return self.tables.dots

    @cached_property
    def pills(self) -> NDArray[np.int64]:
        """By row and column, the number of the capsule there, or -1."""
        return self.tables.pills

    @cached_property
    def cells(self) -> NDArray[np.int64]:
        """By row and column, the number of the cell, or -1 for a wall."""
        return self.tables.cells

    @cached_property
    def meals(self) -> NDArray[np.int64]:
        """The number of the cell of each piece of food."""
        return self.cells[self.dots >= 0]

    @cached_property
    def paths(self) -> NDArray[np.int16]:
        """Steps from each cell to each other."""
        return self.tables.paths

    # Rules.

    def initial(self) -> Maze:
        ghosts = tuple(int(place) for place in self.starts)
        count = len(self.meals)
        food = tuple((1 << min(BITS, count - start)) - 1 for start in range(0, count, BITS))
        capsules = (1 << int((self.pills >= 0).sum())) - 1
        return Maze(
            0, self.tables.pacman, ghosts, (STOP,) * len(ghosts), (0,) * len(ghosts), food, capsules, 0, GOING
        )  # fmt: skip

    def player(self, state: Maze) -> int:
        return 0 if state.agent == 0 else 1

    def ways(self, state: Maze) -> int:
        """The directions open to the acting agent, one bit each."""
        if state.agent == 0:
            return int(self.exits[state.pacman // ROW // 2, state.pacman % ROW // 2]) | 1 << STOP
        place, heading = state.ghosts[state.agent - 1], state.headings[state.agent - 1]
        y, x = place // ROW, place % ROW
        if (y | x) & 1 != 0:  # between two cells the only way is straight on
            return 1 << heading
        around = int(self.exits[y // 2, x // 2])
        onward = around & ~(1 << (heading ^ 1)) if heading != STOP else around
        return onward if onward != 0 else around if around != 0 else 1 << STOP

    def actions(self, state: Maze) -> Iterator[int]:
        if state.outcome == GOING:
            ways = self.ways(state)
            for number in range(5):
                direction = int(self.compass[number])
                if ways >> direction & 1 != 0:
                    yield direction

    def result(self, state: Maze, action: int) -> Maze:
        return self.eaten(state, action) if state.agent == 0 else self.haunted(state, action)

    def eaten(self, state: Maze, action: int) -> Maze:
        """The result of an action of Pacman: food, capsules, time, ghosts."""
        place = state.pacman + 2 * STEP[action]
        y, x = place // ROW // 2, place % ROW // 2
        ghosts, headings, scared = state.ghosts, state.headings, state.scared
        food, capsules, score, outcome = state.food, state.capsules, state.score + TIME, GOING
        meal = int(self.dots[y, x])
        if meal >= 0 and food[meal // BITS] >> meal % BITS & 1 != 0:
            food = put(food, meal // BITS, food[meal // BITS] ^ 1 << meal % BITS)
            score += FOOD
            if self.left(food) == 0:
                score += WIN
                outcome = WON
        pill = int(self.pills[y, x])
        if pill >= 0 and capsules >> pill & 1 != 0:
            capsules ^= 1 << pill
            for ghost in range(len(scared)):
                scared = put(scared, ghost, SCARED_TURNS)
        for ghost in range(self.crew):
            if touch(place, ghosts[ghost]):
                if scared[ghost] > 0:
                    score += GHOST
                    ghosts = put(ghosts, ghost, int(self.starts[ghost]))
                    headings, scared = put(headings, ghost, STOP), put(scared, ghost, 0)
                elif outcome != WON:
                    score += LOSS
                    outcome = LOST
        return Maze(1 if self.crew > 0 else 0, place, ghosts, headings, scared, food, capsules, score, outcome)

    def haunted(self, state: Maze, action: int) -> Maze:
        """The result of an action of a ghost: a step or half a step, less fear, Pacman."""
        ghost = state.agent - 1
        fear = state.scared[ghost]
        place = state.ghosts[ghost] + (2 - (fear > 0)) * STEP[action]
        heading = action if action != STOP else state.headings[ghost]
        score, outcome = state.score, GOING
        if fear == 1:  # back to whole cells; from between two, to the one with the larger coordinate
            place += (place // ROW & 1) * ROW + (place % ROW & 1)
        fear = max(0, fear - 1)
        if touch(state.pacman, place):
            if fear > 0:
                score += GHOST
                place, heading, fear = int(self.starts[ghost]), STOP, 0
            else:
                score += LOSS
                outcome = LOST
        following = 0 if state.agent == self.crew else state.agent + 1
        ghosts, headings = put(state.ghosts, ghost, place), put(state.headings, ghost, heading)
        scared = put(state.scared, ghost, fear)
        return Maze(
            following, state.pacman, ghosts, headings, scared, state.food, state.capsules, score, outcome
        )  # fmt: skip

    def left(self, food: tuple[int, ...]) -> int:
        """The number of pieces of food."""
        count = 0
        for word in food:
            count += popcount(word)
        return count

    def is_terminal(self, state: Maze) -> bool:
        return state.outcome != GOING

    def utility(self, state: Maze, player: int) -> float:
        return float(state.score if player == 0 else -state.score)

    # Bounds and estimates.

    def bounds(self, state: Maze) -> tuple[float, float]:
        """At best all food is eaten without a detour, and every ghost once per capsule; there is no lower bound."""
        if state.outcome != GOING:
            return float(state.score), float(state.score)
        food = self.left(state.food)
        scares = self.crew * popcount(state.capsules)
        for ghost in range(self.crew):
            scares += 1 if state.scared[ghost] > 0 else 0
        return -math.inf, float(state.score + (FOOD + TIME) * food + WIN + GHOST * scares)

    def chances(self, state: Maze) -> Iterator[tuple[int, float]]:
        """How a directional ghost acts: mostly towards Pacman, or away while scared."""
        ghost = max(state.agent - 1, 0)
        place, fear = state.ghosts[ghost], state.scared[ghost] > 0
        ways, best = self.ways(state), 4 * ROW
        count = good = 0
        for direction in range(5):
            if ways >> direction & 1 != 0:
                count += 1
                away = distance(state.pacman, place + (1 if fear else 2) * STEP[direction])
                away = -away if fear else away
                good = good + 1 if away == best else 1 if away < best else good
                best = min(best, away)
        for number in range(5):
            direction = int(self.compass[number])
            if ways >> direction & 1 != 0:
                away = distance(state.pacman, place + (1 if fear else 2) * STEP[direction])
                chance = (1 - ATTACK) / count
                if (-away if fear else away) == best:
                    chance += ATTACK / good
                yield direction, chance

    def features(self, state: Maze, player: int) -> Features:
        here = int(self.cells[state.pacman // ROW // 2, state.pacman % ROW // 2])
        near = brave = timid = 1 << 20
        apart = 0
        for word in range(len(state.food)):
            for bit in bits(state.food[word]):
                near = min(near, int(self.paths[here, self.meals[word * BITS + bit]]))
        for ghost in range(self.crew):
            place = state.ghosts[ghost]
            steps = int(self.paths[here, self.cells[(place // ROW + 1) // 2, (place % ROW + 1) // 2]])
            if state.scared[ghost] > 0:
                timid = min(timid, steps)
                apart -= steps
            else:
                brave = min(brave, steps)
                apart += steps
        side = 1.0 if player == 0 else -1.0
        return Features(
            side * state.score,
            side * self.left(state.food),
            side / (near + 1) if near < 1 << 20 else 0.0,
            side * popcount(state.capsules),
            side / (brave + 1) if brave < 1 << 20 else 0.0,
            side / (timid + 1) if timid < 1 << 20 else 0.0,
            side * apart,
        )

    def evaluate(self, state: Maze, player: int) -> float:
        """The weighted sum of the features; by default the score."""
        if self.plain:
            return float(state.score if player == 0 else -state.score)
        return dot(self.features(state, player), self.weights)

    # A ghost on its own.

    def alone(self, ghost: int) -> Pacman:
        """The same game with only this ghost (from 0)."""
        start = self.tables.ghosts[ghost]
        kept = (len(self.rows) - 1 - start // ROW // 2, start % ROW // 2)
        rows = []
        for y, row in enumerate(self.rows):
            signs = [" " if sign in "G1234" and (y, x) != kept else sign for x, sign in enumerate(row)]
            rows.append("".join(signs))
        return replace(self, layout="\n".join(rows))

    def seen(self, state: Maze, ghost: int) -> Maze:
        """The state of `alone(ghost)` as the ghost sees it, when it or Pacman is to act."""
        return state._replace(
            agent=min(state.agent, 1),
            ghosts=(state.ghosts[ghost],),
            headings=(state.headings[ghost],),
            scared=(state.scared[ghost],),
        )

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return "Pacman" if player == 0 else "the ghost" if self.crew == 1 else "the ghost team"

    def action_name(self, state: Maze, action: int) -> str:
        return NAMES[action]

    def text(self, state: Maze) -> str:
        return text(self, state)

    def board(self, state: Maze) -> Board:
        """The maze; a click on a cell next to the acting agent is a step there, and one on Pacman is Stop."""
        return board(self, state)

    def read(self, text: str) -> Maze:
        """The actions so far, or all fields of a possible state."""
        state = super().read(text)
        wrong = fault(self, state) if "=" in text else ""
        if wrong:
            raise SpecError(f"The position {text!r} is impossible: {wrong}.")
        return state


def distance(one: int, other: int) -> int:
    """The Manhattan distance between two places, in half cells."""
    return abs(one // ROW - other // ROW) + abs(one % ROW - other % ROW)


def touch(one: int, other: int) -> bool:
    """Whether agents at two places collide: they are at most 0.7 cells apart."""
    return distance(one, other) <= 1


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
