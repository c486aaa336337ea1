"""Breadth-first search of a puzzle, compiled: states are numbered as they are found, each with its predecessor.

A state is a row of `rows`, one word per number (`flatten`), and `table` maps the hash of a row to its number plus one.
`before` holds the number of the predecessor, or its (negative) complement where the game is over. Symmetric states
count once if the game has `canonical`; the line is reconstructed at the end, by playing from row to row.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from countermove.engine.graph.expand import GraphWorkspace, find
from countermove.engine.graph.pack import hash_of
from countermove.engine.graph.row import rehash
from countermove.engine.puzzle.interpreted import Way
from countermove.engine.root import refuse
from countermove.engine.workspace import MAX_NODES, Workspace
from countermove.errors import GameError
from countermove.game import Game, State, require_actions
from countermove.native import kernel as kernels
from countermove.native import layout
from countermove.native.bridge import canonical_state, fill_actions, flatten, limits, next_state, unflatten
from countermove.native.kernel import kernel
from countermove.outcome import bounds_of

EXHAUSTED, OPTIMAL, STOPPED, FULL, TOO_MANY_ACTIONS, NAN = range(6)
"""Why `flood` returned: all states were searched; an end is the best possible; stopped, or the rules are at fault; an
array is full; a state has more actions than the buffer; a utility is not a number."""

BATCH = 1 << 9
"""States rehashed at a time."""


class FloodWorkspace(Workspace):
    """Breadth-first search."""

    count: int
    """States found so far."""
    next: int
    """The state to expand next."""
    needed: int
    """The room needed in `actions`."""
    best: float
    """The value of the best end."""
    end: int
    """The number of its state; 0 if there is none yet."""


@kernel
def flood(
    game: Any, example: Any, enough: float, work: FloodWorkspace, flat: Any, rows: Any, table: Any, before: Any,
    actions: Any,
) -> int:  # fmt: skip
    """Continue the search until all states are expanded or an end is worth `enough`; returns why it stopped."""
    size = len(flat)
    while work.next < work.count:
        # Step 1. Check the limits, and the room for the successors.
        number = work.next
        if work.nodes >= work.limit:
            work.stop = 1
        if work.stop != 0:
            return STOPPED
        room = work.count + len(actions)
        if room >= len(before) or 2 * room > len(table):
            return FULL

        # Step 2. Unpack the state, unless the game is over or nothing better can follow.
        if before[number] < 0:
            work.next = number + 1
            continue
        for place in range(size):
            flat[place] = rows[number * size + place]
        state = unflatten(game, flat)
        _low, high, _soon, _late = limits(game, state)
        if work.end != 0 and high <= work.best:
            work.next = number + 1
            continue
        count = fill_actions(game, state, actions, 0)
        if count > len(actions):
            work.needed = count
            return TOO_MANY_ACTIONS
        if count == 0:
            work.stuck = 1
            return STOPPED

        # Step 3. Its successors: known or new, and perhaps the best end so far.
        for i in range(count):
            work.nodes += 1
            child = canonical_state(game, next_state(game, state, int(actions[i])))
            flatten(game, child, flat)
            slot = find(table, rows, size, flat, 0, hash_of(flat, size))
            if table[slot] != 0:
                continue
            met = work.count
            for place in range(size):
                rows[met * size + place] = flat[place]
            table[slot] = met + 1
            before[met] = number
            work.count = met + 1
            if game.is_terminal(child):
                before[met] = -1 - number
                value = np.float64(game.utility(child, 0))
                if np.isnan(value):
                    return NAN
                if work.end == 0 or value > work.best:
                    work.best = value
                    work.end = met
                    if value >= enough:
                        return OPTIMAL
        work.next = number + 1
    return EXHAUSTED


class Flood:
    """Breadth-first search, compiled; NativeError if rules do not compile, GameError for states not of numbers."""

    def __init__(self, game: Game, nodes: int | None = None, memory: float = math.inf) -> None:
        self.game, self.memory = game, memory
        self.full = False
        self.example = game.initial()
        self.work = FloodWorkspace(nodes)
        words, numbers = np.zeros(1, np.int64), np.zeros(1, np.int32)
        self._run = kernels.bind(flood, game, 0.0, self.work, words, words, numbers, numbers, words)
        self._empty()

    def _empty(self) -> None:
        size = layout.size(self.game)
        self.flat = np.zeros(size, np.int64)
        self.rows, self.before = np.zeros(size << 10, np.int64), np.zeros(1 << 10, np.int32)
        self.table, self.actions = np.zeros(1 << 11, np.int32), np.zeros(64, np.int64)

    def _arguments(self) -> tuple[Any, ...]:
        return self.work, self.flat, self.rows, self.table, self.before, self.actions

    @property
    def nodes(self) -> int:
        return self.work.nodes

    @property
    def states(self) -> int:
        return self.work.count

    def halt(self) -> None:
        self.work.stop = 1

    def unlimited(self) -> None:
        self.work.limit = MAX_NODES

    def run(self, state: State) -> Way:
        game, work = self.game, self.work
        self._empty()
        self.flat[:] = layout.words_of(game, game.canonical(state))
        self.rows[: len(self.flat)] = self.flat
        self.table[hash_of(self.flat, len(self.flat)) & len(self.table) - 1] = 1
        work.count, work.next, work.end = 1, 0, 0
        enough = bounds_of(game, state)[1]
        while (reason := int(self._run(self.example, enough, *self._arguments()))) in (FULL, TOO_MANY_ACTIONS):
            if reason == TOO_MANY_ACTIONS:
                self.actions = np.zeros(2 * work.needed, np.int64)
            elif not self._grow():
                self.full = True
                break
        refuse(game, work)
        if reason == NAN:
            name = type(game).__name__
            raise GameError(f"{name}.utility gives nan, which is not a number. Run `countermove check` to see where.")
        complete = reason in (EXHAUSTED, OPTIMAL)
        if not work.end:
            return Way(None, complete=complete)
        return Way(work.best, self._line(state, work.end), complete)

    def _grow(self) -> bool:
        """Double the room and rehash; False if memory does not allow it."""
        states = len(self.before)
        while states <= self.work.count + len(self.actions):
            states *= 2
        size = len(self.flat)
        if 8 * size * states + 4 * states + 16 * states > self.memory * 2**20:
            return False
        try:
            rows, before, table = (
                np.zeros(states * size, np.int64), np.zeros(states, np.int32), np.zeros(4 * states, np.int32)
            )  # fmt: skip
        except MemoryError:
            return False
        rows[: len(self.rows)], before[: len(self.before)] = self.rows, self.before
        self.rows, self.before, self.table = rows, before, table
        rehash(table, rows, self.flat, size, self.work.count, np.zeros(BATCH, np.int64), GraphWorkspace())
        return True

    def _line(self, state: State, number: int) -> tuple[int, ...]:
        """The actions that lead to a state, by its number."""
        game, size = self.game, len(self.flat)
        chain = []
        while number:
            chain.append(number)
            number = int(self.before[number])
            number = number if number >= 0 else -1 - number
        line = []
        for number in reversed(chain):
            row = self.rows[number * size : (number + 1) * size].tolist()
            for action in require_actions(game, state):
                child = game.result(state, action)
                if layout.words_of(game, game.canonical(child)) == row:
                    line.append(action)
                    state = child
                    break
        return tuple(line)
