"""Minimax on one shared mutable state: actions are made in place and never undone.

After the first child, the state is no longer the node's but that of the last leaf. The other actions are tried there,
where most are illegal, so the search sees little more than the leftmost line of the tree.
"""

from __future__ import annotations

import math
from dataclasses import replace

from countermove.game import State, legal
from countermove.textbook.decision import Found
from countermove.textbook.event import Narration
from countermove.textbook.search import Node, Search


def mutated(search: Search, root: Node) -> Narration[Found[float]]:
    """The value of the root on a state that is never restored."""
    found, _ = yield from value(search, root)
    return found


def value(search: Search, node: Node) -> Narration[tuple[Found[float], State]]:
    """The result of a node and the state left behind."""
    yield search.enter(node)
    if search.is_leaf(node):
        found = yield from search.leaf(node)
        return found, node.state
    top = search.is_max(node)
    best, left = Found(-math.inf if top else math.inf), node.state
    for action in search.actions(node):
        if action not in legal(search.game, left):
            break
        found, left = yield from value(search, search.child(replace(node, state=left), action))
        search.record(node, action, found)
        if (found.value > best.value if top else found.value < best.value) or not best.line:
            best = found.by(action)
            yield search.update(node, action, best.value, ">=" if top else "<=")
    yield search.exit(node, best)
    return best, left
