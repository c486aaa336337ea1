"""Battleships: hide a fleet, and find the other's.

Both players place the ships of their fleet on a sea of their own, across or down, without overlaps, and out of each
other's sight. Then they shoot at the other's sea in turn, `salvo` shots a turn. Each shot is answered at once: water or
hit, and when the last cell of a ship is hit, it is sunk and shown. The first to sink the whole fleet wins. With
`shots`, that is the number each player has, and what counts is the difference of ships sunk, as in OpenSpiel and in
Farina and others, "Correlation in extensive-form games" (2019).

    placement = 2 * cell + direction       direction 0 across, 1 down; the cell is the first, in reading order
    a set of cells                         two words: bits of cells 0 to 49, and of cells 50 to 99

The sea of 10 x 10 with ships of 5, 4, 3, 3 and 2 can be filled in 30,093,975,536 ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from countermove.bits import popcount, shl
from countermove.board import Board
from countermove.errors import SpecError
from countermove.game import Axes, Game, shortened
from countermove.games import _sea_picture
from countermove.games._aim import aim, density
from countermove.games._checked import whole
from countermove.games._fleet import HALF, HIDDEN, fleet_like
from countermove.values import put


class Seas(NamedTuple):
    ships: tuple[int, ...]
    """The placement of each ship: those of the first player, then those of the second."""
    shots: tuple[int, ...]
    """Cells that the first player has shot at, in two words, then those of the second."""
    hits: tuple[int, ...]
    """Those of them that hit."""
    mover: int
    placed: int
    """Ships placed by both."""
    fired: int
    """Shots in this turn."""


@dataclass(frozen=True)
class Battleships(Game[Seas]):
    """Hide a fleet, and find the other's.

    >>> game = Battleships(2, 2, (1,))
    >>> game.utility(game.read("a2- b1- b1"), 0)
    1.0
    """

    rows: int = 10
    cols: int = 10
    fleet: tuple[int, ...] = (5, 4, 3, 3, 2)
    shots: int = 0
    salvo: int = 1

    axes: ClassVar[Axes] = Axes(hidden=True)

    def __post_init__(self) -> None:
        whole(self, 1, 10, "rows", "cols")
        whole(self, 0, 100, "shots")
        whole(self, 1, 100, "salvo")
        long = max(self.rows, self.cols)
        sizes = isinstance(self.fleet, tuple) and all(type(size) is int and 1 <= size <= long for size in self.fleet)
        if not sizes or not 1 <= len(self.fleet) <= 10:
            raise SpecError(
                f"Battleships: fleet={self.fleet!r} must be 1 to 10 lengths of ships, each from 1 to {long}."
            )
        if 2 * sum(self.fleet) > self.rows * self.cols and len(self.fleet) > 1:
            raise SpecError(
                f"Battleships: fleet={self.fleet!r} fills more than half of {self.rows} x {self.cols} cells."
            )

    @property
    def outcomes(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(range(-len(self.fleet), len(self.fleet) + 1)) if self.shots else (-1, 1)

    @property
    def ships(self) -> int:
        """Ships of one player."""
        return len(self.fleet)

    @property
    def cells(self) -> int:
        return self.rows * self.cols

    @cached_property
    def masks(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """By ship and placement: its cells in two words; (0, 0) if it does not fit."""
        return tuple(tuple(self._mask(size, code) for code in range(2 * self.cells)) for size in self.fleet)

    def _mask(self, size: int, code: int) -> tuple[int, int]:
        row, col = divmod(code // 2, self.cols)
        down = code % 2
        if (down and (size == 1 or row + size > self.rows)) or (not down and col + size > self.cols):
            return 0, 0
        covered = [(row + step * down) * self.cols + col + step * (1 - down) for step in range(size)]
        low = sum(1 << cell for cell in covered if cell < HALF)
        return low, sum(1 << cell - HALF for cell in covered if cell >= HALF)

    def initial(self) -> Seas:
        return Seas((HIDDEN,) * (2 * self.ships), (0, 0, 0, 0), (0, 0, 0, 0), 0, 0, 0)

    def player(self, state: Seas) -> int:
        return state.mover

    def taken(self, ships: tuple[int, ...], player: int) -> tuple[int, int]:
        """The cells of a player's ships."""
        low = high = 0
        for ship in range(self.ships):
            code = ships[player * self.ships + ship]
            if code != HIDDEN:
                mask = self.masks[ship][code]
                low |= mask[0]
                high |= mask[1]
        return low, high

    def actions(self, state: Seas) -> Iterator[int]:
        if state.placed < 2 * self.ships:
            low, high = self.taken(state.ships, state.mover)
            masks = self.masks[state.placed % self.ships]
            for code in range(2 * self.cells):
                mask = masks[code]
                if mask[0] | mask[1] and not (mask[0] & low or mask[1] & high):
                    yield code
        elif not self.is_terminal(state):
            low, high = state.shots[2 * state.mover], state.shots[2 * state.mover + 1]
            for cell in range(self.cells):
                if not (low >> cell & 1 if cell < HALF else high >> cell - HALF & 1):
                    yield cell

    def result(self, state: Seas, action: int) -> Seas:
        ships, shots, hits, mover, placed, fired = state
        if placed < 2 * self.ships:
            placed += 1
            return Seas(put(ships, placed - 1, action), shots, hits, 1 if self.ships <= placed < 2 * self.ships else 0,
                        placed, 0)  # fmt: skip
        word = 2 * mover + (1 if action >= HALF else 0)
        bit = shl(1, action % HALF)
        low, high = self.taken(ships, 1 - mover)
        shots = put(shots, word, shots[word] | bit)
        if (high if action >= HALF else low) & bit:
            hits = put(hits, word, hits[word] | bit)
        fired += 1
        turns = fired == self.salvo or self._spent(shots, mover)
        return Seas(ships, shots, hits, 1 - mover if turns else mover, placed, 0 if turns else fired)

    def _spent(self, shots: tuple[int, ...], player: int) -> bool:
        """Whether a player has no shot left."""
        fired = popcount(shots[2 * player]) + popcount(shots[2 * player + 1])
        return fired == self.cells or fired == self.shots

    def is_sunk(self, state: Seas, player: int, ship: int) -> bool:
        """Whether a ship of a player is sunk."""
        code = state.ships[player * self.ships + ship]
        if code == HIDDEN:
            return False
        mask = self.masks[ship][code]
        at = 2 * (1 - player)
        return state.hits[at] & mask[0] == mask[0] and state.hits[at + 1] & mask[1] == mask[1]

    def sunk(self, state: Seas, player: int) -> int:
        """The ships that a player has lost."""
        count = 0
        for ship in range(self.ships):
            count += 1 if self.is_sunk(state, player, ship) else 0
        return count

    def is_terminal(self, state: Seas) -> bool:
        if state.placed < 2 * self.ships:
            return False
        length = 0
        for size in self.fleet:
            length += size
        for player in range(2):
            if popcount(state.hits[2 * player]) + popcount(state.hits[2 * player + 1]) == length:
                return True
        return self.shots > 0 and self._spent(state.shots, 0) and self._spent(state.shots, 1)

    def utility(self, state: Seas, player: int) -> float:
        lost, won = self.sunk(state, player), self.sunk(state, 1 - player)
        if self.shots > 0:
            return float(won - lost)
        return 1.0 if won == self.ships else -1.0

    # Where to shoot.

    def policy(self, state: Seas) -> Iterator[tuple[int, float]]:
        """Where ships may be, by all that the shooter knows; any place to hide them."""
        if state.placed < 2 * self.ships:
            for action in self.actions(state):
                yield action, 1.0
        elif not self.is_terminal(state):
            weights = density(self, state)
            for action in self.actions(state):
                yield action, float(weights[action])

    def aim(self, state: Seas, corner: int) -> int:
        """The cell to shoot at, by what the shooter knows; `corner` settles ties."""
        return aim(self, state, corner)

    # What is seen.

    def view(self, state: Seas, player: int) -> Seas:
        """Own ships, and those of the other that are sunk."""
        ships = state.ships
        for owner in range(2):
            for ship in range(self.ships):
                if owner != player and not self.is_sunk(state, owner, ship):
                    ships = put(ships, owner * self.ships + ship, HIDDEN)
        return Seas(ships, state.shots, state.hits, state.mover, state.placed, state.fired)

    def sees(self, state: Seas, player: int, action: int) -> bool:
        return state.placed == 2 * self.ships

    def imagine(self, state: Seas, player: int, seed: int) -> Seas:
        """Fleets that fit all shots."""
        for owner in range(2):
            if owner != player:
                ships = fleet_like(self, state, owner, seed)
                state = Seas(ships, state.shots, state.hits, state.mover, state.placed, state.fired)
        return state

    # Words and pictures.

    def read(self, text: str) -> Seas:
        state = super().read(text)
        if not _sea_picture.is_possible(self, state):
            raise SpecError(
                f"The position {shortened(text)} is impossible on {self.rows} x {self.cols} cells with this fleet; "
                "give the actions that led to it."
            )
        return state

    def cell_name(self, cell: int) -> str:
        row, col = divmod(cell, self.cols)
        return f"{'abcdefghij'[col]}{self.rows - row}"

    def action_name(self, state: Seas, action: int) -> str:
        if state.placed < 2 * self.ships:
            return f"{self.cell_name(action // 2)}{'-|'[action % 2]}"
        return self.cell_name(action)

    def board(self, state: Seas) -> Board:
        return _sea_picture.board(self, state)

    def text(self, state: Seas) -> str:
        return _sea_picture.text(self, state)
