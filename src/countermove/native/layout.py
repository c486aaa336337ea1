"""The shape of a state: what each field is, to the compiler and on the way in.

A state must have the same shape always, or compiled code could not hold it. The shape comes from the annotations of the
NamedTuple (int, float, bool) and, where they say no more than "a tuple" or "an array", from the first state.
"""

from __future__ import annotations

import typing
from typing import Any

import numpy as np
from numba import typeof, types

from countermove.bits import Word
from countermove.errors import NativeError
from countermove.game import State
from countermove.values import is_array

SCALARS = {int: types.int64, Word: types.int64, float: types.float64, bool: types.boolean}


def layout(state: State, where: str = "the state", hint: Any = None) -> Any:
    """The compiled type of states shaped like this one; `hint` is what an annotation says of it."""
    number = isinstance(state, int | float | np.number | np.bool_)
    if number and hint in SCALARS:
        return SCALARS[hint]
    if isinstance(state, tuple):
        names = getattr(state, "_fields", None)
        hints = _field_hints(type(state)) if names else _item_hints(hint, len(state))
        items = []
        for name, value in zip(names or range(len(state)), state):
            place = f"field {name!r} of {where}" if names else f"item {name} of {where}"
            items.append(layout(value, place, hints.get(name)))
        return types.BaseTuple.from_types(items, type(state)) if names else types.BaseTuple.from_types(items)
    if is_array(state):
        if state.dtype.kind not in "iufb":
            raise NativeError(f"{where} is an array of {state.dtype}; compiled rules hold arrays of numbers")
        return types.Array(typeof(state).dtype, state.ndim, "C")
    if isinstance(state, bool | np.bool_):
        return types.boolean
    if isinstance(state, int | np.integer):
        return types.int64
    if isinstance(state, float | np.floating):
        return types.float64
    raise NativeError(f"{where} is a {type(state).__name__}; compiled rules hold numbers, tuples and arrays in a state")


def _field_hints(cls: type) -> dict[Any, Any]:
    """The annotations of a NamedTuple, as types; none where they cannot be told."""
    try:
        return typing.get_type_hints(cls)
    except Exception:
        return {}


def _item_hints(hint: Any, count: int) -> dict[Any, Any]:
    """What `tuple[int, float]` or `tuple[int, ...]` says of each item."""
    kinds = typing.get_args(hint) if typing.get_origin(hint) is tuple else ()
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        kinds = (kinds[0],) * count
    return dict(enumerate(kinds))


def coerced(state: Any, kind: Any, where: str = "the state") -> Any:
    """`state` with every field exactly of the kind that compiled code expects."""
    if isinstance(kind, types.BaseTuple):
        if not isinstance(state, tuple) or len(state) != len(kind):
            given = f"{len(state)} items" if isinstance(state, tuple) else f"a {type(state).__name__}"
            raise NativeError(f"{where} has {given} where the first state has a tuple of {len(kind)}")
        names = getattr(state, "_fields", range(len(state)))
        items = [coerced(value, item, f"field {name!r} of {where}") for name, value, item in zip(names, state, kind)]
        cls = getattr(kind, "instance_class", None)
        return cls(*items) if cls else tuple(items)
    if isinstance(kind, types.Array):
        if not is_array(state) or state.ndim != kind.ndim:
            raise NativeError(f"{where} is not an array of {kind.ndim} dimensions, as it is in the first state")
        dtype = np.dtype(str(kind.dtype)) if kind.dtype != types.boolean else np.dtype(bool)
        return state if state.dtype == dtype and state.flags.carray else np.array(state, dtype, order="C")
    if kind == types.boolean:
        if isinstance(state, bool | np.bool_):
            return bool(state)
    elif kind == types.int64:
        if isinstance(state, int | np.integer):
            number = int(state)
            if not -(1 << 63) <= number < 1 << 63:
                raise NativeError(f"{where} is {number}, beyond 64 bits; hold it as a countermove.bits.Word")
            return number
    elif isinstance(state, int | float | np.number):
        return float(state)
    raise NativeError(f"{where} is {state!r}, a {type(state).__name__}; in the first state it is {_word(kind)}")


def _word(kind: Any) -> str:
    return {types.int64: "an int", types.float64: "a float", types.boolean: "a bool"}.get(kind, str(kind))


def misfit(given: Any, kind: Any, where: str = "the state") -> str | None:
    """Why compiled code cannot put a value of type `given` where states have `kind`; None when it can."""
    if isinstance(kind, types.BaseTuple):
        if not isinstance(given, types.BaseTuple) or len(given) != len(kind):
            return f"{where} should be a tuple of {len(kind)} but is {_plain(given)}"
        if getattr(given, "instance_class", None) is not getattr(kind, "instance_class", None):
            return f"{where} should be a {_class(kind)} but is a {_class(given)}"
        names = getattr(kind, "fields", range(len(kind)))
        for name, one, other in zip(names, given, kind):
            reason = misfit(one, other, f"field {name!r} of {where}")
            if reason:
                return reason
        return None
    if isinstance(kind, types.Array):
        same = isinstance(given, types.Array) and given.dtype == kind.dtype and given.ndim == kind.ndim
        return None if same and given.layout == "C" else f"{where} should be {_plain(kind)} but is {_plain(given)}"
    number = (types.Integer, types.Boolean)
    if kind == types.float64 and isinstance(given, (*number, types.Float)):
        return None
    if kind == types.int64 and isinstance(given, number):
        return None
    if kind == types.boolean and isinstance(given, types.Boolean):
        return None
    return f"{where} starts as {_plain(kind)} but becomes {_plain(given)}"


def _class(kind: Any) -> str:
    cls = getattr(kind, "instance_class", None)
    return cls.__name__ if cls else "plain tuple"


def _plain(kind: Any) -> str:
    """A compiled type in an author's words."""
    if isinstance(kind, types.Boolean):
        return "a bool"
    if isinstance(kind, types.Integer):
        return "an int"
    if isinstance(kind, types.Float):
        return "a float"
    if isinstance(kind, types.BaseTuple):
        return f"a tuple of {len(kind)}"
    if isinstance(kind, types.Array):
        return f"an array of {kind.dtype} in {kind.ndim} dimension{'s' if kind.ndim != 1 else ''}"
    if isinstance(kind, types.NoneType):
        return "None"
    if isinstance(kind, types.Optional):
        return f"sometimes {_plain(kind.type)} and sometimes None"
    if isinstance(kind, types.UnicodeType):
        return "a string"
    return str(kind)
