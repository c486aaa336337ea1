from functools import lru_cache

import pytest

from countermove.errors import SpecError
from countermove.games.subtract import Heap, SubtractSquare

GAME = SubtractSquare(100)


@lru_cache(None)
def wins(state):
    """Whether the player to move wins, by the definition."""
    if GAME.is_terminal(state):
        return GAME.utility(state, state.mover) > 0
    return any(not wins(GAME.result(state, action)) for action in GAME.actions(state))


def test_the_mover_loses_from_the_known_heaps():
    lost = [counters for counters in range(50) if not wins(Heap(counters, 0))]
    assert lost == [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44]
    assert lost == [counters for counters in range(50) if not wins(Heap(counters, 1))]


def test_actions_are_the_squares_that_fit():
    assert list(GAME.actions(Heap(16, 0))) == [1, 4, 9, 16]
    assert list(GAME.actions(Heap(0, 0))) == []


def test_a_position_is_the_actions_so_far_or_the_heap_and_the_mover():
    assert GAME.read("4 9 81") == GAME.read("counters=6,mover=1") == Heap(6, 1)
    assert GAME.text(Heap(1, 1)) == "1 counter, player 2 to move"
    assert GAME.text(Heap(6, 0)) == "6 counters, player 1 to move"


def test_a_click_takes_a_square_number_of_counters():
    row = GAME.board(Heap(5, 0)).rows[0]
    assert [cell.action for cell in row] == [None, 4, None, None, 1]


def test_a_heap_too_large_to_draw_has_a_button_for_each_action():
    game = SubtractSquare(10**6)
    board = game.board(game.initial())
    assert board.style == "choices" and len(board.rows[0]) == 1000


def test_fewer_than_no_counters_are_refused():
    with pytest.raises(SpecError, match="counters=-1 must be a whole number from 0 to 1000000000"):
        SubtractSquare(-1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3", "Action 1 of the position '3' is '3', which is not legal here; legal: 1, 4, 9"),
        ("100 1", "goes on after the game is over"),
        ("counters=-5,mover=0", "must have 0 to 1,000,000,000 counters"),
        ("counters=5,mover=2", "the mover 0 or 1"),
        ("counters=5", "must give each of: counters, mover"),
        ("counters=1.5,mover=0", "gives counters=1.5; expected a value like 100"),
        ("counters=five,mover=0", "gives counters=five"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        GAME.read(text)
