"""Selective search: principal-variation search that leaves out what is unlikely to matter, for games that offer `null`.

It is `pvs` (see there) with forward pruning, and with means that pay where trees are too large to finish:

    reverse futility   the position is so good that a shallow search will not change that
    null move          so good that even a pass leaves it above the window
    late actions       near the leaves late quiet actions are skipped; farther up they are searched less deep
    singular           an action much better than all others is searched deeper
    quiescence         at the depth limit tactical actions are searched on; where `extend` says so, all of them

What is left out makes a score an estimate, and no action of a player who would otherwise lose is left out: so a win or
a loss that the search reports is one. How much a quiet action changes an evaluation differs by game, so the margins are
in units of `swing`, which a game declares; where it does not, it is measured during the search.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from countermove.engine.strong.accumulator import evaluation
from countermove.engine.strong.credit import (
    MAX_CREDIT,
    ORDER_WEIGHT,
    SelectiveWorkspace,
    give_credit,
    note_refutation,
    picked,
    promise,
    rank_actions,
    skip_quiet,
)
from countermove.engine.strong.pvs import (
    NO_REPETITION,
    NOT_PROBED,
    NOTHING,
    SEARCHED,
    SLICES,
    is_in_time,
    is_spent,
    score_in_slices,
)
from countermove.engine.strong.quiescence import UNKNOWN, is_repeated, quiesce, refined
from countermove.engine.strong.score import INFINITE, PLIES, ending, estimated, from_table, lower, to_table, upper
from countermove.engine.table import EXACT, LOWER, NO_CHOICE, TO_THE_END, UPPER, find, pack, place, put
from countermove.engine.workspace import (
    HISTORY_SIZE,
    MAX_EARLIER,
    MAX_LINE,
    MAX_STACK,
    NO_ACTION,
    must_stop,
    update_line,
)
from countermove.native.bridge import ends_without_actions, fill_candidates, limits, next_state
from countermove.native.kernel import again, kernel, variant
from countermove.native.memory import prefetch

PROBING = NOTHING
"""What is probed: nothing, or slices (see pvs.py)."""

# Depths and margins.
MAX_REVERSE_FUTILITY, MAX_RAZORING, MIN_NULL_MOVE, MIN_SINGULAR, MIN_INTERNAL = 7, 3, 3, 7, 4
"""The largest depths of reverse futility and razoring; the smallest of null moves, of singular extensions, and of the
reduction without a choice from the table."""
MAX_SKIP, MAX_SKIP_BY_CREDIT, MAX_SKIP_LOSING = 8, 4, 2
"""The largest depths at which late quiet actions are skipped; those of low credit; and those of negative `order`."""
MIN_REDUCTION, MAX_EXTENSION = 3, 2
"""The smallest depth at which late actions are reduced; actions extend lines up to this many times the depth of the
iteration."""
REDUCTIONS = tuple(
    int(0.25 + math.log(depth) * math.log(done) / 2.25) if depth and done else 0
    for depth in range(64)
    for done in range(64)
)
"""By how many plies a late action is searched less deep, at 64 x depth + the number of actions before it."""


@kernel
def selective(
    game: Any, state: Any, depth: int, alpha: int, beta: int, ply: int, work: SelectiveWorkspace, table: Any
) -> int:  # fmt: skip
    """As `pvs`: twice the score of `state` for player 0, and 1 more when it rests on an estimate."""
    # Step 1. The depth limit. From here on scores are the mover's.
    sign = 1 if game.player(state) == 0 else -1
    if sign < 0:
        alpha, beta = -beta, -alpha
    extension = game.extend(state)
    forced = extension > 0
    if depth <= 0 and not forced:
        if PROBING == SLICES:
            score = score_in_slices(game, state, sign, ply, work)
            if score != NOT_PROBED:
                work.nodes += 1
                if ply < MAX_LINE:
                    work.line[ply * MAX_LINE] = NO_ACTION
                return sign * score << 1
        return (sign * quiesce(game, state, np.int64(0), alpha, beta, ply, work, table) << 1) + 1
    if forced and ply < MAX_EXTENSION * work.aim:
        depth += extension
    depth = max(1, depth)
    work.nodes += 1
    wide = beta - alpha > 1
    if wide and ply < MAX_LINE:
        work.line[ply * MAX_LINE] = NO_ACTION
    if must_stop(work, ply):
        return 0
    work.deepest = max(work.deepest, ply)
    start = work.top
    excluded = work.excluded[ply]
    whole = excluded == NO_ACTION
    work.excluded[ply + 1] = NO_ACTION

    # Step 2. The end of the game, and repetition.
    if not ends_without_actions(game) and game.is_terminal(state):
        return ending(np.float64(game.utility(state, 0)), ply, work) << 1
    key = int(game.key(state)) ^ work.salt
    at = place(table, key)
    prefetch(table, at)
    work.path[MAX_EARLIER + ply] = key
    if game.repeats and whole and ply > 0:
        if is_spent(game, state, ply, work):
            return ending(np.float64(game.utility(state, 0)), ply, work) << 1
        if is_repeated(game, state, key, ply, work):
            return ending(np.float64(game.endless(0)), 0, work) << 1

    # Step 3. Probe the endgame database, if there is one.
    if PROBING == SLICES:
        score = score_in_slices(game, state, sign, ply, work)
        if score != NOT_PROBED:
            return sign * score << 1

    # Step 4. The bounds that the game proves, and the least distance of a win.
    low, high, soon, late = limits(game, state)
    least = lower(low, soon, ply, work)
    most = upper(high, late, ply, work)
    if sign < 0:
        least, most = -most, -least
    if ply > 0:
        if least >= beta or least >= most:
            return sign * least << 1
        if most <= alpha:
            return sign * most << 1
    alpha = max(alpha, least)
    beta = min(beta, most)
    win = (work.won - 1) * PLIES  # scores beyond it are wins, below its negative losses

    # Step 5. The static evaluation, and whether it is better than at the mover's last turn. It comes before the table
    # is read because the entry takes about as long to arrive from memory.
    standing = UNKNOWN
    better = False
    if not forced:
        standing = sign * estimated(evaluation(game, state, ply, work), work)
        before = work.static[ply]
        if before != UNKNOWN:
            better = standing > before

    # Step 6. Transposition table lookup.
    choice = NO_CHOICE
    known = known_bound = 0
    known_depth = -1
    data = find(table, at, key) if whole else 0
    if data != 0:
        choice = data >> 12 & 255
        known = from_table(data >> 32, ply)
        known_depth = data >> 20 & 4095
        known_bound = data & EXACT if is_in_time(game, state, known, ply, work) else 0
        useful = (known_bound & LOWER != 0 and known >= beta) or (known_bound & UPPER != 0 and known <= alpha)
        if not wide and known_depth >= min(depth, TO_THE_END) and (useful or known_bound == EXACT):
            return (sign * known << 1) + (data >> 2 & 1)
    if game.swing == 0 and not forced and work.static[ply] != UNKNOWN:
        work.swing += (min(abs(standing - work.static[ply]), 4 * work.swing) - work.swing) >> 8
    if not forced:
        standing = refined(standing, known, known_bound, work)
    work.static[ply + 2] = standing
    swing = max(1, work.swing)

    # Step 7. Pruning the whole position: not on the principal variation, and not where a win is at stake.
    if not wide and not forced and whole and abs(beta) <= win:
        margin = swing * (depth - (1 if better else 0))
        if depth <= MAX_REVERSE_FUTILITY and beta + margin <= standing <= win:
            return (sign * standing << 1) + 1
        if depth <= MAX_RAZORING and standing + swing * (2 + 3 * depth) <= alpha:
            score = quiesce(game, state, np.int64(0), alpha, alpha + 1, ply, work, table)
            if work.stop != 0:
                return 0
            if score <= alpha:
                return (sign * score << 1) + 1
        if depth >= MIN_NULL_MOVE and standing >= beta and work.taken[ply] != NO_ACTION:
            child = game.null(state)
            if (game.player(child) == 0) != (sign > 0):
                fewer = 3 + depth // 3 + min(3, (standing - beta) // (2 * swing))
                work.taken[ply + 1] = NO_ACTION
                below, above = (beta - 1, beta) if sign > 0 else (-beta, 1 - beta)
                found = again(selective, game, child, depth - 1 - fewer, below, above, ply + 1, work, table)
                if work.stop != 0:
                    return 0
                score = sign * (found >> 1)
                if score >= beta:
                    return (sign * (beta if score > win else score) << 1) + 1

    # Step 8. Without a choice from the table the order is poor: search less deep.
    if choice == NO_CHOICE and depth >= MIN_INTERNAL and whole and ply > 0:
        depth -= 1

    # Step 9. The actions.
    end = fill_candidates(game, state, work.actions, start)
    if end > MAX_STACK:
        work.too_wide = work.stop = 1
        return 0
    if end == start:
        if ends_without_actions(game):
            return ending(np.float64(game.utility(state, 0)), ply, work) << 1
        work.stuck = work.stop = 1
        return 0
    count = end - start
    work.top = end

    # Step 10. Is the table's choice much better than all others? Then search it deeper.
    deeper = 0
    trusted = known_depth >= depth - 3 and known_bound & LOWER != 0 and abs(known) <= win
    if depth >= MIN_SINGULAR and choice < count and trusted and 0 < ply < MAX_EXTENSION * work.aim:
        target = known - swing * depth // 8
        work.excluded[ply] = work.actions[start + choice]
        below, above = (target - 1, target) if sign > 0 else (-target, 1 - target)
        found = again(selective, game, state, (depth - 1) // 2, below, above, ply, work, table)
        work.excluded[ply] = NO_ACTION
        work.static[ply + 2] = standing
        if work.stop != 0:
            work.top = start
            return 0
        if sign * (found >> 1) < target:
            deeper = 1
        elif target >= beta and not wide:  # others are as good, so a cutoff is likely
            work.top = start
            return (sign * target << 1) + 1
        elif known >= beta:
            deeper = -1

    # Step 11. Loop through the actions, most promising first, until a beta cutoff. The table's choice goes first; often
    # it causes the cutoff, and the others need not even be ranked.
    mover = HISTORY_SIZE if sign < 0 else 0
    nodes = work.nodes
    floor = alpha
    best = -INFINITE
    estimate = 0 if whole else 1
    chosen = choice
    lowest = NO_REPETITION
    done = 0
    ranked = False
    for turn in range(count):
        first = start + choice
        rank = 0
        if turn == 0 and choice < count and whole:
            rank = promise(game, state, work.actions[first])
        else:
            if not ranked:
                rank_actions(game, state, start, end, ply, mover, work)
                ranked = True
                if turn == 1:
                    work.ranks[first] = SEARCHED
            first = picked(work, start, end)
            rank = work.ranks[first]
            if rank <= SEARCHED:  # the rest is skipped
                break
            work.ranks[first] = SEARCHED
        action = work.actions[first]
        if action == excluded:
            continue
        quiet = -ORDER_WEIGHT < rank < ORDER_WEIGHT
        # Skip late actions near the leaves, once there is one that does not lose.
        if done > 0 and not wide and not forced and best > -win:
            skip = rank <= -ORDER_WEIGHT and depth <= MAX_SKIP_LOSING
            if quiet and depth <= MAX_SKIP:
                skip = done >= 3 + depth * depth >> (0 if better else 1)
                skip = skip or standing + swing * (2 + 2 * depth) <= alpha
                skip = skip or (depth <= MAX_SKIP_BY_CREDIT and rank < -(MAX_CREDIT // 8) * depth)
            if skip:
                estimate = 1
                done += 1
                if quiet:  # those that are left rank lower, so each would be skipped
                    done += skip_quiet(work, start, end)
                continue
        if quiet and ranked:
            work.ranks[first] = SEARCHED - 1  # it will be blamed if another action refutes the position
        child = next_state(game, state, action)
        work.taken[ply + 1] = action
        prefetch(table, place(table, int(game.key(child)) ^ work.salt))
        nearer = depth - 1 + (deeper if first - start == choice else 0)
        reduction = 0
        if done > 0 and depth >= MIN_REDUCTION and not forced and (quiet or rank < 0):
            reduction = REDUCTIONS[64 * min(depth, 63) + min(done, 63)]
            reduction += (0 if better else 1) - (1 if wide else 0)
            if quiet:
                reduction -= (rank + MAX_CREDIT // 2) // MAX_CREDIT
            reduction = max(0, min(reduction, nearer - 1))
        ceiling = beta if done == 0 else alpha + 1  # a null window after the first
        while True:
            work.repetition = NO_REPETITION
            below, above = (alpha, ceiling) if sign > 0 else (-ceiling, -alpha)
            found = again(selective, game, child, nearer - reduction, below, above, ply + 1, work, table)
            if work.stop != 0:
                work.top = start
                return 0
            score = sign * (found >> 1)
            if score <= alpha:
                break
            if reduction > 0:
                reduction = 0
            elif score < beta and ceiling < beta:
                ceiling = beta
            else:
                break
        done += 1
        estimate |= found & 1
        lowest = min(lowest, work.repetition)
        if score > best:
            best = score
            if score > alpha:
                chosen = first - start
                if wide:  # a null window leaves no line
                    if ply == 0:
                        work.found = score
                    update_line(work, ply, action, ceiling - alpha == 1 or depth <= 1)
                if score >= beta:
                    estimate = (found & 1) | (0 if whole else 1)
                    lowest = work.repetition
                    if quiet and whole:
                        bonus = note_refutation(work, mover, ply, action, depth)
                        for i in range(start, end if ranked else start):
                            if work.ranks[i] == SEARCHED - 1 and i != first:
                                give_credit(work, mover, ply, work.actions[i], -bonus)
                    break
                alpha = score
    work.top = start
    if best == -INFINITE:  # there was only the excluded action
        return (sign * alpha << 1) + 1

    # Step 12. Store the score in the table, unless it is exact on this path only.
    nodes = work.nodes - nodes
    work.repetition = lowest if lowest < ply else NO_REPETITION
    if whole and (lowest >= ply or estimate != 0):
        bound = LOWER if best >= beta else (UPPER if best <= floor else EXACT)
        reached = TO_THE_END if estimate == 0 else max(0, min(depth, TO_THE_END - 1))
        data = pack(to_table(best, ply), reached, min(chosen, NO_CHOICE), nodes, work.age, estimate, bound)
        put(table, at, key, data)
    return (sign * best << 1) + estimate


selective_slices = variant(selective, "selective_slices", PROBING=SLICES)
"""The same search with slices of an endgame database to probe."""
