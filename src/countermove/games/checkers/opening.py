"""Names of openings of American checkers, as players have used them for two centuries.

A name belongs to a position: an opening reached by other moves has the same. The first move has a name too, until a
better one follows.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from countermove.games.checkers.position import Position

if TYPE_CHECKING:
    from countermove.games.checkers.rules import Checkers

NAMES = {
    "9-13": "Edinburgh",
    "9-14": "Double Corner",
    "10-14": "Denny",
    "10-15": "Kelso",
    "11-15": "Old Faithful",
    "11-16": "Bristol",
    "12-16": "Dundee",
    "11-15 21-17": "Switcher",
    "11-15 22-18": "Single Corner",
    "11-15 22-17 9-13": "Boston",
    "11-15 22-17 15-19": "Dyke",
    "11-15 22-17 8-11 17-13 15-18": "Maid of the Mill",
    "11-15 23-18": "Cross",
    "11-15 23-19 7-11": "Whilter",
    "11-15 23-19 9-13": "Will o' the Wisp",
    "11-15 23-19 9-14 22-17": "Souter",
    "11-15 23-19 9-14 22-17 5-9": "Fife",
    "11-15 23-19 9-14 27-23": "Defiance",
    "11-15 23-19 8-11 22-17": "Old Fourteenth",
    "11-15 23-19 8-11 22-17 3-8": "Alma",
    "11-15 23-19 8-11 22-17 9-13": "Laird and Lady",
    "11-15 23-19 8-11 22-17 11-16": "Glasgow",
    "11-15 23-19 8-11 22-17 15-18": "Centre",
    "11-15 24-19": "Second Double Corner",
    "11-15 24-20": "Ayrshire Lassie",
}
BALLOT = 3
"""Moves of an opening that is drawn by lot in tournaments."""


@cache
def _by_position(game: Checkers) -> dict[Position, str]:
    return {game.read(moves): name for moves, name in NAMES.items()}


def name(game: Checkers, state: Position) -> str:
    """The name of the opening that leads to a position; empty if it has none."""
    if game.rules != "american" or game.board_size != 8 or game.initial() != game.read("B:W21-32:B1-12"):
        return ""
    return _by_position(game).get(game.position(state), "")


def ballots(game: Checkers) -> list[str]:
    """The moves of every opening of three moves, one for each position that they lead to.

    Tournaments leave out those that lose a man at once.

    >>> from countermove.games.checkers import Checkers
    >>> len(ballots(Checkers())), ballots(Checkers())[0]
    (216, '9-13 21-17 6-9')
    """
    found: dict[Position, str] = {}
    lines = [(game.initial(), "")]
    for _ in range(BALLOT):
        lines = [
            (game.after(state, action), f"{moves} {game.action_name(state, action)}".strip())
            for state, moves in lines
            for action in game.legal_moves(state)
        ]
    for state, moves in lines:
        found.setdefault(state, moves)
    return list(found.values())
