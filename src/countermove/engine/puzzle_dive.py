"""Iterative deepening A* of a puzzle, compiled: depth first within a limit of plies (what for, see puzzle.py).

What was met is kept in the table of the strong search, the plies that were left there in the place of the depth:
nothing was found within so many. Like any table it may forget, which costs time and nothing else. Two positions with
the same key would be taken for one, as everywhere where the table is used.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from countermove.engine.puzzle import Deepening
from countermove.engine.root import refuse
from countermove.engine.table import LEAST, TO_THE_END, Table, find, pack, place, put
from countermove.engine.workspace import (
    AGE,
    BREADTH,
    DEEP,
    DEEPEST,
    KILLERS,
    LIMIT,
    NODES,
    ODD,
    SALT,
    SIZE,
    STACK,
    STOP,
    STUCK,
    TAKEN,
    TOP,
    WIDE,
    workspace,
)  # fmt: skip
from countermove.errors import GameError, UnfitError
from countermove.game import Action, Game, State
from countermove.native import kernel as kernels
from countermove.native.bridge import canonical_state, fill_actions, limits, next_state
from countermove.native.kernel import again, kernel
from countermove.native.naming import Naming
from countermove.native.real import real_of, word_of

CUT = 23
"""The least plies that a state which was left out would have come to."""
TIMED = 24
"""Not 0: bounds tell after how many plies the target comes at the soonest."""
BEST, LENGTH = 25, 26
"""What the best end below the target is worth, as the word of a float, and the plies to it; its line is in KEPT."""
REST = 27
"""The greatest bound below the target, as the word of a float."""
KEPT = KILLERS
"""A line, where other searches have their killers."""
NEVER = 1 << 62
"""More plies and nodes than there are."""


@kernel
def dive(game: Any, state: Any, limit: int, target: float, ply: int, work: Any, table: Any) -> int:
    """The plies of a line to an end worth `target` or more, within `limit` plies of the root; 0 when there is none.

    The line is in TAKEN. Worthless when STOP was set. The game must not be over at the root.
    """
    # Step 1. The end of the game: the goal, or the best that is known beside it.
    work[NODES] += 1
    if game.is_terminal(state):
        value = np.float64(game.utility(state, 0))
        if value >= target:
            return ply
        if np.isnan(value):
            work[ODD] = 1
            work[STOP] = 1
        if value > real_of(work[BEST]) or work[LENGTH] == 0:
            work[BEST] = word_of(value)
            work[LENGTH] = ply
            for i in range(ply):
                work[KEPT + i] = work[TAKEN + i]
        return 0

    # Step 2. What the bounds rule out: the target at all, or so soon.
    _low, high, _soon, late = limits(game, state)
    if high < target:
        if high > real_of(work[REST]):
            work[REST] = word_of(high)
        return 0
    need = 1
    if work[TIMED] != 0 and high == target and late > 1:
        need = late
    if ply + need > limit:
        work[CUT] = min(work[CUT], ply + need)
        return 0

    # Step 3. Stop when told to.
    if work[NODES] >= work[LIMIT]:
        work[STOP] = 1
    if ply >= DEEPEST:
        work[DEEP] = 1
        work[STOP] = 1
    if work[STOP] != 0:
        return 0

    # Step 4. A position that was met with as many plies left, perhaps above on the path.
    key = np.int64(game.key(canonical_state(game, state))) ^ work[SALT]
    left = limit - ply
    at = place(table, key)
    if find(table, at, key) >> 20 & TO_THE_END >= left:
        return 0
    put(table, at, key, pack(0, min(left, TO_THE_END), 0, 1 << min(left, 30), work[AGE], 0, LEAST))

    # Step 5. One action after the other.
    start = work[TOP]
    end = fill_actions(game, state, work, start)
    if end - STACK > BREADTH:
        work[WIDE] = 1
        work[STOP] = 1
        return 0
    if end == start:
        work[STUCK] = 1
        work[STOP] = 1
        return 0
    work[TOP] = end
    for i in range(start, end):
        work[TAKEN + ply] = work[i]
        found = again(dive, game, next_state(game, state, work[i]), limit, target, ply + 1, work, table)
        if found != 0 or work[STOP] != 0:
            return found
    work[TOP] = start
    return 0


class Dive(Deepening):
    """Iterative deepening A*, compiled; NativeError where that is not possible."""

    def __init__(self, game: Game, table: Table, nodes: int | None = None, depth: int | None = None) -> None:
        super().__init__(game, nodes, depth)
        self.table, self.work = table, workspace(nodes, SIZE)
        self._run = kernels.bind(dive, game, 0, 0.0, 0, self.work, table.memory)
        self._names = Naming(self._run, game)

    @property
    def nodes(self) -> int:
        return self.work[NODES]

    @property
    def stopped(self) -> bool:
        return bool(self.work[STOP])

    def halt(self) -> None:
        self.work[STOP] = 1

    def unlimited(self) -> None:
        self.work[LIMIT] = NEVER

    def forget(self) -> None:
        self.table.forget()

    def dive(self, state: State, limit: int, target: float) -> tuple[int, ...] | None:
        work, best = self.work, self.best or (-math.inf, ())
        self.table.begin()
        work[SALT], work[AGE], work[TOP] = self.table.salt, self.table.age, STACK
        work[TIMED], work[CUT] = int(target > self.game.neutral), NEVER
        work[BEST], work[LENGTH], work[REST] = word_of(best[0]), len(best[1]), word_of(-math.inf)
        found = int(self._run(state, limit, target, 0, work, self.table.memory))
        self._refuse()
        self.cut = math.inf if work[CUT] == NEVER else work[CUT]
        self.rest = real_of(work[REST])
        if work[LENGTH] and (self.best is None or real_of(work[BEST]) > self.best[0]):
            self.best = real_of(work[BEST]), self._line(state, KEPT, work[LENGTH])
        return self._line(state, TAKEN, found) if found and not self.stopped else None

    def _line(self, state: State, start: int, length: int) -> tuple[Action, ...]:
        """The actions whose words stand in the workspace."""
        return tuple(self._names.line(state, (self.work[start + i] for i in range(length))))

    def _refuse(self) -> None:
        """Say what is wrong with the rules, if that is why it stopped."""
        refuse(self.game, self.work)
        name = type(self.game).__name__
        if self.work[ODD]:
            raise GameError(f"{name}.utility gives nan, which is no number (countermove check shows where).")
        if self.work[WIDE]:
            raise UnfitError(f"{name} has too many actions to look for a line depth first; use --method breadth.")
