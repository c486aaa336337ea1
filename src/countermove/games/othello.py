"""Othello, also sold as Reversi: a disc flips all of the opponent's discs that it encloses in straight lines.

A player who cannot flip any disc must pass, which is an action; when neither can, the game is over. A finished game is
worth the difference in discs, empty squares counted for the winner, as federations and endgame collections do. (On 4 x
4 the second player wins with 11 discs to 3 and two empty squares, so the value is 10, not 8.)

A state holds the discs of the player to move, those of the other, and the legal squares, since every part of a search
needs them. `_discs` has the board and its operations.

It gives search three hints. `order` prefers what leaves the opponent the fewest replies, and near the end squares in
quadrants with an odd number of empty squares (parity). `bounds` counts stable discs, and plays out the last squares.
`evaluate` is a static evaluation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from countermove.bits import Word, bits, lowest, popcount, rotl, shr
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Game, action_named
from countermove.games._checked import is_board
from countermove.games._discs import (
    around,
    flips,
    full_columns,
    full_falling,
    full_rising,
    full_rows,
    moves,
    stable,
    transposed,
    upside_down,
)

PASS = 64
NONE = -100
"""Less than any value: the move is illegal."""
MIN_EMPTY_FOR_STABILITY = 7
"""The most empty squares at which counting stable discs pays off."""
MIN_EMPTY_FOR_REPLIES = 5
"""The fewest empty squares at which counting replies pays off."""
ODD, CORNER, CROSS, REPLY, AWAY, OPEN = 6, 4, -12, -8, -16, -1
"""The terms of `order`: a square in an odd quadrant, on a corner, diagonally next to a corner; for each reply, for each
reply on a corner, for each empty square beside one's discs."""
# Weights of `evaluate` in discs, at the start and their change by the end: fitted by least squares to 850,000 positions
# of self-play at depth three, with the last nine squares solved.
PARITY = (1.3, 0.7)
MOVES = (0.4, 1.1)
NEAR = (0.1, 0.3)
CORNERS = (28.2, -31.7)
CROSSES = (-24.5, 26.3)
COUNT = (-0.8, 0.8)
STABLE = (2.7, -1.8)


class Discs(NamedTuple):
    mine: int
    theirs: int
    moves: int
    mover: int


def weight(of: tuple[float, float], late: float) -> float:
    """A weight when this share of the board is filled."""
    return of[0] + of[1] * late


@dataclass(frozen=True)
class Othello(Game[Discs]):
    """Flip the discs you enclose; Black begins, and the most discs win.

    >>> game = Othello()
    >>> print(game.text(game.read("f5")))
      a b c d e f g h
    1 - - - - - - - -
    2 - - - - - - - -
    3 - - - - - - - -
    4 - - - O X . - -
    5 - - - X X X - -
    6 - - - . - . - -
    7 - - - - - - - -
    8 - - - - - - - -
    X Black 4, O White 1
    """

    size: int = 8

    def __post_init__(self) -> None:
        if type(self.size) is not int or self.size not in (4, 6, 8):
            raise SpecError(f"Othello: size={self.size!r} must be 4, 6 or 8.")

    @property
    def outcomes(self) -> range:  # type: ignore[override]
        return range(-self.squares, self.squares + 1)

    # Constants for compiled rules.

    @cached_property
    def squares(self) -> int:
        """The number of squares."""
        return self.size * self.size

    @cached_property
    def half(self) -> int:
        return self.size // 2

    @cached_property
    def full(self) -> int:
        """All squares of the board."""
        return self._block(0, 0, self.size, self.size)

    @cached_property
    def quarter(self) -> int:
        """The squares of the quadrant at a1."""
        return self._block(0, 0, self.half, self.half)

    @cached_property
    def corners(self) -> int:
        return self._ends(0, self.size - 1)

    @cached_property
    def crosses(self) -> int:
        """The squares diagonally next to the corners."""
        return self._ends(1, self.size - 2)

    @cached_property
    def sides(self) -> int:
        """The first and the last column."""
        return self._block(0, 0, 1, self.size) | self._block(self.size - 1, 0, 1, self.size)

    @cached_property
    def edges(self) -> int:
        """The first and the last row."""
        return self._block(0, 0, self.size, 1) | self._block(0, self.size - 1, self.size, 1)

    def _ends(self, low: int, high: int) -> int:
        """The four squares of these columns and rows."""
        return int(Word(sum(1 << 8 * row + column for row in (low, high) for column in (low, high))))

    def _block(self, left: int, top: int, wide: int, high: int) -> int:
        """A block of squares, `wide` columns by `high` rows."""
        return int(Word(sum((1 << wide) - 1 << 8 * row + left for row in range(top, top + high))))

    # Rules.

    def initial(self) -> Discs:
        at = 9 * (self.half - 1)
        mine, theirs = Word(1 << at + 1 | 1 << at + 8), Word(1 << at | 1 << at + 9)
        return Discs(mine, theirs, self.legal(mine, theirs), 0)

    def player(self, state: Discs) -> int:
        return state.mover

    def legal(self, mine: int, theirs: int) -> int:
        """The squares where the owner of `mine` may play."""
        return moves(mine, theirs) & self.full

    def actions(self, state: Discs) -> Iterator[int]:
        if state.moves != 0:
            yield from bits(state.moves)
        elif self.legal(state.theirs, state.mine) != 0:
            yield PASS

    def result(self, state: Discs, action: int) -> Discs:
        mine, theirs = state.mine, state.theirs
        if action != PASS:
            turned = flips(mine, theirs, action)
            mine, theirs = mine ^ turned ^ Word(1) << action, theirs ^ turned
        return Discs(theirs, mine, self.legal(theirs, mine), 1 - state.mover)

    def is_terminal(self, state: Discs) -> bool:
        return state.moves == 0 and self.legal(state.theirs, state.mine) == 0

    def margin(self, mine: int, theirs: int) -> int:
        """By how many discs the owner of `mine` is ahead, empty squares counted for the winner."""
        ahead = popcount(mine) - popcount(theirs)
        if ahead > 0:
            return self.squares - 2 * popcount(theirs)
        if ahead < 0:
            return 2 * popcount(mine) - self.squares
        return 0

    def utility(self, state: Discs, player: int) -> float:
        margin = self.margin(state.mine, state.theirs)
        return float(margin if player == state.mover else -margin)

    # Bounds.

    def bounds(self, state: Discs) -> tuple[float, float]:
        """From stable discs; exact with two or fewer empty squares."""
        mine, theirs = state.mine, state.theirs
        empty = self.full & ~(mine | theirs)
        left = popcount(empty)
        low, high = -self.squares, self.squares
        if left <= 2:
            low = high = self.last(mine, theirs, empty)
        elif left >= MIN_EMPTY_FOR_STABILITY and (mine | theirs) & self.corners != 0:
            filled, edge = ~empty, self.sides | self.edges
            rows, columns = full_rows(filled) | self.sides, full_columns(filled) | self.edges
            rising, falling = full_rising(filled) | edge, full_falling(filled) | edge
            low += 2 * popcount(stable(mine, rows, columns, rising, falling))
            high -= 2 * popcount(stable(theirs, rows, columns, rising, falling))
        return (float(low), float(high)) if state.mover == 0 else (float(-high), float(-low))

    def last(self, mine: int, theirs: int, empty: int) -> int:
        """The value for the owner of `mine`, to move, with two or fewer empty squares."""
        if empty == 0:
            return self.margin(mine, theirs)
        one, other = lowest(empty), lowest(empty & empty - 1)
        if other == 64:
            return self.last_square(mine, theirs, one)
        value = max(self.then_last(mine, theirs, one, other), self.then_last(mine, theirs, other, one))
        if value > NONE:
            return value
        value = max(self.then_last(theirs, mine, one, other), self.then_last(theirs, mine, other, one))
        return -value if value > NONE else self.margin(mine, theirs)

    def then_last(self, mine: int, theirs: int, cell: int, other: int) -> int:
        """The value of playing on `cell` with only `other` left, for the player who does; NONE if that is illegal."""
        turned = flips(mine, theirs, cell)
        if turned == 0:
            return NONE
        return -self.last_square(theirs ^ turned, mine ^ turned ^ Word(1) << cell, other)

    def last_square(self, mine: int, theirs: int, cell: int) -> int:
        """The value for the owner of `mine`, to move, with only `cell` empty."""
        turned = flips(mine, theirs, cell)
        if turned != 0:
            return 2 * popcount(mine | turned) + 2 - self.squares
        turned = flips(theirs, mine, cell)
        if turned != 0:
            return 2 * popcount(mine & ~turned) - self.squares
        return self.margin(mine, theirs)

    # Estimates.

    def order(self, state: Discs, action: int) -> float:
        """The fewest replies first, parity in each quadrant, and no squares next to corners."""
        if action == PASS:
            return 0.0
        mine, theirs = state.mine, state.theirs
        empty, place = self.full & ~(mine | theirs), Word(1) << action
        right, down = action & 7 >= self.half, action >= 8 * self.half
        odd = popcount(empty & Word(self.quarter) << self.half * (right + 8 * down)) & 1
        worth = ODD * odd
        if place & self.corners != 0:
            worth += CORNER
        elif place & self.crosses != 0:
            worth += CROSS
        if popcount(empty) >= MIN_EMPTY_FOR_REPLIES:
            turned = flips(mine, theirs, action)
            mine, theirs = mine ^ turned ^ place, theirs ^ turned
            replies = self.legal(theirs, mine)
            worth += REPLY * popcount(replies) + AWAY * popcount(replies & self.corners)
            worth += OPEN * popcount(around(mine) & empty)
        return float(worth)

    @property
    def network_file(self) -> Path | None:
        """The network of policy and value for a board of 36, learnt from 16,000 games of self-play."""
        return Path(__file__).parent / "weights" / "othello6.npz" if self.size == 6 else None

    def evaluate(self, state: Discs, player: int) -> float:
        """The expected winning margin in discs, from static features."""
        mine, theirs = state.mine, state.theirs
        empty = self.full & ~(mine | theirs)
        exposed = around(empty & self.corners) & self.crosses
        late = 1 - popcount(empty) / self.squares
        low, high = self.bounds(state)
        turn = 1.0 if state.mover == 0 else -1.0
        ahead = weight(PARITY, late) * (1.0 if popcount(empty) & 1 else -1.0)
        ahead += weight(MOVES, late) * (popcount(state.moves) - popcount(self.legal(theirs, mine)))
        ahead += weight(NEAR, late) * (popcount(around(theirs) & empty) - popcount(around(mine) & empty))
        ahead += weight(CORNERS, late) * (popcount(mine & self.corners) - popcount(theirs & self.corners))
        ahead += weight(CROSSES, late) * (popcount(mine & exposed) - popcount(theirs & exposed))
        ahead += weight(COUNT, late) * (popcount(mine) - popcount(theirs))
        ahead = turn * ahead + weight(STABLE, late) * (low + high) / 2  # half of which is the lead in stable discs
        most = self.squares - 1.0
        value = min(max(ahead, -most, low), most, high) if low < high else low
        return value if player == 0 else -value

    def key(self, state: Discs) -> int:
        mixed = (state.mine ^ shr(state.mine, 32)) * Word(0x9E3779B97F4A7C15)
        mixed ^= rotl((state.theirs ^ shr(state.theirs, 32)) * Word(0xC2B2AE3D27D4EB4F), 31) + state.mover
        mixed = (mixed ^ shr(mixed, 29)) * Word(0xBF58476D1CE4E5B9)
        return mixed ^ shr(mixed, 32)

    def turned(self, state: Discs, turn: int) -> Discs:
        """The board upside down for an even turn, transposed for an odd one; in turn, they pass through all images."""
        mine, theirs, free = state.mine, state.theirs, state.moves
        if turn % 2 == 0:
            mine, theirs = upside_down(mine, self.size), upside_down(theirs, self.size)
            free = upside_down(free, self.size)
        else:
            mine, theirs, free = transposed(mine), transposed(theirs), transposed(free)
        return Discs(mine, theirs, free, state.mover)

    def canonical(self, state: Discs) -> Discs:
        """The smallest of the board's eight images."""
        best = image = state
        for turn in range(7):
            image = self.turned(image, turn)
            if image.mine < best.mine or (image.mine == best.mine and image.theirs < best.theirs):
                best = image
        return best

    images = 8

    def image(self, state: Discs, number: int) -> Discs:
        """One of the board's eight images."""
        image = state
        for turn in range(number):
            image = self.turned(image, turn)
        return image

    def image_action(self, state: Discs, number: int, action: int) -> int:
        if action == PASS:
            return PASS
        row, column = action // 8, action % 8
        for turn in range(number):
            row, column = (self.size - 1 - row, column) if turn % 2 == 0 else (column, row)
        return 8 * row + column

    def inputs(self, state: Discs, player: int) -> Iterator[int]:
        """Every square: whether the player has it, and whether the other has; then where the mover may play."""
        mine, theirs = (state.mine, state.theirs) if player == state.mover else (state.theirs, state.mine)
        for row in range(self.size):
            for square in range(8 * row, 8 * row + self.size):
                yield shr(mine, square) & 1
                yield shr(theirs, square) & 1
                yield shr(state.moves, square) & 1

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return ("Black", "White")[player]

    def action_name(self, state: Discs, action: int) -> str:
        return "pass" if action == PASS else f"{'abcdefgh'[action % 8]}{action // 8 + 1}"

    def rows(self, state: Discs) -> list[str]:
        """The rows from the top, as strings of X, O and -."""
        first, second = (state.mine, state.theirs) if state.mover == 0 else (state.theirs, state.mine)
        rows = []
        for row in range(self.size):
            cells = range(8 * row, 8 * row + self.size)
            rows.append("".join("X" if first >> cell & 1 else "O" if second >> cell & 1 else "-" for cell in cells))
        return rows

    def write(self, state: Discs) -> str:
        return f"{''.join(self.rows(state))} {'XO'[state.mover]}"

    def read(self, text: str) -> Discs:
        """The squares played ("f5d6c3", passes may be left out), or a board and the player to move ("---OX...--- X").

        A board has its top row first, X, O and - (or .) for its squares, and may have "/" between rows; a whole line of
        an endgame file may be given, including what follows its first ";".
        """
        position = text.partition(";")[0]
        return self._read_board(position) if is_board(position) else self._read_actions(text)

    def _read_board(self, text: str) -> Discs:
        signs = "".join(text.upper().replace("/", " ").replace(".", "-").split())
        if len(signs) != self.squares + 1:
            raise SpecError(
                f"The board {text!r} has {len(signs)} characters; expected {self.squares} squares, each X, O or -, "
                "and then the player to move, X or O."
            )
        if signs[-1] == "-":
            raise SpecError(f"The board {text!r} must end with the player to move, X or O.")
        first, second = (self._cells(signs, sign) for sign in "XO")
        mover = "XO".index(signs[-1])
        mine, theirs = (first, second) if mover == 0 else (second, first)
        return Discs(mine, theirs, self.legal(mine, theirs), mover)

    def _cells(self, signs: str, sign: str) -> int:
        size = self.size
        return Word(sum(1 << 8 * (at // size) + at % size for at in range(self.squares) if signs[at] == sign))

    def _read_actions(self, text: str) -> Discs:
        words = re.sub(r"pass|[a-h][1-8]", r" \g<0> ", text.casefold().replace(",", " ")).split()
        state = self.initial()
        for count, word in enumerate(words, 1):
            if self.is_terminal(state):
                raise SpecError(f"The position {text!r} continues after the game is over: {word!r} is action {count}.")
            if word != "pass" and state.moves == 0:
                state = self.result(state, PASS)
            state = self.result(state, action_named(self, state, word, f"action {count} of the position {text!r}"))
        return state

    def text(self, state: Discs) -> str:
        """The board, with a dot on each legal square, and the number of discs of each player."""
        lines = ["  " + " ".join("abcdefgh"[: self.size])]
        for row, signs in enumerate(self.rows(state)):
            shown = ["." if state.moves >> 8 * row + column & 1 else sign for column, sign in enumerate(signs)]
            lines.append(f"{row + 1} {' '.join(shown)}")
        return "\n".join([*lines, self.counts(state, "X ", "O ")])

    def counts(self, state: Discs, first: str = "", second: str = "") -> str:
        """The number of discs of each player, after the signs of both."""
        counts = popcount(state.mine), popcount(state.theirs)
        return f"{first}Black {counts[state.mover]}, {second}White {counts[1 - state.mover]}"

    def board(self, state: Discs) -> Board:
        """The board; if the only action is to pass, any empty square does it."""
        actions = list(self.actions(state))
        cells = []
        for row, signs in enumerate(self.rows(state)):
            line = []
            for column, sign in enumerate(signs):
                action = PASS if actions == [PASS] and sign == "-" else 8 * row + column
                player = {"X": 0, "O": 1}.get(sign)
                piece = {"X": "●", "O": "○"}.get(sign, "")
                line.append(Cell(piece, player=player, action=action if action in actions else None))
            cells.append(line)
        numbers = tuple(str(row + 1) for row in range(self.size))
        letters = tuple("abcdefgh"[: self.size])
        return Board.of(cells, caption=self.counts(state), row_names=numbers, column_names=letters, look="stones")
