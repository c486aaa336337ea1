import random

import pytest

from countermove.errors import SpecError
from countermove.game import CHANCE, legal
from countermove.games.pig import HOLD, ROLL, Pig, Scores


@pytest.mark.parametrize(("players", "target"), [(2, 100), (2, 20), (3, 40), (5, 10)])
def test_it_plays_as_openspiel_does(players, target):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    theirs = pyspiel.load_game("pig", {"players": players, "winscore": target, "horizon": 10_000})
    names = {HOLD: 1, ROLL: 0}
    game, chosen = Pig(target, players), random.Random(players)
    for _ in range(10):
        state, other = game.initial(), theirs.new_initial_state()
        while not game.is_terminal(state):
            assert other.current_player() == game.player(state)
            rolls = game.player(state) == CHANCE
            moves = {action: action - 1 if rolls else names[action] for action in legal(game, state)}
            assert sorted(moves.values()) == sorted(other.legal_actions())
            if rolls:
                assert [chance for _, chance in game.chances(state)] == [
                    chance for _, chance in other.chance_outcomes()
                ]
            action = chosen.choice(list(moves))
            other.apply_action(moves[action])
            state = game.result(state, action)
        assert other.is_terminal()
        wins = [utility > 0 for utility in other.returns()]
        assert [game.utility(state, player) == 1 for player in range(players)] == wins


def test_a_one_loses_the_turn_and_holding_keeps_it():
    game = Pig()
    assert game.read("roll 6 roll 5 hold") == Scores((11, 0), 0, 1, False)
    assert game.read("roll 6 roll 1") == Scores((0, 0), 0, 1, False)
    assert game.read("roll 6 hold roll 2 roll 1 roll 6 hold").scores == (12, 0)


def test_the_first_to_hold_with_the_target_wins():
    game = Pig(target=10, players=3)
    state = game.read("roll 2 hold roll 6 roll 4")
    assert not game.is_terminal(state)
    state = game.result(state, HOLD)
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in range(3)] == [0, 1, 0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("scores=(1,2,3),turn=0,mover=0,rolling=False", "must have 2 scores"),
        ("scores=(1,2),turn=0,mover=2,rolling=False", "a mover below that number"),
        ("scores=(1,-2),turn=0,mover=0,rolling=False", "negative points"),
        ("scores=(100,100),turn=0,mover=0,rolling=False", "continues after a score of 100"),
        ("scores=(100,0),turn=5,mover=1,rolling=False", "continues after a score of 100"),
        ("roll 7", "'7', which is not legal here; legal: 1, 2, 3, 4, 5, 6"),
    ],
)
def test_an_impossible_position_is_refused(text, sentence):
    with pytest.raises(SpecError, match=sentence):
        Pig().read(text)


@pytest.mark.parametrize("fields", [{"target": 0}, {"players": 1}, {"players": 2.0}])
def test_fields_out_of_range_are_refused(fields):
    with pytest.raises(SpecError, match="must be a whole number from"):
        Pig(**fields)
