"""Exact scores of positions, timed: one at a time with an empty table, or many in one compiled call."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from countermove.engine.strong.score import INFINITE
from countermove.engine.strong.search import StrongSearch
from countermove.engine.strong.settle import settle, settle_each
from countermove.engine.table import Table
from countermove.engine.workspace import UNLIMITED, PvsWorkspace
from countermove.game import Game, S
from countermove.native import kernel
from countermove.native.memory import Memory

WARM_UP = 20
"""Positions solved once to warm up."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The result for one or many positions."""

    scores: tuple[int, ...]
    """For player 0; empty if time ran out."""
    nodes: int
    seconds: float
    search: StrongSearch


def settled(game: Game[S], state: S, table: Table, threads: int = 1, seconds: float | None = None) -> Settled:
    """The exact score of one state, with an empty table; `seconds` is wall-clock time."""
    table.forget()
    search = StrongSearch(game, table, threads=threads)
    ask = kernel.bind(settle, game, 0, 0, 0, search.works[0], search.table.memory)

    def run(work: PvsWorkspace) -> int:
        return int(ask(state, UNLIMITED, -INFINITE, INFINITE, work, search.table.memory))

    clock = threading.Timer(seconds, search.halt) if seconds is not None else None
    if clock:
        clock.start()
    start = time.perf_counter()
    end = search.start_helpers(run)
    try:
        found = run(search.works[0])
    finally:
        spent = time.perf_counter() - start
        if clock:
            clock.cancel()
        end()
    search.refuse(search.works[0])
    return Settled((found >> 1,) if not search.stopped else (), search.nodes, spent, search)


def settled_each(game: Game, positions: Sequence[Sequence[int]], megabytes: float) -> Settled:
    """The exact scores of positions given by the actions that lead to them, with an empty table for each, in one call.

    `seconds` is CPU time, so that other load does not count.
    """
    search = StrongSearch(game, Table(megabytes))
    words = [word for line in positions for word in (len(line), *line)]
    actions, scores, nodes = Memory(len(words)), Memory(len(positions)), Memory(len(positions))
    actions.words[:] = words
    work = search.works[0]
    arguments: tuple[Any, ...] = (actions, scores, nodes, work, search.table.memory)
    ask = kernel.bind(settle_each, game, *arguments)
    first = (actions, Memory(min(len(positions), WARM_UP)), nodes, work, search.table.memory)
    ask(game.initial(), *first)  # allocate all memory before timing
    start = time.process_time()
    ask(game.initial(), *arguments)
    spent = time.process_time() - start
    search.refuse(work)
    return Settled(tuple(int(score) >> 1 for score in scores.words), int(nodes.words.sum()), spent, search)


def lines(game: Game, plies: int, count: int, seed: int = 1) -> list[tuple[int, ...]]:
    """Random lines of a length, after which the game is not over and cannot end with the next action.

    >>> from countermove.registry import load
    >>> lines(load("connect4"), 4, 2)
    [(1, 4, 6, 6), (6, 0, 2, 0)]
    """
    rng = random.Random(seed)
    found: list[tuple[int, ...]] = []
    while len(found) < count:
        state = game.initial()
        line: list[int] = []
        while len(line) < plies and not game.is_terminal(state):
            action = rng.choice(list(game.actions(state)))
            state = game.result(state, action)
            line.append(action)
        if not game.is_terminal(state):
            after = [game.result(state, action) for action in game.actions(state)]
            if not any(game.is_terminal(child) for child in after):
                found.append(tuple(line))
    return found
