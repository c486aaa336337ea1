"""A tree that grows: its memory, its threads, and what it says about the root.

One tree serves a whole game. When the root moves, the part below the new root is kept and the rest is dropped; when the
memory is full, the children of rarely visited nodes are. Both copy the tree into the other half of the memory.

Threads work on one tree at once. Each has rows and random numbers of its own. On its way down a thread counts a loss
for every node (a virtual loss), so that the others try something else meanwhile; on the way back it takes it back.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from countermove import worker
from countermove.engine.mcts.recipe import Recipe
from countermove.engine.mcts.row import (
    ACTION,
    CHILDREN,
    FIRST_CHOICES,
    MAX_CHILDREN,
    MOVER,
    OVER,
    PRIOR,
    PROVEN,
    SQUARES,
    UNSEEN,
    VALUES,
    VISITS,
    copy_tree,
    row_width,
)
from countermove.engine.mcts.simulate import simulate
from countermove.engine.mcts.work import MAX_PLAYERS, PUCT, UCB1, TreeWorkspace, refuse_faults
from countermove.engine.workspace import MAX_EARLIER, MAX_NODES, MAX_PLIES
from countermove.errors import GameError, NativeError, SpecError
from countermove.game import SIMULTANEOUS, Action, Game, State, offers, same
from countermove.native.kernel import bind, is_on
from countermove.native.memory import Memory
from countermove.native.naming import Naming
from countermove.native.numbered import Interned
from countermove.native.real import real_of
from countermove.outcome import outcomes_of, span
from countermove.textbook.fit import fitting
from countermove.values import key_of

DEFAULT_MEGABYTES: Final = 256.0
INTERPRETED_MEGABYTES: Final = 32.0
"""Memory of an interpreted search, which takes longer to fill it."""
USUAL_ACTIONS: Final = 512
"""The actions for which the buffers have room at first."""
MAX_REUSE_PLIES: Final = 4
"""How far below the old root a new one is looked for: an action, the replies of the others, and chance."""
MIXING: Final = 0.1
"""The share of exploration where both players act at once."""


NEGLIGIBLE: Final = 0.005
"""The probability below which a choice is left out of a strategy: early in a search, all are tried."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What the tree knows about an action of the root."""

    visits: int
    values: tuple[float, ...]
    """The mean payoffs, one per player; the certain ones where proven."""
    error: float
    """The standard error of the payoff to the player to move."""
    proven: bool
    prior: float
    line: tuple[Action, ...]
    """The action and the best ones after it."""
    rank: tuple[float, float, int]
    """How good the action is; the largest is the best."""


class TreeSearch:
    """A Monte Carlo tree search of one game, compiled or, with `native` False, interpreted."""

    def __init__(
        self, game: Game, recipe: Recipe, *, threads: int = 1, megabytes: float | None = None, native: bool = True
    ) -> None:
        self.game = game
        self.recipe = recipe = recipe.fitted(game)
        self.native = native and is_on()
        if game.players > MAX_PLAYERS:
            raise SpecError(f"mcts supports up to {MAX_PLAYERS} players, and {type(game).__name__} has {game.players}.")
        width = row_width(game.players)
        if megabytes is None:
            megabytes = DEFAULT_MEGABYTES if self.native else INTERPRETED_MEGABYTES
        self.capacity = max(4 * MAX_CHILDREN // 256, int(megabytes * 2**20 / 16) // width)
        """Rows in each half of the memory."""
        try:
            self.rows = Memory(self.capacity * width)
        except MemoryError:
            raise SpecError(f"A tree of {megabytes:g} MB does not fit into memory; give less.") from None
        self.spare: Memory | None = None
        self.works = [self._work(number) for number in range(threads if self.native else 1)]
        for work in self.works:
            work.shared = int(len(self.works) > 1)
        self.actions = [np.zeros(USUAL_ACTIONS, np.int64) for _ in self.works]
        self.odds = [np.zeros(USUAL_ACTIONS, np.float64) for _ in self.works]
        self.boards = [Memory(max(1, game.playout_room)) for _ in self.works]
        arguments = self.works[0], self.rows, self.actions[0], self.odds[0], self.boards[0]
        if self.native:
            self.run: Callable[..., Any] = bind(simulate, game, *arguments)
            self.names = Naming(self.run, game)
        else:
            # The actions of turns taken at once, and of games with playouts of their own, are ints already.
            has_numbers = game.axes.simultaneous or offers(game, "playout")
            plain = game if has_numbers else Interned(game)
            self.run = lambda *more: simulate.py_func(plain, *more)
            self.names = _Numbers(plain)
        self.root: State | None = None
        self.pruned = 0
        """How often the tree has outgrown its memory."""
        self._state_size = 0
        self.clear()

    def _work(self, number: int) -> TreeWorkspace:
        """The workspace of a thread."""
        return workspace(self.game, self.recipe, number)

    # The tree.

    def clear(self) -> None:
        """Forget the whole tree."""
        self.rows.words[: self.works[0].width] = 0
        self.rows[MOVER] = UNSEEN
        self._share(1)

    def _share(self, free: int) -> None:
        """Give every thread its part of the rows from `free` on."""
        part = (self.capacity - free) // len(self.works)
        for number, work in enumerate(self.works):
            work.free = free + number * part
            work.end = work.free + part
            work.full = 0

    def _copy(self, root: int, least: int, room: int) -> int:
        if self.spare is None:
            self.spare = Memory(len(self.rows))
        width = self.works[0].width
        choices = VALUES + 2 * self.game.players + FIRST_CHOICES
        copier = copy_tree if self.native else copy_tree.py_func
        return int(copier(self.rows, self.spare, root, least, width, choices, room))

    def _prune(self) -> bool:
        """Drop the children of rarely visited nodes until half of the rows are free; False where that is impossible."""
        least, room = 2, self.capacity // 2
        while (taken := self._copy(0, least, self.capacity)) > room and least < self.rows[VISITS]:
            least *= 2
        if taken > room:
            taken = self._copy(0, least, room)
        assert self.spare is not None
        self.rows, self.spare = self.spare, self.rows
        self.pruned += 1
        self._share(taken)
        return all(work.free < work.end for work in self.works)

    def begin(self, state: State, history: Sequence[State] = (), depth: int | None = None) -> None:
        """Search from `state`: keep what the tree knows about it, if it is in the tree.

        `depth` limits the tree, not the playouts.
        """
        row = None if self.root is None else self._find(state)
        if row is None:
            self.clear()
        elif row:
            taken = self._copy(row, 0, self.capacity)
            assert self.spare is not None
            self.rows, self.spare = self.spare, self.rows
            self._share(taken)
            # Over by repetition, which ends a line of the search but not the game; or proven unexpanded.
            if self.rows[MOVER] == OVER or (self.rows[PROVEN] and not self.rows[CHILDREN]):
                self.clear()
        self.root = state
        earlier = list(history)[-MAX_EARLIER:] if self.game.repeats else []
        for work in self.works:
            work.nodes = work.simulations = work.stop = 0
            work.seen.words[:] = 0  # simulations are numbered from 0 again
            work.max_depth = MAX_PLIES - 1 if depth is None else min(depth, MAX_PLIES - 1)
            work.earlier = len(earlier)
            for back, before in enumerate(reversed(earlier), 1):
                work.keys[MAX_EARLIER - back] = _signed(self.game.key(before))

    def _find(self, state: State) -> int | None:
        """The row of a state near the root, or None."""
        level: list[tuple[int, State]] = [(0, self.root)]
        for ply in range(MAX_REUSE_PLIES + 1):
            for row, known in level:
                if same(known, state):
                    return row
            if ply == MAX_REUSE_PLIES:
                break
            width = self.works[0].width
            level = [
                (child, self.game.result(known, self.names.action(known, self.rows[child * width + ACTION])))
                for row, known in level
                for child in self._children(row)
                if self.rows[child * width + VISITS] > 0
            ]
        return None

    def _children(self, row: int) -> range:
        found = self.rows[row * self.works[0].width + CHILDREN]
        return range(found >> 16, (found >> 16) + (found & MAX_CHILDREN))

    # Growing it.

    @property
    def simulations(self) -> int:
        return sum(work.simulations for work in self.works)

    @property
    def nodes(self) -> int:
        return sum(work.nodes for work in self.works)

    @property
    def stopped(self) -> bool:
        return any(work.stop for work in self.works)

    @property
    def proven(self) -> bool:
        return bool(self.rows[PROVEN])

    @property
    def rows_known(self) -> bool:
        """Whether there was a simulation at all."""
        return bool(self.rows[CHILDREN]) and self.rows[VISITS] > 0

    @property
    def low(self) -> float:
        """The worst payoff that is possible, or was seen."""
        return min(work.low for work in self.works)

    @property
    def high(self) -> float:
        """The best payoff that is possible, or was seen."""
        return max(work.high for work in self.works)

    @property
    def error(self) -> float:
        """The standard error of the value of the root to the player to move, or to player 0."""
        return self._error(0, self.values()[max(0, self.rows[MOVER])])

    def halt(self) -> None:
        """Stop as soon as possible, from any thread."""
        for work in self.works:
            work.stop = 1

    def grow(self, simulations: int, nodes: int | None = None) -> bool:
        """Simulate until there are this many simulations, or nodes; False once nothing is left to do."""
        if self.root is None:
            raise SpecError("Begin with a state before the tree can grow.")
        for number, work in enumerate(self.works):
            parts = len(self.works)
            work.max_simulations = simulations // parts + (number < simulations % parts)
            work.limit = MAX_NODES if nodes is None else max(1, nodes // parts)
        while True:
            self._simulate()
            for work in self.works:
                refuse_faults(self.game, work)
            if self.stopped or self.proven:
                return False
            if any(work.wanted for work in self.works):
                wanted = max(work.wanted for work in self.works)
                if wanted > MAX_CHILDREN:
                    raise GameError(
                        f"{type(self.game).__name__} has {wanted:,} actions in one state, and mcts supports up to "
                        f"{MAX_CHILDREN:,}."
                    )
                self.actions = [np.zeros(2 * wanted, np.int64) for _ in self.works]
                self.odds = [np.zeros(2 * wanted, np.float64) for _ in self.works]
                for work in self.works:
                    work.wanted = 0
            elif any(work.full for work in self.works):
                if not self._prune():
                    raise SpecError("The memory is too small for a tree of this game; give more megabytes.")
            else:
                return True

    def _simulate(self) -> None:
        code = getattr(self.run, "code", None)
        failure: list[BaseException] = []

        def work_on(number: int) -> None:
            try:
                buffers = self.actions[number], self.odds[number], self.boards[number]
                self.run(self.root, self.works[number], self.rows, *buffers)
            except BaseException as error:  # the waiting thread raises it
                failure.append(error)
                self.halt()

        if len(self.works) == 1:
            self.run(self.root, self.works[0], self.rows, self.actions[0], self.odds[0], self.boards[0])
        else:
            others = [worker.start(lambda number=number: work_on(number)) for number in range(1, len(self.works))]  # type: ignore[misc]
            work_on(0)
            for thread in others:
                thread.join()
            if failure:
                raise failure[0]
        if getattr(self.run, "code", None) is not code:  # states outgrew their room: words have another meaning now
            done = [work.simulations for work in self.works]
            self.clear()
            if not all(done):
                return
            raise NativeError(f"{type(self.game).__name__} runs interpreted: its actions grow longer and longer.")

    # What it says.

    def branches(self) -> dict[Action, Branch]:
        """What the tree knows about each action of the root."""
        assert self.root is not None
        found = {}
        for row, rank in self._ranks(0).items():
            action = self.names.action(self.root, self.rows[row * self.works[0].width + ACTION])
            found[action] = self._branch(row, action, rank)
        return found

    def chosen(self) -> Action:
        """The best action of the root, without all that `branches` says."""
        assert self.root is not None
        best = self._best(0)
        return self.names.action(self.root, self.rows[best * self.works[0].width + ACTION])

    def _branch(self, row: int, action: Action, rank: tuple[float, float, int]) -> Branch:
        at, players = row * self.works[0].width, self.game.players
        values = tuple(self._worth(row, player) for player in range(players))
        proven = bool(self.rows[at + PROVEN])
        error = 0.0 if proven else self._error(row, values[max(0, self.rows[MOVER])])
        visits, prior = self.rows[at + VISITS], real_of(self.rows[at + PRIOR])
        return Branch(visits, values, error, proven, prior, self._line(row, action), rank)

    def _worth(self, row: int, player: int) -> float:
        """The value of a node: the certain one, or the mean of its payoffs."""
        at = row * self.works[0].width + VALUES + player
        if self.rows[row * self.works[0].width + PROVEN]:
            return real_of(self.rows[at + self.game.players])
        return real_of(self.rows[at]) / max(1, self.rows[row * self.works[0].width + VISITS])

    def _error(self, row: int, mean: float) -> float:
        """The standard error of the mean of a node's payoffs."""
        at = row * self.works[0].width
        visits = self.rows[at + VISITS]
        if visits < 2:
            return math.inf
        spread = real_of(self.rows[at + VALUES + 2 * self.game.players + SQUARES]) / visits - mean * mean
        return math.sqrt(max(0.0, spread) / visits)

    def _line(self, row: int, action: Action) -> tuple[Action, ...]:
        """The best path from a child of the root, as far as players take turns."""
        width = self.works[0].width
        assert self.root is not None
        line, state = [action], self.game.result(self.root, action)
        if self.rows[MOVER] < 0:
            return (action,)
        while self.rows[row * width + MOVER] >= 0 and not self.game.is_terminal(state):
            if not any(self.rows[child * width + VISITS] for child in self._children(row)):
                break
            row = self._best(row)
            line.append(self.names.action(state, self.rows[row * width + ACTION]))
            state = self.game.result(state, line[-1])
        return tuple(line)

    def _ranks(self, row: int) -> dict[int, tuple[float, float, int]]:
        """How good each child of a node is to its mover: proven good, then by visits, then proven bad.

        A proven value that is at least the mean of the most visited other child is preferred, since it is certain.
        """
        width, players = self.works[0].width, self.game.players
        mover, children = max(0, self.rows[row * width + MOVER]), self._children(row)
        block = self.rows.words[children.start * width : children.stop * width].reshape(-1, width)
        visits, proven = block[:, VISITS].tolist(), block[:, PROVEN].tolist()
        sums, known = (block[:, at + mover].copy().view(np.float64).tolist() for at in (VALUES, VALUES + players))
        worth = [known[i] if proven[i] else sums[i] / max(1, visits[i]) for i in range(len(visits))]
        most, mean = max(((visits[i], worth[i]) for i in range(len(visits)) if not proven[i]), default=(0, -math.inf))
        solved = bool(self.rows[row * width + PROVEN])
        enough = -math.inf if solved or mean == -math.inf else mean if most else math.inf
        found = {}
        for child, value, count, certain in zip(children, worth, visits, proven):
            order = float(count)
            if certain and (value >= enough or value >= self.high):
                order = math.inf
            elif (certain and value <= self.low) or (solved and not certain):
                order = -math.inf
            found[child] = order, value, count
        return found

    def _best(self, row: int) -> int:
        ranks = self._ranks(row)
        return max(ranks, key=lambda child: ranks[child])

    def values(self) -> tuple[float, ...]:
        """The value of the root for each player: the mean of all simulations, or the certain one."""
        return tuple(self._worth(0, player) for player in range(self.game.players))

    def mixes(self) -> tuple[dict[int, float], ...]:
        """Where both act at once at the root, the average strategy of each player."""
        if self.rows[MOVER] != SIMULTANEOUS:
            return ()
        width, children = self.works[0].width, self._children(0)
        ones = self.rows[VALUES + 2 * self.game.players + FIRST_CHOICES]
        found = []
        for start, count in ((children.stop, ones), (children.stop + ones, len(children) // ones)):
            sums = {
                int(self.rows[row * width + ACTION]): real_of(self.rows[row * width + PRIOR])
                for row in range(start, start + count)
            }
            least = NEGLIGIBLE * sum(sums.values())
            sums = {choice: each for choice, each in sums.items() if each >= least}
            total = sum(sums.values()) or len(sums)
            found.append({choice: each / total for choice, each in sums.items()})
        return tuple(found)


class _Numbers(Naming):
    """The words of actions in an interpreted search: their numbers, or joint choices."""

    def __init__(self, game: Any) -> None:
        super().__init__(lambda: None, game)

    def action(self, state: State, word: int) -> Action:
        return self.game.known[word] if isinstance(self.game, Interned) else word


def workspace(game: Game, recipe: Recipe, number: int) -> TreeWorkspace:
    """The workspace of a thread, for a recipe that is fitted to the game."""
    work = TreeWorkspace()
    work.worst, work.best = span(game)
    work.total = game.axes.total
    work.players, work.width = game.players, row_width(game.players)
    work.known = int(math.isfinite(work.best - work.worst))
    usual = outcomes_of(game)
    work.low, work.high = (math.inf, -math.inf) if usual is None else (min(usual), max(usual))
    work.formula = PUCT if recipe.formula == "puct" else UCB1
    assert recipe.exploration is not None and recipe.urgency is not None
    assert recipe.rave is not None and recipe.bias is not None and recipe.widening is not None
    work.exploration, work.urgency = recipe.exploration, recipe.urgency
    work.rave, work.bias, work.widening = recipe.rave, recipe.bias, recipe.widening
    opposed = not game.axes.simultaneous and fitting(game) != "maxn" and game.players <= 2
    work.opposed = int(game.players == 2 and game.axes.payoff in ("zero", "constant"))
    work.solving = (2 if opposed else 1) if recipe.solver else 0
    work.playout_plies = MAX_PLIES if recipe.plies is None else recipe.plies
    work.mixing = MIXING
    work.random = seeded(recipe.seed, number)
    return work


def seeded(seed: int, number: int) -> int:
    """The first random word of a thread."""
    return _signed(key_of((seed & (1 << 63) - 1, number))) | 1


def _signed(word: int) -> int:
    return ((int(word) & (1 << 64) - 1) ^ (1 << 63)) - (1 << 63)
