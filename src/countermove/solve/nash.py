"""Equilibria of games of hidden information: nobody can do better by playing otherwise.

    dcfr      discounted counterfactual regret minimisation: the default, fast to three or four digits
    cfr+      the same with regrets that stay above 0
    pdcfr+    the same with a prediction: many digits, in some games very soon
    cfr       plain regret minimisation: the textbook's; also for more players and general sums
    lp        linear programming in sequence form: exact, for small games of two players with a constant sum
    mccfr     external-sampling Monte Carlo: where the tree does not fit into memory

The game is unrolled once (sequence.py); then iterations are passes over flat arrays (engine/hidden/regret.py). With two
players and a constant sum, average strategies approach an equilibrium, and the exploitability, computed exactly now and
then, says how near. Where the tree does not fit, walks sample it (sampled.py), and the exploitability is computed by
visiting the tree, as often as that takes no longer than the walks.

With more players or another sum, what everybody played over time is a *coarse correlated equilibrium* up to `regret`:
on average, nobody would have gained more than that by one fixed strategy. The average strategies are then not an
equilibrium in general; their exploitability, which is still exact, may or may not fall.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from countermove import worker
from countermove.engine.hidden import regret as kernels
from countermove.engine.workspace import Workspace
from countermove.errors import SpecError, UnfitError
from countermove.game import Game
from countermove.information import require_views
from countermove.solve import budget
from countermove.solve.profile import Profile, packed, read, unpacked
from countermove.solve.sampled import BATCH, WALKS, Sampled, Sampling, estimated_nodes, is_sampled, read_sampled
from countermove.solve.sequence import Reals, SequenceForm, Unrolling

ITERATIVE = {"dcfr": kernels.DCFR, "cfr+": kernels.CFR_PLUS, "pdcfr+": kernels.PDCFR_PLUS, "cfr": kernels.CFR}
METHODS = (*ITERATIVE, "lp", "mccfr")
TARGET, COARSE_TARGET = 1e-4, 1e-3
"""The exploitability at which to stop by default; with more players or another sum, the regret."""
FIRST_CHECK, FIRST_WALKS = 10, 1_000
CHECK_EVERY, CHECK_WALKS_EVERY = 1.25, 2.0
"""Iterations, or walks, until the exploitability is first computed, and by what factor they grow until it is next."""
MAX_NODES = 1e10
"""Trees that are estimated to be larger are not visited."""
MIN_VISIT = 20_000_000
"""Nodes that may be visited after any number of walks."""
MIN_ENDS = 50_000
"""Ends of a game from which several threads help."""
SAVE_EVERY, SAVE_SHARE = 20.0, 20
"""Seconds between two saves at least, and how many times as long as a save takes."""
ARRAYS = ("regret", "strategy", "plan", "average", "total")


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress towards an equilibrium."""

    method: str
    nodes: int
    """Nodes unrolled, while that goes on."""
    iterations: int
    exploitability: float | None
    """None until it is first computed."""
    seconds: float
    curve: tuple[tuple[int, float], ...] = ()
    """Iterations, and the exploitability after them, so far."""


@dataclass(frozen=True, eq=False)
class Equilibrium(Profile):
    """A profile with how it was found.

    >>> from countermove.games.kuhn import Kuhn
    >>> found = equilibrium(Kuhn(), method="pdcfr+", target=1e-9)
    >>> round(found.value, 6), found.exploitability < 1e-9
    (-0.055556, True)
    """

    method: str
    iterations: int
    seconds: float
    complete: bool
    """Whether the target was reached; if not, it was stopped."""
    regret: float | None = None
    """With more players or another sum: what players regret at most, on average over the iterations."""
    curve: tuple[tuple[int, float], ...] = ()
    """Iterations, and the exploitability after them."""
    progress: dict[str, Reals] = field(default_factory=dict, repr=False)
    """What to continue from."""
    sampling: Sampling | None = field(default=None, repr=False)
    """The walks that found it, if it was sampled."""

    def save(self, path: str | os.PathLike[str], extra: dict[str, Any] | None = None) -> None:
        """Write the profile to a file; `equilibrium(..., save=path)` continues from it."""
        if self.sampling is not None:
            self.sampling.save(path, self.exploitability)
            return
        kept = {name: packed(value) for name, value in self.progress.items()}
        more = {"method": self.method, "iterations": self.iterations, "progress": kept, "curve": self.curve}
        super().save(path, {**more, **(extra or {})})


def opposed(game: Game) -> bool:
    """Whether equilibria have one value: two players with a constant sum."""
    return game.players == 2 and game.axes.payoff in ("zero", "constant")


def equilibrium(
    game: Game,
    *,
    method: str | None = None,
    target: float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    memory: float | None = None,
    seed: int = 0,
    save: str | os.PathLike[str] | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Equilibrium | Sampled:
    """An equilibrium of a game, from its start, until the exploitability is at most `target`.

    `iterations` and `seconds` limit the work, as does `stop`. With `save`, the work is written to a file now and then
    and at the end, and the next call with the same file continues from it. Without a `method`, a game whose tree does
    not fit is sampled (mccfr). Results are the same with any number of `threads`.
    """
    budget.check(seconds, threads=threads, memory=memory)
    path = None if save is None else Path(save)
    name = _default(game, path) if method is None else method
    if name not in METHODS:
        raise SpecError(f"Unknown method {name!r}; for {type(game).__name__} choose from: {', '.join(METHODS)}.")
    if game.repeats:
        raise UnfitError(f"{type(game).__name__} can go on for ever, and its tree has no end; {name} needs one.")
    if not opposed(game) and name not in ("cfr", "mccfr"):
        what = f"{game.players} players" if game.players != 2 else f"a {game.axes.payoff} payoff"
        raise UnfitError(
            f"{name} needs two players with a constant sum, and {type(game).__name__} has {what}; use cfr, whose play "
            "over time is a coarse correlated equilibrium."
        )
    goal = (TARGET if opposed(game) else COARSE_TARGET) if target is None else target
    if not (isinstance(goal, int | float) and 0 <= goal < math.inf):
        raise SpecError(f"The target is {goal!r}; give an exploitability of 0 or more, such as 1e-6.")
    if iterations is not None and iterations < 1:
        raise SpecError(f"The number of iterations is {iterations}; give 1 or more.")
    if path is not None and name == "lp":
        raise SpecError("Only iterative methods and mccfr can be continued; leave out save, or name one of them.")
    if threads > 1 and (name in ("lp", "mccfr") or not opposed(game)):
        raise SpecError(
            f"Several threads are for {', '.join(ITERATIVE)} with two players and a constant sum; leave out threads."
        )
    require_views(game, game.initial())
    work = _Work(game, name, float(goal), iterations, threads, memory, seed, path, fallback=method is None)
    tick = worker.Ticker(progress, work.progress)
    worker.run(work.run, game, halt=work.halt, progress=work.moved, tick=tick, seconds=seconds, stop=stop)
    found = work.result(tick.seconds)
    if path is not None:
        found.save(path)
    return found


def loaded(path: str | os.PathLike[str], game: Game, memory: float | None = None) -> tuple[Profile, float | None]:
    """The profile in a file of any method, and the exploitability that the file promises; everything is computed again.

    SpecError if the file is damaged or of another game, or if the tree of the game is too large to be visited.
    """
    if not is_sampled(path):
        return Profile.load(path, game, memory), read(path, game).get("exploitability")
    promised = read_sampled(path, game)[0]["exploitability"]
    sampling = Sampling(game, memory, 0)
    sampling.resume(path)
    form = None if estimated_nodes(game) > MAX_NODES else Unrolling(game, memory, ends=False).run()
    if form is None:
        raise SpecError(f"The tree of {type(game).__name__} is too large to be visited, so {path} cannot be verified.")
    return Profile(form, sampling.strategy(form)), promised


def _default(game: Game, path: Path | None) -> str:
    """The method to use: that of a file to continue, else one that fits."""
    if path is not None and path.exists():
        if is_sampled(path):
            return "mccfr"
        made = read(path, game).get("method")
        return made if made in ITERATIVE else "dcfr"
    if not game.repeats and estimated_nodes(game) > MAX_NODES:
        return "mccfr"
    return "dcfr" if opposed(game) else "cfr"


class _Work:
    """The work in progress."""

    def __init__(
        self, game: Game, method: str, target: float, limit: int | None, threads: int, memory: float | None, seed: int,
        path: Path | None, fallback: bool,
    ) -> None:  # fmt: skip
        self.game, self.method, self.target, self.seed, self.path = game, method, target, seed, path
        self.limit, self.threads, self.memory, self.fallback = limit, threads, memory, fallback
        self.unrolling = Unrolling(game, memory)
        self.work = Workspace()
        self.form: SequenceForm | None = None
        self.iterations = 0
        self.curve: list[tuple[int, float]] = []
        self.profile: Profile | None = None
        self.regret: float | None = None
        self.kept: dict[str, Any] = {}
        self.complete = False
        self.sampling: Sampling | None = None
        self.walking = False
        self.saved, self.pause = time.monotonic(), SAVE_EVERY

    def halt(self) -> None:
        self.work.stop = 1
        self.unrolling.halt()

    def moved(self) -> tuple[float, ...]:
        """What changes while all is well: nodes while rules run, else time."""
        running = self.unrolling.visiting or self.walking
        return self.unrolling.work.nodes, self.work.nodes, 0.0 if running else time.monotonic()

    def progress(self, seconds: float) -> Progress:
        known = self.curve[-1][1] if self.curve else None
        done = max(self.iterations, self.work.nodes if self.method in ITERATIVE and self.threads == 1 else 0)
        return Progress(self.method, self.unrolling.work.nodes, done, known, seconds, tuple(self.curve))

    def run(self) -> None:
        with suppress(worker.CancelledError):
            if self.method == "mccfr":
                self._sample()
                return
            try:
                self.form = self.unrolling.run()
            except SpecError:
                if not self.fallback or (self.path is not None and self.path.exists()) or self.threads > 1:
                    raise
                self.method = "mccfr"
                self._sample()
                return
            if self.form is None:
                return
            if self.method == "lp":
                from countermove.solve.sequence_program import optimal

                self.profile = Profile(self.form, optimal(self.form))
                self.curve.append((0, self.profile.exploitability))
                self.complete = True
                return
            self._iterate(self.form)

    # Iterations over the whole tree.

    def _iterate(self, form: SequenceForm) -> None:
        arrays = self._begin(form)
        together = not opposed(self.game)
        worth = np.zeros(form.sequences)
        due = FIRST_CHECK
        while True:
            while due <= self.iterations:  # the same checks, however often the work was interrupted
                due = max(due + 1, int(due * CHECK_EVERY))
            until = due if self.limit is None else min(due, self.limit)
            self.iterations = self._minimise(form, max(0, until - self.iterations), together, arrays, worth)
            if not self.iterations:
                return
            self.profile = Profile(form, form.strategy(arrays["average"]))
            self.curve.append((self.iterations, self.profile.exploitability))
            if together:
                self.regret = self._regretted(form, arrays["total"], arrays["gained"])
            measure = self.profile.exploitability if self.regret is None else self.regret
            self.complete = measure <= self.target
            spent = self.limit is not None and self.iterations >= self.limit
            self.kept = arrays
            if self.complete or spent or self.work.stop:
                return
            self._keep()

    def _minimise(
        self, form: SequenceForm, iterations: int, together: bool, arrays: dict[str, Reals], worth: Reals
    ) -> int:  # fmt: skip
        """Run some iterations; returns the number of the last one complete."""
        rows = (form.bounds, form.first, form.count, form.parent, form.starts, form.columns, form.coefficients)
        names = ("regret", "strategy", "plan", "average")
        changing = (*(arrays[name] for name in names), worth, arrays["total"], arrays["gained"], self.work)
        code, now = ITERATIVE[self.method], self.iterations
        if self.threads == 1 or len(form.coefficients) < MIN_ENDS:
            return int(kernels.minimise(code, now, iterations, together, -1, *rows, *changing))
        shares = [form.shares(player, self.threads) for player in (0, 1)]
        matrix = (form.starts, form.columns, form.coefficients, arrays["plan"], worth)
        with ThreadPoolExecutor(self.threads) as pool:
            for done in range(now, now + iterations):
                if self.work.stop:
                    return done
                for player in (0, 1):
                    list(pool.map(lambda share: kernels.weighed_part(*share, 1, *matrix), shares[player]))
                    self.work.stop, stopped = 0, self.work.stop  # a whole iteration, or none
                    kernels.minimise(code, done, 1, together, player, *rows, *changing)
                    self.work.stop |= stopped
                self.iterations = done + 1
        return now + iterations

    def _regretted(self, form: SequenceForm, total: Reals, gained: Reals) -> float:
        """The most that any player regrets, on average over the iterations."""
        best = np.zeros(form.sets, np.int64)
        rows = (form.bounds, form.first, form.count, form.parent)
        most = [kernels.respond(player, *rows, total.copy(), best) for player in range(form.players)]
        gains = [float(each) - float(got) for each, got in zip(most, gained)]
        return max(0.0, *gains) / self.iterations

    def _begin(self, form: SequenceForm) -> dict[str, Reals]:
        """The arrays to iterate on: fresh, or those of the file."""
        size = form.sequences
        if self.path is not None and self.path.exists():
            whole = read(self.path, self.game)
            kept = whole.get("progress")
            if whole.get("method") != self.method or not isinstance(kept, dict):
                raise SpecError(f"{self.path} was made by {whole.get('method')}; continue with that method.")
            self.iterations = int(whole.get("iterations", 0))
            self.curve = [(int(done), float(known)) for done, known in whole.get("curve", ())]
            found = {name: unpacked(kept.get(name), size, self.path) for name in ARRAYS}
            found["gained"] = unpacked(kept.get("gained"), form.players, self.path)
            return found
        strategy = form.uniform()
        plan = form.plan(strategy)
        fresh = {name: np.zeros(size) for name in ("regret", "average", "total")}
        return {**fresh, "strategy": strategy, "plan": plan, "gained": np.zeros(form.players)}

    # Walks.

    def _sample(self) -> None:
        """Walk, and look at the whole tree whenever that takes no longer than the walks so far."""
        self.sampling = sampling = Sampling(self.game, self.memory, self.seed)
        if self.path is not None and self.path.exists():
            sampling.resume(self.path)
        stopped, self.work = self.work.stop, sampling.work
        self.work.stop |= stopped
        visible = estimated_nodes(self.game) <= MAX_NODES
        limit = WALKS if self.limit is None else self.limit
        due = float(FIRST_WALKS)
        checked = 0
        while True:
            self.iterations = sampling.work.walk
            spent = self.iterations >= limit
            if visible and (spent or self.iterations >= due) and not sampling.work.stop:
                nodes = sampling.work.nodes
                most = max(MIN_VISIT, nodes) if spent else nodes - checked
                if self._checked(sampling, most):
                    checked = nodes
            while due <= self.iterations:
                due *= CHECK_WALKS_EVERY
            if spent or self.complete or sampling.work.stop:
                break
            self.walking = True
            sampling.run(min(limit, sampling.work.walk + BATCH))
            self.walking = False
            self._keep()
        self.iterations = sampling.work.walk
        self.complete = self.complete or self.iterations >= limit

    def _checked(self, sampling: Sampling, most: int) -> bool:
        """Compute the exploitability exactly, if visits of at most this many nodes can; whether they did."""
        if self.form is None:
            for ends in (True, False):
                self.unrolling = Unrolling(self.game, self.memory, ends=ends, limit=most)
                with suppress(SpecError):  # too many ends to keep, or too many sets
                    self.form = self.unrolling.run()
                    break
            if self.form is None:
                return False
        elif not len(self.form.coefficients) and self.form.nodes > most:
            return False
        profile = Profile(self.form, sampling.strategy(self.form))
        self.curve.append((sampling.work.walk, profile.exploitability))
        self.profile = profile
        self.complete = profile.exploitability <= self.target
        return True

    # Results.

    def _keep(self) -> None:
        """Save the work so far, if it is time."""
        begun = time.monotonic()
        if self.path is None or begun - self.saved < self.pause:
            return
        self.result(0.0).save(self.path)
        self.saved = time.monotonic()
        self.pause = max(SAVE_EVERY, SAVE_SHARE * (self.saved - begun))

    def result(self, seconds: float) -> Equilibrium | Sampled:
        sampling = self.sampling
        fresh = self.curve and self.curve[-1][0] == self.iterations
        if sampling is not None and self.iterations and not fresh:
            curve = tuple(self.curve)
            return Sampled(self.game, sampling.values, self.iterations, seconds, self.complete, sampling, curve)
        if self.form is None or self.profile is None:
            raise SpecError(
                f"{type(self.game).__name__} was not unrolled before the work was stopped "
                f"({self.unrolling.work.nodes:,} nodes so far); allow more time, or use the method mccfr."
            )
        return Equilibrium(
            self.form, self.profile.strategy, self.method, self.iterations, seconds, self.complete, self.regret,
            tuple(self.curve), self.kept, sampling,
        )  # fmt: skip
