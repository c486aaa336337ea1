"""The functions that the compiler knows itself, and what writes a call of each."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, TypeVar

from countermove.native.compiler.code import Value
from countermove.native.compiler.parameter import parameters, parameters_of

__all__ = ["ACTED", "INTRINSICS", "PARTS", "Named", "intrinsic"]

INTRINSICS: dict[Any, Callable[..., Value]] = {}
"""Functions that the compiler knows itself: what writes a call of each."""
ACTED: dict[str, Callable[..., Value]] = {}
"""Methods of a game that take an action, which a kernel knows only by its word."""
PARTS: set[Any] = set()
"""Functions whose first argument is a list of values of any kind."""
Named = dict[str, Value]
Writes = TypeVar("Writes", bound=Callable[..., Value])


def intrinsic(*functions: Any, takes: str | None = None) -> Callable[[Writes], Writes]:
    """Have the decorated function write calls of these.

    `takes` says which parameters they have, as behind `def`. What a call gives by name is handed over in their order
    (only what has no place among them is left in `named`); a call that gives anything else is refused. Countermove's
    own functions say themselves what they take.
    """

    def register(writer: Writes) -> Writes:
        for function in functions:
            INTRINSICS[function] = _bound(function, writer, parameters_of(function) if takes is None else takes)
        return writer

    return register


def _bound(function: Any, writer: Callable[..., Value], takes: str) -> Callable[..., Value]:
    """What writes a call once its arguments are in the order of the parameters."""
    name = getattr(function, "__name__", str(function))

    def write(c: Any, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        return writer(c, *parameters(takes).bound(c, name, arguments, named, node), node)

    return write
