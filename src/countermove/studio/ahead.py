"""Compiling ahead: the game in view first, then what is likely to be asked for next, while nothing else runs.

The compiler cannot be interrupted, so only a short piece of work is begun at a time, and only after a quiet moment.
What is asked for meanwhile is answered interpreted.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Hashable
from contextlib import suppress

from countermove import worker
from countermove.analysis import analyse
from countermove.analysis.task import Database
from countermove.game import Game

QUIET_SECONDS = 1.0
"""Seconds without a search or the compiler before something is compiled that nobody has asked for."""
LOOK_SECONDS = 0.2
MAX_WAITING = 32


class Ahead:
    """What to compile ahead, each piece once."""

    def __init__(self) -> None:
        self._works: deque[Callable[[], None]] = deque(maxlen=MAX_WAITING)
        self._known: set[Hashable] = set()
        self._news = threading.Event()
        self._closed = threading.Event()
        self._in_view: Callable[[], None] | None = None
        self._is_idle: Callable[[], bool] | None = None

    def open(self, is_idle: Callable[[], bool]) -> None:
        """Begin; `is_idle` says whether nobody is being served."""
        self._is_idle = is_idle
        worker.start(self._serve)

    def close(self) -> None:
        """End, at once unless something is being compiled."""
        self._closed.set()
        self._news.set()

    def view(self, key: Hashable, work: Callable[[], None]) -> bool:
        """Do this first: it is what a person looks at. False if it will not be done, as it was before."""
        if not self._is_new(key):
            return False
        if self._in_view is not None:
            self._works.appendleft(self._in_view)
        self._in_view = work
        self._news.set()
        return True

    def likely(self, key: Hashable, work: Callable[[], None]) -> None:
        """Do this after everything else."""
        if self._is_new(key):
            self._works.append(work)
            self._news.set()

    def forget(self, key: Hashable) -> None:
        """What was compiled under this key has changed."""
        self._known.discard(key)

    def _is_new(self, key: Hashable) -> bool:
        if self._is_idle is None or key in self._known:
            return False
        self._known.add(key)
        return True

    def _serve(self) -> None:
        while not self._closed.is_set():
            self._news.wait()
            self._news.clear()
            while (work := self._next()) is not None:
                with worker.hurrying(False), worker.heeding(self._closed), suppress(Exception, worker.CancelledError):
                    work()  # an error in the rules is reported where a person asks

    def _next(self) -> Callable[[], None] | None:
        """What to do now: the game in view at once, anything else after a quiet moment."""
        quiet = 0.0
        while not self._closed.is_set():
            if (work := self._in_view) is not None:
                self._in_view = None
                return work
            if not self._works:
                return None
            if quiet >= QUIET_SECONDS:
                return self._works.popleft()
            quiet = quiet + LOOK_SECONDS if self._is_idle and self._is_idle() else 0.0
            self._closed.wait(LOOK_SECONDS)
        return None


def compile_search(game: Game, database: Database | None = None) -> None:
    """Compile the search that analyses the game and plays it by default."""
    analyse(game, nodes=1, database=database)
