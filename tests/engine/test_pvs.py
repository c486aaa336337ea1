"""The strong search finds what the textbook finds, with a table, in any order, with players who act twice in a row."""

from __future__ import annotations

import math
import random
import threading
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

from countermove import Game, analyse, load
from countermove.engine.strong.score import plies, units
from countermove.engine.strong.search import StrongSearch
from countermove.engine.table import Table
from countermove.errors import SpecError
from countermove.games.tree import Tree
from countermove.native.kernel import is_on
from countermove.textbook import minimax, run


def strong(game: Game, depth: int | None, *, lines: int = 1, state: Any = None, mb: float = 0.01) -> Any:
    search = StrongSearch(game, Table(mb))
    state = game.initial() if state is None else state
    return search, search.search_root(state, list(game.actions(state)), depth, lines)


def played(game: Game, line: tuple[int, ...]) -> Any:
    """Where a line leads, each action of which has to be legal."""
    state = game.initial()
    for action in line:
        assert action in game.actions(state), line
        state = game.result(state, action)
    return state


@dataclass(frozen=True)
class Blind(Tree):
    """A tree that proves nothing by itself."""

    def bounds(self, state: Any) -> tuple[float, float]:
        return -math.inf, math.inf


@pytest.mark.parametrize("seed", range(4))
def test_random_trees_have_the_textbooks_values(seed: int, random_tree: Any) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        tree = random_tree(rng, rng.randint(1, 5))
        if not isinstance(tree, list):
            tree = [tree, rng.randint(-4, 4)]
        game = rng.choice([Tree, Blind])(tree, root=rng.choice(["max", "min"]))
        depth = None if type(game) is Tree else rng.choice([None, 1, 2, 3])
        book = run(minimax(game, depth=depth))
        search, found = strong(game, depth, lines=rng.choice([1, 2, 9]))
        best = found.actions[found.order[0]]
        assert search.scale.value(best.score) == book.value, (tree, depth)
        if depth is None:
            assert found.proven and best.sure
        truth = {a: run(minimax(game, game.result(game.initial(), a), depth=None)).value for a in book.values}
        for action, each in found.actions.items() if depth is None else ():
            value = search.scale.value(each.score)
            holds = {"=": truth[action] == value, "<=": truth[action] <= value, ">=": truth[action] >= value}
            assert holds[each.bound], (tree, action)
            last = played(game, each.line)
            if each.bound == "=" and game.is_terminal(last):
                assert game.utility(last, 0) == value, (tree, each.line)


class Place(NamedTuple):
    node: int


@dataclass(frozen=True)
class Graph(Game):
    """Walk along the arrows of a graph, round and round if it has circles; some nodes are ends."""

    repeats: ClassVar[bool] = True
    seed: int = 0
    size: int = 8

    def __post_init__(self) -> None:
        rng = random.Random(self.seed)
        arrows = np.zeros((self.size, 3), np.int64)
        facts = np.zeros((self.size, 2), np.int64)  # whose turn it is; what an end is worth, 9 for none
        for node in range(self.size):
            arrows[node] = [rng.randrange(self.size) for _ in range(3)]
            facts[node] = rng.randrange(2), rng.choice([-1, 0, 1, 1, -1]) if node and rng.random() < 0.3 else 9
        object.__setattr__(self, "arrows", arrows)
        object.__setattr__(self, "facts", facts)

    def initial(self) -> Place:
        return Place(0)

    def player(self, state: Place) -> int:
        return int(self.facts[state.node, 0])

    def actions(self, state: Place) -> Any:
        for way in range(3):
            if self.arrows[state.node, way] not in self.arrows[state.node, :way]:
                yield way

    def result(self, state: Place, action: int) -> Place:
        return Place(int(self.arrows[state.node, action]))

    def is_terminal(self, state: Place) -> bool:
        return bool(self.facts[state.node, 1] != 9)

    def utility(self, state: Place, player: int) -> float:
        worth = float(self.facts[state.node, 1])
        return worth if player == 0 else -worth

    def bounds(self, state: Place) -> tuple[float, float]:
        return -1.0, 1.0


def worth(game: Graph) -> tuple[float, int | None]:
    """The value of the first node and the plies to a win or a loss, working backwards; play without end is a draw."""
    values = {n: float(game.facts[n, 1]) for n in range(game.size) if game.facts[n, 1] != 9}
    distance = dict.fromkeys(values, 0)
    decided = {n for n in values if values[n] != 0}
    for far in range(1, 3 * game.size):
        found = {}
        for n in range(game.size):
            if n in values:
                continue
            sign = 1 if game.player(Place(n)) == 0 else -1
            after = [int(m) for m in game.arrows[n]]
            if any(m in decided and sign * values[m] > 0 for m in after):
                found[n] = float(sign)
            elif all(m in decided and sign * values[m] < 0 for m in after):
                found[n] = float(-sign)
        values |= found
        decided |= set(found)
        distance |= dict.fromkeys(found, far)
    return (values[0], distance[0]) if 0 in decided else (0.0, None)


@pytest.mark.parametrize("seed", range(8))
def test_games_that_repeat_are_worth_what_working_backwards_says(seed: int) -> None:
    for number in range(40):
        game = Graph(seed * 1000 + number, size=6 + number % 4)
        if game.is_terminal(game.initial()):
            continue
        value, distance = worth(game)
        search = StrongSearch(game, Table(0.01))
        for depth in (None, *range(1, 3 * game.size)):  # one table for all: what it keeps must hold on every path
            iteration = search.search_root(game.initial(), list(game.actions(game.initial())), depth)
            best = iteration.actions[iteration.order[0]]
            if depth is None or iteration.proven:
                assert units(best.score) == value * search.scale.scale, (game, depth)
                assert plies(best.score) == distance, (game, depth)


@pytest.mark.native
def test_a_win_is_hurried_and_a_loss_delayed() -> None:
    game = load("tictactoe")
    found = analyse(game, game.read("a1 b2 b1 a2"), seconds=5)
    assert (found.value, found.distance) == (1.0, 1)
    game = load("connect4:opening=false")
    found = analyse(game, game.read("4455"), depth=6)
    assert (found.value, found.distance, len(found.line)) == (1.0, 3, 3)
    found = analyse(game, game.read("44553"), depth=6)
    assert (found.value, found.distance) == (-1.0, 2)


def test_several_lines_are_the_best_ones_with_their_values() -> None:
    game = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2], [9, 1]])
    found = analyse(game, depth=2, lines=3)
    if is_on():
        assert [(line.action, line.score.value) for line in found.lines] == [(0, 3.0), (1, 2.0), (2, 2.0)]


@pytest.mark.native
@pytest.mark.parametrize(
    ("name", "depth"), [("connect4:opening=false", 9), ("othello", 7), ("mnk:rows=4,cols=4,k=4", 7)]
)
def test_a_line_that_met_the_table_goes_on_as_the_table_tells(name: str, depth: int) -> None:
    game = load(name)
    found = analyse(game, depth=depth, lines=3)  # of which some are mirror images, so they are all in the table
    assert len(found.lines) == 3
    for line in found.lines:
        assert game.is_terminal(played(game, line.line)) or len(line.line) == depth, line


def test_the_same_question_has_the_same_answer() -> None:
    game = load("connect4:opening=false")
    state = game.read("44")
    one, two = (analyse(game, state, nodes=20_000) for _ in range(2))
    if one.native:
        assert (one.action, one.value, one.line, one.nodes, one.depth) == (
            two.action, two.value, two.line, two.nodes, two.depth,
        )  # fmt: skip


@pytest.mark.native
def test_threads_share_a_table_and_find_the_same_value() -> None:
    game = load("connect:rows=4,cols=4")
    for threads in (1, 2, 3):
        found = analyse(game, seconds=30, threads=threads)
        assert (found.value, found.exact) == (0.0, True)


@dataclass(frozen=True)
class Odd(Tree):
    """A tree whose payoffs are thirds."""

    def utility(self, state: Any, player: int) -> float:
        return super().utility(state, player) / 3


def test_payoffs_that_are_no_round_numbers_are_searched_in_floats() -> None:
    found = analyse(Odd([[1, 2], [2, 4]]), depth=4)
    assert (found.value, found.exact) == (2 / 3, True)


def test_a_search_is_stopped_from_another_thread() -> None:
    game = load("connect4:opening=false")
    analyse(game, depth=1)
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    found = analyse(game, seconds=60, threads=2 if is_on() else 1, stop=stop)
    assert found.stopped and found.action is not None


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"threads": 0}, "The number of threads is 0"), ({"lines": -1}, "The number of lines is -1"),
        ({"memory": -5}, "The memory for the table is -5 MB"), ({"memory": 10**9}, "does not fit"),
        ({"nodes": 0}, "The number of nodes"), ({"seconds": -1}, "The seconds to search are -1"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_in_a_sentence(wrong: dict[str, Any], words: str) -> None:
    if "memory" in wrong and not is_on():
        pytest.skip("interpreted search has no table")
    with pytest.raises(SpecError, match=words):
        analyse(load("tictactoe"), **wrong)
