"""Laws of the stream of events, for every algorithm on random games."""

from __future__ import annotations

import json
import math
from dataclasses import FrozenInstanceError

import pytest

from countermove.games.grundy import Grundy
from countermove.games.tictactoe import TicTacToe
from countermove.games.tree import Tree
from countermove.textbook import (
    ALGORITHMS,
    Conventions,
    alphabeta,
    deepening,
    expectimax,
    expectiminimax,
    leaves_pruned,
    leaves_visited,
    maxn,
    minimax,
    to_json,
    trace,
)

ALL = [
    (minimax, {}),
    (alphabeta, {}),
    (alphabeta, {"conventions": Conventions(prune=">", returns="hard", root_depth=1)}),
    (alphabeta, {"conventions": Conventions(window="utilities")}),
    (alphabeta, {"depth": 3}),
    (expectimax, {}),
    (expectiminimax, {"depth": 2}),
    (maxn, {}),
]


@pytest.fixture(scope="module", params=ALL, ids=lambda pair: f"{pair[0].__name__} {pair[1]}")
def streams(request, wild):
    """(game, conventions, events, decision) of many random games."""
    search, options = request.param
    conventions = options.get("conventions", Conventions())
    told = []
    for seed in range(60):
        kind = {"players": 3} if search is maxn else {"chance": search in (expectimax, expectiminimax)}
        game = wild.grow(seed, **kind)
        told.append((game, conventions, *trace(search(game, **options))))
    return told


def test_every_node_is_entered_once_and_left_once(streams):
    for _, _, events, decision in streams:
        entered = [event.node for event in events if event.kind == "enter"]
        left = [event.node for event in events if event.kind in ("exit", "leaf")]
        assert entered == list(range(len(entered))), "node ids are consecutive, in order of entering"
        assert sorted(left) == entered and decision.nodes == len(entered)
        assert decision.leaves == sum(event.kind == "leaf" for event in events)


def test_the_events_of_a_node_enclose_those_of_its_children(streams):
    for _, _, events, _ in streams:
        open_nodes = []
        for event in events:
            if event.kind == "enter":
                assert len(event.path) == len(open_nodes)
                assert event.path[:-1] == (open_nodes[-1].path if open_nodes else ())
                open_nodes.append(event)
                continue
            here = open_nodes[-1]
            assert (event.node, event.path, event.state) == (here.node, here.path, here.state)
            if event.kind in ("exit", "leaf"):
                open_nodes.pop()
        assert not open_nodes


def test_path_state_player_and_depth_agree(streams):
    for game, conventions, events, _ in streams:
        for event in events:
            state = game.initial()
            for action in event.path:
                state = game.result(state, action)
            assert event.state == state
            assert event.depth == len(event.path) + conventions.root_depth
            assert event.player == (None if game.is_terminal(state) else game.player(state))


def test_a_leaf_is_the_utility_of_a_finished_game_or_an_estimate(streams):
    for game, _, events, decision in streams:
        leaves = [event for event in events if event.kind == "leaf"]
        assert decision.exact == (not any(event.estimate for event in leaves))
        for event in leaves:
            assert event.estimate != game.is_terminal(event.state)
            worth = game.evaluate if event.estimate else game.utility
            one, *_ = event.value if isinstance(event.value, tuple) else (event.value,)
            assert one == worth(event.state, 0) and event.bound == "="


def test_windows_only_tighten_and_each_begins_as_its_parent_left_it(streams):
    for _, _, events, _ in streams:
        now = {}
        for event in events:
            if event.before is None:
                assert event.after is None and event.kind != "cut"
                continue
            (alpha, beta), (higher, lower) = event.before, event.after
            assert alpha <= higher and lower <= beta
            if event.kind == "enter":
                assert event.before == event.after == now.get(event.path[:-1], event.before)
                entry = now[event.path, "entry"] = event.before
            elif event.kind == "exit":
                entry = now[event.path, "entry"]
                assert event.before == entry and event.after == now[event.path]
            else:
                assert event.before == now[event.path]
            now[event.path] = event.after


def test_a_cut_closes_the_window_and_tells_what_it_skips(streams):
    for game, conventions, events, _ in streams:
        paths = {event.path for event in events}
        for index, event in enumerate(events):
            if event.kind != "cut":
                assert event.skipped == ()
                continue
            assert conventions.cuts(*event.after)
            assert event.skipped and all((*event.path, action) not in paths for action in event.skipped)
            seen = [action for action in game.actions(event.state) if action not in event.skipped]
            assert seen[-1] == event.action and all((*event.path, action) in paths for action in seen)
            assert events[index + 1].kind == "exit" and events[index + 1].node == event.node
            assert event.bound == (">=" if event.player == 0 else "<=")


def test_nothing_but_a_cut_keeps_a_child_from_being_visited(streams):
    for game, _, events, _ in streams:
        visited = {event.path for event in events}
        skipped = {(*event.path, action) for event in events for action in event.skipped}
        for event in events:
            if event.kind == "exit":
                known = visited | skipped
                actions = [10 * (index + 1) for index in range(len(game.children[event.state.number]))]
                assert all((*event.path, action) in known for action in actions)


def test_an_update_brings_a_better_value(streams):
    for _, _, events, decision in streams:
        if decision.algorithm not in ("minimax", "alphabeta"):
            continue
        values = {}
        for event in events:
            if event.kind == "update":
                if event.node in values:
                    better = event.value > values[event.node] if event.player == 0 else event.value < values[event.node]
                    assert better
                values[event.node] = event.value


def test_the_value_of_the_root_is_the_last_to_be_told(streams):
    for _, _, events, decision in streams:
        assert events[-1].kind == "exit" and events[-1].node == 0 and events[-1].value == decision.value


def test_every_event_is_json(streams):
    for game, _, events, _ in streams[:20]:
        for event in events:
            told = to_json(event, game)
            assert json.loads(json.dumps(told, allow_nan=False)) == told
            assert told["kind"] == event.kind and told["state"] == game.write(event.state)


def test_json_names_actions_and_spells_infinity():
    game = TicTacToe()
    narration = alphabeta(game, game.read("XX.OO...."))
    told = [to_json(event, game) for event in trace(narration)[0]]
    assert told[0]["before"] == ["-inf", "inf"] and told[0]["state"] == "XX.OO...."
    assert told[0]["actions"][0] == {"action": 2, "name": "c3"}
    assert next(event for event in told if event["kind"] == "update")["action"] == {"action": 2, "name": "c3"}
    cut = next(event for event in told if event["kind"] == "cut")
    assert {"action", "name"} == cut["skipped"][0].keys()
    vector = to_json(trace(maxn(Tree([(1, 2, 3)], players=3)))[0][-1], Tree([(1, 2, 3)], players=3))
    assert vector["value"] == [1, 2, 3]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_events_of_states_with_arrays_are_json_too(name):
    game = Grundy(7)
    for event in trace(ALGORITHMS[name](game, depth=3))[0]:
        json.dumps(to_json(event, game), allow_nan=False)


def test_an_event_cannot_be_changed():
    event = next(minimax(Tree([1, 2])))
    with pytest.raises(FrozenInstanceError):
        event.kind = "exit"


def test_deepening_tells_each_search_whole_and_an_iteration_after_it(wild):
    for seed in range(30):
        game = wild.grow(seed)
        events, decision = trace(deepening(game, depth=4))
        searches, current = [], []
        for event in events:
            if event.kind == "iteration":
                searches.append(current)
                assert (event.node, event.path, event.state) == (0, (), game.initial())
                assert event.depth == len(searches) and event.value == current[-1].value and event.action is None
                current = []
            else:
                current.append(event)
        assert not current and len(searches) == decision.depth
        for limit, search in enumerate(searches, 1):
            assert search == trace(alphabeta(game, depth=limit))[0]
        assert decision.nodes == sum(event.kind == "enter" for event in events)
        assert leaves_visited(events) == leaves_visited(searches[-1])


def test_visited_and_pruned_leaves_together_are_all_leaves(wild):
    for seed in range(200):
        game = wild.grow(seed)
        for conventions in (Conventions(), Conventions(prune=">"), Conventions(payoff="unit")):
            events, _ = trace(alphabeta(game, conventions=conventions))
            everything, _ = trace(minimax(game, conventions=conventions))
            pruned = leaves_pruned(game, events, conventions)
            assert sorted(leaves_visited(events) + pruned) == sorted(leaves_visited(everything))
        assert leaves_pruned(game, everything) == []


def test_an_infinite_estimate_is_a_value_like_any_other(wild):
    class Gloomy(TicTacToe):
        def evaluate(self, state, player):
            return -math.inf if player == 0 else math.inf

    for search in (minimax, alphabeta, expectimax, expectiminimax):
        decision = trace(search(Gloomy(), depth=2))[1]
        assert decision.value == -math.inf and decision.action == 0
