"""Boards as pictures: a game describes its board once (`game.board`), and this draws it.

A grid has cells with lines, and columns are drawn the same way; points have lines between them and discs for men; piles
are rows of counters; mazes are in maze.py; where there are only choices, the text of the state replaces a board. X and
O are drawn as a cross and a ring, as on paper, and chess pieces as pieces; others are letters in the colour of their
player. Coordinates are left out where the board is small, as inside a node.
"""

from __future__ import annotations

from dataclasses import dataclass

from countermove.board import Board, Cell
from countermove.views.chessman import chessman
from countermove.views.mark import Box, Circle, Group, Mark, Path, Scene, Text, moved, width_of
from countermove.views.maze import maze_marks

MAX_COUNTERS = 24
"""The most counters drawn in a pile; the rest is a number."""
PLAYER_COLOURS = 6


@dataclass(frozen=True, slots=True)
class Picture:
    """Marks within a rectangle whose top left corner is (0, 0)."""

    width: float
    height: float
    marks: tuple[Mark, ...]


def board_svg(board: Board, cell: float = 36.0, title: str = "") -> str:
    """A board as an SVG document.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> board_svg(game.board(game.read("X...O....")))[:4]
    '<svg'
    """
    from countermove.views.svg import scene_svg

    return scene_svg(board_scene(board, cell, title))


def board_scene(board: Board, cell: float = 36.0, title: str = "") -> Scene:
    """A board with its caption as a scene."""
    picture = board_picture(board, cell, coordinates=True)
    marks: list[Mark] = list(picture.marks)
    height = picture.height
    width = picture.width
    if board.caption:
        lines = board.caption.splitlines()
        for at, line in enumerate(lines):
            marks.append(Text(0, height + 14 + 16 * at, line, "label", 13, "start"))
            width = max(width, width_of(line, 13))
        height += 8 + 16 * len(lines)
    placed = [moved(mark, 10, 10) for mark in marks]
    return Scene(width + 20, height + 20, [Group(placed)], title or "A board", board.caption)


def board_picture(board: Board, cell: float = 14.0, coordinates: bool = False) -> Picture:
    """The marks of a board whose cells have the given size."""
    if board.style == "piles":
        return _piles(board, cell, coordinates)
    if board.style == "choices":
        return _words(board, cell)
    if board.look == "go":
        return _stones(board, cell, coordinates)
    if board.style == "points":
        return _points(board, cell, coordinates)
    if board.style == "maze":
        columns = max((len(row) for row in board.rows), default=0)
        return Picture(columns * cell, len(board.rows) * cell, tuple(maze_marks(board, cell)))
    return _grid(board, cell, coordinates)


def _grid(board: Board, size: float, coordinates: bool) -> Picture:
    columns = max((len(row) for row in board.rows), default=0)
    letters = max((len(each.piece) for row in board.rows for each in row), default=1)
    wide = max(size, width_of("M" * letters, size * 0.6)) if letters > 1 else size
    numbered = board.look == "draughts" and not board.column_names
    left = size * 0.7 if coordinates and board.row_names and not numbered else 0.0
    marks: list[Mark] = []
    for at, row in enumerate(board.rows):
        for column, each in enumerate(row):
            x, y = left + column * wide, at * size
            role = (
                "cell"
                if board.look not in ("chess", "draughts")
                else "dark-cell"
                if (at + column) % 2
                else "light-cell"
            )
            marks.append(Box(x, y, wide, size, "marked" if each.marked else role))
            if numbered and coordinates and (at + column) % 2:
                number = str((at * columns + column) // 2 + 1)
                marks.append(Text(x + size * 0.15, y + size * 0.15, number, "coordinate", size * 0.2))
            if board.look == "chess" and each.player is not None:
                marks += chessman(each.piece, each.player, x + wide / 2, y + size / 2, size)
            elif board.look == "draughts" and each.player is not None:
                marks += _draught(each.piece, x + wide / 2, y + size / 2, size)
            else:
                marks += _piece(each, x + wide / 2, y + size / 2, size)
    height = _name_lines(board, size, wide, left, coordinates, marks)
    return Picture(left + columns * wide, height, tuple(marks))


def _draught(letter: str, x: float, y: float, size: float) -> list[Mark]:
    """A man of draughts, or with a capital letter a king, with a crown."""
    role = "chess0" if letter.lower() == "w" else "chess1"
    marks: list[Mark] = [Circle(x, y, size * 0.37, role)]
    if letter.isupper():
        at, points = size / 100, ((-19, 13), (-19, -13), (-9, -2), (0, -19), (9, -2), (19, -13), (19, 13), (-19, 13))
        marks.append(Path(tuple((x + at * right, y + at * down) for right, down in points), f"{role}-line"))
    return marks


def _name_lines(board: Board, size: float, wide: float, left: float, coordinates: bool, marks: list[Mark]) -> float:
    """Write the names of rows and columns beside the board; return the height including them."""
    if left:
        for at, name in enumerate(board.row_names[: len(board.rows)]):
            marks.append(Text(left / 2, (at + 0.5) * size, name, "coordinate", size * 0.36))
    height = len(board.rows) * size
    if coordinates and board.column_names:
        columns = max((len(row) for row in board.rows), default=0)
        for column, name in enumerate(board.column_names[:columns]):
            marks.append(Text(left + (column + 0.5) * wide, height + size * 0.35, name, "coordinate", size * 0.36))
        height += size * 0.7
    return height


def _points(board: Board, size: float, coordinates: bool) -> Picture:
    columns = max((len(row) for row in board.rows), default=0)
    left = size * 0.7 if coordinates and board.row_names else 0.0
    marks: list[Mark] = []
    for line in board.lines:
        (x, y), (right, low) = (((left + (column + 0.5) * size), (row + 0.5) * size) for row, column in line)
        marks.append(Path(((x, y), (right, low)), "edge"))
    for row, column in sorted({place for line in board.lines for place in line}):
        each = board.rows[row][column]
        x, y = left + (column + 0.5) * size, (row + 0.5) * size
        if each.piece:
            best = "-best" if each.marked else ""
            role = "counter" if each.player is None else f"p{each.player % PLAYER_COLOURS}{best}"
            marks.append(Circle(x, y, size * 0.36, role))
            if each.player is not None:
                marks.append(Text(x, y, each.piece, f"piece{each.player % PLAYER_COLOURS}", size * 0.42))
        else:
            marks.append(Circle(x, y, size * 0.09, "counter"))
    height = _name_lines(board, size, size, left, coordinates, marks)
    return Picture(left + columns * size, height, tuple(marks))


def _stones(board: Board, size: float, coordinates: bool) -> Picture:
    """A board of Go: stones on the points where lines meet, and squares for whose points are."""
    left = size * 0.7 if coordinates and board.row_names else 0.0
    columns = max((len(row) for row in board.rows), default=0)

    def middle(row: int, column: int) -> tuple[float, float]:
        return left + (column + 0.5) * size, (row + 0.5) * size

    marks: list[Mark] = [Path((middle(*one), middle(*other)), "edge") for one, other in board.lines]
    marks += [Circle(*middle(*dot), size * 0.09, "counter") for dot in board.dots if not _at(board, dot).piece]
    for at, row in enumerate(board.rows):
        for column, each in enumerate(row):
            x, y = middle(at, column)
            if each.piece and each.player is not None:
                marks.append(Circle(x, y, size * 0.46, f"go{each.player % 2}"))
                if each.marked:
                    marks.append(Circle(x, y, size * 0.2, f"go{each.player % 2}-mark"))
            if each.share and each.player != (0 if each.share > 0 else 1):
                reach = size * 0.34 * abs(each.share) ** 0.5
                side = 0 if each.share > 0 else 1
                marks.append(Box(x - reach / 2, y - reach / 2, reach, reach, f"go{side}-share"))
            if each.label:
                role = "value" if each.player is None else f"go{each.player % 2}-label"
                marks.append(Text(x, y, each.label, role, size * (0.5 if len(each.label) < 3 else 0.38)))
    height = _name_lines(board, size, size, left, coordinates, marks)
    return Picture(left + columns * size, height, tuple(marks))


def _at(board: Board, place: tuple[int, int]) -> Cell:
    return board.rows[place[0]][place[1]]


def _piece(cell: Cell, x: float, y: float, size: float) -> list[Mark]:
    if not cell.piece:
        return []
    player = None if cell.player is None else cell.player % PLAYER_COLOURS
    reach = size * 0.28
    if cell.piece == "X" and player is not None:
        return [
            Path(((x - reach, y - reach), (x + reach, y + reach)), f"cross{player}"),
            Path(((x - reach, y + reach), (x + reach, y - reach)), f"cross{player}"),
        ]
    if cell.piece in ("●", "○") and player is not None:
        return [Circle(x, y, reach * 1.3, f"stone{player}")]
    if cell.piece == "O" and player is not None:
        return [Circle(x, y, reach * 1.1, f"cross{player}")]
    return [Text(x, y, cell.piece, "piece" if player is None else f"piece{player}", size * 0.62)]


def _piles(board: Board, size: float, coordinates: bool) -> Picture:
    left = max((width_of(name, size * 0.5) for name in board.row_names), default=0.0) + 4 if coordinates else 0.0
    small = size * 0.55
    words = board.look in ("cards", "dice")
    longest = max((len(each.piece) for row in board.rows for each in row), default=1) if words else 1
    wide = max(small, width_of("M" * longest, small * 0.7))
    marks: list[Mark] = []
    width = left + wide
    for at, row in enumerate(board.rows):
        y = (at + 0.5) * small * 1.25
        if left and at < len(board.row_names):
            marks.append(Text(0, y, board.row_names[at], "coordinate", size * 0.5, "start"))
        for place, each in enumerate(row[:MAX_COUNTERS]):
            role = "counter" if each.player is None else f"stone{each.player % PLAYER_COLOURS}"
            x = left + (place + 0.5) * wide
            if words:
                card = "piece" if each.player is None else f"piece{each.player % PLAYER_COLOURS}"
                marks.append(Text(x, y, each.piece, card, small * 0.8))
                continue
            marks.append(Circle(x, y, small * 0.4, role))
        reach = left + min(len(row), MAX_COUNTERS) * wide
        if len(row) > MAX_COUNTERS:
            more = Text(reach + 3, y, f"… {len(row):,}", "label", small, "start")
            marks.append(more)
            reach = more.span()[1]
        if not row:
            marks.append(Path(((left, y), (left + small, y)), "grid"))
        width = max(width, reach)
    return Picture(width, max(small, len(board.rows) * small * 1.25), tuple(marks))


def _words(board: Board, size: float) -> Picture:
    """The text of a state, for a game that has only choices."""
    letter = min(13.0, max(9.0, size * 0.7))
    lines = [line if len(line) <= 40 else line[:39] + "…" for line in board.caption.splitlines()[:12]] or ["—"]
    width = max(width_of(line, letter) for line in lines)
    marks = [Text(0, (at + 0.5) * letter * 1.3, line, "value", letter, "start") for at, line in enumerate(lines)]
    return Picture(width, len(lines) * letter * 1.3, tuple(marks))
