"""The second step of a simulation: what is noted at a new node, and its children.

A node gets children on its second visit, with priors by the game's policy where it has one. Nodes hold no states: the
rules make them again on the way down, which takes less time than the memory would.
"""

from __future__ import annotations

from typing import Any

from countermove.engine.chance.outcomes import UNSOUND, sound
from countermove.engine.mcts.joint import lay_pairs
from countermove.engine.mcts.row import ACTION, CHILDREN, MOVER, OVER, PRIOR, PROVEN, VALUES, clear_row
from countermove.engine.mcts.work import BLEND, NOBODY, TreeWorkspace, note_range
from countermove.engine.workspace import MAX_EARLIER
from countermove.game import CHANCE, SIMULTANEOUS
from countermove.native.bridge import fill_actions, fill_chances, fill_policy, limits, offers_policy
from countermove.native.memory import publish
from countermove.native.real import real_of, word_of


def enter(game: Any, state: Any, rows: Any, node: int, ply: int, work: TreeWorkspace) -> None:
    """Note who acts at a node where no simulation has been before, or what it is worth where the game is over."""
    at = node * work.width
    exact = at + VALUES + work.players
    mover = OVER
    if game.repeats and is_repeated(game, state, ply, work) and ply > 0:
        for player in range(work.players):
            value = float(game.endless(player))
            note_range(work, value)
            rows[exact + player] = word_of(value)
    elif game.is_terminal(state):
        for player in range(work.players):
            value = float(game.utility(state, player))
            note_range(work, value)
            rows[exact + player] = word_of(value)
    else:
        mover = game.player(state)
        if mover >= work.players or mover < SIMULTANEOUS:
            work.fault = NOBODY
            work.stop = 1
    if mover == OVER and work.solving != 0:
        rows[at + PROVEN] = 1
    if mover != OVER and work.solving == 2:
        note_bounds(game, state, rows, at, mover, work)
    rows[at + MOVER] = mover


def expand(game: Any, state: Any, rows: Any, node: int, actions: Any, odds: Any, work: TreeWorkspace) -> bool:
    """Give a node its children; False where that failed: the rules are at fault, or rows or buffers are too few."""
    width = work.width
    limit = len(actions)
    mover = rows[node * width + MOVER]
    if mover == CHANCE:
        count = fill_chances(game, state, actions, odds, 0)
    else:
        count = fill_actions(game, state, actions, 0)
    if count == 0:
        work.stuck = work.stop = 1
        return False
    if count > limit:
        work.wanted = count
        return False
    first = work.free
    if first + 3 * count > work.end:
        work.full = 1
        return False
    taken = count
    if mover == SIMULTANEOUS:
        taken = lay_pairs(rows, node, first, count, actions, work)
        if taken == 0:
            work.fault = UNSOUND
            work.stop = 1
            return False
    else:
        for i in range(count):
            prior = 1.0 / count
            if mover == CHANCE:
                prior = odds[i]
            clear_row(rows, (first + i) * width, width, int(actions[i]), prior)
        if mover == CHANCE:
            if not sound(count, odds):
                work.fault = UNSOUND
                work.stop = 1
                return False
        elif offers_policy(game):
            offered = fill_policy(game, state, actions, odds, 0)
            if offered > limit:
                work.wanted = offered
                return False
            set_priors(rows, first, count, offered, actions, odds, width)
            if work.widening > 0.0:
                by_prior(rows, first, count, width)
    work.free = first + taken
    publish(rows, node * width + CHILDREN, first << 16 | count)
    return True


def set_priors(rows: Any, first: int, count: int, offered: int, actions: Any, weights: Any, width: int) -> None:
    """Turn the weights that a policy offers into priors that add up to 1."""
    total = 0.0
    for i in range(offered):
        total += weights[i]
    if not total > 0.0:
        return
    for i in range(count):
        rows[(first + i) * width + PRIOR] = word_of(BLEND / count)
    for i in range(offered):
        # Policies mostly follow the order of the actions, so the search starts at the same place.
        for j in range(count):
            child = (first + (i + j) % count) * width
            if rows[child + ACTION] == int(actions[i]):
                rows[child + PRIOR] = word_of(real_of(rows[child + PRIOR]) + (1.0 - BLEND) * weights[i] / total)
                break


def by_prior(rows: Any, first: int, count: int, width: int) -> None:
    """Sort new children by their priors, largest first; equals keep their order."""
    for i in range(1, count):
        action = rows[(first + i) * width + ACTION]
        prior = rows[(first + i) * width + PRIOR]
        j = i
        while j > 0 and real_of(rows[(first + j - 1) * width + PRIOR]) < real_of(prior):
            rows[(first + j) * width + ACTION] = rows[(first + j - 1) * width + ACTION]
            rows[(first + j) * width + PRIOR] = rows[(first + j - 1) * width + PRIOR]
            j -= 1
        rows[(first + j) * width + ACTION] = action
        rows[(first + j) * width + PRIOR] = prior


def note_bounds(game: Any, state: Any, rows: Any, at: int, mover: int, work: TreeWorkspace) -> None:
    """Keep what the game proves about a new node: its value, or else the best that the mover can hope for.

    The latter is in the place of the exact value of player 0 until that is known.
    """
    low, high, _, _ = limits(game, state)
    low = max(low, work.worst)
    high = min(high, work.best)
    place = at + VALUES + work.players
    if low == high and at > 0 and not game.repeats:  # the root is proven by one of its actions
        rows[place] = word_of(low)
        if work.players > 1:
            rows[place + 1] = word_of(work.total - low)
        rows[at + PROVEN] = 1
    elif mover == 1:
        rows[place] = word_of(work.total - low)
    else:
        rows[place] = word_of(high)


def is_repeated(game: Any, state: Any, ply: int, work: TreeWorkspace) -> bool:
    """Whether the position at a ply was on the path before; its key is noted."""
    key = int(game.key(state))
    work.keys[MAX_EARLIER + ply] = key
    for back in range(ply - 1, max(-work.earlier - 1, ply - 1 - game.reversible(state)), -1):
        if work.keys[MAX_EARLIER + back] == key:
            return True
    return False
