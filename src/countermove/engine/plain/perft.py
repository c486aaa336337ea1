"""Perft: the number of action sequences of a given length. The classic test of rules, and of speed.

A finished game counts at its own length only. The last ply is counted in bulk, without being played.
"""

from __future__ import annotations

from typing import Any

from countermove.engine.workspace import Workspace
from countermove.game import CHANCE
from countermove.native.bridge import as_action, count_actions, each_action, ends_without_actions, next_state
from countermove.native.kernel import again, kernel


@kernel
def perft(game: Any, state: Any, depth: int, work: Workspace) -> int:
    """The number of sequences of `depth` actions from `state`; meaningless once `stop` is set."""
    work.nodes += 1
    if depth <= 0:
        return 1
    if work.stop != 0 or (not ends_without_actions(game) and game.is_terminal(state)):
        return 0
    total = 0
    if game.player(state) == CHANCE:
        for chance in game.chances(state):
            total += again(perft, game, next_state(game, state, as_action(chance[0])), depth - 1, work)
        return total
    if depth == 1:
        return count_actions(game, state)
    for choice in each_action(game, state):
        total += again(perft, game, next_state(game, state, as_action(choice)), depth - 1, work)
        if work.stop != 0:
            return 0
    return total
