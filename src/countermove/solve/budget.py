"""What solving may take: seconds, threads and memory, refused in a sentence where they make no sense.

Every method takes its budget through here, even what it has no use for: a slip of the hand is told, whichever method
turns out to fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from countermove.analysis.budget import Budget
from countermove.errors import SpecError

if TYPE_CHECKING:
    from countermove.engine.table import Table

__all__ = ["check", "table"]

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
    Budget(seconds, nodes=nodes, threads=threads, memory=memory)


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
