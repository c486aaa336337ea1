"""Alpha-beta, compiled: the textbook's search at native speed, with the textbook's node count.

Actions are searched as the rules yield them, so those after a cutoff are never even generated; it uses no table.
Stronger searches build on it and are compared with it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.workspace import Workspace, must_stop, update_line
from countermove.native.bridge import as_action, each_action, ends_without_actions, next_state
from countermove.native.kernel import again, kernel


@kernel
def alphabeta(game: Any, state: Any, depth: int, alpha: float, beta: float, ply: int, work: Workspace) -> float:
    """The value v of `state` for player 0, `depth` plies deep, or a bound on it (fail-soft).

    If alpha < v < beta it is exact. If v <= alpha the true value is at most v; if v >= beta it is at least v.
    Meaningless once `stop` is set.
    """
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

    # Step 3. The children in the order of the rules, until a beta cutoff. Who acts comes from the rules, never from the
    # ply: a player may act twice in a row.
    maximises = game.player(state) == 0
    best = -np.inf if maximises else np.inf
    count = 0
    for choice in each_action(game, state):
        count += 1
        action = as_action(choice)
        child = next_state(game, state, action)
        value = again(alphabeta, game, child, depth - 1, alpha, beta, ply + 1, work)
        if work.stop != 0:
            return 0.0
        if maximises and value > best:
            best = value
            if value >= beta:
                break
            if value > alpha:
                alpha = value
                update_line(work, ply, action, depth <= 1 or game.is_terminal(child))
        elif not maximises and value < best:
            best = value
            if value <= alpha:
                break
            if value < beta:
                beta = value
                update_line(work, ply, action, depth <= 1 or game.is_terminal(child))
    if count == 0:
        if ends_without_actions(game):
            return np.float64(game.utility(state, 0))
        work.stuck = work.stop = 1
    return best
