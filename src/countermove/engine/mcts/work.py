"""What a thread of a Monte Carlo tree search works with: its settings, its random numbers, the path of a simulation."""

from __future__ import annotations

from typing import Any

import numpy as np

from countermove.bits import scramble, shr
from countermove.engine.chance.outcomes import UNSOUND, picked, refuse_odds
from countermove.engine.root import refuse
from countermove.engine.workspace import MAX_EARLIER, MAX_PLIES, Workspace
from countermove.errors import GameError
from countermove.game import Game
from countermove.native.record import Words, words

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


def drawn(work: SimulationWorkspace, count: int, weights: Any) -> int:
    """The index that weights, which need not add up to 1, draw."""
    total = 0.0
    for i in range(count):
        total += weights[i]
    if not total > 0.0:
        return below(work, count)
    return picked(fraction(work) * total, count, weights)


def note_range(work: SimulationWorkspace, value: float) -> None:
    """Widen the range of payoffs so far."""
    if work.known == 0:
        work.low = min(work.low, value)
        work.high = max(work.high, value)
    if np.isnan(value):
        work.fault = NO_NUMBER
        work.stop = 1


def refuse_faults(game: Game, work: SimulationWorkspace) -> None:
    """Raise GameError if a fault in the rules stopped a search by simulations."""
    name = type(game).__name__
    if work.fault == NO_NUMBER:
        raise GameError(f"{name} has a payoff that is not a number (nan).")
    if work.fault == NOBODY:
        raise GameError(f"{name}.player gives somebody who does not exist; the players are 0 to {game.players - 1}.")
    if work.fault == UNSOUND and game.axes.simultaneous and not game.axes.stochastic:
        raise GameError(f"{name}.actions does not give every pair of choices in a state where both act at once.")
    refuse_odds(game, work)
    refuse(game, work)
