"""The contents of a grid's cells: which values are blank, who owns the others, and how they are written.

Ownership shows when the game is played: what appears on the board when player 1 acts, and not when player 2 does, is
player 1's. That works for 1 and 2, for 1 and -1, for "X" and "O", and for members of an enum. If it is ambiguous,
values are written as they are, in a neutral colour.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from typing import Any

BLANKS = (0, None, "", ".", " ", "_", "-")
EMPTY = {"empty", "none", "blank", "free", "vacant"}
"""Names of the enum member for an empty cell."""


def is_blank(value: Any) -> bool:
    """Whether a cell with this value is empty.

    >>> [is_blank(value) for value in (0, ".", None, "X", 2)]
    [True, True, True, False, False]
    """
    if isinstance(value, enum.Enum):
        return value.name.casefold() in EMPTY or is_blank(value.value)
    return value in BLANKS


def owners(appeared: Mapping[int, Iterable[Any]]) -> dict[Any, int]:
    """The owner of each value, from the values that appeared when each player acted; empty if that is ambiguous.

    >>> owners({0: {"R", "#"}, 1: {"Y", "#"}}), owners({0: {2}, 1: {2}})
    ({'R': 0, 'Y': 1}, {})
    """
    found = {}
    for player, values in appeared.items():
        others = {value for other, seen in appeared.items() if other != player for value in seen}
        own = [value for value in values if value not in others]
        if len(own) != 1:
            return {}
        found[own[0]] = player
    return found if len(found) > 1 else {}


def owner(value: Any, known: Mapping[Any, int]) -> int | None:
    """The owner of a value: as observed, or by its sign or its case if these distinguish the players.

    >>> owner(-3, {1: 0, -1: 1}), owner("k", {"P": 0, "p": 1}), owner(3, {1: 0, 2: 1})
    (1, 1, None)
    """
    if value in known:
        return known[value]
    if len(known) != 2 or isinstance(value, bool):
        return None
    (one, first), (other, second) = known.items()
    if all(isinstance(each, int | float) for each in (one, other, value)) and one * other < 0:
        return first if value * one > 0 else second
    letters = all(isinstance(each, str) and each.isalpha() for each in (one, other, value))
    if letters and one.isupper() != other.isupper() and (value.isupper() or value.islower()):
        return first if value.isupper() == one.isupper() else second
    return None


def words(values: Iterable[Any], known: Mapping[Any, int]) -> dict[Any, str]:
    """How each value is written: 1 and 2 of two players as X and O, members of an enum by a letter if that is unique.

    >>> words((0, 1, 2), {1: 0, 2: 1}), words((0, 1, 2), {})
    ({0: '', 1: 'X', 2: 'O'}, {0: '', 1: '1', 2: '2'})
    """
    different = list(dict.fromkeys(values))
    pieces = [value for value in different if not is_blank(value)]
    numbered = len(known) == 2 and all(value in known and isinstance(value, int) for value in pieces)
    if numbered and set(known.values()) == {0, 1}:
        return {value: "" if is_blank(value) else "XO"[known[value]] for value in different}
    crossed = all(value in ("x", "o") for value in pieces)
    named = {value: word(value) for value in different}
    kinds = {type(value) for value in pieces if isinstance(value, enum.Enum)}
    for kind in kinds:
        members = [each for each in kind if not is_blank(each)]
        if len({word(each)[:1] for each in members}) == len(members):
            named |= {value: word(value)[:1] for value in pieces if isinstance(value, kind)}
    return {value: text.upper() if crossed else text for value, text in named.items()}


def word(value: Any) -> str:
    """A value as a cell shows it."""
    if is_blank(value):
        return ""
    if isinstance(value, enum.Enum):
        short = isinstance(value.value, str) and 0 < len(value.value) <= 2
        return str(value.value) if short else value.name
    if isinstance(value, bool):
        return "●"
    return f"{value:g}" if isinstance(value, float) else str(value)
