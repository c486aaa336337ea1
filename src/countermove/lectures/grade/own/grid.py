"""The board in a student's state, where there is one: cells into which two players put their marks in turn.

It is found by comparing a position with those after it: somewhere exactly one cell has changed, and it was empty.
On nine cells this is tic-tac-toe, about which more is known than the program says: three in a row end the game,
the player who has them wins, and every empty cell is an action.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from countermove.lectures.grade.own.load import Anything
from countermove.lectures.grade.own.stage import Moment, freeze

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def cells_of(value: Any) -> list[Hashable] | None:
    """The cells of a board: of a list, of rows, of an array, of a text, of a dictionary."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, str):
        return list(value) if len(value) >= 4 else None
    if isinstance(value, dict):
        value = [value[key] for key in sorted(value, key=repr)]
    if not isinstance(value, (list, tuple)) or not value:
        return None
    if all(isinstance(row, (list, tuple)) for row in value):
        return [freeze(cell) for row in value for cell in row]
    if any(isinstance(cell, (list, dict, set)) for cell in value):
        return None
    return [freeze(cell) for cell in value]


def containers(moment: Moment) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All that may be a board, by where it is."""

    def within(path: tuple[str, ...], value: Any, deep: int) -> Iterator[tuple[tuple[str, ...], Any]]:
        if isinstance(value, Anything):
            return
        if isinstance(value, (list, tuple, dict, str)) or hasattr(value, "tolist"):
            yield path, value
            for name in getattr(value, "_fields", ()):
                yield from within((*path, name), getattr(value, name), deep - 1)
        elif deep and hasattr(value, "__dict__") and not callable(value):
            for name, each in vars(value).items():
                yield from within((*path, name), each, deep - 1)

    for where, values in (("argument", moment.arguments), ("variable", moment.variables)):
        for name, value in values.items():
            yield from within((where, name), value, 3)


class Grid:
    """Where the board is and what the players put on it."""

    def __init__(self, path: tuple[str, ...], marks: list[Hashable], keys: list[Any] | None = None) -> None:
        self.path, self.marks = path, marks
        self.keys = keys
        """The cells of a dictionary that holds only those with a mark."""

    def cells(self, moment: Moment) -> list[Hashable]:
        value = self.raw(moment)
        if self.keys is not None and isinstance(value, dict):
            return [freeze(value.get(key)) for key in self.keys]
        cells = cells_of(value) or []
        return cells[1:] if len(cells) == 10 else cells

    def raw(self, moment: Moment) -> Any:
        value: Any = moment.arguments if self.path[0] == "argument" else moment.variables
        value = value[self.path[1]]
        for name in self.path[2:]:
            value = getattr(value, name)
        return value

    def empty(self, moment: Moment) -> list[int]:
        return [index for index, cell in enumerate(self.cells(moment)) if cell not in self.marks]

    def put(self, before: Moment, after: Moment) -> list[tuple[int, Hashable]]:
        """The cells that changed, and what is there now."""
        return [
            (index, new) for index, (old, new) in enumerate(zip(self.cells(before), self.cells(after))) if old != new
        ]

    def line(self, moment: Moment) -> Hashable:
        """The mark that has three in a row on nine cells; None without one."""
        cells = self.cells(moment)
        if len(cells) != 9:
            return None
        return next(
            (cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] and cells[a] in self.marks), None
        )

    def falls(self, pairs: list[tuple[Moment, Moment]]) -> bool:
        """Whether marks on nine cells are put only on the edge or onto others, as if they fell there."""
        put = [(self.cells(before), self.put(before, after)[0][0]) for before, after in pairs]
        return any(
            all(not 0 <= cell + step < 9 or cells[cell + step] in self.marks for cells, cell in put) for step in (3, -3)
        )


def find_grid(pairs: list[tuple[Moment, Moment]]) -> Grid | None:
    """The board that every pair of a position and the next one shares."""
    found: list[Grid] = []
    first = dict(containers(pairs[0][0])) if pairs else {}
    for path in first:
        marks: list[Hashable] = []
        keys = _keys(path, pairs)
        for before, after in pairs:
            try:
                grid = Grid(path, [], keys)
                changed = grid.put(before, after)
                same = len(grid.cells(before)) == len(grid.cells(after)) >= 4
            except (AttributeError, KeyError, TypeError):
                break
            if not same or len(changed) != 1:
                break
            if changed[0][1] not in marks:
                marks.append(changed[0][1])
            if grid.cells(before)[changed[0][0]] in marks:
                break
        else:
            if len(marks) == 2 or (marks and len(Grid(path, [], keys).cells(pairs[0][0])) == 9):
                found.append(Grid(path, marks, keys))
    return min(found, key=lambda grid: (grid.path[0] != "argument", len(grid.path)), default=None)


def _keys(path: tuple[str, ...], pairs: list[tuple[Moment, Moment]]) -> list[Any] | None:
    """All cells of a board that is a dictionary of those with a mark."""
    if not isinstance(dict(containers(pairs[0][0])).get(path), dict):
        return None
    grid = Grid(path, [])
    found: set[Any] = set()
    for _, after in pairs:
        try:
            found |= set(grid.raw(after))
        except (AttributeError, KeyError, TypeError):
            return None
    try:
        return sorted(found)
    except TypeError:
        return sorted(found, key=repr)
