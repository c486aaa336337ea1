"""Games of self-play by the selective search, all inside a kernel: the data that weights are fitted to.

A game begins with random actions, so that no two are alike; then both sides search a number of nodes for each action.
It depends on the seed and its number alone.
"""

from __future__ import annotations

from typing import Any

from countermove.engine.play.playout import random_bits
from countermove.engine.strong.credit import SelectiveWorkspace
from countermove.engine.strong.score import INFINITE, PLIES
from countermove.engine.strong.selective import selective
from countermove.engine.workspace import MAX_EARLIER, MAX_NODES, NO_ACTION, Workspace
from countermove.native.bridge import fill_actions, next_state
from countermove.native.kernel import kernel

MAX_DEPTH = 64
"""The depth at which a search ends with nodes left."""
MAX_ATTEMPTS, MAX_IMBALANCE = 20, 0.2
"""Openings drawn for one game, until neither side is ahead by more than this part of a win."""


def occurrences(game: Any, state: Any, keys: Any, ply: int) -> int:
    """How often the position at a ply has occurred so far."""
    count = 1
    for earlier in range(ply - 2, max(-1, ply - 1 - game.reversible(state)), -1):
        if keys[earlier] == keys[ply]:
            count += 1
    return count


def note_earlier(game: Any, state: Any, keys: Any, ply: int, work: SelectiveWorkspace) -> None:
    """Have the search know the positions before the root; not the root itself, whose search must not end at once."""
    work.earlier = min(ply, game.reversible(state), MAX_EARLIER)
    for back in range(1, work.earlier + 1):
        key = keys[ply - back]
        work.path[MAX_EARLIER - back] = 0 if key == keys[ply] else key


@kernel
def selfplay(
    game: Any, state: Any, seed: int, number: int, opening: int, nodes: int, actions: Any, scores: Any, keys: Any,
    work: SelectiveWorkspace, table: Any, control: Workspace
) -> int:  # fmt: skip
    """Play one game; returns its plies, or -1 when stopped.

    Each action, and the score of the position before it for player 0, in units, go to `actions` and `scores`; that of
    the end follows, with NO_ACTION. The first `opening` plies are random; an opening that leaves one side far ahead is
    drawn again. A game that fills the arrays ends as endless.
    """
    now = state
    ply = 0
    attempt = 0
    last = len(actions) - 1
    while True:
        keys[ply] = int(game.key(now)) ^ work.salt
        if game.is_terminal(now):
            if ply <= opening and attempt < MAX_ATTEMPTS:
                attempt += 1
                now = state
                ply = 0
                continue
            scores[ply] = (game.utility(now, 0) - game.neutral) * work.scale
            break
        if ply == last or (game.repeats and occurrences(game, now, keys, ply) >= game.max_occurrences):
            scores[ply] = (game.endless(0) - game.neutral) * work.scale
            break
        if control.stop != 0:
            return -1
        if ply < opening:
            count = fill_actions(game, now, work.actions, 0)
            actions[ply] = work.actions[random_bits(seed, number, attempt * opening + ply) % count]
            scores[ply] = 0.0
        else:
            note_earlier(game, now, keys, ply, work)
            work.nodes = 0
            work.stop = 0
            for depth in range(1, MAX_DEPTH):
                work.aim = depth
                work.limit = nodes if depth > 1 else MAX_NODES  # there must be an action
                work.top = 0
                found = selective(game, now, depth, -INFINITE, INFINITE, 0, work, table)
                if work.stop != 0:
                    break
                scores[ply] = (found >> 1) / PLIES
                actions[ply] = work.line[0]
                if found & 1 == 0:
                    break
            control.nodes += work.nodes
            if work.fault != 0 or work.stuck != 0 or work.too_deep != 0 or work.too_wide != 0:
                return -1
            if ply == opening and abs(scores[ply]) > MAX_IMBALANCE * work.max_outcome and attempt < MAX_ATTEMPTS:
                attempt += 1
                now = state
                ply = 0
                continue
        now = next_state(game, now, actions[ply])
        ply += 1
    actions[ply] = NO_ACTION
    return ply
