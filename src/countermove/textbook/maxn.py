"""Max^n: any number of players, each looking after itself.

    VALUE(s) = the payoff vector of the successor that is best for the player who acts

A value is a tuple, one number per player, and the player who acts compares only its own component. For two players
whose payoffs sum to zero this is minimax. With more, the answer is one equilibrium of possibly several: here the first
of equal vectors wins, and another choice, which costs the player who acts nothing, may change what the others get.
Where chance acts, vectors are averaged component by component. See Luckhardt and Irani, "An algorithmic solution of
n-person games" (1986).
"""

from __future__ import annotations

from collections.abc import Callable

from countermove.game import CHANCE, Game, S
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Found
from countermove.textbook.event import Narration
from countermove.textbook.search import Node, Search, Walk, expectation

Vector = tuple[float, ...]


def maxn(
    game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
) -> Narration[Decision]:
    """The best action for the player to act when everybody maximises its own payoff.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import run
    >>> decision = run(maxn(Tree([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, 1)]], players=3)))
    >>> decision.value, decision.action
    ((7.0, 4.0, 1.0), 1)
    """
    search = Search("maxn", game, state, depth, conventions)
    return (yield from search.decide(value(search, search.root())))


def payoffs(search: Search, node: Node) -> Vector:
    """The value of a leaf to each player."""
    return tuple(search.worth(node, player) for player in range(search.game.players))


def value(search: Search, node: Node) -> Narration[Found[Vector]]:
    """The vector of a node, by whether a player or chance acts there."""
    return exp_value(search, node) if node.player == CHANCE else player_value(search, node)


def player_value(search: Search, node: Node) -> Narration[Found[Vector]]:
    """VALUE(s): the first of the vectors that are best for the player who acts."""
    yield search.enter(node)
    if search.is_leaf(node) or node.player is None:
        return (yield from search.leaf_of(node, payoffs(search, node)))
    player = node.player
    best: Found[Vector] = Found(())
    for action in search.actions(node):
        found = yield from value(search, search.child(node, action))
        search.record(node, action, found)
        if not best.line or found.value[player] > best.value[player]:
            best = found.by(action)
            yield search.update(node, action, best.value, None)
    yield search.exit(node, best)
    return best


def exp_value(
    search: Search, node: Node, value: Walk[Vector] = value, payoffs: Callable[[Search, Node], Vector] = payoffs
) -> Narration[Found[Vector]]:
    """EXP-VALUE(s): the average vector; other algorithms pass their own `value` of a child and `payoffs` of a leaf."""
    yield search.enter(node)
    if search.is_leaf(node):
        return (yield from search.leaf_of(node, payoffs(search, node)))
    terms: list[Vector] = []
    average: Found[Vector] = Found(())
    for action, probability in search.chances(node):
        found = yield from value(search, search.child(node, action))
        search.record(node, action, found)
        terms.append(tuple(probability * part for part in found.value))
        average = Found(tuple(expectation(search, node, parts) for parts in zip(*terms)))
        yield search.update(node, action, average.value, None)
    yield search.exit(node, average)
    return average
