"""Unroll a game of hidden information into what its players can tell apart: information sets and sequences.

A player's *information* is everything it has seen and done: the chain of its own actions and of its views, each view
appended when it changes. The chain is hashed into one word, the information key:

    key  <-  stir(key, place of the action)       when the player acts: the first of the legal actions is 0
    key  <-  stir(key, hash of the view)          when its view of the state changes

Nodes with the same key are one *information set*. So players remember everything (perfect recall), whatever the rules
keep in their states. An action at an information set extends the *sequence* of the player's own actions, and what a
finished game pays depends on one sequence of each player and on chance:

    sequences of player 0   0  the empty one;  then those of each of its sets, side by side
    a set                   key, player, number of actions, first sequence, the player's sequence before it, history
    an end                  the sequence of each player, the probability of chance, the utility to each player

The kernel visits the whole tree, depth first, so a set comes after the sets before it. Where memory is full it stops,
and is run again with more. Ends take most of the memory. Where there are too many to keep, they are only counted, and
weighed in another visit of the tree each time: what each sequence is worth to its player against the plans of the
others. See von Stengel, "Efficient computation of behavior strategies" (1996).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.chance.outcomes import outcomes_of
from countermove.engine.workspace import MAX_STACK, StackWorkspace
from countermove.game import CHANCE, SIMULTANEOUS
from countermove.native.bridge import fill_actions, next_state, stir, view_key
from countermove.native.kernel import again, kernel
from countermove.native.real import real_of, word_of
from countermove.values import split

KEY, PLAYER, COUNT, FIRST, PARENT, LENGTH, HISTORY = range(7)
"""Words of a set: information key, player, number of actions, first sequence, the sequence before, and a path to one of
its nodes: its length, and where it begins among the histories."""
SET = 8
FULL, PLAYER_FAULT, NAN, MIXED, LONG = range(10, 15)
"""In `fault`: memory is full; no such player; a utility is not a number; nodes of one set have different actions or
players; too many plies."""


KEEP, COUNT_ENDS, WEIGH = range(3)
"""In `mode`: keep the ends; only count them; weigh them with plans."""


class UnrollWorkspace(StackWorkspace):
    """Variables of the kernel."""

    players: int
    mode: int
    sets: int
    """Information sets so far."""
    sequences: int
    """Sequences so far, the empty ones included."""
    ends: int
    """Ends so far."""
    steps: int
    """Words of histories so far."""


def set_of(
    key: int, player: int, count: int, start: int, parent: int, ply: int, work: UnrollWorkspace, path: Any, table: Any,
    sets: Any, sequences: Any, histories: Any,
) -> int:  # fmt: skip
    """The offset of an information set, added if it is new; -1 after a fault. Its actions are those at `start`."""
    # Step 1. Look it up.
    mask = len(table) - 1
    slot = key & mask
    while table[slot] != 0:
        at = (table[slot] - 1) * SET
        if sets[at + KEY] == key:
            same = sets[at + PLAYER] == player and sets[at + COUNT] == count
            if same:
                for i in range(count):
                    if sequences[sets[at + FIRST] + i] != work.actions[start + i]:
                        same = False
            if same:
                return at
            work.fault = MIXED
            work.stop = 1
            return -1
        slot = (slot + 1) & mask

    # Step 2. Add it.
    at = work.sets * SET
    if (
        at + SET > len(sets)
        or work.sequences + count > len(sequences)
        or work.steps + ply > len(histories)
        or 2 * work.sets > mask
    ):
        work.fault = FULL
        work.stop = 1
        return -1
    sets[at + KEY] = key
    sets[at + PLAYER] = player
    sets[at + COUNT] = count
    sets[at + FIRST] = work.sequences
    sets[at + PARENT] = parent
    sets[at + LENGTH] = ply
    sets[at + HISTORY] = work.steps
    for i in range(count):
        sequences[work.sequences + i] = work.actions[start + i]
    for i in range(ply):
        histories[work.steps + i] = path[i]
    work.sequences += count
    work.steps += ply
    work.sets += 1
    table[slot] = work.sets
    return at


def fill_offered(game: Any, state: Any, mover: int, together: bool, work: Any) -> int:
    """Put the actions of a state on the stack of `work`, and leave room for those of each player; returns how many.

    `work.stop` says whether something is wrong with them.
    """
    count = fill_actions(game, state, work.actions, work.top) - work.top
    if count == 0:
        work.stuck = work.stop = 1
    elif work.top + 3 * count + 2 > MAX_STACK:
        work.too_wide = work.stop = 1
    elif not together and not 0 <= mover < work.players:
        work.fault = PLAYER_FAULT
        work.stop = 1
    return count


def weigh_end(
    game: Any, state: Any, odds: float, row: int, work: UnrollWorkspace, stack: Any, plan: Any, worth: Any
) -> None:  # fmt: skip
    """Add what an end pays each player to its sequence, weighed by chance and by the plans of the others."""
    for player in range(work.players):
        utility = np.float64(game.utility(state, player))
        if np.isnan(utility):
            work.fault = NAN
            work.stop = 1
        term = odds * utility
        for other in range(work.players):
            if other != player:
                term *= real_of(plan[stack[row + 3 * other + 2]])
        sequence = stack[row + 3 * player + 2]
        worth[sequence] = word_of(real_of(worth[sequence]) + term)


@kernel
def unroll(
    game: Any, state: Any, ply: int, odds: float, work: UnrollWorkspace, stack: Any, path: Any, table: Any, sets: Any,
    sequences: Any, ends: Any, histories: Any, plan: Any, worth: Any,
) -> int:  # fmt: skip
    """Add the tree below a state, which chance leads to with probability `odds`; `work.stop` says whether it failed.

    Row `ply` of `stack` has three words for each player: its information key, the hash of its view, and its sequence.
    To WEIGH, `plan` has a float for each sequence, and `worth` adds up what the ends pay.
    """
    # Step 1. The end of the game.
    work.nodes += 1
    if work.nodes >= work.limit:
        work.stop = 1
    if work.stop != 0:
        return 0
    players = work.players
    width = 3 * players
    row = ply * width
    if game.is_terminal(state):
        if work.mode == WEIGH:
            weigh_end(game, state, odds, row, work, stack, plan, worth)
            return 0
        if work.mode == COUNT_ENDS:
            work.ends += 1
            return 0
        at = work.ends * (2 * players + 1)
        if at + 2 * players + 1 > len(ends):
            work.fault = FULL
            work.stop = 1
            return 0
        for player in range(players):
            utility = np.float64(game.utility(state, player))
            if np.isnan(utility):
                work.fault = NAN
                work.stop = 1
            ends[at + player] = stack[row + 3 * player + 2]
            ends[at + players + 1 + player] = word_of(utility)
        ends[at + players] = word_of(odds)
        work.ends += 1
        return 0
    if row + 2 * width > len(stack) or ply >= len(path):
        work.fault = LONG
        work.stop = 1
        return 0
    mover = game.player(state)

    # Step 2. Chance: every outcome, each player's key extended where it sees a difference.
    if game.axes.stochastic and mover == CHANCE:
        count, outcomes, chances = outcomes_of(game, state, work)
        for i in range(count):
            if work.stop != 0:
                return 0
            child = next_state(game, state, int(outcomes[i]))
            path[ply] = int(outcomes[i])
            for player in range(players):
                key = stack[row + 3 * player]
                seen = view_key(game, child, player)
                stack[row + width + 3 * player] = stir(key, seen) if seen != stack[row + 3 * player + 1] else key
                stack[row + width + 3 * player + 1] = seen
                stack[row + width + 3 * player + 2] = stack[row + 3 * player + 2]
            again(
                unroll, game, child, ply + 1, odds * chances[i], work, stack, path, table, sets, sequences, ends,
                histories, plan, worth,
            )  # fmt: skip
        return 0

    # Step 3. The actions. Where both act at once, those of each: first all, then the first player's, the second's.
    top = work.top
    together = game.axes.simultaneous and mover == SIMULTANEOUS
    count = fill_offered(game, state, mover, together, work)
    if work.stop != 0:
        return 0
    one = other = -1
    firsts = seconds = 0
    if together:
        for i in range(count):
            first, second = split(int(work.actions[top + i]))
            new = True
            for j in range(firsts):
                if work.actions[top + count + j] == first:
                    new = False
            if new:
                work.actions[top + count + firsts] = first
                firsts += 1
            new = True
            for j in range(seconds):
                if work.actions[top + 2 * count + j] == second:
                    new = False
            if new:
                work.actions[top + 2 * count + seconds] = second
                seconds += 1
        one = set_of(
            stack[row], 0, firsts, top + count, stack[row + 2], ply, work, path, table, sets, sequences, histories
        )
        if one >= 0:
            other = set_of(
                stack[row + 3], 1, seconds, top + 2 * count, stack[row + 5], ply, work, path, table, sets, sequences,
                histories,
            )  # fmt: skip
    else:
        one = set_of(
            stack[row + 3 * mover], mover, count, top, stack[row + 3 * mover + 2], ply, work, path, table, sets,
            sequences, histories,
        )  # fmt: skip
    if work.stop != 0:
        return 0

    # Step 4. The children.
    work.top = top + 3 * count
    for i in range(count):
        word = int(work.actions[top + i])
        first, second = i, 0
        if together:
            own, their = split(word)
            first = second = 0
            while work.actions[top + count + first] != own:
                first += 1
            while work.actions[top + 2 * count + second] != their:
                second += 1
        child = next_state(game, state, word)
        path[ply] = word
        for player in range(players):
            key = stack[row + 3 * player]
            sequence = stack[row + 3 * player + 2]
            if player == mover or (together and player == 0):
                key = stir(key, first)
                sequence = sets[one + FIRST] + first
            elif together and player == 1:
                key = stir(key, second)
                sequence = sets[other + FIRST] + second
            seen = view_key(game, child, player)
            if seen != stack[row + 3 * player + 1]:
                key = stir(key, seen)
            stack[row + width + 3 * player] = key
            stack[row + width + 3 * player + 1] = seen
            stack[row + width + 3 * player + 2] = sequence
        again(
            unroll, game, child, ply + 1, odds, work, stack, path, table, sets, sequences, ends, histories, plan, worth
        )
        if work.stop != 0:
            return 0
    work.top = top
    return 0
