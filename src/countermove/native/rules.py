"""The rules of a game as the compiler wants them: functions under the names it calls, constants it can hold.

Every method that the rules reach is rebuilt from its source among compiled helpers; those that give many things one by
one (`actions`, `candidates`, `chances` and whatever generators they use) come in the forms of `rewrite` as well.
"""

from __future__ import annotations

import ast
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import njit

from countermove.game import Game
from countermove.native import digest, rewrite
from countermove.native.digest import is_authors, names_in, owner_of, reached, surroundings, uncached
from countermove.native.words import TWINS

STREAMS = ("actions", "candidates", "chances")
"""The methods of the contract that give many things, and so have forms."""
CHECKED = {"boundscheck": True}
"""How rules are compiled: an index outside its array is an error, as in Python, and not a crash."""
LONG = 64
"""Numbers in a tuple or list beyond which it becomes an array: long tuples make compilers slow."""


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
    new = _defined(definition, function, _space(function))
    return _marked(new, name, mark)


def _defined(definition: ast.FunctionDef, function: FunctionType, space: dict[str, Any]) -> FunctionType:
    """What a syntax tree defines when it is run among the names in `space`, at the lines of the original."""
    definition.args.defaults = []
    module = ast.fix_missing_locations(ast.Module([definition], []))
    hidden = {definition.name: space[definition.name]} if definition.name in space else {}
    exec(compile(module, function.__code__.co_filename, "exec"), space)
    new: FunctionType = space.pop(definition.name)
    space.update(hidden)  # a method may bear the name of a function that it calls
    new.__defaults__ = function.__defaults__
    return new


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
    value = uncached(value)
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
    mark = digest.of_function(function)
    if (function, mark) in _helpers:
        return _helpers[function, mark]
    space: dict[str, Any] = {"__name__": "countermove"}
    definition = rewrite.syntax(function)
    if definition is None:
        new = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
    else:
        tree = rewrite.rebuilt(definition, object, lambda name, base: "", delegates=True)
        new = _defined(tree, function, space)
    _marked(new, function.__name__, mark)
    _helpers[function, mark] = dispatcher = njit(**CHECKED)(new)
    space.update(_space(function))
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
