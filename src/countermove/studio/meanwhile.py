"""An answer of the textbook's search while the compiler is at work: the first search of a game may wait for it long.

It runs beside the compiler, and only for some seconds, for the two share one interpreter.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

from countermove import worker

__all__ = ["LONGEST", "NOTE", "meanwhile"]

SLOW = 1.0
"""Seconds after which the compiler takes long enough for something else to be shown."""
LONGEST = 4.0
"""Seconds that the search beside the compiler may take."""
NOTE = "The search is still being compiled, once; until then this is what the textbook's finds, interpreted."


@contextlib.contextmanager
def meanwhile(over: threading.Event, ask: Callable[[], None]) -> Iterator[None]:
    """Have `ask()` run in another thread when this one is with the compiler for long; `over` says that it is not."""
    thread = threading.get_ident()

    def body() -> None:
        while not over.wait(SLOW):
            if worker.compiles(thread):
                with contextlib.suppress(Exception):  # what is wrong with the rules is told by the search itself
                    ask()
                return

    worker.start(body)
    try:
        yield
    finally:
        over.set()
