"""The fewest leaves of any order: the proof agrees with trying all orders, and with Knuth and Moore's formula."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove.lectures.quiz.grow import Shape, grow
from countermove.lectures.quiz.ordering import by_force, by_proof, fewest, how_many, nest
from countermove.lectures.quiz.worked import work

leaf = st.integers(0, 5)
small = st.recursive(leaf, lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=8).filter(
    lambda tree: isinstance(tree, list)
)


@settings(max_examples=150, deadline=None)
@given(small, st.sampled_from(["max", "min"]))
def test_the_proof_is_what_trying_all_orders_finds(oracle, tree, root):
    text = str(tree).replace(" ", "")
    if how_many(nest(text)) > 300:
        return
    best = by_proof(work(text, root, "alphabeta", ">="))
    assert best.leaves == min(len(oracle.alphabeta(order, root)[1]) for order in oracle.orders(tree))
    assert len(oracle.alphabeta(oracle.parse(best.tree), root)[1]) == best.leaves


@settings(max_examples=100, deadline=None)
@given(small, st.sampled_from(["max", "min"]))
def test_under_the_strict_test_it_is_right_or_not_known(oracle, tree, root):
    text = str(tree).replace(" ", "")
    if how_many(nest(text)) > 300:
        return
    best = fewest(work(text, root, "alphabeta", ">"))
    if best is not None:
        assert best.leaves == min(len(oracle.alphabeta(order, root, strict=True)[1]) for order in oracle.orders(tree))
        assert len(oracle.alphabeta(oracle.parse(best.tree), root, strict=True)[1]) == best.leaves


def test_trying_all_orders_is_the_same_here_and_in_plain_recursion(oracle):
    for seed in range(5):
        tree = grow(random.Random(seed), Shape(2, 3))
        worked = work(tree, "max", "alphabeta", ">=")
        best = min(len(oracle.alphabeta(order)[1]) for order in oracle.orders(oracle.parse(tree)))
        assert by_force(worked).leaves == by_proof(worked).leaves == best


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (4, 2), (6, 2)])
def test_uniform_trees_meet_the_formula(branching, depth):
    expected = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    for seed in range(5):
        for ties in (False, True):
            tree = grow(random.Random(seed), Shape(branching, depth, ties=ties))
            assert by_proof(work(tree, "max", "alphabeta", ">=")).leaves == expected


def test_the_lecture_trees_have_the_minimum_that_the_lectures_give():
    for tree, leaves in (("[[3,12,8],[2,4,6],[14,5,2]]", 5), ("[[3,12],[4,6],[15,2]]", 4)):
        assert by_proof(work(tree, "max", "alphabeta", ">=")).leaves == leaves
    quiz_2 = work("[[[10,6],[100,8]],[[1,2],[20,4]]]", "max", "alphabeta", ">=")
    assert by_proof(quiz_2).leaves == len(quiz_2.visited) == 5
