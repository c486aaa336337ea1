"""Enums: the number of a member in compiled code."""

from __future__ import annotations

import enum
import functools
import operator
from typing import Any

from countermove.native import digest
from countermove.native.compiler.code import wrapped

MEMBERS = 1 << 12
"""Enum members below this number are stored in an action as they are."""


def number_of(member: Any) -> int:
    """The number of an enum member: its value if that is an int, else its position."""
    if isinstance(member, int):
        return wrapped(int(member))
    if isinstance(member, enum.Flag):
        return wrapped(member.value)
    if isinstance(member, enum.Enum):
        return list(type(member)).index(member)
    return int(member)


def member_of(cls: Any, number: int) -> Any:
    """The member with a number."""
    return cls(number) if is_numbered(cls) else list(cls)[number]


def is_numbered(cls: type) -> bool:
    """Whether an enum's members are identified by int values; a Flag's may be combined."""
    return issubclass(cls, int | enum.Flag)


def every_bit(cls: Any) -> int:
    """All members of a Flag combined, as a number."""
    return functools.reduce(operator.or_, (each.value for each in cls), 0)


def names_of(cls: Any) -> dict[int, Any]:
    """The members of a numbered enum by number; for a Flag with few bits, all combinations too."""
    members = list(cls)
    if issubclass(cls, enum.Flag) and every_bit(cls) < 256:
        numbers = [number for number in range(every_bit(cls) + 1) if number & ~every_bit(cls) == 0]
        members = [cls(number) for number in numbers]
    return {number_of(each): each for each in members}


def span_of(cls: Any) -> tuple[int, int]:
    """The smallest member number, and the bits needed from there."""
    numbers = [0, every_bit(cls)] if issubclass(cls, enum.Flag) else list(map(number_of, cls))
    low, high = min(numbers, default=0), max(numbers, default=0)
    return (0, MEMBERS.bit_length() - 1) if low >= 0 and high < MEMBERS else (low, (high - low).bit_length())


def is_authors(cls: type, name: str) -> bool:
    """Whether a class has an author-defined attribute of a name."""
    return any(name in vars(each) and digest.is_authors(each.__module__) for each in cls.__mro__)
