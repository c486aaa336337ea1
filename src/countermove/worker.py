"""Work in a separate thread: it can be stopped, it has a large stack, and rules that never return are detected.

Compiled code and endless loops in rules do not see Ctrl-C. So whatever runs rules for long runs here, while the calling
thread waits, watches the clock and checks for progress.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from countermove.errors import GameError
from countermove.game import Game

__all__ = [
    "PATIENCE",
    "CancelledError",
    "Either",
    "Ticker",
    "Waiting",
    "client_here",
    "clock",
    "compiled_now",
    "compiles",
    "heed_stop",
    "heeding",
    "hurrying",
    "impatient",
    "patience_here",
    "room",
    "run",
    "serving",
    "start",
    "stop_here",
    "stops_at",
    "waiting_for_compiler",
]

T = TypeVar("T")
PATIENCE = 10.0
"""Seconds without progress after which the rules are considered an endless loop."""
STARVED = 6.0
"""How many times as long to wait for work that has hardly had the processor: on a busy machine it is only slow."""
GRACE = 2.0
"""Seconds that work may take to end after `halt`."""
ROOM = 256 * 2**20
"""Stack size in bytes: enough for the deepest search."""
USUAL_ROOM = 7 * 2**20
"""Stack size of threads that were not started here."""
_rooms: weakref.WeakKeyDictionary[threading.Thread, int] = weakref.WeakKeyDictionary()
REPORT_INTERVAL = 0.1
"""Seconds between two reports of progress."""
HURRY = 0.1
"""Seconds to wait for compiled code in a hurry: enough to load it from disk."""
PAUSE = 0.02
"""Seconds between two checks whether to stop."""
_waiting: dict[int, Waiting] = {}
"""By thread: what it is waiting for the compiler to compile."""
_compiled: dict[int, float] = {}
"""By thread: the seconds that it and the threads it waited for have spent compiling."""
_making = threading.Lock()
_here = threading.local()
"""Per thread: `stop`, the event that cancels its work; `client`, whom it works for; `on_wait`, called when it begins to
wait for the compiler and when it ends; `hurry`, whether it would rather have an interpreted answer than wait;
`patience`, the seconds that it waits for the compiler, if limited."""


@dataclass
class Waiting:
    """A thread that waits for the compiler."""

    name: str
    """What is compiled."""
    since: float
    thread: int
    begun: bool = False
    """Whether it is being compiled, and not still queued."""


class CancelledError(BaseException):
    """Work was told to stop, or ran out of nodes. Not an Exception, so that error handlers let it pass."""


class _AbandonedError(BaseException):
    """Raised in a thread whose rules do not return."""


def run(
    work: Callable[[], T],
    game: Game,
    *,
    halt: Callable[[], None] = lambda: None,
    progress: Callable[[], Any] = lambda: None,
    tick: Callable[[], None] = lambda: None,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    patience: float | None = None,
) -> T:
    """Run `work()` in a thread and return its result.

    After `seconds`, or when `stop` is set, `halt()` is called, once, and the work should end soon. Meanwhile `tick()`
    is called about fifty times a second. When `progress()` does not change for `patience` seconds, or the work does not
    end after `halt()`, the rules of the game are at fault, and a GameError says where they were last seen. Compiling,
    and waiting for the compiler, may take any time.
    """
    patience = PATIENCE if patience is None else patience
    answer: list[Any] = []
    failure: list[BaseException] = []
    done = threading.Event()
    heeded = stop or stop_here()

    inherited = dict(vars(_here))

    timer: list[int] = []

    def body() -> None:
        if hasattr(time, "pthread_getcpuclockid"):  # asked here: of a thread that has ended, it may crash
            timer.append(time.pthread_getcpuclockid(threading.get_ident()))
        vars(_here).update(inherited)
        stops_at(heeded)
        try:
            answer.append(work())
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    here, compiled = threading.get_ident(), _compiled_in(threading.get_ident())
    thread = start(body)
    there = thread.ident or 0

    began = moved = time.monotonic()
    last, worked = progress(), _worked(timer)
    halted: float | None = None
    try:
        while not done.wait(_pause(began, seconds)):
            now = time.monotonic()
            _compiled[here] = compiled + _compiled_in(there)
            current = progress()
            if current != last:
                last, moved, worked = current, now, _worked(timer)
            if halted is None and (
                (seconds is not None and now - began - _compiled_in(there) >= seconds) or (stop and stop.is_set())
            ):
                halted = now
                halt()
            limit = patience if halted is None else max(GRACE, patience / 5)
            idle = now - (moved if halted is None else max(halted, moved))
            stuck = idle > limit and (_worked(timer) - worked > limit / 2 or idle > STARVED * limit)
            if stuck and compiles(there):
                moved, worked = now, _worked(timer)
            elif stuck:
                raise _stuck(thread, game, now - moved)
            tick()
    except BaseException:
        halt()
        done.wait(GRACE)
        raise
    finally:
        _compiled[here] = compiled + _compiled.pop(there, 0.0)
    if failure:
        raise failure[0]
    return answer[0]  # type: ignore[no-any-return]


def _worked(timer: list[int]) -> float:
    """Processor seconds of the thread that has this timer; where the system does not count them, those of the clock."""
    try:
        return time.clock_gettime(timer[0])
    except (IndexError, OSError):  # not there, or the thread has ended
        return time.monotonic()


def room() -> int:
    """Bytes of stack that compiled code may use in this thread, with a reserve for other code."""
    return int(_rooms.get(threading.current_thread(), USUAL_ROOM) * 0.9)


def start(body: Callable[[], None]) -> threading.Thread:
    """Start a thread with a large stack, or the largest available."""
    with _making:
        before = threading.stack_size()
        for room in (ROOM, ROOM // 16, before):
            try:
                threading.stack_size(room)
                thread = threading.Thread(target=body, daemon=True, name="countermove")
                _rooms[thread] = room or USUAL_ROOM
                thread.start()
                return thread
            except (ValueError, RuntimeError):  # unsupported, or out of memory
                continue
            finally:
                threading.stack_size(before)
    raise GameError("Cannot start a search thread; is the machine out of memory?")


def stops_at(stop: threading.Event | None) -> None:
    """Cancel the work of this thread once `stop` is set."""
    _here.stop = stop


@contextmanager
def heeding(stop: threading.Event | None) -> Iterator[None]:
    """Within this context, `stop` cancels the work of this thread: CancelledError where it waits for the compiler."""
    before = stop_here()
    stops_at(stop or before)
    try:
        yield
    finally:
        stops_at(before)


def stop_here() -> threading.Event | None:
    """The event that cancels the work of this thread, if there is one."""
    return getattr(_here, "stop", None)


def heed_stop() -> None:
    """CancelledError if this thread's work is cancelled."""
    stop = stop_here()
    if stop is not None and stop.is_set():
        raise CancelledError


@contextmanager
def serving(client: str, on_wait: Callable[[Waiting, bool], None]) -> Iterator[None]:
    """Have this thread, and those that `run` starts in it, work for a client.

    `on_wait(waiting, True)` is called when one of them begins to wait for the compiler, and with False when it ends.
    """
    before = dict(vars(_here))
    _here.client, _here.on_wait = client, on_wait
    try:
        yield
    finally:
        vars(_here).clear()
        vars(_here).update(before)


def client_here() -> str:
    """For whom this thread works."""
    return getattr(_here, "client", "")


@contextmanager
def hurrying(hurry: bool = True) -> Iterator[None]:
    """Have searches in this thread, and in those that `run` starts in it, run interpreted while they compile."""
    before = getattr(_here, "hurry", False)
    _here.hurry = hurry
    try:
        yield
    finally:
        _here.hurry = before


@contextmanager
def impatient(can_run_interpreted: bool = True) -> Iterator[None]:
    """Within this context, a thread in a hurry gets CompilingError instead of a long wait for the compiler."""
    before = patience_here()
    _here.patience = HURRY if can_run_interpreted and getattr(_here, "hurry", False) else None
    try:
        yield
    finally:
        _here.patience = before


def patience_here() -> float | None:
    """How many seconds this thread waits for the compiler; None for as long as it takes."""
    return getattr(_here, "patience", None)


class Either(threading.Event):
    """An event that is also set if one of some others is."""

    def __init__(self, *others: threading.Event | None) -> None:
        super().__init__()
        self._others = [each for each in others if each is not None]

    def is_set(self) -> bool:
        return super().is_set() or any(each.is_set() for each in self._others)


def compiles(thread: int) -> bool:
    """Whether a thread waits for the compiler."""
    return thread in _waiting


@contextmanager
def waiting_for_compiler(name: str) -> Iterator[Waiting]:
    """Say that this thread waits until something is compiled."""
    here = threading.get_ident()
    waiting = _waiting[here] = Waiting(name, time.monotonic(), here)
    told = getattr(_here, "on_wait", lambda waiting, begins: None)
    try:
        told(waiting, True)
        try:
            yield waiting
        finally:
            told(waiting, False)
    finally:
        _compiled[here] = _compiled_in(here)
        _waiting.pop(here, None)


def clock() -> float:
    """Seconds, for measuring durations, without the time that this thread spends compiling."""
    return time.perf_counter() - _compiled_in(threading.get_ident())


class Ticker:
    """A `tick` for `run` that calls `progress` now and then, with what `report` makes of the seconds so far.

    The seconds are those of `clock` since it was made, so they leave compiling out.
    """

    def __init__(
        self,
        progress: Callable[[T], None] | None,
        report: Callable[[float], T],
        interval: float | None = None,
    ) -> None:
        self._progress, self._report = progress, report
        self._interval = REPORT_INTERVAL if interval is None else interval
        self._start = self._last = clock()

    @property
    def seconds(self) -> float:
        """Seconds so far."""
        return clock() - self._start

    def __call__(self) -> None:
        now = clock()
        if self._progress and now - self._last >= self._interval:
            self._last = now
            self._progress(self._report(now - self._start))


def _compiled_in(thread: int) -> float:
    """Seconds that a thread has spent compiling so far."""
    waiting = _waiting.get(thread)
    return _compiled.get(thread, 0.0) + (0.0 if waiting is None else time.monotonic() - waiting.since)


def compiled_now() -> tuple[str, float] | None:
    """What is being compiled now, and for how many seconds; None where nothing is."""
    for waiting in list(_waiting.values()):
        return waiting.name, time.monotonic() - waiting.since
    return None


def _pause(began: float, seconds: float | None) -> float:
    """How long to sleep: less at first, and when time is nearly up."""
    spent = time.monotonic() - began
    left = PAUSE if seconds is None or spent >= seconds else seconds - spent
    return max(0.0005, min(PAUSE, left, spent / 4 + 0.001))


def _stuck(thread: threading.Thread, game: Game, seconds: float) -> GameError:
    """The error for rules that do not return; interrupts the thread where possible."""
    name = type(game).__name__
    frame = sys._current_frames().get(thread.ident or 0)
    place = _place(frame, game) if frame else None
    where = f"{name}.{place[0]} ({place[1]} line {place[2]})" if place else f"A method of {name}"
    if thread.ident:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_AbandonedError))
    return GameError(f"{where} has not returned for {seconds:.0f} seconds; does its loop end?")


def _place(frame: FrameType | None, game: Game) -> tuple[str, str, int] | None:
    """The method of the rules that a stack is in, with its file and line."""
    while frame is not None:
        if frame.f_locals.get("self") is game and frame.f_code.co_name in dir(type(game)):
            return frame.f_code.co_name, Path(frame.f_code.co_filename).name, frame.f_lineno
        frame = frame.f_back
    return None
