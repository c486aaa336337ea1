"""A search as a tree of text, made from its events and nothing else.

    ▲ MAX              = 3    (-∞, +∞)
    ├─ Left   ▼ MIN    = 3    (-∞, +∞)    best
    │  ├─ Left         = 3
    │  └─ Right        = 12
    └─ Right  ▼ MIN    ≤ 2    (3, +∞)
       ├─ Left         = 2
       └─ Right        ✂      pruned: 6

A line has four columns: the branch, what the node is worth and whether that is exact (=) or a bound (≤, ≥; ≈ marks an
estimate at the depth limit), the window it was entered with, and remarks. Large trees are cut to their first nodes,
level by level, so that what is left out is always what lies deepest; "… n more" says how much that is.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from countermove.game import CHANCE, Game, State, legal
from countermove.textbook import STANDARD, Conventions, Event, Value, Window, is_max_side

__all__ = ["Line", "Sketch", "tree_lines", "tree_text"]

MOST = 200
"""Nodes of a tree that are shown."""
KEPT = 20_000
"""Nodes that are kept in memory at any depth; beyond that, only those near the root."""
NEAR = 3
FEW = 3
"""Pruned branches that get a line each even if nothing can be told of them."""
SIGNS = {"=": "=", "<=": "≤", ">=": "≥", None: "="}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the tree, in columns."""

    branch: str
    """The lines that lead here, the action and whose node it is."""
    value: str = ""
    window: str = ""
    remark: str = ""
    kind: str = "leaf"
    """What the line shows: "max", "min", "player", "chance", "leaf", "pruned" or "more"."""
    best: bool = False
    """Whether it lies on the line of best play."""


@dataclass(slots=True)
class _Node:
    """What is known of a node of the search."""

    path: tuple[int, ...]
    state: State
    player: int | None
    window: Window | None
    value: Value | None = None
    bound: str | None = None
    leaf: bool = False
    estimate: bool = False
    skipped: tuple[int, ...] = ()
    children: dict[int, _Node] = field(default_factory=dict)
    best: int | None = None
    below: int = 0
    """Nodes below it that are not kept."""


class Sketch:
    """The tree that a search has gone through, gathered event by event; deepening leaves its last search."""

    def __init__(self) -> None:
        self.root: _Node | None = None
        self._kept = 0
        self._path: list[_Node] = []
        self._hidden = 0

    def add(self, event: Event) -> None:
        """Take in the next event."""
        if event.kind == "iteration":
            return
        if event.kind == "enter":
            self._enter(event)
            return
        if self._hidden:
            self._hidden -= event.kind in ("leaf", "exit")
            return
        node = self._path[-1]
        if event.kind == "update":
            node.best = event.action
        elif event.kind == "cut":
            node.skipped = event.skipped
        else:
            node.value, node.bound = event.value, event.bound
            node.leaf, node.estimate = event.kind == "leaf", event.estimate
            self._path.pop()

    def _enter(self, event: Event) -> None:
        if event.node == 0:
            self.root, self._kept, self._path, self._hidden = None, 0, [], 0
        if self._hidden or (self._kept >= KEPT and len(event.path) > NEAR):
            self._hidden += 1
            self._path[-1].below += 1
            return
        node = _Node(event.path, event.state, event.player, event.before)
        if self._path:
            self._path[-1].children[event.path[-1]] = node
        else:
            self.root = node
        self._path.append(node)
        self._kept += 1


def tree_text(
    game: Game, events: Iterable[Event], conventions: Conventions = STANDARD, algorithm: str = "", most: int = MOST
) -> str:
    """The tree of a search as text. Say so when the algorithm is expectimax, which takes opponents for chance.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import alphabeta
    >>> game = Tree([[3, 12], [2, 6]])
    >>> print(tree_text(game, alphabeta(game)))
    ▲ MAX            = 3   (-∞, +∞)
    ├─ Left   ▼ MIN  = 3   (-∞, +∞)  best
    │  ├─ Left       = 3
    │  └─ Right      = 12
    └─ Right  ▼ MIN  ≤ 2   (3, +∞)
       ├─ Left       = 2
       └─ Right      ✂ 6             pruned
    """
    sketch = Sketch()
    for event in events:
        sketch.add(event)
    lines = list(tree_lines(game, sketch, conventions, algorithm, most))
    wide = [max((len(cell) for cell in column), default=0) for column in zip(*map(_cells, lines))]
    return "\n".join("  ".join(f"{cell:{width}}" for cell, width in zip(_cells(line), wide)).rstrip() for line in lines)


def _cells(line: Line) -> tuple[str, str, str, str]:
    return line.branch, line.value, line.window, line.remark


def tree_lines(
    game: Game, sketch: Sketch, conventions: Conventions = STANDARD, algorithm: str = "", most: int = MOST
) -> Iterator[Line]:
    """The lines of a tree, from the root down."""
    if sketch.root is not None:
        drawing = _Drawing(game, conventions, algorithm, _shown(sketch.root, most))
        yield from drawing.lines(sketch.root, "", "", "", True)


def _shown(root: _Node, most: int) -> set[tuple[int, ...]]:
    """The paths of the first nodes, level by level."""
    shown: set[tuple[int, ...]] = set()
    waiting = deque([root])
    while waiting and len(shown) < most:
        node = waiting.popleft()
        shown.add(node.path)
        waiting.extend(node.children.values())
    return shown


class _Drawing:
    """A tree being drawn."""

    def __init__(self, game: Game, conventions: Conventions, algorithm: str, shown: set[tuple[int, ...]]) -> None:
        self.game = game
        self.conventions = conventions
        self.algorithm = algorithm
        self.shown = shown

    def lines(self, node: _Node, lead: str, guide: str, label: str, best: bool) -> Iterator[Line]:
        """A node and all below it; `lead` stands before its own line, `guide` before those of its children."""
        kind, mark = self._kind(node)
        window = "" if node.window is None or node.leaf else f"({_short(node.window[0])}, {_short(node.window[1])})"
        chosen = best and len(node.path) == 1
        remark = "best" if chosen else ""
        if node.leaf and node.estimate:
            remark = "best, estimate" if chosen else "estimate"
        visible = [(action, child) for action, child in node.children.items() if child.path in self.shown]
        hidden = sum(_size(child) for child in node.children.values() if child.path not in self.shown) + node.below
        if hidden and not visible:
            remark += f"{', ' if remark else ''}… {hidden:,} more"
        branch = lead + "  ".join(part for part in (label, mark) if part)
        yield Line(branch, self._value(node), window, remark, kind, best)
        if visible:
            yield from self._below(node, visible, hidden, guide, best)

    def _below(
        self, node: _Node, visible: list[tuple[int, _Node]], hidden: int, guide: str, best: bool
    ) -> Iterator[Line]:
        """The children of a node: those that are shown, how many are not, and those that were pruned."""
        labels = self._labels(node)
        skipped = node.skipped
        if len(skipped) > FEW and any(self._leaves(node, action) is None for action in skipped):
            labels[skipped[0]] = ", ".join(labels[action] for action in skipped)
            skipped = skipped[:1]
        wide = max((len(labels[action]) for action, child in visible if not child.leaf), default=0)
        left = len(visible) + bool(hidden) + len(skipped)

        def lead() -> tuple[str, str]:
            nonlocal left
            left -= 1
            return (guide + "├─ ", guide + "│  ") if left else (guide + "└─ ", guide + "   ")

        for action, child in visible:
            label = labels[action] if child.leaf else f"{labels[action]:{wide}}"
            yield from self.lines(child, *lead(), label, best and action == node.best)
        if hidden:
            yield Line(f"{lead()[0]}… {hidden:,} more", kind="more")
        for action in skipped:
            yield self._pruned(node, action, lead()[0] + labels[action])

    def _labels(self, node: _Node) -> dict[int, str]:
        """What stands on each branch: the action, and its probability where chance acts."""
        actions = [*node.children, *node.skipped]
        labels = {action: self.game.action_name(node.state, action) for action in actions}
        if node.player == CHANCE:
            odds = dict(self.game.chances(node.state))
            labels = {action: f"{name} ({_short(odds[action])})" for action, name in labels.items()}
        return labels

    def _pruned(self, node: _Node, action: int, branch: str) -> Line:
        """A branch never looked at, with what would have been there if that is little."""
        leaves = self._leaves(node, action)
        if leaves is None:
            return Line(branch, "✂", remark="pruned", kind="pruned")
        if len(leaves) == 1:
            return Line(branch, f"✂ {leaves[0]}", remark="pruned", kind="pruned")
        return Line(branch, "✂", remark=f"pruned: {', '.join(leaves)}", kind="pruned")

    def _leaves(self, node: _Node, action: int) -> list[str] | None:
        return _leaves(self.game, self.game.result(node.state, action), self.conventions)

    def _kind(self, node: _Node) -> tuple[str, str]:
        """Whose node it is, as a word for styles and as a mark for readers."""
        if node.leaf or node.player is None:
            return "leaf", ""
        if node.player == CHANCE or (self.algorithm == "expectimax" and node.player != 0):
            return "chance", f"○ {self.conventions.name(CHANCE)}"
        if isinstance(node.value, tuple) or (self.game.players > 2 and not self.game.axes.teams):
            return "player", f"◇ {self.game.player_name(node.player)}"
        top = is_max_side(self.game, node.player)
        return ("max", f"▲ {self.conventions.name(0)}") if top else ("min", f"▼ {self.conventions.name(1)}")

    def _value(self, node: _Node) -> str:
        if node.value is None:
            return "?"
        sign = "≈" if node.estimate else SIGNS[node.bound]
        if isinstance(node.value, tuple):
            return f"{sign} ({', '.join(_short(number) for number in node.value)})"
        return f"{sign} {_short(node.value)}"


def _size(node: _Node) -> int:
    """Nodes in a subtree, itself included."""
    size, waiting = 0, [node]
    while waiting:
        each = waiting.pop()
        size += 1 + each.below
        waiting += each.children.values()
    return size


def _leaves(game: Game, state: State, conventions: Conventions, most: int = 8) -> list[str] | None:
    """The payoffs to MAX below a state, from left to right; None when there are more than a few."""
    factor, shift = conventions.scale(game)
    found: list[str] = []
    waiting, steps = [state], 0
    while waiting:
        state = waiting.pop()
        steps += 1
        if game.is_terminal(state):
            found.append(_short(factor * float(game.utility(state, 0)) + shift))
        else:
            waiting += [game.result(state, action) for action in reversed(legal(game, state))]
        if len(found) + len(waiting) > most or steps > 3 * most:
            return None
    return found


def _short(number: float) -> str:
    if math.isinf(number):
        return "+∞" if number > 0 else "-∞"
    return f"{number:.4g}"
