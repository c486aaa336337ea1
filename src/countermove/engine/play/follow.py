"""Games in which everybody takes the likeliest action of the game's `policy`, played inside a kernel."""

from __future__ import annotations

from typing import Any

from countermove.engine.workspace import Workspace
from countermove.native.bridge import fill_policy, next_state, unflatten
from countermove.native.kernel import kernel


@kernel
def follow(
    game: Any, state: Any, work: Workspace, starts: Any, flat: Any, actions: Any, weights: Any, plies: Any
) -> int:  # fmt: skip
    """Play a game from each start, whose words are side by side in `starts`; `plies` becomes how long each takes.

    Returns how many were played before `stop`. Of equal weights the first action is taken.
    """
    size = len(flat)
    for number in range(len(plies)):
        for i in range(size):
            flat[i] = starts[number * size + i]
        now = unflatten(game, flat)
        length = 0
        while not game.is_terminal(now):
            if work.stop != 0:
                return number
            count = min(fill_policy(game, now, actions, weights, 0), len(weights))
            if count == 0:
                work.stuck = work.stop = 1
                return number
            best = 0
            for i in range(1, count):
                if weights[i] > weights[best]:
                    best = i
            now = next_state(game, now, int(actions[best]))
            work.nodes += 1
            length += 1
        plies[number] = length
    return len(plies)
