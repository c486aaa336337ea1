"""Equilibria of games of hidden information: nobody can do better by playing otherwise.

    dcfr      discounted counterfactual regret minimisation: the default, fast to three or four digits
    cfr+      the same with regrets that stay above 0
    pdcfr+    the same with a prediction: many digits, in some games very soon
    cfr       plain regret minimisation: the textbook's; also for more players and general sums
    lp        linear programming in sequence form: exact, for small games of two players with a constant sum
    mccfr     external-sampling Monte Carlo: where the tree does not fit into memory

The game is unrolled once (sequence.py); then iterations are passes over flat arrays (engine/hidden/regret.py). With two
players and a constant sum, average strategies approach an equilibrium, and the exploitability, computed exactly now and
then, says how near. With more players or another sum, what everybody played over time is a *coarse correlated
equilibrium* up to `regret`: on average, nobody would have gained more than that by one fixed strategy. The average
strategies are then not an equilibrium in general; their exploitability, which is still exact, may or may not fall.
"""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Callable
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
from countermove.solve import budget
from countermove.solve.profile import Profile, packed, read, unpacked
from countermove.solve.sampled import Sampled, sample
from countermove.solve.sequence import Reals, SequenceForm, Unrolling

ITERATIVE = {"dcfr": kernels.DCFR, "cfr+": kernels.CFR_PLUS, "pdcfr+": kernels.PDCFR_PLUS, "cfr": kernels.CFR}
METHODS = (*ITERATIVE, "lp", "mccfr")
TARGET, COARSE_TARGET = 1e-4, 1e-3
"""The exploitability at which to stop by default; with more players or another sum, the regret."""
FIRST_CHECK = 10
CHECK_EVERY = 1.25
"""Iterations until the exploitability is first computed, and by what factor they grow until it is next."""
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

    def save(self, path: str | os.PathLike[str], extra: dict[str, Any] | None = None) -> None:
        """Write the profile to a file; `equilibrium(..., save=path)` continues from it."""
        kept = {name: packed(value) for name, value in self.progress.items()}
        more = {"method": self.method, "iterations": self.iterations, "progress": kept}
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
    memory: float | None = None,
    seed: int = 0,
    save: str | os.PathLike[str] | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Equilibrium | Sampled:
    """An equilibrium of a game, from its start, until the exploitability is at most `target`.

    `iterations` and `seconds` limit the work, as does `stop`. With `save`, the result is written to a file, and the
    next call with the same file continues from it.
    """
    budget.check(seconds, memory=memory)
    name = ("dcfr" if opposed(game) else "cfr") if method is None else method
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
    if save is not None and name not in ITERATIVE:
        raise SpecError(f"Only {', '.join(ITERATIVE)} can be continued; leave out save, or name one of these methods.")
    work = _Work(game, name, float(goal), iterations, memory, seed, None if save is None else Path(save))
    tick = worker.Ticker(progress, work.progress)
    worker.run(work.run, game, halt=work.halt, progress=work.moved, tick=tick, seconds=seconds, stop=stop)
    found = work.result(tick.seconds)
    if save is not None:
        if isinstance(found, Sampled):
            raise SpecError(f"The tree of {type(game).__name__} does not fit into memory, so it cannot be saved.")
        found.save(save)
    return found


class _Work:
    """The work in progress."""

    def __init__(
        self, game: Game, method: str, target: float, limit: int | None, memory: float | None, seed: int,
        path: Path | None,
    ) -> None:  # fmt: skip
        self.game, self.method, self.target, self.seed, self.path = game, method, target, seed, path
        self.limit = limit
        self.memory = memory
        self.unrolling = Unrolling(game, memory)
        self.work = Workspace()
        self.form: SequenceForm | None = None
        self.iterations = 0
        self.curve: list[tuple[int, float]] = []
        self.profile: Profile | None = None
        self.regret: float | None = None
        self.kept: dict[str, Any] = {}
        self.complete = False
        self.sampling: Any = None

    def halt(self) -> None:
        self.unrolling.halt()
        self.work.stop = 1

    def moved(self) -> tuple[int, ...]:
        return self.unrolling.work.nodes, self.work.nodes, self.iterations

    def progress(self, seconds: float) -> Progress:
        known = self.curve[-1][1] if self.curve else None
        done = max(self.iterations, self.work.nodes if self.method in ITERATIVE else 0)
        return Progress(self.method, self.unrolling.work.nodes, done, known, seconds)

    def run(self) -> None:
        with suppress(worker.CancelledError):
            if self.method == "mccfr":
                sample(self)
                return
            self.form = self.unrolling.run()
            if self.form is None:
                return
            if self.method == "lp":
                from countermove.solve.sequence_program import optimal

                self.profile = Profile(self.form, optimal(self.form))
                self.curve.append((0, self.profile.exploitability))
                self.complete = True
                return
            self._iterate(self.form)

    def _iterate(self, form: SequenceForm) -> None:
        arrays = self._begin(form)
        together = not opposed(self.game)
        gained = arrays.pop("gained")
        worth = np.zeros(form.sequences)
        rows = (form.bounds, form.first, form.count, form.parent, form.starts, form.columns, form.coefficients)
        code = ITERATIVE[self.method]
        due = max(FIRST_CHECK, self.iterations)
        while True:
            until = due if self.limit is None else min(due, self.limit)
            self.iterations = int(
                kernels.minimise(
                    code, self.iterations, max(0, until - self.iterations), together, *rows, arrays["regret"],
                    arrays["strategy"], arrays["plan"], arrays["average"], worth, arrays["total"], gained, self.work,
                )
            )  # fmt: skip
            if not self.iterations:
                return
            self.profile = Profile(form, form.strategy(arrays["average"]))
            self.curve.append((self.iterations, self.profile.exploitability))
            if together:
                self.regret = self._regretted(form, arrays["total"], gained)
            measure = self.profile.exploitability if self.regret is None else self.regret
            self.complete = measure <= self.target
            spent = self.limit is not None and self.iterations >= self.limit
            if self.complete or spent or self.work.stop:
                break
            due = max(due + 1, int(due * CHECK_EVERY))
        self.kept = {**arrays, "gained": gained}

    def _regretted(self, form: SequenceForm, total: Reals, gained: Reals) -> float:
        """The most that any player regrets, on average over the iterations."""
        best = np.zeros(form.sets, np.int64)
        rows = (form.bounds, form.first, form.count, form.parent)
        most = [kernels.regretted(player, *rows, total.copy(), best) for player in range(form.players)]
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
            found = {name: unpacked(kept.get(name), size, self.path) for name in ARRAYS}
            found["gained"] = unpacked(kept.get("gained"), form.players, self.path)
            return found
        strategy = form.uniform()
        plan = form.plan(strategy)
        fresh = {name: np.zeros(size) for name in ("regret", "average", "total")}
        return {**fresh, "strategy": strategy, "plan": plan, "gained": np.zeros(form.players)}

    def result(self, seconds: float) -> Equilibrium | Sampled:
        if self.sampling is not None and self.profile is None and self.iterations:
            sampling = self.sampling
            values = tuple((sampling.totals / max(1, self.iterations // self.game.players)).tolist())
            found = (self.game, self.method, values, self.iterations, seconds, sampling.work.sets, sampling.averages)
            return Sampled(*found, complete=self.complete)
        if self.form is None or self.profile is None:
            raise SpecError(
                f"{type(self.game).__name__} was not unrolled in time ({self.unrolling.work.nodes:,} nodes so far); "
                "allow more seconds, or use the method mccfr."
            )
        return Equilibrium(
            self.form, self.profile.strategy, self.method, self.iterations, seconds, self.complete, self.regret,
            tuple(self.curve), self.kept,
        )  # fmt: skip
