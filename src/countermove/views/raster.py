"""Marks as pixels, by Pillow: for animations where SVG is not supported, such as slides.

Everything is drawn larger and scaled down at the end, which smooths edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from countermove.errors import SpecError
from countermove.views.mark import Box, Circle, Curve, Mark, Polygon, Scene, Text
from countermove.views.palette import LIGHT, STROKES, TEXTS

if TYPE_CHECKING:
    from PIL.Image import Image

SCALE = 3
"""The oversampling factor."""


def scene_image(scene: Scene) -> Image:
    """A scene on a light background, one pixel per point."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        raise SpecError("A GIF needs Pillow; run pip install 'countermove[film]', or write an .svg instead.") from None
    width, height = round(scene.width), round(scene.height)
    image = Image.new("RGB", (width * SCALE, height * SCALE), LIGHT["paper"])
    pen = ImageDraw.Draw(image)
    for group in scene.groups:
        for mark in group.marks:
            _draw(pen, mark)
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _draw(pen: Any, mark: Mark) -> None:
    if isinstance(mark, Text):
        from PIL import ImageFont

        font = ImageFont.load_default(mark.size * SCALE)
        anchor = {"start": "lm", "middle": "mm", "end": "rm"}[mark.anchor]
        pen.text((mark.x * SCALE, mark.y * SCALE), mark.text, LIGHT[TEXTS[mark.role].colour], font, anchor)
        return
    stroke = STROKES[mark.role]
    fill = LIGHT[stroke.fill] if stroke.fill else None
    line = LIGHT[stroke.line] if stroke.line else None
    wide = round(stroke.width * SCALE) if line else 0
    if isinstance(mark, Circle):
        x, y, r = mark.x * SCALE, mark.y * SCALE, mark.radius * SCALE
        pen.ellipse((x - r, y - r, x + r, y + r), fill, line, wide)
    elif isinstance(mark, Box):
        x, y = mark.x * SCALE, mark.y * SCALE
        corners = (x, y, x + mark.width * SCALE, y + mark.height * SCALE)
        pen.rounded_rectangle(corners, mark.round * SCALE, fill, line, wide)
    elif isinstance(mark, Curve):
        pen.line(_points((mark.start, mark.end)), line, wide)
    elif isinstance(mark, Polygon):
        pen.polygon(_points(mark.points), fill, line, max(1, wide))
    else:
        pen.line(_points(mark.points), line, wide, "curve")


def _points(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    return [(x * SCALE, y * SCALE) for x, y in points]
