"""Evaluations that are weighted sums of features: their weights as one array, in files, and in games.

A game defines `features` with `weights`, or where there are many features, of which few apply, `terms`. The weights are
rows of an array, one row for each phase of the game; `phases` says how much each counts in a state:

    sum = phases[0] * (weights[0][n] * times + ...) + phases[1] * (weights[1][n] * times + ...) + ...

`countermove train` fits the weights to games of self-play (learn/regression.py), and writes them to a file.
"""

from __future__ import annotations

import dataclasses
import weakref
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from countermove import dual, network, sparse
from countermove.errors import SpecError
from countermove.files import written_whole
from countermove.game import Game, offers, weighted_sum

__all__ = ["Weights", "is_linear", "learned", "read", "weighted", "weights_of", "write"]

G = TypeVar("G", bound=Game)
SHIPPED = "shipped"
"""In place of a file: the network that a game ships."""
KIND = "weights"
"""The array in a file by which it is known to contain weights, not a network."""


class Weights(NamedTuple):
    """Weights in a file."""

    weights: Any
    """By phase and number."""
    games: int
    """The games of self-play they were fitted to."""
    positions: int
    """The positions of these games."""
    seed: int
    loss: float
    """The logistic loss in games that were not fitted to; lower is better."""
    loss_before: float
    """The loss of the weights that fitting began with."""
    made_by: str
    """What the games depend on: game, weights, seed, nodes."""


def is_linear(game: Game) -> bool:
    """Whether the evaluation of a game is a weighted sum.

    >>> from countermove.games.chess import Chess
    >>> from countermove.games.tictactoe import TicTacToe
    >>> is_linear(Chess()), is_linear(TicTacToe())
    (True, False)
    """
    return offers(game, "terms") or type(game).evaluate is weighted_sum


def weights_of(game: Game) -> Any:
    """The weights of a game, by phase and number."""
    return np.atleast_2d(np.array(game.weights, np.float64))


def weighted(game: G, weights: Any) -> G:
    """The same game with other weights, by phase and number; whole numbers where the game's are."""
    before = np.array(game.weights)
    if before.dtype.kind in "iu":
        weights = np.rint(weights).astype(np.int64)
    rows = tuple(tuple(row) for row in np.reshape(weights, np.atleast_2d(before).shape).tolist())
    return _with(game, rows if before.ndim == 2 else rows[0])


_classes: weakref.WeakValueDictionary[Any, Any] = weakref.WeakValueDictionary()
"""Classes by base class and weights, so that two games from one file are equal."""


def _with(game: G, weights: tuple[Any, ...]) -> G:
    if dataclasses.is_dataclass(game) and any(each.name == "weights" for each in dataclasses.fields(game)):
        return dataclasses.replace(game, weights=weights)
    base: Any = type(game)
    cls = _classes.get((base, weights))
    if cls is None:
        members = {name: getattr(base, name) for name in ("__doc__", "__module__", "__qualname__")}
        members |= {"weights": weights, "__reduce__": lambda self: (_with, (network.as_class(self, base), weights))}
        cls = _classes[base, weights] = type(base.__name__, (base,), members)
    return network.as_class(game, cls)  # type: ignore[no-any-return]


def learned(game: G, file: str | Path) -> G:
    """The same game with an evaluation that `countermove train` wrote to a file: weights, or a network.

    The file SHIPPED is the network that the game ships.
    """
    if str(file) == SHIPPED:
        if game.network_file is None:
            raise SpecError(f"{type(game).__name__} ships no network; train one with countermove train.")
        file = game.network_file
    if _has_weights(file):
        return weighted(game, read(game, file).weights)
    if sparse.has_layers(file):
        return sparse.learned(game, file)
    if dual.has_dual(file):
        return dual.learned(game, file)
    return network.learned(game, file)


def _has_weights(file: str | Path) -> bool:
    try:
        with network.arrays(file) as held:
            return KIND in held
    except Exception:
        return False


# Files.


def write(game: Game, path: Path, found: Weights) -> None:
    """Write weights for a game, atomically; the same weights give the same file."""
    try:
        with written_whole(path) as part, open(part, "wb") as stream:
            np.savez_compressed(stream, game=type(game).__name__, **found._asdict())
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {error.strerror or error}.") from None


def read(game: Game, file: str | Path) -> Weights:
    """The weights in a file, which must be for this game."""
    name, shape = type(game).__name__, weights_of(game).shape
    try:
        with network.arrays(file) as held:
            trained, found = str(held["game"]), Weights(*(held[field] for field in Weights._fields))
    except OSError as error:
        raise SpecError(f"The weights {file} cannot be read: {error.strerror or error}.") from None
    except Exception:
        raise SpecError(f"{file} has no weights; give a file written by countermove train.") from None
    if trained != name:
        raise SpecError(f"The weights {file} are for {trained}, not for {name}; give another file.")
    if found.weights.shape != shape:
        raise SpecError(
            f"{file} has {found.weights.shape[-1]:,} weights, but {name} needs {shape[-1]:,}; give another file."
        )
    plain = found._asdict() | {key: found._asdict()[key].item() for key in Weights._fields[1:]}
    return Weights(**plain)
