"""Time for a whole game, and how to spend it.

A clock has a number of seconds for the whole game, and an increment for each action: `60+1`. Or it has the seconds
again after every some actions: `40/60+1`. The time left follows from
the turns so far, so it is right after a takeback or a saved game too. How much to spend on one action is decided in
three steps, independent of the game:

    expect      the number of turns to come, from a few random games
    allot       a fair share of the time left, and a hard limit beyond it
    Thinking    during the search: whether to start another depth. It stops sooner when the best action is stable,
                later when it has just changed or its value has dropped.

So a player never runs out of time: each action gets a part of the time left after overhead; if none is left, it plays
without search. What a search has taken beyond its limit, on a busy machine, is kept in reserve from then on.
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
from countermove.game import CHANCE, Action, Game, S, require_actions

if TYPE_CHECKING:
    from countermove.players.turn import Turn

OVERHEAD, MAX_OVERRUN = 0.06, 1.1
"""How far a search may exceed its seconds: by at least a constant, and by a factor."""
MIN_SEARCH = 0.001
"""The shortest search worth starting, in seconds."""
NEW_DEPTH_SHARE = 0.8
"""The part of the fair share after which no depth is started: the next takes about as long as all before."""
MAX_SHARES = 4.0
"""The most fair shares that a single action may take."""
MAX_ACTIONS = 1000
"""The most actions for which a clock may have its seconds."""
GAMES, HORIZON = 8, 40
"""The number of random games that estimate the turns to come, and the most turns of a player in each."""


def now() -> float:
    """Wall-clock seconds."""
    return time.perf_counter()


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds for the whole game, or for a number of `actions`, and an increment added before each action.

    >>> Clock.read("60+1"), str(Clock(5)), str(Clock.read("40/60")), Clock(60, 1).left([], 0)
    (Clock(seconds=60.0, increment=1.0, actions=0), '5', '40/60', 61)
    """

    seconds: float
    increment: float = 0.0
    actions: int = 0
    """The number of a player's actions after which the seconds are added again; 0 for never."""

    def __post_init__(self) -> None:
        both = (self.seconds, self.increment)
        if not (all(0 <= part <= MAX_SECONDS for part in both) and any(both)):
            raise SpecError(
                f"The clock has {both[0]} seconds and adds {both[1]} for each action; give numbers from 0 to "
                f"{MAX_SECONDS:,}, not both 0."
            )
        if not 0 <= self.actions <= MAX_ACTIONS:
            raise SpecError(f"The clock has seconds for {self.actions} actions; give a number from 1 to {MAX_ACTIONS}.")

    @classmethod
    def read(cls, text: str) -> Clock:
        """The clock that a text such as `60+1`, `60` or `40/60` describes."""
        actions, slash, rest = text.rpartition("/")
        base, plus, increment = rest.partition("+")
        try:
            return cls(float(base), float(increment) if plus else 0.0, int(actions) if slash else 0)
        except (ValueError, SpecError):
            raise SpecError(
                f"The clock is {text!r}; give the seconds for the game and the increment per action, as in 60+1."
            ) from None

    def __str__(self) -> str:
        whole = f"{self.seconds:.15g}" + (f"+{self.increment:.15g}" if self.increment else "")
        return f"{self.actions}/{whole}" if self.actions else whole

    def left(self, turns: Sequence[Turn], player: int) -> float:
        """The seconds that a player has left after these turns, including the increment for the next action."""
        used = [turn.seconds for turn in turns if turn.player == player]
        periods = 1 + (len(used) // self.actions if self.actions else 0)
        return self.seconds * periods + self.increment * (len(used) + 1) - sum(used)

    def coming(self, turns: Sequence[Turn], player: int, expected: int) -> int:
        """The number of turns to share the time left among: those expected, or until the seconds are added again."""
        if not self.actions:
            return expected
        return min(expected, self.actions - sum(turn.player == player for turn in turns) % self.actions)


class Limit(NamedTuple):
    """How long to think about one action."""

    soft: float
    """Seconds after which no further depth is normally started."""
    hard: float
    """Seconds after which the search is stopped; 0 if there is no time for one."""


def allot(left: float, increment: float, turns: int, overhead: float = OVERHEAD) -> Limit:
    """The share of the seconds left for this turn, of about `turns` to come, this one included.

    Each turn takes `overhead` in addition to its search.

    >>> [round(seconds, 2) for seconds in allot(60.0, 0.0, 20)]
    [2.14, 10.69]
    """
    spare = max(0.0, left - overhead) / MAX_OVERRUN
    gain = (increment - overhead) / MAX_OVERRUN  # per turn to come
    coming: float = turns
    if gain < 0:  # better to think about some actions than none: at least half of the time is for thinking
        coming = min(coming, 1 + spare / 2 / -gain)
    share = min(spare, (spare + gain * (coming - 1)) / coming)
    refunded = min(spare, max(0.0, gain))  # returns with the next action, so it may be spent
    hard = min(MAX_SHARES * share, refunded + (spare - refunded) / 2)
    return Limit(min(NEW_DEPTH_SHARE * share, hard), hard if hard >= MIN_SEARCH else 0.0)


def expect(game: Game[S], state: S, player: int, seconds: float = math.inf, seed: int = 0) -> int:
    """About how many turns a player still has, this one included: the average of a few random games.

    Good play may last longer, but its last turns are proven and take hardly any time. Slow rules are run only for
    `seconds`; the result is then a guess.

    >>> from countermove import load
    >>> game = load("tictactoe")
    >>> expect(game, game.initial(), 0), expect(game, game.read("XOXXOXO.."), 1)
    (4, 1)
    """
    lots = random.Random(seed)
    start = now()
    lengths: list[int] = []
    for _ in range(GAMES):
        at, own_turns = state, 0
        for _ in range(HORIZON * (game.players + 1)):
            if game.is_terminal(at):
                break
            if now() - start > seconds:
                return max([*lengths, HORIZON // 2])
            mover = game.player(at)
            own_turns += mover == player
            if mover == CHANCE:
                odds = dict(game.chances(at))
                action = lots.choices(list(odds), list(odds.values()))[0]
            else:
                action = lots.choice(require_actions(game, at))
            at = game.result(at, action)
        lengths.append(min(own_turns, HORIZON))
    return max(1, math.ceil(sum(lengths) / GAMES))


class Thinking:
    """Watches one search and decides when to stop."""

    def __init__(self, limit: Limit, neutral: float = 0.0, before: float | None = None) -> None:
        self.limit = limit
        self.neutral = neutral
        self._action: Action = None
        self._steady = 0
        self._best = before
        """The highest value of the position so far, from the previous turn on."""
        self._size = 0.0
        """The scale of values: the largest deviation from neutral so far."""

    def is_enough(self, found: Analysis, spent: float) -> bool:
        """Whether to stop after a depth that was completed `spent` seconds into the search."""
        self._steady = self._steady + 1 if found.action == self._action else 0
        self._action = found.action
        self._best = found.value if self._best is None else max(self._best, found.value)
        self._size = max(self._size, abs(found.value - self.neutral), abs(self._best - self.neutral))
        fall = (self._best - found.value) / self._size if self._size else 0.0
        return spent >= self.limit.soft * patience(self._steady, fall)


def patience(steady: int, fall: float) -> float:
    """The factor by which to think longer or shorter than normal.

    `steady` is the number of depths with the same best action, `fall` how far its value has dropped, relative to the
    scale of values.

    >>> patience(0, 0.0), patience(4, 0.0), patience(20, 0.0), patience(4, 0.5)
    (1.5, 1.0, 0.5, 1.5)
    """
    return max(0.5, 1.5 - steady / 8) + min(1.0, max(0.0, fall))
