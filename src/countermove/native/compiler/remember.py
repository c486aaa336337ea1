"""Memoized functions: functools.cache, compiled.

    @cache
    def grundy(heap): ...

Such functions are often recursive and would take for ever without memoization. Results are in a table that outlives the
call: an entry is a checksum, the words of the arguments, and those of the result.

    check  argument  argument ...  answer

Threads share a table without a lock. An entry written by two at once fails its checksum and counts as missing. Only
results without memory references are stored, for short arguments of fixed shape; other calls are not memoized.
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

MAX_SEQUENCE_WORDS = 16
"""Maximum words of a varying-length tuple or string argument."""
MAX_ARGUMENT_WORDS = 64
"""Maximum words of all arguments together."""
ENTRIES = 1 << 14
"""Entries per function; a power of two."""


class Remembering(Arguments):
    """Memoization tables."""

    def remembered(self, spec: Spec, values: list[Value], call: Callable[[], Value]) -> Value:
        """A function's result, from its table if present."""
        parts = [part for value in values for part in _parts(value)]
        size = sum(words(part.kind) if _is_plain(part.kind) else 1 + MAX_SEQUENCE_WORDS for part in parts)
        answers = bool(leaves(spec.result)) and not contains_memory(spec.result)
        memoized = answers and all(map(_can_be_kept, parts)) and size <= MAX_ARGUMENT_WORDS
        if not memoized or self._has_tables():
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
                at += 1 + MAX_SEQUENCE_WORDS
        width = 1 + size + result
        table = self.program.answers(spec.name, width * ENTRIES)
        index = body.set(f"and i64 {body.set(f'call i64 @cm_check(ptr {key}, i64 {size})')}, {ENTRIES - 1}")
        entry = body.at(table, body.set(f"mul i64 {index}, {width}"))
        known = body.set(f"call i1 @cm_recall(ptr {entry}, ptr {key}, i64 {size}, i64 {result})")

        def anew() -> Value:
            found = self.convert(call(), spec.result)
            self.store(found, body.at(key, size))
            with body.when(fits):
                body.add(f"call void @cm_keep(ptr {entry}, ptr {key}, i64 {size + result})")
            return found

        hit = known if fits == "true" else body.set(f"and i1 {known}, {fits}")
        return self.choose(hit, lambda: self.load(spec.result, body.at(key, size)), anew)

    def _store_short(self, value: Value, address: str, fits: str) -> str:
        """Store the number of items and the items if they fit; returns whether everything fits so far."""
        body = self.body
        whole = self.as_sequence(value)
        assert isinstance(whole.kind, Seq)
        each, count = words(whole.kind.item), self.length(whole)
        good = body.set(f"icmp ule i64 {count}, {MAX_SEQUENCE_WORDS // max(1, each)}")
        taken = body.set(f"select i1 {good}, i64 {count}, i64 0")
        body.store("i64", count, address)
        body.copy(body.at(address, 1), whole.op, body.set(f"mul i64 {taken}, {each}"))
        return good if fits == "true" else body.set(f"and i1 {fits}, {good}")

    def _has_tables(self) -> bool:
        """Whether the game has arrays, which differ when the same code serves another game."""
        game = self.program.game
        if game is None:
            return False
        held: list[Any] = [value for cls in type(game).__mro__ for value in vars(cls).values()]
        return any(isinstance(value, np.ndarray) for value in (*held, *getattr(game, "__dict__", {}).values()))


def is_remembering(node: ast.AST) -> bool:
    """Whether a nested function is decorated with functools.cache or lru_cache."""
    for each in getattr(node, "decorator_list", []):
        named = each.func if isinstance(each, ast.Call) else each
        if getattr(named, "attr", getattr(named, "id", "")) in ("cache", "lru_cache"):
            return True
    return False


def _parts(value: Value) -> list[Value]:
    """An argument split into its parts."""
    if isinstance(value.kind, Tuple):
        return [part for item in value.items() for part in _parts(item)]
    return [value]


def _is_plain(kind: Kind) -> bool:
    """Whether a kind has a fixed number of words and no addresses."""
    if isinstance(kind, Seq):
        return kind.count is not None and words(kind) <= MAX_SEQUENCE_WORDS and not contains_memory(kind.item)
    return not contains_memory(kind)


def _can_be_kept(part: Value) -> bool:
    kind = part.kind
    if _is_plain(kind):
        return True
    if isinstance(kind, Seq):
        return kind.count is None and not contains_memory(kind.item)
    return isinstance(kind, Set) and not contains_memory(kind.cell.kind)
