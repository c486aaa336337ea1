"""Grading of played actions: the loss in expected points against the best action, and its class."""

from __future__ import annotations

from dataclasses import dataclass, replace

from countermove.analysis import STRONG, Analysis
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, S
from countermove.studio.analysis.line_end import distance_of, payoffs_of
from countermove.studio.analysis.report import Standing, in_plies
from countermove.studio.games.shelf import Place

CLASSES: tuple[tuple[str, float], ...] = (
    ("best", 0.005), ("good", 0.05), ("inaccuracy", 0.1), ("mistake", 0.2), ("blunder", 1.0),
)  # fmt: skip
"""The grade of an action, with the most points it may lose."""

RESULTS = ("win", "draw", "loss")
"""Best first; each is worth half a point more than the next."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A position of a game with its search result."""

    place: Place
    found: Analysis | None
    """None if the game is over."""
    value: float
    """The expected payoff of player 0; without two opposed sides, of the player to move."""
    points: float
    """The same in expected points of the player to move, or of player 0 if there is none."""
    first: float | None
    """The points of player 0; None without two opposed sides."""
    proven: bool
    payoffs: tuple[float, ...] | None = None
    """Every player's expected payoff, if known, without two opposed sides."""


def place_at(place: Place, ply: int) -> Place:
    """The position after the first `ply` actions."""
    turns = place.turns[:ply]
    return Place(place.name, place.game, place.start, turns, turns[-1].after if turns else place.start)


def evaluate_end(place: Place) -> Evaluated | None:
    """The end of a game, evaluated without a search; None if it is not over."""
    got = place.worth
    if got is None:
        return None
    game, state = place.game, place.state
    standing = Standing(game, state)
    meter = standing.meter
    points = meter.points(got[0], proven=True)
    payoffs = None if meter.opposed else tuple(got)
    return Evaluated(place, None, got[0], points, points if meter.opposed else None, True, payoffs)


def evaluate(place: Place, found: Analysis) -> Evaluated:
    """A position with its search result."""
    game, state = place.game, place.state
    standing = Standing(game, state)
    points = standing.points(found.value, found.exact)
    value = found.value if standing.first or not standing.meter.opposed else game.axes.total - found.value
    payoffs = payoffs_of(game, state, found, found.lines[0]) if found.lines else None
    return Evaluated(place, found, value, points, standing.for_first(points), found.exact, payoffs)


def loss_of(before: Evaluated, action: Action, after: Evaluated | None) -> float | None:
    """The expected points an action gave away; None if nobody chose it, or if unknown.

    Taken from the search before the action if that has its value at the same depth as the best one. The strong search
    has only a bound for most actions; there the position after it decides. Unless both values are proven, both count as
    estimates, so that nobody is blamed for what was proven only later. If a proven result became a worse one, the
    action lost at least half a point, even in a game of scores where little changed.
    """
    game, found = before.place.game, before.found
    player = game.player(before.place.state)
    if found is None or player in (CHANCE, SIMULTANEOUS):
        return None
    if found.has_action and action == found.action:
        return 0.0
    standing = Standing(game, before.place.state)
    score = found.values.get(action)
    if found.algorithm != STRONG and score is not None and score.bound == "=" and not isinstance(score.value, tuple):
        line = next((each for each in found.lines if each.action == action), None)
        value, proven = float(score.value), standing.is_proven(found, score, line)
    elif after is None or after.first is None:
        return None
    else:
        value, proven = after.value if standing.first else game.axes.total - after.value, after.proven
    both = found.exact and proven
    best, got = (standing.points(each, both, found.value) for each in (found.value, value))
    was, became = (standing.meter.outcome(each, both) for each in (found.value, value))
    fallen = RESULTS.index(became) - RESULTS.index(was) if was and became else 0
    return max(0.0, best - got, 0.5 * fallen)


def agreeing(before: Evaluated, after: Evaluated | None, loss: float | None) -> Evaluated:
    """An estimated position, adjusted so that its points are those after the action plus what that gave away.

    So the points of a review are those of its graph: an action that gives nothing away does not change them.
    """
    if before.proven or loss is None or after is None or after.first is None or before.first is None:
        return before
    standing = Standing(before.place.game, before.place.state)
    left = after.first if standing.first else 1 - after.first
    points = min(1.0, left + loss)
    value = after.value if loss == 0 else before.value
    return replace(before, value=value, points=points, first=standing.for_first(points))


def settled(line: list[Evaluated], losses: list[float | None]) -> tuple[list[Evaluated], list[float | None]]:
    """A whole game, position by position, with points that fall by exactly what each action gave away.

    After a proven position, an estimate keeps its points if the action gave nothing away, and never exceeds them; an
    estimate before a better proven position is raised to it.
    """
    line, losses = list(line), list(losses)
    steps = [ply for ply, loss in enumerate(losses) if loss is not None and line[ply].first is not None]
    certain = [each.proven for each in line]
    for ply in steps:
        before, after = _mover_points(line, ply)
        if certain[ply] and not certain[ply + 1] and ((losses[ply] or 0.0) <= CLASSES[0][1] or after > before):
            line[ply + 1], certain[ply + 1] = _with_first(line[ply + 1], line[ply].first or 0.0), True
    for ply in reversed(steps):
        before, after = _mover_points(line, ply)
        if after > before and not line[ply].proven:
            line[ply] = _with_first(line[ply], line[ply + 1].first or 0.0)
    for ply in steps:
        before, after = _mover_points(line, ply)
        if not (line[ply].proven and line[ply + 1].proven):
            losses[ply] = max(0.0, before - after)
    return line, losses


def _mover_points(line: list[Evaluated], ply: int) -> tuple[float, float]:
    """The points before and after an action, to the player who chose it."""
    first = Standing(line[ply].place.game, line[ply].place.state).first
    before, after = line[ply].first or 0.0, line[ply + 1].first or 0.0
    return (before, after) if first else (1 - before, 1 - after)


def _with_first(position: Evaluated, first: float) -> Evaluated:
    """A position with other points of player 0."""
    viewed = Standing(position.place.game, position.place.state).first
    return replace(position, first=first, points=first if viewed else 1 - first)


def class_of(loss: float | None) -> str:
    """The grade of an action that lost this many points.

    >>> class_of(0.0), class_of(0.5), class_of(None)
    ('best', 'blunder', '')
    """
    return "" if loss is None else next((name for name, most in CLASSES if loss <= most), CLASSES[-1][0])


def tense(game: Game[S], state: S, found: Analysis) -> tuple[str, str]:
    """A proven value in two tenses: "wins in 5" and "would have won in 5"; "" if not proven."""
    outcome = Standing(game, state).meter.outcome(found.value, found.exact)
    now = in_plies(outcome, *distance_of(game, state, found, found.lines[0] if found.lines else None, outcome))
    past = now.replace("wins", "won").replace("loses", "lost").replace("draws", "drawn")
    return now, f"would have {past}" if past else ""
