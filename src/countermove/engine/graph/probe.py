"""What a database knows of a state, asked by compiled search and by Python alike.

A database is one stretch of words, the same in memory and on disk. At its head stand the numbers below; then

    fields      where the numbers of a state lie in its row (graph/pack.py)
    levels      the different values for player 0, the smallest first, as the bits of floats
    index       for each bucket of hashes, where its states begin
    states      the rows, a bucket after the other
    outcomes    of each state its level and its distance, some to a word
    identity    whose database it is, as text

The top of a state's hash is its bucket, and a bucket has about eight states that lie side by side. So a probe reads
three or four places in memory, and no word is spent on links.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.bits import shl, shr
from countermove.engine.graph.pack import FITS, hash_of, pack
from countermove.native.bridge import canonical_state, flatten
from countermove.native.real import real_of

STATES, NUMBERS, SIZE, BITS, LEVELS, ENDLESS, WIDTH, ENTRY, EDGES, DEPTH = range(10)
"""How many states; numbers in a state, words in a row, bits of a bucket; how many levels, and which of them is endless
play; bits of a distance, bits of an outcome; how many edges there are, and how far the farthest state lies."""
FIELDS_AT, LEVELS_AT, INDEX_AT, STATES_AT, OUTCOMES_AT, IDENTITY_AT, IDENTITY = range(10, 17)
"""Where each part begins, and how many bytes the identity has."""
HEAD = 24
BUCKET = 8
"""The states that a bucket has, about, and at most on average."""
ABSENT = -1


def probe(memory: Any, game: Any, state: Any) -> int:
    """What the database in `memory` knows of a state: a number for `level_of` and `distance_of`, or ABSENT.

    The state may be any of those that are symmetric to one in the database. It is for states of `game` only: the
    caller has made sure that the database is that game's (`Database.load` does).
    """
    # Step 1. The numbers of the state, packed. Whatever lies outside the ranges is not in the database.
    numbers, size = memory[NUMBERS], memory[SIZE]
    flat = np.zeros(numbers, np.int64)
    if flatten(game, canonical_state(game, state), flat) != numbers:
        return ABSENT
    row = np.zeros(size, np.int64)
    if pack(memory, memory[FIELDS_AT], flat, row, size) != FITS:
        return ABSENT

    # Step 2. Its bucket, and its place in it.
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
            # Step 3. What is known of it.
            entry = memory[ENTRY]
            each = 64 // entry
            word = memory[memory[OUTCOMES_AT] + place // each]
            known = shr(word, place % each * entry) & (shl(1, entry) - 1)
            width = memory[WIDTH]
            return shl(shr(known, width), 32) | known & (shl(1, width) - 1)
    return ABSENT


def level_of(found: int) -> int:
    """The number of the value among all values of the database, the smallest being 0."""
    return shr(found, 32)


def value_of(memory: Any, found: int) -> float:
    """The value for player 0 that `probe` found."""
    return real_of(memory[memory[LEVELS_AT] + level_of(found)])


def distance_of(found: int) -> int:
    """The plies to the end that `probe` found; -1 where best play need not end."""
    return (found & 0xFFFFFFFF) - 1
