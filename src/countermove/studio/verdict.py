"""What was played, weighed against what was best: the loss in expected points, and its class."""

from __future__ import annotations

from dataclasses import dataclass

from countermove.analysis import STRONG, Analysis
from countermove.game import CHANCE, SIMULTANEOUS, Action, Game, State
from countermove.studio.ending import distance_of, payoffs_of
from countermove.studio.finding import Standing, in_plies
from countermove.studio.shelf import Place

__all__ = ["CLASSES", "Weighed", "class_of", "loss_of", "place_at", "tense", "weigh", "weigh_end"]

CLASSES: tuple[tuple[str, float], ...] = (
    ("best", 0.005), ("good", 0.05), ("inaccuracy", 0.1), ("mistake", 0.2), ("blunder", 1.0),
)  # fmt: skip
"""What an action is called that loses at most so many points."""

RESULTS = ("win", "draw", "loss")
"""The best first; each is worth half a point more than the next."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A position of a game with what a search says of it."""

    place: Place
    found: Analysis | None
    """None where the game is over."""
    value: float
    """The payoff expected by player 0; in a game without two opposed sides, by whoever acts."""
    points: float
    """The same in expected points of whoever acts, of player 0 where nobody does."""
    first: float | None
    """The points of player 0; None where there are no two sides."""
    proven: bool
    payoffs: tuple[float, ...] | None = None
    """What everybody can expect, where players are not opposed and it is known."""


def place_at(place: Place, ply: int) -> Place:
    """The place after so many actions of a game."""
    turns = place.turns[:ply]
    return Place(place.name, place.game, place.start, turns, turns[-1].after if turns else place.start)


def weigh_end(place: Place) -> Weighed | None:
    """The end of a game, weighed without a search; None while it goes on."""
    got = place.worth
    if got is None:
        return None
    game, state = place.game, place.state
    standing = Standing(game, state)
    meter = standing.meter
    points = meter.points(got[0], proven=True)
    payoffs = None if meter.opposed else tuple(got)
    return Weighed(place, None, got[0], points, points if meter.opposed else None, True, payoffs)


def weigh(place: Place, found: Analysis) -> Weighed:
    """A position with what a search found there."""
    game: Game = place.game
    state: State = place.state
    standing = Standing(game, state)
    points = standing.points(found.value, found.exact)
    value = found.value if standing.first or not standing.meter.opposed else game.axes.total - found.value
    payoffs = payoffs_of(game, state, found, found.lines[0]) if found.lines else None
    return Weighed(place, found, value, points, standing.for_first(points), found.exact, payoffs)


def loss_of(before: Weighed, action: Action, after: Weighed | None) -> float | None:
    """The expected points that an action gave away; None where nobody chose, or it is not known.

    The search before it says so where it knows the value of the action, found to the same depth as the best one. Of
    most actions the strong search knows only a bound, which says nothing of that; there the position after it tells.
    Like is compared with like: unless both are proven, both count as estimates, so that nobody is blamed for what
    became certain only later. Where a proven result became a worse one, the action lost half a point at least, be it a
    game of scores in which little changed hands.
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


def class_of(loss: float | None) -> str:
    """What an action that lost so many points is called.

    >>> class_of(0.0), class_of(0.5), class_of(None)
    ('best', 'blunder', '')
    """
    return "" if loss is None else next((name for name, most in CLASSES if loss <= most), CLASSES[-1][0])


def tense(game: Game, state: State, found: Analysis) -> tuple[str, str]:
    """What a proven value means to whoever acts: "wins in 5" and "would have won in 5"; nothing where it is not."""
    outcome = Standing(game, state).meter.outcome(found.value, found.exact)
    now = in_plies(outcome, *distance_of(game, state, found, found.lines[0] if found.lines else None, outcome))
    past = now.replace("wins", "won").replace("loses", "lost").replace("draws", "drawn")
    return now, f"would have {past}" if past else ""
