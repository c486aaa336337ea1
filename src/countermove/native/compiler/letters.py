"""Characters beyond ASCII: tables that Python itself fills, when rules first ask for them."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable

__all__ = ["cased", "changes", "ignored", "spans", "titles", "zeros"]

LAST = 0x40000
"""Beyond this no character is a letter, a digit or a blank."""


@functools.cache
def spans(name: str) -> tuple[int, ...]:
    """Where runs of characters that pass a test of strings (isalpha, say) begin and end."""
    return _runs(getattr(str, name))


@functools.cache
def titles() -> tuple[int, ...]:
    """Characters such as ǅ, which are letters with a case and yet neither upper nor lower case."""
    return _runs(lambda sign: sign.istitle() and not sign.isupper())


@functools.cache
def zeros() -> tuple[int, ...]:
    """The zeros of all scripts: each has its other nine digits behind it."""
    return tuple(code for code in range(128, LAST) if unicodedata.decimal(chr(code), -1) == 0)


@functools.cache
def cased() -> tuple[int, ...]:
    """Characters that have a case."""
    return _runs(lambda sign: sign.isupper() or sign.islower() or sign.istitle(), 0)


@functools.cache
def ignored() -> tuple[int, ...]:
    """Characters that do not count where it matters whether a sigma is the last letter of a word."""
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
    """What a method such as upper makes of the characters that it changes."""
    change = getattr(str, name)
    return {sign: change(sign) for sign in map(chr, range(128, LAST)) if change(sign) != sign}
