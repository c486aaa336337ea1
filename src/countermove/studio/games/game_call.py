"""Games and positions: the gallery, and the current position."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import inspect
import re
from typing import Any

from countermove import fault
from countermove.drawn import require_board
from countermove.errors import CountermoveError
from countermove.game import CHANCE, SIMULTANEOUS, Game, State, acts_at_once, choices
from countermove.information import shown
from countermove.loader import in_time
from countermove.players.spec import default_opponent
from countermove.studio.ahead import compile_search
from countermove.studio.games.fields_board import board_of
from countermove.studio.games.sample import sample
from countermove.studio.games.shelf import AT, Place, Shelf
from countermove.studio.web.call import Answer
from countermove.studio.web.shape import Fields, RefusedError
from countermove.textbook import fitting
from countermove.values import split
from countermove.views.board_json import board_json, last_places
from countermove.views.typeset import typeset
from countermove.views.wire import sent_action, sent_actions
from countermove.views.words import names, outcome

TITLES = {
    "connect": "Connect k", "connect4": "Connect Four", "grundy": "Grundy's game", "holdem": "Texas hold'em",
    "kuhn": "Kuhn poker", "leduc": "Leduc hold'em", "liarsdice": "Liar's dice", "matrix": "Matrix game",
    "mnk": "k in a row", "morris": "Nine men's morris", "phantom": "Phantom tic-tac-toe", "darkhex": "Dark hex",
    "rps": "Rock, paper, scissors",
    "sliding": "Sliding tiles", "subtract": "Subtract a square",
    "tictactoe": "Tic-tac-toe", "tictactoe3": "Tic-tac-toe for three", "tree": "Game tree", "twentyfortyeight": "2048",
}  # fmt: skip
"""Display names of games, where not just the name capitalized."""
DICE = r"[1-6](-?[1-6])?"
"""The names of what dice show."""
AHEAD = 6
"""Games of the gallery that are compiled ahead."""
ABOUT = {
    "Connect": "Discs fall to the bottom of their column; the first with {k} in a row wins.",
    "Mnk": "Put a stone anywhere on {rows} by {cols} cells; the first with {k} in a row wins.",
    "Nim": "Take as many counters as you like from one pile; the last counter decides.",
    "Tree": "MAX and MIN choose a branch in turn, and the leaf is the payoff: the trees of the lectures.",
}
"""Descriptions for the page, where the class docstring addresses readers of the code."""


def gallery(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """Every game, with its kind and its first board; those that come first are compiled ahead."""
    cards = cards_of(shelf)
    first = [card for card in cards if "error" not in card and (card["algorithm"] == "alphabeta" or card["authored"])]
    for card in first[:AHEAD]:
        with contextlib.suppress(CountermoveError, RefusedError):  # an author's file may just be changing
            game = shelf.game(card["game"])
            shelf.ahead.likely(card["game"], functools.partial(compile_search, game, shelf.database(game)))
    return {"games": cards}


def cards_of(shelf: Shelf) -> list[dict[str, Any]]:
    """The cards of the gallery."""
    return [shelf.entry(name, _entry) for name in shelf.names()]


def _entry(shelf: Shelf, name: str) -> dict[str, Any]:
    """A game's card in the gallery; an error affects only that card."""
    try:
        return _card(shelf, name, shelf.authored[name].game_now if name in shelf.authored else shelf.any_game(name))
    except Exception as error:
        sentence = str(error) if isinstance(error, RefusedError) else fault.sentence(error)
        return {"game": name, "title": name, "authored": name in shelf.authored, "error": sentence}


def _card(shelf: Shelf, name: str, game: Game) -> dict[str, Any]:
    axes = game.axes
    viewer = 0 if axes.hidden else None
    first = in_time(game, lambda: _drawn(game, shown(game, game.initial(), viewer)))
    try:
        state, actions = in_time(game, lambda: sample(game))
        typical = {"board": _drawn(game, shown(game, state, viewer)), "actions": actions}
    except Exception:  # the check of the author's game reports the error; show the initial board
        typical = {"board": first, "actions": []}
    return {
        "game": name,
        "title": title_of(game, name, name in shelf.authored),
        "authored": name in shelf.authored,
        "class": type(game).__name__,
        "about": about_of(game),
        "players": game.players,
        "axes": dataclasses.asdict(axes),
        "words": axes.words(),
        "algorithm": "" if axes.hidden else fitting(game),
        "opponent": "" if axes.hidden else default_opponent(game),  # a room asks when it is opened
        "parameters": _parameters(game),
        "board": first,
        "sample": typical,
    }


def _drawn(game: Game, state: State) -> dict[str, Any]:
    """The board of a state, with its actions as the page names them."""
    return board_json(board_of(game, state), sent_actions(game, state))


def title_of(game: Game, name: str, authored: bool) -> str:
    """A game's display name; an author's game is named after its class, in words."""
    if name in TITLES and not authored:
        return TITLES[name]
    if authored:
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", type(game).__name__)
    return name[:1].upper() + name[1:]


def about_of(game: Game) -> str:
    """A game's description, in a sentence or two."""
    kind = type(game)
    if kind.__module__.startswith("countermove.games.") and kind.__name__ in ABOUT:
        return ABOUT[kind.__name__].format_map(vars(game))
    text = inspect.getdoc(kind) or ""
    generated = text.startswith(f"{kind.__name__}(")
    return "" if generated else fault.one_line(text.split("\n\n")[0])


def _parameters(game: Game) -> list[dict[str, Any]]:
    if not dataclasses.is_dataclass(game):
        return []
    data = []
    for each in dataclasses.fields(game):
        if each.init:
            value = getattr(game, each.name)
            data.append({"name": each.name, "kind": type(value).__name__, "value": str(value)})
    return data


def position(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """A position: the board, the player to move, the legal actions, and the actions so far."""
    place = shelf.place(request)
    work = functools.partial(compile_search, place.game, shelf.database(place.game))
    shelf.ahead.view(place.name, work)  # even while nobody asks for values
    return place_json(place)


def place_json(place: Place) -> dict[str, Any]:
    """A position as JSON for the page."""
    game, state = place.game, place.state
    got = place.worth
    over = got is not None
    player = None if over else int(game.player(state))
    return {
        "game": place.name,
        "position": game.write(state),
        "player": player,
        "mover": "" if player is None else game.player_name(player),
        "players": [game.player_name(each) for each in range(game.players)],
        "over": over,
        "outcome": typeset(outcome(game, state, got)) if over else "",
        "utilities": got,
        "board": _board(place),
        "text": game.text(state),
        "told": _told(place),
        "opening": opening_of(place),
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


def opening_of(place: Place) -> str:
    """The name of the opening played so far: that of the last position that has one."""
    for state in [place.state, *(turn.state for turn in reversed(place.turns))]:
        if name := place.game.opening_name(state):
            return name
    return ""


def _told(place: Place) -> dict[str, Any] | None:
    """The last throw of dice, or what both players have chosen, in words; None where the board shows it."""
    if not place.turns:
        return None
    game, turn = place.game, place.turns[-1]
    name = game.action_name(turn.state, turn.action)
    if turn.player == SIMULTANEOUS:
        said = [
            f"{game.player_name(seat)} chose {game.choice_name(turn.state, seat, choice)}"
            for seat, choice in enumerate(split(turn.action))
        ]
        return {"dice": [], "sentence": ", ".join(said)}
    if turn.player == CHANCE and re.fullmatch(DICE, name):
        who = next((each.player for each in reversed(place.turns) if each.player >= 0), None)
        thrown = " and ".join(re.findall(r"\d", name))
        return {
            "dice": [int(face) for face in re.findall(r"\d", name)],
            "sentence": f"{'The dice show' if who is None else f'{game.player_name(who)} rolled'} {thrown}",
        }
    return None


def _board(place: Place) -> dict[str, Any]:
    """The board, with the last action marked."""
    board = board_of(place.game, place.state)
    data = board_json(board, sent_actions(place.game, place.state))
    if place.turns:
        turn = place.turns[-1]
        data["last"] = last_places(require_board(place.game, turn.state), turn.action, board)
    return data


def _legal(game: Game, state: State, player: int | None) -> list[dict[str, Any]]:
    odds = dict(game.chances(state)) if player == CHANCE else {}
    known = sent_actions(game, state)
    return [
        {"action": known[action], "name": name} | ({"chance": odds[action]} if action in odds else {})
        for action, name in names(game, state).items()
    ]


def _at_once(game: Game, state: State) -> list[list[dict[str, Any]]]:
    """Each player's choices in a simultaneous turn (player is SIMULTANEOUS)."""
    assert game.player(state) == SIMULTANEOUS
    return [
        [{"choice": choice, "name": game.choice_name(state, player, choice)} for choice in choices(game, state, player)]
        for player in (0, 1)
    ]


CALLS = (
    Answer("games", Fields({}), gallery, "Every game, with its kind and its first board."),
    Answer("position", Fields(AT), position, "A position: the board, legal actions, and the actions so far."),
)
