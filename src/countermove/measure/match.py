"""Games that search plays against itself, all players searching alike, after a few random plies.

Search always answers the same, so without a random opening there would be but one game. Each opening is played on once;
when it is drawn again, so is its result.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable

from countermove.analysis import analyse
from countermove.game import CHANCE, Game, State, utilities
from countermove.measure.report import Play
from countermove.measure.sample import path, results
from countermove.values import freeze

__all__ = ["opening_plies", "self_play"]

LONGEST = 1_000
"""Plies after which a game is broken off."""
MEMORY = 1
"""Megabytes for a search: more than so few nodes fill, and soon made."""
TRIES = 100
"""Openings to draw until one leaves something to play."""


def opening_plies(length: float, shortest: int, players: int = 2) -> int:
    """How many random plies to begin with: about one in eight, as many for each player, and not so many as to end it.

    >>> opening_plies(7.6, 5), opening_plies(21, 7), opening_plies(90, 40), opening_plies(2, 2)
    (2, 2, 8, 1)
    """
    each = max(1, min(8 // players, round(length / 8 / players)))
    return min(each * players, shortest - 1)


def self_play(
    game: Game,
    state: State,
    games: int,
    nodes: int,
    opening: int,
    seed: int,
    *,
    over: Callable[[], bool] = lambda: False,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> Play | None:
    """How games end when everybody searches so many nodes; a game that is under way when time is `over` is dropped."""
    native = True
    unfinished = 0
    worths: list[tuple[float, ...]] = []
    known: dict[Hashable, tuple[float, ...] | None] = {}

    def play(now: State, number: int) -> tuple[float, ...] | None:
        """What a game is worth to each player; None if it does not end or there is no time."""
        nonlocal native
        met = {freeze(now)}
        for ply in range(LONGEST):
            if game.is_terminal(now):
                return utilities(game, now)
            if over():
                return None
            if game.player(now) == CHANCE:
                now = next(path(game, now, seed + ply + 1, number, 1))
                continue
            found = analyse(game, now, nodes=nodes, memory=MEMORY, stop=stop)
            native = native and (found.native or found.nodes <= 1)
            now = game.result(now, found.action)
            if game.repeats and freeze(now) in met:  # it was here before, and would go the same way again
                return tuple(float(game.endless(player)) for player in range(game.players))
            met.add(freeze(now))
        return None

    for number in range(games if opening or game.axes.stochastic else 1):
        if over():
            break
        start = state
        for attempt in range(TRIES):
            *_, start = (state, *path(game, state, seed, number + attempt * games, opening))
            if not game.is_terminal(start):
                break
        key = freeze(start)
        if key not in known or game.axes.stochastic:
            known[key] = play(start, number)
        worth = known[key]
        if over():
            break
        if worth is None:
            unfinished += 1
        else:
            worths.append(worth)
        progress(len(worths))
    if not worths:
        return None
    return results(list(zip(*worths)), unfinished=unfinished, native=native, opening=opening, nodes=nodes)
