"""A whole game in sequence form: every information set, every sequence of own actions, every end.

The kernel (engine/hidden/unroll.py) visits the tree; here its sets and sequences are renumbered, so that those of a
player are side by side, and the ends become rows of a sparse matrix, one row for each sequence:

    player 0        player 1              row s: the ends with sequence s, each with the sequences
    sets 0 .. 5     sets 6 .. 11          of the other players, and a coefficient: the probability
    sequences 0 ..  sequences 13 ..       of chance times the utility to the player whose row it is

A player's first sequence is the empty one. Everything about a game that its equilibria depend on is in these arrays.
Where the ends are too many to keep, an `Outline` has the rest, and visits the tree again to weigh them.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countermove import worker
from countermove.engine.chance.outcomes import refuse_odds
from countermove.engine.hidden import unroll as kernels
from countermove.engine.hidden.regret import planned, shared, weighed
from countermove.engine.hidden.unroll import (
    COUNT,
    COUNT_ENDS,
    FIRST,
    HISTORY,
    KEY,
    LENGTH,
    PARENT,
    PLAYER,
    SET,
    WEIGH,
    UnrollWorkspace,
)
from countermove.engine.root import refuse
from countermove.errors import GameError, NativeError, SpecError, UnfitError
from countermove.game import SIMULTANEOUS, Action, Game, State, legal
from countermove.information import START_KEY
from countermove.native import kernel
from countermove.native.bridge import stir, view_key
from countermove.native.memory import Memory
from countermove.native.naming import Naming
from countermove.values import split

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]
MEMORY = 2048.0
"""The default limit in megabytes."""
MAX_PLIES = 1000
FIRST_SETS = 1 << 10
"""Room for information sets at first."""


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """The information sets and sequences of a game, and what its ends pay."""

    game: Game = field(repr=False)
    players: int
    nodes: int
    """Nodes of the tree."""
    bounds: Ints
    """By player: the first set and the end of its sets, the first sequence and the end of its sequences."""
    first: Ints
    """By set: the sequence of its first action."""
    count: Ints
    """By set: the number of actions."""
    parent: Ints
    """By set: the player's sequence before it."""
    keys: Ints
    """By set: the information key."""
    starts: Ints
    """By sequence, and one more: where its row of ends begins."""
    columns: NDArray[np.int32]
    """By end of a row: the sequences of the other players."""
    coefficients: Reals
    """By end of a row: the probability of chance times the utility."""
    words: Ints = field(repr=False)
    """By sequence: its last action, as a word; in a turn of both, the choice."""
    paths: Ints = field(repr=False)
    """The words of a history to each set, one after the other."""
    path_start: Ints = field(repr=False)
    path_length: Ints = field(repr=False)
    naming: Naming = field(repr=False)
    note: str | None = None
    """Why the rules were not compiled, if they were not."""

    @property
    def sets(self) -> int:
        """The number of information sets."""
        return len(self.first)

    @property
    def sequences(self) -> int:
        return len(self.words)

    @functools.cached_property
    def by_key(self) -> dict[int, int]:
        """The number of each set, by its information key."""
        return {key: number for number, key in enumerate(self.keys.tolist())}

    def player_of(self, number: int) -> int:
        """The player of a set."""
        return int(np.searchsorted(self.bounds[:, 1], number, side="right"))

    def history(self, number: int) -> tuple[State, list[Action]]:
        """A state of a set, and actions that lead to it."""
        state, actions = self.game.initial(), []
        start = int(self.path_start[number])
        for word in self.paths[start : start + int(self.path_length[number])].tolist():
            actions.append(self.naming.action(state, word))
            state = self.game.result(state, actions[-1])
        return state, actions

    def action_names(self, number: int, state: State) -> list[str]:
        """The names of the actions of a set, of which `state` is one."""
        player = self.player_of(number)
        words = self.words[self.first[number] : self.first[number] + self.count[number]].tolist()
        if self.game.axes.simultaneous and self.game.player(state) == SIMULTANEOUS:
            return [self.game.choice_name(state, player, word) for word in words]
        return [self.game.action_name(state, self.naming.action(state, word)) for word in words]

    def uniform(self) -> Reals:
        """The strategy of players who choose at random: a probability for each sequence."""
        return self.strategy(np.zeros(self.sequences))

    def worths(self, plan: Reals) -> Reals:
        """What the ends with each sequence pay its player, against the plans of the others."""
        worth = np.zeros(self.sequences)
        weighed(self.bounds, self.starts, self.columns, self.coefficients, plan, worth)
        return worth

    def shares(self, player: int, threads: int) -> list[tuple[int, int]]:
        """The sequences of a player in parts with about as many ends each, one for each thread."""
        begin, end = (int(each) for each in self.bounds[player, 2:])
        marks = np.linspace(self.starts[begin], self.starts[end], threads + 1)[1:-1]
        cuts = [begin, *np.clip(np.searchsorted(self.starts, marks), begin, end).tolist(), end]
        return [(low, high) for low, high in itertools.pairwise(cuts) if low < high]

    def plan(self, strategy: Reals) -> Reals:
        """The plan of a strategy: for each sequence, what its player contributes to the probability of reaching it."""
        plan = np.ones(self.sequences)
        planned(self.first, self.count, self.parent, strategy, plan)
        return plan

    def strategy(self, plan: Reals) -> Reals:
        """The strategy of a plan; uniform where the plan never goes."""
        strategy = np.ones(self.sequences)
        shared(self.first, self.count, plan, strategy)
        return strategy


@dataclass(frozen=True, eq=False)
class Outline(SequenceForm):
    """A sequence form without its ends: they are weighed by visiting the tree."""

    unrolling: Unrolling | None = field(default=None, repr=False)
    numbers: Ints = field(default_factory=lambda: np.zeros(0, np.int64), repr=False)
    """By sequence in the order of the visit: its number here."""

    def worths(self, plan: Reals) -> Reals:
        assert self.unrolling is not None
        worth = np.zeros(self.sequences)
        worth[self.numbers] = self.unrolling.weigh(plan[self.numbers])
        return worth


class Unrolling:
    """The tree of a game being unrolled, with more room whenever it is full.

    With `ends=False` the ends are not kept, and `limit` is the most nodes to visit.
    """

    def __init__(self, game: Game, memory: float | None = None, *, ends: bool = True, limit: int | None = None) -> None:
        self.game = game
        self.mode = kernels.KEEP if ends else COUNT_ENDS
        self.limit = limit
        self.memory = MEMORY if memory is None else memory
        self.work = UnrollWorkspace()
        self.halted = False
        self.visiting = False
        """Whether rules are running."""

    def halt(self) -> None:
        """Stop as soon as possible, from any thread."""
        self.halted = True
        self.work.stop = 1

    def run(self) -> SequenceForm | None:
        """The sequence form; None if stopped before it was complete."""
        run, note = _bound(self.game)
        self._run = run
        room = FIRST_SETS
        while not self.halted:
            work = self._try(run, room)
            if work is None:
                return None if self.halted or self.work.stop else self._finish(run, note)
            room *= 4
        return None

    def _try(self, run: Callable[..., Any], room: int) -> UnrollWorkspace | None:
        """Unroll with room for some sets; None when done."""
        game = self.game
        players = game.players
        ends = 8 * room * (2 * players + 1) if self.mode == kernels.KEEP else 1
        sizes = (2 * room, SET * room, 4 * room, ends, 8 * room)
        if 8 * sum(sizes) / 2**20 > self.memory:
            raise SpecError(
                f"The tree of {type(game).__name__} does not fit into {self.memory:,.15g} MB; allow more memory, or "
                "use the method mccfr, which samples."
            )
        self.table, self.sets, self.words, self.ends, self.paths = map(Memory, sizes)
        work = self._visit(
            run, self.mode, self.table, self.sets, self.words, self.ends, self.paths, Memory(1), Memory(1)
        )
        if work.fault == kernels.FULL and not self.halted:
            return work
        if not self.halted:
            self._refuse(work)
        return None

    def _visit(self, run: Callable[..., Any], mode: int, *memories: Memory) -> UnrollWorkspace:
        """Visit the whole tree."""
        game, players = self.game, self.game.players
        state = game.initial()
        stack, path = Memory((MAX_PLIES + 2) * 3 * players), Memory(MAX_PLIES)
        self.work = work = UnrollWorkspace(self.limit)
        work.players = work.sequences = players
        work.mode = mode
        for player in range(players):
            seen = view_key(game, state, player)
            stack[3 * player : 3 * player + 3] = (stir(stir(START_KEY, player), seen), seen, player)
        if not self.halted:
            self.visiting = True
            try:
                run(state, 0, 1.0, work, stack, path, *memories)
            finally:
                self.visiting = False
        return work

    def weigh(self, plan: Reals) -> Reals:
        """Visit the tree again: what the ends with each sequence pay its player, against the plans of the others.

        Sequences are in the order of the visit. CancelledError if it was stopped.
        """
        plans, worth = Memory(len(plan)), Memory(len(plan))
        plans.words[:] = plan.view(np.int64)
        known = self.sets, self.words, self.ends, self.paths
        work = self._visit(self._run, WEIGH, self.table, *known, plans, worth)
        if self.halted:
            raise worker.CancelledError
        self._refuse(work)
        found: Reals = worth.words.view(np.float64).copy()
        return found

    def _refuse(self, work: UnrollWorkspace) -> None:
        """A fault in the rules, as a sentence."""
        name = type(self.game).__name__
        refuse(self.game, work)
        refuse_odds(self.game, work)
        sentences = {
            kernels.PLAYER_FAULT: f"{name}.player gives a player that does not exist",
            kernels.NAN: f"{name}.utility gives a value that is not a number",
            kernels.MIXED: f"{name} gives a player different actions in states that look the same to it: actions must "
            "depend on what the player sees",
            kernels.LONG: f"{name} goes on for more than {MAX_PLIES:,} plies; a game must end to be unrolled",
        }
        if work.fault in sentences:
            raise GameError(f"{sentences[work.fault]} (run `countermove check` to see where).")

    def _finish(self, run: Callable[..., Any], note: str | None) -> SequenceForm:
        """Renumber sets and sequences by player, and sort the ends into rows."""
        work, game, players = self.work, self.game, self.game.players
        sets = self.sets.words[: work.sets * SET].reshape(-1, SET)
        order = np.argsort(sets[:, PLAYER], kind="stable")
        sets = sets[order]
        new = np.zeros(work.sequences, np.int64)
        bounds = np.zeros((players, 4), np.int64)
        first = np.zeros(len(sets), np.int64)
        at = 0
        for player in range(players):
            low, high = np.searchsorted(sets[:, PLAYER], [player, player + 1])
            new[player] = at
            counts = sets[low:high, COUNT]
            first[low:high] = at + 1 + np.concatenate([[0], np.cumsum(counts)[:-1]]) if high > low else 0
            bounds[player] = low, high, at, at + 1 + counts.sum()
            at = int(bounds[player, 3])
        total = int(sets[:, COUNT].sum())
        offset = np.arange(total) - np.repeat(np.cumsum(sets[:, COUNT]) - sets[:, COUNT], sets[:, COUNT])
        old = np.repeat(sets[:, FIRST], sets[:, COUNT]) + offset
        new[old] = np.repeat(first, sets[:, COUNT]) + offset
        words = np.zeros(work.sequences, np.int64)
        words[new] = self.words.words[: work.sequences]
        whole = self.mode == kernels.KEEP
        columns, coefficients, starts = self._rows(new) if whole else (np.zeros(0, np.int32), np.zeros(0), new[:0])
        found = (
            game, players, work.nodes, bounds, first, sets[:, COUNT].copy(), new[sets[:, PARENT]], sets[:, KEY].copy(),
            starts, columns, coefficients, words, self.paths.words[: work.steps].copy(), sets[:, HISTORY].copy(),
            sets[:, LENGTH].copy(), Naming(run, game).now(), note,
        )  # fmt: skip
        return SequenceForm(*found) if whole else Outline(*found, unrolling=self, numbers=new)

    def _rows(self, new: Ints) -> tuple[NDArray[np.int32], Reals, Ints]:
        """The ends as rows, one for each sequence; ends that nobody can tell apart are one."""
        players = self.game.players
        ends = self.ends.words[: self.work.ends * (2 * players + 1)].reshape(-1, 2 * players + 1)
        reached = new[ends[:, :players]]
        paid = ends[:, players:].copy().view(np.float64)
        paid = paid[:, :1] * paid[:, 1:]
        if math.log2(max(2, len(new))) * players < 63:
            code = reached @ (np.int64(len(new)) ** np.arange(players))
            order = np.argsort(code, kind="stable")
            begins = np.flatnonzero(np.diff(code[order], prepend=-1))
            reached = reached[order[begins]]
            paid = np.add.reduceat(paid[order], begins, axis=0) if len(begins) else paid
        columns, coefficients, counts = [], [], np.zeros(len(new), np.int64)
        for player in range(players):
            counted = np.flatnonzero(paid[:, player])
            rows = reached[counted, player]
            order = counted[np.argsort(rows, kind="stable")]
            columns.append(np.delete(reached[order], player, axis=1).ravel())
            coefficients.append(paid[order, player])
            counts += np.bincount(rows, minlength=len(new))
        starts = np.concatenate([[0], np.cumsum(counts)])
        return np.concatenate(columns).astype(np.int32), np.concatenate(coefficients), starts


def _bound(game: Game) -> tuple[Callable[..., Any], str | None]:
    """The kernel: compiled if possible, else plain Python."""
    memory = Memory(1)
    try:
        kernel.require_on(game)
        arguments = (0, 1.0, UnrollWorkspace(), *(memory,) * 9)
        return kernel.bind(kernels.unroll, game, *arguments), None
    except NativeError as error:
        if any(not isinstance(action, int) for action in legal(game, game.initial())):
            raise
        return functools.partial(kernels.unroll.py_func, game), str(error)


def require_start(game: Game, state: State | None) -> None:
    """Refuse to solve a game of hidden information from the middle."""
    if state is not None and view_key(game, state, 0) != view_key(game, game.initial(), 0):
        raise UnfitError(
            f"What players of {type(game).__name__} believe in the middle of a game depends on how they got there; "
            "solve it from the start, and look up the position in the strategy."
        )


def choice_words(game: Game, state: State, player: int) -> list[int]:
    """The choices of one player in a turn of both, in the order of the kernel."""
    return list(dict.fromkeys(split(int(action))[player] for action in legal(game, state)))
