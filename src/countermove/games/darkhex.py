"""Dark hex: connect two sides of a board without seeing the other's stones.

The rules of Hex: X connects the top and the bottom, O the left and the right, and exactly one of them succeeds. But
players see only their own stones. A player who tries a cell that the other has taken learns that, and tries another one
in the same turn; with `abrupt`, the turn is lost instead. Neither learns how often the other tried in vain.

A cell has six neighbours, and each row is shifted by half a cell:

    a b c          cell = row * cols + col, counted from the top left
     d e f         neighbours of e: b c, d f, g h
      g h i

    x, o               the stones, bits of cells
    found_o, found_x   the stones of O that X has found, and the other way round

    view of X:  x as it is, o = found_o
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from countermove.bits import bits, popcount, shl, shr
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Axes, Game
from countermove.games._checked import whole
from countermove.values import key_of

NOBODY = -1
TRIES = 30
"""Random sets of stones to try before one is built that does not connect."""
MAX_REPLAYED, GAMES = 9, 300
"""Cells of a board on which random games are replayed, and how many, to imagine a state."""


class Dark(NamedTuple):
    x: int
    o: int
    found_o: int
    """Stones of O that X has found; likewise those of X that O has found."""
    found_x: int
    mover: int
    winner: int


@dataclass(frozen=True)
class DarkHex(Game[Dark]):
    """Connect two sides of a board without seeing the other's stones.

    >>> game = DarkHex(2, 2)
    >>> state = game.read("a2 a2 b1")
    >>> game.view(state, 1) == Dark(x=0b0001, o=0b1000, found_o=0, found_x=0b0001, mover=0, winner=-1)
    True
    >>> game.utility(game.read("a2 b2 a1"), 0)
    1.0
    """

    rows: int = 5
    cols: int = 5
    abrupt: bool = False

    axes: ClassVar[Axes] = Axes(hidden=True)
    outcomes: ClassVar[tuple[int, ...]] = (-1, 1)

    def __post_init__(self) -> None:
        whole(self, 1, 7, "rows", "cols")
        if not isinstance(self.abrupt, bool):
            raise SpecError(f"DarkHex: abrupt={self.abrupt!r} must be true or false.")

    @property
    def cells(self) -> int:
        return self.rows * self.cols

    @property
    def full(self) -> int:
        """All cells."""
        return (1 << self.rows * self.cols) - 1

    @property
    def left(self) -> int:
        """The cells of the leftmost column."""
        column = 0
        for row in range(self.rows):
            column |= 1 << row * self.cols
        return column

    def initial(self) -> Dark:
        return Dark(0, 0, 0, 0, 0, NOBODY)

    def player(self, state: Dark) -> int:
        return state.mover

    def actions(self, state: Dark) -> Iterator[int]:
        if state.winner == NOBODY:
            known = state.x | state.found_o if state.mover == 0 else state.o | state.found_x
            yield from bits(self.full & ~known)

    def result(self, state: Dark, action: int) -> Dark:
        x, o, found_o, found_x, mover, _ = state
        cell = 1 << action
        if mover == 0:
            if o & cell:
                return Dark(x, o, found_o | cell, found_x, 1 if self.abrupt else 0, NOBODY)
            return Dark(x | cell, o, found_o, found_x, 1, 0 if self.connects(x | cell, 0) else NOBODY)
        if x & cell:
            return Dark(x, o, found_o, found_x | cell, 0 if self.abrupt else 1, NOBODY)
        return Dark(x, o | cell, found_o, found_x, 0, 1 if self.connects(o | cell, 1) else NOBODY)

    def connects(self, stones: int, player: int) -> bool:
        """Whether a player's stones connect its two sides."""
        left, top = self.left, (1 << self.cols) - 1
        right, bottom = left << self.cols - 1, top << self.cols * (self.rows - 1)
        reached = stones & (top if player == 0 else left)
        goal = bottom if player == 0 else right
        while True:
            inner, outer = reached & ~left, reached & ~right
            grown = reached << self.cols | shr(reached, self.cols) | outer << 1 | shr(inner, 1)
            grown = stones & (reached | grown | shr(outer, self.cols - 1) | inner << self.cols - 1)
            if grown & goal:
                return True
            if grown == reached:
                return False
            reached = grown

    def is_terminal(self, state: Dark) -> bool:
        return state.winner != NOBODY

    def utility(self, state: Dark, player: int) -> float:
        return 1.0 if player == state.winner else -1.0

    # What is seen.

    def view(self, state: Dark, player: int) -> Dark:
        if player == 0:
            return Dark(state.x, state.found_o, state.found_o, 0, state.mover, state.winner)
        if player == 1:
            return Dark(state.found_x, state.o, 0, state.found_x, state.mover, state.winner)
        return Dark(0, 0, 0, 0, state.mover, state.winner)

    def imagine(self, state: Dark, player: int, seed: int) -> Dark:
        """A state of a random game that looks the same, on small boards; on others one that is nearly as likely."""
        if state.winner != NOBODY:
            return state
        if self.cells <= MAX_REPLAYED:
            seen = self.view(state, player)
            for number in range(GAMES):
                now = self.initial()
                draws = 0
                while now.winner == NOBODY:
                    draws += 1
                    drawn = shr(key_of((seed, number, draws)), 1)
                    # While the other bumps about, several states look the same; each is to be as likely.
                    returns = state.mover == player or drawn & 7 == 0
                    if returns and now.mover == state.mover and self.view(now, player) == seen:
                        return now
                    known = now.x | now.found_o if now.mover == 0 else now.o | now.found_x
                    now = self.result(now, self.picked(self.full & ~known, shr(drawn, 3)))
        return self.guessed(state, player, seed)

    def picked(self, cells: int, number: int) -> int:
        """One of some cells, by a random number."""
        number %= popcount(cells)
        for cell in bits(cells):
            if number == 0:
                return cell
            number -= 1
        return 0

    def guessed(self, state: Dark, player: int, seed: int) -> Dark:
        """Stones of the other anywhere that they may be, and what it has bumped into, as in random play."""
        own, found = (state.x, state.found_o) if player == 0 else (state.o, state.found_x)
        # Step 1. The other's turns so far; in each it may bump into stones that were there by then.
        mine = popcount(own) + (popcount(found) if self.abrupt else 0)
        other_first = 1 if player == 1 else 0
        turns = mine
        if state.mover == player:
            turns += other_first
        elif player == 0:
            turns -= 1
        bumped, draws, stones = 0, 0, 0
        for turn in range(turns):
            there = min(popcount(own), turn + 1 - other_first)
            while True:
                unknown = self.cells - stones - popcount(bumped)
                hidden = max(0, there - popcount(bumped))
                draws += 1
                if shr(key_of((seed, 1, draws)), 1) % max(1, unknown) >= hidden:
                    stones += 1
                    break
                bumped |= shl(1, self.picked(own & ~bumped, shr(key_of((seed, 2, draws)), 1)))
                if self.abrupt:
                    break
        # Step 2. Its stones that are not found yet, on cells that the player does not know.
        stones = max(stones, popcount(found))
        free = self.full & ~own & ~found
        missing = min(stones - popcount(found), popcount(free))
        theirs = found
        for number in range(TRIES + 1):
            theirs = self.scattered(found, free, missing, key_of((seed, 3, number)), 1 - player, number == TRIES)
            if not self.connects(theirs, 1 - player):
                break
        if player == 0:
            return Dark(own, theirs, found, bumped, state.mover, NOBODY)
        return Dark(theirs, own, bumped, found, state.mover, NOBODY)

    def scattered(self, found: int, free: int, count: int, seed: int, player: int, careful: bool) -> int:
        """The stones found and `count` more on free cells at random; if `careful`, none that connects."""
        for number in range(count):
            cell = shl(1, self.picked(free, shr(key_of((seed, number)), 1)))
            free &= ~cell
            if not careful or not self.connects(found | cell, player):
                found |= cell
        return found

    # Words and pictures.

    def player_name(self, player: int) -> str:
        return "XO"[player] if player >= 0 else super().player_name(player)

    def action_name(self, state: Dark, action: int) -> str:
        row, col = divmod(action, self.cols)
        return f"{'abcdefg'[col]}{self.rows - row}"

    def board(self, state: Dark) -> Board:
        legal = frozenset(self.actions(state))
        cells = [
            Cell("X", player=0)
            if state.x >> cell & 1
            else Cell("O", player=1)
            if state.o >> cell & 1
            else Cell("", action=cell if cell in legal else None)
            for cell in range(self.cells)
        ]
        hidden = [cell for cell in legal if cells[cell].action is None]
        names = tuple(str(self.rows - row) for row in range(self.rows))
        return Board.of(
            [cells[at : at + self.cols] for at in range(0, self.cells, self.cols)], "grid", row_names=names,
            column_names=tuple("abcdefg"[: self.cols]), clicks=[(cell, (divmod(cell, self.cols),)) for cell in hidden],
            caption="X connects top and bottom, O left and right; each row is half a cell further to the right",
        )  # fmt: skip

    def text(self, state: Dark) -> str:
        marks = ["X" if state.x >> cell & 1 else "O" if state.o >> cell & 1 else "." for cell in range(self.cells)]
        lines = [" ".join(marks[at : at + self.cols]) for at in range(0, self.cells, self.cols)]
        return "\n".join(" " * row + line for row, line in enumerate(lines))
