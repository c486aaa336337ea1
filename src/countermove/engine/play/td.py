"""Learning by self-play with TD(0): after each play, the last estimate moves towards the new one.

Each estimate is trained on the next one, and the last on the result of the game (Tesauro, "Temporal difference learning
and TD-Gammon", 1995). Each side plays greedily, except for a share of random plays, which dice can make unnecessary.
Nothing is learnt across a random play, since the estimate before it assumes a better one.

The game has a network (`network.py`); its weights are updated in place during play.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.play.greedy import best_child, drawn_child
from countermove.engine.play.playout import random_bits
from countermove.engine.workspace import Workspace
from countermove.game import CHANCE
from countermove.native.bridge import fill_actions, fill_chances, next_state
from countermove.native.kernel import kernel

MAX_PLIES = 10_000
"""Plies after which a game is abandoned."""


def learn(game: Any, state: Any, target: Any, rate: float, first: Any, second: Any, inputs: Any, hidden: Any,
          outputs: Any, blame: Any) -> None:  # fmt: skip
    """Train the estimate of a state towards the target."""
    kind = game.foresee(state, inputs, hidden, outputs)
    blame[:] = 0
    for output in range(game.outputs_in_use):
        error = np.float32(rate) * (target[output] - outputs[output])
        for unit in range(len(hidden)):
            blame[unit] += error * second[kind, unit, output]
            second[kind, unit, output] += error * hidden[unit]
        second[kind, len(hidden), output] += error
    for unit in range(len(hidden)):
        slope = np.float32(1) - abs(hidden[unit])
        blame[unit] *= slope * slope
    for at in range(len(inputs)):
        value = inputs[at]
        if value != 0:
            for unit in range(len(hidden)):
                first[kind, at, unit] += value * blame[unit]


@kernel
def td(
    game: Any, state: Any, seed: int, start: int, games: int, rate: float, explore: float, first: Any, second: Any,
    scratch: Any, actions: Any, odds: Any, work: Workspace
) -> int:  # fmt: skip
    """Learn from games of self-play, from number `start` on; returns how many were played before `stop`.

    If a state has more actions than the buffers hold, returns their number, negated.
    """
    inputs = scratch[0][: first.shape[1]]
    hidden = scratch[1][: first.shape[2]]
    outputs = scratch[2][: second.shape[2]]
    target = scratch[3][: second.shape[2]]
    blame = scratch[4][: first.shape[2]]
    for number in range(games):
        now = before = state
        ply = 0
        known = game.learns_every_state
        while ply < MAX_PLIES and not game.is_terminal(now):
            if work.stop != 0:
                return number
            player = game.player(now)
            if player == CHANCE:
                count = fill_chances(game, now, actions, odds, 0)
                if count > len(actions):
                    return -count
                now = drawn_child(game, now, random_bits(seed, start + number, ply), count, actions, odds)
            else:
                work.nodes += 1
                count = fill_actions(game, now, actions, 0)
                if count > len(actions):
                    return -count
                draw = random_bits(seed, start + number, ply) * 2.0**-63 if explore > 0 else 1.0
                if draw < explore:
                    now = next_state(game, now, int(actions[min(count - 1, int(draw / explore * count))]))
                    known = False
                else:
                    now = best_child(game, now, player, count, actions)
            if (player != CHANCE or game.learns_every_state) and not game.is_terminal(now):
                if known:
                    game.foresee(now, inputs, hidden, outputs)
                    if game.viewpoint(now) == game.viewpoint(before):
                        for output in range(game.outputs_in_use):
                            target[output] = outputs[output]
                    else:
                        game.turn_outputs(outputs, target)
                    learn(game, before, target, rate, first, second, inputs, hidden, outputs, blame)
                before = now
                known = True
            ply += 1
        if known and game.is_terminal(now):
            game.final_outputs(now, game.viewpoint(before), target)
            learn(game, before, target, rate, first, second, inputs, hidden, outputs, blame)
    return games
