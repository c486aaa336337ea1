"""Proof-number search proves what is so, refutes what is not, and ends, whatever the table forgets."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from countermove import Game, load
from countermove.engine import dfpn
from countermove.engine.table import Table
from countermove.games.tree import Tree
from countermove.native.kernel import call
from countermove.textbook import minimax, run


def known(
    game: Game, attacker: int, split: float, megabytes: float = 1, nodes: int | None = None, position: str | None = None
) -> tuple[int, Any]:
    """What is known of the first state of a game, or of a position, after search, and the workspace."""
    state = game.initial() if position is None else game.read(position)
    work, table = dfpn.ProofWorkspace(nodes), Table(megabytes)
    table.forget()
    work.salt, work.age = table.salt, table.age
    return int(call(dfpn.resolve, game, state, attacker, float(split), work, table.memory)), work


@pytest.mark.parametrize("seed", range(4))
def test_every_threshold_of_random_trees_is_answered_as_the_textbook_would(seed: int, random_tree: Any) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        tree = random_tree(rng, rng.randint(1, 6))
        game = Tree(tree if isinstance(tree, list) else [tree, 1], root=rng.choice(["max", "min"]))
        value = run(minimax(game)).value
        split = rng.randint(-4, 5)
        for attacker in (0, 1):
            found, work = known(game, attacker, split, 0.001)
            assert (found < 0) == ((value >= split) == (attacker == 0)), tree
            if found < 0 and attacker == 0:
                assert value >= work.above >= split
            if found < 0 and attacker == 1:
                assert value <= work.below < split


SIGNATURE = {
    "tictactoe": (False, 1885),
    "hexapawn:rows=4,cols=4": (True, 1449),
    "domineering:rows=5,cols=5": (False, 74948),
    "morris:men=3": (True, 2618),
}
"""Whether the first player wins, and the nodes that it takes to say so."""


@pytest.mark.native
@pytest.mark.parametrize("spec", SIGNATURE)
def test_nodes_are_the_same_every_time(spec: str) -> None:
    found, work = known(load(spec), 0, math.nextafter(load(spec).neutral, math.inf), 16)
    assert (found < 0, work.nodes) == SIGNATURE[spec]


@pytest.mark.native
def test_a_table_that_forgets_nearly_everything_costs_only_time() -> None:
    game = load("tictactoe")
    large, small = known(game, 0, 0.5), known(game, 0, 0.5, 0.0001)
    assert (large[0] < 0) == (small[0] < 0)
    assert small[1].nodes > large[1].nodes


def test_a_proof_says_how_many_plies_it_takes_at_most() -> None:
    game = load("subtract")
    assert [known(game, 0, 1, position=f"counters={n},mover=0")[0] for n in (1, 3, 4)] == [-2, -4, -2]


def test_it_stops_at_its_node_limit() -> None:
    _, work = known(load("tictactoe"), 0, 0.5, nodes=300)
    assert work.stop
    assert 300 <= work.nodes < 320
