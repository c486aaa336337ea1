"""Measurements as a picture: the number of actions by ply, and the length of games."""

from __future__ import annotations

from collections.abc import Sequence

from countermove.errors import SpecError
from countermove.measure.report import Measure, Ply
from countermove.views.plot import Plot, Series, stacked

POINTS = 60
"""The most points of a curve; with more plies, several are combined."""


def picture(found: Measure, title: str) -> str:
    """The picture, as SVG."""
    plots = []
    if found.plies:
        every = -(-len(found.plies) // POINTS)
        groups = [found.plies[start : start + every] for start in range(0, len(found.plies), every)]
        curves = (
            Series("most", tuple((group[0].ply, max(each.most for each in group)) for group in groups)),
            Series("mean", tuple((group[0].ply, _mean(group)) for group in groups)),
            Series("least", tuple((group[0].ply, min(each.least for each in group)) for group in groups)),
        )
        plots.append(Plot(f"{title}: actions to choose from", "ply", "actions", curves))
    if found.length:
        width, points = _shares(found.length.seen)
        plies = "plies" if width == 1 else f"plies, in groups of {width}"
        curve = Series("random play", points)
        plots.append(Plot(f"{title}: length of games", plies, "% of games", (curve,)))
    if not plots:
        raise SpecError("There is nothing to draw; give more --seconds.")
    return stacked(plots)


def _mean(group: Sequence[Ply]) -> float:
    """The mean number of actions at some plies."""
    return sum(each.mean * each.visits for each in group) / sum(each.visits for each in group)


def _shares(seen: dict[int, int]) -> tuple[int, tuple[tuple[float, float], ...]]:
    """The percentage of games for each length; many lengths are grouped.

    The shortest and the longest games, one in a thousand each, are left out: they would take most of the space.
    """
    games, before = sum(seen.values()), 0
    usual = []
    for length, count in sorted(seen.items()):
        if before + count > games / 1000 and before < games - games / 1000:
            usual.append(length)
        before += count
    first, last = usual[0], usual[-1]
    width = -(-(last - first + 1) // POINTS)
    return width, tuple(
        (start, 100 * sum(seen.get(start + more, 0) for more in range(width)) / games)
        for start in range(first, last + 1, width)
    )
