"""The GTP engine for Go, and GNU Go where it is installed."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import threading

import pytest

from countermove import load
from countermove.games.go import Go
from countermove.games.go.drawing import result_of
from countermove.games.go.point import name_of
from countermove.protocol import go
from countermove.protocol.go import GoEngine

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")


class Talk:
    """An engine in this process, and what it says."""

    def __init__(self, game: str = "go:size=9") -> None:
        self.said: list[str] = []
        self.engine = GoEngine(self.said.append, load(game), "1.0")

    def __call__(self, *lines: str) -> str:
        for line in lines:
            self.said.clear()
            self.engine.handle(line)
        assert len(self.said) == 1 and re.fullmatch(r"[=?].*\n", self.said[0], re.DOTALL), self.said
        return self.said[0][:-1]


def test_a_colour_may_move_twice_and_play_goes_on_after_two_passes() -> None:
    talk = Talk()
    assert talk("play b E5") == "=" and talk("play b E4") == "=" and talk("play w e5") == "? illegal move"
    assert talk("play w pass", "play b pass", "play w C3") == "="
    assert talk("undo", "undo", "undo", "undo", "countermove-position").startswith("= ........./")
    assert talk("play b") == "? syntax error" and talk("play b J10") == "? illegal move"
    assert talk("play pink A1") == "? the colours are black and white, not 'pink'"


def test_handicaps_are_placed_on_an_empty_board_only() -> None:
    talk = Talk("go:size=19")
    assert talk("fixed_handicap 2") == "= Q16 D4" and talk("fixed_handicap 2") == "? board not empty"
    assert talk("clear_board", "fixed_handicap 10") == "? invalid number of stones"
    assert talk("place_free_handicap 3") == "= Q16 D4 D16"
    assert talk("clear_board", "set_free_handicap A1 B2 A1") == "? bad vertex list"
    assert talk("set_free_handicap A1 B2") == "=" and "X" in talk("showboard")
    assert talk("boardsize 5", "fixed_handicap 2") == "? invalid number of stones"
    assert talk("boardsize 25") == "? unacceptable size" and talk("komi x") == "? syntax error"
    assert talk("komi 0.5", "get_komi") == "= 0.5"


def test_scores_and_dead_stones() -> None:
    talk = Talk("go:size=6,rules=chinese")
    assert talk("countermove-position .X.XO./OXXXOO/X.XXO./XXXXOO/.XXXO./XXXXOO B") != ""
    assert talk("final_score") == "= B+4.5"
    assert talk("final_status_list dead") == "= A5"
    assert "A1 B1 C1 D1" in talk("final_status_list alive") and talk("final_status_list seki") == "="
    assert talk("final_status_list asleep") == "? invalid status"


def test_a_game_is_loaded_up_to_a_move_and_written(tmp_path) -> None:
    talk = Talk("go:size=19")
    file = tmp_path / "a game.sgf"
    file.write_text("(;SZ[9]KM[5.5]RU[Chinese];B[ee];W[ce](;B[cd])(;B[gc]))")
    assert talk(f"loadsgf {file}") == "= white"
    assert talk("printsgf").endswith("SZ[9]KM[5.5]RU[Chinese];B[ee];W[ce];B[cd])")
    assert talk(f"loadsgf {file} 2") == "= white" and talk("printsgf").endswith(";B[ee])")
    assert talk(f"loadsgf {file} 9") == "? the file has 3 moves"
    assert talk("loadsgf /nowhere.sgf") == "? cannot open or parse the file"
    file.write_text("(;SZ[9]")
    assert talk(f"loadsgf {file}").startswith("? The SGF ends too early")
    assert talk("printsgf").endswith(";B[ee])"), "what was there is kept"


@pytest.mark.native
def test_who_owns_the_points_is_estimated() -> None:
    talk = Talk("go:size=5")
    talk("play b C3")
    rows = [[int(word) for word in line.split()] for line in talk("countermove-ownership 300").split("\n")[1:]]
    assert [len(row) for row in rows] == [5] * 5 and rows[2][2] > 40
    assert len(talk("countermove-criticality 300").split("\n")) == 6
    assert talk("countermove-ownership 0").startswith("? the number of playouts")


def test_streams_of_nonsense_are_answered() -> None:
    talk, dice = Talk("go:size=5"), random.Random(4)
    names = [*talk("list_commands")[2:].split("\n"), "nonsense"]
    names = [name for name in names if name not in ("quit", "genmove", "reg_genmove", "loadsgf") and "c" in name]
    words = ["b", "w", "A1", "B2", "C3", "E5", "pass", "2", "-1", "dead", "5", "7.5", "\x00", "é"]
    for _ in range(400):
        talk(f"{dice.choice(names)} {' '.join(dice.choices(words, k=dice.randrange(3)))}")


class GnuGo:
    """GNU Go in another process."""

    def __init__(self) -> None:
        assert GNUGO
        command = [GNUGO, "--mode", "gtp", "--chinese-rules", "--level", "1"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, command: str) -> str:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while line := self.process.stdout.readline().strip():
            lines.append(line)
        return "\n".join(lines)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")
def test_settled_games_have_the_score_that_gnu_go_gives() -> None:
    """Random games that never fill eyes end settled: every stone is alive or captured."""
    gnugo, agreed, games = GnuGo(), 0, 0
    try:
        for number in range(4):
            game = Go(size=7, rules="chinese", points=True, komi=0.5)
            state = game.initial()
            words = [0] * game.playout_room
            game.playout(state, 2 * number + 77, words)
            for command in ("boardsize 7", "clear_board", "komi 0.5"):
                gnugo(command)
            for action in words[1 : words[0] + 1]:
                if game.is_terminal(state) or action not in list(game.actions(state)):
                    break
                assert gnugo(f"play {'bw'[state.mover]} {name_of(action, 7)}") == "="
                state = game.result(state, action)
            games += 1
            agreed += gnugo("final_score") == f"= {result_of(game.margin(state))}"
    finally:
        gnugo.close()
    assert agreed >= games - 1, f"{agreed} of {games}"


def test_a_board_of_the_same_size_is_prepared_too_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[Go] = []

    def prepare(game: Go) -> threading.Thread:
        prepared.append(game)
        return threading.Thread()

    monkeypatch.setattr(go, "prepare", prepare)
    engine = GoEngine(lambda line: None, load("go:size=5"))
    for command in ("boardsize 5", "clear_board", "boardsize 7", "boardsize 7"):
        engine.handle(command)
    assert [game.size for game in prepared] == [5, 7]
