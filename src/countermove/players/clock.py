"""Time for a whole game, and how to spend it.

A clock gives so many seconds for all actions together, and some more for each action: `60+1`. What is left follows from
the turns so far, so that a game taken back or saved has the right time too. How much of it to spend on one action is
decided in three steps, none of which knows the game:

    expect      how many turns are still to come, by a few random games
    allot       a fair share of what is left, and how far to go beyond it at the very most
    Thinking    during the search: whether to begin another depth. Sooner when the best action has long been the same,
                later when it has just changed or its value has fallen.

Nobody runs out of time in this way: each action gets a part of what is left after the time that everything else takes,
and where not even that is left, none at all.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from countermove.analysis import Analysis
from countermove.analysis.budget import MAX_SECONDS
from countermove.errors import SpecError
from countermove.game import CHANCE, Action, Game, State, require_actions

if TYPE_CHECKING:
    from countermove.players.turn import Turn

__all__ = ["Clock", "Limit", "Thinking", "allot", "expect", "now"]

OVERHEAD, LATE = 0.06, 1.1
"""What a search may take beyond the seconds that it is given: so many more at least, and so many times as long."""
SHORTEST = 0.001
"""Seconds that are worth a search."""
EAGER = 0.8
"""The part of the fair share after which no depth is begun: it would take about as long as all depths before."""
BEYOND = 4.0
"""How many fair shares a single action may take."""
GAMES, HORIZON = 8, 40
"""Random games to look ahead with, and about how many turns of a player each is followed for."""


def now() -> float:
    """Seconds on the clock on the wall."""
    return time.perf_counter()


@dataclass(frozen=True, slots=True)
class Clock:
    """So many seconds for the game, and an increment that is added before each action.

    >>> Clock.read("60+1"), str(Clock(5)), Clock(60, 1).left([], 0)
    (Clock(seconds=60.0, increment=1.0), '5', 61)
    """

    seconds: float
    increment: float = 0.0

    def __post_init__(self) -> None:
        both = (self.seconds, self.increment)
        if not (all(0 <= part <= MAX_SECONDS for part in both) and any(both)):
            raise SpecError(
                f"The clock has {both[0]} seconds and adds {both[1]} for each action; give numbers of 0 or more, "
                f"not both 0, and at most {MAX_SECONDS:,}."
            )

    @classmethod
    def read(cls, text: str) -> Clock:
        """The clock that a text such as `60+1` or `60` describes."""
        base, plus, increment = text.partition("+")
        try:
            return cls(float(base), float(increment) if plus else 0.0)
        except (ValueError, SpecError):
            raise SpecError(
                f"The clock is {text!r}; give the seconds for the game and those that each action adds, as in 60+1."
            ) from None

    def __str__(self) -> str:
        return f"{self.seconds:.15g}" + (f"+{self.increment:.15g}" if self.increment else "")

    def left(self, turns: Sequence[Turn], player: int) -> float:
        """The seconds that a player has for the next action and all that follow, after these turns."""
        used = [turn.seconds for turn in turns if turn.player == player]
        return self.seconds + self.increment * (len(used) + 1) - sum(used)


class Limit(NamedTuple):
    """How long to think of one action."""

    soft: float
    """Seconds after which no further depth is begun, if all is as usual."""
    hard: float
    """Seconds after which the search is broken off; 0 where there is no time for one."""


def allot(left: float, increment: float, turns: int, overhead: float = OVERHEAD) -> Limit:
    """A part of the seconds that are left, where about so many turns are still to come, this one included.

    Each of them takes the `overhead` beside the search itself.

    >>> [round(seconds, 2) for seconds in allot(60.0, 0.0, 20)]
    [2.14, 10.69]
    """
    spare = max(0.0, left - overhead) / LATE
    gain = (increment - overhead) / LATE  # of each turn to come
    coming: float = turns
    if gain < 0:  # better think of some actions than of none: at least half of the time is for thinking
        coming = min(coming, 1 + spare / 2 / -gain)
    share = min(spare, (spare + gain * (coming - 1)) / coming)
    own = min(spare, max(0.0, gain))  # comes again with the next action, so that it may be used up
    hard = min(BEYOND * share, own + (spare - own) / 2)
    return Limit(min(EAGER * share, hard), hard if hard >= SHORTEST else 0.0)


def expect(game: Game, state: State, player: int, seconds: float = math.inf, seed: int = 0) -> int:
    """About how many turns a player still has, this one included: what a few random games have on average.

    Good play may last longer, but its last turns are proven rather than thought of, and take hardly any time. Rules
    that are slow are asked for so many seconds only; the answer is then a guess.

    >>> from countermove import load
    >>> game = load("tictactoe")
    >>> expect(game, game.initial(), 0), expect(game, game.read("XOXXOXO.."), 1)
    (4, 1)
    """
    lots = random.Random(seed)
    start = now()
    lengths: list[int] = []
    for _ in range(GAMES):
        at, own = state, 0
        for _ in range(HORIZON * (game.players + 1)):
            if game.is_terminal(at):
                break
            if now() - start > seconds:
                return max([*lengths, HORIZON // 2])
            mover = game.player(at)
            own += mover == player
            if mover == CHANCE:
                odds = dict(game.chances(at))
                action = lots.choices(list(odds), list(odds.values()))[0]
            else:
                action = lots.choice(require_actions(game, at))
            at = game.result(at, action)
        lengths.append(min(own, HORIZON))
    return max(1, math.ceil(sum(lengths) / GAMES))


class Thinking:
    """Watches one search, and says when it has been long enough."""

    def __init__(self, limit: Limit, neutral: float = 0.0, before: float | None = None) -> None:
        self.limit = limit
        self.neutral = neutral
        self._action: Action = None
        self._steady = 0
        self._best = before
        """The most that the position was ever thought to be worth, from the turn before on."""
        self._size = 0.0
        """How large values are in this game: the farthest from neutral so far."""

    def enough(self, found: Analysis, spent: float) -> bool:
        """Whether not to begin another depth, after one that was completed so many seconds into the search."""
        self._steady = self._steady + 1 if found.action == self._action else 0
        self._action = found.action
        self._best = found.value if self._best is None else max(self._best, found.value)
        self._size = max(self._size, abs(found.value - self.neutral), abs(self._best - self.neutral))
        fall = (self._best - found.value) / self._size if self._size else 0.0
        return spent >= self.limit.soft * patience(self._steady, fall)


def patience(steady: int, fall: float) -> float:
    """How much longer or shorter than usual to think.

    `steady` is for how many depths the best action has been the same, `fall` how far its value has fallen, as a part of
    how large values are.

    >>> patience(0, 0.0), patience(4, 0.0), patience(20, 0.0), patience(4, 0.5)
    (1.5, 1.0, 0.5, 1.5)
    """
    return max(0.5, 1.5 - steady / 8) + min(1.0, max(0.0, fall))
