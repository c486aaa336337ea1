"""What actions mean on a grid: the cells that an action names, inferred from what it changes.

An action may be the number of a cell, a (row, col), a pair of cells from one to the other, or a column in which
something drops. Nothing is assumed: under the right reading every action changes the cells it names, and one that does
not becomes a button.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from countermove.grid.shape import Layout
from countermove.grid.sign import is_blank

Cells = tuple[int, ...]
"""Cells, by the index of their value."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action, and the states before and after it."""

    before: Any
    player: int
    action: Any
    after: Any

    def changed(self, layout: Layout) -> dict[int, Any] | None:
        """The new value of every cell that the action changed; None if a state has no such grid."""
        old, new = layout.values(self.before), layout.values(self.after)
        if old is None or new is None:
            return None
        return {index: value for index, value in enumerate(new) if value != old[index]}

    def filled(self, layout: Layout) -> list[int]:
        """The cells that the action filled."""
        old, changed = layout.values(self.before), self.changed(layout)
        return [] if old is None else [index for index in changed or () if is_blank(old[index])]


Reading = Callable[[Any, Layout], Cells | None]
"""The cells that an action names, in the order to click; None if it names none."""


def is_true(reading: Reading, layout: Layout, steps: Iterable[Step]) -> bool:
    """Whether all actions that name cells change them, and whether most actions name some."""
    named = silent = 0
    for step in steps:
        cells = reading(step.action, layout)
        if cells is None:
            silent += 1
        elif changes_all(step, cells, layout):
            named += 1
        else:
            return False
    return named > silent


def changes_all(step: Step, cells: Cells, layout: Layout) -> bool:
    """Whether an action changes all of these cells."""
    changed = step.changed(layout)
    return changed is not None and all(cell in changed for cell in cells)


def whole(value: Any) -> int | None:
    """A whole number; None for anything else."""
    return int(value) if hasattr(value, "__index__") and not isinstance(value, bool) else None


def number(action: Any, layout: Layout, first: int = 0) -> Cells | None:
    """The number of a cell."""
    found = whole(action)
    return (found - first,) if found is not None and 0 <= found - first < layout.rows * layout.cols else None


def number_from_1(action: Any, layout: Layout) -> Cells | None:
    """The number of a cell, where the first is 1."""
    return number(action, layout, 1)


def row_col(action: Any, layout: Layout, first: int = 0) -> Cells | None:
    """A row and a column."""
    if not isinstance(action, tuple) or len(action) != 2:
        return None
    row, col = (None if (found := whole(part)) is None else found - first for part in action)
    if row is None or col is None or not (0 <= row < layout.rows and 0 <= col < layout.cols):
        return None
    return (layout.index(row, col),)


def row_col_from_1(action: Any, layout: Layout) -> Cells | None:
    """A row and a column, where the first are 1."""
    return row_col(action, layout, 1)


def col_row(action: Any, layout: Layout) -> Cells | None:
    """A column and a row."""
    return row_col(action[::-1], layout) if isinstance(action, tuple) else None


def from_to(action: Any, layout: Layout) -> Cells | None:
    """Two cells, each a number, a (row, col), or two numbers of four."""
    if isinstance(action, tuple) and len(action) == 4:
        action = (action[:2], action[2:])
    if not isinstance(action, tuple) or len(action) != 2:
        return None
    ends = [number(end, layout) or row_col(end, layout) for end in action]
    return None if None in ends or ends[0] == ends[1] else tuple(cell for end in ends for cell in end or ())


def from_to_in_one(action: Any, layout: Layout) -> Cells | None:
    """Two cells in one number: the first times all cells, and the second."""
    found = whole(action)
    return None if found is None else from_to(divmod(found, layout.rows * layout.cols), layout)


READINGS: tuple[Reading, ...] = (
    number, row_col, from_to, from_to_in_one, number_from_1, row_col_from_1, col_row,
)  # fmt: skip


def column(action: Any, layout: Layout) -> int | None:
    """The column that an action means, in a game with dropped pieces."""
    found = whole(action)
    return found if found is not None and 0 <= found < layout.cols else None


def falls(layout: Layout, steps: list[Step], again: Callable[[Step], Step | None]) -> Layout | None:
    """The layout if an action is a column in which a piece drops: each fills one cell there, and then the next.

    `again` repeats the action of a step. Where pieces land shows whether the first row is the lowest.
    """
    if layout.rows < 2 or [column(step.action, layout) for step in steps] != list(range(layout.cols)):
        return None
    if any(landing(step, layout) is None for step in steps):
        return None
    one = landing(steps[0], layout)
    second = again(steps[0])
    other = landing(second, layout) if second is not None else None
    if one is None or other is None or abs(one - other) != 1:
        return None
    return Layout(layout.name, layout.rows, layout.cols, layout.by_columns, one < other, layout.declared, layout.nested)


def landing(step: Step, layout: Layout) -> int | None:
    """The row in which a piece landed; None unless it filled one cell of the action's column."""
    filled = step.filled(layout)
    if len(filled) != 1:
        return None
    row, col = layout.cell(filled[0])
    return row if col == column(step.action, layout) else None
