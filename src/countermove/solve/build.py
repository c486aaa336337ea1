"""A sweep under way: five steps from the rules of a game to the words of its database (see sweep.py)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from countermove import worker
from countermove.engine.graph import fold, row
from countermove.engine.graph import probe as probing
from countermove.engine.graph.enumeration import Enumeration, Expander, Segment
from countermove.engine.graph.expand import ENDED
from countermove.engine.graph.pack import FIELD, spread
from countermove.game import Game, State
from countermove.native.real import word_of
from countermove.solve import store
from countermove.solve.identity import Identity
from countermove.solve.solution import SweepProgress, turning


class Build(Enumeration):
    """One sweep under way."""

    def __init__(
        self, game: Game, start: State, identity: Identity, part: store.Part | None, memory: float, expander: Expander
    ) -> None:
        super().__init__(game, expander, memory=memory, opposed=game.players == 2, symmetric=True)
        self.identity = identity
        self.part = part
        self.stage = "enumerate"
        self._start = start
        if part is not None:
            self.resumes = "; what was found is kept, and the sweep goes on from there"

    # What the thread that waits may ask.

    def pause(self, seconds: float = 0.0) -> None:
        """Have what was found so far put away soon, whatever the time."""
        self.work.pause = 1

    def moved(self) -> tuple[Any, ...]:
        return *super().moved(), self.stage

    def progress(self, seconds: float) -> SweepProgress:
        work = self.work
        return SweepProgress("sweep", work.count, self.nodes, seconds, self.stage, work.next, work.layer)

    # The steps.

    def run(self, path: Path | None) -> store.Words | None:
        """All steps; None when told to stop on the way."""
        try:
            self.begin(self._start)
            self._restore()
            self.enumerate()
            self._step("link")
            self._link()
            self._step("settle")
            self._settle()
            self._step("arrange")
            words = self._arrange()
            self._step("save")
            store.seal(words, self.check_cancelled)
            if path is not None:
                store.write(path, words, self.check_cancelled)
            return words
        except worker.CancelledError:
            return None

    def _step(self, stage: str) -> None:
        self.stage = stage
        self.check_cancelled()

    def keep(self, segment: Segment) -> None:
        if self.part is None:
            super().keep(segment)
        else:
            self.part.append(segment)

    def _kept(self) -> Iterator[Segment]:
        """What is put away, in memory or in the file."""
        return iter(self.segments) if self.part is None else self.part.segments()

    def _restore(self) -> None:
        """Everything that an earlier sweep has put away."""
        work = self.work
        kept = []
        for segment in self._kept():
            kept.append(segment)
            work.count, work.next = segment.after, segment.end
            self.check_cancelled()
        if not kept:
            return
        last = kept[-1]
        self.edge_count = sum(len(segment.edges) for segment in kept)
        self.ranges = last.ranges
        self._spread(last.ranges)
        size = work.size
        self.require(8 * size * last.after, "rows")
        self.rows = np.zeros(size * last.after + 1, np.int64)
        for segment in kept:
            fields, other = spread(segment.ranges)
            count = segment.after - segment.before
            row.repack(
                fields, self.fields, self.flat, self.row, segment.rows, other, segment.before, count, self.rows,
                size, work,
            )  # fmt: skip
            self.check_cancelled()
        work.first = last.end
        work.layer, work.border = last.layer, last.border
        self._before = last.after
        self._rehash(self._slots(last.after))

    def _link(self) -> None:
        """Step 2."""
        count = self.work.count
        self.table = np.zeros(0, np.int32)
        kept = list(self._kept())
        self.require(29 * count + 4 * self.edge_count, "predecessors")
        self.kinds = np.concatenate([segment.kinds for segment in kept])
        self.degrees = np.concatenate([segment.degrees for segment in kept])
        self.starts, self.sources = self._turned(count, [(each.first, each.degrees, each.edges) for each in kept])

        # The ends in the same way, as if each led to its utility.
        worth = float(turning(self.game, 0))
        found = [np.unique(segment.utilities) for segment in kept]
        self.values = np.unique(np.concatenate([*found, [worth + 0.0]]))
        self.endless = int(np.searchsorted(self.values, worth))
        ends = []
        for segment in kept:
            self.check_cancelled()
            leads = (segment.kinds == ENDED).astype(np.int32)
            ends.append((segment.first, leads, np.searchsorted(self.values, segment.utilities).astype(np.int32)))
        self.end_starts, self.ends = self._turned(len(self.values), ends)
        self.segments = []

    def _turned(self, count: int, parts: list[tuple[int, Any, Any]]) -> tuple[Any, Any]:
        """Edges turned round: where those into each of `count` places begin, and where they come from.

        A part is the number of its first state, how many edges each of its states has, and where these lead.
        """
        starts = np.zeros(count + 2, np.int64)
        sources = np.zeros(sum(len(edges) for _, _, edges in parts), np.int32)
        for _, _, edges in parts:
            fold.count_into(edges, starts, self.work)
            self.check_cancelled()
        fold.add_up(starts, self.work)
        self.check_cancelled()
        for first, degrees, edges in parts:
            fold.link(first, degrees, edges, starts, sources, self.work)
            self.check_cancelled()
        return starts, sources

    def _settle(self) -> None:
        """Step 3."""
        count = self.work.count
        self.levels = np.full(count, fold.UNKNOWN, np.int32)
        self.distances = np.zeros(count, np.int32)
        queue = np.zeros(count, np.int32)
        best, worst = range(len(self.values) - 1, self.endless, -1), range(self.endless)
        for player, levels in ((0, best), (1, worst)):
            for level in levels:
                ends = self.ends[self.end_starts[level] : self.end_starts[level + 1]]
                fold.settle(
                    player, level, ends, self.kinds, self.degrees, self.starts, self.sources, self.levels,
                    self.distances, queue, self.work,
                )  # fmt: skip
                self.check_cancelled()
        self.longest = int(fold.leave(self.levels, self.distances, self.kinds, self.endless, self.work))
        self.check_cancelled()
        del self.starts, self.sources, self.degrees, self.ends, self.end_starts

    def _arrange(self) -> store.Words:
        """Step 4."""
        work, count = self.work, self.work.count

        # The exact ranges, and all rows packed accordingly.
        lows = np.full(len(self.ranges), np.iinfo(np.int64).max, np.int64)
        highs = np.full(len(self.ranges), np.iinfo(np.int64).min, np.int64)
        row.extent(self.fields, self.flat, self.rows, work.size, count, lows, highs, work)
        self.check_cancelled()
        self.repack([(int(low), int(high)) for low, high in zip(lows, highs)])
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
            count, len(self.ranges), size, bits, len(self.values), self.endless, width, entry, self.edge_count,
            work.layer,
        )  # fmt: skip
        head[: len(facts)] = facts
        head[probing.IDENTITY] = letters

        # The database itself.
        self.require(8 * at + 8 * (1 << bits), "database")
        words = np.zeros(store.PREAMBLE + at, np.int64)
        data = words[store.PREAMBLE :]
        data[: probing.HEAD] = head
        index = np.zeros((1 << bits) + 2, np.int64)
        for only_count in (True, False):
            row.arrange(
                self.rows, self.row, size, count, bits, index, only_count, self.levels, self.distances, width, entry,
                data, int(head[probing.STATES_AT]), int(head[probing.OUTCOMES_AT]), self.hashes, work,
            )  # fmt: skip
            self.check_cancelled()
            if only_count:
                fold.add_up(index, work)
                self.check_cancelled()
        levels = [word_of(float(value)) for value in self.values]
        contents: list[tuple[int, Any]] = [
            (probing.FIELDS_AT, self.fields.words[: FIELD * len(self.ranges)]),
            (probing.LEVELS_AT, levels), (probing.INDEX_AT, index[:-1]), (probing.IDENTITY_AT, identity),
        ]  # fmt: skip
        for part, content in contents:
            data[head[part] : head[part] + len(content)] = content
        return words
