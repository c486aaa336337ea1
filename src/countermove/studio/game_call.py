"""Games and positions: what there is to play, and where one is."""

from __future__ import annotations

import dataclasses
import inspect
from typing import Any

from countermove import fault
from countermove.game import CHANCE, SIMULTANEOUS, Game, State, acts_at_once, choices
from countermove.studio.call import Answer
from countermove.studio.shape import Fields
from countermove.studio.shelf import AT, Place, Shelf
from countermove.textbook import fitting
from countermove.views.board_json import board_json
from countermove.views.words import names, outcome

__all__ = ["CALLS", "place_json"]


def gallery(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """Every game, with its kind and its first board."""
    return {"games": [_entry(shelf, name) for name in shelf.names()]}


def _entry(shelf: Shelf, name: str) -> dict[str, Any]:
    try:
        game = shelf.game(name)
    except Exception as error:
        return {"game": name, "error": fault.sentence(error)}
    axes = game.axes
    return {
        "game": name,
        "own": name in shelf.own,
        "class": type(game).__name__,
        "about": _about(game),
        "players": game.players,
        "axes": dataclasses.asdict(axes),
        "words": axes.words(),
        "algorithm": fitting(game),
        "opponent": game.opponent,
        "parameters": _parameters(game),
        "board": board_json(game.board(game.initial())),
    }


def _about(game: Game) -> str:
    text = inspect.getdoc(type(game)) or ""
    generated = text.startswith(f"{type(game).__name__}(")
    return "" if generated else fault.one_line(text.split("\n\n")[0])


def _parameters(game: Game) -> list[dict[str, Any]]:
    if not dataclasses.is_dataclass(game):
        return []
    told = []
    for each in dataclasses.fields(game):
        if each.init:
            value = getattr(game, each.name)
            told.append({"name": each.name, "kind": type(value).__name__, "value": str(value)})
    return told


def position(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """Where one is: the board, who acts, what is legal, and how one came there."""
    return place_json(shelf.place(asked))


def place_json(place: Place) -> dict[str, Any]:
    """A place in a game, as the page knows it."""
    game, state = place.game, place.state
    got = place.worth
    over = got is not None
    player = None if over else int(game.player(state))
    return {
        "game": place.name,
        "position": game.write(state),
        "player": player,
        "mover": "" if player is None else _who(game, state, player),
        "players": [game.player_name(each) for each in range(game.players)],
        "over": over,
        "outcome": outcome(game, state, got) if over else "",
        "utilities": got,
        "board": board_json(game.board(state)),
        "text": game.text(state),
        "legal": [] if over else _legal(game, state, player),
        "choices": _at_once(game, state) if not over and acts_at_once(game, state) else None,
        "played": [
            {"action": turn.action, "player": turn.player, "name": game.action_name(turn.state, turn.action)}
            for turn in place.turns
        ],
    }


def _who(game: Game, state: State, player: int) -> str:
    return game.player_name(player)


def _legal(game: Game, state: State, player: int | None) -> list[dict[str, Any]]:
    odds = dict(game.chances(state)) if player == CHANCE else {}
    return [
        {"action": int(action), "name": name} | ({"chance": odds[action]} if action in odds else {})
        for action, name in names(game, state).items()
    ]


def _at_once(game: Game, state: State) -> list[list[dict[str, Any]]]:
    """What each of two players may choose, where both act at once (player is SIMULTANEOUS)."""
    assert game.player(state) == SIMULTANEOUS
    return [
        [{"choice": choice, "name": game.choice_name(state, player, choice)} for choice in choices(game, state, player)]
        for player in (0, 1)
    ]


CALLS = (
    Answer("games", Fields({}), gallery, "Every game, with its kind and its first board."),
    Answer("position", Fields(AT), position, "Where one is in a game: board, legal actions, how one came there."),
)
