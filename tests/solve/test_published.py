"""What others have published, and what plain counting finds, is what solving finds."""

import os
from functools import cache, reduce
from itertools import islice, product
from operator import xor
from typing import NamedTuple

import pytest

from countermove import Game, load
from countermove.games.connect import Connect
from countermove.games.domineering import Domineering
from countermove.games.grundy import Grundy
from countermove.games.nim import Nim
from countermove.solve import solve, sweep

LONG = bool(os.environ.get("COUNTERMOVE_LONG"))
"""Whether to look at everything, which takes long."""


def test_tictactoe_is_a_draw_whatever_the_first_action():
    solution = solve(load("tictactoe"))
    assert solution.complete and set(solution.actions.values()) == {0.0}


def test_hexapawn_is_won_by_the_second_player():
    solution = solve(load("hexapawn"))
    assert solution.complete and set(solution.actions.values()) == {-1.0}


def test_three_mens_morris_is_won_by_the_first_player_who_takes_the_centre():
    game = load("morris:men=3")
    solution = solve(game)
    assert (solution.value, game.action_name(game.initial(), solution.action)) == (1.0, "b2")


# Connect on small boards. By who wins in the end, found by `brute` once for all boards: the first player (+) or nobody.

SMALL = {
    3: ["..000", "..000", "000++", "000++", "000++"],
    4: ["...00", "...00", "...00", "00000", "00000"],
}
"""By k, rows from 1 to 5: a sign for each number of columns from 1 to 5; a dot where no line of k fits."""
BOARDS = [
    (rows, cols, k, {"+": 1.0, "0": 0.0}[sign])
    for k, table in SMALL.items()
    for rows, row in enumerate(table, 1)
    for cols, sign in enumerate(row, 1)
    if sign != "."
]
LARGE = 15
"""Cells from which on looking at everything in Python takes too long."""


def brute(rows, cols, k):
    """What each first column is worth, by looking at everything; columns are strings of X and O, from below."""
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))

    def won(columns):
        stones = {(at, height): sign for at, column in enumerate(columns) for height, sign in enumerate(column)}
        return any(
            all(stones.get((at + i * right, height + i * up)) == sign for i in range(k))
            for (at, height), sign in stones.items()
            for right, up in ways
        )

    def after(columns):
        sign = "XO"[sum(map(len, columns)) % 2]
        for at, column in enumerate(columns):
            if len(column) < rows:
                yield (*columns[:at], column + sign, *columns[at + 1 :])

    @cache
    def worth(columns):
        if won(columns):
            return -1
        return max((-worth(each) for each in after(columns)), default=0)

    return [-worth(columns) for columns in after(("",) * cols)]


@pytest.mark.parametrize(("rows", "cols", "k", "value"), [board for board in BOARDS if board[0] * board[1] < LARGE])
def test_connect_on_a_small_board_is_worth_what_looking_at_everything_says(rows, cols, k, value):
    solution, expected = solve(Connect(rows, cols, k)), brute(rows, cols, k)
    assert list(solution.actions.values()) == expected
    assert solution.value == max(expected) == value


@pytest.mark.native
@pytest.mark.parametrize(("rows", "cols", "k", "value"), [board for board in BOARDS if board[0] * board[1] >= LARGE])
def test_connect_on_a_larger_board_is_worth_what_looking_at_everything_said(rows, cols, k, value):
    if (rows, cols, k) != (5, 5, 4) and not LONG:
        pytest.skip("takes long, as it is compiled for each board; set COUNTERMOVE_LONG=1 to run it")
    solution = solve(Connect(rows, cols, k), method="alphabeta")
    assert solution.complete and solution.value == value


# Domineering.

WINNERS = ["2HHHHH", "V11HV1", "V11HHH", "VVV1V1", "VHVH2H", "V1V1V1"]
"""On rows from 1 to 6, columns from 1 to 6: the first player, the second, Vertical or Horizontal whichever begins
(Breuker, Uiterwijk, van den Herik, "Solving 8 x 8 Domineering", 2000)."""


def test_the_published_winners_agree_with_each_other():
    turned = {"1": "1", "2": "2", "V": "H", "H": "V"}
    assert [[turned[row[at]] for row in WINNERS] for at in range(6)] == [list(row) for row in WINNERS]


@pytest.mark.native
@pytest.mark.parametrize(
    ("rows", "cols"), [*list(product(range(1, 7), repeat=2))[:-1], pytest.param(6, 6, marks=pytest.mark.slow)]
)
def test_domineering_has_its_published_winner(rows, cols):
    """Vertical begins; who wins when Horizontal does is told by the board turned round."""
    if rows * cols > 18 and (rows, cols) not in ((5, 5), (6, 6)) and not LONG:
        pytest.skip("takes long, as it is compiled for each board; set COUNTERMOVE_LONG=1 to run it")
    solution = solve(Domineering(rows, cols))
    assert solution.complete
    assert solution.value == (1.0 if WINNERS[rows - 1][cols - 1] in "1V" else -1.0)


# Piles, whose values Sprague (1936) and Grundy (1939) have found: a position is worth a single pile of Nim, the least
# that none of its successors is worth; positions side by side are worth the exclusive or; 0 is lost.


def some(database):
    """One state of eleven, for asking each of many thousands takes long; all with COUNTERMOVE_LONG=1."""
    return islice(database, 0, None, 1 if LONG else 11)


def least(reached):
    return next(value for value in range(len(reached) + 1) if value not in reached)


@cache
def grundy(pile):
    """The number of a pile of Grundy's game, by the definition."""
    return least({grundy(part) ^ grundy(pile - part) for part in range(1, (pile + 1) // 2)})


def test_the_numbers_of_grundys_game_are_those_of_the_encyclopedia():
    published = "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4 1 5 4 1 5 4 1 5 4 1 0"
    assert [grundy(pile) for pile in range(51)] == [int(number) for number in published.split()]  # oeis.org/A002188


@pytest.mark.native
def test_a_pile_of_nim_is_worth_itself_up_to_200():
    """Two piles are lost if and only if they are worth the same."""
    game = Nim((200, 200))
    database = sweep(game)
    assert database.states == 2 * 201 * 201 - 4  # all but 4, which have too many counters left for who is to move
    for state in some(database):
        assert database.value(state) == (1.0 if state.piles[0] != state.piles[1] else -1.0)


@pytest.mark.native
def test_piles_of_nim_side_by_side_are_worth_their_exclusive_or():
    database = sweep(Nim((7, 9, 12)))
    for state in database:
        assert database.value(state) == (1.0 if reduce(xor, state.piles) else -1.0)


@pytest.mark.slow
@pytest.mark.native
def test_every_position_of_grundys_game_with_40_counters_is_worth_the_exclusive_or_of_its_piles():
    game = Grundy(40)
    database = sweep(game)
    assert database.states > 37_000
    for state in some(database):
        assert database.value(state) == (1.0 if reduce(xor, map(grundy, game.piles(state))) else -1.0)


@pytest.mark.parametrize("counters", range(1, 28))
def test_a_pile_of_grundys_game_is_won_unless_its_number_is_0(counters):
    assert solve(Grundy(counters)).value == (1.0 if grundy(counters) else -1.0)


class Heap(NamedTuple):
    pile: int
    """Counters in a pile of Grundy's game; 0 once it is split."""
    heaps: tuple[int, int]
    """Piles of Nim."""
    mover: int


class Beside(Game):
    """A pile of Grundy's game beside one of Nim; once split, it is worth the pile of Nim that its parts are worth."""

    def __init__(self, pile, heap, splits):
        self.first, self.splits = Heap(pile, (0, heap), 0), splits

    def initial(self):
        return self.first

    def player(self, state):
        return state.mover

    def actions(self, state):
        if state.pile:
            yield from (1000 * (1 + worth) for worth in self.splits)
        for which in (0, 1):
            yield from (100 * which + left for left in range(state.heaps[which]))

    def result(self, state, action):
        if action >= 1000:
            return Heap(0, (action // 1000 - 1, state.heaps[1]), 1 - state.mover)
        left = action % 100
        heaps = (left, state.heaps[1]) if action < 100 else (state.heaps[0], left)
        return Heap(state.pile, heaps, 1 - state.mover)

    def is_terminal(self, state):
        return not any(True for _ in self.actions(state))

    def utility(self, state, player):
        return -1.0 if player == state.mover else 1.0


@pytest.mark.slow
def test_solving_finds_the_numbers_of_grundys_game_up_to_200():
    """A pile is worth the pile of Nim beside which it is lost; its parts are worth what was found of them before."""
    found = {}
    for pile in range(1, 201):
        game = Grundy(pile)
        state = game.initial()
        after = (game.piles(game.result(state, action)) for action in game.actions(state))
        splits = tuple(sorted({reduce(xor, (found[part] for part in parts)) for parts in after}))
        lost = [heap for heap in range(len(splits) + 1) if solve(Beside(pile, heap, splits)).value == -1.0]
        assert len(lost) == 1
        found[pile] = lost[0]
    assert found == {pile: grundy(pile) for pile in range(1, 201)}
