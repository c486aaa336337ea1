"""All rows of a sweep at once: found again by their hash, packed anew, put in the order of the database."""

from __future__ import annotations

from typing import Any

from numba.extending import register_jitable

from countermove.bits import shl, shr
from countermove.engine.sweep_expand import DONE, STOP, find
from countermove.engine.sweep_pack import hash_of, pack, unpack
from countermove.native.kernel import kernel

OFTEN = 4096
"""Rows between two looks at STOP."""


@kernel
def rehash(table: Any, rows: Any, row: Any, size: int, first: int, count: int, work: Any) -> int:
    """Put rows `first` to `count` into a table; gives the row it came to, less than `count` when told to stop."""
    for number in range(first, count):
        if number % OFTEN == 0:
            work[DONE] += 1
            if work[STOP] != 0:
                return number
        for word in range(size):
            row[word] = rows[number * size + word]
        table[find(table, rows, size, row)] = number + 1
    return count


@kernel
def repack(
    old: Any, fields: Any, flat: Any, row: Any, rows: Any, size: int, first: int, count: int, others: Any, other: int,
    work: Any,
) -> int:  # fmt: skip
    """Pack `count` rows of `size` words, whose fields are `old`, as `fields` has it.

    They become the rows `first` and following, of `other` words each, of `others`, which may be `rows` itself when rows
    do not grow. Gives how many were packed, fewer only when told to stop.
    """
    for number in range(count):
        if number % OFTEN == 0:
            work[DONE] += 1
            if work[STOP] != 0:
                return number
        unpack(old, rows, number * size, flat)
        pack(fields, 0, flat, row, other)
        for word in range(other):
            others[(first + number) * other + word] = row[word]
    return count


@kernel
def extent(fields: Any, flat: Any, rows: Any, size: int, count: int, lows: Any, highs: Any, work: Any) -> None:
    """The smallest and the largest number of each field, over all rows."""
    for number in range(count):
        if number % OFTEN == 0:
            work[DONE] += 1
            if work[STOP] != 0:
                return
        unpack(fields, rows, number * size, flat)
        for place in range(len(flat)):
            lows[place] = min(int(lows[place]), int(flat[place]))
            highs[place] = max(int(highs[place]), int(flat[place]))


@register_jitable
def bucket_of(row: Any, size: int, bits: int) -> int:
    """The bucket of a row, among two to the power of `bits`: the top of its hash."""
    return shr(hash_of(row, size), 64 - bits)


@kernel
def arrange(
    rows: Any, row: Any, size: int, count: int, bits: int, index: Any, only_count: bool, levels: Any, distances: Any,
    width: int, entry: int, data: Any, states: int, outcomes: int, work: Any,
) -> None:  # fmt: skip
    """Put rows and what is known of each into `data`, ordered by bucket; or `only_count` how many a bucket has.

    The rows go to `states`; from `outcomes` on stand entries of `entry` bits, as many in a word as it has room for: the
    level of a state and, in the lowest `width` bits, its distance plus one. As in `link`, the index ends up one place
    ahead.
    """
    each = 64 // entry
    for number in range(count):
        if number % OFTEN == 0:
            work[DONE] += 1
            if work[STOP] != 0:
                return
        for word in range(size):
            row[word] = rows[number * size + word]
        bucket = bucket_of(row, size, bits)
        if only_count:
            index[bucket + 2] += 1
            continue
        place = int(index[bucket + 1])
        index[bucket + 1] = place + 1
        for word in range(size):
            data[states + place * size + word] = row[word]
        known = shl(int(levels[number]), width) | int(distances[number]) + 1
        at = outcomes + place // each
        data[at] = int(data[at]) | shl(known, place % each * entry)
