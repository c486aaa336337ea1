"""A function under construction: its lines, and what is known of its variables."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from types import FunctionType
from typing import Any

from countermove.native.compiler.callee import Closure
from countermove.native.compiler.code import Body, Value
from countermove.native.compiler.kinds import Cell, Kind, leaves
from countermove.native.compiler.program import Program, RoomError, Spec, Unsupported

__all__ = ["Base", "Frame", "Handler", "Variable"]


class Variable:
    """A local variable: its kind and where its parts are."""

    def __init__(self, kind: Kind, places: list[str]) -> None:
        self.kind = kind
        self.places = places


class Frame:
    """A function that is being written, in itself or inside another."""

    def __init__(self, function: FunctionType, node: Any, owner: type | None) -> None:
        self.function = function
        self.node = node
        self.owner = owner
        self.key = ""
        """What distinguishes its variables from those of others, and of itself where it is written out elsewhere."""


class Handler:
    """Where to go when something inside a `try` goes wrong."""

    def __init__(self, catches: tuple[type[BaseException], ...], label: str, code: str) -> None:
        self.catches = catches
        self.label = label
        self.code = code
        """A place for the number of what went wrong, so that it can be raised again."""

    def takes(self, error: type[BaseException]) -> bool:
        """Whether an error ends here; an author's code cannot put right that memory has run out."""
        return error not in (MemoryError, RoomError) and any(issubclass(error, each) for each in self.catches)


class Base:
    """A function under construction."""

    # Where in the source it is, and what surrounds that place.

    node: Any
    """The syntax tree of the function."""
    frames: list[Frame]
    """The function, and the functions written out inside it."""
    inlining: list[Any]
    """What is being written out."""
    itself: Closure | None
    """What its name means inside a function that was lifted out of another."""
    returns: list[tuple[str, str]]
    """Where `return` goes in what is written out: the variable for the value, and the block."""
    loops: list[tuple[str, str]]
    """Where `break` and `continue` go."""
    sink: Callable[[Value], None] | None
    """What is done with what is yielded."""
    finals: list[tuple[list[ast.stmt], int, int]]
    """What `finally` asks for around here; and how many handlers and loops are outside of it."""
    caught: list[tuple[str, str]]
    """The errors that are being handled: the name of each, and where its number is."""
    most = 1
    """In how many places a generator may yield that is written out around a comprehension."""
    unrolled = 0
    """In how many loops that are written out, item by item."""

    # Names and variables.

    scopes: list[dict[str, str]]
    """From names to the keys of variables, the innermost scope last."""
    variables: dict[str, Variable]
    constants: dict[str, Value]
    """Variables whose values are known while compiling."""
    kinds: dict[str, Kind]
    """The kinds of variables, as known from earlier passes."""
    sites: dict[str, int]
    """How often each name is bound in the source."""
    bound: dict[str, str]
    """For a variable that may have no value yet: where it is noted whether it has one."""
    slots: dict[str, str]
    """Places for states."""
    fresh = False
    """Whether what is assigned lies in a place that nothing else uses."""
    making_room = False
    """Whether a state or an action is being made, whose shape may turn out to be too small."""

    def __init__(self, program: Program, spec: Spec, function: FunctionType, kernel: bool) -> None:
        self.program = program
        self.spec = spec
        self.function = function
        self.kernel = kernel
        """Whether this is Countermove's own code, which trusts its indices and keeps states in places of its own."""
        self.checks = os.environ.get("COUNTERMOVE_CHECK", "") not in ("", "0")
        """Whether indices are checked in Countermove's own code too."""
        self.body = Body()
        self.line = function.__code__.co_firstlineno
        self.cells: dict[Any, Cell] = {}
        """What has been learnt of the lists made at each place of the source; kept from one pass to the next."""
        self.changed = False
        self.keeps = False
        self.handlers: list[Handler] = []
        self.faults: dict[tuple[int, int, Handler | None], str] = {}

    def no(self, reason: str, node: ast.AST | None = None) -> Unsupported:
        found = Unsupported(reason, node, self.function)
        found.line = found.line or self.line
        return found

    # Calls and returns.

    def leave(self, value: Value) -> None:
        """Return a value of the kind that the function returns."""
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
        """What remains to be done when the function returns."""

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
