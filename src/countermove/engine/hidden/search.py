"""Information-set Monte Carlo tree search for a game: its memory, its threads, and what it says about the root.

Each thread grows a tree of its own, in other random numbers, and their visits are added up at the root. A tree that has
all the memory it may have is still searched, but no longer grows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from countermove import worker
from countermove.engine.hidden import descent
from countermove.engine.hidden.descent import COUNT, EDGE, HEAD, InformationWorkspace, descend, slot_of
from countermove.engine.hidden.sampling import SLOT, rehash
from countermove.engine.mcts.recipe import Recipe
from countermove.engine.mcts.search import Branch, seeded
from countermove.engine.mcts.work import PUCT, UCB1, refuse_faults
from countermove.engine.workspace import MAX_NODES, MAX_PLIES
from countermove.game import Action, Game, State
from countermove.information import START_KEY
from countermove.native import layout
from countermove.native.bridge import stir, view_key
from countermove.native.kernel import bind
from countermove.native.memory import Memory
from countermove.native.naming import Naming
from countermove.native.real import real_of
from countermove.outcome import outcomes_of, span

DEFAULT_MEGABYTES: Final = 256.0
USUAL_ACTIONS: Final = 256
"""The actions for which the buffers have room at first."""
FIRST_SLOTS, FIRST_WORDS = 1 << 12, 1 << 16
"""The table and the rows of a new tree."""


class _Tree:
    """The tree of one thread."""

    def __init__(self, work: InformationWorkspace) -> None:
        self.work = work
        self.table, self.rows = Memory(SLOT * FIRST_SLOTS), Memory(FIRST_WORDS)
        self.make_room(USUAL_ACTIONS)

    def make_room(self, count: int) -> None:
        """Make the buffers hold this many actions of a state; as many of a policy follow them."""
        self.actions = np.zeros(2 * count, np.int64)
        self.odds = np.zeros(2 * count, np.float64)
        self.places = np.zeros(count, np.int64)

    def grow(self, megabytes: float) -> None:
        """Double the memory, or freeze the tree if that is more than it may have."""
        if 2 * 8 * (len(self.table) + len(self.rows)) > megabytes * 2**20:
            self.work.frozen = 1
            return
        table, rows = Memory(2 * len(self.table)), Memory(2 * len(self.rows))
        rehash(self.table, table)
        rows[: len(self.rows)] = self.rows.words
        self.table, self.rows = table, rows


class InformationSearch:
    """A search of what the player to move knows in `seen`, its view, given states that fit it (`worlds`)."""

    def __init__(
        self, game: Game, seen: State, worlds: Sequence[State], recipe: Recipe, *, threads: int = 1,
        megabytes: float | None = None,
    ) -> None:  # fmt: skip
        self.game, self.seen, self.recipe = game, seen, recipe.fitted(game)
        self.player = game.player(worlds[0])
        self.root = worlds[0]
        self.megabytes = (DEFAULT_MEGABYTES if megabytes is None else megabytes) / threads
        self.trees = [_Tree(self._work(number, len(worlds))) for number in range(threads)]
        self.pool, self.flats = Memory(1), [np.zeros(1, np.int64)]
        self._run = bind(descend, game, *self._arguments(0))
        packed = np.array([layout.words_of(game, world) for world in worlds], np.int64)  # compiled code decides how
        self.pool = Memory(packed.size)
        self.pool[: packed.size] = packed.reshape(-1)
        self.flats = [np.zeros(packed.shape[1], np.int64) for _ in range(threads)]
        self.names = Naming(self._run, game)

    def _arguments(self, number: int) -> tuple[Any, ...]:
        tree = self.trees[number]
        return tree.work, self.pool, self.flats[number], tree.table, tree.rows, tree.actions, tree.odds, tree.places

    def _work(self, number: int, worlds: int) -> InformationWorkspace:
        game, recipe, work = self.game, self.recipe, InformationWorkspace()
        worst, best = span(game)
        work.players, work.me, work.worlds = game.players, self.player, worlds
        work.single = int(recipe.observer == "single")
        work.known = int(math.isfinite(best - worst))
        usual = outcomes_of(game)
        work.low, work.high = (math.inf, -math.inf) if usual is None else (min(usual), max(usual))
        work.formula = PUCT if recipe.formula == "puct" else UCB1
        assert recipe.exploration is not None and recipe.urgency is not None
        work.exploration, work.urgency = recipe.exploration, recipe.urgency
        work.playout_plies = MAX_PLIES if recipe.plies is None else recipe.plies
        work.random = seeded(recipe.seed, number)
        return work

    # Growing the trees.

    @property
    def simulations(self) -> int:
        return sum(tree.work.simulations for tree in self.trees)

    @property
    def nodes(self) -> int:
        return sum(tree.work.nodes for tree in self.trees)

    @property
    def sets(self) -> int:
        """Information sets in the trees."""
        return sum(tree.work.sets for tree in self.trees)

    @property
    def stopped(self) -> bool:
        return any(tree.work.stop for tree in self.trees)

    def halt(self) -> None:
        """Stop as soon as possible, from any thread."""
        for tree in self.trees:
            tree.work.stop = 1

    def grow(self, simulations: int, nodes: int | None = None) -> bool:
        """Simulate until there are this many simulations, or nodes; False once nothing is left to do."""
        parts = len(self.trees)
        for number, tree in enumerate(self.trees):
            tree.work.max_simulations = simulations // parts + (number < simulations % parts)
            tree.work.limit = MAX_NODES if nodes is None else max(1, nodes // parts)
        failure: list[BaseException] = []

        def work_on(number: int) -> None:
            try:
                self._simulate(number)
            except BaseException as error:  # the waiting thread raises it
                failure.append(error)
                self.halt()

        others = [worker.start(lambda number=number: work_on(number)) for number in range(1, parts)]  # type: ignore[misc]
        work_on(0)
        for thread in others:
            thread.join()
        if failure:
            raise failure[0]
        return not self.stopped

    def _simulate(self, number: int) -> None:
        tree = self.trees[number]
        while True:
            ended = self._run(self.seen, *self._arguments(number))
            refuse_faults(self.game, tree.work)
            if ended == descent.FULL:
                tree.grow(self.megabytes)
            elif ended == descent.WIDE:
                tree.make_room(2 * tree.work.wanted)
            else:
                return

    # What they say.

    def branches(self) -> dict[Action, Branch]:
        """What the trees know about each action of the player to move; empty before the first simulation."""
        key = stir(stir(START_KEY, self.player), view_key(self.game, self.seen, self.player))
        key = stir(key, self.player)
        sums: dict[Action, tuple[int, float, float]] = {}
        for tree in self.trees:
            node = tree.table[SLOT * slot_of(key, tree.table) + 1] - 1
            for place in range(tree.rows[node + COUNT] if node >= 0 else 0):
                at = node + HEAD + EDGE * place
                action = self.names.action(self.root, tree.rows[at + descent.ACTION])
                before = sums.get(action, (0, 0.0, 0.0))
                sums[action] = (
                    before[0] + tree.rows[at + descent.VISITS],
                    before[1] + real_of(tree.rows[at + descent.VALUE]),
                    before[2] + real_of(tree.rows[at + descent.SQUARES]),
                )
        return {action: branch(action, self.player, self.game.players, *sums[action]) for action in sums}


def branch(action: Action, player: int, players: int, visits: int, total: float, squares: float) -> Branch:
    """What is known of an action: its visits, and the mean payoff to the player who takes it."""
    mean = total / max(1, visits)
    error = math.inf if visits < 2 else math.sqrt(max(0.0, squares / visits - mean * mean) / visits)
    values = tuple(mean if each == player else math.nan for each in range(players))
    return Branch(visits, values, error, False, 0.0, (action,), (visits, mean, visits))
