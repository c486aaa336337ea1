"""Games of self-play by Monte Carlo tree search, all inside a kernel: what a network of policy and value learns from.

A game begins with a few random actions, and for some plies more an action is drawn by its visits; the priors of the
root are mixed with noise (Silver et al., 2017). So games differ, though each depends on the seed and its number alone.
Where the search has proven the value of a position, that is what is learnt, and the action that proves it.
"""

from __future__ import annotations

import math
from typing import Any

from countermove.engine.chance.outcomes import picked
from countermove.engine.mcts.row import ACTION, CHILDREN, MAX_CHILDREN, MOVER, PRIOR, PROVEN, UNSEEN, VALUES, VISITS
from countermove.engine.mcts.simulate import simulate
from countermove.engine.mcts.work import TreeWorkspace, below, fraction
from countermove.engine.play.playout import random_bits
from countermove.engine.play.selfplay import occurrences
from countermove.engine.workspace import Workspace
from countermove.game import CHANCE
from countermove.native.bridge import fill_actions, fill_chances, next_state
from countermove.native.kernel import kernel
from countermove.native.real import real_of, word_of

NOISE = 0.25
"""The share of noise in the priors of the root."""
STOPPED, FAULT, CROWDED = -1, -2, -3
"""In place of the plies: the game was stopped; the rules are at fault; there is too little room for the choices."""


def stir_priors(rows: Any, work: TreeWorkspace) -> None:
    """Mix noise into the priors of the root's children: shares drawn evenly from all that add up to 1."""
    width = work.width
    first = rows[CHILDREN] >> 16
    count = rows[CHILDREN] & MAX_CHILDREN
    total = 0.0
    start = work.random
    for _ in range(count):
        total -= math.log(1.0 - fraction(work))
    work.random = start  # the same numbers again
    for i in range(count):
        at = (first + i) * width
        share = -math.log(1.0 - fraction(work)) / total
        rows[at + PRIOR] = word_of((1.0 - NOISE) * real_of(rows[at + PRIOR]) + NOISE * share)


def worth_of(rows: Any, at: int, mover: int, work: TreeWorkspace) -> float:
    """What a child is worth to the mover: for certain where proven, else the mean of its payoffs."""
    if rows[at + PROVEN] != 0:
        return real_of(rows[at + VALUES + work.players + mover])
    return real_of(rows[at + VALUES + mover]) / rows[at + VISITS] if rows[at + VISITS] > 0 else -math.inf


def best_row(rows: Any, mover: int, work: TreeWorkspace) -> int:
    """The root's child that proves its value, or else the most visited one, unless a proven one is worth as much."""
    width = work.width
    first = rows[CHILDREN] >> 16
    best = proven = -1
    for i in range(rows[CHILDREN] & MAX_CHILDREN):
        at = (first + i) * width
        if rows[at + PROVEN] != 0:
            if proven < 0 or worth_of(rows, at, mover, work) > worth_of(rows, proven * width, mover, work):
                proven = first + i
        elif best < 0 or rows[at + VISITS] > rows[best * width + VISITS]:
            best = first + i
    if best < 0 or rows[PROVEN] != 0:
        return proven
    if proven >= 0 and worth_of(rows, proven * width, mover, work) >= worth_of(rows, best * width, mover, work):
        return proven
    return best


def weight_of(rows: Any, at: int, best: int, mover: int, work: TreeWorkspace) -> float:
    """How much a child counts in what the policy learns: its visits; 0 if it is proven to lose, or not to prove."""
    if rows[PROVEN] != 0:
        return 1.0 if at == best else 0.0
    lost = rows[at + PROVEN] != 0 and real_of(rows[at + VALUES + work.players + mover]) <= work.low
    return 0.0 if lost else float(rows[at + VISITS])


@kernel
def selfplay(
    game: Any, state: Any, seed: int, number: int, opening: int, drawn: int, simulations: int, actions: Any,
    values: Any, starts: Any, weights: Any, keys: Any, work: TreeWorkspace, rows: Any, buffer: Any,
    odds: Any, board: Any, control: Workspace
) -> int:  # fmt: skip
    """Play one game; returns its plies, or why there are none.

    For each ply: the action, as its place among the legal ones; what the search found for each player, and after the
    last ply how the game ended; and from `starts[ply]` on the visits of the legal actions, none where the action was
    random. The first `opening` plies are random, and in the next `drawn` ones actions are drawn by their visits.
    """
    players = work.players
    width = work.width
    now = state
    ply = 0
    filled = 0
    last = len(actions) - 1
    work.random = random_bits(seed, number, 0) | 1
    while True:
        starts[ply] = filled
        over = game.is_terminal(now)
        if game.repeats:
            keys[ply] = int(game.key(now))
        if over or ply == last or (game.repeats and occurrences(game, now, keys, ply) >= game.max_occurrences):
            for player in range(players):
                values[ply, player] = float(game.utility(now, player)) if over else float(game.endless(player))
            break
        if control.stop != 0:
            return STOPPED
        mover = game.player(now)
        if mover == CHANCE or ply < opening:
            if mover == CHANCE:
                count = fill_chances(game, now, buffer, odds, 0)
                pick = picked(fraction(work), count, odds)
            else:
                count = fill_actions(game, now, buffer, 0)
                pick = below(work, count)
            if count > len(buffer):
                return CROWDED
            actions[ply] = pick
            word = int(buffer[pick])
            for player in range(players):
                values[ply, player] = 0.0
        else:
            # Step 1. Search: one simulation lays out the root, whose priors are then mixed with noise.
            for i in range(width):
                rows[i] = 0
            rows[MOVER] = UNSEEN
            work.free = 1
            work.full = work.wanted = work.stop = 0
            work.simulations = 0
            work.max_simulations = 1
            simulate(game, now, work, rows, buffer, odds, board)
            stir_priors(rows, work)
            work.max_simulations = simulations
            simulate(game, now, work, rows, buffer, odds, board)
            control.nodes += work.simulations
            if work.fault != 0 or work.stuck != 0:
                return FAULT
            first = rows[CHILDREN] >> 16
            count = rows[CHILDREN] & MAX_CHILDREN
            if work.wanted != 0 or filled + count > len(weights) or count == 0:
                return CROWDED

            # Step 2. Note what was found.
            for player in range(players):
                if rows[PROVEN] != 0:
                    values[ply, player] = real_of(rows[VALUES + players + player])
                else:
                    values[ply, player] = real_of(rows[VALUES + player]) / max(1, rows[VISITS])
            best = best_row(rows, mover, work)
            total = 0.0
            for i in range(count):
                at = (first + i) * width
                weights[filled + i] = weight_of(rows, at, best * width, mover, work)
                total += weights[filled + i]
            if total == 0.0:
                weights[filled + best - first] = total = 1.0

            # Step 3. Choose.
            pick = best - first
            if ply < opening + drawn:
                mark = fraction(work) * total
                for i in range(count):
                    mark -= weights[filled + i]
                    if mark < 0.0:
                        pick = i
                        break
            actions[ply] = pick
            word = rows[(first + pick) * width + ACTION]
            filled += count
        now = next_state(game, now, word)
        ply += 1
    return ply
