"""Value iteration: games of chance whose positions come back, solved with a stated bound.

Rolling a one in pig brings the same scores back; no order of the states has every successor before its state. So all
states are found first (engine/graph/), and then gone over again and again, each value made anew from its successors'.
Two values are kept of every state, one that is too low and one that is too high. The truth lies between them, so it is
known at any time how good the answer is; it ends when no state's interval is wider than the tolerance.

Where players can go round for ever without chance, the two need not meet; then a sentence says so, with both.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from countermove import worker
from countermove.engine.graph.enumeration import Enumeration, Joined, bind
from countermove.engine.graph.expand import ENDED
from countermove.engine.graph.fold import improve
from countermove.errors import GameError, SpecError, UnfitError
from countermove.game import CHANCE, Game, S, State, legal
from countermove.solve import budget
from countermove.solve.solution import Outcome, Progress, Solution, viewing
from countermove.textbook.fit import fitting, is_max_side
from countermove.values import freeze, thaw

MEMORY = 4096.0
"""The default limit in megabytes."""
TOLERANCE = 1e-9
STILL = 1e-15
"""A change that is none."""


def iterate(
    game: Game[S],
    state: S | None = None,
    *,
    tolerance: float = TOLERANCE,
    seconds: float | None = None,
    memory: float | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Iterated:
    """The worth of `state` (by default the first) and of all that can follow, to within half of `tolerance`.

    For one or two opposed sides, with chance and with cycles. `error` of the solution is how far its values may be off.
    After `seconds`, or when `stop` is set, that is what has been reached, and `complete` is False.

    >>> from countermove.games.pig import Pig
    >>> solution = iterate(Pig(target=10))
    >>> round(solution.value, 4), solution.error < 1e-9
    (0.7094, True)
    """
    budget.check(seconds, memory=memory)
    if not (isinstance(tolerance, (int, float)) and 0 < tolerance < math.inf):
        raise SpecError(f"The tolerance is {tolerance!r}; give a number above 0, such as 1e-9.")
    if fitting(game) not in ("expectiminimax", "alphabeta"):
        raise UnfitError(f"Value iteration needs one or two opposed sides, and {type(game).__name__} has others.")
    start = game.initial() if state is None else state
    work = _Iteration(game, start, float(tolerance), MEMORY if memory is None else float(memory))
    tick = worker.Ticker(progress, lambda seconds: Progress("iterate", work.states, work.nodes, seconds))
    worker.run(work.run, game, halt=work.halt, progress=work.moved, tick=tick, seconds=seconds, stop=stop)
    return work.solution(tick.seconds)


@dataclass(frozen=True, slots=True)
class Iterated(Solution):
    """A solution whose values are known to within a bound."""

    error: float
    """How far off a value may be, at most."""


class _Iteration(Enumeration):
    """All states of a game, and what is known of their values."""

    def __init__(self, game: Game, start: State, tolerance: float, memory: float) -> None:
        sides = [player for player in range(game.players) if is_max_side(game, player)]
        side = sum(1 << player for player in sides)
        super().__init__(game, bind(game, None), memory=memory, side=side)
        self.start, self.tolerance = start, tolerance
        self.passes = 0
        self.widest = math.inf

    def moved(self) -> tuple[int, ...]:
        return *super().moved(), self.passes

    def run(self) -> None:
        """Find all states, then close in on their values."""
        with suppress(worker.CancelledError):
            self.enumerate_from(self.start)
            self._iterate(self.join())

    def _iterate(self, graph: Joined) -> None:
        self.require(16 * self.states, "values")
        over = graph.kinds == ENDED
        self.low, self.high = (np.where(over, graph.worth, edge) for edge in self._range(graph.worth[over]))
        while True:
            widest, change = improve(graph.kinds, graph.first, graph.edges, graph.odds, self.low, self.high, self.work)
            self.check_cancelled()
            self.passes += 1
            self.widest = float(widest)
            if widest <= self.tolerance:
                return
            if change < STILL:
                raise UnfitError(
                    f"{type(self.game).__name__} can go round for ever without chance, and what that is worth decides: "
                    f"the value for player 0 lies between {self.low[0]:.6g} and {self.high[0]:.6g}."
                )

    def _range(self, ends: Any) -> tuple[float, float]:
        """The least and the most that any play is worth to player 0: its ends, and going round for ever."""
        worth = [float(each) for each in (ends.min(), ends.max())] if len(ends) else []
        if self.game.repeats:
            worth.append(float(self.game.endless(0)))
        if not worth or not all(map(math.isfinite, worth)):
            raise GameError(
                f"{type(self.game).__name__} has utilities without bounds, or no end; none can be averaged."
            )
        return min(worth), max(worth)

    # The answer.

    def solution(self, seconds: float) -> Iterated:
        game, start = self.game, self.start
        known = self.passes > 0
        outcomes = _Outcomes(self) if known else {}
        player, viewer = game.player(start), viewing(game, start)
        actions = {}
        if known and not game.is_terminal(start):
            actions = {a: outcomes[freeze(game.result(start, a))].values[viewer] for a in legal(game, start)}
        value = outcomes[freeze(start)].values[viewer] if known else None
        chooses = bool(actions) and player != CHANCE
        best = max(actions, key=lambda action: actions[action]) if chooses else None
        return Iterated(
            value=value,
            action=best,
            actions=actions,
            distances=dict.fromkeys(actions),
            distance=None,
            line=(best,) if chooses else (),
            nodes=self.nodes,
            states=self.states,
            depth=self.passes,
            seconds=seconds,
            complete=self.widest <= self.tolerance,
            game=game,
            outcomes=outcomes,
            error=self.widest / 2,
        )


class _Outcomes(Mapping[Hashable, Outcome]):
    """What every state is worth, looked up by its frozen form."""

    def __init__(self, work: _Iteration) -> None:
        self.work = work
        self._example = work.game.initial()

    def __getitem__(self, key: Hashable) -> Outcome:
        work = self.work
        number = work.number(thaw(key, self._example))
        if number is None:
            raise KeyError(key)
        value = float(work.low[number] + work.high[number]) / 2
        rest = work.game.axes.total - value
        players = range(work.game.players)
        return Outcome(tuple(value if is_max_side(work.game, player) else rest for player in players), None)

    def __len__(self) -> int:
        return self.work.states

    def __iter__(self) -> Iterator[Hashable]:
        return (freeze(self.work.state(number)) for number in range(len(self)))
