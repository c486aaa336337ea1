"""The rules of a game as the compiler wants them: functions under the names it calls, constants it can hold.

Every method that the rules reach is rebuilt from its source among compiled helpers; those that give many things one by
one (`actions`, `candidates`, `chances` and whatever generators they use) come in the forms of `rewrite` as well.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import njit

from countermove.bits import Word, lowest, popcount
from countermove.game import Game
from countermove.native import digest, rewrite
from countermove.native.digest import is_authors, names_in, owner_of, reached, surroundings, uncached
from countermove.native.words import TWINS, replacer

STREAMS = ("actions", "candidates", "chances")
"""The methods of the contract that give many things, and so have forms."""
BARE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Only compiled code calls them, so the compiler need make nothing for others."""
CHECKED = {"boundscheck": True, **BARE}
"""How rules are compiled: an index outside its array is an error, as in Python, and not a crash."""
LONG = 64
"""Numbers in a tuple or list beyond which it becomes an array: long tuples make compilers slow."""


def functions(game: Game, mark: str) -> dict[str, FunctionType]:
    """Every function that the compiler may ask for, by the name it is called under on the game."""
    cls = type(game)
    named = {(name, owner): _called(cls, name, owner) for name, owner in reached(cls)}
    streams = {named[key] for key, function in reached(cls).items() if key[0] in STREAMS or _is_generator(function)}
    found: dict[str, FunctionType] = {}
    for (name, owner), function in reached(cls).items():
        called = named[name, owner]
        definition = rewrite.syntax(function)
        if definition is None:
            found[called] = _copied(function, called, mark)
        else:
            found[called] = _executed(_alone(function, definition, cls, owner, called, True), function, mark)
        if called not in streams:
            continue
        for form in rewrite.FORMS:
            for pairs in {name == "chances", _is_generator(function)}:
                if definition is None or not _is_generator(function):
                    count = function.__code__.co_argcount
                    parameters = ["self", *function.__code__.co_varnames[1:count]]
                    new = rewrite.consumer(called, parameters, form, pairs)
                else:
                    new = _alone(function, definition, cls, owner, called, False)
                    new = rewrite.form_of(new, form, pairs, streams, surroundings(function))
                found[new.name] = _executed(new, function, mark)
    return found


def _is_generator(function: FunctionType) -> bool:
    return bool(function.__code__.co_flags & inspect.CO_GENERATOR)


def _called(cls: type, name: str, owner: type) -> str:
    """What a method goes by on the compiled game: its own name, or one for each class whose version is overridden."""
    return name if owner is owner_of(cls, name) else f"{name}__of__{owner.__name__}_{cls.__mro__.index(owner)}"


def _bases(cls: type, owner: type, function: FunctionType) -> rewrite.Bases:
    """How a method of `owner` finds those of its base classes."""

    def find(name: str, base: str | None, after: bool) -> str:
        chain = cls.__mro__
        named = owner if base is None else surroundings(function).get(base)
        if named not in chain:
            return ""
        for candidate in chain[chain.index(named) + after :]:
            if name in vars(candidate):
                return _called(cls, name, candidate)
        return ""

    return find


def _alone(
    function: FunctionType, definition: ast.FunctionDef, cls: type, owner: type, called: str, delegates: bool
) -> ast.FunctionDef:
    """A method that can stand apart from its class."""
    new = rewrite.rebuilt(definition, owner, _bases(cls, owner, function), surroundings(function), delegates)
    new.name = called
    if isinstance(vars(owner).get(function.__name__), staticmethod):
        new.args.args.insert(0, ast.arg("self"))
    return new


def _executed(definition: ast.FunctionDef, function: FunctionType, mark: str) -> FunctionType:
    """The function that a syntax tree defines, among the names that the original one sees."""
    return _marked(_defined(definition, function, _space(function)), definition.name, mark)


def _defined(definition: ast.FunctionDef, function: FunctionType, space: dict[str, Any]) -> FunctionType:
    """What a syntax tree defines when it is run among the names in `space`, at the lines of the original."""
    definition.args.defaults = []
    module = ast.fix_missing_locations(ast.Module([definition], []))
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and node.id.startswith(rewrite.REPLACE):
            space[node.id] = replacer(tuple(node.id.removeprefix(rewrite.REPLACE).split("__")))
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

    space: dict[str, Any] = {"__name__": "countermove", "store__": store, "store_pair__": store_pair}
    space |= {"word__": Word, "lowest__": lowest, "popcount__": popcount}
    whole = used_whole([function])
    for name, value in surroundings(function).items():
        space[name] = _converted(value, names_in(function), whole is None or name in whole)
    return space


def used_whole(functions: Iterable[FunctionType]) -> set[str] | None:
    """Names that functions use as a whole (see `rewrite.used_whole`); None where that cannot be told."""
    definitions = [rewrite.syntax(function) for function in functions]
    if None in definitions:
        return None
    return {name for definition in definitions if definition for name in rewrite.used_whole(definition)}


def _converted(value: Any, names: set[str], whole: bool) -> Any:
    """A global value as the compiler can take it; `whole` when it is used as a whole."""
    value = uncached(value)
    if isinstance(value, FunctionType) and value not in TWINS and is_authors(value.__module__):
        return compiled_helper(value)
    if isinstance(value, ModuleType) and is_authors(value.__name__):
        clone = ModuleType(value.__name__)
        for name in names & vars(value).keys():
            setattr(clone, name, _converted(vars(value)[name], names, True))
        return clone
    return constant(value, whole)


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
        tree = rewrite.rebuilt(definition, object, lambda name, base, after: "", surroundings(function), True)
        new = _defined(tree, function, space)
    _marked(new, function.__name__, mark)
    _helpers[function, mark] = dispatcher = njit(**CHECKED)(new)
    space.update(_space(function))
    return dispatcher


def constant(value: Any, whole: bool) -> Any:
    """A constant in the form the compiler likes: lists as tuples, long ones as arrays, words signed.

    An array is no tuple when it is added, multiplied or compared as a `whole`, so then a long one stays a tuple.
    """
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        number = int(value)
        return number - (1 << 64) if 1 << 63 <= number < 1 << 64 else number
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        items = tuple(constant(item, whole) for item in value)
        if len(items) > LONG and not whole and {type(item) for item in items} in ({int}, {float}):
            return np.array(items)
        return items
    return value
