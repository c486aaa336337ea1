"""The compiled twins of `bits` and `values`: one instruction where the machine has one.

Each function there keeps its Python body for interpreted runs; here Numba is told what to compile instead.
Everything is int64: a `uint64` next to an int literal would turn into a float. Arithmetic wraps around. By itself
Numba promises LLVM that sums and products of signed ints never overflow, and a hash, which does, may then come out as
anything where more is known of its argument.
"""

from __future__ import annotations

import functools
import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core.errors import TypingError
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, lower_builtin, overload

from countermove import bits, values
from countermove.values import EXACT, START

I64 = ir.IntType(64)
TWINS: set[Any] = set()
"""Functions that have a compiled twin, so that the bridge leaves calls to them alone."""


def twin(function: Any) -> Any:
    """Register the decorated overload as what `function` compiles to."""
    TWINS.add(function)
    return overload(function, strict=False)


def _wrapping(name: str) -> None:
    """Compile an operator, `add`, `sub` or `mul`, so that it wraps around in 64 bits."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return getattr(builder, name)(*arguments)

    for each in (getattr(operator, name), getattr(operator, f"i{name}")):
        lower_builtin(each, types.int64, types.int64)(generate)


for _name in ("add", "sub", "mul"):
    _wrapping(_name)


def _instruction(name: str, flag: bool) -> Any:
    """An intrinsic int64 -> int64 for the LLVM instruction `name`."""

    @intrinsic
    def call(context: Any, x: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            values = [arguments[0], *([ir.Constant(ir.IntType(1), 0)] if flag else [])]
            function = builder.module.declare_intrinsic(name, (I64,), ir.FunctionType(I64, [v.type for v in values]))
            return builder.call(function, values)

        return types.int64(types.int64), generate

    return call


_popcount = _instruction("llvm.ctpop", False)
_trailing = _instruction("llvm.cttz", True)  # 64 for zero
_leading = _instruction("llvm.ctlz", True)
_bswap = _instruction("llvm.bswap", False)


@intrinsic
def _shift_right(context: Any, x: Any, n: Any) -> Any:
    return types.int64(types.int64, types.int64), lambda c, builder, s, a: builder.lshr(a[0], a[1])


@intrinsic
def _shift_left(context: Any, x: Any, n: Any) -> Any:
    return types.int64(types.int64, types.int64), lambda c, builder, s, a: builder.shl(a[0], a[1])


@intrinsic
def _bits_of(context: Any, x: Any) -> Any:
    """A float64 seen as its 64 bits."""
    return types.int64(types.float64), lambda c, builder, s, a: builder.bitcast(a[0], I64)


twin(bits.popcount)(lambda x: lambda x: _popcount(x))
twin(bits.lowest)(lambda x: lambda x: _trailing(x))
twin(bits.highest)(lambda x: lambda x: 63 - _leading(x))
twin(bits.bswap)(lambda x: lambda x: _bswap(x))
twin(bits.shl)(lambda x, n: lambda x, n: _shift_left(x, n) if 0 <= n < 64 else 0)
twin(bits.shr)(lambda x, n: lambda x, n: _shift_right(x, n) if 0 <= n < 64 else 0)
twin(bits.rotl)(lambda x, n: lambda x, n: _shift_left(x, n & 63) | _shift_right(_shift_right(x, 1), 63 - (n & 63)))
twin(bits.Word)(lambda x=0: lambda x=0: np.int64(x))


@twin(bits.bits)
def _bits(x: Any) -> Any:
    def each(x: int) -> Any:
        word = np.int64(x)
        while word != 0:
            yield _trailing(word)
            word &= word - 1

    return each


@twin(values.put)
def _put(values: Any, index: Any, value: Any) -> Any:
    if not isinstance(values, types.UniTuple | types.NamedUniTuple):
        raise TypingError("put needs a tuple whose items are all of one kind")
    size, kind = values.count, values.dtype

    def put(values: Any, index: int, value: Any) -> Any:
        place = index + size if index < 0 else index
        if place < 0 or place >= size:
            raise IndexError("put: the index is outside the tuple")
        return tuple_setitem(values, place, kind(value))

    return put


twin(values.joint)(lambda first, second: lambda first, second: first * 65536 + second)
twin(values.split)(lambda action: lambda action: (action >> 16, action & 65535))


@twin(values.dot)
def _dot(features: Any, weights: Any) -> Any:
    if isinstance(features, types.Array) or isinstance(weights, types.Array):

        def dot_arrays(features: Any, weights: Any) -> float:
            total = 0.0
            for i in range(len(features)):
                total += features[i] * weights[i]
            return total

        return dot_arrays
    if len(features) != len(weights):
        raise TypingError(f"features gives {len(features)} numbers but weights has {len(weights)}")
    lines = [f"    total += features[{i}] * weights[{i}]" for i in range(len(features))]
    return _function("dot", "features, weights", ["    total = 0.0", *lines, "    return total"], {})


@twin(values.weigh)
def _weigh(sums: Any, weights: Any, by: Any) -> Any:
    def weigh(sums: Any, weights: Any, by: Any) -> None:
        for i in range(len(sums)):
            sums[i] += weights[i] * by

    return weigh


def _signed(word: int) -> int:
    return int(bits.Word(word))


_START, _A, _B = _signed(START), _signed(0xBF58476D1CE4E5B9), _signed(0x94D049BB133111EB)


@njit(inline="never")
def _mix(seed: int, word: int) -> int:
    z = (seed ^ word) + _START
    z = (z ^ _shift_right(z, 30)) * _A
    z = (z ^ _shift_right(z, 27)) * _B
    return z ^ _shift_right(z, 31)


@njit
def _mix_float(seed: int, value: float) -> int:
    if abs(value) < EXACT and np.floor(value) == value:
        return _mix(seed, np.int64(value))
    return _mix(seed, _bits_of(value))


@twin(values.key_of)
def _key_of(state: Any) -> Any:
    lines = [f"    seed = {_START}", *_stirring(state, "state"), "    return seed"]
    return _function("key_of", "state", lines, {"mix": _mix, "mix_float": _mix_float, "int64": np.int64})


def _stirring(kind: Any, place: str) -> list[str]:
    """The lines that stir what stands at `place` into the seed."""
    if isinstance(kind, types.BaseTuple):
        return [line for i, item in enumerate(kind) for line in _stirring(item, f"{place}[{i}]")]
    if isinstance(kind, types.Array):
        mix = "mix_float" if isinstance(kind.dtype, types.Float) else "mix"
        return [f"    for item in {place}.flat:", f"        seed = {mix}(seed, item)"]
    if isinstance(kind, types.Float):
        return [f"    seed = mix_float(seed, {place})"]
    if isinstance(kind, types.Integer | types.Boolean):
        return [f"    seed = mix(seed, int64({place}))"]
    raise TypingError(f"a state of {kind} has no key: states hold numbers, tuples and arrays")


@functools.cache
def replacer(names: tuple[str, ...]) -> Any:
    """`state._replace(name=value, ...)` as a function of the state and the values, for these names."""

    def replace(state: Any, *values: Any) -> Any:
        return state._replace(**dict(zip(names, values)))

    @twin(replace)
    def _replace(state: Any, *values: Any) -> Any:
        if not isinstance(state, types.BaseNamedTuple) or not set(names) <= set(state.fields):
            raise TypingError(f"_replace is for NamedTuples that have {', '.join(names)}")
        parts = [f"values[{names.index(field)}]" if field in names else f"state.{field}" for field in state.fields]
        lines = [f"    return cls({', '.join(parts)})"]
        return _function("replace", "state, *values", lines, {"cls": state.instance_class})

    return replace


def _function(name: str, parameters: str, lines: list[str], names: dict[str, Any]) -> Any:
    """A function from lines of source, for code that is unrolled over a type."""
    space = {**names, "__name__": __name__}
    exec("\n".join([f"def {name}({parameters}):", *lines]), space)
    return space[name]
