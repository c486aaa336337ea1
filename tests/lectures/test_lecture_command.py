"""`countermove lecture`: every lecture in text and JSON, conventions, levels, plots, and mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from countermove.cli import main
from countermove.lectures import SECTIONS, items


@pytest.fixture
def run(capsys):
    def go(*arguments):
        capsys.readouterr()
        code = main(["lecture", *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return go


def test_without_a_name_all_lectures_are_listed_by_section(run):
    code, out, _ = run()
    assert code == 0
    for section in SECTIONS:
        assert f"{section.number}. {section.title}" in out
        assert all(f"  {item.name} " in out for item in section.items)
    listed = json.loads(run("--json")[1])["lectures"]
    assert [each["name"] for each in listed] == [item.name for item in items()]


@pytest.mark.parametrize("name", [item.name for item in items()])
def test_every_lecture_runs_in_text_and_json(run, name):
    item = next(item for item in items() if item.name == name)
    code, out, err = run(name)
    assert (code, err) == (0, "")
    assert out.startswith(item.title) and "Answer: " in out
    code, out, err = run(name, "--json")
    answer = json.loads(out)
    assert (code, err, answer["name"]) == (0, "", name)
    assert len(answer["runs"]) == len(item.runs)


@pytest.mark.parametrize("level", ["brief", "full", "trace", "table"])
def test_every_level_tells_the_same_search(run, level):
    code, out, _ = run("alphabeta-quiz-2", "--level", level)
    assert code == 0
    assert {
        "brief": "c (MIN) holds 2, at most alpha 10 from b: g is skipped.",
        "full": "e (MAX) is entered by Right, with the window (-∞, 10).",
        "trace": "    k skipped: 100 >= beta 10 from d",
        "table": "NODE  TYPE     ALPHA",
    }[level] in out
    assert "alphabeta: value 10, action Left; 11 nodes; visits 10, 6, 100, 1, 2; prunes 8, 20, 4." in out
    narration = json.loads(run("alphabeta-quiz-2", "--level", level, "--json")[1])["runs"][0]["narration"]
    assert narration[-1] == ["g", "skipped", "", "", ""] if level == "table" else narration[-1].startswith("a ")


def test_a_switched_convention_says_what_changed(run):
    _, out, _ = run("example-2", "--run", "1", "--prune", ">")
    assert "On > 1 more leaf is visited: 4." in out
    answer = json.loads(run("example-2", "--run", "1", "--prune", ">", "--json")[1])["runs"]
    assert answer[0]["changed"][0] == "On > 1 more leaf is visited: 4."
    assert answer[0]["conventions"]["prune"] == ">"


def test_another_algorithm_answers_for_itself_and_says_what_it_changes(run):
    _, out, _ = run("alphabeta-quiz-1", "--algorithm", "minimax")
    assert "minimax: value 8, action Left; 7 nodes; visits 10, 8, 4, 50." in out
    assert (
        "Switched: minimax instead of alphabeta.\n1 more leaf is visited: 50.\nc returns = 4 instead of <= 4.\n"
        "The answer stays the same: 8, by Left.\n\nAnswer: 8, by Left (minimax).\nThe lecture's own answer: 8, by Left;"
    ) in out
    _, out, _ = run("alphabeta-quiz-1", "--algorithm", "expectimax")
    assert "The value is 27 instead of 8.\nThe action is Right instead of Left.\n" in out
    assert "Answer: 27, by Right (expectimax).\n" in out
    answer = json.loads(run("alphabeta-quiz-1", "--algorithm", "expectimax", "--json")[1])
    assert answer["answer"] == "27, by Right (expectimax)." and answer["lecture_answer"].startswith("8, by Left")
    assert "lecture's own" not in run("alphabeta-quiz-1")[1]


def test_several_switches_are_named_once_and_told_together(run):
    switches = ("--prune", ">", "--returns", "hard", "--root-depth", "1", "--names", "plus-minus")
    _, out, _ = run("root-action-trap", "--run", "1", *switches)
    told = out[out.index("Switched") :].splitlines()
    assert told[:3] == [
        "Switched: > instead of >=, fail-hard instead of fail-soft, the root at level 1 instead of depth 0, "
        "and PLUS and MINUS instead of MAX and MIN.",
        "1 more leaf is visited: 0.",
        "The answer stays the same: 3, by Left.",
    ]
    assert out.count("instead of >=") == 1
    _, out, _ = run("depth-limit", "--ply", "cycle", "--root-depth", "1")
    assert (
        "Switched: a ply of one cycle instead of one action, and the root at level 1 instead of depth 0.\n"
        "The search goes 2 actions deep instead of 1 and visits 19 leaves instead of 7.\n"
        "The value is ≈ 0.0625 instead of ≈ 0.1875.\n"
    ) in out
    _, out, _ = run("root-action-trap", "--run", "2", *switches)
    assert "\nNothing changes: the same leaves, the same values, the same action.\n" in out


def test_another_scale_of_payoffs_says_how_they_are_counted(run):
    _, out, _ = run("payoffs", "--run", "1", "--payoff", "signed")
    assert "On payoffs of +1, 0, -1 every payoff x counts as 2 x - 1.\n" in out
    assert "On payoffs of +1, 0, -1 the value is 0 instead of 0.5.\n" in out
    assert "In the lecture: As given: 1, 1/2, 0." in out
    _, out, _ = run("two-ply", "--run", "2", "--payoff", "signed")
    assert "On payoffs of +1, 0, -1 nothing changes, since payoffs that sum to 0 are already on that scale" in out


@pytest.mark.parametrize("level", ["brief", "full", "trace", "table"])
def test_estimates_are_marked_at_every_level(run, level):
    _, out, _ = run("depth-limit", "--level", level)
    assert "▲ MAX  ≈ 0.1875" in out and "value ≈ 0.1875, action c3" in out and " = 0.1875" not in out
    assert "≈ marks a value that is, or rests on, an estimate at the depth limit." in out
    told = {
        "brief": "The root (MAX) ≈ 0.1875, the maximum of b3 ≈ 0.125",
        "full": "The root (MAX) takes ≈ 0.1875 from c3, so it is worth at least ≈ 0.1875",
        "trace": "the root returns ≈ 0.1875",
        "table": "b3        MIN   -∞                 +∞    ≈ 0.125",
    }
    assert told[level] in out
    assert "≈" not in run("two-ply", "--level", level)[1]


def test_a_modelled_opponent_has_its_odds_on_the_branches(run):
    _, out, _ = run("opponent-policies", "--run", "2")
    assert "│  ├─ Left (0.25) d " in out and "│  └─ Right (0.75) e " in out
    _, out, _ = run("opponent-policies", "--run", "2", "--format", "svg")
    assert out.count(">Left · 0.25</text>") == out.count(">Right · 0.75</text>") == 2
    _, out, _ = run("opponent-policies", "--run", "1")
    assert out.count("(0.25)") == 4


def test_a_mistake_can_be_shown_on_purpose(run):
    _, out, _ = run("leak-trap", "--run", "1", "--algorithm", "wrong:shared-beta")
    assert "a (MAX) holds 2, at least beta 2 from another path: c is skipped." in out
    assert "value 2, action Left" in out


def test_a_file_is_shown_like_a_lecture(run, tmp_path):
    path = tmp_path / "small.txt"
    path.write_text("[[3, 12], [2, 6]]", encoding="utf-8")
    code, out, err = run(path)
    assert (code, err) == (0, "")
    assert "c (MIN) holds 2, at most alpha 3 from b: g is skipped." in out
    assert "Answer: the action is Left; 6 states are generated: a b c d e f." in out
    answer = json.loads(run(path, "--prune", ">", "--json")[1])
    assert (answer["action"], answer["generated"]) == ("Left", ["a", "b", "c", "d", "e", "f"])
    assert answer["runs"][0]["value"] == 3
    answer = json.loads(run(path, "--algorithm", "expectimax", "--json")[1])
    assert (answer["action"], answer["generated"]) == ("Left", ["a", "b", "c", "d", "e", "f", "g"])


def test_small_boards_can_be_shown(run):
    _, out, _ = run("thrashing", "--level", "full", "--boards")
    assert "    . . . . @ . . * ." in out


@pytest.mark.parametrize("name", [item.name for each in SECTIONS if each.number == 8 for item in each.items])
def test_a_claim_prints_a_table_and_draws_a_plot(run, tmp_path, name):
    path = tmp_path / "plot.svg"
    code, out, err = run(name, "--format", "svg", "--out", path)
    assert (code, out, err) == (0, "", "")
    root = ElementTree.parse(path).getroot()
    assert root.tag.endswith("svg")
    assert len(root.findall(".//{*}circle")) >= 18


@pytest.mark.parametrize(
    ("format", "words"), [("svg", "<svg"), ("tikz", "tikzpicture"), ("typst", "#"), ("html", "<html")]
)
def test_a_tree_can_be_drawn(run, tmp_path, format, words):
    path = tmp_path / "tree"
    code, out, err = run("alphabeta-quiz-2", "--format", format, "--out", path)
    assert (code, out, err) == (0, "", "")
    assert words in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["alphabeta-quizz-2"], "did you mean 'alphabeta-quiz-2'?"),
        (["nothing-like-it-at-all"], "to list them"),
        (["cmu", "--prune", "="], "--prune is '='; use >= or >."),
        (["cmu", "--root-depth", "2"], "--root-depth is '2'; use 0 or 1."),
        (["cmu", "--level", "loud"], "Unknown level 'loud'"),
        (["cmu", "--format", "gif"], "Unknown format 'gif'"),
        (["cmu", "--run", "9"], "has 3 searches; give --run 1 to 3"),
        (["systems", "--prune", ">"], "no search"),
        (["systems", "--format", "svg"], "no tree to draw"),
        (["traffic", "--algorithm", "minimax"], "use expectiminimax"),
        (["no-such-file.test"], "no-such-file.test"),
        ([__file__], "is not a tree file; its name must end in .test, .efg or .txt."),
        ([str(Path(__file__).parent)], "has no files that end in .test."),
        (["no/such/thing"], "No lecture or file named 'no/such/thing'"),
        (["claim-ordering", "--format", "svg", "--out", "/no/such/folder/plot.svg"], "Cannot write"),
    ],
)
def test_a_mistake_is_answered_in_one_sentence(run, arguments, words):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err and err.count("\n") == 1 and "Traceback" not in err
