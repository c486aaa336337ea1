"""The m,n,k-game: k in a row on a board of any size up to 63 cells; tic-tac-toe is the 3,3,3-game.

Cells are numbered in reading order and cell n is bit n, as in tic-tac-toe. A line of k cells that starts in cell s
and goes on in steps of d is the cells s, s+d, s+2d, ... (d = 1 to the right, cols down, cols+1 and cols-1 down
the diagonals), so `stones & stones >> d & stones >> 2d ...` leaves exactly the starts of lines full of stones.
Shifting also finds false lines, which run over the edge; they start in cells where no true line can start:

     0  1  2  3  4       k = 3, to the right: true lines start in      x x x . .
     5  6  7  8  9       the cells marked x; 3, 4, 5 is a false one,   x x x . .
    10 11 12 13 14       and 3 is not marked.                          x x x . .

A mask of true starts for each direction therefore replaces the padding column of other programs, and all 63 bits
hold cells. Results for small boards: https://en.wikipedia.org/wiki/M,n,k-game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from countermove.bits import bits, popcount
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Game
from countermove.games._checked import board_rows, is_board, whole
from countermove.games._grid import labelled, labels


class Stones(NamedTuple):
    x: int
    o: int


@dataclass(frozen=True)
class Mnk(Game[Stones]):
    """k in a row, X first, on a board of rows x cols cells.

    >>> game = Mnk(rows=3, cols=4, k=3)
    >>> print(game.text(game.read("a1 d3 b1")))
    3  . . . O
    2  . . . .
    1  X X . .
       a b c d
    """

    rows: int = 5
    cols: int = 5
    k: int = 4

    def __post_init__(self) -> None:
        whole(self, 1, 63, "rows")
        whole(self, 1, 26, "cols")
        whole(self, 1, max(self.rows, self.cols), "k")
        if self.rows * self.cols > 63:
            raise SpecError(f"Mnk: {self.rows} x {self.cols} cells are {self.rows * self.cols}; the limit is 63.")

    # Constants for compiled rules.

    @cached_property
    def full(self) -> int:
        return (1 << self.rows * self.cols) - 1

    @cached_property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """For each direction its step, and the cells where a line may start."""
        found = []
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            starts = 0
            for cell in range(self.rows * self.cols):
                row, col = cell // self.cols + down * (self.k - 1), cell % self.cols + right * (self.k - 1)
                if row < self.rows and 0 <= col < self.cols:
                    starts |= 1 << cell
            found.append((down * self.cols + right, starts))
        return tuple(found)

    @cached_property
    def diagonals(self) -> tuple[int, ...]:
        """The cells with col - row = 1-rows .. rows-1, in turn: a transposition moves each by one step."""
        masks = [0] * (2 * self.rows - 1)
        for cell in range(self.rows * self.cols if self.rows == self.cols else 0):
            masks[cell % self.cols - cell // self.cols + self.rows - 1] |= 1 << cell
        return tuple(masks)

    # Rules.

    def initial(self) -> Stones:
        return Stones(0, 0)

    def player(self, state: Stones) -> int:
        return popcount(state.x | state.o) % 2

    def actions(self, state: Stones) -> Iterator[int]:
        if not self.is_terminal(state):
            yield from bits(self.full & ~(state.x | state.o))

    def result(self, state: Stones, action: int) -> Stones:
        if self.player(state) == 0:
            return Stones(state.x | 1 << action, state.o)
        return Stones(state.x, state.o | 1 << action)

    def aligned(self, stones: int) -> bool:
        """Whether k of the stones are in a row."""
        for step, starts in self.lines:
            found = stones
            for times in range(1, self.k):
                found &= stones >> step * times
            if found & starts:
                return True
        return False

    def is_terminal(self, state: Stones) -> bool:
        return self.aligned(state.x) or self.aligned(state.o) or state.x | state.o == self.full

    def utility(self, state: Stones, player: int) -> float:
        if self.aligned(state.x):
            return 1.0 if player == 0 else -1.0
        if self.aligned(state.o):
            return 1.0 if player == 1 else -1.0
        return 0.0

    def bounds(self, state: Stones) -> tuple[float, float]:
        return -1.0, 1.0

    def flipped(self, stones: int) -> int:
        """Upside down, row by row."""
        turned = 0
        for row in range(self.rows):
            cells = stones >> row * self.cols & (1 << self.cols) - 1
            turned |= cells << (self.rows - 1 - row) * self.cols
        return turned

    def mirrored(self, stones: int) -> int:
        """Mirrored left to right, column by column."""
        column = self.full // ((1 << self.cols) - 1)
        turned = 0
        for col in range(self.cols):
            turned |= (stones >> col & column) << self.cols - 1 - col
        return turned

    def transposed(self, stones: int) -> int:
        """Rows and columns of a square board swapped, diagonal by diagonal."""
        turned = 0
        for offset in range(1 - self.rows, self.rows):
            cells = stones & self.diagonals[offset + self.rows - 1]
            step = offset * (self.cols - 1)
            turned |= cells << step if step > 0 else cells >> -step
        return turned

    def canonical(self, state: Stones) -> Stones:
        """The smallest of the board's images: four, or eight for a square."""
        best = image = state
        for turn in range(8 if self.rows == self.cols else 4):
            if turn == 4:
                image = Stones(self.transposed(image.x), self.transposed(image.o))
            elif turn % 2:
                image = Stones(self.flipped(image.x), self.flipped(image.o))
            else:
                image = Stones(self.mirrored(image.x), self.mirrored(image.o))
            if image.x < best.x or (image.x == best.x and image.o < best.o):
                best = image
        return best

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return "XO"[player]

    def action_name(self, state: Stones, action: int) -> str:
        return f"{chr(ord('a') + action % self.cols)}{self.rows - action // self.cols}"

    def pieces(self, state: Stones) -> list[str]:
        """The rows from the top, as strings of X, O and a dot."""
        cells = range(self.rows * self.cols)
        signs = ["X" if state.x >> cell & 1 else "O" if state.o >> cell & 1 else "." for cell in cells]
        return ["".join(signs[at : at + self.cols]) for at in range(0, len(signs), self.cols)]

    def write(self, state: Stones) -> str:
        return "/".join(self.pieces(state))

    def read(self, text: str) -> Stones:
        """A board ("X../.O./...", the top row first), or the actions so far ("a1 b2")."""
        if not is_board(text):
            return super().read(text)
        signs = "".join(board_rows(text, self.rows, self.cols))
        x, o = (sum(1 << cell for cell, sign in enumerate(signs) if sign == wanted) for wanted in "XO")
        mover = popcount(x | o) % 2
        if self.aligned((x, o)[mover]):
            raise SpecError(f"The board {text!r} continues after {self.k} in a row, which ends the game.")
        return Stones(x, o)

    def text(self, state: Stones) -> str:
        return labelled(self.pieces(state))

    def board(self, state: Stones) -> Board:
        free = [] if self.is_terminal(state) else list(self.actions(state))
        won = 0
        for stones in state:
            for step, starts in self.lines:
                found = [s for s in bits(starts) if all(stones >> s + step * n & 1 for n in range(self.k))]
                won |= sum({1 << s + step * n for s in found for n in range(self.k)})
        rows = [
            [
                Cell(
                    piece.strip("."),
                    player={"X": 0, "O": 1}.get(piece),
                    action=cell if cell in free else None,
                    marked=bool(won >> cell & 1),
                )
                for cell, piece in enumerate(row, at * self.cols)
            ]
            for at, row in enumerate(self.pieces(state))
        ]
        return Board.of(rows, **labels(self.rows, self.cols))
