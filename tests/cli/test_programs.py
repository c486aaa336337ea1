"""Playing against other programs from the command line, and engines for them."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

FAKE = Path(__file__).resolve().parents[1] / "support" / "fake_engine.py"


def fake(protocol: str, fault: str, answer: str = "") -> str:
    return f"{protocol}:{shlex.join([sys.executable, str(FAKE), protocol, fault, answer])},timeout=20"


@pytest.mark.parametrize(
    ("fault", "answer", "words"),
    [("crash", "", "ended with exit code 1"), ("says", "9", "plays '9', which is not legal")],
)
def test_a_forfeit_ends_the_game_in_words(run: Any, fault: str, answer: str, words: str) -> None:
    done = run("play", "connect4", "--first", "random:seed=1", "--second", fake("json", fault, answer), "--quiet")
    assert done.code == 0 and words in done.out
    assert done.out.rstrip().endswith("O forfeits, X wins.")


def test_a_forfeit_is_kept_in_the_record(run: Any) -> None:
    done = run("play", "connect4", "--first", fake("gtp", "says", "z"), "--second", "random", "--quiet", "--json")
    assert done.code == 0 and done.json["resigned"] == 0 and done.json["result"] is None


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("uci:no-such-program", "Program 'no-such-program' not found; install it, or give its path."),
        (fake("uci", "says"), "plays chess, and Connect is not chess"),
        (fake("json", "dead"), "ended with exit code 3 instead of answering; does it speak JSON lines?"),
    ],
)
def test_what_is_wrong_before_the_game_is_one_sentence(run: Any, player: str, words: str) -> None:
    done = run("play", "connect4", "--second", player)
    assert done.code == 2 and words in done.err and done.err.count("\n") == 1


def test_a_saved_game_does_not_run_programs(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    players = ["random:seed=1", fake("json", "says", "4")]
    path.write_text(json.dumps({"countermove": 1, "game": "connect4", "players": players, "actions": []}))
    done = run("play", "--load", path, "--quiet")
    assert done.code == 2 and "names the program" in done.err
    assert run("play", "--load", path, "--second", "random:seed=2", "--quiet").code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess", "--protocol", "xboard"], "The protocol is 'xboard'; expected uci, gtp or json."),
        (["connect4", "--protocol", "uci"], "connect4 is not chess; use gtp or json."),
        (["pig", "--protocol", "gtp"], "which Pig is not; use json."),
    ],
)
def test_a_protocol_that_does_not_fit_is_one_sentence(run: Any, arguments: list[str], words: str) -> None:
    done = run("engine", *arguments)
    assert done.code == 2 and words in done.err and done.err.count("\n") == 1
