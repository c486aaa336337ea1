"""Numbers with their errors, one per row, as SVG: a dot on a bar for each.

best:nodes=4000    |          |--o--|
best:nodes=1000    |    |--o--|
random             o|
                -400    0   400
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from countermove.errors import SpecError
from countermove.views.plot import COLOURS, round_step

WIDTH, ROW, TOP, BOTTOM = 640, 28, 44, 52
LEFT, RIGHT = 220, 70
MAX_LETTERS = 30


def ranking(title: str, unit: str, rows: Sequence[tuple[str, float, float, float]]) -> str:
    """An SVG image of rows: name, value, and the low and high end of its interval.

    >>> image = ranking("Ratings", "Elo", [("best", 100.0, 50.0, 150.0), ("random", -100.0, -150.0, -50.0)])
    >>> image.startswith("<svg"), image.count("<circle")
    (True, 2)
    """
    if not rows:
        raise SpecError(f"The plot {title!r} has no rows to draw.")
    step = round_step(max(high for *_, high in rows) - min(low for _, _, low, _ in rows))
    first = math.floor(min(low for _, _, low, _ in rows) / step) * step
    last = max(math.ceil(max(high for *_, high in rows) / step) * step, first + step)
    height = TOP + ROW * len(rows) + BOTTOM

    def across(value: float) -> float:
        return LEFT + (value - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'role="img" style="font-family:system-ui,sans-serif;font-size:12px;fill:#222">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="16" y="24" font-size="15" font-weight="600">{escape(title)}</text>',
    ]
    base = TOP + ROW * len(rows)
    for number in range(round((last - first) / step) + 1):
        tick = first + number * step
        parts.append(f'<path d="M{across(tick):.1f} {TOP}V{base}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{across(tick):.1f}" y="{base + 18}" text-anchor="middle" fill="#555">{tick:,.10g}</text>'
        )
    parts.append(
        f'<text x="{across((first + last) / 2):.1f}" y="{height - 12}" text-anchor="middle">{escape(unit)}</text>'
    )
    for number, (name, value, low, high) in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        shown = name if len(name) <= MAX_LETTERS else f"{name[: MAX_LETTERS - 1]}…"
        parts += [
            f'<text x="{LEFT - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(shown)}</text>',
            f'<path d="M{across(low):.1f} {y - 4:.1f}v8m0 -4H{across(high):.1f}m0 -4v8" '
            f'stroke="{COLOURS[0]}" stroke-width="2" fill="none"/>',
            f'<circle cx="{across(value):.1f}" cy="{y:.1f}" r="4" fill="{COLOURS[0]}"><title>{escape(name)}: '
            f"{value:+.0f} ({low:+.0f} to {high:+.0f})</title></circle>",
            f'<text x="{WIDTH - RIGHT + 12}" y="{y + 4:.1f}">{value:+.0f}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"
