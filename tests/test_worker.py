"""Work in a thread of its own ends when told to, and rules that never answer are noticed."""

from __future__ import annotations

import sys
import threading
import time

import pytest

from countermove import load, worker
from countermove.errors import GameError

GAME = load("nim")


def test_it_gives_the_answer_of_the_work() -> None:
    assert worker.run(lambda: 42, GAME) == 42


def test_an_error_in_the_work_is_raised_where_it_was_asked_for() -> None:
    def work() -> None:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        worker.run(work, GAME)


def test_it_is_halted_when_the_seconds_are_over() -> None:
    halted = threading.Event()
    assert worker.run(lambda: halted.wait(60), GAME, halt=halted.set, seconds=0.2) is True


def test_it_is_halted_when_the_event_is_set() -> None:
    halted, stop = threading.Event(), threading.Event()
    threading.Timer(0.1, stop.set).start()
    assert worker.run(lambda: halted.wait(60), GAME, halt=halted.set, stop=stop) is True


def test_work_that_gets_nowhere_is_given_up() -> None:
    with pytest.raises(GameError, match="A method of Nim has not returned for"):
        worker.run(lambda: time.sleep(5), GAME, patience=0.3)


def test_waiting_for_the_compiler_is_no_fault_of_the_rules() -> None:
    def work() -> str:
        with worker.waiting_for_compiler("Nim"):
            time.sleep(1.0)
        return "done"

    assert worker.run(work, GAME, patience=0.3) == "done"


def test_a_thread_works_for_whom_the_one_that_started_it_does() -> None:
    told: list[bool] = []

    def work() -> str:
        with worker.waiting_for_compiler("Nim"):
            return worker.client_here()

    with worker.serving("a page", lambda waiting, begins: told.append(begins)):
        assert worker.run(work, GAME) == "a page"
    assert told == [True, False]
    assert worker.client_here() == ""


def test_work_that_gets_on_is_left_alone_however_long_it_takes() -> None:
    steps = [0]

    def work() -> str:
        for _ in range(12):
            steps[0] += 1
            time.sleep(0.25)
        return "done"

    assert worker.run(work, GAME, patience=2, progress=lambda: steps[0]) == "done"


def test_an_endless_loop_in_python_is_broken_off() -> None:
    running = threading.Event()

    def work() -> None:
        while True:
            running.set()

    with pytest.raises(GameError):
        worker.run(work, GAME, patience=0.3)
    deadline = time.monotonic() + 60
    while any(thread.name == "countermove" for thread in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_there_is_room_to_recurse() -> None:
    def deep(n: int) -> int:
        return n and 1 + deep(n - 1)

    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(30_000)
    try:
        assert worker.run(lambda: deep(20_000), GAME) == 20_000
    finally:
        sys.setrecursionlimit(limit)


def test_work_that_has_hardly_had_the_processor_is_given_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def idle() -> str:
        time.sleep(0.5)
        return "done"

    assert worker.run(idle, GAME, patience=0.2) == "done"
    monkeypatch.setattr(worker, "STARVED", 1.0)
    with pytest.raises(GameError):
        worker.run(lambda: time.sleep(1.5), GAME, patience=0.2)
