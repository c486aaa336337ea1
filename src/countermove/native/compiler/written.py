"""Parts of Python's library, written in Python and compiled like the rules that call them.

What a method of strings or a function of `itertools` does is said here in the language that the compiler reads anyway.
Characters beyond ASCII are looked up in tables, which Python itself fills when this file is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["LETTERS"]


LAST = 0x40000
"""Beyond this no character is a letter, a digit or a blank."""


def _spans(test: Callable[[str], bool]) -> tuple[int, ...]:
    """Where runs of characters that pass a test begin and end, beyond ASCII."""
    found, inside = [], False
    for code in range(128, LAST):
        if test(chr(code)) != inside:
            inside = not inside
            found.append(code)
    return tuple(found)


class _Letters:
    """Tables of characters beyond ASCII, made when first asked for."""

    _made: dict[str, Any]

    def __init__(self) -> None:
        self._made = {}

    def spans(self, name: str) -> tuple[int, ...]:
        if name not in self._made:
            self._made[name] = _spans(getattr(str, name))
        return self._made[name]  # type: ignore[no-any-return]

    def titles(self) -> tuple[int, ...]:
        """Characters such as ǅ, which are neither upper nor lower case and yet letters with a case."""
        if "titles" not in self._made:
            self._made["titles"] = _spans(lambda sign: sign.istitle() and not sign.isupper())
        return self._made["titles"]  # type: ignore[no-any-return]

    def changes(self, name: str) -> dict[str, str]:
        if name not in self._made:
            change = getattr(str, name)
            characters = map(chr, range(128, LAST))
            self._made[name] = {each: change(each) for each in characters if change(each) != each}
        return self._made[name]  # type: ignore[no-any-return]


LETTERS = _Letters()


def within(spans: tuple[int, ...], code: int) -> bool:
    """Whether a code lies in one of the runs of a table: an odd number of ends are not beyond it."""
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans[middle] <= code:
            low = middle + 1
        else:
            high = middle
    return low % 2 == 1


def is_every(text: str, spans: tuple[int, ...], ascii: frozenset[int]) -> bool:
    """isalpha and the like: every character is one of them, and there is one."""
    for sign in text:
        code = ord(sign)
        if not (code in ascii if code < 128 else within(spans, code)):
            return False
    return len(text) > 0


def is_cased(text: str, good: tuple[int, ...], bad: tuple[int, ...], low: int, other: int) -> bool:
    """isupper and islower: a letter of that case, and none of another."""
    found = False
    for sign in text:
        code = ord(sign)
        if code < 128:
            if other <= code < other + 26:
                return False
            found = found or low <= code < low + 26
        else:
            if within(bad, code):
                return False
            found = found or within(good, code)
    return found


def turned(text: str, table: dict[str, str], lower: bool, upper: bool) -> str:
    """upper, lower and swapcase."""
    found = []
    for sign in text:
        code = ord(sign)
        if code >= 128:
            found.append(table.get(sign, sign))
        elif (lower and 97 <= code < 123) or (upper and 65 <= code < 91):
            found.append(chr(code ^ 32))
        else:
            found.append(sign)
    return "".join(found)


def is_blank(code: int) -> bool:
    """Whether a character counts as white space."""
    if code < 128:
        return 9 <= code <= 13 or 28 <= code <= 32
    return code in (133, 160, 5760, 8232, 8233, 8239, 8287, 12288) or 8192 <= code <= 8202


def stripped(text: str, left: bool, right: bool) -> str:
    start, stop = 0, len(text)
    while left and start < stop and is_blank(ord(text[start])):
        start += 1
    while right and start < stop and is_blank(ord(text[stop - 1])):
        stop -= 1
    return text[start:stop]


def number(text: str) -> int:
    """int(text)."""
    digits = stripped(text, True, True)
    sign = 1
    at = 0
    if digits and (digits[0] == "-" or digits[0] == "+"):
        sign = -1 if digits[0] == "-" else 1
        at = 1
    if at == len(digits):
        raise ValueError
    found = 0
    gap = True
    while at < len(digits):
        code = ord(digits[at])
        if 48 <= code < 58:
            found = found * 10 + code - 48
            gap = False
        elif code == 95 and not gap:
            gap = True
        else:
            raise ValueError
        at += 1
    if gap:
        raise ValueError
    return found * sign


def counted(text: str, part: str) -> int:
    if not part:
        return len(text) + 1
    found = 0
    at = text.find(part)
    while at >= 0:
        found += 1
        at = text.find(part, at + len(part))
    return found


def replaced(text: str, old: str, new: str, most: int) -> str:
    if most == 0:
        return text
    left = most
    found = []
    if not old:
        for sign in text:
            if left != 0:
                found.append(new)
                left -= 1
            found.append(sign)
        if left != 0:
            found.append(new)
        return "".join(found)
    start = 0
    at = text.find(old)
    while at >= 0 and left != 0:
        found.append(text[start:at])
        found.append(new)
        left -= 1
        start = at + len(old)
        at = text.find(old, start)
    found.append(text[start:])
    return "".join(found)


def split(text: str, by: str, most: int) -> list[str]:
    if not by:
        raise ValueError
    left = most
    found = []
    start = 0
    at = text.find(by)
    while at >= 0 and left != 0:
        found.append(text[start:at])
        left -= 1
        start = at + len(by)
        at = text.find(by, start)
    found.append(text[start:])
    return found


def split_at_blanks(text: str) -> list[str]:
    found = []
    start = 0
    for at in range(len(text) + 1):
        if at == len(text) or is_blank(ord(text[at])):
            if at > start:
                found.append(text[start:at])
            start = at + 1
    return found


def partition(text: str, by: str) -> tuple[str, str, str]:
    if not by:
        raise ValueError
    at = text.find(by)
    if at < 0:
        return text, "", ""
    return text[:at], by, text[at + len(by) :]


def centred(text: str, width: int, sign: str) -> str:
    more = max(0, width - len(text))
    left = more // 2 + (more & width & 1)
    return sign * left + text + sign * (more - left)


def zero_filled(text: str, width: int) -> str:
    more = max(0, width - len(text))
    if text and (text[0] == "-" or text[0] == "+"):
        return text[0] + "0" * more + text[1:]
    return "0" * more + text


def without_start(text: str, part: str) -> str:
    return text[len(part) :] if text.startswith(part) else text


def without_end(text: str, part: str) -> str:
    return text[: len(text) - len(part)] if part and text.endswith(part) else text


def factorial(n: int) -> int:
    if n < 0:
        raise ValueError
    found = 1
    for each in range(2, n + 1):
        found *= each
    return found


def falling(n: int, k: int) -> int:
    """math.perm."""
    if n < 0 or k < 0:
        raise ValueError
    if k > n:
        return 0
    found = 1
    for each in range(n - k + 1, n + 1):
        found *= each
    return found


def choices(n: int, k: int) -> int:
    """math.comb."""
    if n < 0 or k < 0:
        raise ValueError
    if k > n:
        return 0
    found = 1
    for each in range(min(k, n - k)):
        found = found * (n - each) // (each + 1)
    return found


# itertools, for lists.


def accumulate(items: list[Any], function: Any) -> Iterator[Any]:
    if items:
        total = items[0]
        yield total
        for each in items[1:]:
            total = function(total, each)
            yield total


def accumulate_from(items: list[Any], function: Any, initial: Any) -> Iterator[Any]:
    total = initial
    yield total
    for each in items:
        total = function(total, each)
        yield total


def groups(items: list[Any], key: Any) -> Iterator[Any]:
    at = 0
    while at < len(items):
        mark = key(items[at])
        end = at + 1
        while end < len(items) and key(items[end]) == mark:
            end += 1
        yield mark, items[at:end]
        at = end


def plain_groups(items: list[Any]) -> Iterator[Any]:
    at = 0
    while at < len(items):
        end = at + 1
        while end < len(items) and items[end] == items[at]:
            end += 1
        yield items[at], items[at:end]
        at = end


def take_while(test: Any, items: Any) -> Iterator[Any]:
    for each in items:
        if not test(each):
            return
        yield each


def drop_while(test: Any, items: Any) -> Iterator[Any]:
    going = False
    for each in items:
        if going or not test(each):
            going = True
            yield each


def filter_false(test: Any, items: Any) -> Iterator[Any]:
    for each in items:
        if not test(each):
            yield each


def compress(items: Any, marks: Any) -> Iterator[Any]:
    for each, mark in zip(items, marks):
        if mark:
            yield each


def zip_longest(one: list[Any], two: list[Any], fill: Any) -> Iterator[Any]:
    for at in range(max(len(one), len(two))):
        yield one[at] if at < len(one) else fill, two[at] if at < len(two) else fill


def cycle(items: list[Any]) -> Iterator[Any]:
    while items:
        yield from items
