"""Monte Carlo tree search as a kernel: select, expand, simulate, back up, many times a call.

A simulation descends the tree by the formula (select.py), adds the children of the node where it leaves what is known
(expand.py), plays the game to its end at random or by the game's `policy` (playout.py), and adds the payoffs to every
node on its path (backup.py).

With the plain formula (UCB1, every action once before any twice) each step is that of the textbook
(textbook/mcts.py), and so is the tree, random number by random number.
"""

from __future__ import annotations

from typing import Any

from countermove.engine.mcts.backup import backward, undo
from countermove.engine.mcts.expand import enter, expand
from countermove.engine.mcts.joint import draw_pair
from countermove.engine.mcts.playout import own_playout, play_out
from countermove.engine.mcts.row import ACTION, CHILDREN, MOVER, OVER, PROVEN, UNSEEN, VALUES, VISITS
from countermove.engine.mcts.select import draw_outcome, select
from countermove.engine.mcts.work import TreeWorkspace
from countermove.engine.workspace import MAX_EARLIER, MAX_PLIES
from countermove.game import CHANCE, SIMULTANEOUS
from countermove.native.bridge import next_state, offers_playout
from countermove.native.kernel import kernel
from countermove.native.memory import add_real, add_word
from countermove.native.real import word_of


@kernel
def simulate(game: Any, state: Any, work: TreeWorkspace, rows: Any, actions: Any, odds: Any, board: Any) -> int:
    """Grow the tree from `state`, whose row is the first, until the work is done; returns the simulations so far.

    The work is done when the simulations are, at `stop`, when the root is proven, and when rows or buffers are too few
    (`full`, `wanted`).
    """
    players = work.players
    width = work.width
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
                enter(game, now, rows, node, ply, work)
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
                if not expand(game, now, rows, node, actions, odds, work):
                    undo(rows, ply, work)
                    return work.simulations
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
                work.worth[player] = rows[at + VALUES + players + player]
        elif offers_playout(game) and work.playout_plies == MAX_PLIES:
            ply = own_playout(game, now, length, board, work)
        else:
            ply = play_out(game, now, length, actions, odds, work)

        # Step 4. Back up, unless the simulation was stopped on the way.
        if work.stop != 0 or ply < 0:
            undo(rows, length, work)
            return work.simulations
        work.simulations += 1
        backward(rows, length, ply, work)
        if work.nodes >= work.limit:
            work.stop = 1
    return work.simulations
