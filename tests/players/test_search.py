"""The player that searches: what it remembers between turns, and with what it searches."""

from __future__ import annotations

import pytest

from countermove import analyse, load
from countermove.errors import SpecError, UnfitError
from countermove.games.connect import Connect
from countermove.games.tree import Tree
from countermove.players import check_seats, make, play_game
from countermove.players.search import Searcher

pytestmark = pytest.mark.native


def test_what_was_found_in_one_turn_is_remembered_in_the_next():
    game = load("connect:rows=4,cols=4,k=4")
    player = make("best:depth=16")
    player.choose(game, game.initial())
    later = game.read("1 2")
    player.choose(game, later)
    assert player.analysis.nodes < analyse(game, later, depth=16).nodes


def test_remembering_changes_nothing_of_the_value():
    game = load("connect:rows=4,cols=4,k=4")
    players = [make("best:depth=16"), make("random:seed=5")]
    for turn in play_game(game, players):
        if turn.analysis:
            assert turn.analysis.exact
            fresh = analyse(game, turn.state, depth=16)
            assert turn.analysis.value == fresh.value
            assert turn.analysis.distance == fresh.distance


def test_another_game_gets_another_table():
    """Three or four in a row: the positions have the same keys, and other values."""
    player = make("best:depth=12")
    for k in (3, 4, 3, 4):
        game = Connect(4, 4, k)
        player.choose(game, game.initial())
        fresh = analyse(game, depth=12)
        assert (player.analysis.value, player.analysis.nodes) == (fresh.value, fresh.nodes)


def test_a_new_game_begins_with_nothing_in_mind():
    game = load("connect:rows=4,cols=4,k=4")
    player = make("best:nodes=3000")
    games = [[turn.action for turn in play_game(game, [player, make("random:seed=3")])] for _ in range(2)]
    assert games[0] == games[1]


def test_it_may_be_asked_about_any_state_in_any_order():
    game = load("connect:rows=4,cols=4,k=3")
    states = [game.read(text) for text in ("", "11", "1234", "11", "2", "4433")]
    player = make("best:depth=16")
    for state in states:
        player.choose(game, state)
        assert player.analysis.value == analyse(game, state, depth=16).value


def test_threads_and_memory_are_handed_on(monkeypatch):
    asked = {}

    def spy(game, state, budget, **more):
        asked.update(more, threads=budget.threads)
        return analyse(game, state, budget, **more)

    monkeypatch.setattr("countermove.players.search.analyse", spy)
    game = load("connect4:opening=false")
    player = make("best:depth=6,threads=2,memory=2")
    player.choose(game, game.initial())
    assert asked["threads"] == 2
    assert asked["table"].memory.words.nbytes < 2.1 * 2**20
    assert player.name == "best:depth=6,threads=2,memory=2"


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        ("pig:target=10", "expectiminimax:depth=3,threads=2,memory=2"),
        ("pig:target=10", "best:depth=3,threads=2,memory=2"),
        ("tictactoe3", "maxn:depth=2,memory=2"),
    ],
)
def test_a_player_takes_the_threads_and_the_memory_that_analyse_takes(monkeypatch, game, spec):
    asked = {}

    def ask(game, state, budget, **more):
        asked.update(threads=budget.threads, memory=budget.memory)
        return analyse(game, state, budget, **more)

    monkeypatch.setattr("countermove.players.search.analyse", ask)
    game, player = load(game), make(spec)
    player.sit(game, 0)
    assert player.choose(game, game.initial()) in game.actions(game.initial())
    assert asked["memory"] == 2 and asked["threads"] == (2 if "threads" in spec else 1)
    assert player.name == spec


def test_only_searches_that_can_have_threads_and_memory():
    three, random = load("tictactoe3"), make("random")
    with pytest.raises(UnfitError, match=r"with maxn, which does not support threads; leave it out\."):
        check_seats(three, [make("best:threads=2"), random, random])
    with pytest.raises(UnfitError, match=r"with alphabeta, which does not support threads or memory; leave them out\."):
        check_seats(load("tictactoe"), [Searcher("alphabeta", threads=2, memory=4), random])
    with pytest.raises(UnfitError, match="with alphabeta, which does not support memory; leave it out"):
        check_seats(load("tictactoe"), [Searcher("alphabeta", memory=4), random])
    with pytest.raises(SpecError, match="'alphabeta' has no option 'threads'"):
        make("alphabeta:threads=2")
    dice = Tree([{"children": [1, 2], "chances": [0.5, 0.5]}, 3])
    with pytest.raises(UnfitError, match="use expectiminimax"):
        check_seats(dice, [make("pvs"), make("random")])


def test_a_table_larger_than_memory_is_refused_before_the_game():
    with pytest.raises(SpecError, match="does not fit"):
        check_seats(load("tictactoe"), [make("best:memory=1e9"), make("random")])
    with pytest.raises(SpecError, match="does not fit"):
        check_seats(load("pig"), [make("best:memory=1e9"), make("random")])


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("best:threads=0", "a whole number from 1 to 256"),
        ("best:threads=two", "a whole number from 1 to 256"),
        ("best:threads=999", "a whole number from 1 to 256"),
        ("best:memory=0", "a number above 0"),
        ("best:memory=-3", "a number above 0"),
        ("best:clock=fast", "as in 60+1"),
        ("best:clok=60", "did you mean 'clock'?"),
    ],
)
def test_a_wrong_option_is_explained_in_one_sentence(spec, words):
    with pytest.raises(SpecError) as error:
        make(spec)
    assert words in str(error.value)
    assert "\n" not in str(error.value)
