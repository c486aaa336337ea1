"""The UCI engine, driven by python-chess, an independent client, and by streams of nonsense."""

from __future__ import annotations

import random
import re
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine
import pytest

from countermove.engine.strong.search import StrongSearch
from countermove.errors import CompilingError
from countermove.games.chess import Chess
from countermove.native.kernel import is_on
from countermove.players.book import Book
from countermove.protocol.uci import NULL_MOVE, UciEngine
from countermove.worker import CancelledError

pytestmark = pytest.mark.skipif(not is_on(), reason="a game takes long without compiled search")


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    program = [sys.executable, "-m", "countermove", "engine", "chess", "--protocol", "uci"]
    with chess.engine.SimpleEngine.popen_uci(program, timeout=60) as found:
        found.timeout = 60
        yield found


class Talk:
    """An engine in this process, and what it has said."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.engine = UciEngine(self.said.append)

    def __call__(self, *lines: str) -> list[str]:
        self.said.clear()
        for line in lines:
            self.engine.handle(line)
        return self.said

    def best(self) -> str:
        """The best move, waited for."""
        start = time.monotonic()
        while time.monotonic() < start + 60:
            for line in list(self.said):
                if line.startswith("bestmove"):
                    return line.split()[1]
            time.sleep(0.005)
        raise AssertionError(self.said)


def test_a_client_plays_a_game(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"Hash": 16, "Threads": 1})
    board = chess.Board("8/8/8/8/4k3/8/8/QK6 w - - 0 1")
    while not board.is_game_over() and board.ply() < 40:
        board.push(engine.play(board, chess.engine.Limit(nodes=30_000)).move)
    assert board.is_checkmate()


def test_a_client_sees_lines_mates_and_limits(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
    found = engine.analyse(board, chess.engine.Limit(mate=3, time=20))
    assert found["score"].white().mate() == 3 and board.san(found["pv"][0]) == "Ra6+"
    several = engine.analyse(chess.Board(), chess.engine.Limit(depth=5), multipv=3)
    assert len({each["pv"][0] for each in several}) == 3
    only = [chess.Move.from_uci("a2a3")]
    assert engine.play(chess.Board(), chess.engine.Limit(depth=4), root_moves=only).move == only[0]
    start = time.monotonic()
    engine.play(chess.Board(), chess.engine.Limit(white_clock=1.0, black_clock=1.0))
    assert time.monotonic() - start < 1.0


def test_a_client_ponders(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    first = engine.play(board, chess.engine.Limit(time=0.1), ponder=True)
    assert first.move is not None and first.ponder is not None
    board.push(first.move)
    board.push(first.ponder)
    assert engine.play(board, chess.engine.Limit(time=0.1)).move in board.legal_moves


def test_an_increment_is_not_spent_before_it_is_there() -> None:
    talk = Talk()
    start = time.monotonic()
    talk("position startpos", "go wtime 300 btime 300 winc 5000 binc 5000")
    talk.best()
    assert time.monotonic() - start < 2


def test_chess960_castles_by_taking_the_rook() -> None:
    talk = Talk()
    talk("setoption name UCI_Chess960 value true", "position fen 4k3/8/8/8/8/8/8/RK5R w KQ - 0 1")
    talk("go depth 1 searchmoves b1h1")
    assert talk.best() == "b1h1"


def test_the_game_of_the_command_line_is_the_one_played() -> None:
    said: list[str] = []
    engine = UciEngine(said.append, Chess(arrangement=0))
    engine.handle("d")
    assert said[-1] == "Fen: bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    engine.handle("uci")
    assert "option name UCI_Chess960 type check default true" in said


def test_an_infinite_search_answers_only_when_stopped() -> None:
    talk = Talk()
    talk("position startpos", "go infinite")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in talk.said)
    assert talk("isready")[-1:] == ["readyok"]
    talk("stop")
    assert chess.Move.from_uci(talk.best()) in chess.Board().legal_moves


def test_a_finished_game_has_no_best_move() -> None:
    talk = Talk()
    talk("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go depth 3")
    assert talk.said == ["info depth 0 score cp 0", f"bestmove {NULL_MOVE}"]


@pytest.mark.parametrize("error", [CompilingError(threading.Event()), CancelledError()])
def test_a_mate_is_played_while_the_search_that_proves_it_is_not_compiled(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(search: StrongSearch) -> None:
        raise error

    monkeypatch.setattr(StrongSearch, "restart_full_width", refuse)
    talk = Talk()
    talk("position fen r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "go mate 3")
    assert talk.best() == "f6a6"


@pytest.mark.parametrize(
    "position",
    ["8/8/8/4k3/8/8/8/KQ6 w - - 100 90", "8/8/8/4k3/8/8/8/KQ6 b - - 149 90", "8/8/8/4k3/8/8/8/KB6 w - - 3 90"],
)
def test_a_draw_that_nobody_claims_is_played_on(position: str) -> None:
    talk = Talk()
    talk(f"position fen {position}", "go depth 4")
    assert chess.Move.from_uci(talk.best()) in chess.Board(position).legal_moves


def test_wrong_commands_are_one_line_and_change_nothing() -> None:
    talk = Talk()
    before = talk("position startpos moves e2e4", "d")[-1]
    for line in (
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position startpos moves e2e5", "position", "position fen e2e4",
        "setoption name Hash value x",
        "setoption name Nothing value 1", "go depth x", "xyzzy",
    ):  # fmt: skip
        said = talk(line)
        assert len(said) == 1 and said[0].startswith("info string"), (line, said)
    assert talk("d")[-1] == before


def test_no_stream_of_words_breaks_the_engine() -> None:
    rng = random.Random(7)
    words = re.findall(
        r"\S+",
        """uci isready ucinewgame position startpos fen moves e2e4 e7e5 go depth 1 2 nodes 50 movetime 5 stop ponderhit
        setoption name value Hash Threads MultiPV -1 0 999999999999999999999 wtime btime winc movestogo infinite ponder
        searchmoves mate 8/8/8/8/8/8/8/K1k5 w - \x00 ü perft debug register""",
    )
    talk = Talk()
    for _ in range(250):
        talk(" ".join(rng.choice(words) for _ in range(rng.randint(1, 8))))
        talk.engine.stop()
    assert talk("isready") == ["readyok"]
    talk("setoption name MultiPV value 1", "position startpos", "go nodes 100")
    assert chess.Move.from_uci(talk.best()) in chess.Board().legal_moves


def test_an_opening_book_is_played(tmp_path: Path) -> None:
    game = Chess()
    start = game.initial()
    edge = game.read_action(start, "h4")
    Book({game.book_key(start): [(game.book_code(start, edge), 1)]}).write(tmp_path / "h4.bin", game)
    talk = Talk()
    talk(f"setoption name Book File value {tmp_path / 'h4.bin'}", "setoption name OwnBook value true")
    assert talk("position startpos", "go nodes 100")[-1] == "bestmove h2h4"
    talk("position startpos moves h2h4", "go nodes 100")
    assert talk.best() != "0000"
    said = talk("setoption name Book File value /nowhere/book.bin")
    assert "cannot be read" in said[0]
    talk("position startpos", "go nodes 100")
    assert talk.best() != "0000"
