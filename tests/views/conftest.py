"""Searches to draw: the trees of the lectures, and random ones of any size."""

from __future__ import annotations

import random

import pytest

from countermove import load
from countermove.games.tree import Tree
from countermove.textbook import alphabeta, expectiminimax, maxn, minimax

CHANCES = [
    {"children": [12, 8, 4], "chances": [0.25, 0.25, 0.5]},
    {"children": [8, 6], "chances": [0.5, 0.5]},
    {"children": [12, 6], "chances": [1 / 3, 2 / 3]},
]
ODD = {"children": [[1, 2], [0, 9]], "actions": ["<b>&\"'", "\\x_%$#{}~^"], "name": "</svg>"}


def full(seed, size):
    """A random tree with at least `size` nodes, as nested lists."""
    rng = random.Random(seed)
    root: list = []
    open_nodes, nodes = [root], 1
    while nodes < size:
        node = open_nodes.pop(0)
        for _ in range(rng.randint(2, 4)):
            node.append([])
            open_nodes.append(node[-1])
            nodes += 1

    def leaves(node):
        return [leaves(child) for child in node] if node else rng.randint(-99, 99)

    return leaves(root)


def cases():
    def tree(given, algorithm=alphabeta, **more):
        game = Tree(given, **more)
        return lambda: (game, algorithm(game))

    def spec(name, depth, algorithm=alphabeta):
        return lambda: (load(name), algorithm(load(name), depth=depth))

    return {
        "two plies": tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]),
        "cmu": tree([[3, 12], [4, 6], [15, 2]]),
        "ties": tree([[7, 6, 5], [3, 9, 1], [6, 5, 4]]),
        "quiz 2": tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]]),
        "cs208": tree([[2, 7], [1, 8]]),
        "chance": tree(CHANCES, expectiminimax),
        "mixed": tree([CHANCES[0], [CHANCES[1], 7]], expectiminimax),
        "three players": tree([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, 1)]], maxn, players=3),
        "odd names": tree(ODD),
        "one leaf": tree([5]),
        "tictactoe": spec("tictactoe", 2),
        "nim": spec("nim:piles=(1,2,3)", 2),
        "connect": spec("connect:rows=4,cols=4", 2),
        "grundy": spec("grundy", 9, minimax),
        "three hundred": tree(full(1, 300)),
    }


CASES = cases()


@pytest.fixture(params=CASES)
def search(request):
    """A game and a search of it, ready to be followed."""
    return CASES[request.param]()


@pytest.fixture(scope="session")
def large():
    """A tree of two thousand nodes, as nested lists."""
    return full(2, 2000)
