"""The GTP engine: its answers by the standard, for any game of two, and streams of nonsense."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from heap_file import take_away

from countermove import load
from countermove.errors import UnfitError
from countermove.protocol.gtp import GtpEngine, Time

STANDARD = [
    "protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board", "komi",
    "play", "genmove", "undo", "time_settings", "time_left", "showboard", "final_score", "reg_genmove",
]  # fmt: skip
EXTENSIONS = ["countermove-position", "countermove-legal", "countermove-limits", "countermove-result"]


class Talk:
    """An engine in this process, and what it says."""

    def __init__(self, game: str = "tictactoe") -> None:
        self.said: list[str] = []
        self.engine = GtpEngine(self.said.append, load(game), "1.0")

    def __call__(self, *lines: str) -> str:
        """The last answer, which ends by an empty line."""
        for line in lines:
            self.said.clear()
            self.engine.handle(line)
        if not self.said:
            return ""
        assert len(self.said) == 1 and re.fullmatch(r"[=?].*\n", self.said[0], re.DOTALL), self.said
        assert "\n\n" not in self.said[0]
        return self.said[0][:-1]


def test_commands_of_the_standard_are_known() -> None:
    talk = Talk()
    assert set(talk("list_commands")[2:].split("\n")) == {*STANDARD, *EXTENSIONS}
    assert talk("protocol_version") == "= 2" and talk("name") == "= Countermove" and talk("version") == "= 1.0"
    assert talk("known_command genmove") == "= true" and talk("7 known_command bogus") == "=7 false"


def test_numbers_comments_and_control_characters() -> None:
    talk = Talk()
    assert talk("12 name") == "=12 Countermove"
    assert talk("13 bogus") == "?13 unknown command" and talk("14") == "?14 unknown command"
    assert talk("# a comment") == "" and talk("   ") == "" and talk("\x07\x00") == ""
    assert talk("  5\tplay\tblack\x07 b2 # the centre") == "=5"
    assert talk("play w a1\r") == "="


def test_a_game_is_played_scored_and_taken_back() -> None:
    talk = Talk()
    assert talk("final_score") == "? cannot score" and talk("undo") == "? cannot undo"
    for colour, name in zip("bwbwb", ("a3", "a2", "b3", "b2", "C3")):
        assert talk(f"play {colour} {name}") == "="
    assert talk("final_score") == "= B+1" and talk("countermove-result") == "= X wins"
    assert talk("genmove w") == "? the game is over" and talk("play white c1") == "? illegal move"
    assert talk("countermove-legal") == "="
    assert talk("undo") == "=" and talk("final_score") == "? cannot score"
    assert talk("play w b2") == "? illegal move: it is not the turn of w"
    assert talk("play b z9") == "? illegal move" and talk("play b") == "? syntax error"
    assert talk("play green a1") == "? the colours are black and white, not 'green'"
    assert talk("genmove b") == "= c3" and talk("final_score") == "= B+1"
    assert talk("clear_board", "countermove-position") == "= ........."


def test_the_colours_are_those_of_the_game() -> None:
    chess = Talk("chess")
    assert chess("play white e4") == "=" and chess("play b e7e5") == "="
    assert chess("play b Nc6") == "? illegal move: it is not the turn of b"
    assert chess("countermove-position 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "play w Qg7#") == "="
    assert chess("final_score") == "= W+1"


def test_positions_and_legal_actions() -> None:
    talk = Talk()
    assert talk("countermove-position XX.OO....") == "= XX.OO...."
    assert talk("countermove-legal") == "= c3\nc2\na1\nb1\nc1"
    assert talk("countermove-position what").startswith("?")
    assert talk("reg_genmove b") == "= c3" and talk("countermove-position") == "= XX.OO...."
    assert talk("showboard").count("\n") >= 3


def test_sizes_are_those_of_the_board() -> None:
    talk = Talk()
    assert talk("boardsize 3") == "=" and talk("boardsize 19") == "? unacceptable size"
    assert talk("boardsize x") == "? syntax error" and talk("komi 6.5") == "=" and talk("komi x") == "? syntax error"


def test_limits_and_clocks_are_kept() -> None:
    talk = Talk("connect4:opening=false")
    assert talk("countermove-limits depth=2") == "=" and talk("genmove b").startswith("= ")
    assert talk("countermove-limits plies=2").startswith("?") and talk("countermove-limits depth=0").startswith("?")
    assert talk("countermove-limits", "time_settings 0 1 1") == "=" and talk("time_settings 1") == "? syntax error"
    assert talk("time_left w 0 0") == "=" and talk("genmove w").startswith("= ")
    assert talk("time_left x 5 0").startswith("?") and talk("time_left b -5 0") == "="


def test_time_that_no_one_reports_is_counted() -> None:
    time = Time(10.0, 5.0, 2)
    time.reset()
    assert time.limits(0).left == 10.0
    time.spend(0, 4.0)
    assert time.left == [(6.0, 0), (10.0, 0)]
    time.spend(0, 7.0)  # into the first period
    assert time.left[0] == (5.0, 2) and time.limits(0).turns == 2
    time.spend(0, 1.0)
    assert time.left[0] == (4.0, 1) and time.limits(0).seconds == 4.0
    time.spend(0, 1.0)
    assert time.left[0] == (5.0, 2)
    assert Time().limits(0).seconds == 1.0


@pytest.mark.parametrize("game", ["pig", "rps", "tictactoe3", "twentyfortyeight"])
def test_other_kinds_of_games_are_refused(game: str) -> None:
    with pytest.raises(UnfitError, match="use json"):
        Talk(game)


def test_a_game_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(take_away("Own", "Take one or two."))
    program = [sys.executable, "-m", "countermove", "engine", f"{path}:Own", "--protocol", "gtp"]
    commands = "countermove-limits depth=9\n1 genmove b\n2 play w 1\n3 genmove b\n4 final_score\n5 quit\n6 name\n"
    done = subprocess.run(program, input=commands, capture_output=True, text=True, timeout=600)
    assert done.stdout.split("\n\n") == ["=", "=1 2", "=2", "=3 2", "=4 B+1", "=5", ""], done.stderr


@pytest.mark.parametrize("failing", ["assert state.counters > 4", "if state.counters <= 4: raise SystemExit(3)"])
def test_rules_that_fail_are_one_line(tmp_path: Path, failing: str) -> None:
    path = tmp_path / "own.py"
    before = "        return Heap(state.counters - action"
    path.write_text(take_away("Own", "Take one or two.").replace(before, f"        {failing}\n{before}"))
    talk = Talk(f"{path}:Own")
    assert talk("play b 1") == "=" and talk("play w 1").startswith("? Own.result (own.py line")
    assert talk("genmove w").startswith("? Own.result (own.py line") and talk("name") == "= Countermove"


def test_no_stream_of_words_breaks_the_engine() -> None:
    rng = random.Random(5)
    talk = Talk("connect4")
    words = STANDARD + EXTENSIONS
    words += [
        "b",
        "w",
        "black",
        "white",
        "1",
        "4",
        "-1",
        "3.5",
        "1e999",
        "9" * 30,
        "#",
        "\x00",
        "ü",
        "\t",
        "pass",
        "depth=1",
    ]
    talk("countermove-limits nodes=1")
    for _ in range(400):
        line = " ".join(rng.choice(words) for _ in range(rng.randint(1, 5)))
        if "countermove-limits" not in line:  # or a search would take its second
            talk(line)
    assert talk("clear_board", "play b 4") == "="
