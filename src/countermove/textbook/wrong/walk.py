"""Minimax and the expectation algorithms with a mistake in how a node combines its children.

The best value may start from the wrong number, and the average may lose its fraction. One function serves MAX, MIN and
chance; with a default `Slip` this is the algorithm of the textbook.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from countermove.game import CHANCE
from countermove.textbook.decision import Found
from countermove.textbook.event import Bound, Narration
from countermove.textbook.expectimax import odds, uniform
from countermove.textbook.search import Node, Search, Walk, expectation

INFINITE: Final = (-math.inf, math.inf)


@dataclass(frozen=True, slots=True)
class Slip:
    """What is wrong in how values are combined."""

    starts: tuple[float, float] = INFINITE
    """What the best value of a MAX node, and of a MIN node, starts from."""
    sound: bool = False
    """The root, often a separate loop, starts right."""
    alone: bool = False
    """The root starts wrong, and nothing else does."""
    total: Callable[[list[float]], float] = math.fsum
    """How values times probabilities are combined."""

    def start(self, node: Node, side: int) -> float:
        right = self.sound if not node.path else self.alone
        return (INFINITE if right else self.starts)[side]


def walk(base: str, slip: Slip) -> Walk[float]:
    """The traversal of an algorithm with that slip."""

    def value(search: Search, node: Node) -> Narration[Found[float]]:
        yield search.enter(node)
        if search.is_leaf(node):
            return (yield from search.leaf(node))
        chance = node.player == CHANCE or (base == "expectimax" and node.player != 0)
        found = yield from average(search, node) if chance else extreme(search, node)
        yield search.exit(node, found)
        return found

    def extreme(search: Search, node: Node) -> Narration[Found[float]]:
        top = search.is_max(node)
        bound: Bound = ">=" if top else "<="
        start = slip.start(node, 0 if top else 1)
        best = Found(start)
        for action in search.actions(node):
            found = yield from value(search, search.child(node, action))
            search.record(node, action, found)
            better = found.value > best.value if top else found.value < best.value
            if better or (not best.line and start == INFINITE[0 if top else 1]):
                best = found.by(action)
                yield search.update(node, action, best.value, bound)
        return best

    def average(search: Search, node: Node) -> Narration[Found[float]]:
        terms: list[float] = []
        for action, probability in odds(search, node, uniform):
            found = yield from value(search, search.child(node, action))
            search.record(node, action, found)
            terms.append(probability * found.value)
            yield search.update(node, action, expectation(search, node, terms), None)
        return Found(slip.total(terms))

    return value
