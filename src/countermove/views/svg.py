"""Pictures as SVG: one self-contained document for browsers, editors and printers.

Colours are literal, once for light backgrounds and again for readers who prefer dark; no CSS variables, which few
programs other than browsers support. Every node is a group with its number (`data-node`), and so is the branch that
leads to it, so that programs can find them. Each group has a <title>, and the whole has <title> and <desc>, for screen
readers.
"""

from __future__ import annotations

from html import escape

from countermove.views.mark import Box, Circle, Curve, Group, Mark, Polygon, Scene, Text, number
from countermove.views.palette import DARK, LIGHT, STROKES, TEXTS

FONT = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif"
DASHES = "4 3"


def scene_svg(scene: Scene) -> str:
    """A scene as an SVG document.

    >>> print(scene_svg(Scene(20, 10, [Group([Text(10, 5, "a < b", "value")])], "Two")).splitlines()[-2])
    <g class="other"><text x="10" y="9.6" class="value">a &lt; b</text></g>
    """
    width, height = number(scene.width), number(scene.height)
    grows = ' data-grows="right"' if scene.grows == "right" else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cm" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{FONT}" text-anchor="middle"{grows}>',
        f"<title>{_escaped(scene.title or 'A game tree')}</title>",
        f"<desc>{_escaped(scene.summary)}</desc>" if scene.summary else "",
        f"<style>{_style(scene)}</style>",
        f'<rect class="paper" width="{width}" height="{height}" rx="6"/>',
        *map(_group, scene.groups),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _group(group: Group) -> str:
    name = group.part if group.part != "other" else group.kind or "other"
    what = "cut" if group.pruned else "more" if group.kind == "more" else "node"
    number = "" if group.node is None else f' data-{what}="{group.node}"'
    title = f"<title>{_escaped(group.title)}</title>" if group.title and group.part == "node" else ""
    if group.part == "edge" and group.pruned and group.title:
        title = f"<title>{_escaped(group.title)}</title>"
    return f'<g class="{name}"{number}>{title}{"".join(map(mark_svg, group.marks))}</g>'


def mark_svg(mark: Mark) -> str:
    """One mark as an element."""
    if isinstance(mark, Text):
        anchor = "" if mark.anchor == "middle" else f' text-anchor="{mark.anchor}"'
        size = "" if mark.size == 13 else f' font-size="{number(mark.size)}"'
        place = f'x="{number(mark.x)}" y="{number(mark.y + 0.355 * mark.size)}"'
        return f'<text {place} class="{mark.role}"{size}{anchor}>{_escaped(mark.text)}</text>'
    if isinstance(mark, Circle):
        place = f'cx="{number(mark.x)}" cy="{number(mark.y)}" r="{number(mark.radius)}"'
        return f'<circle {place} class="{mark.role}"/>'
    if isinstance(mark, Box):
        place = f'x="{number(mark.x)}" y="{number(mark.y)}"'
        size = f'width="{number(mark.width)}" height="{number(mark.height)}"'
        return f'<rect {place} {size} class="{mark.role}"' + (f' rx="{number(mark.round)}"/>' if mark.round else "/>")
    if isinstance(mark, Curve):
        start, *bend = (f"{number(x)} {number(y)}" for x, y in mark.points)
        return f'<path d="M{start}C{" ".join(bend)}" class="{mark.role}"/>'
    points = "L".join(f"{number(x)} {number(y)}" for x, y in mark.points)
    return f'<path d="M{points}{"Z" if isinstance(mark, Polygon) else ""}" class="{mark.role}"/>'


def _style(scene: Scene) -> str:
    """The rules for the roles that occur, on light and dark backgrounds."""
    used = scene.roles
    lines = [f".cm .{role}{{{_drawn(role)}}}" for role in STROKES if role in used]
    lines += [f".cm .{role}{{{_set(role)}}}" for role in TEXTS if role in used and _set(role)]
    dark = "".join(_coloured(role, DARK) for role in ("paper", *STROKES, *TEXTS) if role in used or role == "paper")
    light = "".join(_coloured(role, LIGHT) for role in ("paper", *STROKES, *TEXTS) if role in used or role == "paper")
    return f".cm{{font-size:13px}}{''.join(lines)}{light}@media (prefers-color-scheme:dark){{{dark}}}"


def _drawn(role: str) -> str:
    stroke = STROKES[role]
    dashes = f";stroke-dasharray:{DASHES}" if stroke.dashed else ""
    ends = ";stroke-linecap:round" if role.startswith(("cross", "strike")) else ""
    return f"stroke-width:{stroke.width:g};stroke-linejoin:round{dashes}{ends}"


def _set(role: str) -> str:
    kind = TEXTS[role]
    return ";".join((["font-weight:700"] if kind.bold else []) + (["font-style:italic"] if kind.italic else []))


def _coloured(role: str, colours: dict[str, str]) -> str:
    if role == "paper":
        return f".cm .paper{{fill:{colours['paper']}}}"
    if role in TEXTS:
        return f".cm .{role}{{fill:{colours[TEXTS[role].colour]}}}"
    stroke = STROKES[role]
    fill = colours[stroke.fill] if stroke.fill else "none"
    line = colours[stroke.line] if stroke.line else "none"
    return f".cm .{role}{{fill:{fill};stroke:{line}}}"


def _escaped(text: str) -> str:
    """Text for XML, without control characters, which it does not allow."""
    return escape("".join(sign if sign >= " " else " " for sign in text), quote=False)
