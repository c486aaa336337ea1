from itertools import count

import pytest

from countermove import load
from countermove.errors import SpecError
from countermove.game import freeze, same
from countermove.games.grundy import Grundy

GAME = Grundy(7)


def test_from_seven_there_are_14_states_24_nodes_and_7_leaves(levels):
    nodes = leaves = 0
    states = set()
    for level in levels(GAME):
        for state, number in level:
            states.add(freeze(state))
            nodes += number
            leaves += number * GAME.is_terminal(state)
    assert (len(states), nodes, leaves) == (14, 24, 7)


def outcome(game, state):
    """Whether the mover wins, and in how many moves if the loser delays."""
    if game.is_terminal(state):
        return game.utility(state, state.mover) > 0, 0
    results = [outcome(game, game.result(state, action)) for action in game.actions(state)]
    lost = [moves for won, moves in results if not won]
    return (True, 1 + min(lost)) if lost else (False, 1 + max(moves for _, moves in results))


def test_seven_is_lost_for_the_mover_in_four_moves():
    assert outcome(GAME, GAME.read("7 +")) == (False, 4)
    assert outcome(GAME, GAME.read("7 -")) == (False, 4)


def test_the_replies_to_seven_are_those_of_the_lectures():
    replies = {}
    for action in GAME.actions(GAME.initial()):
        state = GAME.result(GAME.initial(), action)
        after = [GAME.result(state, reply) for reply in GAME.actions(state)]
        name = GAME.action_name(GAME.initial(), action)
        replies[name] = {GAME.write(s) for s in after if not outcome(GAME, s)[0]}
    assert replies == {"6-1": {"4-2-1 +"}, "5-2": {"4-2-1 +"}, "4-3": {"4-2-1 +", "3-3-1 +"}}


def test_in_misere_play_the_first_player_wins_from_seven():
    assert outcome(Grundy(7, misere=True), Grundy(7, misere=True).initial())[0]


def number(game, state):
    """The Grundy number of a state: the least that no result has."""
    reached = {number(game, game.result(state, action)) for action in game.actions(state)}
    return next(value for value in count() if value not in reached)


def test_the_grundy_numbers_of_one_to_ten():
    numbers = [number(Grundy(n), Grundy(n).initial()) for n in range(1, 11)]
    assert numbers == [0, 0, 1, 0, 2, 1, 0, 2, 1, 0]


def test_the_number_of_two_piles_is_the_exclusive_or_of_theirs():
    for first in range(1, 7):
        for second in range(1, 7):
            game = Grundy(first + second)
            single = [number(Grundy(n), Grundy(n).initial()) for n in (first, second)]
            assert number(game, game.read(f"{first}-{second}")) == single[0] ^ single[1]


def test_a_result_does_not_change_the_state_it_comes_from():
    state = GAME.initial()
    for action in GAME.actions(state):
        GAME.result(state, action)
    assert same(state, GAME.initial())


def test_the_order_of_the_piles_does_not_matter():
    for text in ("4-2-1 +", "1-2-4+", "2-4-1", " 4 - 2 - 1 + "):
        assert same(GAME.read(text), GAME.read("4-2-1"))
    assert GAME.write(GAME.read("1-4-2 -")) == "4-2-1 -"
    assert GAME.write(GAME.read("")) == "7 +"


def test_text_shows_the_piles_and_who_is_to_move():
    assert GAME.text(GAME.read("4-3 -")) == "4  o o o o\n3  o o o\nMINUS to move"


def test_a_click_on_a_counter_splits_its_pile_there():
    state = GAME.read("4-3")
    rows = GAME.board(state).rows
    names = [[cell.action and GAME.action_name(state, cell.action) for cell in row] for row in rows]
    assert names == [[None, "3-1", None, "3-1"], [None, "2-1", "2-1"]]


def test_two_hundred_counters_can_be_played(playouts):
    game = load("grundy:n=200")
    assert len(list(game.actions(game.initial()))) == 99
    for path in playouts(game, 2):
        final = path[-1][1]
        assert game.is_terminal(final) and max(game.piles(final)) == 2
        assert same(game.read(game.write(final)), final)


@pytest.mark.parametrize("n", [0, -1, 1001, 2.5])
def test_an_impossible_pile_is_refused(n):
    with pytest.raises(SpecError, match="must be a whole number from 1 to 1000"):
        Grundy(n)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4-2", "have 6 counters; this game has 7"),
        ("8 -", "have 8 counters"),
        ("4-3-0", "piles of 1 or more counters"),
        ("4--3", "piles of 1 or more counters"),
        ("4-3 --", "piles of 1 or more counters"),
        ("seven", "piles of 1 or more counters"),
        ("+", "piles of 1 or more counters"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        GAME.read(text)
