"""Alpha-beta: minimax that abandons a node as soon as it cannot affect the result.

    alpha = what MAX is already sure of on the path to this node
    beta  = what MIN is already sure of on the path to this node

MIN will never let the game reach a MAX node worth beta or more, so its other children are skipped: a beta cutoff. A MIN
node, the mirror image, cuts at alpha. The window belongs to the path: each call has its own. (One beta kept for the
whole search answers 2 on [[2, 7], [5, 7]], whose value is 5.) The value of the root is that of minimax, and with
perfect ordering the same time reaches about twice the depth.

Inside, a value may be only a bound. A cut MAX node is worth *at least* what it returns, a cut MIN node *at most*, and
bounds propagate upwards. So the root takes the first action that is strictly better than all before it: one that merely
equals the best may be a bound. See Knuth and Moore, "An analysis of alpha-beta pruning" (1975); fail-soft is Fishburn's
(1983).
"""

from __future__ import annotations

import math

from countermove.game import Game, S
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Found
from countermove.textbook.event import Bound, Narration
from countermove.textbook.search import Node, Search


def alphabeta(
    game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
) -> Narration[Decision]:
    """ALPHA-BETA-SEARCH: the decision of minimax, with fewer nodes.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import leaves_pruned, trace
    >>> game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> events, decision = trace(alphabeta(game))
    >>> decision.value, leaves_pruned(game, events)
    (3.0, [4.0, 6.0])
    >>> [str(score) for score in decision.values.values()]
    ['3', '<= 2', '2']
    """
    search = Search("alphabeta", game, state, depth, conventions)
    root = search.root()
    alpha, beta = first_window(search, root)
    return (yield from search.decide(value(search, root, alpha, beta)))


def first_window(search: Search, root: Node) -> tuple[float, float]:
    """The window of the root. An estimate may lie outside the utilities, so with a depth limit it is infinite."""
    if search.depth is not None or root.player is None:
        return -math.inf, math.inf
    children = [search.game.result(root.state, action) for action in search.actions(root)]
    return search.conventions.first_window(search.game, root.state, children)


def value(search: Search, node: Node, alpha: float, beta: float) -> Narration[Found[float]]:
    """MAX-VALUE or MIN-VALUE, by whose turn it is."""
    if search.is_max(node):
        return max_value(search, node, alpha, beta)
    return min_value(search, node, alpha, beta)


def max_value(search: Search, node: Node, alpha: float, beta: float) -> Narration[Found[float]]:
    """MAX-VALUE(s, alpha, beta). Fail-soft: if it returns v < beta, the node is worth at most v; if v > alpha,
    at least v. Fail-hard: the same, with v clamped to the window.
    """
    window = alpha, beta
    yield search.enter(node, window)
    if search.is_leaf(node):
        return (yield from search.leaf(node, window))
    best, children, actions = Found(-math.inf), list[Found[float]](), search.actions(node)
    for action in actions:
        found = yield from value(search, search.child(node, action), alpha, beta)
        children.append(found)
        search.record(node, action, found)
        if found.value > best.value or not best.line:
            best = found.by(action)
            before, alpha = alpha, max(alpha, best.value)
            bound: Bound | None = ">=" if found.bound != "<=" else None
            yield search.update(node, action, best.value, bound, (before, beta), (alpha, beta))
        skipped = actions[len(children) :]
        if skipped and search.conventions.cuts(best.value, beta):
            yield search.cut(node, action, best.value, ">=", (alpha, beta), skipped)
            break
    best = returned(search, node, best, window, claim(best.value, children, len(children) == len(actions), ">="))
    yield search.exit(node, best, window, (alpha, beta))
    return best


def min_value(search: Search, node: Node, alpha: float, beta: float) -> Narration[Found[float]]:
    """MIN-VALUE(s, alpha, beta), the mirror image, with the same contract."""
    window = alpha, beta
    yield search.enter(node, window)
    if search.is_leaf(node):
        return (yield from search.leaf(node, window))
    best, children, actions = Found(math.inf), list[Found[float]](), search.actions(node)
    for action in actions:
        found = yield from value(search, search.child(node, action), alpha, beta)
        children.append(found)
        search.record(node, action, found)
        if found.value < best.value or not best.line:
            best = found.by(action)
            before, beta = beta, min(beta, best.value)
            bound: Bound | None = "<=" if found.bound != ">=" else None
            yield search.update(node, action, best.value, bound, (alpha, before), (alpha, beta))
        skipped = actions[len(children) :]
        if skipped and search.conventions.cuts(alpha, best.value):
            yield search.cut(node, action, best.value, "<=", (alpha, beta), skipped)
            break
    best = returned(search, node, best, window, claim(best.value, children, len(children) == len(actions), "<="))
    yield search.exit(node, best, window, (alpha, beta))
    return best


def claim(value: float, children: list[Found[float]], complete: bool, forced: Bound) -> Bound:
    """What the searched children prove about their node, whose best value is `value`.

    The player who acts can force the value (`forced` is ">=" for MAX, "<=" for MIN) if some child has that value and it
    is not just a bound on the wrong side. It cannot get more if every child was searched and none can be worth more.
    """
    refuted: Bound = "<=" if forced == ">=" else ">="
    can = any(found.value == value and found.bound != refuted for found in children)
    cannot = complete and all(found.bound != forced for found in children)
    return "=" if can and cannot else forced if can else refuted


def returned(search: Search, node: Node, best: Found[float], window: tuple[float, float], bound: Bound) -> Found[float]:
    """What a node returns: its best value as it is (fail-soft), or clamped to its window (fail-hard), which makes it a
    bound. The line continues while values are exact; below a bound, best play is unknown.
    """
    value = search.conventions.returned(best.value, *window)
    if value != best.value:
        bound = "<=" if value > best.value else ">="
    sure = len(best.line) if best.bound == "=" else 0 if node.path else 1
    return Found(value, bound, best.line[:sure])
