"""Random positions of random games agree with plain recursion; bench/agreement.py compares them for longer."""

from __future__ import annotations

import random

import pytest

from countermove import analyse
from countermove.bench.agreement import Node, agreement, random_game
from countermove.engine.table import Table


@pytest.mark.native
def test_searches_and_solvers_agree_with_plain_recursion() -> None:
    *_, done = agreement(games=5, seed=1_000_000)
    assert done.total() == 300


@pytest.mark.slow
@pytest.mark.native
def test_searches_and_solvers_agree_with_plain_recursion_for_longer() -> None:
    *_, done = agreement(games=25, seed=2_000_000)
    assert done.total() == 1_500


@pytest.mark.native
def test_a_table_kept_from_another_history_changes_nothing() -> None:
    compared = 0
    for seed in range(100):
        game, _ = random_game(seed)
        if not game.repeats:
            continue
        dice = random.Random(seed)
        inner = [Node(node) for node in range(len(game.count)) if game.count[node] > 0]
        table = Table(1)
        for _ in range(6):
            state, history = dice.choice(inner), dice.sample(inner, min(3, len(inner)))
            kept = analyse(game, state, nodes=3_000, history=history, table=table)
            fresh = analyse(game, state, nodes=3_000, history=history)
            if kept.exact and fresh.exact:
                compared += 1
                assert kept.value == fresh.value, (seed, state, history)
    assert compared > 30
