"""Pacman at the terminal, with keys and without."""

from __future__ import annotations

import json
import os
import select
import sys
import time

import pytest

LAYOUT = "%%%%%%%\n%P  . %\n%%%%%%%\n"


@pytest.fixture
def layout(tmp_path, monkeypatch):
    (tmp_path / "my.lay").write_text(LAYOUT)
    monkeypatch.chdir(tmp_path)
    return "pacman:layout=my.lay"


def test_pacman_is_played_by_typing_where_there_is_no_terminal(run, layout):
    result = run("play", layout, typed="east\nWest\nsouth\nE\nEast\nEast\nEast\n")
    assert "Pacman to move: " in result.out
    assert "'south' is neither a legal action nor a command; legal: East, Stop (or help)." in result.out
    assert result.out.endswith("Pacman gets 505.\n")
    assert "██P     ·   ██" in result.out


def test_a_game_of_pacman_is_recorded_replayed_and_filmed(run, layout, tmp_path):
    seats = "alphabeta:cycles=3"
    played = run("play", layout, "--players", seats, "--quiet", "--json")
    record = played.json
    assert record["actions"] == ["East", "East", "East"] and record["result"] == [507.0]
    (tmp_path / "game.json").write_text(json.dumps(record))
    again = run("play", "--load", "game.json", "--quiet", "--film", "game.svg", "--json")
    assert again.json["result"] == record["result"]
    assert (tmp_path / "game.svg").read_text().count("<animate") == 4


def test_a_film_needs_an_ending_that_is_known(run, layout, refused):
    refused(run("play", layout, "--film", "game.avi"), "--film is 'game.avi'; give a name ending in .svg or .gif")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("pacman:layout=nowhere.lay", "Unknown layout 'nowhere.lay'"),
        ("pacman:layout=open.lay", "is open in row 2"),
        ("pacman:layout=ragged.lay", "is ragged"),
        ("pacman:layout=none.lay", "has no Pacman"),
        ("pacman:layout=sign.lay", "has the invalid character '?'"),
    ],
)
def test_a_bad_layout_is_one_sentence_on_the_command_line(run, refused, tmp_path, monkeypatch, spec, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "open.lay").write_text("%%%%\n%P. \n%%%%".replace(". ", ".G"))
    (tmp_path / "ragged.lay").write_text("%%%%\n%P.%%\n%%%%")
    (tmp_path / "none.lay").write_text("%%%%\n%G.%\n%%%%")
    (tmp_path / "sign.lay").write_text("%%%%\n%P?%\n%%%%")
    refused(run("play", spec), words)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_keys_move_pacman_on_a_terminal(process, layout):
    import pty

    main, side = pty.openpty()
    game = process("play", layout, stdin=side, stdout=side, stderr=side, env={**os.environ, "TERM": "xterm"})
    seen = ""

    def until(word):
        nonlocal seen
        end = time.monotonic() + 60
        while word not in seen and time.monotonic() < end:
            if select.select([main], [], [], 0.1)[0]:
                seen += os.read(main, 65536).decode("utf-8", "replace")
        assert word in seen, seen
        seen = seen[seen.index(word) + len(word) :]

    until("q quit")
    for key, word in ((b"\x1b[C", "score -1"), (b"a", "score -2"), (b"u", "score -1"), (b"d", "score -2")):
        os.write(main, key)
        until(word)
    os.write(main, b"\x1b[A\x1b[C")  # up is a wall, and is not heard
    until("Pacman gets 507.")
    assert game.wait(60) == 0
    os.close(main)
    os.close(side)
