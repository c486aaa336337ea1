"""Other programs as players: Stockfish, our own engines, and programs that are at fault."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from countermove import load
from countermove.errors import ForfeitError, SpecError, UnfitError
from countermove.players import Player, Turn, make, play_game, split_specs, take_turn
from countermove.players.clock import Clock
from countermove.players.external import External
from countermove.players.program import command_of
from countermove.players.repetition import final_payoffs

FAKE = Path(__file__).resolve().parents[1] / "support" / "fake_engine.py"
GAMES = {"uci": "chess", "gtp": "connect4", "json": "connect4"}
FIRST = {"uci": "e2e4", "gtp": "4", "json": "4"}


def has_stockfish() -> bool:
    try:
        return bool(command_of("stockfish"))
    except SpecError:
        return False


stockfish = pytest.mark.skipif(not has_stockfish(), reason="Stockfish is not installed")


def fake(protocol: str, fault: str, answer: str = "", more: str = "timeout=20") -> str:
    words = [sys.executable, str(FAKE), protocol, fault, *([answer] if answer else [])]
    return f"{protocol}:{shlex.join(words)},{more}"


def ours(game: str, protocol: str) -> str:
    return f"{protocol}:{shlex.quote(sys.executable)} -m countermove engine {game} --protocol {protocol}"


@pytest.fixture
def seat() -> Iterator[Any]:
    """Makes players, and closes them."""
    made: list[Player] = []

    def go(spec: str) -> Any:
        made.append(make(spec))
        return made[-1]

    yield go
    for player in made:
        player.close()


def processes_of(player: External) -> int | None:
    return None if player._program is None else player._program._process.pid


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


# Programs at fault.


@pytest.mark.parametrize("protocol", GAMES)
@pytest.mark.parametrize(
    ("fault", "answer", "words"),
    [
        ("crash", "", "ended with exit code 1 instead of answering: 'the king is lost'"),
        ("hang", "", "has not .* within"),
        ("flood", "", "has not .* within"),
        ("noise", "", "has not .* within|which is not"),
        ("says", "z9", "plays 'z9', which is not legal; legal: "),
    ],
)
def test_a_program_at_fault_forfeits_and_is_ended(
    seat: Any, protocol: str, fault: str, answer: str, words: str
) -> None:
    player = seat(fake(protocol, fault, answer))
    game = load(GAMES[protocol])
    player.sit(game, 0)
    player.timeout = 20 if fault in ("crash", "says") else 0.3
    pid = processes_of(player)
    assert pid is not None
    start = time.monotonic()
    with pytest.raises(ForfeitError, match=words) as caught:
        player.choose(game, game.initial())
    assert time.monotonic() - start < 15 and "\n" not in str(caught.value)
    assert processes_of(player) is None and is_gone(pid)


@pytest.mark.parametrize("protocol", GAMES)
@pytest.mark.parametrize("fault", ["stderr", "slow"])
def test_a_program_may_be_slow_and_complain(seat: Any, protocol: str, fault: str) -> None:
    game = load(GAMES[protocol])
    player = seat(fake(protocol, fault, FIRST[protocol]))
    player.sit(game, 0)
    assert game.action_name(game.initial(), player.choose(game, game.initial())) in ("e4", "4")


@pytest.mark.parametrize("protocol", GAMES)
@pytest.mark.parametrize("fault", ["mute", "dead"])
def test_a_program_that_is_never_ready_is_refused_before_the_game(seat: Any, protocol: str, fault: str) -> None:
    player = seat(fake(protocol, fault, more="timeout=0.5"))
    with pytest.raises(SpecError, match="does it speak"):
        player.sit(load(GAMES[protocol]), 0)


def test_the_seat_that_forfeits_is_named(seat: Any) -> None:
    game = load("connect4")
    players = [make("random:seed=1"), seat(fake("json", "crash"))]
    with pytest.raises(ForfeitError) as caught:
        list(play_game(game, players))
    assert caught.value.seat == 1


def test_a_program_starts_again_after_a_forfeit(seat: Any) -> None:
    game = load("connect4")
    player = seat(fake("json", "crash"))
    for _ in range(2):
        player.sit(game, 0)
        with pytest.raises(ForfeitError):
            player.choose(game, game.initial())


def test_what_a_program_thinks_is_kept(seat: Any) -> None:
    game = load("chess")
    player = seat(fake("uci", "says", "e2e4"))
    player.choose(game, game.initial())
    found = player.analysis
    assert (found.depth, found.selective, found.nodes, found.seconds) == (7, 9, 1234, 0.02)
    assert len(found.line) == 2 and 0 < found.value < 0.2
    game = load("connect4")
    player = seat(fake("json", "says", "4"))
    player.choose(game, game.initial())
    assert (player.analysis.value, player.analysis.depth, player.analysis.line) == (0.5, 3, (3,))


def test_stop_ends_a_search(seat: Any) -> None:
    game = load("connect4:opening=false")
    player = seat(f"{ours('connect4:opening=false', 'json')},seconds=60")
    player.sit(game, 0)
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    start = time.monotonic()
    assert player.choose(game, game.initial(), stop) in range(7) and time.monotonic() - start < 20


# Specifications.


def test_a_missing_program_is_one_sentence() -> None:
    for spec, words in {
        "uci:no-such-program,seconds=1": "Program 'no-such-program' not found; install it, or give its path.",
        "uci:": "names no program",
        "gtp": "names no program",
        f"json:{Path(__file__).parent}": "is a folder",
        f"uci:{sys.executable},secnds=1": "did you mean 'seconds'?",
        f"uci:{sys.executable},seconds=x": "give a number above 0",
        'uci:"unclosed': "quotation mark",
    }.items():
        with pytest.raises(SpecError, match=re.escape(words)):
            make(spec)


def test_a_file_that_is_not_executable_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "engine"
    path.write_text("hello")
    with pytest.raises(SpecError, match="make it executable"):
        make(f"uci:{path}")
    bot = tmp_path / "my bot.py"
    bot.write_text("")
    assert command_of(str(bot)) == [sys.executable, str(bot)]
    assert command_of(f"'{bot}' --fast") == [sys.executable, str(bot), "--fast"]


def test_the_name_of_a_player_recreates_it() -> None:
    spec = f"uci:{sys.executable} -m engine 1,2,seconds=0.5,depth=3,clock=60+1,option.Skill Level=3,option.Book=a=b"
    player = make(spec)
    assert isinstance(player, External)
    assert player.command[1:] == ["-m", "engine", "1,2"]
    assert player.options == {"Skill Level": "3", "Book": "a=b"} and player.clock == Clock(60, 1)
    assert make(player.name).name == player.name
    assert split_specs(f"human,{player.name},best") == ["human", player.name, "best"]


def test_options_are_those_of_the_program(seat: Any) -> None:
    game = load("chess")
    for option, words in {
        "Skil=3": "did you mean 'Skill'?",
        "Skill=12": "give a whole number from 0 to 9",
        "Skill=x": "give a whole number from 0 to 9",
    }.items():
        with pytest.raises(SpecError, match=re.escape(words)):
            seat(fake("uci", "says", more=f"option.{option}")).sit(game, 0)
    seat(fake("uci", "says", more="option.skill=3")).sit(game, 0)


def test_each_protocol_has_its_games(seat: Any) -> None:
    for protocol, game in (("uci", "connect4"), ("gtp", "pig"), ("gtp", "rps"), ("gtp", "tictactoe3")):
        with pytest.raises(UnfitError, match=r"use json|use gtp or json"):
            seat(fake(protocol, "says")).sit(load(game), 0)


def test_the_clock_of_both_sides_is_sent(seat: Any) -> None:
    player = make(f"uci:{sys.executable},clock=60+1")
    turns = [Turn(None, 0, 0, None, seconds=12.5), Turn(None, 1, 0, None, seconds=2.0)]
    assert player._go(0, turns) == "go wtime 49500 winc 1000 btime 60000 binc 1000"  # type: ignore[attr-defined]
    player = make(f"uci:{sys.executable},clock=40/60")
    assert player._go(0, turns) == "go wtime 47500 winc 0 btime 58000 binc 0 movestogo 39"  # type: ignore[attr-defined]


# Stockfish.


@stockfish
def test_stockfish_plays_to_mate_and_says_what_it_thinks(seat: Any) -> None:
    game = load("chess")
    player = seat("uci:stockfish,nodes=5000,option.Hash=16")
    players = [player, make("random:seed=1")]
    turns = list(play_game(game, players))
    assert final_payoffs(game, turns[-1].after, turns) == (1.0, -1.0)
    thoughts = [turn.analysis for turn in turns if turn.player == 0]
    assert all(found is not None and found.line and found.depth for found in thoughts)
    assert thoughts[-1].value == 1.0 and thoughts[-1].distance == 1  # type: ignore[union-attr]


@stockfish
@pytest.mark.parametrize("game", ["chess", "chess:arrangement=3"])
def test_stockfish_castles_in_either_notation(seat: Any, game: str) -> None:
    rules = load(game)
    start = rules.read("4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1")
    player = seat("uci:stockfish,depth=1")
    names = [rules.action_name(start, action) for action in rules.actions(start)]
    castling = list(rules.actions(start))[names.index("O-O")]
    turns = [Turn(start, 0, castling, rules.result(start, castling))]
    player.choose(rules, turns[-1].after, turns=turns)  # it would answer by an illegal move if it read another one
    shuffled = rules.read("4k3/pppppppp/8/8/8/8/PPPPPPPP/1R2KR2 w KQ - 0 1")
    player.choose(rules, shuffled)
    assert player._is_960


@stockfish
def test_stockfish_knows_repetitions_takebacks_and_positions(seat: Any) -> None:
    game = load("chess")
    player = seat("uci:stockfish,depth=6")
    start = game.read("7k/8/8/8/8/7P/q7/K7 w - - 0 1")
    assert game.action_name(start, player.choose(game, start)) == "Kxa2"
    assert player.choose(game, game.initial()) in list(game.actions(game.initial()))


def test_a_program_that_castles_as_in_chess960_is_told_not_to(seat: Any) -> None:
    game = load("chess")
    start = game.read("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1")
    player = seat(fake("uci", "says", "e1g1", "timeout=20"))
    player.sit(game, 0)
    assert game.action_name(start, player.choose(game, start)) == "O-O" and not player._is_960
    player._is_960, player._offered = True, {"UCI_Chess960": "check default true"}
    assert game.action_name(start, player.choose(game, start)) == "O-O" and not player._is_960


# Our own engines.


@pytest.mark.native
@pytest.mark.parametrize(
    ("game", "protocol"),
    [("connect4", "json"), ("chess", "uci"), ("hexapawn", "gtp")],
)
def test_our_engines_play_as_programs(seat: Any, game: str, protocol: str) -> None:
    rules = load(game)
    players = [seat(f"{ours(game, protocol)},nodes=500"), make("random:seed=3")]
    turns: list[Turn] = []
    for turn in play_game(rules, players, seed=1):
        turns.append(turn)
        if len(turns) >= 12:
            break
    assert turns
    assert all(turn.analysis for turn in turns if turn.player == 0) or protocol == "gtp"


@pytest.mark.native
def test_an_engine_of_two_who_act_at_once(seat: Any) -> None:
    rules = load("rps")
    turns = list(play_game(rules, [seat(f"{ours('rps', 'json')},seconds=0.2"), make("random:seed=3")]))
    assert len(turns) == 1


@pytest.mark.native
def test_a_gtp_engine_follows_takebacks_and_other_starts(seat: Any) -> None:
    import random

    game = load("connect4")
    player = seat(f"{ours('connect4', 'gtp')},clock=20+0.1")
    players = [player, player]
    player.sit(game, 0)
    turns: list[Turn] = []
    for _ in range(4):
        state = turns[-1].after if turns else game.initial()
        turns.append(take_turn(game, state, players, random.Random(1), None, turns))
    del turns[2:]
    other = game.result(turns[1].after, 0)
    turns.append(Turn(turns[1].after, 0, 0, other))
    turns.append(take_turn(game, other, players, random.Random(1), None, turns))
    player.choose(game, game.read("1122"))


def test_the_example_of_the_documentation_plays_any_game(seat: Any, tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "engines.md").read_text()
    bot = tmp_path / "bot.py"
    bot.write_text(re.search(r"```python title=.bot.py.\n(.*?)```", page, re.DOTALL)[1])  # type: ignore[index]
    for game in ("tictactoe3", "pig", "rps", "connect4"):
        rules = load(game)
        players = [seat(f"json:{bot}")] + [make("random:seed=1") for _ in range(rules.players - 1)]
        turns = list(play_game(rules, players, seed=2))
        assert final_payoffs(rules, turns[-1].after, turns) is not None


def test_programs_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    script = f"""
from countermove import load
from countermove.players import make
player = make({fake("json", "says", "4")!r})
player.sit(load("connect4"), 0)
print(player._program._process.pid, flush=True)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600)
    assert done.stdout, done.stderr
    assert is_gone(int(done.stdout))
