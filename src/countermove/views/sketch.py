"""The tree of a search, collected from its events alone.

A search reports one node at a time; a picture needs all of them. A `Sketch` consumes the events and keeps for each node
who acts, the window on entry, its value, whether that is exact and whether it rests on an estimate, the best child,
what was skipped and why. Of iterative deepening, the last search remains. A search of millions of nodes must not fill
the memory, so beyond `MAX_KEPT` nodes only those near the root are kept, and the others are counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from countermove.game import CHANCE, Action, State
from countermove.textbook import Bound, Event, Mix, Value, Window
from countermove.views.estimate import Estimates

MAX_KEPT = 20_000
"""The number of nodes kept at any depth; beyond it, only nodes near the root are kept."""
KEPT_DEPTH = 3
GROWING = ("select", "expand", "simulate", "backup")
"""Events of a search that grows a tree."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Why a node cut."""

    value: Value | None
    """The node's value at that point."""
    estimate: bool
    """Whether it rests on an estimate."""
    bound: Bound | None
    """">=" where MAX reached beta, "<=" where MIN reached alpha."""
    window: Window
    skipped: tuple[Action, ...]
    source: tuple[Action, ...] | None
    """The path to the child of an ancestor that set the limit; None if it is from the root's window."""
    probe: bool = False
    """Whether the node was only probed (Star2): nothing cut it."""


@dataclass(slots=True)
class SketchNode:
    """What is known about a node of the search."""

    number: int
    path: tuple[Action, ...]
    state: State
    player: int | None
    window: Window | None
    value: Value | None = None
    bound: Bound | None = None
    leaf: bool = False
    estimate: bool = False
    """Whether the value is an estimate, or rests on one."""
    cut: Cut | None = None
    children: dict[Action, SketchNode] = field(default_factory=dict)
    best: Action = None
    """The action whose child set the value last."""
    has_best: bool = False
    """Whether there is one."""
    below: int = 0
    """The number of nodes below it that are not kept."""
    mix: Mix = ()
    """For simultaneous actions, the mixed strategy of each player."""
    visits: int | None = None
    """In a tree that simulations grow, how many went through the node."""

    @property
    def skipped(self) -> tuple[Action, ...]:
        """The actions never searched."""
        return self.cut.skipped if self.cut else ()

    def size(self) -> int:
        """The number of nodes in the subtree, itself included."""
        size, waiting = 0, [self]
        while waiting:
            node = waiting.pop()
            size += 1 + node.below
            waiting += node.children.values()
        return size


class Sketch:
    """A tree built event by event; with `steps=True` the events of kept nodes are kept too.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> sketch = Sketch.of(alphabeta(Tree([[2, 7], [1, 8]])))
    >>> right = sketch.root.children[1]
    >>> right.bound, right.value, right.cut.window, right.cut.source
    ('<=', 1.0, (2.0, 1.0), (0,))
    """

    def __init__(self, steps: bool = False) -> None:
        self.root: SketchNode | None = None
        self.events: list[Event] | None = [] if steps else None
        self._kept = self._seen = 0
        self._path: list[SketchNode] = []
        self._hidden = 0
        self._estimates = Estimates()
        self._grown: dict[tuple[Action, ...], SketchNode] = {}

    @classmethod
    def of(cls, events: Iterable[Event], steps: bool = False) -> Sketch:
        """The tree of a whole stream of events."""
        sketch = cls(steps)
        for event in events:
            sketch.add(event)
        return sketch

    @property
    def complete(self) -> bool:
        """Whether every node of the search was kept."""
        return self._kept == self._seen

    def add(self, event: Event) -> None:
        """Take in the next event."""
        event = self._estimates.mark(event)
        if event.kind == "iteration":
            return
        if event.kind in GROWING:
            self._grow(event)
            return
        if event.kind == "enter":
            self._enter(event)
        elif self._hidden:
            self._hidden -= event.kind in ("leaf", "exit")
            return
        else:
            self._update(event)
        if self.events is not None and not self._hidden:
            self.events.append(event)

    def _enter(self, event: Event) -> None:
        if event.node == 0:
            self.root, self._kept, self._seen, self._path, self._hidden = None, 0, 0, [], 0
            if self.events is not None:
                self.events.clear()
        self._seen += 1
        if self._hidden or (self._kept >= MAX_KEPT and len(event.path) > KEPT_DEPTH):
            self._hidden += 1
            self._path[-1].below += 1
            return
        node = SketchNode(event.node, event.path, event.state, event.player, event.before)
        if self._path:
            self._path[-1].children[event.path[-1]] = node
        else:
            self.root = node
        self._path.append(node)
        self._kept += 1

    def _grow(self, event: Event) -> None:
        """Take in an event of a search that grows its tree."""
        if event.kind == "expand":
            if event.node == 0:
                self._kept, self._seen, self._grown = 0, 0, {}
                if self.events is not None:
                    self.events.clear()
            self._seen += 1
            parent = self._grown.get(event.path[:-1]) if event.path else None
            if event.path and (parent is None or self._kept >= MAX_KEPT):
                above = event.path[:-1]
                while above not in self._grown:
                    above = above[:-1]
                self._grown[above].below += 1
                return
            node = SketchNode(event.node, event.path, event.state, event.player, None, visits=0)
            if parent is None:
                self.root = node
            else:
                parent.children[event.path[-1]] = node
            self._grown[event.path] = node
            self._kept += 1
        found = self._grown.get(event.path)
        if found is None:
            return
        if event.kind == "backup":
            found.value, found.estimate, found.visits = event.value, event.estimate, event.visits
            parent = self._grown[event.path[:-1]] if event.path else None
            if parent is not None:
                best = parent.children[parent.best].visits if parent.has_best else 0
                if not parent.has_best or (found.visits or 0) > (best or 0):
                    parent.best, parent.has_best = event.path[-1], True
        if self.events is not None:
            self.events.append(event)

    def _update(self, event: Event) -> None:
        node = self._path[-1]
        if event.kind == "update":
            node.best, node.value, node.bound, node.has_best = event.action, event.value, event.bound, True
        elif event.kind == "cut":
            window = event.after or (float("-inf"), float("inf"))
            source = self._source(event.bound, window)
            probe = event.after is None
            node.cut = Cut(event.value, event.estimate, event.bound, window, event.skipped, source, probe)
        else:
            node.value, node.bound = event.value, event.bound
            node.leaf, node.estimate, node.mix = event.kind == "leaf", event.estimate, event.mix
            self._path.pop()

    def _source(self, bound: Bound | None, window: Window) -> tuple[Action, ...] | None:
        """The child that gave an ancestor the limit that causes a cut: alpha for a MIN node, beta for a MAX node."""
        side = 0 if bound == "<=" else 1
        for node in reversed(self._path[:-1]):
            if node.player == CHANCE:  # the window below it is its own
                return None
            if node.has_best and node.value == window[side] and node.window and node.window[side] != node.value:
                return (*node.path, node.best)
        return None
