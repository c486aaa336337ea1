"""Functions of values of any kind: `str`, `repr`, `isinstance`, `replace`, `partial` and others."""

from __future__ import annotations

import ast
import dataclasses
import functools

from countermove.native.compiler.callee import Partial
from countermove.native.compiler.code import Value, boolean, constant
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.kinds import BOOL, FLOAT, INT, Enum, Kind, Seq, Tuple, plain
from countermove.native.compiler.program import is_record
from countermove.native.compiler.writer import Writer

__all__: list[str] = []


@intrinsic(str)
def _str(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.text_of(arguments[0], node) if arguments else constant("")


@intrinsic(repr)
def _repr(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.repr_of(arguments[0], node)


@intrinsic(format)
def _format(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.formatted(arguments[0], "", arguments[1] if len(arguments) > 1 else constant(""), node)


@intrinsic(isinstance)
def _isinstance(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    cls = arguments[1].const
    if type(cls).__name__ == "UnionType":
        cls = cls.__args__
    found = c.is_instance(arguments[0], cls, node)
    return constant(found == "true") if found in ("true", "false") else boolean(found)


@intrinsic(type)
def _type(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if arguments[0].is_const:
        return constant(type(arguments[0].const))
    kind = arguments[0].kind
    if isinstance(kind, Tuple | Enum) and kind.cls is not None:
        return constant(kind.cls)
    plain_: dict[Kind, type] = {INT: int, FLOAT: float, BOOL: bool}
    found = plain_.get(kind)
    if found is None and isinstance(kind, Seq):
        found = str if kind.text else tuple
    if found is None:
        raise c.no("type of this", node)
    return constant(found)


@intrinsic(hash)
def _hash(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    raise c.no("hash, which differs from run to run; use countermove.values.key_of", node)


@intrinsic(print, open, input)
def _print(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    raise c.no("it reads or writes (print, open, input); rules only compute", node)


@intrinsic(dataclasses.replace)
def _replace(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    owner = c.present(c.runtime(arguments[0], node))
    if not (isinstance(owner.kind, Tuple) and is_record(owner.kind.cls)):
        raise c.no(f"replace of {plain(owner.kind)}", node)
    return c.replaced(owner, named, node)


@intrinsic(functools.partial)
def _partial(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, *first = arguments
    return constant(c.program.keep(Partial(function.const, first, named)))
