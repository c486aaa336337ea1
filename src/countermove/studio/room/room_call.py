"""The calls of a room: open it, take a seat, look, act, let computers think, ask for advice, review, save.

Every call names a token, and acts for its seat alone. Of an unfinished game nothing is answered but what the seat of
the token sees (`glimpse.py`); `advice` reads the information key of the seat, `review` and `save` wait for the end.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any

from countermove.action import as_action
from countermove.errors import UnfitError
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, legal
from countermove.information import is_small
from countermove.loader import in_time
from countermove.players.counsel import counsel, solution
from countermove.players.record import Record, parse, replay
from countermove.players.search import Searcher
from countermove.players.solver import Solver
from countermove.players.spec import default_opponent, make
from countermove.studio.analysis.seat import ABOUT, player_named
from countermove.studio.games.game_call import about_of, title_of
from countermove.studio.games.shelf import MAX_ACTIONS, Shelf
from countermove.studio.pool import Turn
from countermove.studio.room.glimpse import frames, glimpse, offered_json
from countermove.studio.room.room import Room, Seat
from countermove.studio.web.call import Answer, Call, Stream, Watch
from countermove.studio.web.shape import Choice, Fields, Many, RefusedError, Text, Whole
from countermove.views.plain import plain

HERE, LINK = "here", "link"
SOLVED_ABOUT = {
    "In equilibrium": "Equilibrium: nobody gains against it in the long run; for games small enough to be solved",
    "By regret minimisation": "Regret minimisation, in long play against itself; for games small enough to be solved",
}
"""What the solver does in a game of hidden information, by the kind of its solution."""
TOKEN = Text(60)


def _broken(room: Room) -> str:
    return f"The rules of {type(room.game).__name__} failed; run `countermove check` on them."


def discreet(work: Callable[..., Any]) -> Callable[..., Any]:
    """The work, with no more said about an error in the rules than that there is one: sentences quote states."""

    @functools.wraps(work)
    def silent(shelf: Shelf, request: dict[str, Any], *more: Any) -> Any:
        room = shelf.rooms.ticket(request["token"]).room
        try:
            return work(shelf, request, *more)
        except (RefusedError, UnfitError):
            raise
        except Exception:
            raise RefusedError(_broken(room)) from None

    return silent


def look(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """A game before it is played: whether it hides something, who plays it, and which computers can."""
    name = request["game"]
    game = shelf.any_game(name)
    if not game.axes.hidden:
        return {"hidden": False}
    title = title_of(game, name.partition(":")[0], name in shelf.authored)
    return {
        "hidden": True, "game": name, "title": title, "about": about_of(game),
        "players": [game.player_name(each) for each in range(game.players)],
        "computers": computers(game), "opponent": default_opponent(game),
    }  # fmt: skip


def computers(game: Game) -> list[dict[str, str]]:
    """The players that keep to what their seat sees."""
    return [
        {
            "player": f"{kind}:seconds=1" if isinstance(player, Searcher) else kind,
            "about": SOLVED_ABOUT[solution(game)] if kind == "solve" else about,
        }
        for kind, about in ABOUT.items()
        if (player := make(kind)).plays_hidden and not (kind == "pimc" and game.axes.simultaneous)
    ]


def open_room(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """Open a room, for a new game or a saved one; the tokens of the seats here, if several after an onlooker's."""
    record = _record(request["record"]) if request["record"] else None
    name = record.game if record else request["game"]
    game = shelf.any_game(name)
    if not game.axes.hidden:
        raise RefusedError(f"{type(game).__name__} hides nothing; open it from the gallery.")
    specs = request["seats"] or [HERE] + [default_opponent(game)] * (game.players - 1)
    if len(specs) != game.players:
        raise RefusedError(f"{type(game).__name__} has {game.players} players; {len(specs)} seats are given.")
    seats = tuple(_seat(spec, shelf, name, game) for spec in specs)
    room = Room(name, game, seats, game.initial())
    if record is not None:
        room.start, room.turns = in_time(game, lambda: replay(record, game))
        room.resigned = record.resigned if record.resigned in range(game.players) else None
    in_time(game, room.begin)
    room.entrance = shelf.entrance
    tokens, host = shelf.rooms.open(room)
    return {"tokens": tokens if len(tokens) == 1 else [host, *tokens]}


def _record(text: str) -> Record:
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        raise RefusedError("This file is not a saved game: it is not JSON.") from None
    record = parse(given, "this file")
    if record.start is not None:
        raise RefusedError("This game starts from a position; a room needs all its actions from the beginning.")
    if len(record.actions) > MAX_ACTIONS:
        raise RefusedError(f"{len(record.actions):,} actions in this game; at most {MAX_ACTIONS:,} are allowed.", 413)
    return record


def _seat(spec: str, shelf: Shelf, name: str, game: Game) -> Seat:
    if spec in (HERE, LINK):
        return Seat("here" if spec == HERE else "link")
    player = player_named(spec, shelf, game)
    if not player.plays_hidden:
        raise RefusedError(
            f"{player.name} looks at whole states, and {type(game).__name__} hides some of them from its players; "
            f"use {', '.join(each['player'] for each in computers(game))}."
        )
    return Seat("computer", shelf.equilibria.solver(name, game) if isinstance(player, Solver) else player)


def join(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """Take the seat that an invitation is for."""
    return {"token": shelf.rooms.join(request["invitation"])}


def follow(
    shelf: Shelf, request: dict[str, Any], send: Callable[[str, dict[str, Any]], None]
) -> Callable[[], None]:  # fmt: skip
    """Send what a seat sees, now and after every change that it can see."""
    ticket = shelf.rooms.ticket(request["token"])
    sent = [""]

    def tell() -> None:
        with ticket.room.lock:
            try:
                data = glimpse(ticket)
            except Exception:
                send("error", {"error": _broken(ticket.room)})
                return
            text = json.dumps(plain(data))
            if text != sent[0]:  # what changed may be hidden from this seat
                sent[0] = text
                send("seen", data)

    end = ticket.room.listen(tell)
    tell()
    return end


@discreet
def act(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """Act for a seat; `turn` is the number of actions that it has seen, so that nothing is played twice."""
    ticket = shelf.rooms.ticket(request["token"])
    room, seat = ticket.room, ticket.seat
    with room.lock:
        if seat not in room.waiting:
            raise RefusedError("It is not your turn.", 409)
        if request["turn"] != glimpse(ticket)["turn"] or request["game"] != room.number:
            raise RefusedError("The game has gone on; look again.", 409)
        room.act(seat, _action(room, seat, request["action"]))
    return {}


def _action(room: Room, seat: int, given: int | str) -> Action:
    for each, action in zip(offered_json(room, seat), room.offered(seat)):
        if given in (each["action"], str(each["action"])):
            return as_action(action)
    raise RefusedError("That action is not legal now.")


@discreet
def think(shelf: Shelf, request: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """Let the computers act that are to act; the answer is always the same."""
    shelf.rooms.ticket(request["token"]).room.think(turn.stop)
    return {}


@discreet
def resign(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """Give up."""
    ticket = shelf.rooms.ticket(request["token"])
    ticket.room.resign(ticket.seat)
    return {}


@discreet
def again(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The next game of the same players."""
    ticket = shelf.rooms.ticket(request["token"])
    if not ticket.hosts:
        _ = ticket.seat  # an onlooker does not decide
    ticket.room.again()
    return {}


@discreet
def advice(shelf: Shelf, request: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """How often a solution, or a search, takes each action, for what the seat knows."""
    ticket = shelf.rooms.ticket(request["token"])
    room, seat = ticket.room, ticket.seat
    with room.lock:
        offered, turns = offered_json(room, seat) if seat in room.waiting else [], tuple(room.turns)
    if not offered:
        raise RefusedError("It is not your turn; there is nothing to decide.", 409)
    state = turns[-1].after if turns else room.start
    found = counsel(room.game, state, seat, turns, shelf.equilibria.solver(room.spec, room.game), turn.stop)
    shares = found.shares or [None] * len(offered)
    return {"source": found.source, "actions": [{**each, "share": shares[at]} for at, each in enumerate(offered)]}


def review(shelf: Shelf, request: dict[str, Any], turn: Turn) -> dict[str, Any]:
    """A finished game with nothing hidden: every position, and what a solution plays at each decision."""
    room = _finished(shelf, request["token"])
    with room.lock:
        found, turns = frames(room), tuple(room.turns)
    problem = "" if is_small(room.game) else f"{type(room.game).__name__} is too large to be solved."
    for at, each in enumerate(turns):
        if each.player in (CHANCE, SIMULTANEOUS) or problem:
            continue
        offered = list(legal(room.game, each.state))
        try:
            mix = shelf.equilibria.mix(room.spec, room.game, each.player, turns[:at], len(offered), turn.stop)
        except UnfitError as error:
            problem = str(error).partition(";")[0] + "."
            continue
        if mix is not None:
            found[at + 1]["mix"] = [
                {"name": room.game.action_name(each.state, action), "share": share, "played": action == each.action}
                for action, share in zip(offered, mix)
            ]
    return {"frames": found, "problem": problem, "source": solution(room.game)}


def save(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """A finished game as saved in a file."""
    room = _finished(shelf, request["token"])
    names = [each.player.name if each.player else "human" for each in room.seats]
    with room.lock:
        return {"record": Record.of(room.spec, room.game, names, room.start, room.turns, room.resigned).as_json()}


def _finished(shelf: Shelf, token: str) -> Room:
    room = shelf.rooms.ticket(token).room
    if not room.is_over:
        raise RefusedError("This game is not over: what is hidden is shown, and saved, after its end.", 403)
    return room


AT_ROOM = {"token": TOKEN}
CALLS: tuple[Call, ...] = (
    Answer("room/look", Fields({"game": Text(20_000)}), look, "A game before it is played: who can play it."),
    Answer(
        "room/open",
        Fields({
            "game": Text(20_000, default=""), "seats": Many(Text(300), 10, default=()),
            "record": Text(500_000, default=""),
        }),
        open_room,
        "Open a room for a game of hidden information: each seat is here, link, or a computer.",
    ),
    Answer("room/join", Fields({"invitation": TOKEN}), join, "Take the seat that an invitation is for."),
    Watch("room/follow", Fields(AT_ROOM), follow, "What a seat sees, now and after every change."),
    Answer(
        "room/act",
        Fields({**AT_ROOM, "turn": Whole(0, 10_000), "game": Whole(0, 2**31), "action": Choice()}),
        act,
        "Act for a seat.",
    ),
    Stream("room/think", Fields(AT_ROOM), think, "Let the computers act that are to act."),
    Answer("room/resign", Fields(AT_ROOM), resign, "Give up."),
    Answer("room/again", Fields(AT_ROOM), again, "The next game of the same players."),
    Stream("room/advice", Fields(AT_ROOM), advice, "What a solution or a search does, for what the seat knows."),
    Stream("room/review", Fields(AT_ROOM), review, "A finished game with nothing hidden."),
    Answer("room/save", Fields(AT_ROOM), save, "A finished game as saved."),
)  # fmt: skip
