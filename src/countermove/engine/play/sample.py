"""Games replayed, with the terms of each quiet position counted: the rows that weights are fitted to."""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.strong.credit import SelectiveWorkspace
from countermove.engine.strong.quiescence import quiesce_alone
from countermove.engine.strong.score import INFINITE, estimated
from countermove.native.bridge import next_state
from countermove.native.kernel import kernel

BAD_NUMBER, TOO_MANY = -1, -2
"""A term has a number that is not that of a weight; the positions have more terms than there is room for."""


def is_calm(game: Any, state: Any, work: SelectiveWorkspace) -> bool:
    """Whether a search of tactical actions only returns the evaluation itself."""
    if game.extend(state) > 0:
        return False
    sign = 1 if game.player(state) == 0 else -1
    work.stop = 0
    work.top = 0
    found = quiesce_alone(game, state, np.int64(0), -INFINITE, INFINITE, 0, work, work.path)  # which it does not touch
    return bool(found == sign * estimated(np.float64(game.evaluate(state, 0)), work))


@kernel
def sample(
    game: Any, state: Any, actions: Any, wanted: Any, counts: Any, numbers: Any, times: Any, ends: Any, shares: Any,
    work: SelectiveWorkspace
) -> int:  # fmt: skip
    """Replay a game, and write a row for each position before an action that is wanted, and calm; returns the rows.

    Row r of the terms, player 0's, is in `numbers` and `times` up to ends[r], and its phases are shares[r]. Positions
    that are not calm are unmarked in `wanted`. `counts` is 0 for every weight, before and after.
    """
    now = state
    rows = top = 0
    for ply in range(len(actions)):
        if wanted[ply] != 0 and not is_calm(game, now, work):
            wanted[ply] = 0
        if wanted[ply] != 0:
            start = top
            for number, often in game.terms(now, 0):
                if number < 0 or number >= len(counts):
                    return BAD_NUMBER
                if counts[number] == 0.0:
                    if top == len(numbers):
                        return TOO_MANY
                    numbers[top] = number
                    top += 1
                counts[number] += often
            kept = start
            for i in range(start, top):
                number = numbers[i]
                if counts[number] != 0.0:
                    numbers[kept] = number
                    times[kept] = counts[number]
                    counts[number] = 0.0
                    kept += 1
            top = kept
            ends[rows] = top
            for place, share in enumerate(game.phases(now)):
                shares[rows, place] = share
            rows += 1
        now = next_state(game, now, actions[ply])
    return rows
