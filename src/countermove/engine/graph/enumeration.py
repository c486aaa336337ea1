"""Enumerate all states of a game, driving the kernel of expand.py: between its calls, grow rows and table, widen
fields, and save the chunk as a segment.

All memory is accounted for, so that it never exceeds its limit.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from countermove import worker
from countermove.engine.graph import expand as forward
from countermove.engine.graph import row
from countermove.engine.graph.pack import FITS, hash_of, pack, spread, unpack
from countermove.errors import GameError, NativeError, SpecError
from countermove.game import Game, State
from countermove.native import kernel, layout
from countermove.native.memory import Memory

CHUNK = 1 << 15
"""States expanded per chunk."""
BATCH = 1 << 9
"""Successors looked up at a time."""
MAX_STATES = (1 << 31) - 2
"""The most states that fit the 32 bits of an edge."""

Expander = tuple[Callable[..., Any], str | None]
"""The kernel, and why it is not compiled; None if it is."""


@dataclass
class Segment:
    """A finished chunk: states `first` to `end` were expanded, states `before` to `after` found on the way."""

    first: int
    end: int
    before: int
    after: int
    layer: int
    border: int
    ranges: list[tuple[int, int]]
    rows: NDArray[np.int64]
    utilities: NDArray[np.float64]
    kinds: NDArray[np.int8]
    degrees: NDArray[np.int32]
    edges: NDArray[np.int32]
    odds: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))
    """In games of chance, the probability of each edge of a chance node."""

    def size(self) -> int:
        """Size in bytes."""
        parts = (self.rows, self.utilities, self.kinds, self.degrees, self.edges, self.odds)
        return sum(part.nbytes for part in parts)


class Joined(NamedTuple):
    """The whole graph: the kind and degree of each state, and the target and probability of each edge."""

    kinds: NDArray[np.int8]
    degrees: NDArray[np.int32]
    edges: NDArray[np.int32]
    odds: NDArray[np.float64]
    first: NDArray[np.int64]
    """The index of each state's first edge."""
    worth: NDArray[np.float64]
    """The utility of each terminal state to player 0; 0 for other states."""


def bind(game: Game, native: bool | None) -> Expander:
    """The kernel: compiled if possible, else plain Python."""
    plain: Callable[..., Any] = functools.partial(forward.expand.py_func, game)
    if native is False:
        return plain, f"{type(game).__name__} runs interpreted, not compiled, as was asked for."
    work, memory = forward.GraphWorkspace(), Memory(1)
    words, numbers, bytes_ = (np.zeros(1, kind) for kind in (np.int64, np.int32, np.int8))
    reals = np.zeros(1)
    arguments = (
        work, memory, words, words, numbers, words, words, reals, words, words, 0.0, bytes_, numbers, numbers, reals,
        reals,
    )  # fmt: skip
    try:
        kernel.require_on(game)
        return kernel.bind(forward.expand, game, *arguments), None
    except NativeError as error:
        if native:
            raise
        return plain, str(error)


class Enumeration:
    """A breadth-first enumeration of all states reachable from one."""

    def __init__(
        self,
        game: Game,
        expander: Expander,
        *,
        memory: float = math.inf,
        max_states: int = MAX_STATES,
        side: int = 1,
        opposed: bool = False,
        symmetric: bool = False,
    ) -> None:
        """At most `memory` megabytes and `max_states` states; for the other options see `GraphWorkspace`."""
        self.game = game
        self.memory = memory
        self.segments: list[Segment] = []
        self.edge_count = 0
        """Edges in finished segments."""
        self.work = work = forward.GraphWorkspace()
        work.players, work.side, work.limit = game.players, side, max_states
        work.opposed, work.symmetric = int(opposed), int(symmetric)
        self._run, self.note = expander
        self._example = game.initial()
        self._before = 0
        self.ranges: list[tuple[int, int]] = []
        self.rows = np.zeros(1 << 10, np.int64)
        self.table = np.zeros(1 << 11, np.int32)
        self.actions, self.chances = np.zeros(BATCH, np.int64), np.zeros(BATCH)
        self.hashes = np.zeros(BATCH, np.int64)
        self.kinds = np.zeros(CHUNK, np.int8)
        self.degrees = np.zeros(CHUNK, np.int32)
        self.utilities = np.zeros(CHUNK, np.float64)
        self._make_edges(16 * CHUNK + BATCH)

    # Called from the waiting thread.

    def halt(self) -> None:
        self.work.stop = 1

    @property
    def states(self) -> int:
        """Number of states found."""
        return self.work.count

    @property
    def nodes(self) -> int:
        """States visited, counting repeats."""
        return self.edge_count + self.work.edges + 1

    def moved(self) -> tuple[int, ...]:
        """A value that changes whenever there is progress."""
        work = self.work
        return work.next, work.edges, work.done

    def check_cancelled(self) -> None:
        """Raise CancelledError if stopped. Call it after every kernel, since a stopped kernel returns early."""
        self.work.done += 1
        if self.work.stop:
            raise worker.CancelledError

    # The steps.

    def begin(self, start: State) -> None:
        """Reset to the first state. Keep the ranges of an earlier enumeration, since they will be needed again."""
        work, first = self.work, self.words_of(start)
        known = self.ranges if len(self.ranges) == len(first) else [(number, number) for number in first]
        self.ranges = [(min(low, number), max(high, number)) for number, (low, high) in zip(first, known)]
        self.flat = np.array(first, np.int64)
        self.row = np.zeros(len(first) + 1, np.int64)
        self._spread(self.ranges)
        pack(self.fields, 0, self.flat, self.row, work.size)
        self.rows[: work.size] = self.row[: work.size]
        self.segments, self.edge_count, self._before = [], 0, 0
        work.count = work.border = 1
        work.next = work.first = work.edges = work.ends = work.layer = 0
        self.table[:] = 0
        self.table[hash_of(self.row, work.size) & len(self.table) - 1] = 1

    def enumerate_from(self, start: State) -> bool:
        """Begin, and find all states. If states outgrow the room that random games suggested, start again with more."""
        growths = 0
        while True:
            try:
                self.begin(start)
                return self.enumerate()
            except (kernel.OutgrownError, NativeError):
                if growths == kernel.GROWTHS or not isinstance(self._run, kernel.Bound):
                    raise
                self._run.outgrow(self._run.code)
                growths += 1

    def enumerate(self) -> bool:
        """Find all states; False if there are too many."""
        work = self.work
        while True:
            reason = int(self._run(self._example, *self._arguments()))
            if reason >= forward.STUCK:
                raise self._fault(reason)
            if reason != forward.BROAD:
                self._save_chunk()  # now, since making room may be cancelled
            if reason == forward.GROW:
                self._grow()
            elif reason == forward.WIDEN:
                self._widen()
            elif reason == forward.BROAD:
                self._broaden()
            work.pause = 0
            self.check_cancelled()
            if reason in (forward.ALL, forward.LIMIT):
                return reason == forward.ALL

    def keep(self, segment: Segment) -> None:
        """Copy a segment and keep it; the kernel reuses its arrays."""
        segment.rows = self.rows[:0]
        for part in ("utilities", "kinds", "degrees", "edges", "odds"):
            setattr(segment, part, getattr(segment, part).copy())
        self.segments.append(segment)

    def join(self) -> Joined:
        """Join all segments."""
        count = self.states
        self.require(21 * count + (12 if len(self.odds) else 4) * self.edge_count, "edges")
        kinds, degrees, edges, odds, ends = (
            np.concatenate([getattr(segment, part) for segment in self.segments])
            for part in ("kinds", "degrees", "edges", "odds", "utilities")
        )
        self.segments = []
        first, worth = np.zeros(count + 1, np.int64), np.zeros(count)
        np.cumsum(degrees, out=first[1:])
        worth[kinds == forward.ENDED] = ends
        return Joined(kinds, degrees, edges, odds, first, worth)

    def number(self, state: State) -> int | None:
        """The number of a state; None if it was not found."""
        flat, size = np.array(self.words_of(state), np.int64), self.work.size
        if len(flat) != len(self.flat) or pack(self.fields, 0, flat, self.row, size) != FITS:
            return None
        found = forward.find(self.table, self.rows, size, self.row, 0, hash_of(self.row, size))
        return int(self.table[found]) - 1 if self.table[found] else None

    def state(self, number: int) -> State:
        """The state with this number."""
        unpack(self.fields, self.rows, number * self.work.size, self.flat)
        return layout.state_of(self.game, self.flat)

    def words_of(self, state: State) -> list[int]:
        """The words of a state; with symmetry, of its canonical state."""
        return layout.words_of(self.game, self.game.canonical(state) if self.work.symmetric else state)

    def require(self, more: int, what: str) -> None:
        """Raise SpecError if this many more bytes would exceed the memory limit."""
        arrays = [value for value in vars(self).values() if isinstance(value, np.ndarray)]
        size = sum(array.nbytes for array in arrays) + sum(segment.size() for segment in self.segments) + more
        if size > self.memory * 2**20:
            work = self.work
            raise SpecError(
                f"{type(self.game).__name__} does not fit into {self.memory:,.0f} MB: {work.count:,} states "
                f"found, {work.next:,} of them expanded, and with room for more {what} it takes "
                f"{math.ceil(size / 2**20):,} MB. Give more memory, or start from a later position{self.resumes}."
            )

    resumes = ""
    """What the out-of-memory message adds if the work can be resumed."""

    # Room.

    def _arguments(self) -> tuple[Any, ...]:
        return (
            self.work, self.fields, self.flat, self.row, self.table, self.rows, self.actions, self.chances, self.fresh,
            self.hashes, float(self.game.axes.total), self.kinds, self.degrees, self.edges, self.odds, self.utilities,
        )  # fmt: skip

    def _spread(self, ranges: list[tuple[int, int]]) -> None:
        """Lay out the fields, and allocate the successors to match."""
        self.fields, self.work.size = spread(ranges)
        self.fresh = np.zeros(len(self.hashes) * self.work.size, np.int64)

    def _make_edges(self, count: int) -> None:
        self.edges = np.zeros(count, np.int32)
        self.odds = np.zeros(count if self.game.axes.stochastic else 0)

    def _save_chunk(self) -> None:
        """Save the chunk as a segment, and start a new one."""
        work = self.work
        first, end, count, edges = work.first, work.next, work.count, work.edges
        if end == first and count == self._before:
            return
        size = work.size
        segment = Segment(
            first, end, self._before, count, work.layer, work.border, self.ranges,
            self.rows[self._before * size : count * size], self.utilities[: work.ends], self.kinds[: end - first],
            self.degrees[: end - first], self.edges[:edges], self.odds[:edges],
        )  # fmt: skip
        self.keep(segment)
        self.edge_count += edges
        self._before = count
        work.first = end
        work.edges = work.ends = 0

    def _grow(self) -> None:
        """Make room for more states."""
        work = self.work
        most, size = work.needed, work.size
        if most > MAX_STATES:
            name = type(self.game).__name__
            raise SpecError(f"{name} has more than {MAX_STATES:,} states, too many for this method.")
        if most * size > len(self.rows):
            room = max(most * size, len(self.rows) * 3 // 2)
            self.require(8 * (room - len(self.rows)), "states")
            self.rows.resize(room, refcheck=False)
        slots = self._slots(most)
        if slots > len(self.table):
            self.require(4 * (slots - len(self.table)), "table")
            self._rehash(slots)

    def _slots(self, states: int) -> int:
        """The table size for this many states."""
        slots = len(self.table)
        while states * forward.MIN_SLOTS_PER_STATE > slots:
            slots *= 2
        return slots

    def _rehash(self, slots: int) -> None:
        work = self.work
        self.table = np.zeros(0, np.int32)  # free the old one first
        self.table = np.zeros(slots, np.int32)
        row.rehash(self.table, self.rows, self.row, work.size, work.count, self.hashes, work)
        self.check_cancelled()

    def _widen(self) -> None:
        """Widen a field to twice the range that the new number needs, since more will follow."""
        work = self.work
        field, value = work.needed, work.value
        low, high = self.ranges[field]
        reach = 2 * (max(high, value) - min(low, value)) - 1
        bits = 1
        while bits < reach:
            bits = 2 * bits + 1
        low, high = (low, low + bits) if value > high else (high - bits, high)
        if not -(1 << 63) <= low <= min(value, high) <= high < 1 << 63:
            low, high = -(1 << 63), (1 << 63) - 1
        self.ranges = [*self.ranges[:field], (low, high), *self.ranges[field + 1 :]]
        self.repack(self.ranges)
        self._rehash(len(self.table))

    def repack(self, ranges: list[tuple[int, int]]) -> None:
        """Repack all states for fields of these ranges."""
        work = self.work
        old, size, count, rows = self.fields, work.size, work.count, self.rows
        fields, other = spread(ranges)
        if other > size:
            self.require(8 * other * (count + 1), "rows")
            rows = np.zeros(max(other * (count + 1), len(rows)), np.int64)
        row.repack(old, fields, self.flat, self.row, self.rows, size, 0, count, rows, other, work)
        self.check_cancelled()
        self.rows = rows
        self._spread(ranges)

    def _broaden(self) -> None:
        """Make room for a state with more actions than any before."""
        count = 2 * self.work.needed
        self.actions, self.chances = np.zeros(count, np.int64), np.zeros(count)
        self.hashes = np.zeros(count, np.int64)
        self.fresh = np.zeros(count * self.work.size, np.int64)
        if 2 * count > len(self.edges):
            self._save_chunk()
            self._make_edges(2 * count)

    def _fault(self, reason: int) -> GameError:
        """The error for a fault in the rules."""
        game = self.game
        state = self.state(self.work.needed)
        name = type(game).__name__
        if reason == forward.STUCK:
            return GameError(
                f"{name}.actions gives no action in a state that is not terminal: {state}. "
                "Make is_terminal true there, or yield at least one action."
            )
        if reason == forward.PLAYER:
            return GameError(
                f"{name}.player gives {game.player(state)} in {state}; the players are 0 to {game.players - 1}."
            )
        if reason == forward.ODDS:
            return GameError(
                f"{name}.chances gives probabilities that are not all above 0 or do not add up to 1 in {state}."
            )
        if reason == forward.NAN:
            return GameError(f"{name}.utility gives nan, which is not a number, in {state}.")
        if reason == forward.SUM:
            given = [float(game.utility(state, player)) for player in range(2)]
            return GameError(
                f"{name}.utility gives {given[0]:g} and {given[1]:g} in {state}, which do not add up to "
                f"{game.axes.total:g}, as its axes say."
            )
        return GameError(
            f"States of {name} cannot be packed: after {state} comes one with an array of another size. All states "
            "must have the same shape."
        )
