"""The inputs and outputs of a small network for backgammon.

    inputs                    hidden               outputs
    98 of the roller   --+
    98 of the other    --+--> HIDDEN units  -->  5 numbers from 0 to 1
    8 of both          --+    x / (1 + |x|)

For each side the inputs are every point, by its number of men (one; two or more; three or more; beyond that), the bar
and the men borne off; for both together, pip counts, the rolls that hit, the points made at home and the mobility of
the last men. The outputs are the roller's probabilities to win at all, to win a gammon, a backgammon, and to lose a
gammon, a backgammon. In a race, a second set of weights takes over.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from countermove.bits import bits, highest, popcount
from countermove.games._checkers import BAR, HOME, POINTS, Men, blots, count, made, mirrored, occupied, pips, total
from countermove.network import think

SIDE = 98
"""Inputs for the men of one side: four per point, the bar, men borne off."""
INPUTS = 2 * SIDE + 8 + 1
"""The last is always 1."""
OUTPUTS = 8
"""Five are used; eight fit the processor better."""
WIN, GAMMON, BACKGAMMON, LOST_GAMMON, LOST_BACKGAMMON = range(5)
SHIPPED = Path(__file__).with_name("weights") / "backgammon.npz"
CONTACT, RACE = 0, 1
MEN = 15


def fresh(hidden: int, seed: int) -> tuple[Any, Any]:
    """Untrained weights: small and random."""
    rng = np.random.default_rng(seed)
    first = rng.normal(0, 0.1, (2, INPUTS, hidden)).astype(np.float32)
    second = rng.normal(0, 0.1, (2, hidden + 1, OUTPUTS)).astype(np.float32)
    second[:, :, 5:] = 0
    second[:, hidden, GAMMON:] = -2  # gammons are rare
    return first, second


def see(mine: Men, theirs: Men, inputs: Any) -> int:
    """Write the inputs for the player of the first men, who rolls; return the kind of position."""
    for at in range(INPUTS):
        inputs[at] = 0
    see_side(mine, inputs, 0)
    see_side(theirs, inputs, SIDE)
    ours, others = occupied(mine), occupied(theirs)
    at = 2 * SIDE
    inputs[at] = pips(mine) / 100
    inputs[at + 1] = pips(theirs) / 100
    inputs[at + 4] = popcount(made(mine) & 0x7E) / 6
    inputs[at + 5] = popcount(made(theirs) & 0x7E) / 6
    inputs[at + 8] = 1
    if ours == 0 or others == 0 or highest(ours) + highest(others) < BAR:
        return RACE
    inputs[at + 2] = shots(mine, theirs) / 36
    inputs[at + 3] = shots(theirs, mine) / 36
    inputs[at + 6] = escapes(mine, theirs) / 36
    inputs[at + 7] = escapes(theirs, mine) / 36
    return CONTACT


def see_side(men: Men, inputs: Any, at: int) -> None:
    """Write the inputs for the men of one side."""
    for point in bits(occupied(men) & POINTS):
        number = count(men, point)
        place = at + 4 * (point - 1)
        if number == 1:
            inputs[place] = 1
        else:
            inputs[place + 1] = 1
            if number >= 3:
                inputs[place + 2] = 1
                inputs[place + 3] = (number - 3) / 2
    inputs[at + 96] = count(men, BAR) / 2
    inputs[at + 97] = (MEN - total(men)) / MEN


def shots(men: Men, theirs: Men) -> int:
    """How many of the 36 rolls hit one of their men."""
    aims = mirrored(blots(theirs)) & POINTS
    if aims == 0:
        return 0
    free = POINTS & ~mirrored(made(theirs))
    barred = count(men, BAR)
    on = occupied(men)
    found = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            if barred == 0:
                hits = (on >> high | on >> low) & aims
                hits |= (((on >> high & free) >> low) | ((on >> low & free) >> high)) & aims
                if high == low:
                    twice = (on >> high & free) >> high & free
                    hits |= (twice >> high | (twice >> high & free) >> high) & aims
            else:
                hits = ((1 << BAR >> high) | (1 << BAR >> low)) & aims
                if barred == 1:
                    others = on & POINTS
                    if (1 << BAR >> high) & free:
                        hits |= ((others | 1 << BAR >> high) >> low) & aims
                    if (1 << BAR >> low) & free:
                        hits |= ((others | 1 << BAR >> low) >> high) & aims
            if hits:
                found += 1 if high == low else 2
    return found


def escapes(men: Men, theirs: Men) -> int:
    """How many of the 36 rolls the last man can play in full."""
    last = highest(occupied(men))
    free = POINTS & ~mirrored(made(theirs)) | 1
    found = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            to = max(0, last - high - low)
            if free >> to & 1 and (free >> max(0, last - high) & 1 or free >> max(0, last - low) & 1):
                found += 1 if high == low else 2
    return found


def foresee(first: Any, second: Any, mine: Men, theirs: Men, inputs: Any, hidden: Any, outputs: Any) -> int:
    """The probability of each result for the player of the first men, who rolls, in the outputs."""
    kind = see(mine, theirs, inputs)
    think(first, second, kind, inputs, hidden, outputs)
    for output in range(5):
        outputs[output] = 1 / (1 + math.exp(-np.float64(outputs[output])))
    if total(theirs) < MEN:
        outputs[GAMMON] = outputs[BACKGAMMON] = 0
    if total(mine) < MEN:
        outputs[LOST_GAMMON] = outputs[LOST_BACKGAMMON] = 0
    if kind == RACE:  # no backgammon: no man is left in the other's home
        if occupied(theirs) >> BAR - HOME == 0:
            outputs[BACKGAMMON] = 0
        if occupied(mine) >> BAR - HOME == 0:
            outputs[LOST_BACKGAMMON] = 0
    return kind


def equity(outputs: Any) -> float:
    """The expected points, from the probability of each result."""
    win, gammon, backgammon = np.float64(outputs[WIN]), np.float64(outputs[GAMMON]), np.float64(outputs[BACKGAMMON])
    lost = np.float64(outputs[LOST_GAMMON]) + np.float64(outputs[LOST_BACKGAMMON])
    return float(2.0 * win - 1.0 + gammon + backgammon - lost)


def turned(outputs: Any, target: Any) -> None:
    """The outputs for the other side."""
    target[WIN] = 1 - outputs[WIN]
    target[GAMMON], target[BACKGAMMON] = outputs[LOST_GAMMON], outputs[LOST_BACKGAMMON]
    target[LOST_GAMMON], target[LOST_BACKGAMMON] = outputs[GAMMON], outputs[BACKGAMMON]


def final(points: float, target: Any) -> None:
    """The right outputs when a game has ended, by its points without the cube."""
    target[WIN] = 1 if points > 0 else 0
    target[GAMMON] = 1 if points >= 2 else 0
    target[BACKGAMMON] = 1 if points >= 3 else 0
    target[LOST_GAMMON] = 1 if points <= -2 else 0
    target[LOST_BACKGAMMON] = 1 if points <= -3 else 0
