"""Where a search begins: the first call of it that leads to actions and to an end, and what that call shows.

How the search answers, which parameters are its window and which one is its depth are learned from that call.
"""

from __future__ import annotations

import ast
import time
from itertools import pairwise
from math import inf
from typing import Any

from countermove.lectures.grade.own.agent import Agents
from countermove.lectures.grade.own.answer import Shape, shapes_of
from countermove.lectures.grade.own.feed import Feeder
from countermove.lectures.grade.own.load import Late
from countermove.lectures.grade.own.probe import OPPOSITE
from countermove.lectures.grade.own.stage import Moment

BEST = 3
"""How well a first call can go: the players alternate."""


class Beginnings(Agents):
    """Finds the first call."""

    def _root(self) -> Moment | None:
        """The first call of the search, by way of an entry or directly: the one under which the players alternate."""
        feeder = Feeder(self.stage, self.survey, self.given)
        heads = sorted(
            self.group,
            key=lambda name: (
                "max" not in name.lower().replace("minimax", ""),
                self.survey.functions[name].node.lineno,
            ),
        )
        heads = [name for name in heads if not self.survey.functions[name].nested]
        best = self._best(feeder, self.entries, True, None)
        stages = [(self.entries, False), (heads, True), (heads, False)]
        if best is None:  # what chooses the action does not search the program's own first position
            stages.insert(0, (heads, True))
        for names, strict in stages:
            best = self._best(feeder, names, strict, best)
        if best is None:
            self.why = "no call of it led to actions and to an end"
            if feeder.crashes:
                self.why += f" ({feeder.crashes[0]})"
            return None
        _, first, self.shape, self.words, self.entry, self.stage.scalars = best
        self.kinds.clear()
        assert isinstance(first, Moment)
        return first

    def _best(self, feeder: Feeder, names: list[str], strict: bool, best: tuple[Any, ...] | None) -> Any:
        """The best first call by way of some functions, if it is better than the one so far: how well it goes first.

        With `strict`, only what the program itself begins with is tried.
        """
        feeder.strict = strict
        for name in names:
            if (best is not None and best[0] == BEST) or (strict and not feeder.own):
                break
            feeder.until = min(time.process_time() + 2.0, self.until)
            found = 0
            for words, moment in feeder.moments(self.survey.functions[name]):
                self.stage.scalars = False
                core = feeder.first_of_search(moment)
                if core is None:
                    continue
                self._learn_window(core)
                try:
                    end = feeder.leaf(core)
                    score = self._learn_shape(core, end) if end is not None else 0
                except (Exception, Late):
                    continue
                if not score:
                    continue
                entry = moment if moment.name not in self.group else None
                if entry is not None and self._pacman(core) is not None:
                    score = BEST
                if best is None or score > best[0]:
                    best = score, core, self.shape, words, entry, self.stage.scalars
                found += 1
                if score == BEST or found > 12:
                    break
        return best

    def _learn_shape(self, core: Moment, end: tuple[Moment, Any]) -> int:
        """How the search answers: the reading under which a node gives back one of the values it was fed.

        Returns how well that went: 3 when one player maximizes and the other minimizes, 0 when nothing branches.
        """
        best: tuple[int, int, Shape] | None = None
        for shape in shapes_of(end[1]):
            self.shape = shape
            self.kinds.clear()
            line = [core]
            for _ in range(6):
                children = self._open(line[-1]).children
                if not children:
                    break
                line.append(children[len(children) // 2])
            kinds = [self._kind(each) for each in line]
            known = [kind for kind in kinds if kind not in ("odd", "")]
            turns = {OPPOSITE[one] == two or two == "average" for one, two in pairwise(known)}
            turns |= {self._same_types(one, two) for one, two in pairwise(line)} - {True}
            branches = any(kinds)
            rank = (BEST if turns == {True} else 2 if known else 1) if branches else 0
            if best is None or (rank, len(known)) > best[:2]:
                best = rank, len(known), shape
        if best is None:
            return 0
        self.shape = best[2]
        return best[0]

    def _learn_window(self, core: Moment) -> None:
        """Parameters that begin with an infinity are the window, whatever they are called."""
        for name, value in core.arguments.items():
            window = self.roles[core.name].get(name) in ("alpha", "beta")
            if window and value is not None and not isinstance(value, (int, float)):
                self.roles[core.name][name] = "state"  # b may be a board
                self.stage.slots.discard(name)
            if isinstance(value, float) and abs(value) == inf and name in self.roles[core.name]:
                self.roles[core.name][name] = "alpha" if value < 0 else "beta"
                self.stage.slots.add(name)

    def _learn_updates(self, root: Moment) -> None:
        """Parameters that take over the value of an earlier action are the window too, and begin as at the root."""
        children = self._open(root).children
        for moment in [root, *children[:1]]:
            for child in self._open(moment, lambda number: self.shape.made(0.25)).children[1:]:
                for name, value in child.arguments.items():
                    role = self.roles[child.name].get(name)
                    if isinstance(value, float) and abs(value) == 0.25 and role not in ("alpha", "beta") and children:
                        self.wide[name] = children[0].arguments.get(name)
                        self.stage.slots.add(name)

    def _same_types(self, one: Moment, two: Moment) -> bool:
        """Whether whose turn it is is said in the same way in two calls."""
        names = [name for name, role in self.roles[one.name].items() if role == "turn"]
        return one.name != two.name or all(
            type(one.arguments.get(name)) is type(two.arguments.get(name)) for name in names
        )

    def _learn_depth(self, root: Moment) -> None:
        children = self._open(root).children
        for name, role in self.roles[root.name].items():
            if role == "depth" and children and name in children[0].arguments:
                before, after = root.arguments.get(name), children[0].arguments[name]
                if isinstance(before, int) and isinstance(after, int) and after == before - 1:
                    self.limit = name
                if self._never_changes(root, name) and self._tests(root.name, name):
                    fact = {
                        "fact": "depth-ignored",
                        "text": "",
                        "words": f"`{name}` is {before} in `{root.name}` and still {before} in the calls it makes",
                    }
                    self.facts.append(fact)
                depths = [child.arguments.get(name) for child in children]
                if len(depths) > 1 and all(
                    isinstance(one, int) and isinstance(two, int) and two == one - 1 for one, two in pairwise(depths)
                ):
                    listed = ", ".join(map(str, depths))
                    words = f"`{name}` is {listed} for different actions of one position"
                    self.facts.append({"fact": "depth-in-loop", "text": self._text(root), "words": words})

    def _never_changes(self, root: Moment, name: str) -> bool:
        """Whether a parameter is the same number all along a line of four calls or more."""
        line = [root]
        while len(line) < 8 and (children := self._open(line[-1]).children):
            line.append(children[-1])
        given = {moment.arguments.get(name) for moment in line}
        return len(line) > 4 and len(given) == 1 and isinstance(given.pop(), int)

    def _tests(self, function: str, parameter: str) -> bool:
        """Whether a function compares a parameter with a number."""
        return any(
            isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id == parameter
            and any(isinstance(each, ast.Constant) for each in node.comparators)
            for node in ast.walk(self.survey.functions[function].node)
        )  # fmt: skip

    def _is_limit(self, root: Moment) -> bool:
        """Whether the depth that counts down is a limit, and not just the number of actions left."""
        assert self.limit is not None
        for _ in range(6):
            here = root
            while children := self._open(here).children:
                here = self.rng.choice(children)
            if here.arguments.get(self.limit) == 0:
                try:
                    return bool(self._open(here.changed(**{self.limit: 2})).children)
                except (Exception, Late):
                    return False
        return False
