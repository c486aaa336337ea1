"""A sweep under way: five steps from the rules of a game to the words of its database (see sweep.py).

Between the kernels it makes room: rows and table grow, fields get wider, chunks are put away. Everything it holds is
counted, so that it never takes more memory than it was given.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from countermove.engine import sweep_expand as forward
from countermove.engine import sweep_graph as graph
from countermove.engine import sweep_probe as probing
from countermove.engine import sweep_row as row
from countermove.engine.sweep_pack import FIELD, spread, unpack
from countermove.errors import GameError, NativeError, SpecError
from countermove.game import Game, State
from countermove.native import kernel, layout
from countermove.native.memory import Memory
from countermove.native.real import word_of
from countermove.solve import store
from countermove.solve.database import numbers_of
from countermove.solve.identity import Identity
from countermove.solve.solution import SweepProgress, turning

CHUNK = 1 << 15
"""States that are expanded before what was found is put away."""
BATCH = 1 << 9
"""Successors that are looked up together."""
MOST = (1 << 31) - 2
"""The most states there can be."""


Bound = tuple[Callable[..., Any], str | None]
"""The kernel of the first step, and why it is not compiled where it is not."""


def bind(game: Game, native: bool | None) -> Bound:
    """The kernel of the first step: compiled, or else as plain Python. Compiling shows what a state takes."""
    plain: Callable[..., Any] = functools.partial(forward.expand.py_func, game)
    if native is False:
        return plain, f"{type(game).__name__} runs interpreted, not compiled, as was asked for."
    work, memory = forward.SweepWorkspace(), Memory(1)
    words, shorts, bytes_ = (np.zeros(1, kind) for kind in (np.int64, np.int32, np.int8))
    reals = np.zeros(1)
    arguments = (
        work, memory, words, words, shorts, words, words, words, words, 0.0, bytes_, shorts, shorts, reals,
    )  # fmt: skip
    try:
        kernel.require_on(game)
        return kernel.bind(forward.expand, game, *arguments), None
    except NativeError as error:
        if native:
            raise
        return plain, str(error)


class _Halted(BaseException):
    """The sweep was told to stop."""


class Build:
    """One sweep under way."""

    def __init__(
        self, game: Game, start: State, identity: Identity, part: store.Part | None, memory: float, bound: Bound
    ) -> None:
        self.game = game
        self.identity = identity
        self.part = part
        self.memory = memory
        self.stage = "enumerate"
        self.nodes = 0
        """Successors of the chunks that are put away."""
        self._example = game.initial()
        self.work = work = forward.SweepWorkspace()
        work.players = game.players
        self.chunks: list[store.Segment] = []
        self._before = 0

        # Every range begins with the number of the first state in it; most soon turn out to be wider.
        first = numbers_of(game, game.canonical(start))
        self.ranges = [(number, number) for number in first]
        self.fields, size = spread(self.ranges)
        work.size = size
        self.flat = np.array(first, np.int64)
        self.row = np.zeros(len(first) + 1, np.int64)
        self.rows = np.zeros(1 << 10, np.int64)
        self.table = np.zeros(1 << 11, np.int32)
        self.actions = np.zeros(BATCH, np.int64)
        self.hashes = np.zeros(BATCH, np.int64)
        self.fresh = np.zeros(BATCH * size, np.int64)
        self.kinds = np.zeros(CHUNK, np.int8)
        self.degrees = np.zeros(CHUNK, np.int32)
        self.edges = np.zeros(16 * CHUNK + BATCH, np.int32)
        self.utilities = np.zeros(CHUNK, np.float64)
        self._run, self.note = bound

    def _expand(self) -> int:
        return int(self._run(self._example, *self._arguments()))

    def _arguments(self) -> tuple[Any, ...]:
        return (
            self.work, self.fields, self.flat, self.row, self.table, self.rows, self.actions, self.fresh, self.hashes,
            float(self.game.axes.total), self.kinds, self.degrees, self.edges, self.utilities,
        )  # fmt: skip

    # What the thread that waits may ask.

    def halt(self) -> None:
        self.work.stop = 1

    def pause(self, seconds: float = 0.0) -> None:
        """Have what was found so far put away soon, whatever the time."""
        self.work.pause = 1

    def moved(self) -> tuple[int, int, int, str]:
        """Something that changes as long as the sweep gets anywhere."""
        work = self.work
        return work.next, work.edges, work.done, self.stage

    def progress(self, seconds: float) -> SweepProgress:
        work = self.work
        nodes = self.nodes + work.edges + 1
        return SweepProgress("sweep", work.count, nodes, seconds, self.stage, work.next, work.layer)

    # The steps.

    def run(self, path: Path | None) -> store.Words | None:
        """All steps; None when told to stop on the way."""
        try:
            self._begin()
            self._enumerate()
            self._step("link")
            self._link()
            self._step("settle")
            self._settle()
            self._step("arrange")
            words = self._arrange()
            self._step("save")
            store.seal(words, self._look)
            if path is not None:
                store.write(path, words, self._look)
            return words
        except _Halted:
            return None

    def _step(self, stage: str) -> None:
        self.stage = stage
        self._look()

    def _look(self) -> None:
        """Go on, unless told to stop; kernels that were come back early, so this is asked after each."""
        self.work.done += 1
        if self.work.stop:
            raise _Halted

    def _begin(self) -> None:
        """The first state alone; or everything that an earlier sweep has put away."""
        work = self.work
        if self.part is not None:
            kept = []
            for segment in self.part.segments():
                kept.append(segment)
                work.count, work.next = segment.after, segment.end
                self._look()
            if kept:
                self._restore(kept)
                return
        self.rows[: work.size] = 0  # the first state, with nothing but its ranges to tell
        work.count = work.border = 1
        self._rehash(len(self.table))

    def _restore(self, kept: list[store.Segment]) -> None:
        work, last = self.work, kept[-1]
        self.nodes = sum(len(segment.edges) for segment in kept)
        self.ranges = last.ranges
        self.fields, size = spread(last.ranges)
        work.size = size
        self.fresh = np.zeros(len(self.hashes) * size, np.int64)
        self._require(8 * size * last.after, "rows")
        self.rows = np.zeros(size * last.after + 1, np.int64)
        for segment in kept:
            fields, other = spread(segment.ranges)
            count = segment.after - segment.before
            row.repack(
                fields, self.fields, self.flat, self.row, segment.rows, other, segment.before, count, self.rows,
                size, work,
            )  # fmt: skip
            self._look()
        work.first = last.end
        work.layer, work.border = last.layer, last.border
        self._before = last.after
        slots = len(self.table)
        while last.after * forward.MIN_SLOTS_PER_STATE > slots:
            slots *= 2
        self._rehash(slots)

    def _enumerate(self) -> None:
        """Step 1."""
        work = self.work
        while True:
            reason = self._expand()
            if reason >= forward.STUCK:
                raise self._fault(reason)
            if reason != forward.BROAD:
                self._put_away()  # at the latest now, for it may be told to stop while it makes room
            if reason == forward.GROW:
                self._grow()
            elif reason == forward.WIDEN:
                self._widen()
            elif reason == forward.BROAD:
                self._broaden()
            work.pause = 0
            self._look()
            if reason == forward.ALL:
                return

    def _put_away(self) -> None:
        """Take everything out of the chunk, and begin a new one."""
        work = self.work
        first, end, count, edges = work.first, work.next, work.count, work.edges
        if end == first and count == self._before:
            return
        size, ends = work.size, work.ends
        parts: list[Any] = [
            self.utilities[:ends],
            self.kinds[: end - first],
            self.degrees[: end - first],
            self.edges[:edges],
        ]
        chunk = store.Segment(
            first, end, self._before, count, work.layer, work.border, self.ranges,
            self.rows[self._before * size : count * size], *parts,
        )  # fmt: skip
        if self.part is not None:
            self.part.append(chunk)
        else:
            chunk.rows = self.rows[:0]
            chunk.utilities, chunk.kinds, chunk.degrees, chunk.edges = (part.copy() for part in parts)
            self.chunks.append(chunk)
        self.nodes += edges
        self._before = count
        work.first = end
        work.edges = work.ends = 0

    def _grow(self) -> None:
        """Make room for more states."""
        work = self.work
        most, size = work.needed, work.size
        if most > MOST:
            raise SpecError(f"{type(self.game).__name__} has more than {MOST:,} states, too many for a sweep.")
        if most * size > len(self.rows):
            room = max(most * size, len(self.rows) * 3 // 2)
            self._require(8 * (room - len(self.rows)), "states")
            self.rows.resize(room, refcheck=False)
        slots = len(self.table)
        while most * forward.MIN_SLOTS_PER_STATE > slots:
            slots *= 2
        if slots > len(self.table):
            self._require(4 * (slots - len(self.table)), "table")
            self._rehash(slots)

    def _rehash(self, slots: int) -> None:
        work = self.work
        self.table = np.zeros(0, np.int32)  # let go of the old one before the new one is made
        self.table = np.zeros(slots, np.int32)
        size, count = work.size, work.count
        row.rehash(self.table, self.rows, self.row, size, count, self.hashes, work)
        self._look()

    def _widen(self) -> None:
        """Make room for a number outside the range of its field, and for as much again, as there will be more."""
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
        self._repack(self.ranges)
        self._rehash(len(self.table))

    def _repack(self, ranges: list[tuple[int, int]]) -> None:
        work = self.work
        old, size, count = self.fields, work.size, work.count
        self.fields, other = spread(ranges)
        rows = self.rows
        if other > size:
            self._require(8 * other * (count + 1), "rows")
            rows = np.zeros(max(other * (count + 1), len(rows)), np.int64)
        row.repack(old, self.fields, self.flat, self.row, self.rows, size, 0, count, rows, other, work)
        self._look()
        self.rows = rows
        self.fresh = np.zeros(len(self.hashes) * other, np.int64)
        work.size = other

    def _broaden(self) -> None:
        """Make room for a state with more actions than any before."""
        count = 2 * self.work.needed
        self.actions = np.zeros(count, np.int64)
        self.hashes = np.zeros(count, np.int64)
        self.fresh = np.zeros(count * self.work.size, np.int64)
        if 2 * count > len(self.edges):
            self._put_away()
            self.edges = np.zeros(2 * count, np.int32)

    def _link(self) -> None:
        """Step 2."""
        count = self.work.count
        self.table = np.zeros(0, np.int32)
        chunks = self.chunks
        if self.part is not None:
            chunks = list(self.part.segments())
        self._require(29 * count + 4 * self.nodes, "predecessors")
        self.kinds = np.concatenate([chunk.kinds for chunk in chunks])
        self.degrees = np.concatenate([chunk.degrees for chunk in chunks])
        self.starts, self.sources = self._turned(count, [(c.first, c.degrees, c.edges) for c in chunks])

        # The ends in the same way, as if each led to its utility.
        worth = float(turning(self.game, 0))
        found = [np.unique(chunk.utilities) for chunk in chunks]
        self.values = np.unique(np.concatenate([*found, [worth + 0.0]]))
        self.endless = int(np.searchsorted(self.values, worth))
        ends = []
        for chunk in chunks:
            self._look()
            leads = (chunk.kinds == forward.ENDED).astype(np.int32)
            ends.append((chunk.first, leads, np.searchsorted(self.values, chunk.utilities).astype(np.int32)))
        self.end_starts, self.ends = self._turned(len(self.values), ends)
        self.chunks = []

    def _turned(self, count: int, chunks: list[tuple[int, Any, Any]]) -> tuple[Any, Any]:
        """Edges turned round: where those into each of `count` places begin, and where they come from."""
        starts = np.zeros(count + 2, np.int64)
        sources = np.zeros(sum(len(edges) for _, _, edges in chunks), np.int32)
        for _, _, edges in chunks:
            graph.tally(edges, starts, self.work)
            self._look()
        graph.add_up(starts, self.work)
        self._look()
        for first, degrees, edges in chunks:
            graph.link(first, degrees, edges, starts, sources, self.work)
            self._look()
        return starts, sources

    def _settle(self) -> None:
        """Step 3."""
        count = self.work.count
        self.levels = np.full(count, graph.UNKNOWN, np.int32)
        self.distances = np.zeros(count, np.int32)
        queue = np.zeros(count, np.int32)
        best, worst = range(len(self.values) - 1, self.endless, -1), range(self.endless)
        for player, levels in ((0, best), (1, worst)):
            for level in levels:
                ends = self.ends[self.end_starts[level] : self.end_starts[level + 1]]
                graph.settle(
                    player, level, ends, self.kinds, self.degrees, self.starts, self.sources, self.levels,
                    self.distances, queue, self.work,
                )  # fmt: skip
                self._look()
        self.longest = int(graph.leave(self.levels, self.distances, self.kinds, self.endless, self.work))
        self._look()
        del self.starts, self.sources, self.degrees, self.ends, self.end_starts

    def _arrange(self) -> store.Words:
        """Step 4."""
        work, count = self.work, self.work.count

        # The exact ranges, and all rows packed accordingly.
        lows = np.full(len(self.ranges), np.iinfo(np.int64).max, np.int64)
        highs = np.full(len(self.ranges), np.iinfo(np.int64).min, np.int64)
        row.extent(self.fields, self.flat, self.rows, work.size, count, lows, highs, work)
        self._look()
        self._repack([(int(low), int(high)) for low, high in zip(lows, highs)])
        size = work.size

        # The plan of the database.
        bits = max(0, (count // probing.BUCKET).bit_length())
        width = (self.longest + 1).bit_length()
        entry = width + (len(self.values) - 1).bit_length()
        identity, letters = store.identity_words(self.identity)
        head = np.zeros(probing.HEAD, np.int64)
        parts = {
            probing.FIELDS_AT: FIELD * len(self.ranges),
            probing.LEVELS_AT: len(self.values),
            probing.INDEX_AT: (1 << bits) + 1,
            probing.STATES_AT: count * size,
            probing.OUTCOMES_AT: -(-count // (64 // entry)),
            probing.IDENTITY_AT: len(identity),
        }
        at = probing.HEAD
        for part, length in parts.items():
            head[part] = at
            at += length
        facts = (
            count, len(self.ranges), size, bits, len(self.values), self.endless, width, entry, self.nodes,
            work.layer,
        )  # fmt: skip
        head[: len(facts)] = facts
        head[probing.IDENTITY] = letters

        # The database itself.
        self._require(8 * at + 8 * (1 << bits), "database")
        words = np.zeros(store.PREAMBLE + at, np.int64)
        data = words[store.PREAMBLE :]
        data[: probing.HEAD] = head
        index = np.zeros((1 << bits) + 2, np.int64)
        for only_count in (True, False):
            row.arrange(
                self.rows, self.row, size, count, bits, index, only_count, self.levels, self.distances, width, entry,
                data, int(head[probing.STATES_AT]), int(head[probing.OUTCOMES_AT]), self.hashes, work,
            )  # fmt: skip
            self._look()
            if only_count:
                graph.add_up(index, work)
                self._look()
        levels = [word_of(float(value)) for value in self.values]
        contents: list[tuple[int, Any]] = [
            (probing.FIELDS_AT, self.fields.words[: FIELD * len(self.ranges)]),
            (probing.LEVELS_AT, levels), (probing.INDEX_AT, index[:-1]), (probing.IDENTITY_AT, identity),
        ]  # fmt: skip
        for part, content in contents:
            data[head[part] : head[part] + len(content)] = content
        return words

    def _require(self, more: int, what: str) -> None:
        """SpecError when so many more bytes would be more than the memory given."""
        arrays = [value for value in vars(self).values() if isinstance(value, np.ndarray)]
        size = sum(array.nbytes for array in arrays) + sum(chunk.size() for chunk in self.chunks) + more
        if size <= self.memory * 2**20:
            return
        work = self.work
        kept = "; what was found is kept, and the sweep goes on from there" if self.part is not None else ""
        raise SpecError(
            f"{type(self.game).__name__} does not fit into {self.memory:,.0f} MB: {work.count:,} states "
            f"found, {work.next:,} of them expanded, and with room for more {what} it takes "
            f"{math.ceil(size / 2**20):,} MB. Give more memory, or sweep from a later position{kept}."
        )

    def _fault(self, reason: int) -> GameError:
        """What is wrong with the rules."""
        game, work = self.game, self.work
        unpack(self.fields, self.rows, work.needed * work.size, self.flat)
        state = layout.state_of(game, self.flat)
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
        if reason == forward.NAN:
            return GameError(f"{name}.utility gives nan, which is no number, in {state}.")
        if reason == forward.SUM:
            given = [float(game.utility(state, player)) for player in range(2)]
            return GameError(
                f"{name}.utility gives {given[0]:g} and {given[1]:g} in {state}, which do not add up to "
                f"{game.axes.total:g}, as its axes say."
            )
        return GameError(
            f"{name} cannot be swept: after {state} a state has an array of another size. A sweep packs states, so all "
            "have the same shape."
        )
