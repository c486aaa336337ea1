"""How well battleships is played: shots that the policy needs, against the optimum where that can be computed.

The hider places its fleet uniformly at random among all that fit. On small seas with one ship the best that any shooter
can do is found exactly: until the first hit, a shooter follows a fixed list of cells, so what counts is which
placements are still possible, and after a hit few are.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from countermove.engine.workspace import Workspace
from countermove.games._aim import density, is_shot
from countermove.games._fleet import HALF
from countermove.games.battleships import Battleships, Seas
from countermove.native import layout
from countermove.native.bridge import next_state, unflatten
from countermove.native.kernel import bind, kernel
from countermove.native.memory import Memory

GAMES: Final = 5_000
SMALL: Final = ((3, 2), (4, 2), (4, 3), (3, 3), (5, 3))
"""Square seas with one ship: side and length."""
LIKELY: Final = 1.96
"""Standard errors on either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Hunted:
    """Shots to sink whole fleets."""

    sea: str
    shooter: str
    games: int
    mean: float
    error: float
    """Half the width of the 95 % interval."""
    fleets: int = 0
    """How many fleets there are."""
    optimum: tuple[int, int] | None = None
    """The sum of the shots of the best shooter over all fleets, and their number, where that is known."""


@kernel
def hunt(game: Any, state: Any, work: Workspace, starts: Any, flat: Any, aims: int, plies: Any, number: int) -> int:
    """Hunt down the fleet of a start, whose words are side by side in `starts`; in `plies` are the shots taken.

    The shooter aims, or without `aims` takes the densest cell, the first of equals.
    """
    size = len(flat)
    for i in range(size):
        flat[i] = starts[number * size + i]
    now: Any = unflatten(game, flat)
    length = 0
    while not game.is_terminal(now) and work.stop == 0:
        best = -1
        if aims > 0:
            best = game.aim(now, 0)
        else:
            weights = density(game, now)
            for cell in range(len(weights)):
                if not is_shot(now, cell) and (best < 0 or weights[cell] > weights[best]):
                    best = cell
        now = next_state(game, now, best)
        work.nodes += 1
        length += 1
    plies[number] = length
    return length


def hunted(game: Battleships, games: int = GAMES, aims: bool = True, seed: int = 0) -> Hunted:
    """The shots needed to sink random fleets, by the hunter, or by density alone."""
    game = Battleships(game.rows, game.cols, game.fleet, salvo=game.cells)  # so that the first player shoots on
    dice = random.Random(seed)
    work, plies = Workspace(), Memory(games)
    flat, starts = np.zeros(1, np.int64), Memory(1)
    run = bind(hunt, game, work, starts, flat, int(aims), plies, 0)
    packed = np.array([layout.words_of(game, start(game, dice)) for _ in range(games)], np.int64)
    starts, flat = Memory(packed.size), np.zeros(packed.shape[1], np.int64)
    starts[: packed.size] = packed.reshape(-1)
    for first in range(games):  # the memory of compiled rules is free again after each call
        run(game.initial(), work, starts, flat, int(aims), plies, first)
    shots = plies.words.astype(float)
    error = LIKELY * float(shots.std(ddof=1)) / math.sqrt(games)
    return Hunted(sea_name(game), "hunter" if aims else "density", games, float(shots.mean()), error)


def hunts(games: int = GAMES) -> Iterator[Hunted]:
    """The shots that each shooter needs on the usual sea, and on small ones against the optimum."""
    game = Battleships()
    every = fleets(game)
    for aims in (False, True):
        yield dataclasses.replace(hunted(game, games, aims), fleets=every)
    for side, length in SMALL:
        game = Battleships(side, side, (length,))
        found = hunted(game, games)
        yield dataclasses.replace(found, fleets=fleets(game), optimum=optimum(game))


def sea_name(game: Battleships) -> str:
    return f"{game.rows} x {game.cols}, {', '.join(map(str, game.fleet))}"


def start(game: Battleships, dice: random.Random) -> Seas:
    """Two fleets, each drawn uniformly among all that fit."""
    ships: list[int] = []
    for _ in range(2):
        while True:
            fleet = [dice.choice(_codes(game, ship)) for ship in range(game.ships)]
            low = high = size = 0
            for ship, code in enumerate(fleet):
                mask = game.masks[ship][code]
                low, high, size = low | mask[0], high | mask[1], size + game.fleet[ship]
            if low.bit_count() + high.bit_count() == size:
                ships += fleet
                break
    return Seas(tuple(ships), (0, 0, 0, 0), (0, 0, 0, 0), 0, 2 * game.ships, 0)


def _codes(game: Battleships, ship: int) -> list[int]:
    """The placements of a ship."""
    return [code for code, mask in enumerate(game.masks[ship]) if any(mask)]


# All fleets.


def fleets(game: Battleships) -> int:
    """The number of ways to place a fleet.

    >>> fleets(Battleships(3, 3, (2, 1)))
    84
    """
    masks = [[low | high << HALF for low, high in map(game.masks[ship].__getitem__, _codes(game, ship))]
             for ship in range(game.ships)]  # fmt: skip

    @functools.cache
    def apart(one: int, other: int) -> Any:
        """Which placements of two ships do not overlap."""
        return np.array([[not a & b for b in masks[other]] for a in masks[one]], np.float64)

    def count(lists: list[tuple[int, Any]]) -> float:
        if len(lists) == 1:
            return float(len(lists[0][1]))
        (one, first), (two, second), *rest = lists
        pairs = apart(one, two)[np.ix_(first, second)]
        if not rest:
            return float(pairs.sum())
        if len(rest) == 1:
            three, third = rest[0]
            ways = apart(one, three)[np.ix_(first, third)] @ apart(two, three)[np.ix_(second, third)].T
            return float((pairs * ways).sum())
        return sum(
            count([(ship, places[apart(one, ship)[place][places] > 0]) for ship, places in lists[1:]])
            for place in first
        )

    order = sorted(range(game.ships), key=lambda ship: -game.fleet[ship])
    everything = [(ship, np.arange(len(masks[ship]))) for ship in order]
    if len(order) <= 3:
        return round(count(everything))
    # Placements of the first ship that are mirror images of each other leave the others as much room.
    total, first = 0.0, order[0]
    for place, times in _orbits(game, masks[first]).items():
        total += times * count([(ship, all_[apart(first, ship)[place][all_] > 0]) for ship, all_ in everything[1:]])
    return round(total)


def _orbits(game: Battleships, masks: list[int]) -> dict[int, int]:
    """One placement of each set of mirror images, and how many there are."""
    rows, cols = game.rows, game.cols
    found: dict[tuple[Any, ...], list[int]] = {}
    for place, mask in enumerate(masks):
        cells = [divmod(cell, cols) for cell in range(rows * cols) if mask >> cell & 1]
        images = []
        for down in (False, True):
            for across in (False, True):
                turned = [(rows - 1 - r if down else r, cols - 1 - c if across else c) for r, c in cells]
                images.append(tuple(sorted(turned)))
                if rows == cols:
                    images.append(tuple(sorted((c, r) for r, c in turned)))
        found.setdefault(min(images), []).append(place)
    return {places[0]: len(places) for places in found.values()}


# The best shooter of one ship.


def optimum(game: Battleships) -> tuple[int, int]:
    """Against a uniformly random ship: the least possible sum of shots over all placements, and their number.

    >>> optimum(Battleships(3, 3, (2,)))
    (54, 12)
    """
    if game.ships != 1:
        raise ValueError("The optimum is computed for a single ship.")
    size = game.fleet[0]
    masks = [low | high << HALF for low, high in (game.masks[0][code] for code in _codes(game, 0))]
    covering = [sum(1 << at for at, mask in enumerate(masks) if mask >> cell & 1) for cell in range(game.cells)]

    @functools.cache
    def chase(alive: int, hits: int) -> int:
        """The sum of further shots once the ship was hit."""
        count = alive.bit_count()
        best = math.inf
        for cell, here in enumerate(covering):
            hit = alive & here
            if hits >> cell & 1 or not hit:
                continue
            total = count
            struck = hits | 1 << cell
            going = sum(1 << at for at in _bits(hit) if masks[at] & ~struck)
            if going:
                total += chase(going, struck)
            if alive & ~here:
                total += chase(alive & ~here, hits)
            best = min(best, total)
        return int(best)

    def first_hit(alive: int, cell: int) -> int:
        hit = alive & covering[cell]
        return chase(hit, 1 << cell) if hit and size > 1 else 0

    known: dict[int, int] = {0: 0}
    least: dict[int, int] = {}

    def bound(alive: int) -> int:
        """No shooter needs less: each shot hits at most as many placements as the best cell does now."""
        if alive in least:
            return least[alive]
        most = max((alive & here).bit_count() for here in covering)
        left, total = alive.bit_count(), alive.bit_count() * (size - 1)
        while left > 0:
            total += left
            left -= most
        least[alive] = total
        return total

    def seek(alive: int, limit: float) -> int:
        """The sum of shots while nothing is hit, if below `limit`; else a lower bound of it."""
        if alive in known:
            return known[alive]
        if bound(alive) >= limit:
            return bound(alive)
        count = alive.bit_count()
        cells = [cell for cell, here in enumerate(covering) if alive & here]
        best = math.inf
        for cell in sorted(cells, key=lambda cell: -(alive & covering[cell]).bit_count()):
            rest = alive & ~covering[cell]
            spent = count + first_hit(alive, cell)
            room = min(limit, best) - spent
            total = spent + seek(rest, room) if rest else spent
            if total < best:
                best = total
        if best < limit:
            known[alive] = int(best)
        else:
            least[alive] = max(bound(alive), int(min(best, limit)))
        return int(best)

    whole = (1 << len(masks)) - 1
    return seek(whole, math.inf), len(masks)


def _bits(word: int) -> list[int]:
    return [at for at in range(word.bit_length()) if word >> at & 1]
