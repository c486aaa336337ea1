"""Expectiminimax, compiled: MAX, MIN and chance in any order, with a table and pruning.

Where a game has finite bounds, a chance node need not search every outcome. If the average would be too low even if all
remaining outcomes were as good as possible, it is too low: Star1. Better still, first search one reply to each outcome;
where MIN acts next, that bounds the outcome from above, and together these bounds often suffice: Star2. Each outcome
has its own window, derived from the window of the average and the bounds of all other outcomes. Elsewhere the search is
alpha-beta. See Ballard, "The *-minimax search procedure for trees
containing chance nodes" (1983), and Hauk, Buro and Schaeffer, "Rediscovering *-minimax search" (2004).

The value is the textbook's at the same depth, with every estimate clamped to the bounds of its state, whether pruned
or not, with or without the table (float_table.py).

If `sample` is not 0, a chance node with more outcomes draws that many, and weighs each by how often it was drawn. Draws
depend only on the state and the seed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.chance.float_table import answers, recalled, remember
from countermove.engine.chance.outcomes import average, outcomes_of, picked
from countermove.engine.chance.ranking import after, foremost, gathered, promote, rank
from countermove.engine.play.playout import random_bits
from countermove.engine.table import EXACT, LOWER, UPPER, place
from countermove.engine.workspace import (
    HISTORY_SIZE,
    MAX_LINE,
    MAX_PLIES,
    NO_ACTION,
    StackWorkspace,
    must_stop,
    update_line,
)
from countermove.game import CHANCE
from countermove.native.bridge import limits
from countermove.native.kernel import again, kernel
from countermove.native.real import real_of
from countermove.native.record import Words, words

TORN = 2
"""In `fault`: a chance node has outcomes of inf and -inf."""


class ChanceWorkspace(StackWorkspace):
    """Expectiminimax."""

    pruning: int
    """0 for none, 1 for Star1, 2 for Star2."""
    side: int
    """The players who maximise: bit p for player p."""
    sample: int
    """The most outcomes searched at a chance node; 0 for all."""
    seed: int
    """The seed of the draws."""
    salt: int
    """Mixed into all keys, so that a table can be cleared in constant time."""
    taken: Words = words(MAX_PLIES + 3)
    """The action or outcome that led to each ply; 0 at the root."""
    countermoves: Words = words(2 * HISTORY_SIZE)
    """By side and previous action or outcome: the best reply to it elsewhere."""


def guess(game: Any, state: Any, answer: int, work: ChanceWorkspace) -> int:
    """A likely best action: the reply to the same action elsewhere, or the first by the game's order; or NO_ACTION."""
    start = work.top
    end = gathered(game, state, work)
    if work.stop != 0:
        return NO_ACTION
    for i in range(start, end):
        if work.actions[i] == answer:
            return answer
    rank(game, state, start, end, NO_ACTION, NO_ACTION, work)
    return work.actions[foremost(start, end, work)]


def drawn(key: int, count: int, outcomes: Any, odds: Any, work: ChanceWorkspace) -> int:
    """Draw `sample` outcomes by their odds, and keep each once; returns how many are left."""
    times = np.zeros(count)
    for number in range(work.sample):
        times[picked(random_bits(work.seed, key, number) * 2.0**-63, count, odds)] += 1.0
    left = 0
    for i in range(count):
        if times[i] > 0.0:
            outcomes[left] = outcomes[i]
            odds[left] = times[i] / work.sample
            left += 1
    return left


@kernel
def expectiminimax(
    game: Any, state: Any, depth: int, alpha: float, beta: float, ply: int, work: ChanceWorkspace, table: Any
) -> float:
    """The value v of `state` for player 0, `depth` plies deep, or a bound on it.

    If alpha < v < beta it is exact. If v <= alpha the true value is at most v; if v >= beta it is at least v.
    Meaningless once `stop` is set.
    """
    # Step 1. The end of the game, or of the search. An estimate is clamped to the bounds.
    work.nodes += 1
    if ply < MAX_LINE:
        work.line[ply * MAX_LINE] = NO_ACTION
    if game.is_terminal(state):
        return np.float64(game.utility(state, 0))
    low, high, _, _ = limits(game, state)
    if depth <= 0:
        work.horizon = 1
        return min(max(np.float64(game.evaluate(state, 0)), low), high)
    pruning = work.pruning
    if pruning != 0:
        if low >= beta:
            return low
        if high <= alpha:
            return high

    # Step 2. Check the limits.
    if must_stop(work, ply):
        return 0.0

    # Step 3. Transposition table lookup.
    key = 0
    at = 0
    choice = NO_ACTION
    if depth > 1 and pruning != 0:
        key = int(game.key(state)) ^ work.salt
        at = place(table, key)
        entry = recalled(table, at, key)
        if entry.data != 0:
            choice = entry.choice
            if answers(entry, depth, alpha, beta):
                work.horizon |= entry.data >> 2 & 1
                return real_of(entry.word)
    before = work.horizon
    work.horizon = 0
    mover = game.player(state)
    floor, ceiling = alpha, beta
    best = 0.0

    if mover == CHANCE:
        # Step 4. The outcomes, with their odds and their bounds.
        count, outcomes, odds = outcomes_of(game, state, work)
        if work.stop != 0:
            return 0.0
        if 0 < work.sample < count:
            count = drawn(int(game.key(state)), count, outcomes, odds, work)
        lows = np.full(count, -np.inf)
        highs = np.full(count, np.inf)
        least = most = 0.0
        if pruning != 0:
            for i in range(count):
                child = after(game, state, outcomes[i])
                if game.is_terminal(child):
                    lows[i] = highs[i] = np.float64(game.utility(child, 0))
                else:
                    lows[i], highs[i], _, _ = limits(game, child)
                least += odds[i] * lows[i]
                most += odds[i] * highs[i]
        bounded = pruning != 0 and np.isfinite(least) and np.isfinite(most)
        done = False

        # Step 5. Star2: search one reply to each outcome, which bounds its value.
        if bounded and pruning == 2 and depth > 1:
            for i in range(count):
                if least >= beta or most <= alpha:
                    break
                odd = odds[i]
                if lows[i] >= highs[i]:
                    continue
                child = after(game, state, outcomes[i])
                player = game.player(child)
                if player == CHANCE:
                    continue
                maximises = work.side >> player & 1 != 0
                if (beta if maximises else -alpha) == np.inf:
                    continue
                answer = (0 if maximises else HISTORY_SIZE) + (outcomes[i] & HISTORY_SIZE - 1)
                action = guess(game, child, work.countermoves[answer], work)
                if action == NO_ACTION:
                    continue
                work.countermoves[answer] = action
                work.taken[ply + 1] = outcomes[i]
                work.taken[ply + 2] = action
                grandchild = after(game, child, action)
                if maximises:
                    top = min(highs[i], lows[i] + (beta - least) / odd)
                    value = again(expectiminimax, game, grandchild, depth - 2, lows[i], top, ply + 2, work, table)
                    value = min(value, highs[i])
                    if value > lows[i]:
                        least += odd * (value - lows[i])
                        lows[i] = value
                else:
                    bottom = max(lows[i], highs[i] - (most - alpha) / odd)
                    value = again(expectiminimax, game, grandchild, depth - 2, bottom, highs[i], ply + 2, work, table)
                    value = max(value, lows[i])
                    if value < highs[i]:
                        most += odd * (value - highs[i])
                        highs[i] = value
                if work.stop != 0:
                    return 0.0

        # Step 6. Star1: each outcome with the window that the bounds of all others leave.
        for i in range(count):
            odd = odds[i]
            if bounded:
                if most <= alpha:
                    best = min(most, alpha)
                    done = True
                    break
                if least >= beta:
                    best = max(least, beta)
                    done = True
                    break
                if lows[i] >= highs[i]:
                    continue
            bottom, top = -np.inf, np.inf
            if bounded:
                bottom = max(lows[i], highs[i] - (most - alpha) / odd)
                top = min(highs[i], lows[i] + (beta - least) / odd)
                if bottom >= top:
                    bottom, top = -np.inf, np.inf
            child = after(game, state, outcomes[i])
            work.taken[ply + 1] = outcomes[i]
            value = again(expectiminimax, game, child, depth - 1, bottom, top, ply + 1, work, table)
            if work.stop != 0:
                return 0.0
            if not bounded:
                lows[i] = highs[i] = value
                continue
            if value <= bottom and bottom > lows[i]:
                best = min(most + odd * (value - highs[i]), alpha)
                done = True
                break
            if value >= top and top < highs[i]:
                best = max(least + odd * (value - lows[i]), beta)
                done = True
                break
            value = min(max(value, lows[i]), highs[i])
            least += odd * (value - lows[i])
            most += odd * (value - highs[i])
            lows[i] = highs[i] = value
        if not done:
            best = average(count, odds, lows)
            if np.isnan(best):
                work.fault = TORN
                work.stop = 1
                return 0.0
        if ply < MAX_LINE:
            work.line[ply * MAX_LINE] = NO_ACTION
        choice = NO_ACTION
    else:
        # Step 7. The actions of a player, the most promising first, until a beta cutoff.
        start = work.top
        end = gathered(game, state, work)
        if work.stop != 0:
            return 0.0
        maximises = work.side >> mover & 1 != 0
        answer = (0 if maximises else HISTORY_SIZE) + (work.taken[ply] & HISTORY_SIZE - 1)
        ordered = pruning != 0 and depth > 1
        if ordered:
            rank(game, state, start, end, choice, work.countermoves[answer], work)
        elif pruning != 0:
            for i in range(start, end):
                if work.actions[i] == work.countermoves[answer]:
                    work.actions[i] = work.actions[start]
                    work.actions[start] = work.countermoves[answer]
                    break
        work.top = end
        best = -np.inf if maximises else np.inf
        for i in range(start, end):
            if ordered:
                promote(i, end, work)
            action = work.actions[i]
            child = after(game, state, action)
            work.taken[ply + 1] = action
            value = again(expectiminimax, game, child, depth - 1, alpha, beta, ply + 1, work, table)
            if work.stop != 0:
                work.top = start
                return 0.0
            if i == start or (value > best if maximises else value < best):
                best = value
                choice = action
                update_line(work, ply, action, depth <= 1 or game.is_terminal(child))
                if pruning != 0:
                    if maximises:
                        alpha = max(alpha, value)
                    else:
                        beta = min(beta, value)
                    if alpha >= beta:
                        break
        work.top = start
        work.countermoves[answer] = choice

    # Step 8. Store it in the table.
    estimate = work.horizon
    work.horizon = before | estimate
    if depth > 1 and pruning != 0:
        bound = LOWER if best >= ceiling else (UPPER if best <= floor else EXACT)
        remember(table, at, key, best, depth, estimate, bound, choice)
    return best
