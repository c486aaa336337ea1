"""What a selective search remembers of actions, and the order in which it tries them.

An action that caused a beta cutoff gains credit, and those tried before it lose some: by itself, after the opponent's
last action, and after the player's own action before that. An action that the game promises nothing of (`order` 0) is
quiet; quiet ones are tried by killers, a countermove, and credit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.strong.accumulator import MAX_SLOT, SLOTS
from countermove.engine.strong.pvs import MAX_ORDER, SEARCHED
from countermove.engine.workspace import HISTORY_SIZE, MAX_PLIES, PvsWorkspace
from countermove.native.record import Words, words

ORDER_WEIGHT = 1 << 32
"""The weight of the game's `order`; the rank of a quiet action, of order 0, is smaller than this."""
KINDS = 512
"""Kinds of actions, by their low nine bits."""
MAX_CREDIT = 1 << 14
"""The largest absolute value of a credit."""


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
