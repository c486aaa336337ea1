"""The tables that threads share without a lock, under stress: whatever is found for a key was stored for that key.

Threads hammer a table of a few buckets, so that they meet in every entry all the time; then whole searches do, and
their values are compared with those of a search alone.
"""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from countermove import analyse, load, solve
from countermove.engine.chance.float_table import answers, recalled, remember
from countermove.engine.table import EXACT, Table, find, pack, place, put
from countermove.native.kernel import kernel
from countermove.native.memory import Memory
from countermove.native.real import real_of

pytestmark = [pytest.mark.native, pytest.mark.slow]

THREADS = 4
ROUNDS = 20_000_000
KEYS = 64
"""Different keys, many more than there are entries."""


@kernel
def hammer(table: Any, seed: int, rounds: int, keys: int) -> int:
    """Store and find by turns; how often something was found, or -1 when it was not what is stored for the key."""
    word = seed
    hits = 0
    for _ in range(rounds):
        word = word * 6364136223846793005 + 1442695040888963407
        number = (word >> 40 & 65535) % keys
        key = (number + 1) * -7046029254386353131
        at = place(table, key)
        data = find(table, at, key)
        if data != 0:
            hits += 1
            if data >> 32 != number or data >> 12 & 255 != number & 255 or data & 3 != EXACT:
                return -1
        put(table, at, key, pack(number, word >> 50 & 4095, number & 255, word & 1023, word & 15, 0, EXACT))
    return hits


@kernel
def hammer_floats(table: Any, seed: int, rounds: int, keys: int) -> int:
    """The same for values that are floats."""
    word = seed
    hits = 0
    for _ in range(rounds):
        word = word * 6364136223846793005 + 1442695040888963407
        number = (word >> 40 & 65535) % keys
        key = (number + 1) * -7046029254386353131
        at = place(table, key)
        entry = recalled(table, at, key)
        if entry.data != 0 and answers(entry, 1, -1e9, 1e9):
            hits += 1
            if real_of(entry.word) != number * 0.5 or entry.choice != number:
                return -1
        remember(table, at, key, number * 0.5, 1, 1, EXACT, number)
    return hits


@pytest.mark.parametrize("run", [hammer, hammer_floats])
@pytest.mark.parametrize("megabytes", [1e-9, 0.001])
def test_what_is_found_for_a_key_was_stored_for_it(run: Any, megabytes: float) -> None:
    table: Memory = Table(megabytes).memory
    run(table, 1, 10, KEYS)  # compiled before the threads begin
    found: dict[int, int] = {}
    start = threading.Barrier(THREADS)

    def work(seed: int) -> None:
        start.wait()
        found[seed] = run(table, seed, ROUNDS, KEYS)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert min(found.values()) > 0, found


def test_searches_by_many_threads_in_a_tiny_table_find_what_is_right() -> None:
    game = load("connect:rows=4,cols=4,k=3")
    chosen = random.Random(7)
    for megabytes in (1e-9, 0.001, 0.02):
        table = Table(megabytes)  # one for all positions, as a page keeps it
        for _ in range(25):
            state = game.initial()
            for _ in range(chosen.randrange(2, 7)):
                if not game.is_terminal(state):
                    state = game.result(state, chosen.choice(list(game.actions(state))))
            if game.is_terminal(state):
                continue
            found = analyse(game, state, depth=16, threads=THREADS, table=table)
            right = solve(game, state, method="exhaustive")
            assert found.exact and found.value == right.value, game.text(state)
            assert right.actions[found.action] == right.value, game.text(state)


def test_averages_found_by_many_threads_are_those_found_alone() -> None:
    game = load("pig")
    alone = analyse(game, depth=9, algorithm="expectiminimax")
    for _ in range(10):
        found = analyse(game, depth=9, algorithm="expectiminimax", threads=THREADS, table=Table(0.001))
        assert found.value == pytest.approx(alone.value, abs=1e-12)
