"""Games replayed for a network of policy and value (see dual.py): what it sees before each action, and its outputs."""

from __future__ import annotations

from typing import Any

from countermove.engine.play.playout import random_bits
from countermove.game import CHANCE
from countermove.native.bridge import fill_actions, fill_chances, next_state
from countermove.native.kernel import kernel


@kernel
def replay(
    game: Any, state: Any, seed: int, number: int, actions: Any, starts: Any, inputs: Any, outputs: Any, movers: Any,
    buffer: Any, odds: Any
) -> int:  # fmt: skip
    """Replay a game, and write a row of inputs for each position with choices; returns the rows, or -1 for bad inputs.

    The number of the output of each choice goes to `outputs`, the player to move at each ply to `movers`. A position is
    seen as a symmetry of the board maps it, which is drawn anew for each.
    """
    now = state
    rows = 0
    for ply in range(len(actions)):
        mover = game.player(now)
        movers[ply] = mover
        if starts[ply + 1] > starts[ply]:
            turn = random_bits(seed, number, ply) % game.images
            at = 0
            for value in game.image_inputs(now, turn):
                if at == inputs.shape[1]:
                    return -1
                inputs[rows, at] = value
                at += 1
            if at < inputs.shape[1]:
                return -1
            at = starts[ply]
            for output in game.image_outputs(now, turn):
                outputs[at] = output
                at += 1
            rows += 1
        if mover == CHANCE:
            fill_chances(game, now, buffer, odds, 0)
        else:
            fill_actions(game, now, buffer, 0)
        now = next_state(game, now, int(buffer[actions[ply]]))
    return rows
