"""A block of memory with named fields, shared by a kernel and Python and declared once as a class.

    class Counts(Record):
        nodes: int                      one word
        best: float                     one word that holds a float
        history: Words = words(4096)    an array of words

Compiled, a record is one address, like a `Memory`, and `work.history[i]` one load: field offsets are known at compile
time. Single words come first, side by side, because they are used most; then each array, starting at a cache line, with
its length in the word before. So an array of a record is itself a `Memory`, to pass to `fill_actions`, say. A record
may extend another; its own fields come after inherited ones.
"""

from __future__ import annotations

import hashlib
import inspect
from typing import Any, ClassVar, NamedTuple, TypeAlias, cast

import numpy as np

from countermove.native.memory import LINE, Memory

Words: TypeAlias = Memory
"""An array of words in a record."""
WORD, REAL, ARRAY = "int", "float", "Words"
"""Allowed types of a field, as written in its annotation."""
RESERVED = ("words", "ints", "reals")
"""Attributes that every record has beside its fields."""


class Field(NamedTuple):
    """A field of a record: name, type, offset and number of words."""

    name: str
    what: str
    at: int
    size: int


class Layout(NamedTuple):
    """The layout of a record class."""

    fields: dict[str, Field]
    size: int
    """Words per record."""
    digest: str
    """Identifies the layout."""


class _Array(NamedTuple):
    """An array declared but not yet placed."""

    size: int


def words(size: int) -> Words:
    """Declare an array of `size` words."""
    return cast(Words, _Array(size))


class _Word:
    """A single word of a record, as an attribute."""

    def __init__(self, at: int) -> None:
        self.at = at

    def __get__(self, record: Any, owner: type | None = None) -> Any:
        return self if record is None else record.ints[self.at]

    def __set__(self, record: Any, value: int) -> None:
        record.ints[self.at] = value


class _Real(_Word):
    """A single word that holds a float."""

    def __get__(self, record: Any, owner: type | None = None) -> Any:
        return self if record is None else record.reals[self.at]

    def __set__(self, record: Any, value: float) -> None:
        record.reals[self.at] = value


class Record(Memory):
    """Words with names, all 0 at first.

    >>> class Counts(Record):
    ...     nodes: int
    ...     best: float
    ...     history: Words = words(4)
    >>> counts = Counts()
    >>> counts.nodes += 1
    >>> counts.best = 0.5
    >>> counts.history[3] = 7
    >>> counts.nodes, counts.best, counts.history[3], len(counts.history)
    (1, 0.5, 7, 4)
    """

    layout: ClassVar[Layout] = Layout({}, 0, "")
    """The layout of the fields."""
    _declared: ClassVar[dict[str, tuple[str, int]]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        declared = dict(cls._declared)
        for name, annotation in inspect.get_annotations(cls).items():
            given = vars(cls).get(name)
            what = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
            if hasattr(Record, name) or name in RESERVED:
                raise TypeError(f"{cls.__name__}.{name}: {name} is reserved; choose another name.")
            if isinstance(given, _Array):
                declared[name] = (ARRAY, given.size)
            elif what in (WORD, REAL) and name not in vars(cls):
                declared[name] = (what, 1)
            else:
                raise TypeError(f"{cls.__name__}.{name} is neither an int, a float nor an array made by words(size).")
        cls._declared = declared
        cls.layout = _laid_out(declared)
        for name, what, at, _ in cls.layout.fields.values():
            if what != ARRAY:
                setattr(cls, name, _Word(at) if what == WORD else _Real(at))

    def __init__(self) -> None:
        super().__init__(self.layout.size)
        self.ints = memoryview(self.words)
        self.reals = memoryview(self.words.view(np.float64))
        for name, what, at, size in self.layout.fields.values():
            if what == ARRAY:
                self.words[at - 1] = size
                setattr(self, name, Memory.part(self.words, at, size))


def _laid_out(declared: dict[str, tuple[str, int]]) -> Layout:
    """Place every field: single words first, then arrays."""
    fields, at = {}, 0
    for name, (what, size) in declared.items():
        if what != ARRAY:
            fields[name] = Field(name, what, at, size)
            at += 1
    for name, (what, size) in declared.items():
        if what == ARRAY:
            at = -(-(at + 1) // LINE) * LINE  # room for the length before it
            fields[name] = Field(name, what, at, size)
            at += size
    return Layout(fields, at, hashlib.sha256(repr(sorted(fields.values())).encode()).hexdigest()[:16])
