"""2048: slide the tiles of a 4 x 4 board; equal tiles that meet merge into one of twice their number.

One player against chance. After each slide a new tile appears in a random empty cell, a 2 nine times in ten, else a 4;
the game starts with two such tiles. A slide moves every tile as far as it goes; a tile merges once in a slide, those
nearest the edge first. Only slides that change something are legal. The game ends with a tile of the target, or when no
slide is legal. The utility is the score: the sum of all merged tiles.

A tile is stored as its power of two, 0 for none, in four bits; cell n in reading order is at bit 4 n of one word of 64
bits.

    cell   0  1  2  3     a4 b4 c4 d4      LEFT slides the lines 0 1 2 3, 4 5 6 7, ..., each from its first cell on;
           4  5  6  7     a3 b3 c3 d3      RIGHT the lines 3 2 1 0, 7 6 5 4, ...;
           8  9 10 11     a2 b2 c2 d2      UP the lines 0 4 8 12, 1 5 9 13, ...;
          12 13 14 15     a1 b1 c1 d1      DOWN the lines 12 8 4 0, 13 9 5 1, ...

Gabriele Cirulli, https://github.com/gabrielecirulli/2048 (2014).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from countermove.bits import Word, shl, shr
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import CHANCE, Axes, Game, number_in

SLIDES = ("up", "right", "down", "left")
FIRST = (0, 3, 12, 0)
"""The first cell of the first line of a slide; `ACROSS` is the step to the next line, `ALONG` to the next cell."""
ACROSS = (1, 4, 1, 4)
ALONG = (4, -1, -4, 1)
CELLS = 16
TARGETS = tuple(2**power for power in range(3, 16))
SNAKE = (16, 12, 9, 7, 3, 4, 5, 6, 2, 2, 1, 1, 0, 0, 0, 0)
"""The weight of a tile in each cell, in sixteenths: large tiles along a snake from a corner keep the board in order."""


class Tiles(NamedTuple):
    tiles: Word
    score: int
    new: int
    """The tiles that chance is still to place."""


def tile(tiles: Word, cell: int) -> int:
    """The power of two in a cell."""
    return int(shr(tiles, 4 * cell) & 15)  # an int, so that the score does not become a Word


def slid(tiles: Word, action: int) -> tuple[Word, int]:
    """The tiles after a slide, and its points."""
    made: int = Word(0)
    points = 0
    for line in range(4):
        first = FIRST[action] + line * ACROSS[action]
        place = first
        last = 0  # a tile that may still merge
        for step in range(4):
            power = tile(tiles, first + step * ALONG[action])
            if power == 0:
                continue
            if power == last:
                made |= shl(Word(power + 1), 4 * place)
                points += 1 << power + 1
                last = 0
                place += ALONG[action]
            else:
                if last != 0:
                    made |= shl(Word(last), 4 * place)
                    place += ALONG[action]
                last = power
        if last != 0:
            made |= shl(Word(last), 4 * place)
    return Word(made), points


@dataclass(frozen=True)
class TwentyFortyEight(Game[Tiles]):
    """Slide tiles; equal ones that meet merge into one of twice their number.

    >>> game = TwentyFortyEight()
    >>> state = game.read("2,2,4,./.,.,.,./.,2,.,./.,.,.,. 0 0")
    >>> print(game.text(game.result(state, 3)))
    4  4  .  .
    .  .  .  .
    2  .  .  .
    .  .  .  .
    score 4
    """

    target: int = 2048

    players: ClassVar[int] = 1
    axes: ClassVar[Axes] = Axes(stochastic=True, payoff="general")

    def __post_init__(self) -> None:
        if isinstance(self.target, bool) or self.target not in TARGETS:
            given = f"TwentyFortyEight: target={self.target!r}"
            raise SpecError(f"{given} must be a power of two from {TARGETS[0]} to {TARGETS[-1]}.")

    @cached_property
    def goal(self) -> int:
        """The power of two that ends the game."""
        return self.target.bit_length() - 1

    def initial(self) -> Tiles:
        return Tiles(Word(0), 0, 2)

    def player(self, state: Tiles) -> int:
        return CHANCE if state.new > 0 else 0

    def actions(self, state: Tiles) -> Iterator[int]:
        if state.new > 0:
            for cell in range(CELLS):
                if tile(state.tiles, cell) == 0:
                    yield 2 * cell
                    yield 2 * cell + 1
        elif not self.reached(state.tiles):
            for action in range(4):
                if slid(state.tiles, action)[0] != state.tiles:
                    yield action

    def chances(self, state: Tiles) -> Iterator[tuple[int, float]]:
        empty = 0
        for cell in range(CELLS):
            empty += tile(state.tiles, cell) == 0
        for cell in range(CELLS):
            if tile(state.tiles, cell) == 0:
                yield 2 * cell, 0.9 / empty
                yield 2 * cell + 1, 0.1 / empty

    def result(self, state: Tiles, action: int) -> Tiles:
        if state.new > 0:
            power = 1 + action % 2
            return Tiles(Word(state.tiles | shl(Word(power), 4 * (action // 2))), state.score, state.new - 1)
        tiles, points = slid(state.tiles, action)
        new = 0 if self.reached(tiles) else 1
        return Tiles(tiles, state.score + points, new)

    def reached(self, tiles: Word) -> bool:
        for cell in range(CELLS):  # noqa: SIM110 (a plain loop compiles, any() does not)
            if tile(tiles, cell) >= self.goal:
                return True
        return False

    def is_terminal(self, state: Tiles) -> bool:
        if state.new > 0:
            return False
        if self.reached(state.tiles):
            return True
        for action in range(4):  # noqa: SIM110 (a plain loop compiles, all() does not)
            if slid(state.tiles, action)[0] != state.tiles:
                return False
        return True

    def utility(self, state: Tiles, player: int) -> float:
        return float(state.score)

    @cached_property
    def most(self) -> float:
        """An upper bound of the score.

        A tile 2^k made at most (k - 1) 2^k points, if it came from twos. The last slide merges at most sixteen tiles of
        half the target in pairs.
        """
        return 8.0 * (self.goal - 1) * self.target

    def bounds(self, state: Tiles) -> tuple[float, float]:
        return float(state.score), self.most

    def evaluate(self, state: Tiles, player: int) -> float:
        """The score, plus the potential of the tiles: large ones in order, and empty cells."""
        promise = 0
        for cell in range(CELLS):
            power = tile(state.tiles, cell)
            promise += SNAKE[cell] << power if power else 8
        return min(state.score + promise / 16, 0.99 * self.most)

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return "chance" if player == CHANCE else "the player"

    def action_name(self, state: Tiles, action: int) -> str:
        if state.new == 0:
            return SLIDES[action]
        cell = action // 2
        return f"{2 + 2 * (action % 2)}@{'abcd'[cell % 4]}{4 - cell // 4}"

    def rows(self, state: Tiles) -> list[list[str]]:
        powers = [tile(state.tiles, cell) for cell in range(CELLS)]
        signs = [str(2**power) if power else "." for power in powers]
        return [signs[at : at + 4] for at in range(0, CELLS, 4)]

    def text(self, state: Tiles) -> str:
        rows = self.rows(state)
        wide = max(len(sign) for row in rows for sign in row)
        lines = ["  ".join(sign.rjust(wide) for sign in row) for row in rows]
        return "\n".join([*lines, f"score {state.score}"])

    def board(self, state: Tiles) -> Board:
        """A grid; a new tile is placed by a click on a row below it, a slide is a click on its arrow."""
        legal = () if self.is_terminal(state) else tuple(self.actions(state))
        cells = [[Cell(sign.strip("."), player=0 if sign != "." else None) for sign in row] for row in self.rows(state)]
        buttons = [Cell(self.action_name(state, action), action=action) for action in legal]
        return Board.of(
            [*cells, *(buttons[at : at + 4] for at in range(0, len(buttons), 4))],
            caption=f"score {state.score}",
            look="tiles",
        )

    def write(self, state: Tiles) -> str:
        return f"{'/'.join(','.join(row) for row in self.rows(state))} {state.score} {state.new}"

    def read(self, text: str) -> Tiles:
        """Rows from the top, the score and the number of tiles to come ("2,.,4,./.,.,.,./.,2,.,./.,.,.,. 0 0").

        Or the actions so far ("2@a4 2@b1 left").
        """
        if "/" not in text:
            return super().read(text)
        board, *rest = text.split()
        cells = [cell for row in board.split("/") for cell in row.split(",")]
        if len(cells) != CELLS or [len(row.split(",")) for row in board.split("/")] != [4] * 4:
            raise SpecError(
                f"The board {board!r} must have four rows of four cells, as in {self.write(self.initial())!r}."
            )
        score, new = (number_in(word) for word in (rest if len(rest) == 2 else ("", "")))
        if score is None or new is None or score < 0 or not 0 <= new <= cells.count("."):
            raise SpecError(
                f"The position {text!r} must end with the score and the number of tiles to come, as in '... 0 1'."
            )
        tiles = Word(0)
        for at, cell in enumerate(cells):
            if cell == ".":
                continue
            number = number_in(cell)
            if number is None or number not in (2, 4, *TARGETS) or number > self.target:
                raise SpecError(f"The board {board!r} has {cell!r}; a tile is a power of two from 2 to {self.target}.")
            tiles = Word(tiles | shl(Word(number.bit_length() - 1), 4 * at))
        if score > self.most or new > 2:
            raise SpecError(f"The position {text!r} has the impossible score {score} with {new} tiles to come.")
        if new and self.reached(tiles):
            raise SpecError(f"The position {text!r} continues after a tile of {self.target}, which ends the game.")
        return Tiles(tiles, score, new)
