"""Solving by alpha-beta to the end: the strong search, asked for the exact value instead of a good one.

It looks at far fewer states than solving by looking at everything, and knows less in the end: the value and the
distance of the position asked about, and of its actions, but not of every state below.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from countermove import worker
from countermove.engine.score import INFINITE, plies
from countermove.engine.search import OddError, Search
from countermove.engine.settle import settle
from countermove.engine.table import Table
from countermove.engine.workspace import ENDLESS, STOP
from countermove.errors import SpecError, UnfitError
from countermove.game import Game, State, require_actions
from countermove.native import kernel
from countermove.native.memory import Memory
from countermove.solve.solution import Progress, Solution

__all__ = ["alphabeta"]

TELL = 0.1
"""Seconds between two reports of progress."""
LEAST = 2.0
"""Seconds that the other actions are given at least."""
MEMORY = 1024.0
"""Megabytes of the table, when nobody says."""


def alphabeta(
    game: Game,
    state: State | None = None,
    *,
    seconds: float | None = None,
    threads: int = 1,
    memory: float | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """The exact value of `state` (by default the first) and of its actions, by searching to the end of the game.

    For one or two players with opposed interests, without chance, whose positions do not repeat. The value and an
    action that has it come first; then the other actions are valued, for as long again at most. After `seconds`, or
    when `stop` is set, it gives what is proven so far.

    >>> from countermove.games.connect import Connect
    >>> found = alphabeta(Connect(4, 4))
    >>> found.value, found.complete
    (0.0, True)
    """
    if seconds is not None and not (seconds > 0 and math.isfinite(seconds)):
        raise SpecError(f"The seconds to solve in are {seconds}; give a number above 0.")
    if game.repeats:
        raise UnfitError(f"Positions of {type(game).__name__} can repeat; solve it with --method sweep or proof.")
    state = game.initial() if state is None else state
    table = Table(MEMORY if memory is None else memory)
    work = _Solving(Search(game, table, threads=threads), state)
    start = told = time.perf_counter()

    def tick() -> None:
        nonlocal told
        now = time.perf_counter()
        if progress and now - told >= TELL:
            told = now
            progress(Progress(work.search.nodes, work.search.nodes, now - start))

    try:
        worker.run(
            work.run,
            game,
            halt=work.search.halt,
            progress=lambda: work.search.nodes,
            tick=tick,
            seconds=seconds,
            stop=stop,
        )
    except OddError:
        raise UnfitError(
            f"The utilities of {type(game).__name__} are no round numbers, which this method needs; "
            "solve it with --method exhaustive."
        ) from None
    return work.solution(time.perf_counter() - start)


class _Solving:
    """What is proven so far of a state."""

    def __init__(self, search: Search, state: State) -> None:
        self.search, self.state, self.game = search, state, search.game
        self.actions = require_actions(search.game, state)
        self.sign = 1 if search.game.player(state) == 0 else -1
        self.score: int | None = None
        self.best: int | None = None
        self.line: tuple[int, ...] = ()
        self.known: dict[int, int] = {}
        """The scores of the actions, for player 0, plies counted from the state."""
        self._settle = kernel.bind(settle, search.game, 0, 0, 0, search.works[0], search.table.memory)

    def run(self) -> None:
        began = time.perf_counter()
        assert self.search.scale
        end = self.search.company(lambda work: self._exact(self.state, work))
        try:
            score = self._exact(self.state, self.search.works[0])
            if score is None:
                return
            self.best = self._choose(self.state, score)
        finally:
            end()
        if self.best is None:
            return
        self.score = score
        self.known[self.best] = score
        until = time.perf_counter() + max(LEAST, time.perf_counter() - began)
        self._follow(score, until)
        for action in self.actions:
            if action not in self.known and time.perf_counter() < until:
                found = self._exact(self.game.result(self.state, action), self.search.works[0], until)
                if found is None:
                    return
                self.known[action] = found - (0 if plies(found) is None else (1 if found > 0 else -1))

    def _exact(self, state: State, work: Memory, until: float = math.inf) -> int | None:
        """The exact score of a state for player 0, plies counted from it; None when stopped."""
        if self.game.is_terminal(state):
            return self.search.ended(state)
        clock = threading.Timer(max(0.0, until - time.perf_counter()), self.search.halt) if until < math.inf else None
        if clock:
            clock.start()
        try:
            answer = int(self._settle(state, ENDLESS, -INFINITE, INFINITE, work, self.search.table.memory))
        finally:
            if clock:
                clock.cancel()
        self.search.refuse(work)
        return None if work[STOP] else answer >> 1

    def _follow(self, score: int, until: float) -> None:
        """Best play from the state on, for as long as there is time."""
        game = self.game
        assert self.best is not None
        length = plies(score)
        if length:
            self.line = self.search.finish(self.state, (self.best,), length)
            return
        state = game.result(self.state, self.best)
        self.line = (self.best,)
        while not game.is_terminal(state) and time.perf_counter() < until:
            action = self._choose(state, score)
            if action is None:
                return
            self.line += (action,)
            state = game.result(state, action)

    def _choose(self, state: State, score: int) -> int | None:
        """The first action that keeps the score; None when stopped."""
        sign = 1 if self.game.player(state) == 0 else -1
        wanted = (score - 1, score) if sign > 0 else (score, score + 1)
        for action in require_actions(self.game, state):
            child = self.game.result(state, action)
            found = self.search.ended(child, 1) if self.game.is_terminal(child) else self.search.ask(child, *wanted)
            if found is None:
                return None
            if sign * found >= sign * score:
                return action
        return None

    def solution(self, seconds: float) -> Solution:
        """What was found, complete or not."""
        value = None if self.score is None else self._value(self.score)
        return Solution(
            value=value,
            action=self.best,
            actions={action: self._value(self.known[action]) for action in self.actions if action in self.known},
            distances={action: plies(self.known[action]) for action in self.actions if action in self.known},
            distance=None if self.score is None else plies(self.score),
            line=self.line or (() if self.best is None else (self.best,)),
            nodes=self.search.nodes,
            states=min(self.search.nodes, self.search.table.filled()),
            depth=len(self.line),
            seconds=seconds,
            complete=self.score is not None,
            game=self.game,
            outcomes={},
        )

    def _value(self, score: int) -> float:
        """A score as the player to move sees it."""
        value = self.search.scale.value(score)
        return value if self.sign > 0 else self.game.axes.total - value
