"""Calls: what is called, with which arguments."""

from __future__ import annotations

import ast
import functools
import itertools
import operator
from collections.abc import Callable, Container
from types import FunctionType
from typing import Any

from countermove.native import digest
from countermove.native.compiler import purity
from countermove.native.compiler.attribute import is_super
from countermove.native.compiler.callee import BuiltinMethod, Closure, Method, Partial, Parts, Selected, Spread
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, never, none
from countermove.native.compiler.construct import Construction
from countermove.native.compiler.intrinsic import ACTED, INTRINSICS, PARTS
from countermove.native.compiler.iterate import Lazy
from countermove.native.compiler.kinds import NEVER, Seq, Set, plain
from countermove.native.compiler.program import is_record

TAKERS: dict[Any, int] = {any: 3, all: 3, next: 3, iter: 3, itertools.takewhile: 1, itertools.islice: 1}
"""Functions that may stop early; and the maximum yields of a generator inlined for them."""


class Call(Construction):
    """Calls."""

    def _call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute) and is_super(node.func.value):
            function = self._super(node.func.value, node.func.attr, node)  # type: ignore[arg-type]
        else:
            function = self.expr(node.func)
        if not function.is_const:
            function = self.meant(self.present(function))
        if function.kind is NEVER:
            return never
        if not function.is_const:
            raise self.no(f"{plain(function.kind)} is not callable", node)
        if function.const is zip and len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
            rows = self.expr(node.args[0].value)
            if not rows.is_const and self.static_count(rows) is None:
                return self.transposed(rows, node)
        arguments: list[Value] = []
        for number, each in enumerate(node.args):
            if number == 0 and _is_among(function.const, PARTS) and isinstance(each, ast.List | ast.Tuple):
                displays = [
                    self._display(item.elts, item) if isinstance(item, ast.List) else self.expr(item)
                    for item in each.elts
                ]
                arguments.append(constant(Parts(displays)))
            elif isinstance(each, ast.Starred):
                arguments += self._spread(self.expr(each.value), each)
            elif _is_among(function.const, TAKERS):
                self.most = TAKERS[function.const]
                arguments.append(self.lazily(each, self.most))
                self.most = 1
            else:
                arguments.append(self.expr(each))
        named: dict[str, Value] = {}
        for keyword in node.keywords:
            if keyword.arg is not None:
                named[keyword.arg] = self.expr(keyword.value)
            else:
                named |= self._spread_named(keyword.value, node)
        return self.called(function.const, arguments, named, node)

    def transposed(self, rows: Value, node: ast.AST) -> Value:
        """zip(*rows): the columns of a table, as many as in the shortest row."""
        whole = self.as_sequence(rows, node)
        assert isinstance(whole.kind, Seq)
        body, count = self.body, self.length(whole)

        def each(one: Callable[[Value], None]) -> None:
            width = body.slot("i64", str(1 << 40))

            def narrow(row: Value) -> None:
                least = (
                    f"call i64 @llvm.smin.i64(i64 {body.load('i64', width)}, i64 {self.length(self.as_sequence(row))})"
                )
                body.store("i64", body.set(least), width)

            self.each(whole, narrow, node)
            some = body.set(f"icmp sgt i64 {count}, 0")
            columns = body.set(f"select i1 {some}, i64 {body.load('i64', width)}, i64 0")

            def column(at: str) -> None:
                cell = self.cell((node, "column"))
                found = self.new_list(cell, count)
                self.each(whole, lambda row: self.append(found, self.item(self.as_sequence(row), at), node), node)
                one(self._tuple_of(found))

            self.count_up(columns, column)

        return constant(Lazy(each))

    def called(self, function: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """The value of a call to a known callee."""
        if isinstance(function, Selected):
            return self._call_selected(function, arguments, named, node)
        if isinstance(function, Closure):
            return self._call_closure(function, arguments, named, node)
        if isinstance(function, Method):
            name = getattr(function.function, "__name__", "")
            if self.kernel and name in ACTED and function.owner.const is self.program.game:
                return ACTED[name](self, [function.owner, *arguments], named, node)
            if function.function in INTRINSICS:
                return INTRINSICS[function.function](self, [function.owner, *arguments], named, node)
            if name == "_make" and is_record(function.owner.const):
                return self.record(function.owner.const, self._spread(arguments[0], node), {}, node)
            return self.call_function(
                function.function, [function.owner, *arguments], named, node, function.owner_class
            )
        spread = any(each.is_const and isinstance(each.const, Spread) for each in arguments)
        if isinstance(function, BuiltinMethod):
            if spread:
                return self._call_method_spread(function, arguments, node)
            return self.writer.call_method(function, arguments, named, node)
        if type(function).__name__ == "method_descriptor" and arguments and function not in INTRINSICS:
            if spread:
                return self._call_unbound_spread(function, arguments, node)
            return self.called(BuiltinMethod(function.__name__, arguments[0]), arguments[1:], named, node)
        if isinstance(function, Partial):
            return self.called(function.function, [*function.arguments, *arguments], {**function.named, **named}, node)
        if isinstance(function, functools.partial):
            first = [constant(each) for each in function.args]
            more = {name: constant(each) for name, each in function.keywords.items()}
            return self.called(function.func, [*first, *arguments], {**more, **named}, node)
        self._refuse_world(function, node)
        try:
            writer = INTRINSICS.get(function)
        except TypeError:
            writer = None
        if writer is not None:
            if spread:
                return self._call_spread(function, arguments, named, node)
            return writer(self, [self._looked_at(function, each, node) for each in arguments], named, node)
        if isinstance(function, operator.itemgetter | operator.attrgetter | operator.methodcaller):
            return self._call_getter(function, arguments[0], node)
        if isinstance(function, type):
            return self._construct(function, arguments, named, node)
        function = digest.uncached(getattr(function, "py_func", function))
        if isinstance(function, FunctionType):
            return self.call_function(function, arguments, named, node)
        if spread:
            raise self.no("it unpacks (*) a value of unknown length", node)
        if all(each.is_const for each in (*arguments, *named.values())):
            module = getattr(function, "__module__", None) or getattr(type(function), "__module__", "")
            if module in purity.PURE:
                more = {name: each.const for name, each in named.items()}
                return self.fold(function, arguments, node, **more)
        name = getattr(function, "__name__", type(function).__name__)
        module = getattr(function, "__module__", None)
        whole = name if module in (None, "builtins") else f"{module}.{name}"
        raise self.no(f"it calls {whole}", node)

    def _call_spread(self, function: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """A built-in function with arguments unpacked with *, of unknown number."""
        whole = self._rest(arguments, node)
        if function in (max, min):
            if len(arguments) > 1:  # a single number is not iterable
                self.guard(self.body.set(f"icmp ne i64 {self.length(whole)}, 1"), TypeError)
            return self.called(function, [whole], named, node)
        if function is itertools.chain:
            return self.called(itertools.chain.from_iterable, [whole], {}, node)
        raise self.no("it unpacks (*) a value of unknown length", node)

    def _call_getter(self, getter: Any, owner: Value, node: ast.AST) -> Value:
        """The result of an itemgetter, attrgetter or methodcaller: one value, or a tuple."""
        what = getter.__reduce__()
        if isinstance(getter, operator.methodcaller):
            more = what[0].keywords if isinstance(what[0], functools.partial) else {}
            name, *given = what[0].args[1:] if more else what[1]
            method = self.attribute(owner, name, node)
            named = {key: constant(each) for key, each in more.items()}
            return self.called(method.const, [constant(each) for each in given], named, node)

        def taken(part: Any) -> Value:
            if isinstance(getter, operator.itemgetter):
                return self.index(owner, constant(part), node)
            found = owner
            for name in part.split("."):
                found = self.attribute(found, name, node)
            return found

        found = [taken(part) for part in what[1]]
        return found[0] if len(found) == 1 else self.tuple_of(found, node)

    def _call_method_spread(self, method: BuiltinMethod, arguments: list[Value], node: ast.AST) -> Value:
        """A method with arguments unpacked with *: set methods take any number."""
        name = method.name.removesuffix("_update")
        if name not in ("union", "intersection", "difference", "update"):
            raise self.no("it unpacks (*) a value of unknown length", node)
        change = "update" if name in ("union", "update") else f"{name}_update"
        found = method.owner
        if method.name == name != "update":
            found = self.writer.set_of(found, (node, "spread"))

        def step(each: Value) -> None:
            self.writer.call_method(BuiltinMethod(change, found), [each], {}, node)

        self.each(self._rest(arguments, node), step, node)
        if method.name != name or name == "update":
            return none
        given = self.kind_of(method.owner)
        frozen = isinstance(given, Set) and given.frozen
        return Value(Set(found.kind.cell, None, frozen), found.parts)  # type: ignore[attr-defined]

    def _call_unbound_spread(self, function: Any, arguments: list[Value], node: ast.AST) -> Value:
        """set.union(*sets): the method of the first set."""
        whole = self.as_sequence(self._rest(arguments, node), node)
        if function.__name__ not in ("union", "intersection"):
            raise self.no("it unpacks (*) a value of unknown length", node)
        self.guard(self.body.set(f"icmp sgt i64 {self.length(whole)}, 0"), TypeError)
        method = BuiltinMethod(function.__name__, self.item(whole, "0"))
        return self._call_method_spread(method, [constant(Spread(whole))], node)

    def _looked_at(self, function: Any, value: Value, node: ast.AST) -> Value:
        """An argument of a built-in function, where one of several dicts means its keys."""
        if not value.is_const or not isinstance(value.const, Chosen) or function in (len, isinstance):
            return value
        return self.option(value.const, tuple, node)

    def _call_selected(self, chosen: Selected, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> Value:
        """Call one of several functions."""

        def pick(number: int) -> Value:
            def call() -> Value:
                return self.called(chosen.options[number], arguments, named, node)

            if number == len(chosen.options) - 1:
                return call()
            here = self.body.set(f"icmp eq i64 {chosen.index}, {number}")
            return self.choose(here, call, lambda: pick(number + 1))

        return pick(0)


def _is_among(thing: Any, things: Container[Any]) -> bool:
    try:
        return thing in things
    except TypeError:
        return False
