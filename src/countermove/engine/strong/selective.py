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

from countermove.engine.strong.accumulator import MAX_SLOT, SLOTS, evaluation
from countermove.engine.strong.pvs import (
    MAX_ORDER,
    NO_REPETITION,
    NOT_PROBED,
    NOTHING,
    SEARCHED,
    SLICES,
    is_in_time,
    is_spent,
    score_in_slices,
)
from countermove.engine.strong.score import INFINITE, PLIES, ending, estimated, from_table, lower, to_table, upper
from countermove.engine.table import EXACT, LOWER, NO_CHOICE, TO_THE_END, UPPER, find, pack, place, put
from countermove.engine.workspace import (
    HISTORY_SIZE,
    MAX_EARLIER,
    MAX_LINE,
    MAX_PLIES,
    MAX_STACK,
    NO_ACTION,
    PvsWorkspace,
    must_stop,
    update_line,
)
from countermove.native.bridge import ends_without_actions, fill_candidates, fill_tactical, limits, next_state
from countermove.native.kernel import again, kernel, variant
from countermove.native.memory import prefetch
from countermove.native.record import Words, words

MAX_QUIESCENCE = 32
"""Maximum plies of quiescence search."""
ORDER_WEIGHT = 1 << 32
"""The weight of the game's `order`; the rank of a quiet action, of order 0, is smaller than this."""
KINDS = 512
"""Kinds of actions, by their low nine bits."""
MAX_CREDIT = 1 << 14
"""The largest absolute value of a credit."""
UNKNOWN = 1 << 40
"""The static evaluation where there is none."""

PROBING = NOTHING
"""What is probed: nothing, or slices (see pvs.py)."""
TABLED = True
"""Whether quiescence search uses the table."""

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


class SelectiveWorkspace(PvsWorkspace):
    """Selective search."""

    aim: int
    """The depth of this iteration."""
    deepest: int
    """The deepest ply reached."""
    found: int
    """The score of the root's best action so far, the mover's."""
    swing: int
    """How much a quiet action changes the evaluation on average, as a score."""
    static: Words = words(MAX_PLIES + 3)
    """The static evaluation of each ply, the mover's, two places behind it; UNKNOWN where there is none."""
    excluded: Words = words(MAX_PLIES + 2)
    """The action that the search of each ply leaves out; NO_ACTION where none."""
    credit: Words = words(2 * HISTORY_SIZE // 4)
    """By player and action: how good it has been, from -MAX_CREDIT to MAX_CREDIT; four to a word."""
    slots: Words = words(SLOTS * MAX_SLOT)
    """Inputs and sums of a network, by ply (see accumulator.py)."""
    continuation: Words = words(2 * KINDS * KINDS // 4)
    """The same by the kinds of the previous action and of this one; then of the action before that and this one."""


# Credit.


def improved(now: int, bonus: int) -> int:
    """A credit after a bonus or malus: the closer to its limit, the less it changes."""
    return now + bonus - now * abs(bonus) // MAX_CREDIT


def credit_at(credits: Any, at: int) -> int:
    """A credit: four are packed into a word, so that all those after one action share a few cache lines."""
    return int(np.int64(credits[at >> 2]) << 48 - 16 * (at & 3)) >> 48


def change_credit(credits: Any, at: int, bonus: int) -> None:
    """Raise or lower a credit."""
    shift = 16 * (at & 3)
    now = improved(credit_at(credits, at), bonus) & 0xFFFF
    credits[at >> 2] = np.int64(credits[at >> 2]) & ~(np.int64(0xFFFF) << shift) | np.int64(now) << shift


def continuation_of(work: SelectiveWorkspace, ply: int, back: int) -> int:
    """Where the credits after the last action begin, or after the one `back` plies before it."""
    return (back * KINDS + (work.taken[max(0, ply - back)] & KINDS - 1)) * KINDS


def credit_of(work: SelectiveWorkspace, mover: int, ply: int, action: int) -> int:
    """How good an action has been here: by itself, after the last action, and after the one before."""
    kind = action & KINDS - 1
    return (
        credit_at(work.credit, mover + (action & HISTORY_SIZE - 1))
        + credit_at(work.continuation, continuation_of(work, ply, 0) + kind)
        + credit_at(work.continuation, continuation_of(work, ply, 1) + kind)
    )


def give_credit(work: SelectiveWorkspace, mover: int, ply: int, action: int, bonus: int) -> None:
    """Raise or lower the credit of an action."""
    kind = action & KINDS - 1
    change_credit(work.credit, mover + (action & HISTORY_SIZE - 1), bonus)
    change_credit(work.continuation, continuation_of(work, ply, 0) + kind, bonus)
    change_credit(work.continuation, continuation_of(work, ply, 1) + kind, bonus)


def note_refutation(work: SelectiveWorkspace, mover: int, ply: int, action: int, depth: int) -> int:
    """A quiet action caused a beta cutoff: a killer and a countermove; returns the bonus of its credit."""
    if work.killers[2 * ply] != action:
        work.killers[2 * ply + 1] = work.killers[2 * ply]
        work.killers[2 * ply] = action
    work.countermoves[mover + (work.taken[ply] & HISTORY_SIZE - 1)] = action
    bonus = min(16 * depth * depth + 64 * depth, MAX_CREDIT // 8)
    give_credit(work, mover, ply, action, bonus)
    return bonus


# Order.


def promise(game: Any, state: Any, action: int) -> int:
    """The rank that the game's `order` gives an action; 0 for a quiet one."""
    value = min(max(np.float64(game.order(state, action)), -MAX_ORDER), MAX_ORDER)
    return int(value * ORDER_WEIGHT)


def rank_actions(game: Any, state: Any, start: int, end: int, ply: int, mover: int, work: SelectiveWorkspace) -> None:
    """Rank the actions from `start` to `end`: what the game promises; then killers, a countermove, credit."""
    counter = work.countermoves[mover + (work.taken[ply] & HISTORY_SIZE - 1)]
    for i in range(start, end):
        action = work.actions[i]
        rank = promise(game, state, action)
        if rank == 0:
            rank = credit_of(work, mover, ply, action)
            if action == work.killers[2 * ply]:
                rank += 4 * MAX_CREDIT
            elif action == work.killers[2 * ply + 1]:
                rank += 3 * MAX_CREDIT
            elif action == counter:
                rank += 2 * MAX_CREDIT
        work.ranks[i] = rank


def picked(work: SelectiveWorkspace, start: int, end: int) -> int:
    """The index of the highest rank; the first of equal ones. LLVM turns the first loop into vector instructions."""
    highest = work.ranks[start]
    for i in range(start + 1, end):
        highest = max(highest, work.ranks[i])
    first = start
    while work.ranks[first] != highest:
        first += 1
    return first


def skip_quiet(work: SelectiveWorkspace, start: int, end: int) -> int:
    """Skip all quiet actions that are left; returns how many."""
    count = 0
    for i in range(start, end):
        if -ORDER_WEIGHT < work.ranks[i] < ORDER_WEIGHT:
            work.ranks[i] = SEARCHED
            count += 1
    return count


# Repetition.


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

    # Step 5. The static evaluation, and whether it is better than at the mover's last turn. It comes before the table is
    # read because the entry takes about as long to arrive from memory.
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


quiesce_alone = variant(quiesce, "quiesce_alone", TABLED=False)
"""Quiescence search without a table: what it returns depends on the position only."""
selective_slices = variant(selective, "selective_slices", PROBING=SLICES)
"""The same search with slices of an endgame database to probe."""
