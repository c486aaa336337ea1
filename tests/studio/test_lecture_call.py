"""The calls behind the lecture room: items, predictions, quizzes, mistakes, and trees read from text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asking import ask

from countermove.errors import CountermoveError
from countermove.lectures import items
from countermove.lectures.mistake import make_hunt
from countermove.studio.web.shape import RefusedError
from countermove.views.plain import plain
from countermove.views.typeset import typeset

NAMES = [item.name for item in items()]
PROJECT = '''
class: "GraphGameTreeTest"
alg: "AlphaBetaAgent"
depth: "2"
num_agents: "2"
start_state: "a"
win_states: "d e f g"
lose_states: ""
successors: """
a L b
a R c
b L d
b R e
c L f
c R g
"""
evaluation: """
d 3
e 12
f 2
g 4
"""
'''
GAMBIT = """EFG 2 R "small" { "one" "two" }
p "" 1 1 "" { "up" "down" } 0
t "" 1 "first" { 1 -1 }
c "" 1 "" { "heads" 1/2 "tails" 1/2 } 0
t "" 2 "second" { 4 -4 }
t "" 3 "third" { 0 0 }
"""


def test_every_item_is_listed_once() -> None:
    listed = [item["name"] for section in ask("lectures")["sections"] for item in section["items"]]
    assert sorted(listed) == sorted(NAMES)  # in each section, those with a picture come first


@pytest.mark.parametrize("name", NAMES)
def test_every_search_of_every_item_is_a_tree_to_step_through(name: str) -> None:
    item = ask("lecture", name=name)
    assert item["question"] and item["answer"]
    for number, run in enumerate(item["runs"]):
        told = ask("lecture_run", name=name, run=number)
        assert told["tree"]["nodes"] and told["tree"]["steps"]
        assert told["algorithm"] == run["algorithm"] and not told["changes"]
        json.dumps(plain(told), allow_nan=False)


def test_the_searches_of_an_item_can_be_told_apart() -> None:
    for name in NAMES:
        runs = [(run["algorithm"], run["differs"]) for run in ask("lecture", name=name)["runs"]]
        assert len(set(runs)) == len(runs), name


def test_a_convention_tells_what_it_changes() -> None:
    told = ask("lecture_run", name="example-2", conventions={"prune": ">"})
    assert told["changes"][0] == "On > 1 more leaf is visited: 4."
    assert told["changed"]


@pytest.mark.parametrize(("lecture", "run"), [("thrashing", 0), ("depth-limit", 0), ("opponent-policies", 1)])
def test_a_search_that_only_its_lecture_knows_is_exported(lecture: str, run: int) -> None:
    made = ask("lecture_export", lecture=lecture, run=run, format="svg", title="Shown")
    assert made["name"] == "shown.svg" and made["text"].startswith("<svg")
    begun = ask("lecture_export", lecture=lecture, run=run, format="svg", at=2)
    assert len(begun["text"]) < len(made["text"])


def test_tables_have_their_plot() -> None:
    told = ask("lecture_tables", name="claim-ordering")
    assert told["tables"][0]["right"][0] and told["plot"]["log"]


def test_grundy_is_proved_both_ways() -> None:
    proofs = ask("lecture_proof", name="grundy")["proofs"]
    assert [(proof["statement"], proof["true"]) for proof in proofs] == [("W(7+)", False), ("W(7-)", True)]


def test_an_item_that_is_none_is_a_sentence() -> None:
    with pytest.raises(RefusedError, match="Lecture “alpha” not found"):
        ask("lecture", name="alpha")
    with pytest.raises(RefusedError, match="has no search 7"):
        ask("lecture_run", name="cmu", run=7)


def test_predictions_point_at_the_steps_of_the_tree() -> None:
    steps = ask("lecture_run", name="alphabeta-quiz-2")["tree"]["steps"]
    questions = ask("predict", lecture="alphabeta-quiz-2")["questions"]
    assert {question["kind"] for question in questions} == {"value", "window", "cut", "action"}
    for number, question in enumerate(questions):
        text = "1, 2" if question["kind"] == "window" else "1"
        chosen = [0] if question["options"] else []
        told = ask("predict_grade", lecture="alphabeta-quiz-2", question=number, text=text, chosen=chosen)
        assert told["say"] == typeset(steps[question["at"]]["say"])
        assert not any(sign in json.dumps([question, told]) for sign in ("<=", ">=", "-inf"))


def test_predictions_work_in_a_game_as_in_a_tree() -> None:
    asked = {"game": "tictactoe", "start": "XOXXO.O..", "depth": 0, "algorithm": "alphabeta"}
    questions = ask("predict", **asked)["questions"]
    assert questions
    told = ask("predict_grade", **asked, question=len(questions) - 1, text="0", chosen=[0])
    assert isinstance(told["correct"], bool) and told["say"]


def test_a_search_that_nobody_can_follow_is_not_predicted() -> None:
    with pytest.raises(RefusedError, match="too many to predict"):
        ask("predict", game="tictactoe", depth=4, algorithm="minimax")


def test_a_quiz_does_not_hold_its_answers() -> None:
    made = ask("quiz", seed=7, questions=5)
    for question in made["questions"]:
        assert not {"answer", "hint", "explanation"} & question.keys()
        inner = [node for node in question["tree"]["nodes"] if node["kind"] != "leaf"]
        assert inner and not any({"value", "window", "best"} & node.keys() for node in inner)
        assert len(question["tree"]["steps"]) == 1


def test_the_same_seed_grades_the_same_question() -> None:
    skipped = ask("grade", seed=7, number=1)
    assert skipped["category"] == "skipped" and not skipped["correct"]
    graded = ask("grade", seed=7, number=1, text=skipped["answer"])
    assert graded["correct"] and graded["tree"]["steps"]
    assert ask("hint", seed=7, number=1)["hint"]


def test_every_mistake_can_be_found() -> None:
    for seed in range(12):
        asked, hunt = ask("mistake", seed=seed), make_hunt(seed)
        assert len(asked["tree"]["steps"]) == hunt.steps
        assert "wrong:" not in json.dumps(asked["tree"])
        assert ask("mistake_grade", seed=seed, step=hunt.step)["correct"]
        for choice in asked["choices"]:
            told = ask("mistake_grade", seed=seed, name=choice["name"])
            assert told["correct"] == (choice["name"] == hunt.variant.name)


@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        ("[[3, 12], [4, 6]]", [3, 12, 4, 6]),
        ("a MAX\n  b\n    3\n    12\n  c\n    0.5: 2\n    0.5: 6\n", [3, 12, 2, 6]),
        (PROJECT, [3, 12, 2, 4]),
        (GAMBIT, [[1, -1], [4, -4], [0, 0]]),
    ],
)
def test_pasted_text_is_a_tree(text: str, leaves: list[Any]) -> None:
    def below(node: dict[str, Any]) -> list[Any]:
        return [leaf for child in node.get("children", ()) for leaf in below(child)] or [node["value"]]

    assert below(ask("read_tree", text=text)["tree"]) == leaves


def test_a_list_may_be_for_any_number_of_players() -> None:
    assert ask("read_tree", text="[(1, 2, 3), [(0, 0, 1), (4, 4, 4)]]")["players"] == 3
    assert ask("read_tree", text="[[1, 2], [3, 4]]", players=1)["players"] == 1
    assert ask("read_tree", text='{"name": 7, "children": [1, 2]}')["tree"]["name"] == "7"


def test_a_course_test_keeps_how_it_is_searched() -> None:
    told = ask("read_tree", text=PROJECT)
    assert (told["algorithm"], told["conventions"]["prune"]) == ("alphabeta", ">")
    assert told["tree"]["actions"] == ["L", "R"]


def test_text_that_is_no_tree_says_where_it_goes_wrong() -> None:
    with pytest.raises(CountermoveError, match="Line 1 of the text: the list cannot be read"):
        ask("read_tree", text="[[3, 12], [4, 6]")
    with pytest.raises(RefusedError, match="the editor takes at most 400"):
        ask("read_tree", text=str([[1] * 50] * 10))


def test_examples_are_trees_that_can_be_read_again() -> None:
    found = ask("editor_examples")["examples"]
    assert len(found) > 15 and all(example["tree"]["children"] for example in found)
