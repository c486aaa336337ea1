"""Server-sent events: threads send, the page receives in order, until the stream ends or the page is gone.

Events are serialized in the sending thread, so that a large one does not delay others. Unread events are buffered up to
a limit; beyond it, the page counts as gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from countermove.views.plain import plain

HEARTBEAT_SECONDS = 2.0
"""Seconds after which an idle stream sends a comment, so that the page knows that the studio is alive."""
MAX_UNREAD_BYTES = 32 * 2**20
"""Maximum bytes buffered for a page."""
LAST = ("done", "error")


class EventStream:
    """The events of one stream, from any thread to the page."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._events: deque[tuple[bytes, bool]] = deque()
        self._unread = 0
        self._ended = False
        self._news = asyncio.Event()
        self.overrun = False
        """Whether the page reads too slowly to continue."""

    def send(self, kind: str, data: dict[str, Any]) -> None:
        """Send an event from any thread; nothing follows "done" or "error"."""
        text = json.dumps(plain(data), allow_nan=False, ensure_ascii=False, separators=(",", ":"))
        event = f"event: {kind}\ndata: {text}\n\n".encode("utf-8", "backslashreplace")
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._put, event, kind in LAST)

    def _put(self, event: bytes, is_last: bool) -> None:
        if self._ended:
            return
        self._ended = is_last
        self._unread += len(event)
        self.overrun = self.overrun or self._unread > MAX_UNREAD_BYTES
        if not self.overrun:
            self._events.append((event, is_last))
        self._news.set()

    async def next(self) -> tuple[bytes, bool]:
        """All pending events, and whether the last one is among them."""
        while not self._events and not self.overrun:
            self._news.clear()
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._news.wait()
            except TimeoutError:
                return b": still here\n\n", False
        events, self._unread = list(self._events), 0
        self._events.clear()
        return b"".join(event for event, _ in events), self.overrun or any(last for _, last in events)


class EventResponse(Response):
    """The response that writes the events; calls `end` when the stream ends, the page leaves or the server closes."""

    def __init__(self, stream: EventStream, end: Callable[[], None], closing: asyncio.Event) -> None:
        super().__init__(media_type="text/event-stream")
        del self.headers["content-length"]
        self.headers["cache-control"] = "no-store"
        self._stream, self._end, self._closing = stream, end, closing

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        tasks = [
            asyncio.create_task(each) for each in (self._write(send), _left(receive), self._closing.wait())
        ]  # fmt: skip
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._end()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        if self._closing.is_set():
            with contextlib.suppress(Exception):
                await send({"type": "http.response.body", "body": b""})

    async def _write(self, send: Any) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": b": begun\n\n", "more_body": True})
        is_last = False
        while not is_last:
            body, is_last = await self._stream.next()
            await send({"type": "http.response.body", "body": body, "more_body": not is_last})


async def _left(receive: Any) -> None:
    """Wait until the page is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
