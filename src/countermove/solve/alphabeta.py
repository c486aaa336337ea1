"""Solving by alpha-beta: the strong search, run to the end of the game for exact values.

It searches far fewer states than exhaustive solving, and returns less: the value and the distance of a position and of
its actions, but not of every state below.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable

from countermove import worker
from countermove.action import as_action
from countermove.engine.strong.score import INFINITE, PLIES, plies, units
from countermove.engine.strong.search import StrongSearch
from countermove.engine.strong.settle import settle
from countermove.engine.workspace import UNLIMITED, PvsWorkspace
from countermove.errors import GameError, OutcomeError, UnfitError
from countermove.game import Action, Game, S, State, require_actions
from countermove.native import kernel
from countermove.solve import budget
from countermove.solve.exhaustive import exhaustive
from countermove.solve.lazy import LazySolution
from countermove.solve.solution import Progress, Solution
from countermove.solve.strategy import Strategy
from countermove.textbook import fitting

MIN_SECONDS_FOR_OTHERS = 2.0
"""Minimum time for valuing the other actions."""
DEFAULT_MEGABYTES = 1024.0
"""The default table size, if that much is free."""


def alphabeta(
    game: Game[S],
    state: S | None = None,
    *,
    seconds: float | None = None,
    threads: int = 1,
    memory: float | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """The exact value of `state` (by default the first) and of its actions, by searching to the end of the game.

    For one or two players with opposed interests, without chance, whose positions do not repeat. The value and an
    action that has it come first; then the other actions are valued, for at most as long again. After `seconds`, or
    when `stop` is set, it returns what is proven so far.

    >>> from countermove.games.connect import Connect
    >>> found = alphabeta(Connect(4, 4))
    >>> found.value, found.complete
    (0.0, True)
    """
    budget.check(seconds, threads, memory)
    if game.repeats:
        fits = "breadth or idastar" if game.players == 1 else "sweep or proof"
        raise UnfitError(f"Positions of {type(game).__name__} can repeat; solve it with --method {fits}.")
    if game.players > 2 or fitting(game) != "alphabeta":
        raise UnfitError(
            f"alphabeta is for one or two opposed players without chance, and {type(game).__name__} is another kind of "
            "game; solve it with --method exhaustive."
        )
    state = game.initial() if state is None else state
    if game.is_terminal(state):
        return exhaustive(game, state)
    if progress:
        progress(Progress("alphabeta", None, 0, 0.0))  # compiling may take a while
    table = budget.table(memory, DEFAULT_MEGABYTES)
    try:
        work = _Solving(StrongSearch(game, table, threads=threads), state)
        tick = worker.Ticker(progress, lambda seconds: Progress("alphabeta", None, work.nodes, seconds))
        worker.run(
            work.run, game, halt=work.halt, progress=lambda: work.nodes, tick=tick, seconds=seconds, stop=stop
        )  # fmt: skip
    except OutcomeError as error:
        raise UnfitError(f"{error} Or solve it with --method exhaustive.") from None
    return work.solution(tick.seconds)


class _Solving:
    """What is proven so far of a state."""

    database = None

    def __init__(self, search: StrongSearch, state: State) -> None:
        self.search, self.state, self.game = search, state, search.game
        self.actions = [as_action(action) for action in require_actions(search.game, state)]
        self.sign = 1 if search.game.player(state) == 0 else -1
        self.score: int | None = None
        self.best: Action = None
        self.line: tuple[Action, ...] = ()
        self.known: dict[Action, int] = {}
        """The scores of the actions for player 0, with plies counted from the state."""
        self._settle = kernel.bind(settle, search.game, 0, 0, 0, search.works[0], search.table.memory)

    def run(self) -> None:
        began = worker.clock()
        stop_helpers = self.search.start_helpers(lambda work: self._exact(self.state, work))
        try:
            score = self._exact(self.state, self.search.works[0])
            if score is None:
                return
            chosen = self._choose(self.state, score)
        finally:
            stop_helpers()
        if not chosen:
            return
        self.best, self.score = chosen[0], score
        self.known[self.best] = score
        until = worker.clock() + max(MIN_SECONDS_FOR_OTHERS, worker.clock() - began)
        self._follow(score, until)
        for action in self.actions:
            if action not in self.known and worker.clock() < until:
                found = self._score_of(action, until)
                if found is None:
                    return
                self.known[action] = found

    def _score_of(self, action: Action, until: float) -> int | None:
        """The exact score of an action for player 0, with plies counted from the root; None when stopped."""
        child = self.game.result(self.state, action)
        if self.game.is_terminal(child):
            return self.search.terminal_score(child, 1)
        found = self._exact(child, self.search.works[0], until)
        if found is None or plies(found) is None:
            return found
        return found - 1 if found > 0 else found + 1

    def _exact(self, state: State, work: PvsWorkspace, until: float = math.inf) -> int | None:
        """The exact score of a state for player 0, with plies counted from it; None when stopped."""
        clock = threading.Timer(max(0.0, until - worker.clock()), self.search.halt) if until < math.inf else None
        if clock:
            clock.start()
        try:
            answer = int(self._settle(state, UNLIMITED, -INFINITE, INFINITE, work, self.search.table.memory))
        finally:
            if clock:
                clock.cancel()
        self.search.refuse(work)
        return None if work.stop else answer >> 1

    def _follow(self, score: int, until: float) -> None:
        """Find the line of best play, while there is time."""
        game = self.game
        length = plies(score)
        if length:
            self.line = self.search.extend_line(self.state, (self.best,), score, None)
            return
        state = game.result(self.state, self.best)
        self.line = (self.best,)
        while not game.is_terminal(state) and worker.clock() < until:
            chosen = self._choose(state, score)
            if not chosen:
                return
            self.line += chosen
            state = game.result(state, chosen[0])

    def _choose(self, state: State, score: int) -> tuple[Action, ...]:
        """The first action that keeps the score, alone; nothing when stopped."""
        sign = 1 if self.game.player(state) == 0 else -1
        window = (score - 1, score) if sign > 0 else (score, score + 1)
        for action in require_actions(self.game, state):
            child = self.game.result(state, action)
            found = (
                self.search.terminal_score(child, 1)
                if self.game.is_terminal(child)
                else self.search.search_child(child, *window)
            )
            if found is None:
                return ()
            if sign * found >= sign * score:
                return (as_action(action),)
        raise GameError(
            f"{type(self.game).__name__} contradicts itself in {self.game.write(state)}: no action keeps its "
            "proven value. Are bounds, candidates and canonical right? Run `countermove check` to find out."
        )

    @property
    def nodes(self) -> int:
        return self.search.nodes

    def halt(self) -> None:
        self.search.halt()

    def resume(self) -> None:
        self.search.works[0].stop = 0

    def chooser(self, player: int) -> Callable[[State], Action]:
        """A function from states to actions that keep the value a player is sure of at the root."""
        assert self.score is not None
        target = _lowest_score(units(self.score)) if player == 0 else -_lowest_score(-units(self.score))

        def choose(state: State) -> Action:
            chosen = self._choose(state, target)
            if not chosen:
                raise worker.CancelledError
            return chosen[0]

        return choose

    def objection(self, made: Strategy) -> str:
        """None: positions do not repeat."""
        return ""

    def solution(self, seconds: float) -> LazySolution:
        """The solution, complete or not."""
        value = None if self.score is None else self._value(self.score)
        return LazySolution(
            value=value,
            action=self.best,
            actions={action: self._value(self.known[action]) for action in self.actions if action in self.known},
            distances={action: plies(self.known[action]) for action in self.actions if action in self.known},
            distance=None if self.score is None else plies(self.score),
            line=self.line or (() if self.best is None else (self.best,)),
            nodes=self.search.nodes,
            states=None,
            depth=len(self.line),
            seconds=seconds,
            complete=self.score is not None,
            game=self.game,
            outcomes={},
            search=self,
        )

    def _value(self, score: int) -> float:
        """The value of a score for the player to move."""
        value = self.search.scale.value(score)
        return value if self.sign > 0 else self.game.axes.total - value


def _lowest_score(whole: int) -> int:
    """The lowest score, for player 0, worth `whole` units or more, at any distance."""
    return (whole - 1) * PLIES + 1 if whole > 0 else whole * PLIES
