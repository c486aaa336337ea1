"""The way out of a slice, where a database knows results but no distances.

Such a database knows which actions keep a win, but not which of them makes progress: two kings against one can keep
theirs for ever. So the slice in play is solved again, this time with distances. Since the slices below have none, a
position there counts as won or lost at once, and these are the distances to the next slice. Slices only get smaller:
a player who is winning and takes the shortest way out of each, wins.

Compiled, it takes about 0.8 microseconds and five bytes per index, and two bytes are kept: for three kings against two
of checkers three seconds and 8 MB.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic

from countermove import worker
from countermove.action import as_action
from countermove.engine.slices.code import LOST, before, plies_of, score_of
from countermove.game import Action, S, legal
from countermove.native.recent import Recent
from countermove.solve.slice_build import Build, Kernels, workspace
from countermove.solve.solution import viewing

if TYPE_CHECKING:
    from countermove.solve.slices import SliceDatabase

MAX_INDICES = 8_000_000
"""The largest slice that is solved for a way out."""
MAX_INTERPRETED = 2_000
"""The same where the rules are not compiled."""
SECONDS = 1e-6
"""Time per index, to see whether there is enough."""
MAX_KEPT = 4
MAX_LINE = 100


class Conversion(Generic[S]):
    """The ways out of the slices of a database."""

    def __init__(self, database: SliceDatabase[S]) -> None:
        self.database, self.game = database, database.game
        self.kernels: Kernels | None = None
        self.kept: Recent[int, Any] = Recent(MAX_KEPT)
        self.lock = threading.Lock()

    def prepare(self) -> Kernels:
        """Compile the kernels that solve a slice, once."""
        self.kernels = self.kernels or Kernels.of(self.game, None)
        return self.kernels

    def fits(self, state: S, seconds: float | None = None) -> bool:
        """Whether the slice of a state can be solved in this time, or any."""
        results, number = self.database.results, self.game.slice_of(state)
        if number not in results or any(each not in results for each in self.game.slices_below(number)):
            return False
        size = int(self.game.slice_size(number))
        if self.kept.get(number) is not None:
            return True
        limit = MAX_INDICES if self.prepare().note is None else MAX_INTERPRETED
        return size <= limit and (seconds is None or size * SECONDS <= seconds)

    def after(
        self, state: S, stop: threading.Event | None = None, seconds: float | None = None
    ) -> dict[Action, int]:  # fmt: skip
        """The plies to the next slice after each action that keeps the result of a state.

        Nothing in a draw, in a slice that does not fit, or if it was stopped or took longer than `seconds`.
        """
        if not self.fits(state):
            return {}
        number = self.game.slice_of(state)
        with self.lock:
            codes = self.kept.get(number)
            if codes is None:
                codes = self._solved(number, stop, seconds)
                if codes is None:
                    return {}
                self.kept[number] = codes
        return dict(self._ways(state, number, codes))

    def line(self, state: S) -> tuple[Action, ...]:
        """The shortest way out for the winner, and the longest for the loser; nothing where `after` has not been."""
        number, found = self.game.slice_of(state), list[Action]()
        codes = self.kept.get(number)
        while codes is not None and self.game.slice_of(state) == number and len(found) < MAX_LINE:
            ways = dict(self._ways(state, number, codes))
            if not ways:
                break
            wins = self.database.value(state) > self.game.neutral
            found.append((min if wins else max)(ways, key=lambda action: ways[action]))
            state = self.game.result(state, found[-1])
        return tuple(found)

    def _ways(self, state: S, number: int, codes: Any) -> Iterator[tuple[Action, int]]:
        game, database = self.game, self.database
        mine, viewer = score_of(database.code(state)), viewing(game, state)
        if mine == 0:
            return
        for action in legal(game, state):
            child = game.result(state, action)
            theirs = score_of(database.code(child))
            if (before(theirs, viewing(game, child) == viewer) > 0) != (mine > 0) or theirs == 0:
                continue
            index = int(game.slice_index(child)) if game.slice_of(child) == number else -1
            code = int(codes[index]) if index >= 0 else LOST
            yield as_action(action), plies_of(code) if code >= LOST else 0

    def _solved(self, number: int, stop: threading.Event | None, seconds: float | None) -> Any:
        """A code with a distance for each index of a slice; None if it was stopped, or out of time."""
        database, work = self.database, workspace(number)
        below = tuple(self.game.slices_below(number))
        build = Build(self.game, database.directory, {number: below}, 1, self.prepare(), database.results)
        build.working[number] = work
        timer = None if seconds is None else threading.Timer(max(0.0, seconds), build.halt)
        if timer is not None:
            timer.start()
        try:
            return worker.run(
                lambda: build.codes(number, work), self.game, halt=build.halt, progress=lambda: work.done, stop=stop
            )
        finally:
            if timer is not None:
                timer.cancel()
