"""Ctrl-C while something is imported ends the program at once, with the exit code that it has later too.

There is nothing to clean up then; and an exception in the midst of an import would be shown with a traceback, or lost.
That holds where this process is the program `countermove`; a program that imports Countermove handles it itself. So
that it holds from the start, this is imported first and imports next to nothing.
"""

import os
import signal
import sys

__all__ = ["INTERRUPTED", "begin"]

INTERRUPTED = 130
_begun = False


def begin() -> None:
    """All is there that a command needs to begin: from now on Ctrl-C is a KeyboardInterrupt, unless one imports."""
    global _begun
    _begun = True


def _interrupted(number, frame):  # type: ignore[no-untyped-def]
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    if _begun and frame is None:
        raise KeyboardInterrupt
    try:
        os.write(2, b"\x1b[?25hInterrupted.\n" if os.isatty(2) else b"Interrupted.\n")  # a spinner hides the cursor
    finally:
        os._exit(INTERRUPTED)


def _is_program() -> bool:
    """Whether this process was started as `countermove`, or as `python -m countermove`."""
    name: str = (getattr(sys, "argv", None) or [""])[0]
    if name == "-m":
        return any(pair == ("-m", "countermove") for pair in zip(sys.orig_argv, sys.orig_argv[1:]))
    return os.path.basename(name).removesuffix(".exe").removesuffix("-script.py") == "countermove"


if _is_program() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    try:  # noqa: SIM105 (contextlib would have to be imported first)
        signal.signal(signal.SIGINT, _interrupted)
    except ValueError:  # not in the main thread
        pass
