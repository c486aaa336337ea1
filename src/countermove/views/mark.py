"""The primitives of every picture, whether SVG, TikZ or Typst.

A picture is a `Scene`: groups of marks, in points from the top left corner, y pointing down. A mark has a position, a
size and a role; a writer turns the role into colours and lines (`palette.py`). The y of a text is the middle of its
capitals. Text widths are estimated from those of Helvetica, a little generously, since the actual font is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Text:
    x: float
    y: float
    text: str
    role: str
    size: float = 13.0
    anchor: Anchor = "middle"

    def span(self) -> tuple[float, float]:
        """Its start and end."""
        width = width_of(self.text, self.size)
        start = {"start": 0.0, "middle": width / 2, "end": width}[self.anchor]
        return self.x - start, self.x - start + width


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[Point, ...]
    role: str


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines from point to point."""

    points: tuple[Point, ...]
    role: str


@dataclass(frozen=True, slots=True)
class Curve:
    """From `start` to `end`, leaving and arriving along the x axis."""

    start: Point
    end: Point
    role: str

    @property
    def points(self) -> tuple[Point, Point, Point, Point]:
        """As a cubic Bézier curve: the start, two control points, the end."""
        middle = (self.start[0] + self.end[0]) / 2
        return self.start, (middle, self.start[1]), (middle, self.end[1]), self.end


@dataclass(frozen=True, slots=True)
class Circle:
    x: float
    y: float
    radius: float
    role: str


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    role: str
    round: float = 0.0


Mark: TypeAlias = Text | Polygon | Path | Curve | Circle | Box


@dataclass(slots=True)
class Group:
    """Marks that belong together: a node, or the branch that leads to one."""

    marks: list[Mark]
    part: Literal["node", "edge", "other"] = "other"
    node: int | None = None
    """The number of the node in the events; for a pruned branch, that of the node that cut it off."""
    pruned: bool = False
    best: bool = False
    kind: str = ""
    title: str = ""
    """The tooltip."""


@dataclass(slots=True)
class Scene:
    """A picture."""

    width: float
    height: float
    groups: list[Group] = field(default_factory=list)
    title: str = ""
    summary: str = ""
    grows: str = "down"
    """The direction of its tree: down or right."""

    @property
    def roles(self) -> set[str]:
        """The roles of its marks."""
        return {mark.role for group in self.groups for mark in group.marks}


def moved(mark: Mark, x: float, y: float) -> Mark:
    """The mark, moved."""
    if isinstance(mark, Text):
        return Text(mark.x + x, mark.y + y, mark.text, mark.role, mark.size, mark.anchor)
    if isinstance(mark, Circle):
        return Circle(mark.x + x, mark.y + y, mark.radius, mark.role)
    if isinstance(mark, Box):
        return Box(mark.x + x, mark.y + y, mark.width, mark.height, mark.role, mark.round)
    if isinstance(mark, Curve):
        return Curve((mark.start[0] + x, mark.start[1] + y), (mark.end[0] + x, mark.end[1] + y), mark.role)
    return type(mark)(tuple((a + x, b + y) for a, b in mark.points), mark.role)


def number(value: float) -> str:
    """A coordinate as text."""
    return f"{value:.1f}".removesuffix(".0")


NARROW, SLIM, WIDE = "ijl.,:;'|!", "frtI()[]{}/ \\", "mwMW@%—…"
SIGNS = "≤≥≲≳≈+×"
"""Signs that are wide in some fonts, such as TeX's."""


def width_of(text: str, size: float) -> float:
    """The approximate width of a text.

    >>> width_of("Center", 10) < width_of("Windows", 10) < width_of("Windows", 12)
    True
    """
    total = 0.0
    for sign in text:
        if sign in NARROW:
            total += 0.28
        elif sign in SLIM:
            total += 0.36
        elif sign in WIDE:
            total += 0.92
        elif sign in SIGNS:
            total += 0.8
        elif sign == "∞":
            total += 1.1
        elif sign.isupper():
            total += 0.72
        elif sign > "\u2e80":
            total += 1.05
        else:
            total += 0.58
    return total * size
