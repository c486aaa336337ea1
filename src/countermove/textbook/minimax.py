"""Minimax: assume that the opponent always chooses what is worst for you.

    MAX-VALUE(s) = the largest value of any successor      MIN-VALUE(s) = the smallest

The value of a state is what MAX gets when both sides play as well as possible. The search goes to the end of the game,
or to a depth limit where EVAL(s) stands in for the value; it takes O(b^m) time and O(bm) space. Which function comes
next depends on whose turn it is, so a player may act twice in a row. The first of equal actions is chosen. See Shannon,
"Programming a computer for playing chess" (1950), and Russell and Norvig, "Artificial Intelligence", section 5.2.
"""

from __future__ import annotations

import math

from countermove.game import Game, S
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Found
from countermove.textbook.event import Narration
from countermove.textbook.search import Node, Search, Walk


def minimax(
    game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
) -> Narration[Decision]:
    """MINIMAX-DECISION: the action that leads to the best value MAX (or MIN, if it is to act) can force.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import run
    >>> decision = run(minimax(Tree([[3, 12], [4, 6], [15, 2]])))
    >>> decision.value, decision.action, decision.nodes
    (4.0, 1, 10)
    """
    search = Search("minimax", game, state, depth, conventions)
    return (yield from search.decide(value(search, search.root())))


def value(search: Search, node: Node) -> Narration[Found[float]]:
    """MAX-VALUE or MIN-VALUE, by whose turn it is; a leaf is the same to both."""
    return max_value(search, node) if search.is_max(node) else min_value(search, node)


def max_value(search: Search, node: Node, value: Walk[float] = value) -> Narration[Found[float]]:
    """MAX-VALUE(s); other algorithms pass their own `value` of a child."""
    yield search.enter(node)
    if search.is_leaf(node):
        return (yield from search.leaf(node))
    best = Found(-math.inf)
    for action in search.actions(node):
        found = yield from value(search, search.child(node, action))
        search.record(node, action, found)
        if found.value > best.value or not best.line:
            best = found.by(action)
            yield search.update(node, action, best.value, ">=")
    yield search.exit(node, best)
    return best


def min_value(search: Search, node: Node, value: Walk[float] = value) -> Narration[Found[float]]:
    """MIN-VALUE(s), the mirror image."""
    yield search.enter(node)
    if search.is_leaf(node):
        return (yield from search.leaf(node))
    best = Found(math.inf)
    for action in search.actions(node):
        found = yield from value(search, search.child(node, action))
        search.record(node, action, found)
        if found.value < best.value or not best.line:
            best = found.by(action)
            yield search.update(node, action, best.value, "<=")
    yield search.exit(node, best)
    return best
