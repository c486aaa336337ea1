"""Functions that remember their answers: functools.cache, compiled.

    @cache
    def grundy(heap): ...

Such a function often calls itself in many places, and without its answers would take for ever. They stand in a table of
its own that outlives the call: an entry is a check, the words of the arguments, and those of the answer.

    check  argument  argument ...  answer

Threads share a table without a lock. An entry that two have written at once fails its check, and is as if it were not
there. What can be remembered are answers without anything in memory, for arguments that are short and of fixed shape;
for others the function is called each time.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from countermove.native.compiler.argument import Arguments
from countermove.native.compiler.code import Value
from countermove.native.compiler.kinds import Kind, Seq, Set, Tuple, contains_memory, leaves, words
from countermove.native.compiler.program import Spec

__all__ = ["Remembering", "is_remembering"]

ROOM = 16
"""Words of a tuple or string of any length that is an argument."""
LARGEST = 64
"""Words of all arguments together."""
ENTRIES = 1 << 14
"""Answers of one function that are remembered; a power of two."""


class Remembering(Arguments):
    """Tables of answers."""

    def remembered(self, spec: Spec, values: list[Value], call: Callable[[], Value]) -> Value:
        """What a function gives, from its table where that has it."""
        parts = [part for value in values for part in _parts(value)]
        size = sum(words(part.kind) if _is_plain(part.kind) else 1 + ROOM for part in parts)
        if not _is_answer(spec.result) or not all(map(_can_be_kept, parts)) or size > LARGEST or self._has_tables():
            return call()
        body, result = self.body, words(spec.result)
        key = body.place("i64", size + result, name="key")
        body.add(f"call void @llvm.memset.p0.i64(ptr {key}, i8 0, i64 {8 * (size + result)}, i1 false)")
        fits, at = "true", 0
        for part in parts:
            if _is_plain(part.kind):
                self.store(part, body.at(key, at))
                at += words(part.kind)
            else:
                fits = self._store_short(part, body.at(key, at), fits)
                at += 1 + ROOM
        width = 1 + size + result
        table = self.program.answers(spec.name, width * ENTRIES)
        index = body.set(f"and i64 {body.set(f'call i64 @cm_check(ptr {key}, i64 {size})')}, {ENTRIES - 1}")
        entry = body.at(table, body.set(f"mul i64 {index}, {width}"))
        known = body.set(f"call i1 @cm_recall(ptr {entry}, ptr {key}, i64 {size}, i64 {result})")

        def anew() -> Value:
            found = self.convert(call(), spec.result)
            self.store(found, body.at(key, size))
            keep, on = body.label("keep"), body.label("on")
            body.branch(fits, keep, on)
            body.begin(keep)
            body.add(f"call void @cm_keep(ptr {entry}, ptr {key}, i64 {size + result})")
            body.begin(on)
            return found

        hit = known if fits == "true" else body.set(f"and i1 {known}, {fits}")
        return self.choose(hit, lambda: self.load(spec.result, body.at(key, size)), anew)

    def _store_short(self, value: Value, address: str, fits: str) -> str:
        """Store the number of items and the items, where there is room for them; gives whether there is, all told."""
        body = self.body
        whole = self.as_sequence(value)
        assert isinstance(whole.kind, Seq)
        each, count = words(whole.kind.item), self.length(whole)
        good = body.set(f"icmp ule i64 {count}, {ROOM // max(1, each)}")
        taken = body.set(f"select i1 {good}, i64 {count}, i64 0")
        body.store("i64", count, address)
        body.copy(body.at(address, 1), whole.op, body.set(f"mul i64 {taken}, {each}"))
        return good if fits == "true" else body.set(f"and i1 {fits}, {good}")

    def _has_tables(self) -> bool:
        """Whether the game has arrays, which are others when the same code serves another game."""
        game = self.program.game
        if game is None:
            return False
        held: list[Any] = [value for cls in type(game).__mro__ for value in vars(cls).values()]
        return any(isinstance(value, np.ndarray) for value in (*held, *getattr(game, "__dict__", {}).values()))


def is_remembering(node: ast.AST) -> bool:
    """Whether a function inside a function is decorated with functools.cache, or lru_cache."""
    for each in getattr(node, "decorator_list", []):
        named = each.func if isinstance(each, ast.Call) else each
        if getattr(named, "attr", getattr(named, "id", "")) in ("cache", "lru_cache"):
            return True
    return False


def _parts(value: Value) -> list[Value]:
    """An argument as what it is made of."""
    if isinstance(value.kind, Tuple):
        return [part for item in value.items() for part in _parts(item)]
    return [value]


def _is_plain(kind: Kind) -> bool:
    """Whether a value of a kind always has the same number of words, and no address among them."""
    if isinstance(kind, Seq):
        return kind.count is not None and words(kind) <= ROOM and not contains_memory(kind.item)
    return not contains_memory(kind)


def _can_be_kept(part: Value) -> bool:
    kind = part.kind
    if _is_plain(kind):
        return True
    if isinstance(kind, Seq):
        return kind.count is None and not contains_memory(kind.item)
    return isinstance(kind, Set) and not contains_memory(kind.cell.kind)


def _is_answer(kind: Kind) -> bool:
    return bool(leaves(kind)) and not contains_memory(kind)
