"""Plain search and rules: alpha-beta interpreted and compiled, and perft."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from countermove import textbook
from countermove.analysis import analyse
from countermove.registry import load

PUBLISHED = (7, 49, 343, 2401, 16807, 117649, 823536, 5673234)
"""Plays of Connect 4 from the empty board, by length."""
MAX_TEXTBOOK_SECONDS = 3.0
"""Seconds that the textbook may take for one depth; deeper ones are compiled only."""


@dataclass(frozen=True, slots=True)
class Depth:
    """Alpha-beta on Connect 4 to one depth, interpreted and compiled."""

    depth: int
    value: float
    nodes: int
    seconds: float
    book_nodes: int | None = None
    book_value: float | None = None
    book_seconds: float | None = None

    @property
    def same(self) -> bool | None:
        """Whether both found the same value with the same nodes."""
        return None if self.book_nodes is None else (self.book_nodes, self.book_value) == (self.nodes, self.value)

    @property
    def ratio(self) -> float | None:
        """How many times faster compiled search is."""
        return None if self.book_seconds is None else self.book_seconds / self.seconds


def depths(deepest: int) -> Iterator[Depth]:
    """Depth after depth from the empty board, compiled and, while it can keep up, the textbook's."""
    game = load("connect4")
    analyse(game, depth=1, algorithm="alphabeta", native=True)
    book = True
    for depth in range(1, deepest + 1):
        runs = [analyse(game, depth=depth, algorithm="alphabeta", native=True) for _ in range(3 if book else 1)]
        found, seconds = runs[0], min(run.seconds for run in runs)
        if not book:
            yield Depth(depth, found.value, found.nodes, seconds)
            continue
        start = time.perf_counter()
        decision = textbook.run(textbook.alphabeta(game, depth=depth))
        book_seconds = time.perf_counter() - start
        assert isinstance(decision.value, float)
        yield Depth(depth, found.value, found.nodes, seconds, decision.nodes, decision.value, book_seconds)
        book = book_seconds < MAX_TEXTBOOK_SECONDS


@dataclass(frozen=True, slots=True)
class Plays:
    """Perft of Connect 4 to one depth."""

    depth: int
    plays: int
    published: int
    seconds: float


def plays() -> Iterator[Plays]:
    """The number of plays of Connect 4 by length, compared with published numbers."""
    from countermove.engine.plain.perft import perft
    from countermove.engine.workspace import Workspace
    from countermove.native.kernel import call

    game = load("connect4")
    call(perft, game, game.initial(), 1, Workspace())
    for depth, published in enumerate(PUBLISHED, 1):
        start = time.perf_counter()
        count = call(perft, game, game.initial(), depth, Workspace())
        yield Plays(depth, int(count), published, time.perf_counter() - start)
