"""Learn an evaluation by self-play: `learn` trains the network of a game (see `network.py`).

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
from typing import Any, cast

import numpy as np

from countermove import worker
from countermove.errors import GameError, SpecError
from countermove.game import Game
from countermove.network import Dense, Network, Saved, attach, fresh, learned, read, try_inputs, write

__all__ = ["Training", "learn", "learned"]

BLOCK_GAMES = 1000
"""Games between checks of the clock, with one learning rate."""
WRITE_SECONDS = 30.0
"""Seconds between writes of the file."""
FIRST_RATE, LAST_RATE, GAMES_TO_A_TENTH = 0.03, 0.0015, 400_000
"""The learning rate: at first, at last, and the games after which it has fallen to a tenth."""
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
    explore = float(cast(Network, game).exploration)
    scratch = np.zeros((5, max(first.shape[1], first.shape[2], second.shape[2])), np.float32)
    actions, odds, work = np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS), Workspace()
    run = kernel.bind(td, game, 0, 0, 0, 0.0, explore, first, second, scratch, actions, odds, work)
    start = written = time.perf_counter()

    def so_far() -> Training:
        return Training(game, done, time.perf_counter() - start, work.nodes, done >= games)

    def play() -> None:
        nonlocal done, written
        while done < games and not work.stop:
            count = min(games, done // BLOCK_GAMES * BLOCK_GAMES + BLOCK_GAMES) - done
            rate = max(LAST_RATE, FIRST_RATE * 0.1 ** (done // BLOCK_GAMES * BLOCK_GAMES / GAMES_TO_A_TENTH))
            before = first.copy(), second.copy()
            played = run(game.initial(), seed, done, count, rate, explore, first, second, scratch, actions, odds, work)
            if played < 0:
                raise GameError(
                    f"{type(game).__name__} has a state with {-played:,} actions; the limit is {MAX_ACTIONS:,}."
                )
            if played < count:
                first[:], second[:] = before  # a partial block could not be reproduced
                return
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
