"""A board for games that do not draw one: a grid, where the state holds one that can be told for sure.

`shape` finds where in a state a grid may be, `opening` plays a little, `reading` tells from that which cells an action
means, and `sign` whose the values on them are. What remains doubtful is not drawn: a tuple of four piles is no board of
two by two. The words of the state and a button for each action then have to do.
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
    column,
    falls,
    from_to,
    from_to_in_one,
    is_true,
    names,
    number,
    number_from_1,
    row_col_from_1,
)
from countermove.grid.shape import Layout, layouts

__all__ = ["Grid", "grid_of"]

NAMES = ("board", "grid", "cells", "squares")
"""What authors call the field that is the board, where several might be."""
SMALL = 4
"""Cells of a square that are too few to be told from four of anything, unless the players have marks of their own."""
PUZZLE = 9
"""Cells of the smallest sliding puzzle."""
TRIED = 400
"""Actions of a state that may be tried for a picture of it."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The board in the states of a game."""

    layout: Layout
    reading: Reading | None
    """Which cells an action names; None where actions are buttons."""
    numbered: bool
    """Whether it names them by numbers, or by row and column."""
    columns: bool
    """Whether an action is a column in which a piece falls."""
    owners: dict[Any, int]
    seen: tuple[Any, ...]
    """Values of the first states, so that a value is always written in the same way."""

    def rest(self, state: Any) -> list[tuple[str, Any]]:
        """The fields of a state beside its board."""
        name = self.layout.name
        return [] if name is None else [part for part in position.fields(state) if part[0] != name]

    def lines(self, state: Any) -> list[str]:
        """The board as lines of text."""
        pieces = [[cell.piece or "." for cell in row] for row in self.cells(state)]
        wide = max(len(piece) for row in pieces for piece in row)
        return [" ".join(f"{piece:>{wide}}" for piece in row).rstrip() for row in pieces]

    def cells(self, state: Any) -> list[list[Cell]]:
        """The cells of the board, the top row first, without what they play."""
        layout, values = self.layout, self.layout.values(state) or ()
        words = sign.words((*self.seen, *values), self.owners)
        rows = [[Cell()] * layout.cols for _ in range(layout.rows)]
        for index, value in enumerate(values):
            row, col = layout.place(index)
            blank = sign.is_blank(value)
            rows[row][col] = Cell(words[value], None if blank else sign.owner(value, self.owners))
        return rows

    def board(self, game: Any, state: Any, actions: list[Any], caption: str, named: bool) -> Board:
        """The board of a state; `named` says whether the game has names of its own for actions."""
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
        """The places to click for each action that has any: one, several in turn, or all of a column."""
        layout = self.layout
        for action in list(actions)[:TRIED]:
            if action is None:  # what a cell has that plays nothing
                continue
            if self.columns:
                col = column(action, layout)
                if col is not None:
                    yield action, tuple((row, col) for row in range(layout.rows))
                continue
            cells = self.reading(action, layout) if self.reading else None
            if cells is not None and names(Step(state, 0, action, game.result(state, action)), cells, layout):
                yield action, tuple(layout.place(cell) for cell in cells)

    @property
    def hint(self) -> str:
        """How to name a cell, where that is not to be seen."""
        if not self.numbered or self.reading is from_to_in_one:
            return ""
        way = "column by column" if self.layout.by_columns else "row by row"
        return f"Cells are numbered from {1 if self.reading is number_from_1 else 0}, {way}."


_KNOWN: weakref.WeakKeyDictionary[Any, Grid | None] = weakref.WeakKeyDictionary()


def grid_of(game: Any, state: Any) -> Grid | None:
    """The board in the states of a game, if `state` has it; None where there is none, or none for sure.

    >>> from countermove.games.connect import Connect
    >>> game = Connect()
    >>> grid_of(game, game.initial()) is None  # two numbers, a bit a cell
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
        return _told_for_sure(opening(game))
    except Exception:  # what is wrong with rules is told where they are asked for themselves, not for a picture
        return None


def _told_for_sure(begun: Opening) -> Grid | None:
    """The one grid that there is, or the one that has the name of a board."""
    options: dict[str | None, list[Layout]] = {}
    for layout in layouts(begun.game, begun.first):
        options.setdefault(layout.name, []).append(layout)
    found = [grid for ways in options.values() if (grid := _judged(begun, ways)) is not None]
    found = [grid for grid in found if grid.layout.told] or found
    if len(found) > 1:
        found = [grid for grid in found if grid.layout.name in NAMES]
    return found[0] if len(found) == 1 else None


def _judged(begun: Opening, ways: list[Layout]) -> Grid | None:
    """A grid that may lie in one of these ways; None where that is doubtful."""
    layout, reading, columns = _read(begun, ways)
    owners = sign.owners(begun.appeared(layout)) if begun.game.players > 1 else {}
    sure = layout.told or columns or _is_board(begun, layout, reading, bool(owners))
    states = [begun.first, *(step.after for step in begun.steps)]
    seen = dict.fromkeys(value for state in states for value in layout.values(state) or ())
    return Grid(layout, reading, _is_numbered(begun, reading), columns, owners, tuple(seen)) if sure else None


def _is_numbered(begun: Opening, reading: Reading | None) -> bool:
    """Whether actions name cells by numbers."""
    pairs = [step.action for step in begun.steps if isinstance(step.action, tuple) and len(step.action) == 2]
    return reading in (number, number_from_1, from_to_in_one) or (
        reading is from_to and any(not isinstance(end, tuple) for pair in pairs for end in pair)
    )


def _read(begun: Opening, ways: list[Layout]) -> tuple[Layout, Reading | None, bool]:
    """The way in which a grid lies, what actions name on it, and whether that is a column."""
    for layout in ways:
        fallen = falls(layout, list(begun.turns[0]), begun.again) if begun.turns else None
        if fallen is not None:
            return fallen, None, True
    for layout in ways:
        for reading in READINGS:
            if is_true(reading, layout, begun.steps):
                return layout, reading, False
    return ways[0], None, False


def _is_board(begun: Opening, layout: Layout, reading: Reading | None, owned: bool) -> bool:
    """Whether values are a board for sure, where the game does not say how many rows and columns there are."""
    values = layout.values(begun.first) or ()
    if layout.nested:
        return min(layout.rows, layout.cols) > 2 or reading is not None
    blanks = {index for index, value in enumerate(values) if sign.is_blank(value)}
    if reading in (number, number_from_1):
        # A line has numbered cells too. On a board they are played where nothing stands, or anywhere.
        named = {cell for step in begun.turns[0] for cell in (reading(step.action, layout) or ())}
        free = named <= blanks or (len(named) == len(values) and len(set(values)) < len(values))
        return free and (len(values) > SMALL or owned or all(isinstance(value, str) for value in values))
    if reading is not None:
        return all(isinstance(step.action, tuple) for step in begun.steps) and reading is not from_to
    return len(values) >= PUZZLE and len(blanks) == 1 and len(set(values)) == len(values)
