"""What a network of policy and value thinks of a position, before any search."""

from __future__ import annotations

from typing import Any

from countermove import dual
from countermove.action import sent
from countermove.studio.games.shelf import AT, Shelf
from countermove.studio.web.call import Answer
from countermove.studio.web.shape import Fields, RefusedError
from countermove.views.words import names, number


def network(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The policy and the values of the network, for the player to move."""
    place = shelf.place(request)
    if place.worth is not None or place.game.player(place.state) < 0:
        raise RefusedError("No player is to move in this position, so the network has no opinion.")
    game = shelf.network(place.game)
    if game is None:
        raise RefusedError("There is no network for this game; train one with countermove train.")
    found, named = dual.opinion(game, place.state), names(place.game, place.state)
    order = sorted(found.actions.items(), key=lambda pair: -pair[1][0])
    return {
        "player": game.player_name(game.player(place.state)),
        "value": number(round(found.value, 2)),
        "actions": [
            {
                "action": sent(action, named[action]),
                "name": named[action],
                "policy": share,
                "value": number(round(value, 2)),
            }
            for action, (share, value) in order
        ],
    }


CALLS = (Answer("network", Fields(AT), network, "What a network of policy and value thinks, before any search."),)
