"""The author's games: files named on the command line, watched and reloaded on save.

A new version is first tried in its own process (`author_check.py`), because it may do anything. Once it gets through
its first states it is loaded here and can be played, while that process goes on to check and compile it. A version that
fails leaves the previous one on the shelf; the page shows why.
"""

from __future__ import annotations

import json
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from countermove import fault, registry, worker
from countermove.game import Game
from countermove.loader import load_game
from countermove.studio.web.shape import RefusedError

POLL_SECONDS = 0.2
"""Seconds between two polls of the files."""
MAX_LOAD_SECONDS, MAX_CHECK_SECONDS = 40.0, 180.0
"""Time limits for loading and for checking a file, beyond the check's own limit and compile time."""
FIRST_SECONDS = 20.0
"""How long a question about a file waits while its first version is tried."""
IMPORT = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)
MAX_WATCHED_FILES = 50
"""Maximum files watched per game."""


class AuthorGame:
    """One game in an author's file."""

    def __init__(self, spec: str, name: str, changed: Callable[[str], None]) -> None:
        self.spec, self.name = spec, name
        self.path = Path(registry.parted(spec)[0])
        self.version = 0
        """Number of working versions so far."""
        self.state = "checking"
        self.error: str | None = None
        self.report: dict[str, Any] | None = None
        self._game: Game | None = None
        self._changed = changed
        self._closed = threading.Event()
        self._tried = threading.Event()

    @property
    def game(self) -> Game:
        """The last version that worked; waits while the first one is tried."""
        self._tried.wait(FIRST_SECONDS)
        return self.game_now

    @property
    def game_now(self) -> Game:
        """The last version that worked, without waiting."""
        if self._game is None:
            raise RefusedError(self.error or f"Checking {self.path.name}; try again in a moment.", 503)
        return self._game

    def as_json(self) -> dict[str, Any]:
        """Status for the page; `report` is null until the check has ended."""
        compiled = self.report["compiled"] if self.report else None
        return {
            "game": self.name,
            "version": self.version,
            "state": self.state,
            "error": self.error,
            "report": self.report,
            "compiled": compiled,
            "compile_error": self.report["note"] if self.report and compiled is False else None,
        }

    def watch(self) -> None:
        """Try the file now and whenever it is saved, until `close`."""
        seen: Any = None
        while not self._closed.is_set():
            now = self._settled()
            if now != seen:
                seen = now
                try:
                    self._renew(now)
                except Exception as error:  # the next version is tried regardless
                    self._set_state("broken", fault.sentence(error))
            self._closed.wait(POLL_SECONDS)

    def close(self) -> None:
        self._closed.set()
        self._tried.set()

    def _settled(self) -> Any:
        """The files' contents, once no longer being written."""
        before = _stamp(self.path)
        while not self._closed.wait(POLL_SECONDS / 2):
            now = _stamp(self.path)
            if now == before:
                return now
            before = now
        return before

    def _renew(self, stamp: Any) -> None:
        self._set_state("checking", None)
        before, loaded = self._game, False
        with _Trial(self.spec) as trial:
            for message in trial.answers(lambda: self._closed.is_set() or _stamp(self.path) != stamp):
                if message is None:  # saved again, or shutting down
                    return
                if "loaded" in message:
                    loaded = self._load()
                elif "report" in message and loaded:
                    self.report = message["report"]
                    self._set_state("ready", None)
                elif "error" in message:
                    if loaded and "down" in message:  # compiling it would crash the studio, too
                        self._game = before
                        self.version += 1
                    self._set_state("broken", message["error"])

    def _load(self) -> bool:
        """Load the version that was tried; returns whether it works here, too."""
        registry.forget(_parts(self.path))
        try:
            game = load_game(self.spec)
        except Exception as error:
            self._set_state("broken", fault.sentence(error))
            return False
        self._game, self.report = game, None
        self.version += 1
        self._set_state("ready", None)
        return True

    def _set_state(self, state: str, error: str | None) -> None:
        self.state, self.error = state, error
        if state == "broken":
            self.report = None
        if state != "checking":
            self._tried.set()
        self._changed(self.name)


class AuthorGames:
    """The author's games, by the name the page uses."""

    def __init__(self, specs: tuple[str, ...] = ()) -> None:
        self._games: dict[str, AuthorGame] = {}
        self._listeners: set[Callable[[dict[str, Any]], None]] = set()
        self._lock = threading.Lock()
        self.renewed: Callable[[str], None] = lambda name: None
        """Called with the name of a game that has a new version."""
        self._versions: dict[str, int] = {}
        for spec in dict.fromkeys(specs):
            name = self._name(spec)
            self._games[name] = AuthorGame(spec, name, self._changed)

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __contains__(self, name: object) -> bool:
        return name in self._games

    def __getitem__(self, name: str) -> AuthorGame:
        return self._games[name]

    def split(self, spec: str) -> tuple[str, str] | None:
        """The name and its parameters; None if it is not an author's game."""
        if spec in self._games:
            return spec, ""
        name, colon, _ = spec.rpartition(":")
        while colon:  # a value may contain a colon, too
            if name in self._games:
                return name, spec[len(name) + 1 :]
            name, colon, _ = name.rpartition(":")
        return None

    def open(self) -> None:
        """Start watching the files."""
        for game in self._games.values():
            worker.start(game.watch)

    def close(self) -> None:
        for game in self._games.values():
            game.close()

    def as_json(self) -> dict[str, Any]:
        return {"games": [game.as_json() for game in self._games.values()]}

    def listen(self, send: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
        """Call `send` now and after each change; returns a function that unsubscribes."""
        with self._lock:
            self._listeners.add(send)
            send(self.as_json())

        def end() -> None:
            with self._lock:
                self._listeners.discard(send)

        return end

    def _changed(self, name: str) -> None:
        version = self._games[name].version
        if self._versions.get(name, 0) != version:
            self._versions[name] = version
            self.renewed(name)
        with self._lock:
            for send in self._listeners:
                with suppress(Exception):
                    send(self.as_json())

    def _name(self, spec: str) -> str:
        """The file name and the class, with a prefix or number if taken."""
        file, rest = registry.parted(spec)
        path = Path(file).resolve()
        first = rest.partition(":")[0]
        short = f"{path.name}:{first}" if first and "=" not in first else path.name
        known = [short, f"{path.parent.name}-{short}", *(f"{short}-{number}" for number in range(2, 100))]
        return next(name for name in known if name not in self._games)


class _Trial:
    """The process that tries a file."""

    def __init__(self, spec: str) -> None:
        command = [sys.executable, "-P", "-B", "-m", "countermove.studio.games.author_check", spec]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            encoding="utf-8",
        )  # fmt: skip
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._file = Path(registry.parted(spec)[0]).name
        worker.start(self._read)

    def __enter__(self) -> _Trial:
        return self

    def __exit__(self, *error: object) -> None:
        with suppress(OSError):
            self._process.kill()
        self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines, suppress(ValueError, OSError):
            for line in lines:
                self._lines.put(line)
        self._lines.put(None)

    def answers(self, is_over: Callable[[], bool]) -> Iterator[dict[str, Any] | None]:
        """The process's messages; None, last, when cancelled."""
        began, limit, what = time.monotonic(), MAX_LOAD_SECONDS, "did not load"
        while True:
            try:
                line = self._lines.get(timeout=POLL_SECONDS)
            except queue.Empty:
                if is_over():
                    yield None
                    return
                if time.monotonic() - began > limit:
                    yield {"error": f"{self._file} {what} within {limit:.0f} seconds; is there an endless loop?"}
                    return
                continue
            if line is None:
                if self._process.wait():
                    sentence = f"{self._file} crashed the process that tried it{self._ending()}."
                    yield {"error": sentence, "down": True}
                return
            message = json.loads(line)
            limit, what = MAX_CHECK_SECONDS, "was not checked"
            yield message

    def _ending(self) -> str:
        code = self._process.returncode
        if code >= 0:
            return f" (exit code {code})"
        import signal

        with suppress(ValueError):
            return f" ({signal.Signals(-code).name})"
        return ""


def _parts(path: Path) -> list[Path]:
    """A file and the modules beside it that it imports, found line by line so that syntax errors do not matter."""
    found, waiting = [path], [path]
    while waiting and len(found) < MAX_WATCHED_FILES:
        text = ""
        with suppress(OSError):
            text = waiting.pop().read_text(errors="replace")
        for name in dict.fromkeys(IMPORT.findall(text)):
            beside = path.parent / f"{name}.py"
            if beside not in found and beside.is_file():
                found.append(beside)
                waiting.append(beside)
    return found


def _stamp(path: Path) -> Any:
    """The contents of the files, to detect changes."""
    held = []
    for part in _parts(path):
        try:
            held.append((str(part), part.read_bytes()))
        except OSError:
            held.append((str(part), b""))
    return tuple(held)
