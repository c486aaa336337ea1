"""Expected points: a value mapped to 0..1, so that games with different payoffs compare.

In a game about winning, a proven win is 1, a proven draw 1/2 and a proven loss 0. Everything else, an estimate or a
score, is squashed:

    points = 1 / (1 + exp(-(value - middle) / spread))

`middle` is the neutral payoff. `spread` is 0.45 of the distance from there to a win, so that an estimate of a certain
win counts 0.9 and the slope near the middle matches expectation; in a game about scores it is two thirds of the
standard deviation of random games' results. Without two opposed sides, an action is compared with the best one: twice
the same curve, centred on the best value, is 1 for the best and falls to 0. Where the range of payoffs is known
(`outcomes`), points rise in two straight lines: 0 at the minimum, 1/2 at the neutral payoff, 1 at the maximum; so among
three who share one point, a third is even.
"""

from __future__ import annotations

import itertools
import math
import random
import statistics
import time
from dataclasses import dataclass

from countermove.errors import CountermoveError
from countermove.game import CHANCE, Game
from countermove.loader import in_time
from countermove.native.recent import Recent
from countermove.outcome import span
from countermove.textbook import fitting
from countermove.views.words import ends_of

SAMPLE_GAMES, SAMPLE_PLIES, SAMPLE_SECONDS = 30, 1000, 4.0
"""Random games to sample typical scores: how many, and plies in total. The time limit is only for rules that hang: the
scale must not depend on the machine's speed."""
MAX_ACTIONS_SAMPLED = 4000
"""Maximum actions to sample from."""
MAX_CACHED = 64


@dataclass(frozen=True, slots=True)
class Meter:
    """Converts one game's values to points."""

    middle: float
    spread: float
    ends: tuple[float, float] | None
    """The payoffs of a loss and a win, in a game about winning."""
    opposed: bool
    """Whether there are two opposed sides."""
    stakes: tuple[float, float] | None = None
    """The minimum and maximum payoff, if known, without two opposed sides."""
    contested: bool = False
    """Whether several players share the stakes, so that the maximum is a win and the minimum a loss."""
    chance: bool = False
    """Whether values are averages over chance, so that more than the middle is not yet a win."""
    signed: bool = True
    """Whether payoffs can be negative."""

    def points(self, value: float, proven: bool = False, best: float | None = None) -> float:
        """Expected points of a value; `best` is the value of the best action there.

        >>> Meter(0.0, 0.45, (-1.0, 1.0), True).points(1.0, proven=True)
        1.0
        """
        if proven and self.ends is not None:
            lost, won = self.ends
            return _clip((value - lost) / (won - lost))
        if self.opposed:
            return _squash((value - self.middle) / self.spread)
        if self.stakes is not None:
            low, high = self.stakes
            above = value >= self.middle
            span = high - self.middle if above else self.middle - low
            return _clip(0.5 + 0.5 * (value - self.middle) / span)
        return 1.0 if best is None else min(1.0, 2 * _squash((value - best) / self.spread))

    def outcome(self, value: float, proven: bool) -> str:
        """The outcome of a proven value: "win", "draw" or "loss"; "" if not proven or not a game about winning."""
        if proven and self.contested and self.stakes is not None:
            lost, won = self.stakes
            return "win" if value >= won else "loss" if value <= lost else "draw" if self._is_middle(value) else ""
        if not proven or not self.opposed:
            return ""
        if self.ends is None:
            if self.chance:
                return ""
            return "win" if value > self.middle else "loss" if value < self.middle else "draw"
        lost, won = self.ends
        return "win" if value >= won else "loss" if value <= lost else "draw" if value == self.middle else ""

    def _is_middle(self, value: float) -> bool:
        return math.isclose(value, self.middle, rel_tol=1e-9, abs_tol=1e-12)


def meter(game: Game) -> Meter:
    """A game's meter, computed once."""
    known = _known.get(id(game))
    if known is not None and known[0] is game:
        return known[1]
    found = _measure(game)
    _known[id(game)] = (game, found)
    return found


_known: Recent[int, tuple[Game, Meter]] = Recent(MAX_CACHED)


def is_opposed(game: Game) -> bool:
    """Whether there are two opposed sides."""
    return game.players > 1 and fitting(game) != "maxn"


def _measure(game: Game) -> Meter:
    opposed = is_opposed(game)
    ends = ends_of(game) if opposed else None
    signed = _least(game) < 0
    if ends is not None:
        return Meter(game.neutral, 0.45 * (ends[1] - game.neutral), ends, True, signed=signed)
    low, high = span(game) if game.outcomes is not None else (-math.inf, math.inf)
    if not opposed and math.isfinite(low) and math.isfinite(high) and low < high:
        shared = game.axes.payoff in ("zero", "constant") and low < game.neutral < high
        middle = game.neutral if shared else (low + high) / 2
        return Meter(middle, high - low, None, False, (low, high), contested=shared and game.players > 2, signed=signed)
    try:
        scores = in_time(game, lambda: _random_scores(game))
    except CountermoveError:
        scores = []  # the search will report the error
    spread = statistics.pstdev(scores) * 2 / 3 if len(scores) > 1 else 0.0
    if not spread > 0:
        low, high = game.bounds(game.initial())[:2]
        spread = (high - low) / 6 if math.isfinite(high - low) and high > low else 1.0
    return Meter(game.neutral, spread, None, opposed, chance=game.axes.stochastic, signed=signed)


def _least(game: Game) -> float:
    """The minimum payoff of any player, as far as the game declares it."""
    low, high = game.bounds(game.initial())[:2]
    if game.players == 2 and game.axes.payoff in ("zero", "constant"):
        low = min(low, game.axes.total - high)
    return max(low, span(game)[0]) if game.players <= 2 else span(game)[0]


def _random_scores(game: Game) -> list[float]:
    """Player 0's results in random games: always the same games, however busy the machine is."""
    dice = random.Random(1)
    until = time.monotonic() + SAMPLE_SECONDS
    left = SAMPLE_PLIES
    scores: list[float] = []
    while len(scores) < SAMPLE_GAMES and left > 0:
        state = game.initial()
        while left > 0 and not game.is_terminal(state):
            if time.monotonic() > until:
                return scores
            if game.player(state) == CHANCE:
                odds = dict(game.chances(state))
                action = dice.choices(list(odds), list(odds.values()))[0]
            else:
                action = dice.choice(list(itertools.islice(game.actions(state), MAX_ACTIONS_SAMPLED)))
            state = game.result(state, action)
            left -= 1
        over = game.is_terminal(state)
        if not over and len(scores) > 1:
            break
        value = float(game.utility(state, 0) if over else game.evaluate(state, 0))
        if math.isfinite(value):
            scores.append(value)
    return scores


def _squash(x: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, x))))


def _clip(x: float) -> float:
    return max(0.0, min(1.0, x))
