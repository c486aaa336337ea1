"""Compiled searches for many players find what the textbook finds, on hundreds of random games."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from countermove import analyse, load
from countermove.engine.many.coalition import Coalition
from countermove.engine.many.maxn import Maxn
from countermove.errors import GameError
from countermove.game import CHANCE, Axes
from countermove.games.tictactoe3 import TicTacToe3
from countermove.games.tree import Tree
from countermove.native.kernel import is_on
from countermove.textbook import ALGORITHMS, run

spec = importlib.util.spec_from_file_location("company", Path(__file__).parent.parent / "textbook" / "company.py")
company = importlib.util.module_from_spec(spec)
spec.loader.exec_module(company)

GAMES = 60 if is_on() else 30


def looked(game, name, depth, megabytes=0.01):
    """What a compiled search of a small table finds, so small that entries are overwritten."""
    state = game.initial()

    if name in ("maxn", "shallow"):
        search = Maxn(game, state, megabytes)
    else:
        search = Coalition(game, state, megabytes, name == "bestreply")
    if game.player(state) == CHANCE:
        actions = [action for action, _ in game.chances(state)]
    else:
        actions = list(game.actions(state))
    for limit in range(1, depth):
        search.search_root(state, actions, limit)  # what the table holds of lesser depths must not matter
    before = search.nodes
    return search.search_root(state, actions, depth), search.nodes - before


def agree(game, name, depth):
    found, nodes = looked(game, name, depth)
    truth = run(ALGORITHMS[name](game, depth=depth))
    player = max(game.player(game.initial()), 0)
    assert found.complete and found.exact >= truth.exact, "what is pruned may have been an estimate"
    assert found.value == truth.value[player]
    assert found.action == truth.action
    for action, score in truth.values.items():
        value, mark = found.values[action]
        if mark == score.bound == "=":
            assert value == score.value[player]
    if name == "maxn":
        assert found.line == truth.line
    return nodes, truth.nodes


@pytest.mark.parametrize("name", ["maxn", "paranoid", "bestreply"])
def test_general_sums_turns_kept_and_skipped(name):
    for seed in range(GAMES):
        game = company.grow(seed, constant=False)
        if game.axes.payoff == "general":
            agree(game, name, 1 + seed % 5)


@pytest.mark.parametrize("name", ["maxn", "paranoid", "bestreply"])
def test_constant_sums_are_pruned_without_a_difference(name):
    nodes = [agree(company.grow(seed, constant=True), name, 1 + seed % 5) for seed in range(GAMES)]
    assert sum(compiled for compiled, _ in nodes) < sum(textbook for _, textbook in nodes)


@pytest.mark.parametrize("name", ["maxn", "paranoid", "bestreply"])
def test_chance_among_many(name):
    for seed in range(GAMES // 2):
        game = company.grow(seed, chance=True)
        if game.axes.payoff != "common":
            agree(game, name, 1 + seed % 5)


@pytest.mark.parametrize("name", ["maxn", "paranoid", "bestreply"])
def test_teams_among_many(name):
    for seed in range(GAMES // 2):
        agree(company.shared(seed), name, 1 + seed % 5)


@pytest.mark.parametrize("name", ["maxn", "paranoid", "bestreply"])
def test_a_real_game_from_many_positions(name):
    game = load("tictactoe3:size=3")
    for moves in ("b2", "a1 b2 c3", "a1 b2 c3 a3", "b2 a2 c2 b1 b3"):
        state = game.read(moves)
        for depth in (1, 3) if is_on() else (1,):
            found = analyse(game, state, depth=depth, algorithm=name, native=True if is_on() else None)
            truth = run(ALGORITHMS[name](game, state, depth=depth))
            assert (found.value, found.action) == (truth.value[game.player(state)], truth.action)
            assert found.line[:1] == truth.line[:1]


class Pairs(Tree):
    """Four players, two against two."""

    axes = Axes(teams=((0, 2), (1, 3)))


@pytest.mark.native
def test_two_teams_are_searched_compiled_and_worth_what_alphabeta_says():
    for seed in range(40):
        tree = company.grow(seed, players=4)
        game = Pairs(tree.tree, players=4, root=tree.root)
        game.payoff[:, 2] = game.payoff[:, 0]
        game.payoff[:, 1] = game.payoff[:, 3] = -game.payoff[:, 0]
        found, truth = (analyse(game, depth=1 + seed % 5, native=native) for native in (True, False))
        assert found.native and found.value == truth.value


@pytest.mark.native
def test_three_players_are_searched_by_compiled_maxn_deeper_and_deeper():
    depths = []
    found = analyse(TicTacToe3(), nodes=50_000, progress=lambda far: depths.append(far.depth))
    assert (found.algorithm, found.native) == ("maxn", True)
    assert depths == list(range(1, found.depth + 1)) and found.depth >= 3
    assert found.nodes <= 50_010


@pytest.mark.native
def test_estimates_that_break_the_sum_are_searched_without_pruning():
    class Hopeful(TicTacToe3):
        def evaluate(self, state, player):
            return 0.5 + 0.1 * player

    found = analyse(Hopeful(3), depth=2, native=True)
    assert found.value == run(ALGORITHMS["maxn"](Hopeful(3), depth=2)).value[0]


@pytest.mark.native
def test_odds_that_are_no_probabilities_are_told():
    class Loaded(Tree):
        def chances(self, state):
            for child in range(self.count[state.node]):
                yield child, 0.9

    tree = [{"chances": [0.5, 0.5], "children": [(1, 2, 3), (3, 2, 1)]}, (2, 2, 2)]
    for name in ("maxn", "paranoid"):
        with pytest.raises(
            GameError, match="chances gives probabilities that are not all above 0 or do not add up to 1"
        ):
            analyse(Loaded(tree, players=3), depth=3, algorithm=name, native=True)


@pytest.mark.native
def test_a_player_who_does_not_exist_is_told():
    class Crowded(TicTacToe3):
        axes = Axes(payoff="general")

        def player(self, state):
            return 3 if state.x else 0

    with pytest.raises(GameError, match="somebody who does not exist; the players are 0 to 2"):
        analyse(Crowded(), depth=3, native=True)
