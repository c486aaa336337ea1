"""Exhaustive minimax, compiled: every node to the depth limit, without pruning.

The plain definition of a value, for games of one player, or of two with constant-sum utilities; the baseline for the
pruning searches.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.workspace import Workspace, must_stop, update_line
from countermove.native.bridge import as_action, each_action, ends_without_actions, next_state
from countermove.native.kernel import again, kernel


@kernel
def minimax(game: Any, state: Any, depth: int, ply: int, work: Workspace) -> float:
    """The value of `state` for player 0, `depth` plies deep; exact for that depth unless `stop` was set."""
    # Step 1. The end of the game, or of the search.
    work.nodes += 1
    if (depth <= 0 or not ends_without_actions(game)) and game.is_terminal(state):
        return np.float64(game.utility(state, 0))
    if depth <= 0:
        work.horizon = 1
        return np.float64(game.evaluate(state, 0))

    # Step 2. Check the limits.
    if must_stop(work, ply):
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
        if work.stop != 0:
            return 0.0
        if value > best if maximises else value < best:
            best = value
            update_line(work, ply, action, depth <= 1 or game.is_terminal(child))
    if count == 0:
        if ends_without_actions(game):
            return np.float64(game.utility(state, 0))
        work.stuck = work.stop = 1
    return best
