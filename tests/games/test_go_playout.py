"""The fast board of playouts: every move is legal, every score right, compiled and interpreted alike."""

import random

import pytest

from countermove.engine.play.owner import own, ownership
from countermove.engine.workspace import Workspace
from countermove.errors import UnfitError
from countermove.games.go import Go
from countermove.games.go.fastboard import (
    CHAIN,
    COLOUR,
    COUNT,
    LIBS,
    ROOM,
    STRIDE,
    is_atari,
    liberties_after,
    only_liberty,
    place,
    set_up,
)
from countermove.games.go.pattern import EXPLAINED, codes, exchanged
from countermove.games.go.position import chain_of, liberties
from countermove.games.tictactoe import TicTacToe
from countermove.native.kernel import is_on
from countermove.native.memory import Memory


def some_states(size, count, seed):
    game, dice = Go(size=size, ko="simple", suicide="forbidden"), random.Random(seed)
    for _ in range(count):
        state = game.initial()
        for _ in range(dice.randrange(3 * size * size)):
            plays = list(game.actions(state))[:-1]
            if not plays:
                break
            state = game.result(state, dice.choice(plays))
        yield game, state


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_every_move_of_a_playout_is_legal_and_its_board_and_score_are_right(size):
    for number, (game, start) in enumerate(some_states(size, 12, size)):
        words = [0] * ROOM
        value = game.playout(start, 2 * number + 1, words)
        state = start._replace(passes=0)
        for action in words[1 : words[0] + 1]:
            assert action in list(game.actions(state._replace(passes=0)))
            state = game.result(state._replace(passes=0), action)
        dense = [words[COLOUR + (row + 1) * STRIDE + col + 1] for row in range(size) for col in range(size)]
        assert dense == list(state.cells[:-1])
        owners = words[ROOM - game.area :]
        assert value == (1.0 if sum(owners) > game.komi else -1.0)
        for point, owner in enumerate(owners):
            assert owner == {1: 1, 2: -1}.get(state.cells[point], owner)


@pytest.mark.parametrize("size", [3, 5, 7])
def test_pseudo_liberties_know_atari(size):
    for game, state in some_states(size, 20, 10 + size):
        words = [0] * ROOM
        set_up(words, state.cells, size)
        assert words[COUNT] == state.cells.count(0)
        for point in range(game.area):
            at = (point // size + 1) * STRIDE + point % size + 1
            assert words[COLOUR + at] == state.cells[point]
            if state.cells[point]:
                stones = chain_of(state.cells, game.near, point)
                libs = words[LIBS + words[CHAIN + at]]
                assert is_atari(libs) == (liberties(state.cells, game.near, stones) == 1)
                if is_atari(libs):
                    liberty = only_liberty(libs)
                    dense = (liberty // STRIDE - 1) * size + liberty % STRIDE - 1
                    assert state.cells[dense] == 0 and any(dense in game.near[stone] for stone in stones)


def test_liberties_after_a_move_are_foreseen():
    for game, state in some_states(5, 30, 3):
        for point in list(game.actions(state))[:-1]:
            words = [0] * ROOM
            set_up(words, state.cells, 5)
            at = (point // 5 + 1) * STRIDE + point % 5 + 1
            mine = 1 + state.mover
            foreseen = liberties_after(words, at, mine)
            after = game.result(state, point)
            taken = sum(after.lost) - sum(state.lost)
            place(words, at, mine)
            actual = min(2, liberties(after.cells, game.near, chain_of(after.cells, game.near, point)))
            assert foreseen == 2 if taken else foreseen == actual


def test_patterns_are_symmetric():
    assert len(codes()) == EXPLAINED
    turned = lambda code: sum((code >> 2 * old & 3) << 2 * new for new, old in enumerate((5, 3, 0, 6, 1, 7, 4, 2)))  # noqa: E731
    assert all(turned(code) in codes() for code in codes())
    assert exchanged(exchanged(0b1101_0010)) == 0b1101_0010


@pytest.mark.native
def test_compiled_playouts_are_those_of_python():
    game = Go(size=5, rules="japanese", komi=2.5)
    state = game.read("C3 B2 D2")
    found = ownership(game, state, 40)
    board, wins, counts, work = Memory(game.playout_room), Memory(2), Memory(3 * game.area), Workspace()
    own.py_func(game, state, 1, 40, board, wins, counts, work)
    assert is_on() and found.wins == (wins[0], wins[1])
    assert [round(40 * share) for share in found.shares] == [counts[3 * at] - counts[3 * at + 1] for at in range(25)]
    assert max(found.criticality) > 0.05 and sum(found.wins) <= 40


def test_a_game_without_owners_is_refused():
    with pytest.raises(UnfitError, match="has no playouts"):
        ownership(TicTacToe(), TicTacToe().initial())
