"""Tic-tac-toe: the game to copy when you write your own.

Two players in turn mark an empty cell of a 3 x 3 board, X first; three in a row wins, a full board is a draw.
Cells are numbered in reading order, and cell number n is bit n of a number, so that a row of the board is a
digit in base eight. A state is two such numbers: the cells that X has and the cells that O has.

    cell, bit     name           row, octal
     0 1 2      a3 b3 c3     3     0o007
     3 4 5      a2 b2 c2     2     0o070
     6 7 8      a1 b1 c1     1     0o700

First the rules, which are compiled as they are; then words and pictures, which never are. Bits as sets of cells
are an old trick of chess programs: https://www.chessprogramming.org/Bitboards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from countermove.bits import bits, popcount
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Game

FULL = 0o777
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)  # rows, columns, diagonals


class Marks(NamedTuple):
    x: int
    o: int


def lined(marks: int) -> bool:
    """Whether three of the marks are in a row."""
    for line in LINES:  # noqa: SIM110 (a plain loop compiles, any() does not)
        if marks & line == line:
            return True
    return False


def flipped(marks: int) -> int:
    """The marks with the board upside down."""
    return (marks & 0o007) << 6 | marks & 0o070 | marks >> 6


def transposed(marks: int) -> int:
    """The marks with rows and columns swapped."""
    near = (marks & 0o042) << 2 | (marks & 0o210) >> 2
    far = (marks & 0o004) << 4 | (marks & 0o100) >> 4
    return marks & 0o421 | near | far


@dataclass(frozen=True)
class TicTacToe(Game[Marks]):
    """Three in a row on a 3 x 3 board.

    >>> game = TicTacToe()
    >>> print(game.text(game.read("b2 a1 c3")))
    3  . . X
    2  . X .
    1  O . .
       a b c
    """

    def initial(self) -> Marks:
        return Marks(0, 0)

    def player(self, state: Marks) -> int:
        return popcount(state.x | state.o) % 2

    def actions(self, state: Marks) -> Iterator[int]:
        if not self.is_terminal(state):
            yield from bits(FULL & ~(state.x | state.o))

    def result(self, state: Marks, action: int) -> Marks:
        if self.player(state) == 0:
            return Marks(state.x | 1 << action, state.o)
        return Marks(state.x, state.o | 1 << action)

    def is_terminal(self, state: Marks) -> bool:
        return lined(state.x) or lined(state.o) or state.x | state.o == FULL

    def utility(self, state: Marks, player: int) -> float:
        if lined(state.x):
            return 1.0 if player == 0 else -1.0
        if lined(state.o):
            return 1.0 if player == 1 else -1.0
        return 0.0

    @property
    def network_file(self) -> Path:
        """The network of policy and value, learnt from 6,000 games of self-play."""
        return Path(__file__).parent / "weights" / "tictactoe.npz"

    def bounds(self, state: Marks) -> tuple[float, float]:
        return -1.0, 1.0

    def canonical(self, state: Marks) -> Marks:
        """The smallest of the board's eight images: flip, transpose, flip, ... passes through all of them."""
        best = image = state
        for turn in range(7):
            if turn % 2 == 0:
                image = Marks(flipped(image.x), flipped(image.o))
            else:
                image = Marks(transposed(image.x), transposed(image.o))
            if image.x < best.x or (image.x == best.x and image.o < best.o):
                best = image
        return best

    images = 8

    def image(self, state: Marks, number: int) -> Marks:
        """One of the board's eight images: flipped, transposed, flipped, and so on."""
        image = state
        for turn in range(number):
            if turn % 2 == 0:
                image = Marks(flipped(image.x), flipped(image.o))
            else:
                image = Marks(transposed(image.x), transposed(image.o))
        return image

    def image_action(self, state: Marks, number: int, action: int) -> int:
        row, column = action // 3, action % 3
        for turn in range(number):
            row, column = (2 - row, column) if turn % 2 == 0 else (column, row)
        return 3 * row + column

    def inputs(self, state: Marks, player: int) -> Iterator[int]:
        """Every cell, for a network to learn from: whether the player has it, and whether the other has."""
        mine, theirs = (state.x, state.o) if player == 0 else (state.o, state.x)
        for cell in range(9):
            yield mine >> cell & 1
            yield theirs >> cell & 1

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return "XO"[player]

    def action_name(self, state: Marks, action: int) -> str:
        return "abc"[action % 3] + "321"[action // 3]

    def write(self, state: Marks) -> str:
        return "".join("X" if state.x >> cell & 1 else "O" if state.o >> cell & 1 else "." for cell in range(9))

    def read(self, text: str) -> Marks:
        """A board as nine of X, O and . in reading order ("XO..X....", "/" between rows), or the actions so far."""
        cells = "".join(text.upper().replace("/", "").replace("-", ".").split())
        if not cells or set(cells) - set("XO."):
            return super().read(text)
        if len(cells) != 9:
            raise SpecError(f"The board {text!r} has {len(cells)} cells; tic-tac-toe has 9.")
        x, o = (sum(1 << cell for cell in range(9) if cells[cell] == sign) for sign in "XO")
        more = popcount(x) - popcount(o)
        if more not in (0, 1):
            raise SpecError(
                f"The board {text!r} has {popcount(x)} X and {popcount(o)} O; X must have the same number or one more."
            )
        if (lined(x) and more == 0) or (lined(o) and more == 1):
            raise SpecError(f"The board {text!r} continues after three in a row, which ends the game.")
        return Marks(x, o)

    def text(self, state: Marks) -> str:
        cells = self.write(state)
        rows = [f"{3 - row}  {' '.join(cells[3 * row : 3 * row + 3])}" for row in range(3)]
        return "\n".join([*rows, "   a b c"])

    def board(self, state: Marks) -> Board:
        free = [] if self.is_terminal(state) else list(self.actions(state))
        won = [line for line in LINES if line & state.x == line or line & state.o == line]
        cells = [
            Cell(
                piece.strip("."),
                player={"X": 0, "O": 1}.get(piece),
                action=cell if cell in free else None,
                marked=any(line >> cell & 1 for line in won),
            )
            for cell, piece in enumerate(self.write(state))
        ]
        rows = (cells[0:3], cells[3:6], cells[6:9])
        return Board.of(rows, row_names=("3", "2", "1"), column_names=("a", "b", "c"))
