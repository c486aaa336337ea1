"""Games as files: the page makes and reads them, and what it read is checked here, action by action."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from countermove.errors import SpecError
from countermove.players.record import Record, parse, replay
from countermove.players.repetition import final_payoffs
from countermove.players.turn import Turn
from countermove.studio.call import Answer, Call
from countermove.studio.shape import Fields, Many, RefusedError, Text
from countermove.studio.shelf import AT, LONGEST, Shelf
from countermove.vetting import patient
from countermove.views.wire import received, sent_action

__all__ = ["CALLS"]

VARIATIONS, ALL = 500, 20_000
"""Variations in one file, and the actions of all of them."""


def read(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """A saved game, checked: where it begins and which actions it has, by number."""
    try:
        given = json.loads(asked["text"])
    except (ValueError, RecursionError):
        raise RefusedError("This file is no saved game: it is not JSON.") from None
    record = parse(given, "this file")
    if len(record.actions) > LONGEST:
        raise RefusedError(f"The saved game has {len(record.actions):,} actions; {LONGEST:,} are the most.", 413)
    _check(record.variations)
    game = shelf.game(record.game)

    def walk(actions: tuple[str | int, ...]) -> dict[str, Any]:
        _, turns = replay(replace(record, actions=actions, seconds=None), game)
        return {
            "actions": [sent_action(game, turn.state, turn.action) for turn in turns],
            "names": [game.action_name(turn.state, turn.action) for turn in turns],
        }

    return {
        "game": record.game, "start": record.start, "actions": patient(game, lambda: walk(record.actions))["actions"],
        "variations": patient(game, lambda: [walk(each) for each in record.variations]),
        "players": list(record.players),
    }  # fmt: skip


def _check(variations: Sequence[Sequence[Any]]) -> None:
    count, all_actions = len(variations), sum(map(len, variations))
    if count > VARIATIONS or all_actions > ALL:
        raise RefusedError(
            f"The game has {count:,} variations with {all_actions:,} actions; {VARIATIONS:,} with {ALL:,} "
            "are the most. Delete some of them.",
            413,
        )


def save(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """The game as it is saved in a file."""
    _check(asked["variations"])
    place = shelf.place(asked)
    others = [shelf.place({**asked, "actions": each}).turns for each in asked["variations"]]
    record = patient(
        place.game,
        lambda: Record.of(place.name, place.game, asked["players"], place.start, place.turns, variations=others),
    )
    return {"record": record.as_json()}


def follow(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """As many of the actions as are legal one after the other: what is left of a game when its rules have changed."""
    game = shelf.game(asked["game"])

    def walk() -> list[int | str]:
        state = game.initial() if asked["start"] is None else game.read(asked["start"])
        turns: list[Turn] = []
        for given in asked["actions"]:
            try:
                action = received(game, state, given)
            except SpecError:
                break
            if final_payoffs(game, state, turns) is not None:
                break
            after = game.result(state, action)
            turns.append(Turn(state, game.player(state), action, after))
            state = after
        return list(asked["actions"][: len(turns)])

    kept = patient(game, walk)
    return {"actions": kept, "cut": len(asked["actions"]) - len(kept)}


CALLS: tuple[Call, ...] = (
    Answer("record", Fields({"text": Text(500_000)}), read, "A saved game, checked."),
    Answer(
        "save",
        Fields({**AT, "players": Many(Text(300), 64, default=()), "variations": Many(AT["actions"], 5000, default=())}),
        save,
        "The game as it is saved.",
    ),
    Answer("follow", Fields(AT), follow, "As many of the actions as are legal one after the other."),
)
