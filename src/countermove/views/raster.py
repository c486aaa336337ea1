"""Marks as pixels, by Pillow: for pictures that move where SVG cannot, on slides.

Everything is drawn larger than it is wanted and made smaller at the end, which smooths its edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from countermove.errors import SpecError
from countermove.views.mark import Box, Circle, Curve, Mark, Polygon, Scene, Text
from countermove.views.palette import LIGHT, STROKES, TEXTS

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["scene_image"]

FINE = 3
"""How many times larger it is drawn."""


def scene_image(scene: Scene) -> Image:
    """A scene on light paper, a pixel for each of its points."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise SpecError("A GIF needs Pillow; install countermove[film], or write an .svg instead.") from None
    width, height = round(scene.width), round(scene.height)
    image = Image.new("RGB", (width * FINE, height * FINE), LIGHT["paper"])
    pen = ImageDraw.Draw(image)
    for group in scene.groups:
        for mark in group.marks:
            _draw(pen, mark)
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _draw(pen: Any, mark: Mark) -> None:
    if isinstance(mark, Text):
        from PIL import ImageFont

        font = ImageFont.load_default(mark.size * FINE)
        anchor = {"start": "lm", "middle": "mm", "end": "rm"}[mark.anchor]
        pen.text((mark.x * FINE, mark.y * FINE), mark.text, LIGHT[TEXTS[mark.role].colour], font, anchor)
        return
    stroke = STROKES[mark.role]
    fill = LIGHT[stroke.fill] if stroke.fill else None
    line = LIGHT[stroke.line] if stroke.line else None
    wide = round(stroke.width * FINE) if line else 0
    if isinstance(mark, Circle):
        x, y, r = mark.x * FINE, mark.y * FINE, mark.radius * FINE
        pen.ellipse((x - r, y - r, x + r, y + r), fill, line, wide)
    elif isinstance(mark, Box):
        x, y = mark.x * FINE, mark.y * FINE
        corners = (x, y, x + mark.width * FINE, y + mark.height * FINE)
        pen.rounded_rectangle(corners, mark.round * FINE, fill, line, wide)
    elif isinstance(mark, Curve):
        pen.line(_points((mark.start, mark.end)), line, wide)
    elif isinstance(mark, Polygon):
        pen.polygon(_points(mark.points), fill, line, max(1, wide))
    else:
        pen.line(_points(mark.points), line, wide, "curve")


def _points(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    return [(x * FINE, y * FINE) for x, y in points]
