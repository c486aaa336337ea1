"""The example of the design, a file of twenty lines of rules, works with every command as the design says."""

from __future__ import annotations

import pytest


def test_it_plays(run, subtract):
    result = run("play", f"{subtract}:SubtractSquare", "--second", "alphabeta:depth=6", typed="100\n")
    assert result.code == 0
    assert result.out.endswith("Player 1 wins.\n")


def test_it_is_solved(run, subtract):
    answer = run("solve", f"{subtract}:SubtractSquare:counters=60", "--json").json
    assert (answer["value"], answer["action"], answer["distance"]) == (1.0, "16", 9)
    assert "player 1 wins in 9" in run("solve", f"{subtract}:SubtractSquare:counters=60").out


@pytest.mark.native
def test_it_passes_the_check_compiled(run, subtract):
    result = run("check", f"{subtract}:SubtractSquare", "--games", "100", "--json")
    assert result.code == 0
    assert result.json["native"] is True


@pytest.mark.native
def test_the_best_action_is_found_compiled(run, subtract):
    answer = run("best", f"{subtract}:SubtractSquare:counters=60", "--depth", "60", "--json").json
    assert (answer["action"], answer["value"], answer["exact"], answer["native"]) == ("16", 1.0, True, True)


def test_the_class_may_be_left_out(run, subtract):
    assert run("solve", f"{subtract}:counters=5", "--json").json["value"] == -1.0
