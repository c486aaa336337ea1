"""Characters beyond ASCII: tables filled by Python on first use."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable

LAST = 0x40000
"""No character beyond this is a letter, digit or whitespace."""


@functools.cache
def spans(name: str) -> tuple[int, ...]:
    """The starts and ends of runs of characters that pass a string test such as isalpha."""
    return _runs(getattr(str, name))


@functools.cache
def titles() -> tuple[int, ...]:
    """Title-case characters such as ǅ: cased, but neither upper nor lower case."""
    return _runs(lambda sign: sign.istitle() and not sign.isupper())


@functools.cache
def zeros() -> tuple[int, ...]:
    """The zeros of all scripts; the other nine digits follow each."""
    return tuple(code for code in range(128, LAST) if unicodedata.decimal(chr(code), -1) == 0)


@functools.cache
def cased() -> tuple[int, ...]:
    """Characters that have a case."""
    return _runs(lambda sign: sign.isupper() or sign.islower() or sign.istitle(), 0)


@functools.cache
def ignored() -> tuple[int, ...]:
    """Characters ignored when deciding whether a sigma ends a word."""
    return _runs(lambda sign: f"a{sign}Σ".lower()[-1] == "ς" and f"1{sign}Σ".lower()[-1] != "ς", 0)


def _runs(test: Callable[[str], bool], first: int = 128) -> tuple[int, ...]:
    found, inside = [], False
    for code in range(first, LAST):
        if test(chr(code)) != inside:
            inside = not inside
            found.append(code)
    return tuple(found)


@functools.cache
def changes(name: str) -> dict[str, str]:
    """The mapping of a method such as upper, for the characters it changes."""
    change = getattr(str, name)
    return {sign: change(sign) for sign in map(chr, range(128, LAST)) if change(sign) != sign}
