import random

import pytest

from countermove import load
from countermove.errors import SpecError
from countermove.games.tictactoe3 import TicTacToe3
from countermove.textbook import maxn, run


def winner(rows, k):
    """Whose sign stands k times in a row, found by looking along strings."""
    size = len(rows)
    diagonals = [
        "".join(grid[row][at + row] for row in range(size) if 0 <= at + row < size)
        for grid in (rows, [row[::-1] for row in rows])
        for at in range(1 - size, size)
    ]
    for line in [*rows, *map("".join, zip(*rows)), *diagonals]:
        for sign in "XOZ":
            if sign * k in line:
                return sign
    return ""


@pytest.mark.parametrize(("size", "k"), [(4, 3), (3, 3), (5, 4), (7, 2)])
def test_it_ends_with_the_first_row_or_a_full_board(size, k):
    game, chosen = TicTacToe3(size, k), random.Random(size)
    for _ in range(60):
        state, marks = game.initial(), 0
        while not game.is_terminal(state):
            assert game.player(state) == marks % 3
            assert not winner(game.signs(state), k)
            state = game.result(state, chosen.choice(list(game.actions(state))))
            marks += 1
        won = winner(game.signs(state), k)
        assert won or marks == size * size
        utilities = [game.utility(state, player) for player in range(3)]
        assert utilities == ([float(sign == won) for sign in "XOZ"] if won else [1 / 3] * 3)


def test_who_can_win_at_once_does():
    game = load("tictactoe3")
    state = game.read("XX../OO../ZZ../....")
    decision = run(maxn(game, state, depth=1))
    assert (game.action_name(state, decision.action), decision.value) == ("c4", (1.0, 0.0, 0.0))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("X../.../...", "must have 4 rows of 4 cells"),
        ("XX../..../..../....", "2 X, 0 O and 0 Z"),
        ("XXX./OO../OZ../Z...", "continues after 3 in a row"),
        ("a1 a1", "'a1', which is not legal here"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        TicTacToe3().read(text)


@pytest.mark.parametrize("fields", [{"size": 2}, {"size": 8}, {"k": 5}])
def test_fields_out_of_range_are_refused(fields):
    with pytest.raises(SpecError, match="must be a whole number from"):
        TicTacToe3(**fields)
