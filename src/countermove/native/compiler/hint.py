"""Annotations: narrow a union value to the kinds a field is meant to hold.

    robber: str                     # in a record

    return Chase(cops, action)      # where an action is a string or a tuple

Working rules give the field a string, so the compiled field is a string; a tuple action is a fault. An annotation that
fits none of the kinds is ignored.
"""

from __future__ import annotations

import functools
import types
import typing
from typing import Any

from countermove.native.compiler import kinds
from countermove.native.compiler.code import is_number


@functools.cache
def hints_of(cls: type) -> dict[str, Any]:
    """The annotations of a class as types; none if they cannot be resolved."""
    try:
        return typing.get_type_hints(cls)
    except Exception:  # such as undefined names
        return {}


def meant(kind: kinds.Kind, hint: Any) -> kinds.Kind:
    """A kind narrowed by an annotation."""
    if isinstance(kind, kinds.Optional):
        return kinds.Optional(meant(kind.item, hint))
    if isinstance(kind, kinds.Union):
        left = tuple(each for each in kind.items if fits(each, hint))
        return kind if not left else meant(left[0], hint) if len(left) == 1 else kinds.Union(left)
    if isinstance(kind, kinds.Seq) and not kind.text:
        item = meant(kind.item, items_hint(kind, hint))
        return kinds.Seq(item, kind.count, kind.room, False, kind.listed)
    return kind


def fits(kind: kinds.Kind, hint: Any) -> bool:
    """Whether a kind matches an annotation."""
    if kind is kinds.NEVER:
        return True
    if isinstance(kind, kinds.Optional):
        return fits(kind.item, hint)
    if isinstance(kind, kinds.Union):
        return any(fits(each, hint) for each in kind.items)
    hint = getattr(hint, "__supertype__", hint)  # a NewType
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return any(fits(kind, each) for each in arguments)
    if origin is typing.Literal:
        return any(fits(kind, type(each)) for each in arguments)
    if origin in (typing.Annotated, typing.ClassVar, typing.Final):
        return fits(kind, arguments[0])
    if origin is tuple and isinstance(kind, kinds.Tuple) and kind.cls is None:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return all(fits(item, arguments[0]) for item in kind.items)
        return len(kind.items) == len(arguments) and all(map(fits, kind.items, arguments))
    if origin is tuple and isinstance(kind, kinds.Seq) and not kind.text:
        many = len(arguments) == 2 and arguments[1] is Ellipsis
        return (many or kind.count in (None, len(arguments))) and fits(kind.item, items_hint(kind, hint))
    wanted = origin or hint
    return not isinstance(wanted, type) or _is_of(kind, wanted)


def _is_of(kind: kinds.Kind, cls: type) -> bool:
    if isinstance(kind, kinds.Tuple | kinds.Enum) and kind.cls is not None:
        return issubclass(kind.cls, cls) or (cls is float and is_number(kind))
    if kind is kinds.NONE:
        return cls is type(None)
    if is_number(kind):
        own = bool if kind is kinds.BOOL else float if kind is kinds.FLOAT else int
        return issubclass(own, cls) or cls is float
    if isinstance(kind, kinds.Seq):
        return issubclass(str if kind.text else tuple, cls) or (cls is list and kind.listed)
    if isinstance(kind, kinds.Tuple):
        return issubclass(tuple, cls)
    if isinstance(kind, kinds.Set):
        return issubclass(frozenset, cls) or cls is set
    return not isinstance(kind, kinds.List) or issubclass(list, cls)


def items_hint(kind: kinds.Seq, hint: Any) -> Any:
    """The item type of a sequence annotation; Any if absent or mixed."""
    hint = getattr(hint, "__supertype__", hint)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return next((found for each in arguments if (found := items_hint(kind, each)) is not Any), Any)
    if origin is not tuple or not arguments:
        return Any
    first, *rest = (each for each in arguments if each is not Ellipsis)
    return first if all(each == first for each in rest) else Any
