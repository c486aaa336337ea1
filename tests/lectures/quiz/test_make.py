"""Quizzes: the same from the same seed, with answers that plain recursion confirms and targets that are there."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from countermove.errors import SpecError
from countermove.lectures.quiz import KINDS, TARGETS, Question, grade_answer, make_quiz

SEEDS = range(6)


def test_the_same_seed_gives_the_same_quiz():
    assert make_quiz(7, questions=14) == make_quiz(7, questions=14)
    assert make_quiz(7, questions=14) != make_quiz(8, questions=14)


def test_a_longer_quiz_begins_with_the_shorter_one():
    assert make_quiz(7, questions=14).questions[:5] == make_quiz(7, questions=5).questions


@pytest.mark.parametrize("hashed", ["0", "1", "4711"])
def test_another_process_with_other_hashes_makes_the_same_quiz(hashed):
    code = "import json; from countermove.lectures.quiz import make_quiz as make; "
    code += "print(json.dumps(make(11, questions=14).as_json()))"
    environment = {**os.environ, "PYTHONHASHSEED": hashed}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert json.loads(done.stdout) == json.loads(json.dumps(make_quiz(11, questions=14).as_json()))


def test_a_question_survives_json():
    for question in make_quiz(5, questions=14).questions:
        again = Question.from_json(json.loads(json.dumps(question.as_json())))
        assert again == question
        assert grade_answer(again, question.answer).correct


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("prune", [">=", ">"])
def test_every_answer_given_is_graded_right_and_every_question_explains_itself(seed, prune):
    quiz = make_quiz(seed, questions=21, prune=prune, root="max" if seed % 3 else "min")
    assert {question.kind for question in quiz.questions} == set(KINDS)
    for question in quiz.questions:
        feedback = grade_answer(question, question.answer)
        assert feedback.correct, (question, feedback)
        assert feedback.category == "correct"
        assert question.explanation
        assert question.hint
        assert question.prompt.endswith("?")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("prune", [">=", ">"])
def test_answers_are_those_of_plain_recursion(oracle, seed, prune):
    for question in make_quiz(seed, questions=28, prune=prune, root="max" if seed % 2 else "min").questions:
        tree = oracle.parse(question.tree)
        worth = oracle.values(tree, question.root, uniform=question.algorithm == "expectimax")
        letters = oracle.paths(tree)
        if question.algorithm == "alphabeta":
            _, visited, windows, _ = oracle.alphabeta(tree, question.root, strict=prune == ">")
            seen = {letters[path] for path in visited}
            leaves = {letter for letter, node in oracle.names(tree).items() if oracle.kids(node) is None}
        if question.kind in ("values", "expectimax"):
            given = [float(eval(pair.split("=")[1])) for pair in question.answer.split(",")]
            assert given == pytest.approx([worth[node] for node in question.nodes], abs=0.006)
        elif question.kind == "pruned":
            assert set(question.answer.replace("none", "").split()) == leaves - seen
        elif question.kind == "window":
            path = next(path for path, letter in letters.items() if letter == question.nodes[0])
            alpha, beta = (float(side) for side in question.answer.strip("()").split(","))
            assert (alpha, beta) == windows[path]
        elif question.kind == "count":
            assert int(question.answer) == len(seen)
        elif question.kind == "action":
            children = [worth[letters[(number,)]] for number in range(len(oracle.kids(tree)))]
            names = {2: ["Left", "Right"], 3: ["Left", "Center", "Right"]}[len(children)]
            best = max(children) if question.root == "max" else min(children)
            assert question.answer == names[children.index(best)]
        else:
            order = oracle.parse(question.answer)
            assert len(oracle.alphabeta(order, question.root, strict=prune == ">")[1]) < len(visited)


@pytest.mark.parametrize("branching", [2, 3, 4])
@pytest.mark.parametrize("depth", [2, 3])
def test_branching_and_depth_are_as_asked(oracle, branching, depth):
    if branching**depth > 36:
        return
    for question in make_quiz(2, questions=7, branching=branching, depth=depth).questions:
        row = [oracle.parse(question.tree)]
        for _ in range(depth):
            assert all(len(oracle.kids(node)) == branching for node in row)
            row = [child for node in row for child in oracle.kids(node)]
        assert all(oracle.kids(node) is None for node in row)


@pytest.mark.parametrize("cuts", [0, 1, 2, 3])
@pytest.mark.parametrize("prune", [">=", ">"])
def test_the_number_of_cuts_is_as_asked(oracle, cuts, prune):
    for question in make_quiz(3, questions=5, kinds=["pruned", "count"], depth=3, cuts=cuts, prune=prune).questions:
        assert len(oracle.alphabeta(oracle.parse(question.tree), strict=prune == ">")[3]) == cuts


@pytest.mark.parametrize("prune", [">=", ">"])
@pytest.mark.parametrize("target", TARGETS)
def test_every_target_is_in_every_tree(oracle, target, prune):
    if (target, prune) == ("unsafe-root", ">"):
        return
    for seed in range(4):
        for question in make_quiz(seed, questions=6, targets=[target], prune=prune).questions:
            assert target in question.targets
            tree = oracle.parse(question.tree)
            assert present(oracle, target, tree, strict=prune == ">"), question.tree


def present(oracle, target, tree, strict):
    """Whether a target is there, told without the events of the search under test."""
    if target == "chance":
        return "dict" in {type(node).__name__ for node in oracle.names(tree).values()}
    loose, tight = oracle.alphabeta(tree)[1], oracle.alphabeta(tree, strict=True)[1]
    if target == "tie":
        return len(loose) < len(tight)
    mine = tight if strict else loose
    if target == "deep-cut":
        return len(mine) < len(oracle.alphabeta(tree, strict=strict, deep=False)[1])
    if target == "ordering":
        return len(oracle.orders(tree)) > 5000 or len(mine) > min(
            len(oracle.alphabeta(order, strict=strict)[1]) for order in oracle.orders(tree)
        )
    worth = [oracle.values(child, "min")["a"] for child in tree]
    return any(score == max(worth) > true for score, true in zip(oracle.root_scores(tree), worth))


def test_several_targets_at_once(oracle):
    for question in make_quiz(1, questions=4, targets=["tie", "deep-cut", "ordering"], kinds=["pruned"]).questions:
        assert {"tie", "deep-cut", "ordering"} <= set(question.targets)


def test_twenty_questions_are_made_at_once():
    assert len(make_quiz(1, questions=20).questions) == 20


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"questions": 0}, "1 to 200"),
        ({"questions": "five"}, "whole number"),
        ({"prune": "="}, ">= or >"),
        ({"root": "middle"}, "max or min"),
        ({"branching": 1}, "branching is 1; give 2"),
        ({"depth": 1}, "depth is 1; give 2"),
        ({"branching": 7}, "36 leaves"),
        ({"branching": 10**9, "depth": 10**9}, "36 leaves"),
        ({"cuts": -1}, "0 or more"),
        ({"kinds": ["riddle"]}, "values, pruned"),
        ({"targets": ["luck"]}, "tie, deep-cut"),
        ({"algorithm": "maxn"}, "minimax, alphabeta"),
        ({"kinds": ["pruned"], "algorithm": "minimax"}, "about alphabeta"),
        ({"targets": ["tie", "chance"]}, "No kind"),
        ({"targets": ["deep-cut"], "depth": 3}, "depth 4"),
        ({"targets": ["deep-cut"], "branching": 3}, "36 leaves"),
        ({"targets": ["unsafe-root"], "prune": ">"}, ">="),
        ({"targets": ["tie"], "cuts": 0}, "without cuts"),
        ({"kinds": ["pruned"], "branching": 2, "depth": 3, "cuts": 5}, "1,000 tries"),
    ],
)
def test_what_cannot_be_gets_a_sentence(wanted, words):
    with pytest.raises(SpecError, match=words.replace("(", r"\(")) as error:
        make_quiz(1, **wanted)
    assert str(error.value).endswith(".")


def test_a_min_root_of_expectimax_is_not_asked_for_its_action():
    made = make_quiz(seed=1, questions=6, algorithm="expectimax", root="min")
    assert all(question.kind != "action" for question in made.questions)
    with pytest.raises(SpecError, match="with a MIN root"):
        make_quiz(seed=1, questions=1, kinds=("action",), algorithm="expectimax", root="min")


def test_more_cuts_than_a_tree_can_have_are_refused():
    with pytest.raises(SpecError, match="has at most 6"):
        make_quiz(seed=1, questions=1, branching=6, depth=2, cuts=20)


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_quiz_begins_with_what_is_easy(seed: int) -> None:
    kinds = [question.kind for question in make_quiz(seed, questions=7).questions]
    assert kinds[0] == "values" and kinds[-1] == "order" and set(kinds[1:4]) == {"pruned", "action", "count"}
