"""The moves of draughts, for all kinds of rules that are parameters.

An action is a whole move, with all its jumps, as one number:

    bits  0-5    the bit of the square where it ends (see position.py)
          6-11   the bit of the square where it starts
         12-47   the squares of all pieces it takes, one bit each; on a board of 10 x 10 up to 61, without the gaps
         48-     where a king that does not fly can take the same pieces in another order: which way it goes
         62      a man was crowned on the way, and did not end on the last row

Ways of flying kings between the same squares that take the same pieces are one action. The low bits are what search
remembers of a move.

Captures are compulsory. Pieces are removed when the move is over, so that none can be jumped twice, and those already
jumped still block the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from countermove.bits import bits, popcount, shl, shr
from countermove.game import Game
from countermove.games.checkers.position import BLACK, Position

TAKEN_AT = 12
WAY_AT = 48
CROWNED = 1 << 62
ENDS, BECOMES_KING, PASSES = range(3)
"""What happens to a man that reaches the last row while it jumps: its move ends there, crowned; it goes on as a king;
it goes on as a man, and is crowned only if the move ends there."""


class Moves(Game[Position]):
    """The moves, given the parameters of the rules."""

    board_size: int
    flies: bool
    """A king moves and jumps along a whole diagonal."""
    jumps_back: bool
    """A man may jump backwards."""
    takes_most: bool
    """A capture must take as many pieces as possible."""
    crowning: int
    """ENDS, BECOMES_KING or PASSES."""
    max_reversible: ClassVar[int]

    # The board.

    @cached_property
    def half(self) -> int:
        """The squares in a row."""
        return self.board_size // 2

    @cached_property
    def every(self) -> int:
        """All squares."""
        half, rows = self.half, self.board_size
        return sum(1 << row * half + row // 2 + at for row in range(rows) for at in range(half))

    @cached_property
    def last_rows(self) -> int:
        """The top and the bottom row, where men are crowned."""
        row = (1 << self.half) - 1
        return row | row << (self.board_size - 1) * self.half + (self.board_size - 1) // 2

    @cached_property
    def squeezed(self) -> bool:
        """Whether the taken squares of an action leave out the gaps, to fit into a number."""
        return self.board_size == 10

    @cached_property
    def crowns_at_once(self) -> bool:
        """Whether a man that reaches the last row goes on jumping as a king."""
        return self.crowning == BECOMES_KING

    def packed(self, taken: int) -> int:
        """Taken squares as bits of an action."""
        if not self.squeezed:
            return taken
        return (
            taken & 0x3FF | (taken >> 11 & 0x3FF) << 10 | (taken >> 22 & 0x3FF) << 20 | (taken >> 33 & 0x3FF) << 30
            | (taken >> 44 & 0x3FF) << 40
        )  # fmt: skip

    def taken_by(self, action: int) -> int:
        """The squares that an action takes."""
        if not self.squeezed:
            return (action & (1 << WAY_AT) - 1) >> TAKEN_AT
        taken = (action & ~CROWNED) >> TAKEN_AT
        return (
            taken & 0x3FF | (taken >> 10 & 0x3FF) << 11 | (taken >> 20 & 0x3FF) << 22 | (taken >> 30 & 0x3FF) << 33
            | (taken >> 40 & 0x3FF) << 44
        )  # fmt: skip

    def jump(self, origin: int, target: int, taken: int) -> int:
        return target | origin << 6 | self.packed(taken) << TAKEN_AT

    # What a side can do.

    def own(self, state: Position) -> int:
        return state.black if state.turn == BLACK else state.white

    def theirs(self, state: Position) -> int:
        return state.white if state.turn == BLACK else state.black

    def can_jump(self, state: Position) -> bool:
        """Whether the player to move can take a piece, and so must."""
        own, theirs = self.own(state), self.theirs(state)
        empty = self.every & ~(own | theirs)
        kings = own & state.kings
        down = own if self.jumps_back or state.turn == BLACK else kings
        up = kings if not self.jumps_back and state.turn == BLACK else own
        one, two = self.half, self.half + 1
        near = (
            shl(down, one) & theirs & shr(empty, one)
            | shl(down, two) & theirs & shr(empty, two)
            | shr(up, one) & theirs & shl(empty, one)
            | shr(up, two) & theirs & shl(empty, two)
        )
        if near != 0:
            return True
        if self.flies and kings != 0:
            return self.reach(kings, theirs, empty)
        return False

    def reach(self, kings: int, theirs: int, empty: int) -> bool:
        """Whether a king that flies can jump a piece, from any distance."""
        one, two = self.half, self.half + 1
        a = b = c = d = kings
        for _ in range(self.board_size):
            a |= shl(a, one) & empty
            b |= shl(b, two) & empty
            c |= shr(c, one) & empty
            d |= shr(d, two) & empty
        near = (
            shl(a, one) & theirs & shr(empty, one)
            | shl(b, two) & theirs & shr(empty, two)
            | shr(c, one) & theirs & shl(empty, one)
            | shr(d, two) & theirs & shl(empty, two)
        )
        return near != 0

    def legal_moves(self, state: Position) -> Iterator[int]:
        """All moves: jumps if there are any."""
        own, theirs = self.own(state), self.theirs(state)
        empty = self.every & ~(own | theirs)
        kings = own & state.kings
        down = own if state.turn == BLACK else kings
        up = kings if state.turn == BLACK else own
        one, two = self.half, self.half + 1
        if self.can_jump(state):
            if self.flies or self.takes_most or self.jumps_back:
                yield from self.all_jumps(state)
            else:
                forward = state.turn == BLACK
                men = own ^ kings
                if forward:
                    for origin in bits(men & shr(theirs, one) & shr(empty, 2 * one)):
                        yield from self.jumps_of_man(origin, one, theirs, empty, forward)
                    for origin in bits(men & shr(theirs, two) & shr(empty, 2 * two)):
                        yield from self.jumps_of_man(origin, two, theirs, empty, forward)
                else:
                    for origin in bits(men & shl(theirs, one) & shl(empty, 2 * one)):
                        yield from self.jumps_of_man(origin, -one, theirs, empty, forward)
                    for origin in bits(men & shl(theirs, two) & shl(empty, 2 * two)):
                        yield from self.jumps_of_man(origin, -two, theirs, empty, forward)
                for origin in bits(kings):
                    if self.goes_on(origin, theirs, empty, True, forward):
                        found: list[int] = []
                        self.jump_on(found, origin, origin, 0, theirs, empty | 1 << origin, True, forward)
                        yield from found
        elif self.flies:
            for target in bits(shl(down & ~kings, one) & empty):
                yield target | target - one << 6
            for target in bits(shl(down & ~kings, two) & empty):
                yield target | target - two << 6
            for target in bits(shr(up & ~kings, one) & empty):
                yield target | target + one << 6
            for target in bits(shr(up & ~kings, two) & empty):
                yield target | target + two << 6
            for origin in bits(kings):
                for step in (one, two, -one, -two):
                    target = origin + step
                    while target >= 0 and empty >> target & 1 != 0:
                        yield target | origin << 6
                        target += step
        else:
            for target in bits(shl(down, one) & empty):
                yield target | target - one << 6
            for target in bits(shl(down, two) & empty):
                yield target | target - two << 6
            for target in bits(shr(up, one) & empty):
                yield target | target + one << 6
            for target in bits(shr(up, two) & empty):
                yield target | target + two << 6

    # Jumps of men and kings that do not fly, forward only for men: American rules.

    def jumps_of_man(self, origin: int, step: int, theirs: int, empty: int, forward: bool) -> Iterator[int]:
        """The captures of a man that begin with one jump."""
        target = origin + 2 * step
        taken = 1 << origin + step
        if self.is_last(target, forward) or not self.goes_on(target, theirs, empty, False, forward):
            yield self.jump(origin, target, taken)
        else:
            found: list[int] = []
            self.jump_on(found, origin, target, taken, theirs, empty, False, forward)
            yield from found

    def goes_on(self, at: int, theirs: int, empty: int, king: bool, forward: bool) -> bool:
        """Whether a piece can jump from a square."""
        one, two = self.half, self.half + 1
        piece = 1 << at
        if king or forward:  # noqa: SIM102
            if shl(piece, one) & theirs & shr(empty, one) | shl(piece, two) & theirs & shr(empty, two) != 0:
                return True
        if king or not forward:
            return shr(piece, one) & theirs & shl(empty, one) | shr(piece, two) & theirs & shl(empty, two) != 0
        return False

    def jump_on(
        self, found: list[int], origin: int, at: int, taken: int, theirs: int, empty: int, king: bool, forward: bool
    ) -> None:
        """Add all ways to finish a capture, given the pieces that are left to take."""
        one = self.half
        more = False
        for turn in range(4):
            step = one + turn % 2
            if turn >= 2:
                step = -step
            if king or (turn < 2) == forward:
                middle = at + step
                target = middle + step
                if target >= 0 and theirs >> middle & 1 != 0 and empty >> target & 1 != 0:
                    more = True
                    if not king and self.is_last(target, forward):
                        found.append(self.jump(origin, target, taken | 1 << middle))
                    else:
                        self.jump_on(
                            found, origin, target, taken | 1 << middle, theirs ^ 1 << middle, empty, king, forward
                        )
        if not more:
            action = self.jump(origin, at, taken)
            while king and not self.squeezed and action in found:  # in a circle, the other way round
                action += 1 << WAY_AT
            if action not in found:
                found.append(action)

    # Jumps by all other rules.

    def add(self, found: list[int], action: int) -> None:
        """Add a capture, unless another way has led to the same."""
        if action not in found:
            found.append(action)

    def all_jumps(self, state: Position) -> Iterator[int]:
        """All captures, or those that take most."""
        own, theirs = self.own(state), self.theirs(state)
        empty = self.every & ~(own | theirs)
        found: list[int] = []
        for origin in bits(own):
            king = state.kings >> origin & 1 != 0
            self.find(found, origin, origin, 0, theirs, empty | 1 << origin, king, state.turn == BLACK, 0)
        most = 0
        if self.takes_most:
            for action in found:
                most = max(most, popcount(self.taken_by(action)))
        for action in found:
            if most == 0 or popcount(self.taken_by(action)) == most:
                yield action

    def find(
        self, found: list[int], origin: int, at: int, taken: int, theirs: int, empty: int, king: bool, forward: bool,
        crowned: int,
    ) -> bool:  # fmt: skip
        """Add all captures that go on from a square; False if there is no further jump.

        `theirs` has the pieces that are left to take, `empty` the squares that are empty once the piece has left.
        `crowned` is CROWNED if a man has become a king on the way.
        """
        more = False
        for turn in range(4):
            step = self.half + turn % 2
            if turn >= 2:
                step = -step
            if not (king or self.jumps_back or (turn < 2) == forward):
                continue
            middle = at + step
            while king and self.flies and middle >= 0 and empty >> middle & 1 != 0:
                middle += step
            first = middle + step
            if middle < 0 or first < 0 or theirs >> middle & 1 == 0 or empty >> first & 1 == 0:
                continue
            more = True
            now, left = taken | 1 << middle, theirs ^ 1 << middle
            if king and self.flies:
                # If it can go on from some of the squares behind, it must stop on one of them.
                further = False
                target = first
                while target >= 0 and empty >> target & 1 != 0:
                    if self.find(found, origin, target, now, left, empty, True, forward, crowned):
                        further = True
                    target += step
                target = first
                while not further and target >= 0 and empty >> target & 1 != 0:
                    self.add(found, self.jump(origin, target, now) | (0 if self.is_last(target, forward) else crowned))
                    target += step
                continue
            arrives = not king and self.is_last(first, forward)
            becomes = arrives and self.crowns_at_once
            stops = arrives and self.crowning == ENDS
            mark = CROWNED if becomes else crowned
            if stops or not self.find(found, origin, first, now, left, empty, king or becomes, forward, mark):
                self.add(found, self.jump(origin, first, now) | (0 if self.is_last(first, forward) else crowned))
        return more

    def is_last(self, bit: int, forward: bool) -> bool:
        """Whether a side's men are crowned on a square."""
        return self.last_rows >> bit & 1 != 0 and (bit >= self.half) == forward

    # The position after a move.

    def after(self, state: Position, action: int) -> Position:
        origin, target = action >> 6 & 63, action & 63
        start, end = 1 << origin, 1 << target
        taken = self.taken_by(action)
        king = state.kings >> origin & 1
        kings = state.kings & ~(taken | start)
        if king != 0 or self.is_last(target, state.turn == BLACK) or action & CROWNED != 0:
            kings |= end
        quiet = 0
        if king != 0 and taken == 0 and self.max_reversible != 0:
            quiet = state.quiet + 1
        if state.turn == BLACK:
            return Position(state.black & ~start | end, state.white & ~taken, kings, 1, quiet)
        return Position(state.black & ~taken, state.white & ~start | end, kings, 0, quiet)
