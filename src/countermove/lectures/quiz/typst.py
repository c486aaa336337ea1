"""A tree as a Typst drawing, without any package: lines, triangles and circles at absolute coordinates.

    MAX  a triangle pointing up      MIN  a triangle pointing down      CHANCE  a circle

Unsolved, nodes have names and leaves have payoffs. Solved, values and bounds are beside the nodes, and what was never
visited is grey, with a stroke through its branch.
"""

from __future__ import annotations

from countermove.lectures.quiz.answer import show
from countermove.lectures.quiz.layout import PlacedNode, placed_nodes
from countermove.lectures.quiz.worked import Worked

WIDTH = 168.0
"""Millimetres from margin to margin."""
STEP = 15.0
"""Between leaves, space permitting."""
RISE = 14.0
"""Between levels; half as much again where many leaves are close together."""
CROWDED_LEAVES = 20
MARKUP = "\\#$*_`<>@[]^-/~"
FILLS = {"MAX": "e3eefb", "MIN": "fdf0d5", "CHANCE": "efe6f7"}


def escaped(words: str) -> str:
    r"""Words with Typst's markup characters escaped.

    >>> print(escaped("b^2 <= [3]"))
    b\^2 \<= \[3\]
    """
    return "".join(f"\\{sign}" if sign in MARKUP else sign for sign in words)


def tree_typst(worked: Worked, solved: bool = False, named: bool = True) -> str:
    """The tree as one block of Typst markup; a reordered tree has no names to show."""
    nodes = placed_nodes(worked)
    leaves = sum(not place.role for place in nodes.values())
    step = min(STEP, WIDTH / leaves)
    size = min(1.0, max(0.7, step / 8.5))
    rise = RISE if leaves <= CROWDED_LEAVES else 1.5 * RISE
    levels = max(place.level for place in nodes.values())
    drawing = _Drawing(nodes, step, rise, size, solved, named)
    body = "\n".join(["  " + line for place in nodes.values() for line in drawing.branch(place)])
    body += "\n" + "\n".join(["  " + line for place in nodes.values() for line in drawing.node(place)])
    width, height = leaves * step, levels * rise + (12 if named else 9)
    return f"#align(center, box(width: {width:.1f}mm, height: {height:.1f}mm)[\n{body}\n])"


class _Drawing:
    """A tree being drawn."""

    def __init__(
        self, nodes: dict[str, PlacedNode], step: float, rise: float, size: float, solved: bool, named: bool
    ) -> None:
        self.nodes = nodes
        self.step = step
        self.rise = rise
        self.size = size
        self.solved = solved
        self.named = named

    def at(self, place: PlacedNode) -> tuple[float, float]:
        return (place.across + 0.5) * self.step, place.level * self.rise + 4.5

    def visited(self, place: PlacedNode) -> bool:
        return not self.solved or bool(place.found)

    def branch(self, place: PlacedNode) -> list[str]:
        """The line from the parent, struck through where it was cut, and the odds on it."""
        if not place.parent:
            return []
        parent = self.nodes[place.parent]
        (x, y), (left, top) = self.at(place), self.at(parent)
        half = 3.4 * self.size
        start, end = (left, top + half), (x, y - (half if place.role else 2.4 * self.size))
        colour = "luma(60)" if self.visited(place) else "luma(190)"
        lines = [_line(start, end, f"0.6pt + {colour}")]
        if not self.visited(place) and self.visited(parent):
            middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            lines.append(
                _line((middle[0] - 1.3, middle[1] - 0.7), (middle[0] + 1.3, middle[1] + 0.7), '1pt + rgb("c0392b")')
            )
        if place.odds:
            share = 0.62
            spot = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
            lines.append(
                _words(spot, f"#box(fill: white, inset: 0.6pt)[{escaped(place.odds)}]", 7.5 * self.size, "luma(60)")
            )
        return lines

    def node(self, place: PlacedNode) -> list[str]:
        x, y = self.at(place)
        colour = "black" if self.visited(place) else "luma(170)"
        if not place.role:
            payoff = show(place.payoff or 0.0)
            lines = [_words((x, y), escaped(payoff), 10.5 * self.size, colour, bold=True)]
            below = x, y + 4.2 * self.size
            return lines + [_words(below, escaped(place.name), 8.5 * self.size, "luma(60)")] * self.named
        lines = self._shape(place, x, y)
        if self.named:
            lines.append(_words((x, y + self._sink(place)), escaped(place.name), 8.5 * self.size, colour))
        return lines + self._found(place, x, y)

    def _found(self, place: PlacedNode, x: float, y: float) -> list[str]:
        """What the search found, to the right of the shape, where no branch passes."""
        if not self.solved or not place.found:
            return []
        words = place.found.replace("<=", "≤").replace(">=", "≥").replace("= ", "").replace(" ", "")
        right, down = {"MAX": (2.6, -0.9), "MIN": (2.4, 1.3)}.get(place.role, (4.0, 0.0))
        spot = f"dx: {x + right * self.size:.2f}mm, dy: {y + down * self.size - 3:.2f}mm"
        content = f'text(size: {8.5 * self.size:.1f}pt, weight: "bold", fill: rgb("1f6f43"))[{escaped(words)}]'
        return [f"#place(top + left, {spot}, box(height: 6mm, align(left + horizon, {content})))"]

    def _sink(self, place: PlacedNode) -> float:
        """How far below the middle of its shape the name goes: where a triangle is wide."""
        return {"MAX": 1.0, "MIN": -0.9}.get(place.role, 0.0) * self.size

    def _shape(self, place: PlacedNode, x: float, y: float) -> list[str]:
        half = 3.4 * self.size
        visited = self.visited(place)
        paint = (
            f'fill: rgb("{FILLS[place.role]}"), stroke: 0.7pt + luma(60)'
            if visited
            else "fill: white, stroke: 0.6pt + luma(190)"
        )
        if place.role == "CHANCE":
            return [
                f"#place(top + left, dx: {x - half:.2f}mm, dy: {y - half:.2f}mm, circle(radius: {half:.2f}mm, {paint}))"
            ]
        wide = 1.25 * half
        flat, point = (y + half, y - half) if place.role == "MAX" else (y - half, y + half)
        corners = ((x - wide, flat), (x + wide, flat), (x, point))
        listed = ", ".join(f"({across:.2f}mm, {down:.2f}mm)" for across, down in corners)
        return [f"#place(top + left, polygon({paint}, {listed}))"]


def _line(start: tuple[float, float], end: tuple[float, float], stroke: str) -> str:
    ends = ", ".join(f"{name}: ({x:.2f}mm, {y:.2f}mm)" for name, (x, y) in (("start", start), ("end", end)))
    return f"#place(top + left, line({ends}, stroke: {stroke}))"


def _words(spot: tuple[float, float], words: str, points: float, colour: str, bold: bool = False) -> str:
    """Words centred on a spot."""
    weight = ', weight: "bold"' if bold else ""
    content = f"text(size: {points:.1f}pt, fill: {colour}{weight})[{words}]"
    box = f"box(width: 16mm, height: 6mm, align(center + horizon, {content}))"
    return f"#place(top + left, dx: {spot[0] - 8:.2f}mm, dy: {spot[1] - 3:.2f}mm, {box})"
