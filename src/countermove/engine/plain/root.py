"""The root of a compiled search: each action's value, marked exact or bound, and the best line.

Below the root a value outside the window is only a bound, and a bound equal to the best value says nothing about which
action is best (lectures: the root-move trap). So an action is chosen only when its value is strictly better, and every
value keeps its mark: "=", "<=" or ">=", from player 0's point of view.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from countermove.engine.plain.alphabeta import alphabeta
from countermove.engine.plain.minimax import minimax
from countermove.engine.workspace import MAX_LINE, MAX_PLIES, NO_ACTION, UNLIMITED, Workspace, best_line
from countermove.errors import GameError
from countermove.game import Game, State
from countermove.native import kernel
from countermove.native.naming import Naming
from countermove.outcome import bounds_of


@dataclass
class Root:
    """The root searched to one depth; values are player 0's."""

    depth: int | None
    values: dict[int, tuple[float, str]] = field(default_factory=dict)
    action: int | None = None
    value: float = 0.0
    line: tuple[int, ...] = ()
    lines: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The principal variation of each action with an exact value."""
    sure: set[int] = field(default_factory=set)
    """The actions that were searched without an estimate."""
    complete: bool = False
    exact: bool = False
    """Whether the search met no estimate at all."""
    proven: bool = False
    """Whether the value is certain: exact, or the best possible and reached without an estimate."""
    settled: bool = False
    """Whether a deeper search would add nothing: the values of all requested lines are certain."""

    def to_beat(self, lines: int, biggest: bool = True) -> float:
        """The value that an action must beat to be among the best `lines`; infinite while there are fewer."""
        known = sorted((value for value, mark in self.values.values() if mark == "="), reverse=biggest)
        return known[lines - 1] if len(known) >= lines else -math.inf if biggest else math.inf

    def conclude(self, sure: set[int], best_there_is: bool, worse: str = "<=", lines: int = 1) -> None:
        """Decide what is certain after all actions were searched, those in `sure` without an estimate.

        Where the value is proven only because nothing better is possible, the other values become bounds; those of
        requested lines keep their estimates.
        """
        self.complete = True
        self.sure = sure
        self.proven = self.exact or (self.action in sure and best_there_is)
        wanted = set(self.ranked(worse == "<=")[:lines] if lines > 1 else ())
        self.settled = self.proven and (self.exact or wanted <= sure)
        if self.proven:
            kept = sure | wanted
            self.values = {a: known if a in kept else (self.value, worse) for a, known in self.values.items()}

    def ranked(self, biggest: bool = True) -> list[int]:
        """The actions with an exact value, best first."""
        sign = -1 if biggest else 1
        known = [action for action, (_, mark) in self.values.items() if mark == "="]
        return sorted(known, key=lambda action: (action != self.action, sign * self.values[action][0]))


Search = Callable[[State, Iterable[int], int | None], Root]
"""Searches the given actions of a state to a depth in plies (None: to the end)."""


def search(algorithm: str, game: Game, work: Workspace, lines: int = 1) -> Search:
    """The named search, compiled for a game or loaded, working in `work`.

    The best `lines` actions get an exact value and a line; the others only a bound from alpha-beta.
    """
    if algorithm == "minimax":
        exhaustive = kernel.bind(minimax, game, 0, 0, work)
    else:
        pruning = kernel.bind(alphabeta, game, 0, 0.0, 0.0, 0, work)
    names = Naming(exhaustive if algorithm == "minimax" else pruning, game)

    def search_root(state: State, actions: Iterable[int], depth: int | None) -> Root:
        root = Root(depth)
        limit = UNLIMITED if depth is None else depth
        biggest = game.player(state) == 0
        best = -math.inf if biggest else math.inf
        work.nodes = work.nodes + 1
        root.exact = True
        sure = set()
        for action in actions:
            work.horizon = 0
            work.line[MAX_LINE] = NO_ACTION
            child = game.result(state, action)
            if algorithm == "minimax":
                value = float(exhaustive(child, limit - 1, 1, work))
                mark = "="
            else:
                edge = root.to_beat(lines, biggest)
                low, high = (edge, math.inf) if biggest else (-math.inf, edge)
                value = float(pruning(child, limit - 1, low, high, 1, work))
                mark = "=" if low < value < high else ("<=" if biggest else ">=")
            if work.stop:
                refuse(game, work)
                return root
            if work.horizon:
                root.exact = False
            else:
                sure.add(action)
            better = value > best if biggest else value < best
            root.values[action] = (value, mark)
            if mark == "=":
                last = limit <= 1 or game.is_terminal(child)
                root.lines[action] = (action,) if last else (action, *names.line(child, best_line(work, 1)))
            if better or not root.line:
                best = value
                root.action, root.value, root.line = action, value, root.lines.get(action, (action,))
        low, high = bounds_of(game, state)
        root.conclude(sure, best >= high if biggest else best <= low, "<=" if biggest else ">=", lines)
        return root

    return search_root


def refuse(game: Game, work: Workspace) -> None:
    """Raise GameError if a fault in the rules stopped the search."""
    if work.stuck:
        raise GameError(
            f"{type(game).__name__}.actions gives no action in a state that is not terminal. Make is_terminal true "
            "there, or yield at least one action. Run `countermove check` to see where."
        )
    if work.too_deep:
        raise GameError(
            f"{type(game).__name__} went on for more than {MAX_PLIES:,} plies; give a depth, or let the game end "
            "sooner."
        )
