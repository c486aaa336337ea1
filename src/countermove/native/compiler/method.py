"""Methods of built-in classes, dispatched by kind."""

from __future__ import annotations

import ast
import operator

from countermove.native.compiler.callee import BuiltinMethod, Spread
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, boolean, constant, integer, none
from countermove.native.compiler.formatting import Formatting
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import FLOAT, INT, NEVER, Dict, Kind, List, Seq, Set, Tuple, plain
from countermove.native.compiler.lists import CHANGES
from countermove.native.compiler.parameter import METHODS, parameters

OPERATORS = {
    "__getitem__": operator.getitem, "__contains__": operator.contains, "__len__": len, "__add__": operator.add,
    "__mul__": operator.mul, "__eq__": operator.eq, "__ne__": operator.ne, "__lt__": operator.lt, "__le__": operator.le,
    "__gt__": operator.gt, "__ge__": operator.ge, "__and__": operator.and_, "__or__": operator.or_,
    "__sub__": operator.sub, "__xor__": operator.xor,
}  # fmt: skip
"""Dunder methods called explicitly: sorted(cells, key=prices.__getitem__)."""


class Methods(Formatting):
    """Methods of built-in classes."""

    def call_method(
        self, method: BuiltinMethod, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        owner, name = method.owner, method.name
        if any(each.is_const and isinstance(each.const, Spread) for each in arguments):
            raise self.no("it unpacks (*) a value of unknown length", node)
        if name in OPERATORS:
            return self.called(OPERATORS[name], [owner, *arguments], named, node)
        if owner.is_const and isinstance(owner.const, Chosen):
            arguments, _ = self.ordered("a dictionary", name, arguments, named, node)
            return self._chosen_method(owner.const, name, arguments, node)
        if owner.is_const and isinstance(owner.const, Lazy | Range):
            if name in ("__iter__",):
                return owner
            raise self.no(f"{name} of a generator", node)
        if owner.is_const and isinstance(owner.const, str) and name == "format":
            return self.text_format(owner, arguments, named, node)
        if owner.is_const:
            value = owner.const
            given = (*arguments, *named.values())
            known = all(each.is_const and not isinstance(each.const, Lazy | Range) for each in given)
            if known and not (isinstance(value, list | dict | set) and name in CHANGES):
                found = self.fold(getattr(value, name), arguments, node, **{k: v.const for k, v in named.items()})
                if isinstance(value, dict) and name in ("items", "keys", "values"):
                    return constant(tuple(found.const))
                return found
            if isinstance(value, dict):
                arguments, _ = self.ordered("a dictionary", name, arguments, named, node)
                if name == "get":
                    return self.looked_up(value, arguments[0], arguments[1] if len(arguments) > 1 else none, node)
                raise self.no(f"{name} of a dictionary that is a constant", node)
            owner = self.runtime(owner, node)
        owner = self.present(owner)
        kind = owner.kind
        if kind is NEVER:
            return Value(NEVER, [])
        arguments, named = self.ordered(_sort_of(kind), name, arguments, named, node)
        if isinstance(kind, Seq) and kind.text:
            return self.text_method(owner, name, arguments, node)
        if isinstance(kind, Set):
            return self._set_method(owner, name, arguments, node)
        if isinstance(kind, List):
            return self._list_method(owner, name, arguments, named, node)
        if isinstance(kind, Dict):
            return self._dict_method(owner, name, arguments, named, node)
        if isinstance(kind, Seq | Tuple):
            return self._tuple_method(owner, name, arguments, named, node)
        if kind is FLOAT and name == "is_integer":
            floor = self.body.set(f"call double @llvm.floor.f64(double {owner.op})")
            return boolean(self.body.set(f"fcmp oeq double {owner.op}, {floor}"))
        if kind is INT and name == "bit_count":
            size = self.body.set(f"call i64 @llvm.abs.i64(i64 {owner.op}, i1 false)")
            return integer(self.body.set(f"call i64 @llvm.ctpop.i64(i64 {size})"))
        if kind is INT and name == "bit_length":
            size = self.body.set(f"call i64 @llvm.abs.i64(i64 {owner.op}, i1 false)")
            zeros = self.body.set(f"call i64 @llvm.ctlz.i64(i64 {size}, i1 false)")
            return integer(self.body.set(f"sub i64 64, {zeros}"))
        raise self.no(f"{plain(kind)} has no {name}", node)

    def ordered(
        self, sort: str, name: str, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> tuple[list[Value], dict[str, Value]]:
        """The arguments of a method in the order of its parameters."""
        takes = METHODS[sort].get(name)
        if takes is None:
            return arguments, named
        return parameters(takes).bound(self, name, arguments, named, node)

    def _chosen_method(self, owner: Chosen, name: str, arguments: list[Value], node: ast.AST) -> Value:
        """A method of one of several dictionaries of constants."""
        if name == "get":
            key = self.tuple_of([integer(owner.index), arguments[0]], node)
            return self.looked_up(owner.flat(), key, arguments[1] if len(arguments) > 1 else none, node)
        if name in ("keys", "values", "items"):
            return self.option(owner, lambda table: tuple(getattr(table, name)()), node)
        raise self.no(f"{name} of one of several dicts", node)


def _sort_of(kind: Kind) -> str:
    """The name under which a kind's methods are listed."""
    if isinstance(kind, Seq) and kind.text:
        return "a string"
    sorts = ((Set, "a set"), (List, "a list"), (Dict, "a dictionary"), (Seq | Tuple, "a tuple"))
    return next((sort for each, sort in sorts if isinstance(kind, each)), "a number")
