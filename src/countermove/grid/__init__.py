"""A board for games that do not draw one: a grid, if the state certainly contains one.

`shape` finds where in a state a grid may be, `opening` plays a little, `reading` infers from that which cells an action
means, and `sign` who owns the values on them. If in doubt, nothing is drawn: a tuple of four piles is not a board of
two by two. Then the text of the state and a button for each action must do.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from countermove import position
from countermove.board import Board, Cell
from countermove.grid import sign
from countermove.grid.opening import Opening, opening
from countermove.grid.reading import (
    READINGS,
    Reading,
    Step,
    changes_all,
    column,
    falls,
    from_to,
    from_to_in_one,
    is_true,
    number,
    number_from_1,
    row_col_from_1,
)
from countermove.grid.shape import Layout, layouts

__all__ = ["Grid", "grid_of"]

NAMES = ("board", "grid", "cells", "squares")
"""Names of the board's field, to choose among several candidates."""
AMBIGUOUS_CELLS = 4
"""A square of this many cells may be four of anything, unless the players have their own marks."""
PUZZLE = 9
"""Cells of the smallest sliding puzzle."""
MAX_TRIED = 400
"""The most actions of a state to try for its picture."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The board in the states of a game."""

    layout: Layout
    reading: Reading | None
    """Which cells an action names; None if actions are buttons."""
    numbered: bool
    """Whether actions name cells by numbers, or by row and column."""
    columns: bool
    """Whether an action is a column in which a piece drops."""
    owners: dict[Any, int]
    values_seen: tuple[Any, ...]
    """Values of the first states, so that a value is always written the same way."""

    def rest(self, state: Any) -> list[tuple[str, Any]]:
        """The fields of a state other than its board."""
        name = self.layout.name
        return [] if name is None else [part for part in position.fields(state) if part[0] != name]

    def lines(self, state: Any) -> list[str]:
        """The board as lines of text."""
        pieces = [[cell.piece or "." for cell in row] for row in self.cells(state)]
        wide = max(len(piece) for row in pieces for piece in row)
        return [" ".join(f"{piece:>{wide}}" for piece in row).rstrip() for row in pieces]

    def cells(self, state: Any) -> list[list[Cell]]:
        """The cells of the board, the top row first, without their actions."""
        layout, values = self.layout, self.layout.values(state) or ()
        words = sign.words((*self.values_seen, *values), self.owners)
        rows = [[Cell()] * layout.cols for _ in range(layout.rows)]
        for index, value in enumerate(values):
            row, col = layout.place(index)
            blank = sign.is_blank(value)
            rows[row][col] = Cell(words[value], None if blank else sign.owner(value, self.owners))
        return rows

    def board(self, game: Any, state: Any, actions: list[Any], caption: str, named: bool) -> Board:
        """The board of a state; `named` says whether the game names its actions."""
        rows = self.cells(state)
        clicks: list[tuple[Any, tuple[tuple[int, int], ...]]] = []
        for action, places in self.places(game, state, actions):
            if len(places) == 1 or self.columns:
                for row, col in places:
                    rows[row][col] = Cell(rows[row][col].piece, rows[row][col].player, action)
            else:
                clicks.append((action, places))
        by_place = self.reading is not None and not self.numbered
        first = 1 if self.reading is row_col_from_1 else 0
        row_names = tuple(str(row + first) for row in range(self.layout.rows)) if by_place else ()
        column_names = tuple(str(col + first) for col in range(self.layout.cols)) if by_place or self.columns else ()
        return Board.of(
            rows,
            "columns" if self.columns else "grid",
            caption=caption if named else "\n".join(filter(None, (caption, self.hint))),
            row_names=() if named else row_names,
            column_names=() if named else column_names,
            clicks=tuple(clicks),
        )

    def places(
        self, game: Any, state: Any, actions: Iterable[Any]
    ) -> Iterable[tuple[Any, tuple[tuple[int, int], ...]]]:
        """The cells to click for each action that has any: one, several in turn, or a whole column."""
        layout = self.layout
        for action in list(actions)[:MAX_TRIED]:
            if action is None:  # a cell without an action has None
                continue
            if self.columns:
                col = column(action, layout)
                if col is not None:
                    yield action, tuple((row, col) for row in range(layout.rows))
                continue
            cells = self.reading(action, layout) if self.reading else None
            if cells is not None and changes_all(Step(state, 0, action, game.result(state, action)), cells, layout):
                yield action, tuple(layout.place(cell) for cell in cells)

    @property
    def hint(self) -> str:
        """How cells are numbered, if that is not visible."""
        if not self.numbered or self.reading is from_to_in_one:
            return ""
        way = "column by column" if self.layout.by_columns else "row by row"
        return f"Cells are numbered from {1 if self.reading is number_from_1 else 0}, {way}."


_KNOWN: weakref.WeakKeyDictionary[Any, Grid | None] = weakref.WeakKeyDictionary()


def grid_of(game: Any, state: Any) -> Grid | None:
    """The board in the states of a game, if `state` has it; None if there is none, or in doubt.

    >>> from countermove.games.connect import Connect
    >>> game = Connect()
    >>> grid_of(game, game.initial()) is None  # two numbers, one bit per cell
    True
    """
    try:
        if game not in _KNOWN:
            _KNOWN[game] = _find(game)
        found = _KNOWN[game]
    except TypeError:  # a game that is not hashable
        found = _find(game)
    return found if found is not None and found.layout.values(state) is not None else None


def _find(game: Any) -> Grid | None:
    try:
        return _certain(opening(game))
    except Exception:  # faults in rules are reported when they are used, not for a picture
        return None


def _certain(start: Opening) -> Grid | None:
    """The only grid, or the one that is named like a board."""
    options: dict[str | None, list[Layout]] = {}
    for layout in layouts(start.game, start.first):
        options.setdefault(layout.name, []).append(layout)
    found = [grid for candidates in options.values() if (grid := _grid(start, candidates)) is not None]
    found = [grid for grid in found if grid.layout.declared] or found
    if len(found) > 1:
        found = [grid for grid in found if grid.layout.name in NAMES]
    return found[0] if len(found) == 1 else None


def _grid(start: Opening, candidates: list[Layout]) -> Grid | None:
    """A grid with one of these layouts; None in doubt."""
    layout, reading, columns = _read(start, candidates)
    owners = sign.owners(start.appeared(layout)) if start.game.players > 1 else {}
    sure = layout.declared or columns or _is_board(start, layout, reading, bool(owners))
    states = [start.first, *(step.after for step in start.steps)]
    seen = dict.fromkeys(value for state in states for value in layout.values(state) or ())
    return Grid(layout, reading, _is_numbered(start, reading), columns, owners, tuple(seen)) if sure else None


def _is_numbered(start: Opening, reading: Reading | None) -> bool:
    """Whether actions name cells by numbers."""
    pairs = [step.action for step in start.steps if isinstance(step.action, tuple) and len(step.action) == 2]
    return reading in (number, number_from_1, from_to_in_one) or (
        reading is from_to and any(not isinstance(end, tuple) for pair in pairs for end in pair)
    )


def _read(start: Opening, candidates: list[Layout]) -> tuple[Layout, Reading | None, bool]:
    """The layout of a grid, what actions name on it, and whether that is a column."""
    for layout in candidates:
        fallen = falls(layout, list(start.turns[0]), start.again) if start.turns else None
        if fallen is not None:
            return fallen, None, True
    for layout in candidates:
        for reading in READINGS:
            if is_true(reading, layout, start.steps):
                return layout, reading, False
    return candidates[0], None, False


def _is_board(start: Opening, layout: Layout, reading: Reading | None, owned: bool) -> bool:
    """Whether values are certainly a board, if the game does not give rows and columns."""
    values = layout.values(start.first) or ()
    if layout.nested:
        return min(layout.rows, layout.cols) > 2 or reading is not None
    blanks = {index for index, value in enumerate(values) if sign.is_blank(value)}
    if reading in (number, number_from_1):
        # A line has numbered cells too. On a board, actions name empty cells, or any.
        named = {cell for step in start.turns[0] for cell in (reading(step.action, layout) or ())}
        free = named <= blanks or (len(named) == len(values) and len(set(values)) < len(values))
        return free and (len(values) > AMBIGUOUS_CELLS or owned or all(isinstance(value, str) for value in values))
    if reading is not None:
        return all(isinstance(step.action, tuple) for step in start.steps) and reading is not from_to
    return len(values) >= PUZZLE and len(blanks) == 1 and len(set(values)) == len(values)
