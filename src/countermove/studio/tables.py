"""Transposition tables kept for pages, so that a search goes on where the one before it left off.

All tables together stay within a fixed bound. One page alone gets a large table; the more pages search, the smaller
the new ones are, and the tables that were not used for longest go first: those of the page itself where it has many.
Within a job of the pool, take the table anew in every slice, so that between slices it can be given up:

    while goes_on:
        with shelf.tables.take(turn.client, place.name) as table:
            found = analyse(game, state, seconds=turn.seconds, table=table, stop=turn.pause)
        yield  # a place at which others may come first

A table belongs to one search at a time: while it is lent, a second request for it gets another that is not kept.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from countermove.engine.table import Table

BOUND = 512.0
"""Megabytes of all tables that are kept."""
LARGEST, SMALLEST = 64.0, 0.25
"""Megabytes of one table."""
PER_PAGE = 8
"""Tables that are kept for one page, so that one with many games does not take those of the others."""
IDLE = 600.0
"""Seconds after which a table that nobody asked for is given up."""
GROWTH = 16
"""A table that could be this many times larger by now is replaced."""


@dataclass(slots=True)
class _Kept:
    table: Table
    megabytes: float
    used: float
    lent: bool = False


class Tables:
    """The tables of all pages."""

    def __init__(self, bound: float = BOUND) -> None:
        self.bound = bound
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        """By page and game, the one used last at the end."""
        self._lock = threading.Lock()

    @property
    def megabytes(self) -> float:
        """The memory of all tables that are kept."""
        with self._lock:
            return sum(kept.megabytes for kept in self._kept.values())

    @contextmanager
    def take(self, client: str, game: str) -> Iterator[Table]:
        """The table of a page for a game, by the name that it has on the shelf, lent for one search."""
        with self._lock:
            kept = self._lend((client, game))
        try:
            yield kept.table
        finally:
            with self._lock:
                kept.lent = False
                kept.used = time.monotonic()

    def forget(self, game: str) -> None:
        """Give up the tables of a game, with whatever parameters: its rules have changed."""
        with self._lock:
            for key in [key for key in self._kept if key[1] == game or key[1].startswith(f"{game}:")]:
                del self._kept[key]

    def _lend(self, key: tuple[str, str]) -> _Kept:
        now = time.monotonic()
        self._give_up(now)
        kept = self._kept.get(key)
        size = self._size(len(self._kept) + (kept is None))
        if kept is not None and kept.lent:
            return self._made(size, now)
        if kept is None or size >= GROWTH * kept.megabytes:
            self._kept.pop(key, None)
            for old in [each for each in self._kept if each[0] == key[0]][: 1 - PER_PAGE]:
                del self._kept[old]
            self._make_room(size)
            kept = self._kept[key] = self._made(size, now)
        kept.lent = True
        kept.used = now
        self._kept.move_to_end(key)
        return kept

    def _made(self, size: float, now: float) -> _Kept:
        from countermove.engine.table import Table

        return _Kept(Table(size), size, now, lent=True)

    def _size(self, number: int) -> float:
        """How large a table may be when there are this many: half of its share, since earlier ones are larger."""
        size = LARGEST
        while size > SMALLEST and size > self.bound / (2 * number):
            size /= 2
        return size

    def _give_up(self, now: float) -> None:
        for key in [key for key, kept in self._kept.items() if not kept.lent and now - kept.used > IDLE]:
            del self._kept[key]

    def _make_room(self, size: float) -> None:
        """Give up the tables used longest ago; one that is lent just now lives until its search ends."""
        held = sum(kept.megabytes for kept in self._kept.values())
        while self._kept and held + size > self.bound:
            _, kept = self._kept.popitem(last=False)
            held -= kept.megabytes
