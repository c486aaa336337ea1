"""Chess: against published counts, and against python-chess, an independent implementation."""

from __future__ import annotations

import random
from io import StringIO

import chess
import chess.pgn
import pytest

from countermove import analyse, load
from countermove.engine.plain.perft import perft
from countermove.engine.table import Table
from countermove.engine.workspace import Workspace
from countermove.errors import SpecError
from countermove.games.chess import Chess, fen, notation, pgn
from countermove.games.chess.exchange import gains
from countermove.games.chess.moves import after, captures, legal_moves
from countermove.games.chess.position import in_check
from countermove.games.chess.rules import is_dead
from countermove.native.kernel import call, is_on
from countermove.players.repetition import is_threefold
from countermove.players.turn import Turn

GAME = Chess()
COUNTS = {
    fen.START: [20, 400, 8_902, 197_281, 4_865_609],
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1": [48, 2_039, 97_862, 4_085_603],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": [14, 191, 2_812, 43_238, 674_624],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": [6, 264, 9_467, 422_333],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": [44, 1_486, 62_379, 2_103_487],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": [46, 2_079, 89_890, 3_894_594],
}
"""Published numbers of move sequences."""


@pytest.mark.parametrize("position", COUNTS)
def test_perft_counts_what_is_published(position: str) -> None:
    counts = COUNTS[position] if is_on() else COUNTS[position][:2]
    assert [call(perft, GAME, GAME.read(position), depth, Workspace()) for depth in range(1, len(counts) + 1)] == counts


def compare(at: fen.Position, board: chess.Board, chess960: bool, closely: bool) -> dict[str, int]:
    """The moves of a position by their names, after all of it was compared."""
    names = {notation.uci(at, action, chess960): action for action in legal_moves(at)}
    assert names.keys() == {move.uci() for move in board.legal_moves}, board.fen()
    assert fen.write(at) == board.fen() and fen.read(board.fen()) == at
    assert in_check(at) == board.is_check() and is_dead(at) == board.is_insufficient_material()
    if closely:
        taking = [move.uci() for move in board.legal_moves if board.is_capture(move) or move.promotion]
        assert sorted(notation.uci(at, action, chess960) for action in captures(at)) == sorted(taking)
        for name, action in names.items():
            san = board.san(chess.Move.from_uci(name))
            assert notation.san(at, action) == san
            assert notation.read_move(at, san) == notation.read_move(at, name) == action, (board.fen(), san)
    return names


@pytest.mark.parametrize("chess960", [False, True])
def test_random_games_agree_with_an_independent_implementation(chess960: bool) -> None:
    rng = random.Random(960 + chess960)
    moves = 0
    while moves < 12_000:
        number = rng.randrange(960) if chess960 else 518
        board = chess.Board.from_chess960_pos(number) if chess960 else chess.Board()
        at = Chess(arrangement=number).initial()
        closely = rng.random() < 0.1
        for _ in range(250):
            names = compare(at, board, chess960, closely)
            moves += len(names)
            if not names:
                break
            name = rng.choice(sorted(names))
            at = after(at, names[name])
            board.push_uci(name)


WRONG = {
    "8/8/8/8/8/8/8/8 w - - 0 1": "no king for White",
    "kk6/8/8/8/8/8/8/K7 w - - 0 1": "2 kings for Black",
    "k7/8/8/8/8/8/8/KP6 w - - 0 1": "a pawn on b1",
    "k7/8/8/8/8/8/8/K6r b - - 0 1": "White is in check",
    "k7/8/8/8/8/8/8/K7 x - - 0 1": "expected w or b",
    "k7/8/8/8/8/8/K7 w - - 0 1": "7 rows",
    "k7/9/8/8/8/8/8/K7 w - - 0 1": "'9'",
    "k8/8/8/8/8/8/8/K7 w - - 0 1": "9 squares",
    "k7/8/8/8/8/8/8/K7 w KQkq - 0 1": "not at home",
    "k7/8/8/8/8/8/8/K7 w X - 0 1": "castling rights",
    "k7/8/8/8/8/8/8/K7 w - e3 0 1": "no pawn has just passed",
    "k7/8/8/8/8/8/8/K7 w - e9 0 1": "en passant",
    "k7/8/8/8/8/8/8/K7 w - - x 1": "number of moves",
    "k7/8/8/8/8/8/8/K7 w - - 0 1 2": "7 fields",
    "k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1": "9 pawns",
    "kqqqqqqq/qqqq4/8/8/8/8/8/7K w - - 0 1": "promoted",
}


@pytest.mark.parametrize("position", WRONG)
def test_an_impossible_position_is_refused_with_a_reason(position: str) -> None:
    with pytest.raises(SpecError) as error:
        GAME.read(position)
    assert WRONG[position] in str(error.value) and str(error.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("1. e4 e5 2. Nf3 Nc6", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
        ("e2e4 e7e5 g1f3 b8c6", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
        ("startpos moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8q", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a8=N", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ('[White "A"]\n\n1. d4 {a comment} d5 *', "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"),
        ("e2-e4 Ng8f6 e5!? 1-0", "rnbqkb1r/pppppppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"),
    ],
)
def test_positions_are_read_in_many_forms(text: str, position: str) -> None:
    assert GAME.write(GAME.read(text)) == position


def test_castling_is_read_in_any_notation() -> None:
    at = GAME.read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert len({notation.read_move(at, word) for word in ("O-O", "0-0", "e1g1", "e1h1", "o-o")}) == 1
    assert GAME.action_name(at, notation.read_move(at, "e1c1")) == "O-O-O"


def test_the_ends_of_the_game() -> None:
    ends = {
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3": ("White is checkmated", -1.0),
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1": ("Stalemate: Black cannot move", 0.0),
        "8/8/4k3/8/8/3BK3/8/8 w - - 0 1": ("A draw: neither side can checkmate", 0.0),
        "8/8/4k3/8/8/3RK3/8/8 w - - 100 80": ("A draw: 50 moves without a capture or a pawn move", 0.0),
        "7k/6Q1/6K1/8/8/8/8/8 b - - 100 80": ("Black is checkmated", 1.0),  # mate comes first
    }
    for position, (status, value) in ends.items():
        at = GAME.read(position)
        assert GAME.is_terminal(at) and GAME.utility(at, 0) == value, position
        assert GAME.text(at).splitlines()[-1] == status
    later = load("chess:claims=no")
    assert not later.is_terminal(later.read("8/8/4k3/8/8/3RK3/8/8 w - - 100 80"))


def test_a_position_repeats_whatever_its_counters() -> None:
    at, turns = GAME.initial(), []
    for number in range(8):
        assert not is_threefold(GAME, at, turns)
        action = notation.read_move(at, ("Nf3", "Nf6", "Ng1", "Ng8")[number % 4])
        assert action is not None
        turns.append(Turn(at, number % 2, action, after(at, action)))
        at = after(at, action)
    assert is_threefold(GAME, at, turns) and not is_threefold(Chess(claims=False), at, turns)
    assert is_threefold(Chess(claims=False), at, turns * 2)
    lost = GAME.read("e4 a6 e5 d5")  # a pawn can be taken en passant, now only
    assert GAME.position(lost) != GAME.position(GAME.read("e4 a6 e5 d5 Nf3 Nf6 Ng1 Ng8"))


def test_games_in_pgn_are_read_and_written_as_others_do() -> None:
    text = (
        '[Event "A \\"small\\" match"]\n[White "Ada"]\n[Result "1-0"]\n\n{ first } 1. e4 $1 { good } e5 ( 1... c5 '
        '2. Nf3 ( 2. c3 d5 ) 2... d6 ) 2. Qh5?! Nc6 3. Bc4 Nf6?? ; a blunder\n4. Qxf7# 1-0\n\n[White "B"]\n\n*\n'
    )
    first, second = pgn.read_all(text)
    assert [move.name for move in first.moves] == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
    assert (first.moves[0].before, first.moves[0].after, first.moves[0].marks) == ("first", "good", (1,))
    assert [move.name for move in first.moves[1].variations[0]] == ["c5", "Nf3", "d6"]
    assert [move.name for move in first.moves[1].variations[0][1].variations[0]] == ["c3", "d5"]
    assert first.moves[5].marks == (4,) and first.result == "1-0" and first.headers["Event"] == 'A "small" match'
    assert second.headers == {"White": "B"} and not second.moves
    written = pgn.write(first)
    assert pgn.read(written).moves == first.moves
    theirs = chess.pgn.read_game(StringIO(written))
    assert theirs is not None and not theirs.errors
    assert [move.uci() for move in theirs.mainline_moves()][:2] == ["e2e4", "e7e5"]
    assert theirs.variations[0].variations[1].variations[1].move.uci() == "c2c3"


def test_a_random_tree_of_moves_comments_and_marks_survives_reading_and_writing() -> None:
    lots = random.Random(3)

    def grow(node: chess.pgn.GameNode, length: int, nesting: int) -> None:
        for _ in range(length):
            moves = lots.sample(found := list(node.board().legal_moves), min(len(found), 1 + lots.choice((0, 0, 2))))
            children = [node.add_variation(move) for move in moves]
            for child in children:
                child.comment = lots.choice(["", "", "%eval", "a (b) ; c", '[%clk 1:00] "\\', "1-0"])
                child.nags = set(lots.sample((1, 6, 14, 146), lots.choice((0, 1))))
            for child in children[1:] if nesting < 3 else ():
                grow(child, lots.randint(0, 3), nesting + 1)
            if not children:
                return
            node = children[0]

    def tree(node: chess.pgn.GameNode) -> object:
        return str(node.move), node.nags, node.comment.split(), [tree(each) for each in node.variations]

    for number in range(8):
        game = chess.pgn.Game()
        if number % 2:
            game.setup(chess.Board.from_chess960_pos(lots.randrange(960)))
        grow(game, 20, 0)
        found = chess.pgn.read_game(StringIO(pgn.write(pgn.read(str(game)))))
        assert found is not None and not found.errors and tree(found) == tree(game)
        assert found.headers.get("Variant") == game.headers.get("Variant")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("4. 0-0 0-0", "O-O O-O"),
        ("4. d4 exd4 5. e5 d5 6. exd6 e.p. Qxd6", "d4 exd4 e5 d5 exd6 Qxd6"),
        ("4. d4 exd4 5. e5 d5 6. exd6e.p.+ Qxd6", "d4 exd4 e5 d5 exd6 Qxd6"),
        ("4.♘g5 +- d6 ∞ 5… Qf3 =", "Ng5 d6 Qf3"),
        ("4... ; a rest of a line\nNg5", "Ng5"),
    ],
)
def test_games_of_other_programs_are_read(text: str, names: str) -> None:
    found = pgn.read(f"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 {text}")
    assert " ".join(move.name for move in found.moves[6:]) == names
    assert [move.marks for move in found.moves[6:]] == (
        [(18,), (13,), (10,)] if "♘" in text else [()] * len(names.split())
    )
    assert found.moves[5].after == ("a rest of a line" if ";" in text else "")


def test_headers_of_other_programs_are_read() -> None:
    found = pgn.read('[White-Team "A "great" team \\o/"] [Black ""]\n[Result "*"]\n\n1. e4 (1. d4 1-0) e5')
    assert found.headers == {"White-Team": 'A "great" team \\o/', "Black": "", "Result": "*"} and found.result == "*"


@pytest.mark.parametrize(
    ("text", "words"),
    [("1. e4 {never", "not closed"), ("1. e4 --", "null move"), ('[Variant "Atomic"]\n\n1. e4', "a game of Atomic")],
)
def test_what_is_wrong_with_a_game_is_said(text: str, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        pgn.read(text)


@pytest.mark.parametrize(
    "text", ["1. e4 e5 2. Ke3", '[White "A]\n1. e4', "1. e4 (1. d4", "1. e4) e5", "(e4)", "1. e4 ~"]
)
def test_a_broken_game_is_one_sentence(text: str) -> None:
    with pytest.raises(SpecError):
        pgn.read(text)


def test_exchanges_are_counted_to_their_end() -> None:
    known = {
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5"): 100,
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5"): -220,
        ("4R3/2r3p1/5bk1/1p1r3p/p2PR1P1/P1BK1P2/1P6/8 b - - 0 1", "hxg4"): 0,
    }
    for (position, name), value in known.items():
        at = GAME.read(position)
        action = notation.read_move(at, name)
        assert action is not None and gains(at, action, value) and not gains(at, action, value + 1)


def test_the_evaluation_is_the_same_for_both_sides() -> None:
    for position in COUNTS:
        at = GAME.read(position)
        mirrored = at._replace(plies=at.plies ^ 1)
        assert GAME.evaluate(at, 0) == -GAME.evaluate(at, 1)
        assert GAME.evaluate(at, at.plies & 1) == GAME.evaluate(mirrored, mirrored.plies & 1)


@pytest.mark.parametrize(
    ("position", "move", "distance"),
    [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#", 1),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "Ra6+", 5),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", None, None),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "Kf7", 3),
    ],
)
def test_mates_are_found_and_proven(position: str, move: str | None, distance: int | None) -> None:
    at = GAME.read(position)
    if move is None:
        assert GAME.is_terminal(at)
        return
    found = analyse(GAME, at, nodes=300_000)
    assert (GAME.action_name(at, found.action), found.exact, found.distance) == (move, True, distance)


def test_no_win_is_claimed_that_comes_after_fifty_moves() -> None:
    """A queen wins, but not with three plies left; a table filled with fewer plies counted does not change that."""
    late = "7k/8/8/8/3K4/8/8/Q7 w - - 97 80"
    table = Table(8)
    early = GAME.read(late.replace("97", "0"))
    won = analyse(GAME, early, nodes=200_000, table=table)
    drawn = analyse(GAME, GAME.read(late), nodes=200_000, table=table)
    assert won.value > 0.2
    assert drawn.exact and drawn.value == 0.0
