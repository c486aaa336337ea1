"""Matrix games: two players choose at once, and a matrix gives what the first wins and the second loses.

           rock  paper  scissors
rock         0     -1       1         The first player chooses a row, the second a column.
paper        1      0      -1
scissors    -1      1       0

Where a row and a column are best responses to each other (a saddle point), playing them is optimal. Elsewhere a
predictable player loses, and the answer is a mixed strategy: a probability for each choice, which guarantees some value
on average whatever the other does. The best guarantee is a linear program,

    the largest v such that  sum of x_i * A[i][j] >= v  for every column j,   x_i >= 0,   sum of x_i = 1

whose dual is that of the other player; both have the same value (von Neumann, 1928). SciPy solves it in floats. The
result is made exact where possible: probabilities are rounded to simple fractions, and if exact arithmetic confirms the
value from both sides, these are the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from countermove.errors import GameError, SpecError

MAX_DENOMINATOR = 10_000
"""The largest denominator of a simple probability."""
TOLERANCE = 1e-9
Matrix = Sequence[Sequence[float]]


class Equilibrium(NamedTuple):
    """The value of a matrix game to the first player, and the probability of each row and each column."""

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
    """Load SciPy's solver, if installed, so that the first use is not slower."""
    try:
        import scipy.optimize  # noqa: F401
    except ImportError:
        return


def _saddle(matrix: Matrix) -> Equilibrium | None:
    """The first row and column that are best responses to each other; None if there are none."""
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
    lower, upper = _guaranteed(matrix, rows, columns)
    if not upper - lower <= TOLERANCE * max(1.0, abs(lower), abs(upper)):
        raise GameError(
            "A payoff matrix cannot be solved in floating point: its payoffs differ too much in size; scale them down."
        )
    return Equilibrium((lower + upper) / 2, tuple(rows), tuple(columns))


def _programme(matrix: Matrix) -> list[float]:
    """The maximin strategy of the first player."""
    try:
        from scipy.optimize import linprog
    except ImportError:
        raise SpecError(
            "Mixed strategies need SciPy, which is not installed; run pip install 'countermove[simultaneous]'."
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
        raise GameError("A payoff matrix cannot be solved: payoffs must be finite numbers.")
    chances = [max(0.0, float(chance)) for chance in found.x[:count]]
    kept = [chance if chance > TOLERANCE else 0.0 for chance in chances]
    return [chance / sum(kept) for chance in kept]


def _simple(chance: float) -> Fraction:
    return Fraction(chance).limit_denominator(MAX_DENOMINATOR)


def _proven(matrix: Matrix, rows: list[Fraction], columns: list[Fraction]) -> Equilibrium | None:
    """The strategies as an answer, if exact arithmetic proves that neither player can do better."""
    if sum(rows) != 1 or sum(columns) != 1:
        return None
    whole = [[Fraction(value) for value in row] for row in matrix]
    lower = min(sum(x * value for x, value in zip(rows, column)) for column in zip(*whole))
    upper = max(sum(y * value for y, value in zip(columns, row)) for row in whole)
    if lower != upper:
        return None
    return Equilibrium(float(lower), tuple(map(float, rows)), tuple(map(float, columns)))


def _guaranteed(matrix: Matrix, rows: list[float], columns: list[float]) -> tuple[float, float]:
    """The payoff that the first player can guarantee, and the most that the second concedes."""
    lower = min(sum(x * value for x, value in zip(rows, column)) for column in zip(*matrix))
    upper = max(sum(y * value for y, value in zip(columns, row)) for row in matrix)
    return lower, upper
