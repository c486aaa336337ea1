"""Information-set Monte Carlo tree search as a kernel: imagine, select, expand, simulate, back up, many times a call.

A simulation begins in a random state that the player at the root cannot tell apart from the real one (`pool`), and
plays on in it as if nothing were hidden; but what it learns is kept by what players know. Statistics belong to
information keys, those of unroll.py, from the root on:

    multiple observers    a node for what the player to move knows: everybody decides by its own information
    single observer       a node for what the player at the root knows: the others decide by that, too

So no player's choice depends on what it cannot see, which is what goes wrong if each imagined state is searched by
itself. With a single observer the legal actions of the others differ from state to state; an action is then as
promising as it was when it was available, so its availability replaces the visits of its node.

    table    by information key: key, place of the node in `rows` plus 1
    a node   COUNT actions, VISITS, then a row for each action: ACTION, VISITS, VALUE, SQUARES, SEEN, PRIOR

Each step is that of the textbook (textbook/ismcts.py), and so are the statistics, random number by random number. See
Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search" (2012).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from countermove.engine.chance.outcomes import UNSOUND, picked, sound
from countermove.engine.hidden.sampling import SLOT
from countermove.engine.mcts.playout import playout_pick
from countermove.engine.mcts.work import (
    BLEND,
    MAX_PLAYERS,
    NOBODY,
    PUCT,
    SimulationWorkspace,
    below,
    fraction,
    note_range,
)
from countermove.engine.workspace import MAX_PLIES
from countermove.game import CHANCE
from countermove.information import START_KEY
from countermove.native.bridge import (
    fill_actions,
    fill_chances,
    fill_policy,
    next_state,
    offers_policy,
    stir,
    unflatten,
    view_key,
)
from countermove.native.kernel import kernel
from countermove.native.real import real_of, word_of
from countermove.native.record import Words, words

COUNT, NODE_VISITS = range(2)
"""Words of a node."""
HEAD = 2
ACTION, VISITS, VALUE, SQUARES, SEEN, PRIOR = range(6)
"""Words of an action of a node; VALUE and SQUARES are sums of the payoffs to the player who acts, SEEN is how often the
action was legal there."""
EDGE = 6
RESERVE = 4
"""Large nodes for which there must be room before a simulation."""
DONE, FULL, WIDE = range(3)
"""Why the kernel returned: the work is done, or stopped; the tree is full; a state has too many actions."""


class InformationWorkspace(SimulationWorkspace):
    """One thread of an information-set search."""

    me: int
    """The player at the root."""
    single: int
    """Not 0: a single observer."""
    worlds: int
    """States in the pool."""
    sets: int
    """Nodes so far."""
    used: int
    """Words of `rows` in use."""
    frozen: int
    """Not 0: the tree has all the memory it may have, and grows no more."""
    keys: Words = words(2 * MAX_PLAYERS)
    """For each player, its information key and the hash of its view."""
    path: Words = words(3 * (MAX_PLIES + 1))
    """For each turn in the tree: the slot of its node, the place of the action there, and who acts."""


def slot_of(key: int, table: Any) -> int:
    """The slot of a key in the table, or the free slot where it belongs."""
    mask = len(table) // SLOT - 1
    slot = key & mask
    while table[SLOT * slot + 1] != 0 and table[SLOT * slot] != key:
        slot = (slot + 1) & mask
    return slot


def set_edge(rows: Any, at: int, action: int, prior: float) -> None:
    """Make a row that of an action never tried."""
    for i in range(EDGE):
        rows[at + i] = 0
    rows[at + ACTION] = action
    rows[at + PRIOR] = word_of(prior)


def find_places(rows: Any, node: int, count: int, actions: Any, places: Any) -> int:
    """Put the place of each action in a node into `places`, -1 for one that is new; the number of new ones."""
    known = rows[node + COUNT]
    fresh = 0
    hint = 0
    for i in range(count):
        places[i] = -1
        for step in range(known):
            place = hint + step
            if place >= known:
                place -= known
            if rows[node + HEAD + EDGE * place + ACTION] == actions[i]:
                places[i] = place
                hint = place + 1
                break
        if places[i] < 0:
            fresh += 1
    return fresh


def choose(rows: Any, node: int, count: int, places: Any, work: InformationWorkspace) -> int:
    """The number of the action with the best score by the formula; a random one of those never tried comes first."""
    edges = node + HEAD
    visits = rows[node + NODE_VISITS]
    puct = work.formula == PUCT
    tries_all = work.urgency > 1e9
    scale = 1.0 / (work.high - work.low) if work.high > work.low else 1.0
    growth = math.sqrt(visits) if puct else math.log(visits) if visits > 0 else 0.0
    untried = 0
    best = -1
    top = 0.0
    for i in range(count):
        at = edges + EDGE * int(places[i])
        tries = rows[at + VISITS]
        if work.single != 0:
            rows[at + SEEN] += 1
            seen = rows[at + SEEN]
            growth = math.sqrt(seen) if puct else math.log(seen)
        if tries == 0 and tries_all:
            untried += 1
            continue
        score = work.urgency
        if tries > 0:
            score = (real_of(rows[at + VALUE]) / tries - work.low) * scale
        if puct:
            score += work.exploration * real_of(rows[at + PRIOR]) * growth / (1 + tries)
        elif tries > 0:
            score += work.exploration * math.sqrt(growth / tries)
        if best < 0 or score > top:
            best = i
            top = score
    if untried == 0:
        return best
    pick = below(work, untried)
    for i in range(count):
        if rows[edges + EDGE * int(places[i]) + VISITS] == 0:
            if pick == 0:
                return i
            pick -= 1
    return best


def prior_of(action: int, offered: int, count: int, actions: Any, weights: Any, start: int, total: float) -> float:
    """The prior of an action, by the weights that a policy offers for the actions from `start` on."""
    prior = BLEND / count
    for i in range(offered):
        if int(actions[start + i]) == action:
            prior += (1.0 - BLEND) * weights[start + i] / total
    return prior


@kernel
def descend(
    game: Any, state: Any, work: InformationWorkspace, pool: Any, flat: Any, table: Any, rows: Any, actions: Any,
    odds: Any, places: Any,
) -> int:  # fmt: skip
    """Simulate until the work is done; returns why it ended. `state` is what the player at the root sees."""
    players = work.players
    me = work.me
    size = len(flat)
    limit = len(places)
    while work.simulations < work.max_simulations and work.stop == 0:
        # Step 1. Imagine: one of the states of the pool, with what each player knows in it.
        if work.frozen == 0 and work.used + RESERVE * (HEAD + EDGE * limit) > len(rows):
            return FULL
        before = work.random
        start = below(work, work.worlds) * size
        for i in range(size):
            flat[i] = pool[start + i]
        now = unflatten(game, flat)
        for player in range(players):
            if work.single == 0 or player == me:
                seen = view_key(game, now, player)
                work.keys[2 * player] = stir(stir(START_KEY, player), seen)
                work.keys[2 * player + 1] = seen

        # Step 2. Select: descend by the formula, to a node that is new.
        turns = 0
        ply = 0
        grows = True
        over = game.is_terminal(now)
        while grows and not over and ply < MAX_PLIES and work.stop == 0:
            work.nodes += 1
            mover = game.player(now)
            place = -1
            chance = game.axes.stochastic and mover == CHANCE
            if chance:
                count = fill_chances(game, now, actions, odds, 0)
            else:
                count = fill_actions(game, now, actions, 0)
                if mover < 0 or mover >= players:
                    work.fault = NOBODY
                    work.stop = 1
                    break
            if count == 0:
                work.stuck = work.stop = 1
                break
            if count > limit:
                work.wanted = count
                work.random = before
                return WIDE
            pick = 0
            if chance:
                if not sound(count, odds):
                    work.fault = UNSOUND
                    work.stop = 1
                    break
                pick = picked(fraction(work), count, odds)
            else:
                # Step 3. Expand: a new node, or new actions of one, if there is room.
                observer = me if work.single != 0 else mover
                key = stir(work.keys[2 * observer], mover)
                slot = slot_of(key, table)
                node = table[SLOT * slot + 1] - 1
                known = 0
                if node >= 0:
                    known = rows[node + COUNT]
                    fresh = find_places(rows, node, count, actions, places)
                else:
                    fresh = count
                    for i in range(count):
                        places[i] = -1
                if fresh > 0:
                    need = HEAD + EDGE * (known + fresh)
                    if work.used + need > len(rows) or 2 * SLOT * work.sets >= len(table):
                        if work.frozen == 0:
                            work.random = before
                            return FULL
                        break
                    offered = 0
                    total = 0.0
                    if offers_policy(game):
                        offered = fill_policy(game, now, actions, odds, count) - count
                        if count + offered > len(actions):
                            work.wanted = count + offered
                            work.random = before
                            return WIDE
                        for i in range(offered):
                            total += odds[count + i]
                    place = work.used
                    work.used += need
                    rows[place + COUNT] = known + fresh
                    rows[place + NODE_VISITS] = rows[node + NODE_VISITS] if node >= 0 else 0
                    for i in range(EDGE * known):
                        rows[place + HEAD + i] = rows[node + HEAD + i]
                    for i in range(count):
                        if places[i] < 0:
                            action = int(actions[i])
                            prior = 1.0 / count
                            if total > 0.0:
                                prior = prior_of(action, offered, count, actions, odds, count, total)
                            set_edge(rows, place + HEAD + EDGE * known, action, prior)
                            places[i] = known
                            known += 1
                    if node < 0:
                        grows = False
                        work.sets += 1
                        table[SLOT * slot] = key
                    table[SLOT * slot + 1] = place + 1
                    node = place
                pick = choose(rows, node, count, places, work)
                work.path[3 * turns] = slot
                work.path[3 * turns + 1] = int(places[pick])
                work.path[3 * turns + 2] = mover
                turns += 1
            now = next_state(game, now, int(actions[pick]))
            ply += 1
            over = game.is_terminal(now)
            if grows and not over:
                for player in range(players):
                    if work.single == 0 or player == me:
                        key = work.keys[2 * player]
                        if player == mover:
                            key = stir(key, pick)
                        seen = view_key(game, now, player)
                        if seen != work.keys[2 * player + 1]:
                            key = stir(key, seen)
                        work.keys[2 * player] = key
                        work.keys[2 * player + 1] = seen

        # Step 4. Simulate: play on to the end of the game.
        last = min(ply + work.playout_plies, MAX_PLIES)
        while not over and ply < last and work.stop == 0:
            pick = playout_pick(game, now, game.player(now), limit, actions, odds, work)
            if pick < 0:
                if work.stop == 0:
                    work.random = before
                    return WIDE
                break
            now = next_state(game, now, int(actions[pick]))
            work.nodes += 1
            ply += 1
            over = game.is_terminal(now)
        if work.stop != 0:
            work.random = before
            return DONE
        for player in range(players):
            value = np.float64(game.utility(now, player)) if over else np.float64(game.evaluate(now, player))
            note_range(work, value)
            work.worth[player] = word_of(value)

        # Step 5. Back up.
        if work.stop != 0:
            return DONE
        work.simulations += 1
        for turn in range(turns):
            node = table[SLOT * work.path[3 * turn] + 1] - 1
            at = node + HEAD + EDGE * work.path[3 * turn + 1]
            payoff = real_of(work.worth[work.path[3 * turn + 2]])
            rows[node + NODE_VISITS] += 1
            rows[at + VISITS] += 1
            rows[at + VALUE] = word_of(real_of(rows[at + VALUE]) + payoff)
            rows[at + SQUARES] = word_of(real_of(rows[at + SQUARES]) + payoff * payoff)
        if work.nodes >= work.limit:
            work.stop = 1
    return DONE
