"""The author's own games: files that the command line names, watched, and loaded anew whenever they are saved.

A new version is first tried in a process of its own (`own_check.py`), for it may do anything. Once it gets through its
first states it is loaded here and can be played, while that process goes on to check and to compile it. A version
that does not work leaves the one before it on the shelf; the page is told why.
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
from countermove.studio.shape import RefusedError
from countermove.vetting import load_game

__all__ = ["Own", "OwnGame"]

PAUSE = 0.2
"""Seconds between two looks at the files."""
LOADING, CHECKING = 40.0, 180.0
"""Seconds until a file must be loaded, and checked: beyond what the check itself allows and what compiling takes."""
IMPORT = re.compile(r"^\s*(?:from|import)\s+(\w+)", re.MULTILINE)
MOST = 50
"""Files watched for one game."""


class OwnGame:
    """One game in an author's file."""

    def __init__(self, spec: str, name: str, changed: Callable[[str], None]) -> None:
        self.spec, self.name = spec, name
        self.path = Path(registry.parted(spec)[0])
        self.version = 0
        """How many versions have worked."""
        self.state = "checking"
        self.error: str | None = None
        self.report: dict[str, Any] | None = None
        self._game: Game | None = None
        self._changed = changed
        self._closed = threading.Event()

    @property
    def game(self) -> Game:
        """The last version that worked."""
        if self._game is None:
            raise RefusedError(self.error or f"{self.path.name} is being checked; wait a moment.", 503)
        return self._game

    def as_json(self) -> dict[str, Any]:
        """How it stands, as the page is told; `report` is null until the check has ended."""
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
                except Exception as error:  # whatever it is, the next version is tried
                    self._tell("broken", fault.sentence(error))
            self._closed.wait(PAUSE)

    def close(self) -> None:
        self._closed.set()

    def _settled(self) -> Any:
        """What is in the files, once nobody is writing them."""
        before = _stamp(self.path)
        while not self._closed.wait(PAUSE / 2):
            now = _stamp(self.path)
            if now == before:
                return now
            before = now
        return before

    def _renew(self, stamp: Any) -> None:
        self._tell("checking", None)
        before, loaded = self._game, False
        with _Trial(self.spec) as trial:
            for told in trial.answers(lambda: self._closed.is_set() or _stamp(self.path) != stamp):
                if told is None:  # saved again, or all is over
                    return
                if "loaded" in told:
                    loaded = self._load()
                elif "report" in told and loaded:
                    self.report = told["report"]
                    self._tell("ready", None)
                elif "error" in told:
                    if loaded and "down" in told:  # compiling it would bring the studio down, too
                        self._game = before
                        self.version += 1
                    self._tell("broken", told["error"])

    def _load(self) -> bool:
        """Load the version that was tried; whether it works here, too."""
        registry.forget(_parts(self.path))
        try:
            game = load_game(self.spec)
        except Exception as error:
            self._tell("broken", fault.sentence(error))
            return False
        self._game, self.report = game, None
        self.version += 1
        self._tell("ready", None)
        return True

    def _tell(self, state: str, error: str | None) -> None:
        self.state, self.error = state, error
        if state == "broken":
            self.report = None
        self._changed(self.name)


class Own:
    """All of the author's games, by the name that the page uses."""

    def __init__(self, specs: tuple[str, ...] = ()) -> None:
        self._games: dict[str, OwnGame] = {}
        self._told: set[Callable[[dict[str, Any]], None]] = set()
        self._lock = threading.Lock()
        self.renewed: Callable[[str], None] = lambda name: None
        """Called with the name of a game of which there is a new version."""
        self._versions: dict[str, int] = {}
        for spec in dict.fromkeys(specs):
            name = self._name(spec)
            self._games[name] = OwnGame(spec, name, self._changed)

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __contains__(self, name: object) -> bool:
        return name in self._games

    def __getitem__(self, name: str) -> OwnGame:
        return self._games[name]

    def split(self, spec: str) -> tuple[str, str] | None:
        """A name and the parameters after it; None where no game of the author's is meant."""
        if spec in self._games:
            return spec, ""
        name, colon, _ = spec.rpartition(":")
        while colon:  # a value may hold a colon, too
            if name in self._games:
                return name, spec[len(name) + 1 :]
            name, colon, _ = name.rpartition(":")
        return None

    def open(self) -> None:
        """Begin to watch the files."""
        for game in self._games.values():
            worker.start(game.watch)

    def close(self) -> None:
        for game in self._games.values():
            game.close()

    def as_json(self) -> dict[str, Any]:
        return {"games": [game.as_json() for game in self._games.values()]}

    def listen(self, tell: Callable[[dict[str, Any]], None]) -> Callable[[], None]:
        """Have `tell` called now and after each change; gives back what ends it."""
        with self._lock:
            self._told.add(tell)
            tell(self.as_json())

        def end() -> None:
            with self._lock:
                self._told.discard(tell)

        return end

    def _changed(self, name: str) -> None:
        version = self._games[name].version
        if self._versions.get(name, 0) != version:
            self._versions[name] = version
            self.renewed(name)
        with self._lock:
            for tell in self._told:
                with suppress(Exception):
                    tell(self.as_json())

    def _name(self, spec: str) -> str:
        """The file's own name and the class; where that is taken, with what tells it apart."""
        file, rest = registry.parted(spec)
        path = Path(file).resolve()
        first = rest.partition(":")[0]
        short = f"{path.name}:{first}" if first and "=" not in first else path.name
        known = [short, f"{path.parent.name}-{short}", *(f"{short}-{number}" for number in range(2, 100))]
        return next(name for name in known if name not in self._games)


class _Trial:
    """The process in which a file is tried."""

    def __init__(self, spec: str) -> None:
        command = [sys.executable, "-P", "-B", "-m", "countermove.studio.own_check", spec]
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
        """What the process tells; None, last, when it is not wanted any more."""
        began, limit, what = time.monotonic(), LOADING, "has not been loaded"
        while True:
            try:
                line = self._lines.get(timeout=PAUSE)
            except queue.Empty:
                if is_over():
                    yield None
                    return
                if time.monotonic() - began > limit:
                    yield {"error": f"{self._file} {what} within {limit:.0f} seconds; does a loop in it not end?"}
                    return
                continue
            if line is None:
                if self._process.wait():
                    sentence = f"{self._file} brought the process down in which it was tried{self._ending()}."
                    yield {"error": sentence, "down": True}
                return
            told = json.loads(line)
            limit, what = CHECKING, "has not been checked"
            yield told

    def _ending(self) -> str:
        code = self._process.returncode
        if code >= 0:
            return f" (it ended with the code {code})"
        import signal

        with suppress(ValueError):
            return f" ({signal.Signals(-code).name})"
        return ""


def _parts(path: Path) -> list[Path]:
    """A file and the modules beside it that it imports, as its lines say, even where they are no Python just now."""
    found, waiting = [path], [path]
    while waiting and len(found) < MOST:
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
    """What tells one state of the files from another: what they hold."""
    held = []
    for part in _parts(path):
        try:
            held.append((str(part), part.read_bytes()))
        except OSError:
            held.append((str(part), b""))
    return tuple(held)
