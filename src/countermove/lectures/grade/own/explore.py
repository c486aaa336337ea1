"""A student's program explored by playing: positions, the whole tree below each, and what its search says of them.

Runs in the student's process. The tree below a position is made of the program's own actions and of what its search
answers at the ends; who acts alternates. Nothing is judged here, except what a board itself shows: an action not
tried, a cell not emptied again, a game that goes on after three in a row.
"""

from __future__ import annotations

import ast
import random
import sys
import time
from collections.abc import Hashable
from itertools import pairwise
from pathlib import Path
from typing import Any

from countermove.lectures.grade.own.answer import is_number
from countermove.lectures.grade.own.confirm import Confirm
from countermove.lectures.grade.own.fact import STOPS
from countermove.lectures.grade.own.grid import find_grid
from countermove.lectures.grade.own.load import Late, load
from countermove.lectures.grade.own.probe import LARGEST, LargeError, Tree, calls, nested
from countermove.lectures.grade.own.stage import Moment, Stage, fault_of
from countermove.lectures.grade.own.survey import SEARCH, Survey, survey, uses

WALKS, POSITIONS = 100, 26
LARGE = 1000
"""Nodes of the few trees that are larger than most."""


def explore(path: Path, order: dict[str, Any]) -> list[dict[str, Any]]:
    """What was found out about each search of a file."""
    given = dict(order.get("map", {}))
    found = survey(ast.parse(path.read_bytes()), order.get("function") or given.get("search"))
    until = time.process_time() + order["budget"]
    told = []
    groups = found.groups[:4]
    for number, group in enumerate(groups):
        share = time.process_time() + (until - time.process_time()) / (len(groups) - number)
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


class _Exploration(Confirm):
    """One search of a program, explored."""

    def report(self) -> dict[str, Any]:
        positions: list[dict[str, Any]] = []
        root = None
        missing = uses(self.survey, self.group, self.stage.space.get("__elsewhere__", set()))
        try:
            root = self._root() if not missing or self._is_agent() else None
            if missing and root is None:
                self.why = f"`{missing}`, which it uses, is in another file"
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

    def _is_agent(self) -> bool:
        """Whether the game is that of the Pacman project, which is served."""
        return "generateSuccessor" in (text := ast.dump(self.survey.tree)) or "generate_successor" in text

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

    def _positions(self, root: Moment) -> list[dict[str, Any]]:
        if self._pacman(root) is not None:
            return self._pacman_positions(root)
        self.begun = root
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
        if not seeded and self._is_random(walks):
            self.why = "its game is random: the same position has other actions or another value each time"
            return []
        pairs = [pair for walk in walks for pair in pairwise(walk)]
        if self._more_players(walks):
            self.why = "it has more than two players"
            return []
        self.grid = find_grid(pairs[:120])
        self.falls = self.grid is not None and len(self.grid.cells(root)) == 9 and self.grid.falls(pairs[:120])
        cleared = self._cleared(root, pairs)
        if cleared is not None:
            walks = self._walks(cleared)
            pairs = [pair for walk in walks for pair in pairwise(walk)]
        self._find_entry(walks)
        self._check_board(walks)
        self._check_entry()
        self._check_sides(walks)
        candidates: dict[Hashable, Moment] = {}
        for walk in walks:
            for moment in walk[:-1] or walk:
                candidates.setdefault(self._key(moment), moment)
        ordered = list(candidates.values())
        levels = {id(moment): level for walk in walks for level, moment in enumerate(reversed(walk))}
        ordered.sort(key=lambda moment: levels.get(id(moment), 99))
        if self.limit is not None:  # some near the end, where there are few actions, and any others
            late, rest = ordered[:8], ordered[8:]
            self.rng.shuffle(rest)
            ordered = [*rest[:12], *late, *rest[12:]]
        found: list[dict[str, Any]] = []
        small = time.process_time() + (self.until - time.process_time()) * 0.45
        large = 0
        for moment in ordered:
            if len(found) >= POSITIONS or time.process_time() > small or large > 6:
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
        if not self.plain_tree and self.limit is None and not any(each["collapsed"] for each in found):
            found += self._early(walks)
        self._check_offers()
        self._check_ends(walks)
        entries = self._entries(walks)
        if not entries and len(self.ignored) >= 4:
            answer, text, name = self.ignored[0]
            short = name.rsplit(".", 1)[-1]
            words = f"`{short}` answers {answer} in the position below, whichever action the search values most"
            self._once({"fact": "ignores-values", "text": text, "words": words})
        self._confirm(found + entries)
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
            children = self._open(made).children
        except (Exception, Late):
            return None
        if not children and len(self.grid.cells(made)) == 9 and self.grid.line(made) is None:
            self._once({"fact": "stops-early", "text": self._text(made), "words": STOPS})
        return made if len(children) > 1 else None

    def _walks(self, root: Moment) -> list[list[Moment]]:
        """Games played at random from the first call."""
        walks: list[list[Moment]] = []
        until = min(self.until, time.process_time() + 1.5)
        starts = self._starts(root)
        for number in range(WALKS):
            here = self._shallow(starts[number % len(starts)])
            walk: list[Moment] = []
            while time.process_time() < until and len(walk) < 80:
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
            if time.process_time() >= until:
                break
        return walks

    def _more_players(self, walks: list[list[Moment]]) -> bool:
        """Whether whose turn it is goes round among three or more, and each value is a list with one for each."""
        template = self.shape.template
        if not isinstance(template, (list, tuple)) or len(template) < 3 or not all(map(is_number, template)):
            return False
        for walk in walks[:5]:
            for name, role in self.roles[walk[0].name].items():
                turns = [each.arguments.get(name) for each in walk]
                scalar = role == "turn" and all(isinstance(turn, (int, str)) for turn in turns)
                if scalar and 2 < len(set(turns)) <= len(template) and len(set(turns)) < len(turns):
                    return True
        return False

    def _is_random(self, walks: list[list[Moment]]) -> bool:
        """Whether positions have other children, or ends another value, when they are looked at again."""
        for moment in [moment for walk in walks[:3] for moment in (walk[0], walk[-1])]:
            looks = []
            for seed in range(3):
                random.seed(seed)
                if "numpy" in sys.modules:
                    sys.modules["numpy"].random.seed(seed)
                opened = self._open(moment)
                below = frozenset(self._key(child) for child in opened.children)
                looks.append((below, None if below else self.shape.value(opened.answer)))
            if len(set(looks)) > 1:
                return True
        return False

    def _starts(self, root: Moment) -> list[Moment]:
        """The first call of the search, and the others that its entry makes: one for each action."""
        if self.entry is None:
            return [root]
        try:
            others = self.stage.open(self.entry, lambda number: self.shape.made(0)).children
        except (Exception, Late, SystemExit):
            return [root]
        return [root, *(each for each in others if each.name == root.name and self._key(each) != self._key(root))]

    def _shallow(self, moment: Moment) -> Moment:
        """A call with a depth that a whole tree can have."""
        if self.limit is None or self.limit not in moment.arguments:
            return moment
        return moment.changed(**{self.limit: self.rng.choice((2, 2, 3))})

    def _asked(self, tree: Tree) -> dict[str, Any]:
        """A position as the grader is told of it: its tree, and what the student's search says."""
        told: dict[str, Any] = {
            "tree": nested(tree) if tree.size <= LARGE else [],
            "size": tree.size,
            "at": tree.moment.name,
            "text": self._text(tree.moment),
            "serial": self._remember(tree),
        }
        if self.plain_tree:
            told["text"] = ""
        told["kind"] = self._kind(tree.moment) or self._by_others(tree)
        if told["kind"] == "odd":
            told["kind"], told["guessed"] = self._guessed(tree.moment) or self._by_others(tree), True
        told["below"] = [self._kind(child.moment) for child in tree.children if child.opened]
        told["of"] = tree
        moment = self._wide(tree.moment)
        told["actions"] = self._labels(moment, tree, told["kind"])
        told |= self._said(moment, told["actions"])
        told["all"] = calls(tree) - 1 if tree.size <= LARGE else 0
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
        mixed = self.again = not self.plain_tree and any(
            {(kind, True), (kind, False)} <= pairs for kind in ("max", "min")
        )
        trees: list[Tree] = [each["of"] for each in found]
        for each, tree in zip(found, trees):
            del each["below"], each["of"]
            each["mixed"] = False
            each["collapsed"] = mixed or (self._algorithm() == "expectimax" and self._weighs(tree))
            if each["collapsed"]:
                try:
                    each["tree"] = [0, [[self._worth(child), []] for child in tree.children]]
                except ValueError:
                    each["mixed"] = True
        counted = [each["kind"] for each in found if each["kind"] not in ("", "odd")]
        if not counted and not self.shape.boolean:
            self._check_constant(trees)
        self.kinds["root"] = max(set(counted), key=counted.count, default="")
        named = any("nega" in name.lower() for name in self.group)
        seen = [each["kind"] for each in found if each["kind"] not in ("", "odd") and not each.get("guessed")]
        if named and len(seen) >= 3 and set(seen) == {"max"}:
            smallest = min(found, key=lambda each: each["size"])
            words = "the value of an action is the value of the position after it, which is the other player's"
            self._once({"fact": "no-negation", "text": smallest["text"], "words": words})

    def _worth(self, tree: Tree) -> float:
        """The value of a position where each node takes what it takes by itself: the largest, smallest or average."""
        if not tree.children:
            return tree.value
        values = [self._worth(child) for child in tree.children]
        kind = self._kind(tree.moment)
        if self._algorithm() == "expectimax" and kind not in ("max", "min"):
            return sum(chance * value for chance, value in zip(self._chances(tree), values))
        return min(values) if kind == "min" else max(values)

    def _chances(self, tree: Tree) -> list[float]:
        """The chances with which a node weighs the values of its children, found by giving 1 to each in turn."""
        found = []
        for chosen in range(len(tree.children)):
            opened = self._open(tree.moment, lambda number, chosen=chosen: self.shape.made(float(number == chosen)))
            found.append(self.shape.value(opened.answer) or 0.0)
        if abs(sum(found) - 1) > 1e-6 or min(found) < -1e-9:
            raise ValueError("no chances")
        return found

    def _weighs(self, tree: Tree) -> bool:
        """Whether there are chances that differ below a position, or a player who minimizes."""
        kind = self._kind(tree.moment) if tree.children else ""
        if kind == "min" or any(self._weighs(child) for child in tree.children):
            return True
        if kind != "odd":
            return False
        try:
            return len({round(chance, 9) for chance in self._chances(tree)}) > 1
        except ValueError:
            return False

    def _prunes(self, positions: list[dict[str, Any]]) -> bool | None:
        """Whether a search with a window ever looks at less than everything; None when that cannot be told."""
        roles = {role for each in self.roles.values() for role in each.values()}
        sized = [each for each in positions if each.get("all", 0) >= 60 and "calls" in each]
        if not {"alpha", "beta"} <= roles or len(sized) < 3:
            return None
        return any(each["calls"] < each["all"] for each in sized)
