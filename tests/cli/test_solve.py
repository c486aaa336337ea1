"""`countermove solve`."""

from __future__ import annotations

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


def test_a_line_stays_within_80_columns(run):
    for line in run("solve", "nim").out.splitlines():
        assert len(line) <= 80
        assert line == line.rstrip()


def test_out_of_time_it_says_how_far_it_got(run):
    result = run("solve", "connect4", "--seconds", "0.2")
    assert result.code == 0
    assert "Not solved" in result.out
    answer = run("solve", "connect4", "--seconds", "0.2", "--json").json
    assert answer["complete"] is False
    assert answer["states"] > 0
    assert answer["distance"] is None
