"""Games of self-play, as data to fit weights to: played in compiled code, kept in a file, replayed when needed.

A game is its actions, with the score that the search gave to the position before each. Features are counted when the
games are replayed, so that the same games serve for other features. Game n depends on the seed, n and the rules alone:
interrupted self-play ends with the same file as uninterrupted.
"""

from __future__ import annotations

import dataclasses
import hashlib
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from countermove import worker
from countermove.errors import SpecError
from countermove.files import written_whole
from countermove.game import Game, legal

OPENING, SHARE, TRIALS = 8, 8, 3
"""Random plies at the start of a game; at most this part of its usual length; random games that show how long that
is."""
MAX_PLIES = 600
"""The longest game."""
MEGABYTES = 4
"""The table of the search: this fits into the processor's cache."""
WRITE_SECONDS = 30.0
"""Seconds between writes of the file."""


@dataclass
class Games:
    """Games of self-play."""

    mark: str
    """What the games depend on beside their numbers: the game, the seed and the nodes."""
    actions: list[Any] = field(default_factory=list)
    """For each game, its actions as words."""
    scores: list[Any] = field(default_factory=list)
    """For each game, the score of every position for player 0 as a part of a win; the last is the result."""

    opening_plies: int = OPENING
    """Random plies at the start of even games."""

    def __len__(self) -> int:
        return len(self.actions)

    def opening(self, number: int) -> int:
        """Random plies of a game; odd ones have one more, so that either side is the first to choose."""
        return self.opening_plies + number % 2

    def first(self, count: int) -> Games:
        """The first games."""
        return dataclasses.replace(self, actions=self.actions[:count], scores=self.scores[:count])

    def write(self, path: Path) -> None:
        """Write the games, atomically."""
        plies = np.array([len(each) for each in self.actions], np.int64)
        actions = np.concatenate([np.zeros(0, np.int64), *self.actions])
        scores = np.concatenate([np.zeros(0, np.float32), *self.scores])
        try:
            with written_whole(path) as part, open(part, "wb") as stream:
                np.savez_compressed(stream, mark=self.mark, plies=plies, actions=actions, scores=scores)
        except OSError as error:
            raise SpecError(f"{path} cannot be written: {error.strerror or error}.") from None

    @staticmethod
    def read(path: Path) -> Games:
        """The games in a file."""
        try:
            with np.load(path, allow_pickle=False) as held:
                mark, plies, actions, scores = (held[name] for name in ("mark", "plies", "actions", "scores"))
        except OSError as error:
            raise SpecError(f"The games in {path} cannot be read: {error.strerror or error}.") from None
        except Exception:
            raise SpecError(f"{path} has no games of self-play; name another file.") from None
        ends = np.cumsum(plies)
        return Games(
            str(mark),
            np.split(actions, ends[:-1]) if len(plies) else [],
            np.split(scores, np.cumsum(plies + 1)[:-1]) if len(plies) else [],
        )


def mark_of(game: Game, seed: int, nodes: int) -> str:
    """What games of self-play depend on: the game with its weights, the seed, and the nodes per action."""
    weights = hashlib.sha256(np.asarray(game.weights, np.float64).tobytes()).hexdigest()[:16]
    return f"{game!r} with weights {weights}, seed {seed}, {nodes} nodes"


def opening_plies(game: Game) -> int:
    """How many random plies leave most of a game to play."""
    draw, plies = random.Random(0), 0
    for _ in range(TRIALS):
        state = game.initial()
        for _ in range(OPENING * SHARE):
            if game.is_terminal(state):
                break
            state = game.result(state, draw.choice(legal(game, state)))
            plies += 1
    return min(OPENING, plies // (TRIALS * SHARE))


def play_games(
    game: Game,
    *,
    games: int,
    file: Path,
    seed: int = 0,
    nodes: int = 4000,
    stop: threading.Event | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Games:
    """Play until there are `games` games in a file, and return them; fewer when `stop` is set.

    `progress` is called with the number of games so far, and the nodes searched for them.
    """
    from countermove.engine.play.selfplay import selfplay
    from countermove.engine.root import refuse
    from countermove.engine.strong.score import scale_of, unexpected
    from countermove.engine.strong.search import prepared
    from countermove.engine.strong.selective import SelectiveWorkspace
    from countermove.engine.table import Table
    from countermove.engine.workspace import Workspace
    from countermove.native import kernel

    mark = mark_of(game, seed, nodes)
    found = Games.read(file) if file.exists() else Games(mark)
    found.opening_plies = worker.run(lambda: opening_plies(game), game)
    if found.mark != mark:
        raise SpecError(f"{file} has games of {found.mark}, not of {mark}; give another file, or the same options.")
    found.write(file)  # so that an unwritable place fails now
    table, control = Table(MEGABYTES), Workspace()
    work = prepared(SelectiveWorkspace(), game, scale_of(game))
    blank, empty = work.words.copy(), table.memory.words.copy()
    actions, scores, keys = np.zeros(MAX_PLIES, np.int64), np.zeros(MAX_PLIES), np.zeros(MAX_PLIES, np.int64)
    run = kernel.bind(selfplay, game, 0, 0, 0, 0, actions, scores, keys, work, table.memory, control)
    first = game.initial()

    def play() -> None:
        written = time.perf_counter()
        while len(found) < games:
            number = len(found)
            work.words[:], table.memory.words[:] = blank, empty  # nothing is left of the game before
            plies = run(
                first, seed, number, found.opening(number), nodes, actions, scores, keys, work, table.memory, control
            )
            if work.fault:
                raise unexpected(game, work.unexpected, work.fault)
            refuse(game, work)
            if plies < 0:
                return
            found.actions.append(actions[:plies].copy())
            found.scores.append((scores[: plies + 1] / work.scale).astype(np.float32))
            if time.perf_counter() - written > WRITE_SECONDS:
                found.write(file)
                written = time.perf_counter()

    def halt() -> None:
        control.stop = 1

    def tick() -> None:
        if progress:
            progress(len(found), control.nodes)

    worker.run(play, game, halt=halt, progress=lambda: control.nodes, tick=tick, stop=stop)
    tick()
    found.write(file)
    return found
