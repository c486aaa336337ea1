"""An answer from the textbook search while the compiled one is still compiling.

It runs alongside the compiler, for a few seconds only, because the two share one interpreter.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

from countermove import worker

COMPILE_DELAY = 1.0
"""Seconds of compiling before the interpreted search starts."""
INTERPRETED_SECONDS = 4.0
"""Time limit of the interpreted search."""
NOTE = "Compiling the search (once); until then, this is the interpreted textbook search."


@contextlib.contextmanager
def meanwhile(over: threading.Event, ask: Callable[[], None]) -> Iterator[None]:
    """Run `ask()` in another thread if this one compiles for long; `over` is set once it no longer does."""
    thread = threading.get_ident()

    def body() -> None:
        while not over.wait(COMPILE_DELAY):
            if worker.compiles(thread):
                with contextlib.suppress(Exception):  # the search itself reports errors in the rules
                    ask()
                return

    worker.start(body)
    try:
        yield
    finally:
        over.set()
