"""Fit the weights of a game's evaluation to games of self-play: play, replay and count, fit, write.

Two files are written. FILE.games has the games, and grows while they are played; playing resumes from it. FILE has the
weights, as soon as there are enough games. Both depend on the game, the seed and the options alone.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from countermove import linear, worker
from countermove.errors import GameError, SpecError, UnfitError
from countermove.game import Game
from countermove.learn.games import MAX_PLIES, Games, play_games
from countermove.learn.regression import Rows, fit, fitted_spread, loss, predicted
from countermove.linear import Weights
from countermove.network import require_outcomes, require_self_play
from countermove.outcome import outcomes_of

LEFT_OUT = 10
"""Every tenth game is left out of the fit, to measure it."""
MAX_SCORE = 0.6
"""Positions with a larger score, as a part of a win, are decided, and left out."""
RESULT_SHARE = 0.7
"""The usual share of the game's result in what is predicted; the rest is the score that the search found."""
TERMS_PER_PLY = 400
"""Room for the terms of a position."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The state of fitting."""

    game: Game
    """The game with the fitted weights, or those so far."""
    games: int
    positions: int
    epochs: int
    seconds: float
    nodes: int
    """Nodes searched in this run."""
    loss: float = 0.0
    """The loss in the games left out; lower is better."""
    loss_before: float = 0.0
    complete: bool = False


def fit_weights(
    game: Game,
    *,
    games: int,
    file: str | Path,
    seed: int = 0,
    nodes: int = 4000,
    opening: int | None = None,
    result_share: float = RESULT_SHARE,
    spec: str = "",
    jobs: int = 1,
    ray: str | None = None,
    stop: threading.Event | None = None,
    progress: Callable[[Fit], None] | None = None,
) -> Fit:
    """Play `games` games of self-play in all, `nodes` for each action, and fit the game's weights to them.

    If the file of games exists, playing resumes there. Set `stop` to end early and keep the games so far. With several
    `jobs`, or on a `ray` cluster, other processes play, which know the game by its name on the command line (`spec`).
    """
    if games < 2 or nodes < 1:
        raise SpecError(f"games is {games} and nodes is {nodes}; give 2 games or more, and 1 node or more.")
    require_share(result_share)
    require_self_play(game)
    if game.axes.stochastic:
        raise UnfitError(f"Chance takes part in {type(game).__name__}; give it inputs, and a network learns them.")
    require_outcomes(game)
    path, start, searched = Path(file), time.perf_counter(), 0
    halted = stop or threading.Event()

    def so_far(games: int, positions: int = 0, epochs: int = 0) -> Fit:
        return Fit(game, games, positions, epochs, time.perf_counter() - start, searched)

    def after_game(played: int, nodes: int) -> None:
        nonlocal searched
        searched = nodes
        if progress:
            progress(so_far(played))

    def after_epoch(positions: int, epochs: int) -> bool:
        if progress:
            progress(so_far(games, positions, epochs))
        return not halted.is_set()

    record = play_games(
        game, games=games, file=games_file(path), seed=seed, nodes=nodes, opening=opening, spec=spec, jobs=jobs,
        ray=ray, stop=stop, progress=after_game,
    )  # fmt: skip
    if len(record) < games:
        return so_far(len(record))
    found = fitted(game, record.first(games), seed, after_epoch, result_share)
    if halted.is_set():
        return so_far(games)
    linear.write(game, path, found)
    return dataclasses.replace(
        so_far(games, found.positions),
        game=linear.weighted(game, found.weights), loss=found.loss, loss_before=found.loss_before, complete=True,
    )  # fmt: skip


def require_share(share: float) -> None:
    """SpecError unless a number is a share."""
    if not 0 <= share <= 1:
        raise SpecError(f"The share of the result is {share}; give a number from 0 to 1.")


def fitted(
    game: Game, games: Games, seed: int, progress: Callable[[int, int], bool], result_share: float = RESULT_SHARE
) -> Weights:
    """The weights of a game, fitted to games of self-play; `progress` is called with the positions and the epochs."""
    before = linear.weights_of(game)
    left_out = [number % LEFT_OUT == LEFT_OUT - 1 or number == len(games) - 1 for number in range(len(games))]
    rows, scores = rows_of(game, games, [not each for each in left_out])
    unseen, _ = rows_of(game, games, left_out)
    positions = len(rows) + len(unseen)
    if not len(rows):
        raise GameError(f"The games of {type(game).__name__} have no position to fit to: all were decided at once.")
    spread = fitted_spread(rows.sums(before), rows.targets)
    after = fit(
        blended(rows, scores, result_share),
        before,
        spread,
        games=len(games),
        seed=seed,
        progress=lambda now: progress(positions, now),
    )
    kept = linear.weights_of(linear.weighted(game, after))
    losses = [loss(unseen.sums(each), spread, unseen.targets) for each in (kept, before)]
    return Weights(kept, len(games), positions, seed, losses[0], losses[1], games.mark)


def games_file(path: Path) -> Path:
    """The file of the games that belong to a file of weights."""
    return path.with_name(f"{path.name}.games")


def rows_of(game: Game, games: Games, chosen: list[bool]) -> tuple[Rows, Any]:
    """The calm positions of the chosen games, with the results of their games, and the scores of the search."""
    from countermove.engine.play.sample import BAD_NUMBER, TOO_MANY, sample
    from countermove.engine.strong.credit import SelectiveWorkspace
    from countermove.engine.strong.score import scale_of
    from countermove.native import kernel

    phases, terms = linear.weights_of(game).shape
    work = SelectiveWorkspace()
    scale_of(game).prepare(work)
    counts, ends = np.zeros(terms), np.zeros(MAX_PLIES, np.int64)
    numbers, times = np.zeros(MAX_PLIES * TERMS_PER_PLY, np.int64), np.zeros(MAX_PLIES * TERMS_PER_PLY)
    shares, wanted = np.zeros((MAX_PLIES, phases)), np.zeros(MAX_PLIES, np.int64)
    held: list[list[Any]] = [[], [], [], [], [], []]
    first, best = game.initial(), max(abs(end - game.neutral) for end in outcomes_of(game) or (1.0,))

    def replay() -> None:
        some = np.zeros(MAX_PLIES, np.int64)
        run = kernel.bind(sample, game, some, wanted, counts, numbers, times, ends, shares, work)
        for number, actions in enumerate(games.actions):
            if not chosen[number]:
                continue
            scores = games.scores[number] / best
            plies = len(actions)
            wanted[:plies] = np.abs(scores[:-1]) <= MAX_SCORE
            wanted[: games.opening(number)] = 0
            rows = run(first, actions, wanted, counts, numbers, times, ends, shares, work)
            if rows == TOO_MANY:
                raise GameError(f"{type(game).__name__}.terms gives too many terms: {TERMS_PER_PLY} is the limit.")
            if rows == BAD_NUMBER:
                raise GameError(f"{type(game).__name__}.terms gives a number that is not one of its {terms:,} weights.")
            top = ends[rows - 1] if rows else 0
            held[0].append(numbers[:top].astype(np.int32))
            held[1].append(times[:top].astype(np.float32))
            held[2].append(np.diff(ends[:rows], prepend=0))
            held[3].append(shares[:rows].copy())
            held[4].append(scores[:-1][wanted[:plies] != 0])
            held[5].append(np.full(rows, (float(scores[-1]) + 1) / 2))

    worker.run(replay, game, progress=lambda: len(held[5]))
    numbers_, times_, lengths, shares_, scores_, results = (np.concatenate([*each]) for each in held)
    return Rows(numbers_, times_, np.cumsum(lengths), shares_, results), scores_


def blended(rows: Rows, scores: Any, result_share: float) -> Rows:
    """The rows, whose targets are results, with targets that are partly what the scores of the search predict."""
    expected = predicted(scores, fitted_spread(scores, rows.targets))
    return dataclasses.replace(rows, targets=result_share * rows.targets + (1 - result_share) * expected)
