"""A float as its 64-bit word, and back: how a `Memory` of words holds floats."""

from __future__ import annotations

import struct


def word_of(value: float) -> int:
    """The bits of a float, as a signed word.

    >>> word_of(1.0) == 1023 << 52, word_of(-0.5) < 0
    (True, True)
    """
    return int(struct.unpack("<q", struct.pack("<d", value))[0])


def real_of(word: int) -> float:
    """The float with these bits.

    >>> real_of(word_of(0.1))
    0.1
    """
    return float(struct.unpack("<d", struct.pack("<q", word))[0])
