"""`countermove solve`."""

from __future__ import annotations

import pytest

from countermove.solve import pick

FIXED = ["value", "action", "actions", "distance", "nodes", "states", "seconds"]


def test_json_has_the_fixed_fields_first(run):
    answer = run("solve", "grundy", "--json").json
    assert list(answer)[: len(FIXED)] == FIXED
    assert answer["value"] == -1.0
    assert answer["distance"] == 4
    assert answer["states"] == 14
    assert answer["actions"] == {"6-1": -1.0, "5-2": -1.0, "4-3": -1.0}
    assert answer["complete"] is True


def test_people_read_who_wins_and_in_how_many(run):
    assert "PLUS loses in 4" in run("solve", "grundy").out
    assert "X wins in 1" in run("solve", "tictactoe", "--position", "XX.OO....").out
    assert "draw" in run("solve", "tictactoe", "--position", "b2 a1 c3 a3").out.lower()
    assert "+4 for MAX" in run("solve", "[[3,12],[4,6],[15,2]]").out


def test_people_read_how_far_the_goal_of_a_puzzle_is_or_that_it_is_out_of_reach(run):
    puzzle = ("solve", "sliding:rows=2,cols=3", "--position")
    assert "+1 for the player in 21." in run(*puzzle, "4,5,./1,2,3").out
    assert "no reachable end beats repeating for ever (0)." in run(*puzzle, "1,2,3/5,4,.").out
    hard = "15,14,13,12/11,10,9,8/7,6,5,4/3,1,2,."
    assert "Not solved" in run("solve", "sliding:rows=4,cols=4", "--position", hard, "--seconds", "0.2").out


def test_a_line_stays_within_80_columns(run):
    for line in run("solve", "nim").out.splitlines():
        assert len(line) <= 80
        assert line == line.rstrip()


def test_a_strategy_is_written_whatever_the_method_that_fits(run, tmp_path, monkeypatch):
    monkeypatch.setattr(pick, "MAX_INTERPRETED_NODES", 100)
    plan = tmp_path / "plan.json"
    for method in ([], ["--method", "alphabeta"], ["--method", "proof"]):
        plan.unlink(missing_ok=True)
        result = run("solve", "domineering:rows=3,cols=4", "--strategy", plan, *method)
        assert result.code == 0
        assert "to get 1 or more" in result.err
        assert "Verified" in run("verify", "domineering:rows=3,cols=4", plan).out


@pytest.mark.native
def test_what_alphabeta_does_not_count_it_does_not_state(run):
    arguments = ["solve", "tictactoe", "--position", "XX.OO....", "--method", "alphabeta", "--memory", "1"]
    answer = run(*arguments, "--json").json
    assert answer["states"] is None
    assert answer["distances"]["c3"] == 1
    shown = run(*arguments).out
    assert "states" not in shown
    assert "looked at  " in shown and "nodes in" in shown


def test_proof_names_an_action_that_wins(run):
    answer = run("solve", "connect:rows=4,cols=4", "--position", "121223", "--method", "proof", "--json").json
    assert answer["actions"] == {answer["action"]: answer["value"]}
    truth = run("solve", "connect:rows=4,cols=4", "--position", "121223", "--method", "exhaustive", "--json").json
    assert truth["actions"][answer["action"]] == answer["value"] == truth["value"]


@pytest.mark.parametrize("method", [[], ["--method", "alphabeta"], ["--method", "proof"], ["--method", "sweep"]])
def test_budgets_that_cannot_be_meant_are_refused(run, refused, method):
    for option in (["--threads", "0"], ["--threads", "-2"], ["--threads", "100000"]):
        refused(run("solve", "tictactoe", *option, *method), "threads", "from 1 to 256")
    refused(run("solve", "tictactoe", "--memory", "-3", *method), "memory", "above 0")


def test_out_of_time_it_says_how_far_it_got(run):
    result = run("solve", "connect4:opening=false", "--seconds", "0.2")
    assert result.code == 0
    assert "Not solved" in result.out
    answer = run("solve", "connect4:opening=false", "--seconds", "0.2", "--json").json
    assert answer["complete"] is False
    assert answer["states"] > 0
    assert answer["distance"] is None
