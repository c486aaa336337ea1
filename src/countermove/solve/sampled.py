"""Equilibria by sampling: where the tree of a game does not fit, regrets are kept only of what random walks have met.

The kernels are in engine/hidden/sampling.py. If the tree does fit after all, the average strategy becomes a profile
whose exploitability is computed exactly. If not, it is a `Sampled` strategy: it can be asked, and played, but how good
it is can only be measured in matches.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from countermove.engine.chance.outcomes import refuse_odds
from countermove.engine.hidden import sampling as kernels
from countermove.engine.hidden.sampling import SLOT, SamplingWorkspace
from countermove.engine.root import refuse
from countermove.errors import GameError, NativeError, SpecError
from countermove.game import Game, legal
from countermove.information import START_KEY
from countermove.native import kernel
from countermove.native.bridge import stir, view_key
from countermove.native.memory import Memory
from countermove.solve.profile import Profile
from countermove.solve.sequence import MAX_PLIES, MEMORY, Reals, SequenceForm

if TYPE_CHECKING:
    from countermove.solve.nash import _Work

BATCH = 1_000
"""Walks of each player between two looks at the clock."""
WALKS = 1_000_000
"""Walks by default."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """A strategy found by sampling."""

    game: Game
    method: str
    values: tuple[float, ...]
    """What walks found the game worth to each player, on average."""
    iterations: int
    seconds: float
    sets: int
    """Information sets met."""
    _averages: Callable[[int, int], Reals | None] = field(repr=False)
    complete: bool = True
    exploitability: None = None

    @property
    def value(self) -> float:
        """What player 0 gets on average."""
        return self.values[0]

    def mix(self, key: int, count: int) -> Reals | None:
        """The probabilities of `count` actions at the information set with a key; None where no walk has been."""
        return self._averages(key, count)


class Sampling:
    """Walks in progress."""

    def __init__(self, game: Game, memory: float | None, seed: int) -> None:
        self.game = game
        self.memory = MEMORY if memory is None else memory
        self.table, self.sums = Memory(SLOT << 12), Memory(1 << 15)
        self.work = work = SamplingWorkspace()
        work.players, work.seed = game.players, seed
        self.totals = np.zeros(game.players)
        self._start = game.initial()
        self._stack = Memory((MAX_PLIES + 2) * 2 * game.players)
        for player in range(game.players):
            seen = view_key(game, self._start, player)
            self._stack[2 * player : 2 * player + 2] = (stir(stir(START_KEY, player), seen), seen)
        self._run = self._bound()

    def _bound(self) -> Callable[..., Any]:
        game = self.game
        try:
            kernel.require_on(game)
            return kernel.bind(kernels.walks, game, 0, self.work, self._stack, self.table, self.sums, self.totals)
        except NativeError:
            if any(not isinstance(action, int) for action in legal(game, self._start)):
                raise
            return functools.partial(kernels.walks.py_func, game)

    def run(self, until: int) -> None:
        """Walk up to a number of walks, with more memory whenever it is full."""
        work = self.work
        while work.walk < until and not (work.stop and work.fault != kernels.FULL):
            self._run(self._start, until, work, self._stack, self.table, self.sums, self.totals)
            if work.fault == kernels.FULL:
                self._grow()
                work.fault = work.stop = 0
            elif work.fault or work.stuck or work.too_wide:
                self._refuse()

    def _grow(self) -> None:
        if 4 * 8 * (len(self.table) + len(self.sums)) / 2**20 > self.memory:
            raise SpecError(
                f"{type(self.game).__name__} has more than {self.work.sets:,} information sets, too many for "
                f"{self.memory:,.0f} MB; allow more memory, or fewer iterations."
            )
        table, sums = Memory(4 * len(self.table)), Memory(4 * len(self.sums))
        kernels.rehash(self.table, table)
        sums[: len(self.sums)] = self.sums.words
        self.table, self.sums = table, sums

    def _refuse(self) -> None:
        name = type(self.game).__name__
        refuse(self.game, self.work)
        refuse_odds(self.game, self.work)
        if self.work.fault == kernels.LONG:
            raise GameError(f"{name} goes on for more than {MAX_PLIES:,} plies; a game must end.")
        raise GameError(f"{name}.player gives a player that does not exist (run `countermove check` to see where).")

    def averages(self, key: int, count: int) -> Reals | None:
        """The average strategy at an information set; None where no walk has been."""
        mask = len(self.table) // SLOT - 1
        slot = key & mask
        while self.table[SLOT * slot + 1]:
            if self.table[SLOT * slot] == key:
                place = self.table[SLOT * slot + 1] - 1
                weights = self.sums.words[place + count : place + 2 * count].view(np.float64)
                total = float(weights.sum())
                return weights / total if total > 0 else np.full(count, 1.0 / count)
            slot = slot + 1 & mask
        return None

    def strategy(self, form: SequenceForm) -> Reals:
        """The average strategy at all information sets; uniform where no walk has been."""
        found = form.uniform()
        for number, key in enumerate(form.keys.tolist()):
            first, count = int(form.first[number]), int(form.count[number])
            known = self.averages(key, count)
            if known is not None:
                found[first : first + count] = known
        return found


def sample(work: _Work) -> None:
    """Run the walks of an equilibrium in progress; its tree is unrolled at the end, if it fits."""
    sampling = Sampling(work.game, work.memory, work.seed)
    work.sampling, work.work = sampling, sampling.work
    limit = WALKS if work.limit is None else work.limit
    while sampling.work.walk < limit and not sampling.work.stop:
        sampling.run(min(limit, sampling.work.walk + BATCH))
        work.iterations = sampling.work.walk
    work.complete = sampling.work.walk >= limit
    try:
        work.form = work.unrolling.run()
    except SpecError:
        work.form = None
    if work.form is not None:
        work.profile = Profile(work.form, sampling.strategy(work.form))
        work.curve.append((work.iterations, work.profile.exploitability))
