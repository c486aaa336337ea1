"""Games of self-play, as data to fit weights to: played in compiled code, kept in a file, replayed when needed.

A game is its actions, with the score that the search gave to the position before each. Features are counted when the
games are replayed, so that the same games serve for other features. Game n depends on the seed, n and the rules alone:
interrupted self-play ends with the same file as uninterrupted.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from countermove import parallel, registry, worker
from countermove.errors import SpecError
from countermove.files import written_whole
from countermove.game import Game, legal
from countermove.sparse import Layers

OPENING, SHARE, TRIALS = 8, 8, 3
"""Random plies at the start of a game; at most this part of its usual length; random games that show how long that
is."""
MAX_PLIES, MAX_OPENING = 600, 100
"""The longest game, and the most random plies at its start."""
MEGABYTES = 4
"""The table of the search: this fits into the processor's cache."""
BATCH = 16
"""Games that another process plays at a time."""
WRITE_SECONDS, WRITE_SHARE = 30.0, 0.05
"""Seconds between writes of the file, and the part of the time that they may take."""


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
    layers = [getattr(game, f"layers_{name}", ()) for name in Layers._fields]
    parts = [np.asarray(each).tobytes() for each in (np.asarray(game.weights, np.float64), *layers)]
    weights = hashlib.sha256(b"".join(parts)).hexdigest()[:16]
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


class SelfPlay:
    """The search of a game that plays against itself: game after game, each from nothing."""

    def __init__(self, game: Game, nodes: int) -> None:
        from countermove.engine.play.selfplay import selfplay
        from countermove.engine.strong.credit import SelectiveWorkspace
        from countermove.engine.strong.score import scale_of
        from countermove.engine.strong.search import prepared
        from countermove.engine.table import Table
        from countermove.engine.workspace import Workspace
        from countermove.native import kernel

        self.game, self.nodes = game, nodes
        self._table, self.control = Table(MEGABYTES), Workspace()
        self._work = prepared(SelectiveWorkspace(), game, scale_of(game))
        self._blank, self._empty = self._work.words.copy(), self._table.memory.words.copy()
        self._room = np.zeros(MAX_PLIES, np.int64), np.zeros(MAX_PLIES), np.zeros(MAX_PLIES, np.int64)
        self._run = kernel.bind(selfplay, game, 0, 0, 0, 0, *self._room, self._work, self._table.memory, self.control)
        self._first = game.initial()

    def play(self, seed: int, number: int, opening: int) -> tuple[Any, Any] | None:
        """The actions and scores of a game; None if it was stopped."""
        from countermove.engine.root import refuse
        from countermove.engine.strong.score import unexpected

        game, work, memory = self.game, self._work, self._table.memory
        work.words[:], memory.words[:] = self._blank, self._empty  # nothing is left of the game before
        plies = self._run(self._first, seed, number, opening, self.nodes, *self._room, work, memory, self.control)
        if work.fault:
            raise unexpected(game, work.unexpected, work.fault)
        refuse(game, work)
        if plies < 0:
            return None
        actions, scores, _ = self._room
        return actions[:plies].copy(), (scores[: plies + 1] / work.scale).astype(np.float32)

    def halt(self) -> None:
        """Stop as soon as possible, and for good."""
        self.control.stop = 1


@dataclass(frozen=True)
class Batch:
    """Some games to play, in any process."""

    game: str
    """The game's name on the command line."""
    seed: int
    nodes: int
    openings: tuple[tuple[int, int], ...]
    """The number of each game, and its random plies."""


def play_batch(batch: Batch) -> tuple[list[tuple[Any, Any]], int]:
    """The actions and scores of each game of a batch, and the nodes searched."""
    player = _player(batch.game, batch.nodes)
    before, found = player.control.nodes, []

    def play() -> None:
        for number, opening in batch.openings:
            game = player.play(batch.seed, number, opening)
            if game is None:
                raise worker.CancelledError
            found.append(game)

    worker.run(play, player.game, halt=player.halt, progress=lambda: player.control.nodes, stop=worker.stop_here())
    return found, player.control.nodes - before


@functools.lru_cache(1)
def _player(game: str, nodes: int) -> SelfPlay:
    """What plays in this process."""
    return SelfPlay(registry.load(game), nodes)


def play_games(
    game: Game,
    *,
    games: int,
    file: Path,
    seed: int = 0,
    nodes: int = 4000,
    opening: int | None = None,
    spec: str = "",
    jobs: int = 1,
    ray: str | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Games:
    """Play until there are `games` games in a file, and return them; fewer when `stop` is set.

    Games begin with `opening` random plies, by default as many as leave most of a game to play.

    With several `jobs`, or on a `ray` cluster, other processes play, which know the game by its name on the command
    line (`spec`); the games are the same. `progress` is called with the number of games so far, and the nodes searched
    for them.
    """
    mark = mark_of(game, seed, nodes) + ("" if opening is None else f", {opening} random plies")
    if opening is not None and not 0 <= opening <= MAX_OPENING:
        raise SpecError(f"opening is {opening}; give a number of random plies from 0 to {MAX_OPENING}.")
    found = Games.read(file) if file.exists() else Games(mark)
    found.opening_plies = worker.run(lambda: opening_plies(game), game) if opening is None else opening
    if found.mark != mark:
        raise SpecError(f"{file} has games of {found.mark}, not of {mark}; give another file, or the same options.")
    found.write(file)  # so that an unwritable place fails now
    adding = _Adding(found, file, progress)
    if jobs == 1 and ray is None:
        _play_here(game, games, seed, nodes, adding, stop)
    else:
        if ray is None:
            parallel.require_room(jobs, 1)
        numbers = range(len(found), games)
        batches = (
            Batch(spec, seed, nodes, tuple((each, found.opening(each)) for each in numbers[at : at + BATCH]))
            for at in range(0, len(numbers), BATCH)
        )
        with contextlib.closing(parallel.answers(play_batch, batches, jobs=jobs, ray=ray, stop=stop)) as answers:
            for batch, (played, searched) in answers:
                adding.nodes += searched
                adding.add({number: each for (number, _), each in zip(batch.openings, played)})
                adding.tell()
    found.write(file)
    return found


def _play_here(
    game: Game, games: int, seed: int, nodes: int, adding: _Adding, stop: threading.Event | None
) -> None:  # fmt: skip
    player = SelfPlay(game, nodes)

    def play() -> None:
        while (number := len(adding.found)) < games:
            played = player.play(seed, number, adding.found.opening(number))
            if played is None:
                return
            adding.add({number: played})

    def tick() -> None:
        adding.nodes = player.control.nodes
        adding.tell()

    worker.run(play, game, halt=player.halt, progress=lambda: player.control.nodes, tick=tick, stop=stop)
    tick()


class _Adding:
    """Games that are added to others in order, and to their file from time to time."""

    def __init__(self, found: Games, file: Path, progress: Callable[[int, int], None] | None) -> None:
        self.found, self.file, self.progress = found, file, progress
        self.nodes = 0
        self._early: dict[int, tuple[Any, Any]] = {}
        """Games that came before others with smaller numbers."""
        self._due = time.perf_counter() + WRITE_SECONDS

    def add(self, games: dict[int, tuple[Any, Any]]) -> None:
        self._early |= games
        while (number := len(self.found)) in self._early:
            actions, scores = self._early.pop(number)
            self.found.scores.append(scores)
            self.found.actions.append(actions)

    def tell(self) -> None:
        """Report progress, and write the file if that is due: never in the thread whose rules are watched."""
        if self.progress:
            self.progress(len(self.found), self.nodes)
        start = time.perf_counter()
        if start > self._due:
            self.found.first(len(self.found)).write(self.file)
            now = time.perf_counter()
            self._due = now + max(WRITE_SECONDS, (now - start) / WRITE_SHARE)
