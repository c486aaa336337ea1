"""`countermove verify` and `solve --strategy`."""

from __future__ import annotations

import json

import pytest

FIXED = ["holds", "player", "value", "positions", "states", "ends", "longest", "fault", "line"]
START = "piles=(1,2),mover=0"


@pytest.fixture
def nim(run, tmp_path):
    path = tmp_path / "nim.json"
    made = run("solve", "nim:piles=(1,2)", "--strategy", path)
    assert (made.code, made.err) == (0, f"{path}: what player 1 does in 3 positions, to get 1 or more.\n")
    return path


def test_what_solve_writes_is_verified(run, nim):
    done = run("verify", "nim:piles=(1,2)", nim)
    assert done.code == 0
    assert done.out.splitlines() == [
        "Verified: player 1 gets 1 or more, whatever the opponent does.",
        "",
        "strategy      3 positions",
        "played        5 states, 1 end",
        "longest game  3 plies",
    ]
    answer = run("verify", "nim:piles=(1,2)", nim, "--json").json
    assert list(answer) == FIXED
    assert (answer["holds"], answer["longest"], answer["fault"], answer["line"]) == (True, 3, None, [])


def test_json_of_solve_stays_alone_on_stdout(run, tmp_path):
    made = run("solve", "tictactoe", "--strategy", tmp_path / "x.json", "--json")
    assert made.json["value"] == 0
    assert run("verify", "tictactoe", tmp_path / "x.json").code == 0


def test_a_strategy_that_does_not_hold_ends_with_1_and_the_line_that_breaks_it(run, nim):
    plan = json.loads(nim.read_text())
    plan["actions"][START] = "b2"
    nim.write_text(json.dumps(plan))
    done = run("verify", "nim:piles=(1,2)", nim)
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith(
        "Not verified.\n\nThe game ends with -1 for player 1, who is guaranteed 1.\nAfter: b2 a1\n"
    )
    answer = run("verify", "nim:piles=(1,2)", nim, "--json")
    assert (answer.code, answer.json["holds"], answer.json["line"]) == (1, False, ["b2", "a1"])
    del plan["actions"][START]
    nim.write_text(json.dumps(plan))
    assert (
        "no action for the position 'piles=(1,2),mover=0'.\nAt the start." in run("verify", "nim:piles=(1,2)", nim).out
    )


def test_it_is_verified_from_any_position(run, nim):
    assert run("verify", "nim:piles=(1,2)", nim, "--position", "b1 a1", "--json").json["longest"] == 1
    assert run("verify", "nim:piles=(1,2)", nim, "--position", "a1").code == 1


def test_a_strategy_for_a_file_of_rules(run, subtract, tmp_path):
    path = tmp_path / "plan.json"
    game = f"{subtract}:counters=12"
    assert run("solve", game, "--strategy", path).code == 0
    assert run("verify", game, path).code == 0


def test_mistakes_are_one_sentence(run, refused, nim, tmp_path):
    refused(run("verify", "nim", nim), "is a strategy for Nim(piles=(1, 2)", "not for Nim(piles=(3, 4, 5)")
    refused(run("verify", "nim", tmp_path / "none.json"), "cannot be read")
    refused(run("verify", "nim"), "FILE")
    nim.write_text("[]")
    refused(run("verify", "nim", nim), "is not a strategy")
    refused(run("solve", "nim", "--strategy", tmp_path / "none" / "x.json"), "existing folder")
    dice = "{'chances':[0.5,0.5],'children':[1,2]}"
    refused(run("solve", dice, "--strategy", nim), "chance")
