"""Paranoid search: everybody else is one coalition against the player who acts at the root.

    MAX-VALUE(s) = the payoff vector that is best for the root's player,  where it or its team acts
    MIN-VALUE(s) = the payoff vector that is worst for the root's player, where anybody else acts

Many players become two sides, and with two sides alpha-beta prunes at any depth: the window bounds what the root's
player gets. The price is the assumption: others hurt the root's player even where that costs them dearly, so the value
is what it can guarantee, and often less than it will get. Max^n assumes that they look after themselves. Where chance
acts, vectors are averaged, and cuts do not reach across. See Sturtevant and Korf, "On pruning techniques for
multi-player games" (2000).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from countermove.game import CHANCE, Game, S
from countermove.textbook.alphabeta import claim
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Found
from countermove.textbook.event import Bound, Narration
from countermove.textbook.fit import team
from countermove.textbook.maxn import Vector, exp_value, payoffs
from countermove.textbook.search import Node, Search

Replies = Callable[[Search, Node, bool], list[tuple[int, bool]]]
"""The actions of the coalition at a node, given whether it has replied; each with whether it has then replied."""


@dataclass(frozen=True, slots=True)
class Side:
    """Whose payoff counts, who maximises it, and what the others may do."""

    player: int
    friends: frozenset[int]
    replies: Replies


def paranoid(
    game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
) -> Narration[Decision]:
    """The best action for the player to act when all others act against it.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import run
    >>> decision = run(paranoid(Tree([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (3, 4, 1)]], players=3)))
    >>> decision.value, decision.action
    ((3.0, 4.0, 1.0), 1)
    """
    search = Search("paranoid", game, state, depth, conventions)
    return (yield from decide(search, any_action))


def any_action(search: Search, node: Node, replied: bool) -> list[tuple[int, bool]]:
    """Opponents of the root's player may take any action."""
    return [(action, True) for action in search.actions(node)]


def decide(search: Search, replies: Replies) -> Narration[Decision]:
    """The decision for the root's player; where chance acts there, for player 0."""
    root = search.root()
    player = root.player if root.player is not None and root.player != CHANCE else 0
    side = Side(player, team(search.game, player), replies)
    return (yield from search.decide(value(search, root, side, False, -math.inf, math.inf)))


def value(
    search: Search, node: Node, side: Side, replied: bool, alpha: float, beta: float
) -> Narration[Found[Vector]]:  # fmt: skip
    """The vector of a node, by who acts there; all children of chance count, so each has an infinite window."""
    if node.player == CHANCE:
        return exp_value(search, node, partial(value, side=side, replied=replied, alpha=-math.inf, beta=math.inf))
    if node.player in side.friends:
        return max_value(search, node, side, alpha, beta)
    return min_value(search, node, side, replied, alpha, beta)


def max_value(search: Search, node: Node, side: Side, alpha: float, beta: float) -> Narration[Found[Vector]]:
    """MAX-VALUE(s, alpha, beta): as in alpha-beta, for the payoff of the root's player."""
    window, me = (alpha, beta), side.player
    yield search.enter(node, window)
    if search.is_leaf(node):
        return (yield from search.leaf_of(node, payoffs(search, node), window))
    best: Found[Vector] = Found(())
    children, actions = list[Found[Vector]](), search.actions(node)
    for action in actions:
        found = yield from value(search, search.child(node, action), side, False, alpha, beta)
        children.append(found)
        search.record(node, action, found)
        if not best.line or found.value[me] > best.value[me]:
            best = found.by(action)
            before, alpha = alpha, max(alpha, best.value[me])
            yield search.update(node, action, best.value, ">=", (before, beta), (alpha, beta))
        skipped = actions[len(children) :]
        if skipped and search.conventions.cuts(best.value[me], beta):
            yield search.cut(node, action, best.value[me], ">=", (alpha, beta), skipped)
            break
    best = proven(node, best, children, me, len(children) == len(actions), ">=")
    yield search.exit(node, best, window, (alpha, beta))
    return best


def min_value(
    search: Search, node: Node, side: Side, replied: bool, alpha: float, beta: float
) -> Narration[Found[Vector]]:  # fmt: skip
    """MIN-VALUE(s, alpha, beta), the mirror image."""
    window, me = (alpha, beta), side.player
    yield search.enter(node, window)
    if search.is_leaf(node):
        return (yield from search.leaf_of(node, payoffs(search, node), window))
    best: Found[Vector] = Found(())
    children, options = list[Found[Vector]](), side.replies(search, node, replied)
    for action, after in options:
        found = yield from value(search, search.child(node, action), side, after, alpha, beta)
        children.append(found)
        search.record(node, action, found)
        if not best.line or found.value[me] < best.value[me]:
            best = found.by(action)
            before, beta = beta, min(beta, best.value[me])
            yield search.update(node, action, best.value, "<=", (alpha, before), (alpha, beta))
        skipped = tuple(action for action, _ in options[len(children) :])
        if skipped and search.conventions.cuts(alpha, best.value[me]):
            yield search.cut(node, action, best.value[me], "<=", (alpha, beta), skipped)
            break
    best = proven(node, best, children, me, len(children) == len(options), "<=")
    yield search.exit(node, best, window, (alpha, beta))
    return best


def proven(
    node: Node, best: Found[Vector], children: list[Found[Vector]], me: int, complete: bool, forced: Bound
) -> Found[Vector]:  # fmt: skip
    """What the searched children prove about their node; the line continues while values are exact."""
    own = [Found(found.value[me], found.bound) for found in children]
    sure = len(best.line) if best.bound == "=" else 0 if node.path else 1
    return Found(best.value, claim(best.value[me], own, complete, forced), best.line[:sure])
