"""What may be a state or a player: collected from the program itself and, if it has none, boards of the usual kinds.

What its functions give that need nothing, its variables, objects of its classes; then empty boards and game trees.
"""

from __future__ import annotations

import ast
import copy
import inspect
import itertools
import re
from collections.abc import Iterator
from enum import Enum
from functools import partial
from typing import Any

from countermove.lectures.grade.own.load import Anything, DiGraph, Late, limited
from countermove.lectures.grade.own.node import node_trees
from countermove.lectures.grade.own.pacman import PacmanState, equip, is_agent
from countermove.lectures.grade.own.role import rivals_differ, role_of
from countermove.lectures.grade.own.stage import Stage
from countermove.lectures.grade.own.standin import Noughts, stand_ins
from countermove.lectures.grade.own.survey import Survey

STARTS = re.compile(
    r"init|start|create|new|make.*(board|grid|state)|setup|empty.*(board|grid)|blank|get_board|build|example|sample|demo|tree",
    re.IGNORECASE,
)
STATES = re.compile(
    r"board|state|game|grid|position|node|field|tile|pile|heap|stick|stone|pos$|^s$|^b$|^g$", re.IGNORECASE
)
PLAYS = re.compile(r"main|play|game|run|move|turn|loop|input|ask|test", re.IGNORECASE)
PLAYERS = re.compile(
    r"ai$|^ai|comp|bot|max|player|human|opp|^x$|^o$|cross|nought|white|black|red|yellow|min|user|mark|you|agent",
    re.IGNORECASE,
)
OWN = 2.2
"""How likely a state is that the program itself begins with."""
EMPTY = (" ", "_", "-", ".", "", None, "#", "*", "E")
"""Signs for an empty cell."""


class Pool:
    """The objects, the players' marks and the states of a program."""

    def __init__(self, stage: Stage, found: Survey, given: dict[str, str]) -> None:
        self.stage, self.survey, self.given = stage, found, given
        self.space = stage.space
        text = ast.dump(found.tree)
        self.pacman = "generateSuccessor" in text or "generate_successor" in text
        self.stand_ins = [] if self.pacman else stand_ins(found)
        self.marks = self._marks()
        self.objects: list[tuple[str, Any]] = []
        self.tree_like = re.search(
            r"attr='(children|left|successors|leaf|branches)", ast.dump(found.tree)
        ) is not None or any(
            re.search(r"node|tree|leaf|leaves|score|value|^arr|terminal|root|graph", name.lower())
            for group in found.groups
            for each in group
            for name in found.functions[each].parameters
        )
        self.own: set[str] = set()
        """What the program itself begins with."""
        self._make_objects()
        self.states = self._states()

    def _marks(self) -> list[Any]:
        """What the program calls its players."""
        named = [value for name, value in self.space.items() if PLAYERS.search(name) and _is_mark(name, value)]
        letters = [
            node.value
            for node in ast.walk(self.survey.tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node.value in ("X", "O", "x", "o", "W", "B", "R", "Y")
        ]
        members = [
            member
            for value in self.space.values()
            if isinstance(value, type) and issubclass(value, Enum)
            for member in value
        ]
        if any(isinstance(state, Noughts) for _, state in self.stand_ins):
            letters = ["X", "O"]
        unique: list[Any] = []
        for each in [*named, *members, *letters, 1, -1, 2, 0]:
            if not any(each is other or (type(each) is type(other) and each == other) for other in unique):
                unique.append(each)
        return unique

    def _make_objects(self) -> None:
        """Objects of the program's classes; those that need another are made in the second round."""
        for _ in range(2):
            for name in self.survey.classes:
                cls = self.space.get(name)
                if (
                    not isinstance(cls, type)
                    or issubclass(cls, (BaseException, Enum))
                    or any(n == name for n, _ in self.objects)
                ):
                    continue
                agent = self.pacman and is_agent(cls)
                self.objects += [(name, made) for made in ([equip(cls)] if agent else self._constructed(cls))]

    def _constructed(self, cls: type) -> list[Any]:
        """Some objects of a class, made with what its parameters may mean."""
        try:
            parameters = list(inspect.signature(cls).parameters.values())
        except (TypeError, ValueError):
            return []
        needed = [
            each
            for each in parameters
            if each.default is each.empty and each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        ]
        choices = [self._for_constructor(each.name) for each in needed]
        found: list[Any] = []
        names = [each.name for each in needed]
        fitting = (values for values in by_sum(choices) if rivals_differ(names, list(values)))
        for values in itertools.islice(fitting, 24):
            try:
                made = limited(1.0, partial(cls, *copy.deepcopy(list(values))))
            except (Exception, Late, SystemExit):
                continue
            if type(made) is not Anything:
                found.append(made)
            if len(found) == 3:
                break
        return found

    def _for_constructor(self, name: str) -> list[Any]:
        like = [each for cls, each in self.objects if name.lower() in cls.lower() or cls.lower() in name.lower()]
        if like:
            return like
        if re.search(r"size|^n$|rows|cols|width|height|dim|length", name, re.IGNORECASE):
            return [3, 4]
        role = role_of(name, [name])
        if role == "depth":
            return [3]
        if role == "turn":
            return [*self.marks[:3], [1, 2], None]
        variables = [value for key, value in self.space.items() if key.lower() == name.lower()]
        variables += [state for _, state in self.stand_ins[:2]]
        held = [value for _, value in self.objects if not _is_plain(value)] if STATES.search(name) else []
        boards = [board for _, board in self._boards()[:6]] if STATES.search(name) else []
        return [*variables, *held, *boards, None, 3, *self.marks[:1]]

    def _states(self) -> list[tuple[str, Any]]:
        """What may be a state, the likeliest first, each with where it is from."""
        found: list[tuple[float, str, Any]] = []
        if "start" in self.given:
            try:
                value = eval(self.given["start"], self.space)
                self.own = {self.given["start"]}
                return [(self.given["start"], value() if callable(value) else value)]
            except Exception:
                pass
        for name, function in self.survey.functions.items():
            if function.nested or function.owner or function.required > 0 or PLAYS.search(function.short):
                continue
            made = self._tried(self.space.get(name))
            if made is not None and not callable(made):
                found.append((4.0 if STARTS.search(function.short) else 1.3, f"{name}()", made))
        for name, value in list(self.stage.variables().items()):
            if isinstance(value, (list, tuple, dict, str)) and value and "." not in name:
                found.append((3.0 if STATES.search(name) else 0.5, name, value))
            elif not isinstance(value, (int, float, str, type(None))):
                found.append((3.5 if STATES.search(name) or hasattr(value, "dtype") else 2.0, name, value))
            elif isinstance(value, int) and not isinstance(value, bool) and 2 <= value <= 40 and STATES.search(name):
                found.append((1.0, name, value))
        found += [(3.4, words, value) for words, value in self._local_starts()]
        for name, made in self.objects:
            found.append((3.2 if STATES.search(name) or "tic" in name.lower() else 2.0, f"{name}()", made))
            for method in (
                "initial_state",
                "get_initial_state",
                "initial",
                "get_initial_board",
                "getInitBoard",
                "new_game",
                "reset",
                "start",
            ):
                if callable(getattr(made, method, None)):
                    state = self._tried(getattr(made, method))
                    if state is not None:
                        found.append((4.5, f"{name}().{method}()", state))
                elif hasattr(made, method):
                    found.append((4.5, f"{name}().{method}", getattr(made, method)))
            for attribute, value in list(getattr(made, "__dict__", {}).items()):
                if isinstance(value, (list, tuple)) and value and STATES.search(attribute):
                    found.append((2.2, f"{name}().{attribute}", value))
        for name, value in list(self.stage.variables().items()):  # a tree by names begins with one of them
            keys = list(value) if isinstance(value, dict) else list(value.nodes) if isinstance(value, DiGraph) else []
            below = value.adj if isinstance(value, DiGraph) else value
            reached = {
                repr(each) for key in keys if isinstance(below[key], (list, tuple, dict, set)) for each in below[key]
            }
            roots = [key for key in keys if isinstance(key, (str, int)) and repr(key) not in reached]
            found += [(1.6, f"{name}: {key!r}", key) for key in roots[:2]]
        if self.tree_like:
            found += [(3.1, f"a tree of {name}", tree) for name, tree in node_trees(self.survey, self.space)]
        found += [(1.5 if self.tree_like else 0.2, name, tree) for name, tree in _trees()]
        found += [(1.0 - number / 100, name, board) for number, (name, board) in enumerate(self._boards())]
        if self.pacman:
            found.append((9.0, "a tree-shaped Pacman game", PacmanState()))
        found += [(3.9, name, state) for name, state in self.stand_ins]
        found.sort(key=lambda each: -each[0])
        self.own = {name for weight, name, _ in found if weight >= OWN}
        return [(name, value) for _, name, value in found]

    def _local_starts(self) -> list[tuple[str, Any]]:
        """States that functions begin with: `board = [[" "] * 3 for _ in range(3)]` in one that plays the game."""
        found: list[tuple[str, Any]] = []
        wanted = {name for each in self.stage.group for name in self.survey.functions[each].parameters}
        for name, function in self.survey.functions.items():
            if name in self.stage.group:
                continue
            for node in ast.walk(function.node):
                target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
                if not isinstance(target, ast.Name) or not (target.id in wanted or STATES.search(target.id)):
                    continue
                code = compile(ast.Expression(node.value), "<start>", "eval")  # type: ignore[attr-defined]
                made = self._tried(partial(eval, code, dict(self.space)))
                if (isinstance(made, (list, dict)) and made) or hasattr(made, "dtype"):
                    found.append((f"{target.id} in {function.short}", made))
        return found[:8]

    def _boards(self) -> list[tuple[str, Any]]:
        """Empty boards of the usual kinds, with the signs for an empty cell that the program writes."""
        signs: list[Any] = []
        for node in ast.walk(self.survey.tree):
            if isinstance(node, ast.Constant) and node.value in EMPTY and node.value not in signs:
                signs.append(node.value)
        signs = [
            value
            for name, value in self.space.items()
            if re.search(r"empty|blank", name, re.IGNORECASE) and isinstance(value, (str, int, type(None)))
        ] + signs
        signs = [*dict.fromkeys([*signs, 0, " "])]
        text = ast.dump(self.survey.tree)
        twice = "Subscript(value=Subscript(" in text
        boards: list[tuple[str, Any]] = []
        for sign in signs[:4]:
            flat, square = [sign] * 9, [[sign] * 3 for _ in range(3)]
            pair = [(f"a 3 x 3 board of {sign!r}", square), (f"a list of nine {sign!r}", flat)]
            boards += pair if twice else pair[::-1]
        boards.append(("the numbers 1 to 9", list(range(1, 10))))
        boards.append(("the digits 1 to 9", [str(n) for n in range(1, 10)]))
        boards.append(("ten cells of ' '", [" "] * 10))
        boards.append(("the numbers 0 to 8", list(range(9))))
        boards += [("7 sticks", 7), ("0", 0), ("piles of 2, 3 and 4", [2, 3, 4]), ("piles of 2, 3 and 4", (2, 3, 4))]
        boards += [("a text of nine blanks", " " * 9), ("a tuple of nine blanks", (" ",) * 9)]
        boards += [(f"a tuple of nine {signs[0]!r}", (signs[0],) * 9)]
        if "numpy" in text or "'np'" in text:
            try:
                import numpy

                boards[:0] = [
                    ("an empty array, 6 x 7", numpy.zeros((6, 7))),
                    ("an empty array, 3 x 3", numpy.zeros((3, 3), int)),
                ]
            except ImportError:
                pass
        elif re.search(r"connect|drop", text, re.IGNORECASE) or ("olumn" in text and {6, 7} <= _numbers(self.survey)):
            boards[:0] = [(f"a 6 x 7 board of {sign!r}", [[sign] * 7 for _ in range(6)]) for sign in signs[:3]]
        boards.append(("a 4 x 4 board", [[signs[0]] * 4 for _ in range(4)]))
        return boards

    def _tried(self, function: Any) -> Any:
        try:
            return limited(1.0, function)
        except (Exception, Late, SystemExit):
            return None


def _trees() -> list[tuple[str, Any]]:
    """Game trees in the usual forms: leaves in a row, a heap, successors by name, nested dictionaries and lists."""
    leaves = [3, 5, 2, 9, 12, 6, 23, 8]
    names = {
        "A": ["B", "C"],
        "B": ["D", "E"],
        "C": ["F", "G"],
        "D": ["H", "I"],
        "E": ["J", "K"],
        "F": ["L", "M"],
        "G": ["N", "O"],
    }
    ends = dict(zip("HIJKLMNO", leaves))
    nested = {
        "B": {"D": {"H": 3, "I": 5}, "E": {"J": 2, "K": 9}},
        "C": {"F": {"L": 12, "M": 6}, "G": {"N": 23, "O": 8}},
    }
    return [
        ("eight leaves in a row", leaves),
        ("a heap of 15", [0] * 7 + leaves),
        ("successors by name", names | ends),
        ("successors by name", names),
        ("leaves by name", ends),
        ("the node A", "A"),
        ("successors by name, leaves without", names | {key: [] for key in "HIJKLMNO"}),
        ("nested dictionaries", nested),
        ("nested lists", [[[3, 5], [2, 9]], [[12, 6], [23, 8]]]),
    ]


def _is_mark(name: str, value: Any) -> bool:
    """Whether a variable may hold what the program calls a player."""
    if name.startswith("__") or isinstance(value, bool) or re.search(r"depth|inf|empty|score", name, re.IGNORECASE):
        return False
    return isinstance(value, (str, Enum)) or (isinstance(value, int) and abs(value) <= 3)


def _numbers(found: Survey) -> set[int]:
    """The numbers that a file writes."""
    constants = [node.value for node in ast.walk(found.tree) if isinstance(node, ast.Constant)]
    return {value for value in constants if isinstance(value, int)}


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, (int, float, str))


def by_sum(choices: list[list[Any]]) -> Iterator[tuple[Any, ...]]:
    """Combinations, those of early choices first."""
    if any(not each for each in choices):
        return
    sizes = [len(each) - 1 for each in choices]

    def places(index: int, total: int) -> Iterator[tuple[int, ...]]:
        if index == len(sizes):
            if total == 0:
                yield ()
            return
        for place in range(min(total, sizes[index]) + 1):
            for rest in places(index + 1, total - place):
                yield (place, *rest)

    for total in range(sum(sizes) + 1):
        for each in places(0, total):
            yield tuple(choice[place] for choice, place in zip(choices, each))
