"""The kinds (static types) of compiled Python, and their memory layouts.

A kind is a value's static type. Numbers live in registers; a small tuple is its items, in order; longer sequences,
strings and lists live in memory, in 64-bit words:

    INT, FLOAT, BOOL, Enum    one word
    NONE                      nothing at all
    Optional(k)               a flag word, and the value
    Union(k0, k1, ...)        a tag word, and room for one value of each kind
    Tuple(k0, k1, ...)        its items side by side; NamedTuples and frozen dataclasses are tuples with a class
    Seq(k, count)             `count` items side by side; how strings and long tuples are held
    Seq(k, None, room)        their number, and room for `room` items: a tuple of varying length inside a state
    Seq(k, None)              an address and the number of items
    List, Set, Dict           the address of a header: item address, length, capacity
    Array                     a NumPy array, in NumPy's memory
    Record                    the address of named words (see record.py)
    Object                    the address of a mutable object's attributes
    Choice                    a number that selects one of several compile-time functions or tables

`join` is the kind of a value that is sometimes of one kind and sometimes of another.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable
from typing import Any

import numpy as np

MIN_SEQUENCE = 3
"""Minimum items of one kind for a plain tuple to be a sequence in memory."""


class Clash(Exception):
    """Two kinds have no common kind; the text names them."""


class Kind:
    """The static type of a value."""


@dataclasses.dataclass(frozen=True)
class Scalar(Kind):
    name: str
    llvm: str

    def __reduce__(self) -> Any:
        return _scalar, (self.name,)


def _scalar(name: str) -> Kind:
    """The singleton of that name, for kinds read from disk."""
    return next(each for each in (INT, FLOAT, BOOL, NONE, NEVER, MEMORY) if each.name == name)


INT = Scalar("int", "i64")
FLOAT = Scalar("float", "double")
BOOL = Scalar("bool", "i1")
NONE = Scalar("None", "void")
NEVER = Scalar("nothing", "void")
"""The kind of a missing value, such as the items of an empty list."""
MEMORY = Scalar("Memory", "ptr")
"""Words that a kernel reads and writes (see memory.py)."""


@dataclasses.dataclass(frozen=True)
class Enum(Kind):
    cls: type


@dataclasses.dataclass(frozen=True)
class Optional(Kind):
    item: Kind


@dataclasses.dataclass(frozen=True)
class Union(Kind):
    """One of several unrelated kinds: a tag, and room for each."""

    items: tuple[Kind, ...]


@dataclasses.dataclass(frozen=True)
class Tuple(Kind):
    items: tuple[Kind, ...]
    cls: type | None = None


@dataclasses.dataclass(frozen=True)
class Seq(Kind):
    item: Kind
    count: int | None = None
    room: int | None = None
    text: bool = False
    listed: bool = dataclasses.field(default=False, compare=False)
    """Whether the author wrote a list: a constant whose copies are mutable lists."""


class Cell:
    """The item kind of a list, which widens as more is learnt; equal cells are merged."""

    def __init__(self, kind: Kind = NEVER) -> None:
        self._kind = kind
        self._is: Cell | None = None

    @property
    def top(self) -> Cell:
        cell = self
        while cell._is is not None:
            cell = cell._is
        return cell

    @property
    def kind(self) -> Kind:
        return self.top._kind

    def widen(self, kind: Kind) -> bool:
        """Widen by another kind; returns whether that changes anything."""
        top = self.top
        joined = join(top._kind, kind)
        changed = joined != top._kind
        top._kind = joined
        return changed

    def unify(self, other: Cell) -> None:
        one, two = self.top, other.top
        if one is not two:
            one._kind = join(one._kind, two._kind)
            two._is = one


@dataclasses.dataclass(frozen=True, eq=False)
class List(Kind):
    cell: Cell

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.cell.kind == self.cell.kind

    def __hash__(self) -> int:
        return hash(type(self).__name__)


@dataclasses.dataclass(frozen=True, eq=False)
class Set(List):
    room: int | None = None
    """Inside a state: the capacity in items."""
    frozen: bool | None = False
    """Whether it is a frozenset; None if unknown or a constant, which must not be modified in place."""

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.room == other.room  # type: ignore[attr-defined]

    __hash__ = List.__hash__


@dataclasses.dataclass(frozen=True, eq=False)
class Deque(List):
    """A deque; with maxlen it drops items at the other end."""

    most: int | None = None

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) and self.most == other.most  # type: ignore[attr-defined]

    __hash__ = List.__hash__


@dataclasses.dataclass(frozen=True, eq=False)
class Dict(Kind):
    key: Cell
    value: Cell
    made: Any = None
    """What creates the value of a missing key: a defaultdict's factory, or the Counter class."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dict) or _source(self.made) is not _source(other.made):
            return False
        return (other.key.kind, other.value.kind) == (self.key.kind, self.value.kind)

    def __hash__(self) -> int:
        return hash("dict")


@dataclasses.dataclass(frozen=True)
class Array(Kind):
    dtype: str
    ndim: int
    shape: tuple[int, ...] | None = None
    """The shape if known: an array inside a state is held in words."""
    logical: str = ""
    """NumPy's dtype, where memory holds the numbers wider."""
    borrowed: bool = dataclasses.field(default=False, compare=False)
    """Whether it is a copy where NumPy has a view, so that writes would be lost."""
    apart: bool = False
    """Whether it is stored by reference as an item of a list or dict, which others may modify."""


@dataclasses.dataclass(frozen=True)
class Numbered(Kind):
    """Actions identified by their index among their state's, because their parts do not fit into a word."""

    item: Kind


@dataclasses.dataclass(frozen=True)
class Record(Kind):
    """Words with names that a kernel reads and writes (see record.py)."""

    name: str
    digest: str
    fields: Any = dataclasses.field(compare=False, repr=False)
    """Every field by its name."""


@dataclasses.dataclass(frozen=True)
class Object(Kind):
    """A mutable object of an author's class; the program knows its attributes."""

    cls: type


@dataclasses.dataclass(frozen=True, eq=False)
class Static(Kind):
    """Something that exists only at compile time: a function, a class, a dictionary of constants."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Static) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@dataclasses.dataclass(frozen=True)
class Choice(Kind):
    """One of several things that exist only at compile time, such as functions; its number is the value."""

    names: tuple[Any, ...]
    """The identities of the options."""
    options: tuple[Any, ...] = dataclasses.field(compare=False, repr=False)

    @property
    def is_tables(self) -> bool:
        return all(isinstance(each, dict) for each in self.options)


def _source(made: Any) -> Any:
    """The identity of a factory: a lambda is identified by its node."""
    return getattr(made, "node", made)


def fields_of(cls: type) -> tuple[str, ...]:
    """The names of the items of a NamedTuple or a dataclass."""
    if hasattr(cls, "_fields"):
        return tuple(cls._fields)
    return tuple(field.name for field in dataclasses.fields(cls))


def item_of(kinds: tuple[Kind, ...]) -> Kind:
    """The common kind of all of these."""
    found: Kind = NEVER
    for kind in kinds:
        found = join(found, kind)
    return found


def join(one: Kind, two: Kind) -> Kind:
    """The common kind of `one` and `two`; Clash if there is none."""
    if one == two:
        if isinstance(one, Array) and isinstance(two, Array):
            return two if two.borrowed and not one.borrowed else one
        if isinstance(one, List) and isinstance(two, List) and not _is_roomy(one):
            one.cell.unify(two.cell)
        if isinstance(one, Set) and isinstance(two, Set) and one.frozen is not two.frozen:
            return Set(one.cell, one.room, None)
        if isinstance(one, Dict) and isinstance(two, Dict):
            one.key.unify(two.key)
            one.value.unify(two.value)
        return one
    if one is NEVER:
        return two
    if two is NEVER:
        return one
    if one is NONE:
        return two if isinstance(two, Optional) else Optional(two)
    if two is NONE:
        return join(two, one)
    if isinstance(one, Optional) or isinstance(two, Optional):
        first = one.item if isinstance(one, Optional) else one
        second = two.item if isinstance(two, Optional) else two
        return Optional(join(first, second))
    if isinstance(one, Union) or isinstance(two, Union):
        found: tuple[Kind, ...] = one.items if isinstance(one, Union) else (one,)
        for kind in two.items if isinstance(two, Union) else (two,):
            found = _united(found, kind)
        return Union(found)
    alike = _alike(one, two)
    if alike is not None:
        return alike
    if isinstance(one, Static) or isinstance(two, Static):
        raise Clash(f"{plain(one)} and sometimes {plain(two)}")
    return Union(_united((one,), two))


def _united(kinds: tuple[Kind, ...], kind: Kind) -> tuple[Kind, ...]:
    """A union with one more kind, in a canonical order."""
    for at, each in enumerate(kinds):
        alike = each if each == kind else _alike(each, kind)
        if alike is not None:
            return (*kinds[:at], alike, *kinds[at + 1 :])
    return tuple(sorted((*kinds, kind), key=lambda each: (type(each).__name__, plain(each), repr(each))))


def _alike(one: Kind, two: Kind) -> Kind | None:
    """The common kind of two related kinds; None if unrelated."""
    numbers = {_number(one), _number(two)}
    if None not in numbers:
        return FLOAT if FLOAT in numbers else INT
    if isinstance(one, Choice) and isinstance(two, Choice) and one.is_tables == two.is_tables:
        more = [at for at, name in enumerate(two.names) if name not in one.names]
        names, options = (tuple(each[at] for at in more) for each in (two.names, two.options))
        return Choice(one.names + names, one.options + options)
    if isinstance(one, Tuple) and isinstance(two, Tuple) and len(one.items) == len(two.items) and one.cls is two.cls:
        return Tuple(tuple(map(join, one.items, two.items)), one.cls)
    if isinstance(one, Tuple | Seq) and isinstance(two, Tuple | Seq):
        first, second = _sequence(one), _sequence(two)
        if first is not None and second is not None and first.text == second.text:
            count = first.count if first.count == second.count else None
            room = first.room if first.room == second.room and count is None else None
            return Seq(join(first.item, second.item), count, room, first.text, first.listed and second.listed)
    if type(one) is List and isinstance(two, Seq) and two.listed:
        one.cell.widen(two.item)
        return one
    if type(two) is List and isinstance(one, Seq) and one.listed:
        return _alike(two, one)
    if isinstance(one, Set) and isinstance(two, Set) and (_is_roomy(one) or _is_roomy(two)):
        return Set(Cell(join(one.cell.kind, two.cell.kind)))
    if type(one) is type(two) and isinstance(one, List) and isinstance(two, List):
        one.cell.unify(two.cell)
        if isinstance(one, Set) and isinstance(two, Set):
            return Set(one.cell, None, one.frozen if one.frozen is two.frozen else None)
        return one if isinstance(one, Deque) else type(one)(one.cell)
    if isinstance(one, Dict) and isinstance(two, Dict):
        one.key.unify(two.key)
        one.value.unify(two.value)
        return two if one.made is None else one
    if isinstance(one, Array) and isinstance(two, Array) and one.ndim == two.ndim:
        dtype = str(np.promote_types(one.dtype, two.dtype))
        if dtype == one.dtype or dtype == two.dtype:
            shape = one.shape if one.shape == two.shape else None
            logical = one.logical if one.logical == two.logical else ""
            apart = (one.apart or two.apart) and shape is not None
            return Array(dtype, one.ndim, shape, logical, one.borrowed or two.borrowed, apart)
    return None


def _is_roomy(kind: Kind) -> bool:
    """Whether a set is inside a state, whose kind is fixed."""
    return isinstance(kind, Set) and kind.room is not None


def _number(kind: Kind) -> Kind | None:
    if kind in (INT, FLOAT, BOOL):
        return INT if kind is BOOL else kind
    if isinstance(kind, Enum) and issubclass(kind.cls, int):
        return INT
    return None


def _sequence(kind: Tuple | Seq) -> Seq | None:
    if isinstance(kind, Seq):
        return kind
    if kind.cls is not None:
        return None
    return Seq(item_of(kind.items), len(kind.items))


def words(kind: Kind) -> int:
    """The number of words of a value as an item in memory."""
    if kind in (NONE, NEVER):
        return 0
    if isinstance(kind, Optional):
        return 1 + words(kind.item)
    if isinstance(kind, Tuple):
        return sum(map(words, kind.items))
    if isinstance(kind, Union):
        return 1 + sum(map(words, kind.items))
    if isinstance(kind, Seq):
        if kind.count is not None:
            return kind.count * words(kind.item)
        return 2 if kind.room is None else 1 + kind.room * words(kind.item)
    if isinstance(kind, Set) and kind.room is not None:
        return 1 + kind.room * words(kind.cell.kind)
    if isinstance(kind, Array) and kind.apart:
        return 1
    if isinstance(kind, Array):
        return int(np.prod(kind.shape)) if kind.shape is not None else 1 + kind.ndim
    return 1


def leaves(kind: Kind) -> list[str]:
    """The LLVM types of a value in registers."""
    if isinstance(kind, Scalar):
        return [] if kind in (NONE, NEVER) else [kind.llvm]
    if isinstance(kind, Enum | Choice):
        return ["i64"]
    if isinstance(kind, Optional):
        return ["i1", *leaves(kind.item)]
    if isinstance(kind, Tuple):
        return [each for item in kind.items for each in leaves(item)]
    if isinstance(kind, Union):
        return ["i64", *(each for item in kind.items for each in leaves(item))]
    if isinstance(kind, Seq):
        return ["ptr"] if kind.count is not None else ["ptr", "i64"]
    if isinstance(kind, List | Dict | Record | Object):
        return ["ptr"]
    if isinstance(kind, Array):
        return ["ptr"] if kind.shape is not None else ["ptr", *["i64"] * kind.ndim]
    return []


def as_item(kind: Kind) -> Kind:
    """The item kind of a list or dict: arrays are stored by reference, so that changes are shared."""
    if isinstance(kind, Array) and kind.shape is not None:
        return dataclasses.replace(kind, apart=True)
    return with_parts(kind, as_item)


def with_parts(kind: Kind, change: Callable[[Kind], Kind]) -> Kind:
    """An optional, tuple or union with its parts changed; any other kind as it is."""
    if isinstance(kind, Optional):
        return Optional(change(kind.item))
    if isinstance(kind, Tuple | Union):
        return dataclasses.replace(kind, items=tuple(map(change, kind.items)))
    return kind


def contains_memory(kind: Kind) -> bool:
    """Whether a value refers to memory."""
    return "ptr" in leaves(kind)


def can_change(kind: Kind, arrays: bool = True) -> bool:
    """Whether a value contains anything mutable: a list, an object, or an array."""
    if isinstance(kind, Set) and kind.room is not None:
        return can_change(kind.cell.kind, arrays)
    if isinstance(kind, List | Dict | Object):
        return True
    if isinstance(kind, Tuple | Union):
        return any(can_change(item, arrays) for item in kind.items)
    if isinstance(kind, Optional | Seq):
        return can_change(kind.item, arrays)
    return arrays and isinstance(kind, Array)


def objects_in(kind: Kind) -> set[type]:
    """The classes of the objects that a value may hold."""
    if isinstance(kind, Object):
        return {kind.cls}
    if isinstance(kind, Dict):
        return objects_in(kind.key.kind) | objects_in(kind.value.kind)
    if isinstance(kind, List):
        return objects_in(kind.cell.kind)
    if isinstance(kind, Tuple | Union):
        return {cls for item in kind.items for cls in objects_in(item)}
    return objects_in(kind.item) if isinstance(kind, Optional | Seq) else set()


def plain(kind: Kind) -> str:
    """A kind in words for the author."""
    if isinstance(kind, Scalar):
        return {"int": "an int", "float": "a float", "bool": "a bool"}.get(kind.name, kind.name)
    if isinstance(kind, Enum):
        return f"a {kind.cls.__name__}"
    if isinstance(kind, Optional):
        return f"{plain(kind.item)} or None"
    if isinstance(kind, Union):
        return " or ".join(map(plain, kind.items))
    if isinstance(kind, Tuple):
        return f"a {kind.cls.__name__}" if kind.cls else f"a tuple of {len(kind.items)}"
    if isinstance(kind, Seq):
        if kind.text:
            return "a string"
        return "a tuple" if kind.count is None else f"a tuple of {kind.count}"
    if isinstance(kind, Static):
        value = kind.value
        if isinstance(value, enum.EnumMeta | type):
            return f"the class {value.__name__}"
        return f"a {type(value).__name__}"
    if isinstance(kind, Record):
        return f"a {kind.name}"
    if isinstance(kind, Object):
        return f"a {kind.cls.__name__}"
    if isinstance(kind, Choice):
        return "a dictionary of constants" if kind.is_tables else "a function"
    if isinstance(kind, Array):
        return f"an array of {kind.dtype} in {kind.ndim} dimension{'s' if kind.ndim != 1 else ''}"
    return {"List": "a list", "Deque": "a deque", "Set": "a set", "Dict": "a dictionary"}.get(
        type(kind).__name__, "something else"
    )
