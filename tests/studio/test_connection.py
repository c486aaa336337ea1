"""Connections that ask nothing, or never come to an end, do not shut anybody out and do not fill the log."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from countermove.studio import connection
from countermove.studio.connection import Connections, Protocol, report
from countermove.studio.guard import Guard

SOON = 30.0
ENDLESS = b"GET /endless HTTP/1.1\r\nHost: here\r\n\r\n"
QUICK = b"GET /quick HTTP/1.1\r\nHost: here\r\n\r\n"


async def studio(scope: Any, receive: Any, send: Any) -> None:
    """Answers /quick at once and /endless never."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    if scope["path"] == "/endless":
        await asyncio.sleep(1000)
    await send({"type": "http.response.body", "body": b"ok"})


class Caller:
    """Opens connections, and reads what comes back."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.open: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def send(self, sent: bytes, at: int | None = None) -> int:
        if at is None:
            self.open.append(await asyncio.open_connection("127.0.0.1", self.port))
            at = len(self.open) - 1
        self.open[at][1].write(sent)
        return at

    async def answer(self, at: int) -> bytes:
        return await asyncio.wait_for(self.open[at][0].readuntil(b"\r\n\r\n"), SOON)

    async def rest(self, at: int) -> bytes:
        """All until the connection is closed."""
        try:
            return await asyncio.wait_for(self.open[at][0].read(), SOON)
        except ConnectionError:
            return b""


def run(test: Callable[[Caller], Awaitable[None]], app: Any = studio, **limits: int) -> None:
    async def body() -> None:
        Protocol.connections_open = Connections(**limits)
        config = uvicorn.Config(app, http=Protocol, ws="none", lifespan="off", log_level="critical")
        config.load()
        state, loop = ServerState(), asyncio.get_running_loop()
        server = await loop.create_server(lambda: Protocol(config, state, {}), "127.0.0.1", 0)
        caller = Caller(server.sockets[0].getsockname()[1])
        try:
            await test(caller)
        finally:
            server.close()
            for _, writer in caller.open:
                writer.transport.abort()
            for task in state.tasks:
                task.cancel()
            await asyncio.gather(*state.tasks, return_exceptions=True)
            await asyncio.sleep(0.01)  # connections are closed in the next round of the loop

    asyncio.run(body())


def test_half_open_connections_make_room_for_one_that_asks() -> None:
    async def test(caller: Caller) -> None:
        for sent in [b"", b"GET / HT", QUICK] * 20:
            await caller.send(sent)
        at = await caller.send(QUICK)
        assert b" 200 " in await caller.answer(at)
        assert len(Protocol.connections_open._open) <= 8
        assert await caller.rest(0) == b""

    run(test, limit=100, per_address=8)


@pytest.mark.parametrize("limits", [{"limit": 8, "per_address": 100}, {"limit": 100, "per_address": 4}])
def test_where_all_are_being_answered_another_is_refused_and_that_is_logged_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, limits: dict[str, int]
) -> None:
    monkeypatch.setattr(connection, "_logged", set())

    async def test(caller: Caller) -> None:
        most = 4  # half of 8, or as many as one address may have
        for at in range(most):
            await caller.send(ENDLESS)
            await caller.answer(at)
        for _ in range(50):
            at = await caller.send(QUICK)
            assert await caller.rest(at) == b""
        assert len(Protocol.connections_open._open) == most

    run(test, **limits)
    assert [record.message for record in caplog.records] == ["Connections are refused: 127.0.0.1 has 4 open already."]


def test_a_request_that_trickles_in_is_given_up_the_second_on_a_connection_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.3)

    async def trickle(caller: Caller, at: int) -> None:
        while True:
            await caller.send(b"X", at)
            await asyncio.sleep(0.05)

    async def test(caller: Caller) -> None:
        for first in (b"", QUICK):
            at = await caller.send(first)
            if first:
                assert b" 200 " in await caller.answer(at)
            await caller.send(b"GET /quick HTTP/1.1\r\n", at)
            trickling = asyncio.create_task(trickle(caller, at))
            assert await caller.rest(at) in (b"", b"ok")
            trickling.cancel()

    run(test)


def test_the_token_is_checked_before_the_body_which_is_not_waited_for() -> None:
    async def test(caller: Caller) -> None:
        head = (
            b"POST /api/games HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
        )
        at = await caller.send(head + b"{")
        assert b" 401 " in await caller.answer(at)
        assert b"token" in await caller.rest(at)

    run(test, Guard(studio, ["here"], "the token"))


def test_a_lack_of_file_descriptors_is_logged_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_logged", set())
    loop = asyncio.new_event_loop()
    for _ in range(2000):
        report(loop, {"message": "out of resources", "exception": OSError(errno.EMFILE, os.strerror(errno.EMFILE))})
    report(loop, {"message": "something else", "exception": ValueError("odd")})
    loop.close()
    assert [(record.levelno, record.message) for record in caplog.records] == [
        (logging.WARNING, "Connections have to wait: too many open files."),
        (logging.WARNING, "The studio goes on after an error: something else (ValueError('odd'))."),
    ]


@pytest.mark.skipif(os.name != "posix", reason="elsewhere nobody says how many files there may be")
def test_there_are_fewer_connections_than_files_may_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "_descriptors", lambda: 256)
    few = Connections()
    assert (few.limit, few.per_address) == (156, 78)
