r"""Trees from files: course tests, Gambit, indented text and nested lists, each as a game to search.

>>> import pathlib, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     file = pathlib.Path(folder, "small.txt")
...     _ = file.write_text("a MAX\n  b\n    3\n    12\n  c\n    2\n    6\n")
...     run(file)
{'action': 'Left', 'generated': ['a', 'b', 'c', 'd', 'e', 'f']}
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from math import isclose
from pathlib import Path
from typing import Any, Final

from countermove.errors import SpecError
from countermove.game import Action, Game
from countermove.games._list import MAX_LEVELS, fault, nesting
from countermove.lectures.course.efg import read_efg
from countermove.lectures.course.fields import KEY, text_of, write_fields, wrong
from countermove.lectures.course.indented import read_indented
from countermove.lectures.course.project import (
    Project,
    ProjectGame,
    from_tree,
    read_solution,
    read_test,
    write_test,
)
from countermove.textbook import ALGORITHMS, STANDARD, Conventions, Decision, Event, fitting, trace

__all__ = ["PROJECT", "Course", "ProjectGame", "from_game", "read", "run", "write"]

PROJECT: Final = Conventions(prune=">", ply="cycle")
"""The conventions of the project: it prunes strictly, and depth counts cycles of all agents."""


@dataclass(frozen=True)
class Course:
    """A tree from a file, and how its course searches it."""

    game: Game
    algorithm: str
    depth: int | None
    conventions: Conventions
    diagram: str = ""
    expected: dict[str, Any] | None = None
    """The action and the generated states of the solution file beside it, if there is one."""

    def search(self) -> tuple[list[Event], Decision]:
        """The events and the decision of the search."""
        return trace(ALGORITHMS[self.algorithm](self.game, depth=self.depth, conventions=self.conventions))

    @property
    def agrees(self) -> bool | None:
        """Whether the solution file agrees; None if there is none."""
        return None if self.expected is None else self.solve() == self.expected

    def solve(self) -> dict[str, Any]:
        """The name of the action, and the names of all states that the search generated, the first included."""
        return self.answer(*self.search())

    def answer(self, events: list[Event], decision: Decision) -> dict[str, Any]:
        """The same for any search of the game."""
        chosen = _first_best(decision)
        action = None if chosen is None else self.game.action_name(self.game.initial(), chosen)
        states = [event.state for event in events if event.kind == "enter"]
        return {
            "action": action,
            "generated": sorted({self.game.node_name(state) or self.game.write(state) for state in states}),
        }


def read(path: str | Path) -> Course:
    """The tree in a file: `.test`, `.efg`, nested lists or indented text, judged by its content."""
    path = Path(path)
    text = text_of(path)
    first = next((line.strip() for line in text.splitlines() if line.strip() and line.strip()[0] != "#"), "")
    if not first:
        raise SpecError(f"{path.name} is empty; a tree has at least one node.")
    key = KEY.match(first)
    if path.suffix == ".test" or (key and key[2].startswith('"')):
        test = read_test(path)
        solution = path.with_suffix(".solution")
        expected = read_solution(solution) if solution.is_file() else None
        return Course(test.game, test.algorithm, test.depth, PROJECT, test.diagram, expected)
    if path.suffix == ".efg" or first.startswith("EFG "):
        game: Game = read_efg(path)
    elif first[0] in "[{":
        game = _nested(path, text)
    else:
        game = read_indented(path)
    return Course(game, "cfr" if game.axes.hidden else fitting(game), None, STANDARD)


def run(path: str | Path) -> dict[str, Any]:
    """The answer of searching a file: `action` and `generated`."""
    return read(path).solve()


def from_game(game: Any, algorithm: str = "minimax") -> Course:
    """A course test made from a `Tree` in which MAX and the others act in turn."""
    test = from_tree(game, algorithm)
    return Course(test.game, test.algorithm, test.depth, PROJECT)


def write(course: Course, path: str | Path) -> None:
    """Write a course test, and its solution beside it."""
    if not isinstance(course.game, ProjectGame) or course.depth is None:
        raise SpecError("Only a course test can be written; from_game makes one from a tree.")
    path = Path(path)
    text = write_test(Project(course.game, course.algorithm, course.depth, course.diagram))
    solved = course.solve()
    answer = {"action": solved["action"], "generated": " ".join(solved["generated"])}
    path.write_text(text, encoding="utf-8")
    path.with_suffix(".solution").write_text(write_fields(answer, f"The solution of {path.name}."), encoding="utf-8")


def _first_best(decision: Decision) -> Action:
    """The first of equal actions, averages compared up to rounding."""
    if decision.action is None or isinstance(decision.value, tuple) or decision.algorithm == "alphabeta":
        return decision.action
    for action, score in decision.values.items():
        if isinstance(score.value, float) and isclose(score.value, decision.value, rel_tol=1e-12, abs_tol=1e-12):
            return action
    return decision.action


def _nested(path: Path, text: str) -> Game:
    """Nested lists in a file."""
    from countermove.games.tree import Tree

    depth = nesting(text)
    if depth > MAX_LEVELS:
        raise SpecError(f"{path.name}: the brackets are nested {depth:,} deep; a tree has at most {MAX_LEVELS} levels.")
    try:
        tree = ast.literal_eval(text.strip())
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        what, at = fault(text)
        line = 1 + text.count("\n", 0, at or 0)
        raise wrong(path, line, f"the list cannot be read: {what.format('')}") from None
    try:
        return Tree(tree)
    except SpecError as error:
        raise SpecError(f"{path.name}: {error}") from None
