"""External-sampling Monte Carlo regret minimisation, for games whose tree does not fit into memory.

Each walk through the game is for one player: all actions of that player are tried, and those of chance and of the
others are sampled. So a walk visits about the square root of the tree, and what it adds to the regrets is right on
average (Lanctot and others, "Monte Carlo sampling for regret minimization in extensive games", 2009). Walk n counts
n-fold, so that the poor choices of early walks fade (Brown and Sandholm, "Solving imperfect-information games via
discounted regret minimization", 2019). Only information sets that walks have met take up memory:

    table   a hash table with open addressing, by information key: key, place in `sums` plus 1
    sums    for each set: the regret of each action, then the weight of each action in the average strategy

Random numbers are stateless: number n of walk w is a hash of (seed, w, n). So the result depends on the seed alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.engine.chance.outcomes import outcomes_of, picked
from countermove.engine.hidden.unroll import FULL, LONG, fill_offered
from countermove.engine.play.playout import random_bits
from countermove.engine.workspace import StackWorkspace
from countermove.game import CHANCE, SIMULTANEOUS
from countermove.native.bridge import next_state, stir, view_key
from countermove.native.kernel import again, kernel
from countermove.native.real import real_of, word_of
from countermove.values import joint, split

SLOT = 2
"""Words of an entry of the table."""


class SamplingWorkspace(StackWorkspace):
    """Variables of the kernel."""

    players: int
    seed: int
    walk: int
    """The number of the walk."""
    draws: int
    """Random numbers drawn in this walk."""
    sets: int
    """Information sets met."""
    used: int
    """Words of `sums` in use."""


def draw(work: SamplingWorkspace) -> float:
    """A random number from 0 to 1."""
    work.draws += 1
    return random_bits(work.seed, work.walk, work.draws) * 2.0**-63


def sums_of(key: int, count: int, work: SamplingWorkspace, table: Any, sums: Any) -> int:
    """Where the sums of an information set begin, all 0 if it is new; -1 if memory is full."""
    mask = len(table) // SLOT - 1
    slot = key & mask
    while table[SLOT * slot + 1] != 0:
        if table[SLOT * slot] == key:
            return table[SLOT * slot + 1] - 1
        slot = (slot + 1) & mask
    if 2 * work.sets > mask or work.used + 2 * count > len(sums):
        work.fault = FULL
        work.stop = 1
        return -1
    place = work.used
    table[SLOT * slot] = key
    table[SLOT * slot + 1] = place + 1
    work.used += 2 * count
    work.sets += 1
    return place


def chance_of(sums: Any, place: int, count: int, action: int) -> float:
    """The probability of an action by regret matching."""
    total = 0.0
    for i in range(count):
        total += max(0.0, real_of(sums[place + i]))
    return max(0.0, real_of(sums[place + action])) / total if total > 0.0 else 1.0 / count


def sampled(sums: Any, place: int, count: int, work: SamplingWorkspace) -> int:
    """An action drawn by regret matching, after the strategy was added to the average."""
    total = 0.0
    for i in range(count):
        total += max(0.0, real_of(sums[place + i]))
    mark = draw(work)
    pick = count - 1
    for i in range(count):
        chance = max(0.0, real_of(sums[place + i])) / total if total > 0.0 else 1.0 / count
        sums[place + count + i] = word_of(real_of(sums[place + count + i]) + float(work.walk) * chance)
        if mark >= 0.0 and mark < chance and pick == count - 1:
            pick = i
        mark -= chance
    return pick


@kernel
def walk(game: Any, state: Any, ply: int, me: int, work: SamplingWorkspace, stack: Any, table: Any, sums: Any) -> float:
    """What the walk for player `me` finds the state worth to it; worthless when `stop` was set.

    Row `ply` of `stack` has two words for each player: its information key and the hash of its view.
    """
    # Step 1. The end of the game, or of the work.
    work.nodes += 1
    if work.stop != 0:
        return 0.0
    if game.is_terminal(state):
        return np.float64(game.utility(state, me))
    players = work.players
    width = 2 * players
    row = ply * width
    if row + 2 * width > len(stack):
        work.fault = LONG
        work.stop = 1
        return 0.0
    mover = game.player(state)

    # Step 2. Chance: one outcome.
    if game.axes.stochastic and mover == CHANCE:
        count, outcomes, odds = outcomes_of(game, state, work)
        if work.stop != 0:
            return 0.0
        child = next_state(game, state, int(outcomes[picked(draw(work), count, odds)]))
        for player in range(players):
            key = stack[row + 2 * player]
            seen = view_key(game, child, player)
            stack[row + width + 2 * player] = stir(key, seen) if seen != stack[row + 2 * player + 1] else key
            stack[row + width + 2 * player + 1] = seen
        return again(walk, game, child, ply + 1, me, work, stack, table, sums)

    # Step 3. The actions: those of the mover, or where both act at once mine, with one sampled for the other.
    top = work.top
    together = game.axes.simultaneous and mover == SIMULTANEOUS
    count = fill_offered(game, state, mover, together, work)
    if work.stop != 0:
        return 0.0
    theirs = 0
    actor = mover
    if together:
        actor = me
        own = other = 0
        for i in range(count):
            pair = split(int(work.actions[top + i]))
            for seat in range(2):
                choice = pair[0] if seat == 0 else pair[1]
                begin = top + count if seat == me else top + 2 * count
                size = own if seat == me else other
                new = True
                for j in range(size):
                    if work.actions[begin + j] == choice:
                        new = False
                if new:
                    work.actions[begin + size] = choice
                    if seat == me:
                        own += 1
                    else:
                        other += 1
        place = sums_of(stack[row + 2 * (1 - me)], other, work, table, sums)
        if place < 0:
            return 0.0
        theirs = sampled(sums, place, other, work)
        chosen = int(work.actions[top + 2 * count + theirs])
        for i in range(own):
            mine = int(work.actions[top + count + i])
            work.actions[top + i] = joint(mine, chosen) if me == 0 else joint(chosen, mine)
        count = own
    place = sums_of(stack[row + 2 * actor], count, work, table, sums)
    if place < 0:
        return 0.0

    # Step 4. Walk: into every action of mine, or into one of the others.
    first, last = 0, count
    if actor != me:
        first = sampled(sums, place, count, work)
        last = first + 1
    work.top = top + 3 * count
    value = 0.0
    for i in range(first, last):
        child = next_state(game, state, int(work.actions[top + i]))
        for player in range(players):
            key = stack[row + 2 * player]
            if player == actor:
                key = stir(key, i)
            elif together:
                key = stir(key, theirs)
            seen = view_key(game, child, player)
            if seen != stack[row + 2 * player + 1]:
                key = stir(key, seen)
            stack[row + width + 2 * player] = key
            stack[row + width + 2 * player + 1] = seen
        found = again(walk, game, child, ply + 1, me, work, stack, table, sums)
        if work.stop != 0:
            return 0.0
        if actor != me:
            work.top = top
            return found
        work.ranks[top + i] = word_of(found)
        value += chance_of(sums, place, count, i) * found

    # Step 5. The regrets.
    for i in range(count):
        gain = float(work.walk) * (real_of(work.ranks[top + i]) - value)
        sums[place + i] = word_of(real_of(sums[place + i]) + gain)
    work.top = top
    return value


@kernel
def walks(
    game: Any, state: Any, until: int, work: SamplingWorkspace, stack: Any, table: Any, sums: Any, values: Any
) -> None:  # fmt: skip
    """Walk for each player in turn, up to walk number `until`; `values` adds up what each found the start worth."""
    while work.walk < until and work.stop == 0:
        for me in range(work.players):
            work.draws = 0
            work.top = 0
            work.walk += 1
            found = walk(game, state, 0, me, work, stack, table, sums)
            if work.stop != 0:
                work.walk -= 1
                return
            values[me] += found


@kernel
def rehash(old: Any, new: Any) -> None:
    """Copy all entries of a table into a larger one."""
    mask = len(new) // SLOT - 1
    for entry in range(len(old) // SLOT):
        if old[SLOT * entry + 1] != 0:
            slot = old[SLOT * entry] & mask
            while new[SLOT * slot + 1] != 0:
                slot = (slot + 1) & mask
            new[SLOT * slot] = old[SLOT * entry]
            new[SLOT * slot + 1] = old[SLOT * entry + 1]


@kernel
def averaged(keys: Any, first: Any, count: Any, table: Any, sums: Any, strategy: Any) -> int:
    """Write the average strategy at some information sets, where walks have been; returns how many that are."""
    mask = len(table) // SLOT - 1
    met = 0
    for number in range(len(keys)):
        key = keys[number]
        slot = key & mask
        while table[SLOT * slot + 1] != 0 and table[SLOT * slot] != key:
            slot = (slot + 1) & mask
        place = table[SLOT * slot + 1] - 1
        if place < 0:
            continue
        met += 1
        size = count[number]
        total = 0.0
        for i in range(size):
            total += real_of(sums[place + size + i])
        for i in range(size):
            chance = real_of(sums[place + size + i]) / total if total > 0.0 else 1.0 / size
            strategy[first[number] + i] = chance
    return met
