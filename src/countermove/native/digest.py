"""Everything the rules of a game depend on, and its digest.

Starting from the methods of the contract, follow everything they use: helper methods along the inheritance chain,
functions of the author's modules, constants, tables. The digest covers exactly that: a change in any of it is a new
game to the compiler, and a change in anything else (a docstring, `text`, a comment) is not.
"""

from __future__ import annotations

import dis
import enum
import functools
import hashlib
import itertools
import re
import sys
import weakref
from collections.abc import Iterable, Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from countermove.game import Game
from countermove.native.recent import Recent
from countermove.network import CONSTANTS, HOOKS

CONTRACT = (
    "player", "actions", "result", "is_terminal", "utility", "chances", "evaluate", "features", "inputs",
    "active", "active_words", "appraise", "stage",
    "seen_action", "image", "image_action", "image_inputs", "image_outputs",
    "order", "key", "canonical", "bounds", "candidates", "is_quiet", "tactical", "extend", "null", "reversible",
    "policy", "playout", "view", "imagine",
    "endless", "slice_of", "slice_index", "slice_state", "slice_before", *HOOKS,
)  # fmt: skip
DECLARED = "players", "repeats", "max_reversible", "swing", "images", "active_inputs", "max_active", "stages"
"""What kernels read of a game beside its methods."""


def method(cls: type, name: str) -> Any:
    """The plain function behind a method, or None."""
    for owner in cls.__mro__:
        if name in vars(owner):
            return _plain(vars(owner)[name])
    return None


def _plain(found: Any) -> Any:
    found = uncached(found.__func__ if isinstance(found, staticmethod) else found)
    return found if isinstance(found, FunctionType) else None


def uncached(value: Any) -> Any:
    """The function wrapped by `functools.cache`, if it is one."""
    if not isinstance(value, functools._lru_cache_wrapper):
        return value
    _cached.add(value.__wrapped__)
    return value.__wrapped__


def is_cached(function: Any) -> bool:
    """Whether a function was found inside a `functools.cache` wrapper."""
    return function in _cached


_cached: weakref.WeakSet[Any] = weakref.WeakSet()


def owner_of(cls: type, name: str) -> type:
    return next(owner for owner in cls.__mro__ if name in vars(owner))


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and those nested in it."""
    yield code
    for item in code.co_consts:
        if isinstance(item, CodeType):
            yield from codes(item)


def names_in(function: FunctionType) -> set[str]:
    """Every name a function mentions."""
    return {name for code in codes(function.__code__) for name in (*code.co_names, *code.co_freevars)}


GLOBAL, TAKES = ("LOAD_GLOBAL", "LOAD_NAME"), ("LOAD_ATTR", "LOAD_METHOD")
"""Instructions that load a global name, and that load an attribute."""
WHOLE = ""


@functools.cache
def loaded(code: CodeType) -> dict[str, frozenset[str]]:
    """The global names that code loads, each with the attributes read from it: `a.b.c` reads b and c from a.

    WHOLE is among them if one is used as a value. The `b` in `a.b` is not a global, even if a global b exists.
    """
    found: dict[str, set[str]] = {}
    for part in codes(code):
        steps = _steps(part)
        for at, step in enumerate(steps):
            if step.opname in GLOBAL:
                chain = itertools.takewhile(lambda each: each.opname in TAKES, steps[at + 1 :])
                found.setdefault(step.argval, set()).update([each.argval for each in chain] or [WHOLE])
    return {name: frozenset(taken) for name, taken in found.items()}


def _steps(code: CodeType) -> list[dis.Instruction]:
    """The instructions of code, without no-ops."""
    return [step for step in dis.get_instructions(code) if step.opname not in ("CACHE", "EXTENDED_ARG")]


def asked(function: FunctionType) -> set[str]:
    """The attributes of the game that a method reads or calls.

    If the game itself is passed on (to a helper function, say), every name mentioned counts.
    """
    found, escapes = _own_names(function.__code__)
    if not escapes:
        return set(found)
    seen: set[FunctionType] = set()
    waiting = [function]
    while waiting:
        each = waiting.pop()
        if each in seen:
            continue
        seen.add(each)
        around = map(uncached, surroundings(each).values())
        waiting += [f for f in around if isinstance(f, FunctionType) and is_authors(f.__module__)]
    return {name for each in seen for name in names_in(each)}


@functools.cache
def _own_names(code: CodeType) -> tuple[frozenset[str], bool]:
    """The attributes a function reads from its first argument, and whether it passes that argument on."""
    names = [name for name, _ in taken(code)]
    return frozenset(name for name in names if name), None in names


def taken(code: CodeType) -> Iterator[tuple[str | None, int]]:
    """Each attribute that code reads from its first argument, with the line; None if it passes that argument on."""
    own = code.co_varnames[0] if code.co_argcount else "self"
    for part in codes(code):
        steps = _steps(part)
        for step, following in zip(steps, [*steps[1:], None]):
            if not step.opname.startswith(("LOAD_FAST", "LOAD_DEREF")):
                continue
            loaded = step.argval if isinstance(step.argval, tuple) else (step.argval,)
            line = (step.positions and step.positions.lineno) or code.co_firstlineno
            if loaded[-1] == own and following and following.opname in TAKES:
                yield following.argval, line
            elif own in loaded:
                yield None, line


def reached(cls: type, methods: tuple[str, ...] = CONTRACT) -> dict[tuple[str, type], FunctionType]:
    """The methods called by the contract's methods (or some of them), by name and defining class."""
    found: dict[tuple[str, type], FunctionType] = {}
    waiting = [(name, owner_of(cls, name)) for name in methods if hasattr(cls, name)]
    while waiting:
        name, owner = waiting.pop()
        function = _plain(vars(owner)[name])
        if function is None or (name, owner) in found:
            continue
        found[name, owner] = function
        mentioned = names_in(function)
        wanted = asked(function) | (mentioned if "super" in mentioned else set())
        wanted |= {name for name in mentioned if any(base.__name__ in mentioned for base in cls.__mro__)}
        for other in sorted(wanted):
            if method(cls, other) is None:
                continue
            waiting.append((other, owner_of(cls, other)))
            bases = [base for base in cls.__mro__ if other in vars(base)]
            if "super" in mentioned or any(base.__name__ in mentioned for base in bases):
                waiting += [(other, base) for base in bases]
    return found


def attributes(
    game: Game, functions: dict[tuple[str, type], FunctionType], declared: Iterable[str] = (*DECLARED, *CONSTANTS)
) -> dict[str, Any]:
    """The fields and class attributes that these functions read, and those declared, with their values."""
    cls = type(game)
    wanted = {name for function in functions.values() for name in asked(function)}
    found = {}
    for name in sorted({*wanted, *declared}):
        if method(cls, name) is None and hasattr(game, name):
            found[name] = getattr(game, name)
    return found


def is_table(game: Game, name: str, value: Any) -> bool:
    """Whether an attribute is an array of the game or its class, passed to kernels on every call."""
    held = vars(game).get(name) if hasattr(game, "__dict__") else None
    places = [held, *(vars(owner).get(name) for owner in type(game).__mro__)]
    return isinstance(value, np.ndarray) and any(place is value for place in places)


_built_in: Recent[int, tuple[Game, str]] = Recent(64)
"""Built-in games by their id, each with its digest; unlike an author's, their rules never change during a run."""


def of_game(game: Game) -> str:
    """The digest that identifies these rules to the compiler."""
    known = _built_in.get(id(game))
    if known is not None:
        return known[1]
    ink = _Digest()
    _follow(game, ink)
    if type(game).__module__.startswith("countermove.games."):
        _built_in[id(game)] = (game, ink.hexdigest())
    return ink.hexdigest()


def has_short_floats(game: Game) -> bool:
    """Whether the rules use NumPy's 32- or 16-bit floats, which compiled code rounds less often."""
    ink = _ShortFloats()
    _follow(game, ink)
    return ink.found


def _follow(game: Game, ink: _Digest) -> None:
    """Add everything the rules reach."""
    functions = reached(type(game))
    ink.add(f"stochastic {game.axes.stochastic}")  # kernels ask for it, and it may differ from game to game
    for (name, owner), function in sorted(functions.items(), key=lambda item: (item[0][0], item[0][1].__name__)):
        ink.add(f"method {name} {type(game).__mro__.index(owner)}")
        ink.function(function)
    for name, value in attributes(game, functions).items():
        ink.add(f"attribute {name}")
        if is_table(game, name, value):
            ink.add(f"table {value.dtype.str} {value.ndim}")
        else:
            ink.value(value)


def of_classes(classes: Iterable[type]) -> str:
    """A digest of classes, with their methods and constants; those of states are part of the rules."""
    ink = _Digest()
    for cls in sorted(classes, key=lambda each: (each.__module__, each.__qualname__)):
        ink.klass(cls)
    return ink.hexdigest()


def of_function(function: FunctionType) -> str:
    """A digest of a function and everything it reaches."""
    ink = _Digest()
    ink.function(function)
    return ink.hexdigest()


ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+>")
"""The end of the default repr of an object."""

MADE = {"_fields", "_field_defaults", "_member_map_", "_value2member_map_", "_member_names_", "_generate_next_value_"}
"""Members that Python generates from others that count."""


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _is_written(value: Any) -> bool:
    """Whether a special method is in the author's source, not generated by `dataclass` or NamedTuple."""
    code = getattr(uncached(getattr(value, "__func__", value)), "__code__", None)
    return code is not None and code.co_filename != "<string>"


MIN_TABLE = 16
"""The length of a tuple from which its digest is kept, if it consists of numbers."""
_digests: Recent[int, tuple[tuple[Any, ...], str]] = Recent(1024)
"""Tuples by their id, each with the digest of its numbers; "" where it has something else."""


def _digest_of_numbers(value: tuple[Any, ...]) -> str:
    """A digest of a tuple of numbers or of such tuples, computed once; "" where it has anything else."""
    known = _digests.get(id(value))
    if known is None:
        text = repr(value) if _has_only_numbers(value) else ""
        known = _digests[id(value)] = (value, text and hashlib.sha256(text.encode()).hexdigest())
    return known[1]


def _has_only_numbers(value: tuple[Any, ...]) -> bool:
    return all(type(item) in (int, float) or (type(item) is tuple and _has_only_numbers(item)) for item in value)


class _Digest:
    """A hash of code and of the values it reaches."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._modules: set[tuple[str, frozenset[str]]] = set()
        self._kept: list[Any] = []

    def hexdigest(self) -> str:
        return self._hash.hexdigest()[:20]

    def add(self, text: str) -> None:
        self._hash.update(text.encode("utf-8", "surrogatepass") + b"\0")

    def function(self, function: FunctionType) -> None:
        if self._met(function):
            return
        if is_cached(function):
            self.add("cached")
        self.body(function)
        self.value(function.__defaults__)
        self.value(tuple(sorted((function.__kwdefaults__ or {}).items())))
        for name, value in sorted(surroundings(function).items()):
            self.add(f"name {name}")
            if isinstance(value, ModuleType):
                taken = loaded(function.__code__).get(name, {WHOLE})
                self.module(value, names_in(function) if WHOLE in taken else set(taken))
            else:
                self.value(value)

    def body(self, function: FunctionType) -> None:
        self.code(function.__code__, function.__doc__)

    def code(self, code: CodeType, doc: str | None) -> None:
        self.add(f"{code.co_argcount} {code.co_flags} {code.co_names} {code.co_varnames} {code.co_freevars}")
        self._hash.update(code.co_code)
        for item in code.co_consts:
            if isinstance(item, CodeType):
                self.code(item, None)
            elif not (isinstance(item, str) and item == doc):
                self.add(repr(item))

    def module(self, module: ModuleType, names: set[str]) -> None:
        self.add(f"module {module.__name__}")
        if is_authors(module.__name__) and (module.__name__, frozenset(names)) not in self._modules:
            self._modules.add((module.__name__, frozenset(names)))
            for name in sorted(names & vars(module).keys()):
                self.add(f"name {name}")
                value = vars(module)[name]
                if isinstance(value, ModuleType):
                    self.module(value, names)
                else:
                    self.value(value)

    def value(self, value: Any) -> None:
        value = uncached(getattr(value, "py_func", value))
        if isinstance(value, property | staticmethod | classmethod | functools.cached_property):
            value = getattr(value, "fget", None) or getattr(value, "func", None) or getattr(value, "__func__", None)
        if isinstance(value, FunctionType):
            if is_authors(value.__module__):
                self.function(value)
            else:
                self.add(f"function {value.__module__}.{value.__qualname__}")
        elif type(value) is tuple and len(value) >= MIN_TABLE and (numbers := _digest_of_numbers(value)):
            self.add(f"numbers {len(value)} {numbers}")
        elif isinstance(value, tuple | list):
            self.add(f"{type(value).__name__} {len(value)}")
            for item in value:
                self.value(item)
        elif isinstance(value, set | frozenset):
            self.add(f"set {sorted(map(repr, value))}")
        elif isinstance(value, dict):
            self.add(f"dict {len(value)}")
            for key, item in value.items():
                self.value(key)
                self.value(item)
        elif isinstance(value, np.ndarray):
            self.add(f"array {value.dtype.str} {value.shape}")
            self._hash.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, type):
            self.klass(value)
        elif isinstance(value, functools.partial):
            self.add("partial")
            self.value((value.func, value.args, value.keywords))
        elif isinstance(value, MethodType):
            self.add(f"method {value.__name__}")
            self.value(value.__func__)
            self.value(value.__self__)
        elif isinstance(value, ModuleType | BuiltinFunctionType):
            self.add(f"{type(value).__name__} {value.__name__}")
        elif is_authors(type(value).__module__) and not isinstance(value, enum.Enum):
            self.instance(value)
        elif ADDRESS.search(repr(value)):  # a default repr: hash its attributes instead
            self.add(f"object {type(value).__module__}.{type(value).__qualname__}")
            if not self._met(value):
                for name, held in sorted(getattr(value, "__dict__", {}).items()):
                    self.add(f"holds {name}")
                    self.value(held)
        else:
            self.add(f"{type(value).__name__} {value!r}")
            if isinstance(value, enum.Enum):
                self.klass(type(value))

    def instance(self, value: Any) -> None:
        """An author's object: its class and its attributes."""
        if self._met(value):
            return
        self.klass(type(value))
        held = dict(vars(value)) if hasattr(value, "__dict__") else {}
        for owner in type(value).__mro__:
            slots = vars(owner).get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                if hasattr(value, name):
                    held[name] = getattr(value, name)
        for name, item in sorted(held.items()):
            self.add(f"holds {name}")
            self.value(item)
        if not held:
            self.add(ADDRESS.sub("", repr(value)))

    def klass(self, cls: type) -> None:
        self.add(f"class {cls.__qualname__}")
        if is_authors(cls.__module__) and not self._met(cls):
            # Methods and constants of a state's class are part of the rules.
            for name, value in sorted(vars(cls).items()):
                if name not in MADE and not name.startswith("_abc") and (not _is_special(name) or _is_written(value)):
                    self.add(f"member {name}")
                    self.member(value)
        for base in cls.__bases__:
            if is_authors(base.__module__):
                self.klass(base)
        if hasattr(cls, "__dataclass_fields__"):
            for field in cls.__dataclass_fields__.values():
                self.add(f"field {field.name}")
                self.value(field.default)
                self.value(field.default_factory)
        if issubclass(cls, enum.Enum):
            self.add(repr({name: member.value for name, member in cls.__members__.items()}))
        if hasattr(cls, "_fields"):
            self.add(f"{cls._fields} {getattr(cls, '__annotations__', {})}")
            self.value(tuple(getattr(cls, "_field_defaults", {}).items()))

    def member(self, value: Any) -> None:
        """A member of a class: its code, its value, or only its type."""
        plainly = isinstance(value, FunctionType | property | staticmethod | classmethod | functools.cached_property)
        plainly = plainly or isinstance(value, functools._lru_cache_wrapper | functools.partial | enum.Enum)
        if plainly or isinstance(value, bool | int | float | str | tuple | list | dict | set | frozenset | np.ndarray):
            self.value(value)
        elif isinstance(value, type):
            self.klass(value)
        else:
            self.add(type(value).__name__)

    def _met(self, thing: Any) -> bool:
        """Whether an object was seen before; its number then stands for it, so that cycles end."""
        if id(thing) in self._seen:
            self.add(f"again {self._seen[id(thing)]}")
            return True
        self._seen[id(thing)] = len(self._seen)
        self._kept.append(thing)  # an id is only valid while its object lives
        return False


class _ShortFloats(_Digest):
    """Not a hash: whether short floats are mentioned, by name or as an array's dtype."""

    found = False

    def add(self, text: str) -> None:
        self.found = self.found or re.search(r"float(16|32)|[<>=]f[24]|'(single|half)'", text) is not None


OWN = {"countermove", "numpy", "llvmlite", "builtins"}


@functools.cache
def is_authors(module: str | None) -> bool:
    """Whether a module is the author's (followed, compiled and hashed), not a library's."""
    top = (module or "__main__").partition(".")[0]
    if (module or "").startswith("countermove.games"):
        return True
    return top not in OWN and (top == "__main__" or top not in sys.stdlib_module_names)


def is_library(module: str | None) -> bool:
    """Whether a module is neither the author's nor Countermove's."""
    return not is_authors(module) and not (module or "").startswith("countermove")


def surroundings(function: FunctionType) -> dict[str, Any]:
    """The values of the global and closure names that a function uses."""
    found = {}
    for name in loaded(function.__code__).keys() & function.__globals__.keys():
        found[name] = function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        if name != "__class__":
            try:
                found[name] = cell.cell_contents
            except ValueError:
                continue
    return found
