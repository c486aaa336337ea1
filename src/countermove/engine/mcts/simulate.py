"""Monte Carlo tree search as a kernel: select, expand, simulate, back up, many times a call.

A simulation descends the tree by the formula (`select`), adds the children of the node where it leaves what is known,
plays the game to its end at random or by the game's `policy`, and adds the payoffs to every node on its path
(`backward`). Nodes hold no states: the rules make them again on the way down, which takes less time than the memory
would.

With the plain formula (UCB1, every action once before any twice) each step is that of the textbook
(textbook/mcts.py), and so is the tree, random number by random number. What it adds:

    UCB1, PUCT             Kocsis and Szepesvári, "Bandit based Monte-Carlo planning" (2006); Rosin (2011)
    RAVE                   Gelly and Silver, "Combining online and offline knowledge in UCT" (2007)
    first-play urgency     Gelly and Wang (2006)
    bias and widening      Chaslot et al., "Progressive strategies for Monte-Carlo tree search" (2008)
    proven values          Winands, Björnsson and Saito, "Monte-Carlo tree search solver" (2008)
    turns taken at once    regret matching in every node: Lanctot, Lisý and Winands (2014)
    threads                one tree with virtual losses: Chaslot, Winands and van den Herik (2008); Enzenberger (2010)
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from countermove.bits import scramble, shr
from countermove.engine.chance.outcomes import UNSOUND, picked, sound
from countermove.engine.mcts.row import (
    ACTION,
    AMAF,
    AMAF_VALUE,
    CHILDREN,
    FIRST_CHOICES,
    MAX_CHILDREN,
    MOVER,
    OVER,
    PRIOR,
    PROVEN,
    SQUARES,
    UNSEEN,
    VALUES,
    VISITS,
    clear_row,
)
from countermove.engine.workspace import MAX_EARLIER, MAX_PLIES, Workspace
from countermove.game import CHANCE, SIMULTANEOUS
from countermove.native.bridge import (
    fill_actions,
    fill_chances,
    fill_policy,
    limits,
    next_state,
    offers_playout,
    offers_policy,
)
from countermove.native.kernel import kernel
from countermove.native.memory import add_real, add_word, publish
from countermove.native.real import real_of, word_of
from countermove.native.record import Words, words
from countermove.values import split

UCB1, PUCT = 0, 1
"""The formulas."""
SEEN_SIZE = 1 << 12
"""Words that remember which actions a simulation took, for RAVE."""
MAX_PLAYERS = 64
BLEND = 0.05
"""The part of a prior that is the same for all actions: none is left out for ever."""
NO_NUMBER, NOBODY = 3, 4
"""In `fault`: a payoff is not a number; a player does not exist."""


class SimulationWorkspace(Workspace):
    """One thread of a search that simulates games."""

    simulations: int
    """Simulations so far."""
    max_simulations: int
    """Stop after these."""
    random: int
    """The last random word."""
    players: int
    wanted: int
    """Not 0: a state has this many actions, more than the buffers hold."""
    known: int
    """Not 0: `low` and `high` are the extreme outcomes of the game; else the extremes so far."""
    low: float
    high: float
    formula: int
    exploration: float
    """The constant of the formula, for payoffs from 0 to 1."""
    urgency: float
    """The value of an action never tried, from 0 to 1; infinite to try each once."""
    playout_plies: int
    """Plies of a playout before `evaluate` takes over."""
    worth: Words = words(MAX_PLAYERS)
    """The payoffs of the simulation."""


class TreeWorkspace(SimulationWorkspace):
    """One thread of a Monte Carlo tree search."""

    before: int
    """The random word before the simulation."""
    width: int
    """Words in a row."""
    free: int
    """The first free row of this thread."""
    end: int
    """The row after its last."""
    full: int
    """Not 0: there is no row left."""
    rave: float
    """Visits at which the statistics of RAVE count as much as a node's own; 0 for none."""
    bias: float
    """How much a prior adds to the value of an action, divided by its visits."""
    widening: float
    """Consider this times the square root of the visits, best priors first; 0 for all."""
    solving: int
    """Not 0: prove values. 2: two opposed sides, so a turn is proven by one child worth the best that is possible."""
    opposed: int
    """Not 0: there are two players, whose payoffs add up to `total`."""
    total: float
    """What the payoffs of two sides add up to."""
    best: float
    """The best outcome that the game declares; infinite where it declares none."""
    worst: float
    shared: int
    """Not 0: other threads work on the same tree."""
    max_depth: int
    """Nodes at this ply get no children."""
    mixing: float
    """The share of exploration where both act at once."""
    earlier: int
    """The number of positions before the root that `keys` holds."""
    losses: Words = words(MAX_PLIES + 1)
    """The virtual loss of each node on the path."""
    instead: Words = words(MAX_PLIES + 1)
    """For each node on the path, the row of a proven child that is better than the one tried; 0 for none."""
    path: Words = words(MAX_PLIES + 1)
    """The rows of the nodes on the path."""
    keys: Words = words(MAX_EARLIER + MAX_PLIES + 1)
    """Where positions repeat, the key of each on the path, at MAX_EARLIER + ply."""
    taken: Words = words(2 * MAX_PLIES)
    """The actions and players of the simulation, for RAVE."""
    seen: Words = words(SEEN_SIZE)
    """By action and player: the last simulation that took it, and a check of which action it was."""


def below(work: SimulationWorkspace, count: int) -> int:
    """A random number from 0 to `count` - 1."""
    work.random = scramble(work.random)
    return shr(work.random, 32) * count >> 32


def fraction(work: SimulationWorkspace) -> float:
    """A random number from 0 to 1."""
    work.random = scramble(work.random)
    return shr(work.random, 11) * 2.0**-53


def note_range(work: SimulationWorkspace, value: float) -> None:
    """Widen the range of payoffs so far."""
    if work.known == 0:
        work.low = min(work.low, value)
        work.high = max(work.high, value)
    if np.isnan(value):
        work.fault = NO_NUMBER
        work.stop = 1


def select(rows: Any, node: int, mover: int, ply: int, work: TreeWorkspace) -> int:
    """The row of the child with the best score by the formula; the first of equals, a random one of those untried.

    A proven child is not searched again. Where it is the best, the best of the others is tried, but the proven value
    is backed up from here on (`instead`).
    """
    width = work.width
    at = node * width
    first = rows[at + CHILDREN] >> 16
    count = rows[at + CHILDREN] & MAX_CHILDREN
    visits = rows[at + VISITS]
    low = work.low
    scale = 1.0 / (work.high - low) if work.high > low else 1.0
    extras = VALUES + 2 * work.players
    if work.widening > 0.0:
        count = min(count, max(1, math.ceil(work.widening * math.sqrt(visits))))
    puct = work.formula == PUCT
    growth = math.sqrt(visits) if puct else math.log(visits) if visits > 0 else 0.0
    share = math.sqrt(work.rave / (3.0 * visits + work.rave)) if work.rave > 0.0 else 0.0
    tries_all = work.urgency > 1e9
    untried = 0
    best = proven = -1
    top = known = 0.0
    for i in range(count):
        child = (first + i) * width
        tries = rows[child + VISITS]
        if rows[child + PROVEN] != 0:
            score = (real_of(rows[child + VALUES + work.players + mover]) - low) * scale
            if proven < 0 or score > known:
                proven = i
                known = score
            continue
        if tries == 0 and tries_all:
            untried += 1
            continue
        score = work.urgency
        if tries > 0:
            score = (real_of(rows[child + VALUES + mover]) / tries - low) * scale
        if share > 0.0 and rows[child + extras + AMAF] > 0:
            average = real_of(rows[child + extras + AMAF_VALUE]) / rows[child + extras + AMAF]
            score = (1.0 - share) * score + share * (average - low) * scale
        if puct:
            score += work.exploration * real_of(rows[child + PRIOR]) * growth / (1 + tries)
        elif tries > 0:
            score += work.exploration * math.sqrt(growth / tries)
        if work.bias > 0.0:
            score += work.bias * real_of(rows[child + PRIOR]) / (1 + tries)
        if best < 0 or score > top:
            best = i
            top = score
    work.instead[ply] = 0
    if untried == 0:
        if proven >= 0 and (best < 0 or known >= top):
            if best < 0:
                return first + proven
            work.instead[ply] = first + proven
        return first + best
    pick = below(work, untried)
    for i in range(count):
        child = (first + i) * width
        if rows[child + VISITS] == 0 and rows[child + PROVEN] == 0:
            if pick == 0:
                return first + i
            pick -= 1
    return first  # another thread was faster


def draw_outcome(rows: Any, node: int, work: TreeWorkspace) -> int:
    """The row of the child that chance draws."""
    at = node * work.width
    child = rows[at + CHILDREN] >> 16
    last = child + (rows[at + CHILDREN] & MAX_CHILDREN) - 1
    mark = fraction(work)
    while child < last and mark >= real_of(rows[child * work.width + PRIOR]):
        mark -= real_of(rows[child * work.width + PRIOR])
        child += 1
    return child


def draw_choice(rows: Any, first: int, count: int, work: TreeWorkspace) -> int:
    """The choice of one player by regret matching, noted in the sums of probabilities."""
    width = work.width
    total = 0.0
    for i in range(count):
        total += max(0.0, real_of(rows[(first + i) * width + VALUES]))
    mark = fraction(work)
    pick = count - 1
    found = False
    for i in range(count):
        at = (first + i) * width
        odds = max(0.0, real_of(rows[at + VALUES])) / total if total > 0.0 else 1.0 / count
        rows[at + PRIOR] = word_of(real_of(rows[at + PRIOR]) + odds)
        mark -= (1.0 - work.mixing) * odds + work.mixing / count
        if mark < 0.0 and not found:
            found = True
            pick = i
    return pick


def draw_pair(rows: Any, node: int, work: TreeWorkspace) -> int:
    """The row of the child for the choices that both players draw."""
    at = node * work.width
    first = rows[at + CHILDREN] >> 16
    count = rows[at + CHILDREN] & MAX_CHILDREN
    ones = rows[at + VALUES + 2 * work.players + FIRST_CHOICES]
    others = count // ones
    one = draw_choice(rows, first + count, ones, work)
    other = draw_choice(rows, first + count + ones, others, work)
    return first + one * others + other


def regret(rows: Any, node: int, child: int, work: TreeWorkspace) -> None:
    """Add what each other choice would have gained, against the other player's."""
    width = work.width
    at = node * width
    first = rows[at + CHILDREN] >> 16
    count = rows[at + CHILDREN] & MAX_CHILDREN
    ones = rows[at + VALUES + 2 * work.players + FIRST_CHOICES]
    others = count // ones
    one = (child - first) // others
    other = (child - first) % others
    for player in range(2):
        value = real_of(work.worth[player])
        start = first + count + player * ones
        for i in range(others if player == 1 else ones):
            pair = one * others + i if player == 1 else i * others + other
            cell = (first + pair) * width
            tries = rows[cell + VISITS]
            if tries > 0 and first + pair != child:
                place = (start + i) * width + VALUES
                rows[place] = word_of(real_of(rows[place]) + real_of(rows[cell + VALUES + player]) / tries - value)


def lay_pairs(rows: Any, node: int, free: int, count: int, actions: Any, work: TreeWorkspace) -> int:
    """Put a child for each pair of choices into rows from `free`, and the choices after them; the number of rows.

    Returns 0 if the actions are not every pair of choices.
    """
    width = work.width
    ones = 0
    first, second = split(int(actions[0]))
    others = 0
    for i in range(count):
        one, other = split(int(actions[i]))
        if other == second:
            ones += 1
        if one == first:
            others += 1
    if ones * others != count:
        return 0
    laid = 0
    for i in range(count):
        one, other = split(int(actions[i]))
        if other == second:
            clear_row(rows, (free + count + laid) * width, width, one, 0.0)
            laid += 1
    for i in range(count):
        one, other = split(int(actions[i]))
        if one == first:
            clear_row(rows, (free + count + laid) * width, width, other, 0.0)
            laid += 1
    for i in range(count):
        one, other = split(int(actions[i]))
        row = column = -1
        for j in range(ones):
            if rows[(free + count + j) * width + ACTION] == one:
                row = j
        for j in range(others):
            if rows[(free + count + ones + j) * width + ACTION] == other:
                column = j
        if row < 0 or column < 0:
            return 0
        clear_row(rows, (free + row * others + column) * width, width, int(actions[i]), 1.0 / count)
    rows[node * width + VALUES + 2 * work.players + FIRST_CHOICES] = ones
    return count + ones + others


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


def drawn(work: SimulationWorkspace, count: int, weights: Any) -> int:
    """The index that weights, which need not add up to 1, draw."""
    total = 0.0
    for i in range(count):
        total += weights[i]
    if not total > 0.0:
        return below(work, count)
    return picked(fraction(work) * total, count, weights)


def slot(word: int) -> int:
    """Where `seen` remembers an action and its player."""
    return (word ^ shr(word, 12) ^ shr(word, 24)) & SEEN_SIZE - 1


def remember(work: TreeWorkspace, start: int, end: int) -> None:
    """Remember the actions from place `start` to `end` - 1 of the simulation."""
    for i in range(start, end):
        word = work.taken[2 * i] * MAX_PLAYERS + work.taken[2 * i + 1]
        work.seen[slot(word)] = work.simulations << 24 | word & 0xFFFFFF


def undo(rows: Any, length: int, work: TreeWorkspace) -> None:
    """Take back the random numbers and virtual losses of a simulation that ended early."""
    work.random = work.before
    if work.shared == 0:
        return
    for ply in range(1, length + 1):
        chooser = rows[work.path[ply - 1] * work.width + MOVER]
        if chooser >= 0:
            at = work.path[ply] * work.width
            add_word(rows, at + VISITS, -1)
            add_real(rows, at + VALUES + chooser, -real_of(work.losses[ply]))


def backward(rows: Any, length: int, played: int, work: TreeWorkspace) -> None:
    """Add the payoffs of a simulation to the nodes of its path, which has `length` actions, from the last to the first.

    `played` is the number of actions including those of the playout.
    """
    width = work.width
    players = work.players
    extras = VALUES + 2 * players
    known = played
    proving = work.solving != 0
    for ply in range(length, -1, -1):
        at = work.path[ply] * width
        if work.solving != 0 and ply < length and rows[at + MOVER] >= 0 and work.instead[ply] != 0:
            better = work.instead[ply] * width
            rows[better + VISITS] += 1
            for player in range(players):
                work.worth[player] = rows[better + VALUES + players + player]
                value = real_of(rows[better + VALUES + player]) + real_of(work.worth[player])
                rows[better + VALUES + player] = word_of(value)
        chooser = -1
        if ply > 0:
            chooser = rows[work.path[ply - 1] * width + MOVER]
        if work.shared != 0:
            if ply > 0 and chooser >= 0:
                add_real(rows, at + VALUES + chooser, -real_of(work.losses[ply]))
            else:
                add_word(rows, at + VISITS, 1)
            for player in range(players):
                add_real(rows, at + VALUES + player, real_of(work.worth[player]))
        else:
            rows[at + VISITS] += 1
            for player in range(players):
                rows[at + VALUES + player] = word_of(real_of(rows[at + VALUES + player]) + real_of(work.worth[player]))
        value = real_of(work.worth[max(0, chooser)])
        rows[at + extras + SQUARES] = word_of(real_of(rows[at + extras + SQUARES]) + value * value)
        mover = rows[at + MOVER]
        if ply < length:
            if mover == SIMULTANEOUS:
                regret(rows, work.path[ply], work.path[ply + 1], work)
            elif work.rave > 0.0 and mover >= 0:
                remember(work, ply, known)
                known = ply
                first = rows[at + CHILDREN] >> 16
                for i in range(rows[at + CHILDREN] & MAX_CHILDREN):
                    child = (first + i) * width
                    word = rows[child + ACTION] * MAX_PLAYERS + mover
                    if work.seen[slot(word)] == work.simulations << 24 | word & 0xFFFFFF:
                        rows[child + extras + AMAF] += 1
                        value = real_of(rows[child + extras + AMAF_VALUE]) + real_of(work.worth[mover])
                        rows[child + extras + AMAF_VALUE] = word_of(value)
            if proving:
                proving = prove(rows, work.path[ply], work.path[ply + 1], work)
        elif rows[at + PROVEN] == 0:
            proving = False


def prove(rows: Any, node: int, last: int, work: TreeWorkspace) -> bool:
    """Prove the value of a node, one of whose children has just been proven; whether that succeeded.

    A turn is proven when all children are, or when two sides are opposed and a child is worth the best that is possible
    there. The first of the best children then decides, as in max^n.
    """
    width = work.width
    players = work.players
    at = node * width
    mover = rows[at + MOVER]
    if mover == SIMULTANEOUS or rows[at + PROVEN] != 0:
        return False
    exact = VALUES + players
    if work.solving == 2 and mover >= 0 and real_of(rows[last * width + exact + mover]) >= real_of(rows[at + exact]):
        for player in range(players):
            rows[at + exact + player] = rows[last * width + exact + player]
        rows[at + PROVEN] = 1
        return True
    first = rows[at + CHILDREN] >> 16
    count = rows[at + CHILDREN] & MAX_CHILDREN
    best = -1
    for i in range(count):
        child = (first + i) * width
        if rows[child + PROVEN] == 0:
            return False
        if mover >= 0 and (
            best < 0 or real_of(rows[child + exact + mover]) > real_of(rows[(first + best) * width + exact + mover])
        ):
            best = i
    for player in range(players):
        if mover >= 0:
            rows[at + exact + player] = rows[(first + best) * width + exact + player]
        else:
            total = 0.0
            for i in range(count):
                child = (first + i) * width
                total += real_of(rows[child + PRIOR]) * real_of(rows[child + exact + player])
            rows[at + exact + player] = word_of(total)
    rows[at + PROVEN] = 1
    return True


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


@kernel
def simulate(game: Any, state: Any, work: TreeWorkspace, rows: Any, actions: Any, odds: Any, board: Any) -> int:
    """Grow the tree from `state`, whose row is the first, until the work is done; returns the simulations so far.

    The work is done when the simulations are, at `stop`, when the root is proven, and when rows or buffers are too few
    (`full`, `wanted`).
    """
    players = work.players
    width = work.width
    exact = VALUES + players
    limit = len(actions)
    while work.simulations < work.max_simulations and work.stop == 0 and rows[PROVEN] == 0:
        # Step 1. Select: descend by the formula, to a node that no simulation has left before.
        work.before = work.random
        now = state
        node = 0
        ply = 0
        while True:
            work.path[ply] = node
            at = node * width
            work.nodes += 1
            if rows[at + MOVER] == UNSEEN:
                mover = OVER
                if game.repeats and is_repeated(game, now, ply, work) and ply > 0:
                    for player in range(players):
                        value = float(game.endless(player))
                        note_range(work, value)
                        rows[at + exact + player] = word_of(value)
                elif game.is_terminal(now):
                    for player in range(players):
                        value = float(game.utility(now, player))
                        note_range(work, value)
                        rows[at + exact + player] = word_of(value)
                else:
                    mover = game.player(now)
                    if mover >= players or mover < SIMULTANEOUS:
                        work.fault = NOBODY
                        work.stop = 1
                if mover == OVER and work.solving != 0:
                    rows[at + PROVEN] = 1
                if mover != OVER and work.solving == 2:
                    note_bounds(game, now, rows, at, mover, work)
                rows[at + MOVER] = mover
            elif game.repeats:
                work.keys[MAX_EARLIER + ply] = int(game.key(now))
            mover = rows[at + MOVER]
            if mover == OVER or (rows[at + PROVEN] != 0 and ply > 0) or work.stop != 0:
                break

            # Step 2. Expand: give the node its children, on the second visit.
            if rows[at + CHILDREN] == 0:
                if rows[at + VISITS] <= work.shared and ply > 0:  # a virtual visit is its own
                    break
                if ply >= work.max_depth:
                    break
                if mover == CHANCE:
                    count = fill_chances(game, now, actions, odds, 0)
                else:
                    count = fill_actions(game, now, actions, 0)
                if count == 0:
                    work.stuck = work.stop = 1
                    break
                if count > limit:
                    work.wanted = count
                    undo(rows, ply, work)
                    return work.simulations
                first = work.free
                if first + 3 * count > work.end:
                    work.full = 1
                    undo(rows, ply, work)
                    return work.simulations
                taken = count
                if mover == SIMULTANEOUS:
                    taken = lay_pairs(rows, node, first, count, actions, work)
                    if taken == 0:
                        work.fault = UNSOUND
                        work.stop = 1
                        break
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
                            break
                    elif offers_policy(game):
                        offered = fill_policy(game, now, actions, odds, 0)
                        if offered > limit:
                            work.wanted = offered
                            undo(rows, ply, work)
                            return work.simulations
                        set_priors(rows, first, count, offered, actions, odds, width)
                        if work.widening > 0.0:
                            by_prior(rows, first, count, width)
                work.free = first + taken
                publish(rows, at + CHILDREN, first << 16 | count)
            if mover == CHANCE:
                node = draw_outcome(rows, node, work)
            elif mover == SIMULTANEOUS:
                node = draw_pair(rows, node, work)
            else:
                node = select(rows, node, mover, ply, work)
                if work.shared != 0:
                    add_word(rows, node * width + VISITS, 1)
                    loss = work.low if work.low < work.high else 0.0
                    work.losses[ply + 1] = word_of(loss)
                    add_real(rows, node * width + VALUES + mover, loss)
            action = rows[node * width + ACTION]
            work.taken[2 * ply] = action
            work.taken[2 * ply + 1] = mover
            now = next_state(game, now, action)
            ply += 1
        length = ply
        at = node * width

        # Step 3. Simulate: play on to the end of the game, unless the value is known.
        if rows[at + PROVEN] != 0 or rows[at + MOVER] == OVER:
            for player in range(players):
                work.worth[player] = rows[at + exact + player]
        elif offers_playout(game) and work.playout_plies == MAX_PLIES:
            work.random = scramble(work.random)
            value = float(game.playout(now, work.random, board))
            note_range(work, value)
            work.worth[0] = word_of(value)
            work.worth[1] = word_of(work.total - value)
            mover = game.player(now)
            for i in range(min(board[0], MAX_PLIES - length)):
                work.taken[2 * ply] = board[1 + i]
                work.taken[2 * ply + 1] = mover
                mover = 1 - mover
                ply += 1
            work.nodes += ply - length
        else:
            last = min(length + work.playout_plies, MAX_PLIES)
            over = False
            while ply < last and work.stop == 0:
                mover = game.player(now)
                if mover == CHANCE:
                    count = fill_chances(game, now, actions, odds, 0)
                elif offers_policy(game):
                    count = fill_policy(game, now, actions, odds, 0)
                    if count == 0:
                        count = fill_actions(game, now, actions, 0)
                        for i in range(min(count, limit)):
                            odds[i] = 1.0
                else:
                    count = fill_actions(game, now, actions, 0)
                if count > limit:
                    work.wanted = count
                    undo(rows, length, work)
                    return work.simulations
                if count == 0:
                    work.stuck = work.stop = 1
                    break
                if mover == CHANCE:
                    pick = picked(fraction(work), count, odds)
                elif offers_policy(game) and mover != SIMULTANEOUS:
                    pick = drawn(work, count, odds)
                else:
                    pick = below(work, count)
                action = int(actions[pick])
                work.taken[2 * ply] = action
                work.taken[2 * ply + 1] = mover
                now = next_state(game, now, action)
                work.nodes += 1
                ply += 1
                if game.is_terminal(now):
                    over = True
                    break
            if work.opposed != 0 and not over:  # once is enough, which matters where a network evaluates
                value = float(game.evaluate(now, 0))
                note_range(work, value)
                work.worth[0] = word_of(value)
                work.worth[1] = word_of(work.total - value)
            else:
                for player in range(players):
                    value = float(game.utility(now, player)) if over else float(game.evaluate(now, player))
                    note_range(work, value)
                    work.worth[player] = word_of(value)

        # Step 4. Back up, unless the simulation was stopped on the way.
        if work.stop != 0:
            undo(rows, length, work)
            return work.simulations
        work.simulations += 1
        backward(rows, length, ply, work)
        if work.nodes >= work.limit:
            work.stop = 1
    return work.simulations
