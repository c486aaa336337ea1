"""Games that are trees of numbers: the same tree with other numbers at its leaves."""

from __future__ import annotations

import ast
import re
from functools import partial
from typing import Any

from countermove.lectures.grade.own.fact import Facts
from countermove.lectures.grade.own.load import DiGraph, Late
from countermove.lectures.grade.own.node import node_trees
from countermove.lectures.grade.own.probe import LargeError, Tree, plain_tree
from countermove.lectures.grade.own.role import is_table
from countermove.lectures.grade.own.stage import Moment

SEEDED = 30


class Seeds(Facts):
    """Puts other numbers into a tree."""

    def _seeded(self, root: Moment) -> list[Moment]:
        """Where the game is a tree of numbers, the same tree with other numbers at its leaves."""
        try:
            tree = self._tree(root)
        except (Exception, Late):
            return []
        worth = set(_leaves(tree))
        self._check_leaves(root, tree, worth)
        found: list[Moment] = []
        deeper = self._deeper(root)
        for number in range(SEEDED if deeper is None else SEEDED // 2):
            low, high = self._within(root, ((-9, 9), (1, 20), (-3, 3))[number % 3])
            made = root.copy()
            count = _renumber_all(made, worth, partial(self.rng.randint, low, high))
            try:
                again = self._tree(made)
            except (LargeError, Exception, Late):
                return []
            if count < 2 or again.size != tree.size or set(_leaves(again)) == worth:
                return []
            found.append(made)
        first = [] if self._bound() else [root]
        return [*first, *found, *(self._seeded(deeper) if deeper is not None else [])]

    def _within(self, root: Moment, numbers: tuple[int, int]) -> tuple[int, int]:
        """A range of numbers, or as much of it as is inside the window with which the program itself begins."""
        window = {role: root.arguments.get(name) for name, role in self.roles[root.name].items()}
        low, high = (window.get(role) for role in ("alpha", "beta"))
        bound = self._bound()
        if bound:
            return max(numbers[0], 1 - bound), min(numbers[1], bound - 1)
        if not isinstance(low, (int, float)) or not isinstance(high, (int, float)) or high - low < 3:
            return numbers
        clipped = int(max(numbers[0], low)), int(min(numbers[1], high))
        return clipped if clipped[1] - clipped[0] > 2 else (int(max(low, -99)), int(min(high, 99)))

    def _bound(self) -> int:
        """The number beyond which no value lies, where best values start at a small one and a tree is of our making."""
        if not self.words.startswith("a tree of"):
            return 0
        starts = {
            ast.unparse(node.value).replace(" ", "")
            for name in self.group
            for node in ast.walk(self.survey.functions[name].node)
            if isinstance(node, ast.Assign)
        }
        return next(
            (bound for bound in range(2, 100) if f"-{bound}" in starts and {str(bound), f"+{bound}"} & starts), 0
        )

    def _deeper(self, root: Moment) -> Moment | None:
        """The same call with a tree of three levels, where the program's own is made of its nodes and lower."""
        for name, value in root.arguments.items():
            for _, tree in node_trees(self.survey, self.stage.space):
                if type(tree) is type(value) and not self.deepened:
                    self.deepened = True
                    return root.changed(**{name: tree})
        return None

    def _check_leaves(self, root: Moment, tree: Tree, worth: set[float]) -> None:
        """A leaf of the tree that no line of the search comes to."""
        if any(_has_others(value) for value in root.arguments.values()):
            return
        made = root.copy()
        given: list[int] = []

        def draw() -> int:
            given.append(1001 + len(given))
            return given[-1]

        _renumber_all(made, worth, draw, True)
        try:
            reached = set(_leaves(self._tree(made)))
        except (LargeError, Exception, Late):
            return
        leaves = set(given)
        row = next(
            (value for value in [*made.arguments.values(), *made.variables.values()] if _is_row(value, leaves)), None
        )
        if row is not None and len(row) % 2:  # a heap: its second half are the leaves
            leaves &= set(row[len(row) // 2 :])
        if len(reached) > 1 and reached < leaves and len(leaves) <= 64:
            words = f"the tree has {len(leaves)} leaves and the search comes to {len(reached)} of them"
            self._once({"fact": "missing-action", "text": str(plain_tree(tree)), "words": words})


def _has_others(value: Any) -> bool:
    """Whether an object holds nodes in other ways than as children, so that one may be there twice."""
    return any(re.search(r"parent|edges|nodes", name) for name in getattr(value, "__dict__", {})) and not isinstance(
        value, DiGraph
    )


def _leaves(tree: Tree) -> list[float]:
    return [leaf for child in tree.children for leaf in _leaves(child)] if tree.children else [tree.value]


def _is_row(value: Any, numbers: set[int]) -> bool:
    """Whether a list ends in one of these numbers and holds no lists."""
    return isinstance(value, list) and bool(value) and isinstance(value[-1], int) and value[-1] in numbers


def _renumber_all(moment: Moment, worth: set[float], draw: Any, ends: bool = False) -> int:
    """Put other numbers at the leaves: in the arguments or, if there are none, in the variables."""
    seen: dict[int, bool] = {}
    given = [each for name, each in moment.arguments.items() if not is_table(name)]
    count = sum(_renumber(each, worth, draw, seen, ends) for each in given)
    return count or sum(_renumber(each, worth, draw, seen, ends) for each in moment.variables.values())


def _renumber(value: Any, worth: set[float], draw: Any, seen: dict[int, bool], ends: bool = False) -> int:
    """Put other numbers in the place of those that leaves have; returns how many. With `ends`, not in inner nodes."""
    if id(value) in seen:
        return 0
    if isinstance(value, (list, tuple)) and _are_chances(value):
        return 0
    if ends and isinstance(value, DiGraph):
        return sum(_renumber(value.nodes[node], worth, draw, seen, True) for node in value.nodes if not value.adj[node])
    seen[id(value)] = True
    items: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list):
        items = list(enumerate(value))
    elif hasattr(value, "__dict__") and not callable(value):
        value, items = vars(value), list(vars(value).items())
        inner = any(
            (isinstance(each, (list, tuple)) and len(each) > 0) or hasattr(each, "__dict__") for _, each in items
        )
        if ends and inner:
            items = [(key, each) for key, each in items if not isinstance(each, (int, float))]
    count = 0
    items = [(key, each) for key, each in items if not (isinstance(each, (list, tuple)) and _are_chances(each))]
    if ends and isinstance(value, dict):  # numbers beside the names of successors are not leaves
        items = [
            (key, each) for key, each in items if not (isinstance(each, dict) and each and set(each) <= set(value))
        ]
    for key, each in items:
        if isinstance(each, (int, float)) and not isinstance(each, bool):
            if (each in worth or (ends and not hasattr(value, "adj"))) and not (
                isinstance(key, str)
                and re.search(r"depth|level|^id$|index|^inf|^max|^min|prob|chance", key, re.IGNORECASE)
            ):
                value[key] = draw()
                count += 1
        elif isinstance(each, tuple) and each and all(isinstance(part, (int, float, tuple)) for part in each):
            value[key] = _redrawn(each, worth, draw)
            count += len(each)
        else:
            count += _renumber(each, worth, draw, seen, ends)
    return count


def _are_chances(values: Any) -> bool:
    """Whether numbers are the chances of a chance node."""
    numbers = [each for each in values if isinstance(each, float)]
    return len(numbers) == len(values) > 1 and min(numbers) >= 0 and abs(sum(numbers) - 1) < 1e-9


def _redrawn(value: Any, worth: set[float], draw: Any) -> Any:
    return (
        tuple(_redrawn(each, worth, draw) for each in value)
        if isinstance(value, tuple)
        else draw()
        if value in worth
        else value
    )
