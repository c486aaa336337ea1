"""Many pages at once: each of 200 that analyse at the same time gets on, memory stays bounded, and the page opens.

The short version runs for some seconds and says nothing of time. With COUNTERMOVE_LONG=1 it runs for a minute, and the
page has to come within 100 ms, 19 times of 20. `python tests/studio/test_load.py` prints what it measures.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

CLIENTS = 200
SHORT, LONG = 10.0, 60.0
LATEST = 120.0
"""Seconds until which everybody must have got on, even on a machine that has other things to do."""
MEGABYTES = 1800
"""What the server may hold: 512 MB of tables, the compiler, and room for 200 searches."""
QUICK = 0.1


@dataclass
class Seen:
    """What the clients saw."""

    progress: list[int] = field(default_factory=lambda: [0] * CLIENTS)
    first: list[float] = field(default_factory=lambda: [float("inf")] * CLIENTS)
    depth: list[int] = field(default_factory=lambda: [0] * CLIENTS)
    ended: list[int] = field(default_factory=lambda: [0] * CLIENTS)
    problems: list[str] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    megabytes: float = 0.0

    def __str__(self) -> str:
        first, pages = sorted(self.first), sorted(self.pages)
        return (
            f"{CLIENTS} clients: {sum(self.progress):,} messages of progress, {min(self.progress)} or more each, "
            f"the first after {first[CLIENTS // 2]:.1f} s (median) and {first[-1]:.1f} s (latest);\n"
            f"depth {min(self.depth)} to {max(self.depth)}; {sum(self.ended)} searches ended\n"
            f"GET /: {len(pages)} times, median {pages[len(pages) // 2] * 1000:.0f} ms, "
            f"95th percentile {self.slowest * 1000:.0f} ms, longest {pages[-1] * 1000:.0f} ms\n"
            f"memory at most {self.megabytes:,.0f} MB; problems: {self.problems[:3] or 'none'}"
        )

    @property
    def slowest(self) -> float:
        """The 95th percentile of what the page took."""
        return sorted(self.pages)[int(len(self.pages) * 0.95)]


def positions() -> list[list[int]]:
    """Different positions of Connect Four."""
    from countermove.games.connect import Connect

    game, dice, found = Connect(), random.Random(4), []
    while len(found) < CLIENTS:
        state, actions = game.initial(), []
        for _ in range(4):  # too few for a win in sight
            actions.append(dice.choice(list(game.actions(state))))
            state = game.result(state, actions[-1])
        if actions not in found:
            found.append(actions)
    return found


@asynccontextmanager
async def ask(port: int, path: str, body: object | None = None, page: str = "") -> AsyncIterator[asyncio.StreamReader]:
    """Send a request; what comes back is read by the caller."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    sent = b"" if body is None else json.dumps(body).encode()
    head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nX-Page: {page}\r\nContent-Length: {len(sent)}\r\n"
    try:
        writer.write(head.encode() + b"\r\n" + sent)
        await writer.drain()
        yield reader
    finally:
        writer.transport.abort()


async def client(number: int, port: int, actions: list[int], began: float, seen: Seen) -> None:
    """One page: it analyses until it is told that all is over, and begins again when the search has ended."""
    asked = {"game": "connect4", "actions": actions, "seconds": 500}
    while True:
        kind = ""
        async with ask(port, "/api/analyse", asked, str(number)) as reader:
            while line := await reader.readline():
                if line.startswith(b"event: "):
                    kind = line[7:].decode().strip()
                elif line.startswith(b"data: "):
                    if kind == "progress":
                        seen.first[number] = min(seen.first[number], time.monotonic() - began)
                        seen.progress[number] += 1
                        seen.depth[number] = max(seen.depth[number], json.loads(line[6:])["depth"])
                    elif kind == "error":
                        seen.problems.append(line.decode())
                    elif kind == "done":
                        seen.ended[number] += 1
        if kind != "done":
            seen.problems.append(f"client {number}: the stream broke off after {kind!r}")
            return


async def visitor(port: int, seen: Seen) -> None:
    """Opens the page again and again."""
    while True:
        start = time.monotonic()
        async with ask(port, "/") as reader:
            answer = await reader.read()
        seen.pages.append(time.monotonic() - start)
        if b" 200 " not in answer[:20]:
            seen.problems.append(f"GET / gives {answer[:60]!r}")
        await asyncio.sleep(0.1)


async def crowd(port: int, process: int, seconds: float) -> Seen:
    """What 200 pages see in so many seconds."""
    seen, began = Seen(), time.monotonic()
    tasks = [
        asyncio.create_task(client(number, port, actions, began, seen)) for number, actions in enumerate(positions())
    ]
    tasks.append(asyncio.create_task(visitor(port, seen)))
    while (spent := time.monotonic() - began) < seconds or (spent < LATEST and not min(seen.progress)):
        await asyncio.sleep(0.5)
        seen.megabytes = max(seen.megabytes, memory(process))
    for task in tasks:
        task.cancel()
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(result, Exception):
            seen.problems.append(repr(result))
    await asyncio.sleep(0.1)  # connections are closed in the next round of the loop
    return seen


def memory(process: int) -> float:
    """Megabytes that a process holds, where the system tells."""
    try:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


@contextmanager
def server() -> Iterator[tuple[int, int]]:
    """A studio with nobody in it; gives its port and its process."""
    command = [sys.executable, "-m", "countermove", "studio", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            found = re.search(r":(\d+)/", process.stderr.readline())
            assert found
            yield int(found[1]), process.pid
        finally:
            process.terminate()
            process.wait(30)


async def compiled(port: int) -> None:
    """Wait until the search is compiled: what comes after is searching."""
    async with ask(port, "/api/analyse", {"game": "connect4", "depth": 4}, "first") as reader:
        answer = await reader.read()
    assert b"event: done" in answer, answer
    await asyncio.sleep(0.1)


def measure(seconds: float) -> tuple[Seen, bool]:
    """What the crowd saw, and whether the studio still answers once it has gone."""
    with server() as (port, process):
        asyncio.run(compiled(port))
        seen = asyncio.run(crowd(port, process, seconds))
        asyncio.run(compiled(port))
        return seen, True


@pytest.mark.slow
@pytest.mark.native
def test_two_hundred_pages_analyse_at_once_and_none_is_starved() -> None:
    is_long = bool(os.environ.get("COUNTERMOVE_LONG"))
    seen, answers = measure(LONG if is_long else SHORT)
    print(seen)
    assert not seen.problems
    assert min(seen.progress) >= 1
    assert seen.megabytes < MEGABYTES
    assert answers
    assert seen.pages
    if is_long:
        assert seen.slowest < QUICK


if __name__ == "__main__":
    print(measure(float(sys.argv[1]) if len(sys.argv) > 1 else LONG)[0])
