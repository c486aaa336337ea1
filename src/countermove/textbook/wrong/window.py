"""Alpha-beta with mistakes in its window: how it is shared, tested, updated and passed on.

One function serves both sides, since every mistake here has its mirror image. `Flaw` describes what is wrong, in the
terms of the student's code; with the default `Flaw` this is the alpha-beta of the textbook.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from countermove.game import Game, S
from countermove.textbook.alphabeta import claim
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Found
from countermove.textbook.deepening import Algorithm
from countermove.textbook.event import Bound, Narration, Window
from countermove.textbook.search import Node, Search

INFINITE: Final = (-math.inf, math.inf)
Sides = tuple[str, str]
"""The code of MAX and of MIN; empty where it is right."""

TESTS: Final[dict[str, Callable[[float, float, float], bool]]] = {
    "v >= alpha": lambda v, alpha, beta: v >= alpha,
    "v > alpha": lambda v, alpha, beta: v > alpha,
    "v <= alpha": lambda v, alpha, beta: v <= alpha,
    "v < alpha": lambda v, alpha, beta: v < alpha,
    "v >= beta": lambda v, alpha, beta: v >= beta,
    "v > beta": lambda v, alpha, beta: v > beta,
    "v <= beta": lambda v, alpha, beta: v <= beta,
    "v < beta": lambda v, alpha, beta: v < beta,
    "alpha >= beta": lambda v, alpha, beta: alpha >= beta,
    "alpha > beta": lambda v, alpha, beta: alpha > beta,
    "False": lambda v, alpha, beta: False,
}
"""The tests that code may make before it cuts."""
UPDATES: Final[dict[str, Callable[[float, float, float, float], Window]]] = {
    "alpha = max(alpha, v)": lambda v, child, alpha, beta: (max(alpha, v), beta),
    "alpha = min(alpha, v)": lambda v, child, alpha, beta: (min(alpha, v), beta),
    "alpha = v": lambda v, child, alpha, beta: (v, beta),
    "alpha = child": lambda v, child, alpha, beta: (child, beta),
    "beta = max(beta, v)": lambda v, child, alpha, beta: (alpha, max(beta, v)),
    "beta = min(beta, v)": lambda v, child, alpha, beta: (alpha, min(beta, v)),
    "beta = v": lambda v, child, alpha, beta: (alpha, v),
    "beta = child": lambda v, child, alpha, beta: (alpha, child),
    "pass": lambda v, child, alpha, beta: (alpha, beta),
}
"""What code may do with its window after searching a child."""
RIGHT: Final = "alpha = max(alpha, v)", "beta = min(beta, v)"


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with the window."""

    shared: tuple[bool, bool] = (False, False)
    """Whether alpha, and whether beta, is shared by the whole search."""
    crossed: bool = False
    """Cut once alpha and beta have met, for whatever reason, rather than when the node's value closes the window."""
    kept: bool = False
    """Update the window only if the value did not cut."""
    last: bool = False
    """The root takes the last of equal children, though some have only a bound."""
    forgetful: bool = False
    """The root gives every child an infinite window."""
    open: bool = False
    """The root, often a separate loop, never cuts."""
    hard: bool = False
    """Return values clamped to the window."""
    tests: Sides = ("", "")
    """The test before a cut."""
    updates: Sides = ("", "")
    """The update of the window."""
    late: bool = False
    """Test after the update."""
    swapped: bool = False
    """A child gets the window with its sides swapped."""
    starts: tuple[float, float] = INFINITE
    """What the best value of a MAX node, and of a MIN node, starts from."""
    sound: bool = False
    """The root, often a separate loop, has the right test, update and initial value."""


def windowed(name: str, flaw: Flaw, prune: Literal[">=", ">"] | None = None) -> Algorithm:
    """Alpha-beta with that flaw, or with another prune test than the given one."""

    def search(
        game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
    ) -> Narration[Decision]:
        used = conventions if prune is None else replace(conventions, prune=prune)
        bookkeeping = Search("alphabeta", game, state, depth, used)
        bookkeeping.algorithm = name
        return (yield from bookkeeping.decide(_FlawedSearch(bookkeeping, flaw).value(bookkeeping.root(), *INFINITE)))

    search.__name__ = name
    return search


class _FlawedSearch:
    """One search and the sides of the window that it shares."""

    def __init__(self, search: Search, flaw: Flaw) -> None:
        self.search = search
        self.flaw = flaw
        self.shared_window = list(INFINITE)

    def window(self, alpha: float, beta: float) -> tuple[float, float]:
        """The window as the faulty code sees it: its own or the shared one."""
        shared_alpha, shared_beta = self.flaw.shared
        return (self.shared_window[0] if shared_alpha else alpha, self.shared_window[1] if shared_beta else beta)

    def store(self, top: bool, window: tuple[float, float]) -> None:
        """Store what a node found in the shared sides."""
        side = 0 if top else 1
        if self.flaw.shared[side]:
            self.shared_window[side] = window[side]

    def closed(self, top: bool, flaw: Flaw, value: float, before: Window, after: Window) -> bool:
        """Whether this code cuts."""
        cuts, test = self.search.conventions.cuts, flaw.tests[0 if top else 1]
        alpha, beta = after if flaw.late or flaw.crossed else before
        if test:
            return TESTS[test](value, alpha, beta)
        if flaw.crossed:
            return cuts(alpha, beta)
        return cuts(value, beta) if top else cuts(alpha, value)

    def value(self, node: Node, alpha: float, beta: float) -> Narration[Found[float]]:
        """The value of a node, MAX's or MIN's, as wrong as the flaw makes it."""
        search, flaw = self.search, self.flaw
        if flaw.sound and not node.path:
            flaw = replace(flaw, tests=("", ""), updates=("", ""), starts=INFINITE)
        entered = alpha, beta = self.window(alpha, beta)
        yield search.enter(node, entered)
        if search.is_leaf(node):
            return (yield from search.leaf(node, entered))
        top = search.is_max(node)
        side = 0 if top else 1
        forced: Bound = ">=" if top else "<="
        best, children, actions = Found(flaw.starts[side]), list[Found[float]](), search.actions(node)
        for action in actions:
            below = (beta, alpha) if flaw.swapped else (alpha, beta)
            if flaw.forgetful and not node.path:
                below = INFINITE
            found = yield from self.value(search.child(node, action), *below)
            children.append(found)
            search.record(node, action, found)
            before = self.window(alpha, beta)
            better = found.value > best.value if top else found.value < best.value
            better = better or (not best.line and flaw.starts == INFINITE)
            if better or (flaw.last and not node.path and found.value == best.value):
                better, best = True, found.by(action)
            after = UPDATES[flaw.updates[side] or RIGHT[side]](best.value, found.value, *before)
            if not flaw.kept:
                self.store(top, after)
            if better:
                yield search.update(node, action, best.value, None, before, after)
            skipped = actions[len(children) :]
            closed = self.closed(top, flaw, best.value, before, after) and not (flaw.open and not node.path)
            if closed and skipped:
                yield search.cut(node, action, best.value, forced, after, skipped)
            if closed:
                break
            self.store(top, after)
            alpha, beta = after
        worth = min(max(best.value, entered[0]), entered[1]) if flaw.hard else best.value
        bound = claim(best.value, children, len(children) == len(actions), forced)
        line = best.line if best.bound == "=" else best.line[: 0 if node.path else 1]
        best = Found(worth, bound, line)
        yield search.exit(node, best, entered, self.window(alpha, beta))
        return best
