"""A search that may ask a database finds what one without finds, sooner; and it asks only the right one."""

import random

import pytest

from countermove import analyse, load
from countermove.errors import SpecError
from countermove.solve import Database, sweep

pytestmark = pytest.mark.native


def walk(game, plies, rng):
    state = game.initial()
    for _ in range(plies):
        after = game.result(state, rng.choice(list(game.actions(state))))
        if game.is_terminal(after):
            break
        state = after
    return state


def test_what_follows_a_position_is_looked_up_by_a_search_from_before_it():
    game = load("connect:rows=3,cols=4,k=3")
    late = [game.result(game.initial(), action) for action in game.actions(game.initial())]
    database = sweep(game, late[1])
    plain, asked = (analyse(game, depth=12, database=known) for known in (None, database))
    assert (asked.value, asked.distance, asked.exact) == (plain.value, plain.distance, True)
    assert asked.nodes < plain.nodes


def test_with_all_states_at_hand_one_ply_is_enough():
    """In a game whose positions repeat, where a search alone would have to go far."""
    game, rng = load("morris:men=3"), random.Random(4)
    database = sweep(game)
    for _ in range(60):
        state = walk(game, rng.randint(0, 12), rng)
        found = analyse(game, state, depth=1, database=database)
        assert (found.value, found.exact) == (database.value(state), True)
        assert found.action in database.best(state)
        if found.value:
            assert found.distance == database.distance(state)


def test_a_database_that_does_not_fit_is_refused_in_a_sentence():
    game = load("connect:rows=3,cols=4,k=3")
    database = sweep(game, game.read("1234"))
    with pytest.raises(SpecError, match="The database is for Connect"):
        analyse(load("connect:rows=4,cols=3,k=3"), depth=2, database=database)
    with pytest.raises(SpecError, match="Only compiled pvs probes a database"):
        analyse(game, depth=2, database=database, algorithm="minimax")
    with pytest.raises(SpecError, match="The database is incomplete"):
        analyse(game, depth=2, database=Database(game, None, game.initial()))
