"""A kernel: a search written once as an ordinary function, compiled together with the rules of each game it meets.

Its first two arguments are the game and a state. It releases the interpreter's lock while it runs, it is kept on disk,
and for each game it has exactly one compiled form: `call` makes sure of that by giving every argument its exact type.
A kernel that calls itself must keep to that too, or it would compile, run, and crash when loaded from disk.
"""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import njit, typeof, types
from numba.core import cgutils, config
from numba.core.errors import NumbaError
from numba.extending import intrinsic

from countermove import worker
from countermove.errors import CountermoveError, GameError, NativeError
from countermove.game import Game, State
from countermove.native import explain, layout, recursion
from countermove.native.bridge import game_type
from countermove.native.cache import DiskCache

__all__ = ["KERNELS", "again", "bind", "call", "is_on", "kernel", "require_on"]

KERNELS: list[Any] = []
"""Every kernel there is, for tests that hold for all of them."""
_refused: dict[tuple[str, str], str] = {}
_compiler = threading.RLock()
"""The compiler does one thing at a time."""


def kernel(function: Any) -> Any:
    """Make a function a kernel."""
    dispatcher = njit(nogil=True)(function)
    if is_on():
        dispatcher._cache = DiskCache(function)
    KERNELS.append(dispatcher)
    return dispatcher


@intrinsic
def _again(context: Any, kernel: Any, *arguments: Any) -> Any:
    function = kernel.dispatcher_type.dispatcher.py_func
    declared = inspect.signature(function).parameters.values()
    numbers = {"int": types.int64, "float": types.float64}
    kinds = [numbers.get(each.annotation, given) for each, given in zip(declared, arguments)]
    answer = numbers.get(function.__annotations__["return"], types.none)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        given = cgutils.unpack_tuple(builder, values[1])
        given = [context.cast(builder, *each) for each in zip(given, signature.args[1], kinds)]
        status, value = context.call_conv.call_function(builder, builder.function, answer, kinds, given)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return value

    return answer(kernel, types.StarArgTuple(arguments)), generate


def is_on() -> bool:
    """Whether kernels are compiled at all: not when NUMBA_DISABLE_JIT is set, to run them as plain Python."""
    return not config.DISABLE_JIT


def _call(kernel: Any, *arguments: Any) -> Any:
    return kernel(*arguments)


again = _again if is_on() else _call
"""Inside a kernel: `again(kernel, game, state, ...)` calls the kernel itself.

It would be enough to write its name, but then the compiler works out the type of the answer by going through the
whole kernel many times over, and what comes out cannot be called by other compiled code that is kept on disk. This way
the types are those that the kernel declares.
"""


def require_on(game: Game) -> None:
    """NativeError where nothing is compiled."""
    if not is_on():
        raise NativeError(f"{explain.opening(type(game))}NUMBA_DISABLE_JIT switches compiling off.")


def bind(kernel: Any, game: Game, *arguments: Any) -> Callable[..., Any]:
    """A kernel ready for a game, as a function of a state and of arguments of exactly the same types as these.

    It is compiled here, or loaded; NativeError says why where it cannot be. What comes back calls the machine code
    itself: Numba's dispatcher takes NamedTuples of one name for one type, so it does not find the code for rules that
    were loaded anew, and asks the compiler at every call, behind all that is being compiled just then.
    """
    if not is_on():
        return functools.partial(kernel, game)
    kind = _kind(game)
    signature = (kind, kind.state, *(typeof(argument) for argument in arguments))
    refusal = (kernel.py_func.__qualname__, kind.mark)
    if signature not in kernel.overloads and refusal not in _refused:
        circle = recursion.sentence(kernel, type(game))
        if circle is not None:
            _refused[refusal] = f"{explain.opening(type(game))}{circle}."
    if signature not in kernel.overloads and refusal not in _refused:
        worker.wait_for_compiler(_compiler)
        try:
            kernel.compile(signature)
        except Exception as error:  # Numba raises many kinds; whichever it is, the rules still run interpreted
            _refused[refusal] = explain.sentence(game, kind, error)
        finally:
            _compiler.release()
    if signature not in kernel.overloads:
        raise NativeError(_refused[refusal])
    code = kernel.overloads[signature].entry_point

    def run(state: State, *arguments: Any) -> Any:
        state = _coerced(state, kind, game)
        try:
            return code(game, state, *arguments)
        except CountermoveError:
            raise
        except Exception as error:
            raise GameError(
                f"The compiled rules of {type(game).__name__} stop with {type(error).__name__}: {error}; "
                "countermove check tells in which state."
            ) from error

    return run


def call(kernel: Any, game: Game, state: State, *arguments: Any) -> Any:
    """Run a kernel on a state of a game; compile it first, or load it, where that is still to be done."""
    return bind(kernel, game, *arguments)(state, *arguments)


def _kind(game: Game) -> Any:
    try:
        return game_type(game)
    except (NativeError, NumbaError) as error:
        code = type(game).initial.__code__
        where = f"initial ({Path(code.co_filename).name} line {code.co_firstlineno})"
        raise NativeError(f"{explain.opening(type(game))}{where} cannot be compiled: {error}.") from None


def _coerced(state: State, kind: Any, game: Game) -> State:
    try:
        return layout.coerced(state, kind.state)
    except NativeError as error:
        raise NativeError(f"{explain.opening(type(game))}{error}.") from None
