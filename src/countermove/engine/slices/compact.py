"""The results of a slice without distances, packed so that each can be read alone.

Neighbouring positions mostly have the same result. So 64 of them are a block, and a block takes no room at all if it is
of one kind, a word if of two, and two words if of three:

    kind      0 all lost   1 all drawn   2 all won   3 lost, drawn   4 lost, won   5 drawn, won   6 all three

    group     one word for eight blocks: bits 0-39 the first word of their results, then three bits for each kind
    results   a bit per position for two kinds; for three, a word of low bits and a word of high bits

Unused indices take any kind. The header is that of probe.py, with groups in place of blocks.
"""

from __future__ import annotations

from typing import Any

from countermove.bits import shl, shr
from countermove.engine.slices.code import DRAW, LOST, WON
from countermove.native.kernel import kernel
from countermove.native.memory import Memory

BLOCK = 64
GROUP = 8 * BLOCK
"""Indices in a group."""
KINDS_AT = 40
START = (1 << KINDS_AT) - 1
KIND_OF = (0, 0, 1, 3, 2, 4, 5, 6)
"""The kind of a block with some of lost (1), drawn (2) and won (4)."""
SIZES = (0, 0, 0, 1, 1, 1, 2, 0)
"""Words that a block of each kind takes."""
CODES = (LOST, LOST, DRAW, DRAW, WON, WON, LOST, DRAW, LOST, WON, DRAW, WON)
"""For each kind but the last, the code of bit 0 and of bit 1."""


def code_in(memory: Any, groups: int, data: int, index: int) -> int:
    """The code of an index, without a distance; `groups` and `data` are where groups and results start."""
    group = memory[groups + index // GROUP]
    at = data + (group & START)
    kinds = shr(group, KINDS_AT)
    for _ in range(index // BLOCK & 7):
        at += SIZES[kinds & 7]
        kinds >>= 3
    kind = kinds & 7
    if kind < 3:
        return CODES[2 * kind]
    bit = shr(memory[at], index & 63) & 1
    if kind < 6:
        return CODES[2 * kind + bit]
    return WON if shr(memory[at + 1], index & 63) & 1 != 0 else DRAW if bit != 0 else LOST


@kernel
def lay_out(size: int, results: Memory, groups: Any) -> int:
    """Fill the words of all groups, and return the words that their results take; `results` has two bits each."""
    words = 0
    for group in range(len(groups)):
        word = words
        for block in range(8):
            found = 0
            for index in range(group * GROUP + block * BLOCK, min(size, group * GROUP + (block + 1) * BLOCK)):
                found |= shl(1, shr(results[index >> 5], (index & 31) << 1) & 3)
            # Bits of `found`: drawn, lost, won, none.
            kind = KIND_OF[(found & 1) << 1 | (found >> 1 & 1) | (found & 4)]
            word |= shl(kind, KINDS_AT + 3 * block)
            words += SIZES[kind]
        groups[group] = word
    return words


@kernel
def write_out(size: int, results: Memory, groups: Any, data: Any) -> None:
    """Write the results of all blocks, as `lay_out` laid them out, into zeroed words."""
    for group in range(len(groups)):
        at = int(groups[group]) & START
        kinds = shr(int(groups[group]), KINDS_AT)
        for _block in range(8):
            kind = kinds & 7
            kinds >>= 3
            if kind >= 3:
                first = group * GROUP + _block * BLOCK
                for index in range(first, min(size, first + BLOCK)):
                    result = shr(results[index >> 5], (index & 31) << 1) & 3
                    if result == 3:
                        continue
                    rank = 1 if result == 0 else 0 if result == 1 else 2
                    if kind == 6:
                        data[at] = int(data[at]) | shl(rank & 1, index & 63)
                        data[at + 1] = int(data[at + 1]) | shl(rank >> 1, index & 63)
                    elif rank == 2 or (kind == 3 and rank == 1):
                        data[at] = int(data[at]) | shl(1, index & 63)
            at += SIZES[kind]
