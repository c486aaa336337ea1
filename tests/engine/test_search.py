"""Compiled search finds what the textbook finds, counting the same nodes."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from countermove import Game, analyse, load
from countermove.engine.plain.perft import perft
from countermove.engine.plain.search import AlphaBeta, Minimax
from countermove.engine.root import Root
from countermove.engine.workspace import Workspace
from countermove.errors import GameError
from countermove.games.tree import Tree
from countermove.native.kernel import call
from countermove.textbook import alphabeta, minimax, run


def searched(algorithm: str, game: Game, depth: int | None) -> tuple[Root, int]:
    search = (Minimax if algorithm == "minimax" else AlphaBeta)(game)
    state = game.initial()
    return search.search_root(state, list(game.actions(state)), depth), search.nodes


@pytest.mark.parametrize("seed", range(4))
def test_random_trees_have_the_textbooks_values_actions_lines_and_nodes(seed: int, random_tree: Any) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        tree = random_tree(rng, rng.randint(1, 5))
        if not isinstance(tree, list):
            tree = [tree, rng.randint(-4, 4)]
        game = Tree(tree, root=rng.choice(["max", "min"]))
        depth = rng.choice([None, 1, 2, 3])
        for name, algorithm in (("alphabeta", alphabeta), ("minimax", minimax)):
            book = run(algorithm(game, depth=depth))
            found, nodes = searched(name, game, depth)
            assert (found.action, found.value, found.exact) == (book.action, book.value, book.exact), tree
            assert nodes == book.nodes, tree
            assert found.line == book.line, tree
            truth = {a: run(minimax(game, game.result(game.initial(), a))).value for a in book.values}
            for action, each in found.actions.items() if depth is None else ():
                value, mark = each.value, each.bound
                holds = {"=": truth[action] == value, "<=": truth[action] <= value, ">=": truth[action] >= value}
                assert holds[mark], tree


@pytest.mark.parametrize(
    ("spec", "depth"),
    [
        ("tictactoe", 6), ("connect4:opening=false", 5), ("connect:rows=4,cols=3,k=3", 8), ("nim", None),
        ("grundy:n=9", None),
        ("grundy:n=7,misere=true", None), ("subtract:counters=20", None), ("mnk:rows=3,cols=4,k=3", 5),
    ],
)  # fmt: skip
def test_built_in_games_have_the_textbooks_values_and_nodes(spec: str, depth: int | None) -> None:
    game = load(spec)
    book = run(alphabeta(game, depth=depth))
    found, nodes = searched("alphabeta", game, depth)
    assert (found.value, found.action, nodes, found.line) == (book.value, book.action, book.nodes, book.line)


def test_tic_tac_toe_takes_18297_nodes_and_minimax_549946() -> None:
    game = load("tictactoe")
    assert analyse(game, depth=9, algorithm="alphabeta").nodes == 18_297
    if analyse(game, depth=1).native:
        assert analyse(game, depth=9, algorithm="minimax").nodes == 549_946


def test_the_best_there_can_be_is_proven_however_little_was_searched() -> None:
    game = load("tictactoe")
    search = AlphaBeta(game)
    state = game.read("XX.OO....")
    found = search.search_root(state, list(game.actions(state)), 1)
    assert (game.action_name(state, found.action or 0), found.exact, found.proven) == ("c3", False, True)
    found = search.search_root(game.initial(), range(9), 2)
    assert not found.proven


@pytest.mark.native
def test_connect_four_has_the_published_number_of_plays() -> None:
    game = load("connect4:opening=false")
    counts = [call(perft, game, game.initial(), depth, Workspace()) for depth in range(1, 9)]
    assert counts == [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


def test_perft_counts_what_chance_may_do() -> None:
    game = Tree([{"chances": [0.5, 0.5], "children": [[1, 2], 3]}, 4])
    counts = [call(perft, game, game.initial(), depth, Workspace()) for depth in range(5)]
    assert counts == [1, 2, 2, 2, 0]


class Place(NamedTuple):
    at: int


@dataclass(frozen=True)
class Long(Game):
    """A walk that goes on for a very long time."""

    players = 1
    length: int = 1 << 40

    def initial(self):
        return Place(0)

    def player(self, state):
        return 0

    def actions(self, state):
        yield 1

    def result(self, state, action):
        return Place(state.at + 1)

    def is_terminal(self, state):
        return state.at >= self.length

    def utility(self, state, player):
        return 1.0


@pytest.mark.native
def test_a_game_deeper_than_any_search_is_a_sentence_not_a_crash() -> None:
    with pytest.raises(GameError, match="went on for more than 10,000 plies; give a depth"):
        searched("alphabeta", Long(), None)
    found, nodes = searched("alphabeta", Long(), 9000)
    assert (nodes, found.exact) == (9001, False)


def test_a_stop_flag_ends_a_search_with_nothing() -> None:
    game = load("connect4:opening=false")
    search = AlphaBeta(game)
    search.halt()
    assert not search.search_root(game.initial(), range(7), 4).complete


def test_infinite_utilities_do_not_hide_the_action() -> None:
    class Sure(Tree):
        def utility(self, state, player):
            return -math.inf

    found, _ = searched("alphabeta", Sure([[1, 2], [3, 4]]), None)
    assert found.action == 0
