"""Where in a state a grid may be: the values of its cells, and its rows and columns.

A grid is one of:

- rows of equal length: a tuple of tuples, a tuple of strings, an array with two axes;
- one sequence (a tuple, a string, an array with one axis) of rows * cols values, if the game gives rows and
  columns, or of size * size values, or of any square number of values.

Its values are stored row after row, or column after column:

    by rows      0 1 2        by columns    0 2 4
                 3 4 5                      1 3 5
"""

from __future__ import annotations

import enum
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from countermove import position
from countermove.values import is_array

SIDES = (("rows", "cols"), ("rows", "columns"), ("height", "width"))
SQUARES = ("size", "n")
MAX_CHARACTERS = 12
"""The most characters of a value in a cell."""
MAX_SIDE = 40
"""The most cells along a side."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How the cells of a grid are stored in a state."""

    name: str | None
    """The field that holds them; None if the state itself does."""
    rows: int
    cols: int
    by_columns: bool = False
    """Whether values are stored column after column."""
    rising: bool = False
    """Whether the first row is the lowest."""
    declared: bool = False
    """Whether the game gives rows and columns."""
    nested: bool = False
    """Whether the values are in rows, or in one sequence."""

    def index(self, row: int, col: int) -> int:
        """The index of a cell's value."""
        return col * self.rows + row if self.by_columns else row * self.cols + col

    def cell(self, index: int) -> tuple[int, int]:
        """The row and the column of a value."""
        if self.by_columns:
            return index % self.rows, index // self.rows
        return divmod(index, self.cols)

    def place(self, index: int) -> tuple[int, int]:
        """Where a value is drawn: the row from the top, and the column."""
        row, col = self.cell(index)
        return (self.rows - 1 - row if self.rising else row), col

    def values(self, state: Any) -> tuple[Any, ...] | None:
        """The values of a state in storage order; None if it does not fit."""
        holder = state if self.name is None else dict(position.fields(state)).get(self.name)
        found, shape = values_of(holder)
        sides = (self.cols, self.rows) if self.by_columns else (self.rows, self.cols)
        fits = shape == sides if self.nested else shape is None
        return found if found is not None and fits and len(found) == self.rows * self.cols else None


def values_of(holder: Any) -> tuple[tuple[Any, ...] | None, tuple[int, int] | None]:
    """All values in a sequence or in rows, and the shape of the rows; None if it is neither.

    >>> values_of(("X.", ".O")), values_of((1, 2, 3))
    ((('X', '.', '.', 'O'), (2, 2)), ((1, 2, 3), None))
    """
    if is_array(holder):
        shape = holder.shape if holder.ndim == 2 else None
        fits = holder.ndim in (1, 2) and holder.dtype.kind in "biufU"
        return (tuple(holder.ravel().tolist()), shape) if fits else (None, None)
    if isinstance(holder, str):
        return tuple(holder), None
    if not isinstance(holder, tuple) or hasattr(holder, "_fields") or not holder:
        return None, None
    if all(_is_cell(value) for value in holder) and not _are_rows(holder):
        return holder, None
    if not _are_rows(holder):
        return None, None
    values = tuple(value for row in holder for value in row)
    return (values, (len(holder), len(holder[0]))) if all(map(_is_cell, values)) else (None, None)


def _are_rows(holder: tuple[Any, ...]) -> bool:
    """Whether these are rows of equal length, two or more of two or more values."""
    plain = all(isinstance(row, str | tuple) and not hasattr(row, "_fields") for row in holder)
    return plain and len(holder) > 1 and len({len(row) for row in holder}) == 1 and len(holder[0]) > 1


def _is_cell(value: Any) -> bool:
    """Whether a value can be in a cell."""
    if value is None or isinstance(value, bool | int | float | enum.Enum):
        return True
    if isinstance(value, str):
        return len(value) <= MAX_CHARACTERS and "\n" not in value
    return type(value).__module__ == "numpy" and not is_array(value)


def layouts(game: Any, state: Any) -> Iterator[Layout]:
    """Every way in which a state may hold a grid."""
    named: list[tuple[str | None, Any]] = [(None, state)]
    whole = values_of(state)[0] is not None
    if not whole or isinstance(state, tuple):
        named += position.fields(state)
    declared = sides(game, state)
    for name, holder in named:
        values, shape = values_of(holder)
        if values is None:
            continue
        for rows, cols, known in _sizes(game, len(values), shape, declared):
            if rows <= MAX_SIDE and cols <= MAX_SIDE:
                candidates = [
                    Layout(name, rows, cols, way, declared=known, nested=shape is not None) for way in (False, True)
                ]
                yield from (layout for layout in candidates if layout.values(state) is not None)


def _sizes(
    game: Any, count: int, shape: tuple[int, int] | None, declared: list[tuple[int, int]]
) -> Iterator[tuple[int, int, bool]]:
    """The possible rows and columns for a number of values, and whether the game gives them."""
    known = [(rows, cols) for rows, cols in declared if rows * cols == count and count > 1]
    if shape is not None:
        fitting = [sides for sides in known if sides in (shape, shape[::-1])]
        yield from ((*sides, True) for sides in fitting[:1] or ())
        if not fitting:
            yield (*shape, False)
    elif known:
        yield (*known[0], True)
    elif not declared and count >= 4 and math.isqrt(count) ** 2 == count and count not in _numbers(game):
        yield math.isqrt(count), math.isqrt(count), False


def sides(game: Any, state: Any) -> list[tuple[int, int]]:
    """The rows and columns that a game gives, in its fields, in those of the state, or as constants."""
    module = sys.modules.get(type(game).__module__)

    def number(name: str) -> int | None:
        for value in (
            getattr(game, name, None), getattr(state, name, None),
            getattr(game, name.upper(), None), getattr(module, name.upper(), None),
        ):  # fmt: skip
            if isinstance(value, int) and not isinstance(value, bool) and value > 0:
                return value
        return None

    found = [(number(rows), number(cols)) for rows, cols in SIDES]
    found += [(number(name), number(name)) for name in SQUARES]
    return [(rows, cols) for rows, cols in found if rows is not None and cols is not None]


def _numbers(game: Any) -> set[int]:
    """All whole numbers among the fields of a game. One equal to the length of a sequence means a line."""
    held = getattr(game, "__dict__", {})
    return {value for value in held.values() if isinstance(value, int)}
