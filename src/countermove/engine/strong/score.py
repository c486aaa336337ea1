"""Scores: the value of a position as one integer, with the plies to a win or a loss in its low bits.

    score = (utility - neutral) * scale * PLIES       an estimate, a draw, or any other result
    score = that - plies from the root                 a win: sooner is better
    score = that + plies from the root                 a loss: later is better

Scores are player 0's, or the mover's where the search says so. Integers are faster than floats, fit into a table entry,
and compare without rounding. A unit of score is a fraction of the step between the outcomes that a game declares:
outcomes are whole multiples of the step, a step is 2^k units, and k is as large as fits, since estimates lie between
outcomes. Where all outcomes but the neutral one are equally far from it, they are wins and losses; a game of points has
neither, and ignores how soon it ends. A utility that is undeclared, or does not fit, stops the search.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from countermove.engine.workspace import MAX_PLIES, PvsWorkspace
from countermove.errors import OutcomeError
from countermove.game import Game
from countermove.outcome import default_outcomes, line_to_add, outcomes_of, shown, span, step_of

INFINITE = (1 << 31) - 1
"""Beyond every score; scores fit the 32 bits of a table entry."""
MAX_UNITS = (1 << 17) - 2
"""The largest number of units."""
MAX_FINENESS = 16
"""The largest k."""
MARGIN = 4
"""Headroom, in wins, where a game declares neither outcomes nor bounds."""
PLIES = 1 << 14
"""Scores per unit: more than the plies of the deepest search."""
MAX_DISTANCE = PLIES - 1
"""The largest distance that a score can hold."""
KNEE = 0.75
"""The fraction of a win up to which estimates are scored as they are; larger ones are compressed into the rest."""
SOFTNESS = 50
"""Wins beyond the knee at which an estimate is scored halfway between the knee and a win."""
MAX_BEYOND = 1e15
"""The largest distance beyond the knee, in units, that makes a difference."""
UTILITY_FAULT, BOUNDS_FAULT = 1, 2
"""What is beyond the scale, in `fault`."""
ROUNDING = 2.0**-16
"""Largest rounding error of a utility, in units."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How the utilities of one game become scores."""

    scale: float
    """Units per utility of 1."""
    step: int
    """Units between two outcomes: a power of two, of which every outcome is a multiple."""
    max_units: int | None
    """The units of the outcome farthest from the neutral one; None where the game declares no outcomes."""
    won: int
    """The units of a win, negated of a loss; INFINITE in a game of points."""
    neutral: float
    """The utility of the score 0."""
    values: dict[int, float] = field(default_factory=dict, compare=False)
    """The outcomes by their units, where arithmetic would not restore them to the last bit."""

    def prepare(self, work: PvsWorkspace) -> None:
        """Set up the workspace of a search."""
        work.scale, work.won, work.lost = self.scale, self.won, -self.won
        work.max_outcome, work.step_mask = MAX_UNITS if self.max_units is None else self.max_units, self.step - 1
        work.declared = math.inf if self.max_units is None else float(self.max_units)
        work.knee = KNEE * self.won if self.won < INFINITE else float(MAX_UNITS)
        work.neutral = self.neutral * self.scale

    def value(self, score: int) -> float:
        """The utility for player 0 that a score stands for."""
        whole = units(score)
        if KNEE * self.won < abs(whole) < self.won:
            whole = relaxed(whole, self.won)
        return self.values.get(whole, float(whole / self.scale + self.neutral))

    def best(self, bounds: tuple[float, ...], sign: int) -> float:
        """The most units that player 0 (or player 1, with the sign -1) can have within bounds."""
        low, high = bounds[:2]
        bound = (high - self.neutral if sign > 0 else self.neutral - low) * self.scale
        return bound if self.max_units is None else min(bound, float(self.max_units))

    def holds(self, utility: float) -> bool:
        """Whether the utility of a finished game has a score."""
        exact = (utility - self.neutral) * self.scale
        most = MAX_UNITS if self.max_units is None else self.max_units
        return abs(exact) <= most + ROUNDING and round(exact) % self.step == 0 and abs(exact - round(exact)) <= ROUNDING

    def decides(self, score: int) -> bool:
        """Whether a score is a win or a loss; an estimate never is."""
        return abs(units(score)) >= self.won


def scale_of(game: Game) -> Scale:
    """The scale of a game; OutcomeError where its declared outcomes have no common step, or too small a one."""
    outcomes, neutral = outcomes_of(game), game.neutral
    if game.outcomes is None or outcomes is None:
        return _assumed(game)
    step = step_of(outcomes, neutral)
    count = 0 if step is None else max(1, round(max(abs(end - neutral) for end in span(game)) / step))
    if step is None or count > MAX_UNITS:
        raise OutcomeError(
            f"The outcomes of {type(game).__name__} have no common step of which the best is fewer than 100,000 away: "
            "declare whole numbers or simple fractions."
        )
    fineness = _fineness(count)
    scale = float((1 << fineness) / step)
    values = {}
    if not isinstance(outcomes, range):
        values = {round((each - neutral) * scale): float(each) for each in outcomes}
    wins = count == 1 if isinstance(outcomes, range) else len({abs(each) for each in values} - {0}) == 1
    best = count << fineness
    return Scale(scale, 1 << fineness, best, best if wins else INFINITE, neutral, values)


def _assumed(game: Game) -> Scale:
    """A scale for a game that declares no outcomes: wins and losses, or points where its bounds say so.

    It leaves room for larger utilities, and no proof relies on there being none.
    """
    neutral = game.neutral
    win = max(abs(each - neutral) for each in default_outcomes(game) or (1.0,))
    farthest = max(abs(bound - neutral) for bound in game.bounds(game.initial())[:2])
    wins = farthest == win or not math.isfinite(farthest)
    scale = 2.0 ** _fineness(farthest if math.isfinite(farthest) else MARGIN * win)
    exact = wins and (win * scale).is_integer() and (neutral * scale).is_integer()
    return Scale(scale, 1, None, int(win * scale) if exact else INFINITE, math.floor(neutral * scale) / scale)


def _fineness(farthest: float) -> int:
    return max(0, min(MAX_FINENESS, math.floor(math.log2(MAX_UNITS / max(farthest, 2.0**-MAX_FINENESS)))))


def unexpected(game: Game, utility: float, fault: int = UTILITY_FAULT) -> OutcomeError:
    """The error for a utility, or a bound, that the game does not declare."""
    name = type(game).__name__
    if game.outcomes is None:
        expected, line = f"{name} declares no outcomes", line_to_add([utility])
        todo = f"Add `{line}` to the class, or whatever its utilities can be."
    else:
        expected = f"its outcomes are {shown(outcomes_of(game) or ())}"
        todo = "Declare every utility that a finished game can have."
    method = "utility" if fault == UTILITY_FAULT else "bounds"
    return OutcomeError(f"{name}.{method} gives {utility:.12g}, but {expected}. {todo}")


def units(score: int) -> int:
    """The utility in a score, without the plies."""
    return (score + PLIES - 1) // PLIES if score > 0 else -((-score + PLIES - 1) // PLIES)


def plies(score: int) -> int | None:
    """Plies from the root to a win or a loss; None when the score is neither, or the distance is unknown."""
    found = abs(units(score)) * PLIES - abs(score)
    return found if 0 < found < MAX_DISTANCE - MAX_PLIES else None


# Called by kernels.


def ending(utility: float, ply: int, work: PvsWorkspace) -> int:
    """The score of a finished game, for player 0; sets `fault` where the utility is not among the outcomes."""
    exact = utility * work.scale - work.neutral
    whole = math.floor(exact + 0.5) if -MAX_UNITS <= exact <= MAX_UNITS else MAX_UNITS + 1
    if abs(whole) > work.max_outcome or whole & work.step_mask != 0 or abs(exact - whole) > ROUNDING:
        work.unexpected = utility
        work.fault = UTILITY_FAULT
        work.stop = 1
        return 0
    if whole >= work.won:
        return whole * PLIES - min(ply, MAX_DISTANCE)
    if whole <= work.lost:
        return whole * PLIES + min(ply, MAX_DISTANCE)
    return whole * PLIES


def estimated(value: float, work: PvsWorkspace) -> int:
    """The score of an estimate, for player 0; however large, it stays short of a win or a loss."""
    exact = value * work.scale - work.neutral
    beyond = abs(exact) - work.knee
    if not beyond <= 0.0:
        beyond = min(max(0.0, beyond), MAX_BEYOND)  # it may be infinite or NaN
        squeezed = work.knee
        if work.won < INFINITE:
            squeezed += (work.won - 1 - work.knee) * beyond / (beyond + SOFTNESS * work.won)
        exact = squeezed if exact > 0.0 else -squeezed
    return int(exact) * PLIES


def relaxed(whole: int, won: int) -> int:
    """The units of an estimate before `estimated` compressed them below a win."""
    knee = KNEE * won
    part = (abs(whole) - knee) / (won - 1 - knee)
    found = round(knee + SOFTNESS * won * part / (1 - part)) if part < 1 else whole
    return found if whole > 0 else -found


def lower(value: float, after: int, ply: int, work: PvsWorkspace) -> int:
    """The lowest score of an unfinished game worth at least `value` to player 0, at worst after `after` plies.

    Never below the worst outcome, where outcomes are declared; that is at least one ply away.
    """
    exact = max(value * work.scale - work.neutral, -work.declared)
    if exact < -MAX_UNITS:
        return -INFINITE
    if exact > MAX_UNITS:
        work.unexpected = value
        work.fault = BOUNDS_FAULT
        work.stop = 1
        return 0
    # Values are outcomes, so it is one of those. Where none are declared, what looks like an estimate is not a bound.
    whole = math.floor(exact + ROUNDING) + work.step_mask & ~work.step_mask
    if work.knee < abs(whole) < work.won:
        whole = int(work.knee) if whole > 0 else work.lost
    if whole >= work.won:
        return whole * PLIES - (min(ply + after, MAX_DISTANCE) if after >= 0 else MAX_DISTANCE)
    if whole <= work.lost:
        return whole * PLIES + min(ply + max(after, 1), MAX_DISTANCE)
    return whole * PLIES


def upper(value: float, after: int, ply: int, work: PvsWorkspace) -> int:
    """The highest score of an unfinished game worth at most `value` to player 0, at best after `after` plies.

    Never above the best outcome, where outcomes are declared; that is at least one ply away.
    """
    exact = min(value * work.scale - work.neutral, work.declared)
    if exact > MAX_UNITS:
        return INFINITE
    if exact < -MAX_UNITS:
        work.unexpected = value
        work.fault = BOUNDS_FAULT
        work.stop = 1
        return 0
    whole = math.ceil(exact - ROUNDING) & ~work.step_mask
    if work.knee < abs(whole) < work.won:
        whole = work.won if whole > 0 else -int(work.knee)
    if whole >= work.won:
        return whole * PLIES - min(ply + max(after, 1), MAX_DISTANCE)
    if whole <= work.lost:
        return whole * PLIES + (min(ply + after, MAX_DISTANCE) if after >= 0 else MAX_DISTANCE)
    return whole * PLIES


def to_table(score: int, ply: int) -> int:
    """A score with plies counted from the position instead of from the root."""
    if score & (PLIES - 1) == 0:
        return score
    return score + ply if score > 0 else score - ply


def from_table(score: int, ply: int) -> int:
    """A score with plies counted from the root instead of from the position."""
    if score & (PLIES - 1) == 0:
        return score
    if score > 0:
        return max(score - ply, ((score + PLIES - 1) // PLIES) * PLIES - MAX_DISTANCE)
    return min(score + ply, -((-score + PLIES - 1) // PLIES) * PLIES + MAX_DISTANCE)
