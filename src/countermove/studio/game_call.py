"""Games and positions: what there is to play, and where one is."""

from __future__ import annotations

import dataclasses
import inspect
import re
from typing import Any

from countermove import fault
from countermove.drawn import require_board
from countermove.game import CHANCE, SIMULTANEOUS, Game, State, acts_at_once, choices
from countermove.studio.call import Answer
from countermove.studio.sample import sample
from countermove.studio.shape import Fields, RefusedError
from countermove.studio.shelf import AT, Place, Shelf
from countermove.studio.wordy import board_of
from countermove.textbook import fitting
from countermove.vetting import patient
from countermove.views.board_json import board_json, last_places
from countermove.views.typeset import typeset
from countermove.views.wire import sent_action, sent_actions
from countermove.views.words import names, outcome

__all__ = ["CALLS", "about_of", "place_json", "title_of"]

TITLES = {
    "connect": "Connect k", "connect4": "Connect Four", "grundy": "Grundy's game", "matrix": "Matrix game",
    "mnk": "k in a row", "morris": "Nine men's morris", "rps": "Rock, paper, scissors",
    "sliding": "Sliding tiles", "subtract": "Subtract a square",
    "tictactoe": "Tic-tac-toe", "tictactoe3": "Tic-tac-toe for three", "tree": "Game tree", "twentyfortyeight": "2048",
}  # fmt: skip
"""What people call the games, where that is not their name here with a capital."""
ABOUT = {
    "Connect": "Discs fall to the bottom of their column; the first with {k} in a row wins.",
    "Mnk": "Put a stone anywhere on {rows} by {cols} cells; the first with {k} in a row wins.",
    "Nim": "Take as many counters as you like from one pile; the last counter decides.",
    "Tree": "MAX and MIN choose a branch in turn, and the leaf says what it pays: the trees of the lectures.",
}
"""Sentences for the page, where what the class says of itself is meant for those who read the code."""
FILES = frozenset({"network"})
"""Parameters that name a file, which the page cannot."""


def gallery(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """Every game, with its kind and its first board."""
    return {"games": [shelf.entry(name, _entry) for name in shelf.names()]}


def _entry(shelf: Shelf, name: str) -> dict[str, Any]:
    """What the gallery shows of a game; what goes wrong with one costs its own card and no other."""
    try:
        return _card(shelf, name, shelf.game(name))
    except Exception as error:
        sentence = str(error) if isinstance(error, RefusedError) else fault.sentence(error)
        return {"game": name, "title": name, "own": name in shelf.own, "error": sentence}


def _card(shelf: Shelf, name: str, game: Game) -> dict[str, Any]:
    axes = game.axes
    first = patient(game, lambda: _drawn(game, game.initial()))
    try:
        state, actions = patient(game, lambda: sample(game))
        shown = {"board": _drawn(game, state), "actions": actions}
    except Exception:  # the check of the author's game tells what is wrong; here its first board will do
        shown = {"board": first, "actions": []}
    return {
        "game": name,
        "title": title_of(game, name, name in shelf.own),
        "own": name in shelf.own,
        "class": type(game).__name__,
        "about": about_of(game),
        "players": game.players,
        "axes": dataclasses.asdict(axes),
        "words": axes.words(),
        "algorithm": fitting(game),
        "opponent": game.opponent,
        "parameters": _parameters(game),
        "board": first,
        "sample": shown,
    }


def _drawn(game: Game, state: State) -> dict[str, Any]:
    """The board of a state, with its actions as the page knows them."""
    return board_json(board_of(game, state), sent_actions(game, state))


def title_of(game: Game, name: str, own: bool) -> str:
    """What people call a game; the author's are called as their class is, in words."""
    if name in TITLES and not own:
        return TITLES[name]
    if own:
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", type(game).__name__)
    return name[:1].upper() + name[1:]


def about_of(game: Game) -> str:
    """What a game says of itself, in a sentence or two."""
    kind = type(game)
    if kind.__module__.startswith("countermove.games.") and kind.__name__ in ABOUT:
        return ABOUT[kind.__name__].format_map(vars(game))
    text = inspect.getdoc(kind) or ""
    generated = text.startswith(f"{kind.__name__}(")
    return "" if generated else fault.one_line(text.split("\n\n")[0])


def _parameters(game: Game) -> list[dict[str, Any]]:
    if not dataclasses.is_dataclass(game):
        return []
    told = []
    for each in dataclasses.fields(game):
        if each.init and each.name not in FILES:
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
        "outcome": typeset(outcome(game, state, got)) if over else "",
        "utilities": got,
        "board": _board(place),
        "text": game.text(state),
        "legal": [] if over else _legal(game, state, player),
        "choices": _at_once(game, state) if not over and acts_at_once(game, state) else None,
        "played": [
            {
                "action": sent_action(game, turn.state, turn.action),
                "player": turn.player,
                "name": game.action_name(turn.state, turn.action),
            }
            for turn in place.turns
        ],
    }


def _board(place: Place) -> dict[str, Any]:
    """The board, with the places of the last action."""
    board = board_of(place.game, place.state)
    told = board_json(board, sent_actions(place.game, place.state))
    if place.turns:
        turn = place.turns[-1]
        told["last"] = last_places(require_board(place.game, turn.state), turn.action, board)
    return told


def _who(game: Game, state: State, player: int) -> str:
    return game.player_name(player)


def _legal(game: Game, state: State, player: int | None) -> list[dict[str, Any]]:
    odds = dict(game.chances(state)) if player == CHANCE else {}
    known = sent_actions(game, state)
    return [
        {"action": known[action], "name": name} | ({"chance": odds[action]} if action in odds else {})
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
