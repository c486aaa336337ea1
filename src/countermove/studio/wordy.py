"""The board of a game that has neither words nor a picture of its own: the fields of its state, a line for each."""

from __future__ import annotations

import dataclasses

from countermove import literal, position
from countermove.board import Board
from countermove.game import Game, State

__all__ = ["board_of"]

MOVERS = ("mover", "player", "turn")
"""What authors call the field that says who is to act. The page says that beside the board, in words."""


def board_of(game: Game, state: State) -> Board:
    """The board of a state; where it would be the bare fields, they are put for people, as `Counters: 60`."""
    board = game.board(state)
    if type(game).text is not Game.text or type(game).board is not Game.board:
        return board
    acting = None if game.is_terminal(state) else int(game.player(state))
    lines = []
    for name, value in position.fields(state):
        words = " ".join(literal.shown(value).split())
        if name in MOVERS and type(value) is int and 0 <= value < game.players:
            if acting is None or value == acting:
                continue
            words = game.player_name(value)
        lines.append(f"{_title(name)}: {words}")
    return dataclasses.replace(board, caption="\n".join(lines))


def _title(name: str) -> str:
    return f"Part {int(name) + 1}" if name.isdigit() else name.replace("_", " ").strip().title()
