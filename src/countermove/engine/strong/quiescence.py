"""Quiescence search: at the depth limit, tactical actions are searched on until the position is calm.

Where the game's `extend` says so, as in check, all actions are searched. The static evaluation is a lower bound: a
player need not capture.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.strong.accumulator import evaluation
from countermove.engine.strong.credit import SelectiveWorkspace, credit_of, picked, promise
from countermove.engine.strong.pvs import SEARCHED, is_in_time, is_spent
from countermove.engine.strong.score import INFINITE, PLIES, ending, estimated, from_table, to_table
from countermove.engine.table import EXACT, LOWER, NO_CHOICE, UPPER, find, pack, place, put
from countermove.engine.workspace import (
    HISTORY_SIZE,
    MAX_EARLIER,
    MAX_LINE,
    MAX_STACK,
    NO_ACTION,
    must_stop,
    update_line,
)
from countermove.native.bridge import ends_without_actions, fill_candidates, fill_tactical, next_state
from countermove.native.kernel import again, kernel, variant
from countermove.native.memory import prefetch

MAX_QUIESCENCE = 32
"""Maximum plies of quiescence search."""
UNKNOWN = 1 << 40
"""The static evaluation where there is none."""
TABLED = True
"""Whether quiescence search uses the table."""


def is_repeated(game: Any, state: Any, key: int, ply: int, work: SelectiveWorkspace) -> bool:
    """Whether the position is on the path already; notes where."""
    back = game.reversible(state)
    for earlier in range(ply - 2, max(-1, ply - 1 - back), -1):
        if work.path[MAX_EARLIER + earlier] == key:
            work.repetition = min(work.repetition, earlier)
            return True
    if back >= ply:
        for earlier in range(-1, -1 - work.earlier, -1):
            if work.path[MAX_EARLIER + earlier] == key:
                work.repetition = min(work.repetition, earlier)
                return True
    return False


def refined(standing: int, known: int, bound: int, work: SelectiveWorkspace) -> int:
    """A static evaluation, or what the table knows where that says more; never a win or a loss."""
    if abs(known) > (work.won - 1) * PLIES:
        return standing
    beyond = bound == EXACT or (bound == LOWER and known > standing) or (bound == UPPER and known < standing)
    return known if beyond else standing


@kernel
def quiesce(
    game: Any, state: Any, depth: int, alpha: int, beta: int, ply: int, work: SelectiveWorkspace, table: Any
) -> int:  # fmt: skip
    """The score for the player to move after tactical actions only, or a bound on it; always an estimate.

    It begins at depth 0, where `extend` does not apply. It uses what the table knows from any search, and fills entries
    that no search has.
    """
    work.nodes += 1
    wide = beta - alpha > 1
    if wide and ply < MAX_LINE:
        work.line[ply * MAX_LINE] = NO_ACTION
    if must_stop(work, ply):
        return 0
    work.deepest = max(work.deepest, ply)
    sign = 1 if game.player(state) == 0 else -1
    if not ends_without_actions(game) and game.is_terminal(state):
        return sign * ending(np.float64(game.utility(state, 0)), ply, work)
    key = int(game.key(state)) ^ work.salt
    at = 0
    if TABLED:
        at = place(table, key)
        prefetch(table, at)
    forced = -MAX_QUIESCENCE < depth < 0 and game.extend(state) > 0
    if game.repeats:
        work.path[MAX_EARLIER + ply] = key
        if forced and is_repeated(game, state, key, ply, work):
            return sign * ending(np.float64(game.endless(0)), 0, work)
        if is_spent(game, state, ply, work):
            return sign * ending(np.float64(game.utility(state, 0)), ply, work)
    known = bound = 0
    standing = UNKNOWN
    if not forced:  # before the table is read: its entry takes about as long to arrive from memory
        standing = sign * estimated(evaluation(game, state, ply, work), work)
    data = find(table, at, key) if TABLED else 0
    if data != 0:
        known = from_table(data >> 32, ply)
        bound = data & EXACT if is_in_time(game, state, known, ply, work) else 0
        useful = (bound & LOWER != 0 and known >= beta) or (bound & UPPER != 0 and known <= alpha)
        if not wide and (useful or bound == EXACT):
            return known
    best = -INFINITE
    floor = alpha
    start = work.top
    if forced:
        end = fill_candidates(game, state, work.actions, start)
        if end == start:
            return sign * ending(np.float64(game.utility(state, 0)), ply, work)
    else:
        best = refined(standing, known, bound, work)
        if best >= beta or depth <= -MAX_QUIESCENCE or game.is_quiet(state):
            return best
        alpha = max(alpha, best)
        end = fill_tactical(game, state, work.actions, start)
    if end > MAX_STACK:
        work.too_wide = work.stop = 1
        return 0
    mover = HISTORY_SIZE if sign < 0 else 0
    kept = start
    for i in range(start, end):
        action = work.actions[i]
        rank = promise(game, state, action)
        if forced and rank == 0:
            rank = credit_of(work, mover, ply, action)
        elif not forced and rank < 0:  # the game calls it a bad one
            continue
        work.actions[kept] = action
        work.ranks[kept] = rank
        kept += 1
    end = kept
    work.top = end
    for _ in range(start, end):
        first = picked(work, start, end)
        action = work.actions[first]
        work.ranks[first] = SEARCHED
        work.taken[ply + 1] = action
        child = next_state(game, state, action)
        if (game.player(child) == 0) == (sign > 0):
            score = again(quiesce, game, child, depth - 1, alpha, beta, ply + 1, work, table)
        else:
            score = -again(quiesce, game, child, depth - 1, -beta, -alpha, ply + 1, work, table)
        if work.stop != 0:
            work.top = start
            return 0
        if score > best:
            best = score
            if score > alpha:
                if wide:
                    update_line(work, ply, action, False)
                if score >= beta:
                    break
                alpha = score
    work.top = start
    if TABLED and data == 0:
        bound = LOWER if best >= beta else (UPPER if best <= floor else EXACT)
        put(table, at, key, pack(to_table(best, ply), 0, NO_CHOICE, 1, work.age, 1, bound))
    return best


quiesce_alone = variant(quiesce, "quiesce_alone", TABLED=False)
"""Quiescence search without a table: what it returns depends on the position only."""
