"""A search probed: what it does with the values of its children, and the whole tree below a position."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Hashable
from dataclasses import dataclass
from math import inf
from typing import Any

from countermove.lectures.grade.own.answer import Shape, kind_of
from countermove.lectures.grade.own.grid import Grid, cells_of, containers
from countermove.lectures.grade.own.look import Look
from countermove.lectures.grade.own.role import role_of
from countermove.lectures.grade.own.stage import Moment, Opened, Stage, freeze
from countermove.lectures.grade.own.standin import actions_of
from countermove.lectures.grade.own.survey import Survey, shortcuts

LARGEST = 400
"""Nodes of a tree at most."""
FAR = 2.0**30
"""Farther from zero than what programs give to a win or a loss, mostly."""
OPPOSITE = {"max": "min", "min": "max", "neg": "neg", "average": "max"}


class LargeError(Exception):
    """A tree is too large."""


@dataclass
class Tree:
    """All that can follow a position."""

    moment: Moment
    value: float
    children: list[Tree]
    passed: int = 0
    size: int = 1
    opened: Opened | None = None


class Probe(Look):
    """A search, and what has been found out about it."""

    def __init__(
        self,
        stage: Stage,
        found: Survey,
        group: frozenset[str],
        entries: list[str],
        given: dict[str, str],
        until: float,
    ) -> None:
        self.stage, self.survey, self.group, self.entries, self.given = stage, found, group, entries, given
        self.until = until
        self.rng = random.Random(0)
        self.grid: Grid | None = None
        self.shape = Shape(0)
        self.trees: dict[Hashable, Tree] = {}
        self.kinds: dict[Hashable, str] = {}
        self.facts: list[dict[str, Any]] = []
        self.offers: list[tuple[int, int, str, str, Any]] = []
        """At each node: the actions that a function gave, those tried, the function, the position."""
        self.wide: dict[str, Any] = {}
        """Other parameters that are a window, and what they begin with."""
        self.searched: dict[int, Tree] = {}
        """The trees below positions that were asked about, by a number."""
        self.again = False
        """Whether a player may act twice in a row."""
        self.falls = False
        """Whether marks fall to the edge of the board, so that not every empty cell is an action."""
        self.says_done = False
        """Whether an entry changes the state itself, and always answers the same."""
        self.masks: list[int] = []
        self.ignored: list[tuple[Any, str, str]] = []
        """Positions in which an entry answers the same, whichever action is good."""
        self.names: dict[tuple[str, Hashable], int] = {}
        """The cell of the board that an entry's answer names."""
        self.unnamed: list[tuple[Moment, dict[str, Any], list[int]]] = []
        """Positions in which an entry's answers do not tell the actions apart, and the cells of those."""
        self.words = self.why = ""
        self.plain_tree = self.deepened = self.late_entry = False
        """Whether the game is a tree of numbers."""
        self.acts: bool | None = None
        """Whether the entry acts for either player."""
        self.entry: Moment | None = None
        self.shortcuts = shortcuts(found, group)
        self.limit: str | None = None
        """The parameter that counts down, if one does."""
        self.roles: dict[str, dict[str, str]] = {}
        for name in group:
            names = found.functions[name].parameters
            roles = {each: role_of(each, names) for each in names}
            for role, word in given.items():
                if word in roles:
                    roles[word] = role
            self.roles[name] = roles
        stage.slots = {
            each
            for roles in self.roles.values()
            for each, role in roles.items()
            if role in ("depth", "turn", "alpha", "beta", "height", "table")
        }
        if any("index" in roles.values() for roles in self.roles.values()):  # the first child of node 0 is node 0 again
            stage.slots -= {each for roles in self.roles.values() for each, role in roles.items() if role == "depth"}

    def _wide(self, moment: Moment) -> Moment:
        """A call with the whole window, as at the root."""
        roles = self.roles[moment.name]
        window = {
            name: (-inf if role == "alpha" else inf)
            for name, role in roles.items()
            if role in ("alpha", "beta") and isinstance(moment.arguments.get(name), (int, float))
        }
        window |= {name: value for name, value in self.wide.items() if name in moment.arguments}
        return moment.changed(**window) if window else moment

    def _key(self, moment: Moment) -> Hashable:
        """What is the same for the same call, whatever its window and its tables hold."""
        roles = self.roles.get(moment.name, {})
        rest = {
            name: value
            for name, value in moment.arguments.items()
            if name in self.stage.slots and name not in self.wide and roles.get(name) not in ("alpha", "beta", "table")
        }
        return moment.name, self.stage.key(moment), freeze(rest)

    def _open(self, moment: Moment, reply: Any = None) -> Opened:
        moment = self._wide(moment)
        if reply is not None:
            return self.stage.open(moment, reply)
        opened = self.stage.open(moment, lambda number: self.shape.made(0))
        if self.shape.boolean:  # one of the two answers does not end the search of an action that wins
            other = self.stage.open(moment, lambda number: self.shape.made(1))
            return max(opened, other, key=lambda each: len(each.children))
        return opened

    def _kind(self, moment: Moment) -> str:
        """What a node does with its children's values; nothing when it has too few to tell."""
        key = self._key(moment)
        if key not in self.kinds:
            children = len(self._open(moment).children)
            kind = kind_of(lambda reply: self._open(moment, reply), self.shape, children) if children > 1 else ""
            if kind == "odd" and moment.name in self.shortcuts:
                kind = kind_of(lambda reply: self._open(moment, reply), self.shape, children, FAR)
            self.kinds[key] = kind
        return self.kinds[key]

    def _direct(self, moment: Moment) -> tuple[str, float] | None:
        """The best of the actions that a node values without a call of the search: "one" of many, or "all" there is."""
        if moment.name not in self.shortcuts or self.shape.boolean:
            return None
        low, high = (
            self.shape.value(self._open(moment, lambda number, value=value: self.shape.made(value)).answer)
            for value in (-FAR, FAR)
        )
        if low is None or high is None or (_is_far(low) and _is_far(high)):
            return None
        if low == high:
            return "all", low
        if _is_far(high):  # a maximizing node, or a negamax node that has seen the losses of the other player
            return "one", low if high > 0 else -low
        return "one", high if low < 0 else -high

    def _by_others(self, tree: Tree) -> str:
        """The kind of a node with one child: the opposite of the child's."""
        below = next((kind for child in tree.children if child.opened and (kind := self._kind(child.moment))), "")
        return OPPOSITE.get(below, "")

    def _guessed(self, moment: Moment) -> str:
        """Whose node it is by what it is called and by a flag."""
        short = moment.name.rsplit(".", 1)[-1].lower()
        short = re.sub(r"mini_?max|nega_?max", "", short)
        if ("max" in short) != ("min" in short):
            return "max" if "max" in short else "min"
        names = [name for name, role in self.roles[moment.name].items() if role == "turn"]
        flags = [moment.arguments[name] for name in names if isinstance(moment.arguments.get(name), bool)]
        return ("max" if flags[0] else "min") if flags else ""

    def _tree(self, moment: Moment, most: int = LARGEST) -> Tree:
        key = self._key(moment)
        if key in self.trees and self.trees[key].size <= max(most, LARGEST):
            return self.trees[key]
        if key in self.trees or time.process_time() > self.until:
            raise LargeError
        opened = self._open(moment)
        direct = self._direct(moment) if opened.children else None
        if direct is not None and direct[0] == "all":
            made = Tree(moment, direct[1], [], opened.passed, 1, opened)
        elif not opened.children:
            value = self.shape.value(opened.answer)
            if value is None:
                raise ValueError("an end without a value")
            made = Tree(moment, value, [], opened.passed, 1, opened)
        else:
            children: list[Tree] = []
            left = most - 1
            for child in opened.children:
                tree = self._tree(child, left)
                left -= tree.size
                if left < 0:
                    raise LargeError
                children.append(tree)
            if direct is not None:
                children.append(Tree(moment, direct[1], []))
            made = Tree(moment, 0.0, children, opened.passed, most - left, opened)
            self._check_moves(moment, opened)
        self.trees[key] = made
        return made

    def _remember(self, tree: Tree) -> int:
        """The number by which a tree is found again."""
        self.searched[len(self.searched)] = tree
        return len(self.searched) - 1

    def _check_moves(self, moment: Moment, opened: Opened) -> None:
        """Facts about one node: actions not tried, a state not restored."""
        for fact in self._node_facts(moment, opened):
            self._once(fact)

    def _node_facts(self, moment: Moment, opened: Opened) -> list[dict[str, Any]]:
        facts: list[dict[str, Any]] = []
        text, short = self._text(moment), moment.name.rsplit(".", 1)[-1]
        if opened.offered is not None:
            turn = tuple(
                freeze(moment.arguments.get(name)) for name, role in self.roles[moment.name].items() if role == "turn"
            )
            last = self.trees.get(self._key(opened.children[-1]))
            if last is None or last.children:  # it did not stop at an action that ends the game
                self.offers.append((opened.offered, len(opened.children), opened.offered_by, text, (moment.name, turn)))
        known = next((count for value in moment.arguments.values() if (count := actions_of(value)) is not None), 0)
        if len(opened.children) < known and moment.name not in self.shortcuts:
            words = f"the state has {known} actions and `{short}` tries {len(opened.children)}"
            facts.append({"fact": "missing-action", "text": text, "words": words})
        before, after = dict(containers(self._wide(moment))), dict(containers(opened.after))
        inside = dict(containers(opened.children[0]))
        for path, value in before.items():
            if (
                path in after
                and path in inside
                and self.roles[moment.name].get(path[1]) != "table"
                and isinstance(value, (list, dict))
                and (self.grid is None or path == self.grid.path)
            ):
                was = freeze(value)
                if freeze(inside[path]) != was and freeze(after[path]) != was and len(opened.children) > 1:
                    touched = path[0] != "argument" or opened.between != freeze(self._wide(moment).arguments)
                    second = dict(containers(opened.children[1])).get(path)
                    facts.append(
                        {
                            "fact": "mutated-state"
                            if touched and _piles_up(value, inside[path], second)
                            else "mutated-later",
                            "text": text,
                            "words": f"`{'.'.join(path[1:])}` is not as it was when `{short}` returns",
                        }
                    )
                    break
        if self.grid is not None and len(self.grid.cells(moment)) == 9 and not self.falls:
            empty = self.grid.empty(moment)
            tried = {cell for child in opened.children for cell, _ in self.grid.put(moment, child)[:1]}
            stopped = any(self.grid.line(child) is not None for child in opened.children)
            if len(opened.children) < len(empty) and self.grid.line(moment) is None and not facts and not stopped:
                missing = [cell for cell in empty if cell not in tried]
                words = f"{len(empty)} cells are empty and `{short}` tries {len(opened.children)} of them"
                if missing:
                    facts.append({"fact": "missing-action", "text": text, "words": words})
        return facts

    def _once(self, fact: dict[str, Any]) -> None:
        if not any(each["fact"] == fact["fact"] for each in self.facts):
            self.facts.append(fact)


def _is_far(value: float) -> bool:
    """Whether a value is one of ours, to which a node may have added what an action gains."""
    return abs(abs(value) - FAR) < 2.0**16


def _piles_up(before: Any, first: Any, second: Any) -> bool:
    """Whether what the first action did is still there when the second is tried."""
    cells = [cells_of(each) for each in (before, first, second)]
    if any(each is None for each in cells) or len({len(each or ()) for each in cells}) > 1:
        return True
    was, one, two = (each or [] for each in cells)
    changed = [index for index, cell in enumerate(was) if one[index] != cell]
    return all(two[index] != was[index] for index in changed)


def nested(tree: Tree) -> list[Any]:
    """A tree as lists: the value and the children of each node."""
    return [tree.value, [nested(child) for child in tree.children]]


def plain_tree(tree: Tree) -> Any:
    """A tree as nested lists of numbers."""
    value = tree.value
    return (
        [plain_tree(child) for child in tree.children] if tree.children else int(value) if value.is_integer() else value
    )


def calls(tree: Tree) -> int:
    """The calls of a search that looks at everything."""
    return (1 if tree.opened else 0) + tree.passed + sum(map(calls, tree.children))
