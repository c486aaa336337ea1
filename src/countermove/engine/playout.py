"""Random games: any legal action is as likely as any other, dice fall as `chances` says, and all is counted on the way.

A random game tells more than its result. How many actions each state on the way had makes it a probe of the whole tree:
if a path has been chosen with probability p, it stands for 1/p paths, and the average of 1/p over many random games is
the number of games there are (Knuth, "Estimating the efficiency of backtrack programs", 1975). In the same way each
node on the path stands for as many nodes of its ply. These numbers soon leave what a float can hold, so they are
handed out as logarithms.

The random numbers need no state: number n of game g is the hash of (seed, g, n). So a game depends on its number alone,
and comes out the same compiled and interpreted, alone and among others.
"""

from __future__ import annotations

import math
from typing import Any

from countermove.bits import shr
from countermove.engine.chance import picked
from countermove.engine.workspace import Workspace
from countermove.game import CHANCE
from countermove.native.bridge import fill_actions, fill_chances, next_state
from countermove.native.kernel import kernel
from countermove.values import key_of

LENGTH, ENDED, TURNS, FORCED, BREADTH, GAMES, TREE = range(7)
"""What is noted of a game: its plies; whether it came to an end (1 or 0); states where a player acted, those of them
with one action only, and their actions together; the logarithms (base 10) of the games and of the nodes that it stands
for. After these stands its worth to each player."""
NOTES = 7
VISITS, SUM, LEAST, MOST = range(4)
"""What is noted of a ply: how often a player acted there, and the number of actions: together, at least, at most."""
PLY = 4
RESCALE_ABOVE = 1e200
"""Where a number is scaled down."""


def lot(seed: int, game: int, number: int) -> int:
    """A random number of 63 bits."""
    return shr(key_of((seed, game, number)), 1)


@kernel
def playout(
    game: Any, state: Any, seed: int, games: Any, plies: Any, actions: Any, odds: Any, longest: int, work: Workspace
) -> int:
    """Plays a game for each row of `games`, of at most `longest` plies; gives how many there was time for.

    Below 0: a state has more actions than the buffers hold, so many.
    """
    players = games.shape[1] - NOTES
    for number in range(games.shape[0]):
        note = games[number]
        now = state
        ply = 0
        paths = nodes = 1.0
        scale = 0.0
        while ply < longest and not game.is_terminal(now):
            work.nodes += 1
            if work.stop != 0:
                return number

            # Step 1. One of the actions, and how likely it was.
            draw = lot(seed, number, ply)
            if game.player(now) == CHANCE:
                count = fill_chances(game, now, actions, odds, 0)
                if count > len(actions):
                    return -count
                if count == 0:
                    work.stuck = 1
                    return number
                pick = picked(draw * 2.0**-63, count, odds)
                likely = odds[pick]
            else:
                count = fill_actions(game, now, actions, 0)
                if count > len(actions):
                    return -count
                if count == 0:
                    work.stuck = 1
                    return number
                pick = draw % count
                likely = 1.0 / count

                # Step 2. What a player's choice adds to the books.
                note[TURNS] += 1
                note[FORCED] += 1 if count == 1 else 0
                note[BREADTH] += count
                if ply < len(plies):
                    row = plies[ply]
                    row[LEAST] = count if row[VISITS] == 0 else min(row[LEAST], float(count))
                    row[MOST] = max(row[MOST], float(count))
                    row[VISITS] += 1
                    row[SUM] += count

            # Step 3. What the path stands for.
            paths /= likely
            nodes += paths
            if nodes > RESCALE_ABOVE:
                paths /= RESCALE_ABOVE
                nodes /= RESCALE_ABOVE
                scale += 200.0
            now = next_state(game, now, int(actions[pick]))
            ply += 1

        note[LENGTH] = ply
        note[GAMES] = math.log10(paths) + scale
        note[TREE] = math.log10(nodes) + scale
        if game.is_terminal(now):
            note[ENDED] = 1
            for player in range(players):
                note[NOTES + player] = game.utility(now, player)
    return games.shape[0]
