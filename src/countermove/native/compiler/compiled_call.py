"""Calls of functions compiled once per signature (list of argument kinds)."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from types import FunctionType
from typing import Any

from countermove.native import digest
from countermove.native.compiler import kinds, purity
from countermove.native.compiler.callee import BuiltinMethod, Closure, Method, Parts, Selected, Spread
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, constant, never, zero
from countermove.native.compiler.intrinsic import INTRINSICS
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.program import Spec, Unsupported, holds_objects, own_kind, signature
from countermove.native.compiler.remember import Remembering
from countermove.native.compiler.syntax import parsed

PLACED = (Lazy, Range, Closure, Method, BuiltinMethod, Chosen, Selected, Spread, Parts)
"""Compiler-only constants, unknown to Python."""


class CompiledCall(Remembering):
    """Calls of compiled functions."""

    def call_function(
        self, function: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST, owner: type | None = None
    ) -> Value:
        function = digest.uncached(getattr(function, "py_func", function))
        if function in INTRINSICS:
            return INTRINSICS[function](self, arguments, named, node)
        if not isinstance(function, FunctionType):
            return self.writer.called(function, arguments, named, node)
        self._refuse_world(function, node)
        tree = parsed(function)
        if tree is None:
            raise self.without_source(function, node)
        if self._is_foldable(function, arguments, named):
            try:
                found = function(*(each.const for each in arguments), **{k: v.const for k, v in named.items()})
            except Exception as error:
                self.guard("false", type(error))
                return never
            found = tuple(found) if inspect.isgenerator(found) else found
            if not holds_objects(found):
                return constant(found)
        if digest.is_library(function.__module__) and not digest.is_library(self.function.__module__):
            try:
                return self._called_plainly(function, tree, arguments, named, node, owner)
            except Unsupported:  # report the author's call, not the library's internals
                raise self.no(f"it calls {function.__module__}.{function.__name__}", node) from None
        return self._called_plainly(function, tree, arguments, named, node, owner)

    def _called_plainly(
        self, function: FunctionType, tree: Any, arguments: list[Value], named: dict[str, Value], node: ast.AST,
        owner: type | None,
    ) -> Value:  # fmt: skip
        values = self._arguments(function, tree, arguments, named, node)
        if getattr(function, "inline", False):
            return self.writer.inline(function, tree, values, node, owner)
        if any(each.is_const and isinstance(each.const, Closure | Method | Selected) for each in values.values()):
            return self.writer.inline(function, tree, values, node, owner)
        return self.call_spec(function, tree, values, node, owner)

    def _is_foldable(self, function: FunctionType, arguments: list[Value], named: dict[str, Value]) -> bool:
        """Whether Python can evaluate a call at compile time."""
        if self.kernel and not digest.is_authors(function.__module__):
            return False
        given = [*arguments, *named.values()]
        if not all(each.is_const and not isinstance(each.const, PLACED) for each in given):
            return False
        if not digest.is_authors(function.__module__) and not (given and given[0].const is self.program.game):
            return False
        return purity.is_pure(function, self.program.game)

    def call_spec(
        self, function: FunctionType, tree: Any, values: dict[str, Value], node: ast.AST, owner: type | None = None
    ) -> Value:
        """Call a function compiled for the kinds of these values."""
        from countermove.native.compiler.function import specialised

        spec, parameters = specialised(self.program, function, tree, values, owner)
        return self._call_compiled(spec, parameters, values, node, digest.is_cached(function))

    def _call_compiled(
        self,
        spec: Spec,
        parameters: dict[str, kinds.Kind],
        values: dict[str, Value],
        node: ast.AST,
        remembers: bool = False,
    ) -> Value:
        self.line = getattr(node, "lineno", self.line)
        given: list[Value] = []
        for name, kind in parameters.items():
            have = values[name].kind
            _learn(self, have, kind)
            given.append(self.convert(values[name], kind if not _has_cells(kind) else have, node))
        if remembers:
            return self.remembered(spec, given, lambda: self._call_code(spec, parameters, values, given, node))
        return self._call_code(spec, parameters, values, given, node)

    def _call_code(
        self, spec: Spec, parameters: dict[str, kinds.Kind], values: dict[str, Value], given: list[Value], node: ast.AST
    ) -> Value:
        types = [leaf for kind in parameters.values() for leaf in kinds.leaves(kind)]
        operands = [part for each in given for part in each.parts]
        if spec.busy:
            spec.recursive = True
            self.spec.fails = True
        if spec.fails or spec.busy:
            self.spec.fails = True
        self.spec.allocates |= spec.allocates or spec.busy
        marked = (self.kernel or _keeps_nothing(spec, parameters)) and not spec.kernel and (spec.allocates or spec.busy)
        mark = self.mark() if marked and "ptr" not in kinds.leaves(spec.result) else ""
        found = self.call(spec.name, types, operands, spec.result)
        if mark:
            self.release(mark)
        if spec.fails or spec.busy:
            self.check_call()
        if spec.busy or not _has_cells(spec.result):
            return self.meant(found)
        same: dict[Any, Any] = {}
        for name, kind in parameters.items():
            _same_cells(kind, values[name].kind, same)
        return self.deep(found, self._own_cells(spec.result, same, (node, "result", spec.fixed)))

    # Lists passed in and returned.

    def _own_cells(self, kind: kinds.Kind, same: dict[int, kinds.Cell], key: Any) -> kinds.Kind:
        """A function's return kind as seen by the caller: its lists may later hold more than it put in.

        A list passed in and returned is still the same list.
        """

        def own(cell: kinds.Cell, part: str) -> kinds.Cell:
            if id(cell.top) in same:
                return same[id(cell.top)]
            found = self.cell((key, part))
            if cell.kind is not kinds.NEVER:
                self.widen(found, self._own_cells(cell.kind, same, (key, part)))
            return found

        if isinstance(kind, kinds.Optional):
            return kinds.Optional(self._own_cells(kind.item, same, (key, "item")))
        if isinstance(kind, kinds.Tuple | kinds.Union):
            items = tuple(self._own_cells(item, same, (key, at)) for at, item in enumerate(kind.items))
            return dataclasses.replace(kind, items=items)
        if isinstance(kind, kinds.Seq):
            return dataclasses.replace(kind, item=self._own_cells(kind.item, same, (key, "item")))
        if isinstance(kind, kinds.Dict):
            return kinds.Dict(own(kind.key, "keys"), own(kind.value, "values"), kind.made)
        if isinstance(kind, kinds.List) and not (isinstance(kind, kinds.Set) and kind.room is not None):
            return dataclasses.replace(kind, cell=own(kind.cell, "items"))
        return kind

    def deep(self, value: Value, kind: kinds.Kind) -> Value:
        """A value with lists of another item kind, rebuilt where needed."""
        if signature(value.kind) == signature(kind):
            return Value(kind, value.parts)
        if isinstance(kind, kinds.Optional) and isinstance(value.kind, kinds.Optional):
            some = lambda: Value(kind, ["true", *self.deep(value.inner(), kind.item).parts])  # noqa: E731
            return self.choose(value.parts[0], some, lambda: zero(kind))
        if isinstance(kind, kinds.Tuple) and isinstance(value.kind, kinds.Tuple):
            parts = [part for item, each in zip(value.items(), kind.items) for part in self.deep(item, each).parts]
            return Value(kind, parts)
        if isinstance(kind, kinds.Dict):
            found = self.writer.new_dict(("deep", id(kind)), kind.made)
            copy = Value(kind, found.parts)
            pairs = self.writer.call_method(BuiltinMethod("items", value), [], {}, self.frames[-1].node)

            def one(pair: Value) -> None:
                key, item = pair.items()
                self.writer.set_entry(copy, self.deep(key, kind.key.kind), self.deep(item, kind.value.kind))

            self.each(pairs, one)
            return copy
        if isinstance(kind, kinds.List) and isinstance(value.kind, kinds.List):
            copy = Value(kind, self.new_list(kind.cell, self.length(value)).parts)
            self.each(value, lambda item: self.append(copy, self.deep(item, kind.cell.kind)))
            return copy
        if isinstance(kind, kinds.Seq) and isinstance(value.kind, kinds.Seq) and _has_cells(kind):
            copy = self.new_list(kinds.Cell(kind.item), self.length(value))
            self.each(value, lambda item: self.append(copy, self.deep(item, kind.item)))
            whole = self.as_sequence(copy)
            return Value(kind, whole.parts if kind.count is None else whole.parts[:1])
        return self.convert(value, kind)

    # Refusals.

    def _refuse_world(self, function: Any, node: ast.AST) -> None:
        reason = purity.reason(function)
        if reason:
            raise self.no(reason, node)

    def without_source(self, function: FunctionType, node: ast.AST) -> Unsupported:
        """The error for a function the compiler cannot read."""
        if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
            return self.no(f"{function.__name__} is async; write a plain def", node)
        if digest.is_authors(function.__module__):
            reason = f"the source of {function.__name__} cannot be read (typed at Python's prompt, or edited since?)"
            return Unsupported(f"{reason}; put the rules into a file and reload it")
        return self.no(f"it calls {function.__module__}.{function.__name__}", node)


def _keeps_nothing(spec: Spec, parameters: dict[str, kinds.Kind]) -> bool:
    """Whether a function's allocations can be freed on return: it has modified none of its arguments.

    A list argument may have grown into new memory, or hold something new; sets, dicts and lists in a state do not
    change, and arrays do not grow.
    """
    return not any(kinds.can_change(kind, arrays=False) for kind in parameters.values())


def _same_cells(one: kinds.Kind, two: kinds.Kind, found: dict[int, kinds.Cell]) -> None:
    """The mapping from a function's parameter lists to its caller's."""
    if (isinstance(one, kinds.Optional) and isinstance(two, kinds.Optional)) or (
        isinstance(one, kinds.Seq) and isinstance(two, kinds.Seq)
    ):
        _same_cells(one.item, two.item, found)
    elif isinstance(one, kinds.Tuple | kinds.Union) and isinstance(two, kinds.Tuple | kinds.Union):
        for first, second in zip(one.items, two.items):
            _same_cells(first, second, found)
    elif isinstance(one, kinds.Dict) and isinstance(two, kinds.Dict):
        for cell, other in ((one.key, two.key), (one.value, two.value)):
            found[id(cell.top)] = other
            _same_cells(cell.kind, other.kind, found)
    elif isinstance(one, kinds.List) and isinstance(two, kinds.List):
        found[id(one.cell.top)] = two.cell
        _same_cells(one.cell.kind, two.cell.kind, found)


def _has_cells(kind: kinds.Kind) -> bool:
    """Whether a kind contains a list, whose item kind may still widen."""
    text = signature(kind)
    return "list[" in text or "dict[" in text or "set[" in text


def _learn(caller: Any, given: kinds.Kind, kind: kinds.Kind) -> None:
    """What a function has learnt about a list argument holds for its caller."""
    if isinstance(given, kinds.List) and isinstance(kind, kinds.List):
        if signature(given.cell.kind) != signature(kind.cell.kind):
            caller.widen(given.cell, own_kind(kind.cell.kind))
        _learn(caller, given.cell.kind, kind.cell.kind)
    elif isinstance(given, kinds.Tuple) and isinstance(kind, kinds.Tuple):
        for one, two in zip(given.items, kind.items):
            _learn(caller, one, two)
    elif type(given).__name__ == "Dict" and type(kind).__name__ == "Dict":
        caller.widen(given.key, own_kind(kind.key.kind))  # type: ignore[attr-defined]
        caller.widen(given.value, own_kind(kind.value.kind))  # type: ignore[attr-defined]
