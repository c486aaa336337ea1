"""The outcomes of a game: all utilities that a finished game can have.

A game declares them as `outcomes`: `(-1, 0, 1)`, or `range(-64, 65, 2)` in a game of points. Searches rely on them: a
win of 1 ends the search for something better only if no outcome is worth more. A game that declares none is assumed to
have a win, a draw and a loss, if one or two players take turns without chance and their utilities have a constant sum;
but no proof relies on that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from countermove.errors import SpecError
from countermove.game import Game, S

__all__ = ["bounds_of", "default_outcomes", "holds", "line_to_add", "outcomes_of", "shown", "span", "step_of"]

MAX_DENOMINATOR = 1 << 16
"""The largest denominator of an outcome as a fraction."""
TOLERANCE = 1e-9
"""Relative rounding error of a utility."""


def outcomes_of(game: Game) -> Iterable[float] | None:
    """All utilities that a finished game can have, ascending; None where unknown.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> outcomes_of(TicTacToe())
    (-1.0, 0.0, 1.0)
    """
    declared = game.outcomes
    if declared is None:
        return default_outcomes(game)
    if isinstance(declared, range):
        return sorted_range(declared, game)
    try:
        found = tuple(sorted({float(each) for each in declared}))
    except (TypeError, ValueError, OverflowError):
        raise _unfit(game, declared) from None
    if not found or not all(map(math.isfinite, found)):
        raise _unfit(game, declared)
    return found


def sorted_range(declared: range, game: Game) -> range:
    if not declared:
        raise _unfit(game, declared)
    return declared if declared.step > 0 else declared[::-1]


def _unfit(game: Game, declared: Any) -> SpecError:
    return SpecError(
        f"{type(game).__name__}.outcomes is {declared!r}; give all utilities that a finished game can have, such as "
        "(-1, 0, 1) or range(-64, 65)."
    )


def default_outcomes(game: Game) -> tuple[float, ...] | None:
    """The outcomes of a game that declares none: a win, a draw and a loss, where that is a safe guess."""
    axes = game.axes
    opposed = game.players == 1 or (game.players == 2 and axes.payoff in ("zero", "constant"))
    if axes.stochastic or axes.simultaneous or not opposed:
        return None
    return tuple(sorted({0.0, axes.total / 2, axes.total})) if axes.total else (-1.0, 0.0, 1.0)


def span(game: Game) -> tuple[float, float]:
    """The lowest and the highest outcome; infinite where none are declared."""
    found = outcomes_of(game)
    if game.outcomes is None or found is None:
        return -math.inf, math.inf
    return float(min(found)), float(max(found))


def bounds_of(game: Game[S], state: S) -> tuple[float, float]:
    """The proven interval of the value of a state for player 0, from the game's bounds and outcomes."""
    low, high = game.bounds(state)[:2]
    worst, best = span(game)
    return max(float(low), worst), min(float(high), best)


def holds(outcomes: Iterable[float], utility: float) -> bool:
    """Whether a utility is one of the outcomes.

    >>> holds(range(-4, 5, 2), -2.0), holds((0.0, 1 / 3), 0.5)
    (True, False)
    """
    if isinstance(outcomes, range):
        return utility == int(utility) and int(utility) in outcomes
    return any(abs(utility - each) <= TOLERANCE * max(1.0, abs(each)) for each in outcomes)


def step_of(outcomes: Iterable[float], neutral: float) -> Fraction | None:
    """The largest common divisor of every outcome minus `neutral`; None where there is none.

    >>> step_of((-1.0, 0.0, 1.0), 0.0), step_of((0.0, 0.5, 1.0), 0.5), step_of((0.1, 0.3), 0.0)
    (Fraction(1, 1), Fraction(1, 2), Fraction(1, 10))
    >>> step_of((math.pi, math.e), 0.0) is None
    True
    """
    middle = _fraction(neutral)
    found = Fraction(0)
    if isinstance(outcomes, range):  # the first two terms determine the others
        outcomes = (outcomes[0], outcomes[0] + outcomes.step)
    for each in outcomes:
        exact = _fraction(each)
        if exact is None or middle is None:
            return None
        found = _gcd(found, exact - middle)
    return found or Fraction(1)


def _fraction(number: float) -> Fraction | None:
    """The simple fraction equal to a float; None where there is none."""
    found = Fraction(number).limit_denominator(MAX_DENOMINATOR)
    return found if float(found) == number else None


def _gcd(one: Fraction, two: Fraction) -> Fraction:
    below = one.denominator * two.denominator
    return Fraction(math.gcd(one.numerator * two.denominator, two.numerator * one.denominator), below)


def shown(outcomes: Iterable[float]) -> str:
    """The outcomes in a sentence.

    >>> shown((-1.0, 0.0, 1.0)), shown(range(-64, 65))
    ('(-1, 0, 1)', 'range(-64, 65)')
    """
    return str(outcomes) if isinstance(outcomes, range) else f"({', '.join(f'{each:.12g}' for each in outcomes)})"


def line_to_add(utilities: Iterable[float]) -> str:
    """The line to add to the class of a game whose outcomes do not include these utilities.

    >>> line_to_add([3.0, -7.0]), line_to_add([0.5])
    ('outcomes = range(-7, 8)', 'outcomes = (-0.5, 0, 0.5)')
    """
    sizes = sorted({abs(utility) for utility in utilities})
    if all(size == int(size) for size in sizes):
        most = int(sizes[-1])
        if most == 1:
            return "outcomes = (-1, 0, 1)"
        return f"outcomes = range({-most}, {most + 1})"
    every = sorted({*sizes, *(-size for size in sizes), 0.0})
    return f"outcomes = ({', '.join(f'{each:.12g}' for each in every)})"
