"""Other programs in the studio: named on the command line only, and players like any other then."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from asking import SHELF, Alone, ask

from countermove.errors import SpecError
from countermove.players.search import Searcher
from countermove.players.spec import PROGRAMS
from countermove.solve import open_database
from countermove.studio.analysis.seat import engine_named, player_named
from countermove.studio.web.shape import RefusedError

SYZYGY = Path(__file__).resolve().parents[1] / "solve" / "syzygy"
FAKE = Path(__file__).resolve().parents[1] / "support" / "fake_engine.py"


def fake(protocol: str, fault: str, answer: str = "") -> str:
    return f"{protocol}:{shlex.join([sys.executable, str(FAKE), protocol, fault, answer])},timeout=20"


@pytest.fixture(autouse=True)
def engines() -> Iterator[None]:
    """Three programs on the shelf."""
    named = {"four": fake("json", "says", "4"), "broken": fake("json", "crash"), "chessy": fake("uci", "says", "e2e4")}
    SHELF.engines.update(engine_named(f"{name}={spec}") for name, spec in named.items())
    yield
    for engine in SHELF.engines.values():
        engine.close()
    SHELF.engines.clear()


@pytest.mark.parametrize("protocol", PROGRAMS)
def test_the_page_never_names_a_program(protocol: str) -> None:
    for spec in (fake(protocol, "says", "4"), f" {protocol} :ls", protocol):
        with pytest.raises(RefusedError):
            ask("act", game="connect4", player=spec)
        with pytest.raises(RefusedError):
            ask("match", game="connect4", players=["random", spec])


@pytest.mark.parametrize("option", ["book", "database"])
def test_the_page_never_names_a_file(option: str) -> None:
    with pytest.raises(RefusedError, match="reads a file"):
        ask("act", game="chess", player=f"best:nodes=10, {option}=/etc/hostname")
    assert all(option not in each["options"] for each in ask("seats", game="chess")["kinds"])


def test_an_endgame_database_of_the_command_line_answers_analyses_players_and_matches() -> None:
    SHELF.databases = [open_database(SYZYGY, SHELF.game("chess"))]
    try:
        at = {"game": "chess", "start": "8/8/8/8/8/2k5/8/K6R w - - 0 1"}
        found = ask("analyse", **at, nodes=10)
        assert found["exact"] and found["note"].startswith("The Syzygy database knows this position")
        assert ask("act", **at, player="best:nodes=10")["note"] == "From the Syzygy database."
        player = player_named("best:nodes=10", SHELF, SHELF.game("chess"))
        assert isinstance(player, Searcher) and player.database is SHELF.databases[0]
        player = player_named("alphabeta:depth=1", SHELF, SHELF.game("chess"))
        assert isinstance(player, Searcher) and player.database is None
    finally:
        SHELF.databases = ()


def test_an_engine_acts_and_says_nothing_of_its_path() -> None:
    assert ask("act", game="connect4", player="four")["name"] == "4"
    seats = ask("seats", game="connect4")
    told = {each["kind"]: each for each in seats["kinds"]}
    assert not told["four"]["refused"] and "is not chess" in told["chessy"]["refused"]
    assert "fake_engine" not in told["four"]["about"]
    assert [each["level"] for each in seats["levels"]] == ["easy", "medium", "hard", "best", "four", "broken"]


def test_a_forfeit_loses_a_game_of_a_match() -> None:
    turn = Alone()
    told = ask("match", turn, game="connect4", players=["random", "broken"], games=2)
    assert told["score"] == [2.0, 0.0]
    games = [data for kind, data in turn.told if kind == "game"]
    assert all(game["outcome"].startswith("broken ended with exit code 1 instead") for game in games)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("stockfish", "give a name and a program"), ("a b=uci:x", "give a name and a program"),
        ("best=uci:x", "already the name of a player"), ("own=best:seconds=1", "give uci:PROGRAM"),
        (f"own=json:{sys.executable},clock=60", "no clock"), (f"own=json:{sys.executable},seconds=99", "at most 60"),
        ("own=uci:no-such-program", "not found; install it"),
    ],
)  # fmt: skip
def test_a_wrong_engine_is_one_sentence(text: str, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        engine_named(text)
