"""A tree as indented text: one node per line, its children below it and indented further.

    a MAX                     go CHANCE
      b MIN                     0.25: 20
        d = 2                   0.5: slow = 30
        e = 7                   1/4: 60
      c
        1
        8

A line is `[probability:] [name] [MAX | MIN | CHANCE] [= value]`; a number alone is a leaf. Sides take turns where none
is given. Where children have probabilities, chance acts.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from countermove.errors import SpecError
from countermove.games.tree import Tree
from countermove.lectures.course.fields import text_of, wrong

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
LINE = re.compile(
    rf"(?:(?P<odds>\d+/\d+|{NUMBER})\s*:\s*)?(?P<words>.*?)\s*(?:(?:=\s*(?P<value>\S+))|(?P<bare>(?<!\S){NUMBER}))?$"
)
SIDES = {"max": "max", "min": "min", "chance": "chance"}


@dataclass(slots=True)
class _Line:
    number: int
    indent: int
    odds: float | None
    name: str
    side: str
    value: float | None
    children: list[_Line] = field(default_factory=list)


def read_indented(path: Path) -> Tree:
    """The tree in a file of indented text."""
    lines = [
        _line(path, number, text.expandtabs(4))
        for number, text in enumerate(text_of(path).splitlines(), 1)
        if text.strip() and not text.lstrip().startswith("#")
    ]
    if not lines:
        raise SpecError(f"{path.name} is empty; a tree has at least one node.")
    root = lines[0]
    above = [root]
    for line in lines[1:]:
        while above and above[-1].indent > line.indent:
            above.pop()
        if above and above[-1].indent == line.indent:
            above.pop()
            if not above:
                raise wrong(path, line.number, f"a second root; the first is in line {root.number}")
            if above[-1].indent >= line.indent or line.indent != above[-1].children[0].indent:
                raise wrong(path, line.number, _ragged(line))
        elif not above or above[-1].children:
            raise wrong(path, line.number, _ragged(line))
        above[-1].children.append(line)
        above.append(line)
    _check(path, lines)
    try:
        return Tree(_plain(root), root=root.side if root.side in ("max", "min") else "max")
    except SpecError as error:
        raise SpecError(f"{path.name}: {error}") from None


def _ragged(line: _Line) -> str:
    return f"it is indented by {line.indent}, which matches no line above it"


def _line(path: Path, number: int, text: str) -> _Line:
    found = LINE.match(text.strip())
    assert found is not None
    words = found["words"].split()
    side = ""
    if words and words[-1].casefold() in SIDES:
        side = SIDES[words.pop().casefold()]
    given = found["value"] if found["value"] is not None else found["bare"]
    try:
        value = None if given is None else float(Fraction(given))
        odds = None if found["odds"] is None else float(Fraction(found["odds"]))
    except (ValueError, ZeroDivisionError):
        raise wrong(path, number, f"{text.strip()!r} lacks a number") from None
    return _Line(number, len(text) - len(text.lstrip()), odds, "_".join(words), side, value)


def _check(path: Path, lines: list[_Line]) -> None:
    """Refuse an invalid tree, naming the line."""
    names: dict[str, int] = {}
    for line in lines:
        what = line.name or "this node"
        if line.name in names:
            raise wrong(path, line.number, f"the name {line.name!r} is already used in line {names[line.name]}")
        if line.name:
            names[line.name] = line.number
        if line.children and line.value is not None:
            raise wrong(path, line.number, f"{what} has both a value and lines below it")
        if not line.children and line.value is None:
            example = f" (as in {line.name} = 3)" if line.name else ""
            raise wrong(path, line.number, f"{what} has neither a value{example} nor lines below it")
        odds = [child.odds for child in line.children if child.odds is not None]
        if odds and len(odds) < len(line.children):
            bare = next(child for child in line.children if child.odds is None)
            raise wrong(path, bare.number, "a probability is missing; its siblings have one")
        if odds and line.side in ("max", "min"):
            raise wrong(path, line.number, f"{what} is {line.side.upper()}'s, but lines below it have probabilities")
        if odds and abs(math.fsum(odds) - 1) > 1e-9:
            raise wrong(path, line.number, f"the probabilities below {what} sum to {math.fsum(odds):.12g}, not 1")


def _plain(line: _Line) -> Any:
    """A node as `Tree` takes it."""
    node: dict[str, Any] = {"name": line.name} if line.name else {}
    if not line.children:
        return {**node, "value": line.value}
    node["children"] = [_plain(child) for child in line.children]
    if line.children[0].odds is not None:
        node["chances"] = [child.odds for child in line.children]
    elif line.side:
        node["player"] = line.side
    return node
