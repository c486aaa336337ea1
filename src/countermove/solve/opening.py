"""The exact results of all positions of a game's first plies, for the opening table that it ships.

Positions are settled one after another with one transposition table, so that each profits from those before; symmetric
ones are settled once. The file is written after every result, and a file that exists is continued, so hours of work
survive a stop. Those that are known go into the transposition table first. Layers come in the order of their plies
with the last one first of all: the others follow from it at once.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Generic

from countermove import worker
from countermove.action import as_action
from countermove.bits import Word
from countermove.engine.strong.score import INFINITE, PLIES, plies
from countermove.engine.strong.search import StrongSearch
from countermove.engine.strong.settle import settle
from countermove.engine.table import EXACT, NO_CHOICE, TO_THE_END, nearby, pack, place, put
from countermove.engine.workspace import UNLIMITED
from countermove.errors import SpecError, UnfitError
from countermove.game import Game, S
from countermove.native import kernel, layout
from countermove.opening import read_opening, write_opening
from countermove.solve import budget
from countermove.textbook import fitting
from countermove.values import freeze

DEFAULT_MEGABYTES = 1024.0
MAX_POSITIONS = 100_000
"""Maximum positions at one ply."""
EFFORT = 1 << 30
"""The effort to store known results with: they are replaced last."""


def layers(game: Game[S], plies: int) -> list[list[S]]:
    """The positions after 0, 1, ... plies, symmetric ones once, games that are over left out."""
    found = [[game.canonical(game.initial())]]
    for _ in range(plies):
        below: dict[Any, S] = {}
        for state in found[-1]:
            for action in game.candidates(state):
                child = game.canonical(game.result(state, as_action(action)))
                if not game.is_terminal(child):
                    below.setdefault(freeze(child), child)
        if len(below) > MAX_POSITIONS:
            raise SpecError(
                f"There are more than {MAX_POSITIONS:,} positions {len(found)} plies deep; give fewer plies."
            )
        if not below:
            break
        found.append(list(below.values()))
    return found


def settle_opening(
    game: Game[S], plies: int, path: Path, memory: float | None = None, stop: threading.Event | None = None
) -> Iterator[tuple[int, int]]:
    """Settle all positions within some plies into a file; yields how many are done, and how many there are.

    Set `stop` to end early, in the middle of a position too.
    """
    if game.players != 2 or game.repeats or fitting(game) != "alphabeta":
        raise UnfitError(f"An opening table is for two opposed players without chance, not {type(game).__name__}.")
    low, high = game.bounds(game.initial())[:2]
    if low == high:
        raise SpecError("The game knows these results already; switch its own table off, as in connect4:opening=false.")
    states = layers(game, plies)
    known = read_opening(path) if path.is_file() else {}
    opening = _Opening(game, memory)
    search = opening.search
    every = [state for layer in (states[-1], *states[-2::-1]) for state in layer]
    for state in every:
        if opening.key(state) in known:
            opening.store(state, known[opening.key(state)])
    for done, state in enumerate(every, 1):
        key = opening.key(state)
        if key not in known:
            work = functools.partial(opening.result, state)
            result = worker.run(work, game, halt=search.halt, progress=lambda: search.nodes, stop=stop)
            if search.stopped:
                yield done - 1, len(every)
                return
            known[key] = result
            opening.store(state, known[key])
            write_opening(path, known, f"{type(game).__name__}: {len(known)} positions, up to {plies} plies")
        yield done, len(every)


class _Opening(Generic[S]):
    """The strong search for many positions, with one table."""

    def __init__(self, game: Game[S], memory: float | None) -> None:
        self.game = game
        self.search = StrongSearch(game, budget.table(memory, DEFAULT_MEGABYTES))
        self.work, self.table = self.search.works[0], self.search.table.memory
        self._settle = kernel.bind(settle, game, 0, 0, 0, self.work, self.table)

    def key(self, state: S) -> int:
        return int(layout.key(self.game, state))

    def result(self, state: S) -> int:
        """The plies to a win of player 0, negative for player 1; 0 for a draw."""
        score = int(self._settle(state, UNLIMITED, -INFINITE, INFINITE, self.work, self.table)) >> 1
        self.search.refuse(self.work)
        away = plies(score) if self.search.scale.decides(score) else 0
        return (away or 0) * (1 if score > 0 else -1)

    def store(self, state: S, result: int) -> None:
        """Put a result into the transposition table, as an exact score of the player to move."""
        sign = 1 if self.game.player(state) == 0 else -1
        won = self.search.scale.won * PLIES
        score = 0 if result == 0 else won - result if result > 0 else -won - result
        data = pack(sign * score, TO_THE_END, NO_CHOICE, EFFORT, self.work.age, 0, EXACT)
        key = int(Word(self.key(state) ^ self.work.salt))
        at = place(self.table, key)
        for each in {at, nearby(self.table, at, 0)}:
            put(self.table, each, key, int(Word(data)))
