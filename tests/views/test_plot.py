"""Line plots as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove.errors import SpecError
from countermove.views.plot import HEIGHT, LEFT, RIGHT, TOP, WIDTH, Plot, Series, svg

numbers = st.floats(0.01, 1e9)
series = st.builds(
    Series,
    st.text("abc <&>", min_size=1),
    st.lists(st.tuples(st.integers(0, 30), numbers), min_size=1, max_size=10).map(tuple),
)


@settings(deadline=None)
@given(st.lists(series, min_size=1, max_size=6), st.booleans())
def test_every_point_lies_inside_the_frame(lines, log):
    root = ElementTree.fromstring(svg(Plot("a < b", "x", "y", tuple(lines), log)))
    circles = root.findall(".//{*}circle")
    assert len(circles) == sum(len(line.points) for line in lines)
    for circle in circles:
        assert LEFT - 0.1 <= float(circle.get("cx")) <= WIDTH - RIGHT + 0.1
        assert TOP - 0.1 <= float(circle.get("cy")) <= HEIGHT


def test_labels_of_series_that_end_together_stand_apart():
    same = tuple(Series(name, ((1, 5.0), (2, 9.0))) for name in ("one", "two", "three"))
    root = ElementTree.fromstring(svg(Plot("t", "x", "y", same)))
    places = [float(text.get("y")) for text in root.findall(".//{*}text") if text.text in ("one", "two", "three")]
    assert min(abs(a - b) for a, b in zip(sorted(places), sorted(places)[1:])) >= 16


def test_nothing_to_draw_and_logarithms_of_nothing_are_refused():
    with pytest.raises(SpecError, match="no points"):
        svg(Plot("empty", "x", "y", ()))
    with pytest.raises(SpecError, match="value of 0 or less"):
        svg(Plot("zero", "x", "y", (Series("s", ((1, 0.0),)),), log=True))
