"""Work in a thread of its own: it can be stopped, it has room to recurse, and rules that never answer are noticed.

Compiled code and endless loops in rules do not see Ctrl-C. So whatever runs rules for long runs here, while the
calling thread waits, watches the clock and asks whether the work still gets anywhere.
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
    "StoppedError",
    "Ticker",
    "Waiting",
    "client_here",
    "clock",
    "compiled_now",
    "compiles",
    "heed_stop",
    "heeding",
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
"""Seconds without progress after which the rules are taken to be in an endless loop."""
GRACE = 2.0
"""Seconds that work is given to end after it was told to."""
ROOM = 256 * 2**20
"""Bytes of stack: enough for the deepest search."""
USUAL_ROOM = 7 * 2**20
"""Bytes of stack that a thread has which was not started here."""
_rooms: weakref.WeakKeyDictionary[threading.Thread, int] = weakref.WeakKeyDictionary()
REPORT_INTERVAL = 0.1
"""Seconds between two reports of progress."""
PAUSE = 0.02
"""Seconds between two looks at whether to stop."""
_waiting: dict[int, Waiting] = {}
"""By thread: what it waits for the compiler for."""
_compiled: dict[int, float] = {}
"""By thread: the seconds that it, and those that it waited for, have spent compiling."""
_making = threading.Lock()
_here = threading.local()
"""What is known of the thread that one is in: `stop`, the event after which nobody wants its work; `client`, for whom
it works; `on_wait`, who is told when it begins and ends to wait for the compiler."""


@dataclass
class Waiting:
    """A thread that waits for the compiler."""

    name: str
    """What is compiled."""
    since: float
    thread: int
    begun: bool = False
    """Whether the compiler is at it, and not at something else."""


class StoppedError(BaseException):
    """Nobody wants this any more; raised where it waits, and passed by all that handles errors."""


class _Given(BaseException):
    """Thrown into a thread whose rules do not answer."""


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
    """The answer of `work()`, run in a thread.

    After `seconds`, or when `stop` is set, `halt()` is called, once, and the work is expected to end soon. `tick()` is
    called about fifty times a second meanwhile. When `progress()` gives the same for `patience` seconds, or the work
    does not end after `halt()`, the rules of the game are at fault and a GameError says where they were last seen.
    Compiling, and waiting for the compiler, is no fault of the rules, however long it takes.
    """
    patience = PATIENCE if patience is None else patience
    answer: list[Any] = []
    failure: list[BaseException] = []
    done = threading.Event()
    heeded = stop or stop_here()

    inherited = dict(vars(_here))

    def body() -> None:
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
    last = progress()
    halted: float | None = None
    try:
        while not done.wait(_pause(began, seconds)):
            now = time.monotonic()
            _compiled[here] = compiled + _compiled_in(there)
            current = progress()
            if current != last:
                last, moved = current, now
            if halted is None and (
                (seconds is not None and now - began - _compiled_in(there) >= seconds) or (stop and stop.is_set())
            ):
                halted = now
                halt()
            stuck = now - moved > patience or (
                halted is not None and now - max(halted, moved) > max(GRACE, patience / 5)
            )
            if stuck and compiles(there):
                moved = now
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


def room() -> int:
    """Bytes of stack that compiled code may use in this thread, with some left for others."""
    return int(_rooms.get(threading.current_thread(), USUAL_ROOM) * 0.9)


def start(body: Callable[[], None]) -> threading.Thread:
    """A thread that has begun, with room to recurse, or with what room there is."""
    with _making:
        before = threading.stack_size()
        for room in (ROOM, ROOM // 16, before):
            try:
                threading.stack_size(room)
                thread = threading.Thread(target=body, daemon=True, name="countermove")
                _rooms[thread] = room or USUAL_ROOM
                thread.start()
                return thread
            except (ValueError, RuntimeError):  # not on this system, or not now
                continue
            finally:
                threading.stack_size(before)
    raise GameError("No thread can be started to search in; is the machine out of memory?")


def stops_at(stop: threading.Event | None) -> None:
    """Say that nobody wants what this thread does once `stop` is set."""
    _here.stop = stop


@contextmanager
def heeding(stop: threading.Event | None) -> Iterator[None]:
    """Have this thread stop, for a while, once `stop` is set: StoppedError where it waits for rules or the compiler."""
    before = stop_here()
    stops_at(stop or before)
    try:
        yield
    finally:
        stops_at(before)


def stop_here() -> threading.Event | None:
    """The event after which nobody wants what this thread does, if there is one."""
    return getattr(_here, "stop", None)


def heed_stop() -> None:
    """StoppedError when nobody wants what this thread does any more."""
    stop = stop_here()
    if stop is not None and stop.is_set():
        raise StoppedError


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
    """Seconds, for measuring how long something takes; the clock stands still while this thread's work is compiled."""
    return time.perf_counter() - _compiled_in(threading.get_ident())


class Ticker:
    """A `tick` for `run` that tells `progress` now and then how far the work is: what `report` makes of the seconds.

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
    """What is being compiled just now, and for how many seconds; None where nothing is."""
    for waiting in list(_waiting.values()):
        return waiting.name, time.monotonic() - waiting.since
    return None


def _pause(began: float, seconds: float | None) -> float:
    """How long to sleep: less at first and when the time is nearly up."""
    spent = time.monotonic() - began
    left = PAUSE if seconds is None or spent >= seconds else seconds - spent
    return max(0.0005, min(PAUSE, left, spent / 4 + 0.001))


def _stuck(thread: threading.Thread, game: Game, seconds: float) -> GameError:
    """What to say of rules that do not answer; the thread is broken off where that is possible."""
    name = type(game).__name__
    frame = sys._current_frames().get(thread.ident or 0)
    place = _place(frame, game) if frame else None
    where = f"{name}.{place[0]} ({place[1]} line {place[2]})" if place else f"A method of {name}"
    if thread.ident:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_Given))
    return GameError(f"{where} has given no answer for {seconds:.0f} seconds; does its loop end?")


def _place(frame: FrameType | None, game: Game) -> tuple[str, str, int] | None:
    """The method of the rules that a stack is in, with its file and line."""
    while frame is not None:
        if frame.f_locals.get("self") is game and frame.f_code.co_name in dir(type(game)):
            return frame.f_code.co_name, Path(frame.f_code.co_filename).name, frame.f_lineno
        frame = frame.f_back
    return None
