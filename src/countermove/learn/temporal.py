"""Temporal-difference learning: `learn` trains the network of a game (see `network.py`).

The weights are in one file, which the game plays with and from which learning resumes: the file is rewritten regularly,
atomically, so that it is complete whenever the program ends. Games depend only on the seed and their number, so
interrupted learning reaches the same weights as uninterrupted.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np

from countermove import worker
from countermove.errors import GameError, NativeError, SpecError
from countermove.game import Game
from countermove.network import Dense, Network, Saved, attach, fresh, read, try_inputs, write

__all__ = ["Training", "learn"]

BLOCK_GAMES = 1000
"""Games between checks of the clock, with one learning rate."""
WRITE_SECONDS = 30.0
"""Seconds between writes of the file."""
GAMES_TO_A_TENTH, LAST_RATE = 400_000, 1 / 20
"""The games after which the learning rate has fallen to a tenth, and its smallest share."""
HIDDEN = 128
MAX_ACTIONS = 1 << 12
"""The most actions of a state."""


@dataclass(frozen=True, slots=True)
class Training:
    """The state of learning."""

    game: Game
    """The game, with an `evaluate` by the network."""
    games: int
    """Games played in all, including earlier runs."""
    seconds: float
    """Seconds in this run."""
    plays: int
    """Plays chosen in this run."""
    complete: bool


def learn(
    game: Game,
    *,
    games: int,
    file: str | Path | None = None,
    seed: int = 0,
    hidden: int = HIDDEN,
    stop: threading.Event | None = None,
    progress: Callable[[Training], None] | None = None,
) -> Training:
    """Play `games` games of self-play in all, and learn from each play.

    If `file` exists, learning resumes where it ended, with the seed and size in the file. Set `stop` to end early and
    keep the weights so far.
    """
    if games < 1 or hidden < 1 or hidden > 1024:
        raise SpecError(f"games is {games} and hidden is {hidden}; give 1 game or more, and 1 to 1,024 hidden units.")
    from countermove.engine.play.td import td
    from countermove.engine.workspace import Workspace
    from countermove.native import kernel

    path = None if file is None else Path(file)

    def begin() -> tuple[Game, Saved]:
        resumed = path is not None and path.exists()
        saved = read(game, path) if resumed and path else Saved(*fresh(game, hidden, seed), 0, seed)
        found = attach(game, saved.first, saved.second)
        if isinstance(found, Dense):
            try_inputs(found)
        return found, saved

    game, (first, second, done, seed) = worker.run(begin, game)
    network = cast(Network, game)
    explore = float(network.exploration)
    scratch = np.zeros((5, max(first.shape[1], first.shape[2], second.shape[2])), np.float32)
    actions, odds, work = np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS), Workspace()
    try:
        run = kernel.bind(td, game, 0, 0, 0, 0.0, explore, first, second, scratch, actions, odds, work)
    except NativeError as error:
        raise NativeError(f"Learning needs compiled rules, but {error}", error.problems) from None
    start = written = time.perf_counter()

    def so_far() -> Training:
        return Training(game, done, time.perf_counter() - start, work.nodes, done >= games)

    def play() -> None:
        nonlocal done, written
        while done < games and not work.stop:
            count = min(games, done // BLOCK_GAMES * BLOCK_GAMES + BLOCK_GAMES) - done
            share = 0.1 ** (done // BLOCK_GAMES * BLOCK_GAMES / GAMES_TO_A_TENTH)
            rate = max(LAST_RATE * network.learning_rate, network.learning_rate * share)
            before, code = (first.copy(), second.copy()), getattr(run, "code", None)
            played = run(game.initial(), seed, done, count, rate, explore, first, second, scratch, actions, odds, work)
            if played < 0:
                raise GameError(
                    f"{type(game).__name__} has a state with {-played:,} actions; the limit is {MAX_ACTIONS:,}."
                )
            recompiled = getattr(run, "code", None) is not code  # midway, since states outgrew their room
            if played < count or recompiled:
                first[:], second[:] = before  # a partial block could not be reproduced
                continue
            done += count
            if path is not None and time.perf_counter() - written > WRITE_SECONDS:
                write(game, path, Saved(first, second, done, seed))
                written = time.perf_counter()

    reported = 0

    def tick() -> None:
        nonlocal reported
        if progress and done != reported:
            reported = done
            progress(so_far())

    def halt() -> None:
        work.stop = 1

    if path is not None:
        write(game, path, Saved(first, second, done, seed))  # so that an unwritable place fails now
    worker.run(play, game, halt=halt, progress=lambda: work.nodes, tick=tick, stop=stop)
    if path is not None:
        write(game, path, Saved(first, second, done, seed))
    return so_far()
