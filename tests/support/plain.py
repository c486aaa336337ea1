"""Compile one plain function and call it, to compare what it does with what Python does.

    twice = compiled(double, 1)                         # for an int
    first = compiled(head, either((), (1, 2, 3)))       # for a tuple of any length
    found = compiled(find, "abc", either(None, "b"))    # for a string of three, and a string of one or None

An example stands for every value of its kind: ints, floats, bools, None, enums, strings and tuples of that length,
NamedTuples, dataclasses, frozensets. `either` stands for anything like one of several examples; where these differ in
length, any length up to ROOM is meant.
"""

import itertools
import math
import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from countermove.native.compiler import entry, kinds, machine, packing, program
from countermove.native.compiler.code import Value

__all__ = ["ROOM", "Table", "check", "compiled", "either", "outcome", "same"]

ROOM = 24
"""Items of an argument of varying length."""
MEMORY = 1 << 20
"""Words that a call may use."""
CALLS = 150
"""How often a function of a table is called at most."""


class Either:
    """Whatever is like one of these."""

    def __init__(self, examples: Iterable[Any]) -> None:
        self.examples = list(examples)


def either(*examples: Any) -> Either:
    return Either(examples)


def kind_of(example: Any) -> kinds.Kind:
    """The kind of an argument, all of which is handed over in place."""
    examples = example.examples if isinstance(example, Either) else [example]
    found: kinds.Kind = kinds.NEVER
    for each in examples:
        if isinstance(each, np.ndarray):
            return kinds.Array("float64" if each.dtype.kind == "f" else "int64", each.ndim, each.shape, str(each.dtype))
        kind = program.kind_of(each)
        assert kind is not None, f"{each!r} cannot be an argument"
        found = kinds.join(found, kind)
    return _in_place(found)


def _in_place(kind: kinds.Kind) -> kinds.Kind:
    """The same kind, with room for the items of what varies in length."""
    if isinstance(kind, kinds.Optional):
        return kinds.Optional(_in_place(kind.item))
    if isinstance(kind, kinds.Union):
        return kinds.Union(tuple(map(_in_place, kind.items)))
    if isinstance(kind, kinds.Tuple):
        return kinds.Tuple(tuple(map(_in_place, kind.items)), kind.cls)
    if isinstance(kind, kinds.Seq):
        return kinds.Seq(_in_place(kind.item), kind.count, ROOM if kind.count is None else None, kind.text)
    if isinstance(kind, kinds.Set):
        return kinds.Set(kinds.Cell(_in_place(kind.cell.kind)), ROOM)
    return kind


def compiled(function: Callable[..., Any], *examples: Any) -> Callable[..., Any]:
    """A function as machine code for arguments like the examples, raising what Python would raise."""
    whole = program.Program()
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    values = {name: Value(kind_of(example), []) for name, example in zip(names, examples, strict=True)}
    spec, parameters = entry.start(whole, function, values)
    while whole.is_unsettled():
        whole = whole.anew()
        spec, parameters = entry.start(whole, function, values)
    text, at = entry.entry_text(whole, spec, parameters, function)
    code = machine.Code(machine.optimised(machine.module_text(whole, text)))
    size = kinds.words(spec.result)

    def call(*arguments: Any) -> Any:
        memory = np.zeros(MEMORY, np.int64)
        context = np.zeros(program.CONTEXT, np.int64)
        context[:2] = memory.ctypes.data, memory.ctypes.data + memory.nbytes
        given: list[int] = [context.ctypes.data]
        for kind, argument in zip(parameters.values(), arguments, strict=True):
            packing.pack(kind, argument, given)
        frame = np.array([*given, *[0] * (size + 4)], np.int64)
        code.run(frame.ctypes.data)
        if context[program.FAULT]:
            raise whole.faults[context[program.FAULT] - 1]
        return packing.read(spec.result, frame.ctypes.data + 8 * at)

    call.result = spec.result  # type: ignore[attr-defined]
    return call


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[str, Any]:
    """What a call gives, or the class of what it raises."""
    try:
        return "gives", function(*arguments)
    except Exception as error:
        return "raises", type(error)


def same(one: Any, two: Any) -> bool:
    """Whether two values are the same, nan and signs of zero too; equal numbers may be of different classes."""
    if isinstance(one, np.ndarray) or isinstance(two, np.ndarray):
        one, two = np.asarray(one), np.asarray(two)
        alike = one.shape == two.shape and one.dtype == two.dtype
        return alike and all(map(same, one.ravel().tolist(), two.ravel().tolist()))
    if isinstance(one, float) and isinstance(two, float):
        return (one == two and math.copysign(1, one) == math.copysign(1, two)) or (one != one and two != two)
    if isinstance(one, set | frozenset) and isinstance(two, set | frozenset):
        return one == two
    if isinstance(one, dict) and isinstance(two, dict):
        return same(list(one.items()), list(two.items()))
    if isinstance(one, tuple | list) and type(one) is type(two):
        return len(one) == len(two) and all(map(same, one, two))
    if isinstance(one, str | tuple | list) or isinstance(two, str | tuple | list):
        return type(one) is type(two) and one == two
    return bool(one == two)


def check(function: Callable[..., Any], native: Callable[..., Any], calls: Iterable[tuple[Any, ...]]) -> None:
    """Compare a function with its machine code, call by call."""
    for arguments in calls:
        wanted, found = outcome(function, arguments), outcome(native, arguments)
        good = wanted[0] == found[0] and (
            same(wanted[1], found[1]) if wanted[0] == "gives" else issubclass(wanted[1], found[1])
        )
        assert good, f"{function.__name__}{arguments!r} {wanted[0]} {wanted[1]!r} in Python and {found[0]} {found[1]!r}"


class Case:
    """A function, and what to call it with."""

    def __init__(self, function: Callable[..., Any], pools: tuple[list[Any], ...]) -> None:
        self.function = function
        self.pools = pools

    def __str__(self) -> str:
        return self.function.__name__

    def check(self) -> None:
        native = compiled(self.function, *(either(*pool) for pool in self.pools))
        calls = list(itertools.islice(itertools.product(*self.pools), 20_000))
        if len(calls) > CALLS:
            calls = random.Random(0).sample(calls, CALLS)
        check(self.function, native, calls)


class Table(list[Case]):
    """Functions about one thing, as people write them, run both ways: compiled, they mean what Python means.

    A decorator puts one more in, with values for each of its parameters; every combination is tried, or a sample where
    these are many. The one difference that is meant: ints beyond 64 bits wrap.
    """

    def __call__(self, *pools: list[Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def add(function: Callable[..., Any]) -> Callable[..., Any]:
            self.append(Case(function, pools))
            return function

        return add
