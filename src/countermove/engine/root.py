"""The root of a compiled search: each action's value, exact or a bound, and the best lines.

Below the root a value outside the window is only a bound, and a bound equal to the best value says nothing about which
action is best (lectures: the root-move trap). So an action is chosen only when its value is strictly better, and every
value says which it is: "=", "<=" or ">=".

One thread searches the actions in order, each with the window left by the best so far. With several, one searches the
first action alone, then all share the others; each takes its window from the best so far. The best value does not
depend on the number of threads. Where chance acts at the root, every outcome is searched for its value.

The root is in Python, not in the kernel: here every action keeps its own value and line. Each search subclasses
`RootSearch` and defines how one action is searched.
"""

from __future__ import annotations

import dataclasses
import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from countermove import worker
from countermove.engine.workspace import MAX_LINE, MAX_PLIES, MAX_STACK, NO_ACTION, UNLIMITED, Workspace, best_line
from countermove.errors import GameError
from countermove.game import CHANCE, Action, Game, State
from countermove.native.naming import Naming
from countermove.outcome import bounds_of
from countermove.textbook.event import Bound

W = TypeVar("W", bound=Workspace)


@dataclass(frozen=True, slots=True)
class RootAction:
    """An action of the root: its value, and the principal variation that begins with it."""

    value: float
    bound: Bound
    """ "=", or "<=" or ">=" when the value is only a bound."""
    sure: bool
    """Whether it was searched without an estimate."""
    line: tuple[Action, ...] = ()
    error: float | None = None
    """The standard error of the value, where chance outcomes were sampled."""

    @property
    def score(self) -> int:
        """The value, where it is a score (see strong/score.py)."""
        return int(self.value)


@dataclass(slots=True)
class Root:
    """The root searched to one depth."""

    depth: int | None
    maximises: bool = True
    wanted: int = 1
    """How many of the best actions get an exact value and a line; the others may only have a bound."""
    chance: bool = False
    actions: dict[Action, RootAction] = field(default_factory=dict)
    order: list[Action] = field(default_factory=list)
    """The actions, best first; those with only a bound after the others. Empty where chance acts."""
    value: float = 0.0
    complete: bool = False
    exact: bool = False
    """Whether the search met no estimate at all."""
    proven: bool = False
    """Whether the value is certain: exact, or the best possible and reached without an estimate."""
    settled: bool = False
    """Whether a deeper search would add nothing: the values of all wanted actions are certain."""
    timed: bool = False
    """Whether the distance of a win or loss is certain too; only for searches whose values contain it."""
    error: float | None = None
    """As of an action, where chance outcomes were sampled."""

    @property
    def action(self) -> Action:
        """The best action; None where chance acts."""
        return self.order[0] if self.order else None

    @property
    def line(self) -> tuple[Action, ...]:
        """The principal variation."""
        return self.actions[self.order[0]].line if self.order else ()

    @property
    def values(self) -> dict[Action, tuple[float, Bound]]:
        """Each action's value, exact or a bound."""
        return {action: (each.value, each.bound) for action, each in self.actions.items()}

    @property
    def worse(self) -> Bound:
        """The bound of a value that is only known not to be better."""
        return "<=" if self.maximises else ">="

    def to_beat(self) -> float:
        """The value that an action must beat to be among the wanted ones; infinite while there are fewer."""
        worst = -math.inf if self.maximises else math.inf
        if self.chance:
            return worst
        known = sorted((each.value for each in self.actions.values() if each.bound == "="), reverse=self.maximises)
        return known[self.wanted - 1] if len(known) >= self.wanted else worst

    def conclude(self, low: float, high: float) -> None:
        """Decide what is certain after all actions were searched, where the value lies from `low` to `high`.

        Where the value is proven only because nothing better is possible, the other values become bounds; those of
        wanted actions keep their estimates.
        """
        self.complete = True
        self.exact = all(each.sure for each in self.actions.values())
        best_possible = self.value >= high if self.maximises else self.value <= low
        self.proven = self.exact or bool(self.order and self.actions[self.order[0]].sure and best_possible)
        wanted = self.order[: self.wanted] if self.wanted > 1 else []
        self.settled = self.proven and all(self.actions[action].sure for action in wanted)
        if self.proven:
            for action, each in self.actions.items():
                if not each.sure and action not in wanted:
                    self.actions[action] = dataclasses.replace(each, value=self.value, bound=self.worse)


class RootSearch(ABC, Generic[W]):
    """A search compiled for a game or loaded: its workspaces, one per thread, and the loop over the root's actions.

    Values are player 0's, or those of the player to move (`for_mover`).
    """

    for_mover = False
    """Whether values are those of the player to move, who maximises."""

    def __init__(self, game: Game, works: Sequence[W], run: Callable[..., Any]) -> None:
        self.game = game
        self.works = works
        self.run = run
        self.names = Naming(run, game)

    # What each search defines.

    @abstractmethod
    def search_action(
        self, work: W, state: State, action: Action, depth: int, low: float, high: float
    ) -> tuple[float, bool]:
        """The value of an action of `state`, and whether it is exact; else it is a bound outside the window.

        The principal variation from ply 1 on is left in `work`, and `work.horizon` is set where an estimate took part.
        """

    def maximises(self, player: int) -> bool:
        """Whether a player maximises the value."""
        return self.for_mover or player <= 0

    def limits(self, state: State) -> tuple[float, float]:
        """The least and the greatest possible value of a state."""
        return bounds_of(self.game, state)

    def enough(self) -> float | None:
        """The value at which the other actions need no search; None where all are searched."""
        return None

    def reordered(self, actions: Sequence[Action], root: Root) -> Sequence[Action]:
        """The order of the actions for the next depth: by default the best one first."""
        return sorted(actions, key=lambda action: action != root.action)

    def finish(self, root: Root, state: State) -> None:
        """Decide what is certain after all actions were searched."""
        root.conclude(*self.limits(state))

    def line(self, root: Root, child: State, words: list[int], names: Naming) -> Sequence[Action]:
        """The principal variation after the first action, from what the kernel left."""
        last = (root.depth is not None and root.depth <= 1) or self.game.is_terminal(child)
        return () if last else names.line(child, words)

    def refuse(self, work: W) -> None:
        """Raise GameError if a fault in the rules stopped the search."""
        refuse(self.game, work)

    # What all have in common.

    @property
    def nodes(self) -> int:
        return sum(work.nodes for work in self.works)

    @property
    def stopped(self) -> bool:
        return any(work.stop for work in (self.works[0], *self.sharing()))

    def halt(self) -> None:
        """Stop as soon as possible, from any thread."""
        for work in self.works:
            work.stop = 1

    def search_root(self, state: State, actions: Sequence[Action], depth: int | None, lines: int = 1) -> Root:
        """Search these actions of a state, in this order, to a depth counted from the root (None: to the end).

        The best `lines` actions get an exact value; the others may only have a bound.
        """
        player = self.game.player(state)
        root = Root(depth, self.maximises(player), lines, player == CHANCE)
        loop = _Loop(self, root, state)
        first = self.works[0]
        first.nodes += 1
        alone = 0 if root.chance else 1
        loop.search(first, iter(actions[:alone]))
        rest = iter(actions[alone:])
        others = [
            worker.start(lambda work=work: loop.search(work, rest))  # type: ignore[misc]
            for work in self.sharing()[: max(0, len(actions) - alone - 1)]
        ]
        loop.search(first, rest)
        for thread in others:
            thread.join()
        if loop.failure:
            raise loop.failure
        if self.stopped:
            for work in (first, *self.sharing()):
                self.refuse(work)
            self._fill_lines(root, state, loop.left, list(loop.left)[-1:])
            return root
        if root.chance:
            odds = dict(self.game.chances(state))
            root.value = math.fsum(odds[action] * each.value for action, each in root.actions.items())
        else:
            sign = -1 if root.maximises else 1
            root.order = sorted(
                root.actions, key=lambda action: (root.actions[action].bound != "=", sign * root.actions[action].value)
            )
            root.value = root.actions[root.order[0]].value
            self._fill_lines(root, state, loop.left, root.order[:lines])
        for action in actions:  # those after the best possible one
            root.actions.setdefault(action, RootAction(root.value, root.worse, True))
        self.finish(root, state)
        return root

    def sharing(self) -> Sequence[W]:
        """The workspaces of the threads that share the actions with the first."""
        return self.works[1:]

    def _fill_lines(self, root: Root, state: State, left: RawLines, actions: Sequence[Action]) -> None:
        """Decode the lines of these actions."""
        for action in actions:
            if action in left:
                line = (action, *self.line(root, self.game.result(state, action), *left[action]))
                root.actions[action] = dataclasses.replace(root.actions[action], line=line)


RawLines = dict[Action, tuple[list[int], Naming]]
"""Lines as the kernel left them, in words, with the naming that decodes them."""


class _Loop(Generic[W]):
    """The actions of the root, searched to one depth by one or more threads."""

    def __init__(self, search: RootSearch[W], root: Root, state: State) -> None:
        self.all = search
        self.root = root
        self.state = state
        self.lock = threading.Lock()
        self.left: RawLines = {}
        self.failure: BaseException | None = None

    def search(self, work: W, actions: Iterator[Action]) -> None:
        """Search one action after the other, until none is left or the search is stopped."""
        while True:
            with self.lock:
                edge = self.root.to_beat()
                enough = self.all.enough()
                if work.stop or self.failure or (enough is not None and not self.root.chance and edge >= enough):
                    return
                action: Any = next(actions, self)
            if action is self:
                return
            try:
                self.search_action(work, action, edge)
            except BaseException as error:  # the waiting thread raises it
                self.failure = error
                self.all.halt()
                return

    def search_action(self, work: W, action: Action, edge: float) -> None:
        """Search an action, to see whether it beats `edge`."""
        root = self.root
        low, high = (edge, math.inf) if root.maximises else (-math.inf, edge)
        if root.chance:
            low, high = -math.inf, math.inf
        work.horizon = 0
        work.line[MAX_LINE] = NO_ACTION
        depth = UNLIMITED if root.depth is None else root.depth
        value, exact = self.all.search_action(work, self.state, action, depth, low, high)
        if work.stop:
            return
        line = best_line(work, 1), self.all.names.now()
        with self.lock:
            root.actions[action] = RootAction(value, "=" if exact else root.worse, not work.horizon, (action,))
            if exact:
                self.left[action] = line


def within(value: float, low: float, high: float) -> bool:
    """Whether the value of a search with this window is exact: inside the window, or infinite."""
    return low < value < high or math.isinf(value)


def refuse(game: Game, work: Workspace) -> None:
    """Raise GameError if a fault in the rules stopped the search."""
    name = type(game).__name__
    if work.stuck:
        raise GameError(
            f"{name}.actions gives no action in a state that is not terminal. Make is_terminal true there, or yield at "
            "least one action. Run `countermove check` to see where."
        )
    if work.too_deep:
        raise GameError(f"{name} went on for more than {MAX_PLIES:,} plies; give a depth, or let the game end sooner.")
    if work.too_wide:
        raise GameError(f"{name} has more than {MAX_STACK:,} actions on one path; search less deep.")
