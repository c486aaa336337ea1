"""The colours and lines of pictures, by the role of a mark.

Blue for MAX, vermilion for MIN and green for CHANCE are distinct for readers with any kind of colour vision (Okabe and
Ito, "Color universal design", 2008), and no drawing relies on colour alone: shapes, dashes and strokes say the same.
There are two sets, for light and dark backgrounds; text has a contrast of at least 4.5 to 1 in both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LIGHT: Final = {
    "paper": "#ffffff", "ink": "#1a1d21", "muted": "#565d66", "faint": "#6b7280", "rule": "#8b929b",
    "pale": "#f4f5f7", "marked": "#fde68a", "wall": "#5b6b8c", "pacman": "#f2b705",
    "max": "#0067a3", "max-tint": "#d9ecf9", "min": "#b84a00", "min-tint": "#fde6d5",
    "chance": "#00724f", "chance-tint": "#d5f1e6",
    "p2": "#00724f", "p2-tint": "#d5f1e6", "p3": "#8a3d75", "p3-tint": "#f6e0ef",
    "p4": "#7a5d00", "p4-tint": "#fbf0c4", "p5": "#4a4fb0", "p5-tint": "#e3e4fa",
    "light-square": "#f1f3f6", "dark-square": "#bcc8d6", "ivory": "#fdfdfc", "ebony": "#2a2f36",
}  # fmt: skip
DARK: Final = {
    "paper": "#15181d", "ink": "#eceef1", "muted": "#b3bac3", "faint": "#8f97a1", "rule": "#737b85",
    "pale": "#20242b", "marked": "#6b5300", "wall": "#3f4d6b", "pacman": "#ffd54a",
    "max": "#63bdf2", "max-tint": "#10344d", "min": "#f79a5c", "min-tint": "#4a2810",
    "chance": "#4fd0a3", "chance-tint": "#0d3a2c",
    "p2": "#4fd0a3", "p2-tint": "#0d3a2c", "p3": "#e59bcd", "p3-tint": "#44203a",
    "p4": "#e3c14a", "p4-tint": "#3d3106", "p5": "#a5a9f5", "p5-tint": "#26285a",
    "light-square": "#5d6977", "dark-square": "#37404b", "ivory": "#f6f4ee", "ebony": "#0f1216",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a shape or a line is drawn: names of colours, the width, and whether the line is dashed."""

    fill: str = ""
    line: str = ""
    width: float = 1.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Type:
    """How a text is set."""

    colour: str = "ink"
    bold: bool = False
    italic: bool = False


def _sides(width: float, suffix: str = "") -> dict[str, Stroke]:
    """Shapes of nodes, by who acts; `suffix` marks those on the principal variation."""
    colours = {"max": "max", "min": "min", "chance": "chance", "p0": "max", "p1": "min"}
    colours |= {each: each for each in ("p2", "p3", "p4", "p5")}
    return {role + suffix: Stroke(f"{colour}-tint", colour, width) for role, colour in colours.items()}


STROKES: Final[dict[str, Stroke]] = {
    **_sides(1.4),
    **_sides(2.8, "-best"),
    "leaf": Stroke("paper", "rule", 1.2),
    "leaf-best": Stroke("paper", "ink", 2.4),
    "estimate": Stroke("paper", "rule", 1.2, dashed=True),
    "estimate-best": Stroke("paper", "ink", 2.4, dashed=True),
    "pruned": Stroke("paper", "rule", 1.0, dashed=True),
    "edge": Stroke("", "rule", 1.2),
    "edge-best": Stroke("", "ink", 3.0),
    "edge-pruned": Stroke("", "rule", 1.0, dashed=True),
    "edge-more": Stroke("", "rule", 1.0, dashed=True),
    "set": Stroke("", "ink", 1.4, dashed=True),
    "strike": Stroke("", "min", 2.0),
    "grid": Stroke("", "rule", 0.8),
    "cell": Stroke("pale", "rule", 0.8),
    "light-cell": Stroke("light-square", "rule", 0.8),
    "dark-cell": Stroke("dark-square", "rule", 0.8),
    "marked": Stroke("marked", "rule", 0.8),
    "chess0": Stroke("ivory", "ebony", 1.0),
    "chess0-line": Stroke("", "ebony", 0.8),
    "chess1": Stroke("ebony", "ivory", 0.6),
    "chess1-line": Stroke("", "ivory", 0.8),
    "counter": Stroke("muted", "", 0.0),
    "go0": Stroke("ebony", "rule", 0.8),
    "go1": Stroke("ivory", "ebony", 0.8),
    "go0-mark": Stroke("", "ivory", 1.4),
    "go1-mark": Stroke("", "ebony", 1.4),
    "go0-share": Stroke("ebony", "rule", 0.6),
    "go1-share": Stroke("ivory", "rule", 0.8),
    "visits": Stroke("p4", "", 0.0),
    "wall": Stroke("wall", "", 0.0),
    "food": Stroke("muted", "", 0.0),
    "pacman": Stroke("pacman", "ink", 0.8),
    "ghost": Stroke("min", "", 0.0),
    "scared": Stroke("max-tint", "max", 1.4),
    "eye": Stroke("paper", "ink", 0.6),
    **{f"stone{player}": Stroke(name, "", 0.0) for player, name in enumerate(("max", "min", "p2", "p3", "p4", "p5"))},
    **{f"cross{player}": Stroke("", name, 2.0) for player, name in enumerate(("max", "min", "p2", "p3", "p4", "p5"))},
}
TEXTS: Final[dict[str, Type]] = {
    "value": Type(),
    "value-best": Type(bold=True),
    "label": Type("muted"),
    "label-best": Type(bold=True),
    "name": Type("muted", italic=True),
    "window": Type("muted"),
    "cut": Type("faint"),
    "more": Type("faint", italic=True),
    "level": Type("muted", bold=True),
    "title": Type(bold=True),
    "legend": Type("muted"),
    "coordinate": Type("faint"),
    "piece": Type(bold=True),
    "go0-label": Type("ivory", bold=True),
    "go1-label": Type("ebony", bold=True),
    **{f"piece{player}": Type(name, bold=True) for player, name in enumerate(("max", "min", "p2", "p3", "p4", "p5"))},
}
