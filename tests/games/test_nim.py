from functools import lru_cache, reduce
from itertools import product
from operator import xor

import pytest

from countermove import load
from countermove.errors import SpecError
from countermove.games.nim import Nim, Piles


@lru_cache(None)
def wins(game, state):
    """Whether the player to move wins, by the definition."""
    if game.is_terminal(state):
        return game.utility(state, state.mover) > 0
    return any(not wins(game, game.result(state, action)) for action in game.actions(state))


@pytest.mark.parametrize("misere", [False, True])
def test_who_wins_is_told_by_the_exclusive_or_of_the_piles(misere):
    for piles in product(range(5), repeat=3):
        game = Nim(piles, misere)
        total = reduce(xor, piles)
        expected = total != 0 if not misere or max(piles) > 1 else total == 0
        assert wins(Nim((4, 4, 4), misere), game.initial()) == expected


@pytest.mark.parametrize(("piles", "misere"), [((1, 3, 5, 7), True), ((3, 4, 5), False), ((6,), False), ((2, 2), True)])
def test_it_plays_as_openspiel_does(agrees_with_openspiel, piles, misere):
    text = ";".join(str(pile) for pile in piles)
    agrees_with_openspiel(Nim(piles, misere), "nim", games=50, pile_sizes=text, is_misere=misere)


def test_the_last_counter_wins_or_in_misere_play_loses():
    for misere, utility in ((False, 1.0), (True, -1.0)):
        game = Nim((1,), misere)
        assert game.utility(game.read("a1"), 0) == utility == -game.utility(game.read("a1"), 1)


def test_an_action_is_named_by_its_pile_and_how_many():
    game = Nim((1, 2))
    assert [game.action_name(game.initial(), action) for action in game.actions(game.initial())] == ["a1", "b1", "b2"]
    assert game.read("b2 a1") == Piles((0, 0), 0)


def test_text_shows_the_piles_and_who_is_to_move():
    game = Nim((3, 1))
    assert game.text(game.read("b1")) == "a  o o o\nb\nplayer 2 to move"


def test_a_click_on_a_counter_takes_it_and_all_that_follow():
    game = Nim((3, 4))
    state = game.initial()
    second = game.board(state).rows[1]
    assert [game.action_name(state, cell.action) for cell in second] == ["b4", "b3", "b2", "b1"]


def test_a_position_is_the_actions_so_far_or_the_piles_and_the_mover():
    game = Nim((3, 4, 5))
    assert game.read("c5 a1") == game.read("piles=(2,4,0),mover=0") == Piles((2, 4, 0), 0)
    assert game.write(Piles((2, 4, 0), 1)) == "piles=(2,4,0),mover=1"


def test_26_piles_of_1000_can_be_played():
    game = load("nim:piles=" + str([1000] * 26))
    state = game.result(game.initial(), max(game.actions(game.initial())))
    assert state.piles[25] == 0 and sum(state.piles) == 25_000
    assert game.read("z1000") == state


@pytest.mark.parametrize(
    ("piles", "sentence"),
    [
        ((), "must be a tuple of 1 to 26 piles"),
        ((1,) * 27, "must be a tuple of 1 to 26 piles"),
        ((3, -1), "has -1; a pile has 0 to 1000 counters"),
        ((3, 1001), "has 1001; a pile has 0 to 1000 counters"),
        ((3, 1.5), "has 1.5; a pile has"),
        ([3, 4], "must be a tuple"),
    ],
)
def test_impossible_piles_are_refused(piles, sentence):
    with pytest.raises(SpecError, match=sentence):
        Nim(piles)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a4", "'a4', which is not legal here; legal: a1, a2, a3, b1"),
        ("d1", "'d1', which is not legal here"),
        ("piles=(3,4),mover=0", "has 2 piles; the game has 3"),
        ("piles=(3,4,6),mover=0", "has a pile of 6, but the game starts with 5"),
        ("piles=(3,-4,5),mover=0", "has a pile of -4"),
        ("piles=(3,4,5),mover=2", "the mover 2; it must be 0 or 1"),
        ("piles=(3,4,5)", "must give each of: piles, mover"),
        ("piles=7,mover=0", "expected a value like"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        Nim((3, 4, 5)).read(text)
