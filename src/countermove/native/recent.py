"""The most recently used of many things: what a process that runs for weeks may keep."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """A dictionary of limited size; the entry not used for longest goes first.

    >>> recent = Recent(2)
    >>> for key in "abac":
    ...     recent[key] = key.upper()
    >>> recent.get("a"), recent.get("b"), len(recent)
    ('A', None, 2)
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        """What is kept under a key, if anything is."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def __setitem__(self, key: K, value: V) -> None:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self.limit:
                self._kept.popitem(last=False)
