import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove.bits import popcount
from countermove.errors import SpecError
from countermove.games.mnk import Mnk, Stones
from countermove.games.tictactoe import TicTacToe


def aligned(board, k):
    """Whether k equal marks are in a row on a list of lists, found the slow way; gives the mark."""
    rows, cols = len(board), len(board[0])
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + n * down, col + n * right) for n in range(k)]
                if all(0 <= r < rows and 0 <= c < cols for r, c in cells):
                    marks = {board[r][c] for r, c in cells}
                    if len(marks) == 1 and "." not in marks:
                        return marks.pop()
    return None


sizes = st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9)).filter(
    lambda s: s[0] * s[1] <= 63 and s[2] <= max(s[:2])
)


@settings(max_examples=150, deadline=None)
@given(sizes, st.integers(0, 2**32))
def test_it_plays_as_a_list_of_lists_does(size, seed):
    rows, cols, k = size
    game, chosen = Mnk(rows, cols, k), random.Random(seed)
    state, board = game.initial(), [["."] * cols for _ in range(rows)]
    while True:
        winner = aligned(board, k)
        free = [row * cols + col for row in range(rows) for col in range(cols) if board[row][col] == "."]
        assert game.is_terminal(state) == (winner is not None or not free)
        assert game.write(state) == "/".join("".join(row) for row in board)
        assert game.read(game.write(state)) == state
        if game.is_terminal(state):
            break
        assert list(game.actions(state)) == free
        action = chosen.choice(free)
        board[action // cols][action % cols] = "XO"[game.player(state)]
        state = game.result(state, action)
    assert game.utility(state, 0) == {"X": 1.0, "O": -1.0, None: 0.0}[winner] == -game.utility(state, 1)


def turned(state, game, place):
    """The state with every cell (row, col) moved to place(row, col)."""
    moved = []
    for stones in state:
        cells = [place(cell // game.cols, cell % game.cols) for cell in range(63) if stones >> cell & 1]
        moved.append(sum(1 << row * game.cols + col for row, col in cells))
    return Stones(*moved)


@settings(deadline=None)
@given(sizes, st.data())
def test_symmetric_boards_have_one_canonical_board(size, data):
    game = Mnk(*size)
    rows, cols = game.rows, game.cols
    x = data.draw(st.integers(0, game.full))
    state = Stones(x, data.draw(st.integers(0, game.full)) & ~x)
    images = [state, *(turned(state, game, f) for f in (
        lambda r, c: (rows - 1 - r, c), lambda r, c: (r, cols - 1 - c), lambda r, c: (rows - 1 - r, cols - 1 - c)
    ))]  # fmt: skip
    if rows == cols:
        images += [turned(image, game, lambda r, c: (c, r)) for image in images]
    assert {game.canonical(image) for image in images} == {min(images)}
    assert popcount(game.canonical(state).x) == popcount(state.x)


def test_the_3_3_3_game_is_tic_tac_toe(playouts):
    small, game = TicTacToe(), Mnk(3, 3, 3)
    for path in playouts(game, 100):
        for _, state in path:
            assert tuple(small.canonical(state)) == tuple(game.canonical(state))
            assert small.is_terminal(state) == game.is_terminal(state)
            assert list(small.actions(state)) == list(game.actions(state))


@pytest.mark.parametrize(("rows", "cols", "k"), [(4, 4, 3), (5, 6, 4), (7, 9, 5), (9, 7, 5)])
def test_it_plays_as_openspiel_does(agrees_with_openspiel, rows, cols, k):
    agrees_with_openspiel(Mnk(rows, cols, k), "mnk", games=25, m=cols, n=rows, k=k)


def test_rows_above_nine_have_names_too():
    game = Mnk(12, 5, 3)
    names = [game.action_name(game.initial(), action) for action in game.actions(game.initial())]
    assert names[0] == "a12" and names[-1] == "e1"
    assert game.text(game.initial()).splitlines()[2:4] == ["10  . . . . .", " 9  . . . . ."]


def test_the_board_shows_the_winning_line():
    board = Mnk(3, 4, 3).board(Mnk(3, 4, 3).read("X..O/.X.O/..X."))
    assert [[cell.marked for cell in row] for row in board.rows] == [
        [True, False, False, False],
        [False, True, False, False],
        [False, False, True, False],
    ]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ((8, 8, 4), "8 x 8 cells are 64; the limit is 63"),
        ((0, 3, 1), "rows=0 must be a whole number from 1 to 63"),
        ((1, 27, 3), "cols=27 must be a whole number from 1 to 26"),
        ((3, 4, 5), "k=5 must be a whole number from 1 to 4"),
        ((3, 3.0, 3), "cols=3.0 must be a whole number"),
    ],
)
def test_an_impossible_board_size_is_refused(fields, sentence):
    with pytest.raises(SpecError, match=sentence):
        Mnk(*fields)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("XO./..", "must have 3 rows of 4 cells; its rows have 3, 2"),
        ("XO..........X", "must have 3 rows of 4 cells"),
        ("XX../..../....", "has 2 X and 0 O"),
        ("XXX./OOO./....", "continues after 3 in a row"),
        ("e1", "'e1', which is not legal here"),
        ("a1 b1 a2 b2 a3 b3", "goes on after the game is over"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        Mnk(3, 4, 3).read(text)
