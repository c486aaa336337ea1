"""Openings of American checkers: their names, as players have used them for two centuries, and the tournament deck.

A name belongs to a position: an opening reached by other moves has the same. The first move has a name too, until a
better one follows. In tournaments the first three moves are drawn by lot, from the 156 of 216 that both sides can hold.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from countermove.games.checkers.position import Position

if TYPE_CHECKING:
    from countermove.games.checkers.rules import Checkers

NAMES = {
    "9-13": "Edinburgh",
    "9-13 22-18 6-9": "Dreaded Edinburgh",
    "9-13 22-18 10-14": "Inferno",
    "9-13 22-18 11-15": "Edinburgh Single",
    "9-13 22-18 11-16": "Wilderness",
    "9-13 23-18 11-16": "Second Wilderness",
    "9-13 24-20 11-16": "Twilight Zone",
    "9-14": "Double Corner",
    "9-14 23-18 14x23": "Double Cross",
    "9-14 23-19 10-15": "Rattlesnake",
    "10-14": "Denny",
    "10-14 22-17 9-13": "Black Hole",
    "10-14 22-17 11-16": "Gemini",
    "10-14 22-18 7-10": "Fraser's Inferno",
    "10-14 22-18 12-16": "White Doctor",
    "10-14 23-19 7-10": "Diabolical Denny",
    "10-15": "Kelso",
    "10-15 21-17 7-10": "Octopus",
    "10-15 21-17 9-13": "Tyne",
    "10-15 22-17 9-14": "Nutcracker",
    "10-15 22-17 15-19": "Skullcracker",
    "10-15 23-19 11-16": "Second Gemini",
    "11-15": "Old Faithful",
    "11-16": "Bristol",
    "11-16 21-17 10-14": "Shark",
    "11-16 22-18 10-15": "Cheetah",
    "11-16 23-19 16x23": "Black Widow",
    "12-16": "Dundee",
    "12-16 24-20 10-15": "Skunk",
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
DECK = {
    "9-13": {
        "21-17": "5-9 6-9", "22-17": "13x22", "22-18": "6-9 10-14 10-15 11-15 11-16 12-16",
        "23-18": "5-9 6-9 10-15 11-15 11-16 12-16", "23-19": "5-9 6-9 10-14 10-15 11-16",
        "24-19": "5-9 6-9 10-14 11-15 11-16", "24-20": "5-9 6-9 10-14 10-15 11-15 11-16",
    },
    "9-14": {
        "22-17": "5-9 6-9 11-15 11-16", "22-18": "5-9 10-15 11-15 11-16", "23-18": "14x23",
        "23-19": "5-9 11-16 14-18", "24-19": "5-9 11-15 11-16", "24-20": "5-9 10-15 11-15 11-16",
    },
    "10-14": {
        "22-17": "7-10 9-13 11-15 11-16 14-18", "22-18": "6-10 7-10 11-15 11-16 12-16", "23-18": "14x23",
        "23-19": "6-10 7-10 11-15 11-16 14-18", "24-19": "6-10 7-10 11-16 14-18",
        "24-20": "6-10 7-10 11-15 11-16 14-18",
    },
    "10-15": {
        "21-17": "6-10 7-10 9-13 11-16 15-18", "22-17": "6-10 7-10 9-13 11-16 15-19", "22-18": "15x22",
        "23-18": "6-10 7-10 9-14 11-16 12-16", "23-19": "6-10 7-10 11-16", "24-19": "15x24",
        "24-20": "6-10 7-10 15-19",
    },
    "11-15": {
        "21-17": "8-11 9-13 9-14 15-19", "22-17": "8-11 9-13 15-18 15-19", "22-18": "15x22",
        "23-18": "8-11 9-14 10-14 12-16 15-19", "23-19": "8-11 9-13 9-14", "24-19": "15x24",
        "24-20": "8-11 12-16 15-18",
    },
    "11-16": {
        "21-17": "7-11 8-11 9-13 9-14 16-20", "22-17": "7-11 8-11 9-13 16-20", "22-18": "7-11 8-11 16-19 16-20",
        "23-18": "7-11 8-11 9-14 10-14 16-20", "23-19": "16x23", "24-19": "7-11 8-11 16-20", "24-20": "7-11 16-19",
    },
    "12-16": {
        "21-17": "9-13 9-14 16-19 16-20", "22-17": "16-19 16-20", "22-18": "16-19 16-20", "23-18": "16-19 16-20",
        "24-19": "16-20", "24-20": "8-12 10-15",
    },
}  # fmt: skip
"""The openings of the American Checker Federation's deck: the first move, the answer, all third moves."""
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


def deck() -> list[str]:
    """The openings that tournaments draw by lot.

    >>> len(deck()), deck()[0]
    (156, '9-13 21-17 5-9')
    """
    return [
        f"{one} {two} {three}" for one, answers in DECK.items() for two in answers for three in answers[two].split()
    ]


def ballots(game: Checkers) -> list[str]:
    """The moves of every opening of three moves, sound or not, one for each position that they lead to.

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
