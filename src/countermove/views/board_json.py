"""A board as JSON, for the browser (`static/board.js`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from countermove.action import name_of, sent
from countermove.board import Board, Cell
from countermove.game import Action


def board_json(board: Board, actions: Mapping[Action, int | str] | None = None) -> dict[str, Any]:
    """The board as JSON values; cells omit empty fields. `actions` maps legal actions to what is sent; without it,
    actions that are not ints are sent by their default names.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> data = board_json(game.board(game.read("X........")))
    >>> data["style"], data["rows"][0][:2]
    ('grid', [{'piece': 'X', 'player': 0}, {'action': 1}])
    """
    known = actions or {}

    def encoded(action: Action) -> int | str:
        return known[action] if action in known else sent(action, name_of(action))

    rows = [[_cell(cell, encoded) for cell in row] for row in board.rows]
    clicks = []
    for action, places in board.clicks:
        if action is None and len(places) == 1:  # a cell cannot have the action None
            rows[places[0][0]][places[0][1]]["action"] = encoded(action)
        elif places:  # without a place, the page has a button
            clicks.append({"action": encoded(action), "places": [list(place) for place in places]})
    return {
        "style": board.style,
        "rows": rows,
        "caption": board.caption,
        "row_names": list(board.row_names),
        "column_names": list(board.column_names),
        "clicks": clicks,
        "look": board.look,
        "lines": [[list(one), list(other)] for one, other in board.lines],
        **({"dots": [list(place) for place in board.dots]} if board.dots else {}),
    }


def last_places(before: Board, action: Action, after: Board) -> list[list[int]]:
    """The cells of the action that led from one board to another: those to click for it; in columns, where the disc
    landed.

    >>> from countermove.games.connect import Connect
    >>> game = Connect()
    >>> one = game.initial()
    >>> last_places(game.board(one), 3, game.board(game.result(one, 3)))
    [[5, 3]]
    """
    for known, places in before.clicks:
        if known == action:
            return [list(place) for place in places]
    found = [
        [at, column]
        for at, row in enumerate(before.rows)
        for column, cell in enumerate(row)
        if action is not None and cell.action == action and at < len(after.rows) and column < len(after.rows[at])
    ]
    if before.style == "columns":
        return [[at, column] for at, column in found if before.rows[at][column].piece != after.rows[at][column].piece]
    return found if len(found) == 1 and before.style in ("grid", "points") else []


def action_places(before: Board, action: Action, after: Board) -> list[list[int]]:
    """The cells that show an action: from and to, where a piece is put, the counters that are taken.

    >>> from countermove.games.nim import Nim
    >>> game = Nim((3,))
    >>> board = game.board(game.initial())
    >>> action_places(board, board.rows[0][1].action, board)
    [[0, 1], [0, 2]]
    """
    found = last_places(before, action, after)
    if found or action is None or before.style not in ("piles", "maze"):
        return found
    for at, row in enumerate(before.rows):
        for column, cell in enumerate(row):
            if cell.action == action:
                end = len(row) if before.style == "piles" else column + 1
                return [[at, each] for each in range(column, end)]
    return []


def _cell(cell: Cell, sent_as: Callable[[Action], int | str]) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if cell.piece:
        data["piece"] = cell.piece
    if cell.player is not None:
        data["player"] = cell.player
    if cell.action is not None:
        data["action"] = sent_as(cell.action)
    if cell.marked:
        data["marked"] = True
    if cell.shift != (0.0, 0.0):
        data["shift"] = list(cell.shift)
    if cell.share:
        data["share"] = round(cell.share, 3)
    if cell.label:
        data["label"] = cell.label
    return data
