"""States are values: compared, hashed, and changed by making new ones.

A state is a NamedTuple, a frozen dataclass, a tuple, a string, a number, None, a member of an Enum, a frozenset or a
small array, of such values in turn. These functions handle all of them, and each has a compiled twin
(`native/words.py`) with the same results.
"""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Hashable, Iterator, Sequence
from enum import Enum
from typing import Any, TypeVar

from countermove.bits import MASK, Word

__all__ = ["dot", "freeze", "joint", "key_of", "put", "split", "thaw", "weigh"]

T = TypeVar("T", bound=tuple[Any, ...])


def is_array(value: object) -> bool:
    """Whether `value` is a NumPy array, without importing NumPy."""
    return (
        type(value).__module__ == "numpy"
        and hasattr(value, "tobytes")
        and hasattr(value, "shape")
        and value.shape != ()
    )


def is_record(value: object) -> bool:
    """Whether `value` is an instance of a dataclass."""
    return hasattr(type(value), "__dataclass_fields__")


def record_items(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields that count for equality of a dataclass instance, with their names."""
    return ((field.name, getattr(value, field.name)) for field in dataclasses.fields(value) if field.compare)


def is_of_numbers(value: Any) -> bool:
    """Whether a value is a number, an array, or a tuple of such.

    >>> is_of_numbers((1, (2.5, True))), is_of_numbers((1, None))
    (True, False)
    """
    if isinstance(value, tuple):
        return all(is_of_numbers(item) for item in value)
    if isinstance(value, Enum):
        return False
    return isinstance(value, (int, float)) or type(value).__module__ == "numpy"


SIMPLE = frozenset({int, float, bool, str, type(None), frozenset})
"""Types whose values are their own frozen form."""


def freeze(value: Any) -> Hashable:
    """`value` in a comparable and hashable form, arrays included.

    Two states are the same position if and only if their frozen forms are equal. A state without arrays is its own
    frozen form.

    >>> freeze((1, (2, 3)))
    (1, (2, 3))
    """
    if isinstance(value, tuple):
        for item in value:
            if type(item) not in SIMPLE and (isinstance(item, tuple) or is_array(item) or is_record(item)):
                return tuple(freeze(item) for item in value)
        return value
    if is_array(value):
        return (value.shape, value.dtype.str, value.tobytes())
    if is_record(value) and (not has_equality(value) or _has_arrays(value)) and type(value).__hash__ is not None:
        return (type(value), *(freeze(item) for _, item in record_items(value)))
    hash(value)
    return value  # type: ignore[no-any-return]


def thaw(frozen: Any, example: Any) -> Any:
    """The value whose frozen form this is, given another of its kind.

    >>> thaw(freeze((1, (2, 3))), (0, (0, 0)))
    (1, (2, 3))
    """
    if isinstance(example, tuple):
        if not hasattr(example, "_fields") and (not example or len(frozen) != len(example)):
            return frozen  # a tuple that grows, of things that are frozen as they are
        items = [thaw(one, other) for one, other in zip(frozen, example, strict=True)]
        return type(example)(*items) if hasattr(example, "_fields") else tuple(items)
    if is_array(example):
        import numpy as np

        size, kind, data = frozen
        return np.frombuffer(data, kind).reshape(size)
    return frozen


def has_equality(value: Any) -> bool:
    """Whether a value's class defines equality by content."""
    return "__eq__" in {name for cls in type(value).__mro__[:-1] for name in vars(cls)}


def has_arrays(value: Any) -> bool:
    """Whether a value contains an array.

    >>> has_arrays((1, "a", (None,)))
    False
    """
    return is_array(value) or ((isinstance(value, tuple) or is_record(value)) and _has_arrays(value))


def _has_arrays(value: Any) -> bool:
    items = (item for _, item in record_items(value)) if is_record(value) else value
    return any(has_arrays(item) for item in items if type(item) not in SIMPLE)


def put(values: T, index: int, value: Any) -> T:
    """A copy of the tuple `values` with `value` at `index`; use it to change one pile of many.

    >>> put((3, 5, 7), 1, 4)
    (3, 4, 7)
    """
    if not -len(values) <= index < len(values):
        raise IndexError(f"put: index {index} is outside a tuple of {len(values)}")
    index %= len(values)
    changed = (*values[:index], value, *values[index + 1 :])
    return changed if type(values) is tuple else type(values)(*changed)  # type: ignore[return-value]


def dot(features: Sequence[float], weights: Sequence[float]) -> float:
    """The sum of each feature times its weight: Eval(s) = w1 f1(s) + ... + wn fn(s).

    >>> dot((2.0, 1.0), (10.0, -1.0))
    19.0
    """
    total = 0.0
    for feature, weight in zip(features, weights, strict=True):
        total += feature * weight
    return total


def weigh(sums: Any, weights: Any, by: float) -> None:
    """Add its weight times a number to each sum; sums and weights are arrays of the same type.

    >>> import numpy as np
    >>> sums = np.array([1.0, 2.0])
    >>> weigh(sums, np.array([10.0, -1.0]), 0.5)
    >>> sums.tolist()
    [6.0, 1.5]
    """
    sums += weights * by


JOINT = 1 << 16
"""The choices of one player are below this, where two act at once."""


def joint(first: int, second: int) -> int:
    """The joint action of two players who act at once, from the choice of each.

    >>> joint(2, 1), split(joint(2, 1))
    (131073, (2, 1))
    """
    return first * JOINT + second


def split(action: int) -> tuple[int, int]:
    """The choice of each player in a joint action."""
    return action >> 16, action & JOINT - 1


START = 0x9E3779B97F4A7C15
EXACT = 2.0**53


def mix(seed: int, word: int) -> int:
    """One step of the hash: `word` mixed into `seed` (the finalizer of splitmix64), as an unsigned word."""
    z = ((seed ^ (word & MASK)) + START) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def stir(seed: int, value: Any) -> int:
    if isinstance(value, tuple):
        for item in value:
            seed = stir(seed, item)
        return seed
    if is_array(value):
        for item in value.ravel().tolist():
            seed = stir(seed, item)
        return seed
    if isinstance(value, float) and not (value.is_integer() and abs(value) < EXACT):
        return mix(seed, struct.unpack("<q", struct.pack("<d", value))[0])
    if type(value) not in NUMBERS and not hasattr(value, "__index__") and not isinstance(value, float):
        return _stir_object(seed, value)
    return mix(seed, int(value))  # 1, 1.0 and True are equal, so their hashes must be


NUMBERS = frozenset({int, float, bool})
NONE, TEXT, MEMBER, SET, OTHER = 0x4E6F6E65, 0x74657874, 0x656E756D, 0x73657420, 0x6F746872
"""The hash prefix of each kind, so that None, "" and an empty set differ."""


def _stir_object(seed: int, value: Any) -> int:
    """The same for values other than numbers: equal values have equal hashes, in every process."""
    if value is None:
        return mix(seed, NONE)
    if isinstance(value, (str, bytes)):  # also a member of a StrEnum, which equals its string
        data = value if isinstance(value, bytes) else str.__str__(value).encode("utf-8", "surrogatepass")
        seed = mix(mix(seed, TEXT), len(data))
        for start in range(0, len(data), 8):
            seed = mix(seed, int.from_bytes(data[start : start + 8], "little"))
        return seed
    if isinstance(value, Enum):
        return stir(mix(seed, MEMBER), (type(value).__qualname__, str(value.name)))
    if isinstance(value, frozenset):  # a sum does not depend on the order
        return mix(mix(mix(seed, SET), len(value)), sum(stir(START, item) for item in value))
    if is_record(value):
        seed = stir(seed, type(value).__qualname__)
        for _, item in record_items(value):
            seed = stir(seed, item)
        return seed
    if type(value).__module__ == "numpy":
        return mix(seed, int(value))
    return mix(mix(seed, OTHER), hash(value))


def key_of(state: Any) -> int:
    """A 64-bit hash of a state: equal for equal states, almost certainly different for different ones.

    >>> key_of((1, 2)) == key_of((1, 2)), key_of((1, 2)) == key_of((2, 1))
    (True, False)
    """
    return int(Word(stir(START, state)))
