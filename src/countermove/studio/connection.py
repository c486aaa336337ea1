"""Connections to the studio: limited in number, and closed if they request nothing.

A connection costs a file descriptor, of which a process has few. So there is a limit for all and a lower one for each
address. Where one is reached, the connection that has been idle for longest makes room: half-open ones go before
anybody is turned away. A request must come within some seconds, however its bytes trickle in; and when the answer is
there before the whole request (the token is checked before the body is read), the rest is not waited for.
"""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Iterator
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 20.0
"""Seconds in which a connection must have asked something, and after an answer must ask again."""
SPARE = 100
"""File descriptors that are not for connections."""
NO_RESOURCE = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_logged: set[str] = set()


class Connections:
    """Those that are open, the oldest first."""

    def __init__(self, limit: int = 800, per_address: int = 400) -> None:
        available = _descriptors()
        self.limit = min(limit, max(8, available - SPARE)) if available else limit
        self.per_address = min(per_address, max(4, self.limit // 2))
        self._open: dict[Protocol, str] = {}

    def admit(self, protocol: Protocol, address: str) -> bool:
        """Whether a connection may stay; idle ones make room for it."""
        same = [each for each, its in self._open.items() if its == address]
        if len(same) >= self.per_address and not self._make_room(iter(same)):
            log_once(f"Connections are refused: {address} has {len(same)} open already.")
            return False
        if len(self._open) >= self.limit and not self._make_room(iter(self._open)):
            log_once(f"Connections are refused: {len(self._open)} are open already.")
            return False
        self._open[protocol] = address
        return True

    def leave(self, protocol: Protocol) -> None:
        """A connection is closed."""
        self._open.pop(protocol, None)

    def _make_room(self, among: Iterator[Protocol]) -> bool:
        idle = next((each for each in among if each.is_idle), None)
        if idle is None:
            return False
        self.leave(idle)
        idle.transport.abort()
        return True


class Protocol(H11Protocol):
    """One connection."""

    connections_open: ClassVar[Connections]
    _deadline: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if self.connections_open.admit(self, self.client[0] if self.client else ""):
            self._await_request()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections_open.leave(self)
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.close()  # the request goes on, and nobody reads it
        super().on_response_complete()
        self._await_request()

    def _await_request(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(PATIENCE, self._end_if_idle)

    def _end_if_idle(self) -> None:
        if self.is_idle and not self.transport.is_closing():
            self.transport.close()


def report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What goes wrong in the event loop, each kind once: asyncio logs a lack of descriptors 2,000 times a second."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in NO_RESOURCE:
        log_once(f"Connections have to wait: {(error.strerror or str(error)).lower()}.")
    else:
        log_once(f"The studio goes on after an error: {context.get('message')} ({error!r}).")


def log_once(sentence: str) -> None:
    """Log a sentence, unless it was logged before."""
    kind = "".join(letter for letter in sentence if not letter.isdecimal())
    if kind not in _logged and len(_logged) < 100:
        _logged.add(kind)
        logging.getLogger("countermove").warning("%s", sentence)


def _descriptors() -> int:
    """How many files this process may open, after it has asked for as many as it may; 0 where nobody knows."""
    try:
        import resource
    except ImportError:
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            return soft
        return wanted
    return 0 if soft == resource.RLIM_INFINITY else soft
