"""Exhaustive minimax, compiled: every node to the depth limit, nothing skipped.

The plain definition of a value, for games of one player, or of two whose utilities have a constant sum. It is what
the pruning searches are measured against.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.workspace import DEEP, DEEPEST, HORIZON, LIMIT, NODES, STOP, STUCK, keep
from countermove.native.bridge import as_action, each_action, next_state
from countermove.native.kernel import again, kernel


@kernel
def minimax(game: Any, state: Any, depth: int, ply: int, work: Any) -> float:
    """The value of `state` for player 0, `depth` plies deep; exact for that depth unless STOP was set."""
    # Step 1. The end of the game, or of the search.
    work[NODES] += 1
    if game.is_terminal(state):
        return np.float64(game.utility(state, 0))
    if depth <= 0:
        work[HORIZON] = 1
        return np.float64(game.evaluate(state, 0))

    # Step 2. Stop when told to.
    if work[NODES] >= work[LIMIT]:
        work[STOP] = 1
    if ply >= DEEPEST:
        work[DEEP] = work[STOP] = 1
    if work[STOP] != 0:
        return 0.0

    # Step 3. The best of the children: the largest for MAX, the smallest for MIN.
    maximises = game.player(state) == 0
    best = -np.inf if maximises else np.inf
    count = 0
    for choice in each_action(game, state):
        count += 1
        action = as_action(choice)
        child = next_state(game, state, action)
        value = again(minimax, game, child, depth - 1, ply + 1, work)
        if work[STOP] != 0:
            return 0.0
        if value > best if maximises else value < best:
            best = value
            keep(work, ply, action, depth <= 1 or game.is_terminal(child))
    if count == 0:
        work[STUCK] = work[STOP] = 1
    return best
