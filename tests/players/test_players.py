"""Players: what they choose, how they are specified, how they play together."""

from __future__ import annotations

import random
import threading

import pytest

from countermove import load
from countermove.errors import ForfeitError, SpecError, UnfitError
from countermove.game import CHANCE
from countermove.games.tree import Tree
from countermove.players import KINDS, Human, Player, make, play_game, split_specs, take_turn
from countermove.players.spec import PROGRAMS

FORK = "b2 a1 c3 a3"
"""O threatens a2; X must answer."""


@pytest.mark.parametrize("spec", ["best:seconds=0.1", "alphabeta:depth=4", "minimax:depth=3,native=no", "solve"])
def test_players_that_think_answer_a_threat(spec):
    game = load("tictactoe")
    state = game.read(FORK)
    player = make(spec)
    assert game.action_name(state, player.choose(game, state)) == "a2"
    assert player.analysis is not None
    assert player.analysis.action is not None


@pytest.mark.parametrize("spec", ["random:seed=3", "solve", "expectimax:depth=2", "maxn:nodes=100", "best:depth=1"])
def test_a_player_is_named_by_a_specification_that_makes_it_again(spec):
    assert make(make(spec).name).name == make(spec).name


def test_random_players_are_uniform_and_seeded():
    game = load("tictactoe")
    player = make("random:seed=5")
    seen = [player.choose(game, game.initial()) for _ in range(900)]
    assert {seen.count(action) > 60 for action in range(9)} == {True}
    again = make("random:seed=5")
    assert seen == [again.choose(game, game.initial()) for _ in range(900)]


def test_perfect_players_draw_and_one_of_them_never_loses():
    game = load("tictactoe")
    perfect = make("solve")
    turns = list(play_game(game, [perfect, perfect]))
    assert game.utility(turns[-1].after, 0) == 0
    for seed in range(10):
        turns = list(play_game(game, [make(f"random:seed={seed}"), perfect]))
        assert game.utility(turns[-1].after, 1) >= 0


def test_a_solver_out_of_time_still_plays():
    game = load("connect4:opening=false")
    player = make("solve:seconds=0.1")
    assert player.choose(game, game.initial()) in range(7)
    assert player.analysis is not None
    assert player.analysis.algorithm in ("pvs", "alphabeta")


def test_a_searching_player_can_be_stopped():
    game = load("connect4:opening=false")
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    player = make("best:seconds=60,native=no")
    assert player.choose(game, game.initial(), stop) in range(7)
    assert player.analysis is not None
    assert player.analysis.stopped


def test_specifications_are_split_at_the_right_commas():
    assert split_specs("human,alphabeta:depth=6,native=no,random") == ["human", "alphabeta:depth=6,native=no", "random"]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("rando", "did you mean 'random'?"),
        ("zzz", "the players are human, random, best, solve, pvs, minimax, alphabeta, expectimax, "),
        ("", "There is no player ''"),
        ("random:sed=3", "did you mean 'seed'?"),
        ("random:depth=3", "its options are seed."),
        ("human:depth=3", "it has no options"),
        ("best:seconds", "needs a value"),
        ("best:seconds=", "needs a value"),
        ("best:", "no options after the colon"),
        ("best:seconds=0", "a number above 0"),
        ("best:seconds=nan", "a number above 0"),
        ("best:seconds=inf", "a number above 0"),
        ("alphabeta:depth=-1", "1 or more"),
        ("alphabeta:depth=1.5", "a whole number"),
        ("alphabeta:native=perhaps", "yes or no"),
        ("alphabeta:depth=1,depth=2", "twice"),
        ("human", "only play interactively"),
    ],
)
def test_a_wrong_specification_is_explained_in_one_sentence(spec, words):
    with pytest.raises(SpecError) as error:
        make(spec)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_human_is_asked():
    asked = []

    def ask(game, state):
        asked.append(state)
        return 4

    game = load("tictactoe")
    human = make("human", ask)
    assert human.is_human
    assert human.choose(game, game.initial()) == 4
    assert asked == [game.initial()]


def test_an_illegal_action_names_the_player_and_the_legal_ones():
    game = load("tictactoe")
    with pytest.raises(ForfeitError) as error:
        list(play_game(game, [Human(lambda game, state: 99), make("random")]))
    assert "human plays 99" in str(error.value)
    assert "a3, b3" in str(error.value)


@pytest.mark.parametrize("nonsense", [None, True, "a3", 1.5])
def test_nonsense_is_illegal_too(nonsense):
    with pytest.raises(ForfeitError, match="not legal"):
        list(play_game(load("tictactoe"), [Human(lambda game, state: nonsense)] * 2))


def test_the_number_of_players_must_fit():
    with pytest.raises(SpecError, match="2 players, but 1 are given"):
        list(play_game(load("nim"), [make("random")]))


def test_an_algorithm_that_does_not_fit_is_refused_before_the_game():
    game = Tree([{"children": [1, 2], "chances": [0.5, 0.5]}, 3])
    with pytest.raises(UnfitError, match="expectiminimax"):
        next(play_game(game, [make("alphabeta"), make("random")]))


def test_dice_follow_their_odds_and_their_seed():
    game = Tree({"children": [1, 2], "chances": [0.25, 0.75]})
    dice = random.Random(1)
    thrown = [take_turn(game, game.initial(), [], dice) for _ in range(2000)]
    assert {turn.player for turn in thrown} == {CHANCE}
    assert 400 < sum(turn.action == 0 for turn in thrown) < 600
    first, second = (next(play_game(game, [make("random")] * 2, seed=4)) for _ in range(2))
    assert first.action == second.action


def test_every_turn_is_told_and_stop_breaks_off():
    game = load("tictactoe")
    told = []
    stop = threading.Event()
    for turn in play_game(game, [make("random:seed=1")] * 2, on_turn=told.append, stop=stop):
        assert told[-1] is turn
        if len(told) == 3:
            stop.set()
    assert len(told) == 3


def test_a_game_may_start_anywhere():
    game = load("tictactoe")
    turns = list(play_game(game, [make("solve")] * 2, game.read("XX.OO....")))
    assert [game.action_name(turn.state, turn.action) for turn in turns] == ["c3"]


def test_every_kind_can_be_made():
    for kind in KINDS.keys() - {"weighted", "record", "function", *PROGRAMS}:  # which need to be told more
        assert isinstance(make(kind, lambda game, state: 0), Player)
