"""A maze as a picture: walls, food, capsules, Pacman and ghosts, each distinct in shape as well as in colour.

A scared ghost is hollow; a caught Pacman is a cross. A piece may be between two cells (`Cell.shift`).
"""

from __future__ import annotations

import math

from countermove.board import Board, Cell
from countermove.views.mark import Box, Circle, Mark, Path, Polygon

MOUTH = 35
"""Degrees from the middle of Pacman's mouth to its edge."""
SMOOTH = 10
"""Degrees from one corner of a round shape to the next."""


def maze_marks(board: Board, size: float) -> list[Mark]:
    """The marks of a maze whose cells have the given size; those of agents come last."""
    still: list[Mark] = []
    agents: list[Mark] = []
    for row, cells in enumerate(board.rows):
        start = 0
        for column, cell in enumerate(cells):
            if cell.piece != "%":
                start = column + 1
            elif column + 1 == len(cells) or cells[column + 1].piece != "%":  # one box per run of wall
                still.append(Box(start * size, row * size, (column + 1 - start) * size, size, "wall"))
            x = (column + 0.5 + cell.shift[0]) * size
            y = (row + 0.5 + cell.shift[1]) * size
            if cell.piece in (".", "o"):
                still.append(Circle(x, y, size * (0.09 if cell.piece == "." else 0.22), "food"))
            elif cell.piece not in ("", "%"):
                agents += _agent(cell, x, y, size)
    return still + agents


def _agent(cell: Cell, x: float, y: float, size: float) -> list[Mark]:
    reach = 0.4 * size
    if cell.piece == "P":
        round_ = [(x + reach * math.cos(a), y + reach * math.sin(a)) for a in _degrees(MOUTH, 360 - MOUTH)]
        return [Polygon(((x, y), *round_), "pacman")]
    if cell.piece == "X":
        reach *= 0.7
        return [
            Path(((x - reach, y - reach), (x + reach, y + reach)), "strike"),
            Path(((x - reach, y + reach), (x + reach, y - reach)), "strike"),
        ]
    head = [(x + reach * math.cos(a), y + reach * math.sin(a)) for a in _degrees(180, 360)]
    hem = [(x + reach * (1 - step / 3), y + reach * (0.95 if step % 2 == 0 else 0.65)) for step in range(7)]
    eyes = [Circle(x + side * 0.4 * reach, y - 0.1 * reach, 0.18 * reach, "eye") for side in (-1, 1)]
    return [Polygon((*head, *hem), "scared" if cell.piece == "g" else "ghost"), *eyes]


def _degrees(first: int, last: int) -> list[float]:
    """Angles from the first to the last, inclusive."""
    return [math.radians(a) for a in (*range(first, last, SMOOTH), last)]
