"""Methods of built-in classes: which one is called, on a value of which kind."""

from __future__ import annotations

import ast

from countermove.native.compiler.callee import BuiltinMethod
from countermove.native.compiler.chosen import Chosen
from countermove.native.compiler.code import Value, boolean, constant, integer, none
from countermove.native.compiler.formatting import Formatting
from countermove.native.compiler.iterate import Lazy, Range
from countermove.native.compiler.kinds import FLOAT, INT, NEVER, Dict, List, Seq, Set, Tuple, plain
from countermove.native.compiler.lists import CHANGES

__all__ = ["Methods"]


class Methods(Formatting):
    """Methods of built-in classes."""

    def call_method(
        self, method: BuiltinMethod, arguments: list[Value], named: dict[str, Value], node: ast.AST
    ) -> Value:
        owner, name = method.owner, method.name
        if owner.is_const and isinstance(owner.const, Chosen):
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
                if name == "get":
                    return self.looked_up(value, arguments[0], arguments[1] if len(arguments) > 1 else none, node)
                raise self.no(f"{name} of a dictionary that is a constant", node)
            owner = self.runtime(owner, node)
        owner = self.present(owner)
        kind = owner.kind
        if kind is NEVER:
            return Value(NEVER, [])
        if isinstance(kind, Seq) and kind.text:
            return self.text_method(owner, name, self._by_name(name, arguments, named, node), node)
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

    def _by_name(self, name: str, arguments: list[Value], named: dict[str, Value], node: ast.AST) -> list[Value]:
        """The arguments of a method of strings, of those given by name too."""
        for given in named:
            if (name, given) not in (
                (("split", "sep"), ("rsplit", "sep"), ("split", "maxsplit"), ("rsplit", "maxsplit"))
            ):
                raise self.no(f"{given}= for {name}", node)
        if "maxsplit" in named:
            return [*(arguments or [named.get("sep", constant(None))]), named["maxsplit"]]
        return [*arguments, *named.values()]

    def _chosen_method(self, owner: Chosen, name: str, arguments: list[Value], node: ast.AST) -> Value:
        """A method of one of several dictionaries of constants."""
        if name == "get":
            key = self.tuple_of([integer(owner.index), arguments[0]], node)
            return self.looked_up(owner.flat(), key, arguments[1] if len(arguments) > 1 else none, node)
        if name in ("keys", "values", "items"):
            return self.option(owner, lambda table: tuple(getattr(table, name)()), node)
        raise self.no(f"{name} of a dictionary that is chosen among several", node)
