"""A kernel: a search written once as an ordinary function, compiled together with the rules of each game it meets.

Its first two arguments are the game and a state. It releases the interpreter's lock while it runs, it is kept on disk,
and a word of its context says what went wrong in the rules and where. Switched off (COUNTERMOVE_INTERPRET=1), kernels
run as the plain Python functions that they are.
"""

from __future__ import annotations

import functools
import inspect
import os
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove import worker
from countermove.errors import GameError, NativeError
from countermove.game import Game, S, State
from countermove.native.queue import QUEUE
from countermove.native.recent import Recent

KERNELS: list[Kernel] = []
"""Every kernel there is, for tests that hold for all of them."""
ARENA = 1 << 26
"""Words of memory that rules may use in each thread, less where the system does not give as many; only those that rules
have written to take up memory."""
_refused: Recent[tuple[str, str], NativeError] = Recent(1024)
_ready: Recent[Any, Any] = Recent(512)
"""Compiled code in memory; what is not among the most recently used is loaded from disk again."""
_here = threading.local()


class OutgrownError(GameError):
    """States have outgrown what random games showed, and words were laid out for these already."""


class Kernel:
    """A function that is compiled when it is first called, for the kinds of its arguments."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.takes_game = next(iter(inspect.signature(function).parameters), "") == "game"

    def __call__(self, *arguments: Any) -> Any:
        if not is_on():
            return self.py_func(*arguments)
        if self.takes_game:
            return bind(self, arguments[0], *arguments[2:])(*arguments[1:])
        return _code(self, None, arguments).run(arguments)


def kernel(function: Any) -> Any:
    """Make a function a kernel."""
    function.is_kernel = True
    found = Kernel(function)
    KERNELS.append(found)
    return found


def inline(function: Any) -> Any:
    """Have a function written out in the kernels that call it; one that gives a state must be."""
    function.inline = function.is_kernel = True
    return function


def variant(original: Any, name: str, **constants: Any) -> Any:
    """A kernel that differs from another in the values of some constants of its module."""
    from types import FunctionType

    plain = original.py_func
    space = {**plain.__globals__, **constants}
    function = FunctionType(plain.__code__, space, plain.__name__, plain.__defaults__, plain.__closure__)
    function.__module__, function.__annotations__ = plain.__module__, plain.__annotations__
    function.__qualname__ = name
    function.source = plain  # type: ignore[attr-defined]
    space[plain.__name__] = found = kernel(function)
    return found


def is_on() -> bool:
    """Whether kernels are compiled at all: not when COUNTERMOVE_INTERPRET is set, to run them as plain Python."""
    return os.environ.get("COUNTERMOVE_INTERPRET", "") in ("", "0")


def again(kernel: Any, *arguments: Any) -> Any:
    """Inside a kernel: `again(kernel, game, state, ...)` calls the kernel itself."""
    return kernel.py_func(*arguments)


def require_on(game: Game) -> None:
    """NativeError where nothing is compiled."""
    if not is_on():
        raise NativeError(f"{opening(type(game))}COUNTERMOVE_INTERPRET switches compiling off.")


def opening(cls: type) -> str:
    """How every sentence begins that says why rules are not compiled."""
    return f"{cls.__name__} runs interpreted, not compiled: "


def bind(kernel: Any, game: Game, *arguments: Any) -> Callable[..., Any]:
    """A kernel ready for a game, as a function of a state and of arguments of exactly the same types as these.

    It is compiled here, or loaded; NativeError says why where it cannot be.
    """
    if not is_on():
        return functools.partial(kernel.py_func, game)
    return Bound(kernel, game, arguments)


class Bound:
    """A kernel compiled for a game."""

    def __init__(self, kernel: Any, game: Game, arguments: tuple[Any, ...]) -> None:
        self.kernel, self.game, self.arguments = kernel, game, arguments
        self.code = _code(kernel, game, arguments)

    def __call__(self, state: State, *arguments: Any) -> Any:
        from countermove.native.compiler.program import RoomError

        for _ in range(GROWTHS):
            code = self.code
            try:
                return code.run((self.game, state, *arguments))
            except RoomError as error:
                # States outgrow what random games showed: compile again with more room, unless words were laid out.
                if "flat" in inspect.signature(self.kernel.py_func).parameters:
                    raise OutgrownError(f"{type(self.game).__name__} cannot be searched so: {error}.") from None
                self.outgrow(code)
        raise NativeError(f"{opening(type(self.game))}its states grow longer and longer.")

    def outgrow(self, code: Any) -> None:
        """Compile again with more room than this code has, unless another thread has."""
        from countermove.native import layout

        if self.code is code:
            layout.outgrow(self.game)
            self.code = _code(self.kernel, self.game, self.arguments)


GROWTHS = 6
"""How often states may outgrow the room that was made for them."""


def call(kernel: Any, game: Game[S], state: S, *arguments: Any) -> Any:
    """Run a kernel on a state of a game; compile it first, or load it, where that is still to be done."""
    return bind(kernel, game, *arguments)(state, *arguments)


def _code(kernel: Any, game: Game | None, arguments: tuple[Any, ...]) -> Any:
    """The compiled form of a kernel for a game and for arguments like these."""
    name = type(game).__name__ if game is not None else kernel.__name__
    try:
        from countermove.native import build
    except ImportError as error:
        raise NativeError(f"{name} runs interpreted, not compiled: {str(error).rstrip('.')}.") from error

    question = build.Question(kernel, game, arguments)
    found = _ready.get(question.key)
    if found is not None:
        return found.with_game(game)
    refusal = (kernel.py_func.__qualname__, question.mark)

    def require_none() -> None:
        known = _refused.get(refusal)
        if known is not None:
            raise NativeError(str(known), known.problems)

    def compiled() -> Any:
        found = _ready.get(question.key)
        if found is None:
            require_none()
            try:
                found = _ready[question.key] = build.code(question)
            except NativeError as error:
                _refused[refusal] = error
                raise
            except MemoryError as error:  # next time there may be enough
                why = str(error) or "there is not enough memory to compile it"
                raise NativeError(f"{name} runs interpreted, not compiled: {why}.") from None
        return found

    require_none()  # without waiting for what others compile
    return QUEUE.run(name, compiled, question.key).with_game(game)


def context(tables: list[int]) -> Any:
    """The context of this thread, fresh: free memory, no faults, the tables of a game."""
    from countermove.native.compiler.program import CONTEXT, STACK, TABLES

    held = getattr(_here, "held", None)
    if held is None:
        held = _here.held = (_arena(), [])
    arena, free = held
    words = free.pop() if free else np.zeros(CONTEXT, np.int64)
    words[:TABLES] = 0
    top = getattr(_here, "top", 0)
    words[0] = arena.ctypes.data + 8 * top
    words[1] = arena.ctypes.data + arena.nbytes
    words[STACK] = worker.room()
    words[TABLES : TABLES + len(tables)] = tables
    return words


def _arena() -> Any:
    from countermove.native.memory import zeros

    size = ARENA
    while True:
        try:
            return zeros(size)
        except MemoryError:
            size //= 4
            if size < 1 << 16:
                raise


def give_back(words: Any) -> None:
    """The context is not used any more."""
    _here.held[1].append(words)
