"""Machine code for a kernel and a game: compiled here, or loaded from disk."""

from __future__ import annotations

import hashlib
import inspect
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np

from countermove.errors import GameError, NativeError
from countermove.game import Game
from countermove.native import cache, digest, layout, refusal, source
from countermove.native import kernel as kernels
from countermove.native.compiler import machine
from countermove.native.compiler.action import Codec
from countermove.native.compiler.kinds import NEVER, Kind, words
from countermove.native.compiler.packing import argument_kind, pack, unpack
from countermove.native.compiler.program import Program, Restart, RoomError, Unsupported, signature

HISTORY: list[tuple[str, str, bool]] = []
"""Builds so far: the kernel's name, the digest of the rules, and whether it was loaded from disk."""

RECURSION_LIMIT = 20_000
"""Recursion limit while compiling: deeply nested rules need a deeply recursive compiler."""
ATTEMPTS = 12
"""Maximum restarts of compiling with wider states."""


class Question:
    """A kernel, its game, and sample arguments."""

    def __init__(self, kernel: Any, game: Game | None, arguments: tuple[Any, ...]) -> None:
        self.kernel = kernel
        self.game = game
        self.kinds = [argument_kind(each) for each in arguments]
        self.state = _state_kind(game) if game is not None else None
        self.action = layout.actions_of(game) if game is not None else NEVER
        self.mark = mark_of(game, self.state) if game is not None else ""
        states = [self.state, self.action] if self.state is not None else []
        kinds = " ".join(signature(kind) for kind in (*self.kinds, *states))
        self.key = (kernel.py_func.__qualname__, id(kernel), self.mark, kinds)


def _state_kind(game: Game) -> Kind:
    try:
        return layout.of_game(game)
    except NativeError as error:
        raise refusal.of_state(game, error) from None


def mark_of(game: Game, state: Kind | None) -> str:
    """A digest of a game's rules, including the classes of its states."""
    return digest.of_game(game) + digest.of_classes(classes_in(state))


def classes_in(kind: Any) -> set[type]:
    """The author's classes in a kind."""
    found = {cls for cls in [getattr(kind, "cls", None)] if cls is not None}
    inner = [
        *getattr(kind, "items", ()),
        getattr(kind, "item", None),
        getattr(getattr(kind, "cell", None), "kind", None),
    ]
    for each in inner:
        if each is not None:
            found |= classes_in(each)
    return found


class Compiled:
    """Compiled code, ready to run."""

    def __init__(
        self, parts: dict[str, Any], game: Game | None, state: Kind | None, parameters: list[Kind], result: Kind,
        action: Kind,
    ) -> None:  # fmt: skip
        self.machine = machine.Code(parts["object"])
        self.answer_at = parts["answer"]
        self.places = parts["places"]
        self.tables = parts["tables"]
        self.faults = parts["faults"]
        self.state = state
        self.parameters = parameters
        self.result = result
        self.codec = Codec(action)
        self.game = game

    def with_game(self, game: Game | None) -> Any:
        """The same code for another game with the same rules but possibly different tables."""
        if game is self.game or game is None:
            return self
        _refuse_oddities(game)
        found = object.__new__(Compiled)
        found.__dict__.update(self.__dict__)
        found.game = game
        return found

    def run(self, arguments: tuple[Any, ...]) -> Any:
        """Call it, with the game and a state first if it takes them."""
        given = arguments[1:] if self.game is not None else arguments
        addresses: list[int] = []
        for name in self.tables:
            array = getattr(self.game, name)
            addresses += [int(array.ctypes.data), *array.shape]
        context = kernels.context(addresses)
        try:
            out = [int(context.ctypes.data)]
            for kind, value in zip(self.parameters, given):
                try:
                    pack(kind, value, out)
                except (OverflowError, ValueError) as error:
                    raise RoomError(f"the state {value!r} differs from the first ones: {error}") from None
                except (TypeError, AttributeError, IndexError) as error:
                    raise NativeError(
                        f"{kernels.opening(type(self.game))}the state {value!r} differs from the first ones: {error}."
                    ) from None
            out += [0] * words(self.result)
            argv = np.array(out, np.int64)
            self.machine.run(argv.ctypes.data)
            fault = int(context[2])
            if fault:
                self._complain(fault, int(context[3]))
            return unpack(self.result, argv, self.answer_at)[0]
        finally:
            kernels.give_back(context)

    def _found(self, name: str, file: str, index: int) -> tuple[str, str, int]:
        """A source location as it is now: code from disk may predate edits to comments or a renamed file."""
        module = sys.modules.get(type(self.game).__module__)
        for each in (getattr(module, "__file__", None), file):
            lines = source.lines_of(each, name) if each else []
            if 0 <= index < len(lines):
                return name, str(each), lines[index]
        return name, file, abs(index)

    def _complain(self, fault: int, place: int) -> None:
        error = self.faults[fault - 1]
        if error == RoomError.__name__:
            raise RoomError("a tuple, string or set in a state grows longer than in any random game")
        name, file, line = self._found(*self.places[place]) if place < len(self.places) else ("", "", 0)
        where = f" in {name.rpartition('.')[2]} ({Path(file).name} line {line})" if name else ""
        if self.game is None:
            raise GameError(f"A kernel stops with {error}{where}.")
        cls = type(self.game).__name__
        if error == "RecursionError" and "engine" in Path(file).parts:
            raise GameError(f"{cls} recurses too deep; give a depth, or make the game end sooner.")
        if error == "MemoryError":
            raise GameError(f"The compiled rules of {cls} run out of memory{where}.")
        if error == "EndlessError":
            fix = "is there an endless loop in actions?"
            raise GameError(f"{cls} has more than a million actions in one state{where}; {fix}")
        if error == "OverflowError":
            raise GameError(
                f"The compiled rules of {cls} overflow on too large a number{where}: give a state with smaller "
                "numbers, or search it interpreted."
            )
        raise GameError(
            f"The compiled rules of {cls} stop with {error}{where}. Run countermove check to find the state."
        )


def _place(name: str, file: str, line: int) -> tuple[str, str, int]:
    """A source location, by line number within its function."""
    lines = source.lines_of(file, name)
    return name, file, lines.index(line) if line in lines else -line


def code(question: Question) -> Compiled:
    """The compiled form for a request: from disk, or compiled now."""
    game, function = question.game, question.kernel.py_func
    if game is not None:
        _refuse_oddities(game)
    state = question.state
    key = _key(question, state)
    stored = cache.read(key)
    if stored is not None:
        try:
            parts = pickle.loads(stored)
            kinds = _Loader(game, state).load(parts["kinds"])
            found = Compiled(parts, game, *kinds)
            if game is not None and kinds[0] is not None:
                layout.learn(game, kinds[0])
            HISTORY.append((function.__qualname__, question.mark, True))
            return found
        except Exception:  # a damaged entry is rebuilt
            cache.remove(key)
    refusal.require_none(key)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(RECURSION_LIMIT, limit))
    try:
        return _widened(question, state, key)
    except NativeError as error:
        refusal.remember(key, error)
        raise
    finally:
        sys.setrecursionlimit(limit)


def _widened(question: Question, state: Kind | None, key: str) -> Compiled:
    """Compile, widening the state's kind as often as the rules need it."""
    game = question.game
    for _ in range(ATTEMPTS):
        try:
            return _made(question, question.kernel.py_func, state, key)
        except Restart as wider:
            state = wider.kind
        except (Unsupported, NativeError) as error:
            if game is None or state is None:
                raise NativeError(refusal.sentence(None, error)) from None
            raise refusal.refusal(game, state, error) from None
    raise NativeError(f"{kernels.opening(type(game))}its states keep growing.")


def _refuse_oddities(game: Game) -> None:
    """Reject games whose instance differs from its class in ways compiled code would not see."""
    reached = digest.reached(type(game))
    own = vars(game) if hasattr(game, "__dict__") else {}
    for name, _ in reached:
        if name in own:
            odd = f"{name} is set on the instance and hides the one in its class"
            raise NativeError(f"{kernels.opening(type(game))}{odd}.")
    for name, value in digest.attributes(game, reached).items():
        if not digest.is_table(game, name, value):
            continue
        odd = ""
        if value.dtype.kind not in "iufb" or not value.dtype.isnative:
            odd = f"self.{name} is an array of {value.dtype}; only arrays of native numbers compile"
        elif not value.flags.c_contiguous or not value.flags.aligned:
            odd = f"self.{name} is not a contiguous array; use numpy.ascontiguousarray"
        if odd:
            raise NativeError(f"{kernels.opening(type(game))}{odd}.")


def _made(question: Question, function: Any, state: Kind | None, key: str) -> Compiled:
    from countermove.native.compiler import search  # here, since code from disk needs no compiler
    from countermove.native.compiler.code import Value, constant
    from countermove.native.compiler.entry import entry_text, start

    assert search
    game = question.game
    names = list(inspect.signature(function).parameters)
    program = Program(game)
    program.state = state
    program.action = question.action
    while True:
        values: dict[str, Value] = {}
        if game is not None:
            assert state is not None
            values = {names[0]: constant(game), names[1]: Value(state, [])}
        for name, kind in zip(names[len(values) :], question.kinds):
            values[name] = Value(kind, [])
        spec, parameters = start(program, function, values)
        if program.acts or program.asked:
            search.survey(program)
        if not program.is_unsettled():
            break
        program = program.anew()
    text, at = entry_text(program, spec, parameters, function)
    whole = machine.module_text(program, text)
    parts = {
        "object": machine.optimised(whole), "answer": at, "places": [_place(*each) for each in program.places],
        "tables": [name for name, _ in program.tables], "faults": [error.__name__ for error in program.faults],
    }  # fmt: skip
    kinds = (state, list(parameters.values()), spec.result, program.action)
    if game is not None and state is not None:
        layout.learn(game, state)
    stored = {**parts, "kinds": _Loader(game, state).dump(kinds)}
    cache.write(key, pickle.dumps(stored))
    HISTORY.append((function.__qualname__, question.mark, False))
    return Compiled(parts, game, *kinds)


def _key(question: Question, state: Kind | None) -> str:
    kernel = question.kernel.py_func
    parts = [
        cache.source_digest(), machine.host(), question.mark, kernel.__module__, kernel.__qualname__,
        digest.of_function(kernel),
        [_plain_signature(kind) for kind in question.kinds], _plain_signature(state) if state is not None else "",
        _plain_signature(question.action),
    ]  # fmt: skip
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:40]


def _plain_signature(kind: Kind) -> str:
    """A kind as text, the same in every process."""
    import re

    return re.sub(r"\.\d{6,}", "", signature(kind))


class _Loader:
    """Serialized kinds: the author's classes by name, resolved among those the rules mention."""

    def __init__(self, game: Game | None, state: Kind | None) -> None:
        self.game = game

    def _classes(self) -> dict[str, type]:
        found: dict[str, type] = {}
        if self.game is None:
            return found
        functions = [*digest.reached(type(self.game)).values(), digest.method(type(self.game), "initial")]
        spaces = [function.__globals__ for function in functions if function is not None]
        for space in spaces:
            for value in list(space.values()):
                if isinstance(value, type):
                    found[f"{value.__module__}.{value.__qualname__}"] = value
        for value in _parts(self.game.initial()):
            found[f"{type(value).__module__}.{type(value).__qualname__}"] = type(value)
        for cls in type(self.game).__mro__:
            for value in vars(cls).values():
                if isinstance(value, type):
                    found[f"{value.__module__}.{value.__qualname__}"] = value
        return found

    def dump(self, kinds: Any) -> bytes:
        import io

        known = {id(cls): name for name, cls in self._classes().items()}

        class Pickler(pickle.Pickler):
            def persistent_id(self, thing: Any) -> Any:
                return known.get(id(thing)) if isinstance(thing, type) else None

        buffer = io.BytesIO()
        Pickler(buffer, 4).dump(kinds)
        return buffer.getvalue()

    def load(self, data: bytes) -> Any:
        import io

        classes = self._classes()

        class Unpickler(pickle.Unpickler):
            def persistent_load(self, name: Any) -> Any:
                return classes[name]

        return Unpickler(io.BytesIO(data)).load()


def _parts(value: Any) -> list[Any]:
    """A state and everything it contains."""
    found = [value]
    if isinstance(value, tuple | frozenset):
        for item in value:
            found += _parts(item)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            found += _parts(getattr(value, name))
    return found
