"""Text for the page, with mathematical signs where the command line uses ASCII."""

from __future__ import annotations

import re
from typing import TypeVar

T = TypeVar("T")

SIGNS = (
    (re.compile("<=≈|‹=≈"), "at most about"),
    (re.compile(">=≈|›=≈"), "at least about"),
    (re.compile("<=|‹="), "≤"),
    (re.compile(">=|›="), "≥"),
    (re.compile(r"(?<![A-Za-z])inf\b"), "∞"),
    (re.compile(r"(?<![\w)\]∞-])-(?=[\d.∞])"), "−"),
)


def typeset(value: T) -> T:
    """Text with ≤, ≥, ∞ and −; for a list or a dictionary, all strings in it.

    >>> typeset(["c (MIN) <= -2.5, with (-inf, 10)", "alpha-beta from (2, inf)", 3])
    ['c (MIN) ≤ −2.5, with (−∞, 10)', 'alpha-beta from (2, ∞)', 3]
    >>> typeset("c <= -1, from f-2 = -1, and g <=≈ 0.5")
    'c ≤ −1, from f-2 = −1, and g at most about 0.5'
    """
    if isinstance(value, str):
        words: str = value
        for sign, better in SIGNS:
            words = sign.sub(better, words)
        return words  # type: ignore[return-value]
    if isinstance(value, (list, tuple)):
        return type(value)(typeset(each) for each in value)
    if isinstance(value, dict):
        return {name: typeset(each) for name, each in value.items()}  # type: ignore[return-value]
    return value
