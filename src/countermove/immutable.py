"""Finds mutable parts of a value, and says what to write instead.

States and actions are compared, hashed and stored, so they must be immutable. A flaw names the mutable part and the
remedy.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any, NamedTuple

from countermove.values import SIMPLE, has_equality, is_array, is_record, record_items

__all__ = ["Flaw", "flaw", "parts"]

REMEDIES = {
    "list": "Use a tuple instead of a list: tuple(cells) after changing a copy, list(state.cells).",
    "set": "Use a frozenset instead of a set: state.taken | {cell} makes a new one.",
    "dict": "Use a field for each key instead of a dict, or a tuple with an item for each.",
    "bytearray": "Use bytes or a tuple instead of a bytearray.",
}
DEFAULT_REMEDY = "Use a NamedTuple, a frozen dataclass or a tuple, of immutable values."


class Flaw(NamedTuple):
    """What is mutable, and what to do about it."""

    what: str
    do: str


def flaw(value: Any, where: str = "the state") -> Flaw | None:
    """The first mutable part of a value; None if there is none.

    >>> flaw((1, [2])).what, flaw((1, ("a", None, frozenset({2}))))
    ('item 1 of the state is a list', None)
    """
    return next(_flaws(value, where), None)


def _flaws(value: Any, where: str) -> Iterator[Flaw]:
    kind = type(value)
    if kind in SIMPLE and kind is not frozenset:
        return
    if isinstance(value, tuple) or (is_record(value) and kind.__dataclass_params__.frozen):
        for _, place, item in parts(value, where):
            yield from _flaws(item, place)
    elif is_record(value):
        yield Flaw(
            f"{where} is a {kind.__name__}, a dataclass that is not frozen",
            f"Write @dataclass(frozen=True) above class {kind.__name__}; dataclasses.replace makes changed copies.",
        )
    elif isinstance(value, frozenset):
        for item in value:
            yield from _flaws(item, f"an item of {where}")
    elif not is_array(value) and not isinstance(value, (Enum, type)):
        yield from _unhashable(value, where)


def _unhashable(value: Any, where: str) -> Iterator[Flaw]:
    kind = type(value)
    try:
        hash(value)
    except TypeError:
        known = next((name for name in REMEDIES if name in [each.__name__ for each in kind.__mro__]), "")
        yield Flaw(f"{where} is a {kind.__name__}", REMEDIES.get(known, DEFAULT_REMEDY))
        return
    if not has_equality(value) and not callable(value):
        yield Flaw(
            f"{where} is a {kind.__name__}, and its class does not define equality",
            f"Write @dataclass(frozen=True) above class {kind.__name__}, or make it a NamedTuple.",
        )


def parts(value: Any, where: str) -> Iterator[tuple[str, str, Any]]:
    """The parts of a tuple or a dataclass instance: a name, a description of the place, and the value."""
    named = record_items(value) if is_record(value) else zip(getattr(value, "_fields", ()), value)
    if is_record(value) or hasattr(value, "_fields"):
        yield from ((name, f"field {name!r} of {where}", item) for name, item in named)
    else:
        yield from (("", f"item {index} of {where}", item) for index, item in enumerate(value))
