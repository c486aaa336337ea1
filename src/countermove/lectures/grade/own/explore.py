"""A student's program explored by playing: positions, the whole tree below each, and what its search says of them.

Runs in the student's process. The tree below a position is made of the program's own actions and of what its search
answers at the ends; who acts alternates. Nothing is judged here, except what a board itself shows: an action not
tried, a cell not emptied again, a game that goes on after three in a row.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import random
import re
import time
import traceback
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

from countermove.lectures.grade.own.answer import Shape, kind_of, shapes_of
from countermove.lectures.grade.own.feed import Feeder, role_of
from countermove.lectures.grade.own.grid import Grid, containers, find_grid
from countermove.lectures.grade.own.load import DiGraph, Late, load
from countermove.lectures.grade.own.node import node_trees
from countermove.lectures.grade.own.pacman import PacmanState
from countermove.lectures.grade.own.stage import Moment, Opened, Stage, freeze
from countermove.lectures.grade.own.survey import Survey, survey

__all__ = ["explore"]

WALKS, POSITIONS = 100, 26
LARGEST, LARGE = 400, 1000
"""Nodes of a tree at most."""
SHOWS = re.compile(r"print|display|show|draw|render|pretty|output|dump", re.IGNORECASE)
BEST = 3
SEEDED = 30
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


def explore(path: Path, order: dict[str, Any]) -> list[dict[str, Any]]:
    """What was found out about each search of a file."""
    import ast

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
    from countermove.lectures.grade.own.survey import SEARCH

    return not any(SEARCH.search(found.functions[name].short) for group in groups for name in group)


class _Exploration:
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
        self.masks: list[int] = []
        self.ignored: list[tuple[Any, str, str]] = []
        """Positions in which an entry answers the same, whichever action is good."""
        self.words = self.why = ""
        self.plain_tree = self.deepened = self.late_entry = False
        """Whether the game is a tree of numbers."""
        self.entry: Moment | None = None
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
            if role in ("depth", "turn", "alpha", "beta", "height")
        }
        if any("index" in roles.values() for roles in self.roles.values()):  # the first child of node 0 is node 0 again
            stage.slots -= {each for roles in self.roles.values() for each, role in roles.items() if role == "depth"}

    # The report.

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

    # The first call.

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
        _, core, self.shape, self.words, self.entry, self.stage.scalars = second
        self.kinds.clear()
        return core

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
            turns = {OPPOSITE[one] == two or two == "average" for one, two in zip(known, known[1:])}
            turns |= {self._same_types(one, two) for one, two in zip(line, line[1:])} - {True}
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
            if isinstance(value, float) and abs(value) == inf and name in self.roles[core.name]:
                self.roles[core.name][name] = "alpha" if value < 0 else "beta"
                self.stage.slots.add(name)

    def _same_types(self, one: Moment, two: Moment) -> bool:
        """Whether whose turn it is is said in the same way in two calls."""
        names = [name for name, role in self.roles[one.name].items() if role == "turn"]
        return one.name != two.name or all(
            type(one.arguments.get(name)) is type(two.arguments.get(name)) for name in names
        )

    def _wide(self, moment: Moment) -> Moment:
        """A call with the whole window, as at the root."""
        roles = self.roles[moment.name]
        window = {
            name: (-inf if role == "alpha" else inf)
            for name, role in roles.items()
            if role in ("alpha", "beta") and name in moment.arguments and not callable(moment.arguments[name])
        }
        return moment.changed(**window) if window else moment

    def _open(self, moment: Moment, reply: Any = None) -> Opened:
        return self.stage.open(self._wide(moment), reply or (lambda number: self.shape.made(0)))

    def _kind(self, moment: Moment) -> str:
        """What a node does with its children's values; nothing when it has too few to tell."""
        key = self.stage.whole_key(moment)
        if key not in self.kinds:
            children = len(self._open(moment).children)
            self.kinds[key] = (
                kind_of(lambda reply: self._open(moment, reply), self.shape, children) if children > 1 else ""
            )
        return self.kinds[key]

    # Positions.

    def _positions(self, root: Moment) -> list[dict[str, Any]]:
        if self._pacman(root) is not None:
            return self._pacman_positions(root)
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
        pairs = [pair for walk in walks for pair in zip(walk, walk[1:])]
        self.grid = find_grid(pairs[:120])
        cleared = self._cleared(root, pairs)
        if cleared is not None:
            walks = self._walks(cleared)
            pairs = [pair for walk in walks for pair in zip(walk, walk[1:])]
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
            words = f"`{name.rsplit('.', 1)[-1]}` answers {answer} in the position below, whichever action the search values most"
            self._once({"fact": "ignores-values", "text": text, "words": words})
        return found + entries

    def _pacman(self, moment: Moment) -> PacmanState | None:
        return next((value for value in moment.arguments.values() if isinstance(value, PacmanState)), None)

    def _pacman_positions(self, root: Moment) -> list[dict[str, Any]]:
        """Positions of an agent: other trees, one and two ghosts, a depth of one and two."""
        found: list[dict[str, Any]] = []
        self.stage.scalars = True
        for seed in range(30):
            begin = (self.entry or root).copy()
            state, agent = self._pacman(begin), begin.arguments.get("self")
            if agent is None:  # a function inside getAction, called for an agent that is its own
                break
            assert state is not None
            state.seed, state.agents, agent.depth = seed, 2 + seed % 2, 1 + seed % 4 // 2
            if begin.name not in self.group:
                found += self._agent_position(begin, state.agents, agent.depth)
            if time.monotonic() > self.until - 0.5:
                break
        self.kinds["root"] = "max"
        return found

    def _agent_position(self, begin: Moment, agents: int, depth: int) -> list[dict[str, Any]]:
        children = self.stage.open(begin, lambda number: self.shape.made(0)).children
        first = [self._pacman(child) for child in children]
        if len(children) == 1 and first[0] is not None and not first[0].path:  # the search begins at the root itself
            tree = self._tree(children[0])
            told = self._asked(tree) | {"kind": "max", "of": None}
        else:
            tree = Tree(begin, 0.0, [self._tree(child) for child in children])
            told = self._chosen(begin, "max") or {}
        self._check_plies(tree, agents * depth, depth, agents)
        if not told:
            return []
        return [
            told
            | {
                "agents": agents,
                "mixed": False,
                "depth": depth,
                "text": f"a game with {agents - 1} ghost{'s' if agents > 2 else ''}",
            }
        ]

    def _check_plies(self, tree: Tree, wanted: int, depth: int, agents: int) -> None:
        """Facts about the depth: a limit is reached after so many actions of each agent."""
        ends = [state for leaf in _ends(tree) if (state := self._pacman(leaf.moment)) is not None]
        levels = {len(state.path) for state in ends if not state.is_over()}
        text = f"a game with {agents - 1} ghost{'s' if agents > 2 else ''}, depth {depth}"
        if levels == {wanted} or (not levels and max(len(state.path) for state in ends) <= wanted):
            return
        if not levels:
            self._once(
                {
                    "fact": "depth-ignored",
                    "text": text,
                    "words": f"with depth {depth} the search goes on to the end of the game",
                }
            )
        elif levels == {depth} and agents > 1 and depth > 1:
            self._once(
                {
                    "fact": "partial-ply",
                    "text": text,
                    "words": f"with depth {depth} the search stops after {depth} actions, and {wanted} make {depth} cycles",
                }
            )
        elif depth > 1 or max(levels) > wanted:
            fact = "depth-short" if max(levels) < wanted else "depth-long"
            self._once(
                {
                    "fact": fact,
                    "text": text,
                    "words": f"with depth {depth} the search stops after {max(levels)} actions, and {wanted} make {depth} cycles",
                }
            )

    def _seeded(self, root: Moment) -> list[Moment]:
        """Where the game is a tree of numbers, the same tree with other numbers at its leaves."""
        try:
            tree = self._tree(root)
        except (LargeError, ValueError):
            return []
        worth = set(_leaves(tree))
        self._check_leaves(root, tree, worth)
        found: list[Moment] = []
        deeper = self._deeper(root)
        for number in range(SEEDED if deeper is None else SEEDED // 2):
            low, high = ((-9, 9), (1, 20), (-3, 3))[number % 3]
            made = root.copy()
            count = _renumber_all(made, worth, lambda: self.rng.randint(low, high))
            try:
                again = self._tree(made)
            except (LargeError, Exception):
                return []
            if count < 2 or again.size != tree.size or set(_leaves(again)) == worth:
                return []
            found.append(made)
        return [root, *found, *(self._seeded(deeper) if deeper is not None else [])]

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
        made = root.copy()
        given: list[int] = []

        def draw() -> int:
            given.append(1001 + len(given))
            return given[-1]

        _renumber_all(made, worth, draw, True)
        try:
            reached = set(_leaves(self._tree(made)))
        except (LargeError, Exception):
            return
        leaves = set(given)
        row = next(
            (value for value in [*made.arguments.values(), *made.variables.values()] if _is_row(value, leaves)), None
        )
        if row is not None and len(row) % 2:  # a heap: its second half are the leaves
            leaves &= set(row[len(row) // 2 :])
        if len(reached) > 1 and reached < leaves and len(leaves) <= 64:
            words = f"the tree has {len(leaves)} leaves and the search comes to {len(reached)} of them, whatever their values"
            self._once({"fact": "missing-action", "text": str(_plain(tree)), "words": words})

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

    def _find_entry(self, walks: list[list[Moment]]) -> None:
        """An entry that does not search its first position may search a later one."""
        if self.entry is not None or not walks:
            return
        feeder = Feeder(self.stage, self.survey, self.given)
        feeder.until = min(time.monotonic() + 1.0, self.until)
        later = max(walks, key=len)[:-1][-3] if len(max(walks, key=len)) > 4 else walks[0][0]
        for name in self.entries:
            for tried, (_, moment) in enumerate(feeder.moments(self.survey.functions[name])):
                self.entry = moment
                asked = self._transplanted(later)
                try:
                    if asked is not None and self.stage.open(asked, lambda number: self.shape.made(0)).children:
                        self.late_entry = True
                        return
                except (Exception, Late, SystemExit):
                    pass
                if tried > 20:
                    break
        self.entry = None

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
                depths = {child.arguments.get(name) for child in children if isinstance(child.arguments.get(name), int)}
                if len(depths) > 1 and len(children) == len(
                    [1 for child in children if child.name == children[0].name]
                ):
                    words = f"`{name}` is {', '.join(map(str, sorted(depths, reverse=True)))} for different actions of one position"
                    self.facts.append({"fact": "depth-in-loop", "text": self._text(root), "words": words})

    def _tests(self, function: str, parameter: str) -> bool:
        """Whether a function compares a parameter with a number."""
        import ast

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
            here, walk = self._shallow(root), []
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

    def _tree(self, moment: Moment, most: int = LARGEST) -> Tree:
        key = self.stage.whole_key(moment)
        if key in self.trees:
            return self.trees[key]
        if time.monotonic() > self.until:
            raise LargeError
        opened = self._open(moment)
        if not opened.children:
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
            made = Tree(moment, 0.0, children, opened.passed, most - left, opened)
            self._check_moves(moment, opened)
        self.trees[key] = made
        return made

    def _asked(self, tree: Tree) -> dict[str, Any]:
        """A position as the grader is told of it: its tree, and what the student's search says."""
        told: dict[str, Any] = {
            "tree": _nested(tree),
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
        told["all"] = _calls(tree) - 1
        told["depth"] = tree.moment.arguments.get(self.limit) if self.limit else None
        return told

    def _guessed(self, moment: Moment) -> str:
        """Whose node it is by what it is called and by a flag."""
        short = moment.name.rsplit(".", 1)[-1].lower().replace("minimax", "").replace("mini_max", "")
        if ("max" in short) != ("min" in short):
            return "max" if "max" in short else "min"
        names = [name for name, role in self.roles[moment.name].items() if role == "turn"]
        flags = [moment.arguments[name] for name in names if isinstance(moment.arguments.get(name), bool)]
        return ("max" if flags[0] else "min") if flags else ""

    def _by_others(self, tree: Tree) -> str:
        """The kind of a node with one child: the opposite of the child's."""
        below = next((kind for child in tree.children if (kind := self._kind(child.moment))), "")
        return OPPOSITE.get(below, "")

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
            return {"fault": _fault(error, self.stage.space["__file__"])}
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
        """Where some replies are the same player's and others not, as after an extra turn, who acts is the program's."""
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

    # Entries.

    def _entries(self, walks: list[list[Moment]]) -> list[dict[str, Any]]:
        """What the program's own choice of an action says in positions where it is to act."""
        if self.entry is None:
            return []
        found: list[dict[str, Any]] = []
        seen: set[Hashable] = set()
        later = [moment for walk in walks for moment in reversed(walk[:-1] if self.late_entry else walk[1:-1:2])]
        self.rng.shuffle(later)
        for moment in [*later]:
            if len(found) >= 14 or time.monotonic() > self.until - 0.3:
                break
            asked = self._transplanted(moment)
            if asked is None or (key := freeze(asked.arguments)) in seen and self.grid is None:
                continue
            key = (key, self.stage.key(moment))
            if key in seen:
                continue
            seen.add(key)
            try:
                told = self._chosen(asked)
            except (LargeError, Exception, Late):
                continue
            if told is not None and (not self.late_entry or told["kind"] == self._kind(moment)):
                found.append(told)
        return found

    def _transplanted(self, moment: Moment) -> Moment | None:
        """The entry's call with the state of another position."""
        assert self.entry is not None
        made = self.entry.copy()
        moment = moment.copy()
        taken = False
        for name, value in made.arguments.items():
            for other, state in moment.arguments.items():
                if other not in self.stage.slots and _alike(value, state):
                    made.arguments[name] = state
                    taken = True
                    break
            else:
                if hasattr(value, "__dict__"):  # an agent that holds the game
                    for attribute, held in list(vars(value).items()):
                        for other, state in moment.arguments.items():
                            if (
                                other not in self.stage.slots
                                and not isinstance(state, (int, str))
                                and _alike(held, state)
                            ):
                                setattr(value, attribute, state)
                                taken = True
        made.variables = moment.variables
        inside = self.grid is not None and self.grid.path[0] == "variable"
        return (
            made
            if taken or inside or not self.stage.slots.issuperset(moment.arguments) or self._global(moment)
            else None
        )

    def _global(self, moment: Moment) -> bool:
        return freeze(moment.variables) != freeze(self.entry.variables if self.entry else {})

    def _chosen(self, asked: Moment, kind: str = "") -> dict[str, Any] | None:
        opened = self.stage.open(asked, lambda number: self.shape.made(0))
        children = opened.children
        if len(children) < 2 or len({self.stage.key(child) for child in children}) < len(children):
            return None
        if self.grid is not None and any(
            len(self.grid.put(asked_grid, child)) != 1
            for asked_grid in [self._before(asked, children[0])]
            for child in children
        ):
            return None
        trees = [self._tree(child, LARGEST // 2) for child in children]
        kinds = {self._kind(tree.moment) or self._by_others(tree) for tree in trees} - {"odd", ""}
        if len(kinds) != 1 and not kind:
            return None
        kind = kind or OPPOSITE[kinds.pop()]
        labels = []
        for chosen in range(len(children)):
            good = 0.75 if kind == "max" else -0.75
            answer = self.stage.open(
                asked, lambda number, chosen=chosen: self.shape.made(good if number == chosen else -good)
            )
            labels.append(self._label(answer.answer, good, answer.after))
        if len(set(labels)) < len(labels):
            if self.late_entry:  # it chooses for the other player, and is perhaps never asked here
                return None
            labels = self._labels_by_turn(asked, children, kind) or labels
        if len(set(labels)) == 1 and labels[0][0] == "answer" and kind in ("max", "min", "neg"):
            self.ignored.append((labels[0][1], self._text(asked), asked.name))
        if len(set(labels)) < len(labels):
            return None
        told: dict[str, Any] = {
            "tree": [0, [_nested(tree) for tree in trees]], "size": 1 + sum(tree.size for tree in trees),
            "at": asked.name, "text": self._text(asked), "kind": kind, "mixed": False, "depth": None, "value": None,
        }  # fmt: skip
        try:
            state = self.stage
            answer, after = state.call(asked)
        except (Late, RecursionError):
            return None
        except (Exception, SystemExit) as error:
            return told | {"fault": _fault(error, self.stage.space["__file__"]), "actions": []}
        worth = None
        label = self._label(answer, worth, after)
        action = labels.index(label) if label in labels else None
        if action is None:
            return None
        return told | {"action": action, "actions": [], "answer": repr(answer)[:60]}

    def _before(self, asked: Moment, child: Moment) -> Moment:
        """The position that an entry is asked about, in the form of the search's own calls."""
        made = child.copy()
        for name, value in asked.arguments.items():
            for other, state in made.arguments.items():
                if other not in self.stage.slots and _alike(value, state):
                    made.arguments[other] = value
        made.variables = asked.variables
        return made

    def _labels_by_turn(self, asked: Moment, children: list[Moment], kind: str) -> list[Any] | None:
        """Labels when the entry chooses the other way round."""
        labels = []
        for chosen in range(len(children)):
            good = -0.75 if kind == "max" else 0.75
            answer = self.stage.open(
                asked, lambda number, chosen=chosen: self.shape.made(good if number == chosen else -good)
            )
            labels.append(self._label(answer.answer, good, answer.after))
        return labels

    def _label(self, answer: Any, good: float | None, after: Moment) -> Hashable:
        if answer is None:
            return "after", freeze(after.arguments, False), self.stage.key(Moment(after.name, {}, after.variables))
        if isinstance(answer, (list, tuple)) and len(answer) > 1:
            parts = (
                [each for each in answer if not (isinstance(each, float) or each == good)] if good is not None else None
            )
            kept = [index for index, each in enumerate(answer) if good is not None and each in (good, -good)]
            if good is not None:
                self.masks = kept
                return "answer", freeze(parts)
            return "answer", freeze([each for index, each in enumerate(answer) if index not in self.masks])
        return "answer", freeze(answer)

    # What a board shows.

    def _check_moves(self, moment: Moment, opened: Opened) -> None:
        """Facts about one node: actions not tried, a state not restored."""
        for fact in self._node_facts(moment, opened):
            self._once(fact)

    def _node_facts(self, moment: Moment, opened: Opened) -> list[dict[str, Any]]:
        facts: list[dict[str, Any]] = []
        text = self._text(moment)
        if opened.offered is not None:
            turn = tuple(
                freeze(moment.arguments.get(name)) for name, role in self.roles[moment.name].items() if role == "turn"
            )
            self.offers.append((opened.offered, len(opened.children), opened.offered_by, text, (moment.name, turn)))
        before, after = dict(containers(self._wide(moment))), dict(containers(opened.after))
        inside = dict(containers(opened.children[0]))
        for path, value in before.items():
            if (
                path in after
                and path in inside
                and isinstance(value, (list, dict))
                and (self.grid is None or path == self.grid.path)
            ):
                was = freeze(value)
                if freeze(inside[path]) != was and freeze(after[path]) != was and len(opened.children) > 1:
                    facts.append(
                        {
                            "fact": "mutated-state",
                            "text": text,
                            "words": f"`{'.'.join(path[1:])}` is not as it was when `{moment.name.rsplit('.', 1)[-1]}` returns",
                        }
                    )
                    break
        if self.grid is not None and len(self.grid.cells(moment)) == 9:
            empty = self.grid.empty(moment)
            tried = {cell for child in opened.children for cell, _ in self.grid.put(moment, child)[:1]}
            if len(opened.children) < len(empty) and self.grid.line(moment) is None and not facts:
                missing = [cell for cell in empty if cell not in tried]
                words = f"{len(empty)} cells are empty and `{moment.name.rsplit('.', 1)[-1]}` tries {len(opened.children)} of them"
                if missing:
                    facts.append({"fact": "missing-action", "text": text, "words": words})
        return facts

    def _check_offers(self) -> None:
        """Where the program lists its actions, and the search leaves some out in every position."""
        for node in {each[4] for each in self.offers}:
            offers = [each[:4] for each in self.offers if each[4] == node and each[0] > 1]
            if len(offers) >= 3 and all(tried < offered for offered, tried, _, _ in offers):
                offered, tried, name, text = min(offers)
                words = f"`{name}` gives {offered} actions and `{node[0].rsplit('.', 1)[-1]}` tries {tried}"
                self._once({"fact": "missing-action", "text": text, "words": words})

    def _check_board(self, walks: list[list[Moment]]) -> None:
        """Facts about tic-tac-toe: what the rows on the board say against the search."""
        if self.grid is None:
            return
        grid = self.grid
        lines = [
            (moment, len(walk) == level + 1)
            for walk in walks
            for level, moment in enumerate(walk)
            if grid.line(moment) is not None
        ]
        ends = sum(end for _, end in lines)
        on = [moment for moment, end in lines if not end]
        if on and ends and 3 * ends > len(on):
            mark = grid.line(on[0])
            self.facts.append(
                {
                    "fact": "plays-on",
                    "text": self._text(on[0]),
                    "words": f"{mark!r} has three in a row and the search goes on",
                }
            )
        for walk in walks:
            marks = [grid.put(one, two)[0][1] for one, two in zip(walk, walk[1:]) if len(grid.put(one, two)) == 1]
            twice = next((level for level, (one, two) in enumerate(zip(marks, marks[1:])) if one == two), None)
            if twice is not None and len(grid.cells(walk[0])) == 9:
                self.facts.append(
                    {
                        "fact": "same-mark",
                        "text": self._text(walk[twice + 2]),
                        "words": f"{marks[twice]!r} is put on the board twice in a row",
                    }
                )
                break

    def _check_ends(self, walks: list[list[Moment]]) -> None:
        """The order of the ends: a win of the player who maximizes must be worth more than a draw, a loss less."""
        grid = self.grid
        if grid is None or self.limit is not None or len(grid.cells(walks[0][0])) != 9:
            return
        worth: dict[str, list[tuple[float, Moment]]] = {"win": [], "draw": [], "loss": []}
        for mover, last, end, value in self._last_actions(walks):
            put = grid.put(last, end)
            if len(put) != 1 or not mover:
                continue
            if grid.line(end) is None:
                if grid.empty(end):
                    self._once(
                        {
                            "fact": "stops-early",
                            "text": self._text(end),
                            "words": "the search stops although nobody has three in a row and cells are empty",
                        }
                    )
                else:
                    worth["draw"].append((value, end))
            elif grid.line(end) == put[0][1]:
                self._sort_end(worth, mover, value, end)
        good, draws, bad = worth["win"], worth["draw"], worth["loss"]
        for better, worse, words in (
            (good, bad, "a win is worth {} and a loss {}"),
            (good, draws, "a win is worth {} and a draw {}"),
            (draws, bad, "a draw is worth {} and a loss {}"),
        ):
            if better and worse and min(value for value, _ in better) <= max(value for value, _ in worse):
                low, high = min(better, key=lambda pair: pair[0]), max(worse, key=lambda pair: pair[0])
                odd = low if words.startswith("a win") else high
                self._once(
                    {
                        "fact": "ends",
                        "text": self._text(odd[1]),
                        "words": words.format(f"{low[0]:g}", f"{high[0]:g}") + " to the player who maximizes",
                    }
                )

    def _last_actions(self, walks: list[list[Moment]]) -> Iterator[tuple[str, Moment, Moment, float]]:
        """The last actions of games: whose they were, the position before, the end, and what the search says of it."""
        for walk in walks:
            try:
                opened = self._open(walk[-1])
            except (Exception, Late):
                continue
            value = self.shape.value(opened.answer)
            if len(walk) > 1 and value is not None and not opened.children:
                yield self._mover(walk), walk[-2], walk[-1], value
        for tree in list(self.trees.values()):
            kind = self._kind(tree.moment) if tree.children else ""
            for child in tree.children:
                if not child.children and kind in ("max", "min", "neg"):
                    yield kind, tree.moment, child.moment, child.value

    def _mover(self, walk: list[Moment]) -> str:
        """The kind of the node in which the last action of a walk was taken."""
        last = len(walk) - 2
        for level in range(last, -1, -1):
            kind = self._kind(walk[level])
            if kind in ("max", "min", "neg"):
                return kind if (last - level) % 2 == 0 else OPPOSITE[kind]
        return ""

    def _once(self, fact: dict[str, Any]) -> None:
        if not any(each["fact"] == fact["fact"] for each in self.facts):
            self.facts.append(fact)

    def _sort_end(self, worth: dict[str, list[tuple[float, Moment]]], mover: str, value: float, end: Moment) -> None:
        if mover == "neg":  # valued for the player to act, who has just lost
            worth["loss"].append((value, end))
        elif mover in ("max", "min"):
            worth["win" if mover == "max" else "loss"].append((value, end))

    def _prunes(self, positions: list[dict[str, Any]]) -> bool | None:
        """Whether a search with a window ever looks at less than everything; None when that cannot be told."""
        roles = {role for each in self.roles.values() for role in each.values()}
        sized = [each for each in positions if each.get("all", 0) >= 60 and "calls" in each]
        if not {"alpha", "beta"} <= roles or len(sized) < 3:
            return None
        return any(each["calls"] < each["all"] for each in sized)

    # How a position looks.

    def _text(self, moment: Moment) -> str:
        """The position as the program prints it, or as its board is."""
        for printed in (self._printed(moment), self._drawn(moment)):
            if printed:
                return printed
        parts = {name: value for name, value in moment.arguments.items() if name not in self.stage.slots}
        return ", ".join(f"{name} = {value!r}" for name, value in parts.items())[:300]

    def _printed(self, moment: Moment) -> str:
        names = [name for name, each in self.survey.functions.items() if SHOWS.search(each.short) and not each.nested]
        if "show" in self.given:
            names = [name for name in self.survey.functions if name.endswith(self.given["show"])]
        moment = moment.copy()
        states = [value for name, value in moment.arguments.items() if name not in self.stage.slots]
        for state in states:
            if hasattr(state, "__dict__") and type(state).__str__ is not object.__str__:
                with contextlib.suppress(Exception, Late):
                    return str(state)[:400]
        for name in names:
            each = self.survey.functions[name]
            out = io.StringIO()
            with contextlib.suppress(Exception, Late, SystemExit), contextlib.redirect_stdout(out):
                for variable, value in moment.variables.items():
                    if "." not in variable:
                        self.stage.space[variable] = value
                if each.owner:
                    owner = next(
                        (state for state in states if each.owner in [cls.__name__ for cls in type(state).__mro__]), None
                    )
                    if owner is None or each.required > 0:
                        continue
                    getattr(owner, each.short)()
                elif each.required <= 1 and self.stage.space.get(name):
                    self.stage.space[name](*([states[0]] if each.parameters and states else []))
            text = "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")
            if 3 <= len(text) <= 600:
                return text
        return ""

    def _drawn(self, moment: Moment) -> str:
        if self.grid is None:
            return ""
        try:
            value = self.grid.raw(moment)
        except (KeyError, AttributeError):
            return ""
        if hasattr(value, "tolist"):
            value = value.tolist()
        rows = value if isinstance(value, (list, tuple)) and value and isinstance(value[0], (list, tuple)) else None
        if rows is None:
            cells = self.grid.cells(moment)
            if len(cells) != 9:
                return ""
            rows = [cells[0:3], cells[3:6], cells[6:9]]
        return "\n".join(
            " ".join("." if cell in (" ", "", None, 0) else str(getattr(cell, "name", cell)) for cell in row)
            for row in rows
        )


def _alike(one: Any, other: Any) -> bool:
    """Whether two values may be the same kind of state."""
    if type(one) is not type(other) or one is None or isinstance(one, bool):
        return False
    if isinstance(one, (list, tuple, str)):
        return len(one) == len(other) and (
            not one or isinstance(one[0], (list, tuple)) == isinstance(other[0], (list, tuple))
        )
    return True


def _ends(tree: Tree) -> list[Tree]:
    return [end for child in tree.children for end in _ends(child)] if tree.children else [tree]


def _leaves(tree: Tree) -> list[float]:
    return [leaf for child in tree.children for leaf in _leaves(child)] if tree.children else [tree.value]


def _is_row(value: Any, numbers: set[int]) -> bool:
    """Whether a list ends in one of these numbers and holds no lists."""
    return isinstance(value, list) and bool(value) and isinstance(value[-1], int) and value[-1] in numbers


def _renumber_all(moment: Moment, worth: set[float], draw: Any, ends: bool = False) -> int:
    """Put other numbers at the leaves: in the arguments or, if there are none, in the variables."""
    seen: dict[int, bool] = {}
    count = sum(_renumber(each, worth, draw, seen, ends) for each in moment.arguments.values())
    return count or sum(_renumber(each, worth, draw, seen, ends) for each in moment.variables.values())


def _renumber(value: Any, worth: set[float], draw: Any, seen: dict[int, bool], ends: bool = False) -> int:
    """Put other numbers in the place of those that leaves have; returns how many. With `ends`, not in inner nodes."""
    if id(value) in seen:
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
        inner = any((isinstance(each, (list, tuple)) and len(each) > 0) or hasattr(each, "__dict__") for _, each in items)
        if ends and inner:
            items = [(key, each) for key, each in items if not isinstance(each, (int, float))]
    count = 0
    for key, each in items:
        if isinstance(each, (int, float)) and not isinstance(each, bool):
            if (each in worth or (ends and not hasattr(value, "adj"))) and not (
                isinstance(key, str) and re.search(r"depth|level|^id$|index|^inf|^max|^min", key, re.IGNORECASE)
            ):
                value[key] = draw()
                count += 1
        elif isinstance(each, tuple) and each and all(isinstance(part, (int, float, tuple)) for part in each):
            value[key] = _redrawn(each, worth, draw)
            count += len(each)
        else:
            count += _renumber(each, worth, draw, seen, ends)
    return count


def _redrawn(value: Any, worth: set[float], draw: Any) -> Any:
    return (
        tuple(_redrawn(each, worth, draw) for each in value)
        if isinstance(value, tuple)
        else draw()
        if value in worth
        else value
    )


def _nested(tree: Tree) -> list[Any]:
    return [tree.value, [_nested(child) for child in tree.children]]


def _plain(tree: Tree) -> Any:
    value = tree.value
    return [_plain(child) for child in tree.children] if tree.children else int(value) if value.is_integer() else value


def _calls(tree: Tree) -> int:
    return 1 + tree.passed + sum(map(_calls, tree.children))


def _fault(error: BaseException, path: str) -> dict[str, Any]:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    text = (str(error).strip().splitlines() or [""])[0].rstrip(".")[:200]
    kind = "recursion" if isinstance(error, RecursionError) else "exit" if isinstance(error, SystemExit) else "crash"
    return {"kind": kind, "type": type(error).__name__, "text": text, "line": frames[-1].lineno if frames else 0}
