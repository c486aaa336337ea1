"""Compiled expectiminimax finds what the textbook finds, however much it leaves out."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

from countermove import CHANCE, Axes, Game, load, worker
from countermove.engine.chance.search import Expectiminimax
from countermove.engine.table import Table
from countermove.errors import GameError, SpecError
from countermove.game import legal
from countermove.textbook import expectiminimax, run


class Spot(NamedTuple):
    spot: int


@dataclass(frozen=True, eq=False)
class Maze(Game):
    """A random game of MAX, MIN and chance in any order, in arrays: positions meet again on other ways."""

    kind: Any  # who acts: 0, 1, CHANCE; 2 where the game is over
    first: Any
    count: Any
    after: Any  # the children of all, one after the other
    odds: Any  # and how likely they are
    worth: Any  # the utility, or the estimate
    low: Any
    high: Any

    axes = Axes(stochastic=True)

    def initial(self):
        return Spot(0)

    def player(self, state):
        return int(self.kind[state.spot])

    def actions(self, state):
        yield from range(self.count[state.spot])

    def chances(self, state):
        for action in range(self.count[state.spot]):
            yield action, self.odds[self.first[state.spot] + action]

    def result(self, state, action):
        return Spot(int(self.after[self.first[state.spot] + action]))

    def is_terminal(self, state):
        return self.kind[state.spot] == 2

    def utility(self, state, player):
        return self.worth[state.spot] if player == 0 else -self.worth[state.spot]

    def evaluate(self, state, player):
        return self.worth[state.spot] if player == 0 else -self.worth[state.spot]

    def order(self, state, action):
        return float(action * 7 % 5)

    def bounds(self, state):
        return self.low[state.spot], self.high[state.spot]


def maze(chosen: random.Random, bounded: bool = True) -> Maze:
    """A random game of some levels; half of them with whole numbers, for ties."""
    levels = chosen.randint(2, 6)
    width = [1, *(chosen.randint(2, 7) for _ in range(levels))]
    start = [sum(width[:level]) for level in range(len(width) + 1)]
    ties = chosen.random() < 0.5
    kind, first, count, after, odds, worth = [], [], [], [], [], []
    for level, number in enumerate(width):
        for _ in range(number):
            leaf = level == levels or (level > 0 and chosen.random() < 0.15)
            kind.append(2 if leaf else chosen.choice([0, 1, CHANCE]))
            first.append(len(after))
            children = 0 if leaf else chosen.randint(1, 6)
            count.append(children)
            after += [chosen.randrange(start[level + 1], start[level + 2]) for _ in range(children)]
            weights = [chosen.choice([1, 1, 2, 3]) for _ in range(children)]
            odds += [weight / sum(weights) for weight in weights]
            worth.append(float(chosen.randint(-4, 4)) if ties else chosen.uniform(-4, 4))
    low, high = worth[:], worth[:]
    for spot in reversed(range(len(kind))):
        below = after[first[spot] : first[spot] + count[spot]]
        low[spot] = min([low[spot], *(low[child] for child in below)])
        high[spot] = max([high[spot], *(high[child] for child in below)])
        slack = chosen.choice([0.0, 0.0, 1.0])
        low[spot], high[spot] = low[spot] - slack, high[spot] + slack
        if kind[spot] == 2:
            low[spot] = high[spot] = worth[spot]
    if not bounded:
        low, high = [-math.inf] * len(low), [math.inf] * len(high)
    ints = [np.array(each, np.int64) for each in (kind, first, count, after or [0])]
    reals = [np.array(each, np.float64) for each in (odds or [0.0], worth, low, high)]
    return Maze(*ints, *reals)


def searched(game: Game, state: Any = None, depth: int | None = None, **more: Any) -> Any:
    state = game.initial() if state is None else state
    search = Expectiminimax(game, Table(1), **more)
    return search.search_root(state, legal(game, state), depth), search.nodes


@pytest.mark.parametrize("seed", range(6))
def test_random_games_have_the_textbooks_values_whatever_is_left_out(seed: int) -> None:
    chosen = random.Random(seed)
    fewer = 0
    for number in range(60):
        game = maze(chosen, bounded=number % 5 > 0)
        if game.is_terminal(game.initial()):
            continue
        depth = chosen.choice([None, 1, 2, 3, 4])
        book = run(expectiminimax(game, depth=depth))
        nodes = []
        for pruning in ("none", "star1", "star2"):
            found, visited = searched(game, depth=depth, pruning=pruning)
            nodes.append(visited)
            assert found.complete
            assert found.value == pytest.approx(book.value, abs=1e-12), pruning
            for action, (value, mark) in found.values.items():
                truth = book.values[action].value
                holds = {"=": abs(truth - value) < 1e-12, "<=": truth <= value + 1e-12, ">=": truth >= value - 1e-12}
                assert holds[mark], pruning
            if found.action is not None:
                assert book.values[found.action].value == pytest.approx(book.value, abs=1e-12)
                assert found.values[found.action][1] == "="
            assert not found.exact or book.exact or pruning != "none"
        assert nodes[0] == book.nodes
        fewer += nodes[2] < nodes[0]
    assert fewer > 24


def test_one_table_serves_all_depths_and_all_states_of_a_game() -> None:
    chosen = random.Random(9)
    for _ in range(40):
        game = maze(chosen)
        search = Expectiminimax(game, Table(1))
        for depth in (1, 2, 3, None, 2, 1):
            for spot in range(min(6, len(game.kind))):
                state = Spot(spot)
                if not game.is_terminal(state):
                    found = search.search_root(state, legal(game, state), depth)
                    assert found.value == pytest.approx(run(expectiminimax(game, state, depth=depth)).value, abs=1e-12)


def test_several_threads_find_the_same_value() -> None:
    chosen = random.Random(5)
    for _ in range(40):
        game = maze(chosen)
        if not game.is_terminal(game.initial()):
            alone, _ = searched(game)
            together, _ = searched(game, threads=3)
            assert together.complete and together.value == pytest.approx(alone.value, abs=1e-12)


def test_a_budget_of_nodes_and_a_flag_stop_it_with_nothing_complete() -> None:
    game = load("pig")
    found, nodes = searched(game, depth=30, nodes=500)
    assert not found.complete and nodes <= 510
    search = Expectiminimax(game, Table(1))
    search.halt()
    assert not search.search_root(game.initial(), [0, 1], 4).complete and search.stopped


@pytest.mark.filterwarnings("ignore:invalid value")  # of the interpreted kernel, which adds inf and -inf too
@pytest.mark.parametrize(
    ("odds", "worth", "sentence"),
    [
        ([0.5, 0.5], [0.0, math.inf, -math.inf], "worth both inf and -inf"),
        ([0.5, 0.4], [0.0, 1.0, 1.0], "do not add up to 1"),
        ([1.5, -0.5], [0.0, 1.0, 1.0], "not all above 0"),
        ([1.0, math.nan], [0.0, 1.0, 1.0], "not all above 0"),
        ([1.0, math.inf], [0.0, 1.0, 1.0], "do not add up to 1"),
    ],
)
def test_chances_that_have_no_average_are_a_sentence(odds: list[float], worth: list[float], sentence: str) -> None:
    whole = [[0, CHANCE, 2, 2], [0, 1, 3, 3], [1, 2, 0, 0], [1, 2, 3]]
    reals = [[1.0, *odds], [0.0, *worth], [-math.inf] * 4, [math.inf] * 4]
    game = Maze(*(np.array(each, np.int64) for each in whole), *(np.array(each) for each in reals))
    with pytest.raises(GameError, match=sentence):
        searched(game)


@pytest.mark.native
def test_a_game_that_goes_round_is_a_sentence_without_a_depth() -> None:
    game = load("pig")
    with pytest.raises(GameError, match="went on for more than 10,000 plies; give a depth"):
        worker.run(lambda: searched(game), game)


def positions(game: Game, number: int, seed: int) -> list[Any]:
    """Positions from random play in which a player is to act."""
    chosen = random.Random(seed)
    found: list[Any] = []
    while len(found) < number:
        state, met = game.initial(), []
        while not game.is_terminal(state):
            if game.player(state) != CHANCE:
                met.append(state)
            state = game.result(state, chosen.choice(legal(game, state)))
        found += chosen.sample(met, min(5, len(met)))
    return found[:number]


@pytest.mark.slow
@pytest.mark.native
def test_star2_visits_less_than_half_of_backgammon_for_the_same_values() -> None:
    """Own play, roll, reply."""
    game = load("backgammon")
    plain, pruned = (Expectiminimax(game, Table(4), pruning=pruning) for pruning in ("none", "star2"))
    for state in positions(game, 60, 1):
        actions = legal(game, state)
        one, other = (search.search_root(state, actions, 3) for search in (plain, pruned))
        assert one.value == pytest.approx(other.value, abs=1e-12)
        assert one.actions[other.action].value == pytest.approx(one.value, abs=1e-12)
    assert pruned.nodes < plain.nodes / 2


def lottery(chosen: random.Random, tickets: int = 300) -> Maze:
    """MAX chooses one of two draws with many outcomes."""
    worth = [0.0] * 3 + [chosen.uniform(-4, 4) + (at >= tickets) for at in range(2 * tickets)]
    whole = [
        [0, CHANCE, CHANCE, *[2] * 2 * tickets],
        [0, 2, 2 + tickets, *[0] * 2 * tickets],
        [2, tickets, tickets, *[0] * 2 * tickets],
        [1, 2, *range(3, 3 + 2 * tickets)],
    ]
    bounds = [-5.0] * len(worth), [5.0] * len(worth)
    reals = [[1.0, 1.0, *[1 / tickets] * 2 * tickets], worth, *bounds]
    return Maze(*(np.array(each, np.int64) for each in whole), *(np.array(each) for each in reals))


def test_sampling_has_an_interval_that_holds_the_value_most_often() -> None:
    chosen = random.Random(2)
    held = 0
    for _ in range(20):
        game = lottery(chosen)
        search = Expectiminimax(game, Table(1), sample=40)
        root = search.sampled(game.initial(), [0, 1], 2, times=8)
        assert search.nodes < 8 * 2 * 43
        exact = run(expectiminimax(game, depth=2))
        for action, each in root.actions.items():
            assert each.error > 0
            held += abs(each.value - exact.values[action].value) <= 2.365 * each.error  # Student's t, 95 %
    assert held >= 34


def test_without_sampling_a_chance_node_looks_at_all_its_outcomes() -> None:
    game = lottery(random.Random(1))
    found, nodes = searched(game, pruning="none")
    assert nodes == 603 and found.value == pytest.approx(run(expectiminimax(game)).value, abs=1e-12)


def test_mistakes_are_sentences() -> None:
    game = load("pig")
    with pytest.raises(SpecError, match="pruning is 'star3'; use one of none, star1, star2"):
        Expectiminimax(game, Table(1), pruning="star3")
    with pytest.raises(SpecError, match="the outcomes to draw at a chance node"):
        Expectiminimax(game, Table(1), sample=0)
    with pytest.raises(SpecError, match="needs a `sample`"):
        Expectiminimax(game, Table(1)).sampled(game.initial(), [0, 1], 2)
