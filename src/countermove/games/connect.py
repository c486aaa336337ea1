"""Connect Four and its relatives of any size: drop stones into columns, k in a row wins.

A column takes rows + 1 bits of a number, its lowest cell first; the bit above each column stays empty, so that
no line runs from one column into the next. With 6 rows and 7 columns:

     6 13 20 27 34 41 48     always empty        a stone dropped into a column whose
     5 12 19 26 33 40 47                         lowest bit is b:  filled | filled + b
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45                         neighbours, counted in bits:
     2  9 16 23 30 37 44                         up 1, right 7 (rows + 1),
     1  8 15 22 29 36 43                         diagonally 6 and 8
     0  7 14 21 28 35 42

A state is two numbers: the stones of the player to move, and all stones. The encoding is John Tromp's
(https://tromp.github.io/c4/c4.html); Pascal Pons explains it well (http://blog.gamesolver.org).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from countermove.bits import popcount
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Game, number_in
from countermove.games._checked import board_rows, is_board, whole
from countermove.opening import read_opening

FOLDER = Path(__file__).parent / "openings"
WEIGHTS = Path(__file__).parent / "weights"
KNOWN_STONES = 4
"""The most stones of a position in the opening table."""


class Stones(NamedTuple):
    mine: int
    filled: int


@dataclass(frozen=True)
class Connect(Game[Stones]):
    """k in a row, with stones dropped into columns; the first player is X.

    >>> game = Connect()
    >>> print(game.text(game.read("4442")))
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . X . . .
    . . . O . . .
    . O . X . . .
    1 2 3 4 5 6 7
    """

    rows: int = 6
    cols: int = 7
    k: int = 4
    opening: bool = field(default=True, repr=False)
    """Whether the exact results of the first plies that ship with the game are used (4 in a row on 7 x 6)."""

    def __post_init__(self) -> None:
        whole(self, 1, 62, "rows", "cols")
        whole(self, 1, max(self.rows, self.cols), "k")
        needed = (self.rows + 1) * self.cols
        if needed > 63:
            size = f"{self.rows} rows and {self.cols} columns"
            raise SpecError(f"Connect: {size} need {needed} bits, (rows + 1) x cols; the limit is 63.")

    # Constants for compiled rules.

    @cached_property
    def full(self) -> int:
        """All cells of the board, without the bits above the columns."""
        return sum((1 << self.rows) - 1 << (self.rows + 1) * column for column in range(self.cols))

    @cached_property
    def bottoms(self) -> int:
        """The lowest cell of each column."""
        return sum(1 << (self.rows + 1) * column for column in range(self.cols))

    @cached_property
    def rings(self) -> tuple[int, ...]:
        """The middle columns, the same and one more on either side, and so on; never all columns."""
        column = (1 << self.rows) - 1
        edges = range(1, (self.cols + 1) // 2)
        return tuple(sum(column << (self.rows + 1) * c for c in range(edge, self.cols - edge)) for edge in edges)

    @cached_property
    def known(self) -> dict[int, int]:
        """The opening table: by key, the plies to X's win, negative for O's; 0 is a draw. Empty for other sizes."""
        if not self.opening or (self.rows, self.cols, self.k) != (6, 7, 4):
            return {}
        return read_opening(FOLDER / "connect4.txt")

    @cached_property
    def known_keys(self) -> NDArray[np.int64]:
        return np.array(sorted(self.known), np.int64)

    @cached_property
    def known_results(self) -> NDArray[np.int64]:
        return np.array([self.known[key] for key in sorted(self.known)], np.int64)

    @cached_property
    def known_stones(self) -> int:
        """The most stones of a position in the opening table; -1 where there is none."""
        return KNOWN_STONES if len(self.known_keys) else -1

    @property
    def network_file(self) -> Path | None:
        """The network of policy and value for Connect Four, learnt from 41,600 games of self-play."""
        return WEIGHTS / "connect4.npz" if (self.rows, self.cols, self.k) == (6, 7, 4) else None

    # Rules.

    def initial(self) -> Stones:
        return Stones(0, 0)

    def player(self, state: Stones) -> int:
        return popcount(state.filled) % 2

    def actions(self, state: Stones) -> Iterator[int]:
        if self.is_terminal(state):
            return
        for column in range(self.cols):
            if state.filled >> (self.rows + 1) * column + self.rows - 1 & 1 == 0:
                yield column

    def result(self, state: Stones, action: int) -> Stones:
        bottom = 1 << (self.rows + 1) * action
        return Stones(state.mine ^ state.filled, state.filled | state.filled + bottom)

    def lines(self, cells: int, step: int) -> int:
        """The lowest cell of each line of k cells in one direction."""
        for _ in range(self.k - 1):
            cells &= cells >> step
        return cells

    def aligned(self, stones: int) -> bool:
        """Whether k of the stones are in a row."""
        found = 0
        for step in (1, self.rows, self.rows + 1, self.rows + 2):
            found |= self.lines(stones, step)
        return found != 0

    def is_terminal(self, state: Stones) -> bool:
        return self.aligned(state.mine ^ state.filled) or state.filled == self.full

    def utility(self, state: Stones, player: int) -> float:
        if self.aligned(state.mine ^ state.filled):
            return -1.0 if player == self.player(state) else 1.0
        return 0.0

    # Knowledge. A threat is an empty cell that completes a line; it is playable when the cell below it is filled.

    def threats(self, stones: int, filled: int) -> int:
        """The empty cells that complete a line of the stones."""
        found = 0
        for step in (1, self.rows, self.rows + 1, self.rows + 2):
            for gap in range(self.k):
                cells = -1
                for i in range(self.k):
                    if i < gap:
                        cells &= stones << (gap - i) * step
                    elif i > gap:
                        cells &= stones >> (i - gap) * step
                found |= cells
        return found & (self.full ^ filled)

    def safe(self, state: Stones) -> int:
        """The cells that can be filled without losing at once."""
        free = state.filled + self.bottoms & self.full
        threats = self.threats(state.mine ^ state.filled, state.filled)
        forced = free & threats
        if forced:
            free = forced if forced & forced - 1 == 0 else 0
        return free & ~(threats >> 1)

    def wins(self, state: Stones) -> int:
        """The cells that win at once."""
        return self.threats(state.mine, state.filled) & state.filled + self.bottoms

    def bounds(self, state: Stones) -> tuple[float, float, int, int]:
        """Won in one ply, lost in two, or neither: then not won before three plies or lost before four.

        The opening table has the exact result of the first positions.
        """
        if self.is_terminal(state):
            return self.utility(state, 0), self.utility(state, 0), 0, 0
        stones = popcount(state.filled)
        left = self.rows * self.cols - stones
        if stones <= self.known_stones:
            at = self.recalled(state)
            if at >= 0:
                result = int(self.known_results[at])
                value = 1.0 if result > 0 else -1.0 if result < 0 else 0.0
                plies = abs(result) if result != 0 else left
                return value, value, plies, plies
        if self.wins(state):
            best, worst, soon, late = 1.0, 1.0, 1, 1
        elif self.safe(state) == 0:
            best, worst, soon, late = -1.0, -1.0, 2, 2
        else:
            best, worst, soon, late = 1.0 if left >= 3 else 0.0, -1.0 if left >= 4 else 0.0, 3, 4
        if self.player(state) == 0:
            return worst, best, late, soon
        return -best, -worst, soon, late

    def recalled(self, state: Stones) -> int:
        """The place of a position in the opening table; -1 if it is not there."""
        key = self.key(state)
        key = min(key, self.mirrored(key))
        low, high = 0, len(self.known_keys)
        while low < high:
            middle = (low + high) // 2
            if self.known_keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self.known_keys) and self.known_keys[low] == key else -1

    def candidates(self, state: Stones) -> Iterator[int]:
        """A column that wins; otherwise those that do not lose at once, the middle ones first; otherwise any."""
        cells = self.wins(state)
        if cells == 0:
            cells = self.safe(state)
        if cells == 0:
            cells = state.filled + self.bottoms & self.full
        for number in range(self.cols):
            column = self.cols // 2 + (1 - 2 * (number % 2)) * ((number + 1) // 2)
            if cells >> (self.rows + 1) * column & (1 << self.rows) - 1:
                yield column

    def order(self, state: Stones, action: int) -> float:
        """The number of threats after the stone; among equals, the middle and the fuller column first.

        A threat right above one of the other player's is useless, since nobody fills the cell below it. No two columns
        are equal, since any other tie-break of a search is worse.
        """
        column = (1 << self.rows) - 1 << (self.rows + 1) * action
        stone = state.filled + (1 << (self.rows + 1) * action) & column
        barred = self.threats(state.mine ^ state.filled, state.filled) << 1
        threats = self.threats(state.mine | stone, state.filled) & ~barred
        height = popcount(state.filled & column)
        return popcount(threats) - abs(2 * action + 1 - self.cols) / 64 + height / 128 - action / 4096

    def key(self, state: Stones) -> int:
        """A unique number for each state: a column of h stones adds 2^h - 1 and the mover's stones, which are fewer."""
        return state.mine + state.filled

    def mirrored(self, cells: int) -> int:
        turned = 0
        for column in range(self.cols):
            stones = cells >> (self.rows + 1) * column & (1 << self.rows + 1) - 1
            turned |= stones << (self.rows + 1) * (self.cols - 1 - column)
        return turned

    def canonical(self, state: Stones) -> Stones:
        """The state or its mirror image, whichever has the lower key."""
        key = state.mine + state.filled
        if self.mirrored(key) < key:
            return Stones(self.mirrored(state.mine), self.mirrored(state.filled))
        return state

    images = 2

    def image(self, state: Stones, number: int) -> Stones:
        return Stones(self.mirrored(state.mine), self.mirrored(state.filled)) if number else state

    def image_action(self, state: Stones, number: int, action: int) -> int:
        return self.cols - 1 - action if number else action

    def evaluate(self, state: Stones, player: int) -> float:
        """How much closer to the middle the player's stones are than the other's, in 1024ths.

        Stones in the middle are part of the most lines. Counting open lines would be better, but takes three times as
        long as the rest of a search.
        """
        nearer = 0
        for inner in self.rings:
            nearer += popcount(state.mine & inner) - popcount((state.mine ^ state.filled) & inner)
        return nearer / 1024 if player == self.player(state) else -nearer / 1024

    def inputs(self, state: Stones, player: int) -> Iterator[int]:
        """Whether the player is the second; for every cell, whose it is, and whose line it would complete."""
        theirs = state.mine ^ state.filled
        mine, theirs = (state.mine, theirs) if player == self.player(state) else (theirs, state.mine)
        hopes, fears = self.threats(mine, state.filled), self.threats(theirs, state.filled)
        yield player
        for column in range(self.cols):
            for cell in range((self.rows + 1) * column, (self.rows + 1) * column + self.rows):
                yield mine >> cell & 1
                yield theirs >> cell & 1
                yield hopes >> cell & 1
                yield fears >> cell & 1

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return "XO"[player]

    def action_name(self, state: Stones, action: int) -> str:
        return str(action + 1)

    def pieces(self, state: Stones) -> list[str]:
        """The rows from the top, as strings of X, O and a dot."""
        mover = self.player(state)
        rows = []
        for row in range(self.rows - 1, -1, -1):
            cells = [1 << (self.rows + 1) * column + row for column in range(self.cols)]
            signs = ["." if not state.filled & cell else "XO"[mover ^ (state.mine & cell == 0)] for cell in cells]
            rows.append("".join(signs))
        return rows

    def write(self, state: Stones) -> str:
        return "/".join(self.pieces(state))

    def read(self, text: str) -> Stones:
        """The columns played ("4442", or "4 4 4 2"), or a board of X, O and . with its top row first."""
        if is_board(text):
            return self._read_board(text)
        words = text.replace(",", " ").split()
        if self.cols <= 9:
            words = list("".join(words))
        state = self.initial()
        for count, word in enumerate(words, 1):
            where = f"Stone {count} of the position {text!r}"
            column = number_in(word)
            if column is None or not 1 <= column <= self.cols:
                raise SpecError(f"{where} is {word!r}; a column is a number from 1 to {self.cols}.")
            if self.is_terminal(state):
                raise SpecError(f"{where} is {word!r}, but the game is over before it.")
            if column - 1 not in self.actions(state):
                raise SpecError(f"{where} is {word!r}, but column {word} is full.")
            state = self.result(state, column - 1)
        return state

    def _read_board(self, text: str) -> Stones:
        rows = board_rows(text, self.rows, self.cols)
        stones = {"X": 0, "O": 0}
        for column in range(self.cols):
            for height, row in enumerate(reversed(rows)):
                if row[column] == ".":
                    continue
                if height and rows[self.rows - height][column] == ".":
                    place = f"column {column + 1}, row {height + 1} from below"
                    raise SpecError(f"The board {text!r} has a stone with nothing below it in {place}.")
                stones[row[column]] |= 1 << (self.rows + 1) * column + height
        filled = stones["X"] | stones["O"]
        state = Stones(stones["XO"[popcount(filled) % 2]], filled)
        if self.aligned(state.mine):
            raise SpecError(f"The board {text!r} continues after {self.k} in a row, which ends the game.")
        return state

    def text(self, state: Stones) -> str:
        wide = len(str(self.cols))
        rows = [list(row) for row in self.pieces(state)] + [[str(column + 1) for column in range(self.cols)]]
        return "\n".join(" ".join(f"{sign:>{wide}}" for sign in row) for row in rows)

    def board(self, state: Stones) -> Board:
        free = [] if self.is_terminal(state) else list(self.actions(state))
        last, won = state.mine ^ state.filled, 0
        for step in (1, self.rows, self.rows + 1, self.rows + 2):
            starts = self.lines(last, step)
            for number in range(self.k):
                won |= starts << step * number
        cells = [
            [
                Cell(
                    sign.strip("."),
                    player={"X": 0, "O": 1}.get(sign),
                    action=column if column in free else None,
                    marked=bool(won >> (self.rows + 1) * column + self.rows - 1 - at & 1),
                )
                for column, sign in enumerate(row)
            ]
            for at, row in enumerate(self.pieces(state))
        ]
        return Board.of(cells, "columns", column_names=tuple(str(column + 1) for column in range(self.cols)))
