"""Random playouts: uniform among legal actions, chance by its odds, with statistics collected along the way.

A playout reveals more than its result. The numbers of actions along the path estimate the size of the whole tree: a
path chosen with probability p represents 1/p paths, and the average of 1/p over many playouts estimates the number of
games (Knuth, "Estimating the efficiency of backtrack programs", 1975). Likewise, each node on the path represents as
many nodes of its ply. These numbers soon overflow a float, so they are returned as logarithms.

Random numbers are stateless: number n of game g is the hash of (seed, g, n). So a playout depends on its number alone,
and is the same compiled and interpreted, alone and among others.
"""

from __future__ import annotations

import math
from typing import Any

from countermove.bits import shr
from countermove.engine.chance.outcomes import picked
from countermove.engine.workspace import Workspace
from countermove.game import CHANCE
from countermove.native.bridge import fill_actions, fill_chances, next_state
from countermove.native.kernel import kernel
from countermove.values import key_of

LENGTH, ENDED, TURNS, FORCED, BREADTH, GAMES, TREE = range(7)
"""The columns of a game: its plies; whether it ended (1 or 0); turns of players, those with a single action, and the
total of their actions; log10 of the games and nodes that it represents. Then its utility to each player."""
NOTES = 7
VISITS, SUM, MINIMUM, MAXIMUM = range(4)
"""The columns of a ply: how often a player acted there, and the number of actions: total, minimum, maximum."""
PLY = 4
RESCALE_ABOVE = 1e200
"""Numbers above this are scaled down."""


def random_bits(seed: int, game: int, number: int) -> int:
    """A random number of 63 bits."""
    return shr(key_of((seed, game, number)), 1)


@kernel
def playout(
    game: Any, state: Any, seed: int, games: Any, plies: Any, actions: Any, odds: Any, max_plies: int, work: Workspace
) -> int:
    """Play a game of at most `max_plies` for each row of `games`; returns how many were played before `stop`.

    If a state has more actions than the buffers hold, returns their number, negated.
    """
    players = games.shape[1] - NOTES
    for number in range(games.shape[0]):
        note = games[number]
        now = state
        ply = 0
        paths = nodes = 1.0
        scale = 0.0
        while ply < max_plies and not game.is_terminal(now):
            work.nodes += 1
            if work.stop != 0:
                return number

            # Step 1. Draw an action, with its probability.
            draw = random_bits(seed, number, ply)
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

                # Step 2. Count a player's choice.
                note[TURNS] += 1
                note[FORCED] += 1 if count == 1 else 0
                note[BREADTH] += count
                if ply < len(plies):
                    row = plies[ply]
                    row[MINIMUM] = count if row[VISITS] == 0 else min(row[MINIMUM], float(count))
                    row[MAXIMUM] = max(row[MAXIMUM], float(count))
                    row[VISITS] += 1
                    row[SUM] += count

            # Step 3. Update Knuth's estimates, and play the action.
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
