"""Another program, talked to line by line.

Threads read and write its lines, so a program that hangs costs a time limit and nothing more. What it writes to
standard error is read too, and quoted if it ends early. Every program is ended with this one at the latest.
"""

from __future__ import annotations

import atexit
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from countermove.errors import ForfeitError, SpecError

MAX_LINE = 1 << 20
"""Bytes of a line; the rest of a longer one counts as another."""
MAX_WAITING = 1000
"""Lines that may wait to be read; then the program has to wait."""
MAX_QUOTED = 160
GAMES = ("/usr/games", "/usr/local/games")
"""Folders of games, which may be missing from the PATH."""
GRACE = 1.0
"""Seconds that a program has to end by itself."""
PAUSE = 0.02
"""Seconds between two checks whether to stop."""


def command_of(text: str) -> list[str]:
    """The command that a text describes: a program and its arguments, split as a shell does.

    The program is a path, or found on the PATH. A Python file that is not executable runs with this Python. SpecError
    if it is not found.
    """
    if Path(text).is_file():
        words = [text]
    else:
        try:
            words = shlex.split(text, posix=os.name != "nt")
        except ValueError:
            raise SpecError(f"The program {text!r} has a quotation mark without its pair.") from None
    if not words:
        raise SpecError("Name a program after the colon, as in uci:stockfish.")
    name, *arguments = words
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath), *GAMES])
    found = shutil.which(os.path.expanduser(name), path=folders)
    if found is not None:
        return [found, *arguments]
    path = Path(name).expanduser()
    if path.is_file() and path.suffix == ".py":
        return [sys.executable, str(path), *arguments]
    if path.is_file():
        raise SpecError(f"The file {name!r} is not a program; make it executable (chmod +x).")
    if path.is_dir():
        raise SpecError(f"{name!r} is a folder; give the path of a program.")
    raise SpecError(f"Program {name!r} not found; install it, or give its path.")


class Program:
    """A running program."""

    def __init__(self, command: Sequence[str], name: str) -> None:
        self.name = name
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us; we end it
            )  # fmt: skip
        except OSError as error:
            raise SpecError(f"{name} cannot be started: {(error.strerror or 'it fails').lower()}.") from None
        self._heard: queue.Queue[str | None] = queue.Queue(MAX_WAITING)
        self._unsent: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._last_words: deque[str] = deque(maxlen=1)
        self._ended = threading.Event()
        _running.add(self)
        for work in (self._write, self._read, self._drain):
            threading.Thread(target=work, daemon=True).start()

    @property
    def is_running(self) -> bool:
        return not self._ended.is_set() and self._process.poll() is None

    def send(self, line: str) -> None:
        """Send a line; it never waits for the program to read it."""
        self._unsent.put(line)

    def read(self, deadline: float, stop: threading.Event | None = None) -> str | None:
        """The next line; None once it is `deadline` (of `time.monotonic`) or `stop` is set.

        ForfeitError if the program has ended.
        """
        while True:
            left = deadline - time.monotonic()
            try:
                line = self._heard.get(timeout=max(0.0, min(left, PAUSE if stop else left)))
            except queue.Empty:
                if left <= 0 or (stop is not None and stop.is_set()):
                    return None
                continue
            if line is None:
                self._heard.put(None)  # for the next call
                raise ForfeitError(f"{self.name} {self._end()}.")
            return line

    def close(self, farewell: str | None = None) -> None:
        """End the program: by its own command, if it knows one, or else by force."""
        if self._ended.is_set():
            return
        if farewell is not None:
            self.send(farewell)
        self._unsent.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE if farewell is not None else 0)
        self.kill()

    def kill(self) -> None:
        """End the program at once, and those it has started."""
        self._ended.set()
        _running.discard(self)
        self._unsent.put(None)
        with suppress(OSError):
            if os.name == "nt":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)  # it leads its own group, while it is not waited for
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)

    # Threads.

    def _write(self) -> None:
        stream = _open(self._process.stdin)
        with suppress(OSError, ValueError):
            while (line := self._unsent.get()) is not None:
                stream.write((line + "\n").encode())
                stream.flush()
        with suppress(OSError):
            stream.close()

    def _read(self) -> None:
        stream = _open(self._process.stdout)
        with suppress(OSError, ValueError):
            while line := stream.readline(MAX_LINE):
                self._hear(line.decode("utf-8", "replace").rstrip("\r\n"))
        self._hear(None)
        stream.close()

    def _hear(self, line: str | None) -> None:
        while not self._ended.is_set():
            try:
                self._heard.put(line, timeout=0.1)
                return
            except queue.Full:
                continue

    def _drain(self) -> None:
        stream = _open(self._process.stderr)
        with suppress(OSError, ValueError):
            while line := stream.readline(MAX_LINE):
                if line.strip():
                    self._last_words.append(line.decode("utf-8", "replace").strip())
        stream.close()

    def _end(self) -> str:
        """How it ended."""
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "closed its output instead of answering"
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        said = f": {quoted(self._last_words[-1])}" if self._last_words else ""
        return f"{how} instead of answering{said}"


def quoted(text: str) -> str:
    """A line of a program as a message quotes it."""
    return repr(text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…")


def _open(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


_running: weakref.WeakSet[Program] = weakref.WeakSet()


@atexit.register
def _kill_all() -> None:
    for program in list(_running):
        program.kill()
