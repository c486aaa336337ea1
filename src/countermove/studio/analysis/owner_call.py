"""Who will own which cell of a board, as far as playouts know."""

from __future__ import annotations

from typing import Any

from countermove.studio.games.shelf import AT, Shelf
from countermove.studio.pool import Turn
from countermove.studio.web.call import Stream
from countermove.studio.web.shape import Fields, RefusedError
from countermove.views.board_json import board_json
from countermove.views.wire import sent_actions

PLAYOUTS = 1000


def owned(shelf: Shelf, request: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """The board with whose cells are, by playouts; when the game is over, by the rules."""
    from countermove.engine.play.owner import ownership

    place = shelf.place(request)
    game, state = place.game, place.state
    if not game.playout_owners:
        raise RefusedError("This game cannot say who owns its cells.")
    if place.worth is not None:
        return {"board": board_json(game.board(state)), "playouts": 0, "wins": []}
    found = ownership(game, state, PLAYOUTS)
    board = board_json(game.owned_board(state, found.shares), sent_actions(game, state))
    return {"board": board, "playouts": found.playouts, "wins": list(found.wins)}


CALLS = (Stream("owned", Fields(AT), owned, "The board with whose cells are, as far as playouts know."),)
