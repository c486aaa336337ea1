"""Self-play of search, the same for all players, after a few random plies.

Search is deterministic, so without a random opening there would be only one game. Each opening is played once; when it
is drawn again, its result is reused.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import replace

from countermove.analysis import analyse
from countermove.analysis.task import Database
from countermove.game import CHANCE, Game, S, utilities
from countermove.measure.report import Play
from countermove.measure.sample import path, results
from countermove.values import freeze

LONGEST = 1_000
"""Plies after which a game is stopped."""
MEMORY = 1
"""Megabytes for a table: enough for few nodes, and quick to allocate."""
TRIES = 100
"""Openings to draw until one leaves the game unfinished."""


def opening_plies(length: float, shortest: int, players: int = 2) -> int:
    """The number of random plies to start with: about an eighth, the same for each player, and too few to end the game.

    >>> opening_plies(7.6, 5), opening_plies(21, 7), opening_plies(90, 40), opening_plies(2, 2)
    (2, 2, 8, 1)
    """
    each = max(1, min(8 // players, round(length / 8 / players)))
    return min(each * players, shortest - 1)


def self_play(
    game: Game[S],
    state: S,
    games: int,
    nodes: int,
    opening: int,
    seed: int,
    *,
    database: Database | None = None,
    over: Callable[[], bool] = lambda: False,
    stop: threading.Event | None = None,
    progress: Callable[[int], None] = lambda played: None,
) -> Play | None:
    """How games end when all players search `nodes` nodes; a game unfinished when time is `over` is dropped.

    An endgame `database` is probed, and what it was asked is counted.
    """
    native = True
    unfinished = searched = hits = announced = 0
    worths: list[tuple[float, ...]] = []
    known: dict[Hashable, tuple[float, ...] | None] = {}

    def play(now: S, number: int) -> tuple[float, ...] | None:
        """The payoffs of a game; None if it does not end or time runs out."""
        nonlocal native, searched, hits, announced
        met = {freeze(now)}
        is_proven = False
        for ply in range(LONGEST):
            if game.is_terminal(now):
                return utilities(game, now)
            if over():
                return None
            if game.player(now) == CHANCE:
                now = next(path(game, now, seed + ply + 1, number, 1))
                continue
            found = analyse(game, now, nodes=nodes, memory=MEMORY, database=database, stop=stop)
            searched, hits = searched + found.nodes, hits + found.hits
            announced += found.in_database and not is_proven
            is_proven |= found.in_database
            native = native and (found.native or found.nodes <= 1)
            now = game.result(now, found.action)
            if game.repeats and freeze(now) in met:  # a repetition: play would repeat
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
    played = results(list(zip(*worths)), unfinished=unfinished, native=native, opening=opening, nodes=nodes)
    return replace(played, searched=searched, hits=hits, announced=announced)
