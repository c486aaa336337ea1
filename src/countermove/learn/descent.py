"""Training of a network of policy and value (see dual.py): games replayed into rows, and Adam along their gradient.

Rows are made anew for every training, each position as a symmetry of the board maps it, drawn at random. The value
should predict partly how the game ended and partly what the search found; the policy, the shares of the visits. Adam is
that of Kingma and Ba (2015), with a little decay of the weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from countermove import dual, worker
from countermove.dual import Layers
from countermove.errors import GameError
from countermove.game import Game
from countermove.learn.record import MAX_ACTIONS, Played

__all__ = ["Descent", "Rows", "rows_of"]

BATCH = 256
RATE, GAMES_TO_A_TENTH, LAST_RATE = 1.5e-3, 60_000, 1 / 30
"""The rate of Adam at first, the games after which it has fallen to a tenth, and its smallest share."""
MOMENTUM, SCALING, TINY = 0.9, 0.999, 1e-8
DECAY = 1e-4
"""How much of itself a weight loses in a step, in units of the rate."""
RESULT_SHARE = 0.5
"""The share of the game's result in what the value predicts; the rest is what the search found."""


@dataclass(frozen=True)
class Rows:
    """Positions to learn from."""

    inputs: Any
    targets: Any
    """What the values should be, from 0 to 1."""
    starts: Any
    """For each position, where its outputs begin and end."""
    outputs: Any
    """The numbers of the outputs of the legal actions."""
    shares: Any
    """Their shares of the visits."""

    def __len__(self) -> int:
        return len(self.inputs)


def rows_of(game: Game, layers: Layers, games: Sequence[Played], seed: int) -> Rows:
    """The positions of games, each as a random symmetry maps it."""
    from countermove.engine.play.replay import replay
    from countermove.native import kernel

    learner: Any = dual.attach(game, layers)
    low, high = learner.dual_range
    plies = [int((each.counts > 0).sum()) for each in games]
    total, ends = sum(plies), np.cumsum([0, *(len(each.visits) for each in games)])
    inputs = np.zeros((total, layers.first.shape[0] - 1), np.float32)
    targets = np.zeros((total, learner.dual_values), np.float32)
    outputs, starts = np.zeros(int(ends[-1]), np.int32), np.zeros((total, 2), np.int64)
    movers = np.zeros(max(len(each.actions) for each in games), np.int64)
    buffer, odds = np.zeros(MAX_ACTIONS, np.int64), np.zeros(MAX_ACTIONS)
    shares = np.concatenate([each.visits for each in games])

    def replayed() -> None:
        at = 0
        first = game.initial()
        no = np.zeros(1, np.int64)
        run = kernel.bind(replay, learner, 0, 0, no, no, inputs, outputs, movers, buffer, odds)
        for number, played in enumerate(games):
            begins = np.concatenate([[0], np.cumsum(played.counts)]).astype(np.int64)
            here = slice(at, at + plies[number])
            part = outputs[ends[number] : ends[number + 1]]
            actions = played.actions.astype(np.int64)
            found = run(first, seed, number, actions, begins, inputs[here], part, movers, buffer, odds)
            if found < 0:
                raise GameError(f"{type(game).__name__}.inputs must give the same number of numbers in every state.")
            chosen = np.flatnonzero(played.counts)
            starts[here, 0], starts[here, 1] = ends[number] + begins[chosen], ends[number] + begins[chosen + 1]
            for seat in range(learner.dual_values):
                player = (movers[chosen] + seat) % game.players
                expected = (1 - RESULT_SHARE) * played.values[chosen, player]
                expected = expected + RESULT_SHARE * played.values[-1, player]
                targets[here, seat] = np.clip((expected - low) / (high - low), 0, 1)
            at += plies[number]

    worker.run(replayed, game, patience=math.inf)
    sums = np.add.reduceat(shares, starts[:, 0]) if total else np.zeros(0, np.float32)
    shares = shares / np.repeat(sums, starts[:, 1] - starts[:, 0])
    return Rows(inputs, targets, starts, outputs, shares.astype(np.float32))


class Descent:
    """Weights in training, with what Adam remembers of each."""

    def __init__(self, layers: Layers, means: Any = None, squares: Any = None, steps: int = 0) -> None:
        self.layers = dual.copied(layers)
        self.weights = self.layers[:3]
        self.means = means or tuple(np.zeros_like(each) for each in self.weights)
        self.squares = squares or tuple(np.zeros_like(each) for each in self.weights)
        self.steps = steps

    def train(
        self, game: Game, rows: Rows, steps: int, seed: int, rate: float, keep_on: Callable[[], bool]
    ) -> tuple[float, float]:
        """Take some steps, each along the gradient of a random batch; the mean losses of value and policy."""
        rng, losses = np.random.default_rng(seed), np.zeros(2)
        slopes = tuple(np.zeros_like(each) for each in self.weights)

        def work() -> None:
            run = self._bound(game, rows, slopes, losses)
            for _ in range(steps):
                if not keep_on():
                    break
                run(rng.integers(0, len(rows), BATCH))
                self._step(slopes, rate)

        worker.run(work, game, patience=math.inf)
        seen = BATCH * max(1, steps)
        return float(losses[0]) / seen, float(losses[1]) / seen

    def losses(self, game: Game, rows: Rows) -> tuple[float, float]:
        """The mean losses of value and policy in some positions."""
        found = np.zeros(2)
        slopes = tuple(np.zeros_like(each) for each in self.weights)
        worker.run(
            lambda: self._bound(game, rows, slopes, found)(np.arange(len(rows))), game, patience=math.inf
        )  # fmt: skip
        return float(found[0]) / max(1, len(rows)), float(found[1]) / max(1, len(rows))

    def _bound(self, game: Game, rows: Rows, slopes: Any, losses: Any) -> Callable[[Any], Any]:
        """The gradient of a batch of rows, added to slopes, as a function of the batch."""
        from countermove.engine.play.backprop import backprop
        from countermove.native import kernel

        widest = max(*(each.shape[1] for each in self.weights), int(np.diff(rows.starts).max(initial=1)))
        units = np.zeros((6, widest), np.float32)

        def arguments(batch: Any) -> tuple[Any, ...]:
            columns = (np.ascontiguousarray(each[:-1].T) for each in self.weights[1:])
            return (
                batch, rows.inputs, rows.starts, rows.outputs, rows.shares, rows.targets, *self.weights, *columns,
                *slopes, units, losses,
            )  # fmt: skip

        run = kernel.bind(backprop, game, *arguments(np.zeros(1, np.int64)))
        first = game.initial()
        return lambda batch: run(first, *arguments(batch))

    def _step(self, slopes: Any, rate: float) -> None:
        """One step of Adam; clears the slopes."""
        self.steps += 1
        unbias = math.sqrt(1 - SCALING**self.steps) / (1 - MOMENTUM**self.steps)
        for weight, mean, square, slope in zip(self.weights, self.means, self.squares, slopes):
            slope /= np.float32(BATCH)
            mean += np.float32(1 - MOMENTUM) * (slope - mean)
            square += np.float32(1 - SCALING) * (slope * slope - square)
            weight *= np.float32(1 - rate * DECAY)
            weight -= np.float32(rate * unbias) * mean / (np.sqrt(square) + np.float32(TINY))
            slope[:] = 0


def rate_after(games: int) -> float:
    """The rate of Adam after some games.

    >>> [round(rate_after(games), 6) for games in (0, 60_000, 10**9)]
    [0.0015, 0.00015, 5e-05]
    """
    return float(RATE * max(LAST_RATE, 0.1 ** (games / GAMES_TO_A_TENTH)))
