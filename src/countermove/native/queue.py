"""The compiler's queue: one thread compiles, one thing at a time, and shares its time fairly among those who ask.

The caller waits, and may stop waiting at any moment: Ctrl-C and a page that goes away take effect at once. What has
not begun is then taken out of the queue; what has begun comes to its end, and is there for the next who asks.

Clients (`worker.serving`) take turns by start-time fair queueing [1]: a clock of compile time stands at the start of
what is being compiled; a client's next question starts where its last one ended on that clock, or now if that is later;
the earliest start goes first. So a client that compiled little never waits for the backlog of one that compiles much.

[1] Goyal, Vin, Cheng: Start-time Fair Queuing. SIGCOMM 1996.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from countermove import worker


class _Ticket:
    """Something to compile, and what came of it."""

    def __init__(self, work: Callable[[], Any], waiting: worker.Waiting) -> None:
        self.work = work
        self.waiting = waiting
        self.done = threading.Event()
        self.answer: Any = None
        self.error: BaseException | None = None


class Queue:
    """What is to be compiled, by client."""

    def __init__(self) -> None:
        self._clear()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._clear)  # the thread is not in the child

    def _clear(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, deque[_Ticket]] = {}
        self._starts: dict[str, float] = {}
        """By client: the start of its next question, in seconds of compile time."""
        self._now = 0.0
        self._thread: threading.Thread | None = None

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._waiting.values()))

    @property
    def is_busy(self) -> bool:
        """Whether something is being compiled, or waits."""
        return self._thread is not None

    def run(self, name: str, work: Callable[[], Any]) -> Any:
        """The answer of `work()`, run in the compiler's thread; CancelledError when nobody wants it any more."""
        if threading.current_thread() is self._thread:
            return work()
        client = worker.client_here()
        with worker.waiting_for_compiler(name) as waiting:
            ticket = _Ticket(work, waiting)
            self._put(client, ticket)
            try:
                while not ticket.done.wait(worker.PAUSE):
                    worker.heed_stop()
            except BaseException:
                self._withdraw(client, ticket)
                raise
        if ticket.error is not None:
            raise ticket.error
        return ticket.answer

    def _put(self, client: str, ticket: _Ticket) -> None:
        with self._lock:
            if client not in self._waiting:
                self._starts[client] = max(self._now, self._starts.get(client, 0.0))
            self._waiting.setdefault(client, deque()).append(ticket)
            if self._thread is None:
                try:
                    self._thread = worker.start(self._serve)
                except BaseException:
                    self._remove(client, ticket)
                    raise

    def _withdraw(self, client: str, ticket: _Ticket) -> None:
        with self._lock:
            if ticket in self._waiting.get(client, ()):
                self._remove(client, ticket)

    def _remove(self, client: str, ticket: _Ticket) -> None:
        self._waiting[client].remove(ticket)
        if not self._waiting[client]:
            del self._waiting[client]

    def _take(self) -> tuple[str, _Ticket] | None:
        with self._lock:
            if not self._waiting:
                self._thread = None
                self._starts = {client: start for client, start in self._starts.items() if start > self._now}
                return None
            client = min(
                self._waiting, key=lambda each: self._starts[each]
            )  # the first to come, where starts are equal
            ticket = self._waiting[client][0]
            self._remove(client, ticket)
            self._now = self._starts[client]
            return client, ticket

    def _serve(self) -> None:
        """What the thread does, until nobody waits."""
        while taken := self._take():
            client, ticket = taken
            ticket.waiting.begun = True
            began = time.monotonic()
            try:
                ticket.answer = ticket.work()
            except BaseException as error:
                ticket.error = error
            with self._lock:
                self._starts[client] += time.monotonic() - began
            ticket.done.set()
            del ticket, taken  # what was compiled may be large


QUEUE = Queue()
