"""Probe an endgame database, from compiled search or from Python.

A database is one array of words, the same in memory and on disk: a header with the numbers below, then

    fields      the layout of a packed state (graph/pack.py)
    levels      the distinct values for player 0, in ascending order, as the bits of floats
    index       the first state of each bucket
    states      the packed states, bucket by bucket
    outcomes    the level and distance of each state, several per word
    identity    the game it belongs to, as text

The top bits of a state's hash select its bucket, of up to eight adjacent states on average. So a probe touches three or
four places in memory, and no space is spent on links.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.bits import shl, shr
from countermove.engine.graph.pack import FITS, hash_of, pack
from countermove.native.bridge import canonical_state, flatten
from countermove.native.real import real_of

STATES, NUMBERS, SIZE, BITS, LEVELS, ENDLESS, WIDTH, ENTRY, EDGES, DEPTH = range(10)
"""Number of states; numbers per state, words per row, bits of a bucket number; number of levels, and the level of
endless play; bits of a distance, bits of an outcome; number of edges, and the depth of the graph."""
FIELDS_AT, LEVELS_AT, INDEX_AT, STATES_AT, OUTCOMES_AT, IDENTITY_AT, IDENTITY = range(10, 17)
"""The start of each part, and the length of the identity in bytes."""
HEAD = 24
BUCKET = 8
"""The most states per bucket, on average."""
ABSENT = -1


def probe(memory: Any, game: Any, state: Any) -> int:
    """The entry of a state in the database in `memory`, for `level_of` and `distance_of`; ABSENT if it has none.

    A state symmetric to one in the database is found too. The database must be that of `game` (`Database.load` checks).
    """
    # Step 1. Pack the state. If a number is outside its range, the state is not in the database.
    numbers, size = memory[NUMBERS], memory[SIZE]
    flat = np.zeros(numbers, np.int64)
    if flatten(game, canonical_state(game, state), flat) != numbers:
        return ABSENT
    row = np.zeros(size, np.int64)
    if pack(memory, memory[FIELDS_AT], flat, row, size) != FITS:
        return ABSENT

    # Step 2. Search its bucket.
    at = memory[INDEX_AT] + shr(hash_of(row, size), 64 - memory[BITS])
    first, end = memory[at], memory[at + 1]
    for place in range(first, end):
        at = memory[STATES_AT] + place * size
        same = True
        for word in range(size):
            if memory[at + word] != row[word]:
                same = False
                break
        if same:
            # Step 3. Decode its outcome.
            entry = memory[ENTRY]
            each = 64 // entry
            word = memory[memory[OUTCOMES_AT] + place // each]
            known = shr(word, place % each * entry) & (shl(1, entry) - 1)
            width = memory[WIDTH]
            return shl(shr(known, width), 32) | known & (shl(1, width) - 1)
    return ABSENT


def level_of(found: int) -> int:
    """The index of the value among all values of the database, in ascending order."""
    return shr(found, 32)


def value_of(memory: Any, found: int) -> float:
    """The value for player 0 that `probe` found."""
    return real_of(memory[memory[LEVELS_AT] + level_of(found)])


def distance_of(found: int) -> int:
    """The plies to the end that `probe` found; -1 if best play need not end."""
    return (found & 0xFFFFFFFF) - 1
