"""What the commands share: how they answer, fail, stop, and print.

A command is a function that returns an exit code (nothing means 0). `answering` wraps it so that every error
ends as one sentence on stderr and exit code 2. Consoles are created on use, never on import, to keep
`countermove --help` instant.
"""

from __future__ import annotations

import functools
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from countermove import fault, interrupt, worker
from countermove.errors import CountermoveError
from countermove.views.plain import plain

if TYPE_CHECKING:
    from rich.console import Console

OK, PROBLEMS, WRONG, BROKEN_PIPE, INTERRUPTED = 0, 1, 2, 1, interrupt.INTERRUPTED
MIN_WIDTH = 40
"""Minimum width in columns, whatever the terminal reports."""
TICK = 0.1
"""Seconds between two polls of the compiler's progress."""
T = TypeVar("T")


class StoppedByHandError(CountermoveError):
    """Ctrl-C arrived before there was an answer."""


def answering(command: Callable[..., int | None]) -> Callable[..., int]:
    """Wrap a command: errors become a sentence and an exit code."""

    @functools.wraps(command)
    def answer(*arguments: Any, **options: Any) -> int:
        try:
            code = command(*arguments, **options) or OK
            sys.stdout.flush()
            return code
        except BrokenPipeError:
            return hush()
        except KeyboardInterrupt:
            complain("Interrupted.")
            return INTERRUPTED
        except StoppedByHandError as error:
            complain(str(error))
            return INTERRUPTED
        except (Exception, SystemExit) as error:  # rules may call exit()
            if type(error).__module__.partition(".")[0] in ("typer", "click"):
                raise  # how commands end, and usage errors, which main explains
            return failed(error)

    return answer


def failed(error: BaseException) -> int:
    """Report the error; do not flush again at exit what could not be written (the disk may be full)."""
    complain(fault.sentence(error))
    try:
        sys.stdout.flush()
    except OSError:
        hush()
    return WRONG


def complain(text: str) -> None:
    """Print one sentence on stderr."""
    try:
        print(fault.one_line(text), file=sys.stderr, flush=True)
    except OSError:  # stderr is gone; the exit code remains
        hush(sys.stderr)


def hush(stream: TextIO | None = None) -> int:
    """The reader of stdout is gone (`| head`): write nothing more, not even at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())
    return BROKEN_PIPE


def open_streams() -> None:
    """Open missing streams (`>&-`) on devnull; replace characters the console cannot show."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def console(error: bool = False) -> Console:
    """A console for human output: stdout, or stderr."""
    from rich.console import Console

    class Out(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    out = Out(file=sys.stderr if error else sys.stdout, highlight=False, emoji=False, markup=False)
    out.width = max(out.width, MIN_WIDTH)
    return out


def emit(answer: dict[str, Any]) -> None:
    """Print a command's JSON object."""
    print(json.dumps(plain(answer), allow_nan=False))


@contextmanager
def stoppable() -> Iterator[threading.Event]:
    """An event set by the first Ctrl-C, so that work stops with its best answer so far; the second exits."""
    stop = threading.Event()

    def interrupted(number: int, frame: Any) -> None:
        if stop.is_set():
            if sys.stderr.isatty():
                print("\x1b[?25h", file=sys.stderr, flush=True)  # the spinner has hidden the cursor
            os._exit(INTERRUPTED)  # at once: compiled code may not poll
        stop.set()

    try:
        before = signal.signal(signal.SIGINT, interrupted)
    except ValueError:  # not the main thread, so Ctrl-C never arrives here
        yield stop
        return
    try:
        with worker.heeding(stop):
            yield stop
    except worker.CancelledError:
        raise StoppedByHandError("Stopped before there was an answer.") from None
    except CountermoveError as error:
        if stop.is_set():
            raise StoppedByHandError(str(error)) from error
        raise
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def watched(message: str, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """A spinner on a terminal, nothing elsewhere; the function it yields changes the text."""
    screen = None if quiet else console(error=True)
    if screen is None or not screen.is_terminal:
        yield lambda words: None
        return
    said = [message]
    done = threading.Event()

    def update(words: str) -> None:
        said[0] = words
        status.update(words)

    def show_compiling() -> None:
        """While rules compile, show that and for how long."""
        while not done.wait(TICK):
            now = worker.compiled_now()
            status.update(said[0] if now is None else f"Compiling {now[0]} ... {now[1]:.1f} s")

    with screen.status(message, spinner="line", spinner_style="cyan") as status:
        teller = threading.Thread(target=show_compiling, daemon=True)
        teller.start()
        try:
            yield update
        finally:
            done.set()
            teller.join()


def require(condition: bool, sentence: str) -> None:
    """Reject a combination of options."""
    if not condition:
        raise CountermoveError(sentence)
