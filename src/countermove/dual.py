"""Networks with two heads, policy and value: which actions are promising, and how a position will end.

    inputs(state, mover)  -->  hidden units  -->  hidden units  -->  the value for the mover, or for each player in turn
    and always 1               max(x, 0)          max(x, 0)          a score for each action that was ever seen

The value lies between the lowest and the highest outcome. Scores become probabilities among the legal actions, which
Monte Carlo tree search tries by them (PUCT); the value takes the place of playouts. That is the network of AlphaGo Zero
(Silver et al., 2017), small enough for every leaf of a search.

A game gives `inputs`, or `features`; else the bits of its state are taken, those that ever change in random games. An
action has the output of its key (`values.key_of`); actions that random games never showed share one more output.
"""

from __future__ import annotations

import hashlib
import math
import random
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from countermove import network
from countermove.errors import GameError, SpecError, UnfitError
from countermove.files import written_whole
from countermove.game import Action, Game, State, legal, offers
from countermove.native import layout
from countermove.native.bridge import flatten
from countermove.outcome import outcomes_of
from countermove.values import key_of, weigh

__all__ = [
    "Dual", "Layers", "Opinion", "Saved", "attach", "copied", "fresh", "game_in", "has_dual", "learned", "opinion",
    "plain", "read", "require_fit", "write",
]  # fmt: skip

G = TypeVar("G", bound=Game)
MAX_SCORE = 30.0
"""The largest score of an action, before it becomes a probability."""
MAX_WEIGHT = 1e6
"""The largest weight in a file: sums of larger ones overflow."""
MAX_OUTPUTS = 1 << 13
TRIAL_GAMES, TRIAL_PLIES = 300, 400
"""Random games that show which actions there are, and which bits of states change."""
TRIAL_STATES = 4000
RECIPE = "formula=puct,plies=0"


class Layers(NamedTuple):
    """What a network consists of."""

    first: Any
    """The weights from the inputs to hidden units; the last row is of a constant input."""
    second: Any
    third: Any
    """The weights to the outputs: the values, the actions, and one for all other actions."""
    keys: Any
    """The keys of the actions, in ascending order."""
    bits: Any
    """Where the inputs are bits of the state: the word and the place of each; else empty."""
    words: Any
    """Where the inputs are bits of the state: the words of a state; else 0."""


class Dual(Game):
    """The network, mixed into a game."""

    dual_first: Any
    dual_second: Any
    dual_third: Any
    dual_keys: Any
    dual_values: int
    """The number of value outputs: one where two players have opposed interests, else one per player."""
    dual_range: tuple[float, float]
    """The lowest and the highest outcome."""
    recipe = RECIPE

    def consider(self, state: State, outputs: Any) -> None:
        """Write the outputs for a state, before any logistic function."""
        first = np.empty(self.dual_first.shape[1], np.float32)
        second = np.empty(self.dual_second.shape[1], np.float32)
        last = self.dual_first.shape[0] - 1
        for unit in range(len(first)):
            first[unit] = self.dual_first[last, unit]
        count = 0
        for value in self.inputs(state, max(0, self.player(state))):
            if count == last or not abs(value) <= network.MAX_INPUT:
                raise GameError("inputs must give the same number of finite numbers in every state.")
            if value != 0:
                weigh(first, self.dual_first[count], value)
            count += 1
        if count < last:
            raise GameError("inputs must give the same number of finite numbers in every state.")
        for unit in range(len(second)):
            second[unit] = self.dual_second[len(first), unit]
        for unit in range(len(first)):
            if first[unit] > 0:
                weigh(second, self.dual_second[unit], first[unit])
        for output in range(len(outputs)):
            outputs[output] = self.dual_third[len(second), output]
        for unit in range(len(second)):
            if second[unit] > 0:
                weigh(outputs, self.dual_third[unit], second[unit])

    def evaluate(self, state: State, player: int) -> float:
        outputs = np.empty(self.dual_third.shape[1], np.float32)
        self.consider(state, outputs)
        seat = (player - max(0, self.player(state))) % self.players
        score = outputs[0] if self.dual_values == 1 else outputs[seat]
        share = 1 / (1 + math.exp(-min(max(float(score), -MAX_SCORE), MAX_SCORE)))
        low, high = self.dual_range
        if self.dual_values == 1 and seat != 0:
            share = 1 - share
        return low + (high - low) * share

    def policy(self, state: State) -> Iterator[tuple[Action, float]]:
        outputs = np.empty(self.dual_third.shape[1], np.float32)
        self.consider(state, outputs)
        for action in self.actions(state):
            score = float(outputs[self.output_of(state, action)])
            yield action, math.exp(min(max(score, -MAX_SCORE), MAX_SCORE))

    def output_of(self, state: State, action: Action) -> int:
        """The number of the output for an action."""
        key = key_of(self.seen_action(state, action))
        low, high = 0, len(self.dual_keys)
        while low < high:
            middle = (low + high) // 2
            if self.dual_keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        if low < len(self.dual_keys) and self.dual_keys[low] == key:
            return self.dual_values + low
        return self.dual_values + len(self.dual_keys)

    def image_inputs(self, state: State, number: int) -> Iterator[float]:
        """The inputs for the image of a state."""
        yield from self.inputs(self.image(state, number), max(0, self.player(state)))

    def image_outputs(self, state: State, number: int) -> Iterator[int]:
        """The number of the output of each action of a state, as the image of both has it."""
        image = self.image(state, number)
        for action in self.actions(state):
            yield self.output_of(image, self.image_action(state, number, action))


class Bits(Game):
    """Inputs that are bits of the state, and who is to move."""

    dual_bits: Any
    dual_words: int

    def inputs(self, state: State, player: int) -> Iterator[int]:
        flat = np.empty(16 * self.dual_words + 4096, np.int64)  # compiled again, states may have more words
        if flatten(self, state, flat) != self.dual_words:
            raise GameError("the state has outgrown what the network knows; define inputs(state, player).")
        for number in range(len(self.dual_bits)):
            yield int(flat[self.dual_bits[number, 0]]) >> self.dual_bits[number, 1] & 1
        for each in range(self.players):
            yield int(player == each)


# Games with a network.


def require_fit(game: Game) -> None:
    """UnfitError when a game cannot have such a network."""
    name, axes = type(game).__name__, game.axes
    if game.players < 2:
        raise UnfitError(f"{name} is for one player; self-play needs two or more.")
    if axes.simultaneous:
        raise UnfitError(f"In {name} players act at once; self-play needs turns.")
    if axes.hidden:
        raise UnfitError(f"In {name} a player may not see the whole state; self-play needs perfect information.")
    network.require_outcomes(game)


def _is_opposed(game: Game) -> bool:
    return game.players == 2 and game.axes.payoff in ("zero", "constant")


def _range(game: Game) -> tuple[float, float]:
    found = outcomes_of(game)
    assert found is not None
    return network.value_range(game) if _is_opposed(game) else (float(min(found)), float(max(found)))


def has_inputs(game: Game) -> bool:
    """Whether a game says what a network sees; else it sees bits of the state."""
    return offers(game, "inputs") or offers(game, "features")


def fresh(game: Game, hidden: tuple[int, int], seed: int) -> Layers:
    """An untrained network for a game."""
    require_fit(game)
    states, keys = _tried(game)
    bits, words = np.zeros((0, 2), np.int64), 0
    if has_inputs(game):
        network.try_inputs(game)
        inputs = len(network.seen(game, states[0]))
    else:
        flat = np.array([layout.words_of(game, state) for state in states], np.int64)
        bits, words = _changing(flat), flat.shape[1]
        inputs = len(bits) + game.players
    rng = np.random.default_rng(seed)
    outputs = (1 if _is_opposed(game) else game.players) + len(keys) + 1

    def layer(above: int, below: int) -> Any:
        found = rng.normal(0, math.sqrt(2 / above), (above + 1, below)).astype(np.float32)
        found[-1] = 0
        return found

    one, two = hidden
    third = layer(two, outputs)
    return Layers(layer(inputs, one), layer(one, two), third * np.float32(0.1), keys, bits, words)


def _tried(game: Game) -> tuple[list[State], Any]:
    """States and the keys of actions in random games."""
    draw, states, keys = random.Random(0), [], set()
    for _ in range(TRIAL_GAMES):
        state = game.initial()
        for _ in range(TRIAL_PLIES):
            if game.is_terminal(state):
                break
            actions = legal(game, state)
            if game.player(state) >= 0:
                states.append(state)
                keys |= {int(key_of(game.seen_action(state, action))) for action in actions}
            state = game.result(state, draw.choice(actions))
        if len(states) > TRIAL_STATES:
            break
    if not states:
        raise UnfitError(f"{type(game).__name__} is over before anyone acts; there is nothing to learn.")
    if len(keys) > MAX_OUTPUTS:
        raise UnfitError(
            f"{type(game).__name__} has {len(keys):,} different actions in random games, and a network of policy and "
            f"value has at most {MAX_OUTPUTS:,} outputs; give actions that occur in many states the same value."
        )
    return states, np.array(sorted(keys), np.int64)


def _changing(flat: Any) -> Any:
    """The word and place of every bit that changes, each pattern of changes once."""
    found, seen = [], set()
    for word in range(flat.shape[1]):
        for place in range(64):
            column = (flat[:, word] >> place & 1).astype(np.uint8)
            if column.min() == column.max():
                continue
            pattern = column.tobytes() if column[0] == 0 else (1 - column).tobytes()
            if pattern not in seen:
                seen.add(pattern)
                found.append((word, place))
    return np.array(found, np.int64).reshape(-1, 2)


def copied(layers: Layers) -> Layers:
    """The same weights in arrays of their own."""
    return layers._replace(first=np.array(layers.first), second=np.array(layers.second), third=np.array(layers.third))


_classes: weakref.WeakValueDictionary[Any, Any] = weakref.WeakValueDictionary()
"""Classes by base class and weights, so that two games from one file are equal."""


def plain(game: Any) -> Any:
    """The game without its network."""
    base = getattr(type(game), "dual_base", None)
    return game if base is None else network.as_class(game, base)


def attach(game: G, layers: Layers) -> G:
    """The same game with `evaluate` and `policy` by a network."""
    game = plain(game)
    parts = [np.ascontiguousarray(each) for each in layers[:5]]
    mark = hashlib.sha256(b"".join(each.tobytes() for each in parts)).digest(), layers.first.shape, _range(game)
    cls: type[G] | None = _classes.get((type(game), mark))
    if cls is None:
        cls = _classes[type(game), mark] = class_with(game, layers)
    return network.as_class(game, cls)


def class_with(game: G, layers: Layers) -> type[G]:
    """A subclass of the game's class, under the same name, that uses these very arrays."""
    base: Any = type(game)
    members = {
        "dual_first": layers.first, "dual_second": layers.second, "dual_third": layers.third, "dual_keys": layers.keys,
        "dual_values": 1 if _is_opposed(game) else game.players, "dual_range": _range(game), "dual_base": base,
        "dual_bits": layers.bits, "dual_words": int(layers.words),
        "__reduce__": lambda self: (attach, (plain(self), layers)),
        **{name: getattr(base, name) for name in ("__doc__", "__module__", "__qualname__")},
    }  # fmt: skip
    return type(base.__name__, (Dual, base) if has_inputs(game) else (Dual, Bits, base), members)


def learned(game: G, file: str | Path) -> G:
    """The same game with the network in a file."""
    return attach(game, read(game, file).layers)


# What a network thinks.


class Opinion(NamedTuple):
    """What a network thinks of a state, before any search."""

    value: float
    """For the player to move."""
    actions: dict[Action, tuple[float, float]]
    """For each action, its share of the policy, and the value of what follows, for the player to move."""


def opinion(game: Any, state: State) -> Opinion:
    """What the network of a game thinks of a state in which a player is to move."""
    mover = game.player(state)
    weights = dict(game.policy(state))
    total = sum(weights.values())
    found = {}
    for action, weight in weights.items():
        after = game.result(state, action)
        value = game.utility(after, mover) if game.is_terminal(after) else game.evaluate(after, mover)
        found[action] = weight / total, float(value)
    return Opinion(float(game.evaluate(state, mover)), found)


# Files.


class Saved(NamedTuple):
    """A network in a file."""

    layers: Layers
    games: int
    """The games of self-play that it was trained with."""
    seed: int


def write(game: Game, path: Path, saved: Saved) -> None:
    """Write a network for a game, atomically; the same network gives the same file."""
    held = {f"dual_{name}": each for name, each in saved.layers._asdict().items()}
    try:
        with written_whole(path) as part, open(part, "wb") as stream:
            np.savez_compressed(stream, game=type(game).__name__, games=saved.games, seed=saved.seed, **held)
    except OSError as error:
        raise SpecError(f"{path} cannot be written: {error.strerror or error}.") from None


def has_dual(file: str | Path) -> bool:
    """Whether a file has such a network."""
    try:
        with network.arrays(file) as held:
            return "dual_first" in held
    except Exception:
        return False


def game_in(file: str | Path) -> str:
    """The name of the game that the network in a file is for; SpecError where there is none."""
    try:
        with network.arrays(file) as held:
            if "dual_first" in held:
                return str(held["game"])
    except OSError as error:
        raise SpecError(f"The network {file} cannot be read: {error.strerror or error}.") from None
    except Exception:
        pass
    raise SpecError(f"{file} has no network of policy and value; give a file written by countermove train.")


def read(game: Game, file: str | Path) -> Saved:
    """The network in a file, which must be for this game."""
    name = type(game).__name__
    require_fit(game)
    try:
        with network.arrays(file) as held:
            trained, games, seed = str(held["game"]), int(held["games"]), int(held["seed"])
            layers = Layers(*(np.array(held[f"dual_{each}"]) for each in Layers._fields))
            layers = layers._replace(
                words=int(layers.words), keys=layers.keys.astype(np.int64), bits=layers.bits.astype(np.int64),
                **{each: getattr(layers, each).astype(np.float32) for each in ("first", "second", "third")},
            )  # fmt: skip
    except OSError as error:
        raise SpecError(f"The network {file} cannot be read: {error.strerror or error}.") from None
    except Exception:
        raise SpecError(
            f"The network {file} cannot be read: it is damaged; give a file written by countermove train."
        ) from None
    if trained != name:
        raise SpecError(f"The network {file} is for {trained}, not for {name}; give another file.")
    _require_shape(game, layers, file)
    return Saved(layers, games, seed)


def _require_shape(game: Game, layers: Layers, file: str | Path) -> None:
    """SpecError when a network does not fit the parameters of a game."""
    values = 1 if _is_opposed(game) else game.players
    if has_inputs(game):
        inputs, words = len(network.seen(game, game.initial())), 0
    else:
        inputs, words = len(layers.bits) + game.players, layout.size(game)
    sizes = [each.shape for each in layers[:3]]
    fits = (
        all(len(size) == 2 for size in sizes) and layers.keys.ndim == 1
        and sizes[0][0] == inputs + 1 and sizes[1][0] == sizes[0][1] + 1 and sizes[2][0] == sizes[1][1] + 1
        and sizes[2][1] == values + len(layers.keys) + 1 and layers.words == words
        and (len(layers.bits) == 0 or (layers.bits[:, 0].max() < words and layers.bits.min() >= 0))
    )  # fmt: skip
    if not fits:
        raise SpecError(f"The network {file} does not have the shape that {game!r} needs; give another file.")
    ordered = (layers.keys[1:] > layers.keys[:-1]).all()
    if not (ordered and all((np.abs(each) <= MAX_WEIGHT).all() for each in layers[:3])):
        raise SpecError(f"The network {file} has weights or keys that no training gives; give another file.")
