"""What is known of a fleet at sea, and random fleets that fit it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from countermove.bits import shr
from countermove.values import key_of, put

if TYPE_CHECKING:
    from countermove.games.battleships import Battleships, Seas

HIDDEN = -1
"""A ship that is not placed, or not seen."""
HALF = 50
"""Cells in one word."""
PLAIN_TRIES, TRIES = 100, 400
"""Random fleets to try, and fleets laid through the open hits."""
FITS = 8
"""Fleets laid through the open hits, of which one is drawn by its weight."""


def clues(game: Battleships, state: Seas, owner: int) -> tuple[int, int, int, int]:
    """What is known of a sea: the cells of water and of sunk ships, and the open hits, in two words each."""
    at = 2 * (1 - owner)
    low_taken, high_taken = state.shots[at] & ~state.hits[at], state.shots[at + 1] & ~state.hits[at + 1]
    low_open, high_open = state.hits[at], state.hits[at + 1]
    for ship in range(game.ships):
        if game.is_sunk(state, owner, ship):
            mask = game.masks[ship][state.ships[owner * game.ships + ship]]
            low_taken |= mask[0]
            high_taken |= mask[1]
            low_open &= ~mask[0]
            high_open &= ~mask[1]
    return low_taken, high_taken, low_open, high_open


def fleet_like(game: Battleships, state: Seas, owner: int, seed: int) -> tuple[int, ...]:
    """Ships with a random fleet of one player that the other cannot tell apart; as they are, if no fleet fits.

    Fleets are placed as a random player does until one fits; failing that, ships are laid through the open hits.
    """
    count = min(max(state.placed - owner * game.ships, 0), game.ships)
    at = 2 * (1 - owner)
    for number in range(PLAIN_TRIES):
        low = high = 0
        found = state.ships
        fits = True
        for ship in range(count):
            # Step 1. Pick a placement among those left, by its number.
            place = owner * game.ships + ship
            left = 0
            for code in range(2 * game.cells):
                mask = game.masks[ship][code]
                left += 1 if mask[0] | mask[1] and not (mask[0] & low or mask[1] & high) else 0
            if left == 0:
                fits = False
                break
            pick = shr(key_of((seed, number, place)), 1) % left
            chosen = 0
            for code in range(2 * game.cells):
                mask = game.masks[ship][code]
                if mask[0] | mask[1] and not (mask[0] & low or mask[1] & high):
                    if pick == 0:
                        chosen = code
                        break
                    pick -= 1

            # Step 2. It must fit what is known of the ship, and of the water.
            mask = game.masks[ship][chosen]
            shown = game.is_sunk(state, owner, ship)
            low_hits, high_hits = state.hits[at], state.hits[at + 1]
            hit = mask[0] & low_hits == mask[0] and mask[1] & high_hits == mask[1]
            if hit != shown or (shown and chosen != state.ships[place]):
                fits = False
                break
            if mask[0] & state.shots[at] & ~low_hits or mask[1] & state.shots[at + 1] & ~high_hits:
                fits = False
                break
            low |= mask[0]
            high |= mask[1]
            found = put(found, place, chosen)
        if fits and low & state.shots[at] == state.hits[at] and high & state.shots[at + 1] == state.hits[at + 1]:
            return found
    return laid_fleet(game, state, owner, seed) if count == game.ships else state.ships


def laid_fleet(game: Battleships, state: Seas, owner: int, seed: int) -> tuple[int, ...]:
    """Ships with a random fleet that fits, those that are sunk where they are; as they are, if none is found.

    Ships are drawn for the open hits first, from the first hit on, among all placements that cover it; then the others
    anywhere. Fleets are all as likely: one of several is drawn by the number of ways that there were to draw it
    (sampling importance resampling).
    """
    low_taken, high_taken, low_open, high_open = clues(game, state, owner)
    room = 2 * game.cells
    codes = np.zeros(game.ships * room, np.int64)
    counts = np.zeros(game.ships, np.int64)
    for ship in range(game.ships):
        if not game.is_sunk(state, owner, ship):
            for code in range(room):
                mask = game.masks[ship][code]
                floats = mask[0] & ~low_open or mask[1] & ~high_open
                if floats and not (mask[0] & low_taken or mask[1] & high_taken):
                    codes[ship * room + counts[ship]] = code
                    counts[ship] += 1
    drawn = state.ships
    total = 0.0
    fitted = draws = 0
    for _ in range(TRIES):
        if fitted == FITS:
            break
        low = high = used = 0
        weight = 1.0
        found = state.ships
        fits = True
        # Step 1. Explain the open hits.
        low_left, high_left = low_open, high_open
        while fits and low_left | high_left != 0:
            low_bit = low_left & -low_left
            high_bit = 0 if low_bit != 0 else high_left & -high_left
            ways, pick, chosen = 0, -1, 0
            for turn in range(2):  # count the ways, then take one
                for ship in range(game.ships):
                    if used >> ship & 1 == 0:
                        for number in range(int(counts[ship])):
                            mask = game.masks[ship][int(codes[ship * room + number])]
                            if (mask[0] & low_bit or mask[1] & high_bit) and not (mask[0] & low or mask[1] & high):
                                if turn == 0:
                                    ways += 1
                                else:
                                    if pick == 0:
                                        chosen = ship * room + number
                                    pick -= 1
                if ways == 0:
                    fits = False
                    break
                if turn == 0:
                    draws += 1
                    pick = shr(key_of((seed, draws)), 1) % ways
            if fits:
                ship = chosen // room
                mask = game.masks[ship][int(codes[chosen])]
                found = put(found, owner * game.ships + ship, int(codes[chosen]))
                used |= 1 << ship
                low |= mask[0]
                high |= mask[1]
                low_left &= ~mask[0]
                high_left &= ~mask[1]
                weight *= ways
        # Step 2. The other ships.
        for ship in range(game.ships):
            if fits and used >> ship & 1 == 0 and not game.is_sunk(state, owner, ship):
                if counts[ship] == 0:
                    fits = False
                    break
                draws += 1
                code = int(codes[ship * room + shr(key_of((seed, draws)), 1) % int(counts[ship])])
                mask = game.masks[ship][code]
                if mask[0] & (low | low_open) or mask[1] & (high | high_open):
                    fits = False
                    break
                found = put(found, owner * game.ships + ship, code)
                low |= mask[0]
                high |= mask[1]
                weight *= float(counts[ship])
        if fits:
            fitted += 1
            total += weight
            draws += 1
            if shr(key_of((seed, draws)), 11) / (1 << 53) * total < weight:
                drawn = found
    return drawn
