"""Strategies of solved games hold what they promise, and others are found out."""

import dataclasses
import json
import math
import random
import threading

import pytest

from countermove import Axes, load
from countermove.errors import SpecError, UnfitError
from countermove.games.grundy import Grundy
from countermove.games.nim import Nim
from countermove.games.tictactoe import TicTacToe
from countermove.games.tree import Tree
from countermove.solve import pick, solve, sweep
from countermove.solve.proof import prove
from countermove.solve.strategy import Strategy, export, strategy, verify
from countermove.values import freeze

SPECS = [
    "tictactoe", "nim:piles=[2,3,4],misere=true", "grundy", "subtract:counters=30", "connect:rows=4,cols=3,k=3",
    "domineering:rows=3,cols=4", "breakthrough:rows=4,cols=2", "[[3,12],[2,[6,1]]]",
]  # fmt: skip


@pytest.mark.parametrize("spec", SPECS)
def test_both_players_have_one_for_the_value(spec):
    game = load(spec)
    solution = solve(game)
    for found in (solution, prove(game, memory=1)):
        for player in (0, 1):
            plan = strategy(found, player=player)
            assert plan.value == solution.outcomes[freeze(game.initial())].values[player]
            assert plan.verify().holds
        assert strategy(found).value >= game.neutral, "it is for who stands better"


@pytest.mark.native
@pytest.mark.parametrize("seed", range(5))
def test_a_search_to_the_end_has_one_for_both_players(seed):
    rng = random.Random(seed)
    for _ in range(10):
        utilities = rng.choice([(-1, 0, 1), (-1, 1), (-3, -1, 0, 2)])
        game = Tree([tree_of(rng, 4, utilities) for _ in range(3)], root=rng.choice(["max", "min"]))
        found = solve(game, method="alphabeta", memory=0.1)
        mover = int(game.player(game.initial()))
        for player in (0, 1):
            plan = strategy(found, player=player)
            assert plan.value == (found.value if player == mover else -found.value)
            assert plan.verify().holds
            assert not verify(dataclasses.replace(plan, value=plan.value + 0.1)).holds


def tree_of(rng, depth, utilities):
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(utilities)
    return [tree_of(rng, depth - 1, utilities) for _ in range(rng.randint(1, 3))]


@pytest.mark.native
def test_a_game_that_is_too_large_to_look_at_whole_has_one_too(tmp_path, monkeypatch):
    monkeypatch.setattr(pick, "MAX_INTERPRETED_NODES", 100)
    game = load("connect:rows=4,cols=4")
    state = game.read("1223")
    plan = export(solve(game, state), tmp_path / "plan.json", state)
    assert Strategy.load(tmp_path / "plan.json", game).verify().holds
    assert abs(plan.value) == abs(solve(game, state, method="exhaustive").value)
    with pytest.raises(SpecError, match="was not met"):
        strategy(solve(game, state), game.read("1"))


@pytest.mark.native
def test_asking_a_search_for_one_can_be_stopped_and_done_again():
    found = solve(load("connect:rows=4,cols=4"), method="alphabeta", memory=1)
    stop = threading.Event()
    stop.set()
    with pytest.raises(SpecError, match="before the strategy was complete"):
        found.strategy(1, stop=stop)
    assert found.strategy(1).verify().holds
    with pytest.raises(SpecError, match="the players are 0 and 1"):
        found.strategy(2)
    early = solve(load("connect4:opening=false"), method="alphabeta", memory=1, seconds=0.05)
    with pytest.raises(SpecError, match="stopped before the value was proven"):
        early.strategy()


@pytest.mark.parametrize("seed", range(5))
def test_random_games_with_cycles_have_strategies_that_get_to_an_end_or_need_not(seed, graphs):
    _, random_graph, fixpoint = graphs
    rng = random.Random(seed)
    for _ in range(25):
        game = random_graph(rng)
        value, _ = fixpoint(game)[0]
        for found in (sweep(game), prove(game, memory=0.1)):
            for player in (0, 1):
                plan = strategy(found, player=player)
                assert plan.value == (value if player == 0 else -value)
                verification = plan.verify()
                assert verification.holds, verification
                greedy = dataclasses.replace(plan, value=plan.value + 0.1)
                assert math.isinf(plan.value) or not verify(greedy).holds


def test_three_mens_morris_by_all_methods_that_know_cycles():
    game = load("morris:men=3")
    for found in (sweep(game), prove(game, memory=4)):
        assert strategy(found).verify().holds
        holding = strategy(found, player=1).verify()
        assert (holding.holds, holding.longest) == (True, None)


def test_symmetric_positions_share_an_entry():
    game = TicTacToe()
    plan = strategy(solve(game), player=1)
    assert all(game.canonical(game.read(place)) == game.read(place) for place in plan.actions)
    for corner in ("a1", "c1", "a3", "c3"):
        state = game.read(corner)
        assert game.action_name(state, plan.action(state)) == "b2"
    assert plan.action(game.initial()) is None


def test_it_is_written_to_a_file_and_read_back(tmp_path):
    game = Nim((1, 2))
    path = tmp_path / "nim.json"
    plan = export(solve(game), path)
    assert Strategy.load(path, game) == plan
    told = json.loads(path.read_text())
    assert (told["version"], told["game"], told["position"]) == (1, repr(game), "piles=(1,2),mover=0")
    assert list(tmp_path.iterdir()) == [path]
    endless = dataclasses.replace(plan, value=float("-inf"))
    endless.save(path)
    assert Strategy.load(path, game).value == float("-inf")
    with pytest.raises(SpecError, match="cannot be written"):
        plan.save(tmp_path / "none" / "nim.json")


def tampered(plan, place, action):
    actions = {name: word for name, word in plan.actions.items() if name != place}
    return dataclasses.replace(plan, actions=actions if action is None else {**plan.actions, place: action})


def test_what_is_tampered_with_is_refused_with_the_line_that_breaks_it():
    game = Grundy(7)
    plan = strategy(solve(game))
    assert plan.player == 1
    for place, action, words in [
        ("5-2 -", None, "has no action for the position '5-2 -'"),
        ("5-2 -", "7-7", "The action '7-7' for the position '5-2 -' is not legal"),
        ("5-2 -", "3-2", "The game ends with -1 for MINUS, who is guaranteed 1"),
    ]:
        found = tampered(plan, place, action).verify()
        assert not found.holds
        assert words in found.fault
        state = game.initial()
        for step in found.line:
            state = game.result(state, step)
        assert game.is_terminal(state) or game.write(state) == place
        assert found.line[0] == next(a for a in game.actions(game.initial()) if game.action_name(None, a) == "5-2")


def test_going_round_is_no_win_and_may_be_a_draw(graphs):
    graph, _, _ = graphs
    game = graph([0, 0, 2], [[1, 2], [0], []], [0, 0, 1])
    start, there = game.initial(), game.result(game.initial(), 0)
    round_and_round = {game.write(start): "0", game.write(there): "0"}
    win = Strategy(game, start, 0, 1.0, round_and_round)
    assert "Play can go on for ever, which is worth 0 to player 1, who is guaranteed 1" in win.verify().fault
    draw = dataclasses.replace(win, value=0.0)
    assert (draw.verify().holds, draw.verify().longest) == (True, None)
    assert not dataclasses.replace(win, actions={**round_and_round, game.write(start): "1"}).verify().fault


def test_a_position_that_comes_again_against_what_the_game_says_is_refused(graphs):
    graph, _, _ = graphs

    class Silent(type(graph([0], [[0]], [0]))):
        repeats = False

    round_game = graph([0], [[0]], [0])
    game = Silent(*(getattr(round_game, each.name) for each in dataclasses.fields(round_game)))
    plan = Strategy(game, game.initial(), 0, 0.0, {game.write(game.initial()): "0"})
    assert "does not declare repeats" in plan.verify().fault


def test_other_files_are_refused(tmp_path):
    game = Nim((1, 2))
    path = tmp_path / "plan.json"
    plan = export(solve(game), path)
    whole = json.loads(path.read_text())

    def refuses(words, text):
        path.write_text(text if isinstance(text, str) else json.dumps(text))
        with pytest.raises(SpecError, match=words):
            Strategy.load(path, game)

    refuses("not JSON", "{")
    refuses("is not a strategy; write one", [1, 2])
    refuses("version 2", {**whole, "version": 2})
    refuses("not for Nim", {**whole, "game": "Nim(piles=(9,), misere=False)"})
    refuses("its 'actions' is missing", {**whole, "actions": {"piles=(1,2),mover=0": 3}})
    refuses("its 'value' is missing", {**whole, "value": None})
    refuses("the players are 0 to 1", {**whole, "player": 7})
    refuses("position", {**whole, "position": "rubbish"})
    with pytest.raises(SpecError, match="cannot be read"):
        Strategy.load(tmp_path / "none.json", game)
    assert plan.verify().longest == 3


def test_there_are_limits(graphs):
    with pytest.raises(SpecError, match="more than 5 positions; allow more"):
        strategy(solve(TicTacToe()), most=5)
    with pytest.raises(SpecError, match="1 or more"):
        strategy(solve(TicTacToe()), most=0)
    with pytest.raises(SpecError, match="the players are 0 and 1"):
        strategy(solve(TicTacToe()), player=2)
    stop = threading.Event()
    stop.set()
    for found in (solve(TicTacToe()), prove(TicTacToe(), memory=1)):
        with pytest.raises(SpecError, match="before the strategy was complete"):
            strategy(found, stop=stop)
    with pytest.raises(SpecError, match="before the strategy was verified"):
        strategy(solve(TicTacToe())).verify(stop=stop)
    with pytest.raises(SpecError, match="there is no strategy yet"):
        strategy(solve(load("connect4:opening=false"), seconds=0.01))


def test_games_of_chance_and_of_many_have_none():
    with pytest.raises(UnfitError, match="chance"):
        strategy(solve(Tree({"chances": [0.5, 0.5], "children": [1, 2]})))

    class Three(Nim):
        players = 3
        axes = Axes(payoff="general")

    with pytest.raises(UnfitError, match="3 players"):
        verify(Strategy(Three(), Three().initial(), 0, 0.0, {}))
