"""A state as a few words: taken apart into numbers, the numbers packed side by side, and back again.

A sweep holds every state there is, so a state must be small. Its fields become a list of whole numbers (a float by its
bits), and of each field only the range that was met takes room:

    Board(stones=(5, 0, 2), mover=1)   ->   5, 0, 2, 1              flat: a word a number
    ranges 0..7, 0..7, 0..3, 0..1      ->   1 10 000 101            packed: 3 + 3 + 2 + 1 bits of one word

A field never lies across two words. Where a number falls outside its range, `pack` says which, and whoever asked makes
the range wider and packs everything again. What each field is stands in four words of `fields`.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload, register_jitable

from countermove.bits import Word, shl, shr
from countermove.errors import GameError, NativeError
from countermove.game import Game, State
from countermove.native import layout, words
from countermove.native.memory import Memory
from countermove.values import START, is_array, mix

LOW, HIGH, PLACE, MASK = range(4)
"""Words of a field: its smallest and largest number, its lowest bit in the row of a state, and ones as wide as it."""
FIELD = 4
FITS = -1
"""What `pack` answers when every number is within its range."""


def spread(ranges: list[tuple[int, int]]) -> tuple[Memory, int]:
    """Where each field lies, given the range of each; and how many words a state takes.

    >>> fields, size = spread([(0, 7), (-3, 2**62), (5, 5)])
    >>> [fields[FIELD * i + PLACE] for i in range(3)], size
    ([0, 64, 0], 2)
    """
    fields = Memory(FIELD * max(1, len(ranges)))
    free = 0
    for number, (low, high) in enumerate(ranges):
        width = (high - low).bit_length()
        if width and free // 64 != (free + width - 1) // 64:
            free = (free // 64 + 1) * 64
        at = FIELD * number
        fields[at + LOW], fields[at + HIGH] = low, high
        fields[at + PLACE], fields[at + MASK] = (free if width else 0), Word((1 << width) - 1)
        free += width
    return fields, max(1, -(-free // 64))


@register_jitable
def pack(fields: Any, start: int, flat: Any, row: Any, size: int) -> int:
    """The numbers in `flat` packed into `row`; FITS, or the first field whose number is outside its range.

    The fields are described in `fields` from `start` on.
    """
    for word in range(size):
        row[word] = 0
    for number in range(len(flat)):
        at = start + FIELD * number
        value = int(flat[number])
        low = fields[at + LOW]
        if value < low or value > fields[at + HIGH]:
            return number
        place = fields[at + PLACE]
        row[place >> 6] = int(row[place >> 6]) | shl(value - low, place & 63)
    return FITS


@register_jitable
def unpack(fields: Any, rows: Any, start: int, flat: Any) -> None:
    """The numbers of the row that begins at `start`, into `flat`."""
    for number in range(len(flat)):
        at = FIELD * number
        place = fields[at + PLACE]
        word = shr(int(rows[start + (place >> 6)]), place & 63)
        flat[number] = Word((word & fields[at + MASK]) + fields[at + LOW])


def stir(seed: int, word: int) -> int:
    """One step of the hash of a row."""
    return int(Word(mix(seed, int(word))))


overload(stir, strict=False)(lambda seed, word: lambda seed, word: words._mix(seed, word))
SEED = int(Word(START))


@register_jitable
def hash_of(row: Any, size: int) -> int:
    """The hash of a packed state."""
    seed = SEED
    for word in range(size):
        seed = stir(seed, row[word])
    return seed


# States and their numbers.


def exact(game: Game, state: State) -> State:
    """A state with every field of exactly its kind; compiled states are so anyway."""
    try:
        return layout.coerced(state, shape(game))
    except NativeError as error:
        raise GameError(
            f"{type(game).__name__} cannot be swept: {error}. A sweep packs states, so all have the same shape."
        ) from None


overload(exact, strict=False)(lambda game, state: lambda game, state: state)

_last: tuple[Game | None, Any] = (None, None)


def shape(game: Game) -> Any:
    """The shape of the states of a game; remembered for the game asked about last."""
    global _last
    known, kind = _last
    if known is not game:
        try:
            kind = layout.layout(game.initial())
        except NativeError as error:
            raise GameError(
                f"{type(game).__name__} cannot be swept: {error}. A sweep packs states, so they are made of numbers."
            ) from None
        _last = game, kind
    return kind


def example(game: Game) -> State:
    """The first state with every field of its kind, and a Word where the rules have one."""
    first = game.initial()
    return _worded(first, exact(game, first))


def _worded(state: Any, plain: Any) -> Any:
    if isinstance(plain, tuple):
        items = [_worded(one, other) for one, other in zip(state, plain)]
        return type(plain)(*items) if hasattr(plain, "_fields") else tuple(items)
    return Word(plain) if isinstance(state, Word) else plain


def count_numbers(state: State) -> int:
    """How many numbers a state is made of.

    >>> count_numbers(((1, 2), True, 0.5))
    4
    """
    if isinstance(state, tuple):
        return sum(map(count_numbers, state))
    return int(state.size) if is_array(state) else 1


def flatten(state: State, flat: Any) -> int:
    """The numbers of a state into `flat`; gives how many, or -1 when there are more than `flat` has room for."""
    numbers: list[int] = []
    _gather(state, numbers)
    if len(numbers) > len(flat):
        return -1
    for place, number in enumerate(numbers):
        flat[place] = number
    return len(numbers)


def _gather(value: Any, numbers: list[int]) -> None:
    if isinstance(value, tuple):
        for item in value:
            _gather(item, numbers)
    elif is_array(value):
        for item in value.ravel().tolist():
            _gather(item, numbers)
    elif isinstance(value, float):
        numbers.append(bits_of(value + 0.0))  # -0.0 and 0.0 are equal, so their bits must be
    else:
        numbers.append(int(Word(int(value))))


def unflatten(example: State, flat: Any) -> State:
    """The state that has these numbers, shaped like `example`."""
    return _built(example, iter([int(number) for number in flat]))


def _built(example: Any, numbers: Any) -> Any:
    if isinstance(example, tuple):
        items = [_built(item, numbers) for item in example]
        return type(example)(*items) if hasattr(example, "_fields") else tuple(items)
    if is_array(example):
        taken = [next(numbers) for _ in range(example.size)]
        if example.dtype.kind == "f":
            return np.array([float_of(word) for word in taken], example.dtype).reshape(example.shape)
        return np.array(taken, np.int64).astype(example.dtype).reshape(example.shape)
    number = next(numbers)
    return float_of(number) if isinstance(example, float) else type(example)(number)


def bits_of(value: float) -> int:
    """The 64 bits of a float, as a number."""
    return int(struct.unpack("<q", struct.pack("<d", value))[0])


def float_of(word: int) -> float:
    """The float that has these 64 bits.

    >>> float_of(bits_of(0.1))
    0.1
    """
    return float(struct.unpack("<d", struct.pack("<q", int(word)))[0])


@intrinsic
def _float_of(context: Any, word: Any) -> Any:
    return types.float64(types.int64), lambda c, builder, s, a: builder.bitcast(a[0], ir.DoubleType())


overload(bits_of, strict=False)(lambda value: lambda value: words._bits_of(value))
overload(float_of, strict=False)(lambda word: lambda word: _float_of(word))


@overload(flatten, strict=False)
def _flatten(state: Any, flat: Any) -> Any:
    lines = ["    at = 0", *_taking(state, "state"), "    return at"]
    return words._function("flatten", "state, flat", lines, {"bits_of": words._bits_of, "int64": np.int64})


def _taking(kind: Any, place: str) -> list[str]:
    """The lines that put the numbers at `place` into the buffer."""
    if isinstance(kind, types.BaseTuple):
        return [line for i, item in enumerate(kind) for line in _taking(item, f"{place}[{i}]")]
    if isinstance(kind, types.Array):
        item = "bits_of(item + 0.0)" if isinstance(kind.dtype, types.Float) else "int64(item)"
        return [
            f"    if at + {place}.size > len(flat):", "        return -1",
            f"    for item in {place}.flat:", f"        flat[at] = {item}", "        at += 1",
        ]  # fmt: skip
    number = f"bits_of({place} + 0.0)" if isinstance(kind, types.Float) else f"int64({place})"
    return ["    if at >= len(flat):", "        return -1", f"    flat[at] = {number}", "    at += 1"]


@overload(unflatten, strict=False)
def _unflatten(example: Any, flat: Any) -> Any:
    names: dict[str, Any] = {"np": np, "int64": np.int64, "float_of": _float_of}
    lines: list[str] = ["    at = 0"]
    made = _making(example, "example", lines, names)
    return words._function("unflatten", "example, flat", [*lines, f"    return {made}"], names)


def _making(kind: Any, place: str, lines: list[str], names: dict[str, Any]) -> str:
    """An expression for what stands at `place`, after the lines that it needs."""
    if isinstance(kind, types.BaseTuple):
        items = [_making(item, f"{place}[{i}]", lines, names) for i, item in enumerate(kind)]
        cls = getattr(kind, "instance_class", None)
        if cls is None:
            return f"({', '.join(items)},)" if items else "()"
        names[cls.__name__] = cls
        return f"{cls.__name__}({', '.join(items)})"
    name = f"item{len(lines)}"
    if isinstance(kind, types.Array):
        names[f"{name}_kind"] = dtype = np.dtype(str(kind.dtype) if kind.dtype != types.boolean else bool)
        number = "float_of(flat[at])" if dtype.kind == "f" else "flat[at]"
        lines += [
            f"    {name} = np.empty({place}.shape, {name}_kind)", f"    for place in range({name}.size):",
            f"        {name}.flat[place] = {number}", "        at += 1",
        ]  # fmt: skip
        return name
    if isinstance(kind, types.Float):
        number = "float_of(flat[at])"
    elif isinstance(kind, types.Boolean):
        number = "flat[at] != 0"
    elif isinstance(kind, types.Integer):
        number = "int64(flat[at])"
    else:
        raise TypingError(f"a state of {kind} cannot be packed: states hold numbers, tuples and arrays")
    lines += [f"    {name} = {number}", "    at += 1"]
    return name
