"""Expectiminimax compiled for a game: the outcomes in full, or sampled.

Sampling repeats: `sampled` searches with fresh draws each time, and returns the mean with its standard error. That is
the error of the expected result with draws of this size. A player who chooses among sampled values mistakes luck for
skill, a bias that only more draws reduce.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from countermove.engine.chance.expectiminimax import TORN, ChanceWorkspace, expectiminimax
from countermove.engine.chance.outcomes import refuse_odds
from countermove.engine.root import Root, RootAction, RootSearch, within
from countermove.engine.table import Table
from countermove.errors import GameError, SpecError
from countermove.game import CHANCE, Action, Game, State, offers
from countermove.native import kernel

PRUNING = {"none": 0, "star1": 1, "star2": 2}
REPEATS = 8
"""Searches with fresh draws that a sampled value is the mean of."""


class Expectiminimax(RootSearch[ChanceWorkspace]):
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
        if pruning not in PRUNING:
            raise SpecError(f"pruning is {pruning!r}; use one of {', '.join(PRUNING)}.")
        if sample is not None and (isinstance(sample, bool) or not isinstance(sample, int) or sample < 1):
            raise SpecError(f"sample is {sample!r}; give the outcomes to draw at a chance node, 1 or more, or None.")
        self.table = table
        share = None if nodes is None else max(1, nodes // threads)
        works = [ChanceWorkspace(share) for _ in range(threads)]
        table.begin()
        sides = [0, *(p for team in game.axes.teams if 0 in team for p in team)]
        for work in works:
            work.salt = table.salt
            work.pruning = PRUNING[pruning]
            work.sample = sample or 0
            work.seed = seed
            work.side = sum(1 << player for player in set(sides))
            work.ordered = int(offers(game, "order"))
        super().__init__(game, works, kernel.bind(expectiminimax, game, 0, 0.0, 0.0, 0, works[0], table.memory))

    def maximises(self, player: int) -> bool:
        return bool(self.works[0].side >> max(player, 0) & 1)

    def search_action(
        self, work: ChanceWorkspace, state: State, action: Action, depth: int, low: float, high: float
    ) -> tuple[float, bool]:
        work.top = 0
        work.taken[1] = self.names.word(state, action)
        value = float(self.run(self.game.result(state, action), depth - 1, low, high, 1, work, self.table.memory))
        return value, within(value, low, high)

    def reordered(self, actions: Sequence[Action], root: Root) -> Sequence[Action]:
        sign = -1 if root.maximises else 1
        return sorted(actions, key=lambda action: (action != root.action, sign * root.actions[action].value))

    def sampled(self, state: State, actions: Sequence[Action], depth: int | None, times: int = REPEATS) -> Root:
        """The root with values that are each the mean of `times` searches with independent draws."""
        if not self.works[0].sample or times < 2:
            raise SpecError(f"sampled needs a `sample`, and 2 times or more; it was given {times!r}.")
        found: dict[Action, list[float]] = {action: [] for action in actions}
        whole = []
        player = self.game.player(state)
        root = Root(depth, self.maximises(player), chance=player == CHANCE)
        best = max if root.maximises else min
        for _ in range(times):
            self.table.forget()  # earlier draws must not be reused
            for work in self.works:
                work.salt = self.table.salt
                work.seed = work.seed + 1
            for action in actions:
                one = self.search_root(state, [action], depth)
                if not one.complete:
                    return root
                found[action].append(one.actions[action].value)
            odds = dict(self.game.chances(state)) if root.chance else {}
            values = [each[-1] for each in found.values()]
            whole.append(math.fsum(odds[a] * v for a, v in zip(actions, values)) if odds else best(values))
        for action, values in found.items():
            mean, error = _mean(values)
            root.actions[action] = RootAction(mean, "=", False, (action,), error)
        if not root.chance:
            root.order = list(self.reordered(actions, root))
        root.value, root.error = _mean(whole)
        root.complete = True
        return root

    def refuse(self, work: ChanceWorkspace) -> None:
        super().refuse(work)
        refuse_odds(self.game, work)
        if work.fault == TORN:
            name = type(self.game).__name__
            raise GameError(f"{name} has outcomes worth both inf and -inf; they have no average.")


def _mean(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    return statistics.fmean(values), statistics.stdev(values) / math.sqrt(len(values))
