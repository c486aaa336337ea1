"""Constants: evaluated by Python at compile time, and materialized in compiled code."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from countermove.native import digest
from countermove.native.compiler.callee import Selected, name_of
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, never
from countermove.native.compiler.fault import Faults
from countermove.native.compiler.kinds import Choice, Kind, Static, Tuple


class Constants(Faults):
    """Values that are known at compile time."""

    def known(self, value: Any) -> Value:
        """A constant of the author's module, with its current contents."""
        if isinstance(value, set):
            self.program.known.append(value)
        return constant(digest.uncached(getattr(value, "py_func", value)))

    def fold(self, function: Any, values: list[Value], node: ast.AST | None, **more: Any) -> Value:
        """Evaluate constants in Python; a fault of the rules if it raises."""
        try:
            found = function(*(value.const for value in values), **more)
        except Exception as error:
            if isinstance(error, IndexError | ZeroDivisionError | ValueError | KeyError):
                self.guard("false", type(error))
                return never
            raise self.no(f"{type(error).__name__}: {error}", node) from None
        return constant(found)

    def runtime(self, value: Value, node: ast.AST | None = None) -> Value:
        """A value in registers; constants are materialized."""
        if not value.is_const:
            return value
        found = self.program.runtime(value.const)
        if found is None:
            raise self.no(f"{describe(value.const)} cannot be a value in compiled rules", node)
        return found

    def kind_of(self, value: Value) -> Kind:
        """The kind of a value or constant; Static for compile-time values."""
        if not value.is_const:
            return value.kind
        found = self.program.runtime(value.const)
        return value.kind if found is None else found.kind

    # Functions and tables, which exist only at compile time, in variables.

    def as_choice(self, value: Value) -> Value:
        """A function or constant table as a number that a variable can hold; anything else unchanged."""
        if not value.is_const or not isinstance(self.kind_of(value), Static):
            return value
        given = value.const
        if type(given) is tuple:
            items = [self.as_choice(constant(each)) for each in given]
            if any(map(self._is_static, items)):
                return value
            items = [self.runtime(each) for each in items]
            return Value(Tuple(tuple(each.kind for each in items)), [part for each in items for part in each.parts])
        several = isinstance(given, Chosen | Selected)
        options = given.options if several else [given]
        names = [name_of(each) for each in options]
        if None in names:
            return value
        kept = tuple(self.program.keep(each) for each in options)
        return Value(Choice(tuple(names), kept), [given.index if several else "0"])

    def meant(self, value: Value) -> Value:
        """The function or table a number stands for; anything else unchanged."""
        if value.is_const or not isinstance(value.kind, Choice):
            return value
        options = list(value.kind.options)
        if len(options) == 1:
            return constant(options[0])
        return constant((Chosen if value.kind.is_tables else Selected)(options, value.op))

    def renumbered(self, value: Value, kind: Choice) -> Value:
        """A choice widened to more options."""
        assert isinstance(value.kind, Choice)
        found, *others = (kind.names.index(name) for name in value.kind.names)
        number = str(found)
        for at, other in enumerate(others, 1):
            here = self.body.set(f"icmp eq i64 {value.op}, {at}")
            number = self.body.set(f"select i1 {here}, i64 {other}, i64 {number}")
        return Value(kind, [number])

    def _is_static(self, value: Value) -> bool:
        return value.is_const and self.program.runtime(value.const) is None


def describe(value: Any) -> str:
    """A constant in words for the author."""
    if isinstance(value, FunctionType):
        return f"the function {value.__name__}"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    return f"a {type(value).__name__}"
