"""A state as a few words: taken apart into numbers, the numbers packed side by side, and back again.

A graph holds every state there is, so a state must be small. Its fields become a list of whole numbers (a float by its
bits), and of each field only the range that was met takes room:

    Board(stones=(5, 0, 2), mover=1)   ->   5, 0, 2, 1              flat: a word a number
    ranges 0..7, 0..7, 0..3, 0..1      ->   1 10 000 101            packed: 3 + 3 + 2 + 1 bits of one word

A field never lies across two words. Where a number falls outside its range, `pack` says which, and the caller makes
the range wider and packs everything again. What each field is stands in four words of `fields`.
"""

from __future__ import annotations

from typing import Any

from countermove.bits import Word, shl, shr
from countermove.native.bridge import stir
from countermove.native.memory import Memory
from countermove.values import START

LOW, HIGH, PLACE, MASK = range(4)
"""Words of a field: its smallest and largest number, its lowest bit in the row of a state, and ones as wide as it."""
FIELD = 4
FITS = -1
"""What `pack` answers when every number is within its range."""


def spread(ranges: list[tuple[int, int]]) -> tuple[Memory, int]:
    """Where each field lies, given the range of each; and how many words a state takes.

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
    """The numbers in `flat` packed into `row`; FITS, or the first field whose number is outside its range.

    The fields are described in `fields` from `start` on.
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
    """The numbers of the row that begins at `start`, into `flat`."""
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
