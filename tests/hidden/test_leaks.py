"""Nothing that a seat receives depends on what is hidden from it.

A random game is played part of the way. Then a twin is made: another game that one viewer cannot tell apart, with other
cards, other dice, or ships elsewhere. All that the viewer is given must be the same in both, byte by byte: texts,
boards, positions, legal actions and their names, what the terminal prints, and the JSON that its page is sent.
"""

from __future__ import annotations

import json
import os
import random

import pytest

from countermove import analyse, load
from countermove.analysis.belief import Belief
from countermove.cli.drawing import draw
from countermove.game import CHANCE, ONLOOKER, SIMULTANEOUS, Game, choices, legal
from countermove.information import Knowledge, shown, witnessed
from countermove.players import Turn
from countermove.studio.room.glimpse import glimpse
from countermove.studio.room.room import Room, Seat, Ticket
from countermove.values import freeze, joint, split
from countermove.views.board import board_svg
from countermove.views.plain import plain

LONG = bool(os.environ.get("COUNTERMOVE_LONG"))
PAIRS = 10_000 if LONG else 100
"""Pairs of games to compare."""
GAMES = {
    "showdown": 9, "kuhn": 9, "kuhn:players=3": 12, "leduc": 12, "liarsdice": 12, "liarsdice:dice=3,wild=false": 14,
    "goofspiel:hidden=true": 4, "goofspiel:hidden=true,prizes=random": 8, "phantom": 10, "holdem": 20,
    "holdem:limit=false": 16, "battleships:rows=4,cols=4,fleet=(2,1)": 14, "battleships": 16,
    "battleships:rows=5,cols=5,fleet=(3,2),salvo=2": 14, "pushfold": 4, "buckets": 12, "darkhex": 14,
    "darkhex:abrupt=true": 14,
}  # fmt: skip
"""Each game with the most actions that are played before the twin is made."""
TRIES = 60
"""Attempts to make a twin."""
OWN_LUCK = 0.6
"""How often a twin keeps an action of others or of chance, so that hands which are shown later turn out alike."""


def history(game: Game, most: int, lots: random.Random) -> list[int]:
    """The actions of the beginning of a random game."""
    state, actions = game.initial(), []
    for _ in range(lots.randint(0, most)):
        action = lots.choice(legal(game, state))
        after = game.result(state, action)
        if game.is_terminal(after):
            break
        actions.append(action)
        state = after
    return actions


def twin(game: Game, actions: list[int], viewer: int, lots: random.Random) -> list[int] | None:
    """Actions of another game that the viewer cannot tell apart, if a few attempts find one."""
    for _ in range(TRIES):
        if (found := _attempt(game, actions, viewer, lots)) is not None:
            return found
    return None


def _attempt(game: Game, actions: list[int], viewer: int, lots: random.Random) -> list[int] | None:
    real = other = game.initial()
    made = []
    for action in actions:
        mover = game.player(real)
        real = game.result(real, action)
        wanted = freeze(shown(game, real, viewer))
        offered = legal(game, other)
        if mover == viewer:
            options = [action]
        elif mover == SIMULTANEOUS and viewer != ONLOOKER:
            own, rest = split(action)[viewer], choices(game, other, 1 - viewer)
            options = [joint(own, each) if viewer == 0 else joint(each, own) for each in lots.sample(rest, len(rest))]
        else:
            options = lots.sample(offered, min(len(offered), 12))
            if lots.random() < OWN_LUCK:
                options.insert(0, action)
        for option in options:
            after = game.result(other, option) if option in offered else None
            if after is not None and not game.is_terminal(after) and freeze(shown(game, after, viewer)) == wanted:
                made.append(option)
                other = after
                break
        else:
            return None
    return made


def received(game: Game, spec: str, actions: list[int], viewer: int) -> dict[str, str]:
    """Everything that a viewer is given of a game under way."""
    state, turns = game.initial(), []
    for action in actions:
        turns.append(Turn(state, game.player(state), action, game.result(state, action)))
        state = turns[-1].after
    seen = shown(game, state, viewer)
    board = game.board(seen)
    seats = tuple(Seat("here") for _ in range(game.players))
    room = Room(spec, game, seats, game.initial(), turns, onlooker="token", totals=[0.0] * game.players)
    given = {
        "text": game.text(seen),
        "write": game.write(seen),
        "board": repr(board),
        "svg": board_svg(board),
        "terminal": draw(game, seen).plain,
        "met": repr([(each.player, each.name) for each in witnessed(game, game.initial(), actions, viewer)]),
        "page": json.dumps(plain(glimpse(Ticket(room, viewer, hosts=True)))),
    }
    if game.player(state) == viewer:
        given["legal"] = repr([(each, game.action_name(state, each)) for each in legal(game, state)])
    return given


@pytest.mark.parametrize("spec", GAMES)
def test_games_that_a_viewer_cannot_tell_apart_give_it_the_same_bytes(spec: str) -> None:
    game, lots = load(spec), random.Random(spec)
    compared = different = number = 0
    while compared < PAIRS:
        number += 1
        assert number < 2 * PAIRS, f"only {compared} of {number} games have a twin"
        viewer = (*range(game.players), ONLOOKER)[number % (game.players + 1)]
        actions = history(game, GAMES[spec], lots)
        other = twin(game, actions, viewer, lots)
        if other is None:
            continue
        if viewer != ONLOOKER:
            assert Knowledge.after(game, actions).keys[viewer] == Knowledge.after(game, other).keys[viewer]
        one, two = received(game, spec, actions, viewer), received(game, spec, other, viewer)
        assert one == two, (actions, other)
        compared += 1
        different += actions != other
    assert different > PAIRS * 0.15, different
    if LONG:
        print(f"{spec}: {compared:,} pairs, {different:,} of them with different secrets")


@pytest.mark.parametrize("spec", ["liarsdice", "phantom", "darkhex:rows=3,cols=3", "goofspiel:cards=5,hidden=true"])
def test_a_search_answers_alike_in_games_that_its_player_cannot_tell_apart(spec: str) -> None:
    """With the course of the game, of which it uses what its player saw, and with what was seen last."""
    game, lots = load(spec), random.Random(spec)
    most = min(GAMES.get(spec, 8), 10)
    compared = 0
    while compared < (100 if LONG else 5):
        actions = history(game, most, lots)
        mover = game.player(Knowledge.after(game, actions).state)
        viewer = lots.randrange(2) if mover == SIMULTANEOUS else mover
        other = None if mover == CHANCE else twin(game, actions, viewer, lots)
        if other is None or other == actions:
            continue
        answers = []
        for line in (actions, other):
            course = [game.initial()]
            for action in line:
                course.append(game.result(course[-1], action))
            found = [
                analyse(game, course[-1], simulations=40, **given)
                for given in ({"history": course[:-1], "belief": Belief(game, viewer)}, {})
            ]
            mine = found[1].strategies[viewer] if mover == SIMULTANEOUS else found[1].strategies
            answers.append([found[0].visits, found[0].strategies, found[1].visits, mine, found[0].guesses])
        assert answers[0] == answers[1], (actions, other)
        compared += 1


def test_a_twin_differs_in_what_is_hidden_and_would_show_a_leak() -> None:
    """The control: the same comparison finds what a careless page would send."""
    game, lots = load("kuhn"), random.Random(1)
    found = 0
    for _ in range(60):
        actions = history(game, 6, lots)
        other = twin(game, actions, 0, lots)
        states = [Knowledge.after(game, each).state for each in (actions, other or actions)]
        found += game.text(states[0]) != game.text(states[1])
    assert found > 5


def test_actions_that_leave_no_trace_are_not_even_counted() -> None:
    game = load("phantom")
    once, twice = [4, 4, 0], [4, 0]  # O tries the occupied centre first
    for viewer in (0, ONLOOKER):
        assert received(game, "phantom", once, viewer) == received(game, "phantom", twice, viewer)
    assert received(game, "phantom", once, 1) != received(game, "phantom", twice, 1)
    assert game.player(game.initial()) != CHANCE
