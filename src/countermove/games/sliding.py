"""Sliding tiles: put them in order by sliding one at a time into the gap. The 8-puzzle, the 15-puzzle.

One player, no opponent, no chance: a puzzle. A solved board is worth 1. Every slide can be reversed, so positions
repeat, and sliding forever is worth 0.

A cell takes four bits, with the number of its tile, 0 for the gap; cell n in reading order is at bit 4 n of one word.

    cell   0  1  2          solved   1  2  3
           3  4  5                   4  5  6
           6  7  8                   7  8  .

`left` is the Manhattan distance: the sum over tiles of the rows and columns to their cells. A slide moves one tile by
one cell, so `left` is a lower bound on the slides needed; it is 0 on the solved board and nowhere else. Half of all
orders cannot be solved (`even` is False): an even number of slides makes an even permutation of the cells, and brings
the gap back to a cell of the colour it came from (W. W. Johnson and W. E. Story, "Notes on the '15' puzzle", American
Journal of Mathematics 2, 1879).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from countermove.bits import Word, shl, shr
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Axes, Game, number_in
from countermove.games._checked import whole

MAX_CELLS = 16
"""The most cells that fit in a word."""
SLIDES = ("up", "right", "down", "left")
"""The direction of the tile; the gap moves the other way."""


class Tiles(NamedTuple):
    tiles: Word
    gap: int
    left: int
    """The total Manhattan distance of all tiles."""
    even: bool
    """Whether the board can be solved."""


def tile(tiles: Word, cell: int) -> int:
    """The tile in a cell."""
    return int(shr(tiles, 4 * cell) & 15)


@dataclass(frozen=True)
class Sliding(Game[Tiles]):
    """Slide tiles into the gap until they are in order.

    The first board is `slides` random slides from the solved one; the seed selects which.

    >>> game = Sliding()
    >>> state = game.read("1,2,3/4,5,6/7,.,8")
    >>> [game.action_name(state, action) for action in game.actions(state)]
    ['right', 'down', 'left']
    >>> game.is_terminal(game.result(state, 3)), state.left
    (True, 1)
    """

    rows: int = 3
    cols: int = 3
    slides: int = 100
    seed: int = 1

    players: ClassVar[int] = 1
    axes: ClassVar[Axes] = Axes(payoff="general")
    repeats: ClassVar[bool] = True

    def __post_init__(self) -> None:
        whole(self, 2, MAX_CELLS // 2, "rows", "cols")
        if self.rows * self.cols > MAX_CELLS:
            raise SpecError(
                f"Sliding: rows={self.rows} and cols={self.cols} make {self.rows * self.cols} cells; "
                f"the limit is {MAX_CELLS}."
            )
        whole(self, 1, 100_000, "slides")
        whole(self, 0, 2**31 - 1, "seed")

    @property
    def count(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    @cached_property
    def start(self) -> Tiles:
        """The first board: random slides from the solved one, no immediate reversals; more if it is solved."""
        state = self.placed([*range(1, self.count), 0])
        chance, last, slid = self.seed, -1, 0
        while slid < self.slides or state.left == 0:
            slides = [action for action in range(4) if self.source(state.gap, action) >= 0]
            slides = [action for action in slides if last < 0 or (action - last) % 4 != 2]
            chance = (chance * 1103515245 + 12345) % 2**31
            last = slides[(chance >> 16) % len(slides)]
            state = self.result(state, last)
            slid += 1
        return state

    def initial(self) -> Tiles:
        return self.start

    def player(self, state: Tiles) -> int:
        return 0

    def source(self, gap: int, action: int) -> int:
        """The cell whose tile slides into the gap; -1 if there is none."""
        row, col = gap // self.cols, gap % self.cols
        if action == 0:
            return gap + self.cols if row < self.rows - 1 else -1
        if action == 1:
            return gap - 1 if col > 0 else -1
        if action == 2:
            return gap - self.cols if row > 0 else -1
        return gap + 1 if col < self.cols - 1 else -1

    def actions(self, state: Tiles) -> Iterator[int]:
        if state.left > 0:
            for action in range(4):
                if self.source(state.gap, action) >= 0:
                    yield action

    def away(self, number: int, cell: int) -> int:
        """The distance of a tile in a cell from its own cell."""
        home = number - 1
        return abs(home // self.cols - cell // self.cols) + abs(home % self.cols - cell % self.cols)

    def result(self, state: Tiles, action: int) -> Tiles:
        cell = self.source(state.gap, action)
        number = tile(state.tiles, cell)
        tiles = Word(state.tiles ^ shl(Word(number), 4 * cell) ^ shl(Word(number), 4 * state.gap))
        left = state.left + self.away(number, state.gap) - self.away(number, cell)
        return Tiles(tiles, cell, left, state.even)

    def is_terminal(self, state: Tiles) -> bool:
        return state.left == 0

    def utility(self, state: Tiles, player: int) -> float:
        return 1.0

    def bounds(self, state: Tiles) -> tuple[float, float, int, int]:
        """A solvable board is worth 1, after at least as many slides as the Manhattan distance."""
        if not state.even:
            return 0.0, 0.0, 0, 0
        return 0.0, 1.0, 0, state.left

    def key(self, state: Tiles) -> int:
        return state.tiles

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return "the player"

    def action_name(self, state: Tiles, action: int) -> str:
        return SLIDES[action]

    def signs(self, state: Tiles) -> list[list[str]]:
        """The tiles as they are written, row by row."""
        signs = [str(tile(state.tiles, cell) or ".") for cell in range(self.count)]
        return [signs[at : at + self.cols] for at in range(0, self.count, self.cols)]

    def text(self, state: Tiles) -> str:
        rows = self.signs(state)
        wide = max(len(sign) for row in rows for sign in row)
        return "\n".join(" ".join(sign.rjust(wide) for sign in row) for row in rows)

    def board(self, state: Tiles) -> Board:
        """A grid; a click on a tile beside the gap slides it."""
        over = self.is_terminal(state)
        at = {} if over else {self.source(state.gap, action): action for action in self.actions(state)}
        cells = [
            Cell(sign.strip("."), player=0 if sign != "." else None, action=at.get(cell), marked=over and sign != ".")
            for cell, sign in enumerate(sign for row in self.signs(state) for sign in row)
        ]
        return Board.of([cells[at : at + self.cols] for at in range(0, self.count, self.cols)], look="tiles")

    def write(self, state: Tiles) -> str:
        return "/".join(",".join(row) for row in self.signs(state))

    def read(self, text: str) -> Tiles:
        """Rows from the top, a dot for the gap ("1,2,3/4,5,6/7,.,8"), or the slides so far ("up left")."""
        if "/" not in text:
            return super().read(text)
        rows = [row.replace(",", " ").split() for row in text.split("/")]
        if [len(row) for row in rows] != [self.cols] * self.rows:
            raise SpecError(
                f"The board {text!r} must have {self.rows} rows of {self.cols} cells, as in {self.write(self.start)!r}."
            )
        words = [word for row in rows for word in row]
        numbers = [0 if word == "." else number_in(word) for word in words]
        if sorted(-1 if number is None else number for number in numbers) != list(range(self.count)):
            raise SpecError(f"The board {text!r} must have the tiles 1 to {self.count - 1}, each once, and a dot.")
        return self.placed([number or 0 for number in numbers])

    def placed(self, numbers: list[int]) -> Tiles:
        """The state with these tiles in its cells, 0 for the gap."""
        tiles, left = Word(0), 0
        for cell, number in enumerate(numbers):
            tiles = Word(tiles | shl(Word(number), 4 * cell))
            left += self.away(number, cell) if number else 0
        gap = numbers.index(0)
        swaps = sum(one > other > 0 for at, one in enumerate(numbers) for other in numbers[at:])
        swaps += 0 if self.cols % 2 else self.rows - 1 - gap // self.cols
        return Tiles(tiles, gap, left, swaps % 2 == 0)
