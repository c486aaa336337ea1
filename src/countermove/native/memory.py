"""A block of int64 words that a kernel reads and writes, passed as a bare address.

An array costs a compiled function seven or more arguments per call, too many for a search that calls itself a hundred
million times per second; an address costs one. In Python a `Memory` is indexed like a list. Compiled indices are not
checked (unless COUNTERMOVE_CHECK is set), so kernels must stay in range.
"""

from __future__ import annotations

import contextlib
import mmap
import weakref
from typing import Any

import numpy as np

from countermove.native.real import real_of, word_of

PAGE = 1 << 21
"""Bytes in a huge page."""
LINE = 8
"""Words in a cache line."""


class Memory:
    """Words of 64 bits, all 0 at first.

    >>> memory = Memory(4)
    >>> memory[2] = 7
    >>> memory[2], len(memory)
    (7, 4)
    """

    def __init__(self, size: int) -> None:
        # One extra word in front holds their number, for `len` in compiled code; the words start at a cache line.
        whole = zeros(size + 2 * LINE)
        start = LINE - whole.ctypes.data // 8 % LINE
        whole[start - 1] = size
        self.words = whole[start : start + size]

    @classmethod
    def part(cls, words: Any, start: int, size: int) -> Memory:
        """Part of a memory as a `Memory`; the word before it holds its length."""
        found = object.__new__(Memory)
        found.words = words[start : start + size]
        return found

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, index: int) -> int:
        return int(self.words[index])

    def __setitem__(self, index: int | slice, value: Any) -> None:
        self.words[index] = value


def zeros(size: int) -> Any:
    """`size` zero words; large blocks in huge pages, for fewer TLB misses."""
    if size * 8 < PAGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(size, np.int64)
    try:
        # A shared mapping, mmap's default, gets no huge pages on most systems.
        mapping = mmap.mmap(-1, size * 8 + PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except (OSError, OverflowError):  # mmap's version of MemoryError
        raise MemoryError(f"{size:,} words do not fit into memory") from None
    with contextlib.suppress(OSError):
        mapping.madvise(mmap.MADV_HUGEPAGE)
    words = np.frombuffer(mapping, np.int64)
    start = -words.ctypes.data % PAGE // 8
    return words[start : start + size]


_held: weakref.WeakValueDictionary[int, Memory] = weakref.WeakValueDictionary()


def address_of(memory: Memory) -> int:
    """The number by which `memory_at` finds a memory, while it is alive."""
    address = int(memory.words.ctypes.data)
    _held[address] = memory
    return address


def memory_at(address: int) -> Memory:
    """The memory for which `address_of` returned this number."""
    return _held[address]


def prefetch(memory: Any, index: int) -> None:
    """Prefetch the word at an index; interpreted, do nothing."""


def add_word(memory: Any, index: int, amount: int) -> None:
    """Add to a word that several threads add to at once."""
    memory[index] += amount


def publish(memory: Any, index: int, value: int) -> None:
    """Set a word; a thread that reads it sees everything that was written before."""
    memory[index] = value


def add_real(memory: Any, index: int, amount: float) -> None:
    """Add to a float that several threads add to at once."""
    memory[index] = word_of(real_of(memory[index]) + amount)
