import random
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove.errors import SpecError
from countermove.games.connect import Connect, Stones

GAME = Connect()


def test_the_tree_has_the_known_number_of_plays_and_positions_at_each_depth(levels):
    first = list(levels(GAME, 8))
    plays = [sum(nodes for _, nodes in level) for level in first]
    assert plays == [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]
    # https://oeis.org/A212693, positions after n stones
    assert [len(level) for level in first] == [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275]


def test_it_plays_as_openspiel_does(agrees_with_openspiel):
    agrees_with_openspiel(GAME, "connect_four", games=100)


@pytest.mark.parametrize(("rows", "cols", "k"), [(4, 5, 3), (5, 4, 4), (6, 9, 4), (8, 7, 5)])
def test_other_sizes_play_as_openspiel_does(agrees_with_openspiel, rows, cols, k):
    agrees_with_openspiel(Connect(rows, cols, k), "connect_four", games=20, rows=rows, columns=cols, x_in_row=k)


def winner_of(board, k):
    """The sign with k in a row on a list of columns, found the slow way."""
    cells = {(col, row): sign for col, column in enumerate(board) for row, sign in enumerate(column)}
    for (col, row), sign in cells.items():
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(cells.get((col + n * right, row + n * up)) == sign for n in range(k)):
                return sign
    return None


def nearness(board, sign):
    """How near to the middle the stones of one side stand, all together."""
    return sum(min(col, len(board) - 1 - col) * board[col].count(sign) for col in range(len(board)))


sizes = st.tuples(st.integers(1, 8), st.integers(1, 9), st.integers(2, 5)).filter(
    lambda s: (s[0] + 1) * s[1] <= 63 and s[2] <= max(s[:2])
)


@settings(max_examples=80, deadline=None)
@given(sizes, st.integers(0, 2**32))
def test_it_plays_as_a_list_of_columns_does(size, seed):
    rows, cols, k = size
    game, chosen = Connect(rows, cols, k), random.Random(seed)
    state, board, played = game.initial(), [[] for _ in range(cols)], ""
    keys = set()
    while True:
        winner = winner_of(board, k)
        free = [col for col in range(cols) if len(board[col]) < rows]
        keys.add(game.key(state))
        assert game.is_terminal(state) == (winner is not None or not free)
        assert game.read(game.write(state)) == state
        assert game.read(played) == state
        if game.is_terminal(state):
            break
        assert list(game.actions(state)) == free
        sign, other = "XO" if game.player(state) == 0 else "OX"
        more = nearness(board, sign) - nearness(board, other)
        assert game.evaluate(state, game.player(state)) == more / 1024 == -game.evaluate(state, 1 - game.player(state))
        action = chosen.choice(free)
        board[action].append(sign)
        played += str(action + 1)
        state = game.result(state, action)
    assert len(keys) == len(played) + 1
    assert game.utility(state, 0) == {"X": 1.0, "O": -1.0, None: 0.0}[winner] == -game.utility(state, 1)


def test_a_position_and_its_mirror_image_have_one_canonical_state(playouts):
    for path in playouts(GAME, 50):
        played = "".join(str(action + 1) for action, _ in path)
        mirror = "".join(str(7 - action) for action, _ in path)
        one, other = GAME.read(played), GAME.read(mirror)
        assert GAME.canonical(one) == GAME.canonical(other)
        assert GAME.canonical(one) in (one, other)


def test_different_states_have_different_keys(levels):
    states = [state for level in levels(Connect(3, 4, 3)) for state, _ in level]
    assert len({GAME.key(state) for state in states}) == len(set(states))


def test_small_boards_have_their_known_values():
    # John Tromp, https://tromp.github.io/c4/c4.html: 4 x 4 and 5 x 4 are draws
    for rows, cols in ((4, 4), (5, 4)):
        assert solved(Connect(rows, cols, 4)) == 0


def solved(game, start=None):
    """The value of a state for its mover, by alpha-beta with a table of exact values of the window (-1, 1)."""

    @lru_cache(None)
    def search(state, alpha, beta):
        if game.is_terminal(state):
            return int(game.utility(state, game.player(state)))
        best = -1
        for action in game.actions(state):
            best = max(best, -search(game.canonical(game.result(state, action)), -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    return search(game.initial() if start is None else start, -1, 1)


@pytest.mark.parametrize("name", ["L3_R1", "L2_R1", "L1_R1", "L2_R2"])
def test_every_published_position_can_be_read(data, name):
    path = data / "connect4" / f"Test_{name}"
    if not path.is_file():
        pytest.skip(f"no {path}")
    for line in path.read_text().splitlines():
        moves, _ = line.split()
        state = GAME.read(moves)
        assert not GAME.is_terminal(state)
        assert GAME.player(state) == len(moves) % 2
        assert GAME.read(GAME.write(state)) == state


def test_the_latest_published_positions_have_their_published_winners(data):
    lines = (data / "connect4" / "Test_L3_R1").read_text().splitlines()
    for line in sorted(lines, key=lambda line: -len(line.split()[0]))[:40]:
        moves, score = line.split()
        assert solved(GAME, GAME.read(moves)) == (int(score) > 0) - (int(score) < 0)


def test_wide_boards_take_columns_with_separators():
    game = Connect(3, 12, 3)
    state = game.read("12, 1 10")
    assert game.write(state) == "............/............/O........X.X"
    assert game.text(state).splitlines()[-1] == " 1  2  3  4  5  6  7  8  9 10 11 12"


def test_a_position_is_the_columns_played_or_a_board():
    board = "......./......./......./...X.../...O.../.O.X..."
    assert GAME.read("4442") == GAME.read("4 4,42") == GAME.read(board) == GAME.read(board.lower().replace(".", "-"))
    assert GAME.read("") == Stones(0, 0)
    assert [GAME.player_name(player) for player in (0, 1)] == ["X", "O"]


def test_the_board_shows_the_winning_line():
    board = GAME.board(GAME.read("1213141"))
    marked = [(row, col) for row in range(6) for col in range(7) if board.rows[row][col].marked]
    assert marked == [(2, 0), (3, 0), (4, 0), (5, 0)]
    assert board.style == "columns" and board.column_names == tuple("1234567")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rows": 7, "cols": 8}, r"7 rows and 8 columns need 64 bits, \(rows \+ 1\) x cols; the limit is 63"),
        ({"rows": 0}, "rows=0 must be a whole number from 1 to 62"),
        ({"k": 8}, "k=8 must be a whole number from 1 to 7"),
        ({"cols": True}, "cols=True must be a whole number"),
    ],
)
def test_an_impossible_board_size_is_refused(fields, sentence):
    with pytest.raises(SpecError, match=sentence):
        Connect(**fields)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("448", "Stone 3 of the position '448' is '8'; a column is a number from 1 to 7"),
        ("4a", "Stone 2 of the position '4a' is 'a'; a column is a number"),
        ("1111111", "Stone 7 .* but column 1 is full"),
        ("12121212", "Stone 8 .* but the game is over before it"),
        ("....../......./......./......./......./.......", "must have 6 rows of 7 cells; its rows have 6, 7"),
        ("......./......./......./......./...X.../.......", "nothing below it in column 4, row 2 from below"),
        ("......./......./......./......./......./XX.....", "has 2 X and 0 O"),
        ("......./......./......./......./XXXX.../OOOO...", "continues after 4 in a row"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        GAME.read(text)
