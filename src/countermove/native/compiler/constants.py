"""Constants: what Python makes of them while compiling, and the values that they become in compiled code."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from countermove.native import digest
from countermove.native.compiler.code import Value, constant, never
from countermove.native.compiler.fault import Faults
from countermove.native.compiler.kinds import Kind

__all__ = ["Constants", "describe"]


class Constants(Faults):
    """Values that are known while compiling."""

    def known(self, value: Any) -> Value:
        """A constant of the author's module; the numbers inside are as they are now."""
        if isinstance(value, set):
            self.program.known.append(value)
        return constant(digest.uncached(getattr(value, "py_func", value)))

    def fold(self, function: Any, values: list[Value], node: ast.AST | None, **more: Any) -> Value:
        """What Python makes of constants; a fault of the rules where it raises."""
        try:
            found = function(*(value.const for value in values), **more)
        except Exception as error:
            if isinstance(error, IndexError | ZeroDivisionError | ValueError | KeyError):
                self.guard("false", type(error))
                return never
            raise self.no(f"{type(error).__name__}: {error}", node) from None
        return constant(found)

    def runtime(self, value: Value, node: ast.AST | None = None) -> Value:
        """A value in registers, of a constant too."""
        if not value.is_const:
            return value
        found = self.program.runtime(value.const)
        if found is None:
            raise self.no(f"{describe(value.const)} cannot be a value in compiled rules", node)
        return found

    def kind_of(self, value: Value) -> Kind:
        """The kind of a value, of a constant too; Static for what exists only while compiling."""
        if not value.is_const:
            return value.kind
        found = self.program.runtime(value.const)
        return value.kind if found is None else found.kind

    def _is_static(self, value: Value) -> bool:
        return value.is_const and self.program.runtime(value.const) is None


def describe(value: Any) -> str:
    """A constant in an author's words."""
    if isinstance(value, FunctionType):
        return f"the function {value.__name__}"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    return f"a {type(value).__name__}"
