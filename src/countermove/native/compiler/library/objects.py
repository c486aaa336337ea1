"""Functions of values of any kind: `str`, `repr`, `isinstance`, `replace`, `partial` and others."""

from __future__ import annotations

import ast
import dataclasses
import functools

from countermove.native.compiler import kinds
from countermove.native.compiler.attribute import has_attribute
from countermove.native.compiler.callee import Partial
from countermove.native.compiler.code import Value, boolean, constant, never
from countermove.native.compiler.compiled_call import PLACED
from countermove.native.compiler.intrinsic import Named, intrinsic
from countermove.native.compiler.program import is_dataclass, is_record
from countermove.native.compiler.writer import Writer


@intrinsic(str, takes="object=''")
def _str(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.text_of(arguments[0], node) if arguments else constant("")


@intrinsic(repr, takes="obj, /")
def _repr(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.repr_of(arguments[0], node)


@intrinsic(format, takes="value, format_spec='', /")
def _format(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    return c.formatted(arguments[0], "", arguments[1] if len(arguments) > 1 else constant(""), node)


@intrinsic(isinstance, takes="obj, class_or_tuple, /")
def _isinstance(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if not arguments[1].is_const:
        raise c.no("isinstance with an unknown class", node)
    cls = arguments[1].const
    if type(cls).__name__ == "UnionType":
        cls = cls.__args__
    found = c.is_instance(arguments[0], cls, node)
    return constant(found == "true") if found in ("true", "false") else boolean(found)


@intrinsic(type, takes="object, /")
def _type(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    if arguments[0].is_const:
        return constant(type(arguments[0].const))
    kind = arguments[0].kind
    if isinstance(kind, kinds.Tuple | kinds.Enum) and kind.cls is not None:
        return constant(kind.cls)
    plain_: dict[kinds.Kind, type] = {kinds.INT: int, kinds.FLOAT: float, kinds.BOOL: bool}
    found = plain_.get(kind)
    if found is None and isinstance(kind, kinds.Seq):
        found = str if kind.text else tuple
    if found is None:
        raise c.no("type() of this value", node)
    return constant(found)


@intrinsic(getattr, takes="obj, name, default=None, /")
def _getattr(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    owner, name, *default = arguments
    if all(each.is_const and not isinstance(each.const, PLACED) for each in arguments):
        return c.fold(getattr, arguments, node) if default else c.attribute(owner, name.const, node)
    if name.is_const:
        missing = default and not has_attribute(owner, name.const)
        return default[0] if missing else c.attribute(owner, name.const, node)
    kind = c.kind_of(owner)
    if not isinstance(kind, kinds.Tuple) or kind.cls is None:
        raise c.no("it calls getattr", node)
    fields = kinds.fields_of(kind.cls)

    def pick(at: int) -> Value:
        if at < len(fields):
            here = c.equal(name, constant(fields[at]))
            return c.choose(here, lambda: c.attribute(owner, fields[at], node), lambda: pick(at + 1))
        if default:
            return default[0]
        c.guard("false", AttributeError)
        return never

    return pick(0)


@intrinsic(hasattr, takes="obj, name, /")
def _hasattr(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    owner, name = arguments
    if not name.is_const:
        raise c.no("hasattr with a name computed at run time", node)
    return constant(has_attribute(owner, name.const))


@intrinsic(dataclasses.astuple, takes="obj")
def _astuple(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    owner = c.present(c.runtime(arguments[0], node))
    if not isinstance(owner.kind, kinds.Tuple) or not is_dataclass(owner.kind.cls):
        raise c.no(f"astuple of {kinds.plain(owner.kind)}", node)
    inside = [_astuple(c, [item], {}, node) if _is_one(item.kind) else item for item in owner.items()]
    if any(map(_has_dataclass, (item.kind for item in inside))):
        raise c.no("astuple of dataclasses in tuples", node)
    return c.tuple_of(inside, node)


@intrinsic(dataclasses.asdict, takes="obj")
def _asdict(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    owner = c.present(c.runtime(arguments[0], node))
    if not isinstance(owner.kind, kinds.Tuple) or any(map(_has_dataclass, owner.kind.items)):
        raise c.no("asdict of nested dataclasses", node)
    return c.fields_as_dict(owner, node)


def _is_one(kind: kinds.Kind) -> bool:
    return isinstance(kind, kinds.Tuple) and is_dataclass(kind.cls)


def _has_dataclass(kind: kinds.Kind) -> bool:
    """Whether a value contains a dataclass."""
    if _is_one(kind):
        return True
    if isinstance(kind, kinds.Tuple | kinds.Union):
        return any(map(_has_dataclass, kind.items))
    return isinstance(kind, kinds.Optional | kinds.Seq) and _has_dataclass(kind.item)


@intrinsic(hash, takes="obj, /")
def _hash(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    raise c.no("it calls hash, which differs between runs; use countermove.values.key_of", node)


@intrinsic(print, open, input, takes="*args, **named")
def _print(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    raise c.no("it reads or writes (print, open, input); rules only compute", node)


@intrinsic(dataclasses.replace, takes="obj, /, **changes")
def _replace(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    owner = c.present(c.runtime(arguments[0], node))
    if not (isinstance(owner.kind, kinds.Tuple) and is_record(owner.kind.cls)):
        raise c.no(f"replace of {kinds.plain(owner.kind)}", node)
    return c.replaced(owner, named, node)


@intrinsic(functools.partial, takes="func, /, *args, **named")
def _partial(c: Writer, arguments: list[Value], named: Named, node: ast.AST) -> Value:
    function, *first = arguments
    return constant(c.program.keep(Partial(function.const, first, named)))
