"""The root of a chance search: each action's value, marked exact or bound, by one thread or several.

One thread searches the actions in order, each with the window left by the best so far. With several, one searches the
first action alone, then all share the others; each takes its window from the best so far, and all use one table. The
best value does not depend on the number of threads. Where chance acts at the root, every outcome is searched for its
value.

Sampling repeats: `sampled` searches with fresh draws each time, and returns the mean with the half-width of a 95 %
confidence interval (Student's t). The interval covers the expected result with draws of this size. A player who chooses
among sampled values mistakes luck for skill, a bias that only more draws reduce.
"""

from __future__ import annotations

import math
import statistics
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from countermove import worker
from countermove.engine.chance.expectiminimax import TORN, ChanceWorkspace, expectiminimax
from countermove.engine.chance.outcomes import refuse_odds
from countermove.engine.plain.root import Root, refuse
from countermove.engine.table import Table
from countermove.engine.workspace import MAX_LINE, MAX_STACK, NO_ACTION, UNLIMITED, best_line
from countermove.errors import GameError, SpecError
from countermove.game import CHANCE, Game, State, offers
from countermove.native import kernel
from countermove.native.naming import Naming
from countermove.outcome import bounds_of

__all__ = ["Sampled", "Search"]

LEVELS = {"none": 0, "star1": 1, "star2": 2}
T95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)
"""Student's t for an interval of 95 %, by the degrees of freedom from 1 on."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """The sampled value of an action, or of the root: a mean, and the half-width of its 95 % interval."""

    value: float
    error: float
    times: int


class Search:
    """A chance search, compiled for a game or loaded; NativeError where the rules do not compile.

    `pruning` is "star2", "star1" or "none"; `sample` the maximum outcomes searched at a chance node, None for all.
    """

    def __init__(
        self,
        game: Game,
        table: Table,
        *,
        threads: int = 1,
        nodes: int | None = None,
        pruning: str = "star2",
        sample: int | None = None,
        seed: int = 0,
    ) -> None:
        if pruning not in LEVELS:
            raise SpecError(f"pruning is {pruning!r}; use one of {', '.join(LEVELS)}.")
        if sample is not None and (isinstance(sample, bool) or not isinstance(sample, int) or sample < 1):
            raise SpecError(f"sample is {sample!r}; give the outcomes to draw at a chance node, 1 or more, or None.")
        self.game = game
        self.table = table
        share = None if nodes is None else max(1, nodes // threads)
        self.works = [ChanceWorkspace(share) for _ in range(threads)]
        table.begin()
        sides = [0, *(p for team in game.axes.teams if 0 in team for p in team)]
        for work in self.works:
            work.salt = table.salt
            work.pruning = LEVELS[pruning]
            work.sample = sample or 0
            work.seed = seed
            work.side = sum(1 << player for player in set(sides))
            work.ordered = int(offers(game, "order"))
        self.run = kernel.bind(expectiminimax, game, 0, 0.0, 0.0, 0, self.works[0], table.memory)
        self.names = Naming(self.run, game)

    @property
    def nodes(self) -> int:
        return sum(work.nodes for work in self.works)

    @property
    def stopped(self) -> bool:
        return any(work.stop for work in self.works)

    def halt(self) -> None:
        """Stop as soon as possible, from any thread."""
        for work in self.works:
            work.stop = 1

    def search_root(self, state: State, actions: Sequence[int], depth: int | None, lines: int = 1) -> Root:
        """Search these actions of a state, in this order, to a depth counted from the root (None: to the end).

        The best `lines` actions get an exact value; the others may only have a bound.
        """
        iteration = _Iteration(self, state, actions, depth, lines)
        first = self.works[0]
        first.nodes = first.nodes + 1
        if actions and not iteration.chance:
            iteration.search(first, actions[:1])
            rest = actions[1:]
        else:
            rest = actions
        waiting = iter(rest)
        others = [
            worker.start(lambda work=work: iteration.search(work, waiting))  # type: ignore[misc]
            for work in self.works[1 : len(rest)]
        ]
        iteration.search(first, waiting)
        for thread in others:
            thread.join()
        return iteration.conclude()

    def sampled(
        self, state: State, actions: Sequence[int], depth: int | None, times: int = 8
    ) -> tuple[dict[int, Sampled], Sampled]:
        """Values of all actions and of the state, each the mean of `times` searches with independent draws."""
        if not self.works[0].sample or not 2 <= times <= len(T95) + 1:
            raise SpecError(f"sampled needs a `sample`, and from 2 to {len(T95) + 1} times; it was given {times!r}.")
        found: dict[int, list[float]] = {action: [] for action in actions}
        whole = []
        for _ in range(times):
            self.table.forget()  # earlier draws must not be reused
            for work in self.works:
                work.salt = self.table.salt
                work.seed = work.seed + 1
            for action in actions:
                found[action].append(self.search_root(state, [action], depth).values.get(action, (math.nan,))[0])
            if self.stopped:
                break
            odds = dict(self.game.chances(state)) if self.game.player(state) == CHANCE else {}
            values = [each[-1] for each in found.values()]
            best = max if self.works[0].side >> max(self.game.player(state), 0) & 1 else min
            whole.append(math.fsum(odds[a] * v for a, v in zip(actions, values)) if odds else best(values))
        return {action: _mean(values) for action, values in found.items()}, _mean(whole)


def _mean(values: list[float]) -> Sampled:
    if len(values) < 2:
        return Sampled(values[0] if values else math.nan, math.inf, len(values))
    spread = statistics.stdev(values) / math.sqrt(len(values))
    return Sampled(statistics.fmean(values), T95[len(values) - 2] * spread, len(values))


class _Iteration:
    """The root searched to one depth, by one or more threads."""

    def __init__(self, search: Search, state: State, actions: Sequence[int], depth: int | None, lines: int) -> None:
        self.all = search
        self.lines = lines
        self.game = search.game
        self.state = state
        self.actions = actions
        self.depth = UNLIMITED if depth is None else depth
        self.root = Root(depth)
        self.lock = threading.Lock()
        self.sure: set[int] = set()
        self.failure: BaseException | None = None
        player = self.game.player(state)
        self.chance = player == CHANCE
        self.biggest = not self.chance and search.works[0].side >> player & 1 == 1
        self.best = -math.inf if self.biggest else math.inf

    def search(self, work: ChanceWorkspace, actions: Iterable[int]) -> None:
        """Search one action after the other, until none is left or the search is stopped."""
        actions = iter(actions)
        while True:
            with self.lock:
                action: Any = next(actions, self)
                edge = self.root.to_beat(self.lines, self.biggest)
            if action is self or work.stop or self.failure:
                return
            try:
                self.search_action(work, action, edge)
            except BaseException as error:  # the waiting thread raises it
                self.failure = error
                self.all.halt()
                return

    def search_action(self, work: ChanceWorkspace, action: int, edge: float) -> None:
        """Search an action, to see whether it beats `edge`."""
        low, high = (-math.inf, math.inf) if self.chance else (edge, math.inf) if self.biggest else (-math.inf, edge)
        work.horizon = 0
        work.line[MAX_LINE] = NO_ACTION
        work.top = 0
        work.taken[1] = self.all.names.word(self.state, action)
        child = self.game.result(self.state, action)
        value = float(self.all.run(child, self.depth - 1, low, high, 1, work, self.all.table.memory))
        if work.stop:
            return
        mark = "=" if self.chance or low < value < high or math.isinf(value) else "<=" if self.biggest else ">="
        with self.lock:
            root = self.root
            root.values[action] = (value, mark)
            if not work.horizon:
                self.sure.add(action)
            if mark == "=":
                last = self.depth <= 1 or self.game.is_terminal(child)
                root.lines[action] = (action,) if last else (action, *self.all.names.line(child, best_line(work, 1)))
            better = value > self.best if self.biggest else value < self.best
            if not self.chance and (not root.line or (better and mark == "=")):
                self.best = root.value = value
                root.action, root.line = action, root.lines.get(action, (action,))

    def conclude(self) -> Root:
        if self.failure:
            raise self.failure
        if self.all.stopped or len(self.root.values) < len(self.actions):
            self.refuse()
            return self.root
        root = self.root
        root.exact = len(self.sure) == len(self.actions)
        if self.chance:
            odds = dict(self.game.chances(self.state))
            root.value = math.fsum(odds[action] * root.values[action][0] for action in self.actions)
        low, high = bounds_of(self.game, self.state)
        top = root.value >= high if self.biggest else root.value <= low
        root.conclude(self.sure, top, "<=" if self.biggest else ">=", self.lines)
        return root

    def refuse(self) -> None:
        """Raise GameError if a fault in the rules stopped the search."""
        name = type(self.game).__name__
        for work in self.all.works:
            refuse(self.game, work)
            if work.too_wide:
                raise GameError(f"{name} has more than {MAX_STACK:,} actions on one path, more than this search holds.")
            refuse_odds(self.game, work)
            if work.fault == TORN:
                raise GameError(f"{name} has outcomes worth both inf and -inf; they have no average.")
