"""The student's code as something to ask: a process of its own, with a limit on time and memory.

Whatever the code does (loop for ever, exit, exhaust memory, crash the interpreter) ends that process and not this one,
and is an answer like any other. The process shuts itself in before the code runs (`confine.py`), and is ended with all
that it has started.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from countermove.errors import SpecError
from countermove.lectures.grade.confine import SLOW
from countermove.lectures.grade.specimen import Specimen
from countermove.lectures.grade.submission import Submission

STARTING: Final = 60.0
"""Seconds the interpreter may take to start."""
GRACE: Final = 2.0
"""Seconds beyond its own after which a process is ended that has not ended itself: code may hold Python's lock."""
BOOT: Final = """
import sys, types
for name, path in {packages!r}:
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [path]
from countermove.lectures.grade.child import main
main()
"""
"""Starts the child without what these packages import, which it does not need."""


@dataclass(frozen=True, slots=True)
class Fault:
    """How code failed to answer."""

    kind: str
    """crash, misuse, empty, endless, recursion, memory, exit, reads, crashed or ended."""
    line: int = 0
    type: str = ""
    text: str = ""

    def sentence(self, name: str, seconds: float) -> str:
        """What happened, and where."""
        time = f"{seconds:g} second{'' if seconds == 1 else 's'}"
        where = f"{name} line {self.line}" if self.line else name
        return {
            "endless": f"{where} was still running after {time}; does its loop or recursion end?",
            "recursion": f"{where} calls itself without end; where does the recursion stop?",
            "memory": f"{where} had taken {self.text} after {time} and was still running."
            if self.text.endswith(" MB")
            else f"{where} needs more memory than it may have.",
            "crashed": f"{name} brought the interpreter down; does its recursion end?",
            "exit": f"{where} calls exit; return the answer instead.",
            "reads": f"{where} reads from the keyboard, and nobody answers while code is graded.",
            "ended": f"{name} ended its own process without an answer.",
            "misuse": f"{where}: {self.text}.",
            "empty": f"{self.text} where an answer is expected.",
        }.get(self.kind, f"{where} stops with {self.type}{': ' + self.text if self.text else ''}.")


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for one tree."""

    answer: Any = None
    said: str = ""
    """The answer as Python writes it."""
    leaves: frozenset[tuple[int, ...]] | None = None
    """The leaves that were looked at; None when that cannot be told."""
    visited: frozenset[tuple[int, ...]] | None = None
    """The states that were made, for code that works on a game."""
    changed: str | None = None
    """What the code has changed that was not its own, in words."""
    fault: Fault | None = None


class Pupil:
    """Asks a student's function; a process that has died is started again."""

    def __init__(self, submission: Submission, seconds: float, memory: int) -> None:
        self.submission = submission
        self.seconds = seconds
        self.memory = memory
        self.prints = 0
        """The line that prints, if one does."""
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def __enter__(self) -> Pupil:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.close()

    def ask(self, specimen: Specimen, depth: int | None) -> Reply:
        """What the function does with a tree."""
        told = self._talk({**specimen.to_json(), "depth": depth})
        fault = Fault(**told["fault"]) if told.get("fault") else None
        leaves, visited = (told.get(name) for name in ("leaves", "visited"))
        return Reply(
            told.get("answer"),
            told.get("said", ""),
            None if leaves is None else frozenset(map(tuple, leaves)),
            None if visited is None else frozenset(map(tuple, visited)),
            told.get("changed"),
            fault,
        )

    def explore(self, order: dict[str, Any]) -> tuple[list[dict[str, Any]], Fault | None]:
        """What the student's own game and search do, and how that ended if it did not end well."""
        told = self._talk({"own": order})
        return told.get("own", []), Fault(**told["fault"]) if told.get("fault") else None

    def check(self) -> None:
        """Refuse a file that cannot even be loaded."""
        told = self._talk(None)
        if told.get("fault"):
            raise SpecError(Fault(**told["fault"]).sentence(self.submission.path.name, self.seconds))

    def close(self) -> None:
        if self._process is not None:
            if os.name == "posix":
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _talk(self, message: dict[str, Any] | None) -> dict[str, Any]:
        process = self._started()
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(message) + "\n")
            process.stdin.flush()
            line = self._lines.get(timeout=SLOW * self.seconds + GRACE)
        except queue.Empty:
            self.close()
            return {"fault": {"kind": "endless"}}
        except OSError:
            line = None
        if line is None:
            return {"fault": {"kind": self._end(process)}}
        told: dict[str, Any] = json.loads(line)
        self.prints = self.prints or told.get("prints", 0)
        if (told.get("fault") or {}).get("kind") in ("endless", "memory"):
            self.close()
        return told

    def _end(self, process: subprocess.Popen[str]) -> str:
        """How a process that says nothing more has ended."""
        try:
            code = process.wait(1.0)
        except subprocess.TimeoutExpired:
            code = 0
        self.close()
        return {-9: "memory", -6: "crashed", -11: "crashed"}.get(code, "ended")

    def _started(self) -> subprocess.Popen[str]:
        if self._process is not None:
            return self._process
        here = Path(__file__).parent
        packages = (
            ("countermove.lectures", str(here.parent)),
            ("countermove.lectures.grade", str(here)),
            ("countermove.lectures.grade.own", str(here / "own")),
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", BOOT.format(packages=packages)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        self._lines = queue.Queue()
        threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()
        order = {
            "path": str(self.submission.path.resolve()),
            "function": self.submission.function,
            "style": self.submission.style,
            "roles": self.submission.roles,
            "start": self.submission.start,
            "seconds": self.seconds,
            "memory": self.memory,
        }
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended, which is found out next
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
        with contextlib.suppress(queue.Empty):
            if self._lines.get(timeout=STARTING) is None:  # else it is ready, and only now its own time begins
                self._lines.put(None)
        return self._process


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    """Passes on what the process says, and that it has ended."""
    assert process.stdout is not None
    try:
        for line in process.stdout:
            lines.put(line)
    except (OSError, ValueError):
        pass
    lines.put(None)
