"""Patterns of 3 x 3 points around an empty point, where playing is often good: hane, cuts, and moves along the edge.

They are those of MoGo (S. Gelly, Y. Wang, R. Munos, O. Teytaud, "Modification of UCT with patterns in Monte-Carlo Go",
INRIA, 2006): playouts that answer the last move by them look like games, and are worth far more than random ones.

    X O ?     X one colour, O the other        x  not X
    . . .     .  empty                         o  not O
    ? . ?     ?  anything                      -  the edge

The point to play is in the middle. Every pattern also counts turned, mirrored and with the colours exchanged, and for
either player, but for those that are for X alone.

The eight points around are a code of 16 bits, two for each (see point.py), in the order

    0 1 2
    3   4
    5 6 7

and the table is a set of bits, one for each code, for Black to play. For White, exchange the bits of each point.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final

from countermove.bits import Word
from countermove.games.go.point import BLACK, EDGE, EMPTY, WHITE

PATTERNS: Final = {
    "hane, enclosing": ("XOX", "...", "???"),
    "hane, not cutting": ("XO.", "...", "?.?"),
    "hane, against a wall": ("XO?", "X..", "x.?"),
    "hane, thin": ("XOO", "...", "?.?"),
    "cut, unprotected": ("XO?", "O.o", "?o?"),
    "cut, peeped": ("XO?", "O.X", "???"),
    "cut, between": ("?X?", "O.O", "ooo"),
    "edge, chase": ("X.?", "O.?", "---"),
    "edge, block a cut": ("OX?", "X.O", "---"),
    "edge, block a connection": ("?X?", "x.O", "---"),
    "edge, cut": ("?OX", "X.O", "---"),
}
ONLY_X: Final = ("hane, thin",)
"""Patterns for the player whose stones are X."""
SIGNS: Final = {
    "X": (BLACK,), "O": (WHITE,), ".": (EMPTY,), "x": (EMPTY, WHITE, EDGE), "o": (EMPTY, BLACK, EDGE), "-": (EDGE,),
    "?": (EMPTY, BLACK, WHITE, EDGE),
}  # fmt: skip


def exchanged(code: int) -> int:
    """The code with the colours exchanged.

    >>> exchanged(0b10_01_11_00)
    108
    """
    return (code & 0x5555) << 1 | code >> 1 & 0x5555


def _images(rows: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*rows[::-1]))
        yield rows
        yield rows[::-1]


@cache
def codes() -> frozenset[int]:
    """The codes of all patterns, with Black to play."""
    found = set()
    for name, source in PATTERNS.items():
        for rows in _images(source):
            signs = "".join(rows)
            for values in product(*(SIGNS[sign] for sign in signs[:4] + signs[5:])):
                code = sum(value << 2 * place for place, value in enumerate(values))
                found.add(code)
                if name not in ONLY_X:
                    found.add(exchanged(code))
    return frozenset(found)


def _packed() -> tuple[int, ...]:
    words = [0] * 1024
    for code in codes():
        words[code >> 6] |= 1 << (code & 63)
    return tuple(int(Word(word)) for word in words)


TABLE: Final = _packed()
"""Bit `code % 64` of word `code // 64` says whether a code is a pattern, Black to play."""
EXPLAINED: Final = len(codes())
"""The number of codes that are patterns."""
