"""States as a check meets them: how they were reached, and their shape."""

from __future__ import annotations

import copy
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from countermove.game import Action, State
from countermove.immutable import flaw, parts
from countermove.literal import hints, options
from countermove.values import freeze, has_arrays, is_array, is_record

__all__ = ["Facts", "Spot", "alike", "copied", "frozen", "has_arrays", "kind", "misshapen"]


@dataclass(frozen=True, slots=True)
class Facts:
    """The rules' answers for a state."""

    over: bool
    player: int | None = None
    """Who acts; None where the game is over."""
    actions: tuple[Action, ...] = ()
    """The actions of a player, or of chance."""
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
    action: Action = None
    depth: int = 0
    number: int = 0
    """The number of states met before it."""
    arrays: bool = False
    """Whether it contains arrays, which rules could change."""
    met: bool = True
    """False without a state, as when `initial` fails."""
    facts: Facts | None = field(default=None, repr=False)
    proven: bool = False
    """Whether it was checked against its exact value."""

    def given(self) -> State:
        """The state to pass to the rules: a copy where they could change it."""
        return copied(self.state) if self.arrays else self.state

    def steps(self) -> list[Spot]:
        """The spots on the way here, without the first."""
        way = []
        spot: Spot | None = self
        while spot is not None and spot.parent is not None:
            way.append(spot)
            spot = spot.parent
        return way[::-1]

    def actions(self) -> tuple[Action, ...]:
        """The actions that lead here."""
        return tuple(step.action for step in self.steps())


def copied(value: Any) -> Any:
    """A deep copy.

    >>> copied((1, (2, 3)))
    (1, (2, 3))
    """
    if isinstance(value, tuple):
        items = [copied(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if is_array(value):
        return value.copy()
    return value if isinstance(value, frozenset) else copy.deepcopy(value)  # a copy of a set may have another order


def frozen(state: State) -> tuple[Hashable, str]:
    """The frozen form of a state, and what is mutable in it, if anything.

    >>> frozen(([1],))[1]
    'item 0 of the state is a list'
    """
    found = flaw(state)
    try:
        key = freeze(state)
        hash(key)
    except TypeError:
        return None, found.what if found else "the state cannot be hashed"
    return key, found.what if found else ""


def alike(one: Hashable, other: Hashable) -> bool:
    """Whether two frozen forms are equal, whatever their types."""
    try:
        return bool(one == other)
    except Exception:  # NumPy's numbers compare with tuples item by item
        return False


def misshapen(model: Any, value: Any) -> str:
    """How a state differs in shape from the first one, in words; empty when it does not.

    All states are of one class. Inside, tuples may grow and shrink, and None, strings and others may mix freely; but
    where the first state has an int or is annotated so, compiled rules would truncate a float, and arrays keep their
    type.

    >>> misshapen((1, 2), (1, 2.5))
    'item 1 of the state is an int in the first state and the float 2.5 here'
    """
    if type(value) is not type(model) and not (_is_number(model) and _is_number(value)):
        return f"the state is {_article(type(model))} in the first state and {_described(value)} here"
    return _misshapen(model, value, "the state", None)


def _misshapen(model: Any, value: Any, where: str, hint: Any) -> str:
    if isinstance(value, tuple) or is_record(value):
        given = hints(type(value)) if type(value) is not tuple else {}
        models = parts(model, where) if type(model) is type(value) else ()
        for (name, place, like), (_, _, item) in zip(models, parts(value, where)):
            if found := _misshapen(like, item, place, given.get(name)):
                return found
        return ""
    if is_array(model) or is_array(value):
        alike = is_array(model) and is_array(value) and value.dtype == model.dtype and value.ndim == model.ndim
        return "" if alike else f"{where} is {_described(model)} in the first state and {_described(value)} here"
    if not _is_number(value):
        return ""
    wanted: Any = next((one for one in options(hint) if one in (int, float, bool)), None) or kind(model)
    given_kind = kind(value)
    fits = {bool: (bool,), int: (int, bool), float: (float, int, bool)}.get(wanted)
    if fits is None or given_kind in fits or float in options(hint) or (given_kind is int and int in options(hint)):
        return ""
    said = "is annotated as" if hint is wanted and kind(model) is not wanted else "is"
    return f"{where} {said} {_article(wanted)} in the first state and {_described(value)} here"


def _is_number(value: Any) -> bool:
    return kind(value) in (bool, int, float)


def kind(value: Any) -> type:
    """The Python type of a number, also of NumPy's; for other values their class."""
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
