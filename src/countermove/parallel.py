"""The same function on many inputs: here, in processes of their own, or on a Ray cluster.

The function depends on its input alone, so it does not matter where it runs, in which order, or how often: what a dead
process was working on is given to another one. Processes are spawned once and keep what they have loaded and compiled.
They end when the parent does, however it ends: their pipe closes, and what they work on is stopped
(`worker.stop_here`).

    answers(function, inputs, jobs=4)          four processes
    answers(function, inputs, ray="local")     a cluster of this machine alone
    answers(function, inputs, ray="head:6379") a cluster that is running
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import queue
import signal
import socket
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

from countermove import fault, worker
from countermove.errors import CountermoveError, SpecError

__all__ = ["WAIT", "answers", "processors", "require_room"]

T = TypeVar("T")
R = TypeVar("R")
MAX_TRIES = 3
"""How often an input is tried that kills the process that works on it."""
POLL_SECONDS = 0.2
"""Seconds between two looks at `stop`."""
CONNECT_SECONDS = 10.0
"""Seconds that a cluster has to answer."""
WAIT: Final[Any] = object()
"""In place of an input: none is ready before another answer is found."""


def processors() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def require_room(jobs: int, threads: int) -> None:
    """Refuse more processes than processors, where each runs some threads."""
    room = max(1, processors() // threads)
    if jobs < 1:
        raise SpecError(f"The number of jobs is {jobs}; give a whole number, 1 or more.")
    if jobs > room:
        each = "" if threads == 1 else f" of {threads} threads each"
        raise SpecError(
            f"{jobs} jobs{each} are too many for {processors()} processors, and would slow each other down; "
            f"give at most {room}."
        )


def answers(
    function: Callable[[T], R],
    inputs: Iterable[T],
    *,
    jobs: int = 1,
    threads: int = 1,
    ray: str | None = None,
    stop: threading.Event | None = None,
) -> Generator[tuple[T, R], None, None]:
    """Every input with its answer, in the order in which they are found; no more once `stop` is set.

    The function and the inputs are pickled. `threads` is the number of threads that the function runs. Where inputs
    depend on answers, WAIT stands for one that is not ready; the next one is asked for after the next answer.

    >>> list(answers(abs, [-1, 2]))
    [(-1, 1), (2, 2)]
    """
    if ray is not None:
        yield from _on_ray(function, inputs, ray, jobs, threads, stop)
    elif jobs == 1:
        for each in inputs:
            if stop is not None and stop.is_set():
                return
            if each is WAIT:
                continue
            try:
                with worker.heeding(stop):
                    answer = function(each)
            except worker.CancelledError:
                return
            yield each, answer
    else:
        pool = _Pool(function, jobs)
        try:
            yield from pool.answers(iter(inputs), stop)
        finally:
            pool.close()


class _Worker(Generic[T]):
    """A process, and what it works on."""

    def __init__(self, function: Callable[[T], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(function, theirs), name="countermove", daemon=False)
        with _uninterrupted():
            self.process.start()
        theirs.close()
        self.given: list[T] = []
        """The input, if it has one."""
        self.tries = 0

    def give(self, each: T, tries: int = 0) -> None:
        self.given, self.tries = [each], tries + 1
        with contextlib.suppress(OSError):  # it is dead, which is noticed when it should answer
            self.pipe.send(each)


class _Pool(Generic[T]):
    def __init__(self, function: Callable[[T], Any], jobs: int) -> None:
        self.function, self.jobs = function, jobs
        self.workers: list[_Worker[T]] = []

    def answers(self, inputs: Iterator[T], stop: threading.Event | None) -> Iterator[tuple[T, Any]]:
        while True:
            self._feed(inputs)
            busy = {each.pipe: each for each in self.workers if each.given}
            if not busy or (stop is not None and stop.is_set()):
                return
            for pipe in wait(list(busy), POLL_SECONDS):
                assert isinstance(pipe, Connection)
                one = busy[pipe]
                try:
                    failure, answer = pipe.recv()
                except (EOFError, OSError):
                    self._replace(one)
                    continue
                if failure:
                    raise CountermoveError(failure)
                each = one.given.pop()
                yield each, answer

    def _feed(self, inputs: Iterator[T]) -> None:
        """Give every idle process an input, and start processes while there are inputs for them."""
        idle = [each for each in self.workers if not each.given]
        for _ in range(len(idle) + self.jobs - len(self.workers)):
            for each in inputs:
                if each is WAIT:
                    return
                if not idle:
                    idle.append(_Worker(self.function))
                    self.workers.append(idle[-1])
                idle.pop().give(each)
                break
            else:
                return

    def _replace(self, dead: _Worker[T]) -> None:
        """Have another process work on what a dead one was given."""
        self.workers.remove(dead)
        dead.pipe.close()
        dead.process.join()
        if dead.tries >= MAX_TRIES:
            raise CountermoveError(
                f"A process ended without an answer {dead.tries} times (exit code {dead.process.exitcode}); is the "
                "machine out of memory?"
            )
        fresh: _Worker[T] = _Worker(self.function)
        self.workers.append(fresh)
        fresh.give(dead.given[0], dead.tries)

    def close(self) -> None:
        """End all processes; one that does not end by itself is killed."""
        for each in self.workers:
            each.pipe.close()
        for each in self.workers:
            each.process.join(worker.GRACE)
            if each.process.is_alive():
                each.process.kill()
                each.process.join()


def _serve(function: Callable[[T], R], pipe: Connection) -> None:
    """Answer inputs until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it too, and decides
    inputs: queue.SimpleQueue[list[T]] = queue.SimpleQueue()
    stop = threading.Event()

    def listen() -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                inputs.put([pipe.recv()])
        stop.set()
        inputs.put([])

    threading.Thread(target=listen, daemon=True).start()
    with worker.heeding(stop), contextlib.suppress(OSError, worker.CancelledError):
        while given := inputs.get():
            pipe.send(_answer(function, given[0]))


def _answer(function: Callable[[T], R], each: T) -> tuple[str, R | None]:
    """An answer, or a sentence about the failure."""
    try:
        return "", function(each)
    except Exception as error:
        return fault.sentence(error), None


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ignore Ctrl-C, in processes started meanwhile too."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _require_reachable(address: str) -> None:
    """SpecError if nothing listens at the address of a cluster: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except (OSError, ValueError, OverflowError):
        raise SpecError(
            f"The Ray cluster {address!r} cannot be reached; give HOST:PORT of a machine where ray start --head runs, "
            "or local."
        ) from None


def _on_ray(
    function: Callable[[T], R], inputs: Iterable[T], address: str, jobs: int, threads: int, stop: threading.Event | None
) -> Iterator[tuple[T, R]]:
    """The answers of a Ray cluster. Ray itself retries what a lost machine was working on."""
    try:
        import ray
    except ImportError:
        raise SpecError("--ray needs Ray; install it with pip install 'countermove[cluster]'.") from None
    local = address == "local"
    if address not in ("local", "auto"):
        _require_reachable(address)
    quiet: dict[str, Any] = {"logging_level": "error", "log_to_driver": False}
    try:
        if local:
            ray.init(num_cpus=jobs * threads, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise SpecError(f"The Ray cluster {address!r} cannot be reached: {fault.one_line(str(error))[:200]}.") from None
    try:
        remote: Any = ray.remote(num_cpus=threads, max_retries=MAX_TRIES)(_answer)
        shared = ray.put(function)
        room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)) // threads)  # some wait for a free processor
        waiting, running = iter(inputs), dict[Any, T]()
        while stop is None or not stop.is_set():
            while len(running) < room and (each := next(waiting, WAIT)) is not WAIT:
                running[remote.remote(shared, each)] = each
            if not running:
                return
            for done in ray.wait(list(running), num_returns=1, timeout=POLL_SECONDS)[0]:
                try:
                    failure, answer = ray.get(done)
                except ray.exceptions.RayError as error:
                    failure, answer = f"Ray gave up: {fault.one_line(str(error))[:200]}.", None
                if failure:
                    raise CountermoveError(failure)
                yield running.pop(done), answer
    finally:
        ray.shutdown()
