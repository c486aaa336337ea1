"""A search as a tree of text.

    ▲ MAX              = 3    (-∞, +∞)
    ├─ Left   ▼ MIN    = 3    (-∞, +∞)    best
    │  ├─ Left         = 3
    │  └─ Right        = 12
    └─ Right  ▼ MIN    ≤ 2    (3, +∞)
       ├─ Left         = 2
       └─ Right        ✂      pruned: 6

A line has four columns: the branch, what the node is worth and whether that is exact (=) or a bound (≤, ≥; ≈, ≲ and ≳
where it is or rests on an estimate at the depth limit), the window it was entered with, and remarks. Large trees are
truncated level by level, so that the deepest nodes are left out; "… n more" says how many.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from countermove.game import Game
from countermove.textbook import STANDARD, Conventions, Event, Policy, uniform
from countermove.views.figure import MAX_NODES, Figure, Item, figure
from countermove.views.sketch import Sketch

__all__ = ["Line", "Sketch", "figure_lines", "lines_text", "tree_lines", "tree_text"]

MARKS = {"max": "▲", "min": "▼", "chance": "○", "player": "◇"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the tree, in columns."""

    branch: str
    """The lines that lead here, the action, and who acts."""
    value: str = ""
    window: str = ""
    remark: str = ""
    kind: str = "leaf"
    """What the line shows: "max", "min", "player", "chance", "leaf", "pruned" or "more"."""
    best: bool = False
    """Whether it is on the principal variation."""


def tree_text(
    game: Game, events: Iterable[Event], conventions: Conventions = STANDARD, algorithm: str = "", most: int = MAX_NODES
) -> str:
    """The tree of a search as text. Pass `algorithm` for expectimax, which treats opponents as chance.

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
    return lines_text(tree_lines(game, Sketch.of(events), conventions, algorithm, most))


def lines_text(lines: Iterable[Line]) -> str:
    """Lines as text, in aligned columns."""
    rows = [(line.branch, line.value, line.window, line.remark) for line in lines]
    wide = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join("  ".join(f"{cell:{width}}" for cell, width in zip(row, wide)).rstrip() for row in rows)


def tree_lines(
    game: Game,
    sketch: Sketch,
    conventions: Conventions = STANDARD,
    algorithm: str = "",
    most: int = MAX_NODES,
    opponent: Policy = uniform,
) -> Iterator[Line]:
    """The lines of a tree, from the root down."""
    return figure_lines(figure(game, sketch, conventions, algorithm, most, opponent=opponent))


def figure_lines(drawn: Figure) -> Iterator[Line]:
    """The lines of a figure, from the root down."""
    waiting = [] if drawn.root is None else [(drawn.root, "", "", 0)]
    while waiting:
        item, lead, guide, wide = waiting.pop()
        yield _line(item, lead, wide)
        if item.kind == "pruned":
            continue
        wide = max((len(_label(child)) for child in item.children if child.kind in MARKS), default=0)
        last = len(item.children) - 1
        for at, child in reversed(list(enumerate(item.children))):
            ends = ("├─ ", "│  ") if at < last else ("└─ ", "   ")
            waiting.append((child, guide + ends[0], guide + ends[1], wide))


def _line(item: Item, lead: str, wide: int) -> Line:
    if item.kind == "more":
        return Line(f"{lead}… {item.hidden:,} more", kind="more")
    if item.kind == "pruned":
        return _pruned(item, lead)
    remarks = ["best"] if item.chosen else []
    remarks += ["estimate"] if item.estimate else []
    remarks += [f"… {item.hidden:,} more"] if item.hidden else []
    label, mark = _label(item), MARKS.get(item.kind, "")
    branch = f"{label:{wide}}  {mark} {item.title}" if label and mark else f"{mark} {item.title}" if mark else label
    return Line(lead + branch, item.value, item.window, ", ".join(remarks), item.kind, item.best)


def _label(item: Item) -> str:
    return f"{item.label} ({item.chance})" if item.chance else item.label


def _pruned(item: Item, lead: str) -> Line:
    """A branch never searched, with what would have been there if that is small."""
    branch = lead + _label(item)
    if item.leaves is None:
        return Line(branch, "✂", remark="pruned", kind="pruned")
    if len(item.leaves) == 1:
        return Line(branch, f"✂ {item.leaves[0]}", remark="pruned", kind="pruned")
    return Line(branch, "✂", remark=f"pruned: {', '.join(item.leaves)}", kind="pruned")
