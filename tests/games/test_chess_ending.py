"""Endings of chess: the index is perfect, and databases agree with published figures and an independent library."""

import random

import chess
import pytest

from countermove.games.chess import Chess, ending
from countermove.solve import build_slices

GAME = Chess()
MOVES = {"KQK": 10, "KRK": 16, "KPK": 28, "KBK": 0, "KNK": 0}
"""The longest mates, in moves."""
LONGER = {"KBNK": 33, "KQKR": 35}


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    """All endings of three pieces."""
    return build_slices(GAME, tmp_path_factory.mktemp("three"), 3)


def states(number, count, rng):
    while count:
        index = rng.randrange(GAME.slice_size(number))
        state = GAME.slice_state(number, index)
        if GAME.slice_of(state) == number and GAME.slice_index(state) == index:
            count -= 1
            yield state


@pytest.mark.parametrize("name", ["KQK", "KPK", "KBNK", "KPKP", "KQQK", "KPPK", "KRPKB", "KNNKP"])
def test_index_and_state_are_inverse(name):
    number, rng = ending.slice_named(name), random.Random(name)
    for _ in range(300):
        index = rng.randrange(ending.slice_size(number))
        state = ending.slice_state(number, index)
        if state == ending.NOWHERE:
            continue
        assert ending.slice_of(state) == number
        found = ending.slice_index(state)
        assert found <= index  # a reflection may have a smaller one
        assert ending.slice_index(ending.slice_state(number, found)) == found


def turned_board(board, rng):
    """A board after a random symmetry: with pawns, only mirrored."""
    turns = [chess.flip_horizontal]
    if not board.pawns:
        turns += [chess.flip_vertical, chess.flip_diagonal]
    for turn in turns:
        if rng.random() < 0.5:
            board = board.transform(turn)
    return board.mirror() if rng.random() < 0.5 else board  # colours swapped


@pytest.mark.parametrize("name", ["KRK", "KPK", "KBNK", "KQQK", "KRKP", "KNNKP"])
def test_symmetric_positions_share_an_index(name):
    number, rng = ending.slice_named(name), random.Random(name)
    for state in states(number, 60, rng):
        board = turned_board(chess.Board(GAME.write(state)), rng)
        other = GAME.read(board.fen())
        assert (GAME.slice_of(other), GAME.slice_index(other)) == (number, GAME.slice_index(state))


@pytest.mark.parametrize("name", ["KQK", "KPK", "KBNK", "KQKR", "KPPK", "KRKP"])
def test_every_index_that_leads_to_a_state_is_before_it(name):
    number, rng = ending.slice_named(name), random.Random(name)
    for state in states(number, 25, rng):
        index = GAME.slice_index(state)
        for action in GAME.actions(state):
            child = GAME.result(state, action)
            if GAME.slice_of(child) == number:
                assert index in set(GAME.slice_before(child))
            else:
                assert GAME.slice_of(child) in {*GAME.slices_below(number), -1}


def test_there_are_as_many_slices_as_there_should_be():
    assert [len(list(GAME.slices(pieces))) for pieces in range(7)] == [0, 0, 0, 5, 30, 110, 0]
    for pieces in (3, 4, 5):
        names = [GAME.slice_name(number) for number in GAME.slices(pieces)]
        assert len(set(names)) == len(names)
        assert all(GAME.read_slice(name) == number for name, number in zip(names, GAME.slices(pieces)))
    assert GAME.slice_name(GAME.read_slice("krkq")) == "KQKR"


def test_positions_with_castling_or_too_many_pieces_are_in_no_slice():
    assert GAME.slice_of(GAME.initial()) == -1
    assert GAME.slice_of(GAME.read("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) == -1
    assert GAME.slice_of(GAME.read("4k3/8/8/8/8/8/8/4K2R w - - 0 1")) == ending.slice_named("KRK")
    passing = GAME.read("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    assert GAME.slice_of(passing) == ending.slice_named("KPKP")
    assert GAME.slice_index(passing) == -1


@pytest.mark.native
def test_all_endings_of_three_pieces_have_the_published_figures(three):
    assert {each.name: (each.longest_win + 1) // 2 for each in three.info()} == MOVES
    counts = {each.name: (each.states, each.wins, each.losses, each.draws) for each in three.info()}
    assert counts["KPK"] == (81_664 + 84_012, 62_480, 48_802, 54_394)
    assert counts["KQK"][0] == 46_137
    assert counts["KRK"][0] == 50_015
    assert three.verify() is None


@pytest.mark.native
@pytest.mark.parametrize("name", ["KQK", "KRK", "KPK"])
def test_short_mates_and_stalemates_are_those_of_another_library(three, name):
    number, rng = ending.slice_named(name), random.Random(name)
    for state in states(number, 150, rng):
        board = chess.Board(GAME.write(state))
        value, distance = three.value(state), three.distance(state)
        assert board.is_checkmate() == (distance == 0)
        mates = []
        for move in board.legal_moves:
            board.push(move)
            mates.append(board.is_checkmate())
            board.pop()
        assert any(mates) == (distance == 1)
        if board.is_stalemate():
            assert value == 0
    hopeless = GAME.read("8/8/8/8/8/5k2/8/K1B5 w - - 0 1")
    assert three.value(hopeless) == 0


@pytest.mark.native
@pytest.mark.slow
@pytest.mark.parametrize("name", LONGER)
def test_endings_of_four_pieces_have_the_published_longest_mates(tmp_path, name):
    database = build_slices(GAME, tmp_path, slices=[name])
    assert {each.name: (each.longest_win + 1) // 2 for each in database.info()}[name] == LONGER[name]
    assert database.verify() is None
