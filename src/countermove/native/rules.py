"""The rules of a game as the compiler wants them: which functions, which constants, and a digest of them all.

From the methods of the contract everything they reach is followed: helper methods along the inheritance chain,
functions of the author's modules, constants, tables. The digest covers exactly that, so a change in any of it is a
different game to the compiler, and a change in anything else (a docstring, `text`, a comment) is not.
"""

from __future__ import annotations

import ast
import dis
import enum
import functools
import hashlib
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import njit
from numba.core.dispatcher import Dispatcher

from countermove.game import Game
from countermove.native import rewrite
from countermove.native.words import TWINS

CONTRACT = (
    "player", "actions", "result", "is_terminal", "utility", "chances", "evaluate", "features", "order",
    "key", "canonical", "bounds", "candidates", "is_quiet",
)  # fmt: skip
STREAMS = ("actions", "candidates", "chances")
"""The methods of the contract that give many things, and so have forms."""
LONG = 64
"""Numbers in a tuple or list beyond which it becomes an array: long tuples make compilers slow."""


def method(cls: type, name: str) -> Any:
    """The plain function behind a method, or None."""
    for owner in cls.__mro__:
        if name in vars(owner):
            return _plain(vars(owner)[name])
    return None


def _plain(found: Any) -> Any:
    found = found.__func__ if isinstance(found, staticmethod | classmethod) else found
    return found if isinstance(found, FunctionType) else None


def owner_of(cls: type, name: str) -> type:
    return next(owner for owner in cls.__mro__ if name in vars(owner))


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and those inside it."""
    yield code
    for item in code.co_consts:
        if isinstance(item, CodeType):
            yield from codes(item)


def names_in(function: FunctionType) -> set[str]:
    """Every name that a function mentions."""
    return {name for code in codes(function.__code__) for name in (*code.co_names, *code.co_freevars)}


@functools.cache
def asked(code: CodeType) -> frozenset[str]:
    """The attributes of its first argument, the game, that a method reads or calls.

    Where the game itself goes elsewhere (to a helper function, say), all names mentioned stand for what may be read.
    """
    own = code.co_varnames[0] if code.co_argcount else "self"
    found: set[str] = set()
    for part in codes(code):
        steps = [step for step in dis.get_instructions(part) if step.opname not in ("CACHE", "EXTENDED_ARG")]
        for step, following in zip(steps, [*steps[1:], None]):
            if not step.opname.startswith(("LOAD_FAST", "LOAD_DEREF")):
                continue
            loaded = step.argval if isinstance(step.argval, tuple) else (step.argval,)
            if loaded[-1] == own and following and following.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                found.add(following.argval)
            elif own in loaded:
                return frozenset(name for each in codes(code) for name in each.co_names)
    return frozenset(found)


def reached(cls: type) -> dict[tuple[str, type], FunctionType]:
    """The methods that the contract's methods call, by name and the class that defines them."""
    found: dict[tuple[str, type], FunctionType] = {}
    waiting = [(name, owner_of(cls, name)) for name in CONTRACT]
    while waiting:
        name, owner = waiting.pop()
        function = _plain(vars(owner)[name])
        if function is None or (name, owner) in found:
            continue
        found[name, owner] = function
        mentioned = names_in(function)
        wanted = asked(function.__code__) | (mentioned if "super" in mentioned else set())
        wanted |= {name for name in mentioned if any(base.__name__ in mentioned for base in cls.__mro__)}
        for other in sorted(wanted):
            if method(cls, other) is None:
                continue
            waiting.append((other, owner_of(cls, other)))
            bases = [base for base in cls.__mro__ if other in vars(base)]
            if "super" in mentioned or any(base.__name__ in mentioned for base in bases):
                waiting += [(other, base) for base in bases]
    return found


def attributes(game: Game, functions: dict[tuple[str, type], FunctionType]) -> dict[str, Any]:
    """The fields and class attributes that the rules read, with their values."""
    cls = type(game)
    wanted = {name for function in functions.values() for name in asked(function.__code__)}
    found = {}
    for name in sorted({*wanted, "players"}):
        if method(cls, name) is None and hasattr(game, name):
            found[name] = getattr(game, name)
    return found


def is_table(game: Game, name: str, value: Any) -> bool:
    """Whether an attribute is an array held by the game or its class, handed over when a kernel is called."""
    held = name in vars(game) if hasattr(game, "__dict__") else False
    return isinstance(value, np.ndarray) and (held or any(name in vars(owner) for owner in type(game).__mro__))


def digest(game: Game) -> str:
    """What tells these rules from all others, to the compiler."""
    functions = reached(type(game))
    ink = _Digest()
    for (name, owner), function in sorted(functions.items(), key=lambda item: (item[0][0], item[0][1].__name__)):
        ink.add(f"method {name} {type(game).__mro__.index(owner)}")
        ink.function(function)
    for name, value in attributes(game, functions).items():
        ink.add(f"attribute {name}")
        if is_table(game, name, value):
            ink.add(f"table {value.dtype.str} {value.ndim}")
        else:
            ink.value(value)
    return ink.hexdigest()


class _Digest:
    """A hash of code and of the values that code reaches."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._kept: list[Any] = []

    def hexdigest(self) -> str:
        return self._hash.hexdigest()[:20]

    def add(self, text: str) -> None:
        self._hash.update(text.encode("utf-8", "surrogatepass") + b"\0")

    def function(self, function: FunctionType) -> None:
        if self._met(function):
            return
        self.code(function.__code__, function.__doc__)
        self.value(function.__defaults__)
        names = names_in(function)
        for name, value in sorted(surroundings(function).items()):
            self.add(f"name {name}")
            if isinstance(value, ModuleType):
                self.module(value, names)
            else:
                self.value(value)

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
        if is_authors(module.__name__):
            for name in sorted(names & vars(module).keys()):
                self.add(f"name {name}")
                self.value(vars(module)[name])

    def value(self, value: Any) -> None:
        if isinstance(value, Dispatcher):
            value = value.py_func
        if isinstance(value, FunctionType):
            if is_authors(value.__module__):
                self.function(value)
            else:
                self.add(f"function {value.__module__}.{value.__qualname__}")
        elif isinstance(value, tuple | list):
            self.add(f"{type(value).__name__} {len(value)}")
            for item in value:
                self.value(item)
        elif isinstance(value, np.ndarray):
            self.add(f"array {value.dtype.str} {value.shape}")
            self._hash.update(np.ascontiguousarray(value).tobytes())
        elif isinstance(value, type):
            self.klass(value)
        elif isinstance(value, ModuleType | BuiltinFunctionType):
            self.add(f"{type(value).__name__} {value.__name__}")
        else:
            self.add(f"{type(value).__name__} {value!r}")

    def klass(self, cls: type) -> None:
        self.add(f"class {cls.__qualname__}")
        if issubclass(cls, enum.Enum):
            self.add(repr({name: member.value for name, member in cls.__members__.items()}))
        if hasattr(cls, "_fields"):
            self.add(f"{cls._fields} {getattr(cls, '__annotations__', {})}")
            self.value(tuple(getattr(cls, "_field_defaults", {}).items()))

    def _met(self, thing: Any) -> bool:
        """Whether a thing was seen before; its number stands for it then, so that cycles end."""
        if id(thing) in self._seen:
            self.add(f"again {self._seen[id(thing)]}")
            return True
        self._seen[id(thing)] = len(self._seen)
        self._kept.append(thing)  # an id is only good while its thing lives
        return False


OWN = {"countermove", "numpy", "numba", "llvmlite", "builtins"}


@functools.cache
def is_authors(module: str | None) -> bool:
    """Whether a module is the author's (followed, compiled and hashed) rather than a library's."""
    top = (module or "__main__").partition(".")[0]
    if (module or "").startswith("countermove.games"):
        return True
    return top not in OWN and (top == "__main__" or top not in sys.stdlib_module_names)


def surroundings(function: FunctionType) -> dict[str, Any]:
    """The values of the global and closure names that a function mentions."""
    found = {}
    names = {name for code in codes(function.__code__) for name in code.co_names}
    for name in names & function.__globals__.keys():
        found[name] = function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        if name != "__class__":
            try:
                found[name] = cell.cell_contents
            except ValueError:
                continue
    return found


def functions(game: Game, mark: str) -> dict[str, FunctionType]:
    """Every function that the compiler may ask for, by the name it is called under on the game."""
    cls = type(game)
    found: dict[str, FunctionType] = {}
    for (name, owner), function in reached(cls).items():
        called = name if owner is owner_of(cls, name) else _name_of(name, owner)
        definition = rewrite.syntax(function)
        found[called] = _native(function, definition, cls, owner, called, mark)
        stream = name in STREAMS
        generator = bool(function.__code__.co_flags & 0x20)
        if not stream and not generator:
            continue
        for form in rewrite.FORMS:
            for pairs in {name == "chances", generator}:
                source = definition if definition is not None and generator else None
                found[rewrite.form_name(called, form, pairs)] = _form(
                    function, source, cls, owner, called, form, pairs, mark
                )
    return found


def _name_of(name: str, owner: type) -> str:
    return f"{name}__of__{owner.__name__}"


def _bases(cls: type, owner: type, function: FunctionType) -> Any:
    """What `super().name` or `Base.name` in a method of `owner` is called on the compiled game."""

    def find(name: str, base: str | None) -> str:
        chain = cls.__mro__
        if base is None:
            later = chain[chain.index(owner) + 1 :]
        else:
            named = surroundings(function).get(base)
            later = chain[chain.index(named) :] if named in chain else ()
        for candidate in later:
            if name in vars(candidate):
                return name if candidate is owner_of(cls, name) else _name_of(name, candidate)
        return "" if base else name

    return find


def _native(
    function: FunctionType, definition: ast.FunctionDef | None, cls: type, owner: type, called: str, mark: str
) -> FunctionType:
    if definition is None:
        return _copied(function, called, mark)
    new = rewrite.rebuilt(definition, owner, _bases(cls, owner, function), delegates=True)
    new.name = called
    if isinstance(vars(owner).get(function.__name__), staticmethod):
        new.args.args.insert(0, ast.arg("self"))
    return _executed(new, function, called, mark)


def _form(
    function: FunctionType,
    definition: ast.FunctionDef | None,
    cls: type,
    owner: type,
    called: str,
    form: str,
    pairs: bool,
    mark: str,
) -> FunctionType:
    if definition is None:
        count = function.__code__.co_argcount
        new = rewrite.consumer(called, ["self", *function.__code__.co_varnames[1:count]], form, pairs)
    else:
        new = rewrite.rebuilt(definition, owner, _bases(cls, owner, function), delegates=False)
        new.name = called
        new = rewrite.form_of(new, form, pairs)
    return _executed(new, function, new.name, mark)


def _executed(definition: ast.FunctionDef, function: FunctionType, name: str, mark: str) -> FunctionType:
    """The function that a syntax tree defines, among the names that the original one sees."""
    definition.args.defaults = []
    module = ast.fix_missing_locations(ast.Module([definition], []))
    space = _space(function)
    exec(compile(module, function.__code__.co_filename, "exec"), space)
    new: FunctionType = space[name]
    new.__defaults__ = function.__defaults__
    return _marked(new, name, mark)


def _copied(function: FunctionType, name: str, mark: str) -> FunctionType:
    """A function without source, its code as it stands, among compiled helpers."""
    space = _space(function)
    closure = function.__closure__
    if closure:
        cells = []
        for free, cell in zip(function.__code__.co_freevars, closure):
            cells.append(type(cell)(space[free]) if free in space else cell)
        closure = tuple(cells)
    new = FunctionType(function.__code__, space, name, function.__defaults__, closure)
    return _marked(new, name, mark)


def _marked(function: FunctionType, name: str, mark: str) -> FunctionType:
    """Named so that no other version of it can be taken for this one among compiled code."""
    function.__qualname__ = f"{name}.{mark}"
    function.__module__ = "countermove"
    return function


def _space(function: FunctionType) -> dict[str, Any]:
    """The names a compiled function sees: the author's, with helpers compiled and tables in compilable form."""
    from countermove.native.bridge import store, store_pair

    space: dict[str, Any] = {"__name__": "countermove", "store": store, "store_pair": store_pair}
    for name, value in surroundings(function).items():
        space[name] = _converted(value, names_in(function))
    return space


def _converted(value: Any, names: set[str]) -> Any:
    """A global value as the compiler can take it."""
    if isinstance(value, FunctionType) and value not in TWINS and is_authors(value.__module__):
        return compiled_helper(value)
    if isinstance(value, ModuleType) and is_authors(value.__name__):
        clone = ModuleType(value.__name__)
        for name in names & vars(value).keys():
            setattr(clone, name, _converted(vars(value)[name], names))
        return clone
    return constant(value)


_helpers: dict[tuple[FunctionType, str], Any] = {}


def compiled_helper(function: FunctionType) -> Any:
    """A function of the author's, compiled; the same one each time, even from inside itself."""
    ink = _Digest()
    ink.function(function)
    mark = ink.hexdigest()
    if (function, mark) in _helpers:
        return _helpers[function, mark]
    new = FunctionType(
        function.__code__, {"__name__": "countermove"}, function.__name__, function.__defaults__, function.__closure__
    )
    _marked(new, function.__name__, mark)
    _helpers[function, mark] = dispatcher = njit(new)
    new.__globals__.update(_space(function))
    return dispatcher


def constant(value: Any) -> Any:
    """A constant in the form the compiler likes: lists as tuples, long ones as arrays, words signed."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        number = int(value)
        return number - (1 << 64) if 1 << 63 <= number < 1 << 64 else number
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        items = tuple(constant(item) for item in value)
        if len(items) > LONG and all(type(item) in (int, float) for item in items):
            return np.array(items)
        return items
    return value
