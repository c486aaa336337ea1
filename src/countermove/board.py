"""A declarative board: rows of cells, each with its piece and the action that a click plays.

A game describes its board once; the terminal, the SVG view, the notebook and the studio all draw it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["Board", "Cell"]

Style = Literal["grid", "columns", "points", "piles", "maze", "choices"]
Look = Literal["signs", "discs", "stones", "pawns", "draughts", "chess", "tiles", "cards", "dice", "sea", "table", "go"]
Place = tuple[int, int]
"""A row, from the top, and a column."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a board."""

    piece: str = ""
    """The piece here, as a character or a short word; empty for an empty cell."""
    player: int | None = None
    """The owner of the piece, for its colour."""
    action: Any = None
    """The action that a click here plays, if legal. If None itself is an action (a pass), use `Board.clicks`."""
    marked: bool = False
    """Highlighted: a winning line, the last action."""
    shift: tuple[float, float] = (0.0, 0.0)
    """The offset of the piece from the middle of the cell: right and down, in cells."""
    share: float = 0.0
    """Whose the cell is, from 1 (the first player's) to -1 (the second's): territory, certain or expected."""
    label: str = ""
    """A short text on the cell or its piece: the number of a move."""


@dataclass(frozen=True, slots=True)
class Board:
    """Rows of cells, the top row first.

    `style` is the layout: "grid" (squares with lines), "columns" (the same, but a click means the whole column),
    "points" (men on points where lines meet), "piles" (each row a pile of counters, rows of unequal length), "maze"
    (cells without lines: % is a wall, . food, o a capsule, P Pacman, G a ghost, g a scared one), "choices" (a row of
    buttons).
    """

    rows: tuple[tuple[Cell, ...], ...]
    style: Style = "grid"
    caption: str = ""
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    clicks: tuple[tuple[Any, tuple[Place, ...]], ...] = ()
    """Actions that take several clicks, each with the places to click in order: from, to. An action without a place,
    such as a pass, has a button."""
    lines: tuple[tuple[Place, Place], ...] = ()
    """For "points": the lines to draw, each between two places. A place where no line ends is not a point of the board;
    its piece, if any, is part of a line, for text output."""
    look: Look = "signs"
    """The look of pieces that are more than letters: discs, black and white stones, pawns, the men and kings of
    draughts, chess pieces, tiles with numbers, cards and chips ("●3" for three), dice, two sea maps, the men of a
    backgammon table, the stones of Go, where every cell is a point. By default pieces are letters, and X and O a cross
    and a ring. A card "?" lies face down, a card "·" is still to be dealt, a die "?" is under a cup."""
    dots: tuple[Place, ...] = ()
    """Points with a dot (the star points of Go)."""

    @classmethod
    def of(cls, rows: Iterable[Iterable[Cell]], style: Style = "grid", **more: object) -> Board:
        """A board from any iterables of cells."""
        return cls(tuple(tuple(row) for row in rows), style, **more)  # type: ignore[arg-type]
