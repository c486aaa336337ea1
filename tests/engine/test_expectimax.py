"""Compiled expectimax has the textbook's values, actions and nodes on random trees, with chance and without."""

from __future__ import annotations

import random

import pytest

from countermove import analyse
from countermove.games.tree import Tree
from countermove.textbook import expectimax, run

pytestmark = pytest.mark.native


def grown(lots: random.Random, depth: int) -> object:
    """A random tree; some of its nodes are chance's."""
    if depth == 0 or lots.random() < 0.15:
        return lots.randint(-9, 9)
    children = [grown(lots, depth - 1) for _ in range(lots.randint(1, 4))]
    if lots.random() < 0.25:
        shares = [lots.randint(1, 5) for _ in children]
        return {"chances": [share / sum(shares) for share in shares], "children": children}
    return children


def trees(count: int, seed: int):
    lots = random.Random(seed)
    for _ in range(count):
        tree = Tree([grown(lots, 4), grown(lots, 4)])
        yield tree, lots


def test_values_actions_and_nodes_are_the_textbooks():
    for game, lots in trees(150, 1):
        depth = lots.choice([None, 1, 2, 3, 4])
        told = run(expectimax(game, depth=depth))
        found = analyse(game, depth=depth or 100, algorithm="expectimax", native=True)
        assert found.native
        assert found.value == pytest.approx(told.value, abs=1e-12)
        assert (found.action, found.nodes) == (told.action, told.nodes)


def test_a_limit_of_nodes_keeps_the_last_complete_depth():
    for game, _ in trees(20, 2):
        whole = analyse(game, depth=100, algorithm="expectimax", native=True)
        part = analyse(game, nodes=max(1, whole.nodes - 1), algorithm="expectimax", native=True)
        assert part.action in whole.values
        assert part.nodes < whole.nodes + 10  # a few leaves may be under way when it stops


def test_the_last_node_of_a_game_is_worth_its_utility():
    assert analyse(Tree([7]), depth=3, algorithm="expectimax").value == 7
