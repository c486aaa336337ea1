"""`countermove measure`."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

FIELDS = [
    "game", "position", "players", "player", "seed", "states", "games", "tree", "branching", "length", "perfect",
    "strong", "random", "choice", "notes", "seconds", "stopped",
]  # fmt: skip


def test_json_tells_what_was_counted_and_what_estimated(run):
    answer = run("measure", "nim:piles=(1,2)", "--games", 200, "--json").json
    assert list(answer) == FIELDS
    assert answer["states"] == {"count": 8, "complete": True}
    assert answer["tree"]["count"] == 12
    assert answer["games"]["count"] == 5
    assert answer["perfect"]["values"] == [1.0, -1.0]
    assert answer["random"]["wins"][0]["exact"] is True
    assert answer["branching"]["exact"] is False
    assert answer["branching"]["plies"][0] == {"ply": 0, "mean": 3.0, "least": 3, "most": 3}
    assert answer["strong"]["games"] == 10
    assert answer["choice"]["forced"]["low"] <= answer["choice"]["forced"]["value"]


def test_people_read_the_size_and_whom_it_favours(run):
    out = run("measure", "tictactoe", "--games", 1000).out
    assert "draw with perfect play" in out
    for number in ("5,478", "255,168", "549,946", "58.5 %", "28.8 %", "12.7 %"):
        assert number in out
    assert all(len(line) <= 80 and line == line.rstrip() for line in out.splitlines())


def test_a_position_can_be_measured(run):
    answer = run("measure", "tictactoe", "--position", "XX.OO....", "--games", 100, "--json").json
    assert answer["position"] == "XX.OO...."
    assert answer["perfect"]["values"] == [1.0, -1.0]


def test_scores_are_told_where_a_game_is_not_about_winning(run):
    out = run("measure", "[[3,12],[4,6],[15,2]]", "--games", 100).out
    assert "+4 for MAX" in out
    assert "worth to MAX" in out
    alone = run("measure", "tree:tree=[[3,12],[4,6]],players=1", "--games", 100).out
    assert "wins" not in alone


def test_the_plot_is_one_image(run, tmp_path):
    path = tmp_path / "nim.svg"
    result = run("measure", "nim:piles=(1,2)", "--games", 200, "--out", path)
    assert result.code == 0
    image = ET.fromstring(path.read_text(encoding="utf-8"))
    titles = [each.text for each in image.iter("{http://www.w3.org/2000/svg}title")]
    assert "Nim: actions to choose from" in titles
    assert "Nim: length of games" in titles


def test_mistakes_are_one_sentence(run, refused):
    refused(run("measure", "tictactoe", "--seconds", 0), "seconds", "above 0")
    refused(run("measure", "tictactoe", "--games", 0), "random games", "1 to")
    refused(run("measure", "tictactoe", "--position", "XXXOO...."), "over", "X wins")
    refused(run("measure", "tictactoe", "--out", "plot.gif"), ".svg")
    refused(run("measure", "tictacto"), "did you mean")
    refused(run("measure", "nim:piles=(1,2)", "--games", 10, "--out", Path("no", "such", "place.svg")), "Cannot write")
    refused(run("measure", "tictactoe", "--seed", "x"), "whole number")


def test_rules_that_do_not_compile_say_so(run, write):
    spec = write("words.py", ("return state.counters == 0", 'return print(end="") or state.counters == 0'))
    result = run("measure", f"{spec}:SubtractSquare:counters=12", "--games", 50)
    assert result.code == 0
    assert "interpreted" in result.out
