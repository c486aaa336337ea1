"""The functions that the compiler knows itself, and what writes a call of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from countermove.native.compiler.code import Value

__all__ = ["ACTED", "INTRINSICS", "PARTS", "Named", "intrinsic"]

INTRINSICS: dict[Any, Callable[..., Value]] = {}
"""Functions that the compiler knows itself: what writes a call of each."""
ACTED: dict[str, Callable[..., Value]] = {}
"""Methods of a game that take an action, which a kernel knows only by its word."""
PARTS: set[Any] = set()
"""Functions whose first argument is a list of values of any kind."""
Named = dict[str, Value]
Writes = TypeVar("Writes", bound=Callable[..., Value])


def intrinsic(*functions: Any) -> Callable[[Writes], Writes]:
    """Have the decorated function write calls of these."""

    def register(writer: Writes) -> Writes:
        for function in functions:
            INTRINSICS[function] = writer
        return writer

    return register
