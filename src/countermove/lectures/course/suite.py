"""Course tests run: each file's answer, compared with the solution file beside it; a whole folder at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from countermove.errors import CountermoveError, SpecError
from countermove.lectures.course import PROJECT, read
from countermove.lectures.course.fields import read_fields
from countermove.lectures.course.pacman_game import KIND as PACMAN
from countermove.lectures.course.pacman_game import PacmanTest, Verdict, read_pacman
from countermove.lectures.course.project import AGENTS
from countermove.lectures.course.project import KIND as TREE


@dataclass(frozen=True)
class Result:
    """The answer of one file."""

    file: str
    kind: str
    """The class of the test."""
    algorithm: str = ""
    answer: str = ""
    agrees: bool | None = None
    """Whether the solution agrees; None if there is none, or nothing to compare."""
    remark: str = ""
    """How it disagrees, or why the file was not run."""
    invalid: bool = False
    """Whether the file cannot be read."""


def is_pacman(path: Path) -> bool:
    """Whether a file is a test of a whole Pacman game."""
    return path.suffix == ".test" and _kind(path) == PACMAN


def _kind(path: Path) -> str:
    fields = read_fields(path)
    return fields["class"].text if "class" in fields else TREE


def read_pacman_test(path: Path) -> PacmanTest:
    """The Pacman test in a file, with its solution if there is one."""
    return read_pacman(path, AGENTS)


def verdict(test: PacmanTest, algorithm: str | None = None) -> Verdict:
    """How a textbook search, right or wrong, does in a Pacman test."""
    return test.judge(lambda turn: test.search(turn, algorithm or test.algorithm, PROJECT))


def run_test(path: Path, name: str = "") -> Result:
    """Run one file; SpecError if it cannot be read."""
    name = name or path.name
    kind = _kind(path)
    if kind not in (TREE, PACMAN):
        return Result(name, kind, remark=f"{kind} is not a search of a tree or a Pacman game")
    if kind == PACMAN:
        test = read_pacman_test(path)
        judged = verdict(test)
        different = "".join(test.differences[:1])
        agrees = None if test.expected is None else judged.right and not different
        answer = f"{len(judged.actions)} turns, {'right' if judged.right else judged.fault.lower()}"
        return Result(name, kind, test.algorithm, answer, agrees, different)
    course = read(path)
    solved = course.solve()
    remark = ""
    if course.expected is not None:
        wrong = [f"{key} {_words(course.expected[key])}" for key in solved if course.expected[key] != solved[key]]
        remark = f"the solution has {' and '.join(wrong)}" if wrong else ""
    answer = f"{solved['action']}, {len(solved['generated'])} states"
    return Result(name, kind, course.algorithm, answer, course.agrees, remark)


def _words(value: str | list[str]) -> str:
    return value if isinstance(value, str) else " ".join(value)


def run_folder(folder: Path) -> Iterator[Result]:
    """Run all tests in a folder and the folders in it, in order of their names."""
    paths = sorted(folder.rglob("*.test"), key=lambda path: [_natural(part) for part in path.parts])
    if not paths:
        raise SpecError(f"The folder {str(folder)!r} has no files that end in .test.")
    for path in paths:
        name = str(path.relative_to(folder))
        try:
            yield run_test(path, name)
        except CountermoveError as error:
            yield Result(name, "", remark=str(error), invalid=True)


def _natural(text: str) -> tuple[int, str]:
    """Names in the order of the numbers they begin with."""
    digits = len(text) - len(text.lstrip("0123456789"))
    return int(text[:digits] or 0), text
