"""The budget of a search, as one value that the command line, players, the studio and Python code share."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from countermove.errors import SpecError

MAX_SECONDS: Final = 10**8
"""More than anyone would wait."""
MAX_COUNT: Final = 10**16
"""The largest number of plies or nodes."""
MAX_THREADS: Final = 256
DEFAULT_SECONDS: Final = 1.0
"""The time limit of a search without any limit."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a search, and the threads and memory it may use. None means no limit.

    >>> Budget(seconds=2.5, threads=4).is_limited, Budget(depth=6).is_limited
    (True, False)
    >>> Budget(threads=0)
    Traceback (most recent call last):
    ...
    countermove.errors.SpecError: The number of threads is 0; give a whole number from 1 to 256.
    """

    seconds: float | None = None
    depth: int | None = None
    """Plies. On its own, search exactly this deep; with seconds or nodes, the maximum depth."""
    nodes: int | None = None
    threads: int = 1
    memory: float | None = None
    """Megabytes for the table, or for the tree of mcts."""
    simulations: int | None = None
    """Simulations of mcts."""

    def __post_init__(self) -> None:
        if self.seconds is not None and not (_is_number(self.seconds) and 0 < self.seconds <= MAX_SECONDS):
            raise SpecError(
                f"The seconds to search are {self.seconds!r}; give a number above 0 (and at most {MAX_SECONDS:,})."
            )
        counts = {"depth": self.depth, "number of nodes": self.nodes, "number of simulations": self.simulations}
        for name, number in counts.items():
            if number is not None and not _is_count(number, MAX_COUNT):
                raise SpecError(f"The {name} to search is {number!r}; give a whole number, 1 or more, up to 16 digits.")
        if not _is_count(self.threads, MAX_THREADS):
            raise SpecError(f"The number of threads is {self.threads!r}; give a whole number from 1 to {MAX_THREADS}.")
        if self.memory is not None and not (_is_number(self.memory) and 0 < self.memory < 1 << 40):
            raise SpecError(f"The memory for the table is {self.memory!r} MB; give a number above 0.")

    @property
    def is_limited(self) -> bool:
        """Whether time, nodes or simulations end the search, and not the depth."""
        return not (self.seconds is self.nodes is self.simulations is None)

    @property
    def is_timed(self) -> bool:
        """Whether the clock alone ends the search."""
        return self.seconds is not None and self.depth is self.nodes is self.simulations is None

    def depths(self, deepening: bool) -> Iterator[int | None]:
        """The depths to search in turn: the one given, or 1, 2, 3, ... where time or nodes limit the search."""
        if not self.is_limited and not deepening:
            yield self.depth
            return
        depth = 1
        while self.depth is None or depth <= self.depth:
            yield depth
            depth += 1

    def less(self, seconds: float = 0.0, nodes: int = 0) -> Budget:
        """What is left after spending seconds and nodes; never zero, so that a search still has an answer."""
        return dataclasses.replace(
            self,
            seconds=None if self.seconds is None else max(0.001, self.seconds - seconds),
            nodes=None if self.nodes is None else max(1, self.nodes - nodes),
        )

    def share(self, parts: int) -> Budget:
        """One of several equal parts; never zero.

        >>> Budget(seconds=2, simulations=9).share(2)
        Budget(seconds=1.0, depth=None, nodes=None, threads=1, memory=None, simulations=4)
        """
        return dataclasses.replace(
            self,
            seconds=None if self.seconds is None else self.seconds / parts,
            nodes=None if self.nodes is None else max(1, self.nodes // parts),
            simulations=None if self.simulations is None else max(1, self.simulations // parts),
        )


def _is_count(value: Any, limit: int) -> bool:
    return isinstance(value, int) and _is_number(value) and 1 <= value <= limit


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
