"""The student's process: runs the function on one tree after another and reports what happened.

It talks in lines of JSON over what was its standard input and output; the student's code gets neither. The file is run
afresh for every tree, so that nothing one search leaves behind (a global beta, a cache) reaches the next. A thread
watches the clock, and reports the line the code was in when its time was up.
"""

from __future__ import annotations

import inspect
import io
import json
import os
import sys
import threading
import time
import traceback
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from countermove.lectures.grade.confine import SLOW, confine
from countermove.lectures.grade.exhibit import (
    ExhibitGame,
    MisuseError,
    Node,
    Record,
    helpers,
    instrumented,
    notice,
    plain_tree,
)
from countermove.lectures.grade.own.explore import explore

MUCH = 64
"""The megabytes from which code that runs out of time on a small tree is said to run out of memory."""


class ReadsError(EOFError):
    """The student's code asks for input."""


class _Keyboard(io.TextIOBase):
    """Standard input that nobody types on."""

    def readable(self) -> bool:
        return True

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        raise ReadsError("there is nobody to answer")

    read = readline  # type: ignore[assignment]


class _Sink(io.TextIOBase):
    """Standard output that goes nowhere, and remembers the line that first wrote to it."""

    def __init__(self, path: str) -> None:
        self.path, self.line = path, 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not self.line:
            self.line = _line_of(sys._getframe(1), self.path)
        return len(text)


class EmptyError(Exception):
    """The function answered nothing."""


class Child:
    """A student's file and how to ask its function."""

    def __init__(self, order: dict[str, Any], out: Any) -> None:
        self.path: str = order["path"]
        self.function: str = order["function"]
        self.style: str = order["style"]
        self.roles: list[list[str]] = order["roles"]
        self.start: int | str = order["start"]
        self.seconds: float = order["seconds"]
        self.before = _taken()
        self.out = out
        self.sink = _Sink(self.path)
        self.code: CodeType = compile(Path(self.path).read_bytes(), self.path, "exec", dont_inherit=True)

    def tell(self, **words: Any) -> None:
        self.out.write(json.dumps({**words, "prints": self.sink.line}, default=_as_number) + "\n")
        self.out.flush()

    def load(self) -> Any:
        """The function, from a fresh run of the file."""
        space: dict[str, Any] = {"__name__": Path(self.path).stem, "__file__": self.path}
        if self.style == "node":
            space = {**helpers(), **space}
        exec(self.code, space)
        return space[self.function]

    def ask(self, case: dict[str, Any] | None) -> dict[str, Any]:
        """What the function answers on a tree; without one, whether the file can be run at all."""
        record = Record()
        root: Any = None
        sys.stdout = sys.stderr = self.sink
        sys.stdin = _Keyboard()
        done = threading.Event()
        threading.Thread(target=self.watch, args=(threading.get_ident(), done), daemon=True).start()
        try:
            if case is not None and "own" in case:
                return {"own": explore(Path(self.path), case["own"])}
            function = self.load()
            if case is None:
                return {"ready": True}
            root = self.exhibit(case, record)
            answer = self.call(function, case, root)
            if answer is None:
                raise EmptyError(f"{self.function} returns None")
            told = {
                "answer": _plain(answer, root),
                "said": repr(answer)[:80],
                "changed": self.changed(root, case, record),
            }
            return told | self.looked_at(case, record, answer, told["answer"])
        except (Exception, SystemExit) as error:
            if isinstance(error, MemoryError):
                _unlimit()  # to tell of it takes memory too
            return {"fault": self.fault(error), "changed": self.changed(root, case, record)}
        finally:
            done.set()

    def exhibit(self, case: dict[str, Any], record: Record) -> Any:
        if self.style == "game":
            return ExhibitGame(case, record)
        if self.style == "node":
            return Node(case["tree"], case["pattern"], record)
        return plain_tree(case["tree"])

    def call(self, function: Any, case: dict[str, Any], root: Any) -> Any:
        """Calls the function, each parameter filled with what its name asks for."""
        values = {
            "game": root,
            "state": root.initial() if self.style == "game" else root,
            "depth": case["depth"],
            "alpha": float("-inf"),
            "beta": float("inf"),
            "player": self.start,
            "maximizing": True,
            "color": 1,
        }
        if case["depth"] is None:
            del values["depth"]
        return function(**{name: values[role] for name, role in self.roles if role in values})

    def looked_at(self, case: dict[str, Any], record: Record, answer: Any, told: Any) -> dict[str, Any]:
        """The leaves and states that were visited. Nested lists are searched once more, with leaves that notice."""
        if self.style != "tree":
            return {"leaves": sorted(record.leaves), "visited": sorted(record.visited)}
        try:
            tree = instrumented(case["tree"], record)
            sys.setprofile(self.handed_back)
            again = self.call(self.load(), case, tree)
            sys.setprofile(None)
            if _plain(again, tree) != told:
                return {"leaves": None}
            return {"leaves": sorted(record.leaves)}
        except (Exception, SystemExit):  # code that looks at types closely
            return {"leaves": None}
        finally:
            sys.setprofile(None)

    def handed_back(self, frame: FrameType, event: str, answer: Any) -> None:
        """A leaf that a function hands back has been visited, even if nobody compares it any more."""
        code = frame.f_code
        if event == "return" and code.co_filename == self.path and not code.co_flags & inspect.CO_GENERATOR:
            notice(answer)

    def changed(self, root: Any, case: dict[str, Any] | None, record: Record) -> str | None:
        """Whether the code has changed what it was given, in words."""
        if case is None or root is None:
            return None
        if self.style == "game":
            return record.changed()
        if self.style == "node":
            words: str | None = root.changed()
            return words
        before = plain_tree(case["tree"])
        return None if root == before else f"the tree was {before} and is {root} now"

    def fault(self, error: BaseException) -> dict[str, Any]:
        """An exception as what, where and why."""
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.path]
        kinds = {
            SystemExit: "exit", ReadsError: "reads", MemoryError: "memory", RecursionError: "recursion",
            MisuseError: "misuse", EmptyError: "empty",
        }  # fmt: skip
        kind = next((word for each, word in kinds.items() if isinstance(error, each)), "crash")
        line = frames[-1].lineno if frames else 0
        text = (str(error).strip().splitlines() or [""])[0].rstrip(".")[:200]
        return {"kind": kind, "type": type(error).__name__, "text": text, "line": line}

    def watch(self, thread: int, done: threading.Event) -> None:
        """When the time is up, tell where the code is, and end the process."""
        began, used = time.monotonic(), time.process_time()
        while (left := self.seconds - (time.process_time() - used)) > 0:
            if done.wait(max(left, 0.01)):
                return
            if time.monotonic() - began > SLOW * self.seconds:
                break
        line = _line_of(sys._current_frames().get(thread), self.path)
        taken = _taken() - self.before
        kind, text = ("memory", f"{taken} MB") if taken > MUCH else ("endless", "")
        self.tell(fault={"kind": kind, "type": "", "text": text, "line": line}, changed=None)
        os._exit(1)


def _line_of(frame: FrameType | None, path: str) -> int:
    """The innermost line of the student's file on a stack."""
    while frame is not None:
        if frame.f_code.co_filename == path:
            return frame.f_lineno
        frame = frame.f_back
    return 0


def _plain(answer: Any, root: Any, outer: bool = True) -> Any:
    """An answer as JSON: numbers, None, pairs, a child of the root as its number, and a line as its first action."""
    if answer is None or isinstance(answer, str):
        return answer
    children = root.children if isinstance(root, Node) else root if isinstance(root, list) else []
    for index, child in enumerate(children):
        if answer is child and not isinstance(child, (int, float)):
            return {"child": index}
    if isinstance(answer, (tuple, list)) and outer and len(answer) == 2:
        return [_plain(each, root, False) for each in answer]
    if isinstance(answer, (tuple, list)) and not outer:
        return _plain(answer[0], root, False) if answer else None
    if isinstance(answer, bool) or not hasattr(answer, "__float__"):
        return {"other": repr(answer)[:80]}
    return float(answer)


def _as_number(value: Any) -> Any:
    """A number of NumPy as one of Python, and anything else as text."""
    return float(value) if hasattr(value, "__float__") else str(value)


def _limit(megabytes: int) -> None:
    """As much memory and no more, where the system can hold a process to it."""
    try:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        wanted = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (wanted if most < 0 else min(wanted, most), most))
    except (ImportError, ValueError, OSError, OverflowError):
        return


def _unlimit() -> None:
    """As much memory as the system gives."""
    try:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, ValueError, OSError):
        return


def _taken() -> int:
    """The memory that this process has, in megabytes, where the system reports it."""
    try:
        # The most it ever had includes, in a process that was spawned rather than forked, what its parent had.
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20
    except OSError:
        pass
    try:
        import resource

        most: int = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most // (2**20 if sys.platform == "darwin" else 2**10)
    except (ImportError, OSError):
        return 0


def main() -> None:
    """Serve until nobody asks any more."""
    asked = os.fdopen(os.dup(0), encoding="utf-8")
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    order = json.loads(asked.readline())
    folder = Path(order["path"]).resolve().parent
    sys.path.insert(0, str(folder))
    confine(folder)
    _limit(order["memory"])
    child = Child(order, out)
    child.tell(ready=True)
    for line in asked:
        child.tell(**child.ask(json.loads(line)))
    os._exit(0)  # whatever threads the student's code has started
