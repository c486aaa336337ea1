"""Small games as their authors write them first: each with states and actions of another kind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from countermove import CHANCE, Axes, Game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class Meadow:
    """Cells that are mown, and who mows next; a state with methods of its own."""

    mown: frozenset[tuple[int, int]]
    turn: int = 0

    def free(self, rows, cols):
        return [(r, c) for r in range(rows) for c in range(cols) if (r, c) not in self.mown]

    def mow(self, *cells):
        return replace(self, mown=self.mown | set(cells), turn=1 - self.turn)


@dataclass(frozen=True)
class Mowing(Game):
    """Mow two cells beside each other; whoever cannot loses. A dataclass of a frozenset, actions of two tuples."""

    rows: int = 2
    cols: int = 3

    def initial(self):
        return Meadow(frozenset())

    def player(self, state):
        return state.turn

    def actions(self, state):
        free = set(state.free(self.rows, self.cols))
        for r, c in free:  # in whatever order a set has
            for near in ((r, c + 1), (r + 1, c)):
                if near in free:
                    yield (r, c), near

    def result(self, state, action):
        return state.mow(*action)

    def is_terminal(self, state):
        return not any(True for _ in self.actions(state))

    def utility(self, state, player):
        return -1.0 if player == state.turn else 1.0


class Strings(Game):
    """Tic-tac-toe on a bare string, from a position with five marks; actions are cells."""

    def initial(self):
        return "XO.OX...."

    def player(self, state):
        return 0 if state.count("X") == state.count("O") else 1

    def actions(self, state):
        return [] if self.is_terminal(state) else [cell for cell, mark in enumerate(state) if mark == "."]

    def result(self, state, action):
        return state[:action] + "XO"[self.player(state)] + state[action + 1 :]

    def winner(self, state):
        return next((state[a] for a, b, c in LINES if state[a] != "." and state[a] == state[b] == state[c]), None)

    def is_terminal(self, state):
        return self.winner(state) is not None or "." not in state

    def utility(self, state, player):
        winner = self.winner(state)
        return 0.0 if winner is None else 1.0 if winner == "XO"[player] else -1.0


class Tools(NamedTuple):
    left: frozenset[str]
    taken: tuple[str, ...]


class Toolbox(Game):
    """Take a tool in turn, named by a string; whoever takes the hammer loses. States grow."""

    def initial(self):
        return Tools(frozenset({"saw", "plane", "hammer", "big file"}), ())

    def player(self, state):
        return len(state.taken) % 2

    def actions(self, state):
        return () if self.is_terminal(state) else state.left

    def result(self, state, action):
        return Tools(state.left - {action}, (*state.taken, action))

    def is_terminal(self, state):
        return "hammer" in state.taken

    def utility(self, state, player):
        return 1.0 if player == self.player(state) else -1.0


class Way(Enum):
    WEST = -1
    EAST = 1

    def step(self, at):
        return at + self.value


class Walk(NamedTuple):
    at: int
    last: Way | None
    steps: int


@dataclass(frozen=True)
class Corridor(Game):
    """Walk west or east, by turns, four steps; the first player wants to end in the east. Actions are an Enum."""

    def initial(self):
        return Walk(0, None, 0)

    def player(self, state):
        return state.steps % 2

    def actions(self, state):
        return [way for way in Way if way is not state.last] if state.steps < 4 else []

    def result(self, state, action):
        return Walk(action.step(state.at), action, state.steps + 1)

    def is_terminal(self, state):
        return state.steps == 4

    def utility(self, state, player):
        return float(state.at) if player == 0 else -float(state.at)


class Passing(Game):
    """Take 1 or 2 of five counters or, once each, pass: None. The last counter wins. A plain tuple with None in it."""

    def initial(self):
        return (5, (None, None), 0)

    def player(self, state):
        return state[2]

    def actions(self, state):
        left, passed, mover = state
        if left:
            yield from range(1, min(left, 2) + 1)
            if passed[mover] is None:
                yield None

    def result(self, state, action):
        left, passed, mover = state
        if action is None:
            passed = tuple("passed" if seat == mover else word for seat, word in enumerate(passed))
            return (left, passed, 1 - mover)
        return (left - action, passed, 1 - mover)

    def is_terminal(self, state):
        return state[0] == 0

    def utility(self, state, player):
        return -1.0 if player == state[2] else 1.0


class OnlyPassing(Passing):
    """The same, and whoever is to move first has nothing but a pass."""

    def actions(self, state):
        return [None] if state == self.initial() else super().actions(state)


@dataclass(frozen=True)
class Place:
    cell: int


@dataclass(frozen=True)
class Swap:
    cell: int


@dataclass(frozen=True)
class Row:
    cells: tuple[int | None, ...] = (None,) * 4
    turn: int = 0
    swapped: bool = False

    def __str__(self):
        return "".join("." if cell is None else "XO"[cell] for cell in self.cells)


class Swapping(Game):
    """Place a mark, or once a game take one over; two beside each other win. Actions are two dataclasses."""

    def initial(self):
        return Row()

    def player(self, state):
        return state.turn

    def actions(self, state):
        if self.is_terminal(state):
            return
        for cell, mark in enumerate(state.cells):
            if mark is None:
                yield Place(cell)
            elif mark != state.turn and not state.swapped:
                yield Swap(cell)

    def result(self, state, action):
        cells = tuple(state.turn if cell == action.cell else mark for cell, mark in enumerate(state.cells))
        return Row(cells, 1 - state.turn, state.swapped or isinstance(action, Swap))

    def winner(self, state):
        pairs = zip(state.cells, state.cells[1:])
        return next((one for one, other in pairs if one is not None and one == other), None)

    def is_terminal(self, state):
        return self.winner(state) is not None or None not in state.cells

    def utility(self, state, player):
        winner = self.winner(state)
        return 0.0 if winner is None else 1.0 if winner == player else -1.0


class Coin(Enum):
    HEADS = "h"
    TAILS = "t"


class Tossing(Game):
    """Call a coin, or leave it; chance gives a member of an Enum, and nobody has tossed at first: None."""

    axes = Axes(stochastic=True)

    def initial(self):
        return (None, None)

    def player(self, state):
        return 0 if state[0] is None else CHANCE

    def actions(self, state):
        return [] if self.is_terminal(state) else [*Coin, "leave"]

    def chances(self, state):
        return [(Coin.HEADS, 0.75), (Coin.TAILS, 0.25)]

    def result(self, state, action):
        return (action, None) if state[0] is None else (state[0], action)

    def is_terminal(self, state):
        return state[0] == "leave" or state[1] is not None

    def utility(self, state, player):
        value = 0.0 if state[0] == "leave" else 1.0 if state[0] is state[1] else -1.0
        return value if player == 0 else -value


class Token(NamedTuple):
    where: str
    turn: int


class Shuttle(Game):
    """Move a token between rooms; out of the yard player 1 wins, out of the cellar player 2. Play may go round."""

    repeats = True
    rooms = ("cellar", "hall", "yard")

    def initial(self):
        return Token("hall", 0)

    def player(self, state):
        return state.turn

    def actions(self, state):
        return [] if self.is_terminal(state) else ["down", "up"]

    def result(self, state, action):
        at = self.rooms.index(state.where) + (1 if action == "up" else -1)
        return Token(self.rooms[at] if 0 <= at < 3 else ("out below", "out above")[at > 0], 1 - state.turn)

    def is_terminal(self, state):
        return state.where.startswith("out")

    def utility(self, state, player):
        return 1.0 if (state.where == "out above") == (player == 0) else -1.0


GAMES = [Mowing(), Strings(), Toolbox(), Corridor(), Passing(), OnlyPassing(), Swapping(), Tossing()]
