"""Intrinsics: functions the compiler knows, and what emits a call of each."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, TypeVar

from countermove.native.compiler.code import Value
from countermove.native.compiler.parameter import parameters, parameters_of

INTRINSICS: dict[Any, Callable[..., Value]] = {}
"""What emits a call of each intrinsic."""
ACTED: dict[str, Callable[..., Value]] = {}
"""Methods of a game that take an action, which kernels represent as a word."""
PARTS: set[Any] = set()
"""Functions whose first argument is a list of values of any kind."""
Named = dict[str, Value]
Writes = TypeVar("Writes", bound=Callable[..., Value])


def intrinsic(
    *functions: Any, takes: str | None = None, folds: bool = False, **fixed: Any
) -> Callable[[Writes], Writes]:
    """Register the decorated function as the emitter of these calls.

    `takes` lists their parameters, as in a `def`. Keyword arguments are put in that order (only those without a
    position remain in `named`); any other argument is rejected. Countermove's own functions declare theirs themselves.
    With `folds`, Python itself makes calls with constant arguments. `fixed` is passed on, so that one emitter may serve
    functions that differ little.
    """

    def register(writer: Writes) -> Writes:
        for function in functions:
            own = parameters_of(function) if takes is None else takes
            INTRINSICS[function] = _bound(function, writer, own, folds, fixed)
        return writer

    return register


def _bound(
    function: Any, writer: Callable[..., Value], takes: str, folds: bool, fixed: dict[str, Any]
) -> Callable[..., Value]:
    """The emitter of a call, once its arguments are in parameter order."""
    name = getattr(function, "__name__", str(function))

    def write(c: Any, arguments: list[Value], named: Named, node: ast.AST) -> Value:
        arguments, named = parameters(takes).bound(c, name, arguments, named, node)
        if folds and all(each.is_const for each in arguments):
            return c.fold(function, arguments, node)  # type: ignore[no-any-return]
        return writer(c, arguments, named, node, **fixed)

    return write
