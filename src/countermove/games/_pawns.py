r"""Pawns that advance towards each other: what hexapawn and breakthrough share.

White starts at the bottom and moves up, Black moves down. A pawn moves one cell: straight ahead if that is empty, or
diagonally ahead. A player wins by reaching the far side, or by leaving the other without an action, for instance by
taking all pawns. So when the game is over, the player to move has lost.

Cell number n is bit n of a number; there are three actions from each cell. On a board of 4 rows and 3 columns:

    row 4    9 10 11        white goes    2 3 4     black goes     0
        3    6  7  8        from 0 to      \|/      from 11 to    /|\
        2    3  4  5        by action       0       by action    33 34 35
        1    0  1  2
             a  b  c        action = 3 x cell + (0 to the left, 1 ahead, 2 to the right)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from countermove.bits import Word, bits, popcount, shl, shr
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.games._checked import whole
from countermove.games._grid import Grid, labelled, labels
from countermove.values import key_of


class Pawns(NamedTuple):
    """The pawns, as Words: a board of 64 cells uses the sign bit."""

    white: int
    black: int
    mover: int


@dataclass(frozen=True)
class Walk(Grid[Pawns]):
    """A game of pawns that advance towards each other."""

    lines: ClassVar[int]
    """The rows of pawns that each player starts with."""
    slips: ClassVar[bool]
    """Whether a pawn may move diagonally to an empty cell; it may always capture there."""

    def __post_init__(self) -> None:
        whole(self, 2 * self.lines, 64, "rows")
        whole(self, 2 if self.slips else 1, 26, "cols")
        self.check_size()

    # Constants for compiled rules.

    @cached_property
    def homes(self) -> tuple[int, int]:
        """White's first row, and Black's: where the other wins."""
        row = (1 << self.cols) - 1
        return Word(row), Word(row << (self.rows - 1) * self.cols)

    @cached_property
    def worth(self) -> tuple[float, ...]:
        """The value of a pawn by rows advanced: increasing; all pawns together are worth less than 1."""
        worth = [self.rows + row * row for row in range(self.rows)]
        return tuple(value / (1 + self.lines * self.cols * max(worth)) for value in worth)

    # Rules.

    def initial(self) -> Pawns:
        home = (1 << self.lines * self.cols) - 1
        return Pawns(Word(home), Word(home << (self.rows - self.lines) * self.cols), 0)

    def player(self, state: Pawns) -> int:
        return state.mover

    def targets(self, state: Pawns, side: int) -> int:
        """The cells that a pawn of the mover can reach: to the left (side -1), ahead (0), to the right (1)."""
        white = state.mover == 0
        mine, theirs = (state.white, state.black) if white else (state.black, state.white)
        if side == -1:
            mine &= ~self.column
        if side == 1:
            mine &= ~shl(self.column, self.cols - 1)
        reached = shl(mine, self.cols + side) if white else shr(mine, self.cols - side)
        empty = self.full & ~(state.white | state.black)
        if side == 0:
            return reached & empty
        return reached & (empty | theirs) if self.slips else reached & theirs

    def arrived(self, state: Pawns) -> bool:
        """Whether a pawn has reached the far side."""
        return state.white & self.homes[1] != 0 or state.black & self.homes[0] != 0

    def ahead(self, player: int, side: int) -> int:
        """The offset from a cell to the target of a pawn."""
        return (self.cols if player == 0 else -self.cols) + side

    def actions(self, state: Pawns) -> Iterator[int]:
        if self.arrived(state):
            return
        for side in range(-1, 2):
            for cell in bits(self.targets(state, side)):
                yield 3 * (cell - self.ahead(state.mover, side)) + side + 1

    def target(self, state: Pawns, action: int) -> int:
        """The target cell of an action."""
        return action // 3 + self.ahead(state.mover, action % 3 - 1)

    def result(self, state: Pawns, action: int) -> Pawns:
        origin, target = Word(1) << action // 3, Word(1) << self.target(state, action)
        if state.mover == 0:
            return Pawns(state.white ^ origin | target, state.black & ~target, 1)
        return Pawns(state.white & ~target, state.black ^ origin | target, 0)

    def is_terminal(self, state: Pawns) -> bool:
        if self.arrived(state):
            return True
        return self.targets(state, -1) | self.targets(state, 0) | self.targets(state, 1) == 0

    def utility(self, state: Pawns, player: int) -> float:
        return -1.0 if player == state.mover else 1.0

    def bounds(self, state: Pawns) -> tuple[float, float]:
        return -1.0, 1.0

    def key(self, state: Pawns) -> int:
        """A unique number for each state where 64 bits suffice, a hash on larger boards."""
        cells = self.rows * self.cols
        if cells <= 31:
            return int(state.white | state.black << cells | state.mover << 2 * cells)
        return key_of(state)

    def canonical(self, state: Pawns) -> Pawns:
        """The state or its mirror image, whichever is smaller."""
        image = Pawns(self.mirrored(state.white), self.mirrored(state.black), state.mover)
        if image.white < state.white or (image.white == state.white and image.black < state.black):
            return image
        return state

    def evaluate(self, state: Pawns, player: int) -> float:
        """Pawns, and how far they have advanced."""
        better = 0.0
        for row in range(self.rows):
            ours = shr(state.white, row * self.cols) & self.homes[0]
            theirs = shr(state.black, (self.rows - 1 - row) * self.cols) & self.homes[0]
            better += self.worth[row] * (popcount(ours) - popcount(theirs))
        return better if player == 0 else -better

    def order(self, state: Pawns, action: int) -> float:
        """Wins, then captures, then the most advanced pawn."""
        cell = self.target(state, action)
        row = cell // self.cols if state.mover == 0 else self.rows - 1 - cell // self.cols
        theirs = state.black if state.mover == 0 else state.white
        taking = theirs >> cell & 1 != 0 or row == self.rows - 1
        return float(row + self.rows if taking else row)

    def inputs(self, state: Pawns, player: int) -> Iterator[int]:
        """Every cell, from the player's side of the board: whether the player has it, and whether the other has."""
        cells = self.rows * self.cols
        for cell in range(cells):
            if player == 0:
                yield shr(state.white, cell) & 1
                yield shr(state.black, cell) & 1
            else:
                yield shr(state.black, cells - 1 - cell) & 1
                yield shr(state.white, cells - 1 - cell) & 1

    def seen_action(self, state: Pawns, action: int) -> int:
        """The action from the mover's side of the board."""
        if state.mover == 0:
            return action
        return 3 * (self.rows * self.cols - 1 - action // 3) + 2 - action % 3

    images = 2

    def image(self, state: Pawns, number: int) -> Pawns:
        """The state, or its mirror image."""
        return Pawns(self.mirrored(state.white), self.mirrored(state.black), state.mover) if number else state

    def image_action(self, state: Pawns, number: int, action: int) -> int:
        cell = action // 3
        mirrored = cell - cell % self.cols + self.cols - 1 - cell % self.cols
        return 3 * mirrored + 2 - action % 3 if number else action

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return ("White", "Black")[player]

    def action_name(self, state: Pawns, action: int) -> str:
        target = self.target(state, action)
        takes = (state.white | state.black) >> target & 1
        return f"{self.cell_name(action // 3)}{'x' if takes else '-'}{self.cell_name(target)}"

    def pieces(self, state: Pawns) -> list[str]:
        """The rows from the top, as strings of W, B and a dot."""
        cells = range(self.rows * self.cols)
        signs = ["W" if state.white >> cell & 1 else "B" if state.black >> cell & 1 else "." for cell in cells]
        return ["".join(signs[row * self.cols : (row + 1) * self.cols]) for row in reversed(range(self.rows))]

    def write(self, state: Pawns) -> str:
        return f"{'/'.join(self.pieces(state))} {'WB'[state.mover]}"

    def read(self, text: str) -> Pawns:
        """A board and the player to move ("BBB/W../.WW B", the top row first), or actions ("a1-a2 b3xa2")."""
        if "/" not in text:
            return super().read(text)
        board, *rest = text.upper().split()
        rows = board.split("/")
        if len(rest) != 1 or rest[0] not in ("W", "B"):
            raise SpecError(f"The position {text!r} must end with the player to move: a space, and W or B.")
        if len(rows) != self.rows or any(len(row) != self.cols for row in rows) or set(board) - set("WB./"):
            size = f"{self.rows} rows of {self.cols} cells"
            raise SpecError(f"The board {board!r} must have {size}, each W, B or a dot, with / between rows.")
        most = self.lines * self.cols
        if max(board.count("W"), board.count("B")) > most:
            raise SpecError(f"The board {board!r} has more than {most} pawns of one player.")
        signs = "".join(reversed(rows))
        white, black = (Word(sum(1 << at for at, sign in enumerate(signs) if sign == wanted)) for wanted in "WB")
        mover = "WB".index(rest[0])
        if (white & self.homes[1], black & self.homes[0])[mover]:
            name = self.player_name(mover)
            raise SpecError(f"In the position {text!r} {name} is to move, but has already reached the far side.")
        return Pawns(white, black, mover)

    def text(self, state: Pawns) -> str:
        return labelled(self.pieces(state))

    def board(self, state: Pawns) -> Board:
        won = (state.white & self.homes[1]) | (state.black & self.homes[0])
        rows = [
            [
                Cell(
                    piece.strip("."),
                    player={"W": 0, "B": 1}.get(piece),
                    marked=bool(won >> cell & 1),
                )
                for cell, piece in enumerate(row, (self.rows - 1 - at) * self.cols)
            ]
            for at, row in enumerate(self.pieces(state))
        ]
        clicks = [
            (action, tuple((self.rows - 1 - cell // self.cols, cell % self.cols) for cell in way))
            for action in ([] if self.is_terminal(state) else self.actions(state))
            for way in [(action // 3, self.target(state, action))]
        ]
        return Board.of(rows, **labels(self.rows, self.cols), clicks=tuple(clicks), look="pawns")
