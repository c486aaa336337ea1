"""`countermove match` and `countermove tournament`."""

from __future__ import annotations

import csv
import json
import re
import signal
import time
from pathlib import Path

import pytest

QUICK = ("--first", "solve", "--second", "random", "--games", "6")


def test_a_match_says_what_its_result_means(run):
    found = run("match", "tictactoe", *QUICK)
    assert found.code == 0
    assert found.out.startswith("solve against random at tictactoe: 6 games, after 2 random plies\n")
    for label in ("result", "score", "Elo", "superiority", "draws", "pairs"):
        assert re.search(rf"^{label} ", found.out, re.MULTILINE), label


def test_the_fields_of_a_match(run):
    found = run("match", "tictactoe", *QUICK, "--json").json
    assert found["wins"] + found["draws"] + found["losses"] == found["games"] == 6
    assert sum(found["pairs"]) == 3
    assert found["score"] == (found["wins"] + found["draws"] / 2) / 6
    assert found["elo_low"] != found["elo_high"]
    assert found["complete"] is True
    assert found["players"] == ["solve", "random"]


def test_limits_apply_to_players_without_their_own(run):
    found = run("match", "tictactoe", "--first", "pvs", "--second", "pvs:depth=1", "--depth", 2, "--games", 2, "--json")
    assert found.json["players"] == ["pvs:depth=2", "pvs:depth=1"]


def test_a_match_is_played_in_whole_pairs(run):
    assert (
        run("match", "tictactoe", "--first", "random", "--second", "random", "--games", 3, "--json").json["games"] == 4
    )


def test_an_sprt_says_its_verdict(run):
    found = run(
        "match", "tictactoe", "--first", "solve", "--second", "random", "--games", 200, "--sprt", "0,300", "--json"
    )
    assert found.json["verdict"] == "accepted"
    assert found.json["games"] < 200
    assert found.json["llr"] > found.json["llr_bounds"][1]


def test_games_are_written_as_csv_and_drawn(run, tmp_path):
    table, plot = tmp_path / "games.csv", tmp_path / "plot.svg"
    players = ("--first", "random", "--second", "random:seed=1", "--games", 40, "--sprt", "0,10")
    assert run("match", "tictactoe", *players, "--csv", table, "--out", plot).code == 0
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 40
    assert {row["player 1"] for row in rows} == {"random", "random:seed=1"}
    assert plot.read_text(encoding="utf-8").count("<svg") == 3


def test_a_tournament_has_a_crosstable(run, tmp_path):
    plot = tmp_path / "ratings.svg"
    found = run("tournament", "tictactoe", "random", "solve", "reflex", "--rounds", 2, "--out", plot)
    assert found.code == 0
    assert found.out.startswith("tictactoe, round robin: 12 games, ")
    assert plot.read_text(encoding="utf-8").count("<circle") == 3
    found = run("tournament", "tictactoe", "random", "solve", "reflex", "--rounds", 2, "--gauntlet", "--json").json
    assert found["games"] == 8
    assert {each["player"]: each["games"] for each in found["players"]} == {"random": 8, "solve": 4, "reflex": 4}


def test_three_players_rotate(run):
    found = run("match", "tictactoe3", "--first", "reflex", "--second", "random", "--games", 6, "--json").json
    assert found["games"] == 6
    assert found["pairs"] is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("tictactoe", "--first", "random"), ("--second",)),
        (("tictactoe", *QUICK[:4], "--games", "0"), ("--games is 0",)),
        (("tictactoe", *QUICK, "--sprt", "5"), ("as in 0,5",)),
        (("tictactoe", *QUICK, "--jobs", "0"), ("The number of jobs is 0",)),
        (("tictactoe", *QUICK, "--plies", "-1"), ("random plies is -1",)),
        (("tictactoe", *QUICK, "--plies", "50"), ("is over within 50 random plies",)),
        (("tictactoe", *QUICK, "--plies", "2", "--openings", "x"), ("either --openings or --plies",)),
        (("tictactoe", *QUICK, "--openings", "nowhere.txt"), ("'nowhere.txt' cannot be read",)),
        (("tictactoe", *QUICK, "--pgn", "x.pgn"), ("PGN is for games of chess",)),
        (("tictactoe", *QUICK, "--csv", "nowhere/x.csv"), ("does not exist",)),
        (("tictactoe", *QUICK, "--max-plies", "0"), ("maximum number of plies is 0",)),
        (("tictactoe", *QUICK, "--margin", "-1"), ("margin is -1",)),
        (("tictactoe", *QUICK, "--adjudicate", "draw"), ("In the adjudication",)),
        (("tictactoe", "--first", "human", "--second", "random"), ("A human can only play interactively",)),
        (("tictactoe", "--first", "best", "--second", "random", "--clock", "x"), ("as in 60+1",)),
        (("sliding", *QUICK), ("has 1 player",)),
        (("rps", "--first", "alphabeta:depth=2", "--second", "random"), ("simultaneous",)),
    ],
)
def test_mistakes_are_explained(run, refused, arguments, words):
    refused(run("match", *arguments), *words)


def test_a_tournament_needs_two_players(run, refused):
    refused(run("tournament", "tictactoe", "random"), "two players")
    refused(run("tournament", "tictactoe", "random", "solve", "--rounds", 0), "--rounds is 0")


def match_of(file: Path, games: int) -> list[str]:
    players = ["--first", "random", "--second", "random:seed=4", "--games", str(games), "--plies", "0"]
    return ["match", "tictactoe", *players, "--jobs", "2", "--json", "--save", str(file)]


def test_a_match_killed_at_work_resumes_to_the_same_result(run, process, tmp_path):
    file, other = tmp_path / "killed.jsonl", tmp_path / "whole.jsonl"
    started = process(*match_of(file, 2000))
    while not file.exists() or file.read_bytes().count(b"\n") < 20:
        time.sleep(0.05)
    started.kill()
    started.wait()
    assert file.read_bytes().count(b"\n") < 2000
    deadline = time.monotonic() + 20
    while (found := run(*match_of(file, 60))).code == 2 and time.monotonic() < deadline:
        time.sleep(0.1)  # until the lock is gone
    assert found.json == run(*match_of(other, 60)).json


def test_ctrl_c_ends_a_match_with_the_games_so_far(process, tmp_path):
    file = tmp_path / "match.jsonl"
    started = process(*match_of(file, 100_000))
    while not file.exists() or file.read_bytes().count(b"\n") < 20:
        time.sleep(0.05)
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=600)
    assert (started.returncode, err) == (0, "")
    found = json.loads(out)
    assert 0 < found["games"] < 100_000
    assert found["complete"] is False
