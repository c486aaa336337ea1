"""Conversion of values into compiled code and back, word by word."""

from __future__ import annotations

import ctypes
import dataclasses
import struct
from typing import Any

import numpy as np

from countermove.native import record
from countermove.native.compiler import kinds
from countermove.native.compiler.code import wrapped
from countermove.native.compiler.enumeration import member_of, number_of
from countermove.native.compiler.hashed import HEADER
from countermove.native.compiler.program import alternative_of, items_in


def argument_kind(value: Any) -> kinds.Kind:
    """The kind of an argument passed from Python."""
    if isinstance(value, bool | np.bool_):
        return kinds.BOOL
    if isinstance(value, int | np.integer):
        return kinds.INT
    if isinstance(value, float | np.floating):
        return kinds.FLOAT
    if isinstance(value, np.ndarray):
        return kinds.Array(str(value.dtype), value.ndim)
    if isinstance(value, tuple):
        return kinds.Tuple(tuple(map(argument_kind, value)))
    if isinstance(value, record.Record):
        return kinds.Record(type(value).__qualname__, value.layout.digest, value.layout.fields)
    if hasattr(value, "words") and isinstance(value.words, np.ndarray):
        return kinds.MEMORY
    raise TypeError(f"a kernel cannot take a {type(value).__name__}")


def pack(kind: kinds.Kind, value: Any, out: list[int]) -> None:
    """The words of a value, as an item of a kind that holds all of it in place."""
    if kind in (kinds.NONE, kinds.NEVER):
        return
    if kind is kinds.FLOAT:
        out.append(struct.unpack("<q", struct.pack("<d", float(value)))[0])
    elif kind is kinds.INT or kind is kinds.BOOL:
        if type(value) is int and not -(1 << 63) <= value < 1 << 64:
            raise OverflowError(f"{value} is a number of more than 64 bits")
        out.append(wrapped(int(value)))
    elif isinstance(kind, kinds.Enum):
        out.append(number_of(value))
    elif isinstance(kind, kinds.Optional):
        out.append(int(value is not None))
        if value is None:
            out += [0] * kinds.words(kind.item)
        else:
            pack(kind.item, value, out)
    elif isinstance(kind, kinds.Union):
        chosen = alternative_of(value, kind)
        out.append(chosen)
        for number, item in enumerate(kind.items):
            if number == chosen:
                pack(item, value, out)
            else:
                out += [0] * kinds.words(item)
    elif isinstance(kind, kinds.Tuple):
        for each, item in zip(kind.items, items_in(value)):
            pack(each, item, out)
    elif isinstance(kind, kinds.Seq):
        items = [ord(sign) for sign in value] if kind.text else list(value)
        if kind.count is not None and len(items) != kind.count:
            raise ValueError(f"{len(items)} items, but {kind.count} in the first state")
        if kind.count is None:
            if kind.room is None or len(items) > kind.room:
                raise OverflowError(f"{len(items)} items, but room for {kind.room}")
            out.append(len(items))
        for each_item in items:
            pack(kind.item, each_item, out)
        if kind.count is None and kind.room is not None:
            out += [0] * ((kind.room - len(items)) * kinds.words(kind.item))
    elif isinstance(kind, kinds.Set):
        rows = []
        for item in value:
            row: list[int] = []
            pack(kind.cell.kind, item, row)
            rows.append((rank(kind.cell.kind, item), row))
        if kind.room is None or len(rows) > kind.room:
            raise OverflowError(f"a set of {len(rows)}, but room for {kind.room}")
        out.append(len(rows))
        for _, row in sorted(rows, key=lambda each: each[0]):
            out += row
        out += [0] * ((kind.room - len(rows)) * kinds.words(kind.cell.kind))
    elif isinstance(kind, kinds.Array) and kind.shape is not None:
        array = np.asarray(value)
        if array.shape != kind.shape:
            raise ValueError(f"an array of shape {array.shape}, but {kind.shape} in the first state")
        for item in array.ravel().tolist():
            pack(kinds.FLOAT if kind.dtype == "float64" else kinds.INT, item, out)
    elif isinstance(kind, kinds.Array):
        out += [int(value.ctypes.data), *value.shape]
    elif kind is kinds.MEMORY:
        out.append(int(value.words.ctypes.data))
    elif isinstance(kind, kinds.Record):
        if value.layout.digest != kind.digest:
            raise TypeError(f"a {type(value).__qualname__} where a {kind.name} is expected")
        out.append(int(value.words.ctypes.data))
    else:
        raise TypeError(f"{value!r} cannot be passed to compiled code")


def rank(kind: kinds.Kind, value: Any) -> Any:
    """The sort key of a set's items."""
    if kind in (kinds.NONE, kinds.NEVER) or value is None:
        return ()
    if isinstance(kind, kinds.Optional):
        return (1, rank(kind.item, value))
    if isinstance(kind, kinds.Union):
        chosen = alternative_of(value, kind)
        return (chosen, rank(kind.items[chosen], value))
    if isinstance(kind, kinds.Enum):
        return number_of(value)
    if isinstance(kind, kinds.Tuple):
        return tuple(rank(each, item) for each, item in zip(kind.items, items_in(value)))
    if isinstance(kind, kinds.Seq) and not kind.text:
        return tuple(rank(kind.item, item) for item in value)
    return value


def unpack(kind: kinds.Kind, data: Any, at: int = 0) -> tuple[Any, int]:
    """A value from its words, and the offset of the next one."""
    if kind in (kinds.NONE, kinds.NEVER):
        return None, at
    if kind is kinds.FLOAT:
        return struct.unpack("<d", struct.pack("<q", int(data[at])))[0], at + 1
    if kind is kinds.INT:
        return int(data[at]), at + 1
    if kind is kinds.BOOL:
        return bool(data[at]), at + 1
    if isinstance(kind, kinds.Enum):
        return member_of(kind.cls, int(data[at])), at + 1
    if isinstance(kind, kinds.Optional):
        if not data[at]:
            return None, at + 1 + kinds.words(kind.item)
        return unpack(kind.item, data, at + 1)
    if isinstance(kind, kinds.Union):
        chosen, found = int(data[at]), None
        at += 1
        for number, item in enumerate(kind.items):
            if number == chosen:
                found, _ = unpack(item, data, at)
            at += kinds.words(item)
        return found, at
    if isinstance(kind, kinds.Tuple):
        items = []
        for each in kind.items:
            item, at = unpack(each, data, at)
            items.append(item)
        return (tuple(items) if kind.cls is None else kind.cls(*items)), at
    if isinstance(kind, kinds.Seq):
        end = at + kinds.words(kind)
        count = kind.count
        if count is None:
            count, at = int(data[at]), at + 1
        items = []
        for _ in range(count):
            item, at = unpack(kind.item, data, at)
            items.append(item)
        return ("".join(map(chr, items)) if kind.text else tuple(items)), end
    if isinstance(kind, kinds.Set):
        end, count = at + kinds.words(kind), int(data[at])
        at += 1
        items = []
        for _ in range(count):
            item, at = unpack(kind.cell.kind, data, at)
            items.append(item)
        return frozenset(items), end
    if isinstance(kind, kinds.Array) and kind.shape is not None:
        size = kinds.words(kind)
        items = [unpack(kinds.FLOAT if kind.dtype == "float64" else kinds.INT, data, at + i)[0] for i in range(size)]
        return np.array(items, kind.logical or kind.dtype).reshape(kind.shape), at + size
    raise TypeError(f"{kind} cannot be read back")


def read(kind: kinds.Kind, address: int) -> Any:
    """A value read from memory, following addresses; for results returned to tests."""
    if isinstance(kind, kinds.Seq) and kind.count is None and kind.room is None:
        pointer, count = (_word(address + 8 * i) for i in range(2))
        items = [read(kind.item, pointer + 8 * kinds.words(kind.item) * i) for i in range(count)]
        return "".join(map(chr, items)) if kind.text else items if kind.listed else tuple(items)
    if isinstance(kind, kinds.Seq) and kind.count is not None:
        items = [read(kind.item, address + 8 * kinds.words(kind.item) * i) for i in range(kind.count)]
        return "".join(map(chr, items)) if kind.text else items if kind.listed else tuple(items)
    if isinstance(kind, kinds.List) and not (isinstance(kind, kinds.Set) and kind.room is not None):
        header = _word(address)
        pointer, count = _word(header), _word(header + 8)
        items = [read(kind.cell.kind, pointer + 8 * kinds.words(kind.cell.kind) * i) for i in range(count)]
        return frozenset(items) if isinstance(kind, kinds.Set) else items
    if isinstance(kind, kinds.Dict):
        header = _word(address)
        (keys, count), values = (_word(header), _word(header + 8)), _word(header + 8 * HEADER)
        return {
            read(kind.key.kind, keys + 8 * kinds.words(kind.key.kind) * i):
            read(kind.value.kind, values + 8 * kinds.words(kind.value.kind) * i) for i in range(count)
        }  # fmt: skip
    if isinstance(kind, kinds.Optional):
        return read(kind.item, address + 8) if _word(address) else None
    if isinstance(kind, kinds.Union):
        chosen = _word(address)
        address += 8
        for number, item in enumerate(kind.items):
            if number == chosen:
                return read(item, address)
            address += 8 * kinds.words(item)
    if isinstance(kind, kinds.Tuple):
        items = []
        for each in kind.items:
            items.append(read(each, address))
            address += 8 * kinds.words(each)
        return tuple(items) if kind.cls is None else kind.cls(*items)
    if isinstance(kind, kinds.Array) and kind.apart:
        kind, address = dataclasses.replace(kind, apart=False), _word(address)
    size = kinds.words(kind)
    return unpack(kind, [_word(address + 8 * i) for i in range(size)])[0]


def _word(address: int) -> int:
    return ctypes.c_int64.from_address(address).value
