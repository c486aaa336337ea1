"""Chess pieces as marks: the outlines of the page's pieces, as polygons that every format can draw."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from countermove.views.mark import Mark, Path, Point, Polygon

SIZE = 100.0
"""The size of a cell in the outlines."""
STEPS = 6
"""The straight lines that stand for a curve."""
TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")


def chessman(letter: str, player: int, x: float, y: float, size: float) -> list[Mark]:
    """A piece in a cell of this size about (x, y); nothing for a letter that is not a piece's."""
    shape = _shapes().get(letter.upper())
    if shape is None:
        return []
    scale = size / SIZE
    outlines, lines = shape

    def placed(points: list[Point]) -> tuple[Point, ...]:
        return tuple((x + scale * px, y + scale * py) for px, py in points)

    return [
        *(Polygon(placed(points), f"chess{player}") for points in outlines),
        *(Path(placed(points), f"chess{player}-line") for points in lines),
    ]


@cache
def _shapes() -> dict[str, tuple[list[list[Point]], list[list[Point]]]]:
    text = (files("countermove.views") / "static" / "chess_shapes.js").read_text(encoding="utf-8")
    given = json.loads(text.partition("=")[2].strip().rstrip(";"))
    return {
        letter: (list(traced(each["outline"])), list(traced(each.get("lines", "")))) for letter, each in given.items()
    }


def traced(path: str) -> Iterator[list[Point]]:
    """The lines of an SVG path, curves as short straight ones: M, and l, h, v, c, a and z relative to the last point.

    >>> list(traced("M0 0h10v5zM1 1l2 3"))
    [[(0.0, 0.0), (10.0, 0.0), (10.0, 5.0)], [(1.0, 1.0), (3.0, 4.0)]]
    """
    words = TOKEN.findall(path)
    points: list[Point] = []
    command, at = "", 0
    while at < len(words):
        if words[at].isalpha():
            command, at = words[at], at + 1
        if command in "Zz":
            continue
        count = {"M": 2, "l": 2, "h": 1, "v": 1, "c": 6, "a": 7}[command]
        numbers = [float(word) for word in words[at : at + count]]
        at += count
        if command == "M":
            if points:
                yield points
            points = [(numbers[0], numbers[1])]
        else:
            points += _drawn(command, points[-1], numbers)
    if points:
        yield points


def _drawn(command: str, last: Point, numbers: list[float]) -> list[Point]:
    """The points that a command adds."""
    x, y = last
    if command == "h":
        return [(x + numbers[0], y)]
    if command == "v":
        return [(x, y + numbers[0])]
    if command == "l":
        return [(x + numbers[0], y + numbers[1])]
    steps = [step / STEPS for step in range(1, STEPS + 1)]
    if command == "c":
        (ax, ay), (bx, by), (cx, cy) = ((x + numbers[i], y + numbers[i + 1]) for i in (0, 2, 4))
        return [
            (
                (1 - t) ** 3 * x + 3 * (1 - t) ** 2 * t * ax + 3 * (1 - t) * t**2 * bx + t**3 * cx,
                (1 - t) ** 3 * y + 3 * (1 - t) ** 2 * t * ay + 3 * (1 - t) * t**2 * by + t**3 * cy,
            )
            for t in steps
        ]
    return _arc(last, (x + numbers[5], y + numbers[6]), numbers[0], numbers[4] > 0, numbers[3] > 0)


def _arc(start: Point, end: Point, radius: float, clockwise: bool, large: bool) -> list[Point]:
    """Points on a circle from one point to another."""
    (x, y), (ex, ey) = start, end
    half = math.dist(start, end) / 2
    radius = max(radius, half)
    away = math.sqrt(radius**2 - half**2) / (2 * half) * (1 if clockwise != large else -1)
    middle = ((x + ex) / 2 - away * (ey - y), (y + ey) / 2 + away * (ex - x))
    first, last = (math.atan2(py - middle[1], px - middle[0]) for px, py in (start, end))
    if clockwise and last < first:
        last += 2 * math.pi
    if not clockwise and last > first:
        last -= 2 * math.pi
    angles = [first + (last - first) * step / STEPS for step in range(1, STEPS + 1)]
    return [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
