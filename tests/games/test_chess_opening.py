"""Names of chess openings: each belongs to the position its moves lead to, and is shown wherever games are."""

import gzip
import random

import chess
import chess.polyglot
from asking import ask

from countermove import load
from countermove.arena import Plan, hold
from countermove.arena.pgn import pgn_of
from countermove.games.chess.opening import FILE, MAX_PLIES, openings

CHESS = load("chess")


def lines():
    """The entries of the file: key, code, name, moves."""
    text = gzip.decompress(FILE.read_bytes()).decode()
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


def test_every_name_has_the_key_of_the_position_after_its_moves():
    for key, _, _, moves in lines():
        board = chess.Board()
        for move in moves.split():
            board.push_san(move)
        assert chess.polyglot.zobrist_hash(board) == int(key, 16)
        assert board.ply() <= MAX_PLIES


def test_our_own_keys_find_the_names():
    for _, code, name, moves in random.Random(1).sample(lines(), 60):
        assert CHESS.opening_name(CHESS.read(moves)) == f"{name} ({code})"


def test_openings_are_named_by_position_whatever_the_order_of_moves():
    assert len(openings()) == 3523
    for text in ("d4 d5 c4", "c4 d5 d4", "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2"):
        assert CHESS.opening_name(CHESS.read(text)) == "Queen's Gambit (D06)"
    assert CHESS.opening_name(CHESS.initial()) == ""
    assert load("chess:arrangement=5").opening_name(CHESS.read("e4 e5")) == ""


def test_a_pgn_names_the_last_opening_that_has_a_name():
    plan = Plan("chess", ("random:seed=1", "random:seed=2"), 2, rounds=1, plies=4)
    text = pgn_of(CHESS, hold(plan, CHESS))
    assert text.count("[ECO ") == text.count("[Opening ") == 2


def test_the_studio_names_the_opening_and_keeps_it_when_play_leaves_the_book():
    moves, state = [], CHESS.initial()
    for name in ("e4", "e5", "Nf3", "Nc6", "Bb5", "h6"):
        moves.append(CHESS.read_action(state, name))
        state = CHESS.result(state, moves[-1])
    assert CHESS.opening_name(state) == ""
    assert ask("position", game="chess", actions=moves)["opening"] == "Ruy Lopez (C60)"
    assert ask("position", game="tictactoe")["opening"] == ""
