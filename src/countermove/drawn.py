"""Checks the board that a game returns, before it is drawn.

Otherwise a wrong board would fail somewhere in a picture, far from its cause. `complaint` describes what is wrong with
it, for the terminal, the studio and `check` alike.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import Any

from countermove.board import Board, Cell, Look, Style
from countermove.errors import GameError
from countermove.game import Game, S, State, legal, offers, shortened

__all__ = ["complaint", "require_board", "require_text"]

Complaint = tuple[str, str]
"""What a method returned, and what it should return."""
PIECES = 'Cell(piece="X", player=0, action=a)'
ROWS = f"Return Board.of(rows), each row a list of cells such as {PIECES}."


def require_board(game: Game[S], state: S) -> Board:
    """The board of a state; GameError if it cannot be drawn."""
    board = game.board(state)
    if not offers(game, "board"):  # our default board, from the author's text
        require_text(game, state)
        _require_names(game, state)
        return board
    played = isinstance(board, Board) and bool(list(_played(board)))
    found = complaint(board, legal(game, state) if played else [])
    if found is not None:
        raise GameError(f"{type(game).__name__}.board {found[0]}. {found[1]}")
    return board


def require_text(game: Game[S], state: S) -> str:
    """The text of a state; GameError if it is not a str."""
    text: Any = game.text(state)
    if not isinstance(text, str):
        raise GameError(f"{type(game).__name__}.text gives {shortened(text)}. Return the state as a str.")
    return text


def _require_names(game: Game, state: State) -> None:
    for action in legal(game, state):
        name: Any = game.action_name(state, action)
        if not isinstance(name, str):
            given = f"gives {shortened(name)} for the action {shortened(action)}"
            raise GameError(f"{type(game).__name__}.action_name {given}. Return the action's name, as a str.")


def complaint(board: Any, actions: Any) -> Complaint | None:
    """What is wrong with a board in a state with these legal actions; None if nothing is.

    >>> complaint(None, ())
    ('gives None', 'Return a countermove.Board, such as Board.of(rows).')
    """
    if not isinstance(board, Board):
        return f"gives {shortened(board)}", "Return a countermove.Board, such as Board.of(rows)."
    return _of_words(board) or _of_cells(board) or _of_actions(board, actions) or _of_places(board)


def _of_words(board: Board) -> Complaint | None:
    """Styles, captions and names."""
    for what, given, known in (("style", board.style, Style), ("look", board.look, Look)):
        options = typing.get_args(known)
        if given not in options:
            return f"has the {what} {shortened(given)}", f"Use one of {', '.join(map(repr, options))}."
    if not isinstance(board.caption, str):
        return f"has the caption {shortened(board.caption)}", "Give the caption as a str."
    for what, names in (("row_names", board.row_names), ("column_names", board.column_names)):
        if not isinstance(names, tuple | list) or not all(isinstance(name, str) for name in names):
            return f"has {what} {shortened(names)}", f'Give names as a tuple of strings, as in {what}=("a", "b", "c").'
    return None


def _of_cells(board: Board) -> Complaint | None:
    """Rows of cells, of equal length in a grid."""
    rows: Any = board.rows
    if not isinstance(rows, tuple | list):
        return f"has rows that are {shortened(rows)}", ROWS
    for at, row in enumerate(rows):
        if not isinstance(row, tuple | list):
            return f"has {shortened(row)} for row {at}", ROWS
        for col, cell in enumerate(row):
            if not isinstance(cell, Cell):
                return f"has {shortened(cell)} at row {at}, column {col}, which is not a Cell", ROWS
            if (found := _of_cell(cell)) is not None:
                return f"has {found} at row {at}, column {col}", f"Write a cell like {PIECES}; omit unused fields."
    if board.style in ("piles", "choices"):
        return None
    grid = [row for row in rows if not _is_buttons(row)]
    for at, row in enumerate(grid):
        if len(row) != len(grid[0]):
            found = f"has {len(grid[0])} cells in row 0 and {len(row)} in row {at}"
            return found, 'Make the rows of a grid equally long, or use the style "piles".'
    return None


def _of_cell(cell: Cell) -> str | None:
    if not isinstance(cell.piece, str):
        return f"the piece {shortened(cell.piece)}, which is not a str"
    if cell.player is not None and not (hasattr(cell.player, "__index__") and cell.player >= 0):
        return f"the player {shortened(cell.player)}, which is not a player's number"
    share: Any = cell.share
    if isinstance(share, bool) or not isinstance(share, int | float) or not -1 <= share <= 1:
        return f"the share {shortened(share)}, which is not a number from -1 to 1"
    if not isinstance(cell.label, str):
        return f"the label {shortened(cell.label)}, which is not a str"
    shift: Any = cell.shift
    if not isinstance(shift, tuple) or len(shift) != 2 or not all(isinstance(part, int | float) for part in shift):
        return f"the shift {shortened(shift)}, which is not a pair of numbers"
    return None


def _is_buttons(row: Any) -> bool:
    """Whether a row is buttons, which may be below a grid."""
    return bool(row) and all(cell.piece and cell.action is not None and cell.player is None for cell in row)


def _played(board: Board) -> Iterator[tuple[Any, str]]:
    """Every action that can be clicked, and how."""
    rows = board.rows if isinstance(board.rows, tuple | list) else ()
    for row in rows:
        for cell in row if isinstance(row, tuple | list) else ():
            if isinstance(cell, Cell) and cell.action is not None:
                yield cell.action, "a cell that plays"
    for way in board.clicks if isinstance(board.clicks, tuple | list) else ():
        if isinstance(way, tuple) and way:
            yield way[0], "clicks that play"


def _of_actions(board: Board, actions: Any) -> Complaint | None:
    """A click plays a legal action."""
    for action, what in _played(board):
        if action not in actions:
            why = "that is not legal" if actions else "the game is over"
            do = "Give a cell an action only if it is legal, else None."
            return f"has {what} {shortened(action)}, but {why}", do
    return None


def _of_places(board: Board) -> Complaint | None:
    """Clicks and lines are on the board."""
    ways: Any = board.clicks
    do = "Give pairs of an action and its places, as in clicks=((a, ((0, 0), (1, 0))),)."
    if not isinstance(ways, tuple | list):
        return f"has clicks that are {shortened(ways)}", do
    for way in ways:
        if not isinstance(way, tuple) or len(way) != 2 or not isinstance(way[1], tuple | list):
            return f"has {shortened(way)} among its clicks", do
        for place in way[1]:
            if not _is_on(board, place):
                do = "Give a cell of the board: its row from the top and its column, from 0."
                return f"plays {shortened(way[0])} by a click at {shortened(place)}", do
    for dot in board.dots if isinstance(board.dots, tuple | list) else (board.dots,):
        if not _is_on(board, dot):
            return f"has a dot at {shortened(dot)}", "Give a cell of the board: its row from the top and its column."
    for line in board.lines if isinstance(board.lines, tuple | list) else (board.lines,):
        if not isinstance(line, tuple) or len(line) != 2 or not all(_is_on(board, end) for end in line):
            return f"has the line {shortened(line)}", "Give a line between two cells, as in ((0, 0), (0, 3))."
    return None


def _is_on(board: Board, place: Any) -> bool:
    if not isinstance(place, tuple | list) or len(place) != 2 or not all(hasattr(p, "__index__") for p in place):
        return False
    row, col = place
    return bool(0 <= row < len(board.rows) and 0 <= col < len(board.rows[row]))
