"""Saved games: the page writes and reads the files; what it read is checked here, action by action."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from countermove.errors import SpecError
from countermove.loader import in_time
from countermove.players.record import Record, parse, replay
from countermove.players.repetition import final_payoffs
from countermove.players.turn import Turn
from countermove.studio.games.shelf import AT, MAX_ACTIONS, Shelf
from countermove.studio.web.call import Answer, Call
from countermove.studio.web.shape import Fields, Many, RefusedError, Text
from countermove.views.wire import received, sent_action
from countermove.views.words import names

BETWEEN = " ,;\t\r\n"
"""Signs between the actions of a transcript."""
MAX_VARIATIONS, MAX_VARIATION_ACTIONS = 500, 20_000
"""Maximum variations in one file, and actions in all of them together."""


def read(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """A saved game, checked: its starting position and its actions, by number."""
    try:
        given = json.loads(request["text"])
    except (ValueError, RecursionError):
        raise RefusedError("This file is not a saved game: it is not JSON.") from None
    record = parse(given, "this file")
    if len(record.actions) > MAX_ACTIONS:
        raise RefusedError(f"{len(record.actions):,} actions in this game; at most {MAX_ACTIONS:,} are allowed.", 413)
    _check(record.variations)
    game = shelf.game(record.game)

    def walk(actions: tuple[str | int, ...]) -> dict[str, Any]:
        _, turns = replay(replace(record, actions=actions, seconds=None), game)
        return {
            "actions": [sent_action(game, turn.state, turn.action) for turn in turns],
            "names": [game.action_name(turn.state, turn.action) for turn in turns],
        }

    return {
        "game": record.game, "start": record.start, "actions": in_time(game, lambda: walk(record.actions))["actions"],
        "variations": in_time(game, lambda: [walk(each) for each in record.variations]),
        "players": list(record.players),
    }  # fmt: skip


def _check(variations: Sequence[Sequence[Any]]) -> None:
    count, all_actions = len(variations), sum(map(len, variations))
    if count > MAX_VARIATIONS or all_actions > MAX_VARIATION_ACTIONS:
        raise RefusedError(
            f"{count:,} variations with {all_actions:,} actions; delete some, "
            f"the limit is {MAX_VARIATIONS:,} with {MAX_VARIATION_ACTIONS:,}.",
            413,
        )


def save(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The game as saved in a file."""
    _check(request["variations"])
    place = shelf.place(request)
    others = [shelf.place({**request, "actions": each}).turns for each in request["variations"]]
    record = in_time(
        place.game,
        lambda: Record.of(place.name, place.game, request["players"], place.start, place.turns, variations=others),
    )
    return {"record": record.as_json()}


def follow(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The longest legal prefix of the actions: what remains of a game after its rules have changed."""
    game = shelf.game(request["game"])

    def walk() -> list[int | str]:
        state = game.initial() if request["start"] is None else game.read(request["start"])
        turns: list[Turn] = []
        for given in request["actions"]:
            try:
                action = received(game, state, given)
            except SpecError:
                break
            if final_payoffs(game, state, turns) is not None:
                break
            after = game.result(state, action)
            turns.append(Turn(state, game.player(state), action, after))
            state = after
        return list(request["actions"][: len(turns)])

    kept = in_time(game, walk)
    return {"actions": kept, "cut": len(request["actions"]) - len(kept)}


def transcript(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """A game as people write it down: "f5d6c3", "4453", "1. a2-a3 b7-b6"; move numbers and passes are optional."""
    game = shelf.game(request["game"])
    text = re.sub(r"\{[^}]*\}|\b\d+\s*\.+(?!\d)|(?<!\S)\d+\.(?=\d)", " ", request["text"])

    def walk() -> list[int | str]:
        state = game.initial() if request["start"] is None else game.read(request["start"])
        rest = text.lstrip(BETWEEN)
        actions: list[int | str] = []
        while rest and len(actions) < MAX_ACTIONS:
            known = {} if game.is_terminal(state) else names(game, state)
            said = [action for action, name in known.items() if rest[: len(name)].casefold() == name.casefold()]
            if said:
                action = max(said, key=lambda each: len(known[each]))
                rest = rest[len(known[action]) :].lstrip(BETWEEN)
            elif [name.casefold() for name in known.values()] == ["pass"]:
                action = next(iter(known))
            else:
                raise RefusedError(_unread(len(actions), rest, list(known.values())))
            actions.append(sent_action(game, state, action))
            state = game.result(state, action)
        return actions

    return {"actions": in_time(game, walk)}


def _unread(count: int, rest: str, legal: list[str]) -> str:
    """The sentence on a transcript that goes wrong."""
    where = f"After {count:,} action{'' if count == 1 else 's'}" if count else "At the start"
    what = f"{where} comes {rest.split()[0][:20]!r}"
    if not legal:
        return f"{what}, but the game is over there."
    return f"{what}, which is not legal there; legal: {', '.join(legal[:12])}{' …' if len(legal) > 12 else ''}."


CALLS: tuple[Call, ...] = (
    Answer(
        "transcript",
        Fields({"game": AT["game"], "start": AT["start"], "text": Text(20_000)}),
        transcript,
        "A game as people write it down, as actions.",
    ),
    Answer("record", Fields({"text": Text(500_000)}), read, "A saved game, checked."),
    Answer(
        "save",
        Fields({**AT, "players": Many(Text(300), 64, default=()), "variations": Many(AT["actions"], 5000, default=())}),
        save,
        "The game as saved.",
    ),
    Answer("follow", Fields(AT), follow, "The longest legal prefix of the actions."),
)
