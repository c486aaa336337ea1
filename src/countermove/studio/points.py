"""Expected points: what a value means for whoever has it, from 0 to 1, so that games with different payoffs compare.

Where a game is about winning, a proven win is 1, a proven draw 1/2 and a proven loss 0. Everything else, an estimate
or a score, is squashed:

    points = 1 / (1 + exp(-(value - middle) / spread))

`middle` is the payoff that favours nobody. `spread` is 0.45 of the way from there to a win, so that an estimate of a
certain win counts 0.9, and near the middle points are what a player would expect; in a game about scores it is two
thirds of the standard deviation of what random games end with. Where players are not opposed, what counts is how an
action compares with the best one: twice the same curve, with the best value in the middle, is 1 for the best and falls
to 0; where it is known how much anybody can get (`stakes`), it is just the share of that.
"""

from __future__ import annotations

import itertools
import math
import random
import statistics
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

from countermove.errors import CountermoveError
from countermove.game import CHANCE, Game, State
from countermove.textbook import fitting
from countermove.vetting import patient
from countermove.views.words import ends_of

__all__ = ["Meter", "meter"]

GAMES, PLIES, SECONDS = 30, 400, 0.2
"""Random games that show what scores are usual: how many, how long, and for how long they may be played."""
MANY = 4000
"""Actions to draw from."""
KEPT = 64


@dataclass(frozen=True, slots=True)
class Meter:
    """How the values of one game become points."""

    middle: float
    spread: float
    ends: tuple[float, float] | None
    """What losing and winning are worth, in a game about that."""
    opposed: bool
    """Whether what one side gets the other one loses."""
    stakes: tuple[float, float] | None = None
    """The least and the most that anybody gets, where nobody is opposed and it is known."""

    def points(self, value: float, proven: bool = False, best: float | None = None) -> float:
        """Expected points of whoever has this value; `best` is what the best action there is worth.

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
            return _clip((value - low) / (high - low))
        return 1.0 if best is None else min(1.0, 2 * _squash((value - best) / self.spread))

    def outcome(self, value: float, proven: bool) -> str:
        """What a proven value is: "win", "draw" or "loss"; nothing where it is not proven or not about that."""
        if not proven or not self.opposed:
            return ""
        if self.ends is None:
            return "win" if value > self.middle else "loss" if value < self.middle else "draw"
        lost, won = self.ends
        return "win" if value >= won else "loss" if value <= lost else "draw" if value == self.middle else ""


def meter(game: Game) -> Meter:
    """How to measure a game; found out once."""
    with _lock:
        known = _known.get(id(game))
        if known is not None and known[0] is game:
            _known.move_to_end(id(game))
            return known[1]
    found = _measure(game)
    with _lock:
        _known[id(game)] = (game, found)
        while len(_known) > KEPT:
            _known.popitem(last=False)
    return found


_known: OrderedDict[int, tuple[Game, Meter]] = OrderedDict()
_lock = threading.Lock()


def _measure(game: Game) -> Meter:
    opposed = game.players > 1 and fitting(game) != "maxn"
    ends = ends_of(game) if opposed else None
    if ends is not None:
        return Meter(game.neutral, 0.45 * (ends[1] - game.neutral), ends, True)
    low, high = game.stakes
    if not opposed and math.isfinite(low) and math.isfinite(high) and low < high:
        return Meter(game.neutral, high - low, None, False, (low, high))
    try:
        scores = patient(game, lambda: _random_scores(game))
    except CountermoveError:
        scores = []  # whoever searches will meet what is wrong, and tell of it
    spread = statistics.pstdev(scores) * 2 / 3 if len(scores) > 1 else 0.0
    if not spread > 0:
        low, high = game.bounds(game.initial())[:2]
        spread = (high - low) / 6 if math.isfinite(high - low) and high > low else 1.0
    return Meter(game.neutral, spread, None, opposed)


def _random_scores(game: Game) -> list[float]:
    """What player 0 gets in some games played at random."""
    dice = random.Random(1)
    until = time.monotonic() + SECONDS
    scores = []
    for _ in range(GAMES):
        state: State = game.initial()
        for _ in range(PLIES):
            if game.is_terminal(state) or time.monotonic() > until:
                break
            if game.player(state) == CHANCE:
                odds = dict(game.chances(state))
                action = dice.choices(list(odds), list(odds.values()))[0]
            else:
                action = dice.choice(list(itertools.islice(game.actions(state), MANY)))
            state = game.result(state, action)
        value = float(game.utility(state, 0) if game.is_terminal(state) else game.evaluate(state, 0))
        if math.isfinite(value):
            scores.append(value)
        if time.monotonic() > until:
            break
    return scores


def _squash(x: float) -> float:
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, x))))


def _clip(x: float) -> float:
    return max(0.0, min(1.0, x))
