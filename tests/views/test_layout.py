"""The laws of a tidy tree, on random trees of nodes of any width."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from countermove.views.layout import tidy

WIDTHS = st.tuples(st.integers(0, 60), st.integers(0, 60))


@st.composite
def trees(draw, most=60):
    """Nodes numbered level by level: the children of each, and the sizes."""
    size = draw(st.integers(1, most))
    parents = sorted(draw(st.integers(0, max(0, child - 1))) for child in range(1, size))
    parents = [min(parent, child) for child, parent in enumerate(parents)]
    children = [[] for _ in range(size)]
    for child, parent in enumerate(parents, 1):
        children[parent].append(child)
    return draw(st.lists(WIDTHS, min_size=size, max_size=size)), children


def levels(children):
    level = [0]
    while level:
        yield level
        level = [child for node in level for child in children[node]]


def mirrored(sizes, children):
    return [(after, before) for before, after in sizes], [list(reversed(each)) for each in children]


@given(trees(), st.integers(0, 20), st.integers(0, 20))
def test_no_two_nodes_of_a_level_overlap_and_their_order_is_kept(tree, gap, apart):
    sizes, children = tree
    places = tidy(sizes, children, gap, apart)
    for level in levels(children):
        for one, two in pairwise(level):
            assert places[two] - sizes[two][0] >= places[one] + sizes[one][1] + gap - 1e-6


@given(trees())
def test_a_parent_stands_in_the_middle_of_its_first_and_last_child(tree):
    sizes, children = tree
    places = tidy(sizes, children)
    for node, below in enumerate(children):
        if below:
            assert abs(places[node] - (places[below[0]] + places[below[-1]]) / 2) < 1e-6


@given(trees())
def test_the_mirror_image_is_drawn_as_the_mirror_image(tree):
    places = tidy(*tree)
    other = tidy(*mirrored(*tree))
    total = places[0] + other[0]
    assert all(abs(one + two - total) < 1e-6 for one, two in zip(places, other))


@given(trees())
def test_the_drawing_starts_at_nought(tree):
    sizes, children = tree
    places = tidy(sizes, children)
    assert min(place - before for place, (before, _) in zip(places, sizes)) == 0


def grown(size, parent):
    children = [[] for _ in range(size)]
    for node in range(1, size):
        children[parent(node)].append(node)
    return children


def test_two_thousand_nodes_of_any_shape_find_their_places():
    rng = random.Random(1)
    shapes = {
        "chain": grown(2000, lambda node: node - 1),
        "star": grown(2000, lambda node: 0),
        "comb": grown(2000, lambda node: (node - 1) // 2 * 2),
        "binary": grown(2000, lambda node: (node - 1) // 2),
        "random": grown(2000, lambda node: rng.randrange(node)),
    }
    for name, children in shapes.items():
        places = tidy([(10.0, 20.0)] * 2000, children)
        assert len(places) == 2000, name
        for below in children:
            assert all(second - first >= 30 for first, second in pairwise(places[node] for node in below)), name
