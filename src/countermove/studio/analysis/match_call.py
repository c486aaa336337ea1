"""A match: some games between two computer players, who change sides after each."""

from __future__ import annotations

import random
from collections.abc import Generator
from typing import Any

from countermove.players.repetition import final_payoffs
from countermove.players.turn import Turn as Step
from countermove.players.turn import check_seats, take_turn
from countermove.studio.analysis.seat import player_named
from countermove.studio.games.shelf import AT, Shelf
from countermove.studio.pool import Turn
from countermove.studio.web.call import Call, Stream
from countermove.studio.web.shape import Fields, Many, RefusedError, Text, Whole
from countermove.views.typeset import typeset
from countermove.views.wire import sent_action
from countermove.views.words import outcome

MAX_GAMES = 100
MAX_PLIES = 1000
"""Actions after which a game of a match counts as a draw."""


def match(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """Each game as it ends, from game `since` on: who won, and its actions; at the end the score of both players."""
    game = shelf.game(request["game"])
    specs = request["players"]
    if game.players != 2 or len(specs) != 2:
        raise RefusedError(f"A match is between two players; {type(game).__name__} has {game.players}.")
    score = [0.0, 0.0]
    for number in range(request["since"], request["games"]):
        swapped = number % 2 == 1
        players = [player_named(spec) for spec in (reversed(specs) if swapped else specs)]
        check_seats(game, players)
        state, turns = game.initial(), list[Step]()
        dice = random.Random(f"{request['seed']} {number // 2}")  # the same dice for both sides
        while (got := final_payoffs(game, state, turns)) is None and len(turns) < MAX_PLIES:
            yield
            turns.append(take_turn(game, state, players, dice, turn.stop, turns))
            state = turns[-1].after
        points = 0.5 if got is None or got[0] == got[1] else float(got[0] > got[1])
        score[swapped] += points
        score[not swapped] += 1 - points
        turn.tell(
            "game",
            {
                "number": number + 1, "swapped": swapped, "plies": len(turns),
                "outcome": "draw" if got is None else typeset(outcome(game, state, got)), "score": list(score),
                "actions": [sent_action(game, each.state, each.action) for each in turns],
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
