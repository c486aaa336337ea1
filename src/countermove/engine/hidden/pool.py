"""States that a player cannot tell apart, imagined many at once by a kernel, as rows of words.

`imagine` of the game makes them where it has one. Else games are dealt and played at random, and every state that looks
like the real one is kept: that suits small games and early positions only.
"""

from __future__ import annotations

from typing import Any

from countermove.engine.chance.outcomes import picked
from countermove.engine.mcts.work import SimulationWorkspace, below, fraction
from countermove.engine.workspace import MAX_PLIES
from countermove.game import CHANCE
from countermove.native.bridge import (
    fill_actions,
    fill_chances,
    flatten,
    imagined_state,
    next_state,
    unflatten,
    view_key,
)
from countermove.native.kernel import kernel

LIES = 20
"""In `fault`: `imagine` gives a state that its player could tell apart."""


@kernel
def imagine_states(
    game: Any, state: Any, player: int, seed: int, work: SimulationWorkspace, flat: Any, pool: Any
) -> int:
    """Fill the pool with states that `player` cannot tell apart from `state`; returns how many there are."""
    size = len(flat)
    wanted = view_key(game, state, player)
    mover = game.player(state)
    for number in range(len(pool) // size):
        if work.stop != 0:
            return number
        other = imagined_state(game, state, player, seed + number)
        work.nodes += 1
        if view_key(game, other, player) != wanted or game.is_terminal(other) or game.player(other) != mover:
            work.fault = LIES
            work.stop = 1
            return number
        flatten(game, other, flat)
        for i in range(size):
            pool[number * size + i] = flat[i]
    return len(pool) // size


@kernel
def replay_states(
    game: Any, state: Any, player: int, first: Any, work: SimulationWorkspace, flat: Any, pool: Any, actions: Any,
    odds: Any,
) -> int:  # fmt: skip
    """Fill the pool with states of random games that look like `state` to `player`; returns how many there are.

    `first` are the words of the first state. It ends when `max_simulations` games are played or the pool is full; if a
    state has more actions than the buffers, `wanted` says how many.
    """
    size = len(flat)
    seen = view_key(game, state, player)
    mover = game.player(state)
    found = 0
    while found < len(pool) // size and work.simulations < work.max_simulations and work.stop == 0:
        now = unflatten(game, first)
        work.simulations += 1
        for _ in range(MAX_PLIES):
            if game.is_terminal(now) or work.stop != 0:
                break
            acts = game.player(now)
            if acts == mover and view_key(game, now, player) == seen:
                flatten(game, now, flat)
                for i in range(size):
                    pool[found * size + i] = flat[i]
                found += 1
                break
            chance = game.axes.stochastic and acts == CHANCE
            count = fill_chances(game, now, actions, odds, 0) if chance else fill_actions(game, now, actions, 0)
            if count == 0:
                work.stuck = work.stop = 1
                break
            if count > len(odds):
                work.wanted = count
                return found
            pick = picked(fraction(work), count, odds) if chance else below(work, count)
            now = next_state(game, now, int(actions[pick]))
            work.nodes += 1
    return found
