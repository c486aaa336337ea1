"""Games as files: the page makes and reads them, and what it read is checked here, action by action."""

from __future__ import annotations

import json
from typing import Any

from countermove.game import legal
from countermove.players.record import Record, parse, replay
from countermove.players.repetition import worth
from countermove.players.turn import Turn
from countermove.studio.call import Answer, Call
from countermove.studio.shape import Fields, Many, RefusedError, Text
from countermove.studio.shelf import AT, LONGEST, Shelf
from countermove.vetting import patient

__all__ = ["CALLS"]


def read(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """A saved game, checked: where it begins and which actions it has, by number."""
    try:
        given = json.loads(asked["text"])
    except (ValueError, RecursionError):
        raise RefusedError("This file is no saved game: it is not JSON.") from None
    record = parse(given, "this file")
    if len(record.actions) > LONGEST:
        raise RefusedError(f"The saved game has {len(record.actions):,} actions; {LONGEST:,} are the most.", 413)
    game = shelf.game(record.game)
    _, turns = patient(game, lambda: replay(record, game))
    return {
        "game": record.game, "start": record.start, "actions": [turn.action for turn in turns],
        "players": list(record.players),
    }  # fmt: skip


def save(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """The game as it is saved in a file."""
    place = shelf.place(asked)
    record = patient(
        place.game, lambda: Record.of(place.name, place.game, asked["players"], place.start, place.turns)
    )  # fmt: skip
    return {"record": record.as_json()}


def follow(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """As many of the actions as are legal one after the other: what is left of a game when its rules have changed."""
    game = shelf.game(asked["game"])

    def walk() -> list[int]:
        state = game.initial() if asked["start"] is None else game.read(asked["start"])
        turns: list[Turn] = []
        for action in asked["actions"]:
            if worth(game, state, turns) is not None or action not in legal(game, state):
                break
            after = game.result(state, action)
            turns.append(Turn(state, game.player(state), action, after))
            state = after
        return [turn.action for turn in turns]

    kept = patient(game, walk)
    return {"actions": kept, "cut": len(asked["actions"]) - len(kept)}


CALLS: tuple[Call, ...] = (
    Answer("record", Fields({"text": Text(500_000)}), read, "A saved game, checked."),
    Answer("save", Fields({**AT, "players": Many(Text(300), 64, default=())}), save, "The game as it is saved."),
    Answer("follow", Fields(AT), follow, "As many of the actions as are legal one after the other."),
)
