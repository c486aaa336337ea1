"""A match: some games between two computer players, who change sides after each."""

from __future__ import annotations

import math
import random
from collections.abc import Generator
from typing import Any

from countermove.arena.referee import Referee
from countermove.arena.task import Conditions
from countermove.studio.analysis.seat import player_named
from countermove.studio.games.shelf import AT, Shelf
from countermove.studio.pool import Turn
from countermove.studio.web.call import Call, Stream
from countermove.studio.web.shape import Fields, Many, RefusedError, Text, Whole
from countermove.views.typeset import typeset
from countermove.views.wire import sent_action
from countermove.views.words import outcome

MAX_GAMES = 100
CONDITIONS = Conditions(max_plies=1000, margin=math.inf)
"""Nobody loses on time, for the players share the machine with other pages."""


def match(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """Each game as it ends, from game `since` on: who won, and its actions; at the end the score of both players."""
    game = shelf.game(request["game"])
    specs = request["players"]
    if game.players != 2 or len(specs) != 2:
        raise RefusedError(f"A match is between two players; {type(game).__name__} has {game.players}.")
    score = [0.0, 0.0]
    for number in range(request["since"], request["games"]):
        swapped = number % 2 == 1
        players = [player_named(spec, shelf, game) for spec in (reversed(specs) if swapped else specs)]
        dice = random.Random(f"{request['seed']} {number // 2}")  # the same dice for both sides
        referee = Referee(game, players, dice=dice, conditions=CONDITIONS, stop=turn.stop)
        for _ in referee:
            yield
        worth = referee.worths
        points = 0.5 if worth[0] == worth[1] else float(worth[0] > worth[1])
        score[swapped] += points
        score[not swapped] += 1 - points
        turn.tell(
            "game",
            {
                "number": number + 1, "swapped": swapped, "plies": len(referee.turns),
                "outcome": referee.reason or typeset(outcome(game, referee.state, referee.payoffs)),
                "score": list(score),
                "actions": [sent_action(game, each.state, each.action) for each in referee.turns],
            },
        )  # fmt: skip
    return {"score": score}


CALLS: tuple[Call, ...] = (
    Stream(
        "match",
        Fields(
            {
                "game": AT["game"],
                "players": Many(Text(300), 2),
                "games": Whole(1, MAX_GAMES, default=10),
                "seed": Whole(0, 2**31, default=0),
                "since": Whole(0, MAX_GAMES, default=0),
            }
        ),
        match,
        "Games between two computer players, who change sides after each.",
    ),
)
