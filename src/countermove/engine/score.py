"""How good a position is, as one whole number: the utility first, and where it is a win or a loss, how soon.

    score = (utility - neutral) * scale * PLIES       an estimate, a draw, or any other end
    score = that - plies from the root                 a win: sooner is better
    score = that + plies from the root                 a loss: later is better

Scores are player 0's, or the mover's where the search says so. Whole numbers are quicker than floats, fit a table, and
compare without rounding. `scale` is a power of two chosen for each game so that its utilities are whole numbers of
units; a utility that is not stops the search, which is then done in floats (`alphabeta`). Which utilities are a win or
a loss is told by `won` and `lost`; a game of points has none, and there a sooner end is no better than a later one.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from countermove.engine.workspace import MAX_PLIES, PvsWorkspace
from countermove.game import Game, State

INFINITE = (1 << 31) - 1
"""Beyond all scores; they fit 32 bits, as many as the table has for them."""
MAX_UNITS = (1 << 17) - 2
"""The largest number of units."""
PLIES = 1 << 14
"""Scores in a unit: more than the plies of the deepest search."""
MAX_DISTANCE = PLIES - 1
"""Plies that are told apart."""
SAMPLE_GAMES = 8
"""Games played at random to see what utilities there are."""
SAMPLE_PLIES, SAMPLE_ACTIONS = 400, 1000
"""Plies of each that are played, and actions that are looked at."""
TOO_LARGE = 2
"""What stands in `fault` for a value beyond the scale; 1 is one that is no whole number of units."""
COARSER_BITS = 6
"""By how many bits the scale gets coarser when that happens."""
MARGIN = 4
"""How many times as much as was seen may come, where the game states no bounds."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How the utilities of one game become scores."""

    scale: int
    won: int
    """Units from which on it is a win, and below 0 a loss; INFINITE where there are only points."""
    ceiling: int
    """The most units that an estimate is given; INFINITE where one beyond MAX_UNITS stops the search."""
    neutral: float
    """The utility of the score 0, a whole number of units."""

    def prepare(self, work: PvsWorkspace) -> None:
        """Tell a search."""
        work.scale, work.won, work.lost, work.max_estimate = self.scale, self.won, -self.won, self.ceiling
        work.neutral = int(self.neutral * self.scale)

    def value(self, score: int) -> float:
        """The utility for player 0 that a score stands for."""
        return float(units(score) / self.scale + self.neutral)

    def best(self, bounds: tuple[float, ...], sign: int) -> float:
        """The most units that player 0 (or player 1, with the sign -1) can have within bounds."""
        low, high = bounds[:2]
        return (high - self.neutral if sign > 0 else self.neutral - low) * self.scale

    def decides(self, score: int) -> bool:
        """Whether a score is a win or a loss, which no estimate can be."""
        return abs(units(score)) >= self.won


def units(score: int) -> int:
    """The utility in a score, without the plies."""
    return (score + PLIES - 1) // PLIES if score > 0 else -((-score + PLIES - 1) // PLIES)


def plies(score: int) -> int | None:
    """How many plies from the root a win or a loss comes; None when the score is neither, or nobody knows how soon."""
    found = abs(units(score)) * PLIES - abs(score)
    return found if 0 < found < MAX_DISTANCE - MAX_PLIES else None


def measure(game: Game, go_on: Callable[[], bool] = lambda: True) -> Scale:
    """A scale for a game: from its bounds, and from what a few random games hold, for as long as `go_on()`."""
    for known, scale in tuple(_measured):
        if known is game:
            return scale
    found = _measure(game, go_on)
    if go_on():
        _measured.append((game, found))
    return found


def coarsen(game: Game, scale: Scale) -> bool:
    """Measure a game by larger steps from now on, for there are values beyond its scale; False when it cannot be."""
    if scale.scale == 1:
        return False
    coarse = max(1, scale.scale >> COARSER_BITS)
    won = scale.won * coarse / scale.scale
    middle = math.floor(scale.neutral * coarse) / coarse
    decided = scale.won < INFINITE and won == int(won) >= 2 and middle == scale.neutral
    ceiling = int(won) - 1 if decided else MAX_UNITS if scale.ceiling == MAX_UNITS else INFINITE
    for known in [known for known in _measured if known[0] is game]:
        _measured.remove(known)
    _measured.append((game, Scale(coarse, int(won) if decided else INFINITE, ceiling, middle)))
    return True


_measured: deque[tuple[Game, Scale]] = deque(maxlen=8)
"""The games measured last: that takes up to a tenth of a second, and a game is searched again and again."""


def _measure(game: Game, go_on: Callable[[], bool]) -> Scale:
    neutral = game.neutral
    ends, estimates = set(), [1.0]
    for value, is_end in _values(game):
        if math.isfinite(value):
            if is_end:
                ends.add(abs(value - neutral))
            else:
                estimates.append(abs(value - neutral))
        if not go_on():
            break
    seen = sorted(ends - {0.0})
    known = [abs(bound - neutral) for bound in game.bounds(game.initial())[:2] if math.isfinite(bound)]
    bounded = len(known) == 2
    decided = len(seen) == 1 and (not known or max(known) <= seen[0])
    likely = [*known, *seen] if decided else [*known, *seen, *estimates]
    most = max([2.0**-17, *known, *seen]) if bounded else MARGIN * max(likely)
    scale = 1 << max(0, min(16, math.floor(math.log2(MAX_UNITS / most))))
    middle = math.floor(neutral * scale) / scale
    if decided and middle == neutral:
        won = int(seen[0] * scale)
        return Scale(scale, won, won - 1, neutral)
    return Scale(scale, INFINITE, MAX_UNITS if bounded else INFINITE, middle)


def _values(game: Game) -> Iterator[tuple[float, bool]]:
    """What the positions of a few random games are worth to player 0, and whether it is the end or an estimate.

    Rules that are at fault end this too; the search will meet the fault, and tell of it.
    """
    rng = random.Random(1)
    for _ in range(SAMPLE_GAMES):
        state: State = game.initial()
        for _ in range(SAMPLE_PLIES):
            try:
                if game.is_terminal(state):
                    value, is_end = float(game.utility(state, 0)), True
                else:
                    value, is_end = float(game.evaluate(state, 0)), False
                    state = game.result(state, rng.choice(list(itertools.islice(game.actions(state), SAMPLE_ACTIONS))))
            except Exception:
                break
            yield value, is_end
            if is_end:
                break


# What kernels call.


def ending(utility: float, ply: int, work: PvsWorkspace) -> int:
    """The score of a finished game, for player 0."""
    exact = utility * work.scale - work.neutral
    if not -MAX_UNITS <= exact <= MAX_UNITS:
        work.fault = TOO_LARGE
        work.stop = 1
        return 0
    whole = int(exact)
    if whole != exact:
        work.fault = work.stop = 1
    if whole >= work.won:
        return whole * PLIES - min(ply, MAX_DISTANCE)
    if whole <= work.lost:
        return whole * PLIES + min(ply, MAX_DISTANCE)
    return whole * PLIES


def estimated(value: float, work: PvsWorkspace) -> int:
    """The score of an estimate, for player 0; never as good as a win or as bad as a loss."""
    exact = value * work.scale - work.neutral
    most = work.max_estimate
    if not -min(most, MAX_UNITS) <= exact <= min(most, MAX_UNITS):
        if most > MAX_UNITS:
            work.fault = TOO_LARGE
            work.stop = 1
            return 0
        return most * PLIES if exact > 0 else -most * PLIES
    return int(exact) * PLIES


def lower(value: float, after: int, ply: int, work: PvsWorkspace) -> int:
    """The least score of a position that is worth at least `value` to player 0, at worst after so many plies."""
    exact = value * work.scale - work.neutral
    if exact < -MAX_UNITS:
        return -INFINITE
    whole = int(min(exact, float(MAX_UNITS)))
    if whole >= work.won:
        return whole * PLIES - (min(ply + after, MAX_DISTANCE) if after >= 0 else MAX_DISTANCE)
    if whole <= work.lost:
        return whole * PLIES + min(ply + max(after, 1), MAX_DISTANCE)
    return whole * PLIES


def upper(value: float, after: int, ply: int, work: PvsWorkspace) -> int:
    """The greatest score of a position that is worth at most `value` to player 0, at best after so many plies."""
    exact = value * work.scale - work.neutral
    if exact > MAX_UNITS:
        return INFINITE
    whole = int(max(exact, -float(MAX_UNITS)))
    if whole >= work.won:
        return whole * PLIES - min(ply + max(after, 1), MAX_DISTANCE)
    if whole <= work.lost:
        return whole * PLIES + (min(ply + after, MAX_DISTANCE) if after >= 0 else MAX_DISTANCE)
    return whole * PLIES


def to_table(score: int, ply: int) -> int:
    """A score seen from the position itself instead of from the root."""
    if score & (PLIES - 1) == 0:
        return score
    return score + ply if score > 0 else score - ply


def from_table(score: int, ply: int) -> int:
    """A score seen from the root instead of from the position itself."""
    if score & (PLIES - 1) == 0:
        return score
    if score > 0:
        return max(score - ply, ((score + PLIES - 1) // PLIES) * PLIES - MAX_DISTANCE)
    return min(score + ply, -((-score + PLIES - 1) // PLIES) * PLIES + MAX_DISTANCE)
