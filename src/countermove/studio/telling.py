"""Server-sent events: what threads tell, written to the page in order, until it is all told or nobody listens.

Events become bytes in the thread that tells them, so that a large one does not hold up the others. What a page does
not read is kept for it up to a limit; beyond that, it is taken to have gone.
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

__all__ = ["Telling", "TellingResponse"]

PULSE = 15.0
"""Seconds after which a silent stream sends a comment, so that no program between takes it for dead."""
UNREAD = 32 * 2**20
"""Bytes that may wait for a page to read them."""
LAST = ("done", "error")


class Telling:
    """The events of one stream, on their way from any thread to the page."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._told: deque[tuple[bytes, bool]] = deque()
        self._unread = 0
        self._ended = False
        self._news = asyncio.Event()
        self.overrun = False
        """Whether the page reads too slowly to be told any more."""

    def tell(self, kind: str, data: dict[str, Any]) -> None:
        """Have the page told, from any thread; after "done" or "error" nothing follows."""
        text = json.dumps(plain(data), allow_nan=False, ensure_ascii=False, separators=(",", ":"))
        event = f"event: {kind}\ndata: {text}\n\n".encode("utf-8", "backslashreplace")
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._put, event, kind in LAST)

    def _put(self, event: bytes, is_last: bool) -> None:
        if self._ended:
            return
        self._ended = is_last
        self._unread += len(event)
        self.overrun = self.overrun or self._unread > UNREAD
        if not self.overrun:
            self._told.append((event, is_last))
        self._news.set()

    async def next(self) -> tuple[bytes, bool]:
        """All that is to be told now, and whether it is the last."""
        while not self._told and not self.overrun:
            self._news.clear()
            try:
                async with asyncio.timeout(PULSE):
                    await self._news.wait()
            except TimeoutError:
                return b": still here\n\n", False
        events, self._unread = list(self._told), 0
        self._told.clear()
        return b"".join(event for event, _ in events), self.overrun or any(last for _, last in events)


class TellingResponse(Response):
    """The response that tells the events, and calls `end` when they are told, the page has gone or all is over."""

    def __init__(self, telling: Telling, end: Callable[[], None], closing: asyncio.Event) -> None:
        super().__init__(media_type="text/event-stream")
        del self.headers["content-length"]
        self.headers["cache-control"] = "no-store"
        self._telling, self._end, self._closing = telling, end, closing

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
            body, is_last = await self._telling.next()
            await send({"type": "http.response.body", "body": body, "more_body": not is_last})


async def _left(receive: Any) -> None:
    """Waits until the page has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
