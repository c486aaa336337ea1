"""How good a position is, as one whole number: the utility first, and where it is a win or a loss, how soon.

    score = (utility - neutral) * SCALE * 1024        an estimate, a draw, or any other end
    score = that - plies from the root                 a win: sooner is better
    score = that + plies from the root                 a loss: later is better

Scores are player 0's, or the mover's where the search says so. Whole numbers are quicker than floats, fit a table, and
compare without rounding. SCALE is a power of two chosen for each game so that its utilities are whole numbers of units;
a utility that is not stops the search, which is then done in floats (`alphabeta`).
Which utilities are a win or a loss is told by WON and LOST; a game of points has none, and its ends are not hurried.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import random
from collections import deque
from dataclasses import dataclass
from typing import Any

from numba import njit

from countermove.engine.workspace import LOST, NEUTRAL, ODD, SCALE, STOP, WON
from countermove.game import Game, State
from countermove.native.memory import Memory

INFINITE = 1 << 30
"""Beyond all scores."""
MOST = (1 << 20) - 2
"""The largest number of units."""
PLIES = 1 << 10
"""Scores in a unit."""
LONGEST = 1000
"""Plies that are told apart; a win that takes longer counts as this long."""
SAMPLES = 8
"""Games played at random to see what utilities there are."""
PATIENCE, MANY = 400, 1000
"""Plies of each that are played, and actions that are looked at."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How the utilities of one game become scores."""

    scale: int
    won: int
    lost: int
    neutral: float

    def prepare(self, work: Memory) -> None:
        """Tell a search."""
        work[SCALE], work[WON], work[LOST] = self.scale, self.won, self.lost
        work[NEUTRAL] = int(self.neutral * self.scale)

    def value(self, score: int) -> float:
        """The utility for player 0 that a score stands for."""
        return float(units(score) / self.scale + self.neutral)

    def best(self, bounds: tuple[float, ...], sign: int) -> float:
        """The most units that player 0 (or player 1, with the sign -1) can have within bounds."""
        low, high = bounds[:2]
        return (high - self.neutral if sign > 0 else self.neutral - low) * self.scale


def units(score: int) -> int:
    """The utility in a score, without the plies."""
    return (score + PLIES - 1) // PLIES if score > 0 else -((-score + PLIES - 1) // PLIES)


def plies(score: int) -> int | None:
    """How many plies from the root a win or a loss comes; None when the score is neither."""
    return abs(units(score)) * PLIES - abs(score) or None


def measure(game: Game) -> Scale:
    """A scale for a game: from its bounds, and from what a few random games end with."""
    for known, scale in tuple(_measured):
        if known is game:
            return scale
    found = _measure(game)
    _measured.append((game, found))
    return found


_measured: deque[tuple[Game, Scale]] = deque(maxlen=8)
"""The games measured last: that takes up to a tenth of a second, and a game is searched again and again."""


def _measure(game: Game) -> Scale:
    low, high = game.bounds(game.initial())[:2]
    neutral = game.neutral
    seen = sorted({abs(value - neutral) for value in _ends(game)} - {0.0})
    known = [abs(bound - neutral) for bound in (low, high) if math.isfinite(bound)]
    most = max([*known, *seen]) if len(known) == 2 else 4 * max([1.0, *known, *seen])
    most = max(most, 2.0**-20)
    scale = 1 << max(0, min(19, math.floor(math.log2(MOST / most))))
    decided = len(seen) == 1 and (not known or max(known) <= seen[0])
    won = int(seen[0] * scale) if decided else INFINITE
    return Scale(scale, won, -won, neutral)


def _ends(game: Game) -> list[float]:
    """What a few random games are worth to player 0, those of them that end.

    Rules that are at fault end this too; the search will meet the fault, and tell of it.
    """
    rng = random.Random(1)
    found = []
    for _ in range(SAMPLES):
        state: State = game.initial()
        with contextlib.suppress(Exception):
            for _ in range(PATIENCE):
                if game.is_terminal(state):
                    found.append(float(game.utility(state, 0)))
                    break
                actions = list(itertools.islice(game.actions(state), MANY))
                state = game.result(state, rng.choice(actions))
    return [value for value in found if math.isfinite(value)]


# What kernels call.


@njit
def ending(utility: float, ply: int, work: Any) -> int:
    """The score of a finished game, for player 0."""
    exact = utility * work[SCALE] - work[NEUTRAL]
    if not -MOST <= exact <= MOST:
        work[ODD] = work[STOP] = 1
        return 0
    whole = int(exact)
    if whole != exact:
        work[ODD] = work[STOP] = 1
    if whole >= work[WON]:
        return whole * PLIES - min(ply, LONGEST)
    if whole <= work[LOST]:
        return whole * PLIES + min(ply, LONGEST)
    return whole * PLIES


@njit
def estimated(value: float, work: Any) -> int:
    """The score of an estimate, for player 0; never as good as a win or as bad as a loss."""
    most = min(MOST, work[WON] - 1)
    exact = value * work[SCALE] - work[NEUTRAL]
    return int(min(max(exact, -float(most)), float(most))) * PLIES


@njit
def lower(value: float, after: int, ply: int, work: Any) -> int:
    """The least score of a position that is worth at least `value` to player 0, at worst after so many plies."""
    exact = value * work[SCALE] - work[NEUTRAL]
    if exact < -MOST:
        return -INFINITE
    whole = int(exact)
    if whole >= work[WON]:
        return whole * PLIES - (min(ply + after, LONGEST) if after >= 0 else LONGEST)
    if whole <= work[LOST]:
        return whole * PLIES + min(ply + max(after, 1), LONGEST)
    return whole * PLIES


@njit
def upper(value: float, after: int, ply: int, work: Any) -> int:
    """The greatest score of a position that is worth at most `value` to player 0, at best after so many plies."""
    exact = value * work[SCALE] - work[NEUTRAL]
    if exact > MOST:
        return INFINITE
    whole = int(exact)
    if whole >= work[WON]:
        return whole * PLIES - min(ply + max(after, 1), LONGEST)
    if whole <= work[LOST]:
        return whole * PLIES + (min(ply + after, LONGEST) if after >= 0 else LONGEST)
    return whole * PLIES


@njit
def to_table(score: int, ply: int) -> int:
    """A score seen from the position itself instead of from the root."""
    if score & (PLIES - 1) == 0:
        return score
    return score + ply if score > 0 else score - ply


@njit
def from_table(score: int, ply: int) -> int:
    """A score seen from the root instead of from the position itself."""
    if score & (PLIES - 1) == 0:
        return score
    if score > 0:
        return max(score - ply, ((score + PLIES - 1) // PLIES) * PLIES - LONGEST)
    return min(score + ply, -((-score + PLIES - 1) // PLIES) * PLIES + LONGEST)
