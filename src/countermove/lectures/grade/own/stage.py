"""A student's search on a stage: each call is seen, and each can be answered by us instead of by the student's code.

The state of a game may be a parameter, the object whose method is called, or a variable of the file. So a *moment*
keeps all three, copied: the function, its arguments, and what the file's variables held. A moment can be

- *opened*: the function runs once and its calls of the search are answered with a number of ours. Those calls are its
  children, so that the actions are learned without knowing how the program plays them;
- *run*: the function does what it does, and the calls are counted.
"""

from __future__ import annotations

import copy
import functools
import inspect
import sys
import time
import traceback
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

from countermove.lectures.grade.own.load import Anything, DiGraph, Late, limited

CALLS = 400_000
"""The calls of a search that one run may make."""
ATOMS = frozenset((int, float, str, bool, bytes, complex, type(None)))
"""Types of immutable values, which are their own copies and keys."""


@dataclass
class Moment:
    """A call of the search that could be made: the function, its arguments, the variables of the file."""

    name: str
    arguments: dict[str, Any]
    variables: dict[str, Any]

    def copy(self) -> Moment:
        memo: dict[int, Any] = {}
        return Moment(self.name, _copied(self.arguments, memo), _copied(self.variables, memo))

    def changed(self, **arguments: Any) -> Moment:
        made = self.copy()
        made.arguments |= arguments
        return made


@dataclass
class Opened:
    """What a function did when its calls of the search were answered by us."""

    answer: Any
    children: list[Moment]
    after: Moment
    """The arguments and variables when it was done."""
    offered: int | None = None
    """How many actions a function of the program gave, if one did."""
    offered_by: str = ""
    passed: int = 0
    """Calls of the search on the same position, as of max_value by value."""
    between: Hashable = None
    """The arguments when the second action was tried."""


class Captured(BaseException):
    """The first call of the search has been seen."""


@dataclass
class Stage:
    """The functions of a program, and what to do when they are called."""

    group: frozenset[str] = frozenset()
    offers: frozenset[str] = frozenset()
    space: dict[str, Any] = field(default_factory=dict)
    plain: dict[str, Any] = field(default_factory=dict)
    """The functions as they are, by name."""
    seconds: float = 2.0
    scalars: bool = False
    """Whether a number that is an attribute or variable is a part of the state."""
    slots: set[str] = field(default_factory=set)
    """Parameters that do not belong to the state: depth, window, whose turn."""
    _handle: Callable[[str, Any, tuple[Any, ...], dict[str, Any]], Any] | None = None
    _inside: Callable[[str, Any], None] | None = None
    _arguments: dict[str, Any] = field(default_factory=dict)
    """The arguments of the call under way, as they are now."""

    def watch(self, name: str) -> Callable[[Any], Any]:
        """The decorator of a function."""

        def decorate(function: Any) -> Any:
            self.plain[name] = function

            def call(*arguments: Any, **named: Any) -> Any:
                handle = self._handle
                if name in self.group and handle is not None:
                    return handle(name, function, arguments, named)
                answer = function(*arguments, **named)
                if self._inside is not None and name in self.offers:
                    self._inside(name, answer)
                return answer

            call.__name__, call.__doc__, call.__wrapped__ = name.rsplit(".", 1)[-1], function.__doc__, function  # type: ignore[attr-defined]
            return call

        return decorate

    # Moments.

    def variables(self) -> dict[str, Any]:
        """The variables of the file, and of its classes, that may hold a state."""
        found = {name: value for name, value in self.space.items() if self._keeps(name, value)}
        for cls in [value for value in self.space.values() if isinstance(value, type) and self._own(value)]:
            found |= {
                f"{cls.__name__}.{name}": value
                for name, value in vars(cls).items()
                if not name.startswith("__") and isinstance(value, (list, dict, set))
            }
        return found

    def _own(self, cls: type) -> bool:
        return bool(cls.__module__ == self.space["__name__"])

    def _keeps(self, name: str, value: Any) -> bool:
        if name.startswith("__") or isinstance(value, (type, ModuleType, FunctionType, Anything)) or callable(value):
            return False
        if isinstance(value, (list, dict, set, bytearray, DiGraph)) or hasattr(value, "dtype"):
            return True
        return isinstance(value, (int, float, str, tuple)) or value is None or self._own(type(value))

    def moment(self, name: str, function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Moment:
        bound = _signature(function).bind(*arguments, **named)
        bound.apply_defaults()
        return Moment(name, dict(bound.arguments), self.variables()).copy()

    def _restore(self, variables: dict[str, Any]) -> None:
        for name, value in variables.items():
            if "." in name:
                cls, attribute = name.split(".", 1)
                setattr(self.space[cls], attribute, value)
            else:
                self.space[name] = value

    def key(self, moment: Moment) -> Hashable:
        """What is the same for the same position."""
        parts = {name: value for name, value in moment.arguments.items() if name not in self.slots}
        scalars = {name for name, value in moment.variables.items() if isinstance(value, (int, float, str))}
        kept = {name: value for name, value in moment.variables.items() if self.scalars or name not in scalars}
        return freeze(parts, self.scalars), freeze(kept, self.scalars)

    # What is done with them.

    def call(self, moment: Moment, handle: Callable[..., Any] | None = None) -> tuple[Any, Moment]:
        """Call the function of a moment on a copy of it."""
        moment = moment.copy()
        self._restore(moment.variables)
        function = self.plain[moment.name]
        positional, named = _filled(function, moment.arguments)
        self._handle, self._arguments = handle, moment.arguments
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(20_000)
        try:
            answer = limited(self.seconds, lambda: function(*positional, **named))
            if inspect.isgenerator(answer):
                answer = list(answer)
            return answer, Moment(moment.name, moment.arguments, self.variables())
        finally:
            sys.setrecursionlimit(limit)
            self._handle = self._inside = None

    def first(self, moment: Moment) -> Moment | Any:
        """The first call of the search that a moment makes; or what it answers without one."""
        seen: list[Moment] = []
        before = self.key(moment) if moment.name in self.group else None

        def handle(name: str, function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
            child = self.moment(name, function, arguments, named)
            if before is not None and name != moment.name and self.key(child) == before:
                return function(*arguments, **named)
            seen.append(child)
            raise Captured

        try:
            return self.call(moment, handle)[0]
        except Captured:
            return seen[0]

    def open(self, moment: Moment, reply: Callable[[int], Any], most: int = 200) -> Opened:
        """The children of a moment, each answered by `reply(number)`."""
        children: list[Moment] = []
        offers: list[tuple[str, Any]] = []
        passed = 0
        between: Hashable = None
        before = self.key(moment) if moment.name in self.group else None

        def handle(name: str, function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
            nonlocal passed, between
            child = self.moment(name, function, arguments, named)
            if before is not None and name != moment.name and self.key(child) == before:
                passed += 1
                return function(*arguments, **named)  # the same position: max_value on behalf of value
            children.append(child)
            if len(children) == 2:
                between = freeze(self._arguments)
            if len(children) > most:
                raise Late("too many actions")
            return reply(len(children) - 1)

        def inside(name: str, answer: Any) -> None:
            if not children and isinstance(answer, (list, tuple, set, dict)):
                offers.append((name, answer))

        self._inside = inside
        answer, after = self.call(moment, handle)
        states = [
            (type(value), len(value)) for child in children for value in child.arguments.values() if _sized(value)
        ]
        sizes = [(name, len(answer)) for name, answer in offers if (type(answer), len(answer)) not in states]
        name, offered = max(sizes, key=lambda pair: pair[1], default=("", None))
        return Opened(answer, children, after, offered, name, passed, between)

    def run(self, moment: Moment, deadline: float) -> tuple[Any, int]:
        """What the student's search answers, and how many calls of it that took."""
        count = 0

        def handle(name: str, function: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
            nonlocal count
            count += 1
            if count > CALLS or (count % 256 == 0 and time.process_time() > deadline):
                raise Late("the search is too long")
            return function(*arguments, **named)

        answer, _ = self.call(moment, handle)
        return answer, count


def _sized(value: Any) -> bool:
    return isinstance(value, (list, tuple, set, dict))


@functools.cache
def _signature(function: Any) -> inspect.Signature:
    return inspect.signature(function)


def _filled(function: Any, arguments: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    positional: list[Any] = []
    named: dict[str, Any] = {}
    skipped = False
    for name, parameter in _signature(function).parameters.items():
        if name not in arguments and isinstance(parameter.default, (list, dict, set)):
            named[name] = copy.deepcopy(parameter.default)  # as it was when the file was loaded
            skipped = True
        elif name not in arguments:
            skipped = True
        elif parameter.kind is parameter.VAR_POSITIONAL:
            positional += arguments[name]
        elif parameter.kind is parameter.VAR_KEYWORD:
            named |= arguments[name]
        elif parameter.kind is parameter.KEYWORD_ONLY or skipped:
            named[name] = arguments[name]
        else:
            positional.append(arguments[name])
    return positional, named


def _copied(values: dict[str, Any], memo: dict[int, Any]) -> dict[str, Any]:
    made = {}
    for name, value in values.items():
        try:
            made[name] = _deep(value, memo)
        except Exception:
            made[name] = value
    return made


def _deep(value: Any, memo: dict[int, Any]) -> Any:
    """As `copy.deepcopy`, with a short way for lists and dicts, of which most states are made."""
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind is not list and kind is not dict:
        return copy.deepcopy(value, memo)
    made = memo.get(id(value))
    if made is None and kind is list:
        made = memo[id(value)] = []
        made += [each if type(each) in ATOMS else _deep(each, memo) for each in value]
    elif made is None:
        made = memo[id(value)] = {}
        made.update((_deep(key, memo), _deep(each, memo)) for key, each in value.items())
    return made


def freeze(value: Any, scalars: bool = True, deep: int = 40, seen: dict[int, int] | None = None) -> Hashable:
    """A value to compare and to hash; without `scalars`, an attribute that is just a number or a text is left out."""
    if value is None or isinstance(value, (int, float, str, bytes, complex)):
        return value
    seen = {} if seen is None else seen
    if deep == 0 or isinstance(value, Anything):
        return ""
    if isinstance(value, (list, tuple)):
        return tuple([each if type(each) in ATOMS else freeze(each, True, deep - 1, seen) for each in value])
    if isinstance(value, (set, frozenset)):
        return frozenset(freeze(each, True, deep - 1, seen) for each in value)
    if isinstance(value, dict):
        items = ((repr(key), freeze(each, scalars, deep - 1, seen)) for key, each in value.items())
        held = getattr(value, "__dict__", None)
        return (*sorted(items, key=lambda p: p[0]), *([freeze(held, True, deep - 1, seen)] if held else []))
    if hasattr(value, "dtype"):
        return str(getattr(value, "shape", "")), value.tobytes()
    if callable(value) or isinstance(value, (type, ModuleType)):
        return getattr(value, "__name__", "")
    if id(value) in seen:  # a parent, or any other object that was met before
        return "again", seen[id(value)]
    seen[id(value)] = len(seen)
    held = dict(getattr(value, "__dict__", {}))
    for cls in type(value).__mro__:
        for slot in getattr(cls, "__slots__", ()):
            if isinstance(slot, str) and hasattr(value, slot):
                held[slot] = getattr(value, slot)
    if not held:
        return (
            str(value)[:80]
            if "__repr__" in {name for cls in type(value).__mro__[:-1] for name in vars(cls)}
            else type(value).__name__
        )
    kept = {
        name: each
        for name, each in held.items()
        if scalars or not (each is None or isinstance(each, (int, float, str)))
    }
    return type(value).__name__, freeze(kept, scalars, deep - 1, seen)


def fault_of(error: BaseException, path: str) -> dict[str, Any]:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    text = (str(error).strip().splitlines() or [""])[0].rstrip(".")[:200]
    kind = "recursion" if isinstance(error, RecursionError) else "exit" if isinstance(error, SystemExit) else "crash"
    return {"kind": kind, "type": type(error).__name__, "text": text, "line": frames[-1].lineno if frames else 0}
