"""Which values rest on an estimate: a leaf at the depth limit is an estimate, and so is whatever follows from it.

Events mark leaves. The value of a node follows from its children, and so does what it rests on:

    MAX >= 5    one child worth 5 is enough: it rests on an estimate only if every such child does
    MAX <= 5    all children must be worth at most 5: a single estimate among them is enough
    MAX  = 5    both

MIN is the mirror image; a sum, and a vector of payoffs, rest on all of their children. Views write ≈ for "= by
estimate", and ≲ and ≳ for "at most" and "at least" by estimate.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from countermove.textbook import Bound, Event, Value

LEGEND: Final = "≈ marks a value that is, or rests on, an estimate at the depth limit."
MEAN_LEGEND: Final = "≈ marks the mean payoff of the simulations through a node."


@dataclass(frozen=True, slots=True)
class _Child:
    value: Value | None
    bound: Bound | None
    estimate: bool


@dataclass(slots=True)
class _Open:
    """A node that is being searched."""

    path: tuple[int, ...]
    children: list[_Child] = field(default_factory=list)
    guessed: bool = False
    """Whether any child rests on an estimate."""
    forced: Bound | None = None
    """The side that one child alone can prove: ">=" at a MAX node, "<=" at a MIN node."""

    def rests(self, value: Value | None, bound: Bound | None) -> bool:
        """Whether a claim about the node rests on an estimate."""
        if self.guessed and bound is not None and bound == self.forced and isinstance(value, float):
            # the last child is the most likely proof
            return not any(not child.estimate and _proves(child, bound, value) for child in reversed(self.children))
        return self.guessed


def _proves(child: _Child, bound: Bound, value: float) -> bool:
    if not isinstance(child.value, float):
        return False
    reaches = child.value >= value if bound == ">=" else child.value <= value
    return reaches and child.bound in ("=", bound)


class Estimates:
    """Follows a search and returns each event with `estimate` set wherever its value rests on one.

    >>> from countermove.games.tictactoe import TicTacToe
    >>> from countermove.textbook import alphabeta
    >>> follow = Estimates()
    >>> [event.estimate for event in map(follow.mark, alphabeta(TicTacToe(), depth=1)) if event.kind == "exit"]
    [True]
    """

    def __init__(self) -> None:
        self._nodes: list[_Open] = []
        self._root = False

    def mark(self, event: Event) -> Event:
        """The event, marked. Events must come in order; one without its predecessors is returned as it is."""
        if event.kind == "iteration":
            return replace(event, estimate=self._root) if self._root else event
        if event.kind == "enter":
            self._nodes = [] if not event.path else self._nodes
            self._nodes.append(_Open(event.path))
            return event
        if not self._nodes or self._nodes[-1].path != event.path:
            return event
        node = self._nodes[-1]
        estimate = event.estimate or (event.kind != "leaf" and self._claimed(event, node))
        if event.kind in ("leaf", "exit"):
            self._nodes.pop()
            if self._nodes:
                parent = self._nodes[-1]
                parent.children.append(_Child(event.value, event.bound, estimate))
                parent.guessed |= estimate
            else:
                self._root = estimate
        return event if estimate == event.estimate else replace(event, estimate=estimate)

    def _claimed(self, event: Event, node: _Open) -> bool:
        if event.kind == "update" and event.bound is not None:
            node.forced = event.bound
        return node.rests(event.value, event.bound)
