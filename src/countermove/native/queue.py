"""The compiler's queue: one thread compiles, one thing at a time, and shares its time fairly among those who ask.

The caller waits, and may stop waiting at any moment: Ctrl-C and a page that goes away take effect at once. What has
not begun is then taken out of the queue; what has begun comes to its end, and is there for the next who asks.

A caller in a hurry (`worker.impatient`) does not wait long: it gets CompilingError, and what it asked for stays in the
queue, behind what somebody waits for, the latest question first.

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
from collections.abc import Callable, Hashable
from typing import Any

from countermove import worker
from countermove.errors import CompilingError

MAX_LEFT = 6
"""Things to compile that nobody waits for, per client; beyond, the oldest is dropped."""


class _Ticket:
    """Something to compile, and what came of it."""

    def __init__(self, work: Callable[[], Any], waiting: worker.Waiting, key: Hashable) -> None:
        self.work = work
        self.waiting = waiting
        self.key = key
        self.left = False
        """Whether nobody waits for it any more."""
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
        self._current: tuple[str, _Ticket] | None = None
        """What is being compiled, and for whom."""

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._waiting.values()))

    @property
    def is_busy(self) -> bool:
        """Whether something is being compiled, or waits."""
        return self._thread is not None

    def run(self, name: str, work: Callable[[], Any], key: Hashable = None) -> Any:
        """The answer of `work()`, run in the compiler's thread; CancelledError when nobody wants it any more.

        Work with the same key is the same work: a client that asks again joins what it left in the queue.
        """
        if threading.current_thread() is self._thread:
            return work()
        client = worker.client_here()
        with worker.waiting_for_compiler(name) as waiting:
            patience, began = worker.patience_here(), time.monotonic()
            ticket = self._joined(client, key, waiting) or _Ticket(work, waiting, key)
            self._put(client, ticket)
            try:
                while not ticket.done.wait(worker.PAUSE):
                    worker.heed_stop()
                    if patience is not None and time.monotonic() - began > patience:
                        self._leave(client, ticket)
                        raise CompilingError(ticket.done)
            except CompilingError:
                raise
            except BaseException:
                self._withdraw(client, ticket)
                raise
        if ticket.error is not None:
            raise ticket.error
        return ticket.answer

    def _joined(self, client: str, key: Hashable, waiting: worker.Waiting) -> _Ticket | None:
        """The ticket that a client left, if it asks for the same again."""
        with self._lock:
            current = [self._current[1]] if self._current and self._current[0] == client else []
            waiters: list[_Ticket] = [*current, *self._waiting.get(client, ())]
            for ticket in waiters:
                if key is not None and ticket.key == key and ticket.left:
                    waiting.begun = ticket.waiting.begun
                    ticket.waiting, ticket.left = waiting, False
                    return ticket
        return None

    def _leave(self, client: str, ticket: _Ticket) -> None:
        """Nobody waits for a ticket: it goes behind what somebody waits for, before what was left earlier."""
        with self._lock:
            ticket.left = True
            queue = self._waiting.get(client, deque())
            if ticket in queue:
                queue.remove(ticket)
                queue.insert(sum(not each.left for each in queue), ticket)
                while sum(each.left for each in queue) > MAX_LEFT:
                    queue.pop().done.set()

    def _put(self, client: str, ticket: _Ticket) -> None:
        with self._lock:
            if self._current is not None and self._current[1] is ticket:
                return
            if ticket in self._waiting.get(client, ()):
                self._remove(client, ticket)
            if client not in self._waiting:
                self._starts[client] = max(self._now, self._starts.get(client, 0.0))
            queue = self._waiting.setdefault(client, deque())
            queue.insert(sum(not each.left for each in queue), ticket)
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
                self._thread = self._current = None
                self._starts = {client: start for client, start in self._starts.items() if start > self._now}
                return None
            client = min(
                self._waiting, key=lambda each: self._starts[each]
            )  # the first to come, where starts are equal
            ticket = self._waiting[client][0]
            self._remove(client, ticket)
            self._current = (client, ticket)
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
                self._current = None
            ticket.done.set()
            del ticket, taken  # what was compiled may be large


QUEUE = Queue()
