"""Opening books: PolyGlot's format against an independent reader, choices, files that are no books, making them."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import chess
import chess.polyglot
import pytest

from countermove import load
from countermove.cli import main
from countermove.errors import SpecError
from countermove.game import legal
from countermove.games.chess import Chess
from countermove.games.chess.notation import uci
from countermove.players import make
from countermove.players.book import Book
from countermove.players.bookmaking import played, searched
from countermove.players.turn import play_game


def test_keys_and_codes_are_polyglots() -> None:
    lots = random.Random(4)
    for arrangement in (518, 0, 959, 314):
        game = Chess(arrangement)
        for _ in range(6):
            state = game.initial()
            board = chess.Board(game.write(state), chess960=True)
            for _ in range(40):
                if game.is_terminal(state):
                    break
                if not board.has_pseudo_legal_en_passant() or board.has_legal_en_passant():
                    assert game.book_key(state) == chess.polyglot.zobrist_hash(board)
                action = lots.choice(list(game.actions(state)))
                move = board.parse_uci(uci(state, action, True))
                to, promotion = move.to_square, move.promotion - 1 if move.promotion else 0
                assert game.book_code(state, action) == to | move.from_square << 6 | promotion << 12
                board.push(move)
                state = game.result(state, action)


def test_an_independent_reader_finds_what_was_written(tmp_path: Path) -> None:
    game = Chess()
    book = searched(game, plies=3, nodes=500)
    path = tmp_path / "book.bin"
    book.write(path, game)
    again = Book.read(path, game)
    assert again.entries == book.entries
    with chess.polyglot.open_reader(path) as reader:
        found = {entry.move.uci(): entry.weight for entry in reader.find_all(chess.Board())}
    start = game.initial()
    assert found == {
        game.action_name(start, m.action) and uci(start, m.action, False): m.weight for m in again.moves(game, start)
    }


def test_any_game_has_books(tmp_path: Path) -> None:
    for name in ("connect4", "othello", "tictactoe3", "backgammon"):
        game = load(name)
        book = searched(game, plies=2, nodes=200)
        if name == "backgammon":
            assert not len(book)  # dice come first
            continue
        book.write(tmp_path / "book.bin", game)
        state = game.initial()
        moves = Book.read(tmp_path / "book.bin", game).moves(game, state)
        assert moves and {move.action for move in moves} <= set(legal(game, state))
        assert sum(move.share for move in moves) == pytest.approx(1)


def test_actions_are_drawn_by_weight() -> None:
    game = load("tictactoe")
    state = game.initial()
    codes = [game.book_code(state, action) for action in legal(game, state)]
    book = Book({game.book_key(state): [(codes[0], 3), (codes[4], 1), (codes[8], 0), (999, 7)]})
    lots = random.Random(0)
    drawn = Counter(book.choose(game, state, lots) for _ in range(4000))
    first, second = legal(game, state)[0], legal(game, state)[4]
    assert set(drawn) == {first, second} and 2.6 < drawn[first] / drawn[second] < 3.4
    assert book.choose(game, game.result(state, first), lots) is None


def test_a_player_follows_its_book_and_then_searches(tmp_path: Path) -> None:
    game = load("connect4")
    state = game.initial()
    edge = legal(game, state)[0]
    Book({game.book_key(state): [(game.book_code(state, edge), 1)]}).write(tmp_path / "book.bin", game)
    player = make(f"best:nodes=50,book={tmp_path / 'book.bin'}")
    turns = list(play_game(game, [player, make("random:seed=1")]))
    assert turns[0].action == edge and turns[0].analysis is None
    assert turns[2].analysis is not None


def test_a_book_of_games_counts_wins_and_draws() -> None:
    game = load("tictactoe")
    start = game.initial()
    one, other = legal(game, start)[:2]
    games = [([(start, 0, one)], (1.0, -1.0)), ([(start, 0, other)], (0.0, 0.0)), ([(start, 0, other)], (-1.0, 1.0))]
    moves = played(game, games, 4).moves(game, start)
    assert [(move.action, move.weight) for move in moves] == [(one, 2), (other, 1)]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "is not an opening book: it has 0 bytes"),
        (b"x" * 33, "it has 33 bytes, not a multiple of 16"),
        (b"\xff" * 16 + b"\x01" * 16, "its keys are not in order"),
        (b"\x01" * 32, "has no action for the first positions of chess; is it a book of another game?"),
    ],
)
def test_files_that_are_no_books_are_refused(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(data)
    with pytest.raises(SpecError, match=sentence.replace("?", r"\?")):
        Book.read(path, Chess())


def test_a_book_for_the_second_player_alone_is_one(tmp_path: Path) -> None:
    game = Chess()
    state = game.read("e4")
    reply = game.read_action(state, "c5")
    Book({game.book_key(state): [(game.book_code(state, reply), 1)]}).write(tmp_path / "black.bin", game)
    found = Book.read(tmp_path / "black.bin", game)
    assert found.choose(game, state, random.Random(1)) == reply
    assert found.choose(game, game.initial(), random.Random(1)) is None


def test_a_book_of_another_game_is_named(tmp_path: Path) -> None:
    searched(load("connect4"), plies=1, nodes=50).write(tmp_path / "book.bin", load("connect4"))
    with pytest.raises(SpecError, match="an opening book of connect, not of chess"):
        Book.read(tmp_path / "book.bin", Chess())
    with pytest.raises(SpecError, match="cannot be read: no such file"):
        Book.read(tmp_path / "missing.bin", Chess())
    with pytest.raises(SpecError, match="ships no opening book"):
        Book.read("own", load("nim"))


def test_the_games_of_a_match_make_a_book(tmp_path: Path) -> None:
    played, path = tmp_path / "match.jsonl", tmp_path / "book.bin"
    assert (
        main(["match", "tictactoe", "--first", "solve", "--second", "random", "--games", "6", "--save", str(played)])
        == 0
    )
    assert main(["book", "build", "tictactoe", "--from", str(played), "--out", str(path)]) == 0
    assert Book.read(path, load("tictactoe")).moves(load("tictactoe"), load("tictactoe").initial())


def test_games_in_pdn_make_a_book(tmp_path: Path) -> None:
    games, path = tmp_path / "games.pdn", tmp_path / "book.bin"
    games.write_text('[Result "0-1"] 1. 11-15 23-19 *\n[Result "1-0"] 1. 9-14 22-18 *\n[Result "*"] 1. 9-13 22-18 *\n')
    assert main(["book", "build", "checkers", "--from", str(games), "--out", str(path)]) == 0
    checkers = load("checkers")
    found = Book.read(path, checkers)
    start = checkers.initial()
    assert [checkers.action_name(start, move.action) for move in found.moves(checkers, start)] == ["9-14"]
    assert found.moves(checkers, checkers.read("11-15"))
    games.write_text("1. 11-14 *")
    assert main(["book", "build", "checkers", "--from", str(games), "--out", str(path)]) == 2


def test_a_missing_folder_is_noticed_before_the_work(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "build", "chess", "--out", str(tmp_path / "no" / "book.bin")]) == 2
    assert "does not exist; create it first" in capsys.readouterr().err
