"""A student's program explored by playing: positions, the whole tree below each, and what its search says of them.

Runs in the student's process. The tree below a position is made of the program's own actions and of what its search
answers at the ends; who acts alternates. Nothing is judged here, except what a board itself shows: an action not
tried, a cell not emptied again, a game that goes on after three in a row.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Hashable
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

from countermove.lectures.grade.own.agent import Agents
from countermove.lectures.grade.own.answer import Shape, shapes_of
from countermove.lectures.grade.own.entry import fault_of
from countermove.lectures.grade.own.feed import Feeder
from countermove.lectures.grade.own.grid import find_grid
from countermove.lectures.grade.own.load import Late, load
from countermove.lectures.grade.own.probe import LARGEST, OPPOSITE, LargeError, Tree, calls, nested
from countermove.lectures.grade.own.stage import Moment, Stage
from countermove.lectures.grade.own.survey import SEARCH, Survey, survey

WALKS, POSITIONS = 100, 26
LARGE = 1000
"""Nodes of the few trees that are larger than most."""
BEST = 3
"""How well a first call can go: the players alternate."""


def explore(path: Path, order: dict[str, Any]) -> list[dict[str, Any]]:
    """What was found out about each search of a file."""
    given = dict(order.get("map", {}))
    found = survey(ast.parse(path.read_bytes()), order.get("function") or given.get("search"))
    until = time.monotonic() + order["budget"]
    told = []
    groups = found.groups[:4]
    for number, group in enumerate(groups):
        share = time.monotonic() + (until - time.monotonic()) / (len(groups) - number)
        stage = Stage(group, frozenset(found.actions() - group), seconds=order["seconds"])
        entries = found.entries(group)
        if "entry" in given:
            entries = [name for name in found.functions if given["entry"] in (name, found.functions[name].short)]
        watched = set(group) | set(stage.offers) | set(entries)
        stage.space = load(path, stage.watch, watched)
        told.append(_Exploration(stage, found, group, entries, given, share).report())
        if told[-1]["positions"] and found.groups and number == 0 and _weak(found, groups[1:]):
            break
    return told


def _weak(found: Survey, groups: list[frozenset[str]]) -> bool:
    """Whether what is left does not have the name of a search."""
    return not any(SEARCH.search(found.functions[name].short) for group in groups for name in group)


class _Exploration(Agents):
    """One search of a program, explored."""

    def report(self) -> dict[str, Any]:
        positions: list[dict[str, Any]] = []
        root = None
        try:
            root = self._root()
            if root is not None:
                positions = self._positions(root)
        except Late:
            self.why = self.why or "the time was up"
        except Exception as error:  # whatever a program does to us, it is not a mistake in its search
            self.why = f"exploring it stopped with {type(error).__name__}"
        head = self.survey.functions[self._head()]
        return {
            "functions": sorted(self.group, key=lambda name: self.survey.functions[name].node.lineno),
            "head": head.name,
            "line": head.node.lineno,
            "lines": {name: function.node.lineno for name, function in self.survey.functions.items()},
            "signature": f"{head.short}({', '.join(head.parameters)})",
            "algorithm": self._algorithm(),
            "entry": self.entry.name if self.entry else "",
            "state": self.words if root else "",
            "taken": self._taken() if root else {},
            "why": self.why,
            "positions": positions,
            "facts": self.facts,
            "kind": self.kinds.get("root", ""),
            "prunes": self._prunes(positions),
        }

    def _head(self) -> str:
        return max(
            self.group,
            key=lambda name: (len(self.survey.functions[name].parameters), -self.survey.functions[name].node.lineno),
        )

    def _algorithm(self) -> str:
        names = " ".join(self.survey.functions[name].short.lower() for name in self.group)
        roles = [role for each in self.roles.values() for role in each.values()]
        if "expect" in names or "average" in self.kinds.values():
            return "expectimax"
        return "alphabeta" if {"alpha", "beta"} <= set(roles) else "minimax"

    def _taken(self) -> dict[str, str]:
        """What was taken for what."""
        roles = self.roles[self._head()]
        told = {
            role: ", ".join(name for name, each in roles.items() if each == role)
            for role in ("depth", "turn", "alpha", "beta")
        }
        if self.grid:
            told["board"] = ".".join(self.grid.path[1:])
            told["marks"] = " and ".join(map(repr, self.grid.marks))
        offers = {tree.opened.offered_by for tree in self.trees.values() if tree.opened and tree.opened.offered_by}
        told["actions"] = ", ".join(sorted(offers))
        return {role: words for role, words in told.items() if words}

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
        second: tuple[Any, ...] | None = None
        for name in [*self.entries, *(name for name in heads if not self.survey.functions[name].nested)]:
            feeder.until = min(time.monotonic() + 2.0, self.until)
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
                this = score, core, self.shape, words, entry, self.stage.scalars
                if second is None or score > second[0]:
                    second = this
                if entry is not None and self._pacman(core) is not None:
                    second = (BEST, *this[1:])
                    score = BEST
                found += 1
                if score == BEST or found > 12:
                    break
            if second is not None and second[0] == BEST:
                break
        if second is None:
            self.why = "no call of it led to actions and to an end"
            return None
        _, first, self.shape, self.words, self.entry, self.stage.scalars = second
        self.kinds.clear()
        assert isinstance(first, Moment)
        return first

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
            if self.roles[core.name].get(name) in ("alpha", "beta") and not isinstance(value, (int, float)):
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

    def _positions(self, root: Moment) -> list[dict[str, Any]]:
        if self._pacman(root) is not None:
            return self._pacman_positions(root)
        self._learn_updates(root)
        self._learn_depth(root)
        if self.limit is not None and not self._is_limit(root):
            self.limit = None
        walks = self._walks(root)
        scalars, self.stage.scalars = self.stage.scalars, True
        seeded = self._seeded(root)
        self.trees.clear()
        if seeded:
            walks = [[each] for each in seeded]
            self.plain_tree = True
        else:
            self.stage.scalars = scalars
        pairs = [pair for walk in walks for pair in pairwise(walk)]
        self.grid = find_grid(pairs[:120])
        cleared = self._cleared(root, pairs)
        if cleared is not None:
            walks = self._walks(cleared)
            pairs = [pair for walk in walks for pair in pairwise(walk)]
        self._find_entry(walks)
        self._check_board(walks)
        candidates: dict[Hashable, Moment] = {}
        for walk in walks:
            for moment in walk[:-1] or walk:
                candidates.setdefault(self.stage.whole_key(moment), moment)
        ordered = list(candidates.values())
        levels = {id(moment): level for walk in walks for level, moment in enumerate(reversed(walk))}
        ordered.sort(key=lambda moment: levels.get(id(moment), 99))
        if self.limit is not None:
            self.rng.shuffle(ordered)
        found: list[dict[str, Any]] = []
        small = time.monotonic() + (self.until - time.monotonic()) * 0.45
        large = 0
        for moment in ordered:
            if len(found) >= POSITIONS or time.monotonic() > small or large > 6:
                break
            try:
                tree = self._tree(moment, LARGE if large and large < 3 and not self.limit else LARGEST)
                large += tree.size > LARGEST
            except LargeError:
                large += 1
                continue
            if tree.children and not (tree.size < 4 and len(found) > POSITIONS // 2):
                found.append(self._asked(tree))
        self._mixed(found)
        self._check_offers()
        self._check_ends(walks)
        entries = self._entries(walks)
        if not entries and len(self.ignored) >= 4:
            answer, text, name = self.ignored[0]
            short = name.rsplit(".", 1)[-1]
            words = f"`{short}` answers {answer} in the position below, whichever action the search values most"
            self._once({"fact": "ignores-values", "text": text, "words": words})
        return found + entries

    def _cleared(self, root: Moment, pairs: list[tuple[Moment, Moment]]) -> Moment | None:
        """The position with no mark on the board, where the program's own example is almost over."""
        if self.grid is None or len(self.grid.path) != 2 or len(self.grid.empty(root)) > 5:
            return None
        before = {self.grid.cells(one)[cell] for one, two in pairs for cell, _ in self.grid.put(one, two)}
        made = root.copy()
        board = self.grid.raw(made)
        rows = board if isinstance(board, list) and isinstance(board[0], list) else [board]
        if len(before) != 1 or not isinstance(rows[0], list):
            return None
        empty = before.pop()
        counts = [self.grid.cells(root).count(mark) for mark in self.grid.marks]
        fewer = min(counts)
        left = dict.fromkeys(self.grid.marks, fewer)  # as many of each are taken away, so that the same player acts
        for row in rows:
            for index, cell in enumerate(row):
                if left.get(cell, 0) > 0:
                    left[cell] -= 1
                    row[index] = empty
        try:
            return made if len(self._open(made).children) > 1 else None
        except (Exception, Late):
            return None

    def _learn_depth(self, root: Moment) -> None:
        children = self._open(root).children
        for name, role in self.roles[root.name].items():
            if role == "depth" and children and name in children[0].arguments:
                before, after = root.arguments.get(name), children[0].arguments[name]
                if isinstance(before, int) and isinstance(after, int) and after == before - 1:
                    self.limit = name
                if isinstance(before, int) and before == after and self._tests(root.name, name):
                    fact = {
                        "fact": "depth-ignored",
                        "text": "",
                        "words": f"`{name}` is {before} in `{root.name}` and still {before} in the calls it makes",
                    }
                    self.facts.append(fact)
                given = (child.arguments.get(name) for child in children)
                depths = {depth for depth in given if isinstance(depth, int)}
                if len(depths) > 1 and len(children) == len(
                    [1 for child in children if child.name == children[0].name]
                ):
                    listed = ", ".join(map(str, sorted(depths, reverse=True)))
                    words = f"`{name}` is {listed} for different actions of one position"
                    self.facts.append({"fact": "depth-in-loop", "text": self._text(root), "words": words})

    def _tests(self, function: str, parameter: str) -> bool:
        """Whether a function compares a parameter with a number."""
        return any(
            isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id == parameter
            and any(isinstance(each, ast.Constant) for each in node.comparators)
            for node in ast.walk(self.survey.functions[function].node)
        )  # fmt: skip

    def _walks(self, root: Moment) -> list[list[Moment]]:
        """Games played at random from the first call."""
        walks: list[list[Moment]] = []
        until = min(self.until, time.monotonic() + 1.5)
        for _ in range(WALKS):
            here = self._shallow(root)
            walk: list[Moment] = []
            while time.monotonic() < until and len(walk) < 80:
                walk.append(here)
                try:
                    children = self._open(here).children
                except (Exception, Late):
                    break
                if not children:
                    break
                here = self._shallow(self.rng.choice(children))
            if len(walk) > 1:
                walks.append(walk)
            if time.monotonic() >= until:
                break
        return walks

    def _shallow(self, moment: Moment) -> Moment:
        """A call with a depth that a whole tree can have."""
        if self.limit is None or self.limit not in moment.arguments:
            return moment
        return moment.changed(**{self.limit: self.rng.choice((2, 2, 3))})

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

    def _asked(self, tree: Tree) -> dict[str, Any]:
        """A position as the grader is told of it: its tree, and what the student's search says."""
        told: dict[str, Any] = {
            "tree": nested(tree),
            "size": tree.size,
            "at": tree.moment.name,
            "text": self._text(tree.moment),
        }
        if self.plain_tree:
            told["text"] = ""
        told["kind"] = self._kind(tree.moment) or self._by_others(tree)
        if told["kind"] == "odd":
            told["kind"], told["guessed"] = self._guessed(tree.moment), True
        told["below"] = [self._kind(child.moment) for child in tree.children]
        told["of"] = tree
        moment = self._wide(tree.moment)
        told["actions"] = self._labels(moment, tree, told["kind"])
        told |= self._said(moment, told["actions"])
        told["all"] = calls(tree) - 1
        told["depth"] = tree.moment.arguments.get(self.limit) if self.limit else None
        return told

    def _said(self, moment: Moment, labels: list[Any]) -> dict[str, Any]:
        try:
            answer, calls = self.stage.run(moment, self.until)
        except (Late, RecursionError) as error:
            return {
                "fault": {
                    "kind": "endless" if isinstance(error, Late) else "recursion",
                    "type": "",
                    "text": "",
                    "line": 0,
                }
            }
        except (Exception, SystemExit) as error:
            return {"fault": fault_of(error, self.stage.space["__file__"])}
        label = self.shape.rest(answer) if moment.name in self.group else None
        action = labels.index(label) if label is not None and label in labels and labels.count(label) == 1 else None
        return {"value": self.shape.value(answer), "answer": repr(answer)[:60], "action": action, "calls": calls}

    def _labels(self, moment: Moment, tree: Tree, kind: str) -> list[Any]:
        """What names each action: how the search answers when that action alone is good."""
        if self.shape.place is None or kind not in ("max", "min", "neg"):
            return []
        good = 0.75 if kind == "max" else -0.75
        labels = []
        for chosen in range(len(tree.children)):
            answer = self._open(
                moment, lambda number, chosen=chosen: self.shape.made(good if number == chosen else -good)
            ).answer
            labels.append(self.shape.rest(answer))
        return labels

    def _mixed(self, found: list[dict[str, Any]]) -> None:
        """Where a player may act again, as after an extra turn, who acts is the program's to say."""
        pairs = {
            (each["kind"], below == each["kind"])
            for each in found
            for below in each["below"]
            if {each["kind"], below} <= {"max", "min"} and not each.get("guessed")
        }
        mixed = not self.plain_tree and any({(kind, True), (kind, False)} <= pairs for kind in ("max", "min"))
        for each in found:
            del each["below"]
            tree = each.pop("of")
            each["mixed"] = False
            if mixed:
                each["tree"] = [0, [[self._worth(child), []] for child in tree.children]]
        counted = [each["kind"] for each in found if each["kind"] not in ("", "odd")]
        self.kinds["root"] = max(set(counted), key=counted.count, default="")
        named = any("nega" in name.lower() for name in self.group)
        if named and len(counted) >= 3 and set(counted) == {"max"}:
            smallest = min(found, key=lambda each: each["size"])
            words = "the value of an action is the value of the position after it, which is the other player's"
            self._once({"fact": "no-negation", "text": smallest["text"], "words": words})

    def _worth(self, tree: Tree) -> float:
        """The value of a position where each node takes what it takes by itself: the largest, or the smallest."""
        if not tree.children:
            return tree.value
        values = [self._worth(child) for child in tree.children]
        return min(values) if self._kind(tree.moment) == "min" else max(values)

    def _prunes(self, positions: list[dict[str, Any]]) -> bool | None:
        """Whether a search with a window ever looks at less than everything; None when that cannot be told."""
        roles = {role for each in self.roles.values() for role in each.values()}
        sized = [each for each in positions if each.get("all", 0) >= 60 and "calls" in each]
        if not {"alpha", "beta"} <= roles or len(sized) < 3:
            return None
        return any(each["calls"] < each["all"] for each in sized)
