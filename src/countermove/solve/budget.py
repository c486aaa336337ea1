"""Checks on the budget for solving: seconds, threads and memory.

Every method passes its whole budget through here, even the parts it does not use: a mistake is reported whichever
method is picked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from countermove.analysis.budget import Budget
from countermove.errors import SpecError

if TYPE_CHECKING:
    from countermove.engine.table import Table

MIN_DEFAULT_MEGABYTES = 1.0
"""The smallest default table."""


def check(seconds: Any = None, threads: Any = 1, memory: Any = None, nodes: Any = None) -> None:
    """Raise SpecError for an invalid budget.

    >>> check(seconds=2.5, threads=4, memory=64)
    >>> check(threads=0)
    Traceback (most recent call last):
    ...
    countermove.errors.SpecError: The number of threads is 0; give a whole number from 1 to 256.
    """
    Budget(seconds, nodes=nodes, threads=threads, memory=memory)


def table(memory: float | None, usual: float) -> Table:
    """A table of `memory` megabytes; by default of the usual size, or a smaller one that leaves as much free."""
    from countermove.engine.table import Table, require  # imported late: it needs NumPy
    from countermove.native.memory import Memory

    if memory is not None:
        return Table(memory)
    while usual > MIN_DEFAULT_MEGABYTES:
        try:
            require(int(2 * usual * 2**20))
            Memory(int(2 * usual * 2**17))  # costs nothing untouched, and is freed at once
            return Table(usual)
        except (MemoryError, SpecError):
            usual /= 2
    return Table(usual)
