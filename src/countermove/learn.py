"""Learning an evaluation by playing against oneself: `learn`, which fills a network that a game brings along.

What is learnt stands in one file, from which the game plays and from which learning goes on: after so many games the
file is written anew, in one step, so that it is whole whenever the program ends. The games depend on the seed and their
numbers alone. So learning that was interrupted comes to the same weights as learning that was not.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

from countermove import worker
from countermove.errors import GameError, SpecError, UnfitError
from countermove.files import written_whole
from countermove.game import Game

__all__ = ["Learned", "learn"]

BLOCK = 1000
"""Games between two looks at the clock, with one rate of learning."""
WRITE = 30.0
"""Seconds between two times that the file is written."""
QUICK, SLOW, TENTH = 0.03, 0.0015, 400_000
"""How far an estimate moves towards what came after it: at first, at last, and games after which it is a tenth."""
HIDDEN = 128
BREADTH = 1 << 12
"""The most actions of a state."""


class Network(Protocol):
    """A game with a network: two arrays of weights, and `foresee`, which makes of a state what it expects."""

    first: Any
    second: Any

    def fresh(self, hidden: int, seed: int) -> tuple[Any, Any]:
        """Weights that know nothing yet."""
        ...


@dataclass(frozen=True, slots=True)
class Learned:
    """How far learning has come."""

    games: int
    """Games played in all, those before the last interruption too."""
    seconds: float
    """Seconds this time."""
    plays: int
    """Plays chosen this time."""
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
    """Play so many games in all against oneself, and learn from each play.

    With a `file` that is there already, learning goes on where it ended; the file tells its seed and size. Set
    `stop` to end with what is learnt so far.
    """
    if not hasattr(game, "foresee"):
        raise UnfitError(f"{type(game).__name__} has no network that could learn; backgammon has one.")
    if games < 1 or hidden < 1 or hidden > 1024:
        raise SpecError(f"Learning takes 1 game or more and 1 to 1,024 hidden units, not {games} and {hidden}.")
    from countermove.engine.td import td
    from countermove.engine.workspace import Workspace
    from countermove.native import kernel

    (first, second), done = cast(Network, game).fresh(hidden, seed), 0
    path = None if file is None else Path(file)
    if path is not None and path.exists():
        first, second, done, seed = read(path)
    game = dataclasses.replace(cast(Any, game))
    vars(game).update(first=first, second=second)
    scratch = np.zeros((5, max(first.shape[1], first.shape[2], second.shape[2])), np.float32)
    actions, odds, work = np.zeros(BREADTH, np.int64), np.zeros(BREADTH), Workspace()
    run = kernel.bind(td, game, 0, 0, 0, 0.0, first, second, scratch, actions, odds, work)
    start = written = time.perf_counter()

    def so_far() -> Learned:
        return Learned(done, time.perf_counter() - start, work.nodes, first, second, done >= games)

    def play() -> None:
        nonlocal done, written
        while done < games and not work.stop:
            count = min(games, done // BLOCK * BLOCK + BLOCK) - done
            rate = max(SLOW, QUICK * 0.1 ** (done // BLOCK * BLOCK / TENTH))
            before = first.copy(), second.copy()
            played = run(game.initial(), seed, done, count, rate, first, second, scratch, actions, odds, work)
            if played < 0:
                raise GameError(
                    f"{type(game).__name__} has a state with {-played:,} actions; {BREADTH:,} are the most."
                )
            if played < count:
                first[:], second[:] = before  # a part of a block would not be played again the same
                return
            done += count
            if path is not None and time.perf_counter() - written > WRITE:
                write(path, first, second, done, seed)
                written = time.perf_counter()

    told = 0

    def tick() -> None:
        nonlocal told
        if progress and done != told:
            told = done
            progress(so_far())

    def halt() -> None:
        work.stop = 1

    if path is not None:
        write(path, first, second, done, seed)  # so that a place where nothing can be written is known at once
    worker.run(play, game, halt=halt, progress=lambda: work.nodes, tick=tick, stop=stop)
    if path is not None:
        write(path, first, second, done, seed)
    return so_far()


def write(path: Path, first: Any, second: Any, games: int, seed: int) -> None:
    """Write the file, in one step."""
    try:
        with written_whole(path) as part, open(part, "wb") as stream:
            np.savez_compressed(stream, first=first, second=second, games=games, seed=seed)
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {error.strerror or error}.") from None


def read(path: Path) -> tuple[Any, Any, int, int]:
    """The weights in a file, how many games they come from, and the seed of these."""
    try:
        with np.load(path, allow_pickle=False) as held:
            return held["first"], held["second"], int(held["games"]), int(held["seed"])
    except Exception:
        raise SpecError(f"{path} does not hold a network; give one that `countermove train` has written.") from None
