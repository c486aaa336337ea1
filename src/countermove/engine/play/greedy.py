"""Greedy games: both sides search one ply and take the action that `evaluate` rates highest.

If the evaluation depends on the player, this is a match between two evaluations: tens of thousands of games a minute.
"""

from __future__ import annotations

from typing import Any

from countermove.engine.chance.outcomes import picked
from countermove.engine.play.playout import random_bits
from countermove.engine.workspace import Workspace
from countermove.game import CHANCE
from countermove.native.bridge import fill_actions, fill_chances, next_state
from countermove.native.kernel import inline, kernel


@inline
def drawn_child(game: Any, state: Any, draw: int, count: int, actions: Any, odds: Any) -> Any:
    """The state after one of the first `count` chance outcomes, drawn with a random number of 63 bits."""
    return next_state(game, state, int(actions[picked(draw * 2.0**-63, count, odds)]))


@inline
def best_child(game: Any, state: Any, player: int, count: int, actions: Any) -> Any:
    """The state after the best of the first `count` actions for a player; the first of equals."""
    best = 0.0
    found = state
    for i in range(count):
        child = next_state(game, state, int(actions[i]))
        if game.is_terminal(child):
            value = float(game.utility(child, player))
        else:
            value = float(game.evaluate(child, player))
        if i == 0 or value > best:
            best = value
            found = child
    return found


@kernel
def greedy(game: Any, state: Any, seed: int, start: int, worth: Any, actions: Any, odds: Any, work: Workspace) -> int:
    """Play one game per item of `worth`, and store its utility to player 0 there; returns how many were played.

    If a state has more actions than the buffers hold, returns their number, negated.
    """
    for number in range(len(worth)):
        now = state
        ply = 0
        while not game.is_terminal(now):
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
                now = best_child(game, now, player, count, actions)
            ply += 1
        worth[number] = game.utility(now, 0)
    return len(worth)
