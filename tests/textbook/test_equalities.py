"""Laws of value: on thousands of random games every algorithm answers what plain recursion does."""

from __future__ import annotations

from dataclasses import astuple
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove.game import CHANCE
from countermove.games.tree import Tree
from countermove.textbook import (
    Conventions,
    alphabeta,
    deepening,
    expectimax,
    expectiminimax,
    maxn,
    minimax,
    run,
    trace,
)

SEEDS = range(300)
ALL = [
    Conventions(prune=prune, returns=returns, window=window)
    for prune, returns, window in product((">=", ">"), ("soft", "hard"), ("infinite", "utilities"))
]
TREES = st.recursive(st.integers(-5, 5), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=25)


def brief(conventions):
    return " ".join(str(value) for value in astuple(conventions))


def holds(bound, value, truth):
    return {"=": truth == value, "<=": truth <= value, ">=": truth >= value}[bound]


def in_lockstep(game, line):
    """The states along a line."""
    state = game.initial()
    for action in line:
        state = game.result(state, action)
        yield state


@pytest.mark.parametrize("conventions", ALL, ids=brief)
def test_alphabeta_equals_minimax_under_every_convention(wild, conventions):
    for seed in SEEDS:
        game = wild.grow(seed)
        root, truth = game.initial(), wild.worth(game, game.initial())
        decision = run(alphabeta(game, conventions=conventions))
        assert decision.value == truth, seed
        assert decision.action in wild.best(game, root), seed
        assert decision.exact and decision.depth is None
        for action, score in decision.values.items():
            assert holds(score.bound, score.value, wild.worth(game, game.result(root, action))), (seed, action)
        assert decision.line[0] == decision.action
        assert all(wild.worth(game, state) == truth for state in in_lockstep(game, decision.line)), seed
        if conventions.window == "infinite":
            assert game.is_terminal([root, *in_lockstep(game, decision.line)][-1]), "the line goes to the end"
            assert decision.values[decision.action].bound == "="
            assert decision.action == min(wild.best(game, root)), "the first of equal actions, as minimax chooses"


@pytest.mark.parametrize("conventions", ALL, ids=brief)
def test_every_bound_that_alphabeta_tells_of_any_node_is_true(wild, conventions):
    for seed in range(150):
        game = wild.grow(seed)
        events, _ = trace(alphabeta(game, conventions=conventions))
        for event in events:
            if event.bound is not None:
                assert holds(event.bound, event.value, wild.worth(game, event.state)), (seed, event)


@pytest.mark.parametrize("conventions", ALL, ids=brief)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_depth_limited_alphabeta_equals_depth_limited_minimax(wild, conventions, depth):
    for seed in range(200):
        game = wild.grow(seed)
        truth = wild.worth(game, game.initial(), depth)
        one, other = (run(search(game, depth=depth, conventions=conventions)) for search in (alphabeta, minimax))
        assert one.value == other.value == truth, seed
        assert one.action == other.action and one.action in wild.best(game, game.initial(), depth), seed
        for action, score in one.values.items():
            below = wild.worth(game, game.result(game.initial(), action), depth - 1)
            assert holds(score.bound, score.value, below), seed


def test_minimax_equals_plain_recursion_and_takes_the_first_of_equal_actions(wild):
    for seed in SEEDS:
        game = wild.grow(seed)
        decision = run(minimax(game))
        assert decision.value == wild.worth(game, game.initial())
        assert decision.action == min(wild.best(game, game.initial()))
        assert decision.nodes == len(game.children)
        assert decision.leaves == sum(not children for children in game.children)
        assert all(score.bound == "=" for score in decision.values.values())


@pytest.mark.parametrize("returns", ["soft", "hard"])
def test_what_is_visited_cutting_on_equal_is_part_of_what_is_visited_cutting_on_greater(wild, returns):
    for seed in range(200):
        game = wild.grow(seed)
        wide, narrow = (
            {event.path for event in trace(alphabeta(game, conventions=Conventions(prune, returns)))[0]}
            for prune in (">", ">=")
        )
        assert narrow <= wide, seed


def test_a_payoff_scale_never_changes_the_action(wild):
    for seed in range(200):
        game = wild.grow(seed)
        for search in (minimax, alphabeta, expectiminimax, maxn):
            plain = run(search(game))
            unit = run(search(game, conventions=Conventions(payoff="unit", window="utilities")))
            signed = run(search(game, conventions=Conventions(payoff="signed")))
            assert signed == plain
            if search is maxn:
                assert unit.value == tuple((value + 1) / 2 for value in plain.value)
            else:
                assert unit.value == (plain.value + 1) / 2
            if search is alphabeta:
                assert unit.action in wild.best(game, game.initial()), seed
            else:
                assert unit.action == plain.action


def test_expectimax_with_all_mass_on_the_worst_reply_equals_minimax(wild):
    def perfect(game, state):
        return {min(game.actions(state), key=lambda action: wild.worth(game, game.result(state, action))): 1}

    for seed in range(300):
        game = wild.grow(seed)
        one, other = run(expectimax(game, opponent=perfect)), run(minimax(game))
        assert one.value == other.value, seed
        assert one.action == (other.action if game.player(game.initial()) == 0 else None), seed


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_expectimax_averages_whoever_is_not_player_0(wild, players):
    def mean(game, state):
        if game.is_terminal(state):
            return game.utility(state, 0)
        if game.player(state) == CHANCE:
            return sum(chance * mean(game, game.result(state, a)) for a, chance in game.chances(state))
        values = [mean(game, game.result(state, action)) for action in game.actions(state)]
        return max(values) if game.player(state) == 0 else sum(values) / len(values)

    for seed in range(150):
        game = wild.grow(seed, players=players, chance=True)
        assert run(expectimax(game)).value == pytest.approx(mean(game, game.initial())), seed


def test_expectiminimax_without_chance_equals_minimax(wild):
    for seed in range(300):
        game = wild.grow(seed)
        one, other = run(expectiminimax(game)), run(minimax(game))
        assert (one.value, one.values, one.line, one.nodes) == (other.value, other.values, other.line, other.nodes)


@pytest.mark.parametrize("players", [1, 2])
def test_expectiminimax_equals_plain_recursion(wild, players):
    for seed in range(150):
        game = wild.grow(seed, players=players, chance=True)
        for depth in (None, 1, 2, 3):
            decision = run(expectiminimax(game, depth=depth))
            assert decision.value == pytest.approx(wild.worth(game, game.initial(), depth)), seed
        if game.player(game.initial()) == CHANCE:
            assert decision.action is None
            continue
        chosen = wild.worth(game, game.result(game.initial(), decision.action), 2)
        assert chosen == pytest.approx(wild.worth(game, game.initial(), 3)), seed


@pytest.mark.parametrize("depth", [None, 2])
def test_maxn_for_two_players_of_zero_sum_equals_minimax(wild, depth):
    for seed in range(200):
        game = wild.grow(seed)
        one, other = run(maxn(game, depth=depth)), run(minimax(game, depth=depth))
        assert one.value == (other.value, -other.value) and one.action == other.action, seed
        assert one.line == other.line and one.nodes == other.nodes


@pytest.mark.parametrize("players", [1, 3, 4])
def test_maxn_gives_everybody_the_first_of_what_is_best_for_whoever_acts(wild, players):
    def vector(game, state):
        if game.is_terminal(state):
            return tuple(game.utility(state, player) for player in range(players))
        if game.player(state) == CHANCE:
            parts = [
                [chance * part for part in vector(game, game.result(state, a))] for a, chance in game.chances(state)
            ]
            return tuple(map(sum, zip(*parts)))
        vectors = [vector(game, game.result(state, action)) for action in game.actions(state)]
        return max(vectors, key=lambda each: each[game.player(state)])

    for seed in range(200):
        game = wild.grow(seed, players=players)
        assert run(maxn(game)).value == vector(game, game.initial()), seed
        game = wild.grow(seed, players=players, chance=True, spread=1000)
        assert run(maxn(game)).value == pytest.approx(vector(game, game.initial())), seed


@pytest.mark.parametrize("conventions", [Conventions(), Conventions(root_depth=1), Conventions(ply="cycle")], ids=brief)
def test_deepening_ends_with_the_answer_of_the_whole_search(wild, conventions):
    for seed in range(100):
        for game in (wild.grow(seed), wild.grow(seed, chance=True), wild.grow(seed, players=3)):
            one, other = run(deepening(game, conventions=conventions)), run(whole(game, conventions))
            assert (one.value, one.action, one.line, one.exact) == (other.value, other.action, other.line, True), seed
            assert one.algorithm == "deepening" and one.nodes >= other.nodes


def whole(game, conventions):
    search = maxn if game.players == 3 else expectiminimax if game.axes.stochastic else alphabeta
    return search(game, conventions=conventions)


@pytest.mark.parametrize("search", [minimax, alphabeta, expectimax, expectiminimax, maxn])
def test_deepening_to_a_depth_equals_one_search_to_that_depth(wild, search):
    for seed in range(100):
        game = wild.grow(seed)
        one, other = run(deepening(game, depth=3, algorithm=search)), run(search(game, depth=3))
        assert one.value == other.value and one.action == other.action and one.exact == other.exact


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("depth", [1, 2])
def test_a_cycle_is_one_action_of_each_player_where_they_strictly_take_turns(wild, players, depth):
    searches = (minimax, alphabeta, expectimax, maxn) if players <= 2 else (expectimax, maxn)
    for seed in range(60):
        game = wild.grow(seed, players=players, turns=True)
        for search in searches:
            cycles = trace(search(game, depth=depth, conventions=Conventions(ply="cycle")))[0]
            actions = trace(search(game, depth=players * depth))[0]
            assert cycles == actions, seed


def test_the_depth_of_the_root_counts_in_the_limit(wild):
    for seed in range(100):
        game = wild.grow(seed)
        levels = run(alphabeta(game, depth=4, conventions=Conventions(root_depth=1)))
        actions = run(alphabeta(game, depth=3))
        assert (levels.value, levels.values, levels.nodes) == (actions.value, actions.values, actions.nodes)
        assert (levels.depth, actions.depth) == (4, 3)


@settings(max_examples=100, deadline=None)
@given(tree=TREES, root=st.sampled_from(["max", "min"]))
def test_nested_lists_are_worth_the_same_to_every_algorithm(tree, root):
    def value(tree, big):
        if not isinstance(tree, list):
            return tree
        return (max if big else min)(value(child, not big) for child in tree)

    game = Tree(tree, root=root)
    truth = value(tree, root == "max")
    assert run(minimax(game)).value == run(expectiminimax(game)).value == truth
    assert run(maxn(game)).value == (truth, -truth)
    for conventions in ALL:
        decision = run(alphabeta(game, conventions=conventions))
        assert decision.value == truth
        if isinstance(tree, list):
            assert value(tree[decision.action], root != "max") == truth


@settings(max_examples=100, deadline=None)
@given(tree=TREES)
def test_mirroring_a_tree_mirrors_its_search(tree):
    def negated(tree):
        return [negated(child) for child in tree] if isinstance(tree, list) else -tree

    for conventions in ALL:
        one = run(alphabeta(Tree(tree), conventions=conventions))
        other = run(alphabeta(Tree(negated(tree), root="min"), conventions=conventions))
        assert (one.value, one.line, one.nodes) == (-other.value, other.line, other.nodes)
