"""Zobrist's hashing: a position as one number that a move updates in a few steps.

Albert Zobrist, "A new hashing method with application for game playing", University of Wisconsin, Technical Report 88,
1970, wrote it for Go. Every stone on every point has a random number of its own. The number of a position is the
exclusive or of those of its stones:

    hash(position) = number(black, D4) xor number(white, C3) xor ...

- Placing a stone and removing it are the same step, and undo each other: x xor n xor n = x.
- The order of the stones does not matter, so two ways to a position give the same number.
- A move changes as many numbers as stones: one for the stone played, one for each one captured. Nothing else of the
  board is looked at.

Two positions that differ have the same number with probability 2^-64. A game of 300 moves compares some 30,000 new
positions with at most 300 old ones: the chance that superko ever forbids a legal move is about one in 10^12.

The numbers here come from a fixed generator (SplitMix64), so they are the same on every machine. `TURN` is one more,
for rules in which a position with the other player to move is another position.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from countermove.bits import MASK, Word
from countermove.games.go.point import MAX_SIZE

SEED: Final = 1970


def random_words(count: int, seed: int) -> list[int]:
    """Random words of 64 bits, as signed ints (SplitMix64).

    >>> random_words(1, 0)
    [-2152535657050944081]
    """
    found, state = [], seed
    for _ in range(count):
        state = state + 0x9E3779B97F4A7C15 & MASK
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
        found.append(int(Word(mixed ^ mixed >> 31)))
    return found


_WORDS: Final = random_words(2 * MAX_SIZE * MAX_SIZE + 1, SEED)
TURN: Final = _WORDS[-1]
"""White to move, where that counts."""


@cache
def numbers(size: int) -> tuple[tuple[int, ...], ...]:
    """The number of each stone: by colour, nothing for an empty point, and by point."""
    area = size * size
    black, white = tuple(_WORDS[:area]), tuple(_WORDS[MAX_SIZE * MAX_SIZE :][:area])
    return ((0,) * area, black, white)


def hash_of(cells: tuple[int, ...], size: int) -> int:
    """The number of a position, from its stones.

    >>> hash_of((0, 1, 2, 0, 3), 2) == numbers(2)[1][1] ^ numbers(2)[2][2]
    True
    """
    found = 0
    for point in range(size * size):
        found ^= numbers(size)[cells[point]][point]
    return found
