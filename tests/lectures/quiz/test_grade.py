"""Grading: an answer in any sensible spelling, and the mistake named."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove.errors import SpecError
from countermove.lectures.quiz import KINDS, Question, grade_answer, make_quiz

TWO_PLY = "[[3,12,8],[2,4,6],[14,5,2]]"
QUIZ_2 = "[[[10,6],[100,8]],[[1,2],[20,4]]]"
UNSAFE = "[[3,5],[3,0]]"
CHANCE = (
    '[{"chances":[0.25,0.25,0.5],"children":[12,8,4]},{"chances":[0.5,0.5],"children":[8,6]},'
    '{"chances":[0.3333333333333333,0.6666666666666666],"children":[12,6]}]'
)
DEEP = "[[5,6],[[[4,9],[1,2]],8]]"

GRADED = [
    # kind, tree, options, answer, category
    ("values", TWO_PLY, {}, "3 2 2 3", "correct"),
    ("values", TWO_PLY, {}, "a = 3; b: 3, c=2.0 ,d=2", "correct"),
    ("values", TWO_PLY, {}, "12, 6, 14, 6", "swapped"),
    ("values", TWO_PLY, {}, "3 2 2 2", "swapped"),
    ("values", TWO_PLY, {}, "12 2 2 12", "swapped"),
    ("values", TWO_PLY, {}, "3 -2 2 3", "sign"),
    ("values", TWO_PLY, {}, "3 2 2 4", "off-by-one"),
    ("values", TWO_PLY, {}, "23/3 2 2 23/3", "averaged"),
    ("values", "[[3,12,8],[2,1,6]]", {}, "3 2 3", "bound"),
    ("values", TWO_PLY, {}, "3 2 40 40", "wrong"),
    ("expectimax", TWO_PLY, {}, "23/3 4 7 7.67", "correct"),
    ("expectimax", TWO_PLY, {}, "7.67 4 7 23 / 3", "correct"),
    ("expectimax", TWO_PLY, {}, "7.7 4 7 7.7", "rounding"),
    ("expectimax", TWO_PLY, {}, "3 2 2 3", "not-averaged"),
    ("expectimax", TWO_PLY, {}, "23 12 21 23", "not-divided"),
    ("expectimax", TWO_PLY, {}, "2.56 1.33 2.33 2.56", "divided-twice"),
    ("expectimax", CHANCE, {"algorithm": "expectiminimax"}, "7 7 8 8", "correct"),
    ("expectimax", CHANCE, {"algorithm": "expectiminimax"}, "8 7 9 9", "unweighted"),
    ("pruned", TWO_PLY, {}, "4 and 6", "correct"),
    ("pruned", TWO_PLY, {}, "i, j", "correct"),
    ("pruned", TWO_PLY, {}, "[i=4, j=6]", "correct"),
    ("pruned", TWO_PLY, {}, "none", "under-pruning"),
    ("pruned", TWO_PLY, {}, "4", "under-pruning"),
    ("pruned", TWO_PLY, {}, "4 6 5", "over-pruning"),
    ("pruned", TWO_PLY, {}, "4 5", "over-and-under-pruning"),
    ("pruned", TWO_PLY, {}, "3 12 8 2 14 5 2", "visited"),
    ("pruned", "[[10],[10,0]]", {"prune": ">"}, "0", "prune-test"),
    ("pruned", "[[10],[10,0]]", {"prune": ">"}, "none", "correct"),
    ("pruned", "[[10],[10,0]]", {}, "none", "prune-test"),
    ("pruned", QUIZ_2, {}, "8 g", "correct"),
    ("pruned", QUIZ_2, {}, "8, 20, 4", "correct"),
    ("window", "[[2,7],[1,8]]", {"node": "c"}, "(2, +inf)", "correct"),
    ("window", "[[2,7],[1,8]]", {"node": "c"}, "alpha = 2, beta = ∞", "correct"),
    ("window", "[[2,7],[1,8]]", {"node": "c"}, "β=oo α=2", "correct"),
    ("window", "[[2,7],[1,8]]", {"node": "c"}, "inf 2", "swapped"),
    ("window", "[[2,7],[1,8]]", {"node": "c"}, "-2 -inf", "sign"),
    ("window", "[[2,7],[1,8]]", {"node": "c"}, "2 1", "left-with"),
    ("window", "[[2,7],[1,8]]", {"node": "c"}, "-inf inf", "too-wide"),
    ("window", "[[2,7],[1,8]]", {"node": "c"}, "3 inf", "off-by-one"),
    ("window", "[[2,7],[1,8]]", {"node": "c"}, "2 9", "too-narrow"),
    ("window", "[[2,7],[1,8]]", {"node": "c"}, "5 6", "wrong"),
    ("window", "[[3,12],[4,6],[15,2]]", {"node": "c"}, "(3, 3)", "leak"),
    ("action", UNSAFE, {}, "left", "correct"),
    ("action", UNSAFE, {}, "1", "correct"),
    ("action", UNSAFE, {}, "b", "correct"),
    ("action", UNSAFE, {}, "L", "correct"),
    ("action", UNSAFE, {}, "Right", "bound"),
    ("action", "[[3,12],[4,6],[15,2]]", {}, "right", "swapped"),
    ("action", "[[3,12],[4,6],[15,2]]", {}, "left", "wrong"),
    ("action", "[[3,5],[3,4]]", {}, "right", "correct"),
    ("count", TWO_PLY, {}, "7", "correct"),
    ("count", TWO_PLY, {}, "7 leaves", "correct"),
    ("count", TWO_PLY, {}, "9", "under-pruning"),
    ("count", TWO_PLY, {}, "2", "pruned-instead"),
    ("count", TWO_PLY, {}, "11", "nodes-instead"),
    ("count", TWO_PLY, {}, "8", "off-by-one"),
    ("count", TWO_PLY, {}, "6", "off-by-one"),
    ("count", TWO_PLY, {}, "5", "over-pruning"),
    ("count", "[[10,11],[10,0,7]]", {}, "5", "under-pruning"),
    ("count", "[[10],[10,0,9],[10,3]]", {}, "6", "under-pruning"),
    ("count", "[[10,30],[10,0],[8,3]]", {}, "4", "correct"),
    ("count", "[[10,30],[10,0],[8,3]]", {}, "5", "prune-test"),
    ("order", TWO_PLY, {}, "[[3,12,8],[2,4,6],[2,5,14]]", "correct"),
    ("order", TWO_PLY, {}, "e f g h i j m l k", "correct"),
    ("order", TWO_PLY, {}, "[[2,4,6],[14,5,2],[8,12,3]]", "not-fewest"),
    ("order", TWO_PLY, {}, "e f g h i j l m k", "off-by-one"),
    ("order", "[[2,4],[7,9]]", {}, "9 7 4 2", "correct"),
    ("order", "[[2,4],[7,9]]", {}, "7 9 2 4", "correct"),
    ("order", "[[2,4],[7,9]]", {}, "4 2 9 7", "swapped"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "tree", "options", "answer", "category"), GRADED)
def test_an_answer_is_judged_and_its_mistake_named(ask, kind, tree, options, answer, category):
    feedback = grade_answer(ask(kind, tree, **options), answer)
    assert feedback.category == category, feedback
    assert feedback.correct is (category == "correct")
    assert feedback.text.endswith(".")
    assert all(sentence.endswith(".") for sentence in feedback.details)
    assert feedback.answer


def test_over_pruning_says_why_the_leaf_must_be_seen(ask):
    feedback = grade_answer(ask("pruned", TWO_PLY), "4 6 5 12")
    assert feedback.details == (
        "f (12) must be visited: b (MIN) holds 3, still above alpha -inf.",
        "l (5) must be visited: d (MIN) holds 14, still above alpha 3.",
    )


def test_under_pruning_tells_the_cut(ask):
    feedback = grade_answer(ask("pruned", TWO_PLY), "none")
    assert feedback.details == ("c (MIN) holds 2, at most alpha 3 from b: i and j are skipped.",)


def test_a_deep_cut_is_told_with_the_node_its_bound_comes_from(ask):
    question = ask("pruned", DEEP)
    assert any("alpha 5 from b" in line for line in question.explanation)


def test_consequences_of_a_slip_are_not_slips(ask):
    feedback = grade_answer(ask("values", TWO_PLY), "3 2 5 5")
    assert len(feedback.details) == 1
    assert feedback.text == "2 of 4 are right; 1 other follows from the mistake below."
    assert "d (MIN) is worth 2" in feedback.details[0]


def test_values_that_stand_twice_are_counted_not_placed(ask):
    question = ask("pruned", "[[5,6],[4,5,5]]")
    assert grade_answer(question, "5 5").correct
    assert grade_answer(question, "5").category == "under-pruning"


@pytest.mark.parametrize(
    ("kind", "answer", "words"),
    [
        ("values", "3 2", "give 4 numbers"),
        ("values", "3 2 x 3", "'x'"),
        ("values", "b=3 c=2 d=2", "value for a is missing"),
        ("values", "b=3 c=2 d=2 z=1", "'z'"),
        ("values", "b=3 b=2 c=2 d=1 a=1", "two values"),
        ("values", "1/0 2 2 3", "'1/0'"),
        ("pruned", "zz", "neither a leaf"),
        ("pruned", "99", "no leaf worth 99"),
        ("pruned", "4 4", "only 1 leaf"),
        ("pruned", "all", "some leaves"),
        ("pruned", ",", "Give the leaves"),
        ("window", "3", "two numbers"),
        ("window", "pruned", "two numbers"),
        ("window", "(x, y)", "'x'"),
        ("action", "up", "Left, Center, Right"),
        ("action", "4", "Left, Center, Right"),
        ("count", "many", "'many'"),
        ("count", "2.5", "whole number"),
        ("count", "inf", "whole number"),
        ("count", "3 4", "whole number"),
        ("order", "5", "all 9 leaves"),
        ("order", "e f g h", "lacks i, j, k, l, m"),
        ("order", "e h f g i j k l m", "below b"),
        ("order", "3 12 8 2 4 6 14 5 2", "by names"),
        ("order", "[[3,12,8],[2,4,14],[6,5,2]]", "not a reordering of the tree"),
        ("order", "[[3,12,8],[2,4,6],[14,5,2]", "brackets"),
        ("order", "3 12 e 2 4 6 14 5 2", "all by name"),
        ("order", "3 12 8 2 4 6 14 5 7", "exactly once"),
        ("count", "   ", "empty"),
    ],
)
def test_an_answer_that_cannot_be_read_gets_a_sentence(ask, kind, answer, words):
    with pytest.raises(SpecError) as error:
        grade_answer(ask(kind, TWO_PLY), answer)
    assert words in str(error.value)
    assert str(error.value).endswith(".")


QUESTIONS = make_quiz(3, questions=14).questions


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(QUESTIONS), st.text(alphabet="abcdefgh 0123456789/.,=()[]-+∞<>αβ\ninfo", max_size=30))
def test_no_answer_breaks_the_grading(question, text):
    try:
        feedback = grade_answer(question, text)
    except SpecError:
        return
    assert feedback.text


def test_every_kind_of_mistake_in_pruning_is_over_or_under(ask):
    """For every set of leaves: named over-pruning if it has a visited leaf, under-pruning if it lacks a pruned one."""
    question = ask("pruned", "[[3,12],[2,4],[1,6]]")
    worked = question.worked()
    leaves = list(worked.leaves)
    for bits in range(1, 2 ** len(leaves)):
        given = {leaf for place, leaf in enumerate(leaves) if bits >> place & 1}
        over, under = given - set(worked.pruned), set(worked.pruned) - given
        category = grade_answer(question, " ".join(sorted(given))).category
        if given == set(worked.visited):
            assert category == "visited"
        elif over and under:
            assert category == "over-and-under-pruning"
        else:
            assert category == ("over-pruning" if over else "under-pruning" if under else "correct")


@pytest.mark.parametrize(
    ("kind", "text", "sentence"),
    [
        ("values", "Three", "'Three' is not a number; write 3, -2.5 or 23/3."),
        ("values", "3", "This answer has 1 number; give 4 numbers, for b, c, d, a."),
        ("values", "3 2 2", "This answer has 3 numbers; give 4 numbers, for b, c, d, a."),
        ("values", ",", "This answer has no numbers; give 4 numbers, for b, c, d, a."),
        ("values", "B=3, Q=2", "'Q' is not part of the question; give a number for each of b, c, d, a."),
        ("values", "B=3, C=2, D=2", "The value for a is missing; give a number for each of b, c, d, a."),
        ("count", "23/3", "'23/3' is not a count; write a whole number, such as 5."),
        ("count", "Seven leaves", "'Seven leaves' is not a count; write a whole number, such as 5."),
        ("count", "-3", "'-3' is not a count; write a whole number, such as 5."),
        ("pruned", "Foo", "'Foo' is neither a leaf nor a number; the leaves are e=3,"),
        ("action", "Sideways", "'Sideways' is not an action at the root; the actions are Left, Center, Right."),
        ("order", "Foo Bar", "'Foo' is neither the name of a leaf nor a number."),
    ],
)
def test_an_answer_that_cannot_be_read_is_quoted_as_it_was_typed(ask, kind, text, sentence):
    with pytest.raises(SpecError) as caught:
        grade_answer(ask(kind, TWO_PLY), text)
    assert str(caught.value).startswith(sentence)


def test_capitals_make_no_difference(ask):
    assert grade_answer(ask("values", TWO_PLY), "B=3, C=2, D=2, A=3").correct
    assert grade_answer(ask("pruned", TWO_PLY), "I AND J").correct
    assert grade_answer(ask("action", TWO_PLY), "LEFT").correct
    assert grade_answer(ask("count", TWO_PLY), "7 Leaves").correct
    assert grade_answer(ask("window", "[[2,7],[1,8]]", node="c"), "ALPHA = 2, Beta = INF").correct
    assert not grade_answer(ask("pruned", TWO_PLY), "None").correct


def test_a_question_of_an_unknown_kind_or_shape_gets_a_sentence():
    question = QUESTIONS[0].as_json()
    with pytest.raises(SpecError, match="Unknown kind"):
        grade_answer(Question.from_json({**question, "kind": "riddle"}), "3")
    for changed, words in (
        ({"kind": "pruned", "algorithm": "minimax"}, "about alphabeta"),
        ({"kind": "count", "algorithm": "alphabeta", "tree": "[[1,2"}, "nested list"),
        ({"kind": "count", "algorithm": "alphabeta", "prune": "="}, "prune"),
        ({"kind": "count", "algorithm": "alphabeta", "root": "mid"}, "root"),
        ({"kind": "values", "algorithm": "minimax", "nodes": ["zz"]}, "zz"),
        ({"kind": "window", "algorithm": "alphabeta", "nodes": []}, "no node"),
    ):
        with pytest.raises(SpecError, match=words):
            grade_answer(Question.from_json({**question, **changed}), "3")
    with pytest.raises(SpecError, match="not a quiz question"):
        Question.from_json({"kind": "count"})
    assert set(KINDS) == {"values", "pruned", "window", "action", "count", "order", "expectimax"}
