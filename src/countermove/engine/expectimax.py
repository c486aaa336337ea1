"""Expectimax, compiled: MAX chooses, chance follows its odds, and everybody else a policy.

    MAX-VALUE(s) = the largest value of any successor      EXP-VALUE(s) = sum of pi(s, a) * value of RESULT(s, a)

Two policies are known to compiled code: UNIFORM, 1/|A(s)| each, and OWN, what the `chances` of the game say where one
of the others acts (Pacman's say how a directional ghost acts). Values are the textbook's: an average is summed with its
rounding errors carried along (Neumaier, 1974), so that ties stay ties.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from countermove.engine.root import Root, Search, refuse
from countermove.engine.workspace import DEEP, DEEPEST, ENDLESS, HORIZON, LIMIT, NODES, STOP, STUCK, WIDE
from countermove.errors import GameError
from countermove.game import CHANCE, Game, State
from countermove.native.bridge import as_action, count_actions, each_action, fill_chances, next_state
from countermove.native.kernel import again, bind, kernel
from countermove.native.memory import Memory

__all__ = ["OWN", "UNIFORM", "expectimax", "search"]

UNIFORM, OWN = 0, 1
ROOM = 1 << 16
"""Outcomes that the nodes on one path may have together."""


@kernel
def expectimax(
    game: Any, state: Any, depth: int, ply: int, policy: int, top: int, work: Any, choices: Any, odds: Any
) -> float:
    """The expected value of `state` for player 0, `depth` plies deep; worthless when STOP was set.

    `choices` and `odds` are free from `top` on.
    """
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
    player = game.player(state)
    count = 0

    # Step 3. MAX: the best of the children.
    if player == 0:
        best = -np.inf
        for choice in each_action(game, state):
            count += 1
            child = next_state(game, state, as_action(choice))
            value = again(expectimax, game, child, depth - 1, ply + 1, policy, top, work, choices, odds)
            if work[STOP] != 0:
                return 0.0
            best = max(best, value)
        if count == 0:
            work[STUCK] = work[STOP] = 1
        return best

    # Step 4. All others: the average, with what rounding takes off it.
    total = lost = 0.0
    if player == CHANCE or policy == OWN:
        end = fill_chances(game, state, choices, odds, top)
        if end > len(choices):
            work[WIDE] = work[STOP] = 1
            return 0.0
        count = end - top
        for at in range(top, end):
            child = next_state(game, state, int(choices[at]))
            value = again(expectimax, game, child, depth - 1, ply + 1, policy, end, work, choices, odds)
            if work[STOP] != 0:
                return 0.0
            term = odds[at] * value
            new = total + term
            lost += (total - new) + term if abs(total) >= abs(term) else (term - new) + total
            total = new
    else:
        each = 1.0 / max(1, count_actions(game, state))
        for choice in each_action(game, state):
            count += 1
            child = next_state(game, state, as_action(choice))
            value = again(expectimax, game, child, depth - 1, ply + 1, policy, top, work, choices, odds)
            if work[STOP] != 0:
                return 0.0
            term = each * value
            new = total + term
            lost += (total - new) + term if abs(total) >= abs(term) else (term - new) + total
            total = new
    if count == 0:
        work[STUCK] = work[STOP] = 1
    return total + lost if math.isfinite(total) else total


def search(game: Game, work: Memory, policy: int = UNIFORM) -> Search:
    """Expectimax against a policy, compiled for a game or loaded, that works in `work`; for states where MAX acts."""
    choices, odds = np.zeros(ROOM, np.int64), np.zeros(ROOM)
    value_of = bind(expectimax, game, 0, 0, 0, 0, work, choices, odds)

    def look(state: State, actions: Iterable[int], depth: int | None) -> Root:
        root = Root(depth, value=-math.inf, exact=True)
        limit = ENDLESS if depth is None else depth
        work[NODES] = work[NODES] + 1
        sure = set()
        for action in actions:
            work[HORIZON] = 0
            value = float(value_of(game.result(state, action), limit - 1, 1, policy, 0, work, choices, odds))
            if work[STOP]:
                refuse(game, work)
                if work[WIDE]:
                    name = type(game).__name__
                    raise GameError(f"{name} has more than {ROOM:,} outcomes on one path; search less deep.")
                return root
            if math.isnan(value):
                raise GameError(f"{type(game).__name__} has outcomes worth both inf and -inf; they have no average.")
            if work[HORIZON]:
                root.exact = False
            else:
                sure.add(action)
            root.values[action] = (value, "=")
            if value > root.value or root.action is None:
                root.action, root.value, root.line = action, value, (action,)
        root.complete = True
        root.proven = root.exact or (root.action in sure and root.value >= game.bounds(state)[1])
        if root.proven:  # of the other actions only this much is certain
            root.values = {a: known if a in sure else (root.value, "<=") for a, known in root.values.items()}
        return root

    return look
