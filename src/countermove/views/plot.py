"""A small line plot as SVG: a few series over whole numbers, with a linear or logarithmic scale.

It draws the experiments of the lectures in the colours of Okabe and Ito (2008), which are distinct for any kind of
colour vision, and with a different mark for each series, so that it also reads in greyscale:

      10,000 |            .-o  minimax
       1,000 |       .o-'
         100 |  .o-'  .-x'     alphabeta
             +--1----2----3--

Text is not measured, but placed with space to spare.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from countermove.errors import SpecError

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 76, 176, 44, 52
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")


@dataclass(frozen=True, slots=True)
class Series:
    """Points under one name."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """What to draw."""

    title: str
    x: str
    y: str
    series: tuple[Series, ...]
    log: bool = False
    """Whether y is logarithmic, for counts that multiply."""
    log_x: bool = False
    """Whether x is logarithmic; it must be above 0."""


def svg(plot: Plot) -> str:
    """The plot as an SVG image.

    >>> image = svg(Plot("Nodes", "depth", "nodes", (Series("minimax", ((1, 4), (2, 13), (3, 40))),), log=True))
    >>> image.startswith("<svg"), image.count("<circle")
    (True, 3)
    """
    points = [point for series in plot.series for point in series.points]
    if not points:
        raise SpecError(f"The plot {plot.title!r} has no points to draw.")
    if plot.log and min(y for _, y in points) <= 0:
        raise SpecError(f"The plot {plot.title!r} has a value of 0 or less, which a logarithmic scale cannot show.")
    frame = _Frame(plot, points)
    style = "font-family:system-ui,sans-serif;font-size:12px;fill:#222"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" style="{style}">',
        f"<title>{escape(plot.title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="24" font-size="15" font-weight="600">{escape(plot.title)}</text>',
        *frame.grid(),
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 12}" text-anchor="middle">{escape(plot.x)}</text>',
        f'<text transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2:.0f}) rotate(-90)" text-anchor="middle">'
        f"{escape(plot.y)}</text>",
        *frame.curves(),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def stacked(plots: Sequence[Plot]) -> str:
    """Several plots, one below the other, as one SVG image.

    >>> plot = Plot("Nodes", "depth", "nodes", (Series("minimax", ((1, 4), (2, 13))),))
    >>> stacked([plot, plot]).count("<svg")
    3
    """
    height = HEIGHT * len(plots)
    parts = [svg(plot).replace("<svg ", f'<svg y="{number * HEIGHT}" ', 1) for number, plot in enumerate(plots)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img">\n{"".join(parts)}</svg>\n'
    )


class _Frame:
    """The mapping of numbers to coordinates."""

    def __init__(self, plot: Plot, points: list[tuple[float, float]]) -> None:
        self.plot = plot
        self.xs = sorted({x for x, _ in points})
        low, high = min(y for _, y in points), max(y for _, y in points)
        self.low: float
        self.high: float
        if plot.log:
            first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
            last = max(last, first + 1)
            self.low, self.high = first, last
            self.ticks = [10.0**power for power in range(first, last + 1)]
        else:
            step = round_step(high - min(low, 0.0))
            self.low = math.floor(min(low, 0.0) / step) * step
            self.high = max(math.ceil(high / step) * step, self.low + step)
            count = round((self.high - self.low) / step)
            self.ticks = [self.low + step * index for index in range(count + 1)]

    def scaled(self, x: float) -> float:
        return math.log10(x) if self.plot.log_x else x

    def at(self, x: float, y: float) -> tuple[float, float]:
        first, last = self.scaled(self.xs[0]), self.scaled(self.xs[-1])
        across = (self.scaled(x) - first) / (last - first) if last > first else 0.5
        height = math.log10(y) if self.plot.log else y
        up = (height - self.low) / (self.high - self.low)
        return LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM)

    def grid(self) -> Iterator[str]:
        for tick in self.ticks:
            _, y = self.at(self.xs[0], tick)
            yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
            yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#555">{tick:,.10g}</text>'
        every = max(1, -(-len(self.xs) // 12))
        for x in self.xs[::every]:
            across, _ = self.at(x, self.ticks[0])
            base = HEIGHT - BOTTOM
            yield f'<path d="M{across:.1f} {base}v5" stroke="#555"/>'
            yield f'<text x="{across:.1f}" y="{base + 20}" text-anchor="middle" fill="#555">{x:g}</text>'
        yield f'<path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}" fill="none" stroke="#555"/>'

    def curves(self) -> Iterator[str]:
        ends = self._labels()
        for number, series in enumerate(self.plot.series):
            colour = COLOURS[number % len(COLOURS)]
            places = [self.at(x, y) for x, y in series.points]
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
            dash = "" if number % 2 == 0 else ' stroke-dasharray="6 3"'
            yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
            for (x, y), (given_x, given_y) in zip(places, series.points):
                value = f"{given_y:,.6g}"
                yield (
                    f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3 + number % 2}" fill="{colour if number < 3 else "#fff"}" '
                    f'stroke="{colour}"><title>{escape(series.name)}: {given_x:g}, {value}</title></circle>'
                )
            label_x = WIDTH - RIGHT + 12
            yield f'<text x="{label_x}" y="{ends[number] + 4:.1f}" fill="{colour}">{escape(series.name)}</text>'

    def _labels(self) -> dict[int, float]:
        """The positions of the series' names, beside their last points and without overlaps."""
        wanted = sorted(
            (self.at(*series.points[-1])[1], number) for number, series in enumerate(self.plot.series) if series.points
        )
        placed: dict[int, float] = {}
        last = TOP - 16.0
        for y, number in wanted:
            last = max(y, last + 16)
            placed[number] = last
        over = max(0.0, last - (HEIGHT - BOTTOM))
        return {number: y - over for number, y in placed.items()}


def round_step(span: float) -> float:
    """A round step for about five ticks."""
    if span <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(span / 5))
    return next(factor * power for factor in (1, 2, 5, 10) if span / (factor * power) <= 6)
