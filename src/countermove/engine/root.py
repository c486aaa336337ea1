"""The root of a compiled search: each action's value, marked for what it is, and the best line.

Below the root a value outside the window is only a bound, and a bound equal to the best value says nothing about which
action is best (lectures: the root-move trap). So an action is chosen only when its value is strictly better, and every
value keeps its mark: "=", "<=" or ">=", from player 0's point of view.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from countermove.engine.alphabeta import alphabeta
from countermove.engine.minimax import minimax
from countermove.engine.workspace import MAX_LINE, MAX_PLIES, NO_ACTION, UNLIMITED, Workspace, best_line
from countermove.errors import GameError
from countermove.game import Game, State
from countermove.native import kernel
from countermove.native.naming import Naming
from countermove.outcome import bounds_of


@dataclass
class Root:
    """What one search to one depth found at the root; values are player 0's."""

    depth: int | None
    values: dict[int, tuple[float, str]] = field(default_factory=dict)
    action: int | None = None
    value: float = 0.0
    line: tuple[int, ...] = ()
    lines: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The best line after each action that has a value."""
    sure: set[int] = field(default_factory=set)
    """The actions that were searched without an estimate."""
    complete: bool = False
    exact: bool = False
    """Whether the search met no estimate at all."""
    proven: bool = False
    """Whether the value is certain: exact, or the best there can be and reached without an estimate."""
    settled: bool = False
    """Whether no deeper search can say more: that value is certain, and so are those of all lines that are wanted."""

    def to_beat(self, lines: int, biggest: bool = True) -> float:
        """The value that an action has to beat to be among the best so many; any is, while there are fewer."""
        known = sorted((value for value, mark in self.values.values() if mark == "="), reverse=biggest)
        return known[lines - 1] if len(known) >= lines else -math.inf if biggest else math.inf

    def conclude(self, sure: set[int], best_there_is: bool, worse: str = "<=", lines: int = 1) -> None:
        """All actions were searched, these without an estimate: say what is certain.

        Where the best is only known to be the best there can be, of the others no more is certain than that; but those
        that are wanted as lines keep their estimates.
        """
        self.complete = True
        self.sure = sure
        self.proven = self.exact or (self.action in sure and best_there_is)
        wanted = set(self.ranked(worse == "<=")[:lines] if lines > 1 else ())
        self.settled = self.proven and (self.exact or wanted <= sure)
        if self.proven:
            told = sure | wanted
            self.values = {a: known if a in told else (self.value, worse) for a, known in self.values.items()}

    def ranked(self, biggest: bool = True) -> list[int]:
        """The actions that have a value, the best first."""
        sign = -1 if biggest else 1
        known = [action for action, (_, mark) in self.values.items() if mark == "="]
        return sorted(known, key=lambda action: (action != self.action, sign * self.values[action][0]))


Search = Callable[[State, Iterable[int], int | None], Root]
"""A search of the given actions of a state, to so many plies in all (None: to the end)."""


def search(algorithm: str, game: Game, work: Workspace, lines: int = 1) -> Search:
    """The search of that name, compiled for a game or loaded, that works in `work`.

    The best actions, as many as `lines`, get a value and a line; of the others alpha-beta knows a bound.
    """
    if algorithm == "minimax":
        exhaustive = kernel.bind(minimax, game, 0, 0, work)
    else:
        pruning = kernel.bind(alphabeta, game, 0, 0.0, 0.0, 0, work)
    names = Naming(exhaustive if algorithm == "minimax" else pruning, game)

    def look(state: State, actions: Iterable[int], depth: int | None) -> Root:
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

    return look


def refuse(game: Game, work: Workspace) -> None:
    """Say what is wrong with the rules, if that is why a search stopped."""
    if work.stuck:
        raise GameError(
            f"{type(game).__name__}.actions gives no action in a state that is not terminal (countermove check shows "
            "which). Make is_terminal true there, or yield at least one action."
        )
    if work.too_deep:
        raise GameError(
            f"{type(game).__name__} went on for more than {MAX_PLIES:,} plies; give a depth, or let the game end "
            "sooner."
        )
