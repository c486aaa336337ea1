"""Process all rows: rehash, repack, sort into the buckets of a database.

Each kernel returns early when `stop` is set; the caller checks `stop` afterwards.
"""

from __future__ import annotations

from typing import Any

from countermove.bits import shl, shr
from countermove.engine.graph.expand import GraphWorkspace
from countermove.engine.graph.pack import hash_of, pack, unpack
from countermove.native.kernel import kernel
from countermove.native.memory import prefetch

STOP_INTERVAL = 4096
"""Rows between two checks of `stop`."""


@kernel
def rehash(table: Any, rows: Any, row: Any, size: int, count: int, hashes: Any, work: GraphWorkspace) -> None:
    """Insert `count` distinct rows into an empty table."""
    mask = len(table) - 1
    for first in range(0, count, len(hashes)):
        work.done += 1
        if work.stop != 0:
            return
        last = min(count, first + len(hashes))
        for number in range(first, last):
            for word in range(size):
                row[word] = rows[number * size + word]
            hashed = hash_of(row, size)
            prefetch(table, hashed & mask)
            hashes[number - first] = hashed
        for number in range(first, last):
            slot = int(hashes[number - first]) & mask
            while table[slot] != 0:
                slot = (slot + 1) & mask
            table[slot] = number + 1


@kernel
def repack(
    old: Any, fields: Any, flat: Any, row: Any, rows: Any, size: int, first: int, count: int, others: Any, other: int,
    work: GraphWorkspace,
) -> None:  # fmt: skip
    """Repack `count` rows from the layout `old` (`size` words) to the layout `fields` (`other` words).

    They are stored in `others` from row `first` on; it may be `rows` itself if rows do not grow.
    """
    for number in range(count):
        if number % STOP_INTERVAL == 0:
            work.done += 1
            if work.stop != 0:
                return
        unpack(old, rows, number * size, flat)
        pack(fields, 0, flat, row, other)
        for word in range(other):
            others[(first + number) * other + word] = row[word]


@kernel
def extent(
    fields: Any, flat: Any, rows: Any, size: int, count: int, lows: Any, highs: Any, work: GraphWorkspace
) -> None:
    """The minimum and maximum of each field over all rows."""
    for number in range(count):
        if number % STOP_INTERVAL == 0:
            work.done += 1
            if work.stop != 0:
                return
        unpack(fields, rows, number * size, flat)
        for place in range(len(flat)):
            lows[place] = min(int(lows[place]), int(flat[place]))
            highs[place] = max(int(highs[place]), int(flat[place]))


@kernel
def arrange(
    rows: Any, row: Any, size: int, count: int, bits: int, index: Any, only_count: bool, levels: Any, distances: Any,
    width: int, entry: int, data: Any, states: int, outcomes: int, batch: Any, work: GraphWorkspace,
) -> None:  # fmt: skip
    """Copy rows and their outcomes into `data`, sorted by bucket; with `only_count`, just count the rows of each.

    The bucket of a row is the top `bits` bits of its hash. Rows start at `states`. Outcomes start at `outcomes`, as
    many per word as fit, `entry` bits each: the level and, in the lowest `width` bits, the distance plus one. As in
    `link`, the index ends up shifted by one.
    """
    each = 64 // entry
    ahead = 2 if only_count else 1
    for first in range(0, count, len(batch)):
        work.done += 1
        if work.stop != 0:
            return
        last = min(count, first + len(batch))

        # Step 1. Find the buckets of a batch.
        for number in range(first, last):
            for word in range(size):
                row[word] = rows[number * size + word]
            place = shr(hash_of(row, size), 64 - bits) + ahead
            prefetch(index, place)
            batch[number - first] = place

        # Step 2. Assign places in the buckets.
        for number in range(first, last):
            bucket = int(batch[number - first])
            place = int(index[bucket])
            index[bucket] = place + 1
            batch[number - first] = place
            if not only_count:
                prefetch(data, states + place * size)
                prefetch(data, outcomes + place // each)
        if only_count:
            continue

        # Step 3. Copy rows and outcomes.
        for number in range(first, last):
            place = int(batch[number - first])
            for word in range(size):
                data[states + place * size + word] = rows[number * size + word]
            known = shl(int(levels[number]), width) | int(distances[number]) + 1
            at = outcomes + place // each
            data[at] = int(data[at]) | shl(known, place % each * entry)
