"""One question, any budget: the best action, honestly marked."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from countermove import Analysis, Game, analyse, load, worker
from countermove.errors import GameError, SpecError, UnfitError
from countermove.games.tree import Tree
from countermove.textbook import Score


@pytest.fixture(
    params=[pytest.param(None, id="native", marks=pytest.mark.native), pytest.param(False, id="interpreted")]
)
def native(request: pytest.FixtureRequest) -> bool | None:
    return request.param


def test_values_are_for_the_player_to_move(native: bool | None) -> None:
    game = Tree([[3, 12], [4, 6]], root="min")
    found = analyse(game, depth=5, native=native)
    assert (found.value, found.action) == (-6.0, 1)
    assert found.values[1] == Score(-6.0, "=")


def test_a_bound_at_the_root_is_marked_from_the_movers_side(native: bool | None) -> None:
    game = Tree([[3, 5], [3, 0]])
    found = analyse(game, depth=5, native=native)
    assert (found.action, found.value) == (0, 3.0)
    assert found.values == {0: Score(3.0, "="), 1: Score(3.0, "<=")}
    mirrored = Tree([[-3, -5], [-3, 0]], root="min")
    assert analyse(mirrored, depth=5, native=native).values == found.values


def test_seconds_deepen_until_exact(native: bool | None) -> None:
    found = analyse(load("nim:piles=[1,2,3]"), seconds=20, native=native)
    assert found.exact and found.value == -1.0


def test_a_node_budget_gives_the_same_answer_every_time(native: bool | None) -> None:
    def once() -> tuple[object, ...]:
        found = analyse(load("connect4:opening=false"), nodes=3000, native=native)
        return found.action, found.value, found.line, found.depth, found.nodes

    assert once() == once()


def test_each_complete_depth_is_reported(native: bool | None) -> None:
    seen: list[Analysis] = []
    found = analyse(load("connect4:opening=false"), seconds=20, depth=4, native=native, progress=seen.append)
    assert [report.depth for report in seen] == [1, 2, 3, 4]
    assert seen[-1].line == found.line


def test_a_search_can_be_stopped_from_another_thread(native: bool | None) -> None:
    stop = threading.Event()
    threading.Timer(0.5, stop.set).start()
    analyse(load("connect4:opening=false"), depth=1, native=native)
    found = analyse(load("connect4:opening=false"), seconds=60, native=native, stop=stop)
    assert found.stopped and found.action is not None and found.depth >= 1


def test_a_finished_game_has_no_action() -> None:
    game = load("tictactoe")
    found = analyse(game, game.read("XXXOO...."), depth=3)
    assert (found.action, found.exact, found.value) == (None, True, 1.0)


def test_chance_picks_expectiminimax_compiled_or_not(native: bool | None) -> None:
    game = Tree([{"chances": [0.25, 0.75], "children": [12, 8]}, {"chances": [0.5, 0.5], "children": [12, 10]}])
    found = analyse(game, depth=4, native=native)
    assert (found.algorithm, found.action, found.value, found.exact) == ("expectiminimax", 1, 11.0, True)
    state = game.read("Left")
    found = analyse(game, state, seconds=5, native=native)
    assert (found.action, found.value, found.exact, found.line) == (None, 9.0, True, ())
    assert {action: score.value for action, score in found.values.items()} == {0: 12.0, 1: 8.0}


@pytest.mark.native
def test_a_game_of_dice_is_searched_within_its_budget_by_any_number_of_threads() -> None:
    game = load("pig:target=20")
    deep = analyse(game, depth=9, native=True)
    assert deep.native and deep.algorithm == "expectiminimax" and not deep.exact
    both = analyse(game, depth=9, threads=2)
    assert (both.value, both.action) == (pytest.approx(deep.value), deep.action)
    seen: list[Analysis] = []
    short = analyse(game, nodes=2000, progress=seen.append)
    assert short.nodes <= 2010 and [each.depth for each in seen] == list(range(1, short.depth + 1))
    state = game.read("roll 5 hold")  # the other's turn, whose value it is then
    assert analyse(game, state, depth=5).value == pytest.approx(analyse(game, state, depth=5, native=False).value)


def test_deepening_by_name_searches_each_depth_once(native: bool | None) -> None:
    seen: list[Analysis] = []
    found = analyse(load("tictactoe"), depth=3, algorithm="deepening", native=native, progress=seen.append)
    each = [analyse(load("tictactoe"), depth=depth, algorithm="alphabeta", native=native).nodes for depth in (1, 2, 3)]
    assert [report.depth for report in seen] == [1, 2, 3]
    assert found.nodes <= sum(each)


def test_three_players_pick_maxn_and_the_movers_own_payoff() -> None:
    game = Tree([[(1, 5, 2), (6, 1, 3)], [(4, 2, 8), (3, 7, 1)]], players=3)
    found = analyse(game, depth=4)
    assert (found.algorithm, found.value, found.action) == ("maxn", 3.0, 1)


def test_an_algorithm_that_does_not_fit_is_refused_with_the_one_that_does() -> None:
    game = Tree([{"chances": [0.5, 0.5], "children": [1, 2]}, 3])
    with pytest.raises(UnfitError, match="use expectiminimax"):
        analyse(game, algorithm="alphabeta", depth=2)


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        ({"seconds": 0}, "above 0"),
        ({"seconds": -1}, "above 0"),
        ({"seconds": float("inf")}, "above 0"),
        ({"seconds": float("nan")}, "above 0"),
        ({"depth": 0}, "1 or more"),
        ({"nodes": -5}, "1 or more"),
    ],
)
def test_a_budget_that_is_none_is_refused(budget: dict[str, float], words: str) -> None:
    with pytest.raises(SpecError, match=words):
        analyse(load("nim"), **budget)  # type: ignore[arg-type]


class Heap(NamedTuple):
    n: int
    mover: int


@dataclass(frozen=True)
class Loops(Game):
    def initial(self):
        return Heap(3, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        while state.n < 3:
            pass
        yield 1

    def result(self, state, action):
        return Heap(state.n - action, 1 - state.mover)

    def is_terminal(self, state):
        return state.n == 0

    def utility(self, state, player):
        return 0.0


def test_rules_that_loop_for_ever_are_noticed_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("countermove.worker.PATIENCE", 0.5)
    with pytest.raises(GameError, match=r"Loops.actions \(test_analysis.py line \d+\) has not returned"):
        analyse(Loops(), depth=3, native=False)


class Yields(Loops):
    def actions(self, state):
        while True:
            yield 1


@pytest.mark.native
def test_an_endless_stream_of_actions_in_compiled_search_can_be_stopped() -> None:
    class Deep(Loops):
        def actions(self, state):
            step = 1
            yield 1
            while state.n < 3:
                yield step

    for algorithm in (None, "alphabeta"):
        with pytest.raises(GameError, match="more than a million actions"):
            analyse(Deep(), seconds=0.5, algorithm=algorithm)


@pytest.mark.native
def test_rules_that_never_answer_in_a_later_state_are_named_before_they_are_compiled(monkeypatch) -> None:
    class Waits(Loops):
        def actions(self, state):
            while state.n < 2:
                pass
            return [1]

    monkeypatch.setattr(worker, "PATIENCE", 0.5)
    with pytest.raises(GameError, match=r"Waits.actions \(test_analysis.py line \d+\) has not returned for"):
        analyse(Waits(), seconds=0.5)


@pytest.mark.native
def test_a_stop_is_heeded_while_slow_rules_are_looked_at() -> None:
    stop = threading.Event()

    class Slow(Loops):
        def actions(self, state):
            stop.set()
            time.sleep(0.1)
            return [1]

        def initial(self):
            return super().initial()._replace(n=1000)

    began = time.monotonic()
    assert analyse(Slow(), stop=stop).depth == 0
    assert time.monotonic() - began < 8  # 240 states would take 24 seconds


@pytest.mark.native
def test_a_sample_of_what_chance_may_do_has_an_error_bar() -> None:
    game = load("pig:target=30")
    state = game.initial()
    whole = analyse(game, state, depth=5)
    few = analyse(game, state, depth=5, sample=2)
    assert whole.error is None and few.error is not None
    assert abs(few.value - whole.value) <= 6 * few.error + 0.05
    with pytest.raises(SpecError, match="samples chance outcomes"):
        analyse(load("nim"), sample=2)
    with pytest.raises(SpecError, match="sample is 0"):
        analyse(game, depth=2, sample=0)
