"""The method to solve a game: the one requested, or the one that fits.

    exhaustive   every state, remembered: any number of players, chance; interpreted, for small games
    alphabeta    the strong search to the end: two players, one position and its actions
    proof        proof-number search: two players, win or not; good where a few forced lines decide
    sweep        retrograde analysis: two players, positions may repeat; can be saved to a file
    iterate      value iteration: chance, and positions that repeat; to within a bound
    breadth      breadth-first search: puzzles, the shortest way to the best end
    idastar      iterative deepening A*: puzzles whose bounds estimate the distance to the goal

A small game is solved exhaustively, which gives the most detail. Where that takes too long, compiled search takes over.
A puzzle, a game of one player, is solved breadth first, in Python and then compiled; where its bounds estimate the
distance to the goal, idastar is tried first, and again when memory is full.
"""

from __future__ import annotations

import dataclasses
import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from countermove import worker
from countermove.action import as_action
from countermove.engine.puzzle.interpreted import BREADTH, DEEPENING, is_puzzle, leads
from countermove.errors import GameError, NativeError, SpecError, UnfitError
from countermove.game import Game, S, State, legal
from countermove.solve import budget
from countermove.solve.exhaustive import exhaustive
from countermove.solve.puzzle import Path, puzzle
from countermove.solve.solution import Progress, Solution
from countermove.solve.sweep import sweep
from countermove.textbook import fitting
from countermove.values import is_of_numbers

if TYPE_CHECKING:
    from countermove.solve.slices import SliceDatabase

METHODS = ("exhaustive", "alphabeta", "proof", "sweep", "iterate", BREADTH, DEEPENING)
MAX_INTERPRETED_NODES = 50_000
"""Nodes to search in Python before trying another method."""
MAX_FIRST_IDASTAR_NODES = 20_000_000
"""Nodes for the first try of idastar."""


def solve(
    game: Game[S],
    state: S | None = None,
    *,
    method: str | None = None,
    seconds: float | None = None,
    threads: int = 1,
    memory: float | None = None,
    save: str | os.PathLike[str] | None = None,
    database: SliceDatabase[S] | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """The exact value of `state` (by default the first), the best action, and what is known of the states below.

    `method` is "exhaustive", "alphabeta", "proof", "sweep", "iterate", or for puzzles "breadth" or "idastar"; None
    picks the one that fits. After `seconds`, or when `stop` is set, it returns what is proven so far. `memory` is in
    megabytes, `threads` are for alphabeta, and `save` is a file for a sweep or a proof. A proof may
    end in an endgame `database` of slices. `progress` is called about ten times a
    second, with the running method.

    >>> from countermove.games.tree import Tree
    >>> solution = solve(Tree([[3, 12], [4, 6], [15, 2]]))
    >>> solution.value, solution.action, solution.actions
    (4.0, 1, {0: 3.0, 1: 4.0, 2: 2.0})
    """
    if method is not None and method not in METHODS:
        raise SpecError(f"Unknown method {method!r}; choose from: {', '.join(METHODS)}.")
    if database is not None and method not in (None, "proof"):
        raise SpecError(f"Only a proof uses a database, but the method is {method}; leave out one of them.")
    method = method if database is None else "proof"
    if save is not None and method not in (None, "sweep", "proof"):
        raise SpecError(f"Only a sweep or a proof can be saved, but the method is {method}; leave out one of them.")
    budget.check(seconds, threads, memory)
    if game.axes.hidden:
        raise UnfitError(
            f"{type(game).__name__} has hidden information, so no single action is best; equilibrium(game) finds the "
            "strategies of all players."
        )
    common: dict[str, Any] = {"seconds": seconds, "stop": stop, "progress": progress}
    if method in (BREADTH, DEEPENING):
        return _in_memory(puzzle(game, state, method=method, memory=memory, **common), method, memory)
    cycles_by_chance = game.repeats and game.axes.stochastic and save is None
    if method == "iterate" or (method is None and cycles_by_chance):
        from countermove.solve.iterate import iterate

        return _numbered(game, state, lambda game, state: iterate(game, state, memory=memory, **common))
    if method == "proof":
        from countermove.solve.proof import prove

        return prove(game, state, memory=memory, database=database, save=save, **common)
    if method == "sweep" or save is not None or (method is None and game.repeats and not is_puzzle(game)):
        if save is not None:
            return sweep(game, state, save=save, memory=memory, **common).solution(state)
        return _numbered(game, state, lambda game, state: sweep(game, state, memory=memory, **common).solution(state))
    if method == "exhaustive":
        return exhaustive(game, state, **common)
    if method == "alphabeta":
        from countermove.solve.alphabeta import alphabeta

        return alphabeta(game, state, threads=threads, memory=memory, **common)
    return _Tries(game, state, threads, memory, common).solve()


class _Tries:
    """One method after another, until the game is solved; all of them share the seconds."""

    def __init__(
        self, game: Game, state: State | None, threads: int, memory: float | None, common: dict[str, Any]
    ) -> None:
        self.game, self.state, self.threads, self.memory, self.common = game, state, threads, memory, common
        self.seconds: float | None = common["seconds"]
        self.began = worker.clock()

    def solve(self) -> Solution:
        game = self.game
        if is_puzzle(game):
            return self._puzzle()
        opposed = not (game.axes.hidden or game.axes.simultaneous) and fitting(game) == "alphabeta"
        found = exhaustive(game, self.state, nodes=MAX_INTERPRETED_NODES if opposed else None, **self.common)
        return found if found.complete or not opposed or not self._has_time() else self._alphabeta(found)

    def _puzzle(self) -> Solution:
        game, state, memory = self.game, self.state, self.memory
        found: Solution = puzzle(game, state, nodes=MAX_INTERPRETED_NODES, native=False, memory=memory, **self.common)
        bounded = leads(game, game.initial() if state is None else state)
        tries: list[tuple[str, int | None]] = [(BREADTH, None), (DEEPENING, None)]
        for method, nodes in (
            [(DEEPENING, MAX_FIRST_IDASTAR_NODES), *tries] if bounded else tries if game.repeats else tries[:1]
        ):
            if found.complete or not self._has_time():
                return found
            found = _added(found, puzzle(game, state, method=method, nodes=nodes, memory=memory, **self.common))
        return found if found.complete or game.repeats or bounded or not self._has_time() else self._alphabeta(found)

    def _alphabeta(self, found: Solution) -> Solution:
        """Go on with the strong search; exhaustively where it does not fit."""
        try:
            from countermove.native.kernel import require_on
            from countermove.solve.alphabeta import alphabeta

            require_on(self.game)
            more = alphabeta(self.game, self.state, threads=self.threads, memory=self.memory, **self.common)
            return _added(found, more)
        except (GameError, NativeError, UnfitError, ImportError):  # too deep, not compiled, undeclared outcomes
            return _added(found, exhaustive(self.game, self.state, **self.common)) if self._has_time() else found

    def _has_time(self) -> bool:
        """Whether there is time for another method, which gets what is left of it."""
        if self.seconds is not None:
            self.common["seconds"] = self.seconds - (worker.clock() - self.began)
        stop = self.common["stop"]
        return not (stop and stop.is_set()) and (self.seconds is None or self.common["seconds"] > 0)


def _added(found: Solution, more: Solution) -> Solution:
    """The combined results of two methods; compile time does not count."""
    better = more.complete or found.value is None or (more.value is not None and more.value >= found.value)
    answer = more if better else found
    return dataclasses.replace(answer, seconds=found.seconds + more.seconds, nodes=found.nodes + more.nodes)


def _in_memory(found: Path, method: str, memory: float | None) -> Path:
    """The solution; SpecError when memory ran out before anything was found."""
    if not found.full or found.value is not None:
        return found
    given = "" if memory is None else f" of {memory:,.0f} MB"
    raise SpecError(
        f"{type(found.game).__name__} has more than {found.states or 0:,} states, too many for {method} in its memory"
        f"{given}; allow more, or use --method {DEEPENING}."
    )


def _numbered(game: Game, state: State | None, method: Callable[[Game, State | None], Solution]) -> Solution:
    """The result of a method that keeps all states in tables; states and actions that do not fit are numbered."""
    try:
        return method(game, state)
    except (GameError, NativeError):
        start = game.initial() if state is None else state
        actions = legal(game, start)
        if is_of_numbers(start) and all(type(as_action(action)) is int for action in actions):
            raise
    from countermove.solve.interned import interned, told

    by_number = interned(game)
    return told(method(by_number, by_number.numbered(start)), by_number, start)
