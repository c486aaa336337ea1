"""Expectiminimax: MAX, MIN and chance in one tree, in any order.

    MAX-VALUE(s) = the largest     MIN-VALUE(s) = the smallest     EXP-VALUE(s) = sum of P(a) * value of RESULT(s, a)

Backgammon's tree: dice, MAX, dice, MIN, dice, ... Values are averaged, so their size matters and not just their order:
rescaling an evaluation may change the chosen action, unless the scaling is linear. Without chance nodes it is minimax.
See Michie (1966) and Russell and Norvig, section 5.5.
"""

from __future__ import annotations

from countermove.game import CHANCE, Game, S
from countermove.textbook.conventions import STANDARD, Conventions
from countermove.textbook.decision import Decision, Found
from countermove.textbook.event import Narration
from countermove.textbook.minimax import max_value, min_value
from countermove.textbook.search import Node, Search, Walk, expectation


def expectiminimax(
    game: Game[S], state: S | None = None, *, depth: int | None = None, conventions: Conventions = STANDARD
) -> Narration[Decision]:
    """The action with the best expected value that can be forced; None if chance acts at the root.

    >>> from countermove.games.tree import Tree
    >>> from countermove.textbook import run
    >>> game = Tree([{"chances": [0.5, 0.5], "children": [[8, 20], [6, 9]]}, 6])
    >>> decision = run(expectiminimax(game))
    >>> decision.value, decision.action
    (7.0, 0)
    """
    search = Search("expectiminimax", game, state, depth, conventions)
    return (yield from search.decide(value(search, search.root())))


def value(search: Search, node: Node) -> Narration[Found[float]]:
    """The value of a node, by who acts there: MAX-VALUE and MIN-VALUE are those of minimax."""
    if node.player == CHANCE:
        return exp_value(search, node)
    return max_value(search, node, value) if search.is_max(node) else min_value(search, node, value)


def exp_value(search: Search, node: Node, value: Walk[float] = value) -> Narration[Found[float]]:
    """EXP-VALUE(s); other algorithms pass their own `value` of a child."""
    yield search.enter(node)
    if search.is_leaf(node):
        return (yield from search.leaf(node))
    terms: list[float] = []
    for action, probability in search.chances(node):
        found = yield from value(search, search.child(node, action))
        search.record(node, action, found)
        terms.append(probability * found.value)
        yield search.update(node, action, expectation(search, node, terms), None)
    average = Found(expectation(search, node, terms))
    yield search.exit(node, average)
    return average
