"""Game review: every position evaluated, every action graded by the points it gave away; and "why not this action?".

Positions are searched from last to first, so that the table already holds the later ones.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from countermove.analysis import COMPILING, Budget
from countermove.errors import SpecError, UnfitError
from countermove.game import CHANCE, SIMULTANEOUS, Action, legal
from countermove.players.turn import Turn as Step
from countermove.studio.analysis.live import Wish, search
from countermove.studio.analysis.loss import (
    Evaluated,
    agreeing,
    class_of,
    evaluate,
    evaluate_end,
    loss_of,
    place_at,
    settled,
    tense,
)
from countermove.studio.analysis.report import Standing
from countermove.studio.analysis.value import bounded
from countermove.studio.games.shelf import AT, MAX_ACTIONS, Place, Shelf
from countermove.studio.pool import Turn
from countermove.studio.web.call import Call, Stream
from countermove.studio.web.shape import Choice, Fields, Number, RefusedError, Whole
from countermove.textbook import fitting
from countermove.views.typeset import typeset
from countermove.views.wire import received, sent_action, sent_line
from countermove.views.words import line_names, names, outcome

FIRST_SECONDS = 0.15
"""Seconds of the first, short look at "why not?"."""
DEFAULT_SECONDS = 0.4
"""Default search time per position."""
MAX_SECONDS = 300.0
"""Time limit for a whole game."""
MAX_ACTIONS_SEARCHED = 1000
"""Maximum actions searched separately."""
MAX_LINE = 12
"""Actions shown per line."""


def review(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """Every position of a game, last first, and what each action gave away; `since` skips earlier ones.

    Positions searched before the search was compiled are searched once more when it is.
    """
    place = shelf.place(request)
    turn.tell("begin", {"total": len(place.turns) + 1})
    mistakes, is_final = yield from _reviewed(shelf, place, request, turn, compiled=False)
    if not is_final:
        mistakes, _ = yield from _reviewed(shelf, place, request, turn, compiled=True)
    return {"mistakes": sorted(mistakes)}


def _reviewed(
    shelf: Shelf, place: Place, request: dict[str, Any], turn: Turn, *, compiled: bool
) -> Generator[None, None, tuple[list[int], bool]]:
    """The plies of the mistakes, and whether no position was searched interpreted for lack of compiled code."""
    total = len(place.turns) + 1
    after: Evaluated | None = None
    told: list[tuple[Evaluated, float | None]] = []
    is_final = True
    for ply in reversed(range(request["since"], total)):
        here = place_at(place, ply)
        evaluated = evaluate_end(here)
        if evaluated is None:
            seconds = min(request["seconds"], MAX_SECONDS / total)
            evaluated = yield from _searched(shelf, here, turn, seconds, compiled)
            is_final &= evaluated.found is None or evaluated.found.note != COMPILING
        loss = None
        if ply < len(place.turns):
            loss = loss_of(evaluated, place.turns[ply].action, after)
            evaluated = agreeing(evaluated, after, loss)
        told.append((evaluated, loss))
        turn.tell("position", _position_json(evaluated, ply, loss))
        after = evaluated
        yield
    line, losses = settled([each for each, _ in reversed(told)], [loss for _, loss in reversed(told)])
    for ply, before in zip(reversed(range(request["since"], total)), told, strict=True):
        now = line[ply - request["since"]], losses[ply - request["since"]]
        if now != before:
            turn.tell("position", _position_json(now[0], ply, now[1]))
    grades = enumerate(map(class_of, losses), request["since"])
    return [ply for ply, grade in grades if grade in ("inaccuracy", "mistake", "blunder")], is_final


def _searched(
    shelf: Shelf, place: Place, turn: Turn, seconds: float, compiled: bool = False
) -> Generator[None, None, Evaluated]:  # fmt: skip
    """Search the position; with dice or many players, each action separately (see `loss_of`)."""
    game, state = place.game, place.state
    every = fitting(game) not in ("alphabeta", "induction") and game.player(state) >= 0
    lines = min(len(legal(game, state)), MAX_ACTIONS_SEARCHED) if every else 1
    found = yield from search(shelf, place, Wish(budget=Budget(seconds), lines=lines, compiled=compiled), turn)
    return evaluate(place, found)


def _position_json(evaluated: Evaluated, ply: int, loss: float | None) -> dict[str, Any]:
    game, state, found = evaluated.place.game, evaluated.place.state, evaluated.found
    data: dict[str, Any] = {
        "at": ply,
        "value": evaluated.value,
        "text": Standing(game, state).text(evaluated.value, evaluated.proven),
        "points": evaluated.points,
        "first": evaluated.first,
        "payoffs": None if evaluated.payoffs is None else list(evaluated.payoffs),
        "proven": evaluated.proven,
        "depth": 0 if found is None else found.depth,
        "loss": loss,
        "class": class_of(loss),
        "best": None,
        "best_name": "",
        "line": {"actions": [], "names": []},
    }
    if found is not None and found.has_action and game.player(state) not in (CHANCE, SIMULTANEOUS):
        data["best"] = sent_action(game, state, found.action)
        data["best_name"] = names(game, state)[found.action]
        data["line"] = _line(evaluated.place, found.line)
    return data


def _line(place: Place, line: tuple[Action, ...]) -> dict[str, Any]:
    data = line_names(place.game, place.state, line[:MAX_LINE])
    return {"actions": sent_line(place.game, place.state, line[: len(data)]), "names": data}


def why(shelf: Shelf, request: dict[str, Any], turn: Turn) -> Generator[None, None, dict[str, Any]]:
    """Why not this action: the best reply to it, and what was better; first after a short look."""
    place = shelf.place(request)
    game, state = place.game, place.state
    if (over := place.worth) is not None:
        raise RefusedError(f"The game is over in this position: {typeset(outcome(game, state, over))}.")
    player = game.player(state)
    if player == CHANCE:
        raise UnfitError("Chance acts here; there is no choice to make.")
    if player == SIMULTANEOUS:
        raise UnfitError("Both players act at once here, so no single action is good or bad.")
    try:
        action = received(game, state, request["action"])
    except SpecError:
        raise RefusedError(f"Action {request['action']} is not legal here.") from None
    step = Step(state, player, action, game.result(state, action))
    then = Place(place.name, game, place.start, (*place.turns, step), step.after)
    known = evaluate_end(then)
    for seconds in sorted({min(FIRST_SECONDS, request["seconds"]), request["seconds"]}):
        is_final = seconds == request["seconds"]
        after = known or (yield from _searched(shelf, then, turn, seconds, compiled=is_final))
        yield
        before = yield from _searched(shelf, place, turn, seconds, compiled=is_final)
        if is_final or (before.proven and after.proven):
            break
        if loss_of(before, action, after) is not None:
            turn.tell("progress", _refutation(before, after, action))
    return _refutation(before, after, action)


def _refutation(before: Evaluated, after: Evaluated, action: Action) -> dict[str, Any]:
    """Why not an action, as the page shows it."""
    place, then, found = before.place, after.place, before.found
    game, state = place.game, place.state
    loss = loss_of(before, action, after)
    if loss is None:
        raise UnfitError("The search has no result for this action yet; give it more time.")
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
        "doing": "Interpreted, while the search compiles." if found.note == COMPILING else "",
    }


def _sentence(before: Evaluated, after: Evaluated, action: Action, named: dict[Action, str], loss: float) -> str:
    """The refutation in words: "After 3 the reply 4 wins in 7; 4 would have drawn."."""
    game, found = before.place.game, before.found
    assert found is not None and found.has_action
    mine, best = named[action], named[found.action]
    said = _reply(before, after, action, mine)
    if action == found.action:
        return f"{mine} is the best action. {said}."
    if loss <= 0.005:
        return f"{_compared(before, after, mine, best)}. {said}."
    _, past = tense(game, before.place.state, found)
    standing = Standing(game, before.place.state)
    return f"{said}; {best} {past or f'is worth {standing.text(found.value, found.exact)}'}."


def _compared(before: Evaluated, after: Evaluated, mine: str, best: str) -> str:
    """Words for an action that gives nothing away; a win may still come later than necessary."""
    found, then = before.found, after.found
    assert found is not None
    outcome = Standing(before.place.game, before.place.state).meter.outcome(found.value, found.exact)
    timed = found.timed and found.distance and (then is None or (then.timed and then.distance))
    if outcome in ("win", "loss") and timed:
        sooner, later = found.distance, 1 + ((then.distance or 0) if then is not None else 0)
        if sooner != later:
            return f"{mine} {'wins' if outcome == 'win' else 'loses'} too, in {later} instead of {sooner}"
    return f"{mine} is as good as {best}"


def _reply(before: Evaluated, after: Evaluated, action: Action, mine: str) -> str:
    """The reply, from the mover's view: "After 3 the reply 4 leaves X −0.50"."""
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
        return f"After {mine} {who} continues with {reply}, {f'which {now}' if now else f'worth {left}'}"
    return f"After {mine} the reply {reply} {now or f'leaves {who} {left}'}"


def _left(before: Evaluated, after: Evaluated, action: Action) -> str:
    """The mover's value after the action; with more than two players only the search before it has one."""
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
        Fields(
            {
                **AT,
                "seconds": Number(0.02, 10.0, default=DEFAULT_SECONDS),
                "since": Whole(0, MAX_ACTIONS, default=0),
            }
        ),
        review,
        "Every position of a game evaluated, and every action graded.",
    ),
    Stream(
        "why", Fields({**AT, "action": Choice(), "seconds": Number(0.02, 30.0, default=1.0)}), why,
        "Why not this action: the best reply to it, and what was better.",
    ),
)  # fmt: skip
