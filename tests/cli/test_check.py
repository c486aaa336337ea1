"""`countermove check`: 0 when all is well, 1 when there are problems."""

from __future__ import annotations

import pytest


def test_a_good_game_passes(run, subtract):
    result = run("check", f"{subtract}:SubtractSquare", "--interpreted", "--games", "50")
    assert result.code == 0
    assert result.out.startswith("SubtractSquare: no problems found.")
    assert "50 random games" in result.out


def test_problems_are_told_with_an_example_and_exit_code_1(run, write):
    path = write("rules.py", ("else 1.0", "else 2.0"))
    result = run("check", path, "--interpreted", "--games", "50")
    assert result.code == 1
    assert "utility-sum" in result.out
    assert "e.g." in result.out
    assert max(map(len, result.out.splitlines())) <= 80


def test_rules_that_raise_are_a_problem_too(run, write):
    path = write("rules.py", ("root = 1\n", "root = 1 // 0\n"))
    answer = run("check", path, "--json")
    assert answer.code == 1
    assert answer.json["ok"] is False
    assert answer.json["problems"][0]["law"] == "actions-raises"


@pytest.mark.native
def test_json_tells_all(run):
    result = run("check", "nim:piles=(1,2)", "--games", "20", "--seed", "3", "--json")
    assert result.code == 0
    answer = result.json
    assert answer["ok"] is True
    assert answer["problems"] == []
    assert answer["states"] == 8
    assert answer["native"] is True
