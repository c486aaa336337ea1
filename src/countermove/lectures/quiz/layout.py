"""The layout of a small tree: leaves in a row, every parent above the middle of its children.

A quiz shows a tree *unsolved*: shapes, names, payoffs and odds, and nothing that a search has found. The key shows the
same picture with values, bounds and cuts. Both are drawn from this layout, as text and as Typst.
"""

from __future__ import annotations

from dataclasses import dataclass

from countermove.game import CHANCE
from countermove.lectures.quiz.worked import Worked
from countermove.views.narrate import marked, odds


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node in the picture."""

    name: str
    role: str
    """MAX, MIN, CHANCE, or "" for a leaf."""
    level: int
    across: float
    """Leaves to the left of it; a parent's is the middle of its first and last child."""
    parent: str
    odds: str
    """The probability of the branch to it, where chance decides; an opponent treated as chance shows none."""
    payoff: float | None
    found: str
    """What the search found: "= 3", "<= 2"; "" where it was never visited."""


def placed_nodes(worked: Worked) -> dict[str, PlacedNode]:
    """Every node with its position, parents first.

    >>> from countermove.lectures.quiz.worked import work
    >>> nodes = placed_nodes(work("[[3,12],[2]]", "max", "minimax", ">="))
    >>> [(place.name, place.level, place.across) for place in nodes.values()]
    [('a', 0, 1.25), ('b', 1, 0.5), ('c', 1, 2.0), ('d', 2, 0.0), ('e', 2, 1.0), ('f', 2, 2.0)]
    """
    found = {worked.name(e.state): marked(e.value, e.bound) for e in worked.events if e.kind in ("leaf", "exit")}
    made: dict[str, PlacedNode] = {}
    column = 0

    def put(name: str, level: int, parent: str, chance: str) -> float:
        nonlocal column
        children = worked.children(name)
        chance_acts = bool(children) and worked.game.player(worked.node(name)) == CHANCE
        weights = {child: odds(p) for child, p in worked.odds(name).items()} if chance_acts else {}
        at = [put(child, level + 1, name, weights.get(child, "")) for child in children]
        across = (at[0] + at[-1]) / 2 if at else float(column)
        column += not at
        payoff = None if children else worked.leaves[name]
        made[name] = PlacedNode(name, worked.role(name), level, across, parent, chance, payoff, found.get(name, ""))
        return across

    put(worked.game.node_names[0], 0, "", "")
    return {name: made[name] for name in worked.game.node_names}
