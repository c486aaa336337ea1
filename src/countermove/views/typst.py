"""Pictures as Typst, for handouts and exams; no packages are needed.

The picture is a box called `tree`, with its colours and lines in one dictionary above it, so it can be copied into any
document. Texts are quoted strings, never markup, so action names may contain any character.
"""

from __future__ import annotations

import json

from countermove.views.mark import Box, Circle, Curve, Mark, Polygon, Scene, Text, number
from countermove.views.palette import LIGHT, STROKES, TEXTS

UNIT = 0.75
"""Points per unit of a scene."""
HELPERS = """\
#let at(x, y, body) = place(top + left, dx: x * 0.75pt, dy: y * 0.75pt, body)
#let points(all) = all.map(p => (p.at(0) * 0.75pt, p.at(1) * 0.75pt))
#let shape(role, ..all) = place(top + left, polygon(..styles.at(role), ..points(all.pos())))
#let trail(role, first, ..all) = place(top + left, curve(..styles.at(role), curve.move(points((first,)).at(0)),
  ..points(all.pos()).map(p => curve.line(p))))
#let bend(role, a, b, c, d) = { let p = points((a, b, c, d)); place(top + left, curve(..styles.at(role),
  curve.move(p.at(0)), curve.cubic(p.at(1), p.at(2), p.at(3)))) }
#let disc(role, x, y, r) = at(x - r, y - r, circle(radius: r * 0.75pt, ..styles.at(role)))
#let rectangle(role, x, y, w, h, r) = at(x, y, rect(width: w * 0.75pt, height: h * 0.75pt, radius: r * 0.75pt,
  ..styles.at(role)))
#let words(role, x, y, size, anchor, body) = context {
  let it = text(size: size * 0.75pt, top-edge: "cap-height", bottom-edge: "baseline", ..styles.at(role), body)
  let m = measure(it)
  at(x, y, move(dx: -anchor * m.width, dy: -m.height / 2, box(width: m.width + 1pt, it)))
}"""


def scene_typst(scene: Scene) -> str:
    """A scene as a Typst document.

    >>> print(scene_typst(Scene(20, 10, [])).splitlines()[-1])
    #tree
    """
    used = scene.roles
    lines = [
        *([f"// {' '.join(scene.title.split())}"] if scene.title else []),
        "#set page(width: auto, height: auto, margin: 0pt)",
        "#let styles = (",
        *(f'  "{role}": ({_style(role)}),' for role in (*STROKES, *TEXTS) if role in used),
        "  :)" if not used else ")",
        HELPERS,
        f"#let tree = box(width: {scene.width * UNIT:.1f}pt, height: {scene.height * UNIT:.1f}pt, {{",
        *(f"  {_mark(mark)}" for group in scene.groups for mark in group.marks),
        "})",
        "#tree",
        "",
    ]
    return "\n".join(lines)


def _mark(mark: Mark) -> str:
    if isinstance(mark, Text):
        anchor = {"start": "0", "middle": "0.5", "end": "1"}[mark.anchor]
        place = f"{number(mark.x)}, {number(mark.y)}, {number(mark.size)}, {anchor}"
        return f'words("{mark.role}", {place}, {_quoted(mark.text)})'
    if isinstance(mark, Circle):
        return f'disc("{mark.role}", {number(mark.x)}, {number(mark.y)}, {number(mark.radius)})'
    if isinstance(mark, Box):
        size = f"{number(mark.width)}, {number(mark.height)}, {number(mark.round)}"
        return f'rectangle("{mark.role}", {number(mark.x)}, {number(mark.y)}, {size})'
    name = "shape" if isinstance(mark, Polygon) else "bend" if isinstance(mark, Curve) else "trail"
    return f'{name}("{mark.role}", {", ".join(f"({number(x)}, {number(y)})" for x, y in mark.points)})'


def _style(role: str) -> str:
    if role in TEXTS:
        kind = TEXTS[role]
        words = f'fill: rgb("{LIGHT[kind.colour]}")' + (', weight: "bold"' if kind.bold else "")
        return words + (', style: "italic"' if kind.italic else "")
    stroke = STROKES[role]
    fill = f'rgb("{LIGHT[stroke.fill]}")' if stroke.fill else "none"
    if not stroke.line:
        return f"fill: {fill}, stroke: none"
    dash = ", dash: (3pt, 2.25pt)" if stroke.dashed else ""
    line = f'(paint: rgb("{LIGHT[stroke.line]}"), thickness: {stroke.width * UNIT:.2f}pt{dash}, join: "round")'
    return f"fill: {fill}, stroke: {line}"


def _quoted(text: str) -> str:
    """A string literal; Typst's escapes are JSON's, except for code points."""
    return json.dumps("".join(sign if sign >= " " else " " for sign in text), ensure_ascii=False)
