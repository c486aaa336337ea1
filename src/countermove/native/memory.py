"""A stretch of int64 words that a kernel reads and writes, handed over as one bare address.

An array costs a compiled function seven or more arguments at every call, too many for a search that calls itself a
hundred million times a second; an address costs one. In Python a `Memory` is indexed like a list. Compiled, indices are
not checked (except where Numba is told to check bounds), so a kernel takes care to stay inside.
"""

from __future__ import annotations

import contextlib
import mmap
import operator
import weakref
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.extending import NativeValue, intrinsic, models, overload, register_model, typeof_impl, unbox

__all__ = ["Memory", "address_of", "memory_at", "prefetch"]

PAGE = 1 << 21
"""Bytes in a large page of memory."""
LINE = 8
"""Words in a line of the processor's cache."""


class Memory:
    """Words of 64 bits, all 0 at first.

    >>> memory = Memory(4)
    >>> memory[2] = 7
    >>> memory[2], len(memory)
    (7, 4)
    """

    def __init__(self, size: int) -> None:
        # One word more stands before the others and holds their number, for `len` in compiled code; and the words
        # begin where a line of the processor's cache does.
        whole = _zeros(size + 2 * LINE)
        start = LINE - whole.ctypes.data // 8 % LINE
        whole[start - 1] = size
        self.words = whole[start : start + size]

    def __len__(self) -> int:
        return len(self.words)

    def __getitem__(self, index: int) -> int:
        return int(self.words[index])

    def __setitem__(self, index: int, value: int) -> None:
        self.words[index] = value


def _zeros(size: int) -> Any:
    """So many words of 0; many of them in large pages, which the processor finds sooner."""
    if size * 8 < PAGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(size, np.int64)
    try:
        mapping = mmap.mmap(-1, size * 8 + PAGE)
    except (OSError, OverflowError):  # how a map says what an array says with a MemoryError
        raise MemoryError(f"{size:,} words do not fit into memory") from None
    with contextlib.suppress(OSError):
        mapping.madvise(mmap.MADV_HUGEPAGE)
    words = np.frombuffer(mapping, np.int64)
    start = -words.ctypes.data % PAGE // 8
    return words[start : start + size]


_held: weakref.WeakValueDictionary[int, Memory] = weakref.WeakValueDictionary()


def address_of(memory: Memory) -> int:
    """A number by which `memory_at` knows a memory, for as long as somebody holds it."""
    address = int(memory.words.ctypes.data)
    _held[address] = memory
    return address


def memory_at(address: int) -> Memory:
    """The memory of which `address_of` gave this number."""
    return _held[address]


class _MemoryType(types.Type):
    def __init__(self) -> None:
        super().__init__(name="Memory")


memory_type = _MemoryType()
_words = types.Array(types.int64, 1, "C")


@typeof_impl.register(Memory)
def _typeof(memory: Memory, context: Any) -> Any:
    return memory_type


@register_model(_MemoryType)
class _Model(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("data", types.CPointer(types.int64))] + ([("size", types.intp)] if config.BOUNDSCHECK else [])
        super().__init__(manager, kind, members)


@unbox(_MemoryType)
def _unbox(kind: Any, memory: Any, c: Any) -> Any:
    struct = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    held = c.pyapi.object_getattr_string(memory, "words")
    value = c.unbox(_words, held).value
    array = c.context.make_array(_words)(c.context, c.builder, value)
    struct.data = array.data
    if config.BOUNDSCHECK:
        struct.size = array.nitems
    c.context.nrt.decref(c.builder, _words, value)
    c.pyapi.decref(held)  # the Memory itself keeps its words alive
    return NativeValue(struct._getvalue())


def _address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The address of one word."""
    struct = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
    index = context.cast(builder, arguments[1], signature.args[1], types.int64)
    if config.BOUNDSCHECK:
        outside = builder.icmp_unsigned(">=", index, struct.size)
        with builder.if_then(outside, likely=False):
            context.call_conv.return_user_exc(builder, IndexError, ("a kernel left its memory",))
    return builder.gep(struct.data, [index])


@intrinsic
def _load(context: Any, memory: Any, index: Any) -> Any:
    return types.int64(memory, index), lambda c, b, s, a: b.load(_address(c, b, s, a))


@intrinsic
def _save(context: Any, memory: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = context.cast(builder, arguments[2], signature.args[2], types.int64)
        builder.store(word, _address(context, builder, signature, arguments))
        return context.get_dummy_value()

    return types.none(memory, index, value), generate


@intrinsic
def _size(context: Any, memory: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
        return builder.load(builder.gep(struct.data, [context.get_constant(types.intp, -1)]))

    return types.int64(memory), generate


def prefetch(memory: Any, index: int) -> None:
    """Tell the processor that the words at an index will be wanted soon."""


@intrinsic
def _prefetch(context: Any, memory: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.bitcast(_address(context, builder, signature, arguments), cgutils.voidptr_t)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, *[ir.IntType(32)] * 3])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(function, [pointer, *(ir.Constant(ir.IntType(32), number) for number in (0, 3, 1))])
        return context.get_dummy_value()

    return types.none(memory, index), generate


@overload(prefetch, strict=False)
def _prefetch_early(memory: Any, index: Any) -> Any:
    return lambda memory, index: _prefetch(memory, index)


@intrinsic
def _found_at(context: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = cgutils.create_struct_proxy(memory_type)(context, builder)
        struct.data = builder.inttoptr(arguments[0], context.get_value_type(types.CPointer(types.int64)))
        if config.BOUNDSCHECK:
            struct.size = builder.load(builder.gep(struct.data, [context.get_constant(types.intp, -1)]))
        return struct._getvalue()

    return memory_type(types.int64), generate


@overload(memory_at, strict=False)
def _memory_at(address: Any) -> Any:
    return lambda address: _found_at(address)


@overload(len, strict=False)
def _len(memory: Any) -> Any:
    if isinstance(memory, _MemoryType):
        return lambda memory: _size(memory)
    return None


@overload(operator.getitem, strict=False)
def _getitem(memory: Any, index: Any) -> Any:
    if isinstance(memory, _MemoryType):
        return lambda memory, index: _load(memory, index)
    return None


@overload(operator.setitem, strict=False)
def _setitem(memory: Any, index: Any, value: Any) -> Any:
    if isinstance(memory, _MemoryType):
        return lambda memory, index, value: _save(memory, index, value)
    return None
