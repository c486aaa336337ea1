import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove.bits import Word
from countermove.errors import SpecError
from countermove.games.domineering import Cover, Domineering
from countermove.solve import solve

OUTCOMES = ["2HHHHH", "V11HV1", "V11HHH", "VVV1V1", "VHVH2"]
"""Who wins on m rows and n columns, from 1 x 1 on: the first player, the second, Vertical or Horizontal whoever begins
(Breuker, Uiterwijk, van den Herik 2000)."""
sizes = st.tuples(st.integers(1, 8), st.integers(1, 8))


def plain_actions(board, mover):
    """The two cells of each domino that fits on a list of lists, top row first."""
    down, right = ((1, 0), (0, 1))[mover]
    cells = [(row, col) for row in range(len(board)) for col in range(len(board[0]))]
    pairs = [((row, col), (row + down, col + right)) for row, col in cells]
    return [pair for pair in pairs if all(cell in cells and board[cell[0]][cell[1]] == "." for cell in pair)]


@settings(max_examples=100, deadline=None)
@given(sizes, st.integers(0, 2**32))
def test_it_plays_as_a_list_of_lists_does(size, seed):
    game, chosen = Domineering(*size), random.Random(seed)
    state, board, mover = game.initial(), [["."] * size[1] for _ in range(size[0])], 0

    def name(pair):
        lower, other = (pair[1], pair[0]) if mover == 0 else pair
        return "-".join(f"{'abcdefgh'[col]}{size[0] - row}" for row, col in (lower, other))

    while True:
        assert game.write(state) == f"{'/'.join(''.join(row) for row in board)} {'VH'[mover]}"
        assert game.read(game.write(state)) == state
        theirs = {name(pair): pair for pair in plain_actions(board, mover)}
        ours = {game.action_name(state, action): action for action in game.actions(state)}
        assert sorted(ours) == sorted(theirs)
        assert game.is_terminal(state) == (not theirs)
        if game.is_terminal(state):
            break
        word = chosen.choice(sorted(ours))
        state = game.result(state, ours[word])
        for row, col in theirs[word]:
            board[row][col] = "#"
        mover = 1 - mover
    assert game.utility(state, mover) == -1.0 and game.utility(state, 1 - mover) == 1.0


def wins(game, state, known):
    """Whether the mover wins: looks until an action wins, the promising first, and knows canonical states again."""
    key = game.canonical(state)
    if key not in known:
        actions = sorted(game.actions(state), key=lambda action: -game.order(state, action))
        known[key] = any(not wins(game, game.result(state, action), known) for action in actions)
    return known[key]


@pytest.mark.parametrize(
    ("rows", "cols", "outcome"),
    [(m, n, outcome) for m, row in enumerate(OUTCOMES, 1) for n, outcome in enumerate(row, 1) if m * n <= 25],
)
def test_the_winner_is_the_published_one_whoever_begins(rows, cols, outcome):
    game, known = Domineering(rows, cols), {}
    first = {"1": (True, True), "2": (False, False), "V": (True, False), "H": (False, True)}[outcome]
    assert tuple(wins(game, Cover(Word(0), mover), known) for mover in (0, 1)) == first
    if rows * cols <= 12:
        assert solve(game).value == (1.0 if first[0] else -1.0)


@settings(max_examples=60, deadline=None)
@given(sizes, st.integers(0, 2**64 - 1), st.integers(0, 1))
def test_symmetric_boards_have_one_canonical_board_and_keys_are_told_apart(size, filled, mover):
    game = Domineering(*size)
    rows = game.pieces(Cover(Word(filled) & game.full, mover))
    images = [rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]]]
    states = [game.read(f"{'/'.join(image)} {'VH'[mover]}") for image in images]
    canonical = {game.canonical(state) for state in states}
    assert len(canonical) == 1
    assert len({game.key(state) for state in states}) == len(set(states))
    image = canonical.pop()
    assert game.canonical(image) == image
    for player in (0, 1):
        counts = {len(list(game.actions(Cover(state.filled, player)))) for state in (*states, image)}
        assert len(counts) == 1
    assert image.filled & ~game.full == 0


def test_a_cell_where_nothing_fits_any_more_makes_no_difference():
    game = Domineering(2, 3)
    assert game.canonical(game.read("#.#/##. V")) == game.canonical(game.read("###/### V"))


def test_dominoes_that_nobody_can_spoil_are_worth_more():
    game = Domineering(4, 4)
    safe, open_ = game.read(".###/.###/###./##.. V"), game.read("####/#..#/#..#/#### V")
    assert game.evaluate(safe, 0) == -game.evaluate(safe, 1) > 0
    assert game.evaluate(open_, 0) == 0


def test_a_click_on_the_lower_or_left_cell_plays():
    game = Domineering(2, 3)
    assert [[cell.action for cell in row] for row in game.board(game.initial()).rows] == [[None] * 3, [0, 1, 2]]
    after = game.board(game.read("a1-a2"))
    assert [[cell.action for cell in row] for row in after.rows] == [[None, 4, None], [None, 1, None]]
    assert [[cell.piece for cell in row] for row in after.rows] == [["■", "", ""]] * 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("#../...", "must end with the player to move"),
        ("#../... W", "must end with the player to move"),
        ("#./.. V", "must have 2 rows of 3 cells"),
        ("a1-b1", "'a1-b1', which is not legal here"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        Domineering(2, 3).read(text)


def test_an_impossible_board_size_is_refused():
    with pytest.raises(SpecError, match="8 x 9 cells are 72; the limit is 64"):
        Domineering(8, 9)
    with pytest.raises(SpecError, match="rows=0 must be a whole number from 1 to 64"):
        Domineering(0, 9)
