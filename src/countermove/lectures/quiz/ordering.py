"""The fewest leaves that alpha-beta can visit if the children of every node may be reordered.

Let v be the value of the root. In any order, the visited leaves must prove two things: MAX can get v, and MIN can hold
MAX to v. A proof of the first is a strategy of MAX: one child of every MAX node, all children of every MIN node, with
no leaf below v. The second is a strategy of MIN, with no leaf above v. The two share exactly one leaf, the end of the
principal variation, so no order visits fewer than |S| + |T| - 1 leaves for the smallest such S and T. Putting the
choices of S and T first reaches that number: off the principal variation a node is entered with v as its bound, and its
first child refutes it. In a uniform tree of branching b and depth m it is b^ceil(m/2) + b^floor(m/2) - 1 (Knuth and
Moore, 1975).

With the strict test a leaf worth exactly v cuts nothing. So under > the argument holds if only one leaf is worth v;
otherwise small trees are solved by trying all orders, and larger ones not at all.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from typing import Any, Literal, TypeAlias

from countermove.lectures.quiz.worked import Worked

Nest: TypeAlias = "float | list[Nest]"
Side = Literal["MAX", "MIN"]
MAX_ORDERS = 150
"""The most orders to try one by one."""


@dataclass(frozen=True, slots=True)
class Fewest:
    """A best order, and how many leaves it visits."""

    leaves: int
    tree: str
    """The tree in that order."""
    lower: int = 0
    """Leaves in the smallest proof that the root is worth at least its value; 0 where all orders were tried."""
    upper: int = 0
    """The same for at most."""


@lru_cache(maxsize=256)
def fewest(worked: Worked) -> Fewest | None:
    """The fewest leaves of any order; None if unknown.

    >>> from countermove.lectures.quiz.worked import work
    >>> fewest(work("[[2,4,6],[14,5,2],[3,12,8]]", "max", "alphabeta", ">="))
    Fewest(leaves=5, tree='[[3,12,8],[2,4,6],[2,14,5]]', lower=3, upper=3)
    """
    value = worked.decision.value
    once = list(worked.leaves.values()).count(value) == 1 if isinstance(value, float) else False
    if worked.conventions.prune == ">=" or once:
        return by_proof(worked)
    return by_force(worked) if how_many(nest(worked.tree)) <= MAX_ORDERS else None


def nest(tree: str) -> Nest:
    """A tree without chance as nested lists of numbers."""
    nested: Nest = json.loads(tree)
    return nested


def write(tree: Nest) -> str:
    """Nested lists as text, without spaces; whole numbers without a decimal point.

    >>> write([[3.0, 2.5], 1])
    '[[3,2.5],1]'
    """
    return f"[{','.join(map(write, tree))}]" if isinstance(tree, list) else f"{tree:.15g}"


# By proof.


def by_proof(worked: Worked) -> Fewest:
    """The smallest strategies of both sides, and the tree with their choices first."""
    tree = nest(worked.tree)
    side: Side = "MAX" if worked.root == "max" else "MIN"
    value = _value(tree, side)
    lower, upper = _cost(tree, side, "MAX", value), _cost(tree, side, "MIN", value)
    return Fewest(int(lower + upper) - 1, write(_arranged(tree, side, value, None)), int(lower), int(upper))


def _other(side: Side) -> Side:
    return "MIN" if side == "MAX" else "MAX"


def _value(tree: Nest, side: Side) -> float:
    if not isinstance(tree, list):
        return tree
    values = [_value(child, _other(side)) for child in tree]
    return max(values) if side == "MAX" else min(values)


def _cost(tree: Nest, side: Side, prover: Side, value: float) -> float:
    """Leaves in the smallest strategy by which the prover gets `value` or better; infinite if there is none."""
    if not isinstance(tree, list):
        holds = tree >= value if prover == "MAX" else tree <= value
        return 1 if holds else math.inf
    costs = [_cost(child, _other(side), prover, value) for child in tree]
    return min(costs) if side == prover else sum(costs)


def _arranged(tree: Nest, side: Side, value: float, prover: Side | None) -> Nest:
    """The tree with the prover's choice first at each of its nodes; on the best line both sides are provers."""
    if not isinstance(tree, list):
        return tree
    below = _other(side)
    if prover is not None and prover != side:
        return [_arranged(child, below, value, prover) for child in tree]
    costs = [_cost(child, below, side, value) for child in tree]
    first = costs.index(min(costs))
    rest = [child for number, child in enumerate(tree) if number != first]
    # Off the principal variation the other side proves that a child is not better; after a refutation nothing is
    # visited.
    return [
        _arranged(tree[first], below, value, prover),
        *(_arranged(child, below, value, below) if prover is None else child for child in rest),
    ]


# By trying everything.


def orders(tree: Nest) -> Iterator[Nest]:
    """The tree with the children of every node in every order."""
    if not isinstance(tree, list):
        yield tree
        return
    for children in product(*(list(orders(child)) for child in tree)):
        for order in permutations(children):
            yield list(order)


def how_many(tree: Nest) -> int:
    """How many orders there are."""
    if not isinstance(tree, list):
        return 1
    return math.factorial(len(tree)) * math.prod(map(how_many, tree))


def by_force(worked: Worked) -> Fewest:
    """The best of all orders, each searched."""
    counted = ((leaves_of_order(worked, order), write(order)) for order in orders(nest(worked.tree)))
    leaves, tree = min(counted, key=lambda pair: pair[0])
    return Fewest(leaves, tree)


def leaves_of_order(worked: Worked, order: Any) -> int:
    """The number of leaves visited in another order."""
    return len(Worked(write(order), worked.root, worked.algorithm, worked.conventions.prune).visited)
