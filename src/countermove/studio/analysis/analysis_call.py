"""Live analysis, and a computer player's action."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

from countermove import worker
from countermove.analysis import COMPILING, Analysis, Budget, search_for
from countermove.errors import UnfitError
from countermove.game import CHANCE, SIMULTANEOUS, Action, acts_at_once, explains
from countermove.players.external import External
from countermove.players.player import Player
from countermove.players.search import Searcher
from countermove.players.solver import Solver
from countermove.players.spec import default_opponent
from countermove.studio.analysis import explain_call, network_call, owner_call, review_call
from countermove.studio.analysis.live import MAX_SECONDS, Wish, search
from countermove.studio.analysis.meter import is_opposed
from countermove.studio.analysis.report import Reporter
from countermove.studio.analysis.seat import (
    MAX_ACTION_SECONDS,
    algorithms,
    kinds,
    levels,
    models,
    player_named,
    policy_named,
)
from countermove.studio.analysis.solved import solved
from countermove.studio.games import record_call
from countermove.studio.games.game_call import about_of, title_of
from countermove.studio.games.shelf import AT, Place, Shelf
from countermove.studio.pool import Turn
from countermove.studio.web.call import Answer, Call, Stream
from countermove.studio.web.shape import Fields, Number, RefusedError, Shape, Text, Whole
from countermove.views.typeset import typeset
from countermove.views.wire import sent_action
from countermove.views.words import ends_of, names, outcome

DEFAULT_SECONDS = 30.0
"""Default time limit of an analysis."""
SEARCH: dict[str, Shape] = {
    "algorithm": Text(40, default=None),
    "seconds": Number(0.01, MAX_SECONDS, default=None),
    "depth": Whole(1, 200, default=None),
    "nodes": Whole(1, 10**12, default=None),
    "lines": Whole(1, 1000, default=1),
    "opponent": Text(200, default=None),
    "sample": Whole(1, 1000, default=None),
}
"""The search options of a request."""


def wish_of(request: dict[str, Any], place: Place) -> Wish:
    """The search options in `SEARCH`; without a budget, half a minute."""
    opponent = None
    if request["opponent"] is not None:
        opponent = policy_named(request["opponent"])
        opponent.fit(place.game, place.state)
    budget = Budget(request["seconds"], request["depth"], request["nodes"])
    if budget == Budget():
        budget = Budget(DEFAULT_SECONDS)
    algorithm = request["algorithm"] or ("expectimax" if opponent is not None else None)
    whole = search_for(place.game, algorithm).lines and request["sample"] is None
    lines = request["lines"] if whole else 1
    return Wish(algorithm, budget, lines, opponent, request["sample"], compiled=True)


def require_going(place: Place) -> None:
    """Reject a position in which the game is over."""
    if (got := place.worth) is not None:
        raise RefusedError(f"The game is over in this position: {typeset(outcome(place.game, place.state, got))}.")


def analyse(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """Iterative deepening until the value is proven or the budget is spent."""
    place = shelf.place(request)
    require_going(place)
    reporter = Reporter(place.game, place.state, request["lines"])
    wish = wish_of(request, place)
    found = yield from search(shelf, place, wish, turn, lambda seen: turn.tell("progress", reporter.json(seen)))
    return reporter.json(found)


def act(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """The action of a computer player."""
    place = shelf.place(request)
    require_going(place)
    game, state = place.game, place.state
    number = game.player(state)
    if number == CHANCE:
        raise RefusedError("Chance acts in this position, not a player; roll the dice.")
    player = player_named(_seeded(request["player"], request["seed"]), shelf, game)
    seat = request["seat"] if number == SIMULTANEOUS else number
    if seat >= game.players:
        raise RefusedError(f"Seat {seat} does not exist; this game has {game.players} players.")
    if isinstance(player, External):  # it knows the position of every request, and may play several games at once
        player.fit(game, seat)
    else:
        player.sit(game, seat)
    start = time.perf_counter()
    if acts_at_once(game, state):
        choice = _alone(place, turn, player, lambda stop: player.choose_at_once(game, state, seat, stop))
        return {
            "action": None, "choice": int(choice), "name": game.choice_name(state, seat, choice),
            "seconds": time.perf_counter() - start,
        }  # fmt: skip
    note = ""

    def report(seen: Analysis) -> None:
        turn.tell("progress", _thought(seen))

    if isinstance(player, Searcher):
        found = yield from search(shelf, place, _wish_of_player(player, place), turn, report)
        if not found.has_action:
            raise UnfitError(f"{player.name} has no choice here.")
        action = found.action
        note = f"Stopped after {MAX_ACTION_SECONDS:g} seconds." if found.stopped else ""
        note = f"From the {found.known}." if found.known else "In the database." if found.in_database else note
    elif isinstance(player, Solver):
        action, note = yield from solved(shelf, place, player, turn, report)
    else:
        action = _alone(place, turn, player, lambda stop: player.choose(game, state, stop, place.turns))
    named = names(game, state)
    return {
        "action": sent_action(game, state, action), "choice": None, "name": named[action],
        "seconds": time.perf_counter() - start, "note": note,
    }  # fmt: skip


def _thought(seen: Analysis) -> dict[str, Any]:
    """What a player that searches is doing."""
    doing = "interpreted, while the search compiles" if seen.note == COMPILING else ""
    return {"depth": seen.depth, "nodes": seen.nodes, "doing": doing}


def _alone(place: Place, turn: Turn, player: Player, choose: Any) -> Action:
    """The action of a player that does not search in slices, within the time limit."""
    if isinstance(player, Searcher):
        return choose(turn.stop)
    return worker.run(lambda: choose(turn.stop), place.game, patience=MAX_ACTION_SECONDS + 30)


def _seeded(spec: str, seed: int | None) -> str:
    """The specification, with a seed added where it takes one and has none."""
    from countermove.players.spec import KINDS

    name, _, rest = spec.partition(":")
    if seed is None or "seed" not in KINDS.get(name.strip(), ()) or "seed=" in rest:
        return spec
    return f"{name}:{rest},seed={seed}" if rest else f"{name}:seed={seed}"


def _wish_of_player(player: Searcher, place: Place) -> Wish:
    return Wish(
        player.algorithm,
        player.within(place.game),
        opponent=player.opponent,
        native=player.native,
        most=MAX_ACTION_SECONDS,
    )


def seats(shelf: Shelf, request: dict[str, Any]) -> dict[str, Any]:
    """The players and searches a game supports, for the page's forms."""
    spec = request["game"]
    game = shelf.game(spec)
    name, _, fields = spec.partition(":")
    return {
        "title": title_of(game, name, spec in shelf.authored),
        "parameters": "" if spec in shelf.authored else fields,
        "about": about_of(game),
        "players": game.players,
        "words": game.axes.words(),
        "opposed": is_opposed(game),
        "winning": is_opposed(game) and ends_of(game) is not None,
        "chance": game.axes.stochastic,
        "explains": explains(game),
        "network": shelf.network(game) is not None,
        "kinds": kinds(game, shelf.engines), "algorithms": algorithms(game), "models": models(game),
        "levels": levels(game, shelf.engines),
        "opponent": default_opponent(game),
        "names": [game.player_name(seat) for seat in range(game.players)],
    }  # fmt: skip


CALLS: tuple[Call, ...] = (
    Stream("analyse", Fields({**AT, **SEARCH}), analyse, "The best actions, streamed while the search deepens."),
    Stream(
        "act",
        Fields(
            {
                **AT,
                "player": Text(300),
                "seed": Whole(0, 2**53, default=None),
                "seat": Whole(0, 63, default=0),
            }
        ),
        act,
        "The action of a computer player.",
    ),
    Answer("seats", Fields({"game": AT["game"]}), seats, "The players and searches a game supports."),
    *explain_call.CALLS,
    *network_call.CALLS,
    *owner_call.CALLS,
    *review_call.CALLS,
    *record_call.CALLS,
)
