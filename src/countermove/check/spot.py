"""States as a check meets them: by which actions, and shaped how."""

from __future__ import annotations

import copy
import functools
import typing
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from countermove.game import State
from countermove.values import freeze, is_array

__all__ = ["Facts", "Spot", "alike", "copied", "frozen", "has_arrays", "kind", "misshapen"]


@dataclass(frozen=True, slots=True)
class Facts:
    """What the rules say of a state."""

    over: bool
    player: int | None = None
    """Who acts; None where the game is over."""
    actions: tuple[int, ...] = ()
    """What may happen: a player's actions, or chance's."""
    chances: tuple[float, ...] = ()
    """The probability of each, where chance acts."""
    utilities: tuple[float, ...] = ()
    """To each player, where the game is over."""


@dataclass(eq=False, slots=True)
class Spot:
    """A state, and how it was reached."""

    state: State
    frozen: Hashable
    parent: Spot | None = None
    action: int = 0
    depth: int = 0
    number: int = 0
    """How many states were met before it."""
    arrays: bool = False
    """Whether it holds arrays, which rules could change."""
    met: bool = True
    """False where there is no state to speak of, as when `initial` fails."""
    facts: Facts | None = field(default=None, repr=False)
    proven: bool = False
    """Whether it was held against its exact value."""

    def given(self) -> State:
        """The state to give to the rules: a copy where they could change it."""
        return copied(self.state) if self.arrays else self.state

    def steps(self) -> list[Spot]:
        """The spots on the way here, without the first."""
        way = []
        spot: Spot | None = self
        while spot is not None and spot.parent is not None:
            way.append(spot)
            spot = spot.parent
        return way[::-1]

    def actions(self) -> tuple[int, ...]:
        """The actions that lead here."""
        return tuple(step.action for step in self.steps())


def copied(value: Any) -> Any:
    """An equal value that shares nothing with the one given.

    >>> copied((1, (2, 3)))
    (1, (2, 3))
    """
    if isinstance(value, tuple):
        items = [copied(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    return value.copy() if is_array(value) else copy.deepcopy(value)


def has_arrays(value: Any) -> bool:
    """Whether a state holds an array somewhere."""
    return is_array(value) or (isinstance(value, tuple) and any(has_arrays(item) for item in value))


def frozen(state: State) -> tuple[Hashable, str]:
    """The frozen form of a state and no complaint, or a complaint.

    >>> frozen(([1],))[1]
    'item 0 of the state is a list'
    """
    try:
        key = freeze(state)
        hash(key)
    except TypeError:
        return None, next(_changeable(state, "the state"), "the state cannot be hashed")
    return key, ""


def alike(one: Hashable, other: Hashable) -> bool:
    """Whether two frozen forms are equal, of whatever kind they are."""
    try:
        return bool(one == other)
    except Exception:  # NumPy's numbers compare with tuples item by item
        return False


def _changeable(value: Any, where: str) -> Iterator[str]:
    """What in a state can change, in words."""
    if isinstance(value, tuple):
        for name, item in _parts(value, where):
            yield from _changeable(item, name)
    elif not is_array(value):
        try:
            hash(value)
        except TypeError:
            yield f"{where} is a {type(value).__name__}"


def _parts(value: tuple[Any, ...], where: str) -> Iterator[tuple[str, Any]]:
    names = getattr(value, "_fields", None)
    for index, item in enumerate(value):
        yield (f"field {names[index]!r} of {where}" if names else f"item {index} of {where}"), item


def misshapen(model: Any, value: Any, where: str = "the state", hint: Any = None) -> str:
    """How a state differs in shape from the first one, in words; empty when it does not.

    Compiled rules allow the same: an int where the first state has a float, but no float where it has an int. What a
    NamedTuple is annotated with goes before what the first state happens to hold.

    >>> misshapen((1, 2), (1, 2.5))
    'item 1 of the state is an int in the first state and the float 2.5 here'
    """
    if isinstance(model, tuple) and not (isinstance(value, tuple) and type(value) is type(model)):
        return f"{where} is a {type(model).__name__} in the first state and {_described(value)} here"
    if isinstance(model, tuple):
        if len(model) != len(value):
            return f"{where} has {len(model)} items in the first state and {len(value)} here"
        hints = _hints(type(model))
        names = getattr(model, "_fields", ())
        for index, ((place, one), other) in enumerate(zip(_parts(model, where), value)):
            found = misshapen(one, other, place, hints.get(names[index]) if names else None)
            if found:
                return found
        return ""
    if is_array(model):
        alike = is_array(value) and value.dtype == model.dtype and value.ndim == model.ndim
        first = f"an array of {model.dtype} in {model.ndim} dimension{'s' if model.ndim != 1 else ''}"
        return "" if alike else f"{where} is {first} in the first state and {_described(value)} here"
    wanted, given = hint if hint in (int, float, bool) else kind(model), kind(value)
    fits = {bool: (bool,), int: (int, bool), float: (float, int, bool)}.get(wanted, (wanted,))
    if given in fits:
        return ""
    said = "is annotated as" if hint is wanted and kind(model) is not wanted else "is"
    return f"{where} {said} {_article(wanted)} in the first state and {_described(value)} here"


@functools.cache
def _hints(cls: type) -> dict[str, Any]:
    try:
        return typing.get_type_hints(cls)
    except Exception:
        return {}


def kind(value: Any) -> type:
    """The kind of a number, whether Python's or NumPy's; of other things their class."""
    code = getattr(getattr(value, "dtype", None), "kind", "")
    if isinstance(value, bool) or code == "b":
        return bool
    if isinstance(value, int) or code in ("i", "u"):
        return int
    if isinstance(value, float) or code == "f":
        return float
    return type(value)


def _article(kind: type) -> str:
    return f"{'an' if kind.__name__[0] in 'aeiou' else 'a'} {kind.__name__}"


def _described(value: Any) -> str:
    if value is None:
        return "None"
    if is_array(value):
        return f"an array of {value.dtype} in {value.ndim} dimension{'s' if value.ndim != 1 else ''}"
    if isinstance(value, (int, float)):
        return f"the {type(value).__name__} {value!r}"
    return _article(type(value))
