"""Table entries for float values, for searches with chance.

An entry has four words, two entries in a bucket of `table.py`:

    key ^ the other three,  the value,  depth << 4 | estimate << 2 | bound,  the best action

An entry serves only searches of the same depth, or of any depth if no estimate took part; so values do not depend on
earlier searches.
"""

from __future__ import annotations

from typing import Any

from countermove.engine.table import EXACT, LOWER, UPPER
from countermove.native.real import real_of, word_of

ENTRY = 4
TO_THE_END = 1 << 41
"""The depth of a value that no estimate took part in."""


def recalled(table: Any, at: int, key: int) -> int:
    """The index of a key's entry in the bucket at `at`; -1 when there is none."""
    for entry in range(at, at + 2 * ENTRY, ENTRY):
        data = table[entry + 2]
        if data != 0 and table[entry] ^ table[entry + 1] ^ data ^ table[entry + 3] == key:
            return entry
    return -1


def answers(table: Any, entry: int, depth: int, alpha: float, beta: float) -> bool:
    """Whether an entry settles a search of this depth with this window."""
    data = table[entry + 2]
    if data >> 4 != depth and data >> 4 != TO_THE_END:
        return False
    bound = data & EXACT
    value = real_of(table[entry + 1])
    return bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)


def remember(
    table: Any, at: int, key: int, value: float, depth: int, estimate: int, bound: int, choice: int
) -> None:  # fmt: skip
    """Store a value: in the first entry, unless that holds another position searched more deeply."""
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
