"""`countermove quiz`: asked, answered, skipped and left; as JSON and as a sheet."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def answers(run):
    """The right answers to a quiz."""

    def go(*options):
        return [question["answer"] for question in run("quiz", *options, "--json").json["questions"]]

    return go


def test_right_answers_get_the_full_score(run, answers):
    options = ("--seed", 5, "--questions", 7)
    result = run("quiz", *options, typed="\n".join(answers(*options)) + "\n")
    assert result.code == 0
    assert "Score: 7 of 7." in result.out
    assert result.out.count("Right") >= 7
    assert "Traceback" not in result.err


def test_a_wrong_answer_is_explained_at_once(run):
    options = ("--seed", 3, "--questions", 1, "--kind", "pruned", "--branching", 2, "--depth", 2)
    out = run("quiz", *options, typed="none\n").out
    assert "Under-pruning" in out
    assert "The answer is g." in out
    assert "c (MIN) holds 4, at most alpha 9 from b: g is skipped." in out
    assert "Score: 0 of 1." in out


def test_an_answer_that_cannot_be_read_is_asked_for_again(run, answers):
    options = ("--seed", 3, "--questions", 1, "--kind", "count")
    out = run("quiz", *options, typed=f"Many\n{answers(*options)[0]}\n").out
    assert "'Many' is not a count; write a whole number, such as 5." in out
    assert "Score: 1 of 1." in out


def test_hint_skip_help_and_quit(run):
    result = run("quiz", "--seed", 3, "--questions", 3, typed="help\nhint\nskip\n\nQUIT\n")
    assert result.code == 0
    assert "Hint: " in result.out
    assert "Skipped. The answer is " in result.out
    assert "You quit after 1 of 3 questions." in result.out
    assert "Score: 0 of 1." in result.out


def test_the_end_of_the_input_ends_the_quiz_politely(run):
    result = run("quiz", "--seed", 3)
    assert (result.code, result.err) == (0, "")
    assert "You quit after 0 of 5 questions." in result.out


def test_json_has_questions_answers_and_explanations(run):
    answer = run("quiz", "--seed", 9, "--questions", 7, "--json").json
    assert (answer["seed"], answer["prune"], len(answer["questions"])) == (9, ">=", 7)
    for question in answer["questions"]:
        assert question["prompt"] and question["answer"] and question["explanation"] and question["drawing"]
        value = run("tree", question["tree"], "--algorithm", question["algorithm"], "--json")
        assert value.code == 0


def test_without_a_seed_one_is_chosen_and_told(run):
    seed = run("quiz", "--json").json["seed"]
    assert f"--seed {seed}" in run("quiz", "--seed", seed).out


def test_kinds_and_targets_may_be_given_one_by_one_or_with_commas(run):
    one = run("quiz", "--seed", 1, "--kind", "count", "--kind", "pruned", "--target", "tie", "--json").json
    other = run("quiz", "--seed", 1, "--kind", "count,pruned", "--target", "tie", "--json").json
    assert one == other
    assert [question["kind"] for question in one["questions"]] == ["count", "pruned", "count", "pruned", "count"]
    assert all("tie" in question["targets"] for question in one["questions"])


def test_a_sheet_and_its_key_are_written(run, tmp_path):
    sheet, key = tmp_path / "quiz.md", tmp_path / "key.typ"
    result = run("quiz", "--seed", 2, "--sheet", sheet, "--key", key)
    assert "5 questions of seed 2 written" in result.out
    assert sheet.read_text(encoding="utf-8").count("## Question") == 5
    assert "key" in key.read_text(encoding="utf-8")


def test_a_sheet_and_json_go_together(run, tmp_path):
    result = run("quiz", "--seed", 2, "--sheet", tmp_path / "quiz.md", "--json")
    assert json.loads(result.out)["seed"] == 2
    assert (tmp_path / "quiz.md").exists()


MISTAKES = {
    "unknown kind": (["--kind", "riddle"], "'riddle'", "values, pruned"),
    "unknown target": (["--target", "luck"], "'luck'", "deep-cut"),
    "unknown algorithm": (["--algorithm", "maxn"], "'maxn'", "alphabeta"),
    "kind that does not fit": (["--kind", "pruned", "--algorithm", "minimax"], "alphabeta"),
    "bad prune": (["--prune", "="], ">= or >"),
    "no questions": (["--questions", "0"], "1 to 200"),
    "questions in words": (["--questions", "five"], "--questions"),
    "too wide": (["--branching", "7"], "36 leaves"),
    "too shallow": (["--target", "deep-cut", "--depth", "3"], "depth 4"),
    "more cuts than nodes": (["--branching", "2", "--depth", "2", "--cuts", "4"], "at most 2"),
    "not to be found": (["--branching", "2", "--depth", "3", "--cuts", "5", "--seed", "1"], "1,000 tries"),
    "key without a sheet": (["--key", "key.md"], "--sheet"),
    "unknown format": (["--sheet", "quiz.doc"], ".md, .typ or .pdf"),
    "no such folder": (["--sheet", "nowhere/quiz.md"], "nowhere"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_gets_one_sentence_and_exit_code_2(run, refused, mistake):
    arguments, *words = MISTAKES[mistake]
    refused(run("quiz", *arguments), *words)
