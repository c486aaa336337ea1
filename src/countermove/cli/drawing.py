"""A state drawn in a terminal, from the game's own board.

Colour shows whose piece it is, reversed cells stand out (a winning line), and cells the last action changed are
underlined. Nothing is shown by colour alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from countermove.board import Board, Cell
from countermove.drawn import require_board, require_text
from countermove.game import CHANCE, Game, S, offers
from countermove.literal import has_own_words

if TYPE_CHECKING:
    from rich.text import Text

STYLES = ("bold cyan", "bold yellow", "bold magenta", "bold green", "bold red", "bold blue")
MAX_COUNTERS_DRAWN = 30
"""Counters drawn per pile; the rest is given as a number."""


MIN_SHARE_DRAWN = 0.5
"""From here on a cell counts as a player's."""


def player_style(player: int | None) -> str:
    """The colour of a player."""
    return "" if player is None or player == CHANCE else STYLES[player % len(STYLES)]


def draw(game: Game[S], state: S, before: S | None = None) -> Text:
    """The board of a state; changes since the state `before` are underlined."""
    from rich.text import Text

    if not offers(game, "board") and (offers(game, "text") or has_own_words(state)):
        return Text(require_text(game, state).rstrip())
    board = require_board(game, state)
    old = None if before is None else require_board(game, before)
    drawn = Text()
    if board.style == "piles":
        _draw_piles(board, drawn)
    elif board.style == "maze":
        _draw_maze(board, drawn)
    elif board.style != "choices":
        _draw_grid(board, old, drawn)
    caption = board.caption.rstrip()
    if caption and caption != f"{game.player_name(game.player(state))} to move":
        drawn.append(("\n" if drawn else "") + caption)
    return drawn


def _draw_maze(board: Board, drawn: Text) -> None:
    """Two columns per cell, so that cells are about square and walls fit between them."""
    for at, row in enumerate(board.rows):
        line = [(" ", "")] * (2 * len(row))
        for column, cell in enumerate(row):
            if cell.piece == "%":
                line[2 * column : 2 * column + 2] = [("█", "blue")] * 2
            elif cell.piece:
                style = "bold blue" if cell.piece == "g" else player_style(cell.player)
                line[2 * column + round(2 * cell.shift[0])] = ("·" if cell.piece == "." else cell.piece, style)
        drawn.append("\n" if at else "")
        for sign, style in line:
            drawn.append(sign, style)


def _draw_grid(board: Board, old: Board | None, drawn: Text) -> None:
    width = max((len(cell.piece) for row in board.rows for cell in row), default=1)
    width = max([width, 1, *(len(name) for name in board.column_names)])
    margin = max((len(name) for name in board.row_names), default=0)
    same = old is not None and [len(row) for row in old.rows] == [len(row) for row in board.rows]
    for at, row in enumerate(board.rows):
        if at:
            drawn.append("\n")
        if margin:
            drawn.append(f"{board.row_names[at] if at < len(board.row_names) else '':>{margin}}  ", "dim")
        for column, cell in enumerate(row):
            changed = same and old is not None and old.rows[at][column].piece != cell.piece
            _draw_cell(cell, width, changed, drawn, "+" if (at, column) in board.dots else "·")
            drawn.append(" " if column + 1 < len(row) else "")
    if board.column_names:
        drawn.append("\n" + " " * (margin + 2 if margin else 0))
        drawn.append(" ".join(f"{name:^{width}}" for name in board.column_names), "dim")


def _draw_cell(cell: Cell, width: int, changed: bool, drawn: Text, empty: str) -> None:
    if abs(cell.share) > MIN_SHARE_DRAWN:
        empty = "▪▫"[cell.share < 0]
    padded = f"{cell.piece or empty:^{width}}"
    if not cell.piece:
        drawn.append(padded, "dim")
        return
    style = player_style(cell.player)
    style += " reverse" if cell.marked else " underline" if changed else ""
    left = len(padded) - len(padded.lstrip())
    drawn.append(" " * left)
    drawn.append(padded.strip(), style.strip())
    drawn.append(" " * (len(padded) - left - len(padded.strip())))


def _draw_piles(board: Board, drawn: Text) -> None:
    margin = max((len(name) for name in board.row_names), default=0)
    for at, row in enumerate(board.rows):
        if at:
            drawn.append("\n")
        if margin:
            drawn.append(f"{board.row_names[at] if at < len(board.row_names) else '':>{margin}}  ", "dim")
        for place, cell in enumerate(row[:MAX_COUNTERS_DRAWN]):
            drawn.append(" " if place else "")
            drawn.append(cell.piece or "·", player_style(cell.player) or "bold")
        if len(row) > MAX_COUNTERS_DRAWN:
            drawn.append(f" … {len(row):,}", "dim")
        if not row:
            drawn.append("–", "dim")
