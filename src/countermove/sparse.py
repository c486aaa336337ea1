"""Networks of sparse inputs, in whole numbers: quick enough for every leaf of a search.

Most inputs of a board are 0 at any time. A game lists the numbers of those that are 1, as a player sees the state
(`active`), so the hidden layer is a sum of a few rows of weights. Both players' views go through the same rows:

    active(state, mover)  -->  sum of rows  -->  hidden units, clipped and squared  --+
                                                                                      |-->  advantage
    active(state, other)  -->  sum of rows  -->  hidden units, clipped and squared  --+

An advantage a means an expected result of 1 / (1 + exp(-4a)), from 0 for a loss to 1 for a win; the estimate is
a / (1 + |a|), as a part of a win. Numbers have fixed points: a hidden unit of 1.0 is ONE, an output weight of 1.0 is
OUT. Output weights differ by the stage of the game, if the game has several (`stage`).

Such networks come from shogi (Nasu 2018, known as NNUE). A search updates the sums from action to action
(engine/strong/accumulator.py); `advantage_of` makes them anew. Both give the same number.
"""

from __future__ import annotations

import hashlib
import weakref
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from countermove import network
from countermove.errors import GameError, SpecError, UnfitError
from countermove.files import written_whole
from countermove.game import Game, State, offers

__all__ = [
    "BLOCK", "ONE", "OUT", "SLOPE", "Layers", "Saved", "Sparse", "add_row", "advantage_of", "appraises", "attach",
    "evaluates", "exchange_row", "is_sparse", "learned", "read", "shipped", "squared_sum", "squared_sum_at",
    "subtract_row", "sum_rows", "write",
]  # fmt: skip

G = TypeVar("G", bound=Game)
ONE, OUT = 255, 512
"""1.0 in a hidden unit; in an output weight."""
SLOPE = 4.0
"""How an advantage becomes an expected result: the logistic function of SLOPE times it."""
BLOCK = 32
"""Hidden units come in multiples of this."""
MAX_HIDDEN = 512
"""With more hidden units a sum of squares might overflow."""


class Layers(NamedTuple):
    """The weights of a network."""

    rows: Any
    """16-bit weights from the inputs to the hidden units; the last row is of a constant input."""
    outputs: Any
    """16-bit weights of the hidden units, by stage and by whose view: the mover's, the other's."""
    offsets: Any
    """What is added to the output, by stage, in units of 1 / (ONE * ONE * OUT)."""


def sum_rows(sums: Any, rows: Any, numbers: Any, count: int) -> None:
    """Set the sums to the total of the rows with the first `count` of some numbers; 16-bit numbers, but for those.

    >>> sums = np.zeros(32, np.int16)
    >>> sum_rows(sums, np.arange(96, dtype=np.int16).reshape(3, 32), np.array([0, 2, 1]), 2)
    >>> sums[:3].tolist()
    [64, 66, 68]
    """
    sums[:] = rows[numbers[:count]].sum(axis=0, dtype=np.int16)


def squared_sum(sums: Any, weights: Any) -> int:
    """The output of hidden units: each clipped to 0..ONE, squared, and weighted.

    >>> squared_sum(np.array([-5, 3, 300] + 29 * [0], np.int16), np.array([1, 2, 1] + 29 * [0], np.int16))
    65043
    """
    clipped = np.clip(sums.astype(np.int64), 0, ONE)
    return int((clipped * clipped * weights).sum())


def add_row(memory: Any, at: int, base: int, rows: Any, number: int) -> None:
    """Set the sums in the words from `at` on to those from `base` on plus a row; four 16-bit numbers to a word."""
    _sums(memory, at, rows.shape[1])[:] = _sums(memory, base, rows.shape[1]) + rows[number]


def subtract_row(memory: Any, at: int, base: int, rows: Any, number: int) -> None:
    """The same, minus a row."""
    _sums(memory, at, rows.shape[1])[:] = _sums(memory, base, rows.shape[1]) - rows[number]


def exchange_row(memory: Any, at: int, base: int, rows: Any, new: int, old: int) -> None:
    """The same, plus the row `new` and minus the row `old`."""
    _sums(memory, at, rows.shape[1])[:] = _sums(memory, base, rows.shape[1]) + rows[new] - rows[old]


def squared_sum_at(memory: Any, at: int, weights: Any) -> int:
    """The output of the hidden units in the words from `at` on."""
    return squared_sum(_sums(memory, at, len(weights)), weights)


def _sums(memory: Any, at: int, count: int) -> Any:
    return memory.words[at : at + count // 4].view(np.int16)


def _seen(game: Any, state: State, player: int, numbers: Any, sums: Any) -> None:
    """The hidden units, as a player sees a state."""
    count = 0
    for number in game.active(state, player):
        if count == game.max_active or number < 0 or number >= game.active_inputs:
            raise GameError("active must give at most max_active numbers, each below active_inputs.")
        numbers[count] = number
        count += 1
    numbers[count] = game.active_inputs
    sum_rows(sums, game.layers_rows, numbers, count + 1)


def advantage_of(game: Any, state: State) -> float:
    """The advantage of the player to move, by the network of a game."""
    mover, stage = game.player(state), game.stage(state)
    numbers = np.empty(game.max_active + 1, np.int64)
    sums = np.empty(game.layers_rows.shape[1], np.int16)
    _seen(game, state, mover, numbers, sums)
    total = game.layers_offsets[stage] + squared_sum(sums, game.layers_outputs[stage, 0])
    _seen(game, state, 1 - mover, numbers, sums)
    total += squared_sum(sums, game.layers_outputs[stage, 1])
    return float(total / (ONE * ONE * OUT))


class Sparse(Game):
    """A network of sparse inputs, mixed into a game that gives them."""

    layers_rows: Any
    layers_outputs: Any
    layers_offsets: Any
    best_outcome: float
    """A win, counted from the neutral value."""

    def evaluate(self, state: State, player: int) -> float:
        return self.appraise(state, player, advantage_of(self, state))

    def appraise(self, state: State, player: int, advantage: float) -> float:
        """The evaluation of a state in which the network gives the player to move this advantage."""
        value = self.best_outcome * advantage / (1 + abs(advantage))
        return self.neutral + (value if player == self.player(state) else -value)


# Games with a network.


def is_sparse(game: Game) -> bool:
    """Whether a game gives sparse inputs."""
    return offers(game, "active")


def require_fit(game: Game) -> None:
    """UnfitError when a game cannot have such a network."""
    name = type(game).__name__
    if not is_sparse(game):
        raise UnfitError(f"{name} has no sparse inputs; add a method active(state, player) that yields their numbers.")
    network.require_self_play(game)
    network.require_outcomes(game)
    for each in ("active_inputs", "max_active", "stages"):
        value = getattr(game, each)
        if type(value) is not int or value < 1:
            raise UnfitError(f"{name}.{each} is {value!r}; give a whole number of 1 or more.")


def attach(game: G, layers: Layers) -> G:
    """The same game with an `evaluate` by a network with these weights."""
    require_fit(game)
    best = network.value_range(game)[1] - game.neutral
    mark = hashlib.sha256(b"".join(np.ascontiguousarray(each).tobytes() for each in layers)).digest()
    key = type(game), mark, layers.rows.shape, best
    cls: type[G] | None = _classes.get(key)
    if cls is None:
        base: Any = type(game)
        members = {
            **{f"layers_{name}": np.ascontiguousarray(each) for name, each in layers._asdict().items()},
            "best_outcome": best,
            "__reduce__": lambda self: (attach, (network.as_class(self, base), layers)),
            **{name: getattr(base, name) for name in ("__doc__", "__module__", "__qualname__")},
        }
        cls = _classes[key] = type(base.__name__, (base,) if evaluates(base) else (Sparse, base), members)
    return network.as_class(game, cls)


def evaluates(cls: Any) -> bool:
    """Whether games of a class evaluate by a network, through `appraise`."""
    owner = next((each for each in cls.__mro__ if "layers_rows" in vars(each)), None)
    return owner is not None and cls.evaluate is owner.evaluate


def appraises(game: Game) -> bool:
    """Whether a game evaluates by a network; with some parameters it may have none (`is_trained` is False)."""
    return evaluates(type(game)) and bool(getattr(game, "is_trained", True))


_classes: weakref.WeakValueDictionary[Any, Any] = weakref.WeakValueDictionary()
"""Classes by base class and weights, so that two games from one file are equal."""


def learned(game: G, file: str | Path) -> G:
    """The same game with an `evaluate` by the network in a file."""
    return attach(game, read(game, file).layers)


# Files.


class Saved(NamedTuple):
    """A network in a file."""

    layers: Layers
    games: int
    """The games that it was trained with."""
    positions: int
    seed: int
    mark: str
    """What the games depend on: game, evaluation, seed, nodes."""


def write(game: Game, path: Path, saved: Saved) -> None:
    """Write a network for a game, atomically; the same network gives the same file."""
    held = {**saved.layers._asdict(), **saved._asdict()}
    del held["layers"]
    try:
        with written_whole(path) as part, open(part, "wb") as stream:
            np.savez_compressed(stream, game=type(game).__name__, **held)
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {error.strerror or error}.") from None


def has_layers(file: str | Path) -> bool:
    """Whether a file has such a network."""
    try:
        with network.arrays(file) as held:
            return set(Layers._fields) <= set(held)
    except Exception:
        return False


def shipped(path: Path) -> Layers:
    """The network of a built-in game, which `countermove train` wrote."""
    with np.load(path, allow_pickle=False) as held:
        return Layers(*(np.array(held[name]) for name in Layers._fields))


def read(game: Game, file: str | Path) -> Saved:
    """The network in a file, which must be for this game."""
    name = type(game).__name__
    require_fit(game)
    try:
        with network.arrays(file) as held:
            trained = str(held["game"])
            layers = Layers(*(np.array(held[each]) for each in Layers._fields))
            rest = int(held["games"]), int(held["positions"]), int(held["seed"]), str(held["mark"])
    except OSError as error:
        raise SpecError(f"The network {file} cannot be read: {error.strerror or error}.") from None
    except Exception:
        raise SpecError(f"{file} has no network of sparse inputs; give a file written by countermove train.") from None
    if trained != name:
        raise SpecError(f"The network {file} is for {trained}, not for {name}; give another file.")
    hidden = layers.rows.shape[-1]
    shapes = (game.active_inputs + 1, hidden), (game.stages, 2, hidden), (game.stages,)
    types = np.int16, np.int16, np.int64
    fits = all(each.shape == shape and each.dtype == kind for each, shape, kind in zip(layers, shapes, types))
    if not fits or hidden % BLOCK or not BLOCK <= hidden <= MAX_HIDDEN:
        raise SpecError(f"The network {file} does not have the shape that {name} needs; give another file.")
    return Saved(layers, *rest)
