"""What a page is sent of a room: what its seat sees, in bytes that are the same in all games it cannot tell apart.

Everything is made from the viewer's views (`information.witnessed`), from its own legal actions, and from what is
public: who sits where, and the totals. So nothing else can get out, whatever a game's words and pictures show. When the
game is over, everything is shown.
"""

from __future__ import annotations

from typing import Any

from countermove.game import ONLOOKER, SIMULTANEOUS, Action, Game, State
from countermove.information import Seen, shown, witnessed
from countermove.studio.games.fields_board import board_of
from countermove.studio.games.game_call import title_of
from countermove.studio.room.room import Room, Ticket
from countermove.views.board_json import board_json
from countermove.views.typeset import typeset
from countermove.views.wire import sent_actions
from countermove.views.words import outcome

MAX_MARKED = 2
"""Cells that a single action changes at most, to be marked."""


def glimpse(ticket: Ticket) -> dict[str, Any]:
    """The game as the holder of a ticket sees it."""
    room, viewer = ticket.room, ticket.viewer
    with room.lock:
        game, over = room.game, room.is_over
        eyes = None if over else viewer
        log = witnessed(game, room.start, [turn.action for turn in room.turns], eyes)
        seen = log[-1].state if log else shown(game, room.start, eyes)
        mine = viewer in room.waiting
        return {
            "game": room.spec,
            "title": title_of(game, room.spec.partition(":")[0], False),
            "viewer": None if viewer == ONLOOKER else viewer,
            "players": [game.player_name(each) for each in range(game.players)],
            "seats": [
                {"kind": each.kind, "name": each.player.name if each.player else "", "free": bool(each.invitation)}
                for each in room.seats
            ],
            "invitations": [each.invitation for each in room.seats] if ticket.hosts else [],
            "entrance": room.entrance if ticket.hosts else "",
            "onlooker": room.onlooker,
            "number": room.number,
            "games": room.games,
            "totals": room.totals,
            "note": room.note,
            "turn": len(log),
            "mover": None if over else int(game.player(seen)),
            "choosing": room.waiting if not over and game.player(seen) == SIMULTANEOUS else [],
            "yours": mine,
            "chosen": viewer in room.chosen,
            "over": over,
            "outcome": _outcome(room) if over else "",
            "utilities": room.payoffs,
            "board": _marked(game, log, shown(game, room.start, eyes), room.offered(viewer) if mine else []),
            "text": game.text(seen),
            "legal": offered_json(room, viewer) if mine else [],
            "log": [told(game, each) for each in log],
        }


def _outcome(room: Room) -> str:
    game = room.game
    if room.resigned is not None:
        gone = game.player_name(room.resigned)
        rest = f"{game.player_name(1 - room.resigned)} wins" if game.players == 2 else "so the game ends here"
        return f"{gone} resigns, {rest}"
    return typeset(outcome(game, room.state, room.payoffs))


def told(game: Game, each: Seen) -> dict[str, Any]:
    """An entry of the log."""
    return {"player": each.player, "who": game.player_name(each.player), "name": each.name}


def _marked(game: Game, log: list[Seen], start: State, offered: list[Action]) -> dict[str, Any]:
    """The board of the last view, with what has just changed on a grid."""
    views = [start, *(each.state for each in log)]
    board = drawn(game, views[-1], offered)
    if len(views) > 1 and board["style"] == "grid":
        old = [[cell.piece for cell in row] for row in board_of(game, views[-2]).rows]
        new = [[cell.get("piece", "") for cell in row] for row in board["rows"]]
        changed = [
            [at, column]
            for at, (one, other) in enumerate(zip(old, new))
            for column, (piece, later) in enumerate(zip(one, other))
            if piece != later
        ]
        if len(changed) <= MAX_MARKED:
            board["last"] = changed
    return board


def drawn(game: Game, seen: State, offered: list[Action]) -> dict[str, Any]:
    """The board of a view; only what is offered can be clicked."""
    board = board_of(game, seen)
    numbers = sent_actions(game, seen) if offered and game.player(seen) != SIMULTANEOUS else {}
    data = board_json(board, numbers)
    allowed = {numbers[action] for action in offered if action in numbers}
    for row in data["rows"]:
        for cell in row:
            if "action" in cell and cell["action"] not in allowed:
                del cell["action"]
    data["clicks"] = [each for each in data["clicks"] if each["action"] in allowed]
    return data


def offered_json(room: Room, viewer: int) -> list[dict[str, Any]]:
    """What a viewer who is to act may do, by name."""
    game, state = room.game, room.state
    if game.player(state) == SIMULTANEOUS:
        return [{"action": each, "name": game.choice_name(state, viewer, each)} for each in room.offered(viewer)]
    known = sent_actions(game, state)
    return [{"action": known[each], "name": game.action_name(state, each)} for each in room.offered(viewer)]


def frames(room: Room) -> list[dict[str, Any]]:
    """Every position of a finished game, with nothing hidden."""
    game = room.game
    first = {"player": None, "who": "", "name": "", "board": drawn(game, room.start, []), "text": game.text(room.start)}
    found = [first]
    for each in witnessed(game, room.start, [turn.action for turn in room.turns], None):
        found.append({**told(game, each), "board": drawn(game, each.state, []), "text": game.text(each.state)})
    return found
