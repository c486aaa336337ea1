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
from typing import Any, ClassVar, NamedTuple

import numpy as np

from countermove.bits import bits, popcount, shl, shr
from countermove.board import Board, Cell
from countermove.errors import SpecError
from countermove.game import Axes, Game, shortened
from countermove.games._checked import whole
from countermove.values import key_of, put

HIDDEN = -1
"""A ship that is not placed, or not seen."""
HALF = 50
"""Cells in one word."""
HIT_WEIGHT = 20.0
"""How much more likely a placement is for each open hit that it explains."""
MAX_TRIES = 20
"""Fleets to draw for each that is wanted; most fit."""
PLAIN_TRIES, TRIES = 100, 2000
"""Random fleets to try before ships avoid water, and before giving up."""


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
            weights = self.density(state)
            for action in self.actions(state):
                yield action, float(weights[action])

    def density(self, state: Seas) -> Any:
        """For each cell, the placements of ships not sunk that cover it, those through open hits counting most.

        A hit is open until its ship is sunk. While there are open hits, only placements through them count: one through
        k of them `HIT_WEIGHT` to the power of k.
        """
        weights = np.zeros(self.rows * self.cols)
        owner = 1 - state.mover
        low_taken, high_taken, low_open, high_open = self.clues(state)
        chases = low_open | high_open != 0
        for ship in range(self.ships):
            if self.is_sunk(state, owner, ship):
                continue
            for code in range(2 * self.cells):
                mask = self.masks[ship][code]
                if not mask[0] | mask[1] or mask[0] & low_taken or mask[1] & high_taken:
                    continue
                covered = popcount(mask[0] & low_open) + popcount(mask[1] & high_open)
                if (covered == 0 and chases) or covered == self.fleet[ship]:
                    continue
                weight = 1.0
                for _ in range(covered):
                    weight *= HIT_WEIGHT
                step = self.cols if code % 2 else 1
                cell = code // 2
                for _ in range(self.fleet[ship]):
                    weights[cell] += weight
                    cell += step
        return weights

    def clues(self, state: Seas) -> tuple[int, int, int, int]:
        """What the shooter knows: the cells of water and of sunk ships, and the open hits, in two words each."""
        at, owner = 2 * state.mover, 1 - state.mover
        low_taken, high_taken = state.shots[at] & ~state.hits[at], state.shots[at + 1] & ~state.hits[at + 1]
        low_open, high_open = state.hits[at], state.hits[at + 1]
        for ship in range(self.ships):
            if self.is_sunk(state, owner, ship):
                mask = self.masks[ship][state.ships[owner * self.ships + ship]]
                low_taken |= mask[0]
                high_taken |= mask[1]
                low_open &= ~mask[0]
                high_open &= ~mask[1]
        return low_taken, high_taken, low_open, high_open

    def posterior(self, state: Seas, seed: int, samples: int) -> Any:
        """For each cell that was not shot at, how likely a ship is there, up to a factor: the mean over random fleets
        that fit all that the shooter knows, all as likely. The density, if there are no open hits, or no such fleets.

        Ships are first drawn for the open hits, from the first hit on, among all placements that explain it, and then
        the others anywhere. A fleet counts by the number of ways that there were to draw it (importance sampling).
        """
        owner = 1 - state.mover
        low_taken, high_taken, low_open, high_open = self.clues(state)
        if low_open | high_open == 0:
            return self.density(state)  # ships hardly hinder each other, and this has no noise
        room = 2 * self.cells
        codes = np.zeros(self.ships * room, np.int64)
        counts = np.zeros(self.ships, np.int64)
        for ship in range(self.ships):
            if not self.is_sunk(state, owner, ship):
                for code in range(room):
                    mask = self.masks[ship][code]
                    floats = mask[0] & ~low_open or mask[1] & ~high_open
                    if floats and not (mask[0] & low_taken or mask[1] & high_taken):
                        codes[ship * room + counts[ship]] = code
                        counts[ship] += 1
        weights = np.zeros(self.rows * self.cols)
        fitted = 0
        draws = 0
        for _ in range(MAX_TRIES * samples):
            if fitted == samples:
                break
            low = high = used = 0
            weight = 1.0
            fits = True
            # Step 1. Explain the open hits.
            low_left, high_left = low_open, high_open
            while fits and low_left | high_left != 0:
                low_bit = low_left & -low_left
                high_bit = 0 if low_bit != 0 else high_left & -high_left
                ways = 0
                pick = -1
                chosen = 0
                for turn in range(2):  # count the ways, then take one
                    for ship in range(self.ships):
                        if used >> ship & 1 == 0:
                            for place in range(int(counts[ship])):
                                mask = self.masks[ship][int(codes[ship * room + place])]
                                if (mask[0] & low_bit or mask[1] & high_bit) and not (mask[0] & low or mask[1] & high):
                                    if turn == 0:
                                        ways += 1
                                    else:
                                        if pick == 0:
                                            chosen = ship * room + place
                                        pick -= 1
                    if ways == 0:
                        fits = False
                        break
                    if turn == 0:
                        draws += 1
                        pick = shr(key_of((seed, draws)), 1) % ways
                if fits:
                    mask = self.masks[chosen // room][int(codes[chosen])]
                    used |= 1 << chosen // room
                    low |= mask[0]
                    high |= mask[1]
                    low_left &= ~mask[0]
                    high_left &= ~mask[1]
                    weight *= ways
            # Step 2. The other ships.
            for ship in range(self.ships):
                if fits and used >> ship & 1 == 0 and not self.is_sunk(state, owner, ship):
                    if counts[ship] == 0:
                        fits = False
                        break
                    draws += 1
                    place = shr(key_of((seed, draws)), 1) % int(counts[ship])
                    mask = self.masks[ship][int(codes[ship * room + place])]
                    if mask[0] & low or mask[1] & high:
                        fits = False
                        break
                    low |= mask[0]
                    high |= mask[1]
                    weight *= float(counts[ship])
            if fits:
                fitted += 1
                for cell in bits(low & ~low_open):
                    weights[cell] += weight
                for cell in bits(high & ~high_open):
                    weights[cell + HALF] += weight
        return weights if fitted > 0 else self.density(state)

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
        """Fleets that fit all shots: placed at random until one does; after some tries, ships avoid known water."""
        ships = state.ships
        for owner in range(2):
            if owner != player:
                ships = self.fleet_like(state, owner, seed)
        return Seas(ships, state.shots, state.hits, state.mover, state.placed, state.fired)

    def fleet_like(self, state: Seas, owner: int, seed: int) -> tuple[int, ...]:
        """Ships with a random fleet of one player that the other cannot tell apart."""
        count = min(max(state.placed - owner * self.ships, 0), self.ships)
        at = 2 * (1 - owner)
        low_hits, high_hits = state.hits[at], state.hits[at + 1]
        low_water, high_water = state.shots[at] & ~low_hits, state.shots[at + 1] & ~high_hits
        for number in range(TRIES):
            low = high = 0
            found = state.ships
            fits = True
            for ship in range(count):
                # Step 1. Pick a placement among those left, by its number.
                place = owner * self.ships + ship
                shown = self.is_sunk(state, owner, ship)
                avoids = number >= PLAIN_TRIES
                low_taken, high_taken = (low | low_water, high | high_water) if avoids else (low, high)
                left = 0
                for code in range(2 * self.cells):
                    mask = self.masks[ship][code]
                    left += 1 if mask[0] | mask[1] and not (mask[0] & low_taken or mask[1] & high_taken) else 0
                if left == 0:
                    fits = False
                    break
                pick = shr(key_of((seed, number, place)), 1) % left
                chosen = state.ships[place]
                if not (avoids and shown):
                    for code in range(2 * self.cells):
                        mask = self.masks[ship][code]
                        if mask[0] | mask[1] and not (mask[0] & low_taken or mask[1] & high_taken):
                            if pick == 0:
                                chosen = code
                                break
                            pick -= 1

                # Step 2. It must fit what is known of the ship, and of the water.
                mask = self.masks[ship][chosen]
                hit = mask[0] & low_hits == mask[0] and mask[1] & high_hits == mask[1]
                overlaps = mask[0] & low or mask[1] & high
                if hit != shown or (shown and chosen != state.ships[place]) or overlaps:
                    fits = False
                    break
                if mask[0] & low_water or mask[1] & high_water:
                    fits = False
                    break
                low |= mask[0]
                high |= mask[1]
                found = put(found, place, chosen)
            if fits and low & state.shots[at] == low_hits and high & state.shots[at + 1] == high_hits:
                return found
        return state.ships

    # Words and pictures.

    def read(self, text: str) -> Seas:
        state = super().read(text)
        if not self._is_possible(state):
            raise SpecError(
                f"The position {shortened(text)} is impossible on {self.rows} x {self.cols} cells with this fleet; "
                "give the actions that led to it."
            )
        return state

    def _is_possible(self, state: Seas) -> bool:
        """Whether a state, or a view of one, can occur: ships do not overlap, and shots hit what is there."""
        ships, shots, hits, mover, placed, fired = state
        lengths = len(ships) == 2 * self.ships and len(shots) == len(hits) == 4
        if not lengths or mover not in (0, 1) or not 0 <= placed <= 2 * self.ships or not 0 <= fired < self.salvo:
            return False
        sea = (1 << min(HALF, self.cells)) - 1, (1 << max(0, self.cells - HALF)) - 1
        if any(word & ~sea[at % 2] for at, word in enumerate(shots)) or any(
            hit & ~shot for hit, shot in zip(hits, shots)
        ):
            return False
        if placed < 2 * self.ships and (any(shots) or fired or mover != int(placed >= self.ships)):
            return False
        for player in (0, 1):
            low = high = 0
            seen = True
            for ship in range(self.ships):
                at = player * self.ships + ship
                code = ships[at]
                if code == HIDDEN:
                    seen = seen and at >= placed
                    continue
                if at >= placed or not 0 <= code < 2 * self.cells:
                    return False
                mask = self.masks[ship][code]
                if mask == (0, 0) or mask[0] & low or mask[1] & high:
                    return False
                low, high = low | mask[0], high | mask[1]
            other = 2 * (1 - player)
            if seen and hits[other : other + 2] != (shots[other] & low, shots[other + 1] & high):
                return False
        return True

    def cell_name(self, cell: int) -> str:
        row, col = divmod(cell, self.cols)
        return f"{'abcdefghij'[col]}{self.rows - row}"

    def action_name(self, state: Seas, action: int) -> str:
        if state.placed < 2 * self.ships:
            return f"{self.cell_name(action // 2)}{'-|'[action % 2]}"
        return self.cell_name(action)

    def board(self, state: Seas) -> Board:
        """Both seas side by side, the first player's on the left; shots are clicked on the other's sea."""
        legal = () if self.is_terminal(state) else tuple(self.actions(state))
        placing = state.placed < 2 * self.ships
        sign, rows = [self._signs(state, player) for player in (0, 1)], []
        part = [self._parts(state, player) for player in (0, 1)]
        for row in range(self.rows):
            cells = []
            for owner in (0, 1):
                for col in range(self.cols):
                    cell = row * self.cols + col
                    clicked = not placing and owner != state.mover and cell in legal
                    cells.append(Cell(sign[owner][cell], player=owner if sign[owner][cell] else None,
                                      action=cell if clicked else None, label=part[owner][cell]))  # fmt: skip
                cells += [Cell("")] * (1 - owner)
            rows.append(cells)
        letters = tuple("abcdefghij"[: self.cols])
        own = state.mover * (self.cols + 1)
        clicks = []
        for code in legal if placing else ():
            row, col = divmod(code // 2, self.cols)
            size = self.fleet[state.placed % self.ships] - 1
            end = (row + size, col) if code % 2 else (row, col + size)
            ends = (row, own + col), (end[0], own + end[1])
            clicks.append((code, ends if size else ends[:1]))
        return Board.of(
            rows, "grid", caption=self.caption(state), row_names=tuple(map(str, range(self.rows, 0, -1))),
            column_names=(*letters, "", *letters), clicks=tuple(clicks), look="sea",
        )  # fmt: skip

    def _signs(self, state: Seas, owner: int) -> list[str]:
        """A sea: ships by their lengths, x for a hit, o for a shot into water."""
        found = [""] * self.cells
        for ship, size in enumerate(self.fleet):
            code = state.ships[owner * self.ships + ship]
            if code != HIDDEN:
                mask = self.masks[ship][code]
                for cell in range(self.cells):
                    if mask[cell // HALF] >> cell % HALF & 1:
                        found[cell] = str(size)
        for cell in range(self.cells):
            at = 2 * (1 - owner) + cell // HALF
            if state.shots[at] >> cell % HALF & 1:
                found[cell] = "x" if state.hits[at] >> cell % HALF & 1 else "o"
        return found

    def _parts(self, state: Seas, owner: int) -> list[str]:
        """The ships of a sea, cell by cell: < = > along a row, ^ H v along a column, o for a ship of one cell."""
        found = [""] * self.cells
        for ship, size in enumerate(self.fleet):
            code = state.ships[owner * self.ships + ship]
            if code != HIDDEN:
                step = self.cols if code % 2 else 1
                first, middle, last = "^Hv" if code % 2 else "<=>"
                shape = "o" if size == 1 else first + middle * (size - 2) + last
                for at, sign in enumerate(shape):
                    found[code // 2 + at * step] = sign
        return found

    def caption(self, state: Seas) -> str:
        """What is to be done."""
        if state.placed < 2 * self.ships:
            return f"{self.player_name(state.mover)} hides a ship of {self.fleet[state.placed % self.ships]}"
        lost = [self.sunk(state, player) for player in (0, 1)]
        return f"ships sunk: {lost[1]} by player 1, {lost[0]} by player 2"

    def text(self, state: Seas) -> str:
        seas = [self._signs(state, player) for player in (0, 1)]
        lines = []
        for at in range(0, self.cells, self.cols):
            lines.append("  ".join("".join(sign or "." for sign in sea[at : at + self.cols]) for sea in seas))
        return "\n".join([*lines, self.caption(state)])
