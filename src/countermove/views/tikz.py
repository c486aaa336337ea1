r"""Pictures as TikZ, for LaTeX documents and slides.

The document compiles with pdflatex and needs only TikZ and geometry; the tikzpicture, with the colours and styles above
it, can be copied into any other. Styles are named by role (max, min, edge-best), so each look is changed in one place.
TeX has no lengths beyond 5.7 metres, so a larger picture is refused.
"""

from __future__ import annotations

import re

from countermove.errors import SpecError
from countermove.views.mark import Box, Circle, Curve, Mark, Polygon, Scene, Text, number
from countermove.views.palette import LIGHT, STROKES, TEXTS

UNIT = 0.75
"""TeX points per unit of a scene."""
MAX_TEX_POINTS = 16_000.0
ROUGHLY = r"$\mathrel{\vcenter{\offinterlineskip\hbox{$%s$}\hbox{$\sim$}}}$"
"""A sign above a tilde, which TeX lacks."""
SIGNS = {
    "≤": r"$\le$", "≥": r"$\ge$", "≈": r"$\approx$", "≲": ROUGHLY % "<", "≳": ROUGHLY % ">",
    "∞": r"$\infty$", "…": r"\dots{}", "·": r"$\cdot$", "—": "---",
    "\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"$<$", ">": r"$>$", "|": r"$|$", '"': "''", "×": r"$\times$", "−": r"$-$",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
}  # fmt: skip


def scene_tikz(scene: Scene) -> str:
    r"""A scene as a LaTeX document.

    >>> print(scene_tikz(Scene(20, 10, [])).splitlines()[-1])
    \end{document}
    """
    if max(scene.width, scene.height) * UNIT > MAX_TEX_POINTS:
        raise SpecError("The tree is too large for TeX, which has no lengths beyond 5.7 metres; show fewer nodes.")
    used = scene.roles
    paper = f"paperwidth={scene.width * UNIT:.1f}pt,paperheight={scene.height * UNIT + 2:.1f}pt"
    lines = [
        r"\documentclass{article}",
        r"\usepackage{fix-cm}",
        r"\usepackage{tikz}",
        rf"\usepackage[{paper},margin=0pt]{{geometry}}",
        r"\pagestyle{empty}\parindent0pt\topskip0pt",
        *(rf"\definecolor{{cm-{name}}}{{HTML}}{{{LIGHT[name][1:].upper()}}}" for name in sorted(_colours(used))),
        r"\tikzset{",
        r"  words/.style={inner sep=0pt, outer sep=0pt, anchor=base, font=\fontsize{#1}{#1}\selectfont\sffamily},",
        *(f"  {role}/.style={{{_style(role)}}}," for role in (*STROKES, *TEXTS) if role in used),
        r"}",
        r"\begin{document}",
        rf"% {_plain(scene.title)}" if scene.title else "%",
        rf"\begin{{tikzpicture}}[x={UNIT}pt, y=-{UNIT}pt, line join=round]",
        rf"  \useasboundingbox (0,0) rectangle ({number(scene.width)},{number(scene.height)});",
    ]
    for group in scene.groups:
        if group.title and group.part == "node":
            lines.append(f"  % {_plain(group.title)}")
        lines += [f"  {_mark(mark)}" for mark in group.marks]
    return "\n".join([*lines, r"\end{tikzpicture}", r"\end{document}", ""])


def _mark(mark: Mark) -> str:
    if isinstance(mark, Text):
        anchor = {"start": ", anchor=base west", "middle": "", "end": ", anchor=base east"}[mark.anchor]
        place = f"({number(mark.x)},{number(mark.y + 0.34 * mark.size)})"
        return rf"\node[words={mark.size * UNIT:.2f}pt, {mark.role}{anchor}] at {place} {{{_escaped(mark.text)}}};"
    if isinstance(mark, Circle):
        return rf"\path[{mark.role}] ({number(mark.x)},{number(mark.y)}) circle[radius={mark.radius * UNIT:.2f}pt];"
    if isinstance(mark, Box):
        style = mark.role + (f", rounded corners={mark.round * UNIT:.1f}pt" if mark.round else "")
        corner = f"({number(mark.x + mark.width)},{number(mark.y + mark.height)})"
        return rf"\path[{style}] ({number(mark.x)},{number(mark.y)}) rectangle {corner};"
    points = [f"({number(x)},{number(y)})" for x, y in mark.points]
    if isinstance(mark, Curve):
        start, first, second, end = points
        return rf"\path[{mark.role}] {start} .. controls {first} and {second} .. {end};"
    return rf"\path[{mark.role}] {' -- '.join(points)}{' -- cycle' if isinstance(mark, Polygon) else ''};"


def _style(role: str) -> str:
    if role in TEXTS:
        kind = TEXTS[role]
        font = (r"\bfseries" if kind.bold else "") + (r"\itshape" if kind.italic else "")
        return f"text=cm-{kind.colour}" + (f", node font={font}" if font else "")
    stroke = STROKES[role]
    parts = [f"fill=cm-{stroke.fill}"] if stroke.fill else []
    parts += [f"draw=cm-{stroke.line}, line width={stroke.width * UNIT:.2f}pt"] if stroke.line else []
    return ", ".join(parts + (["dash pattern=on 3pt off 2.25pt"] if stroke.dashed else []))


def _colours(used: set[str]) -> set[str]:
    names = {TEXTS[role].colour for role in used if role in TEXTS}
    return names | {
        name for role in used if role in STROKES for name in (STROKES[role].fill, STROKES[role].line) if name
    }


def _escaped(text: str) -> str:
    r"""Text for TeX: a hyphen before a number becomes a minus, and a sign that its fonts may lack a question mark.

    >>> print(_escaped("tic-tac-toe: -3, 50%"))
    tic-tac-toe: $-$3, 50\%
    """
    text = re.sub(r"-(?=[\d.∞])", "−", text)
    return "".join(SIGNS.get(sign, sign if " " <= sign <= "ÿ" else "?") for sign in text)


def _plain(text: str) -> str:
    """Text for a comment."""
    return " ".join("".join(sign if sign >= " " else " " for sign in text).split())
