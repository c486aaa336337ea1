"""A game given as a matrix: one choice each, at once, and the entry where they meet is the payoff.

    [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]      a number is what the first player gets and the second loses
    [[(3, 3), (0, 5)], [(5, 0), (1, 1)]]      a pair is what each of them gets

The first player chooses the row, the second the column. Rows and columns are called 1, 2, 3, ... unless named. With
pairs the sum may vary, and then the game is general-sum, which is not solved.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from countermove.errors import SpecError
from countermove.game import SIMULTANEOUS, Axes, Game
from countermove.games._list import read as read_list
from countermove.values import joint, split


class Choice(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class Matrix(Game[Choice]):
    """A matrix of payoffs: a row for each choice of the first player, a column for each of the second.

    >>> game = Matrix([[3, 1], [5, 2]])
    >>> game.utility(game.read("2/1"), 0)
    5.0
    """

    payoffs: Any = field(default_factory=lambda: ((2, -3), (-3, 4)))
    rows: str | tuple[str, ...] = ""
    columns: str | tuple[str, ...] = ""

    def __post_init__(self) -> None:
        given = read_list(self.payoffs) if isinstance(self.payoffs, str) else self.payoffs
        if not isinstance(given, (list, tuple)) or not given or not all(isinstance(r, (list, tuple)) for r in given):
            raise SpecError(f"Matrix: payoffs={given!r} must be a list of rows, such as [[0,-1,1],[1,0,-1],[-1,1,0]].")
        if len({len(row) for row in given}) != 1 or not given[0]:
            lengths = ", ".join(str(len(row)) for row in given)
            raise SpecError(
                f"Matrix: the rows of payoffs have {lengths} entries; give each row the same number, 1 or more."
            )
        if max(len(given), len(given[0])) > 200:
            raise SpecError(
                f"Matrix: payoffs has {len(given)} rows and {len(given[0])} columns; the limit is 200 of each."
            )
        object.__setattr__(self, "payoffs", tuple(tuple(_pair(entry) for entry in row) for row in given))
        for name, count in (("rows", len(given)), ("columns", len(given[0]))):
            words = getattr(self, name)
            if not isinstance(words, str) and not all(isinstance(word, (str, int)) for word in words):
                raise SpecError(f"Matrix: {name}={words!r} must be names; give numbers as payoffs=[[...]].")
            names = tuple(words.replace(",", " ").split() if isinstance(words, str) else map(str, words))
            if names and (len(names) != count or len(set(names)) < count):
                raise SpecError(f"Matrix: {name} gives {len(names)} names; give {count} different ones.")
            object.__setattr__(self, name, names)

    @cached_property
    def table(self) -> NDArray[np.float64]:
        """By row, column and player."""
        return np.array(self.payoffs)

    @cached_property
    def axes(self) -> Axes:  # type: ignore[override]
        sums = self.table.sum(axis=2)
        if np.allclose(sums, sums[0, 0], 0.0, 1e-9):
            total = float(sums[0, 0])
            return Axes(simultaneous=True, payoff="constant" if total else "zero", total=total)
        return Axes(simultaneous=True, payoff="general")

    def initial(self) -> Choice:
        return Choice(-1, -1)

    def player(self, state: Choice) -> int:
        return SIMULTANEOUS

    def actions(self, state: Choice) -> Iterator[int]:
        if state.row < 0:
            for row in range(self.table.shape[0]):
                for column in range(self.table.shape[1]):
                    yield joint(row, column)

    def result(self, state: Choice, action: int) -> Choice:
        row, column = split(action)
        return Choice(row, column)

    def is_terminal(self, state: Choice) -> bool:
        return state.row >= 0

    def utility(self, state: Choice, player: int) -> float:
        return float(self.table[state.row, state.column, player])

    def bounds(self, state: Choice) -> tuple[float, float]:
        if state.row >= 0:
            payoff = float(self.table[state.row, state.column, 0])
            return payoff, payoff
        rows, columns, _ = self.table.shape
        payoffs = [float(self.table[row, column, 0]) for row in range(rows) for column in range(columns)]
        return min(payoffs), max(payoffs)

    # Words and pictures.

    def choice_name(self, state: Choice, player: int, choice: int) -> str:
        names = self.rows if player == 0 else self.columns
        return names[choice] if names else str(choice + 1)

    def text(self, state: Choice) -> str:
        plain = self.axes.payoff == "zero"
        cells = [
            [f"{first:g}" if plain else f"({first:g}, {second:g})" for first, second in row] for row in self.payoffs
        ]
        if state.row >= 0:
            cells[state.row][state.column] += " *"
        heads = [self.choice_name(state, 1, column) for column in range(len(cells[0]))]
        names = [self.choice_name(state, 0, row) for row in range(len(cells))]
        wide = [max(len(text) for text in column) for column in zip(heads, *cells)]
        left = max(map(len, names))
        lines = [" " * left + "".join(f"  {text:>{width}}" for text, width in zip(heads, wide))]
        lines += [
            f"{name:{left}}" + "".join(f"  {text:>{width}}" for text, width in zip(row, wide))
            for name, row in zip(names, cells)
        ]
        return "\n".join(lines)


def _pair(entry: Any) -> tuple[float, float]:
    """What each player gets."""
    pair = tuple(entry) if isinstance(entry, (list, tuple)) else (entry, 0.0)
    if len(pair) != 2 or not all(isinstance(x, Real) and not isinstance(x, bool) and math.isfinite(x) for x in pair):
        raise SpecError(f"Matrix: {entry!r} is not a payoff; give a number, or a pair of numbers, one per player.")
    first = float(pair[0])
    return (first, float(pair[1])) if isinstance(entry, (list, tuple)) else (first, 0.0 - first)
