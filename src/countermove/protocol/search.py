"""A search in a thread: limited, watched, and stopped at any time, for engines of every protocol.

The engine goes on reading commands meanwhile. While the search is being compiled, an interpreted one gives answers.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from countermove import worker
from countermove.analysis import STRONG, Analysis, Budget, analyse, search_for
from countermove.analysis.answer import untried
from countermove.analysis.budget import MAX_COUNT
from countermove.analysis.task import Database
from countermove.game import Action, Game, offers, require_actions
from countermove.players import clock as clocks
from countermove.players.clock import Limit, Thinking
from countermove.players.repetition import repetition_history
from countermove.protocol.session import Session
from countermove.protocol.stream import complaint
from countermove.values import freeze

if TYPE_CHECKING:
    from countermove.engine.table import Table

TURNS: Final = 30
"""Turns to come, where the time control does not say."""
MAX_LAG: Final = 1.0
"""The most seconds of lag to allow for."""


@dataclass(frozen=True)
class Limits:
    """What limits a search; None means no limit."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    left: float | None = None
    """Seconds on the clock of the player to move."""
    increment: float = 0.0
    """Seconds that the clock gains after the action."""
    turns: int | None = None
    """Turns that the time left is for."""
    distance: int | None = None
    """Plies within which a proven win is enough."""
    only: tuple[Action, ...] | None = None
    """The actions to search; None for all."""
    waits: bool = False
    """Whether to answer only when told to stop, or that the pondered action was played."""
    ponders: bool = False
    """Whether the clock runs only once the pondered action is played."""


@dataclass
class Settings:
    """What every search of an engine uses."""

    threads: int = 1
    memory: float = 64
    lines: int = 1
    algorithm: str | None = None
    overhead: float = 0.03
    """Seconds lost for each action outside the search."""
    database: Database | None = None
    """The endgame database to probe."""
    lag: float = 0.0
    """Seconds that recent searches took beyond their time, on a busy machine."""


class Memory:
    """The transposition table, kept from one search to the next."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._for: Hashable = None

    def clear(self) -> None:
        self._table = None

    def table(self, game: Game, history: list[Any], settings: Settings) -> Table | None:
        """The table of the search before, or a new one where its entries could be wrong; None if none is used."""
        if search_for(game, settings.algorithm).name != STRONG:
            return None
        try:
            from countermove.engine.table import Table
        except ImportError:  # llvmlite is missing; the search runs interpreted
            return None
        exact = not offers(game, "null")  # selective search estimates anyway, and repetitions change little
        now = (game, settings.memory, frozenset(freeze(state) for state in history) if exact else None)
        if self._table is None or self._for != now:
            self._table = None  # frees its memory first
            self._table, self._for = Table(settings.memory), now
        return self._table


@dataclass
class Search:
    """One search, in a thread from the start on; ended by its limits or by `end`.

    `progress` is called with each complete depth, `watch` many times a second with nodes and seconds, and `answer`
    once, with the result and with the sentence of an error, if there was one; the result is then any legal action.
    """

    session: Session[Any]
    limits: Limits
    settings: Settings
    memory: Memory
    answer: Callable[[Analysis, str], None]
    progress: Callable[[Analysis], None] = lambda found: None
    watch: Callable[[int, float], None] | None = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _released: threading.Event = field(default_factory=threading.Event)
    """Set when the answer may be given: at once, unless the search waits."""
    _thinking: threading.Event = field(default_factory=threading.Event)
    """Set when the clock runs: at once, unless pondering."""

    def __post_init__(self) -> None:
        self._start, self._began, self._due = worker.clock(), time.monotonic(), 0.0
        limits, session = self.limits, self.session
        self._game, self._state = session.game, session.state
        self._history = repetition_history(session.game, session.turns)
        if not limits.waits:
            self._released.set()
        if not limits.ponders:
            self._thinking.set()
        first = next(iter(limits.only or require_actions(self._game, self._state)))
        self._found = Analysis(first, line=untried(first))
        self._limit = self._allotted()
        self._enough = Thinking(self._limit) if self._limit is not None and limits.left is not None else None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop, and wait until the answer is given."""
        self._stop.set()
        self._released.set()
        self._thinking.set()
        self._thread.join()

    def wait(self) -> None:
        """Wait until the answer is given."""
        self._thread.join()

    def hit(self) -> None:
        """The action pondered on was played: the clock runs from now on."""
        self._start, self._began = worker.clock(), time.monotonic()
        self._thinking.set()
        self._released.set()

    def _allotted(self) -> Limit | None:
        """How long to think; None without a limit of time."""
        limits, overhead = self.limits, self.settings.overhead + self.settings.lag
        if limits.seconds is not None:
            seconds = max(0.001, limits.seconds - min(overhead, limits.seconds / 10))
            if limits.left is None:
                return Limit(seconds, seconds)
        if limits.left is None:
            return None
        limit = clocks.allot(limits.left, limits.increment, limits.turns or TURNS, overhead)
        hard = limit.hard if limits.seconds is None else min(limit.hard, seconds)
        return Limit(min(limit.soft, hard), hard or 0.001)

    def _run(self) -> None:
        limits, error = self.limits, ""
        if self._limit is not None and limits.ponders:
            threading.Thread(target=self._watch_clock, daemon=True).start()
        try:
            with worker.hurrying():
                self._found = analyse(
                    self._game, self._state, self._budget(), lines=self.settings.lines, history=self._history,
                    table=self.memory.table(self._game, self._history, self.settings), only=limits.only,
                    algorithm=self.settings.algorithm, database=self.settings.database, stop=self._stop,
                    progress=self._on_progress, watch=self.watch,
                )  # fmt: skip
        except BaseException as problem:  # also of rules that exit, as every search has an answer
            error = complaint(problem)
        if self._thinking.is_set() and self._limit is not None:
            late = time.monotonic() - self._began - (self._due or self._limit.hard)
            self.settings.lag = min(MAX_LAG, max(0.0, late, self.settings.lag / 2))
        self._released.wait()
        self.answer(self._found, error)

    def _budget(self) -> Budget:
        limits = self.limits
        seconds = self._limit.hard if self._limit is not None and not limits.ponders else None
        depth = limits.depth if limits.distance is None else min(limits.depth or 1000, limits.distance + 1)
        nodes = limits.nodes if seconds is not None else limits.nodes or MAX_COUNT  # a limit makes the search deepen
        return Budget(seconds, depth, nodes, self.settings.threads)

    def _watch_clock(self) -> None:
        """While pondering no clock runs; from the hit on, it does."""
        self._thinking.wait()
        assert self._limit is not None
        if not self._stop.wait(self._limit.hard):
            self._stop.set()

    def _on_progress(self, found: Analysis) -> None:
        self._found = found
        self.progress(found)
        distance = self.limits.distance
        if distance is not None and found.distance is not None and found.value > 0 and found.distance <= distance:
            self._stop.set()
        spent = worker.clock() - self._start
        if self._enough is not None and self._thinking.is_set() and self._enough.is_enough(found, spent):
            self._due = self._due or time.monotonic() - self._began
            self._stop.set()


def prepare(game: Game) -> threading.Thread:
    """Compile the search in the background, so that the first one need not wait; the thread that does."""

    def work() -> None:
        try:
            analyse(game, budget=Budget(nodes=1, memory=1 if search_for(game).memory else None))
        except Exception:  # the first search reports it
            return

    thread = threading.Thread(target=work if not game.is_terminal(game.initial()) else lambda: None, daemon=True)
    thread.start()
    return thread
