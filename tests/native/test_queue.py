"""The compiler serves its clients fairly, and nobody has to wait for what is not wanted any more."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from countermove import worker
from countermove.engine.plain.perft import perft
from countermove.engine.workspace import Workspace
from countermove.errors import NativeError
from countermove.games.nim import Nim
from countermove.native import kernel
from countermove.native import queue as module
from countermove.native.queue import Queue
from countermove.native.recent import Recent

SOON = 30.0


class Clock:
    """Time that only passes while something is compiled."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


class Asked:
    """Questions to a queue, which are put while it is held up and answered when it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.queue, self.clock = Queue(), Clock()
        self.order: list[str] = []
        self.threads: list[threading.Thread] = []
        self.free = threading.Event()
        monkeypatch.setattr(module, "time", self.clock)
        begun = threading.Event()
        self.put("first", lambda: (begun.set(), self.free.wait(SOON)))
        assert begun.wait(SOON)

    def put(self, client: str, work: Callable[[], Any], stop: threading.Event | None = None) -> None:
        def body() -> None:
            worker.stops_at(stop)
            with worker.serving(client, lambda waiting, begins: None):
                try:
                    self.queue.run(client, work)
                except worker.CancelledError:
                    self.order.append(f"{client} gave up")

        before = len(self.queue)
        self.threads.append(threading.Thread(target=body, daemon=True))
        self.threads[-1].start()
        until = time.monotonic() + SOON
        while len(self.queue) == before and len(self.threads) > 1 and time.monotonic() < until:
            time.sleep(0.001)

    def put_long(self, client: str, seconds: float) -> None:
        def work() -> None:
            self.order.append(client)
            self.clock.now += seconds

        self.put(client, work)

    def answered(self) -> list[str]:
        self.free.set()
        for thread in self.threads:
            thread.join(SOON)
        return self.order


def test_a_client_does_not_wait_for_the_backlog_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(monkeypatch)
    for client in "aaaabbbbcccc":
        asked.put_long(client, 5.0)
    asked.put_long("honest", 1.0)
    asked.put_long("honest", 1.0)
    order = asked.answered()
    assert order.index("honest") == 3  # behind one of each
    assert order[4] == "honest"  # its first was short
    assert "".join(order[5:]) == "abcabcabc"


def test_who_compiled_much_comes_behind_who_compiled_little(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(monkeypatch)
    for client, seconds in (("much", 9.0), ("little", 1.0)):
        for _ in range(4):
            asked.put_long(client, seconds)
    assert asked.answered() == ["much", "little", "little", "little", "little", "much", "much", "much"]


def test_what_waits_can_be_given_up_at_once_and_what_has_begun_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = Asked(monkeypatch)
    stop = threading.Event()
    asked.put("left", lambda: asked.order.append("compiled"), stop)
    stop.set()
    asked.threads[-1].join(SOON)
    assert asked.order == ["left gave up"] and len(asked.queue) == 0
    asked.put_long("next", 1.0)
    assert asked.answered() == ["left gave up", "next"]


def test_an_error_is_raised_where_it_was_asked_for_and_the_next_is_compiled() -> None:
    queue = Queue()
    with pytest.raises(ZeroDivisionError):
        queue.run("broken", lambda: 1 // 0)
    assert queue.run("next", lambda: queue.run("inner", lambda: 42)) == 42


@pytest.mark.skipif(not hasattr(signal, "raise_signal"), reason="there are no signals here")
def test_ctrl_c_is_heeded_at_once_while_something_is_compiled() -> None:
    """In the main thread of a program; the compiler goes on, and nobody waits for it."""
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("Ctrl-C arrives in the main thread")
    queue, free = Queue(), threading.Event()

    def work() -> None:
        signal.raise_signal(signal.SIGINT)  # as if it came now
        free.wait(SOON)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            queue.run("endless", work)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not free.is_set()
    free.set()


@pytest.mark.native
def test_rules_that_cannot_be_compiled_are_refused_again_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd(Nim):
        def result(self, state, action):
            return eval("state")

    game = Odd((1, 2))
    for _ in range(2):
        with pytest.raises(NativeError, match="eval"):
            kernel.call(perft, game, game.initial(), 1, Workspace())
        monkeypatch.setattr(kernel, "QUEUE", None)


def test_what_is_kept_is_bounded_and_what_is_used_stays() -> None:
    kept: Recent[int, str] = Recent(3)
    for number in range(100):
        kept[number] = str(number)
        assert kept.get(0) == "0"
    assert len(kept) == 3 and kept.get(99) == "99" and kept.get(50) is None
