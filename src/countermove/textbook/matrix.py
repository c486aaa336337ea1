"""Matrix games: two players choose at once, and a matrix says what the first gets and the second loses.

           rock  paper  scissors
rock         0     -1       1         The first player chooses a row, the second a column.
paper        1      0      -1
scissors    -1      1       0

Where a row and a column are best answers to each other (a saddle point), playing them is all there is to it. Elsewhere
whoever is predictable loses, and the answer is a mixed strategy: a probability for each choice, such that what it gets
on average is the same whatever the other does, or more. The best of these is a linear programme,

    the largest v such that  sum of x_i * A[i][j] >= v  for every column j,   x_i >= 0,   sum of x_i = 1

whose dual is that of the other player; both have the same value (von Neumann, 1928). SciPy solves it in floats. What it
finds is then made exact where it can be: probabilities are rounded to simple fractions, and if those prove the value in
exact arithmetic, from both sides, they are the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from countermove.errors import GameError, SpecError

__all__ = ["Equilibrium", "equilibrium", "load_solver"]

SIMPLE = 10_000
"""The largest denominator of a probability that counts as simple."""
NOISE = 1e-9
Matrix = Sequence[Sequence[float]]


class Equilibrium(NamedTuple):
    """What a matrix game is worth to the first player, and how likely each row and each column is to be chosen."""

    value: float
    rows: tuple[float, ...]
    columns: tuple[float, ...]


def equilibrium(matrix: Matrix) -> Equilibrium:
    """The value of a matrix game, and an optimal strategy of each player.

    >>> equilibrium([[3, 1], [5, 2]])
    Equilibrium(value=2.0, rows=(0.0, 1.0), columns=(0.0, 1.0))
    >>> equilibrium([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).rows == (1 / 3, 1 / 3, 1 / 3)
    True
    """
    return _saddle(matrix) or _mixed(matrix)


def load_solver() -> None:
    """Load what solves linear programmes, if it is there, so that the first question does not take longer."""
    try:
        import scipy.optimize  # noqa: F401
    except ImportError:
        return


def _saddle(matrix: Matrix) -> Equilibrium | None:
    """The first row and the first column that are best answers to each other; None where there are none."""
    floors, ceilings = [min(row) for row in matrix], [max(column) for column in zip(*matrix)]
    value = max(floors)
    if value != min(ceilings):
        return None
    row, column = floors.index(value), ceilings.index(value)
    return Equilibrium(float(value), _pure(row, len(floors)), _pure(column, len(ceilings)))


def _pure(chosen: int, count: int) -> tuple[float, ...]:
    return tuple(float(number == chosen) for number in range(count))


def _mixed(matrix: Matrix) -> Equilibrium:
    rows = _programme(matrix)
    columns = _programme([[-value for value in column] for column in zip(*matrix)])
    exact = _proven(matrix, [_simple(row) for row in rows], [_simple(column) for column in columns])
    if exact is not None:
        return exact
    sure, most = _guaranteed(matrix, rows, columns)
    if not most - sure <= NOISE * max(1.0, abs(sure), abs(most)):
        raise GameError("A matrix of payoffs is too uneven to be solved in floating point; scale the payoffs down.")
    return Equilibrium((sure + most) / 2, tuple(rows), tuple(columns))


def _programme(matrix: Matrix) -> list[float]:
    """The probabilities by which the first player makes most of the worst that can happen."""
    try:
        from scipy.optimize import linprog
    except ImportError:
        raise SpecError(
            "Mixed strategies are found by SciPy, which is not installed; pip install 'countermove[simultaneous]'."
        ) from None
    count = len(matrix)
    found = linprog(
        [0.0] * count + [-1.0],
        A_ub=[[-value for value in column] + [1.0] for column in zip(*matrix)],
        b_ub=[0.0] * len(matrix[0]),
        A_eq=[[1.0] * count + [0.0]],
        b_eq=[1.0],
        bounds=[(0.0, None)] * count + [(None, None)],
        method="highs",
    )
    if not found.success:
        raise GameError("A matrix of payoffs cannot be solved: payoffs must be finite numbers.")
    chances = [max(0.0, float(chance)) for chance in found.x[:count]]
    kept = [chance if chance > NOISE else 0.0 for chance in chances]
    return [chance / sum(kept) for chance in kept]


def _simple(chance: float) -> Fraction:
    return Fraction(chance).limit_denominator(SIMPLE)


def _proven(matrix: Matrix, rows: list[Fraction], columns: list[Fraction]) -> Equilibrium | None:
    """The strategies as an answer, if exact arithmetic proves that neither player can do better."""
    if sum(rows) != 1 or sum(columns) != 1:
        return None
    whole = [[Fraction(value) for value in row] for row in matrix]
    sure = min(sum(x * value for x, value in zip(rows, column)) for column in zip(*whole))
    most = max(sum(y * value for y, value in zip(columns, row)) for row in whole)
    if sure != most:
        return None
    return Equilibrium(float(sure), tuple(map(float, rows)), tuple(map(float, columns)))


def _guaranteed(matrix: Matrix, rows: list[float], columns: list[float]) -> tuple[float, float]:
    """What the first player is sure of, and what the second lets it have at most."""
    sure = min(sum(x * value for x, value in zip(rows, column)) for column in zip(*matrix))
    most = max(sum(y * value for y, value in zip(columns, row)) for row in matrix)
    return sure, most
