"""Why a position is evaluated as it is: the parts of the static evaluation."""

from __future__ import annotations

from typing import Any

from countermove.studio.games.shelf import AT, Shelf
from countermove.studio.web.call import Answer
from countermove.studio.web.shape import Fields, RefusedError

FIRST = 0
"""The player for whom the values are, as on the evaluation bar."""


def explain(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The parts of the evaluation for the first player."""
    place = shelf.place(request)
    game = place.game
    if place.worth is not None:
        raise RefusedError("The game is over in this position, so there is nothing to evaluate.")
    found = game.explain(place.state, FIRST)
    if found is None:
        raise RefusedError("This game does not explain its evaluation.")
    return {
        "player": game.player_name(FIRST),
        "unit": found.unit,
        "total": float(found.total),
        "estimate": found.estimate,
        "headings": found.headings,
        "parts": [{"name": part.name, "value": float(part.value), "details": part.details} for part in found.parts],
    }


CALLS = (Answer("explain", Fields(AT), explain, "The parts of the static evaluation, for the first player."),)
