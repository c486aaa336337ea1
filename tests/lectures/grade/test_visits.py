"""2,000 random trees: all algorithms agree on the value, and alpha-beta visits what it must and nothing else.

What must be visited is computed without searching. Let alpha(n) be the largest minimax value of any node that stands
to the left of the path to n and below a MAX node of that path, and beta(n) the smallest of those below a MIN node. Then
n is visited when alpha < beta (or, pruning strictly, alpha <= beta) holds for n and all nodes above it. See Pearl,
"Heuristics" (1984), section 8.
"""

from __future__ import annotations

import random
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove.lectures.grade.specimen import FIRST, grow, of_list, smaller
from countermove.textbook import Conventions, alphabeta, deepening, expectiminimax, maxn, minimax, run, trace

BATCHES, BATCH = 4, 500
NESTED = st.recursive(st.integers(-3, 3), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=20)


def value(node, top):
    if not node.children:
        return node.value
    values = [value(child, not top) for child in node.children]
    return max(values) if top else min(values)


def must_visit(node, strict, top=True, alpha=-inf, beta=inf, path=()):
    """The paths of the leaves that alpha-beta has to look at."""
    if not (alpha <= beta if strict else alpha < beta):
        return set()
    if not node.children:
        return {path}
    found = set()
    for index, child in enumerate(node.children):
        left = [value(each, not top) for each in node.children[:index]]
        window = (max([alpha, *left]), beta) if top else (alpha, min([beta, *left]))
        found |= must_visit(child, strict, not top, *window, (*path, FIRST + index))
    return found


def leaves(events):
    return {event.path for event in events if event.kind == "leaf"}


def check(specimen):
    truth = value(specimen.tree, True)
    for search in (minimax, expectiminimax):
        assert run(search(specimen)).value == truth
    assert run(maxn(specimen)).value == (truth, -truth)
    for prune in (">=", ">"):
        events, decision = trace(alphabeta(specimen, conventions=Conventions(prune=prune)))
        assert decision.value == truth
        assert leaves(events) == must_visit(specimen.tree, prune == ">"), str(specimen)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_two_thousand_trees_agree_on_value_and_on_what_must_be_visited(batch):
    rng = random.Random(batch)
    for _ in range(BATCH):
        check(grow(rng, deepest=rng.randint(1, 4), values=rng.choice((1, 3, 9))))


@settings(max_examples=100, deadline=None)
@given(st.lists(NESTED, min_size=1, max_size=4))
def test_any_tree_agrees_on_value_and_on_what_must_be_visited(nested):
    check(of_list(nested))


def test_deepening_agrees_too():
    rng = random.Random(1)
    for _ in range(300):
        specimen = grow(rng)
        assert run(deepening(specimen)).value == value(specimen.tree, True)


def test_a_smaller_tree_is_smaller_and_has_an_action():
    rng = random.Random(2)
    for _ in range(30):
        specimen = grow(rng)
        for less in smaller(specimen):
            assert less.tree.weight < specimen.tree.weight
            assert less.tree.children


def test_on_real_games_the_visits_are_those_of_the_lectures():
    assert len(must_visit(of_list([[3, 12, 8], [2, 4, 6], [14, 5, 2]]).tree, False)) == 7
    assert len(must_visit(of_list([[[10, 6], [100, 8]], [[1, 2], [20, 4]]]).tree, False)) == 5
