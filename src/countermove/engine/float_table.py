"""Entries of a table for values that are floats, as searches with averages have.

An entry has four words, two entries in a bucket of `table.py`:

    key ^ the other three,  the value,  depth << 4 | estimate << 2 | bound,  the best action

It serves a search of the same depth only, or of any where no estimate took part; so values do not depend on what was
searched before.
"""

from __future__ import annotations

from typing import Any

from countermove.engine.table import EXACT, LOWER, UPPER
from countermove.native.real import real_of, word_of

ENTRY = 4
TO_THE_END = 1 << 41
"""In place of a depth: no estimate took part."""


def recalled(table: Any, at: int, key: int) -> int:
    """Where the entry of a key is, in the bucket at a place; -1 when there is none."""
    for entry in range(at, at + 2 * ENTRY, ENTRY):
        data = table[entry + 2]
        if data != 0 and table[entry] ^ table[entry + 1] ^ data ^ table[entry + 3] == key:
            return entry
    return -1


def answers(table: Any, entry: int, depth: int, alpha: float, beta: float) -> bool:
    """Whether an entry is all there is to know, for a search of this depth with this window."""
    data = table[entry + 2]
    if data >> 4 != depth and data >> 4 != TO_THE_END:
        return False
    bound = data & EXACT
    value = real_of(table[entry + 1])
    return bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)


def remember(
    table: Any, at: int, key: int, value: float, depth: int, estimate: int, bound: int, choice: int
) -> None:  # fmt: skip
    """Keep a value: in the first entry, unless that holds another that was searched more deeply."""
    entry = at
    old = table[at + 2]
    if old >> 4 > depth and table[at] ^ table[at + 1] ^ old ^ table[at + 3] != key:
        entry = at + ENTRY
    word = word_of(value)
    data = (depth if estimate != 0 else TO_THE_END) << 4 | estimate << 2 | bound
    table[entry] = key ^ word ^ data ^ choice
    table[entry + 1] = word
    table[entry + 2] = data
    table[entry + 3] = choice
