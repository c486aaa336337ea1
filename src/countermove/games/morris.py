r"""Three, six and nine men's morris: place men, then move them; three in a line form a mill.

Players place their men in turn on the points of the board. When all are placed they move one man at a time, along a
line to the next point. Closing a mill captures one of the other's men, but not from a mill unless all are in mills;
closing two at once captures one. A player with fewer than three men, or no action, loses. Endless play is a draw.

    men  board                             what is special
      3  one square, with its diagonals    the first mill wins at once
      6  two squares
      9  three squares                     a player with three men left may fly: move to any empty point

Points are numbered from the outermost square inwards, each square clockwise, eight to a square; point n is bit n of a
number. So a quarter turn rotates every byte the same way. The centre of the small board is point 8.

    0-----------1-----------2      7     with six men the two outer     0--1--2      3
    |   8-------9------10   |      6     squares, on a board of five    |\ | /|
    |   |  16--17--18   |   |      5     rows and columns               7--8--3      2
    7--15--23      19--11---3      4                                    |/ | \|
    |   |  22--21--20   |   |      3                                    6--5--4      1
    |  14------13------12   |      2                                    a  b  c
    6-----------5-----------4      1
    a   b   c   d   e   f   g

The rules are Ralph Gasser's, who proved nine men's morris a draw ("Solving Nine Men's Morris", 1996). Three men's
morris is played on many boards; this is the one with diagonals, where men move along all lines, also known as tapatan.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, NamedTuple

from countermove.bits import bits, popcount
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Game, number_in
from countermove.games._grid import labels

NONE = 31
"""In place of a point: from the hand, or no capture. An action is three points of five bits: from, to, captured."""
HALF = 32
"""The offset of the black men in a number with all men."""


class Men(NamedTuple):
    white: int
    black: int
    hand: int
    """The men of both players still to be placed."""
    mover: int


@dataclass(frozen=True)
class Morris(Game[Men]):
    """Place men, then move them; a mill of three captures a man. With 3, 6 or 9 men.

    >>> game = Morris(men=6)
    >>> print(game.text(game.read("a1 b2 a3 d4 a5xb2")))
    5  W - . - .
    4  | . . B |
    3  W .   . .
    2  | . . . |
    1  W - . - .
       a b c d e
    in hand: White 3, Black 4
    """

    men: int = 9

    repeats: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not isinstance(self.men, int) or self.men not in (3, 6, 9):
            raise SpecError(f"Morris: men={self.men!r} must be 3, 6 or 9.")

    # The board, constant for compiled rules.

    @cached_property
    def squares(self) -> int:
        return self.men // 3

    @cached_property
    def points(self) -> int:
        return 9 if self.men == 3 else 8 * self.squares

    @cached_property
    def full(self) -> int:
        return (1 << self.points) - 1

    @cached_property
    def lines(self) -> tuple[tuple[int, ...], ...]:
        """The lines of the board, each with its points in order; those with three points can be mills."""
        sides = [(8 * square + at, 8 * square + at + 1, 8 * square + (at + 2) % 8)
                 for square in range(self.squares) for at in (0, 2, 4, 6)]  # fmt: skip
        if self.men == 3:
            return (*sides, *((at, 8, at + 4) for at in range(4)))
        return (*sides, *(tuple(range(at, self.points, 8)) for at in (1, 3, 5, 7)))

    @cached_property
    def mills(self) -> tuple[int, ...]:
        return tuple(sum(1 << point for point in line) for line in self.lines if len(line) == 3)

    @cached_property
    def through(self) -> tuple[tuple[int, ...], ...]:
        """For each point the mills that contain it, padded to four with the first of them."""
        found = [[mill for mill in self.mills if mill >> point & 1] for point in range(self.points)]
        return tuple(tuple(mills + mills[:1] * (4 - len(mills))) for mills in found)

    @cached_property
    def near(self) -> tuple[int, ...]:
        """For each point, its neighbours."""
        found = [0] * self.points
        for line in self.lines:
            for one, other in pairwise(line):
                found[one] |= 1 << other
                found[other] |= 1 << one
        return tuple(found)

    # Rules.

    def initial(self) -> Men:
        return Men(0, 0, 2 * self.men, 0)

    def player(self, state: Men) -> int:
        return state.mover

    def mine(self, state: Men) -> int:
        return state.white if state.mover == 0 else state.black

    def theirs(self, state: Men) -> int:
        return state.black if state.mover == 0 else state.white

    def closes(self, men: int, point: int) -> bool:
        """Whether the man on the point is in a mill."""
        for mill in self.through[point]:  # noqa: SIM110 (a plain loop compiles, any() does not)
            if men & mill == mill:
                return True
        return False

    def milled(self, men: int) -> int:
        """The men in mills."""
        found = 0
        for mill in self.mills:
            if men & mill == mill:
                found |= mill
        return found

    def open(self, mine: int, taken: int, origin: int) -> int:
        """The points that a man may go to, from a point or the hand; `taken` are the occupied points."""
        empty = self.full & ~taken
        if origin == NONE or (self.men == 9 and popcount(mine) == 3):
            return empty
        return self.near[origin] & empty

    def stuck(self, state: Men) -> bool:
        """Whether all men are placed and the mover cannot move."""
        mine = self.mine(state)
        for origin in bits(mine):  # noqa: SIM110 (a plain loop compiles, all() does not)
            if self.open(mine, state.white | state.black, origin):
                return False
        return True

    def is_terminal(self, state: Men) -> bool:
        if self.men == 3 and self.milled(self.theirs(state)):
            return True
        if popcount(self.mine(state)) + (state.hand + 1) // 2 < 3:
            return True
        return state.hand == 0 and self.stuck(state)

    def actions(self, state: Men) -> Iterator[int]:
        if self.is_terminal(state):
            return
        mine, theirs = self.mine(state), self.theirs(state)
        free = theirs & ~self.milled(theirs)
        prey = 0 if self.men == 3 else free if free else theirs
        for origin in bits(mine if state.hand == 0 else 1 << NONE):
            rest = mine & ~(1 << origin)
            for target in bits(self.open(mine, mine | theirs, origin)):
                if prey and self.closes(rest | 1 << target, target):
                    for taken in bits(prey):
                        yield origin << 10 | target << 5 | taken
                else:
                    yield origin << 10 | target << 5 | NONE

    def result(self, state: Men, action: int) -> Men:
        origin, target, taken = action >> 10, action >> 5 & NONE, action & NONE
        mine = (self.mine(state) | 1 << target) & ~(1 << origin)
        theirs = self.theirs(state) & ~(1 << taken)
        hand = state.hand - 1 if origin == NONE else state.hand
        if state.mover == 0:
            return Men(mine, theirs, hand, 1)
        return Men(theirs, mine, hand, 0)

    def utility(self, state: Men, player: int) -> float:
        return -1.0 if player == state.mover else 1.0

    def bounds(self, state: Men) -> tuple[float, float]:
        return -1.0, 1.0

    def key(self, state: Men) -> int:
        """A unique number for each state, of at most 54 bits."""
        men = state.white | state.black << self.points
        return men | state.hand << 2 * self.points | state.mover << 2 * self.points + 5

    # Symmetry: all men in one number, white below and black above HALF, rotated together.

    def each(self, square: int) -> int:
        """Points of the outermost square, repeated in every square and for both players."""
        points = 0
        for number in range(self.squares):
            points |= square << 8 * number
        return points | points << HALF

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """For a mirror image: the points of the outermost square that move up by the same number of places, or down."""
        return (6, self.each(0x02)), (4, self.each(0x04)), (2, self.each(0x08))

    @cached_property
    def fixed(self) -> tuple[int, int]:
        """The points fixed by a quarter turn, and by a mirror image: the centre, and two corners."""
        centre = 1 << 8 | 1 << 8 + HALF if self.men == 3 else 0
        return centre, centre | self.each(0x11)

    @cached_property
    def quarter(self) -> tuple[int, int]:
        """The points that move up by two in a quarter turn, and those that move down by six."""
        return self.each(0x3F), self.each(0xC0)

    @cached_property
    def outer(self) -> int:
        return 0xFF | 0xFF << HALF

    def turned(self, men: int) -> int:
        """A quarter turn to the right."""
        return (men & self.quarter[0]) << 2 | (men & self.quarter[1]) >> 6 | men & self.fixed[0]

    def mirrored(self, men: int) -> int:
        """Mirrored in the diagonal through point 0."""
        image = men & self.fixed[1]
        for step, low in self.steps:
            image |= (men & low) << step | men >> step & low
        return image

    def swapped(self, men: int) -> int:
        """The innermost and the outermost square swapped."""
        far = 8 * (self.squares - 1)
        return (men & self.outer) << far | men >> far & self.outer | men & ~(self.outer | self.outer << far)

    def canonical(self, state: Men) -> Men:
        """The smallest of the board's images: eight, or sixteen where squares can be swapped."""
        best = image = state.white | state.black << HALF
        for number in range(7 if self.men == 3 else 15):
            image = self.turned(image)
            if number % 4 == 3:
                image = self.mirrored(image)
            if number == 7:
                image = self.swapped(image)
            best = min(best, image)
        return Men(best & (1 << HALF) - 1, best >> HALF, state.hand, state.mover)

    # Search knowledge.

    def strength(self, men: int, hand: int, other: int) -> float:
        """The strength of the men: their number above all, then mobility, then mills."""
        free = 0
        for point in bits(men):
            free += popcount(self.near[point] & self.full & ~(men | other))
        mills = 0
        for mill in self.mills:
            mills += men & mill == mill
        return 0.08 * (popcount(men) + hand) + 0.01 * free + 0.02 * mills

    def evaluate(self, state: Men, player: int) -> float:
        mine, theirs = self.mine(state), self.theirs(state)
        better = self.strength(mine, (state.hand + 1) // 2, theirs) - self.strength(theirs, state.hand // 2, mine)
        return better if player == state.mover else -better

    def order(self, state: Men, action: int) -> float:
        """Captures first; all others are quiet, and search learns their order."""
        return 1.0 if action & NONE != NONE else 0.0

    def is_quiet(self, state: Men) -> bool:
        """Captures are searched on; by default they are those with a positive order."""
        return False

    def null(self, state: Men) -> Men:
        """A pass while men are placed; later having to move may be a disadvantage."""
        if state.hand == 0 or self.is_terminal(state):
            return state
        return Men(state.white, state.black, state.hand, 1 - state.mover)

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return ("White", "Black")[player]

    @property
    def size(self) -> int:
        """Rows and columns of the board."""
        return 2 * self.squares + 1

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The row, from the top, and the column of each point."""
        middle = self.squares
        found = []
        for square in range(self.squares):
            low, high = square, self.size - 1 - square
            found += [(low, low), (low, middle), (low, high), (middle, high)]
            found += [(high, high), (high, middle), (high, low), (middle, low)]
        return tuple(found + [(middle, middle)] * (self.men == 3))

    def point_name(self, point: int) -> str:
        row, column = self.places[point]
        return f"{chr(ord('a') + column)}{self.size - row}"

    def action_name(self, state: Men, action: int) -> str:
        origin, target, taken = action >> 10, action >> 5 & NONE, action & NONE
        way = "" if origin == NONE else f"{self.point_name(origin)}-"
        took = "" if taken == NONE else f"x{self.point_name(taken)}"
        return f"{way}{self.point_name(target)}{took}"

    def signs(self, state: Men, lines: str) -> list[list[str]]:
        """Rows of W, B and dots, and between them horizontal and vertical lines, as the two given characters."""
        rows = [[" "] * self.size for _ in range(self.size)]
        for line in self.lines:
            for one, other in pairwise(line):
                (row, column), (down, right) = sorted((self.places[one], self.places[other]))
                for at in range(column + 1, right) if row == down else ():
                    rows[row][at] = lines[0]
                for at in range(row + 1, down) if column == right else ():
                    rows[at][column] = lines[1]
        for point, (row, column) in enumerate(self.places):
            rows[row][column] = "W" if state.white >> point & 1 else "B" if state.black >> point & 1 else "."
        return rows

    def write(self, state: Men) -> str:
        rows = ["".join(sign for sign in row if sign in "WB.") for row in self.signs(state, "-|")]
        return f"{'/'.join(rows)} {state.hand} {'WB'[state.mover]}"

    def read(self, text: str) -> Men:
        """The points row by row from the top, the men in hand and the player to move ("W.B/.../... 4 W").

        Or the actions so far ("a1 b2 a2").
        """
        if "/" not in text:
            return super().read(text)
        board, *rest = text.upper().split()
        model = self.write(self.initial())
        if [len(row) for row in board.split("/")] != [len(row) for row in model.split()[0].split("/")]:
            raise SpecError(f"The board {board!r} must have the points of {model.split()[0]!r}, row by row.")
        hand = number_in(rest[0]) if rest else None
        if set(board) - set("WB./") or len(rest) != 2 or hand is None or rest[1] not in ("W", "B"):
            form = "W, B and dots, then the men in hand and the player to move"
            raise SpecError(f"The position {text!r} must have {form}, as in {model!r}.")
        order = sorted(range(self.points), key=lambda point: self.places[point])
        found = dict(zip(order, board.replace("/", "")))
        white, black = (sum(1 << point for point, sign in found.items() if sign == wanted) for wanted in "WB")
        return self._possible(Men(white, black, hand, "WB".index(rest[1])), text)

    def _possible(self, state: Men, text: str) -> Men:
        """The state, if it is possible."""
        if state.hand > 2 * self.men or (state.hand and state.hand % 2 != state.mover):
            form = f"at most {2 * self.men}, an even number when White is to move and an odd one when Black is"
            raise SpecError(f"The position {text!r} has {state.hand} men in hand; expected {form}.")
        placed = (self.men - state.hand // 2, self.men - (state.hand + 1) // 2)
        for player, men in enumerate((state.white, state.black)):
            if popcount(men) > placed[player]:
                found = f"{popcount(men)} men of {self.player_name(player)}"
                raise SpecError(f"The position {text!r} has {found}; only {placed[player]} have been placed.")
        if self.men == 3 and self.milled(self.mine(state)):
            raise SpecError(f"The position {text!r} continues after a mill, which ends the game.")
        return state

    def text(self, state: Men) -> str:
        rows = [f"{self.size - at}  {' '.join(row)}" for at, row in enumerate(self.signs(state, "-|"))]
        letters = "   " + " ".join(chr(ord("a") + column) for column in range(self.size))
        return "\n".join([*rows, letters, *([self.caption(state)] if state.hand else [])])

    def caption(self, state: Men) -> str:
        """The men still to be placed."""
        if not state.hand:
            return ""
        more, less = (state.hand + 1) // 2, state.hand // 2
        white, black = (more, less) if state.mover == 0 else (less, more)
        return f"in hand: White {white}, Black {black}"

    def board(self, state: Men) -> Board:
        milled = self.milled(state.white) | self.milled(state.black)
        rows = [
            [Cell(sign.strip(" ."), player={"W": 0, "B": 1}.get(sign)) if sign != " " else Cell(" ") for sign in row]
            for row in self.signs(state, "─│")
        ]
        for point, (row, column) in enumerate(self.places):
            if milled >> point & 1:
                rows[row][column] = Cell(rows[row][column].piece, rows[row][column].player, marked=True)
        clicks = [
            (
                action,
                tuple(
                    self.places[point] for point in (action >> 10, action >> 5 & NONE, action & NONE) if point != NONE
                ),
            )
            for action in self.actions(state)
        ]
        joins = [(self.places[one], self.places[other]) for line in self.lines for one, other in pairwise(line)]
        return Board.of(
            rows,
            "points",
            caption=self.caption(state),
            **labels(self.size, self.size),
            clicks=tuple(clicks),
            lines=tuple(joins),
        )
