"""Learning by self-play with TD(0): after each play, the last estimate moves towards the new one.

Temporal-difference learning on the positions after a play: each estimate is trained on the next one, and the last on
the result of the game (Tesauro, "Temporal difference learning and TD-Gammon", 1995). Each side plays greedily; the dice
explore enough.

The game supplies the network (`foresee`); its weights are updated in place during play.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.play.greedy import best_child, drawn_child
from countermove.engine.play.playout import random_bits
from countermove.engine.workspace import Workspace
from countermove.game import CHANCE
from countermove.native.bridge import fill_actions, fill_chances
from countermove.native.kernel import kernel

OUTPUTS_USED = 5
"""The number of outputs in use."""


def turned(outputs: Any, target: Any) -> None:
    """The outputs from the other side's point of view."""
    target[0] = 1 - outputs[0]
    target[1], target[2] = outputs[3], outputs[4]
    target[3], target[4] = outputs[1], outputs[2]


def learn(game: Any, state: Any, target: Any, rate: float, first: Any, second: Any, inputs: Any, hidden: Any,
          outputs: Any, blame: Any) -> None:  # fmt: skip
    """Train the estimate of a state towards the target."""
    kind = game.foresee(state, inputs, hidden, outputs)
    blame[:] = 0
    for output in range(OUTPUTS_USED):
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
    game: Any, state: Any, seed: int, start: int, games: int, rate: float, first: Any, second: Any, scratch: Any,
    actions: Any, odds: Any, work: Workspace
) -> int:  # fmt: skip
    """Learn from games of self-play, from number `start` on; returns how many were played before `stop`.

    Negative: a state has more actions than the buffers hold; their number, negated.
    """
    inputs = scratch[0][: first.shape[1]]
    hidden = scratch[1][: first.shape[2]]
    outputs = scratch[2][: second.shape[2]]
    target = scratch[3][: second.shape[2]]
    blame = scratch[4][: first.shape[2]]
    for number in range(games):
        now = before = state
        ply = 0
        known = False
        last = 0
        while not game.is_terminal(now):
            if work.stop != 0:
                return number
            if game.player(now) == CHANCE:
                count = fill_chances(game, now, actions, odds, 0)
                now = drawn_child(game, now, random_bits(seed, start + number, ply), count, actions, odds)
            else:
                work.nodes += 1
                player = game.player(now)
                count = fill_actions(game, now, actions, 0)
                if count > len(actions):
                    return -count
                now = best_child(game, now, player, count, actions)
                if not game.is_terminal(now):
                    if known:
                        game.foresee(now, inputs, hidden, outputs)
                        turned(outputs, target)
                        learn(game, before, target, rate, first, second, inputs, hidden, outputs, blame)
                    before = now
                    last = player
                    known = True
            ply += 1
        if known:
            points = game.utility(now, 1 - last)
            target[0] = 1 if points > 0 else 0
            target[1] = 1 if points >= 2 else 0
            target[2] = 1 if points >= 3 else 0
            target[3] = 1 if points <= -2 else 0
            target[4] = 1 if points <= -3 else 0
            learn(game, before, target, rate, first, second, inputs, hidden, outputs, blame)
    return games
