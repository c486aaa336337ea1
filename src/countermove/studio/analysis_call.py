"""Analysis while it goes on, and a computer's action."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

from countermove import worker
from countermove.analysis import Budget, search_for
from countermove.errors import UnfitError
from countermove.game import CHANCE, SIMULTANEOUS, Action, acts_at_once
from countermove.players.player import Player
from countermove.players.search import Searcher
from countermove.studio import record_call, review_call
from countermove.studio.call import Answer, Call, Stream
from countermove.studio.finding import Finder
from countermove.studio.game_call import about_of, title_of
from countermove.studio.live import HARD, Wish, search
from countermove.studio.points import is_opposed
from countermove.studio.pool import Turn
from countermove.studio.seat import LONGEST, algorithms, kinds, models, player_named, policy_named
from countermove.studio.shape import Fields, Number, RefusedError, Shape, Text, Whole
from countermove.studio.shelf import AT, Place, Shelf
from countermove.views.typeset import typeset
from countermove.views.wire import sent_action
from countermove.views.words import ends_of, names, outcome

__all__ = ["CALLS", "SEARCH", "wish_of"]

SECONDS = 30.0
"""How long an analysis goes on when nothing is said."""
SEARCH: dict[str, Shape] = {
    "algorithm": Text(40, default=None),
    "seconds": Number(0.01, HARD, default=None),
    "depth": Whole(1, 200, default=None),
    "nodes": Whole(1, 10**12, default=None),
    "lines": Whole(1, 1000, default=1),
    "opponent": Text(200, default=None),
    "sample": Whole(1, 1000, default=None),
}
"""The fields that say how to search."""


def wish_of(asked: dict[str, Any], place: Place) -> Wish:
    """What the fields of `SEARCH` ask for; without any budget, half a minute."""
    opponent = None
    if asked["opponent"] is not None:
        opponent = policy_named(asked["opponent"])
        opponent.fit(place.game, place.state)
    budget = Budget(asked["seconds"], asked["depth"], asked["nodes"])
    if budget == Budget():
        budget = Budget(SECONDS)
    algorithm = asked["algorithm"] or ("expectimax" if opponent is not None else None)
    whole = search_for(place.game, algorithm).lines and asked["sample"] is None
    lines = asked["lines"] if whole else 1
    return Wish(algorithm, budget, lines, opponent, asked["sample"], meanwhile=True)


def require_going(place: Place) -> None:
    """Refuse a position in which the game is over."""
    if (got := place.worth) is not None:
        raise RefusedError(f"The game is over in this position: {typeset(outcome(place.game, place.state, got))}.")


def analyse(shelf: Shelf, asked: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """What is best here, deeper and deeper until it is proven or the budget is spent."""
    place = shelf.place(asked)
    require_going(place)
    finder = Finder(place.game, place.state, asked["lines"])
    wish = wish_of(asked, place)
    found = yield from search(shelf, place, wish, turn, lambda seen: turn.tell("progress", finder.json(seen)))
    return finder.json(found)


def act(shelf: Shelf, asked: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """What a computer player does here."""
    place = shelf.place(asked)
    require_going(place)
    game, state = place.game, place.state
    number = game.player(state)
    if number == CHANCE:
        raise RefusedError("Chance acts in this position, not a player; throw the dice.")
    player = player_named(_seeded(asked["player"], asked["seed"]))
    seat = asked["seat"] if number == SIMULTANEOUS else number
    if seat >= game.players:
        raise RefusedError(f"There is no seat {seat} in this game; it has {game.players}.")
    player.sit(game, seat)
    start = time.perf_counter()
    if acts_at_once(game, state):
        choice = _alone(place, turn, player, lambda stop: player.choose_at_once(game, state, seat, stop))
        return {
            "action": None, "choice": int(choice), "name": game.choice_name(state, seat, choice),
            "seconds": time.perf_counter() - start,
        }  # fmt: skip
    note = ""
    if isinstance(player, Searcher):
        thinking = _wish_of_player(player, place)
        found = yield from search(
            shelf, place, thinking, turn, lambda seen: turn.tell("progress", {"depth": seen.depth, "nodes": seen.nodes})
        )
        if not found.has_action:
            raise UnfitError(f"{player.name} has nothing to choose here.")
        action = found.action
        note = f"It was stopped after {LONGEST:g} seconds." if found.stopped else ""
    else:
        action = _alone(place, turn, player, lambda stop: player.choose(game, state, stop, place.turns))
    named = names(game, state)
    return {
        "action": sent_action(game, state, action), "choice": None, "name": named[action],
        "seconds": time.perf_counter() - start, "note": note,
    }  # fmt: skip


def _alone(place: Place, turn: Turn, player: Player, choose: Any) -> Action:
    """What a player that does not search by slices chooses, for as long as an action may take."""
    if isinstance(player, Searcher):
        return choose(turn.stop)
    return worker.run(lambda: choose(turn.stop), place.game, patience=LONGEST + 30)


def _seeded(spec: str, seed: int | None) -> str:
    """The specification with a seed, where it takes one and has none."""
    from countermove.players.spec import KINDS

    name, _, rest = spec.partition(":")
    if seed is None or "seed" not in KINDS.get(name.strip(), ()) or "seed=" in rest:
        return spec
    return f"{name}:{rest},seed={seed}" if rest else f"{name}:seed={seed}"


def _wish_of_player(player: Searcher, place: Place) -> Wish:
    return Wish(
        player.algorithm, player.within(place.game), opponent=player.opponent, native=player.native, most=LONGEST
    )


def seats(shelf: Shelf, asked: dict[str, Any]) -> dict[str, Any]:
    """Who can play a game and what can search it, for the forms of the page."""
    spec = asked["game"]
    game = shelf.game(spec)
    name, _, fields = spec.partition(":")
    return {
        "title": title_of(game, name, spec in shelf.own),
        "parameters": "" if spec in shelf.own else fields,
        "about": about_of(game),
        "players": game.players,
        "words": game.axes.words(),
        "opposed": is_opposed(game),
        "winning": is_opposed(game) and ends_of(game) is not None,
        "chance": game.axes.stochastic,
        "kinds": kinds(game), "algorithms": algorithms(game), "models": models(game), "opponent": game.opponent,
        "names": [game.player_name(seat) for seat in range(game.players)],
    }  # fmt: skip


CALLS: tuple[Call, ...] = (
    Stream("analyse", Fields({**AT, **SEARCH}), analyse, "The best actions here, told while the search goes on."),
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
        "What a computer player does here.",
    ),
    Answer("seats", Fields({"game": AT["game"]}), seats, "Who can play a game, and what can search it."),
    *review_call.CALLS,
    *record_call.CALLS,
)
