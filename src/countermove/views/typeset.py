"""Words for the page: the signs of mathematics where the command line writes what every keyboard has."""

from __future__ import annotations

import re
from typing import TypeVar

__all__ = ["typeset"]

Told = TypeVar("Told")

SIGNS = (
    (re.compile("<=≈|‹=≈"), "at most about"),
    (re.compile(">=≈|›=≈"), "at least about"),
    (re.compile("<=|‹="), "≤"),
    (re.compile(">=|›="), "≥"),
    (re.compile(r"(?<![A-Za-z])inf\b"), "∞"),
    (re.compile(r"(?<![\w)\]∞-])-(?=[\d.∞])"), "−"),
)


def typeset(told: Told) -> Told:
    """Words with ≤, ≥, ∞ and − in them; of a list or a dictionary, all words in it.

    >>> typeset(["c (MIN) <= -2.5, with (-inf, 10)", "alpha-beta from (2, inf)", 3])
    ['c (MIN) ≤ −2.5, with (−∞, 10)', 'alpha-beta from (2, ∞)', 3]
    >>> typeset("c <= -1, from f-2 = -1, and g <=≈ 0.5")
    'c ≤ −1, from f-2 = −1, and g at most about 0.5'
    """
    if isinstance(told, str):
        words: str = told
        for sign, better in SIGNS:
            words = sign.sub(better, words)
        return words  # type: ignore[return-value]
    if isinstance(told, (list, tuple)):
        return type(told)(typeset(each) for each in told)
    if isinstance(told, dict):
        return {name: typeset(each) for name, each in told.items()}  # type: ignore[return-value]
    return told
