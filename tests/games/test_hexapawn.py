import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove.bits import Word
from countermove.errors import SpecError
from countermove.games.hexapawn import Hexapawn, Pawns
from countermove.solve import solve


def plain_actions(board, mover):
    """What the mover's pawns can do on a tuple of strings, top row first: pairs of cells."""
    found, step = [], -1 if mover == "W" else 1
    for row, line in enumerate(board):
        for col, sign in enumerate(line):
            to = row + step
            if sign != mover or not 0 <= to < len(board):
                continue
            found += [((row, col), (to, col))] * (board[to][col] == ".")
            for side in (col - 1, col + 1):
                if 0 <= side < len(line) and board[to][side] not in (mover, "."):
                    found.append(((row, col), (to, side)))
    return found


def plain_result(board, action):
    rows = [list(row) for row in board]
    (row, col), (to, side) = action
    rows[to][side], rows[row][col] = rows[row][col], "."
    return tuple("".join(row) for row in rows)


def plain_over(board, mover):
    return "W" in board[0] or "B" in board[-1] or not plain_actions(board, mover)


def name(board, action):
    (row, col), (to, side) = action
    cells = [f"{'abcdefgh'[c]}{len(board) - r}" for r, c in ((row, col), (to, side))]
    return ("-" if board[to][side] == "." else "x").join(cells)


sizes = st.tuples(st.integers(2, 8), st.integers(1, 8))


@settings(max_examples=100, deadline=None)
@given(sizes, st.integers(0, 2**32))
def test_it_plays_as_rows_of_letters_do(size, seed):
    game, chosen = Hexapawn(*size), random.Random(seed)
    state = game.initial()
    board, mover = ("B" * size[1], *["." * size[1]] * (size[0] - 2), "W" * size[1]), "W"
    while True:
        assert game.write(state) == f"{'/'.join(board)} {mover}"
        assert game.read(game.write(state)) == state
        assert game.is_terminal(state) == plain_over(board, mover)
        if game.is_terminal(state):
            break
        names = {game.action_name(state, action): action for action in game.actions(state)}
        theirs = {name(board, action): action for action in plain_actions(board, mover)}
        assert sorted(names) == sorted(theirs)
        word = chosen.choice(sorted(names))
        board, mover = plain_result(board, theirs[word]), "B" if mover == "W" else "W"
        state = game.result(state, names[word])
    assert game.utility(state, 0) == (1.0 if mover == "B" else -1.0) == -game.utility(state, 1)


@pytest.mark.parametrize("size", [(2, 2), (3, 1), (3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (5, 3)])
def test_the_winner_is_that_of_a_plain_search(size):
    @cache
    def wins(board, mover):
        """Whether the mover does, by looking at everything on rows of letters."""
        if plain_over(board, mover):
            return False
        other = "B" if mover == "W" else "W"
        return any(not wins(plain_result(board, action), other) for action in plain_actions(board, mover))

    rows, cols = size
    first = wins(("B" * cols, *["." * cols] * (rows - 2), "W" * cols), "W")
    assert solve(Hexapawn(*size)).value == (1.0 if first else -1.0)


def test_the_second_player_wins_in_six_plies_on_three_by_three_and_the_first_on_four_by_four():
    game = Hexapawn()
    solution = solve(game)
    assert (solution.value, solution.distance, solution.states) == (-1.0, 6, 135)
    assert game.action_name(game.initial(), solution.action) == "b1-b2"
    assert solve(Hexapawn(4, 4)).value == 1.0


@settings(max_examples=60, deadline=None)
@given(sizes, st.data())
def test_mirror_images_have_one_canonical_board_and_keys_are_told_apart(size, data):
    game = Hexapawn(*size)
    signs = data.draw(st.lists(st.sampled_from("WB."), min_size=size[0] * size[1], max_size=size[0] * size[1]))
    rows = ["".join(signs[at : at + size[1]]) for at in range(0, len(signs), size[1])]

    def state(rows):
        flat = "".join(reversed(rows))
        return Pawns(*(Word(sum(1 << n for n, sign in enumerate(flat) if sign == s)) for s in "WB"), 1)

    one, other = state(rows), state([row[::-1] for row in rows])
    assert game.canonical(one) == game.canonical(other) in (one, other)
    assert (game.key(one) == game.key(other)) == (one == other)


def test_what_wins_and_what_takes_is_looked_at_first():
    game = Hexapawn(4, 3)
    state = game.read("B.B/W.B/.W./... W")
    names = [game.action_name(state, a) for a in sorted(game.actions(state), key=lambda a: -game.order(state, a))]
    assert names == ["b2xc3", "b2-b3"]
    state = game.read("B.B/.W./..B/... W")
    assert game.evaluate(state, 0) == -game.evaluate(state, 1) < 0
    assert game.action_name(state, max(game.actions(state), key=lambda a: game.order(state, a))) in ("b3xa4", "b3xc4")


def test_the_pawn_that_has_got_through_is_marked_and_two_clicks_play():
    game = Hexapawn()
    board = game.board(game.read("W.B/..B/... B"))
    assert [cell.marked for row in board.rows for cell in row].index(True) == 0 and not board.clicks
    assert game.board(game.initial()).clicks[0] == (1, ((2, 0), (1, 0)))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ((1, 3), "rows=1 must be a whole number from 2 to 64"),
        ((3, 0), "cols=0 must be a whole number from 1 to 26"),
        ((9, 8), "9 x 8 cells are 72; the limit is 64"),
    ],
)
def test_an_impossible_board_size_is_refused(fields, sentence):
    with pytest.raises(SpecError, match=sentence):
        Hexapawn(*fields)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("BBB/.../WWW", "must end with the player to move"),
        ("BBB/.../WWW X", "must end with the player to move"),
        ("BBB/WWW W", "must have 3 rows of 3 cells"),
        ("BBB/.X./WWW W", "each W, B or a dot"),
        ("BBB/B../WWW W", "more than 3 pawns of one player"),
        ("WBB/.../... W", "White is to move, but has already reached the far side"),
        ("a1-a3", "'a1-a3', which is not legal here"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        Hexapawn().read(text)
