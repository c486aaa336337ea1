import math
import os
import random
from collections import Counter
from pathlib import Path

import pytest

from countermove.game import freeze, legal

DATA = Path(os.environ.get("COUNTERMOVE_DATA", Path(__file__).parents[3] / "shared" / "data"))


@pytest.fixture
def data():
    """The directory of public test positions, which the project does not ship."""
    if not DATA.is_dir():
        pytest.skip(f"no test positions in {DATA}; set COUNTERMOVE_DATA to where they are")
    return DATA


@pytest.fixture(scope="session")
def playouts():
    """Random games, each a list of the actions and the states they lead to; those of a puzzle are cut."""

    def play(game, games=20, seed=1):
        chosen = random.Random(seed)
        most = 100 if game.players == 1 and game.repeats else math.inf
        for _ in range(games):
            state, path = game.initial(), []
            while not game.is_terminal(state) and len(path) < most:
                action = chosen.choice(legal(game, state))
                state = game.result(state, action)
                path.append((action, state))
            yield path

    return play


@pytest.fixture
def levels():
    """The game tree level by level: each level's different states, with how many nodes of the tree they stand for."""

    def grow(game, depth=1000):
        level = {freeze(game.initial()): (game.initial(), 1)}
        for ply in range(depth + 1):
            yield list(level.values())
            if ply == depth:
                return
            count, kept = Counter(), {}
            for state, nodes in level.values():
                for action in legal(game, state):
                    child = game.result(state, action)
                    count[freeze(child)] += nodes
                    kept[freeze(child)] = child
            level = {key: (kept[key], nodes) for key, nodes in count.items()}
            if not level:
                return

    return grow


@pytest.fixture
def agrees_with_openspiel(playouts):
    """Play random games here and in OpenSpiel side by side."""
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

    def compare(game, name, translate=int, games=20, **parameters):
        theirs = pyspiel.load_game(name, parameters)
        for path in playouts(game, games):
            state, other = game.initial(), theirs.new_initial_state()
            for action, after in path:
                assert not other.is_terminal()
                assert game.player(state) == other.current_player()
                assert sorted(translate(a) for a in game.actions(state)) == sorted(other.legal_actions())
                other.apply_action(translate(action))
                state = after
            assert other.is_terminal()
            assert [game.utility(state, player) for player in (0, 1)] == other.returns()

    return compare
