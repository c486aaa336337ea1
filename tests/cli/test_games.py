"""`countermove games`, `countermove cache`, `countermove --version`."""

from __future__ import annotations

from countermove import __version__
from countermove.registry import BUILT_IN


def test_all_built_in_games_are_listed(run):
    answer = run("games", "--json").json
    assert {entry["name"] for entry in answer["games"]} >= set(BUILT_IN)
    nim = next(entry for entry in answer["games"] if entry["name"] == "nim")
    assert nim["players"] == 2
    assert nim["axes"] == "deterministic, perfect information, taking turns, zero-sum"
    assert nim["parameters"] == {"piles": "(3,4,5)", "misere": False}
    assert nim["description"]


def test_the_list_fits_80_columns(run):
    lines = run("games").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("tictactoe") for line in lines)


def test_one_game_is_told_in_full(run, subtract):
    answer = run("games", "tictactoe", "--json").json
    assert answer["actions"][0] == "a3"
    assert answer["names"] == ["X", "O"]
    assert answer["board"].splitlines()[-1].split() == ["a", "b", "c"]
    out = run("games", subtract).out
    assert "Take a square number of counters; a player who cannot move loses." in out
    assert "counters=100" in out
    assert "1, 4, 9, 16" in out


def test_a_game_without_words_is_told_all_the_same(run, write):
    path = write("rules.py", ('    """Take a square number of counters; a player who cannot move loses."""\n', ""))
    assert run("games", path, "--json").json["description"] == ""


def test_the_cache_is_shown_and_cleared(run, tmp_path, monkeypatch):
    monkeypatch.setenv("COUNTERMOVE_CACHE", str(tmp_path / "kept"))
    answer = run("cache", "--json").json
    assert answer == {
        "directory": str(tmp_path / "kept"),
        "entries": 0,
        "bytes": 0,
        "limit": answer["limit"],
        "removed": 0,
    }
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "x.native").write_bytes(b"12345")
    assert run("cache", "--json").json["bytes"] == 5
    assert run("cache", "--clear", "--json").json["removed"] == 1
    assert "entries" in run("cache").out


def test_the_version_is_printed(run):
    assert run("--version").out.strip() == __version__


def test_help_is_printed_without_a_command(run):
    result = run()
    assert result.code == 0
    assert "Commands:" in result.out


def test_every_command_has_help(run):
    for command in ("games", "play", "best", "solve", "tree", "check", "cache"):
        result = run(command, "--help")
        assert result.code == 0
        assert "--json" in result.out
        assert max(map(len, result.out.splitlines())) <= 80
