"""Probe an endgame database of slices, from a kernel or from Python.

The results of a slice are an array of words, the same in memory and in its file. Codes (see code.py) that occur in the
slice are ranked from the shortest loss to the shortest win; neighbouring positions have similar ranks. So they are cut
into blocks of BLOCK indices, and of each rank only the difference to the smallest of its block is kept, in as many bits
as the largest difference needs:

    blocks    one word each: bits 0-39 the first word of its ranks, 40-45 bits per rank, 46-61 the smallest rank
    ranks     the differences, from the low bits up; none at all where a block has a single rank
    codes     the code of each rank

Unused indices take whatever is smallest. A probe reads a word of blocks, one or two of ranks and one of codes, so a
file is used as it is mapped into memory, without being unpacked. Results without distances are packed more tightly
(compact.py). A directory is a hash table from slices to where
their results are.
"""

from __future__ import annotations

from typing import Any

from countermove.bits import shl, shr
from countermove.engine.slices.code import UNKNOWN
from countermove.engine.slices.compact import code_in
from countermove.native.memory import Memory, address_of, memory_at

SLICE, SIZE, BLOCKS_AT, RANKS_AT, CODES_AT, CODES = range(6)
"""The slice and its indices; where blocks, ranks and codes start; the number of codes."""
STATES, WINS, LOSSES, DRAWS, LONGEST_WIN, LONGEST_LOSS, PIECES, IDENTITY_AT, IDENTITY, UNTIMED = range(6, 16)
"""Counts of states by their result for the player to move; the plies of the longest win and loss; the pieces; where
the identity starts, and its bytes; 1 if there are results without distances."""
HEAD = 16
BLOCK = 128
"""Indices per block."""
WIDTH_AT, LEAST_AT = 40, 46
GONE = -1
"""In a directory, in place of a slice that was taken out."""
GOLDEN = 0x9E3779B97F4A7C15 - (1 << 64)


def directory_of(slices: dict[int, Memory]) -> Memory:
    """A directory of the results of some slices, which must stay alive as long as it is used."""
    bits = max(1, (2 * len(slices)).bit_length())
    found = Memory(1 + (2 << bits))
    found[0] = bits
    for number, memory in slices.items():
        at = _slot(found, number)
        found[at], found[at + 1] = number + 1, address_of(memory)
    return found


def without(directory: Memory, number: int) -> Memory:
    """A directory without the results of one slice."""
    found = Memory(len(directory))
    found.words[:] = directory.words
    at = _slot(found, number)
    if found[at] != 0:
        found[at] = GONE
    return found


def _slot(directory: Any, number: int) -> int:
    """Where a slice is in a directory, or would be."""
    size = shl(1, directory[0])
    slot = shr(int(number) * GOLDEN, 64 - directory[0])
    while directory[1 + 2 * slot] != 0 and directory[1 + 2 * slot] != number + 1:
        slot = slot + 1 & size - 1
    return 1 + 2 * slot


def code_at(memory: Any, index: int) -> int:
    """The code of an index in the results of a slice."""
    if memory[UNTIMED] != 0:
        return code_in(memory, memory[BLOCKS_AT], memory[RANKS_AT], index)
    block = memory[memory[BLOCKS_AT] + index // BLOCK]
    width = shr(block, WIDTH_AT) & 63
    rank = shr(block, LEAST_AT) & 0xFFFF
    if width != 0:
        bit = index % BLOCK * width
        at = memory[RANKS_AT] + (block & shl(1, WIDTH_AT) - 1) + (bit >> 6)
        bit &= 63
        found = shr(memory[at], bit)
        if bit + width > 64:
            found |= shl(memory[at + 1], 64 - bit)
        rank += found & shl(1, width) - 1
    return int(memory[memory[CODES_AT] + rank])


def probe(directory: Any, game: Any, state: Any) -> int:
    """The code of a state for the player to move; UNKNOWN if it is in none of the slices."""
    number = int(game.slice_of(state))
    if number < 0:
        return UNKNOWN
    at = _slot(directory, number)
    if directory[at] == 0:
        return UNKNOWN
    index = int(game.slice_index(state))
    return UNKNOWN if index < 0 else code_at(memory_at(directory[at + 1]), index)
