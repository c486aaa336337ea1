"""Games of self-play between Monte Carlo tree searches: played in compiled code, kept in a file.

A game is its actions, each as its place among the legal ones, with the visits of all of them and what the search found
for each player. Inputs are made when the games are replayed. Game n depends on the network, the seed and n alone, so it
does not matter which process plays it, or how often playing is interrupted.
"""

from __future__ import annotations

import contextlib
import functools
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from countermove import dual, parallel, registry, worker
from countermove.dual import Layers
from countermove.errors import GameError, NativeError, SpecError
from countermove.files import written_whole
from countermove.game import Game, legal
from countermove.learn.games import BATCH, MAX_PLIES, WRITE_SECONDS
from countermove.network import arrays

__all__ = ["Batch", "Played", "Player", "Record", "Settings", "play_games", "settings_for"]

MEGABYTES = 24.0
"""The tree of a search, whose root is new for every action."""
MAX_ACTIONS = 1 << 12
"""The most actions of a state."""
ROOM = 1 << 17
"""Visits that a game has room for."""
PATIENCE = 120.0
"""Seconds without a search after which the rules are considered an endless loop: training runs for long, and on a busy
machine it may get no processor for minutes."""
TRIALS, RANDOM_SHARE, DRAWN_SHARE = 20, 3, 2
"""Random games that show how long a game is; the part of its plies that are random at most, and the part in which
actions are drawn by their visits."""


class Played(NamedTuple):
    """A game."""

    actions: Any
    """The place of each action among the legal ones."""
    counts: Any
    """How many visits there are for each ply; none where the action was random."""
    visits: Any
    values: Any
    """What the search found at each ply, for each player; last, how the game ended."""


@dataclass
class Record:
    """Games in a file."""

    mark: str
    """What the games depend on beside their numbers."""
    games: list[Played] = field(default_factory=list)

    def write(self, path: Path) -> None:
        """Write the games, atomically."""
        held: dict[str, Any] = {"plies": np.array([len(each.actions) for each in self.games], np.int64)}
        kinds = {"actions": np.int32, "counts": np.int32, "visits": np.float32, "values": np.float32}
        for name, kind in kinds.items():
            parts = [getattr(each, name) for each in self.games]
            held[name] = np.concatenate(parts).astype(kind) if parts else np.zeros(0, kind)
        try:
            path.parent.mkdir(exist_ok=True)
            with written_whole(path) as part, open(part, "wb") as stream:
                np.savez_compressed(stream, mark=self.mark, **held)
        except OSError as error:
            raise SpecError(f"{path} cannot be written: {error.strerror or error}.") from None

    @staticmethod
    def read(path: Path, mark: str) -> Record:
        """The games in a file, which must have this mark; none if there is no file."""
        if not path.exists():
            return Record(mark)
        try:
            with arrays(path) as held:
                found = str(held["mark"])
                plies, actions, counts, visits, values = (
                    held[name] for name in ("plies", "actions", "counts", "visits", "values")
                )
            ends = np.cumsum(plies)
            counts = np.split(counts, ends[:-1]) if len(plies) else []
            totals = np.cumsum([each.sum() for each in counts], dtype=np.int64)
            games = zip(
                np.split(actions, ends[:-1]), counts, np.split(visits, totals[:-1]),
                np.split(values, np.cumsum(plies + 1)[:-1]), strict=True,
            )  # fmt: skip
            record = Record(found, [Played(*each) for each in games] if len(plies) else [])
        except Exception:
            raise SpecError(f"The games in {path} cannot be read: the file is damaged; remove it.") from None
        if found != mark:
            raise SpecError(f"{path} has games of {found}, not of {mark}; give another file, or the same options.")
        return record


@dataclass(frozen=True)
class Settings:
    """How games are played."""

    seed: int
    simulations: int
    opening: int
    """Random plies at most."""
    drawn: int
    """Plies after them in which actions are drawn by their visits."""


class Player:
    """A search that plays against itself, with the network of its game or by playouts."""

    def __init__(self, game: Game, settings: Settings) -> None:
        from countermove.engine.mcts.recipe import Recipe
        from countermove.engine.mcts.row import row_width
        from countermove.engine.mcts.search import workspace
        from countermove.engine.mcts.selfplay import selfplay
        from countermove.engine.workspace import MAX_PLIES as MAX_DEPTH
        from countermove.engine.workspace import Workspace
        from countermove.native import kernel
        from countermove.native.memory import Memory

        self.game, self.settings, self.control = game, settings, Workspace()
        self.work = workspace(game, Recipe(formula="puct").fitted(game), 0)
        self.work.max_depth, self.work.limit = MAX_DEPTH - 1, 1 << 60
        rows = Memory(int(MEGABYTES * 2**20) // 8)
        self.work.end = len(rows) // row_width(game.players)
        self._notes = (
            np.zeros(MAX_PLIES + 1, np.int64), np.zeros((MAX_PLIES + 1, game.players)),
            np.zeros(MAX_PLIES + 2, np.int64), np.zeros(ROOM),
        )  # fmt: skip
        room = np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS), Memory(max(1, game.playout_room))
        self._room = (*self._notes, np.zeros(MAX_PLIES + 1, np.int64), self.work, rows, *room, self.control)
        try:
            self._run = kernel.bind(selfplay, game, 0, 0, 0, 0, 0, *self._room)
        except NativeError as error:
            raise NativeError(f"Learning needs compiled rules, but {error}", error.problems) from None
        self._first = game.initial()

    def play(self, number: int) -> Played | None:
        """A game; None if it was stopped."""
        from countermove.engine.mcts.selfplay import CROWDED, FAULT, STOPPED
        from countermove.engine.root import refuse

        settings = self.settings
        opening = number % (settings.opening + 1)
        how = settings.seed, number, opening, settings.drawn, settings.simulations
        plies = self._run(self._first, *how, *self._room)
        name = type(self.game).__name__
        if plies == FAULT:
            refuse(self.game, self.work)
            raise GameError(f"{name} has a payoff that is not a number, or a player that does not exist.")
        if plies == CROWDED:
            raise GameError(f"{name} has too many actions to learn from: more than {MAX_ACTIONS:,} in one state.")
        if plies == STOPPED:
            return None
        actions, values, starts, visits = self._notes
        return Played(
            actions[:plies].astype(np.int32), np.diff(starts[: plies + 1]).astype(np.int32),
            visits[: starts[plies]].astype(np.float32), values[: plies + 1].astype(np.float32),
        )  # fmt: skip

    def halt(self) -> None:
        """Stop as soon as possible, and for good."""
        self.control.stop = 1
        self.work.stop = 1


@dataclass(frozen=True)
class Batch:
    """Some games to play, in any process."""

    game: str
    """The game's name on the command line."""
    layers: Layers | None
    """The network; None to play by playouts."""
    settings: Settings
    numbers: tuple[int, ...]


def play_batch(batch: Batch) -> tuple[list[Played], int]:
    """The games of a batch, and the simulations made."""
    game = _with(_loaded(batch.game), batch.layers)
    player = Player(game, batch.settings)
    found: list[Played] = []

    def play() -> None:
        for number in batch.numbers:
            played = player.play(number)
            if played is None:
                raise worker.CancelledError
            found.append(played)

    worker.run(
        play, game, halt=player.halt, progress=lambda: player.control.nodes, stop=worker.stop_here(), patience=PATIENCE
    )
    return found, player.control.nodes


def _with(game: Game, layers: Layers | None) -> Game:
    return game if layers is None else dual.attach(game, layers)


@functools.lru_cache(1)
def _loaded(spec: str) -> Game:
    return registry.load(spec)


def settings_for(game: Game, seed: int, simulations: int) -> Settings:
    """How a game is played in self-play: how much of it is random depends on how long it is."""

    def length() -> int:
        draw, plies = random.Random(0), 0
        for _ in range(TRIALS):
            state = game.initial()
            for _ in range(MAX_PLIES):
                if game.is_terminal(state):
                    break
                state = game.result(state, draw.choice(legal(game, state)))
                plies += 1
        return plies // TRIALS

    plies = worker.run(length, game)
    return Settings(seed, simulations, plies // RANDOM_SHARE, max(1, plies // DRAWN_SHARE))


def play_games(
    game: Game,
    layers: Layers | None,
    settings: Settings,
    record: Record,
    path: Path,
    numbers: range,
    *,
    spec: str = "",
    jobs: int = 1,
    ray: str | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> bool:
    """Play until a record has a game for each number, and write it; False when stopped earlier.

    `progress` is called with the games in the record, and the simulations made for them.
    """
    adding = _Adding(record, path, progress)
    if jobs == 1 and ray is None:
        player = Player(_with(game, layers), settings)

        def play() -> None:
            while len(record.games) < len(numbers):
                played = player.play(numbers[len(record.games)])
                if played is None:
                    return
                record.games.append(played)

        def tick() -> None:
            adding.simulations = player.control.nodes
            adding.tell()

        worker.run(
            play, game, halt=player.halt, progress=lambda: player.control.nodes, tick=tick, stop=stop, patience=PATIENCE
        )
        tick()
    else:
        if ray is None:
            parallel.require_room(jobs, 1)
        left = numbers[len(record.games) :]
        size = max(1, min(BATCH, len(left) // (2 * jobs)))
        batches = (Batch(spec, layers, settings, tuple(left[at : at + size])) for at in range(0, len(left), size))
        early: dict[int, Played] = {}
        with contextlib.closing(parallel.answers(play_batch, batches, jobs=jobs, ray=ray, stop=stop)) as answers:
            for batch, (played, searched) in answers:
                adding.simulations += searched
                early |= dict(zip(batch.numbers, played))
                while len(record.games) < len(numbers) and (number := numbers[len(record.games)]) in early:
                    record.games.append(early.pop(number))
                adding.tell()
    record.write(path)
    return len(record.games) == len(numbers)


class _Adding:
    """A record that grows, written from time to time."""

    def __init__(self, record: Record, path: Path, progress: Callable[[int, int], None] | None) -> None:
        self.record, self.path, self.progress = record, path, progress
        self.simulations = 0
        self._due = time.perf_counter() + WRITE_SECONDS

    def tell(self) -> None:
        if self.progress:
            self.progress(len(self.record.games), self.simulations)
        if time.perf_counter() > self._due:
            Record(self.record.mark, self.record.games[:]).write(self.path)
            self._due = time.perf_counter() + WRITE_SECONDS
