"""Iterative deepening A* of a puzzle, compiled: depth first within a limit of plies (see interpreted.py).

Positions are stored in the transposition table of the strong search, with the plies left as the depth: nothing was
found within that many. A lost entry costs only time. As elsewhere, positions with equal keys are taken to be the same.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from countermove.engine.puzzle.interpreted import Deepening
from countermove.engine.root import refuse
from countermove.engine.table import LOWER, TO_THE_END, Table, find, pack, place, put
from countermove.engine.workspace import MAX_NODES, MAX_PLIES, MAX_STACK, Workspace, must_stop
from countermove.errors import GameError, UnfitError
from countermove.game import Action, Game, State
from countermove.native import kernel as kernels
from countermove.native.bridge import canonical_state, fill_actions, limits, next_state
from countermove.native.kernel import again, kernel
from countermove.native.naming import Naming
from countermove.native.record import Words, words

NO_CUT = 1 << 62
"""Larger than any path length."""


class DiveWorkspace(Workspace):
    """Iterative deepening A*."""

    salt: int
    """Mixed into all keys, so that a table can be cleared in constant time."""
    age: int
    """The age of this search: the table replaces entries of earlier ones first."""
    timed: int
    """Not 0: bounds give the minimum distance to the target."""
    cut: int
    """The smallest path length of a state that was pruned by the limit."""
    rest: float
    """The highest bound below the target."""
    best: float
    """The value of the best end below the target."""
    length: int
    """Plies to it; 0 if there is none yet."""
    top: int
    """Start of the free part of `actions`."""
    actions: Words = words(MAX_STACK)
    """The actions of the nodes on the path."""
    taken: Words = words(MAX_PLIES + 1)
    """The action taken at each ply."""
    best_line: Words = words(MAX_PLIES + 1)
    """The line to the best end below the target."""


@kernel
def dive(game: Any, state: Any, limit: int, target: float, ply: int, work: DiveWorkspace, table: Any) -> int:
    """The length of a line to an end worth `target` or more, within `limit` plies of the root; 0 if there is none.

    The line is in `taken`. Meaningless once `stop` is set. The game must not be over at the root.
    """
    # Step 1. The end of the game: the goal, or the best end short of it.
    work.nodes += 1
    if game.is_terminal(state):
        value = np.float64(game.utility(state, 0))
        if value >= target:
            return ply
        if np.isnan(value):
            work.fault = 1
            work.stop = 1
        if value > work.best or work.length == 0:
            work.best = value
            work.length = ply
            for i in range(ply):
                work.best_line[i] = work.taken[i]
        return 0

    # Step 2. Bounds: the target cannot be reached at all, or not within the limit.
    _low, high, _soon, late = limits(game, state)
    if high < target:
        if high > work.rest:
            work.rest = high
        return 0
    need = 1
    if work.timed != 0 and high == target and late > 1:
        need = late
    if ply + need > limit:
        work.cut = min(work.cut, ply + need)
        return 0

    # Step 3. Check the limits.
    if must_stop(work, ply):
        return 0

    # Step 4. Transposition table lookup: visited before with as many plies left, perhaps on the path.
    key = int(game.key(canonical_state(game, state))) ^ work.salt
    left = limit - ply
    at = place(table, key)
    if find(table, at, key) >> 20 & TO_THE_END >= left:
        return 0
    put(table, at, key, pack(0, min(left, TO_THE_END), 0, 1 << min(left, 30), work.age, 0, LOWER))

    # Step 5. Loop through the actions.
    start = work.top
    end = fill_actions(game, state, work.actions, start)
    if end > MAX_STACK:
        work.too_wide = 1
        work.stop = 1
        return 0
    if end == start:
        work.stuck = 1
        work.stop = 1
        return 0
    work.top = end
    for i in range(start, end):
        work.taken[ply] = work.actions[i]
        found = again(dive, game, next_state(game, state, work.actions[i]), limit, target, ply + 1, work, table)
        if found != 0 or work.stop != 0:
            return found
    work.top = start
    return 0


class Dive(Deepening):
    """Iterative deepening A*, compiled; NativeError if the rules do not compile."""

    def __init__(self, game: Game, table: Table, nodes: int | None = None, depth: int | None = None) -> None:
        super().__init__(game, nodes, depth)
        self.table, self.work = table, DiveWorkspace(nodes)
        self._run = kernels.bind(dive, game, 0, 0.0, 0, self.work, table.memory)
        self._names = Naming(self._run, game)

    @property
    def nodes(self) -> int:
        return self.work.nodes

    @property
    def stopped(self) -> bool:
        return bool(self.work.stop)

    def halt(self) -> None:
        self.work.stop = 1

    def unlimited(self) -> None:
        self.work.limit = MAX_NODES

    def forget(self) -> None:
        self.table.forget()

    def dive(self, state: State, limit: int, target: float) -> tuple[int, ...] | None:
        work, best = self.work, self.best or (-math.inf, ())
        self.table.begin()
        work.salt, work.age, work.top = self.table.salt, self.table.age, 0
        work.timed, work.cut = int(target > self.game.neutral), NO_CUT
        work.best, work.length, work.rest = best[0], len(best[1]), -math.inf
        found = int(self._run(state, limit, target, 0, work, self.table.memory))
        self._refuse()
        self.cut = math.inf if work.cut == NO_CUT else work.cut
        self.rest = work.rest
        if work.length and (self.best is None or work.best > self.best[0]):
            self.best = work.best, self._line(state, work.best_line, work.length)
        return self._line(state, work.taken, found) if found and not self.stopped else None

    def _line(self, state: State, row: Words, length: int) -> tuple[Action, ...]:
        """Decode the actions in a row of the workspace."""
        return tuple(self._names.line(state, row.words[:length].tolist()))

    def _refuse(self) -> None:
        """Raise an error if a fault in the rules stopped the search."""
        refuse(self.game, self.work)
        name = type(self.game).__name__
        if self.work.fault:
            raise GameError(f"{name}.utility gives nan, which is not a number. Run `countermove check` to see where.")
        if self.work.too_wide:
            raise UnfitError(f"{name} has too many actions for iterative deepening A*; use --method breadth.")
