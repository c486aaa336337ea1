"""`countermove grade`, as it is typed."""

from __future__ import annotations

import json

import pytest

from countermove.cli import main

SWAPPED = "def minimax(t, top=False):\n    if isinstance(t, int):\n        return t\n"
SWAPPED += "    return (max if top else min)(minimax(c, not top) for c in t)\n"


@pytest.fixture
def typed(tmp_path, capsys):
    def go(text, *options):
        path = tmp_path / "homework.py"
        path.write_text(text, encoding="utf-8")
        code = main(["grade", str(path), *options])
        return code, *capsys.readouterr()

    return go


def test_the_mistake_its_tree_and_how_to_see_it_are_printed(typed):
    code, out, err = typed(SWAPPED)
    assert (code, err) == (1, "")
    for words in ("Min and max are swapped", "smallest    [1, 0]", "mistake  swapped", "--algorithm wrong:swapped"):
        assert words in out


def test_a_right_solution_is_praised_and_the_code_is_0(typed):
    code, out, _ = typed(SWAPPED.replace("top=False", "top=True"))
    assert code == 0 and out.startswith("homework.py: minimax is right: value on 100 trees.")


def test_the_answer_as_json_has_fixed_fields(typed):
    code, out, _ = typed(SWAPPED, "--json", "--trees", "20")
    told = json.loads(out)
    assert code == 1
    assert (told["ok"], told["mistake"], told["function"], told["cases"]) == (False, "wrong:swapped", "minimax", 34)
    assert set(told["example"]) == {"tree", "depth", "players", "expected", "got", "sentence", "step", "position"}
    assert told["example"]["expected"].keys() == {"value", "actions"}


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("def f(:", (), "homework.py line 1 is not Python"),
        (SWAPPED, ("--prune", "="), "--prune is '='; use >= or >."),
        (SWAPPED, ("--ply", "turn"), "--ply is 'turn'; use action or cycle."),
        (SWAPPED, ("--trees", "0"), "trees is 0; give 1 to 10,000."),
        (SWAPPED, ("--trees", "1000000000000"), "trees is 1000000000000; give 1 to 10,000."),
        (SWAPPED, ("--trees", "x"), "--trees is 'x'; give a whole number."),
        (SWAPPED, ("--trees=1.5",), "--trees is '1.5'; give a whole number."),
        (SWAPPED, ("--seconds", "soon"), "--seconds is 'soon'; give a number."),
        (SWAPPED, ("--seconds", "inf"), "seconds is inf; give a number above 0, and 3600 at most."),
        (SWAPPED, ("--memory", "1"), "memory is 1; give 64 to 1,048,576."),
        (SWAPPED, ("--function", ""), "no function ''"),
        ("\0", (), "homework.py is not Python: source code string cannot contain null bytes."),
        (SWAPPED, ("--function", "g"), "no function 'g'"),
    ],
)
def test_a_mistake_gets_one_sentence_and_exit_code_2(typed, text, options, words):
    code, out, err = typed(text, *options)
    assert (code, out) == (2, "")
    assert words in err and err.count("\n") == 1


def test_a_missing_file_is_told(tmp_path, capsys):
    assert main(["grade", str(tmp_path / "none.py")]) == 2
    assert capsys.readouterr().err.startswith("There is no file ")


def test_the_file_is_named_once(typed):
    _, out, _ = typed("def minimax(game, state):\n    return game.utilty(state)\n", "--trees", "2")
    assert " ".join(out.split()).startswith(
        "homework.py line 2 stops with AttributeError: 'Game' object has no attribute 'utilty'"
    )
