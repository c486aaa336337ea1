"""Table entries for float values, for searches with chance.

An entry has four words, two entries in a bucket of `table.py`:

    key ^ the other three,  the value,  depth << 4 | estimate << 2 | bound,  the best action

An entry serves only searches of the same depth, or of any depth if no estimate took part; so values do not depend on
earlier searches.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from countermove.engine.table import EXACT, LOWER, UPPER
from countermove.native.real import real_of, word_of

ENTRY = 4
TO_THE_END = 1 << 41
"""The depth of a value that no estimate took part in."""


class Entry(NamedTuple):
    """A copy of an entry. The table may change at any time, so its words are read once, and then checked."""

    word: int
    """The value."""
    data: int
    """Depth, estimate and bound; 0 when there is no entry."""
    choice: int


def recalled(table: Any, at: int, key: int) -> Entry:
    """The entry of a key in the bucket at `at`."""
    for entry in range(at, at + 2 * ENTRY, ENTRY):
        word, data, choice = table[entry + 1], table[entry + 2], table[entry + 3]
        if data != 0 and table[entry] ^ word ^ data ^ choice == key:
            return Entry(word, data, choice)
    return Entry(0, 0, 0)


def answers(entry: Entry, depth: int, alpha: float, beta: float) -> bool:
    """Whether an entry settles a search of this depth with this window."""
    if entry.data >> 4 != depth and entry.data >> 4 != TO_THE_END:
        return False
    bound = entry.data & EXACT
    value = real_of(entry.word)
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
