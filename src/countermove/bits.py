"""Sixty-four bits in a word, the same interpreted and compiled.

In compiled rules an int has 64 signed bits, and arithmetic wraps around; Python's ints are unbounded. For boards of up
to 63 cells there is no difference, and plain ints suffice. A board that uses bit 63, a hash, or anything else that must
wrap uses `Word`: an int whose interpreted arithmetic wraps exactly as compiled code does. The functions here accept
both, and return the same type.

    bit    63 62 61 ...  2  1  0
            |                  `- lowest(x) finds the first 1 from this side
            `- sign: a word with bit 63 set is a negative int

Compiled, each function is one machine instruction or two (`native/words.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import index
from typing import Any

__all__ = ["Word", "bits", "bswap", "highest", "lowest", "popcount", "rotl", "scramble", "shl", "shr"]

MASK = (1 << 64) - 1
SIGN = 1 << 63


def _signed(x: int) -> int:
    """The low 64 bits of `x`, read as a signed number."""
    return ((int(x) & MASK) ^ SIGN) - SIGN


class Word(int):
    """A 64-bit int that wraps around as compiled code does.

    >>> Word(1) << 63
    Word(-9223372036854775808)
    >>> Word(2**63 - 1) + 1
    Word(-9223372036854775808)
    """

    __slots__ = ()

    def __new__(cls, x: int = 0) -> Word:
        return int.__new__(cls, _signed(x))

    def __repr__(self) -> str:
        return f"Word({int(self)})"

    __str__ = int.__repr__


_make = int.__new__


def _wrapping(name: str) -> Any:
    operation = getattr(int, name)

    def method(*arguments: Any) -> Any:
        answer = operation(*arguments)
        if answer is NotImplemented:
            try:
                answer = operation(arguments[0], index(arguments[1]))  # a NumPy int
            except TypeError:
                return NotImplemented
        return _make(Word, answer) if -SIGN <= answer < SIGN else Word(answer)  # most fit without wrapping

    method.__name__ = name
    return method


for _name in ("add", "sub", "mul", "and", "or", "xor", "lshift", "rshift", "floordiv", "mod"):
    setattr(Word, f"__{_name}__", _wrapping(f"__{_name}__"))
    setattr(Word, f"__r{_name}__", _wrapping(f"__r{_name}__"))
for _name in ("neg", "invert", "abs", "pos"):
    setattr(Word, f"__{_name}__", _wrapping(f"__{_name}__"))


def _like(x: int, bits: int) -> int:
    """`bits` truncated to 64, as a Word if `x` is one."""
    return Word(bits) if isinstance(x, Word) else _signed(bits)


def popcount(x: int) -> int:
    """The number of 1 bits of `x`.

    >>> popcount(0b1011), popcount(-1)
    (3, 64)
    """
    return (int(x) & MASK).bit_count()


def lowest(x: int) -> int:
    """The index of the lowest 1 bit of `x`; 64 if there is none.

    >>> lowest(0b1000), lowest(0)
    (3, 64)
    """
    word = int(x) & MASK
    return (word & -word).bit_length() - 1 if word else 64


def highest(x: int) -> int:
    """The index of the highest 1 bit of `x`; -1 if there is none.

    >>> highest(0b1000), highest(-1), highest(0)
    (3, 63, -1)
    """
    return (int(x) & MASK).bit_length() - 1


def shl(x: int, n: int) -> int:
    """`x` shifted left by `n`; bits beyond 63 are lost. 0 when `n` is 64 or more.

    >>> shl(3, 63) == -2**63
    True
    """
    return _like(x, int(x) << int(n)) if 0 <= n < 64 else _like(x, 0)


def shr(x: int, n: int) -> int:
    """`x` shifted right by `n`, filling with zeros (a logical shift). 0 when `n` is 64 or more.

    >>> shr(-1, 60)
    15
    """
    return _like(x, (int(x) & MASK) >> int(n)) if 0 <= n < 64 else _like(x, 0)


def rotl(x: int, n: int) -> int:
    """`x` rotated left by `n`.

    >>> rotl(-2**63, 1)
    1
    """
    word, turn = int(x) & MASK, int(n) & 63
    return _like(x, word << turn | word >> (64 - turn))


def bswap(x: int) -> int:
    """`x` with its eight bytes reversed (an 8x8 board upside down).

    >>> hex(bswap(0x0102))
    '0x201000000000000'
    """
    return _like(x, int.from_bytes((int(x) & MASK).to_bytes(8, "little"), "big"))


def bits(x: int) -> Iterator[int]:
    """The indices of the 1 bits of `x`, lowest first. In rules: `for cell in bits(board): yield cell`.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    word = int(x) & MASK
    while word:
        yield (word & -word).bit_length() - 1
        word &= word - 1


def scramble(x: int) -> int:
    """The next of a stream of random words, none of them 0 (xorshift64; Marsaglia, "Xorshift RNGs", 2003).

    >>> scramble(1), scramble(scramble(1))
    (1082269761, 1152992998833853505)
    """
    x ^= shl(x, 13)
    x ^= shr(x, 7)
    return x ^ shl(x, 17)
