"""Commands read line by line from standard input, and answers that threads write one at a time.

Whatever arrives is a line of text: bytes that are not UTF-8 are replaced, and what exceeds `MAX_LINE` is dropped.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Protocol

from countermove import fault
from countermove.errors import CountermoveError

MAX_LINE = 1 << 20
"""Bytes of a line."""


class Engine(Protocol):
    """What talks in a protocol."""

    def handle(self, line: str) -> bool:
        """Carry out one command; False after the last one."""

    def stop(self) -> None:
        """End the search, if there is one, and give its answer."""


class Output:
    """Lines to standard output, whole even if threads write at the same time."""

    def __init__(self, stream: IO[str] | None = None) -> None:
        self._stream = stream or sys.stdout
        self._writing = threading.Lock()

    def __call__(self, line: str) -> None:
        with self._writing, suppress(BrokenPipeError, ValueError):  # the reader may be gone; then input ends, too
            self._stream.write(line + "\n")
            self._stream.flush()


def lines(source: IO[bytes]) -> Iterator[str]:
    """The lines of a stream."""
    while line := source.readline(MAX_LINE):
        rest = line
        while not rest.endswith(b"\n") and (rest := source.readline(MAX_LINE)):
            pass
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def serve(engine: Engine, source: IO[bytes] | None = None) -> None:
    """Have an engine handle every line, until it quits or input ends."""
    for line in lines(source or sys.stdin.buffer):
        if not engine.handle(line):
            return
    engine.stop()


def complaint(error: BaseException) -> str:
    """An error as one line; a bug is reported as one, and the engine goes on."""
    return fault.one_line(str(error)) if isinstance(error, CountermoveError) else fault.sentence(error)
