"""Early positions: far from the end, where a cut too many shows, and with too much below them to draw.

A position that can be reached in several ways is looked at once, so thousands of lines take hundreds of calls. The
grader is told the value of each action instead of the tree.
"""

from __future__ import annotations

import time
from typing import Any

from countermove.lectures.grade.own.begin import Beginnings
from countermove.lectures.grade.own.load import Late
from countermove.lectures.grade.own.probe import OPPOSITE, LargeError, Tree
from countermove.lectures.grade.own.stage import Moment

EARLY, SECONDS = 12, 0.8
"""Positions at most, and the time for valuing them."""
SMALL, LONG = 100, 20_000
"""Nodes below them."""


class Early(Beginnings):
    """Values early positions."""

    def _asked(self, tree: Tree) -> dict[str, Any]:
        raise NotImplementedError

    def _early(self, walks: list[list[Moment]]) -> list[dict[str, Any]]:
        """Some of the early positions that can be valued in time."""
        until = min(time.process_time() + SECONDS, self.until - 1.5)
        before = set(self.trees)
        steps = max((len(walk) for walk in walks), default=0)
        for level in range(steps - 4, -1, -1):  # nearest to the end first, so that what is known grows
            try:
                for walk in [walk for walk in walks if len(walk) > level + 4][:2]:
                    self._whole(walk[level], until)
            except (LargeError, Exception, Late):
                break
        sized = [tree for key, tree in self.trees.items() if key not in before and SMALL < tree.size < LONG]
        self.rng.shuffle(sized)
        found: list[dict[str, Any]] = []
        until += SECONDS / 2
        for tree in sized:
            if len(found) == EARLY or time.process_time() > until:
                break
            kind = self._kind(tree.moment)
            if kind in ("max", "min", "neg"):
                worths: dict[tuple[int, str], float] = {}
                values = [[self._valued(child, OPPOSITE[kind], worths), []] for child in tree.children]
                found.append(self._asked(tree) | {"tree": [0, values], "collapsed": True, "mixed": False})
                del found[-1]["of"], found[-1]["below"]
        return found

    def _whole(self, moment: Moment, until: float) -> Tree:
        """All below a position, however large, each position once."""
        key = self._key(moment)
        if key in self.trees:
            return self.trees[key]
        if time.process_time() > until:
            raise LargeError
        opened = self._open(moment)
        below = [self._whole(child, until) for child in opened.children]
        if below and self._direct(moment) is not None:
            raise LargeError
        value = 0.0 if below else self.shape.value(opened.answer)
        if value is None:
            raise ValueError("an end without a value")
        made = Tree(moment, value, below, opened.passed, 1 + sum(tree.size for tree in below), opened)
        self.trees[key] = made
        return made

    def _valued(self, tree: Tree, kind: str, worths: dict[tuple[int, str], float]) -> float:
        """The value of a position whose players alternate, in the words of its own node."""
        if not tree.children:
            return tree.value
        if (id(tree), kind) not in worths:
            values = [self._valued(child, OPPOSITE[kind], worths) for child in tree.children]
            best = -min(values) if kind == "neg" else max(values) if kind == "max" else min(values)
            worths[id(tree), kind] = best
        return worths[id(tree), kind]
