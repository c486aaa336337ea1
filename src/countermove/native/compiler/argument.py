"""Arguments: what each parameter of a function is given."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from countermove.native.compiler.callee import Closure, Selected
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.statement import Statement

__all__ = ["Arguments", "Parts", "Spread"]

SHORT = 8
"""Items of a constant that is handed to a function as a value like any other; longer ones are known to it."""


class Spread:
    """Arguments behind a star, whose number is not known."""

    def __init__(self, value: Value) -> None:
        self.value = value


class Parts:
    """Values of any kind, written out as a list."""

    def __init__(self, values: list[Value]) -> None:
        self.values = values


class Arguments(Statement):
    """Arguments of calls."""

    def _spread(self, value: Value, node: ast.AST) -> list[Value]:
        """The items of a starred argument, whose number must be known."""
        if value.is_const and not isinstance(value.const, Lazy | Range):
            return [constant(item) for item in value.const]
        value = value if value.is_const else self.present(value)
        count = self.static_count(value)
        if count is None:
            return [constant(Spread(self.gathered(value, (node, "star"), node)))]
        return self.destructured(value, count, node)

    def _arguments(
        self, function: FunctionType, tree: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> dict[str, Value]:
        """The value of each parameter."""
        spec = tree.args
        names = [each.arg for each in (*spec.posonlyargs, *spec.args)]
        found = dict(zip(names, arguments))
        if len(arguments) > len(names):
            if spec.vararg is None:
                raise self.no(f"{tree.name} takes {len(names)} arguments, and {len(arguments)} are given", node)
            found[spec.vararg.arg] = self._rest(arguments[len(names) :], node)
        elif spec.vararg is not None:
            found[spec.vararg.arg] = constant(())
        if any(value.is_const and isinstance(value.const, Spread) for value in found.values()):
            raise self.no("a star before something whose length is not known", node)
        if spec.kwarg is not None:
            known = {*names, *(each.arg for each in spec.kwonlyargs)}
            more = {name: value for name, value in named.items() if name not in known}
            named = {name: value for name, value in named.items() if name in known}
            found[spec.kwarg.arg] = self._kwargs(more, (node, "kwargs"), node)
        defaults = function.__defaults__ or ()
        for name, default in zip(names[len(names) - len(defaults) :], defaults):
            found.setdefault(name, named[name] if name in named else constant(default))
        for name, default in (function.__kwdefaults__ or {}).items():
            found.setdefault(name, named[name] if name in named else constant(default))
        for name, value in named.items():
            if name not in names and name not in [each.arg for each in spec.kwonlyargs]:
                raise self.no(f"{tree.name} has no parameter {name}", node)
            found.setdefault(name, value)
        for name in names:
            if name not in found:
                raise self.no(f"{tree.name} is called without {name}", node)
        return {name: self._passed(value, (node, name), node) for name, value in found.items()}

    def _closure_arguments(
        self, closure: Closure, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> dict[str, Value]:
        spec = closure.node.args
        names = [each.arg for each in (*spec.posonlyargs, *spec.args)]
        if spec.kwarg is not None or (len(arguments) > len(names) and spec.vararg is None):
            raise self.no("a function inside a function that takes any number of named arguments", node)
        found = {**dict(zip(names, arguments)), **named}
        if spec.vararg is not None:
            found[spec.vararg.arg] = self._rest(arguments[len(names) :], node)
        if any(value.is_const and isinstance(value.const, Spread) for value in found.values()):
            raise self.no("a star before something whose length is not known", node)
        for name, default in zip(names[len(names) - len(spec.defaults) :], spec.defaults):
            if name not in found:
                found[name] = self.expr(default)
        for each, default_or in zip(spec.kwonlyargs, spec.kw_defaults):
            if each.arg not in found and default_or is not None:
                found[each.arg] = self.expr(default_or)
        for name in names:
            if name not in found:
                raise self.no(f"a function is called without {name}", node)
        return {name: self._passed(value, (node, name), node) for name, value in found.items()}

    def _rest(self, arguments: list[Value], node: ast.AST) -> Value:
        """What *args is: a tuple of all arguments that are left."""
        found: Value = constant(())
        for each in arguments:
            spread = each.is_const and isinstance(each.const, Spread)
            found = self.concat(found, each.const.value if spread else self.tuple_of([each], node), node)
        return found

    def _kwargs(self, named: dict[str, Value], key: Any, node: ast.AST) -> Value:
        """What **kwargs is: a dictionary of all arguments with other names."""
        if all(value.is_const for value in named.values()):
            return constant({name: value.const for name, value in named.items()})
        found = self.new_dict(key)
        for name, value in named.items():
            self.set_entry(found, constant(name), value, node)
        return found

    def _passed(self, value: Value, key: Any, node: ast.AST) -> Value:
        """A value as it is handed to a function."""
        value = self.unshared(value, node)
        if not value.is_const:
            return value
        if isinstance(value.const, Lazy | Range):
            return self.listed(value, (key, "argument"), node)
        if isinstance(value.const, Chosen | Selected) and not any(isinstance(e, Closure) for e in value.const.options):
            return self.as_choice(value)
        if isinstance(value.const, bool | int | float | str) or value.const is None:
            return value if isinstance(value.const, str) and len(value.const) > 64 else self.runtime(value)
        if isinstance(value.const, tuple | frozenset) and len(value.const) <= SHORT and not self.kernel:
            found = self.program.runtime(value.const)
            return value if found is None else found
        return value
