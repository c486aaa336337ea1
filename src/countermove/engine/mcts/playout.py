"""The third step of a simulation: what a new node is worth, by a playout, by `evaluate`, or by both.

Playouts draw actions at random, by the game's `policy` where it has one. A game may offer whole playouts of its own.
"""

from __future__ import annotations

from typing import Any

from countermove.bits import scramble
from countermove.engine.chance.outcomes import picked
from countermove.engine.mcts.work import SimulationWorkspace, TreeWorkspace, below, drawn, fraction, note_range
from countermove.engine.workspace import MAX_PLIES
from countermove.game import CHANCE, SIMULTANEOUS
from countermove.native.bridge import fill_actions, fill_chances, fill_policy, next_state, offers_policy
from countermove.native.real import word_of


def own_playout(game: Any, state: Any, length: int, board: Any, work: TreeWorkspace) -> int:
    """A playout that the game itself makes; returns the plies of the simulation."""
    work.random = scramble(work.random)
    value = float(game.playout(state, work.random, board))
    note_range(work, value)
    work.worth[0] = word_of(value)
    work.worth[1] = word_of(work.total - value)
    mover = game.player(state)
    ply = length
    for i in range(min(board[0], MAX_PLIES - length)):
        work.taken[2 * ply] = board[1 + i]
        work.taken[2 * ply + 1] = mover
        mover = 1 - mover
        ply += 1
    work.nodes += ply - length
    return ply


def playout_pick(
    game: Any, state: Any, mover: int, limit: int, actions: Any, odds: Any, work: SimulationWorkspace
) -> int:  # fmt: skip
    """The place in `actions` of what a playout does next; -1 if there is nothing, or more than `limit` (`wanted`)."""
    count = 0
    weighs = False
    if mover == CHANCE:
        count = fill_chances(game, state, actions, odds, 0)
    elif offers_policy(game) and mover != SIMULTANEOUS:
        count = fill_policy(game, state, actions, odds, 0)
        weighs = count > 0
    if count == 0 and mover != CHANCE:
        count = fill_actions(game, state, actions, 0)
    if count > limit:
        work.wanted = count
        return -1
    if count == 0:
        work.stuck = work.stop = 1
        return -1
    if mover == CHANCE:
        return picked(fraction(work), count, odds)
    return drawn(work, count, odds) if weighs else below(work, count)


def play_out(game: Any, state: Any, length: int, actions: Any, odds: Any, work: TreeWorkspace) -> int:
    """A playout by the rules; returns the plies of the simulation, or -1 if the buffers are too small (`wanted`)."""
    limit = len(actions)
    now = state
    ply = length
    last = min(length + work.playout_plies, MAX_PLIES)
    over = False
    while ply < last and work.stop == 0:
        mover = game.player(now)
        pick = playout_pick(game, now, mover, limit, actions, odds, work)
        if pick < 0:
            if work.stop == 0:
                return -1
            break
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
        for player in range(work.players):
            value = float(game.utility(now, player)) if over else float(game.evaluate(now, player))
            note_range(work, value)
            work.worth[player] = word_of(value)
    return ply
