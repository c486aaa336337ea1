"""Tic-tac-toe for three: X, O and Z in turn mark an empty cell of one board; the first with three in a row wins all.

The board is square, four cells wide by default; a row of `k` may be horizontal, vertical or diagonal. The winner gets 1
and the others 0; a full board without a row gives a third to each. So the payoffs add up to 1, and two players share an
interest in stopping the third, but not in who has to do it: the next player can leave it to the one after. Max^n and
paranoid search treat this differently.

Cell n in reading order is bit n of a number; a state is three such numbers.

    size 4    0  1  2  3     a4 b4 c4 d4
              4  5  6  7     a3 b3 c3 d3
              8  9 10 11     a2 b2 c2 d2
             12 13 14 15     a1 b1 c1 d1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from countermove.bits import bits, popcount
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Axes, Game
from countermove.games._checked import whole
from countermove.games._grid import labelled, labels

SIGNS = "XOZ"


class Threes(NamedTuple):
    x: int
    o: int
    z: int


@dataclass(frozen=True)
class TicTacToe3(Game[Threes]):
    """Three players, one board: the first with three in a row wins all.

    >>> game = TicTacToe3()
    >>> print(game.text(game.read("b2 c3 d4 a1")))
    4  . . . Z
    3  . . O .
    2  . X . .
    1  X . . .
       a b c d
    """

    size: int = 4
    k: int = 3

    players: ClassVar[int] = 3
    axes: ClassVar[Axes] = Axes(payoff="constant", total=1.0)
    outcomes: ClassVar[tuple[float, ...]] = (0.0, 1 / 3, 1.0)

    def __post_init__(self) -> None:
        whole(self, 3, 7, "size")
        whole(self, 2, self.size, "k")

    @cached_property
    def full(self) -> int:
        return (1 << self.size * self.size) - 1

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every row of k cells."""
        found = []
        for row in range(self.size):
            for col in range(self.size):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    end = row + down * (self.k - 1), col + right * (self.k - 1)
                    if all(0 <= place < self.size for place in end):
                        cells = [(row + i * down) * self.size + col + i * right for i in range(self.k)]
                        found.append(sum(1 << cell for cell in cells))
        return tuple(found)

    def lined(self, marks: int) -> bool:
        for line in self.lines:  # noqa: SIM110 (a plain loop compiles, any() does not)
            if marks & line == line:
                return True
        return False

    def initial(self) -> Threes:
        return Threes(0, 0, 0)

    def player(self, state: Threes) -> int:
        return popcount(state.x | state.o | state.z) % 3

    def actions(self, state: Threes) -> Iterator[int]:
        if not self.is_terminal(state):
            yield from bits(self.full & ~(state.x | state.o | state.z))

    def result(self, state: Threes, action: int) -> Threes:
        mover = self.player(state)
        mark = 1 << action
        return Threes(
            state.x | (mark if mover == 0 else 0),
            state.o | (mark if mover == 1 else 0),
            state.z | (mark if mover == 2 else 0),
        )

    def is_terminal(self, state: Threes) -> bool:
        if state.x | state.o | state.z == self.full:
            return True
        return self.lined(state.x) or self.lined(state.o) or self.lined(state.z)

    def utility(self, state: Threes, player: int) -> float:
        if self.lined(state.x):
            return 1.0 if player == 0 else 0.0
        if self.lined(state.o):
            return 1.0 if player == 1 else 0.0
        if self.lined(state.z):
            return 1.0 if player == 2 else 0.0
        return 1 / 3

    def bounds(self, state: Threes) -> tuple[float, float]:
        return 0.0, 1.0

    def open(self, marks: int, others: int) -> int:
        """The progress in rows that are still open: the sum of squared marks."""
        total = 1
        for line in self.lines:
            if line & others == 0:
                total += popcount(line & marks) ** 2
        return total

    def evaluate(self, state: Threes, player: int) -> float:
        """The player's share of the three players' progress in open rows."""
        x = self.open(state.x, state.o | state.z)
        o = self.open(state.o, state.x | state.z)
        z = self.open(state.z, state.x | state.o)
        mine = x if player == 0 else o if player == 1 else z
        return mine / (x + o + z)

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return SIGNS[player]

    def action_name(self, state: Threes, action: int) -> str:
        return f"{chr(ord('a') + action % self.size)}{self.size - action // self.size}"

    def signs(self, state: Threes) -> list[str]:
        """The rows of the board, from the top."""
        cells = ["."] * self.size**2
        for sign, marks in zip(SIGNS, state):
            for cell in bits(marks):
                cells[cell] = sign
        return ["".join(cells[at : at + self.size]) for at in range(0, len(cells), self.size)]

    def write(self, state: Threes) -> str:
        return "/".join(self.signs(state))

    def read(self, text: str) -> Threes:
        """Rows of X, O, Z and . from the top ("X.O./..../.Z../...."), or the actions so far ("b2 c3 d4")."""
        if "/" not in text:
            return super().read(text)
        rows = text.upper().replace("-", ".").split("/")
        if [len(row) for row in rows] != [self.size] * self.size or set("".join(rows)) - set("XOZ."):
            raise SpecError(f"The board {text!r} must have {self.size} rows of {self.size} cells of X, O, Z and dots.")
        cells = "".join(rows)
        marks = Threes(*(sum(1 << cell for cell, each in enumerate(cells) if each == sign) for sign in SIGNS))
        x, o, z = map(popcount, marks)
        if not x >= o >= z >= x - 1:
            raise SpecError(f"The board {text!r} has {x} X, {o} O and {z} Z; they must mark cells in turn, X first.")
        if any(self.lined(each) for at, each in enumerate(marks) if at != (x + o + z - 1) % 3):
            raise SpecError(f"The board {text!r} continues after {self.k} in a row, which ends the game.")
        return marks

    def text(self, state: Threes) -> str:
        return labelled(self.signs(state))

    def board(self, state: Threes) -> Board:
        free = set(self.actions(state))
        won = [line for line in self.lines if any(line & marks == line for marks in state)]
        cells = [
            Cell(
                sign.strip("."),
                player=SIGNS.index(sign) if sign != "." else None,
                action=cell if cell in free else None,
                marked=any(line >> cell & 1 for line in won),
            )
            for cell, sign in enumerate("".join(self.signs(state)))
        ]
        rows = [cells[at : at + self.size] for at in range(0, len(cells), self.size)]
        return Board.of(rows, **labels(self.size, self.size))
