"""Selective search: principal-variation search that leaves out what is unlikely to matter, for games that offer `null`.

It is `pvs` (see there) with forward pruning. What it leaves out makes a score an estimate, and it never leaves out the
actions of a player who would otherwise lose: so a win or a loss that it reports is one.

    reverse futility   the position is so good that a shallow search will not change that
    null move          so good that even a pass leaves it above the window
    late actions       near the leaves, late quiet actions are skipped, or searched less deep
    singular           an action much better than all others is searched deeper

How much a quiet action changes an evaluation differs by game, so the margins are measured during the search (`swing`).
"""

from __future__ import annotations

import math
from typing import Any


import numpy as np

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
from countermove.native.bridge import (
    ends_without_actions,
    fill_candidates,
    fill_tactical,
    limits,
    next_state,
)
from countermove.native.kernel import again, kernel
from countermove.native.memory import prefetch
from countermove.native.record import Words, words

MAX_QUIESCENCE = 32
"""Maximum plies of quiescence search."""
SEARCHED = -(1 << 62)
"""The rank of an action that has been searched."""
ORDER_WEIGHT = 1 << 32
MAX_ORDER = 1e6
KINDS = 512
"""Kinds of actions for `continuation`: their low nine bits."""
MAX_CREDIT = 1 << 14
"""The largest absolute value in the histories."""
NO_REPETITION = 1 << 40
REDUCTIONS = tuple(
    int(0.25 + math.log(depth) * math.log(done) / 2.25) if depth and done else 0
    for depth in range(64)
    for done in range(64)
)
"""By how many plies a late action is searched less deep, at 64 x depth + the number of actions before it."""
UNKNOWN = 1 << 40
"""A static evaluation where there is none."""


class SelectiveWorkspace(PvsWorkspace):
    """Selective search."""

    aim: int
    """The depth of this iteration."""
    deepest: int
    """The deepest ply reached."""
    swing: int
    """How much a quiet action changes the evaluation on average, as a score."""
    static: Words = words(MAX_PLIES + 3)
    """The static evaluation at each ply, the mover's; UNKNOWN where there is none. Two plies ahead of the ply."""
    excluded: Words = words(MAX_PLIES + 1)
    """The action that the search of each ply leaves out; NO_ACTION where none."""
    credit: Words = words(2 * HISTORY_SIZE // 4)
    """By player and action: how good it has been, from -MAX_CREDIT to MAX_CREDIT; four to a word."""
    continuation: Words = words(2 * KINDS * KINDS // 4)
    """The same by the kinds of the previous action and of this one; then by the action two plies back."""


def improved(now: int, bonus: int) -> int:
    """A credit after a bonus or malus: the closer to its limit, the less it changes."""
    return now + bonus - now * abs(bonus) // MAX_CREDIT


def credit_at(credits: Any, at: int) -> int:
    """A credit: four are packed into a word, so that all of one action's continuations share a few cache lines."""
    word: int = credits[at >> 2] << 48 - 16 * (at & 3)
    return word >> 48


def change_credit(credits: Any, at: int, bonus: int) -> None:
    shift = 16 * (at & 3)
    now = improved(credit_at(credits, at), bonus) & 0xFFFF
    credits[at >> 2] = credits[at >> 2] & ~(0xFFFF << shift) | now << shift


def continuation_of(work: SelectiveWorkspace, ply: int, back: int) -> int:
    """Where the credits after the action `back` plies ago begin."""
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


def picked(work: SelectiveWorkspace, start: int, end: int) -> int:
    """The index of the highest rank."""
    first = start
    for i in range(start + 1, end):
        if work.ranks[i] > work.ranks[first]:
            first = i
    return first


def rank_actions(
    game: Any, state: Any, start: int, end: int, ply: int, mover: int, answer: int, work: SelectiveWorkspace
) -> None:  # fmt: skip
    """Rank the actions from `start` to `end`: what the game promises, killers, a countermove, then by credit."""
    for i in range(start, end):
        action = work.actions[i]
        promise = min(max(np.float64(game.order(state, action)), -MAX_ORDER), MAX_ORDER)
        value = np.int64(promise * ORDER_WEIGHT)
        if value == 0:
            value = credit_of(work, mover, ply, action)
            if action == work.killers[2 * ply]:
                value += 4 * MAX_CREDIT
            elif action == work.killers[2 * ply + 1]:
                value += 3 * MAX_CREDIT
            elif action == work.countermoves[answer]:
                value += 2 * MAX_CREDIT
        work.ranks[i] = value


def path_key(game: Any, state: Any, ply: int, work: SelectiveWorkspace) -> int:
    """The key of the position, noted on the path."""
    key = int(game.key(state)) ^ work.salt
    work.path[MAX_EARLIER + ply] = key
    return key


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


def is_spent(game: Any, state: Any, ply: int, work: SelectiveWorkspace) -> bool:
    """Whether the game is drawn by the number of reversible actions; a score that rests on it is true on the path only."""
    if game.max_reversible == 0 or game.reversible(state) < game.max_reversible:
        return False
    work.repetition = min(work.repetition, ply - game.max_reversible)
    return True


@kernel
def quiesce(game: Any, state: Any, depth: int, alpha: int, beta: int, ply: int, work: SelectiveWorkspace, table: Any) -> int:
    """The score for the player to move, after tactical actions only; always an estimate."""
    work.nodes += 1
    wide = beta - alpha > 1
    if wide and ply < MAX_LINE:
        work.line[ply * MAX_LINE] = NO_ACTION
    if must_stop(work, ply):
        return 0
    if ply > work.deepest:
        work.deepest = ply
    sign = 1 if game.player(state) == 0 else -1
    if not ends_without_actions(game) and game.is_terminal(state):
        return sign * ending(np.float64(game.utility(state, 0)), ply, work)
    forced = game.extend(state) > 0
    if game.repeats:
        key = path_key(game, state, ply, work)
        if forced and is_repeated(game, state, key, ply, work):
            return sign * ending(np.float64(game.endless(0)), 0, work)
        if is_spent(game, state, ply, work):
            return sign * ending(np.float64(game.utility(state, 0)), ply, work)
    best = -INFINITE
    start = work.top
    if forced and depth > -MAX_QUIESCENCE:
        end = fill_candidates(game, state, work.actions, start)
        if end == start:
            return sign * ending(np.float64(game.utility(state, 0)), ply, work)
    else:
        best = sign * estimated(np.float64(game.evaluate(state, 0)), work)
        if best >= beta or depth <= -MAX_QUIESCENCE or game.is_quiet(state):
            return best
        alpha = max(alpha, best)
        end = fill_tactical(game, state, work.actions, start)
    if end > MAX_STACK:
        work.too_wide = work.stop = 1
        return 0
    mover = HISTORY_SIZE if sign < 0 else 0
    for i in range(start, end):
        action = work.actions[i]
        promise = min(max(np.float64(game.order(state, action)), -MAX_ORDER), MAX_ORDER)
        work.ranks[i] = np.int64(promise * ORDER_WEIGHT) + (credit_of(work, mover, ply, action) if forced else 0)
    work.top = end
    for _ in range(start, end):
        first = picked(work, start, end)
        action = work.actions[first]
        work.ranks[first] = SEARCHED
        work.taken[ply + 1] = action
        child = next_state(game, state, action)
        other = 1 if game.player(child) == 0 else -1
        if other == sign:
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
    forced = game.extend(state)
    if depth <= 0 and forced <= 0:
        return (sign * quiesce(game, state, np.int64(0), alpha, beta, ply, work, table) << 1) + 1
    if forced > 0:
        depth = max(1, depth + forced if ply < 2 * work.aim else depth)
    work.nodes += 1
    wide = beta - alpha > 1
    if wide and ply < MAX_LINE:
        work.line[ply * MAX_LINE] = NO_ACTION
    if must_stop(work, ply):
        return 0
    if ply > work.deepest:
        work.deepest = ply
    start = work.top
    excluded = work.excluded[ply]
    work.excluded[ply + 1] = NO_ACTION

    # Step 2. The end of the game, and repetition.
    if not ends_without_actions(game) and game.is_terminal(state):
        return ending(np.float64(game.utility(state, 0)), ply, work) << 1
    key = path_key(game, state, ply, work)
    if game.repeats:
        if is_spent(game, state, ply, work):
            return ending(np.float64(game.utility(state, 0)), ply, work) << 1
        if excluded == NO_ACTION and is_repeated(game, state, key, ply, work):
            return ending(np.float64(game.endless(0)), 0, work) << 1
    at = place(table, key)
    prefetch(table, at)

    # Step 3. The bounds that the game proves, and the distance that any win has here at least.
    low, high, soon, late = limits(game, state)
    least = lower(low, soon, ply, work)
    most = upper(high, late, ply, work)
    if sign < 0:
        least, most = -most, -least
    if least >= beta or least >= most:
        return sign * least << 1
    if most <= alpha:
        return sign * most << 1
    alpha = max(alpha, least)
    beta = min(beta, most)
    win = (work.won - 1) * PLIES
    """Beyond it, and below its negative, scores are wins and losses."""

    # Step 4. Transposition table lookup.
    choice = NO_CHOICE
    known = 0
    known_bound = 0
    known_depth = -1
    if excluded == NO_ACTION:
        data = find(table, at, key)
        if data != 0:
            choice = data >> 12 & 255
            known = from_table(data >> 32, ply)
            known_bound = data & EXACT
            known_depth = data >> 20 & 4095
            left = game.max_reversible - game.reversible(state) if game.max_reversible > 0 else MAX_PLIES
            if abs(known) > win and work.won * PLIES - abs(known) - ply > left:
                known_bound = 0  # the game is drawn before that win
            elif not wide and known_depth >= min(depth, TO_THE_END):
                if (
                    known_bound == EXACT
                    or (known_bound == LOWER and known >= beta)
                    or (known_bound == UPPER and known <= alpha)
                ):
                    return (sign * known << 1) + (data >> 2 & 1)

    # Step 5. The static evaluation, and whether it has become better since the mover's last turn.
    standing = UNKNOWN
    better = False
    if forced <= 0:
        standing = sign * estimated(np.float64(game.evaluate(state, 0)), work)
        if work.static[ply] != UNKNOWN:
            better = standing > work.static[ply]
            change = abs(standing - work.static[ply])
            work.swing += (min(change, 4 * work.swing) - work.swing) >> 8
        if known_bound != 0 and abs(known) <= win:
            if known_bound == EXACT or (known_bound == LOWER) == (known > standing):
                standing = known
    work.static[ply + 2] = standing
    swing = work.swing

    # Step 6. Forward pruning of the whole position: not on the principal variation, nor where a win is at stake.
    if not wide and forced <= 0 and excluded == NO_ACTION and abs(beta) <= win:
        if depth <= 7 and standing - swing * (depth - (1 if better else 0)) >= beta and standing <= win:
            return (sign * standing << 1) + 1
        if depth <= 3 and standing + swing * (2 + 3 * depth) <= alpha:
            found = quiesce(game, state, np.int64(0), alpha, alpha + 1, ply, work, table)
            if work.stop != 0:
                return 0
            if found <= alpha:
                return (sign * found << 1) + 1
        if depth >= 3 and standing >= beta and work.taken[ply] != NO_ACTION:
            child = game.null(state)
            if game.player(child) != game.player(state):
                fewer = 3 + depth // 3 + min(3, (standing - beta) // max(1, 2 * swing))
                work.taken[ply + 1] = NO_ACTION
                below, above = (beta - 1, beta) if sign > 0 else (-beta, 1 - beta)
                found = again(selective, game, child, depth - 1 - fewer, below, above, ply + 1, work, table)
                if work.stop != 0:
                    return 0
                score = sign * (found >> 1)
                if score >= beta:
                    return (sign * (beta if score > win else score) << 1) + 1

    # Step 7. Internal reduction: without a choice from the table the order is poor.
    if choice == NO_CHOICE and depth >= 4 and excluded == NO_ACTION:
        depth -= 1

    # Step 8. The actions, and their ranks.
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
    mover = HISTORY_SIZE if sign < 0 else 0

    # Step 9. Singular extension: is the table's choice much better than all others?
    deeper = 0
    if (
        depth >= 7
        and choice < count
        and excluded == NO_ACTION
        and known_depth >= depth - 3
        and known_bound & LOWER != 0
        and abs(known) <= win
        and ply < 2 * work.aim
    ):
        target = known - swing * depth // 8
        half = (depth - 1) // 2
        work.excluded[ply] = work.actions[start + choice]
        below, above = (target - 1, target) if sign > 0 else (-target, 1 - target)
        found = again(selective, game, state, half, below, above, ply, work, table)
        work.excluded[ply] = NO_ACTION
        if work.stop != 0:
            work.top = start
            return 0
        score = sign * (found >> 1)
        if score < target:
            deeper = 1
        elif target >= beta and not wide:
            work.top = start
            return (sign * target << 1) + 1
        elif known >= beta:
            deeper = -1
        work.static[ply + 2] = standing

    # Step 10. Loop through the actions, most promising first, until a beta cutoff.
    answer = mover + (work.taken[ply] & HISTORY_SIZE - 1)
    nodes = work.nodes
    floor = alpha
    best = -INFINITE
    estimate = 0
    chosen = choice
    lowest = NO_REPETITION
    done = 0
    ranked = False
    first_quiet = False
    for turn in range(count):
        if turn == 0 and choice < count and excluded == NO_ACTION:
            first = start + choice
            order_of_first = np.float64(game.order(state, work.actions[first]))
            rank = np.int64(min(max(order_of_first, -MAX_ORDER), MAX_ORDER) * ORDER_WEIGHT)
        else:
            if not ranked:
                ranked = True
                rank_actions(game, state, start, end, ply, mover, answer, work)
                if turn == 1:
                    work.ranks[start + choice] = SEARCHED - 1 - (1 if first_quiet else 0)
            first = picked(work, start, end)
            rank = work.ranks[first]
        action = work.actions[first]
        if action == excluded:
            work.ranks[first] = SEARCHED
            estimate = 1
            continue
        quiet = rank < ORDER_WEIGHT and rank > -ORDER_WEIGHT
        # Skip late actions near the leaves, once one has been found that does not lose.
        if not wide and done > 0 and best > -win and forced <= 0:
            worth = rank if quiet else 0
            if quiet and depth <= 8:
                if done >= (3 + depth * depth) // (1 if better else 2) or standing + swing * (2 + 2 * depth) <= alpha or (
                    depth <= 4 and worth < -2048 * depth
                ):
                    estimate = 1
                    work.ranks[first] = SEARCHED
                    done += 1
                    continue
            if rank <= -ORDER_WEIGHT and depth <= 2:
                estimate = 1
                work.ranks[first] = SEARCHED
                done += 1
                continue
        if ranked:
            work.ranks[first] = SEARCHED - 1 - (1 if quiet else 0)
        else:
            first_quiet = quiet
        child = next_state(game, state, action)
        work.taken[ply + 1] = action
        nearer = depth - 1 + (deeper if first - start == choice else 0)
        reduction = 0
        if done > 0 and depth >= 3 and forced <= 0 and (quiet or rank < 0):
            reduction = REDUCTIONS[64 * min(depth, 63) + min(done, 63)]
            if wide:
                reduction -= 1
            if not better:
                reduction += 1
            if quiet:
                reduction -= (rank + MAX_CREDIT // 2) // MAX_CREDIT
            reduction = max(0, min(reduction, nearer - 1))
        ceiling = beta if done == 0 else alpha + 1
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
                if wide:
                    update_line(work, ply, action, ceiling - alpha == 1 or depth <= 1)
                if score >= beta:
                    lowest = work.repetition
                    estimate = found & 1
                    break
                alpha = score
    work.top = start
    if best == -INFINITE:  # only the excluded action
        return (sign * alpha << 1) + 1

    # Step 11. What this says about the actions tried.
    if best >= beta and excluded == NO_ACTION:
        action = work.actions[start + chosen]
        bonus = min(16 * depth * depth + 64 * depth, 2048)
        if np.float64(game.order(state, action)) == 0.0:
            if work.killers[2 * ply] != action:
                work.killers[2 * ply + 1] = work.killers[2 * ply]
                work.killers[2 * ply] = action
            work.countermoves[answer] = action
            give_credit(work, mover, ply, action, bonus)
            for i in range(start, end if ranked else start):
                if work.ranks[i] == SEARCHED - 2 and i - start != chosen:
                    give_credit(work, mover, ply, work.actions[i], -bonus)

    # Step 12. Store the score in the table, unless it is true on this path only.
    nodes = work.nodes - nodes
    work.repetition = lowest if lowest < ply else NO_REPETITION
    if excluded == NO_ACTION and (lowest >= ply or estimate != 0):
        bound = LOWER if best >= beta else (UPPER if best <= floor else EXACT)
        reached = TO_THE_END if estimate == 0 else max(0, min(depth, TO_THE_END - 1))
        data = pack(to_table(best, ply), reached, min(chosen, NO_CHOICE), nodes, work.age, estimate, bound)
        put(table, at, key, data)
    return (sign * best << 1) + estimate

