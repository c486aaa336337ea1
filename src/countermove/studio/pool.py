"""Work in threads, by fair turns: one job per core at a time, and those who wait go before those who continue.

Each page has a queue of its own, and queues are served in turn, so that one with many questions does not hold up the
others. A job that is a generator is suspended at each `yield` when others wait, and resumed later. A watcher asks
running jobs to pause when others wait, reports their place to those who wait, and abandons a job that no longer
responds, so that the next one finds a thread to work in, whatever rules or searches do.

A job that waits for the compiler does not count as one that works: while it waits, another thread takes its place.
"""

from __future__ import annotations

import ctypes
import functools
import inspect
import os
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any

from countermove import fault, worker
from countermove.errors import CountermoveError
from countermove.studio.web.shape import RefusedError

__all__ = ["Pool", "Turn"]

ROUND = 3.0
"""Seconds in which everybody who waits should have had a turn."""
LONGEST, SHORTEST = 2.0, 0.05
WAITING = 1000
"""Jobs that may wait at once."""
PER_CLIENT = 64
"""Jobs that may wait at once for one page."""
COMPILING, COMPILING_PER_CLIENT = 64, 4
"""Jobs that may wait for the compiler at once: in all, each in a thread of its own, and for one page."""
PATIENCE = 120.0
"""Seconds without a word or a `yield` after which a job is left behind, unless it is being compiled."""
GRACE = 5.0
"""Seconds that a job is given to end after it was told to."""
SLOW = 1.0
"""Seconds after which the page is told that something is being compiled."""
LOOK = 0.5
"""Seconds between two looks of the watcher when nothing is urgent."""

Tell = Callable[[str, dict[str, Any]], None]


class Turn:
    """One job in the pool, as its work sees it."""

    def __init__(self, pool: Pool, client: str, tell: Tell) -> None:
        self.client = client
        """The page that asks."""
        self.stop = threading.Event()
        """Set when nobody wants the answer any more."""
        self.pause = threading.Event()
        """Set when others should go first, or nobody wants the answer: end this slice, and `yield`."""
        self.times = 0
        """How often it was its turn before."""
        self._pool = pool
        self._tell = tell
        self._work: Generator[None, None, Any] | None = None
        self._thread = 0
        self._began = self._moved = 0.0
        self._stopped: float | None = None
        self._lost = False
        self._compiling: list[worker.Waiting] = []
        """Its threads that wait for the compiler."""
        self._said = ""
        """What the page was told last of the compiler."""

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
        self._moved = time.monotonic()
        self._said = ""
        if not self.stop.is_set():
            self._tell(kind, data)


class Pool:
    """Threads that work on what is submitted."""

    def __init__(self, cores: int | None = None, patience: float = PATIENCE) -> None:
        self.cores = cores or os.cpu_count() or 1
        self.patience = patience
        self._queues: OrderedDict[str, deque[Turn]] = OrderedDict()
        self._waiting = 0
        self._running: set[Turn] = set()
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        """Something waits for a thread, or all is over."""
        self._watched = threading.Condition(self._lock)
        """The watcher has something to see to."""
        self._closed = False
        self._threads = 0
        with self._lock:
            for _ in range(self.cores):
                self._add_thread()
        worker.start(self._watch)

    def __len__(self) -> int:
        return self._waiting

    @property
    def is_idle(self) -> bool:
        """Whether nothing works or waits."""
        return not self._running and not self._waiting

    def slice(self) -> float:
        """How long a turn should last now."""
        others = self._waiting
        return LONGEST if not others else max(SHORTEST, min(LONGEST, ROUND * self.cores / (others + self.cores)))

    def submit(self, work: Callable[[Turn], Any], client: str, tell: Tell) -> Turn:
        """Have `work(turn)` done when its turn comes; `cancel(turn)` when it is not wanted any more."""
        turn = Turn(self, client, tell)
        turn._work = _as_generator(work, turn)
        with self._lock:
            if self._closed:
                raise RefusedError("The studio is being closed.", 503)
            if self._waiting >= WAITING:
                raise RefusedError(f"{WAITING:,} questions are waiting already; ask again later.", 503)
            if len(self._queues.get(client, ())) >= PER_CLIENT:
                raise RefusedError(f"{PER_CLIENT} questions of this page are waiting already; ask again later.", 503)
            self._put(turn)
        return turn

    def cancel(self, turn: Turn) -> None:
        """Nobody wants the answer: what waits is taken out of its queue, what works is told to end."""
        with self._lock:
            self._tell_to_stop(turn)
            self._watched.notify()
            queue = self._queues.get(turn.client)
            waits = queue is not None and turn in queue
            if queue is not None and waits:
                queue.remove(turn)
                self._waiting -= 1
                if not queue:
                    del self._queues[turn.client]
        if waits:
            _close(turn)

    def close(self) -> None:
        """Stop everything."""
        with self._lock:
            self._closed = True
            for turn in [*self._running, *(turn for queue in self._queues.values() for turn in queue)]:
                self._tell_to_stop(turn)
            self._queues.clear()
            self._waiting = 0
            self._changed.notify_all()
            self._watched.notify_all()

    def _tell_to_stop(self, turn: Turn) -> None:
        if turn._stopped is None:
            turn._stopped = time.monotonic()
        turn.stop.set()
        turn.pause.set()

    def _put(self, turn: Turn) -> None:
        self._queues.setdefault(turn.client, deque()).append(turn)
        self._waiting += 1
        if self._free_threads() < self.cores:
            self._add_thread()
        self._changed.notify()
        if self._waiting == 1:
            self._watched.notify()

    def _take(self) -> Turn | None:
        with self._lock:
            while (client := self._next()) is None and not self._closed:
                if self._free_threads() > self.cores:
                    break
                self._changed.wait()
            if client is None or self._closed or self._free_threads() > self.cores:
                self._threads -= 1
                return None
            queue = self._queues.pop(client)
            turn = queue.popleft()
            self._waiting -= 1
            if queue:
                self._queues[client] = queue  # behind all others
            turn._thread = threading.get_ident()
            turn._began = turn._moved = time.monotonic()
            if not turn.stop.is_set():
                turn.pause.clear()
            self._running.add(turn)
            self._watched.notify()
            return turn

    def _next(self) -> str | None:
        """The client whose turn it is: the first that has not too much at the compiler already."""
        at_compiler = Counter(turn.client for turn in self._running if turn._compiling)
        return next((client for client in self._queues if at_compiler[client] < COMPILING_PER_CLIENT), None)

    def _free_threads(self) -> int:
        """How many threads do not wait for the compiler."""
        return self._threads - sum(bool(turn._compiling) for turn in self._running)

    def _add_thread(self) -> None:
        with suppress(CountermoveError):
            worker.start(self._serve)
            self._threads += 1

    def _on_wait(self, turn: Turn, waiting: worker.Waiting, begins: bool) -> None:
        """A job begins or ends to wait for the compiler: its place is taken meanwhile, and given back."""
        with self._lock:
            if begins:
                if sum(bool(each._compiling) for each in self._running) >= COMPILING:
                    raise RefusedError(f"{COMPILING} questions wait for the compiler already; ask again later.", 503)
                turn._compiling.append(waiting)
                if self._queues and self._free_threads() < self.cores:
                    self._add_thread()
            else:
                turn._compiling.remove(waiting)
                turn._began = turn._moved = time.monotonic()
                if self._free_threads() > self.cores and self._waiting:
                    turn.pause.set()  # others have begun meanwhile
                self._changed.notify()

    def _serve(self) -> None:
        """What a thread does: one turn after another, until it is left behind, not needed, or all is over."""
        with suppress(_LeftBehind):
            while (turn := self._take()) is not None:
                with worker.serving(turn.client, functools.partial(self._on_wait, turn)), worker.hurrying():
                    goes_on = _step(turn)
                with self._lock:
                    if turn._lost:
                        return
                    self._running.discard(turn)
                    if goes_on and not self._closed:
                        self._put(turn)

    def _watch(self) -> None:
        """What the watcher does."""
        told = 0.0
        while True:
            with self._lock:
                while not self._running and not self._queues and not self._closed:
                    self._watched.wait()
                if self._closed:
                    return
                self._watched.wait(self._until_pause())
                now = time.monotonic()
                self._ask_to_pause(now)
                compiling = {turn for turn in self._running if turn._compiling}
                lost = [turn for turn in self._running if self._is_lost(turn, now)]
                for turn in lost:
                    turn._lost = True
                    self._running.discard(turn)
                    self._threads -= 1
                    self._add_thread()
                places = {}
                if now - told >= LOOK:
                    told, places = now, self._places()
            for turn in lost:
                self._leave(turn)
            for turn in compiling.difference(lost):
                if now - turn._moved > SLOW:
                    _tell_of_compiler(turn)
            for turn, place in places.items():
                with suppress(Exception):
                    if not turn._began:
                        turn.tell("queued", {"place": place, "waiting": len(places), "compiling": bool(compiling)})

    def _until_pause(self) -> float:
        """Seconds until somebody who works should be asked to pause."""
        if not self._waiting:
            return LOOK
        now, length = time.monotonic(), self.slice()
        ends = [turn._began + length - now for turn in self._working() if not turn.pause.is_set()]
        return max(0.005, min([LOOK, *ends]))

    def _ask_to_pause(self, now: float) -> None:
        if self._waiting:
            length = self.slice()
            for turn in self._working():
                if now - turn._began >= length:
                    turn.pause.set()

    def _working(self) -> list[Turn]:
        """The jobs that need a core now."""
        return [turn for turn in self._running if not turn._compiling]

    def _is_lost(self, turn: Turn, now: float) -> bool:
        """Whether a job gives no sign of life, or does not end when it is told to; waiting for the compiler is one."""
        if turn._stopped is not None:
            return now - turn._stopped > GRACE
        return now - turn._moved > self.patience and not turn._compiling

    def _leave(self, turn: Turn) -> None:
        """Leave a job behind, whose thread another has replaced: tell the page, and break it off."""
        with suppress(Exception):
            seconds = time.monotonic() - turn._began
            turn.tell("error", {"error": f"This gave no answer for {seconds:.0f} seconds and was left.", "status": 503})
        turn.stop.set()
        turn.pause.set()
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(turn._thread), ctypes.py_object(_LeftBehind))

    def _places(self) -> dict[Turn, int]:
        """The place in the queue of each job that has not begun."""
        waiting = [
            (at, number, turn)
            for number, queue in enumerate(self._queues.values())
            for at, turn in enumerate(queue)
        ]  # fmt: skip
        waiting.sort(key=lambda each: each[:2])
        return {turn: place for place, (_, _, turn) in enumerate(waiting, 1) if not turn.times}


def _tell_of_compiler(turn: Turn) -> None:
    """Tell the page that its job is being compiled, or waits for another that is, when that is news."""
    waits = not any(each.begun for each in list(turn._compiling))
    said = "Another search is being compiled; this one comes after it." if waits else "Compiling, the first time only…"
    if said != turn._said:
        with suppress(Exception):
            turn.tell("compiling", {"sentence": said})
            turn._said = said


class _LeftBehind(BaseException):
    """Thrown into a thread that was left behind, to end it; nobody waits for it any more."""


def _as_generator(work: Callable[[Turn], Any], turn: Turn) -> Generator[None, None, Any]:
    made = work(turn)
    if inspect.isgenerator(made):
        made = yield from made
    return made


def _step(turn: Turn) -> bool:
    """One turn of a job; whether it goes on. Whatever the job does, the thread survives."""
    assert turn._work is not None
    worker.stops_at(turn.stop)
    try:
        if turn.stop.is_set():
            turn._work.close()
            return False
        try:
            next(turn._work)
        except StopIteration as end:
            turn.tell("done", end.value or {})
            return False
        turn.times += 1
        return True
    except _LeftBehind:
        raise
    except BaseException as error:
        _tell_of(turn, error)
        return False


def _tell_of(turn: Turn, error: BaseException) -> None:
    """What went wrong, told to the page; and if even that goes wrong, that something did."""
    try:
        told = problem(error)
    except Exception:
        told = {"error": f"This stopped with {type(error).__name__}.", "status": 500}
    with suppress(Exception):
        turn.tell("error", told)


def problem(error: BaseException) -> dict[str, Any]:
    """An exception as the page is told of it: a sentence, and a status."""
    if isinstance(error, RefusedError):
        offer = {} if error.offer is None else {"offer": error.offer}
        return {"error": str(error), "status": error.status, **offer}
    status = 400 if isinstance(error, CountermoveError) else 422 if fault.is_of_rules(error) else 500
    return {"error": fault.sentence(error), "status": status}


def _close(turn: Turn) -> None:
    """Let a job that waits clean up after itself."""
    with suppress(BaseException):
        if turn._work is not None:
            turn._work.close()
