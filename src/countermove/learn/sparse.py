"""Train a network of sparse inputs with games of self-play: play, replay, train, write.

Three files are written. FILE.games has the games, and grows while they are played; FILE.part has the state of training,
after each epoch; FILE has the network. Playing and training resume from the first two, with the same result.

A position's target is what the search found there, mixed with the result of the game. The result shows what a search
does not see, such as where an attack leads, but it is noisy: a network that begins with random weights learns it by
heart. So it begins with the search's score alone, and only a network that is trained already learns from results.

Training is Adam (Kingma and Ba, 2015) in batches; the rate rises for a short while and then falls along a cosine.
"""

from __future__ import annotations

import dataclasses
import hashlib
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from countermove import sparse, worker
from countermove.errors import GameError, SpecError
from countermove.files import written_whole
from countermove.game import Game
from countermove.learn.games import MAX_PLIES, Games, play_games
from countermove.learn.linear import Fit, games_file, require_share
from countermove.outcome import outcomes_of
from countermove.sparse import BLOCK, MAX_HIDDEN, ONE, OUT, SLOPE, Layers

EPOCHS, BATCH = 12, 8192
"""How often all positions are seen; how many at once, or a 64th of all if that is less."""
RATE, WARM_UP = 0.002, 0.05
"""The highest rate of Adam; the part of the steps in which it rises."""
MORE_EPOCHS, MORE_RATE = 2, 0.0005
"""The same for a network that is trained already: more would fit the noise of its targets."""
MORE_SHARE = 0.3
"""The usual share of the result in what such a network predicts; in what a new one predicts it is 0."""
MOMENTUM, SCALING, TINY = 0.9, 0.999, 1e-8
MAX_SCORE = 0.9
"""Positions with a larger score, as a part of a win, are decided, and left out."""
LEFT_OUT = 20
"""Every twentieth game is left out of training, to measure it."""
MAX_OUTPUT = 2.0
"""The largest output weight."""


@dataclass(frozen=True)
class Positions:
    """Positions of games, each as the numbers of its active inputs."""

    views: Any
    """By position, by whose view, the mover's first: the numbers."""
    stages: Any
    targets: Any
    """What is to be predicted, from 0 for a loss of the mover to 1 for a win."""

    def __len__(self) -> int:
        return len(self.stages)


@dataclass
class Training:
    """Weights in training, with what Adam remembers of each."""

    weights: tuple[Any, ...]
    """Of the rows, the outputs, and the offsets, as in `Layers`, in floating point."""
    means: tuple[Any, ...] = ()
    squares: tuple[Any, ...] = ()
    epochs: int = 0
    """Epochs done."""
    losses: list[float] = field(default_factory=list)
    """The loss in games left out, after each."""

    @staticmethod
    def fresh(game: Game, hidden: int, seed: int, start: Layers | None = None) -> Training:
        """Random weights; the first hidden units are those of `start`, if given."""
        rng = np.random.default_rng(seed)
        rows = rng.uniform(-0.1, 0.1, (game.active_inputs + 1, hidden)).astype(np.float32)
        rows[-1] = 0.1
        outputs = rng.uniform(-0.05, 0.05, (game.stages, 2, hidden)).astype(np.float32)
        offsets = np.zeros(game.stages, np.float32)
        if start is not None:
            known = start.rows.shape[1]
            rows[:, :known], outputs[:, :, :known] = start.rows / ONE, start.outputs / OUT
            offsets[:] = start.offsets / (ONE * ONE * OUT)
        weights = rows, outputs, offsets
        means, squares = (tuple(np.zeros_like(each) for each in weights) for _ in range(2))
        return Training(weights, means, squares)

    def step(self, slopes: tuple[Any, ...], steps: int, rate: float, limit: float) -> None:
        """One step of Adam along the gradient; `steps` counts from 1."""
        for weight, mean, square, slope in zip(self.weights, self.means, self.squares, slopes):
            mean += np.float32(1 - MOMENTUM) * (slope - mean)
            square += np.float32(1 - SCALING) * (slope * slope - square)
            size = np.sqrt(square / np.float32(1 - SCALING**steps)) + np.float32(TINY)
            weight -= np.float32(rate / (1 - MOMENTUM**steps)) * mean / size
        np.clip(self.weights[0], -limit, limit, out=self.weights[0])
        np.clip(self.weights[1], -MAX_OUTPUT, MAX_OUTPUT, out=self.weights[1])

    def layers(self) -> Layers:
        """The network in whole numbers."""
        rows, outputs, offsets = (each.astype(np.float64) for each in self.weights)
        return Layers(
            np.rint(rows * ONE).astype(np.int16),
            np.rint(outputs * OUT).astype(np.int16),
            np.rint(offsets * ONE * ONE * OUT).astype(np.int64),
        )

    def write(self, path: Path, mark: str) -> None:
        held = {
            f"{name}{number}": each
            for name in ("weights", "means", "squares")
            for number, each in enumerate(getattr(self, name))
        }
        with written_whole(path) as part, open(part, "wb") as stream:
            np.savez(stream, mark=mark, epochs=self.epochs, losses=self.losses, **held)

    @staticmethod
    def read(path: Path, mark: str) -> Training | None:
        """The state of training in a file; None if there is none for the same games and options."""
        try:
            with np.load(path, allow_pickle=False) as held:
                if str(held["mark"]) != mark:
                    return None
                weights, means, squares = (
                    tuple(held[f"{name}{number}"] for number in range(3)) for name in ("weights", "means", "squares")
                )
                return Training(weights, means, squares, int(held["epochs"]), held["losses"].tolist())
        except Exception:
            return None


def train_network(
    game: Game,
    *,
    games: int,
    file: str | Path,
    hidden: int = 128,
    seed: int = 0,
    nodes: int = 4000,
    opening: int | None = None,
    result_share: float | None = None,
    start: str | Path | None = None,
    spec: str = "",
    jobs: int = 1,
    ray: str | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Fit], None] | None = None,
) -> Fit:
    """Play `games` games of self-play in all, `nodes` for each action, and train a network of sparse inputs with them.

    If the files of games and of training exist, both resume there. Set `stop` to end early and keep them. Several
    `jobs`, or a `ray` cluster, play more games at once (see `play_games`). Training begins with random weights, or with
    the network in the file `start`, to which more hidden units may be added. `result_share` is the share of the game's
    result in what is predicted.
    """
    if games < 2 or nodes < 1:
        raise SpecError(f"games is {games} and nodes is {nodes}; give 2 games or more, and 1 node or more.")
    if result_share is None:
        result_share = 0.0 if start is None else MORE_SHARE
    require_share(result_share)
    if hidden % BLOCK or not BLOCK <= hidden <= MAX_HIDDEN:
        raise SpecError(f"hidden is {hidden}; give a multiple of {BLOCK} from {BLOCK} to {MAX_HIDDEN}.")
    sparse.require_fit(game)
    known = None if start is None else sparse.read(game, start).layers
    if known is not None and known.rows.shape[1] > hidden:
        raise SpecError(
            f"{start} has {known.rows.shape[1]} hidden units, more than hidden={hidden}; give as many or more."
        )
    path, began, searched = Path(file), time.perf_counter(), 0

    def so_far(games: int, positions: int = 0, epochs: int = 0) -> Fit:
        return Fit(game, games, positions, epochs, time.perf_counter() - began, searched)

    def after_game(played: int, nodes: int) -> None:
        nonlocal searched
        searched = nodes
        if progress:
            progress(so_far(played))

    record = play_games(
        game, games=games, file=games_file(path), seed=seed, nodes=nodes, opening=opening, spec=spec, jobs=jobs,
        ray=ray, stop=stop, progress=after_game,
    )  # fmt: skip
    if len(record) < games:
        return so_far(len(record))
    record = record.first(games)

    def after_epoch(positions: int, epochs: int) -> bool:
        if progress:
            progress(so_far(games, positions, epochs))
        return not (stop and stop.is_set())

    part = path.with_name(f"{path.name}.part")
    trained, positions = trained_with(game, record, hidden, seed, part, after_epoch, result_share, known)
    if trained.epochs < epochs_of(known):
        return so_far(games, positions, trained.epochs)
    layers = trained.layers()
    sparse.write(game, path, sparse.Saved(layers, games, positions, seed, record.mark))
    part.unlink(missing_ok=True)
    return dataclasses.replace(
        so_far(games, positions, trained.epochs),
        game=sparse.attach(game, layers), loss=trained.losses[-1], loss_before=trained.losses[0], complete=True,
    )  # fmt: skip


def trained_with(
    game: Game,
    games: Games,
    hidden: int,
    seed: int,
    part: Path,
    progress: Callable[[int, int], bool],
    result_share: float = 0.0,
    start: Layers | None = None,
) -> tuple[Training, int]:
    """A network trained with games, from random weights or from `start`, and the number of positions.

    `progress` is called with the positions and the epochs done, and ends training by returning False.
    """
    from countermove.engine.play.gradient import gradient
    from countermove.native import kernel

    left_out = [number % LEFT_OUT == LEFT_OUT - 1 or number == len(games) - 1 for number in range(len(games))]
    seen = positions_of(game, games, [not each for each in left_out], result_share)
    unseen = positions_of(game, games, left_out, result_share)
    count = len(seen) + len(unseen)
    if not len(seen):
        raise GameError(f"The games of {type(game).__name__} have no position to learn from: all were decided at once.")
    digest = hashlib.sha256(seen.targets.tobytes() + seen.views.tobytes()).hexdigest()[:16]
    mark = f"{games.mark}, {digest}, {hidden} hidden units, seed {seed}"
    if start is not None:
        mark += f", from {hashlib.sha256(start.rows.tobytes() + start.outputs.tobytes()).hexdigest()[:16]}"
    now = Training.read(part, mark) or Training.fresh(game, hidden, seed, start)
    units, none = np.zeros((2, hidden), np.float32), np.zeros(1, np.int64)
    slopes = tuple(np.zeros_like(each) for each in now.weights)
    first = game.initial()
    run = kernel.bind(
        gradient, game, none, seen.views, seen.stages, seen.targets, *now.weights, *slopes, units
    )  # fmt: skip

    def loss_of(batch: Any, positions: Positions) -> float:
        for each in slopes:
            each[...] = 0
        given = positions.views, positions.stages, positions.targets
        return float(run(first, batch, *given, *now.weights, *slopes, units))

    size = max(1, min(BATCH, len(seen) // 64))
    each_epoch = len(seen) // size
    epochs, rate = epochs_of(start), RATE if start is None else MORE_RATE
    steps = epochs * each_epoch
    limit = np.iinfo(np.int16).max / ONE / (game.max_active + 1)

    def epoch() -> None:
        order = np.random.default_rng((seed, now.epochs)).permutation(len(seen))
        for number in range(each_epoch):
            batch = order[number * size : (number + 1) * size]
            loss_of(batch, seen)
            step = now.epochs * each_epoch + number
            for slope in slopes:
                slope /= np.float32(size)
            now.step(slopes, step + 1, rate * rise_and_fall(step / steps), limit)
        now.losses.append(loss_of(np.arange(len(unseen)), unseen) / max(1, len(unseen)))
        now.epochs += 1
        now.write(part, mark)

    while now.epochs < epochs and progress(count, now.epochs):
        worker.run(epoch, game, patience=math.inf)
    return now, count


def epochs_of(start: Layers | None) -> int:
    """How often all positions are seen, in training that begins with random weights or with a network."""
    return EPOCHS if start is None else MORE_EPOCHS


def rise_and_fall(share: float) -> float:
    """The rate of Adam when a share of the steps is done, as a part of the highest.

    >>> [round(rise_and_fall(share), 2) for share in (0, 0.025, 0.05, 0.5, 1)]
    [0.0, 0.5, 1.0, 0.54, 0.0]
    """
    if share < WARM_UP:
        return share / WARM_UP
    return (1 + math.cos(math.pi * (share - WARM_UP) / (1 - WARM_UP))) / 2


def positions_of(game: Game, games: Games, chosen: list[bool], result_share: float = 0.0) -> Positions:
    """The calm positions of the chosen games."""
    from countermove.engine.play.observe import BAD_INPUT, observe
    from countermove.engine.strong.credit import SelectiveWorkspace
    from countermove.engine.strong.score import scale_of
    from countermove.engine.strong.search import prepared
    from countermove.native import kernel

    work = prepared(SelectiveWorkspace(), game, scale_of(game))
    views = np.zeros((MAX_PLIES, 2, game.max_active), np.int16 if game.active_inputs < 1 << 15 else np.int32)
    stages, movers, wanted = (np.zeros(MAX_PLIES, np.int64) for _ in range(3))
    held: list[list[Any]] = [[views[:0]], [stages[:0]], [np.zeros(0, np.float32)]]
    best = max(abs(end - game.neutral) for end in outcomes_of(game) or (1.0,))

    def replay() -> None:
        run = kernel.bind(observe, game, wanted, wanted, views, stages, movers, work)
        for number, actions in enumerate(games.actions):
            if not chosen[number]:
                continue
            scores = np.asarray(games.scores[number], np.float64) / best
            plies = len(actions)
            wanted[:plies] = np.abs(scores[:-1]) <= MAX_SCORE
            wanted[: games.opening(number)] = 0
            rows = run(game.initial(), actions, wanted, views, stages, movers, work)
            if rows == BAD_INPUT:
                raise GameError(
                    f"{type(game).__name__}.active must give at most {game.max_active} numbers, each from 0 to "
                    f"{game.active_inputs - 1:,}, and its stage a number below {game.stages}."
                )
            sign = np.where(movers[:rows] == 0, 1, -1)
            expected = targets_of(scores, result_share)[wanted[:plies] != 0]
            held[0].append(views[:rows].copy())
            held[1].append(stages[:rows].astype(np.int16))
            held[2].append(np.where(sign > 0, expected, 1 - expected).astype(np.float32))

    worker.run(replay, game, progress=lambda: len(held[0]))
    return Positions(*(np.concatenate(each) for each in held))


def targets_of(scores: Any, result_share: float) -> Any:
    """What to predict before each action of a game, from 0 to 1 for player 0; its result is the last score.

    >>> targets_of(np.array([0.0, 0.0, 1.0]), 0.0).tolist(), targets_of(np.array([0.0, 0.0, 1.0]), 0.5).tolist()
    ([0.5, 0.5], [0.75, 0.75])
    """
    known = np.clip(scores[:-1], -MAX_SCORE, MAX_SCORE)
    found = 1 / (1 + np.exp(-SLOPE * known / (1 - np.abs(known))))
    result = (np.clip(scores[-1], -1, 1) + 1) / 2
    return (1 - result_share) * found + result_share * result
