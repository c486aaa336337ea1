"""LLVM IR as text: one function under construction, and the values in its registers.

Every variable is a stack slot, which LLVM's first pass turns into registers; so no phi nodes are needed here. A `Value`
is a kind and the registers that hold it, or a compile-time constant that needs none.
"""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Iterator
from typing import Any

from countermove.native.compiler import kinds

MISSING: Any = type("Missing", (), {"__repr__": lambda self: "MISSING"})()


class Value:
    """A value of a kind, in registers; or a constant, known at compile time.

    `parts` are operands, as many as `leaves(kind)` has: registers such as %7, or literals.
    """

    __slots__ = ("const", "kind", "live", "parts")

    def __init__(self, kind: kinds.Kind, parts: list[str], const: Any = MISSING) -> None:
        self.kind = kind
        self.parts = parts
        self.const = const
        self.live = False
        """Whether these are the items of a mutable list: items read from it are copied."""

    def __repr__(self) -> str:
        return f"Value({self.kind}, {self.parts}, {self.const!r})"

    @property
    def is_const(self) -> bool:
        return self.const is not MISSING

    @property
    def op(self) -> str:
        """The operand of a value that has exactly one."""
        return self.parts[0]

    def items(self) -> list[Value]:
        """The items of a tuple."""
        return self._split(0)

    def alternatives(self) -> list[Value]:
        """The alternatives of a union value."""
        return self._split(1)

    def _split(self, at: int) -> list[Value]:
        """The values of each kind of a tuple or union, whose parts start at one."""
        assert isinstance(self.kind, kinds.Tuple | kinds.Union)
        found = []
        for kind in self.kind.items:
            size = len(kinds.leaves(kind))
            found.append(Value(kind, self.parts[at : at + size]))
            at += size
        return found

    def inner(self) -> Value:
        """The value of an optional, if present."""
        assert isinstance(self.kind, kinds.Optional)
        return Value(self.kind.item, self.parts[1:])


def constant(value: Any) -> Value:
    """A value known at compile time."""
    return Value(kinds.Static(value), [], value)


def integer(op: str | int) -> Value:
    return Value(kinds.INT, [str(op)])


def boolean(op: str) -> Value:
    return Value(kinds.BOOL, [op])


def real(op: str) -> Value:
    return Value(kinds.FLOAT, [op])


none = Value(kinds.NONE, [])
never = Value(kinds.NEVER, [])


def wrapped(number: int) -> int:
    """A Python int in 64 signed bits."""
    return (number + (1 << 63) & (1 << 64) - 1) - (1 << 63)


def literal(value: float) -> str:
    """A float in LLVM's exact notation."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


ZEROS = {"i64": "0", "i1": "false", "double": "0.0", "ptr": "null"}


class Body:
    """The lines of one function."""

    def __init__(self) -> None:
        self.head: list[str] = []
        """Stack slots, allocated once at function entry."""
        self.lines: list[str] = []
        self.count = 0
        self.open = True
        """Whether the current block is still open."""
        self.block = "entry"

    def fresh(self, name: str = "") -> str:
        self.count += 1
        return f"%{name}.{self.count}" if name else f"%v{self.count}"

    def label(self, name: str = "b") -> str:
        self.count += 1
        return f"{name}{self.count}"

    def begin(self, label: str) -> None:
        """Start another block; the previous one falls through to it unless ended."""
        if self.open:
            self.lines.append(f"  br label %{label}")
        elif self.lines and self.lines[-1].endswith(":"):
            self.lines.append("  unreachable")
        self.lines.append(f"{label}:")
        self.open = True
        self.block = label

    def add(self, line: str) -> None:
        if not self.open:
            self.begin(self.label("dead"))
        self.lines.append("  " + line)

    def set(self, line: str) -> str:
        """Add a line that computes a value; returns its register."""
        register = self.fresh()
        self.add(f"{register} = {line}")
        return register

    def end(self, line: str) -> None:
        """A line that ends a block."""
        self.add(line)
        self.open = False

    def jump(self, label: str) -> None:
        if self.open:
            self.end(f"br label %{label}")

    def branch(self, condition: str, yes: str, no: str, likely: bool | None = None) -> None:
        weight = "" if likely is None else f", !prof !{0 if likely else 1}"
        self.end(f"br i1 {condition}, label %{yes}, label %{no}{weight}")

    def jump_if(self, condition: str, label: str, holds: bool = True) -> None:
        """Jump if a condition holds, or if it does not; go on otherwise."""
        on = self.label("on")
        self.branch(condition, *((label, on) if holds else (on, label)))
        self.begin(on)

    @contextlib.contextmanager
    def when(self, condition: str, holds: bool = True, likely: bool | None = None) -> Iterator[None]:
        """Lines that run only if a condition holds, or only if it does not; `likely` says what to expect of it."""
        inside, on = self.label("when"), self.label("on")
        self.branch(condition, *((inside, on) if holds else (on, inside)), likely)
        self.begin(inside)
        yield
        self.begin(on)

    def place(self, kind: str, count: int = 1, name: str = "s") -> str:
        """A stack slot for one or more values of an LLVM type."""
        register = self.fresh(name)
        what = kind if count == 1 else f"[{count} x {kind}]"
        self.head.append(f"  {register} = alloca {what}, align 8")
        return register

    def slot(self, kind: str, value: str) -> str:
        """A stack slot with a first value."""
        register = self.place(kind)
        self.store(kind, value, register)
        return register

    # Memory.

    def at(self, address: str, index: str | int) -> str:
        """The address of a word at an offset from another."""
        if str(index) == "0":
            return address
        return self.set(f"getelementptr inbounds i64, ptr {address}, i64 {index}")

    def load(self, kind: str, address: str, more: str = "") -> str:
        return self.set(f"load {kind}, ptr {address}{more}")

    def store(self, kind: str, value: str, address: str) -> None:
        self.add(f"store {kind} {value}, ptr {address}")

    def load_word(self, kind: str, address: str) -> str:
        """A word of memory as an operand of a type."""
        if kind == "i1":
            return self.set(f"icmp ne i64 {self.load('i64', address)}, 0")
        return self.load(kind, address)

    def store_word(self, kind: str, value: str, address: str) -> None:
        if kind == "i1":
            value, kind = self.set(f"zext i1 {value} to i64"), "i64"
        self.store(kind, value, address)

    def copy(self, target: str, source: str, count: str | int) -> None:
        """Copy words to a non-overlapping location."""
        if str(count) == "0":
            return
        size = int(count) * 8 if str(count).lstrip("-").isdigit() else self.set(f"shl i64 {count}, 3")
        self.add(f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {target}, ptr align 8 {source}, i64 {size}, i1 false)")


def zero(kind: kinds.Kind) -> Value:
    """An arbitrary value of a kind."""
    return Value(kind, [ZEROS[each] for each in kinds.leaves(kind)])


def is_number(kind: kinds.Kind) -> bool:
    return kind in (kinds.INT, kinds.FLOAT, kinds.BOOL) or (isinstance(kind, kinds.Enum) and issubclass(kind.cls, int))
