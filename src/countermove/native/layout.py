"""The layout of a state in compiled code, and the conversion in and out.

Compiled code holds all states of a game in one layout. It comes from the first state, the annotations, and a few random
games: they show whether a field that is None at first is a number later, how long a tuple gets, how many items a set
has. The compiler adds what it learns from `result`. A tuple or set of varying length gets room for twice as many items
as were seen; a state that needs more raises an error.
"""

from __future__ import annotations

import dataclasses
import itertools
import random
import typing
from typing import Any

import numpy as np

from countermove import worker
from countermove.bits import Word
from countermove.errors import NativeError
from countermove.game import CHANCE, Game, S, State, offers
from countermove.native import digest
from countermove.native.compiler import kinds
from countermove.native.compiler.enumeration import number_of
from countermove.native.compiler.hint import hints_of
from countermove.native.compiler.packing import pack, rank, unpack
from countermove.native.compiler.program import (
    alternative_of,
    is_record,
    items_in,
    kind_of,
    own_kind,
    tuple_kind,
)
from countermove.native.recent import Recent
from countermove.values import START, key_of, mix, stir

INSTEAD = {
    "bytes": "use a tuple of ints, tuple(...), or a string",
    "Fraction": "use its numerator and denominator, two ints, or a float",
    "Decimal": "use an int of the smallest unit, or a float",
    "complex": "use its two parts, as floats or ints",
}
"""What to use in a state instead of some built-in types."""
GAMES, PLIES, STATES = 12, 100, 240
"""Random games played to see what states look like: games, plies per game, states in total."""

MAX_ACTIONS_EXAMINED = 4096
"""Maximum actions examined per state; the rules may never stop giving them."""
MAX_NESTING = 12
"""Maximum nesting of tuples in a state."""
SPARE = 8
"""Room for items beyond what was seen."""
_known: dict[int, tuple[Game, kinds.Kind]] = {}
_actions: dict[int, tuple[Game, kinds.Kind]] = {}
"""The kind of a game's actions, as seen in random games."""
_alike: Recent[tuple[str, str, type], tuple[kinds.Kind, kinds.Kind]] = Recent(1024)
"""Kinds of states and actions, by rules, first state and class: a reloaded file has new classes."""
_worded: Recent[int, tuple[Game, Any]] = Recent(64)
"""For games whose states hold Words: the first state, which shows where."""


def of_game(game: Game) -> kinds.Kind:
    """The kind of a game's states; NativeError if compiled code cannot hold them."""
    known = _known.get(id(game))
    if known is not None and known[0] is game:
        return known[1]
    first = game.initial()
    like = (digest.of_game(game), repr(first), type(game))
    found = _alike.get(like)
    if found is None:
        sample = _Sample(game, first)
        sample.take()
        if sample.halted:
            raise worker.CancelledError
        found = _alike[like] = (_fitted(sample.kind, sample.states), _action_kind(sample.actions))
    if len(_known) > 64:
        _known.clear()
        _actions.clear()
    _known[id(game)] = (game, found[0])
    _actions[id(game)] = (game, found[1])
    return found[0]


def of_state(state: State) -> kinds.Kind:
    """The kind of one state; NativeError if compiled code cannot hold it."""
    return _kind(state, "the state", _hint_of(state))


def learn(game: Game, kind: kinds.Kind) -> None:
    """Record what the compiler found out about a game's states."""
    _known[id(game)] = (game, kind)


def outgrow(game: Game) -> None:
    """Make more room for a state or an action that does not fit."""
    state, action = of_game(game), actions_of(game)
    more, longer = _grown(state), _grown(action)
    learn(game, more)
    _actions[id(game)] = (game, kinds.Numbered(action) if (more, longer) == (state, action) else longer)


def _grown(kind: kinds.Kind) -> kinds.Kind:
    """A kind with four times the room; fixed lengths may vary."""
    if isinstance(kind, kinds.Seq):
        return kinds.Seq(_grown(kind.item), None, 4 * (kind.count or kind.room or 0) + SPARE, kind.text)
    if isinstance(kind, kinds.Set):
        return kinds.Set(kinds.Cell(_grown(kind.cell.kind)), 4 * (kind.room or 0) + SPARE)
    return kinds.with_parts(kind, _grown)


def size(game: Game) -> int:
    """The number of words of a state."""
    return kinds.words(of_game(game))


def words_of(game: Game[S], state: S) -> list[int]:
    """The words of a state; NativeError if it does not fit the layout."""
    found: list[int] = []
    try:
        pack(of_game(game), state, found)
    except (TypeError, ValueError, OverflowError, AttributeError) as error:
        raise NativeError(f"the state {state!r} differs from the first ones: {error}") from None
    return found


def state_of(game: Game, flat: Any, kind: kinds.Kind | None = None) -> Any:
    """The state with these words, written by code for states of a kind (by default the game's current one)."""
    found = unpack(of_game(game) if kind is None else kind, flat)[0]
    known = _worded.get(id(game))
    if known is None or known[0] is not game:
        first = game.initial()
        known = _worded[id(game)] = (game, first if _has_words(first) else None)
    return found if known[1] is None else _with_words(known[1], found)


def _has_words(value: Any) -> bool:
    return isinstance(value, Word) or (isinstance(value, tuple) and any(map(_has_words, value)))


def _with_words(first: Any, value: Any) -> Any:
    """A state with a Word wherever the first one has one, so that interpreted rules wrap around, too."""
    if isinstance(first, tuple) and isinstance(value, tuple) and len(first) == len(value):
        items = [_with_words(one, other) for one, other in zip(first, value)]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    return Word(value) if isinstance(first, Word) else value


class _Sample:
    """Some states and actions of a game, from random games."""

    def __init__(self, game: Game, first: State) -> None:
        self.game = game
        self.states = [first]
        self.actions: list[Any] = []
        self.kind = _kind(first, "the state", _hint_of(first))
        self.halted = False
        """Whether it was cancelled."""

    def take(self) -> None:
        """Play the games, in a separate thread, since rules may take long or never return."""
        worker.run(self._play, self.game, halt=self._halt, progress=lambda: len(self.states), stop=worker.stop_here())

    def _halt(self) -> None:
        self.halted = True

    def _play(self) -> None:
        game, dice = self.game, random.Random(0)
        for _ in range(GAMES):
            state = self.states[0]
            for _ in range(PLIES):
                if len(self.states) >= STATES or self.halted:
                    return
                try:
                    if game.is_terminal(state):
                        break
                    if game.player(state) == CHANCE:
                        choices = [action for action, _ in itertools.islice(game.chances(state), MAX_ACTIONS_EXAMINED)]
                    else:
                        choices = list(itertools.islice(game.actions(state), MAX_ACTIONS_EXAMINED))
                    if not choices:
                        break
                    self.actions += choices
                    state = game.result(state, dice.choice(choices))
                except Exception:  # errors in the rules are reported by later use
                    break
                self.kind = kinds.join(self.kind, _kind(state, "the state", _hint_of(state)))
                self.states.append(state)


def actions_of(game: Game) -> kinds.Kind:
    """The kind of a game's actions, as far as random games show it."""
    of_game(game)
    known = _actions.get(id(game))
    return known[1] if known is not None and known[0] is game else kinds.NEVER


def _action_kind(actions: list[Any]) -> kinds.Kind:
    """The kind of some actions, with room for the longest."""
    found: kinds.Kind = kinds.NEVER
    try:
        for action in dict.fromkeys(actions):
            kind = kind_of(action)
            if kind is None:
                return kinds.NEVER
            found = kinds.join(found, kind)
    except (TypeError, kinds.Clash):
        return kinds.NEVER
    return _fitted(found, actions, 1, 0)


def _fitted(kind: kinds.Kind, values: list[Any], times: int = 2, spare: int = SPARE) -> kinds.Kind:
    """A kind with room for `times` what some values need, and a few more."""

    def fit(kind: kinds.Kind, values: list[Any]) -> kinds.Kind:
        if isinstance(kind, kinds.Optional):
            return kinds.Optional(fit(kind.item, [value for value in values if value is not None]))
        if isinstance(kind, kinds.Union):
            groups: list[list[Any]] = [[] for _ in kind.items]
            for value in values:
                groups[alternative_of(value, kind)].append(value)
            return kinds.Union(tuple(map(fit, kind.items, groups)))
        if isinstance(kind, kinds.Tuple):
            columns = zip(*map(items_in, values)) if values else [[] for _ in kind.items]
            return kinds.Tuple(tuple(fit(item, list(column)) for item, column in zip(kind.items, columns)), kind.cls)
        if isinstance(kind, kinds.Seq):
            inner = kind.item if kind.text else fit(kind.item, [item for value in values for item in value])
            if kind.count is not None:
                return kinds.Seq(inner, kind.count, None, kind.text)
            return kinds.Seq(inner, None, times * max(map(len, values), default=0) + spare, kind.text)
        if isinstance(kind, kinds.Set):
            inner = fit(kind.cell.kind, [item for value in values for item in value])
            return kinds.Set(kinds.Cell(inner), times * max(map(len, values), default=0) + spare)
        return kind

    return fit(kind, values)


def _hint_of(state: State) -> Any:
    return type(state)


def _are_plain_ints(items: tuple[Any, ...]) -> bool:
    """Whether all items are ints of 64 bits: boards are long, and looking at every cell takes long."""
    return set(map(type, items)) == {int} and min(items) >= -(1 << 63) and max(items) < 1 << 63


def _kind(value: Any, where: str, hint: Any = None) -> kinds.Kind:
    """The kind of a state or a part of it."""
    if where.count(" of ") > MAX_NESTING:
        raise NativeError("the state nests tuples deeper and deeper; use one flat tuple")
    if isinstance(value, bool | np.bool_):
        return kinds.INT if hint is int else kinds.FLOAT if hint is float else kinds.BOOL
    if type(value) is int and not -(1 << 63) <= value < 1 << 64:
        raise NativeError(
            f"{where} is {value}, but compiled ints have 64 bits; use countermove.bits.Word, which wraps around, or "
            "several ints"
        )
    if isinstance(value, int | np.integer) and hint is float:
        return kinds.FLOAT
    if is_record(type(value)):
        cls: type = type(value)
        hints = hints_of(cls)
        names = kinds.fields_of(cls)
        items = [_kind(getattr(value, name), f"field {name!r} of {where}", hints.get(name)) for name in names]
        return kinds.Tuple(tuple(items), type(value))
    if isinstance(value, tuple):
        parts = typing.get_args(hint) if typing.get_origin(hint) is tuple else ()
        if len(parts) == 2 and parts[1] is Ellipsis:
            if parts[0] is int and _are_plain_ints(value):
                return tuple_kind((kinds.INT,) * len(value))
            parts = (parts[0],) * len(value)
        hints_ = dict(enumerate(parts))
        return tuple_kind(tuple(_kind(item, f"item {at} of {where}", hints_.get(at)) for at, item in enumerate(value)))
    if isinstance(value, frozenset):
        found: kinds.Kind = kinds.NEVER
        for item in value:
            found = kinds.join(found, _kind(item, f"an item of {where}"))
        return kinds.Set(kinds.Cell(found))
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "iufb":
            raise NativeError(f"{where} is an array of {value.dtype}; only arrays of native numbers compile")
        wide = "float64" if value.dtype.kind == "f" else "int64"
        return kinds.Array(wide, value.ndim, value.shape, str(value.dtype))
    if isinstance(value, list | dict | set | bytearray):
        fix = {"list": "a tuple", "set": "a frozenset", "dict": "a tuple of pairs"}.get(type(value).__name__, "a tuple")
        raise NativeError(f"{where} is a {type(value).__name__}, which is mutable; use {fix}")
    found_ = kind_of(value)
    if found_ is None or isinstance(found_, kinds.Array):
        name = type(value).__name__
        article = "an" if name[:1] in "AEIOUaeiou" else "a"
        fix = INSTEAD.get(name, "make it a NamedTuple, a frozen dataclass, or tuples of numbers")
        raise NativeError(f"{where} is {article} {name}; {fix}")
    return found_


def roomy(kind: kinds.Kind) -> kinds.Kind:
    """A kind that holds everything in place, with room for varying lengths."""
    if isinstance(kind, kinds.Seq):
        if kind.count is None and kind.room is None:
            return kinds.Seq(roomy(kind.item), None, DEFAULT_ROOM, kind.text)
        return kinds.Seq(roomy(kind.item), kind.count, kind.room, kind.text)
    if isinstance(kind, kinds.Set):
        return kinds.Set(kinds.Cell(roomy(kind.cell.kind)), DEFAULT_ROOM if kind.room is None else kind.room)
    if isinstance(kind, kinds.Array):
        return dataclasses.replace(kind, borrowed=False, apart=False)
    return kinds.with_parts(kind, roomy)


NOTHING = 0x6E6F6E65
"""The value of None in a key."""
DEFAULT_ROOM = 64
"""Default room for a varying number of items."""


def _meant(one: kinds.Kind, two: kinds.Kind) -> kinds.Kind:
    """For a tuple assembled from parts, the kind that fits the item in one place."""
    if not isinstance(two, kinds.Union) or isinstance(one, kinds.Union):
        return two
    for each in two.items:
        if not isinstance(kinds.join(own_kind(one), own_kind(each)), kinds.Union):
            return each
    return two


def merged(one: kinds.Kind, two: kinds.Kind) -> kinds.Kind:
    """The kind of states once `result` is known to return `two`; lengths stay as seen."""
    if one == two or two is kinds.NEVER:
        return one
    if one is kinds.NEVER:
        return roomy(two)
    if isinstance(one, kinds.Optional) or isinstance(two, kinds.Optional) or kinds.NONE in (one, two):
        first = one.item if isinstance(one, kinds.Optional) else kinds.NEVER if one is kinds.NONE else one
        second = two.item if isinstance(two, kinds.Optional) else kinds.NEVER if two is kinds.NONE else two
        return kinds.Optional(merged(first, second))
    if isinstance(one, kinds.Union) or isinstance(two, kinds.Union):
        return roomy(kinds.join(one, two))
    if isinstance(one, kinds.Tuple):
        if isinstance(two, kinds.Tuple) and len(one.items) == len(two.items) and one.cls is two.cls:
            return kinds.Tuple(tuple(map(merged, one.items, two.items)), one.cls)
        if isinstance(two, kinds.Seq) and one.cls is None and not two.text:
            return kinds.Tuple(tuple(merged(item, _meant(item, two.item)) for item in one.items))
        if isinstance(two, kinds.Tuple) and one.cls is not two.cls:
            raise NativeError(f"a state should be {kinds.plain(one)} but is {kinds.plain(two)}")
    if isinstance(one, kinds.Seq):
        if isinstance(two, kinds.Seq) and one.text == two.text:
            return kinds.Seq(merged(one.item, two.item), one.count, one.room, one.text)
        if isinstance(two, kinds.Tuple) and two.cls is None and not one.text:
            item = one.item
            for each in two.items:
                item = merged(item, each)
            return kinds.Seq(item, one.count, one.room)
        if type(two).__name__ == "List":
            raise NativeError("a state holds a list, which is mutable; make it a tuple")
    if isinstance(one, kinds.Set) and isinstance(two, kinds.Set):
        return kinds.Set(kinds.Cell(merged(one.cell.kind, two.cell.kind)), one.room)
    if (isinstance(one, kinds.Array) and isinstance(two, kinds.Array)) or (one is kinds.INT and two is kinds.BOOL):
        return one
    return roomy(kinds.join(one, two))


# Keys.


def key(game: Game[S], state: S) -> int:
    """A state's key in compiled code: the game's own, or a hash of its parts."""
    if offers(game, "key"):
        return int(game.key(state))
    kind = of_game(game)
    return int(Word(_stirred(START, kind, state))) if _is_varied(kind) else int(game.key(state))


def hashed(game: Game[S], state: S) -> int:
    """The hash of a state in compiled code, whatever `key` the game gives it."""
    try:
        kind = of_game(game)
    except NativeError:
        return key_of(state)
    return int(Word(_stirred(START, kind, state))) if _is_varied(kind) else key_of(state)


def _is_varied(kind: kinds.Kind) -> bool:
    """Whether a kind holds more than a fixed sequence of numbers."""
    if isinstance(kind, kinds.Tuple):
        return (kind.cls is not None and not issubclass(kind.cls, tuple)) or any(map(_is_varied, kind.items))
    if isinstance(kind, kinds.Seq):
        return kind.count is None or kind.text or _is_varied(kind.item)
    return kind is kinds.NONE or isinstance(kind, kinds.Optional | kinds.Union | kinds.Set | kinds.Enum)


def _stirred(seed: int, kind: kinds.Kind, value: Any) -> int:
    """A value mixed into a hash, as compiled code does it (compiler/words.py)."""
    if kind is kinds.NONE:
        return mix(seed, NOTHING)
    if isinstance(kind, kinds.Optional):
        seed = mix(seed, int(value is not None))
        return seed if value is None else _stirred(seed, kind.item, value)
    if isinstance(kind, kinds.Union):
        chosen = alternative_of(value, kind)
        return _stirred(mix(seed, chosen), kind.items[chosen], value)
    if isinstance(kind, kinds.Enum):
        return mix(seed, number_of(value))
    if isinstance(kind, kinds.Tuple):
        for each, item in zip(kind.items, items_in(value)):
            seed = _stirred(seed, each, item)
        return seed
    if isinstance(kind, kinds.Seq):
        seed = mix(seed, len(value)) if kind.count is None else seed
        for item in value:
            seed = mix(seed, ord(item)) if kind.text else _stirred(seed, kind.item, item)
        return seed
    if isinstance(kind, kinds.Set):
        seed = mix(seed, len(value))
        for item in sorted(value, key=lambda item: rank(kind.cell.kind, item)):
            seed = _stirred(seed, kind.cell.kind, item)
        return seed
    if isinstance(kind, kinds.Array):
        for item in np.asarray(value).ravel().tolist():
            seed = stir(seed, item)
        return seed
    return stir(seed, float(value) if kind is kinds.FLOAT else value)
