"""A search that runs while the page watches, and yields to other clients.

Alone, it runs without a break. When others wait, it is interrupted after its slice and restarted later: the strong
search and expectiminimax find their results in the table and soon regain their depth; other searches start over, so
each of their slices is twice as long as the last, up to a limit.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from countermove import worker
from countermove.analysis import COMPILING, Analysis, Budget, analyse, search_for
from countermove.players.policy import Policy
from countermove.players.repetition import repetition_history
from countermove.studio.games.shelf import Place, Shelf
from countermove.studio.pool import Turn
from countermove.values import freeze

MAX_SECONDS = 600.0
"""Hard time limit of any search, in seconds."""
MAX_SLICE_SECONDS = 4.0
"""Maximum seconds of a slice while others wait."""
RESULT_INTERVAL, COUNT_INTERVAL = 0.08, 0.25
"""Seconds between two messages: with a new result, and with a new node count only."""
FIRST_RESULT_SECONDS = 0.5
"""Seconds to wait for the first depth before reporting without a result."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A search request: algorithm, budget and options."""

    algorithm: str | None = None
    budget: Budget = field(default_factory=Budget)
    lines: int = 1
    opponent: Policy | None = None
    sample: int | None = None
    native: bool | None = None
    most: float = MAX_SECONDS
    """Hard time limit in seconds."""
    compiled: bool = False
    """Whether to search again, compiled, after an interpreted answer; the interpreted one alone is there sooner."""


class _Slice(threading.Event):
    """Set when the request is cancelled, when time is up, or when others wait and the slice is over."""

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
    shelf: Shelf, place: Place, wish: Wish, turn: Turn, report: Callable[[Analysis], None] = lambda found: None
) -> Generator[None, None, Analysis]:
    """The result once the search is done, out of budget or cancelled; `report` receives intermediate results."""
    game, state = place.game, place.state
    method = search_for(game, wish.algorithm)
    algorithm = method.name
    history = repetition_history(game, place.turns)
    database = shelf.database(game) if method.database and wish.native is not False else None
    keeps = method.keeps_table and wish.native is not False and game.players <= 2
    brink = hash(frozenset(freeze(each) for each in history))
    key = f"{place.name}::{algorithm} {wish.budget.is_limited} {wish.sample} {brink}"  # who can share a table
    began = time.monotonic()
    spent, nodes, least = 0.0, 0, 0.0
    best = Analysis(algorithm=algorithm)
    hurry = True
    while True:
        news = _News(report, best, spent, nodes)
        with _table(shelf, turn, key) if keeps else contextlib.nullcontext() as table, worker.hurrying(hurry):
            found = analyse(
                game, state, wish.budget.less(spent, nodes), algorithm=algorithm, lines=wish.lines,
                table=table, history=history, opponent=wish.opponent, sample=wish.sample, native=wish.native,
                stop=_Slice(turn, least, began + wish.most), progress=news.progress, watch=news.watch,
                database=database,
            )  # fmt: skip
        spent += found.seconds
        nodes += found.nodes
        news.progress(found)
        best = replace(
            news.best, nodes=nodes, seconds=spent, stopped=found.stopped, note=found.note, advice=found.advice
        )
        hurry = not (wish.compiled and found.note == COMPILING and not found.stopped)
        if turn.stop.is_set() or (hurry and not found.stopped) or time.monotonic() - began > wish.most:
            return best
        report(best)
        least = 0.0 if keeps else min(MAX_SLICE_SECONDS, 2 * max(least, turn.seconds))
        yield


@contextlib.contextmanager
def _table(shelf: Shelf, turn: Turn, key: str) -> Iterator[Any]:
    """The page's table for a search; None without llvmlite, which the search reports."""
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
    """The better of two results, `other` being the later: proven first, then deeper."""
    if not (one.values or one.strategies):
        return other
    if not (other.values or other.strategies):
        return one
    if one.exact or other.exact:
        return other if (other.exact, other.timed) >= (one.exact, one.timed) else one
    return other if other.depth >= one.depth else one


class _News:
    """Throttles reports, and never reports less or shallower than before."""

    def __init__(self, report: Callable[[Analysis], None], best: Analysis, spent: float, nodes: int) -> None:
        self.report, self.best, self.spent, self.nodes = report, best, spent, nodes
        self.fresh = False
        self.last = 0.0

    def progress(self, found: Analysis) -> None:
        kept = deeper(self.best, found)
        self.fresh |= kept is found
        # The search for the shortest win starts again at depth 1; keep the depth already reached.
        self.best = replace(kept, depth=max(self.best.depth, kept.depth), note=found.note)

    def watch(self, nodes: int, seconds: float) -> None:
        now = time.monotonic()
        nothing = not (self.best.values or self.best.strategies)
        interval = RESULT_INTERVAL if self.fresh else COUNT_INTERVAL
        if now - self.last < interval or (nothing and seconds < FIRST_RESULT_SECONDS):
            return
        self.last, self.fresh = now, False
        self.report(replace(self.best, nodes=self.nodes + nodes, seconds=self.spent + seconds))
