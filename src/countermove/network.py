"""Networks that evaluate positions: what a game needs for one, the default one, and their files.

A game that gives `inputs`, or `features`, gets a dense network with one hidden layer:

    inputs(state, player)  -->  hidden units  -->  1 number from 0 to 1
    and always 1                x / (1 + |x|)      the share of the way from the lowest outcome to the highest

It sees the position as the player to move does, or where chance acts as player 0 does. A game with a network of its own
defines everything in `Network` instead; backgammon does. Either way the network is compiled with the rules, and the
weights are arrays of the class, so that games with other weights share the compiled code.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
import random
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np

from countermove.errors import GameError, SpecError, UnfitError
from countermove.files import written_whole
from countermove.game import Game, State, legal, offers, shortened
from countermove.outcome import outcomes_of
from countermove.values import weigh

__all__ = [
    "CONSTANTS", "HOOKS", "MAX_INPUT", "Dense", "Network", "Saved", "arrays", "as_class", "attach", "fresh", "has_own",
    "learned", "read",
    "require_outcomes", "require_self_play", "think", "try_inputs", "write",
]  # fmt: skip

G = TypeVar("G", bound=Game)
Layer: TypeAlias = Any
"""Weights as an array of 32-bit floats."""
MAX_INPUT = 1e6
"""The largest input; those between -1 and 1 are learnt from best."""
TRIAL_GAMES, TRIAL_PLIES = 5, 100
"""Random games in which inputs are tried before learning."""
HOOKS = ("foresee", "viewpoint", "turn_outputs", "final_outputs")
"""The methods of a network that are compiled with the rules."""
CONSTANTS = ("outputs_in_use", "learns_every_state")
"""Its attributes that are compiled with them."""
PARTS = (*HOOKS, *CONSTANTS, "fresh_layers", "first_layer", "second_layer", "exploration", "learning_rate")
RESERVED = (*PARTS, "value_range")
"""Names of the network, which rules must not use."""


class Network(Protocol):
    """What a game with its own network has beside the contract, with an `evaluate` that uses it.

    There may be several kinds of position, with weights each. Learning assumes the hidden units of `think`, and outputs
    by a logistic function.
    """

    first_layer: Layer
    """The weights from the inputs to the hidden units, by kind of position, input and unit."""
    second_layer: Layer
    """The weights from there to the outputs, by kind, unit and output; after the units, a constant."""
    outputs_in_use: int
    """The outputs that are trained; more may be there, which fit the processor better."""
    learns_every_state: bool
    """Whether estimates are learnt for every state, or only for those after a play, not for those after a roll."""
    exploration: float
    """The share of random plays in self-play."""
    learning_rate: float
    """The learning rate at first, which falls as learning goes on."""

    def fresh_layers(self, hidden: int, seed: int) -> tuple[Layer, Layer]:
        """Untrained weights."""
        ...

    def viewpoint(self, state: State) -> int:
        """The player for whom the outputs for a state are."""
        ...

    def foresee(self, state: State, inputs: Any, hidden: Any, outputs: Any) -> int:
        """Write what the network sees, thinks and predicts into three arrays; return the kind of position."""
        ...

    def turn_outputs(self, outputs: Any, target: Any) -> None:
        """Write the outputs as the other player has them into `target`."""
        ...

    def final_outputs(self, state: State, player: int, target: Any) -> None:
        """Write the right outputs for a finished game into `target`."""
        ...


def think(first: Layer, second: Layer, kind: int, inputs: Any, hidden: Any, outputs: Any) -> None:
    """From the inputs to the outputs, before the logistic function."""
    for unit in range(len(hidden)):
        hidden[unit] = 0
    for at in range(len(inputs)):
        if inputs[at] != 0:
            weigh(hidden, first[kind, at], inputs[at])
    for output in range(len(outputs)):
        outputs[output] = second[kind, len(hidden), output]
    for unit in range(len(hidden)):
        hidden[unit] = hidden[unit] / (np.float32(1) + abs(hidden[unit]))
        weigh(outputs, second[kind, unit], hidden[unit])


class Dense(Game):
    """The default network, mixed into a game that gives inputs."""

    first_layer: Layer
    second_layer: Layer
    outputs_in_use = 1
    learns_every_state = True
    exploration = 0.1
    learning_rate = 0.1
    value_range: tuple[float, float]
    """The lowest and the highest outcome."""

    def fresh_layers(self, hidden: int, seed: int) -> tuple[Layer, Layer]:
        inputs = len(seen(self, self.initial())) + 1
        rng = np.random.default_rng(seed)
        first = rng.normal(0, 1 / math.sqrt(inputs), (1, inputs, hidden)).astype(np.float32)
        return first, np.zeros((1, hidden + 1, 1), np.float32)

    def viewpoint(self, state: State) -> int:
        return max(0, self.player(state))

    def foresee(self, state: State, inputs: Any, hidden: Any, outputs: Any) -> int:
        count = 0
        for value in self.inputs(state, self.viewpoint(state)):
            if count == len(inputs) - 1 or not abs(value) <= MAX_INPUT:
                raise GameError("inputs must give the same number of finite numbers in every state.")
            inputs[count] = value
            count += 1
        if count < len(inputs) - 1:
            raise GameError("inputs must give the same number of finite numbers in every state.")
        inputs[count] = 1
        think(self.first_layer, self.second_layer, 0, inputs, hidden, outputs)
        outputs[0] = 1 / (1 + math.exp(-np.float64(outputs[0])))
        return 0

    def turn_outputs(self, outputs: Any, target: Any) -> None:
        target[0] = 1 - outputs[0]

    def final_outputs(self, state: State, player: int, target: Any) -> None:
        low, high = self.value_range
        target[0] = (self.utility(state, player) - low) / (high - low)

    def evaluate(self, state: State, player: int) -> float:
        inputs = np.empty(self.first_layer.shape[1], np.float32)
        hidden = np.empty(self.first_layer.shape[2], np.float32)
        outputs = np.empty(self.second_layer.shape[2], np.float32)
        self.foresee(state, inputs, hidden, outputs)
        low, high = self.value_range
        value = low + (high - low) * float(outputs[0])
        return value if player == self.viewpoint(state) else low + high - value


# What a network sees.


def seen(game: Game, state: State) -> tuple[Any, ...]:
    """The inputs for a state; GameError when they are not finite numbers."""
    given: Any = game.inputs(state, max(0, game.player(state)))
    try:
        given = tuple(given)
        fit = all(abs(float(value)) <= MAX_INPUT for value in given)
    except (TypeError, ValueError, OverflowError):
        fit = False
    if not fit:
        raise GameError(
            f"{type(game).__name__}.inputs gives {shortened(given)} in {state}; give finite numbers, best between "
            "-1 and 1."
        )
    return given  # type: ignore[no-any-return]


def try_inputs(game: Game) -> None:
    """Try the inputs of the default network in random games; GameError when their number varies."""
    draw, count = random.Random(0), len(seen(game, game.initial()))
    for _ in range(TRIAL_GAMES):
        state = game.initial()
        for _ in range(TRIAL_PLIES):
            if game.is_terminal(state):
                break
            if len(found := seen(game, state)) != count:
                raise GameError(
                    f"{type(game).__name__}.inputs gives {len(found)} numbers in {state}, but {count} in the first "
                    "state; give the same number in every state."
                )
            state = game.result(state, draw.choice(legal(game, state)))


# Games with a network.


def fresh(game: Game, hidden: int, seed: int) -> tuple[Layer, Layer]:
    """Untrained weights for a game; UnfitError when it cannot have a network."""
    own = _own(game)
    if own is None:
        _require_fit(game)
        return Dense.fresh_layers(game, hidden, seed)  # type: ignore[arg-type]
    return own.fresh_layers(hidden, seed)


def _own(game: Any) -> Network | None:
    """The game, if it has its own network."""
    has = [name for name in RESERVED if hasattr(game, name)]
    if set(PARTS) <= set(has):
        return game  # type: ignore[no-any-return]
    if has:
        raise UnfitError(
            f"{type(game).__name__} has {has[0]}, a name of networks, but not a whole network; rename it, or define "
            f"all of {', '.join(PARTS)}."
        )
    return None


def has_own(game: Game) -> bool:
    """Whether a game has its own network."""
    return _own(game) is not None


def _require_fit(game: Game) -> None:
    require_self_play(game)
    name = type(game).__name__
    if not offers(game, "inputs") and not offers(game, "features"):
        raise UnfitError(
            f"{name} has no inputs for a network; add a method inputs(state, player) that yields numbers which "
            "describe the state as the player sees it."
        )
    require_outcomes(game)


def require_self_play(game: Game) -> None:
    """UnfitError when a game cannot be learnt by self-play."""
    name, axes = type(game).__name__, game.axes
    if game.players != 2:
        raise UnfitError(f"{name} is for {game.players} player{'s' * (game.players > 1)}; self-play needs two.")
    if axes.simultaneous:
        raise UnfitError(f"In {name} both players act at once; self-play needs turns.")
    if axes.hidden:
        raise UnfitError(f"In {name} a player may not see the whole state; self-play needs perfect information.")
    if axes.payoff not in ("zero", "constant"):
        raise UnfitError(f"{name} is {axes.words().rpartition(', ')[2]}; self-play needs utilities of a constant sum.")


def require_outcomes(game: Game) -> None:
    """UnfitError when a game does not declare its outcomes."""
    name, axes = type(game).__name__, game.axes
    if outcomes_of(game) is None:
        raise UnfitError(
            f"{name} does not declare its outcomes, between which estimates must lie; add a line such as "
            f"outcomes = ({0 if axes.total else -1}, {axes.total or 1:g})."
        )


def value_range(game: Game) -> tuple[float, float]:
    """The lowest and the highest outcome, as far from the middle as each other."""
    found = outcomes_of(game)
    assert found is not None
    total = game.axes.total
    high = max(float(max(found)), total - float(min(found)))
    return total - high, high


def attach(game: G, first: Layer, second: Layer) -> G:
    """The same game with an `evaluate` by a network with these weights."""
    return as_class(game, _class_with(game, first, second))


def _class_with(game: G, first: Layer, second: Layer) -> type[G]:
    """A subclass of the game's class, under the same name, with weights and, unless it has its own, the network."""
    cls: Any = type(game)
    members = {
        "first_layer": np.ascontiguousarray(first), "second_layer": np.ascontiguousarray(second),
        "__reduce__": lambda self: (_shared, (as_class(self, cls), first, second)),
        **{name: getattr(cls, name) for name in ("__doc__", "__module__", "__qualname__")},
    }  # fmt: skip
    if _own(game) is not None:
        return type(cls.__name__, (cls,), members)
    return type(cls.__name__, (Dense, cls), {**members, "value_range": value_range(game)})


def as_class(game: Game, cls: type[G]) -> G:
    """A copy of a game, of another class."""
    found = object.__new__(cls)
    state = Game.__getstate__(game)
    for held in state if isinstance(state, tuple) else (state,):
        for name, value in (held or {}).items():
            if name not in ("first_layer", "second_layer"):  # cached from the class before
                object.__setattr__(found, name, value)
    return found


_classes: weakref.WeakValueDictionary[Any, Any] = weakref.WeakValueDictionary()
"""Classes by base class and weights, so that two games from one file are equal."""


def learned(game: G, file: str | Path) -> G:
    """The same game with an `evaluate` by the network in a file, which `learn` wrote.

    It is searched, measured and played as any other game is; so is the game that `load("NAME:network=FILE")` returns.
    """
    return _shared(game, *read(game, file)[:2])


def _shared(game: G, first: Layer, second: Layer) -> G:
    """The same as `attach`, with one class for equal weights."""
    weights = hashlib.sha256(first.tobytes() + second.tobytes()).digest(), first.shape
    key = type(game), weights, value_range(game) if _own(game) is None else None
    cls: type[G] | None = _classes.get(key)
    if cls is None:
        cls = _classes[key] = _class_with(game, first, second)
    return as_class(game, cls)


# Files.


@contextlib.contextmanager
def arrays(file: str | Path) -> Iterator[Any]:
    """The arrays in a file, by name; the file is closed even where it is damaged."""
    with open(file, "rb") as stream, np.load(stream, allow_pickle=False) as held:
        yield held


class Saved(NamedTuple):
    """A network in a file."""

    first: Layer
    second: Layer
    games: int
    """The games that it was trained with."""
    seed: int


def write(game: Game, path: Path, saved: Saved) -> None:
    """Write a network for a game, atomically."""
    try:
        with written_whole(path) as part, open(part, "wb") as stream:
            np.savez_compressed(stream, game=type(game).__name__, **saved._asdict())
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {error.strerror or error}.") from None


def read(game: Game, file: str | Path) -> Saved:
    """The network in a file, which must be for this game."""
    name = type(game).__name__
    try:
        with arrays(file) as held:
            trained, saved = str(held["game"]), Saved(*(held[field] for field in Saved._fields))
            first, second = (layer.astype(np.float32) for layer in saved[:2])
    except OSError as error:
        raise SpecError(f"The network {file} cannot be read: {error.strerror or error}.") from None
    except Exception:
        raise SpecError(
            f"The network {file} cannot be read: it is not a network; give a file written by countermove train."
        ) from None
    if trained != name:
        raise SpecError(f"The network {file} is for {trained}, not for {name}; give another file.")
    wanted = [layer.shape for layer in fresh(game, max(1, first.shape[-1]), 0)]
    if [first.shape, second.shape] != wanted:
        raise SpecError(
            f"The network {file} has weights of shape {first.shape} and {second.shape}, but {game!r} needs {wanted[0]} "
            f"and {wanted[1]}; give another file."
        )
    return Saved(first, second, int(saved.games), int(saved.seed))
