"""What solving may take: seconds, threads and memory, refused in a sentence where they make no sense.

Every method takes its budget through here, even what it has no use for: a slip of the hand is told, whichever method
turns out to fit.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from countermove.errors import SpecError

if TYPE_CHECKING:
    from countermove.engine.table import Table

__all__ = ["check", "table"]

THREADS = 256
"""The most that there may be."""
SMALLEST = 1.0
"""Megabytes of the smallest table that is taken when nobody says."""


def check(seconds: Any = None, threads: Any = 1, memory: Any = None, nodes: Any = None) -> None:
    """A SpecError for a budget that cannot be meant.

    >>> check(seconds=2.5, threads=4, memory=64)
    >>> check(threads=0)
    Traceback (most recent call last):
    ...
    countermove.errors.SpecError: The number of threads is 0; give a whole number from 1 to 256.
    """
    if seconds is not None and not (_is_number(seconds) and 0 < seconds < math.inf):
        raise SpecError(f"The seconds to solve in are {seconds}; give a number above 0.")
    if not (isinstance(threads, int) and _is_number(threads) and 1 <= threads <= THREADS):
        raise SpecError(f"The number of threads is {threads!r}; give a whole number from 1 to {THREADS}.")
    if memory is not None and not (_is_number(memory) and 0 < memory < math.inf):
        raise SpecError(f"The memory to solve in is {memory!r} MB; give a number above 0.")
    if nodes is not None and not (_is_number(nodes) and nodes >= 1):
        raise SpecError(f"The nodes to solve in are {nodes}; give a whole number, 1 or more.")


def table(memory: float | None, usual: float) -> Table:
    """A table of so many megabytes; when nobody says, of the usual size, or a smaller one that leaves as much free."""
    from countermove.engine.table import Table, require  # here, for with them comes NumPy
    from countermove.native.memory import Memory

    if memory is not None:
        return Table(memory)
    while usual > SMALLEST:
        try:
            require(int(2 * usual * 2**20))
            Memory(int(2 * usual * 2**17))  # untouched, it costs nothing; and is given back at once
            return Table(usual)
        except (MemoryError, SpecError):
            usual /= 2
    return Table(usual)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
