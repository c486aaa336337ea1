"""A game looked over: every position weighed, every action judged by the points it gave away; and why not this action.

Positions are searched from the last to the first, so that what a later one found is in the table when an earlier one
is searched.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from countermove.analysis import Budget
from countermove.errors import SpecError, UnfitError
from countermove.game import CHANCE, SIMULTANEOUS, Action, legal
from countermove.players.turn import Turn as Step
from countermove.studio.call import Call, Stream
from countermove.studio.finding import Standing
from countermove.studio.live import Wish, search
from countermove.studio.pool import Turn
from countermove.studio.shape import Choice, Fields, Number, RefusedError, Whole
from countermove.studio.shelf import AT, LONGEST, Place, Shelf
from countermove.studio.value import bounded
from countermove.studio.verdict import Weighed, class_of, loss_of, place_at, tense, weigh, weigh_end
from countermove.textbook import fitting
from countermove.views.typeset import typeset
from countermove.views.wire import received, sent_action, sent_line
from countermove.views.words import line_names, names, outcome

__all__ = ["CALLS"]

SECONDS = 0.4
"""How long each position is searched when nothing is said."""
ALL = 300.0
"""Seconds for a whole game."""
LINES = 1000
"""Actions that are searched by themselves."""
SHOWN = 12
"""Actions of a line that are told."""


def review(shelf: Shelf, asked: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """Every position of a game, the last first, and what each action gave away; `since` leaves earlier ones out."""
    place = shelf.place(asked)
    total = len(place.turns) + 1
    turn.tell("begin", {"total": total})
    after: Weighed | None = None
    mistakes = []
    for ply in reversed(range(asked["since"], total)):
        here = place_at(place, ply)
        weighed = weigh_end(here)
        if weighed is None:
            seconds = min(asked["seconds"], ALL / total)
            weighed = yield from _searched(shelf, here, turn, seconds)
        loss, name = None, ""
        if ply < len(place.turns):
            step = place.turns[ply]
            loss = loss_of(weighed, step.action, after)
            name = class_of(loss)
            if name in ("inaccuracy", "mistake", "blunder"):
                mistakes.append(ply)
        turn.tell("position", _told(weighed, ply, loss, name))
        after = weighed
        yield
    return {"mistakes": sorted(mistakes)}


def _searched(shelf: Shelf, place: Place, turn: Turn, seconds: float) -> Generator[None, None, Weighed]:
    """The position searched; with dice and among many every action by itself, for bounds judge nothing (`loss_of`)."""
    game, state = place.game, place.state
    every = fitting(game) not in ("alphabeta", "induction") and game.player(state) >= 0
    lines = min(len(legal(game, state)), LINES) if every else 1
    found = yield from search(shelf, place, Wish(budget=Budget(seconds), lines=lines), turn)
    return weigh(place, found)


def _told(weighed: Weighed, ply: int, loss: float | None, name: str) -> dict[str, Any]:
    game, state, found = weighed.place.game, weighed.place.state, weighed.found
    told: dict[str, Any] = {
        "at": ply,
        "value": weighed.value,
        "text": Standing(game, state).text(weighed.value, weighed.proven),
        "points": weighed.points,
        "first": weighed.first,
        "payoffs": None if weighed.payoffs is None else list(weighed.payoffs),
        "proven": weighed.proven,
        "depth": 0 if found is None else found.depth,
        "loss": loss,
        "class": name,
        "best": None,
        "best_name": "",
        "line": {"actions": [], "names": []},
    }
    if found is not None and found.has_action and game.player(state) not in (CHANCE, SIMULTANEOUS):
        told["best"] = sent_action(game, state, found.action)
        told["best_name"] = names(game, state)[found.action]
        told["line"] = _line(weighed.place, found.line)
    return told


def _line(place: Place, line: tuple[Action, ...]) -> dict[str, Any]:
    told = line_names(place.game, place.state, line[:SHOWN])
    return {"actions": sent_line(place.game, place.state, line[: len(told)]), "names": told}


def why(shelf: Shelf, asked: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """Why not this action: the best reply to it, and what would have been better."""
    place = shelf.place(asked)
    game, state = place.game, place.state
    if (over := place.worth) is not None:
        raise RefusedError(f"The game is over in this position: {typeset(outcome(game, state, over))}.")
    player = game.player(state)
    if player == CHANCE:
        raise UnfitError("Chance acts here, so there is nothing to choose.")
    if player == SIMULTANEOUS:
        raise UnfitError("Both act at once here, so no action is good or bad by itself.")
    try:
        action = received(game, state, asked["action"])
    except SpecError:
        raise RefusedError(f"Action {asked['action']} is not legal here.") from None
    step = Step(state, player, action, game.result(state, action))
    then = Place(place.name, game, place.start, (*place.turns, step), step.after)
    after = weigh_end(then)
    if after is None:
        after = yield from _searched(shelf, then, turn, asked["seconds"])
        yield
    before = yield from _searched(shelf, place, turn, asked["seconds"])
    loss = loss_of(before, action, after)
    if loss is None:
        raise UnfitError("The search has nothing to say about this action; give it more time.")
    found = before.found
    assert found is not None and found.has_action
    named = names(game, state)
    return {
        "action": sent_action(game, state, action),
        "name": named[action],
        "best": sent_action(game, state, found.action),
        "best_name": named[found.action],
        "best_line": _line(place, found.line),
        "line": _line(then, after.found.line) if after.found is not None else {"actions": [], "names": []},
        "loss": loss,
        "class": class_of(loss),
        "as_good": loss <= 0.005,
        "sentence": _sentence(before, after, action, named, loss),
    }


def _sentence(before: Weighed, after: Weighed, action: Action, named: dict[Action, str], loss: float) -> str:
    """The refutation in words: "After 3 the reply 4 wins in 7; 4 would have drawn."."""
    game, found = before.place.game, before.found
    assert found is not None and found.has_action
    mine, best = named[action], named[found.action]
    said = _reply(before, after, action, mine)
    if action == found.action:
        return f"{mine} is the best there is. {said}."
    if loss <= 0.005:
        return f"{_compared(before, after, mine, best)}. {said}."
    _, past = tense(game, before.place.state, found)
    standing = Standing(game, before.place.state)
    return f"{said}; {best} {past or f'is worth {standing.text(found.value, found.exact)}'}."


def _compared(before: Weighed, after: Weighed, mine: str, best: str) -> str:
    """What is to be said of an action that gives nothing away: a win may still come later than it could."""
    found, then = before.found, after.found
    assert found is not None
    outcome = Standing(before.place.game, before.place.state).meter.outcome(found.value, found.exact)
    timed = found.timed and found.distance and (then is None or (then.timed and then.distance))
    if outcome in ("win", "loss") and timed:
        sooner, later = found.distance, 1 + ((then.distance or 0) if then is not None else 0)
        if sooner != later:
            return f"{mine} {'wins' if outcome == 'win' else 'loses'} too, in {later} instead of {sooner}"
    return f"{mine} is as good as {best}"


def _reply(before: Weighed, after: Weighed, action: Action, mine: str) -> str:
    """What follows, in terms of whoever asked: "After 3 the reply 4 leaves X −0.50"."""
    game, then = before.place.game, after.place
    if after.found is None:
        return f"{mine} ends the game: {typeset(outcome(game, then.state, then.worth))}"
    who = game.player_name(game.player(before.place.state))
    left = _left(before, after, action)
    if not after.found.has_action or game.player(then.state) < 0:
        return f"After {mine} {who} can expect {left}"
    reply = names(game, then.state)[after.found.action]
    again = game.player(then.state) == game.player(before.place.state)
    now, _ = tense(game, then.state, after.found)
    if again:
        return f"After {mine} {who} goes on with {reply}, {f'which {now}' if now else f'worth {left}'}"
    return f"After {mine} the reply {reply} {now or f'leaves {who} {left}'}"


def _left(before: Weighed, after: Weighed, action: Action) -> str:
    """What whoever acted can expect after the action; among many only the search before it knows."""
    game, found = before.place.game, before.found
    assert found is not None and after.found is not None
    standing = Standing(game, before.place.state)
    if after.first is None:
        score = found.values[action]
        return bounded(standing.text(float(score.value), found.exact, score.bound), score.bound)  # type: ignore[arg-type]
    return standing.text(after.value if standing.first else game.axes.total - after.value, after.proven)


CALLS: tuple[Call, ...] = (
    Stream(
        "review",
        Fields({**AT, "seconds": Number(0.02, 10.0, default=SECONDS), "since": Whole(0, LONGEST, default=0)}),
        review,
        "Every position of a game weighed, and every action judged.",
    ),
    Stream(
        "why", Fields({**AT, "action": Choice(), "seconds": Number(0.02, 30.0, default=1.0)}), why,
        "Why not this action: the best reply to it, and what would have been better.",
    ),
)  # fmt: skip
