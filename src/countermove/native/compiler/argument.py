"""Arguments: the value of each parameter."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from countermove.native.compiler.callee import Closure, Selected, Spread
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import Dict
from countermove.native.compiler.statement import Statement

UNKNOWN = "**"
"""The name for arguments whose names are known only at run time."""
SHORT = 8
"""Maximum items of a constant passed as an ordinary value; longer ones are specialized on."""


class Arguments(Statement):
    """Arguments of calls."""

    def _spread(self, value: Value, node: ast.AST) -> list[Value]:
        """The items of a starred argument, which must be of known length."""
        if value.is_const and not isinstance(value.const, Lazy | Range):
            return [constant(item) for item in value.const]
        value = value if value.is_const else self.present(value)
        count = self.static_count(value)
        if count is None:
            return [constant(Spread(self.gathered(value, (node, "star"), node)))]
        return self.destructured(value, count, node)

    def _spread_named(self, value: ast.expr, node: ast.AST) -> dict[str, Value]:
        """The arguments unpacked with **; a dict with unknown keys is under the name **."""
        if _makes_dict(value) and self.find("dict") is None:
            return {each.arg: self.expr(each.value) for each in value.keywords}  # type: ignore[attr-defined]
        if isinstance(value, ast.Dict) and None not in value.keys:
            keys = [self.expr(each) for each in value.keys if each is not None]
            if all(each.is_const for each in keys):
                return {key.const: self.expr(each) for key, each in zip(keys, value.values)}
        given = self.expr(value)
        if given.is_const and isinstance(given.const, dict):
            return {name: constant(each) for name, each in given.const.items()}
        if not isinstance(given.kind, Dict):
            raise self.no("it unpacks (**) a value that is not a dict", node)
        return {UNKNOWN: given}

    def named_for(
        self, names: list[str], defaults: dict[str, Value], named: dict[str, Value], node: ast.AST
    ) -> dict[str, Value]:
        """Keyword arguments for some parameters, looked up in a dict if unpacked from one."""
        table = named.get(UNKNOWN)
        if table is None:
            return named
        found = {name: value for name, value in named.items() if name != UNKNOWN}
        for name in names:
            if name in found:
                continue
            there = self.writer.has_key(table, self.runtime(constant(name)))
            if name not in defaults:
                self.guard(there, TypeError)
                found[name] = self.writer.entry(table, constant(name), None, node)
            else:
                found[name] = self.choose(
                    there, lambda name=name: self.writer.entry(table, constant(name), None, node),  # type: ignore[misc]
                    lambda name=name: defaults[name],  # type: ignore[misc]
                )  # fmt: skip
        strange = self.any_of(self.writer.keys(table), False, lambda key: self._in_constant(names, key, node))
        self.guard(self.body.set(f"xor i1 {strange}, true"), TypeError)
        return found

    def _arguments(
        self, function: FunctionType, tree: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> dict[str, Value]:
        """The value of each parameter."""
        spec = tree.args
        names = [each.arg for each in (*spec.posonlyargs, *spec.args)]
        arguments = self._told_apart(arguments, names, len(function.__defaults__ or ()), spec.vararg, named, node)
        found = dict(zip(names, arguments))
        if len(arguments) > len(names):
            if spec.vararg is None:
                raise self.no(f"{tree.name} takes {len(names)} arguments but gets {len(arguments)}", node)
            found[spec.vararg.arg] = self._rest(arguments[len(names) :], node)
        elif spec.vararg is not None:
            found[spec.vararg.arg] = constant(())
        if any(map(_is_spread, found.values())):
            raise self.no("it unpacks (*) a value of unknown length", node)
        defaults_ = dict(zip(reversed(names), reversed(function.__defaults__ or ())))
        every = {name: constant(value) for name, value in (defaults_ | (function.__kwdefaults__ or {})).items()}
        if spec.kwarg is None:
            left = [*names, *(each.arg for each in spec.kwonlyargs)]
            named = self.named_for([name for name in left if name not in found], every, named, node)
        else:
            known = {*names, *(each.arg for each in spec.kwonlyargs)}
            more = {name: value for name, value in named.items() if name not in known}
            named = {name: value for name, value in named.items() if name in known}
            if UNKNOWN in more and any(name not in found for name in known):
                raise self.no("it unpacks (**) a dict that is not constant", node)
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
        arguments = self._told_apart(arguments, names, len(spec.defaults), spec.vararg, named, node)
        if len(arguments) > len(names) and spec.vararg is None:
            raise self.no(f"a function takes {len(names)} arguments but gets {len(arguments)}", node)
        known = [*names, *(each.arg for each in spec.kwonlyargs)]
        more = {name: value for name, value in named.items() if name not in known}
        if spec.kwarg is None and UNKNOWN in named:
            nodes = dict(zip(reversed(names), reversed(spec.defaults)))
            nodes |= {each.arg: node_ for each, node_ in zip(spec.kwonlyargs, spec.kw_defaults) if node_ is not None}
            defaults = {name: self._default(closure, name, each) for name, each in nodes.items()}
            named = self.named_for(known[len(arguments) :], defaults, named, node)
        elif spec.kwarg is None and more:
            raise self.no(f"a function has no parameter {next(iter(more))}", node)
        found = {**dict(zip(names, arguments)), **{name: each for name, each in named.items() if name in known}}
        if spec.kwarg is not None:
            found[spec.kwarg.arg] = self._kwargs(more, (node, "kwargs"), node)
        if spec.vararg is not None:
            found[spec.vararg.arg] = self._rest(arguments[len(names) :], node)
        if any(map(_is_spread, found.values())):
            raise self.no("it unpacks (*) a value of unknown length", node)
        for name, default in zip(names[len(names) - len(spec.defaults) :], spec.defaults):
            if name not in found:
                found[name] = self._default(closure, name, default)
        for each, default_or in zip(spec.kwonlyargs, spec.kw_defaults):
            if each.arg not in found and default_or is not None:
                found[each.arg] = self._default(closure, each.arg, default_or)
        for name in names:
            if name not in found:
                raise self.no(f"a function is called without {name}", node)
        return {name: self._passed(value, (node, name), node) for name, value in found.items()}

    def _default(self, closure: Closure, name: str, node: ast.expr) -> Value:
        """The default of a nested function's parameter."""
        found = closure.defaults.get(name)
        if found is None:
            return self.expr(node)
        if isinstance(found, Value):
            return found
        elsewhere = closure.home is not self
        if elsewhere or not found:
            raise self.no(f"{name} is omitted, but its default comes from another function", node)
        return self.read(found)

    def _told_apart(
        self, arguments: list[Value], names: list[str], defaults: int, vararg: Any, named: dict[str, Value],
        node: ast.AST,
    ) -> list[Value]:  # fmt: skip
        """Arguments unpacked with * for parameters without defaults; the rest is for *args."""
        first = next((at for at, each in enumerate(arguments) if _is_spread(each)), len(names))
        if first >= len(names) or defaults or any(name in names for name in named):
            return arguments
        whole = self._rest(arguments[first:], node)
        wanted = len(names) - first
        size = self.length(whole)
        test = f"icmp sge i64 {size}, {wanted}" if vararg is not None else f"icmp eq i64 {size}, {wanted}"
        self.guard(self.body.set(test), TypeError)
        items = [self.item(whole, str(at)) for at in range(wanted)]
        if vararg is None:
            return [*arguments[:first], *items]
        return [*arguments[:first], *items, constant(Spread(self.cut(whole, str(wanted), size)))]

    def _rest(self, arguments: list[Value], node: ast.AST) -> Value:
        """The tuple *args: all remaining arguments."""
        found: Value = constant(())
        for each in arguments:
            spread = each.is_const and isinstance(each.const, Spread)
            found = self.concat(found, each.const.value if spread else self.tuple_of([each], node), node)
        return found

    def _kwargs(self, named: dict[str, Value], key: Any, node: ast.AST) -> Value:
        """The dict **kwargs: all other keyword arguments."""
        table = named.pop(UNKNOWN, None)
        if table is not None:
            found = self.writer.new_dict(key)
            self.writer.merge(found, table, node)
            for name, value in named.items():
                self.writer.set_entry(found, constant(name), value, node)
            return found
        if all(value.is_const for value in named.values()):
            return constant({name: value.const for name, value in named.items()})
        found = self.writer.new_dict(key)
        for name, value in named.items():
            self.writer.set_entry(found, constant(name), value, node)
        return found

    def _passed(self, value: Value, key: Any, node: ast.AST) -> Value:
        """A value as passed to a function."""
        value = self.writer.unshared(value, node)
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


def _is_spread(value: Value) -> bool:
    return value.is_const and isinstance(value.const, Spread)


def _makes_dict(node: ast.expr) -> bool:
    """Whether an expression is dict(name=value, ...)."""
    named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict" and not node.args
    return named and all(each.arg is not None for each in node.keywords)  # type: ignore[attr-defined]
