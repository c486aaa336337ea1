"""Actions are values too: any immutable value can be one, with a name that people read and type.

    3            3                  "left"                left
    (1, 2)       1,2                ((1, 2), (3, 4))      1,2-3,4
    Side.LEFT    LEFT               None                  pass
    ("take", 3)  take,3             Move(row=1, col=2)    Move(1,2)

Names made here have no spaces. A line of actions is split at spaces and commas; if names contain these, the longest
matching name wins.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from countermove.literal import given_fields, has_own_words, ordered
from countermove.values import is_record

__all__ = ["SEPARATORS", "as_action", "between", "cut", "is_among", "name_of", "rank_of", "sent"]

PASS = "pass"
"""The name of the action None."""


def as_action(value: Any) -> Any:
    """An action in canonical form: integers of any library become int, anything else is unchanged.

    >>> from countermove.bits import Word
    >>> as_action(Word(3)), as_action((1, 2)), as_action(None)
    (3, (1, 2), None)
    """
    if type(value) is int or isinstance(value, (bool, Enum)) or not hasattr(value, "__index__"):
        return value
    return int(value)


def is_among(action: Any, actions: Iterable[Any]) -> bool:
    """Whether an action is one of these; True and False do not count as 1 and 0.

    >>> is_among(1, [0, 1]), is_among(True, [0, 1]), is_among((0, 1), [(0, 1)])
    (True, False, True)
    """
    return any(bool(action == each) and isinstance(action, bool) == isinstance(each, bool) for each in actions)


def name_of(action: Any) -> str:
    """The default name of an action.

    >>> [name_of(a) for a in (7, "left", None, (1, 2), ((1, 2), (3, 4)), ("take", (1, 2)))]
    ['7', 'left', 'pass', '1,2', '1,2-3,4', 'take,(1,2)']
    """
    return PASS if action is None else _name(action, False)


def _name(action: Any, inside: bool) -> str:
    if isinstance(action, Enum):
        return str(action.name or action.value)
    if isinstance(action, str):
        return str(action)
    if has_own_words(action):
        return str(action)
    if isinstance(action, tuple):
        return _together(action, inside)
    if is_record(action):
        return f"{type(action).__name__}({_together(tuple(value for _, value in given_fields(action)), False)})"
    if isinstance(action, frozenset):
        return f"{{{','.join(_name(item, True) for item in ordered(action))}}}"
    return "".join(str(action).split())


def _together(items: tuple[Any, ...], inside: bool) -> str:
    """Items joined by commas; if all are tuples of plain items, by dashes."""
    if len(items) > 1 and not inside and all(_is_flat(item) for item in items):
        return "-".join(_name(item, False) for item in items)
    text = ",".join(_name(item, True) for item in items)
    return f"({text})" if inside or len(items) == 0 else text


def _is_flat(item: Any) -> bool:
    return isinstance(item, tuple) and len(item) > 1 and not any(isinstance(part, tuple) for part in item)


def between(names: Iterable[str]) -> str:
    """The separator for names in a list: a comma, or a semicolon if they contain commas.

    >>> between(["a1", "b2"]), between(["0,0", "0,1"])
    (', ', '; ')
    """
    return "; " if any("," in name for name in names) else ", "


def sent(action: Any, name: str) -> int | str:
    """An action for JSON: an int as it is, anything else by its name among the legal ones.

    >>> sent(3, "c1"), sent((0, 2), "0,2"), sent(None, "pass")
    (3, '0,2', 'pass')
    """
    number = as_action(action)
    return number if type(number) is int else name


SEPARATORS = " ,\t\r\n\v\f"
"""The separators between the actions of a line."""


def cut(line: str, names: Iterable[str]) -> tuple[str, str]:
    """The first action of a line of actions, and the rest of the line; `names` are those of the legal actions.

    >>> cut("0,0 1,1", ["0,0", "0,1"]), cut("4,5", ["4", "5"]), cut("7,7 8", ["0,0"])
    (('0,0', ' 1,1'), ('4', ',5'), ('7,7', ' 8'))
    """
    composed = [name for name in names if any(sign in SEPARATORS for sign in name)]
    for name in sorted(names, key=len, reverse=True) if composed else ():
        if line[: len(name)].casefold() == name.casefold() and line[len(name) : len(name) + 1] in ("", *SEPARATORS):
            return name, line[len(name) :]
    words = (line if composed else line.replace(",", " ")).split(maxsplit=1)
    if not words:  # only separators
        return line, ""
    return words[0].strip(","), line[line.index(words[0]) + len(words[0]) :]


def rank_of(action: Any) -> Any:
    """The sort key of an action: numbers as numbers, anything else by its name.

    >>> sorted([(0, 1), 10, None, 9], key=rank_of)
    [9, 10, (0, 1), None]
    """
    return (0, action, "") if isinstance(action, int) else (1, 0, name_of(action))
