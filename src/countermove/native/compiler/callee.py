"""Callees and arguments that exist only in the compiler: methods, closures, starred arguments and others."""

from __future__ import annotations

import ast
from typing import Any

from countermove.native.compiler.code import Value


class Method:
    """A function with the value it is called on, and for `super()` the class it was found in."""

    def __init__(self, function: Any, owner: Value, owner_class: type | None = None) -> None:
        self.function = function
        self.owner = owner
        self.owner_class = owner_class


class BuiltinMethod:
    """A method of a string, list, tuple, set, dictionary or array."""

    def __init__(self, name: str, owner: Value) -> None:
        self.name = name
        self.owner = owner


class Closure:
    """A lambda or nested function, with its enclosing scope."""

    def __init__(self, node: ast.Lambda | ast.FunctionDef, scopes: list[dict[str, str]], home: Any) -> None:
        self.node = node
        self.scopes = scopes
        self.home = home
        self.defaults: dict[str, Value | str] = {}
        """Parameter defaults, evaluated where the function is defined: a constant, or a variable's key."""


class Partial:
    """A function with some of its arguments bound."""

    def __init__(self, function: Any, arguments: list[Value], named: dict[str, Value]) -> None:
        self.function = function
        self.arguments = arguments
        self.named = named


class Selected:
    """One of several functions, and the operand that selects it."""

    def __init__(self, options: list[Any], index: str) -> None:
        self.options = options
        self.index = index


class Spread:
    """Arguments unpacked with *, of unknown number."""

    def __init__(self, value: Value) -> None:
        self.value = value


class Parts:
    """Values of any kind, given as a literal list."""

    def __init__(self, values: list[Value]) -> None:
        self.values = values


def is_callable(value: Any) -> bool:
    """Whether a constant is a function or method, not a class of values."""
    if isinstance(value, Closure | Method | BuiltinMethod | Partial | Selected):
        return True
    return callable(value) and not hasattr(value, "shape")


def name_of(value: Any) -> Any:
    """The identity of a function or table; None for what no variable can hold."""
    if isinstance(value, Closure):
        return ("closure", id(value.node), *(tuple(sorted(scope.items())) for scope in value.scopes))
    if isinstance(value, Method):
        return ("method", id(value.function), id(value.owner.const)) if value.owner.is_const else None
    if isinstance(value, BuiltinMethod):
        return ("method", value.name, id(value.owner.const)) if value.owner.is_const else None
    if isinstance(value, Partial):
        given = (*value.arguments, *value.named.values())
        known = tuple(repr(each.const) for each in given)
        return ("partial", id(value.function), *value.named, *known) if all(each.is_const for each in given) else None
    return ("thing", id(value)) if isinstance(value, dict) or is_callable(value) else None
