"""Principal-variation search with a transposition table: the strong search, for two players and for one.

It gives what `alphabeta` gives, sooner. The first action of a node is searched with the whole window; every other one
with a null window, and again with the whole one if it fails high. Positions are kept in a transposition table
(table.py), and actions are ordered: the table's choice, the game's `order`, then killers, countermoves and history. Who
acts comes from the rules, never from the ply.

A value that no estimate took part in is exact at any depth, and is stored as such; so iterative deepening ends by
itself when the game is solved. A value that rests on a repetition of a position on the path is true on that path only,
and is never stored.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.graph.probe import ABSENT, distance_of, probe, value_of
from countermove.engine.slices.code import UNKNOWN, plies_of, score_of
from countermove.engine.slices.probe import probe as probe_slices
from countermove.engine.strong.score import PLIES, ending, estimated, from_table, lower, to_table, upper
from countermove.engine.table import (
    EXACT,
    GOLDEN,
    LOWER,
    NO_CHOICE,
    TO_THE_END,
    UPPER,
    busy,
    find,
    nearby,
    pack,
    place,
    put,
)
from countermove.engine.workspace import (
    HISTORY_SIZE,
    MAX_EARLIER,
    MAX_LINE,
    MAX_STACK,
    NO_ACTION,
    PvsWorkspace,
    must_stop,
    note_cutoff,
    note_effort,
    update_line,
)
from countermove.native.bridge import canonical_state, ends_without_actions, fill_candidates, limits, next_state
from countermove.native.kernel import again, kernel, variant
from countermove.native.memory import memory_at, prefetch

SYMMETRY_PLIES = 12
"""The deepest ply at which symmetric positions share an entry; deeper down they seldom meet."""
MAX_QUIESCENCE = 16
"""Maximum plies of quiescence search below the depth limit."""
SEARCHED = -(1 << 62)
"""The rank of an action that has been searched, or that quiescence search skips."""
DEFERRED = SEARCHED // 2
"""The rank of an action that another thread is searching."""
ORDER_WEIGHT = 1 << 40
"""The weight of the game's `order` against killers, countermoves and history."""
MAX_ORDER = 1e6
"""Its values are clamped to this."""
MIN_EFFORT_TO_SHARE = 8 << 16
"""The effort from which threads share the actions of a position among them."""
MIN_EFFORT_FOR_FAR = 4 << 16
"""The effort below which a position is stored in a small part of the table that stays in the cache: a cache miss takes
as long as everything else at a node."""
NO_REPETITION = 1 << 40
"""A ply that is on no path."""
NOTHING, STATES, SLICES = range(3)
PROBING = NOTHING
"""What is probed: no database, one of all states (`probing`), or one of slices (`probing_slices`)."""
NOT_PROBED = 1 << 40
"""A score beyond all others, of a position that is in no slice."""


def is_spent(game: Any, state: Any, ply: int, work: PvsWorkspace) -> bool:
    """Whether the game is drawn by its number of reversible actions; notes that this is true on the path only."""
    if game.max_reversible == 0 or game.reversible(state) < game.max_reversible:
        return False
    work.repetition = min(work.repetition, ply - game.max_reversible)
    return True


def is_in_time(game: Any, state: Any, score: int, ply: int, work: PvsWorkspace) -> bool:
    """Whether a win or a loss of the table comes before the game is drawn by its number of reversible actions.

    Equal positions share an entry, whatever their numbers.
    """
    if game.max_reversible == 0 or abs(score) <= (work.won - 1) * PLIES:
        return True
    return work.won * PLIES - abs(score) - ply < game.max_reversible - game.reversible(state)


def score_in_slices(game: Any, state: Any, sign: int, ply: int, work: PvsWorkspace) -> int:
    """The score of a position that is in a slice, for the mover; NOT_PROBED if it is in none.

    Slices know nothing of counts of reversible plies: a win that would come too late is not one.
    """
    code = probe_slices(memory_at(work.database), game, state)
    if code == UNKNOWN:
        return NOT_PROBED
    work.hits += 1
    value = score_of(code)
    if value == 0:
        return sign * ending(game.neutral, ply, work)
    score = work.won * PLIES - (ply + plies_of(code))
    score = score if value > 0 else -score
    return score if is_in_time(game, state, score, ply, work) else NOT_PROBED


def rank(
    game: Any, state: Any, depth: int, start: int, end: int, ply: int, mover: int, answer: int, work: PvsWorkspace
) -> int:  # fmt: skip
    """Rank the actions from `start` to `end`; returns how many are to be searched."""
    count = end - start
    for i in range(start, end):
        action = work.actions[i]
        value: Any = work.history[mover + (action & HISTORY_SIZE - 1)]
        if action == work.killers[2 * ply]:
            value += 1 << 30
        elif action == work.killers[2 * ply + 1]:
            value += 1 << 29
        elif action == work.countermoves[answer]:
            value += 1 << 28
        if depth > 1 or depth <= 0:
            promise = min(max(np.float64(game.order(state, action)), -MAX_ORDER), MAX_ORDER)
            value += np.int64(promise * ORDER_WEIGHT)
            if depth <= 0 and promise <= 0.0 and work.ordered != 0:
                value = SEARCHED
                count -= 1
        work.ranks[i] = value
    return count


@kernel
def pvs(game: Any, state: Any, depth: int, alpha: int, beta: int, ply: int, work: PvsWorkspace, table: Any) -> int:
    """Twice the score of `state` for player 0, or a bound on it (fail-soft), and 1 more when it rests on an estimate.

    If alpha < score < beta it is exact; at or below alpha it is an upper bound, at or above beta a lower bound.
    Meaningless once `stop` is set.
    """
    # Step 1. The end of the game.
    work.nodes += 1
    wide = beta - alpha > 1
    if wide and ply < MAX_LINE:
        work.line[ply * MAX_LINE] = NO_ACTION  # it may still hold the line of another position
    start = end = work.top
    if (depth > 0 or game.repeats) and (ply <= SYMMETRY_PLIES or game.repeats) and ends_without_actions(game):
        state = canonical_state(game, state)
    if depth > 0 and ends_without_actions(game):
        end = fill_candidates(game, state, work.actions, start)
        if end == start:
            is_spent(game, state, ply, work)
            return ending(np.float64(game.utility(state, 0)), ply, work) << 1
    elif game.is_terminal(state):
        is_spent(game, state, ply, work)
        return ending(np.float64(game.utility(state, 0)), ply, work) << 1

    # Step 2. The position's key. Prefetch its bucket of the table.
    key = 0
    at = 0
    if depth > 0 or game.repeats:
        if (ply <= SYMMETRY_PLIES or game.repeats) and not ends_without_actions(game):
            state = canonical_state(game, state)
        key = int(game.key(state)) ^ work.salt
        at = place(table, key)
        if work.effort[ply] < MIN_EFFORT_FOR_FAR:
            at = nearby(table, at, work.thread)
        prefetch(table, at)

    # Step 3. The bounds that the game proves. From here on scores are the mover's.
    sign = 1 if game.player(state) == 0 else -1
    low, high, soon, late = limits(game, state)
    least = lower(low, soon, ply, work)
    most = upper(high, late, ply, work)
    if sign < 0:
        least, most = -most, -least
        alpha, beta = -beta, -alpha
    if least >= beta or least >= most:
        return sign * least << 1
    if most <= alpha:
        return sign * most << 1
    alpha = max(alpha, least)
    beta = min(beta, most)

    # Step 4. A repetition: the position is on the path already.
    if game.repeats:
        work.path[MAX_EARLIER + ply] = key
        for earlier in range(ply - 1, -1 - work.earlier, -1):
            if work.path[MAX_EARLIER + earlier] == key:
                work.repetition = min(work.repetition, earlier)
                return ending(np.float64(game.endless(0)), 0, work) << 1

    # Step 5. Probe the endgame database, if there is one.
    if PROBING == SLICES:
        score = score_in_slices(game, state, sign, ply, work)
        if score != NOT_PROBED:
            return sign * score << 1
    if PROBING == STATES:
        database = memory_at(work.database)
        known = probe(database, game, state)
        if known != ABSENT:
            return ending(value_of(database, known), ply + max(0, distance_of(known)), work) << 1

    # Step 6. The depth limit: an estimate, or quiescence search where the position is not quiet.
    best = least
    estimate = 0
    if depth <= 0:
        standing = sign * estimated(np.float64(game.evaluate(state, 0)), work)
        if depth <= -MAX_QUIESCENCE or game.is_quiet(state):
            return (sign * max(least, min(most, standing)) << 1) + 1
        best = max(least, min(most, standing))
        estimate = 1
        if best >= beta:
            return (sign * best << 1) + 1
        alpha = max(alpha, best)

    # Step 7. Check the limits.
    if must_stop(work, ply):
        return 0

    # Step 8. The actions.
    if end == start:
        end = fill_candidates(game, state, work.actions, start)
    if end > MAX_STACK:
        work.too_wide = work.stop = 1
        return 0
    if end == start:
        work.stuck = work.stop = 1
        return 0
    count = end - start

    # Step 9. Transposition table lookup. A position with one action is not worth an entry.
    choice = NO_CHOICE if count > 1 else 0
    if count > 1 and depth > 0:
        data = find(table, at, key)
        if data != 0:
            choice = data >> 12 & 255
            if data >> 20 & 4095 >= min(depth, TO_THE_END):
                score = from_table(data >> 32, ply)
                bound = data & EXACT if is_in_time(game, state, score, ply, work) else 0
                if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                    return (sign * score << 1) + (data >> 2 & 1)
                if data & 4 == 0:
                    if bound == LOWER and score > alpha:
                        alpha = score
                        best = max(best, score)
                    if bound == UPPER and score < beta:
                        beta = score

    # Step 10. Loop through the actions, most promising first, until a beta cutoff. The table's choice goes first; often
    # it causes the cutoff, and the others need not even be ranked.
    work.top = end
    mover = HISTORY_SIZE if sign < 0 else 0
    answer = mover + (work.taken[ply] & HISTORY_SIZE - 1)
    nodes = work.nodes
    floor = alpha
    chosen = choice
    lowest = NO_REPETITION
    done = 0
    ranked = False
    while done < count:
        first = start
        if done == 0 and choice < count and choice != NO_CHOICE:
            first = start + choice
        else:
            if not ranked:
                ranked = True
                count = rank(game, state, depth, start, end, ply, mover, answer, work)
                if done == 1:
                    work.ranks[start + choice] = SEARCHED
                elif count == 0:
                    break
            for i in range(start + 1, end):
                if work.ranks[i] > work.ranks[first]:
                    first = i
        action = work.actions[first]
        # Defer, once, what another thread is searching; by then its value will be in the table.
        mark = 0
        if work.other_threads != 0 and depth > 1 and done > 0 and work.effort[ply] >= MIN_EFFORT_TO_SHARE:
            mark = (key ^ action * GOLDEN) * GOLDEN | 1
            if table[busy(table, mark)] == mark and work.ranks[first] > DEFERRED:
                work.ranks[first] = DEFERRED
                continue
            table[busy(table, mark)] = mark
        if ranked:
            work.ranks[first] = SEARCHED
        child = next_state(game, state, action)
        work.taken[ply + 1] = action
        # Late-move reduction: search late actions less deeply at first, if that is allowed.
        reduction = 0
        if work.selective != 0 and done >= 3 and depth >= 3:
            reduction = 1 + (1 if done >= 8 else 0)
        ceiling = beta if done == 0 else alpha + 1  # a null window after the first
        while True:
            work.repetition = NO_REPETITION
            below, above = (alpha, ceiling) if sign > 0 else (-ceiling, -alpha)
            found = again(pvs, game, child, depth - 1 - reduction, below, above, ply + 1, work, table)
            if work.stop != 0:
                if mark != 0:
                    table[busy(table, mark)] = 0
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
        if mark != 0:
            table[busy(table, mark)] = 0
        done += 1
        estimate |= found & 1
        lowest = min(lowest, work.repetition)
        if score > best:
            best = score
            if score > alpha:
                chosen = first - start
                if wide:  # a null window leaves no line
                    update_line(work, ply, action, ceiling - alpha == 1 or depth <= 1 or game.is_terminal(child))
                if score >= beta:
                    estimate = found & 1
                    lowest = work.repetition
                    note_cutoff(work, mover, ply, action, depth)
                    work.countermoves[answer] = action
                    break
                alpha = score
    work.top = start

    # Step 11. Store the score in the table, unless it is true on this path only.
    nodes = work.nodes - nodes
    note_effort(work, ply, nodes)
    work.repetition = lowest if lowest < ply else NO_REPETITION
    if lowest >= ply and depth > 0 and end - start > 1:
        bound = LOWER if best >= beta else (UPPER if best <= floor else EXACT)
        reached = TO_THE_END if estimate == 0 else max(0, min(depth, TO_THE_END - 1))
        data = pack(to_table(best, ply), reached, min(chosen, NO_CHOICE), nodes, work.age, estimate, bound)
        put(table, at, key, data)
    return (sign * best << 1) + estimate


probing = variant(pvs, "probing", PROBING=STATES)
"""The same search with a database to probe: a kernel of its own, so that others do not pay for it."""
probing_slices = variant(pvs, "probing_slices", PROBING=SLICES)
