"""Endings of draughts as slices of an endgame database: a number for each position with few pieces.

A slice is the material of both sides and how far the foremost man of each has come, the larger side first. A man never
moves back; so a move of the foremost man, a crowning or a capture leads to another slice, which is solved before. A
side is written as 16 bits, a slice as two sides:

    bits 12-15 pieces   8-11 kings   4-7 men   0-3 the row of the foremost man, from its own side; 0 without men

and named after them: K1M2R5-K3 has a king and two men, the foremost on its fifth row, against three kings.

Within a slice a position is numbered, perfectly: no keys are stored. The board is seen by the larger side, which plays
from the top, as Black does:

    index = side to move, men of the larger side, men of the other, kings of the larger side, kings of the other

k pieces on squares s1 < s2 < ... are number C(s1, 1) + C(s2, 2) + ... of the combinations. Men count squares from their
own side, kings only those that earlier groups leave free. So nothing but men of both sides on one square makes an
index without a position. Where both sides have the same, the player to move counts as the larger.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from functools import cached_property

from countermove.bits import bits, highest, lowest, popcount, shl, shr
from countermove.errors import SpecError
from countermove.games.checkers.moves import Moves
from countermove.games.checkers.position import BLACK, WHITE, Position, bit_of

MIN_PIECES, MAX_PIECES = 2, 8
NONE = -1
"""The slice, or index, of a position that has none."""
SIDE = 16
"""Bits of one side of a slice."""
SIDE_MASK = (1 << SIDE) - 1
STRIDE = 64
NOWHERE = Position(0, 0, 0, 0, 0)
"""What an unused number stands for: no position."""
CHOOSE = tuple(math.comb(square, count) for count in range(MAX_PIECES + 1) for square in range(STRIDE))
"""C(square, count), at STRIDE x count + square."""


def _largest(count: int, squares: int) -> list[int]:
    """The last square of each combination."""
    return [last for last in range(squares) for _ in range(math.comb(last, count - 1))]


class Endings(Moves):
    """The slices, given the parameters of the rules."""

    @cached_property
    def all_squares(self) -> int:
        return self.board_size * self.half

    @cached_property
    def square_of(self) -> tuple[int, ...]:
        """Squares by their bits, from the top, counted from 0; gaps are any."""
        return tuple(bit - bit // (2 * self.half + 1) for bit in range(64))

    @cached_property
    def bits_of(self) -> tuple[int, ...]:
        """Bits by squares."""
        return tuple(bit_of(square + 1, self.half) for square in range(self.all_squares))

    @cached_property
    def row_of(self) -> tuple[int, ...]:
        """The rows of bits, from the top."""
        return tuple(min(square // self.half, self.board_size - 1) for square in self.square_of)

    @cached_property
    def pairs(self) -> tuple[int, ...]:
        """The last square of each combination of two."""
        return tuple(_largest(2, self.all_squares))

    @cached_property
    def triples(self) -> tuple[int, ...]:
        """The last square of each combination of three."""
        return tuple(_largest(3, self.all_squares))

    # Slices.

    def side_of(self, pieces: int, kings: int, colour: int) -> int:
        """A side of a slice."""
        men = pieces & ~kings
        found = popcount(pieces) << 12 | popcount(pieces & kings) << 8
        if men != 0:
            row = self.row_of[highest(men)] if colour == BLACK else self.board_size - 1 - self.row_of[lowest(men)]
            found |= popcount(men) << 4 | row
        return found

    def slice_of(self, state: Position) -> int:
        """The slice of a position; NONE if it has too many pieces, or a side has none."""
        if state.black == 0 or state.white == 0 or popcount(state.black | state.white) > MAX_PIECES:
            return NONE
        one = self.side_of(state.black, state.kings, BLACK)
        other = self.side_of(state.white, state.kings, WHITE)
        return max(one, other) << SIDE | min(one, other)

    def ways(self, side: int) -> int:
        """The ways to place the men of a side."""
        men, row = side >> 4 & 15, side & 15
        if men == 0:
            return 1
        return CHOOSE[STRIDE * men + self.half * (row + 1)] - CHOOSE[STRIDE * men + self.half * row]

    def part(self, number: int) -> int:
        """The numbers of a slice for one side to move."""
        one, other = number >> SIDE, number & SIDE_MASK
        free = self.all_squares - (one >> 4 & 15) - (other >> 4 & 15)
        kings, others = one >> 8 & 15, other >> 8 & 15
        placed = CHOOSE[STRIDE * kings + free] * CHOOSE[STRIDE * others + free - kings]
        return self.ways(one) * self.ways(other) * placed

    def slice_size(self, number: int) -> int:
        return self.part(number) if number >> SIDE == number & SIDE_MASK else 2 * self.part(number)

    # From a position to its number, and back.

    def combination(self, squares: int, taken: int, colour: int) -> int:
        """The number of a set of squares among those not taken, counted from the side of a colour."""
        found = 0
        if colour == BLACK:
            place = STRIDE
            for bit in bits(squares):
                found += CHOOSE[place + self.square_of[bit] - popcount(taken & (1 << bit) - 1)]
                place += STRIDE
        else:
            place = STRIDE * popcount(squares)
            last = self.all_squares - 1
            for bit in bits(squares):
                found += CHOOSE[place + last - self.square_of[bit] - popcount(shr(taken, bit))]
                place -= STRIDE
        return found

    def slice_index(self, state: Position) -> int:
        """The number of a position within its slice."""
        one = self.side_of(state.black, state.kings, BLACK)
        other = self.side_of(state.white, state.kings, WHITE)
        colour = BLACK if one > other or (one == other and state.turn == BLACK) else WHITE
        black_men, white_men = state.black & ~state.kings, state.white & ~state.kings
        black = self.combination(black_men, 0, BLACK) - self.passed(one)
        white = self.combination(white_men, 0, WHITE) - self.passed(other)
        men = black_men | white_men
        free = self.all_squares - popcount(men)
        first = self.combination(state.black & state.kings, men if colour == BLACK else men | state.white, colour)
        second = self.combination(state.white & state.kings, men if colour == WHITE else men | state.black, colour)
        if colour == BLACK:
            found = (black * self.ways(other) + white) * CHOOSE[STRIDE * (one >> 8 & 15) + free] + first
            found = found * CHOOSE[STRIDE * (other >> 8 & 15) + free - (one >> 8 & 15)] + second
            return found if state.turn == BLACK else found + self.part(one << SIDE | other)
        found = (white * self.ways(one) + black) * CHOOSE[STRIDE * (other >> 8 & 15) + free] + second
        found = found * CHOOSE[STRIDE * (one >> 8 & 15) + free - (other >> 8 & 15)] + first
        return found if state.turn == WHITE else found + self.part(other << SIDE | one)

    def passed(self, side: int) -> int:
        """The combinations of men that have not come as far as a side's."""
        return CHOOSE[STRIDE * (side >> 4 & 15) + self.half * (side & 15)] if side & 0xF0 != 0 else 0

    def placed(self, index: int, count: int, taken: int, colour: int) -> int:
        """The set of squares, not taken, with a number: the inverse of `combination`."""
        found = 0
        for left in range(count, 0, -1):
            square = index
            if left == 2:
                square = self.pairs[index]
            elif left == 3:
                square = self.triples[index]
            elif left > 3:
                square = self.all_squares - 1
                while CHOOSE[STRIDE * left + square] > index:
                    square -= 1
            if left > 1:
                index -= CHOOSE[STRIDE * left + square]
            for bit in bits(taken):  # colour is BLACK where any are
                if self.square_of[bit] <= square:
                    square += 1
            found |= 1 << self.bits_of[square if colour == BLACK else self.all_squares - 1 - square]
        return found

    def slice_state(self, number: int, index: int) -> Position:
        """The position with a number, the larger side being Black; NOWHERE if there is none."""
        one, other = number >> SIDE, number & SIDE_MASK
        whole = self.part(number)
        rest = index if index < whole else index - whole
        men_one, men_other = one >> 4 & 15, other >> 4 & 15
        kings_one, kings_other = one >> 8 & 15, other >> 8 & 15
        free = self.all_squares - men_one - men_other
        ways = CHOOSE[STRIDE * kings_other + free - kings_one]
        second = rest % ways
        rest //= ways
        ways = CHOOSE[STRIDE * kings_one + free]
        first = rest % ways
        rest //= ways
        ways = self.ways(other)
        black = self.placed(rest // ways + self.passed(one), men_one, 0, BLACK)
        white = self.placed(rest % ways + self.passed(other), men_other, 0, WHITE)
        if black & white != 0:
            return NOWHERE
        black_kings = self.placed(first, kings_one, black | white, BLACK)
        white_kings = self.placed(second, kings_other, black | white | black_kings, BLACK)
        turn = BLACK if index < whole else WHITE
        return Position(black | black_kings, white | white_kings, black_kings | white_kings, turn, 0)

    def slice_before(self, state: Position) -> Iterator[int]:
        """The numbers of positions of the same slice from which one move without a capture may lead here."""
        mover = 1 - state.turn
        pieces = state.black if mover == BLACK else state.white
        empty = self.every & ~(state.black | state.white)
        kings = pieces & state.kings
        one, two = self.half, self.half + 1
        # A man has come from behind, unless that was the step that made it the foremost.
        men = pieces & ~kings
        if men != 0:
            edge = highest(men) if mover == BLACK else lowest(men)
            foremost = 0
            for bit in bits(men):
                if self.row_of[bit] == self.row_of[edge]:
                    foremost |= 1 << bit
            if foremost & foremost - 1 == 0:
                men ^= foremost
        down = kings if mover == BLACK else kings | men  # who may have come from below
        up = kings | men if mover == BLACK else kings
        for turn in range(4):
            step = one if turn % 2 == 0 else two
            origins = (shl(down, step) if turn < 2 else shr(up, step)) & empty
            for origin in bits(origins):
                target = origin - step if turn < 2 else origin + step
                while True:
                    change = 1 << origin | 1 << target
                    is_king = kings >> target & 1 != 0
                    before = Position(
                        state.black ^ (change if mover == BLACK else 0),
                        state.white ^ (change if mover == WHITE else 0),
                        state.kings ^ (change if is_king else 0),
                        mover,
                        0,
                    )
                    if not self.can_jump(before):
                        yield self.slice_index(before)
                    origin += step if turn < 2 else -step
                    if not self.flies or not is_king or origin < 0 or empty >> origin & 1 == 0:
                        break

    # Slices by name.

    def sides(self, pieces: int) -> Iterator[int]:
        """All sides with a number of pieces."""
        for men in range(pieces + 1):
            for row in range(self.board_size - 1) if men else (0,):
                side = pieces << 12 | pieces - men << 8 | men << 4 | row
                if self.ways(side) > 0:
                    yield side

    def slices(self, pieces: int) -> Iterator[int]:
        """All slices with a number of pieces."""
        if not MIN_PIECES <= pieces <= min(MAX_PIECES, self.all_squares - 2):
            return
        for first in range(pieces // 2, pieces):
            for one, other in itertools.product(self.sides(first), self.sides(pieces - first)):
                if one >= other and 2 * first >= pieces:
                    yield one << SIDE | other

    def slices_below(self, number: int) -> list[int]:
        """The slices that a capture, a crowning or a step of the foremost man leads to."""
        found = set()
        one, other = number >> SIDE, number & SIDE_MASK
        for mine, theirs in ((one, other), (other, one)):
            found |= {(moved, theirs) for moved in self._stepped(mine)}
            found |= {(moved, left) for moved in self._jumped(mine) for left in self._lost(theirs) if left}
        return sorted({max(pair) << SIDE | min(pair) for pair in found} - {number})

    def _stepped(self, side: int) -> Iterator[int]:
        """What a side is after a step of its foremost man: one row further on, or crowned."""
        pieces, kings, men, row = side >> 12, side >> 8 & 15, side >> 4 & 15, side & 15
        if men and row + 1 < self.board_size - 1:
            yield side + 1
        elif men:
            yield from self._with_men(pieces, kings + 1, men - 1, row)

    def _jumped(self, side: int) -> Iterator[int]:
        """What a side may be after it has captured."""
        pieces, kings, men = side >> 12, side >> 8 & 15, side >> 4 & 15
        yield from self._with_men(pieces, kings, men, self.board_size - 2)
        if men:
            yield from self._with_men(pieces, kings + 1, men - 1, self.board_size - 2)

    def _with_men(self, pieces: int, kings: int, men: int, row: int) -> Iterator[int]:
        """A side with its foremost man on any row up to one."""
        for at in range(row + 1) if men else (0,):
            side = pieces << 12 | kings << 8 | men << 4 | at
            if self.ways(side) > 0:
                yield side

    def _lost(self, side: int) -> Iterator[int]:
        """What a side may be after a capture: any pieces gone."""
        kings, men, row = side >> 8 & 15, side >> 4 & 15, side & 15
        for left, still in itertools.product(range(kings + 1), range(men + 1)):
            if left + still == 0:
                yield 0
            elif (left, still) != (kings, men):
                yield from self._with_men(left + still, left, still, row)

    def slice_name(self, number: int) -> str:
        return f"{_named(number >> SIDE)}-{_named(number & SIDE_MASK)}"

    def read_slice(self, text: str) -> int:
        """The slice with a name; SpecError if there is none."""
        found = re.fullmatch(r"(?:K(\d))?(?:M(\d)R(\d))?-(?:K(\d))?(?:M(\d)R(\d))?", text.strip().upper())
        if found is not None:
            numbers = [int(each or 0) for each in found.groups()]
            sides = []
            for kings, men, row in (numbers[:3], numbers[3:]):
                sides.append(kings + men << 12 | kings << 8 | men << 4 | max(0, row - 1) * (men > 0))
            number = max(sides) << SIDE | min(sides)
            if number in set(self.slices((sides[0] >> 12) + (sides[1] >> 12))):
                return number
        raise SpecError(
            f"The slice is {text!r}; expected both sides' kings, men and the row of their foremost man, such as "
            "K1M2R5-K3."
        )


def _named(side: int) -> str:
    kings, men, row = side >> 8 & 15, side >> 4 & 15, side & 15
    return (f"K{kings}" if kings else "") + (f"M{men}R{row + 1}" if men else "")
