"""Principal-variation search with a table: the strong search, for two players and for one.

It gives what `alphabeta` gives, sooner. The first action of a node is searched with the whole window; every other one
is only asked whether it is better, with a window that holds nothing, and searched again if so. Positions are remembered
in a table (table.py), and actions ordered by what is known of them: the table's choice, the game's own `order`, and
then which actions were too good elsewhere. Who acts comes from the rules, never from the ply.

A value that no estimate took part in is exact at any depth, and the table keeps it as such; so a search that deepens
ends by itself when the game is solved. A value that rests on a position having occurred before on the path is true on
that path only, and never enters the table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.score import ending, estimated, from_table, lower, to_table, upper
from countermove.engine.sweep_probe import ABSENT, distance_of, probe, value_of
from countermove.engine.table import EXACT, GOLDEN, LEAST, MOST, NONE, TO_THE_END, busy, find, nearby, pack, place, put
from countermove.engine.workspace import (
    AGE,
    BEFORE,
    BREADTH,
    COMPANY,
    COUNTERS,
    DATABASE,
    DEEP,
    DEEPEST,
    EFFORT,
    END,
    HASHED,
    HEAD,
    HISTORY,
    KILLERS,
    LIMIT,
    LINE,
    NODES,
    ORDERED,
    PATH,
    REPEAT,
    SALT,
    SELECTIVE,
    STACK,
    STOP,
    STUCK,
    TAKEN,
    THREAD,
    TOP,
    WIDE,
    good,
    keep,
    learn,
)  # fmt: skip
from countermove.native.bridge import canonical_state, fill_candidates, limits, next_state
from countermove.native.kernel import again, kernel, variant
from countermove.native.memory import memory_at, prefetch

SYMMETRIC = 12
"""Plies from the root down to which symmetric positions are taken together; deeper they seldom meet."""
RESTLESS = 16
"""Plies that a search goes on below its depth at most, where the position is not quiet."""
CERTAIN = 1 << 62
"""The rank of the action that comes first."""
USUAL = 1 << 40
"""What the game's own order counts beside what the search has seen."""
EAGER = 1e6
"""The most that it may say."""
PUT_OFF = -CERTAIN // 2
"""The rank of an action that is put off."""
MUCH = 8 << 16
"""The effort from which on threads share the actions of a position among them."""
LITTLE = 4 << 16
"""The effort below which a position has its entry in a small part of the table, for the way to memory is long: it takes
as long as all else at a node."""
NEVER = 1 << 40
"""A ply that is on no path."""
PROBING = False
"""Whether a database is asked; True in `probing`."""


def rank(game: Any, state: Any, depth: int, start: int, end: int, ply: int, mover: int, answer: int, work: Any) -> int:
    """Say for each action how soon it is to be searched; gives how many are to be searched at all."""
    count = end - start
    for i in range(start, end):
        action = work[i]
        value = work[HISTORY + mover + (action & HASHED - 1)]
        if action == work[KILLERS + 2 * ply]:
            value += 1 << 30
        elif action == work[KILLERS + 2 * ply + 1]:
            value += 1 << 29
        elif action == work[answer]:
            value += 1 << 28
        if depth > 1 or depth <= 0:
            promise = min(max(np.float64(game.order(state, action)), -EAGER), EAGER)
            value += np.int64(promise * USUAL)
            if depth <= 0 and promise <= 0.0 and work[ORDERED] != 0:
                value = -CERTAIN
                count -= 1
        work[i + BREADTH] = value
    return count


@kernel
def pvs(game: Any, state: Any, depth: int, alpha: int, beta: int, ply: int, work: Any, table: Any) -> int:
    """Twice the score of `state` for player 0, or a bound on it (fail-soft), and 1 more when it rests on an estimate.

    Worthless when STOP was set.
    """
    # Step 1. The end of the game.
    work[NODES] += 1
    wide = beta - alpha > 1
    if wide and ply < LINE:
        work[HEAD + ply * LINE] = END  # where the line of another position may stand
    if game.is_terminal(state):
        return ending(np.float64(game.utility(state, 0)), ply, work) << 1

    # Step 2. The position's key. What the table has of it is on its way from memory while other things are looked at.
    key = 0
    at = 0
    if depth > 0 or game.repeats:
        if ply <= SYMMETRIC or game.repeats:
            state = canonical_state(game, state)
        key = int(game.key(state)) ^ work[SALT]
        at = place(table, key)
        if work[EFFORT + ply] < LITTLE:
            at = nearby(table, at, work[THREAD])
        prefetch(table, at)

    # Step 3. What the game itself has proven. From here on scores are the mover's.
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

    # Step 4. The position is on the path already.
    if game.repeats:
        work[PATH + ply] = key
        for earlier in range(ply - 1, -1 - work[BEFORE], -1):
            if work[PATH + earlier] == key:
                work[REPEAT] = min(work[REPEAT], earlier)
                return ending(np.float64(game.endless(0)), 0, work) << 1

    # Step 5. What a database knows, if there is one.
    if PROBING:
        database = memory_at(work[DATABASE])
        known = probe(database, game, state)
        if known != ABSENT:
            return ending(value_of(database, known), ply + max(0, distance_of(known)), work) << 1

    # Step 6. The end of the search, unless the position is not quiet.
    best = least
    estimate = 0
    if depth <= 0:
        standing = sign * estimated(np.float64(game.evaluate(state, 0)), work)
        if depth <= -RESTLESS or game.is_quiet(state):
            return (sign * max(least, min(most, standing)) << 1) + 1
        best = max(least, min(most, standing))
        estimate = 1
        if best >= beta:
            return (sign * best << 1) + 1
        alpha = max(alpha, best)

    # Step 7. Stop when told to.
    if work[NODES] >= work[LIMIT]:
        work[STOP] = 1
    if ply >= DEEPEST:
        work[DEEP] = work[STOP] = 1
    if work[STOP] != 0:
        return 0

    # Step 8. The actions.
    start = work[TOP]
    end = fill_candidates(game, state, work, start)
    if end - STACK > BREADTH:
        work[WIDE] = work[STOP] = 1
        return 0
    if end == start:
        work[STUCK] = work[STOP] = 1
        return 0
    count = end - start

    # Step 9. What the table knows. A position with one action is not worth an entry.
    choice = NONE if count > 1 else 0
    if count > 1 and depth > 0:
        data = find(table, at, key)
        if data != 0:
            choice = data >> 12 & 255
            if data >> 20 & 4095 >= min(depth, TO_THE_END):
                score = from_table(data >> 32, ply)
                bound = data & EXACT
                if bound == EXACT or (bound == LEAST and score >= beta) or (bound == MOST and score <= alpha):
                    return (sign * score << 1) + (data >> 2 & 1)
                if data & 4 == 0:
                    if bound == LEAST and score > alpha:
                        alpha = score
                        best = max(best, score)
                    if bound == MOST and score < beta:
                        beta = score

    # Step 10. One action after the other, the most promising first, until one is too good to be allowed. The table's
    # choice goes first of all; often the others need not even be ranked.
    work[TOP] = end
    mover = HASHED if sign < 0 else 0
    answer = COUNTERS + mover + (work[TAKEN + ply - 1] & HASHED - 1)
    nodes = work[NODES]
    floor = alpha
    chosen = choice
    lowest = NEVER
    done = 0
    ranked = False
    while done < count:
        first = start
        if done == 0 and choice < count and choice != NONE:
            first = start + choice
        else:
            if not ranked:
                ranked = True
                count = rank(game, state, depth, start, end, ply, mover, answer, work)
                if done == 1:
                    work[start + choice + BREADTH] = -CERTAIN
                elif count == 0:
                    break
            for i in range(start + 1, end):
                if work[i + BREADTH] > work[first + BREADTH]:
                    first = i
        action = work[first]
        # What another thread is searching is put off, once; by then its value will stand in the table.
        mark = 0
        if work[COMPANY] != 0 and depth > 1 and done > 0 and work[EFFORT + ply] >= MUCH:
            mark = (key ^ action * GOLDEN) * GOLDEN | 1
            if table[busy(table, mark)] == mark and work[first + BREADTH] > PUT_OFF:
                work[first + BREADTH] = PUT_OFF
                continue
            table[busy(table, mark)] = mark
        if ranked:
            work[first + BREADTH] = -CERTAIN
        child = next_state(game, state, action)
        work[TAKEN + ply] = action
        # Late actions are looked at less deeply at first, if that is allowed.
        less = 0
        if work[SELECTIVE] != 0 and done >= 3 and depth >= 3:
            less = 1 + (1 if done >= 8 else 0)
        ceiling = beta if done == 0 else alpha + 1
        while True:
            work[REPEAT] = NEVER
            below, above = (alpha, ceiling) if sign > 0 else (-ceiling, -alpha)
            found = again(pvs, game, child, depth - 1 - less, below, above, ply + 1, work, table)
            if work[STOP] != 0:
                if mark != 0:
                    table[busy(table, mark)] = 0
                work[TOP] = start
                return 0
            score = sign * (found >> 1)
            if score <= alpha:
                break
            if less > 0:
                less = 0
            elif score < beta and ceiling < beta:
                ceiling = beta
            else:
                break
        if mark != 0:
            table[busy(table, mark)] = 0
        done += 1
        estimate |= found & 1
        lowest = min(lowest, work[REPEAT])
        if score > best:
            best = score
            if score > alpha:
                chosen = first - start
                if wide:  # where only a question was asked, nobody wants the line
                    keep(work, ply, action, ceiling - alpha == 1 or depth <= 1 or game.is_terminal(child))
                if score >= beta:
                    estimate = found & 1
                    lowest = work[REPEAT]
                    good(work, mover, ply, action, depth)
                    work[answer] = action
                    break
                alpha = score
    work[TOP] = start

    # Step 11. Remember it, unless it is true on this path only.
    nodes = work[NODES] - nodes
    learn(work, ply, nodes)
    work[REPEAT] = lowest if lowest < ply else NEVER
    if lowest >= ply and depth > 0 and end - start > 1:
        bound = LEAST if best >= beta else (MOST if best <= floor else EXACT)
        reached = TO_THE_END if estimate == 0 else max(0, min(depth, TO_THE_END - 1))
        put(table, at, key, pack(to_table(best, ply), reached, min(chosen, NONE), nodes, work[AGE], estimate, bound))
    return (sign * best << 1) + estimate


probing = variant(pvs, "probing", PROBING=True)
"""The same search, with a database to ask: another kernel, for those who have none should not pay for it."""
