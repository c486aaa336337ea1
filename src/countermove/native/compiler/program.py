"""A program under construction: the functions that something calls, each for the kinds it is called with.

Compiling starts at one function and follows its calls. A function is compiled repeatedly until nothing new is learnt
about its variables' kinds, usually two or three times. The last version is kept.

The first argument of every compiled function is the address of its *context*: the bounds of free memory, the error and
its location, the call depth, and the tables of the game. Memory is an *arena*, freed all at once when the rule that
allocated it returns; so lists and tuples cost next to nothing.
"""

from __future__ import annotations

import abc
import ast
import enum
import functools
import inspect
import sys
import typing
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from countermove.game import Game
from countermove.native import digest, source
from countermove.native.compiler import kinds
from countermove.native.compiler.code import Value, boolean, integer, literal, none, real, wrapped
from countermove.native.compiler.enumeration import number_of
from countermove.native.compiler.hashed import NEVER_INDEXED, find_function

TOP, END, FAULT, PLACE, DEPTH, STACK = range(6)
"""Words of the context: bounds of free memory; error and location; call depth; stack limit (Python gives its size)."""
TABLES = 8
"""The offset of table addresses and shapes in the context."""
CONTEXT = 136
"""Words of a context."""
MAX_CALL_DEPTH = 900
"""Maximum recursion of an author's function; Python's limit is about the same."""


class EndlessError(Exception):
    """One state has more actions than any game: the rules never stop giving them."""


class RoomError(Exception):
    """A state or an action is larger than any in random games; the next attempt has more room."""


FAULTS: tuple[type[BaseException], ...] = (
    Exception, IndexError, ZeroDivisionError, ValueError, KeyError, TypeError, MemoryError, RecursionError,
    AssertionError, OverflowError, StopIteration, AttributeError, RuntimeError, NotImplementedError,
    RoomError, UnboundLocalError, EndlessError,
)  # fmt: skip
"""Errors by number; 0 is for any without one."""


MIXED = 6
"""Minimum items of different kinds for a tuple to count as a board, not a record."""


class Restart(Exception):
    """States turned out wider than known; carries the kind that fits."""

    def __init__(self, kind: kinds.Kind) -> None:
        super().__init__("states are wider than known")
        self.kind = kind


class Unsupported(Exception):
    """Something that cannot be compiled: what, in words for the author, and where."""

    def __init__(self, reason: str, node: ast.AST | None = None, function: FunctionType | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = getattr(node, "lineno", 0)
        self.function = function


def signature(kind: kinds.Kind) -> str:
    """A kind in full, as stable text."""
    if isinstance(kind, kinds.Optional):
        return f"?{signature(kind.item)}"
    if isinstance(kind, kinds.Tuple):
        name = f"{kind.cls.__module__}.{kind.cls.__qualname__}.{id(kind.cls)}" if kind.cls else ""
        return f"{name}({','.join(map(signature, kind.items))})"
    if isinstance(kind, kinds.Union):
        return f"({'|'.join(map(signature, kind.items))})"
    if isinstance(kind, kinds.Seq):
        name = "text" if kind.text else "listed" if kind.listed else "seq"
        return f"{name}[{signature(kind.item)},{kind.count},{kind.room}]"
    if isinstance(kind, kinds.Set):
        return f"set[{signature(kind.cell.kind)},{kind.room},{kind.frozen}]"
    if isinstance(kind, kinds.List):
        return f"list[{signature(kind.cell.kind)}{f',deque {kind.most}' if isinstance(kind, kinds.Deque) else ''}]"
    if isinstance(kind, kinds.Dict):
        made = f",{id(getattr(kind.made, 'node', kind.made))}" if kind.made is not None else ""
        return f"dict[{signature(kind.key.kind)},{signature(kind.value.kind)}{made}]"
    if isinstance(kind, kinds.Object):
        return f"object {kind.cls.__module__}.{kind.cls.__qualname__}.{id(kind.cls)}"
    if isinstance(kind, kinds.Choice):
        return f"choice {kind.names}"
    if isinstance(kind, kinds.Static):
        return f"static {id(kind.value)}"
    if isinstance(kind, kinds.Record):
        return f"record {kind.name} {kind.digest}"
    if isinstance(kind, kinds.Enum):
        return f"enum {kind.cls.__module__}.{kind.cls.__qualname__}.{id(kind.cls)}"
    return repr(kind)


def own_kind(kind: kinds.Kind) -> kinds.Kind:
    """A copy of the kind with independent list cells."""
    if isinstance(kind, kinds.Set):
        return kinds.Set(kinds.Cell(own_kind(kind.cell.kind)), kind.room, kind.frozen)
    if isinstance(kind, kinds.Deque):
        return kinds.Deque(kinds.Cell(own_kind(kind.cell.kind)), kind.most)
    if isinstance(kind, kinds.List):
        return kinds.List(kinds.Cell(own_kind(kind.cell.kind)))
    if isinstance(kind, kinds.Dict):
        return kinds.Dict(kinds.Cell(own_kind(kind.key.kind)), kinds.Cell(own_kind(kind.value.kind)), kind.made)
    return kinds.with_parts(kind, own_kind)


def is_record(cls: Any) -> bool:
    """Whether a class is a NamedTuple or a dataclass."""
    return isinstance(cls, type) and ((issubclass(cls, tuple) and hasattr(cls, "_fields")) or is_dataclass(cls))


def is_object(cls: type) -> bool:
    """Whether a class is mutable: a plain author's class, or a dataclass whose fields are assigned."""
    if cls not in _OBJECTS:
        _OBJECTS[cls] = _can_change(cls)
    return _OBJECTS[cls]


def holds_objects(value: Any) -> bool:
    """Whether a constant is or contains a mutable object."""
    if isinstance(value, dict):
        return any(map(holds_objects, value.values()))
    if isinstance(value, tuple | list | set | frozenset):
        return any(map(holds_objects, value))
    return is_object(type(value))


_OBJECTS: dict[type, bool] = {}


def _can_change(cls: Any) -> bool:
    if not digest.is_authors(cls.__module__) or issubclass(cls, tuple | enum.Enum | BaseException | Game):
        return False
    if any(not digest.is_authors(base.__module__) and base not in PLAIN_BASES for base in cls.__mro__):
        return False
    if not is_dataclass(cls):
        return True
    return not cls.__dataclass_params__.frozen and bool(set_attributes(cls) & {*kinds.fields_of(cls)})


PLAIN_BASES = (object, abc.ABC, typing.Generic, typing.Protocol)
"""Allowed bases of an author's class, besides the author's classes."""


@functools.cache
def set_attributes(cls: type) -> frozenset[str]:
    """The names of all attributes assigned anywhere in a class's module."""
    try:
        tree: ast.AST = ast.parse(inspect.getsource(sys.modules[cls.__module__]))
    except (OSError, TypeError, KeyError, SyntaxError):
        functions = [each for base in cls.__mro__ for each in vars(base).values() if isinstance(each, FunctionType)]
        trees = [source.syntax(each) for each in functions if digest.is_authors(each.__module__)]
        tree = ast.Module([each for each in trees if each is not None], [])
    return frozenset(
        each.attr for each in ast.walk(tree) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)
    )


def has_own(kind: kinds.Kind, name: str) -> bool:
    """Whether records of a kind have an author-defined special method, such as __iter__."""
    return isinstance(kind, kinds.Tuple | kinds.Object) and own_method(kind.cls, name) is not None


def own_method(cls: type | None, name: str) -> FunctionType | None:
    """An author-defined special method of a class."""
    for each in cls.__mro__ if cls is not None else ():
        function = vars(each).get(name)
        if not isinstance(function, FunctionType) or not digest.is_authors(function.__module__):
            continue
        if function.__code__.co_filename != "<string>":
            return function
    return None


def is_dataclass(cls: Any) -> bool:
    return isinstance(cls, type) and "__dataclass_fields__" in vars(cls) | getattr(cls, "__dict__", {})


def kind_of(value: Any) -> kinds.Kind | None:
    """The kind of a constant as a value in registers or memory; None if it exists only at compile time."""
    if isinstance(value, bool | np.bool_):
        return kinds.BOOL
    if isinstance(value, enum.Enum):
        return kinds.Enum(type(value))
    if isinstance(value, int | np.integer):
        return kinds.INT
    if isinstance(value, float | np.floating):
        return kinds.FLOAT
    if value is None:
        return kinds.NONE
    if isinstance(value, str):
        return kinds.Seq(kinds.INT, len(value), text=True)
    if isinstance(value, Game):
        return None
    if is_object(type(value)):
        return None
    if is_record(type(value)):
        names = value._fields if hasattr(value, "_fields") else tuple(type(value).__dataclass_fields__)
        items = [kind_of(getattr(value, name)) for name in names]
        return None if None in items else kinds.Tuple(tuple(items), type(value))  # type: ignore[arg-type]
    if isinstance(value, tuple | list | range):
        items = [kind_of(item) for item in value]
        if None in items:
            return None
        return (list_kind if isinstance(value, list) else tuple_kind)(tuple(items))  # type: ignore[arg-type]
    if isinstance(value, frozenset | set):
        items = [kind_of(item) for item in value]
        try:
            frozen = True if isinstance(value, frozenset) else None
            return None if None in items else kinds.Set(kinds.Cell(kinds.item_of(tuple(items))), None, frozen)  # type: ignore[arg-type]
        except kinds.Clash:
            return None
    if isinstance(value, np.ndarray) and value.dtype.kind in "iufb":
        return kinds.Array(str(value.dtype), value.ndim, borrowed=True)
    return None


def tuple_kind(items: tuple[kinds.Kind, ...]) -> kinds.Kind:
    """The kind of a plain tuple: a sequence if its items are alike, else a tuple."""
    if not items:
        return kinds.Seq(kinds.NEVER, 0)
    if len(items) < kinds.MIN_SEQUENCE:
        return kinds.Tuple(items)
    try:
        item = kinds.item_of(items)
    except kinds.Clash:
        return kinds.Tuple(items)
    inner = item.item if isinstance(item, kinds.Optional) else item
    if isinstance(inner, kinds.Union) and (len(items) < MIXED or any(kinds.words(each) > 2 for each in inner.items)):
        return kinds.Tuple(items)
    if len(items) < MIXED and item in (kinds.INT, kinds.FLOAT) and any(kind != item for kind in items):
        return kinds.Tuple(items)
    return kinds.Seq(item, len(items))


def list_kind(items: tuple[kinds.Kind, ...]) -> kinds.Kind:
    """The kind of a constant list."""
    found = tuple_kind(items)
    if isinstance(found, kinds.Seq):
        return kinds.Seq(found.item, found.count, listed=True)
    try:
        item = kinds.item_of(items)
    except kinds.Clash:
        return found
    if isinstance(item, kinds.Union) or (kinds.FLOAT in items and kinds.INT in items):
        return found
    return kinds.Seq(item, len(items), listed=True)


class Spec:
    """One function, specialized for argument kinds."""

    def __init__(self, name: str, key: str) -> None:
        self.name = name
        self.key = key
        self.fixed = ""
        """The function and its constant arguments."""
        self.text = ""
        self.result: kinds.Kind = kinds.NEVER
        self.parameters: list[kinds.Kind] = []
        self.fails = False
        self.allocates = False
        self.recursive = False
        self.calls_itself = False
        self.busy = True
        self.kernel = False
        self.depends: Spec | None = None
        """An unfinished function that this one calls; both may still change."""
        self.builder: Any = None


class Program:
    """Everything that one entry point needs, as one LLVM module."""

    def __init__(self, game: Any = None) -> None:
        self.game = game
        self.specs: dict[str, Spec] = {}
        self.data: list[str] = []
        self.places: list[tuple[str, str, int]] = [("", "", 0)]
        self._place_numbers: dict[tuple[str, str, int], int] = {}
        self._constants: dict[Any, tuple[kinds.Kind, str]] = {}
        self.tables: list[tuple[str, kinds.Array]] = []
        """Arrays of the game passed with each call: attribute name and kind."""
        self.state: kinds.Kind | None = None
        self.action: kinds.Kind = kinds.NEVER
        self.kept: list[Any] = []
        self.known: list[set[Any]] = []
        """Sets of the author's modules, which rules must not modify."""
        self.asked: set[str] = set()
        """The compiled forms of the methods that list actions."""
        self.acts = False
        """Whether something takes an action."""
        self.restless = False
        """Whether the kind of actions changed after code that depends on it was emitted."""
        self.objects: dict[type, dict[str, kinds.Cell]] = {}
        """The attributes of each mutable class, and their kinds."""
        self._shapes = ""
        self.problems: list[Unsupported] | None = None
        """Collected problems; None to stop at the first."""
        self.doubts: dict[Any, set[str]] = {}
        """When collecting problems: the variables affected by one, per function."""
        self.broken: set[str] = set()
        """The names of functions with a problem, whose results are unknown."""
        self.stack: list[Spec] = []
        """The functions being compiled, each called by the one before."""
        self._counted = 0
        self.pause: Callable[[], None] = lambda: None
        """Called between functions, so that other threads get their turn."""

        self.faults = list(FAULTS)
        """Errors by number; the author's exceptions come last."""

    def anew(self) -> Program:
        """A fresh program with what was learnt about actions and objects."""
        found = Program(self.game)
        found.state, found.action, found.objects = self.state, self.action, self.objects
        found.problems, found.pause = self.problems, self.pause
        found._shapes = found.shapes()
        return found

    def shapes(self) -> str:
        """What is known about objects, as text."""
        return repr([
            (id(cls), [(name, signature(cell.kind)) for name, cell in cells.items()])
            for cls, cells in self.objects.items()
        ])  # fmt: skip

    def is_unsettled(self) -> bool:
        """Whether actions or objects changed after code that depends on them was emitted."""
        return self.restless or (bool(self.objects) and self.shapes() != self._shapes)

    def count(self) -> int:
        self._counted += 1
        return self._counted

    def fault_number(self, error: type[BaseException]) -> int:
        """The number of an exception."""
        if error not in self.faults:
            self.faults.append(error)
        return self.faults.index(error)

    def place(self, name: str, file: str, line: int) -> int:
        """The number of a source location."""
        key = (name, file, line)
        if key not in self._place_numbers:
            self._place_numbers[key] = len(self.places)
            self.places.append(key)
        return self._place_numbers[key]

    def find_function(self, size: int) -> str:
        """The name of the function that finds an item in a set."""
        name, text = find_function(size)
        if text not in self.data:
            self.data.append(text)
        return name

    def is_known(self, value: set[Any]) -> bool:
        return any(each is value for each in self.known)

    def keep(self, thing: Any) -> Any:
        """Keep an object alive whose id is used in keys."""
        self.kept.append(thing)
        return thing

    # Constants in memory.

    def runtime(self, value: Any) -> Value | None:
        """A constant as a compiled value; None if it has no such form."""
        kind = kind_of(value)
        return None if kind is None else self.constant_of(value, kind)

    def constant_of(self, value: Any, kind: kinds.Kind) -> Value:
        """A constant as a value of a given kind."""
        if isinstance(kind, kinds.Optional):
            if value is None:
                from countermove.native.compiler.code import ZEROS

                return Value(kind, ["false", *(ZEROS[each] for each in kinds.leaves(kind.item))])
            return Value(kind, ["true", *self.constant_of(value, kind.item).parts])
        if isinstance(kind, kinds.Union):
            from countermove.native.compiler.code import zero

            parts = []
            chosen = alternative_of(value, kind)
            for number, item in enumerate(kind.items):
                parts += (self.constant_of(value, item) if number == chosen else zero(item)).parts
            return Value(kind, [str(chosen), *parts])
        if kind is kinds.BOOL:
            return boolean("true" if value else "false")
        if kind is kinds.INT:
            if not -(1 << 64) <= int(value) < 1 << 64:
                raise Unsupported(f"the number {value} is too large: compiled ints have 64 bits")
            return integer(wrapped(int(value)))
        if kind is kinds.FLOAT:
            return real(literal(float(value)))
        if kind in (kinds.NONE, kinds.NEVER):
            return none
        if isinstance(kind, kinds.Enum):
            return Value(kind, [str(number_of(value))])
        if isinstance(kind, kinds.Tuple):
            parts = [
                part for item, each in zip(items_in(value), kind.items) for part in self.constant_of(item, each).parts
            ]
            return Value(kind, parts)
        if isinstance(kind, kinds.Seq):
            address = self._table(kind.item, characters(value) if kind.text else list(value))
            count = [] if kind.count is not None else [str(len(value))]
            return Value(kind, [address, *count])
        if isinstance(kind, kinds.Set):
            items = list(value)
            data = self._table(kind.cell.kind, items)
            numbers = f"i64 {len(items)}, i64 {len(items)}, i64 {NEVER_INDEXED}"
            return Value(kind, [self._global(f"{{ ptr, i64, i64, i64 }} {{ ptr {data}, {numbers} }}")])
        if isinstance(kind, kinds.Array):
            flat = np.ascontiguousarray(value)
            llvm, _ = array_type(kind.dtype)
            numbers = ", ".join(f"{llvm} {array_literal(each, kind.dtype)}" for each in flat.ravel().tolist())
            address = self._global(f"[{flat.size} x {llvm}] [{numbers}]" if flat.size else "i64 0")
            return Value(kind, [address, *(str(n) for n in flat.shape)])
        raise TypeError(kind)

    def answers(self, name: str, count: int) -> str:
        """An empty memoization table of `count` words."""
        table = f"@answers.{name}.{count}"
        line = f"{table} = internal global [{count} x i64] zeroinitializer, align 8"
        if line not in self.data:
            self.data.append(line)
        return table

    def _global(self, text: str) -> str:
        if text not in self._constants:
            name = f"@c{len(self._constants)}"
            self._constants[text] = (kinds.NONE, name)
            self.data.append(f"{name} = internal unnamed_addr constant {text}, align 8")
        return self._constants[text][1]

    def _table(self, item: kinds.Kind, values: list[Any]) -> str:
        """Items side by side in constant memory."""
        cells: list[str] = []
        for value in values:
            self._cells(item, value, cells)
        if not cells:
            return self._global("i64 0")
        if all(cell.startswith("i64 ") for cell in cells):
            return self._global(f"[{len(cells)} x i64] [{', '.join(cells)}]")
        return self._global(f"<{{ {', '.join(cell.split(' ', 1)[0] for cell in cells)} }}> <{{ {', '.join(cells)} }}>")

    def _cells(self, kind: kinds.Kind, value: Any, cells: list[str]) -> None:
        """The words of a constant inside something in memory."""
        if isinstance(kind, kinds.Optional):
            cells.append(f"i64 {int(value is not None)}")
            if value is None:
                cells += ["i64 0"] * kinds.words(kind.item)
            else:
                self._cells(kind.item, value, cells)
        elif isinstance(kind, kinds.Union):
            chosen = alternative_of(value, kind)
            cells.append(f"i64 {chosen}")
            for number, item in enumerate(kind.items):
                if number == chosen:
                    self._cells(item, value, cells)
                else:
                    cells += ["i64 0"] * kinds.words(item)
        elif isinstance(kind, kinds.Tuple):
            for item, each in zip(items_in(value), kind.items):
                self._cells(each, item, cells)
        elif isinstance(kind, kinds.Seq) and kind.count is not None:
            for part in characters(value) if kind.text else value:
                self._cells(kind.item, part, cells)
        elif isinstance(kind, kinds.Seq):
            items = characters(value) if kind.text else list(value)
            cells += [f"ptr {self._table(kind.item, items)}", f"i64 {len(value)}"]
        elif kind not in (kinds.NONE, kinds.NEVER):
            (operand,) = self.constant_of(value, kind).parts
            (llvm,) = kinds.leaves(kind)
            cells.append(f"i64 {int(operand == 'true')}" if llvm == "i1" else f"{llvm} {operand}")


def characters(text: str) -> list[int]:
    """The numbers of the characters of a string."""
    return [ord(sign) for sign in text]


def alternative_of(value: Any, kind: kinds.Union) -> int:
    """Which alternative of a union a constant is."""
    have = kind_of(value)
    for number, item in enumerate(kind.items):
        if have is not None and kinds.join(have, item) == item:
            return number
    for number, item in enumerate(kind.items):
        if _has_room(item, have):
            return number
    raise TypeError(f"{value!r} is not {kind}")


def _has_room(item: kinds.Kind, have: kinds.Kind | None) -> bool:
    """Whether a value fits into a kind with limited room."""
    if isinstance(item, kinds.Seq) and item.room is not None:
        text = isinstance(have, kinds.Seq) and have.text
        return isinstance(have, kinds.Seq | kinds.Tuple) and item.text == text
    return isinstance(item, kinds.Set) and isinstance(have, kinds.Set)


def items_in(value: Any) -> list[Any]:
    """The items of a tuple or string, or the fields of a record."""
    if is_dataclass(type(value)) and not isinstance(value, tuple):
        return [getattr(value, name) for name in type(value).__dataclass_fields__]
    return list(value)


def array_type(dtype: str) -> tuple[str, int]:
    """The LLVM type of NumPy's numbers in memory, and their bytes."""
    size = np.dtype(dtype).itemsize
    if np.dtype(dtype).kind == "f":
        return {4: "float", 8: "double"}[size], size
    return f"i{size * 8}", size


def array_literal(value: Any, dtype: str) -> str:
    if np.dtype(dtype).kind == "f":
        return literal(float(np.dtype(dtype).type(value)))
    return str(int(value))
