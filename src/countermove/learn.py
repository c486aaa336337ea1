"""Learn an evaluation by self-play: `learn` trains the network of a game.

The weights are in one file, which the game plays with and from which learning resumes: the file is rewritten regularly,
atomically, so that it is complete whenever the program ends. Games depend only on the seed and their number, so
interrupted learning reaches the same weights as uninterrupted.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

import numpy as np

from countermove import worker
from countermove.errors import GameError, SpecError, UnfitError
from countermove.files import written_whole
from countermove.game import Game

__all__ = ["Learned", "learn"]

BLOCK_GAMES = 1000
"""Games between checks of the clock, with one learning rate."""
WRITE_SECONDS = 30.0
"""Seconds between writes of the file."""
FIRST_RATE, LAST_RATE, GAMES_TO_A_TENTH = 0.03, 0.0015, 400_000
"""The learning rate: at first, at last, and the games after which it has fallen to a tenth."""
HIDDEN = 128
MAX_ACTIONS = 1 << 12
"""The most actions of a state."""


@runtime_checkable
class Network(Protocol):
    """A game with a network, which is what it offers beside the contract: two arrays of weights, and its prediction."""

    first: Any
    second: Any

    def fresh(self, hidden: int, seed: int) -> tuple[Any, Any]:
        """Untrained weights."""
        ...

    def foresee(self, state: Any, inputs: Any, hidden: Any, outputs: Any) -> int:
        """The prediction for a state, into the outputs; gives the kind of position."""
        ...


@dataclass(frozen=True, slots=True)
class Learned:
    """The progress of learning."""

    games: int
    """Games played in all, including earlier runs."""
    seconds: float
    """Seconds in this run."""
    plays: int
    """Plays chosen in this run."""
    first: Any
    second: Any
    complete: bool = False


def learn(
    game: Game,
    *,
    games: int,
    file: str | Path | None = None,
    seed: int = 0,
    hidden: int = HIDDEN,
    stop: threading.Event | None = None,
    progress: Callable[[Learned], None] | None = None,
) -> Learned:
    """Play `games` games of self-play in all, and learn from each play.

    If `file` exists, learning resumes where it ended, with the seed and size in the file. Set `stop` to end early and
    keep the weights so far.
    """
    if not isinstance(game, Network):
        raise UnfitError(f"{type(game).__name__} has no network to train; use backgammon.")
    if games < 1 or hidden < 1 or hidden > 1024:
        raise SpecError(f"games is {games} and hidden is {hidden}; give 1 game or more, and 1 to 1,024 hidden units.")
    from countermove.engine.play.td import td
    from countermove.engine.workspace import Workspace
    from countermove.native import kernel

    (first, second), done = game.fresh(hidden, seed), 0
    path = None if file is None else Path(file)
    if path is not None and path.exists():
        first, second, done, seed = read(path)
    game = dataclasses.replace(cast(Any, game))
    vars(game).update(first=first, second=second)
    scratch = np.zeros((5, max(first.shape[1], first.shape[2], second.shape[2])), np.float32)
    actions, odds, work = np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS), Workspace()
    run = kernel.bind(td, game, 0, 0, 0, 0.0, first, second, scratch, actions, odds, work)
    start = written = time.perf_counter()

    def so_far() -> Learned:
        return Learned(done, time.perf_counter() - start, work.nodes, first, second, done >= games)

    def play() -> None:
        nonlocal done, written
        while done < games and not work.stop:
            count = min(games, done // BLOCK_GAMES * BLOCK_GAMES + BLOCK_GAMES) - done
            rate = max(LAST_RATE, FIRST_RATE * 0.1 ** (done // BLOCK_GAMES * BLOCK_GAMES / GAMES_TO_A_TENTH))
            before = first.copy(), second.copy()
            played = run(game.initial(), seed, done, count, rate, first, second, scratch, actions, odds, work)
            if played < 0:
                raise GameError(
                    f"{type(game).__name__} has a state with {-played:,} actions; the limit is {MAX_ACTIONS:,}."
                )
            if played < count:
                first[:], second[:] = before  # a partial block could not be reproduced
                return
            done += count
            if path is not None and time.perf_counter() - written > WRITE_SECONDS:
                write(path, first, second, done, seed)
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
        write(path, first, second, done, seed)  # so that an unwritable place fails now
    worker.run(play, game, halt=halt, progress=lambda: work.nodes, tick=tick, stop=stop)
    if path is not None:
        write(path, first, second, done, seed)
    return so_far()


def write(path: Path, first: Any, second: Any, games: int, seed: int) -> None:
    """Write the file atomically."""
    try:
        with written_whole(path) as part, open(part, "wb") as stream:
            np.savez_compressed(stream, first=first, second=second, games=games, seed=seed)
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {error.strerror or error}.") from None


def read(path: Path) -> tuple[Any, Any, int, int]:
    """The weights in a file, the number of games they come from, and their seed."""
    try:
        with np.load(path, allow_pickle=False) as held:
            return held["first"], held["second"], int(held["games"]), int(held["seed"])
    except Exception:
        raise SpecError(f"{path} does not contain a network; give a file written by `countermove train`.") from None
