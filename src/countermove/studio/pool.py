"""Work in threads, by fair turns: as many at a time as there are cores, and whoever waits comes before whoever goes on.

Each page has a queue of its own, and queues are served in turn, so that one with many questions does not hold up the
others. A job that is a generator is put aside at each `yield` when others wait, and goes on later; `Turn.seconds` says
how long it may take until the next one, which is less the more are waiting.
"""

from __future__ import annotations

import inspect
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Generator
from typing import Any

from countermove import fault, worker
from countermove.errors import CountermoveError
from countermove.studio.shape import RefusedError

__all__ = ["Pool", "Turn"]

ROUND = 8.0
"""Seconds in which everybody who waits should have had a turn."""
LONGEST, SHORTEST = 2.0, 0.05
WAITING = 1000
"""Jobs that may wait at once."""


class Turn:
    """One job in the pool, as its work sees it."""

    def __init__(self, pool: Pool, client: str, tell: Callable[[str, dict[str, Any]], None]) -> None:
        self.stop = threading.Event()
        """Set when nobody wants the answer any more."""
        self.times = 0
        """How often it was its turn before."""
        self._pool = pool
        self._client = client
        self._tell = tell
        self._work: Generator[None, None, Any] | None = None

    @property
    def seconds(self) -> float:
        """How long to work until the next `yield`."""
        return self._pool.slice()

    @property
    def waiting(self) -> int:
        """How many others wait for a turn."""
        return len(self._pool)

    def tell(self, kind: str, data: dict[str, Any]) -> None:
        """Send an event to the page."""
        if not self.stop.is_set():
            self._tell(kind, data)


class Pool:
    """Threads that work on what is submitted."""

    def __init__(self, cores: int | None = None) -> None:
        self.cores = cores or os.cpu_count() or 1
        self._queues: OrderedDict[str, deque[Turn]] = OrderedDict()
        self._changed = threading.Condition()
        self._closed = False
        self._running: set[Turn] = set()
        for _ in range(self.cores):
            worker.start(self._serve)

    def __len__(self) -> int:
        with self._changed:
            return sum(map(len, self._queues.values()))

    def slice(self) -> float:
        """How long a turn should last now."""
        others = len(self)
        return LONGEST if not others else max(SHORTEST, min(LONGEST, ROUND * self.cores / (others + self.cores)))

    def submit(self, work: Callable[[Turn], Any], client: str, tell: Callable[[str, dict[str, Any]], None]) -> Turn:
        """Have `work(turn)` done when its turn comes; set `turn.stop` when it is not wanted any more."""
        turn = Turn(self, client, tell)
        turn._work = _as_generator(work, turn)
        with self._changed:
            if sum(map(len, self._queues.values())) >= WAITING:
                raise RefusedError(f"{WAITING:,} questions are waiting already; ask again later.", 503)
            self._put(turn)
        return turn

    def close(self) -> None:
        """Stop everything."""
        with self._changed:
            self._closed = True
            for turn in [*self._running, *(turn for queue in self._queues.values() for turn in queue)]:
                turn.stop.set()
            self._queues.clear()
            self._changed.notify_all()

    def _put(self, turn: Turn) -> None:
        self._queues.setdefault(turn._client, deque()).append(turn)
        self._changed.notify()

    def _take(self) -> Turn | None:
        with self._changed:
            while not self._queues and not self._closed:
                self._changed.wait()
            if self._closed:
                return None
            client, queue = self._queues.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._queues[client] = queue  # behind all others
            self._running.add(turn)
            return turn

    def _serve(self) -> None:
        while (turn := self._take()) is not None:
            goes_on = _step(turn)
            with self._changed:
                self._running.discard(turn)
                if goes_on and not self._closed:
                    self._put(turn)


def _as_generator(work: Callable[[Turn], Any], turn: Turn) -> Generator[None, None, Any]:
    made = work(turn)
    if inspect.isgenerator(made):
        made = yield from made
    return made


def _step(turn: Turn) -> bool:
    """One turn of a job; whether it goes on."""
    assert turn._work is not None
    if turn.stop.is_set():
        turn._work.close()
        return False
    try:
        next(turn._work)
        turn.times += 1
        return True
    except StopIteration as end:
        turn.tell("done", end.value or {})
    except RefusedError as error:
        turn.tell("error", {"error": str(error), "status": error.status})
    except CountermoveError as error:
        turn.tell("error", {"error": fault.sentence(error), "status": 400})
    except BaseException as error:
        turn.tell("error", {"error": fault.sentence(error), "status": 500})
    return False
