"""The rules say the same compiled as interpreted: one function replays random games both ways."""

import numpy as np
import pytest

from countermove import CHANCE, load
from countermove.native import kernel as kernels
from countermove.native.bridge import canonical_state, fill_actions, fill_chances, next_state

pytestmark = pytest.mark.native
SPECS = [
    "tree:tree=[{'chances':[0.25,0.75],'children':[[1,2],3]},[4,[5,6]]]", "mnk:rows=7,cols=9,k=5",
    "connect:rows=6,cols=9,k=4", "nim", "grundy:n=30", "subtract", "othello",
    "hexapawn:rows=8,cols=8", "breakthrough:rows=5,cols=6", "domineering:rows=7,cols=9",
]  # fmt: skip


@kernels.kernel
def replay(game, state, players, choices, buffer, chances, seen, keys):
    """Play by the numbers in `choices`; note all that the rules say of each state."""
    for ply in range(len(choices)):
        over = game.is_terminal(state)
        mover = game.player(state)
        low, high = game.bounds(state)[:2]
        seen[ply, 0] = mover
        seen[ply, 1] = over
        seen[ply, 2] = low
        seen[ply, 3] = high
        keys[ply, 0] = game.key(state)
        keys[ply, 1] = game.key(canonical_state(game, state))
        for player in range(players):
            seen[ply, 4 + 2 * player] = game.utility(state, player) if over else 0.0
            seen[ply, 5 + 2 * player] = game.evaluate(state, player)
        if over:
            return ply
        if mover == CHANCE:
            count = fill_chances(game, state, buffer, chances, 0)
        else:
            count = fill_actions(game, state, buffer, 0)
        for index in range(count):
            keys[ply, 2] = keys[ply, 2] * 31 + buffer[index]
        state = next_state(game, state, buffer[choices[ply] % count])
    return -1


@pytest.mark.parametrize("spec", SPECS)
def test_compiled_rules_say_what_interpreted_rules_say(spec):
    game = load(spec)
    chosen = np.random.default_rng(1)
    for _ in range(20):
        choices = chosen.integers(0, 1 << 20, 70)
        notes = []
        for run in (lambda *given: kernels.call(replay, *given), replay.py_func):
            seen, keys = np.zeros((70, 8)), np.zeros((70, 3), np.int64)
            with np.errstate(over="ignore"):
                plies = run(game, game.initial(), 2, choices, np.zeros(999, np.int64), np.zeros(999), seen, keys)
            notes.append((plies, seen.tolist(), keys.tolist()))
        assert notes[0] == notes[1]
        assert notes[0][0] >= 0
