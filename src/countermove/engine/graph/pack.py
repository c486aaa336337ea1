"""Pack a state into a few words, and unpack it.

A graph holds all states, so a state must be small. It is flattened into integers (a float by its bits), and each gets
only as many bits as the range seen so far needs:

    Board(stones=(5, 0, 2), mover=1)   ->   5, 0, 2, 1              flat: one word per number
    ranges 0..7, 0..7, 0..3, 0..1      ->   1 10 000 101            packed: 3 + 3 + 2 + 1 bits of one word

A field never crosses a word boundary. If a number is outside its range, `pack` returns its index; the caller widens the
range and repacks everything. `fields` describes each field in four words.
"""

from __future__ import annotations

from typing import Any

from countermove.bits import Word, shl, shr
from countermove.native.bridge import stir
from countermove.native.memory import Memory
from countermove.values import START

LOW, HIGH, PLACE, MASK = range(4)
"""Words of a field: minimum, maximum, position of its lowest bit in a row, and a mask of its width."""
FIELD = 4
FITS = -1
"""Returned by `pack` if every number is within its range."""


def spread(ranges: list[tuple[int, int]]) -> tuple[Memory, int]:
    """The layout of fields with these ranges, and the number of words per state.

    >>> fields, size = spread([(0, 7), (-3, 2**62), (5, 5)])
    >>> [fields[FIELD * i + PLACE] for i in range(3)], size
    ([0, 64, 0], 2)
    """
    fields = Memory(FIELD * max(1, len(ranges)))
    free = 0
    for number, (low, high) in enumerate(ranges):
        width = (high - low).bit_length()
        if width and free // 64 != (free + width - 1) // 64:
            free = (free // 64 + 1) * 64
        at = FIELD * number
        fields[at + LOW], fields[at + HIGH] = low, high
        fields[at + PLACE], fields[at + MASK] = (free if width else 0), Word((1 << width) - 1)
        free += width
    return fields, max(1, -(-free // 64))


def pack(fields: Any, start: int, flat: Any, row: Any, size: int) -> int:
    """Pack the numbers in `flat` into `row`; returns FITS, or the index of the first number outside its range.

    The description of the fields starts at `start` in `fields`.
    """
    for word in range(size):
        row[word] = 0
    for number in range(len(flat)):
        at = start + FIELD * number
        value = int(flat[number])
        low = fields[at + LOW]
        if value < low or value > fields[at + HIGH]:
            return number
        place = fields[at + PLACE]
        row[place >> 6] = int(row[place >> 6]) | shl(value - low, place & 63)
    return FITS


def unpack(fields: Any, rows: Any, start: int, flat: Any) -> None:
    """Unpack the row that starts at `start` into `flat`."""
    for number in range(len(flat)):
        at = FIELD * number
        place = fields[at + PLACE]
        word = shr(int(rows[start + (place >> 6)]), place & 63)
        flat[number] = Word((word & fields[at + MASK]) + fields[at + LOW])


SEED = int(Word(START))


def hash_of(row: Any, size: int) -> int:
    """The hash of a packed state."""
    seed = SEED
    for word in range(size):
        seed = stir(seed, row[word])
    return seed
