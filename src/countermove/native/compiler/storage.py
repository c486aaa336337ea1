"""Memory: allocation, and storing and loading values of each kind."""

from __future__ import annotations

from countermove.native.compiler import kinds
from countermove.native.compiler.code import Value
from countermove.native.compiler.constants import Constants
from countermove.native.compiler.hashed import HEADER, INDEX, SLOT, slots_for
from countermove.native.compiler.program import TOP


class Storage(Constants):
    """Values in memory."""

    def alloc(self, count: str | int) -> str:
        """Allocate `count` words, freed when the current rule returns."""
        self.spec.allocates = True
        if self.kernel:
            self.keeps_memory()
        address = self.body.set(f"call ptr @cm_alloc(ptr %ctx, i64 {count})")
        self.guard(self.body.set(f"icmp ne ptr {address}, null"), MemoryError)
        return address

    def keeps_memory(self) -> None:
        """A kernel's own allocation, freed when it returns."""
        if not self.keeps:
            self.keeps = self.changed = True

    def mark(self) -> str:
        return self.body.load("ptr", self.body.at("%ctx", TOP))

    def release(self, mark: str) -> None:
        self.body.store("ptr", mark, self.body.at("%ctx", TOP))

    def store(self, value: Value, address: str) -> None:
        """Store a value as an item of its kind."""
        body, kind = self.body, value.kind
        if kind in (kinds.NONE, kinds.NEVER):
            return
        if isinstance(kind, kinds.Optional):
            body.store_word("i1", value.parts[0], address)
            if kinds.words(kind.item):
                there = body.set(f"zext i1 {value.parts[0]} to i64")
                self.store_alternative(there, 1, value.inner(), body.at(address, 1))
        elif isinstance(kind, kinds.Union):
            body.store("i64", value.parts[0], address)
            at = 1
            for item in value.alternatives():
                self.store_alternative(value.parts[0], kind.items.index(item.kind), item, body.at(address, at))
                at += kinds.words(item.kind)
        elif isinstance(kind, kinds.Tuple):
            at = 0
            for item in value.items():
                self.store(item, body.at(address, at))
                at += kinds.words(item.kind)
        elif isinstance(kind, kinds.Seq) and kind.count is not None:
            body.copy(address, value.op, kinds.words(kind))
        elif isinstance(kind, kinds.Seq) and kind.room is None:
            body.store("ptr", value.parts[0], address)
            body.store("i64", value.parts[1], body.at(address, 1))
        elif isinstance(kind, kinds.Seq):
            body.store("i64", value.parts[1], address)
            count = body.set(f"mul i64 {value.parts[1]}, {kinds.words(kind.item)}")
            body.copy(body.at(address, 1), value.parts[0], count)
            if kind.text:  # strings occur in sets, where equal ones must be equal word by word
                rest = body.set(f"sub i64 {kinds.words(kind) - 1}, {count}")
                end = body.at(body.at(address, 1), count)
                bytes_ = body.set(f"shl i64 {rest}, 3")
                body.add(f"call void @llvm.memset.p0.i64(ptr {end}, i8 0, i64 {bytes_}, i1 false)")
        elif isinstance(kind, kinds.Set) and kind.room is not None:
            header = value.op
            count = body.load("i64", body.at(header, 1))
            body.store("i64", count, address)
            size = body.set(f"mul i64 {count}, {kinds.words(kind.cell.kind)}")
            body.copy(body.at(address, 1), body.load("ptr", header), size)
        elif isinstance(kind, kinds.Array) and kind.apart:
            body.store("ptr", value.op, address)
        elif isinstance(kind, kinds.Array) and kind.shape is not None:
            body.copy(address, value.op, kinds.words(kind))
        elif isinstance(kind, kinds.Array):
            for at, (llvm, part) in enumerate(zip(kinds.leaves(kind), value.parts)):
                body.store(llvm, part, body.at(address, at))
        else:
            (llvm,) = kinds.leaves(kind)
            body.store_word(llvm, value.op, address)

    def set_in_state(self, kind: kinds.Set, data: str, count: str) -> Value:
        """A set inside a state, with its items elsewhere; its index is after the header."""
        assert kind.room is not None
        body, slots = self.body, slots_for(kind.room)
        header = self.alloc(HEADER + (2 + slots // 2 if slots else 0))
        body.store("ptr", data, header)
        for at in (1, 2):
            body.store("i64", count, body.at(header, at))
        body.store("i64", str(SLOT * slots), body.at(header, INDEX))
        return Value(kind, [header])

    def store_alternative(self, chosen: str, number: int, item: Value, address: str) -> None:
        """Store an optional value; its memory may be read only if present."""
        if not kinds.contains_memory(item.kind):
            self.store(item, address)
            return
        body = self.body
        yes, no, end = body.label("is"), body.label("not"), body.label("end")
        body.branch(body.set(f"icmp eq i64 {chosen}, {number}"), yes, no)
        body.begin(yes)
        self.store(item, address)
        body.jump(end)
        body.begin(no)
        for at in range(kinds.words(item.kind)):
            body.store("i64", "0", body.at(address, at))
        body.begin(end)

    def load(self, kind: kinds.Kind, address: str, fresh: bool = False) -> Value:
        """Load an item of a kind; `fresh` if that memory may change later."""
        body = self.body
        if kind in (kinds.NONE, kinds.NEVER):
            return Value(kind, [])
        if isinstance(kind, kinds.Optional):
            flag = body.load_word("i1", address)
            return Value(kind, [flag, *self.load(kind.item, body.at(address, 1), fresh).parts])
        if isinstance(kind, kinds.Union):
            parts, at = [body.load("i64", address)], 1
            for item in kind.items:
                parts += self.load(item, body.at(address, at), fresh).parts
                at += kinds.words(item)
            return Value(kind, parts)
        if isinstance(kind, kinds.Tuple):
            parts, at = [], 0
            for item in kind.items:
                parts += self.load(item, body.at(address, at), fresh).parts
                at += kinds.words(item)
            return Value(kind, parts)
        if isinstance(kind, kinds.Seq) and kind.count is not None:
            if fresh and kinds.words(kind):
                copy = self.alloc(kinds.words(kind))
                body.copy(copy, address, kinds.words(kind))
                address = copy
            return Value(kind, [address])
        if isinstance(kind, kinds.Seq) and kind.room is None:
            return Value(kind, [body.load("ptr", address), body.load("i64", body.at(address, 1))])
        if isinstance(kind, kinds.Seq):
            if fresh:
                copy = self.alloc(kinds.words(kind))
                body.copy(copy, address, kinds.words(kind))
                address = copy
            return Value(kind, [body.at(address, 1), body.load("i64", address)])
        if isinstance(kind, kinds.Set) and kind.room is not None:
            return self.set_in_state(kind, body.at(address, 1), body.load("i64", address))
        if isinstance(kind, kinds.Array) and kind.apart:
            return Value(kind, [body.load("ptr", address)])
        if isinstance(kind, kinds.Array) and kind.shape is not None:
            return Value(kind, [address])
        if isinstance(kind, kinds.Array):
            return Value(kind, [body.load(llvm, body.at(address, at)) for at, llvm in enumerate(kinds.leaves(kind))])
        (llvm,) = kinds.leaves(kind)
        return Value(kind, [body.load_word(llvm, address)])
