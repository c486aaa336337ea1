"""The graph of all states: compiled, run as plain Python and asked of the rules one by one, it is the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from countermove import CHANCE, Game, load, worker
from countermove.engine.graph import enumeration
from countermove.engine.graph.enumeration import Enumeration, bind
from countermove.engine.graph.expand import AVERAGE, ENDED, MAX, MIN
from countermove.errors import SpecError
from countermove.game import legal
from countermove.solve.graph import Graph
from countermove.values import freeze

SPECS = [
    "nim:piles=(1,2,3)", "tictactoe", "subtract:counters=30", "hexapawn", "pig:target=6", "morris:men=3",
    "{'chances':[0.25,0.75],'children':[[1,2,0],[[3,4],0]]}",
]  # fmt: skip
NATIVE = [False, pytest.param(True, marks=pytest.mark.native)]


def enumerated(game: Game, native: bool, **options: Any) -> Enumeration:
    found = Enumeration(game, bind(game, native), **options)
    assert found.enumerate_from(game.initial())
    return found


@pytest.mark.parametrize("native", NATIVE)
@pytest.mark.parametrize("spec", SPECS)
def test_every_state_has_the_edges_that_the_rules_give_it(spec: str, native: bool) -> None:
    game = load(spec)
    found = enumerated(game, native)
    graph = found.join()
    states = [found.state(number) for number in range(found.states)]
    assert len({freeze(state) for state in states}) == found.states
    for number, state in enumerate(states):
        assert found.number(state) == number
        edges = range(graph.first[number], graph.first[number + 1])
        actions = legal(game, state)
        after = [freeze(game.result(state, action)) for action in actions]
        assert [freeze(states[graph.edges[edge]]) for edge in edges] == after
        if game.is_terminal(state):
            assert (graph.kinds[number], graph.worth[number]) == (ENDED, game.utility(state, 0))
        elif game.player(state) == CHANCE:
            assert graph.kinds[number] == AVERAGE
            assert [graph.odds[edge] for edge in edges] == [odds for _, odds in game.chances(state)]
        else:
            assert graph.kinds[number] == (MAX if game.player(state) == 0 else MIN)


@pytest.mark.parametrize("native", NATIVE)
def test_states_are_numbered_in_the_order_of_their_distance(native: bool) -> None:
    found = enumerated(load("morris:men=3"), native)
    graph = found.join()
    distance = np.full(found.states, -1)
    distance[0] = 0
    for number in range(found.states):
        for edge in range(graph.first[number], graph.first[number + 1]):
            if distance[graph.edges[edge]] < 0:
                distance[graph.edges[edge]] = distance[number] + 1
    assert (np.diff(distance) >= 0).all() and distance[-1] == found.work.layer


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec not in ("pig:target=6", "morris:men=3")])
def test_plain_python_finds_the_same_graph_depth_first(spec: str) -> None:
    game = load(spec)
    found, graph = enumerated(game, False), Graph(game)
    assert len(graph.vertices) == found.states
    assert all(found.number(vertex.state) is not None for vertex in graph.vertices)
    assert all(after < number for number, vertex in enumerate(graph.vertices) for after in vertex.after)
    edges = Counter(len(vertex.actions) for vertex in graph.vertices)
    assert edges == Counter(found.join().degrees.tolist())


@pytest.mark.parametrize("native", NATIVE)
def test_small_chunks_and_an_enumeration_begun_anew_make_no_difference(
    native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = load("hexapawn")
    one = enumerated(game, native).join()
    monkeypatch.setattr(enumeration, "CHUNK", 7)
    found = enumerated(game, native)
    for _ in range(2):
        other = found.join()
        assert all(np.array_equal(mine, its) for mine, its in zip(one, other))
        found.enumerate_from(game.result(game.initial(), legal(game, game.initial())[0]))
        found.enumerate_from(game.initial())


@pytest.mark.parametrize("native", NATIVE)
def test_limits_are_kept(native: bool) -> None:
    game = load("tictactoe")
    found = Enumeration(game, bind(game, native), max_states=100)
    assert not found.enumerate_from(game.initial()) and found.states > 100
    assert Enumeration(game, bind(game, native), max_states=5478).enumerate_from(game.initial())
    found = Enumeration(game, bind(game, native))
    found.halt()
    with pytest.raises(worker.CancelledError):
        found.enumerate_from(game.initial())
    with pytest.raises(SpecError, match="TicTacToe does not fit into 2 MB"):
        Enumeration(game, bind(game, native), memory=2).enumerate_from(game.initial())
