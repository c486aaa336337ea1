"""A search that goes on while somebody watches, and lets others have their turn.

While nobody waits it just goes on. When somebody does, it is broken off after its slice, put aside, and asked again
later: the strong search and the one with dice find what they knew in their table and are soon as deep as before; the
others begin anew, so each of their slices is twice as long as the one before, up to a limit, for others wait.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any

from countermove.analysis import STRONG, Analysis, analyse
from countermove.players.policy import Policy
from countermove.players.repetition import repetition_history
from countermove.studio.meanwhile import LONGEST, NOTE, meanwhile
from countermove.studio.pool import Turn
from countermove.studio.shelf import Place, Shelf
from countermove.textbook import fitting
from countermove.values import freeze

__all__ = ["HARD", "Wish", "search"]

DICE = "expectiminimax"
HARD = 600.0
"""Seconds after which any search ends."""
MOST = 4.0
"""Seconds that a slice may grow to while others wait."""
OFTEN, SELDOM = 0.08, 0.25
"""Seconds between two messages when there is something new, and when only the count of nodes is."""
PATIENCE = 0.5
"""Seconds in which the first depth should be complete; before, there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted of a search."""

    algorithm: str | None = None
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    lines: int = 1
    threads: int = 1
    opponent: Policy | None = None
    sample: int | None = None
    native: bool | None = None
    most: float = HARD
    """Seconds after which it ends whatever else is wanted."""
    meanwhile: bool = False
    """Whether an interpreted answer is welcome while the search is being compiled."""

    @property
    def limited(self) -> bool:
        return self.seconds is not None or self.nodes is not None


class _Slice(threading.Event):
    """Set when nobody wants the answer, when time is up, and when others should go first and it was long enough."""

    def __init__(self, turn: Turn, least: float, until: float) -> None:
        super().__init__()
        self.turn, self.least, self.until = turn, least, until
        self.began = time.monotonic()

    def is_set(self) -> bool:
        now = time.monotonic()
        if self.turn.stop.is_set() or now > self.until or super().is_set():
            return True
        return self.turn.pause.is_set() and now - self.began >= self.least


def search(
    shelf: Shelf, place: Place, wish: Wish, turn: Turn, told: Callable[[Analysis], None] = lambda found: None
) -> Generator[None, None, Analysis]:
    """What the search found when it was done, out of budget or not wanted any more; `told` gets what it has so far."""
    game, state = place.game, place.state
    algorithm = wish.algorithm or (STRONG if fitting(game) == "alphabeta" else fitting(game))
    history = repetition_history(game, place.turns)
    keeps = algorithm in (STRONG, DICE) and wish.native is not False and game.players <= 2
    brink = hash(frozenset(freeze(each) for each in history))
    key = f"{place.name}::{algorithm} {wish.limited} {wish.sample} {brink}"  # what its table is good for
    began = time.monotonic()
    spent, nodes, least = 0.0, 0, 0.0
    best = Analysis(algorithm=algorithm)
    while True:
        news = _News(told, best, spent, nodes)

        def ask(news: _News = news) -> None:
            analyse(
                game, state, algorithm=algorithm, depth=wish.depth, seconds=LONGEST, history=history,
                opponent=wish.opponent, native=False, stop=news.begun, progress=news.interpreted,
            )  # fmt: skip

        with (
            _table(shelf, turn, key) if keeps else contextlib.nullcontext() as table,
            meanwhile(news.begun, ask) if wish.meanwhile and not nodes else contextlib.nullcontext(),
        ):
            found = analyse(
                game, state, algorithm=algorithm, depth=wish.depth, lines=wish.lines, threads=wish.threads,
                seconds=None if wish.seconds is None else max(0.001, wish.seconds - spent),
                nodes=None if wish.nodes is None else max(1, wish.nodes - nodes),
                table=table, history=history, opponent=wish.opponent, sample=wish.sample, native=wish.native,
                stop=_Slice(turn, least, began + wish.most), progress=news.progress, watch=news.watch,
            )  # fmt: skip
        spent += found.seconds
        nodes += found.nodes
        news.progress(found)
        best = replace(
            news.best, nodes=nodes, seconds=spent, stopped=found.stopped, note=found.note, advice=found.advice
        )
        if turn.stop.is_set() or not found.stopped or time.monotonic() - began > wish.most:
            return best
        told(best)
        least = 0.0 if keeps else min(MOST, 2 * max(least, turn.seconds))
        yield


@contextlib.contextmanager
def _table(shelf: Shelf, turn: Turn, key: str) -> Iterator[Any]:
    """The page's table for a search; None where llvmlite is missing, which the search will say."""
    try:
        lent = shelf.tables.take(turn.client, key)
        table = lent.__enter__()
    except ImportError:
        yield None
        return
    try:
        yield table
    finally:
        lent.__exit__(None, None, None)


def deeper(one: Analysis, other: Analysis) -> Analysis:
    """The one of two answers to keep, the other being the later one: what is proven, then what is deeper."""
    if not (one.values or one.strategies):
        return other
    if not (other.values or other.strategies):
        return one
    if one.exact or other.exact:
        return other if (other.exact, other.timed) >= (one.exact, one.timed) else one
    return other if other.depth >= one.depth else one


class _News:
    """What to tell and when: not too often, and nothing that says less than before or is less deep."""

    def __init__(self, told: Callable[[Analysis], None], best: Analysis, spent: float, nodes: int) -> None:
        self.told, self.best, self.spent, self.nodes = told, best, spent, nodes
        self.fresh = False
        self.last = 0.0
        self.begun = threading.Event()
        """Set when the search itself has begun: it is not with the compiler any more."""
        self.lock = threading.Lock()
        """Held while something is taken in, for until then two threads search."""

    def interpreted(self, found: Analysis) -> None:
        """An answer from beside the compiler; it is kept until the compiled search is as deep."""
        with self.lock:
            if not self.begun.is_set():
                self._take(found)
                self.told(replace(self.best, note=NOTE))

    def progress(self, found: Analysis) -> None:
        with self.lock:
            self.begun.set()
            self._take(found)

    def _take(self, found: Analysis) -> None:
        kept = deeper(self.best, found)
        self.fresh |= kept is found
        # How soon a win comes is sought from the first depth again: what was searched before stays searched.
        self.best = replace(kept, depth=max(self.best.depth, kept.depth))

    def watch(self, nodes: int, seconds: float) -> None:
        with self.lock:
            self.begun.set()
        now = time.monotonic()
        nothing = not (self.best.values or self.best.strategies)
        if now - self.last < (OFTEN if self.fresh else SELDOM) or (nothing and seconds < PATIENCE):
            return
        self.last, self.fresh = now, False
        self.told(replace(self.best, nodes=self.nodes + nodes, seconds=self.spent + seconds))
