"""`countermove best`."""

from __future__ import annotations

import pytest

FIXED = ["action", "value", "line", "depth", "nodes", "seconds", "exact", "algorithm", "native"]


def test_json_has_the_fixed_fields_first_and_numbers_are_numbers(run):
    result = run("best", "tictactoe", "--position", "XX.OO....", "--depth", "3", "--json")
    assert result.code == 0
    answer = result.json
    assert list(answer)[: len(FIXED)] == FIXED
    assert (answer["action"], answer["value"], answer["line"]) == ("c3", 1.0, ["c3"])
    assert isinstance(answer["nodes"], int)
    assert isinstance(answer["seconds"], float)
    assert answer["values"]["c3"] == {"value": 1.0, "bound": "="}
    assert answer["player"] == "X"


def test_the_position_may_be_the_actions_so_far(run):
    answer = run("best", "tictactoe", "--position", "a3 a2 b3 b2", "--depth", "3", "--json").json
    assert answer["action"] == "c3"


@pytest.mark.parametrize("budget", [("--depth", "2"), ("--nodes", "500"), ("--seconds", "0.2")])
@pytest.mark.parametrize("way", [pytest.param("--native", marks=pytest.mark.native), "--interpreted"])
def test_every_budget_works_compiled_and_interpreted(run, budget, way):
    answer = run("best", "nim", *budget, way, "--json").json
    assert answer["native"] is (way == "--native")
    assert answer["action"] is not None
    assert answer["algorithm"] in ("pvs", "alphabeta")


def test_a_list_is_a_game_too_and_the_action_is_named(run):
    answer = run("best", "[[3,12],[4,6],[15,2]]", "--depth", "2", "--json").json
    assert (answer["action"], answer["value"], answer["line"], answer["exact"]) == (
        "Center",
        4.0,
        ["Center", "Left"],
        True,
    )


def test_chance_is_weighed(run):
    tree = '[{"children":[12,8,4],"chances":[0.25,0.25,0.5]},{"children":[12,6],"chances":[0.5,0.5]}]'
    answer = run("best", tree, "--depth", "2", "--json").json
    assert (answer["action"], answer["value"], answer["algorithm"]) == ("Right", 9.0, "expectiminimax")


@pytest.mark.native
def test_people_see_board_action_value_line_and_effort(run):
    result = run("best", "tictactoe", "--position", "XX.OO....", "--depth", "3", "--native")
    lines = result.out.splitlines()
    assert lines[0] == "3  X X ·"
    assert "X to move" in lines
    said = {line.split()[0]: line.split()[1:] for line in lines if line}
    assert said["best"] == ["c3"]
    assert said["value"][:3] == ["+1", "(X", "wins)"] or said["value"][0] == "+1"
    assert said["search"] == ["pvs,", "compiled"]
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)
    assert "\x1b" not in result.out


LOOKS = """
from countermove.games.nim import Nim

VALUES = {0: 1.0, 1: -1.0}


class Looks(Nim):
    def utility(self, state, player):
        VALUES[2] = 0.5
        return VALUES[0 if super().utility(state, player) > 0 else 1]
"""


@pytest.mark.native
def test_why_a_search_ran_interpreted_is_said_on_stderr(run, write):
    result = run("best", write("looks.py", text=LOOKS), "--depth", "2")
    assert result.code == 0
    why, advice = result.err.splitlines()
    assert "Looks runs interpreted" in why and "utility" in why and "it changes a constant" in why
    assert "Looks has no evaluate" in advice


@pytest.mark.native
def test_a_database_in_a_file_is_looked_up(run, tmp_path):
    file = tmp_path / "morris"
    assert run("solve", "morris:men=3", "--method", "sweep", "--save", file).code == 0
    answer = run("best", "morris:men=3", "--database", file, "--depth", 1, "--json").json
    assert (answer["value"], answer["exact"], answer["action"]) == (1.0, True, "b2")
    other = run("best", "tictactoe", "--database", file)
    assert other.code == 2 and "is a database of Morris(men=3), not of TicTacToe()" in other.err
    missing = run("best", "tictactoe", "--database", tmp_path / "none")
    assert missing.code == 2 and len(missing.err.strip().splitlines()) == 1
