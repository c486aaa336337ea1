"""What every part of the compiler uses: faults, memory, conversions, truth and equality."""

from __future__ import annotations

import ast
import enum
import os
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from countermove.native.compiler.chosen import Selected, is_callable
from countermove.native.compiler.code import (
    Body,
    Value,
    boolean,
    constant,
    integer,
    is_number,
    never,
    real,
    zero,
)  # fmt: skip
from countermove.native.compiler.hashed import HEADER, INDEX, SLOT, slots_for
from countermove.native.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    MEMORY,
    NEVER,
    NONE,
    Array,
    Clash,
    Dict,
    Enum,
    Kind,
    List,
    Optional,
    Seq,
    Set,
    Static,
    Tuple,
    Union,
    contains_memory,
    item_of,
    join,
    leaves,
    plain,
    words,
)  # fmt: skip
from countermove.native.compiler.program import (
    FAULT,
    PLACE,
    STACK,
    TOP,
    Program,
    RoomError,
    Spec,
    Unsupported,
)  # fmt: skip

__all__ = ["Base", "Handler"]


class Handler:
    """Where to go when something inside a `try` goes wrong."""

    def __init__(self, catches: tuple[type[BaseException], ...], label: str, code: str) -> None:
        self.catches = catches
        self.label = label
        self.code = code
        """A place for the number of what went wrong, so that it can be raised again."""

    def takes(self, error: type[BaseException]) -> bool:
        """Whether an error ends here; that there is no memory left is nothing an author's code can put right."""
        return error not in (MemoryError, RoomError) and any(issubclass(error, each) for each in self.catches)


class Base:
    """A function under construction: its lines, and what is known of its variables."""

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
        self.cells: dict[Any, Any] = {}
        """What has been learnt of the lists made at each place of the source; kept from one pass to the next."""
        self.changed = False
        self.keeps = False
        self.handlers: list[Handler] = []
        self.faults: dict[tuple[int, int, Handler | None], str] = {}

    # Saying no.

    def no(self, reason: str, node: ast.AST | None = None) -> Unsupported:
        found = Unsupported(reason, node, self.function)
        found.line = found.line or self.line
        return found

    # Faults.

    def fault(self, error: type[BaseException]) -> str:
        """The block to go to when an error of this class happens here."""
        number = self.program.fault_number(error)
        found = next((handler for handler in reversed(self.handlers) if handler.takes(error)), None)
        if found is None:
            self.spec.fails = True
        key = (number + 1, self.line, found)
        if key not in self.faults:
            self.faults[key] = self.body.label("fault")
        return self.faults[key]

    def guard(self, good: str, error: type[BaseException]) -> None:
        """Go on only where a condition holds."""
        if good == "true":
            return
        label = self.body.label("ok")
        self.body.branch(good, label, self.fault(error), likely=True)
        self.body.begin(label)

    def finish_faults(self) -> None:
        """Write the blocks that faults lead to."""
        body = self.body
        if not self.faults and not body_uses(body, "%failed"):
            return
        name, file = self.function.__qualname__, self.function.__code__.co_filename
        for (number, line, handler), label in self.faults.items():
            body.begin(label)
            body.store("i64", str(self.program.place(name, file, line)), body.at("%ctx", PLACE))
            if handler is not None:
                body.store("i64", str(number), handler.code)
                body.jump(handler.label)
                continue
            body.store("i64", str(number), body.at("%ctx", FAULT))
            body.jump("failed")
        body.begin("failed")
        self.leave(zero(self.spec.result))

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

    def check_stack(self) -> None:
        """Before a function calls itself: go on only if there is room on the stack."""
        body = self.body
        here = body.set(f"ptrtoint ptr {body.place('i64', name='here')} to i64")
        limit = body.load("i64", body.at("%ctx", STACK))
        self.guard(body.set(f"icmp ugt i64 {here}, {limit}"), RecursionError)

    def check_call(self) -> None:
        """After a call that may fail: go on only if it did not."""
        body = self.body
        code = body.load("i64", body.at("%ctx", FAULT))
        good, bad = body.label("ok"), body.label("bad")
        body.branch(body.set(f"icmp eq i64 {code}, 0"), good, bad, likely=True)
        body.begin(bad)
        self.raised(code)
        body.begin(good)

    def raised(self, code: str) -> None:
        """Go where an error leads whose number is known only while the game is played."""
        body = self.body
        for handler in reversed(self.handlers):
            for number, error in enumerate(self.program.faults):
                if not handler.takes(error):
                    continue
                caught, other = body.label("caught"), body.label("other")
                body.branch(body.set(f"icmp eq i64 {code}, {number + 1}"), caught, other)
                body.begin(caught)
                body.store("i64", "0", body.at("%ctx", FAULT))
                body.store("i64", code, handler.code)
                body.jump(handler.label)
                body.begin(other)
        self.spec.fails = True
        body.store("i64", code, body.at("%ctx", FAULT))
        body.jump("failed")
        body.open = False

    # Memory.

    def alloc(self, count: str | int) -> str:
        """So many words of memory, free until the rule that is running returns."""
        self.spec.allocates = True
        if self.kernel:
            self.keeps_memory()
        address = self.body.set(f"call ptr @cm_alloc(ptr %ctx, i64 {count})")
        self.guard(self.body.set(f"icmp ne ptr {address}, null"), MemoryError)
        return address

    def keeps_memory(self) -> None:
        """A kernel takes memory itself, and gives it back when it returns."""
        if not self.keeps:
            self.keeps = self.changed = True

    def mark(self) -> str:
        return self.body.load("ptr", self.body.at("%ctx", TOP))

    def release(self, mark: str) -> None:
        self.body.store("ptr", mark, self.body.at("%ctx", TOP))

    def store(self, value: Value, address: str) -> None:
        """Put a value into memory as an item of its kind."""
        body, kind = self.body, value.kind
        if kind in (NONE, NEVER):
            return
        if isinstance(kind, Optional):
            body.store_word("i1", value.parts[0], address)
            if words(kind.item):
                there = body.set(f"zext i1 {value.parts[0]} to i64")
                self.store_alternative(there, 1, value.inner(), body.at(address, 1))
        elif isinstance(kind, Union):
            body.store("i64", value.parts[0], address)
            at = 1
            for item in value.alternatives():
                self.store_alternative(value.parts[0], kind.items.index(item.kind), item, body.at(address, at))
                at += words(item.kind)
        elif isinstance(kind, Tuple):
            at = 0
            for item in value.items():
                self.store(item, body.at(address, at))
                at += words(item.kind)
        elif isinstance(kind, Seq) and kind.count is not None:
            body.copy(address, value.op, words(kind))
        elif isinstance(kind, Seq) and kind.room is None:
            body.store("ptr", value.parts[0], address)
            body.store("i64", value.parts[1], body.at(address, 1))
        elif isinstance(kind, Seq):
            body.store("i64", value.parts[1], address)
            count = body.set(f"mul i64 {value.parts[1]}, {words(kind.item)}")
            body.copy(body.at(address, 1), value.parts[0], count)
            if kind.text:  # texts stand in sets, where equal ones must be equal word by word
                rest = body.set(f"sub i64 {words(kind) - 1}, {count}")
                end = body.at(body.at(address, 1), count)
                bytes_ = body.set(f"shl i64 {rest}, 3")
                body.add(f"call void @llvm.memset.p0.i64(ptr {end}, i8 0, i64 {bytes_}, i1 false)")
        elif isinstance(kind, Set) and kind.room is not None:
            header = value.op
            count = body.load("i64", body.at(header, 1))
            body.store("i64", count, address)
            size = body.set(f"mul i64 {count}, {words(kind.cell.kind)}")
            body.copy(body.at(address, 1), body.load("ptr", header), size)
        elif isinstance(kind, Array) and kind.shape is not None:
            body.copy(address, value.op, words(kind))
        elif isinstance(kind, Array):
            for at, (llvm, part) in enumerate(zip(leaves(kind), value.parts)):
                body.store(llvm, part, body.at(address, at))
        else:
            (llvm,) = leaves(kind)
            body.store_word(llvm, value.op, address)

    def set_in_state(self, kind: Set, data: str, count: str) -> Value:
        """A set of a state, with its items somewhere: what finds them has its place behind the header."""
        assert kind.room is not None
        body, slots = self.body, slots_for(kind.room)
        header = self.alloc(HEADER + (2 + slots // 2 if slots else 0))
        body.store("ptr", data, header)
        for at in (1, 2):
            body.store("i64", count, body.at(header, at))
        body.store("i64", str(SLOT * slots), body.at(header, INDEX))
        return Value(kind, [header])

    def store_alternative(self, chosen: str, number: int, item: Value, address: str) -> None:
        """Store what a value may be; only where it is that may its memory be looked at."""
        if not contains_memory(item.kind):
            self.store(item, address)
            return
        body = self.body
        yes, no, end = body.label("is"), body.label("not"), body.label("end")
        body.branch(body.set(f"icmp eq i64 {chosen}, {number}"), yes, no)
        body.begin(yes)
        self.store(item, address)
        body.jump(end)
        body.begin(no)
        for at in range(words(item.kind)):
            body.store("i64", "0", body.at(address, at))
        body.begin(end)

    def load(self, kind: Kind, address: str, fresh: bool = False) -> Value:
        """An item of a kind from memory; `fresh` where that memory may change later."""
        body = self.body
        if kind in (NONE, NEVER):
            return Value(kind, [])
        if isinstance(kind, Optional):
            flag = body.load_word("i1", address)
            return Value(kind, [flag, *self.load(kind.item, body.at(address, 1), fresh).parts])
        if isinstance(kind, Union):
            parts, at = [body.load("i64", address)], 1
            for item in kind.items:
                parts += self.load(item, body.at(address, at), fresh).parts
                at += words(item)
            return Value(kind, parts)
        if isinstance(kind, Tuple):
            parts, at = [], 0
            for item in kind.items:
                parts += self.load(item, body.at(address, at), fresh).parts
                at += words(item)
            return Value(kind, parts)
        if isinstance(kind, Seq) and kind.count is not None:
            if fresh and words(kind):
                copy = self.alloc(words(kind))
                body.copy(copy, address, words(kind))
                address = copy
            return Value(kind, [address])
        if isinstance(kind, Seq) and kind.room is None:
            return Value(kind, [body.load("ptr", address), body.load("i64", body.at(address, 1))])
        if isinstance(kind, Seq):
            if fresh:
                copy = self.alloc(words(kind))
                body.copy(copy, address, words(kind))
                address = copy
            return Value(kind, [body.at(address, 1), body.load("i64", address)])
        if isinstance(kind, Set) and kind.room is not None:
            return self.set_in_state(kind, body.at(address, 1), body.load("i64", address))
        if isinstance(kind, Array) and kind.shape is not None:
            return Value(kind, [address])
        if isinstance(kind, Array):
            return Value(kind, [body.load(llvm, body.at(address, at)) for at, llvm in enumerate(leaves(kind))])
        (llvm,) = leaves(kind)
        return Value(kind, [body.load_word(llvm, address)])

    # Constants.

    def runtime(self, value: Value, node: ast.AST | None = None) -> Value:
        """A value in registers, of a constant too."""
        if not value.is_const:
            return value
        found = self.program.runtime(value.const)
        if found is None:
            raise self.no(f"{describe(value.const)} cannot be a value in compiled rules", node)
        return found

    def kind_of(self, value: Value) -> Kind:
        """The kind of a value, of a constant too; Static for what exists only while compiling."""
        if not value.is_const:
            return value.kind
        found = self.program.runtime(value.const)
        return value.kind if found is None else found.kind

    # Conversions.

    def convert(self, value: Value, kind: Kind, node: ast.AST | None = None) -> Value:
        """A value as one of a kind that can hold it."""
        body = self.body
        if value.is_const:
            have = self.kind_of(value)
            if isinstance(have, Static):
                if isinstance(kind, Static):
                    return value
                raise self.no(f"{describe(value.const)} cannot be a value in compiled rules", node)
            try:
                fits = not contains_memory(kind) and join(have, kind) == kind
            except Clash:
                fits = False
            if fits and not (isinstance(kind, Enum) and not isinstance(value.const, enum.Enum)):
                return self.program.constant_of(value.const, kind)
            value = self.runtime(value, node)
        given = value.kind
        if given == kind and not (isinstance(given, List) and given is not kind):
            return value
        if given is NEVER:
            return zero(kind)
        if kind is NEVER:
            return Value(kind, [])
        if isinstance(kind, Optional):
            if given is NONE:
                return Value(kind, ["false", *zero(kind.item).parts])
            if isinstance(given, Optional):
                if given.item == kind.item or not contains_memory(kind.item):
                    return Value(kind, [value.parts[0], *self.convert(value.inner(), kind.item, node).parts])
                return self.choose(
                    value.parts[0], lambda: self.convert(value.inner(), kind, node), lambda: zero(kind)
                )  # fmt: skip
            return Value(kind, ["true", *self.convert(value, kind.item, node).parts])
        if isinstance(given, Optional):
            self.guard(value.parts[0], TypeError)
            return self.convert(value.inner(), kind, node)
        if isinstance(kind, Union):
            return self._united(value, kind, node)
        if isinstance(given, Union):
            held = self.narrow(value, lambda each: _fits(each, kind) or _has_room_for(kind, each))
            return self.convert(held, kind, node)
        if kind is FLOAT and is_number(given):
            if given is BOOL:
                return real(body.set(f"uitofp i1 {value.op} to double"))
            return real(body.set(f"sitofp i64 {value.op} to double"))
        if kind is INT and is_number(given) and given is not FLOAT:
            return self.as_int(value)
        if kind is BOOL and given is INT:
            return boolean(body.set(f"icmp ne i64 {value.op}, 0"))
        if isinstance(kind, Enum) and given is INT and issubclass(kind.cls, int):
            return Value(kind, value.parts)
        if isinstance(kind, Tuple):
            if isinstance(given, Tuple) and len(given.items) == len(kind.items):
                parts = [p for v, k in zip(value.items(), kind.items) for p in self.convert(v, k, node).parts]
                return Value(kind, parts)
            if isinstance(given, Seq):
                items = self.unpacked(value, len(kind.items), ValueError)
                return Value(kind, [p for v, k in zip(items, kind.items) for p in self.convert(v, k, node).parts])
        if isinstance(kind, Seq):
            if isinstance(given, Tuple) and (given.cls is None or kind.item is not NEVER):
                items = [self.convert(item, kind.item, node) for item in value.items()]
                return self.fitted(self.sequence(items, kind.item, kind.text), kind)
            if isinstance(given, Seq):
                if same_items(given.item, kind.item):
                    return self.fitted(value, kind)
                return self.fitted(self.rebuilt(value, kind.item), kind)
        if isinstance(kind, List) and isinstance(given, List) and type(kind) is type(given):
            if given.cell.kind == kind.cell.kind or given.cell.kind is NEVER:
                if isinstance(kind, Set) and kind.room is not None:
                    return self.roomy(value, kind)
                return Value(kind, value.parts)
            if isinstance(kind, Set):
                return self.convert(self.rebuilt_set(value, kind.cell.kind), kind, node)
            raise self.no("a list is used for items of two kinds", node)
        if type(kind) is List and isinstance(given, Seq) and given.listed:
            return self.thawed_list(value, kind)
        if isinstance(kind, Dict) and isinstance(given, Dict):
            return Value(kind, value.parts)
        if isinstance(kind, Array) and isinstance(given, Array) and kind.ndim == given.ndim:
            return self.as_array(value, kind)
        if isinstance(kind, Array) and kind.ndim == 0 and is_number(given):
            return value
        raise self.no(f"{plain(given)} stands where {plain(kind)} is expected", node)

    def _united(self, value: Value, kind: Union, node: ast.AST | None) -> Value:
        """A value as one of several kinds."""
        body = self.body
        if not isinstance(value.kind, Union):
            chosen = _place_in(value.kind, kind)
            if chosen is None:
                raise self.no(f"{plain(value.kind)} stands where {plain(kind)} is expected", node)
            parts = [str(chosen)]
            for number, each in enumerate(kind.items):
                parts += (self.convert(value, each, node) if number == chosen else zero(each)).parts
            return Value(kind, parts)
        places = [body.place(llvm) for llvm in leaves(kind)]
        end = body.label("end")
        for number, item in enumerate(value.alternatives()):
            yes, no = body.label("is"), body.label("not")
            body.branch(body.set(f"icmp eq i64 {value.parts[0]}, {number}"), yes, no)
            body.begin(yes)
            for llvm, part, place in zip(leaves(kind), self._united(item, kind, node).parts, places):
                body.store(llvm, part, place)
            body.jump(end)
            body.begin(no)
        for llvm, part, place in zip(leaves(kind), zero(kind).parts, places):
            body.store(llvm, part, place)
        body.begin(end)
        return Value(kind, [body.load(llvm, place) for llvm, place in zip(leaves(kind), places)])

    def narrow(self, value: Value, wanted: Callable[[Kind], bool], error: type[BaseException] = TypeError) -> Value:
        """A value of one of several kinds as one of those that are wanted; a fault where it is of another."""
        while isinstance(value.kind, Optional):
            value = self.present(value, error)
        if value.kind is NONE:
            return self.present(value, error)
        if not isinstance(value.kind, Union):
            return value
        good = [(n, each) for n, each in enumerate(value.alternatives()) if wanted(each.kind)]
        if not good:
            raise self.no(f"{plain(value.kind)} is used as what it cannot be")
        if len(good) == 1:
            self.guard(self.body.set(f"icmp eq i64 {value.parts[0]}, {good[0][0]}"), error)
            return good[0][1]
        number, first = good[0]
        here = self.body.set(f"icmp eq i64 {value.parts[0]}, {number}")
        rest = lambda: self.narrow(value, lambda k: wanted(k) and k != first.kind, error)  # noqa: E731
        return self.choose(here, lambda: first, rest)

    node: Any

    def special(self, owner: Value, name: str, arguments: list[Value], node: ast.AST) -> Value | None:
        raise NotImplementedError

    def as_array(self, value: Value, kind: Array) -> Value:
        raise self.no("an array changes its kind")

    def thawed_list(self, value: Value, kind: List) -> Value:
        raise NotImplementedError

    def rebuilt_set(self, value: Value, item: Kind) -> Value:
        raise self.no("a set holds items of two kinds")

    def roomy(self, value: Value, kind: Set) -> Value:
        """A set for a state: its items in order, no more than there is room for."""
        raise NotImplementedError

    def misfit(self, error: type[BaseException]) -> type[BaseException]:
        """What it is called when a sequence is too long: no fault of the rules where a state or an action is made."""
        return RoomError if self.making_room else error

    making_room = False

    def fitted(self, value: Value, kind: Seq) -> Value:
        """A sequence whose number of items is what a kind says."""
        assert isinstance(value.kind, Seq)
        count = self.length(value)
        if kind.count is not None:
            if value.kind.count is None:
                self.guard(self.body.set(f"icmp eq i64 {count}, {kind.count}"), self.misfit(ValueError))
            elif value.kind.count != kind.count:
                self.guard("false", self.misfit(ValueError))
            return Value(kind, value.parts[:1])
        if kind.room is not None and value.kind.room is None:
            if value.kind.count is None:
                self.guard(self.body.set(f"icmp sle i64 {count}, {kind.room}"), self.misfit(OverflowError))
            elif value.kind.count > kind.room:
                self.guard("false", self.misfit(OverflowError))
        return Value(kind, [value.parts[0], count])

    def rebuilt(self, value: Value, item: Kind) -> Value:
        """A sequence with every item converted to another kind."""
        assert isinstance(value.kind, Seq)
        count = self.length(value)
        size = words(item)
        target = self.alloc(self.body.set(f"mul i64 {count}, {size}"))

        def one(index: str) -> None:
            converted = self.convert(self.item(value, index), item)
            self.store(converted, self.body.at(target, self.body.set(f"mul i64 {index}, {size}")))

        self.count_up(count, one)
        fixed = value.kind.count
        return Value(Seq(item, fixed, None, value.kind.text), [target] if fixed is not None else [target, count])

    def sequence(self, items: list[Value], item: Kind, text: bool = False) -> Value:
        """Values of one kind, side by side in memory."""
        size = words(item)
        kind = Seq(item, len(items), None, text)
        if not items or size == 0:
            return Value(kind, ["@cm_nothing"])
        target = self.alloc(size * len(items))
        for at, value in enumerate(items):
            self.store(value, self.body.at(target, at * size))
        return Value(kind, [target])

    def as_sequence(self, value: Value, node: ast.AST | None = None) -> Value:
        """A tuple, list, set or text as a sequence in memory (a list as it is now)."""
        value = self.narrow(self.runtime(value, node), lambda each: isinstance(each, Seq | Tuple | List))
        kind = value.kind
        if isinstance(kind, Seq):
            return value
        if isinstance(kind, Tuple):
            try:
                item = item_of(kind.items)
            except Clash as clash:
                raise self.no(f"the items of a tuple are sometimes {clash}", node) from None
            return self.sequence([self.convert(each, item, node) for each in value.items()], item)
        if isinstance(kind, List):
            data = self.body.load("ptr", value.op)
            found = Value(Seq(kind.cell.kind), [data, self.length(value)])
            found.live = True
            return found
        if kind in (NEVER, NONE):
            if kind is NONE:
                self.present(value)
            return Value(Seq(NEVER, 0), ["@cm_nothing"])
        if isinstance(kind, Optional):
            return self.as_sequence(self.present(value), node)
        raise self.no(f"{plain(kind)} is not a sequence", node)

    def unpacked(self, value: Value, count: int, error: type[BaseException]) -> list[Value]:
        """The items of a sequence that must have so many."""
        assert isinstance(value.kind, Seq)
        if value.kind.count is None:
            self.guard(self.body.set(f"icmp eq i64 {value.parts[1]}, {count}"), error)
        elif value.kind.count != count:
            self.guard("false", error)
        return [self.item(value, str(at)) for at in range(count)]

    def item(self, value: Value, index: str) -> Value:
        """An item of a sequence in memory, by an index that is known to be good."""
        assert isinstance(value.kind, Seq)
        size = words(value.kind.item)
        if index.lstrip("-").isdigit():
            place = self.body.at(value.op, int(index) * size)
        else:
            place = self.body.at(value.op, index if size == 1 else self.body.set(f"mul i64 {index}, {size}"))
        found = self.load(value.kind.item, place, value.live)
        if value.kind.text:
            return Value(Seq(INT, 1, None, True), [place])
        return found

    def length(self, value: Value) -> str:
        """The number of items."""
        kind = value.kind
        if isinstance(kind, Seq):
            return str(kind.count) if kind.count is not None else value.parts[1]
        if isinstance(kind, Tuple):
            return str(len(kind.items))
        if isinstance(kind, Array):
            return str(kind.shape[0]) if kind.shape is not None else value.parts[1]
        if isinstance(kind, List | Dict):
            return self.body.load("i64", self.body.at(value.op, 1))
        if kind is MEMORY:
            return self.body.load("i64", self.body.at(value.op, -1))
        if isinstance(kind, Optional):
            return self.length(self.present(value))
        if isinstance(kind, Union):
            return self.per_alternative(value, has_items, lambda each: integer(self.length(each))).op
        if kind is NEVER:
            return "0"
        raise self.no(f"{plain(kind)} has no length")

    def present(self, value: Value, error: type[BaseException] = TypeError) -> Value:
        """The value of an optional; a fault where it is None."""
        while isinstance(value.kind, Optional):
            self.guard(value.parts[0], error)
            value = value.inner()
        if value.kind is NONE or (value.is_const and value.const is None):
            self.guard("false", error)
            return never
        return value

    # Numbers.

    def as_int(self, value: Value) -> Value:
        """A whole number from an int, a bool or a member of an enumeration of ints."""
        value = self.narrow(self.runtime(value), lambda each: is_number(each) and each is not FLOAT)
        if value.kind is BOOL:
            return integer(self.body.set(f"zext i1 {value.op} to i64"))
        if value.kind is INT or (isinstance(value.kind, Enum) and issubclass(value.kind.cls, int)):
            return integer(value.op)
        if value.kind is NEVER:
            return integer(0)
        raise self.no(f"{plain(value.kind)} stands where an int is expected")

    def as_float(self, value: Value) -> Value:
        value = self.narrow(self.runtime(value), is_number)
        if value.kind is FLOAT:
            return value
        if value.kind is NEVER:
            return real("0.0")
        if not is_number(value.kind):
            raise self.no(f"{plain(value.kind)} stands where a number is expected")
        return self.convert(value, FLOAT)

    # Truth and equality.

    def truth(self, value: Value) -> str:
        """Whether a value counts as true, as an operand of one bit."""
        if value.is_const:
            if isinstance(value.const, np.ndarray):
                raise self.no("the truth of an array")
            return "true" if value.const else "false"
        kind, body = value.kind, self.body
        if kind is BOOL:
            return value.op
        if kind is FLOAT:
            return body.set(f"fcmp une double {value.op}, 0.0")
        if kind in (NONE, NEVER):
            return "false"
        if kind is INT or (isinstance(kind, Enum) and issubclass(kind.cls, int)):
            return body.set(f"icmp ne i64 {value.op}, 0")
        if isinstance(kind, Optional):
            inner = value.inner()
            if contains_memory(kind.item):  # where it is None there is nothing to look at
                return self.choose(
                    value.parts[0], lambda: boolean(self.truth(inner)), lambda: boolean("false")
                ).op  # fmt: skip
            return body.set(f"and i1 {value.parts[0]}, {self.truth(inner)}")
        if isinstance(kind, Union):
            found = "false"
            for number, item in enumerate(value.alternatives()):
                here = body.set(f"icmp eq i64 {value.parts[0]}, {number}")
                each = self.choose(here, lambda item=item: boolean(self.truth(item)), lambda: boolean("false")).op  # type: ignore[misc]
                found = each if found == "false" else body.set(f"or i1 {found}, {each}")
            return found
        if isinstance(kind, Tuple) and kind.cls is not None:
            own = self.special(value, "__bool__", [], self.node) or self.special(value, "__len__", [], self.node)
            if own is not None:
                return self.truth(own)
            if not issubclass(kind.cls, tuple):
                return "true"
        if isinstance(kind, Tuple):
            return "true" if kind.items else "false"
        if isinstance(kind, Seq) and kind.count is not None:
            return "true" if kind.count else "false"
        if isinstance(kind, Seq | List | Dict):
            return body.set(f"icmp ne i64 {self.length(value)}, 0")
        if isinstance(kind, Array) and kind.ndim == 0:
            return "true"
        return "true"

    def equal(self, one: Value, two: Value) -> str:
        """Whether two values are equal, as an operand of one bit."""
        body = self.body
        if one.is_const and two.is_const:
            return "true" if bool(one.const == two.const) else "false"
        one, two = self._enum_of(one, two), self._enum_of(two, one)
        one, two = self._dict_like(one, two), self._dict_like(two, one)
        if self._is_static(one) or self._is_static(two):
            return "false"
        one, two = self.runtime(one), self.runtime(two)
        a, b = one.kind, two.kind
        if NEVER in (a, b):
            return "false"
        if isinstance(a, Optional) or isinstance(b, Optional) or NONE in (a, b):
            return self._equal_optional(one, two)
        if isinstance(a, Union) or isinstance(b, Union):
            return self._equal_united(one, two) if isinstance(a, Union) else self._equal_united(two, one)
        if is_number(a) and is_number(b):
            if FLOAT in (a, b):
                return body.set(f"fcmp oeq double {self.as_float(one).op}, {self.as_float(two).op}")
            if a is BOOL and b is BOOL:
                return body.set(f"icmp eq i1 {one.op}, {two.op}")
            return body.set(f"icmp eq i64 {self.as_int(one).op}, {self.as_int(two).op}")
        if isinstance(a, Enum) and isinstance(b, Enum):
            return body.set(f"icmp eq i64 {one.op}, {two.op}") if a.cls is b.cls else "false"
        if isinstance(a, Tuple) and isinstance(b, Tuple):
            own = self.special(one, "__eq__", [two], self.node)
            if own is not None:
                return self.truth(own)
            if len(a.items) != len(b.items) or (a.cls is not b.cls and not _both_tuples(a.cls, b.cls)):
                return "false"
            return self._all_equal(list(zip(one.items(), two.items())))
        if isinstance(a, Seq | Tuple) and isinstance(b, Seq | Tuple):
            return self._equal_sequences(self.as_sequence(one), self.as_sequence(two))
        if isinstance(a, Enum) and isinstance(b, Seq) and issubclass(a.cls, str) and b.text:
            return self.equal(self.member_text(one), two)
        if isinstance(b, Enum) and isinstance(a, Seq) and issubclass(b.cls, str) and a.text:
            return self.equal(one, self.member_text(two))
        if isinstance(a, Set) and isinstance(b, Set):
            return self.equal_sets(one, two)
        if isinstance(a, Dict) and isinstance(b, Dict):
            return self.equal_dicts(one, two)
        if (type(a) is List and isinstance(b, Seq) and b.listed) or (
            type(b) is List and isinstance(a, Seq) and a.listed
        ):
            return self._equal_sequences(self.as_sequence(one), self.as_sequence(two))
        if isinstance(a, List) and isinstance(b, List) and isinstance(a, Set) == isinstance(b, Set):
            return self._equal_sequences(self.as_sequence(one), self.as_sequence(two))
        return "false"

    def member_text(self, value: Value) -> Value:
        raise NotImplementedError

    def equal_sets(self, one: Value, two: Value) -> str:
        raise NotImplementedError

    def equal_dicts(self, one: Value, two: Value) -> str:
        raise NotImplementedError

    def _dict_like(self, one: Value, two: Value) -> Value:
        """A constant dictionary as one in memory, where it is compared with one."""
        if one.is_const and isinstance(one.const, dict) and isinstance(two.kind, Dict):
            return self.copied_dict(one.const, None)
        return one

    def copied_dict(self, table: dict[Any, Any], site: ast.AST | None) -> Value:
        raise NotImplementedError

    def _is_static(self, value: Value) -> bool:
        return value.is_const and self.program.runtime(value.const) is None

    def _enum_of(self, one: Value, two: Value) -> Value:
        """A constant as the member of an enumeration that it is compared with, where it is one's value."""
        if one.is_const and isinstance(two.kind, Enum) and not isinstance(one.const, enum.Enum):
            if issubclass(two.kind.cls, int):
                return one
            try:
                return constant(two.kind.cls(one.const)) if issubclass(two.kind.cls, str) else one
            except ValueError:
                return one
        return one

    def _equal_optional(self, one: Value, two: Value) -> str:
        body = self.body
        here = one.parts[0] if isinstance(one.kind, Optional) else "false" if one.kind is NONE else "true"
        there = two.parts[0] if isinstance(two.kind, Optional) else "false" if two.kind is NONE else "true"
        if one.kind is NONE and two.kind is NONE:
            return "true"
        alike = body.set(f"icmp eq i1 {here}, {there}")
        if NONE in (one.kind, two.kind):
            if {here, there} == {"true", "false"}:
                return "false"
            return alike
        first = one.inner() if isinstance(one.kind, Optional) else one
        second = two.inner() if isinstance(two.kind, Optional) else two
        both = body.set(f"and i1 {here}, {there}")
        # Where one is None its value is nothing to look at.
        found = self.choose(both, lambda: boolean(self.equal(first, second)), lambda: boolean(alike))
        return found.op

    def _equal_united(self, one: Value, two: Value) -> str:
        """Whether a value of one of several kinds equals another."""
        found = "false"
        for number, item in enumerate(one.alternatives()):
            here = self.body.set(f"icmp eq i64 {one.parts[0]}, {number}")
            each = self.choose(here, lambda item=item: boolean(self.equal(item, two)), lambda: boolean("false")).op  # type: ignore[misc]
            found = each if found == "false" else self.body.set(f"or i1 {found}, {each}")
        return found

    def _all_equal(self, pairs: list[tuple[Value, Value]]) -> str:
        found = "true"
        for one, two in pairs:
            each = self.equal(one, two)
            found = each if found == "true" else self.body.set(f"and i1 {found}, {each}")
        return found

    def _equal_sequences(self, one: Value, two: Value) -> str:
        assert isinstance(one.kind, Seq) and isinstance(two.kind, Seq)
        body = self.body
        if one.kind.text != two.kind.text and NEVER not in (one.kind.item, two.kind.item):
            return "false"
        if one.kind.count is not None and two.kind.count is not None:
            if one.kind.count != two.kind.count:
                return "false"
            if one.kind.count == 1 or (one.kind.count <= 4 and one.kind.item is INT):
                if one.kind.text:
                    pairs = [
                        (integer(body.load("i64", body.at(one.op, i))), integer(body.load("i64", body.at(two.op, i))))
                        for i in range(one.kind.count)
                    ]
                else:
                    pairs = [(self.item(one, str(i)), self.item(two, str(i))) for i in range(one.kind.count)]
                return self._all_equal(pairs)
        size, other = self.length(one), self.length(two)
        result = body.place("i1")
        body.store("i1", "false", result)
        done = body.label("done")
        loop = body.label("same")
        body.branch(body.set(f"icmp eq i64 {size}, {other}"), loop, done)
        body.begin(loop)

        def compare(index: str) -> None:
            if one.kind.text:  # type: ignore[attr-defined]
                left, right = (integer(body.load("i64", body.at(each.op, index))) for each in (one, two))
            else:
                left, right = self.item(one, index), self.item(two, index)
            on = body.label("on")
            body.branch(self.equal(left, right), on, done)
            body.begin(on)

        self.count_up(size, compare)
        body.store("i1", "true", result)
        body.begin(done)
        return body.load("i1", result)

    # Control.

    def choose(self, condition: str, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """One of two values, of which only the one that is wanted is worked out."""
        if condition in ("true", "false"):
            return yes() if condition == "true" else no()
        body = self.body
        good, bad, end = body.label("yes"), body.label("no"), body.label("end")
        body.branch(condition, good, bad)
        body.begin(good)
        first = self.settled(yes())
        after_first = (len(body.lines), body.open, body.block)
        body.lines.append("")  # where the first value is stored, once the kind of both is known
        body.open = False
        body.begin(bad)
        second = self.settled(no())
        if first.is_const and second.is_const and first.const is second.const:
            body.jump(end)
            at, is_open, _ = after_first
            if is_open:
                body.lines[at] = f"  br label %{end}"
            body.open = False
            body.begin(end)
            return first
        if first.is_const and second.is_const and is_callable(first.const) and is_callable(second.const):
            return self._choose_function(first.const, second.const, after_first, end)
        try:
            kind = join(self.kind_of(first), self.kind_of(second))
        except Clash as clash:
            raise self.no(f"a value is sometimes {clash}") from None
        if isinstance(kind, Static):
            raise self.no("which of two things is meant is not known before the game is played")
        places = [body.place(llvm) for llvm in leaves(kind)]
        for llvm, part, place in zip(leaves(kind), self.convert(second, kind).parts, places):
            body.store(llvm, part, place)
        body.jump(end)
        tail = body.lines
        at, is_open, block = after_first
        rest = tail[at + 1 :]
        body.lines = tail[:at]
        body.open, body.block = is_open, block
        if is_open:
            for llvm, part, place in zip(leaves(kind), self.convert(first, kind).parts, places):
                body.store(llvm, part, place)
            body.jump(end)
        body.lines += rest
        body.open = False
        body.begin(end)
        return Value(kind, [body.load(llvm, place) for llvm, place in zip(leaves(kind), places)])

    def _choose_function(self, one: Any, two: Any, after_first: tuple[int, bool, str], end: str) -> Value:
        """One of several functions: the number of each is noted where it is chosen."""
        body = self.body
        place = body.place("i64")
        first = one.options if isinstance(one, Selected) else [one]
        second = two.options if isinstance(two, Selected) else [two]
        if body.open:
            index = two.index if isinstance(two, Selected) else "0"
            body.store("i64", body.set(f"add i64 {index}, {len(first)}"), place)
            body.jump(end)
        at, is_open, _ = after_first
        if is_open:
            index = one.index if isinstance(one, Selected) else "0"
            body.lines[at] = f"  store i64 {index}, ptr {place}\n  br label %{end}"
        body.open = False
        body.begin(end)
        return constant(Selected([*first, *second], body.load("i64", place)))

    def settled(self, value: Value) -> Value:
        """A value that can be one of two: a generator is gathered first."""
        return value

    def per_alternative(
        self, value: Value, wanted: Callable[[Kind], bool], function: Callable[[Value], Value]
    ) -> Value:
        """What a function makes of a value that is of one of several kinds, each of which it may be given."""
        good = [(n, each) for n, each in enumerate(value.alternatives()) if wanted(each.kind)]
        if not good:
            raise self.no(f"{plain(value.kind)} is used as what it cannot be")

        def pick(rest: list[tuple[int, Value]]) -> Value:
            number, first = rest[0]
            here = self.body.set(f"icmp eq i64 {value.parts[0]}, {number}")
            if len(rest) == 1:
                self.guard(here, TypeError)
                return function(first)
            return self.choose(here, lambda: function(first), lambda: pick(rest[1:]))

        return pick(good)

    def count_up(self, count: str, one: Callable[[str], None]) -> None:
        """Do something for 0, 1, ... up to a count, which is known before."""
        body = self.body
        place = body.place("i64")
        body.store("i64", "0", place)
        head, inside, end = body.label("head"), body.label("in"), body.label("out")
        body.begin(head)
        index = body.load("i64", place)
        body.branch(body.set(f"icmp slt i64 {index}, {count}"), inside, end)
        body.begin(inside)
        one(index)
        body.store("i64", body.set(f"add i64 {index}, 1"), place)
        body.jump(head)
        body.begin(end)


def _place_in(kind: Kind, union: Union) -> int | None:
    """Which of several kinds a value is: one that it is exactly, else one that has room for it."""
    for fits in (_fits, _has_room_for):
        for number, each in enumerate(union.items):
            if fits(*((kind, each) if fits is _fits else (each, kind))):
                return number
    return None


def _has_room_for(kind: Kind, given: Kind) -> bool:
    """Whether a value can be put where there is room for some of its kind."""
    if isinstance(kind, Seq) and isinstance(given, Seq):
        return kind.text == given.text and (_fits(given.item, kind.item) or _has_room_for(kind.item, given.item))
    if isinstance(kind, Seq) and isinstance(given, Tuple) and not kind.text:
        return all(_fits(item, kind.item) or _has_room_for(kind.item, item) for item in given.items)
    if isinstance(kind, Tuple) and isinstance(given, Tuple):
        alike = len(kind.items) == len(given.items) and kind.cls is given.cls
        return alike and all(_fits(two, one) or _has_room_for(one, two) for one, two in zip(kind.items, given.items))
    if isinstance(kind, Tuple) and isinstance(given, Seq):
        return given.count in (None, len(kind.items)) and kind.cls is None and not given.text
    return type(kind) is type(given) and isinstance(kind, Set)


def _fits(one: Kind, two: Kind) -> bool:
    """Whether a value of one kind is one of another."""
    if isinstance(one, List) and isinstance(two, List):
        return type(one) is type(two) and (one == two or one.cell.kind is NEVER)
    try:
        return join(one, two) == two
    except Clash:
        return False


def same_items(one: Kind, two: Kind) -> bool:
    """Whether items of two kinds lie in memory in the same way."""
    return one == two or one is NEVER


def _both_tuples(one: type | None, two: type | None) -> bool:
    return all(cls is None or issubclass(cls, tuple) for cls in (one, two))


def has_items(kind: Kind) -> bool:
    """Whether values of a kind can be looped over."""
    return isinstance(kind, Seq | Tuple | List | Dict | Array)


def body_uses(body: Body, label: str) -> bool:
    return any(label in line for line in body.lines)


def describe(value: Any) -> str:
    """A constant in an author's words."""
    if isinstance(value, FunctionType):
        return f"the function {value.__name__}"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    return f"a {type(value).__name__}"
