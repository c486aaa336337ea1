"""Minimax and expectimax beside each other: the table, exact and by matches."""

from __future__ import annotations

import pytest

from countermove import analysis, load
from countermove.errors import SpecError, UnfitError
from countermove.games.tree import Tree
from countermove.measure.against import PLAYERS, compare, within
from countermove.players import Epsilon, Function, Perfect, Softmax, Uniform


def row(found, player):
    return [each.value for each in found.values[player]]


def test_the_table_of_the_lectures_in_small():
    found = compare(Tree([[10, 10], [9, 100]]), [Perfect(), Uniform()])
    assert row(found, "minimax") == [10, 10]
    assert row(found, "expectimax") == [9, 54.5]
    assert row(found, "response") == [10, 54.5]
    assert found.exact and found.states == 7


def value(game, state, seat, plan, odds):
    """What a seat gets that follows a plan, by plain recursion."""
    if game.is_terminal(state):
        return game.utility(state, seat)
    choose = plan if game.player(state) == seat else odds
    return sum(p * value(game, game.result(state, a), seat, plan, odds) for a, p in choose(state).items() if p)


@pytest.mark.parametrize("seat", [0, 1])
def test_in_a_small_game_every_number_is_that_of_plain_recursion(seat):
    game = load("nim:piles=(2,3)")

    def worst(state):  # the value for the seat when all play their best
        if game.is_terminal(state):
            return game.utility(state, seat)
        values = [worst(game.result(state, a)) for a in game.actions(state)]
        return max(values) if game.player(state) == seat else min(values)

    def hoped(state):
        if game.is_terminal(state):
            return game.utility(state, seat)
        values = [hoped(game.result(state, a)) for a in game.actions(state)]
        return max(values) if game.player(state) == seat else sum(values) / len(values)

    def plan(judge):
        return lambda state: {max(game.actions(state), key=lambda a: judge(game.result(state, a))): 1.0}

    def dumb(state):
        return {a: 1 / len(list(game.actions(state))) for a in game.actions(state)}

    found = compare(game, [Uniform()], seat=seat)
    assert row(found, "minimax") == [pytest.approx(value(game, game.initial(), seat, plan(worst), dumb))]
    assert row(found, "expectimax") == [pytest.approx(value(game, game.initial(), seat, plan(hoped), dumb))]
    assert row(found, "response") == row(found, "expectimax")


def test_no_one_gets_more_than_who_knows_the_opponent():
    for spec in ("tictactoe", "nim:piles=(1,2,3)"):
        for seat in range(2):
            found = compare(load(spec), [Perfect(), Epsilon(0.2), Softmax(0.5), Uniform()], seat=seat)
            for place in range(4):
                most = found.values["response"][place].value
                assert all(found.values[player][place].value <= most + 1e-12 for player in PLAYERS)


def test_matches_agree_with_exact_numbers():
    game = load("nim:piles=(2,3)")
    exact = compare(game, [Uniform()], seat=1)
    played = compare(game, [Uniform()], seat=1, games=100, depth=10, seed=4)
    assert not played.exact and (played.games, played.depth) == (100, 10)
    for player in PLAYERS:
        estimate = played.values[player][0]
        assert estimate.low <= exact.values[player][0].value <= estimate.high
    again = compare(game, [Uniform()], seat=1, games=100, depth=10, seed=4)
    assert again == played


def test_a_position_that_comes_up_in_many_games_is_searched_once(monkeypatch):
    asked = []

    def analyse(game, state, budget, **more):
        asked.append((more["algorithm"], state))
        return analysis.analyse(game, state, budget, **more)

    monkeypatch.setattr("countermove.players.search.analyse", analyse)
    compare(load("nim:piles=(2,3)"), [Uniform()], games=50, depth=10)
    of_minimax = [state for algorithm, state in asked if algorithm == "alphabeta"]
    assert len(of_minimax) == len(set(of_minimax)) > 1


def test_where_all_games_end_alike_the_interval_is_not_empty():
    found = within([1.0] * 30, -1.0, 1.0)
    assert found.value == found.high == 1.0 and 0.5 < found.low < 1.0


def test_a_large_game_is_played():
    found = compare(load("connect4"), [Uniform()], games=2, depth=1)
    assert found.states is None and row(found, "minimax")[0] in (-1, -0.5, 0, 0.5, 1)


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        ({"depth": 0}, "The depth is 0; give a whole number"),
        ({"games": 0}, "The number of games is 0"),
        ({"games": 1}, "one game gives no error estimate"),
        ({"seat": 2}, "The seat is 2; the seats of TicTacToe are 0 to 1"),
    ],
)
def test_what_cannot_be_meant_is_refused(ask, sentence):
    with pytest.raises(SpecError, match=sentence):
        compare(load("tictactoe"), **ask)


def test_games_without_an_opponent_and_games_that_are_over_are_refused():
    with pytest.raises(SpecError, match="has 1 player and no opponent"):
        compare(load("twentyfortyeight"))
    game = load("nim:piles=(1,)")
    with pytest.raises(SpecError, match="The game is over"):
        compare(game, state=game.read("a1"))
    with pytest.raises(UnfitError, match="too many to look at them all"):
        compare(load("connect4"), [Perfect()], games=2)


# The command line.


def test_the_command_prints_the_table(run):
    out = run("opponents", "[[10,10],[9,100]]", "--against", "solve,uniform").out
    assert "uniform       +10       +54.5     +54.5" in out
    assert "Exact: 7 positions solved backwards." in out


def test_the_command_gives_json(run):
    found = run("opponents", "nim:piles=(1,2)", "--seat", "Player 2", "--against", "uniform,softmax:0.5", "--json").json
    assert found["player"] == "player 2" and found["exact"] and found["states"] == 8
    assert found["opponents"] == ["uniform", "softmax:temperature=0.5"]
    assert set(found["values"]) == {"minimax", "expectimax", "response"}
    assert set(found["values"]["minimax"]["uniform"]) == {"value", "low", "high"}


def test_best_takes_an_opponent(run, refused):
    found = run("best", "[[10,10],[9,100]]", "--against", "uniform", "--json").json
    assert (found["action"], found["value"], found["algorithm"]) == ("Right", 54.5, "expectimax")
    found = run("best", "[[10,10],[9,100]]", "--against", "solve", "--json").json
    assert (found["action"], found["value"]) == ("Left", 10)
    found = run("best", "[[10,10],[9,100]]", "--position", "Right", "--algorithm", "expectimax", "--json").json
    assert (found["action"], found["value"], found["player"]) == ("Left", -9, "MIN")
    refused(run("best", "tictactoe", "--against", "sofmax"), "no policy 'sofmax'", "did you mean 'softmax'")
    refused(run("best", "tictactoe", "--against", "weighted:z9=1"), "'z9'", "no such action")
    refused(run("best", "tictactoe", "--against", "uniform", "--algorithm", "minimax"), "Only expectimax", "minimax")
    refused(run("opponents", "tictactoe", "--seat", "Z"), "'Z'", "X, O")


def test_best_reads_a_policy_from_a_file(run, refused, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def last(game, state):\n    return {list(game.actions(state))[-1]: 1}\n"
        "def wrong(game, state):\n    return {7: 1}\n"
    )
    found = run("best", "[[10,10],[9,100]]", "--against", f"function:{file}:last", "--json").json
    assert (found["action"], found["value"]) == ("Right", 100)
    refused(run("best", "[[1,2],[3,4]]", "--against", f"function:{file}:wrong"), "takes action 7", "not legal")
    refused(run("best", "[[1,2],[3,4]]", "--against", f"function:{file}:none"), "has no function 'none'")


def test_policies_may_be_functions():
    greedy = Function(lambda game, state: {0: 1.0})
    assert row(compare(Tree([[10, 10], [9, 100]]), [greedy]), "response") == [10]
