"""A function under construction: its lines and its variables."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

from countermove.native.compiler.callee import Closure
from countermove.native.compiler.code import Body, Value
from countermove.native.compiler.kinds import Cell, Kind, leaves
from countermove.native.compiler.program import Program, RoomError, Spec, Unsupported

if TYPE_CHECKING:
    from countermove.native.compiler.writer import Writer


class Variable:
    """A local variable: its kind and where its parts are."""

    def __init__(self, kind: Kind, places: list[str]) -> None:
        self.kind = kind
        self.places = places


class Frame:
    """A function being compiled, on its own or inlined."""

    def __init__(self, function: FunctionType, node: Any, owner: type | None) -> None:
        self.function = function
        self.node = node
        self.owner = owner
        self.key = ""
        """Distinguishes its variables from those of other functions and other inlined copies."""


class Handler:
    """Where to jump on an error inside a `try`."""

    def __init__(self, catches: tuple[type[BaseException], ...], label: str, code: str) -> None:
        self.catches = catches
        self.label = label
        self.code = code
        """Where the error's number is kept, so that it can be re-raised."""

    def takes(self, error: type[BaseException]) -> bool:
        """Whether an error is caught here; running out of memory never is."""
        return error not in (MemoryError, RoomError) and any(issubclass(error, each) for each in self.catches)


class Base:
    """A function under construction."""

    # The current source location and its context.

    node: Any
    """The syntax tree of the function."""
    frames: list[Frame]
    """The function, and the functions inlined in it."""
    inlining: list[Any]
    """The functions being inlined."""
    itself: Closure | None
    """What its name means inside a lifted nested function."""
    returns: list[tuple[str, str]]
    """Where `return` goes in inlined code: the variable for the value, and the block."""
    loops: list[tuple[str, str]]
    """Where `break` and `continue` go."""
    sink: Callable[[Value], None] | None
    """What to do with a yielded value."""
    finals: list[tuple[list[ast.stmt], int, int]]
    """The enclosing `finally` blocks, with the number of handlers and loops outside each."""
    caught: list[tuple[str, str]]
    """The errors being handled: the name of each, and where its number is."""
    most = 1
    """Maximum yields of a generator inlined into a comprehension."""
    unrolled = 0
    """Nesting of unrolled loops."""

    # Names and variables.

    scopes: list[dict[str, str]]
    """Names to variable keys, innermost scope last."""
    variables: dict[str, Variable]
    constants: dict[str, Value]
    """Variables whose values are known at compile time."""
    kinds: dict[str, Kind]
    """The kinds of variables, from earlier passes."""
    sites: dict[str, int]
    """How often each name is bound in the source."""
    bound: dict[str, str]
    """For a variable that may be unbound: the flag that says whether it is bound."""
    slots: dict[str, str]
    """Stack slots for states."""
    fresh = False
    """Whether the assigned value is in memory that nothing else uses."""
    making_room = False
    """Whether a state or an action is being created, whose layout may turn out too small."""

    def __init__(self, program: Program, spec: Spec, function: FunctionType, kernel: bool) -> None:
        self.program = program
        self.spec = spec
        self.function = function
        self.kernel = kernel
        """Whether this is Countermove's own code, which trusts its indices and keeps states in its own slots."""
        self.checks = os.environ.get("COUNTERMOVE_CHECK", "") not in ("", "0")
        """Whether indices are checked in Countermove's own code too."""
        self.body = Body()
        self.line = function.__code__.co_firstlineno
        self.cells: dict[Any, Cell] = {}
        """What is known of the lists created at each source location, kept between passes."""
        self.changed = False
        self.keeps = False
        self.handlers: list[Handler] = []
        self.faults: dict[tuple[int, int, Handler | None], str] = {}

    @property
    def writer(self) -> Writer:
        """The same object, with the methods of classes further down the chain."""
        return cast("Writer", self)

    def no(self, reason: str, node: ast.AST | None = None) -> Unsupported:
        found = Unsupported(reason, node, self.function)
        found.line = found.line or self.line
        return found

    # Calls and returns.

    def leave(self, value: Value) -> None:
        """Return a value of the function's return kind."""
        types = leaves(self.spec.result)
        self.before_leaving()
        if not types:
            self.body.end("ret void")
        elif len(types) == 1:
            self.body.end(f"ret {types[0]} {value.op}")
        else:
            found = "poison"
            whole = f"{{ {', '.join(types)} }}"
            for at, (kind, part) in enumerate(zip(types, value.parts)):
                found = self.body.set(f"insertvalue {whole} {found}, {kind} {part}, {at}")
            self.body.end(f"ret {whole} {found}")

    def before_leaving(self) -> None:
        """Cleanup when the function returns."""

    def call(self, name: str, kinds: list[str], operands: list[str], result: Kind) -> Value:
        """Call a compiled function."""
        types = leaves(result)
        given = "void" if not types else types[0] if len(types) == 1 else f"{{ {', '.join(types)} }}"
        arguments = ", ".join(["ptr %ctx", *(f"{kind} {operand}" for kind, operand in zip(kinds, operands))])
        text = f"call fastcc {given} @{name}({arguments})"
        if not types:
            self.body.add(text)
            return Value(result, [])
        found = self.body.set(text)
        if len(types) == 1:
            return Value(result, [found])
        return Value(result, [self.body.set(f"extractvalue {given} {found}, {at}") for at in range(len(types))])
