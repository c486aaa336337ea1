"""Games replayed, with the active inputs of each calm position: what a network of sparse inputs is trained with."""

from __future__ import annotations

from typing import Any

from countermove.engine.play.sample import is_calm
from countermove.engine.strong.credit import SelectiveWorkspace
from countermove.native.bridge import next_state
from countermove.native.kernel import kernel

BAD_INPUT = -1
"""An input has a number that is not one, or too many are active, or there is no such stage."""


@kernel
def observe(
    game: Any, state: Any, actions: Any, wanted: Any, views: Any, stages: Any, movers: Any,
    work: SelectiveWorkspace
) -> int:  # fmt: skip
    """Replay a game, and write a row for each position before an action that is wanted, and calm; returns the rows.

    The numbers of the inputs that are active for the player to move go to views[r, 0], those for the other player to
    views[r, 1], both filled up with the number of the constant input. The stage goes to stages[r], and the player to
    move to movers[r]. Positions that are not calm are unmarked in `wanted`.
    """
    now = state
    rows = 0
    for ply in range(len(actions)):
        if wanted[ply] != 0 and not is_calm(game, now, work):
            wanted[ply] = 0
        if wanted[ply] != 0:
            mover = game.player(now)
            for view in range(2):
                count = 0
                for number in game.active(now, mover if view == 0 else 1 - mover):
                    if number < 0 or number >= game.active_inputs or count == game.max_active:
                        return BAD_INPUT
                    views[rows, view, count] = number
                    count += 1
                for place in range(count, game.max_active):
                    views[rows, view, place] = game.active_inputs
            movers[rows] = mover
            stages[rows] = game.stage(now)
            if stages[rows] < 0 or stages[rows] >= game.stages:
                return BAD_INPUT
            rows += 1
        now = next_state(game, now, actions[ply])
    return rows
