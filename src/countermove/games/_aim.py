"""Where to shoot in battleships, by what the shooter knows.

A hit is *open* until its ship is sunk. While there are open hits, every way in which ships can explain them is gone
through; the other ships float anywhere else. A way counts by the number of places that it leaves to them, less the
share of these in which two would overlap. That is the posterior over all fleets, exact with at most one ship afloat.

With no open hit, the likeliest cell is not the best one. The shots that miss make up a list of cells, and the hunt
lasts until that list has met *every* ship, so the shooter minimises the expected length of the list. Each of the
densest cells is tried as the first of a list that goes on with the densest cell each time (a rollout).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from countermove.bits import bits, popcount
from countermove.games._fleet import HALF, clues

if TYPE_CHECKING:
    from countermove.games.battleships import Battleships, Seas

HIT_WEIGHT = 20.0
"""How much more likely a placement is for each open hit that it explains, by density."""
MAX_EXPLANATIONS = 20_000
"""Ways to explain the open hits, above which the density must do."""
CANDIDATES = 10
"""The densest cells, tried as the first of a list."""
MIN_DENSITY = 0.8
"""The least density of a candidate, as a share of the greatest."""


def aim(game: Battleships, state: Seas, corner: int) -> int:
    """The cell to shoot at. Of equal ones it is the first, read from one of eight corners and directions."""
    _, _, low_open, high_open = clues(game, state, 1 - state.mover)
    if low_open | high_open == 0:
        return hunted(game, state, corner)
    weights = chances(game, state)
    best = -1
    for number in range(game.cells):
        cell = cell_from(game, corner, number)
        if not is_shot(state, cell) and (best < 0 or weights[cell] > weights[best] * (1 + 1e-9)):
            best = cell
    return best


def cell_from(game: Battleships, corner: int, number: int) -> int:
    """The cell with this number, if cells are read from a corner (bits 0 and 1), by rows or by columns (bit 2)."""
    row, col = number // game.cols, number % game.cols
    if corner & 4:
        row, col = number % game.rows, number // game.rows
    row = game.rows - 1 - row if corner & 2 else row
    col = game.cols - 1 - col if corner & 1 else col
    return row * game.cols + col


def is_shot(state: Seas, cell: int) -> bool:
    """Whether the player to move has shot at a cell."""
    word = state.shots[2 * state.mover + (1 if cell >= HALF else 0)]
    return word >> cell % HALF & 1 == 1


def density(game: Battleships, state: Seas) -> Any:
    """For each cell, the placements of ships not sunk that cover it, those through open hits counting most.

    While there are open hits, only placements through them count: one through k of them `HIT_WEIGHT` to the power of k.
    """
    weights = np.zeros(game.rows * game.cols)
    owner = 1 - state.mover
    low_taken, high_taken, low_open, high_open = clues(game, state, owner)
    chases = low_open | high_open != 0
    for ship in range(game.ships):
        if game.is_sunk(state, owner, ship):
            continue
        for code in range(2 * game.cells):
            mask = game.masks[ship][code]
            if not mask[0] | mask[1] or mask[0] & low_taken or mask[1] & high_taken:
                continue
            covered = popcount(mask[0] & low_open) + popcount(mask[1] & high_open)
            if (covered == 0 and chases) or covered == game.fleet[ship]:
                continue
            weight = 1.0
            for _ in range(covered):
                weight *= HIT_WEIGHT
            step = game.cols if code % 2 else 1
            cell = code // 2
            for _ in range(game.fleet[ship]):
                weights[cell] += weight
                cell += step
    return weights


# While a hit is open.


def chances(game: Battleships, state: Seas) -> Any:
    """For each cell not shot at, how likely a ship is there; up to a factor the density, if the open hits have no
    explanation, or too many.
    """
    owner = 1 - state.mover
    low_taken, high_taken, low_open, high_open = clues(game, state, owner)
    ships, room = game.ships, 2 * game.cells
    # Step 1. The placements that touch an open hit, and by ship those that float.
    touch_low, touch_high = np.zeros(ships * room, np.int64), np.zeros(ships * room, np.int64)
    owners = np.zeros(ships * room, np.int64)
    float_low, float_high = np.zeros(ships * room, np.int64), np.zeros(ships * room, np.int64)
    first = np.zeros(ships + 1, np.int64)
    touching = floating = alive = 0
    for ship in range(ships):
        if not game.is_sunk(state, owner, ship):
            alive |= 1 << ship
            for code in range(room):
                mask = game.masks[ship][code]
                if not mask[0] | mask[1] or mask[0] & low_taken or mask[1] & high_taken:
                    continue
                if not (mask[0] & low_open or mask[1] & high_open):
                    float_low[floating], float_high[floating] = mask[0], mask[1]
                    floating += 1
                elif mask[0] & ~low_open or mask[1] & ~high_open:  # else it would be sunk
                    touch_low[touching], touch_high[touching], owners[touching] = mask[0], mask[1], ship
                    touching += 1
        first[ship + 1] = floating
    apart = separations(ships, first, float_low, float_high)
    # Step 2. Go through the explanations, depth first: by level the next placement to try, the ships used, the cells
    # covered, and the hits left.
    weights, share = np.zeros(game.rows * game.cols), np.zeros(ships * room)
    tried, used = np.zeros(ships + 1, np.int64), np.zeros(ships + 1, np.int64)
    lows, highs = np.zeros(ships + 1, np.int64), np.zeros(ships + 1, np.int64)
    low_left, high_left = np.zeros(ships + 1, np.int64), np.zeros(ships + 1, np.int64)
    low_left[0], high_left[0] = low_open, high_open
    places = np.zeros(ships, np.int64)
    level = explanations = 0
    total = 0.0
    while level >= 0:
        low, high = int(lows[level]), int(highs[level])
        low_open, high_open = int(low_left[level]), int(high_left[level])
        if low_open | high_open != 0:
            low_bit = low_open & -low_open
            high_bit = 0 if low_bit != 0 else high_open & -high_open
            pick = int(tried[level])
            while pick < touching:
                one, two = int(touch_low[pick]), int(touch_high[pick])
                free = int(used[level]) >> int(owners[pick]) & 1 == 0
                if free and (one & low_bit or two & high_bit) and not (one & low or two & high):
                    break
                pick += 1
            if pick == touching:
                level -= 1
                continue
            tried[level] = pick + 1
            level += 1
            tried[level] = 0
            used[level] = int(used[level - 1]) | 1 << int(owners[pick])
            lows[level], highs[level] = low | int(touch_low[pick]), high | int(touch_high[pick])
            low_left[level], high_left[level] = low_open & ~int(touch_low[pick]), high_open & ~int(touch_high[pick])
            continue
        # Step 3. An explanation counts by the places that it leaves to the ships afloat, which share its weight.
        explanations += 1
        if explanations > MAX_EXPLANATIONS:
            return density(game, state)
        afloat = alive & ~int(used[level])
        weight = 1.0
        for ship in bits(afloat):
            places[ship] = 0
            for i in range(int(first[ship]), int(first[ship + 1])):
                places[ship] += 0 if int(float_low[i]) & low or int(float_high[i]) & high else 1
            weight *= float(places[ship])
            for other in bits(afloat & ((1 << ship) - 1)):
                weight *= float(apart[ship, other])
        if weight > 0:
            total += weight
            for cell in bits(low):
                weights[cell] += weight
            for cell in bits(high):
                weights[cell + HALF] += weight
            for ship in bits(afloat):
                for i in range(int(first[ship]), int(first[ship + 1])):
                    if not (int(float_low[i]) & low or int(float_high[i]) & high):
                        share[i] += weight / float(places[ship])
        level -= 1
    if total == 0:
        return density(game, state)
    # Step 4. The ships afloat; cells that were hit already are certain.
    for i in range(floating):
        for cell in bits(int(float_low[i])):
            weights[cell] += share[i]
        for cell in bits(int(float_high[i])):
            weights[cell + HALF] += share[i]
    for cell in range(game.cells):
        weights[cell] = 0.0 if is_shot(state, cell) else weights[cell] / total
    return weights


def separations(ships: int, first: Any, low: Any, high: Any) -> Any:
    """For two ships, the share of their placements that do not overlap; those of ship s are `first[s]` onwards."""
    apart = np.ones((ships, ships))
    for one in range(ships):
        for two in range(one):
            free = 0
            for i in range(int(first[one]), int(first[one + 1])):
                mine, rest = int(low[i]), int(high[i])
                for j in range(int(first[two]), int(first[two + 1])):
                    free += 0 if mine & int(low[j]) or rest & int(high[j]) else 1
            pairs = int(first[one + 1] - first[one]) * int(first[two + 1] - first[two])
            if pairs > 0:
                apart[one, two] = free / pairs
    return apart


# While no hit is open.


def afloat(game: Battleships, state: Seas) -> tuple[Any, Any, Any]:
    """The placements of ships not sunk that avoid all shots: a 1 for each, and their number by ship and by cell."""
    owner, room = 1 - state.mover, 2 * game.cells
    low_shots, high_shots = state.shots[2 * state.mover], state.shots[2 * state.mover + 1]
    possible = np.zeros(game.ships * room, np.int64)
    counts = np.zeros(game.ships, np.int64)
    cover = np.zeros(game.cells, np.int64)
    for ship in range(game.ships):
        if not game.is_sunk(state, owner, ship):
            for code in range(room):
                mask = game.masks[ship][code]
                if mask[0] | mask[1] and not (mask[0] & low_shots or mask[1] & high_shots):
                    possible[ship * room + code] = 1
                    counts[ship] += 1
                    change(game, cover, ship, code, 1)
    return possible, counts, cover


def hunted(game: Battleships, state: Seas, corner: int) -> int:
    """The first cell of the list that is expected to meet every ship soonest."""
    cells = game.cells
    # Step 1. The placements that are possible, how many each ship has, and how many cover each cell.
    possible, counts, cover = afloat(game, state)
    # Step 2. Try the densest cells, the densest first.
    order = np.zeros(cells, np.int64)
    for number in range(cells):
        order[number] = cell_from(game, corner, number)
    passed = np.zeros(cells, np.int64)
    densest = best = -1
    shortest = 0.0
    for _ in range(CANDIDATES):
        cell = -1
        for each in order:
            if passed[each] == 0 and (cell < 0 or cover[each] > cover[cell]):
                cell = int(each)
        if cell < 0 or (densest >= 0 and cover[cell] < MIN_DENSITY * cover[densest]):
            break
        densest = cell if densest < 0 else densest
        passed[cell] = 1
        length = list_length(game, possible.copy(), counts.copy(), cover.copy(), order, cell, shortest)
        if best < 0 or length < shortest - 1e-12:
            best, shortest = cell, length
    return best


def list_length(
    game: Battleships, possible: Any, counts: Any, cover: Any, order: Any, cell: int, limit: float
) -> float:  # fmt: skip
    """The expected length of a list that begins with this cell, until every ship is met; `limit` or more if it is no
    shorter than a `limit` above 0. Possible placements, their counts and what they cover are used up.
    """
    ships, room = game.ships, 2 * game.cells
    before = counts.copy()
    length = 0.0
    while True:
        for ship in range(ships):
            for down in range(2):
                step = game.cols if down else 1
                for back in range(game.fleet[ship]):
                    code = 2 * (cell - back * step) + down
                    if code >= 0 and possible[ship * room + code] == 1:
                        possible[ship * room + code] = 0
                        counts[ship] -= 1
                        change(game, cover, ship, code, -1)
        met = 1.0
        for ship in range(ships):
            if before[ship] > 0:
                met *= 1 - counts[ship] / before[ship]
        length += 1 - met
        if met == 1 or (limit > 0 and length >= limit):
            return length
        cell = int(order[0])
        for each in order:
            if cover[each] > cover[cell]:
                cell = int(each)


def change(game: Battleships, cover: Any, ship: int, code: int, by: int) -> None:
    """Add a placement to what is covered, or take it off."""
    cell = code // 2
    step = game.cols if code % 2 else 1
    for _ in range(game.fleet[ship]):
        cover[cell] += by
        cell += step
