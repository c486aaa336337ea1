"""The board of a game without `text` or `board`: the fields of its state, one per line.

A grid in the state is drawn, with the other fields below it.
"""

from __future__ import annotations

import dataclasses

from countermove import literal, position
from countermove.board import Board
from countermove.drawn import require_board
from countermove.game import Game, State, offers
from countermove.grid import grid_of

MOVERS = ("mover", "player", "turn")
"""Common names of the field that holds the player to move, which the page shows beside the board."""


def board_of(game: Game, state: State) -> Board:
    """The board of a state; bare fields are labelled, as in `Counters: 60`."""
    board = require_board(game, state)
    if type(game).text is not Game.text or type(game).board is not Game.board:
        return board
    acting = None if game.is_terminal(state) else int(game.player(state))
    grid = grid_of(game, state)
    lines = []
    for name, value in position.fields(state) if grid is None else grid.rest(state):
        words = " ".join(literal.shown(value).split())
        if name in MOVERS and type(value) is int and 0 <= value < game.players:
            if acting is None or value == acting:
                continue
            words = game.player_name(value)
        lines.append(f"{_title(name)}: {words}")
    if grid is not None and grid.hint and not offers(game, "action_name"):
        lines.append(grid.hint)
    return dataclasses.replace(board, caption="\n".join(lines))


def _title(name: str) -> str:
    return f"Part {int(name) + 1}" if name.isdigit() else name.replace("_", " ").strip().title()
