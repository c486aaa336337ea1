"""Games inside compiled code: a type for each set of rules, whose methods are the rules themselves.

A compiled search takes the game as its first argument and calls `game.result(state, action)` as Python does. To the
compiler each game is of a type of its own. The type's name carries the digest of the rules, so machine code made for
other rules is never met; its methods are the author's functions; fields and class attributes are constants, except
arrays, which are handed over at each call, so that one compiled search serves every table of the same kind.

What a search calls beside the contract, compiled and interpreted alike:

    fill_actions(game, state, buffer, start)      the actions into a buffer from `start`; gives the end
    fill_candidates(...)                          the same for candidates
    fill_chances(game, state, buffer, chances, start)
    count_actions(game, state), any_action(game, state)
    each_action(game, state)                      the actions, to loop over
    next_state(game, state, action)               `game.result`, of exactly the type that states have
    canonical_state(game, state)                  the same for `game.canonical`
    limits(game, state)                           `game.bounds`, as four numbers
"""

from __future__ import annotations

import hashlib
import inspect
from typing import Any

import numpy as np
from numba import carray, typeof, types
from numba.core import cgutils
from numba.core.datamodel import default_manager
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.core.registry import cpu_target
from numba.extending import (
    NativeValue,
    intrinsic,
    models,
    overload,
    overload_attribute,
    overload_method,
    register_jitable,
    register_model,
    typeof_impl,
    unbox,
)

from countermove.errors import GameError, NativeError
from countermove.game import Game, State
from countermove.native import digest, layout, rules, words

__all__ = [
    "UNKNOWN", "GameType", "any_action", "canonical_state", "count_actions", "each_action", "fill_actions",
    "fill_candidates", "fill_chances", "game_type", "limits", "next_state",
]  # fmt: skip

ENDLESS = 1 << 20
"""More actions than this in one state, and the rules are taken to go on for ever."""

UNKNOWN = -1
"""Plies where none are given."""

INLINED = {"forceinline": True, **rules.BARE}
"""What a search asks of the rules at every node becomes part of it: half of the work is the same from one question to
the next, and is then done once."""


def _inlined(function: Any) -> Any:
    """Register the decorated overload as what `function` compiles to, right where it is called."""
    return overload(function, strict=False, jit_options=INLINED)


assert words  # the twins of bits and values must be known before any rules are compiled


class GameType(types.Type):
    """The compiled type of a game; a subclass for each digest carries the methods."""

    def __init__(self, game: Game, state: Any, mark: str) -> None:
        self.cls = type(game)
        self.mark = mark
        self.state = state
        reached = digest.reached(self.cls)
        values = digest.attributes(game, reached)
        self.tables = {name: typeof(v) for name, v in values.items() if digest.is_table(game, name, v)}
        self._game: Game | None = game
        super().__init__(name=f"{self.cls.__name__}<{mark}>")

    def offer(self) -> None:
        """Let compiled code see the rules; done when something is to be compiled, for loading needs none of it."""
        if self._game is None:
            return
        game, self._game = self._game, None
        cls = type(self)
        reached = digest.reached(self.cls)
        whole = rules.used_whole(reached.values())
        self.constants = {
            name: rules.constant(value, whole is None or name in whole)
            for name, value in digest.attributes(game, reached).items()
            if name not in self.tables
        }
        for name, function in rules.functions(game, self.mark).items():
            _offer_method(cls, name, function)
        for name in self.constants:
            _offer_constant(cls, name)
        for name in self.tables:
            _offer_table(cls, name)


class _Model(models.StructModel):
    """A game is the addresses and shapes of its tables; all else about it is constant."""

    def __init__(self, manager: Any, kind: GameType) -> None:
        members: list[tuple[str, Any]] = []
        for name, table in kind.tables.items():
            members.append((f"{name}__data", types.CPointer(table.dtype)))
            members += [(f"{name}__{i}", types.intp) for i in range(table.ndim)]
        super().__init__(manager, kind, members)


def _unbox(kind: GameType, game: Any, c: Any) -> Any:
    struct = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    for name, table in kind.tables.items():
        held = c.pyapi.object_getattr_string(game, name)
        value = c.unbox(table, held).value
        array = c.context.make_array(table)(c.context, c.builder, value)
        setattr(struct, f"{name}__data", array.data)
        for i, size in enumerate(cgutils.unpack_tuple(c.builder, array.shape)):
            setattr(struct, f"{name}__{i}", size)
        c.context.nrt.decref(c.builder, table, value)
        c.pyapi.decref(held)  # the game itself keeps the array alive
    return NativeValue(struct._getvalue())


_types: dict[str, GameType] = {}


def game_type(game: Game) -> GameType:
    """The compiled type of a game as its rules stand now; the same object for the same rules."""
    _refuse_oddities(game)
    state = layout.layout(game.initial())
    mark = hashlib.sha256(f"{digest.of_game(game)} {state}".encode()).hexdigest()[:20]
    kind = _types.get(mark)
    if kind is None or kind.cls is not type(game):
        cls = type(f"{type(game).__name__}Type", (GameType,), {})
        kind = cls(game, state, mark)
        register_model(cls)(_Model)
        unbox(cls)(_unbox)
        _types[mark] = kind
    if hasattr(game, "__dict__"):
        game.__dict__["_native"] = kind
    return kind


def _refuse_oddities(game: Game) -> None:
    """Games whose instance differs from its class in ways that compiled code would not see."""
    reached = digest.reached(type(game))
    own = vars(game) if hasattr(game, "__dict__") else {}
    for name, _ in reached:
        if name in own:
            raise NativeError(f"{name} stands on the game itself, beside the one in its class")
    for name, value in digest.attributes(game, reached).items():
        if digest.is_table(game, name, value):
            if value.dtype.kind not in "iufb" or not value.dtype.isnative:
                raise NativeError(f"self.{name} is an array of {value.dtype}; compiled rules hold arrays of numbers")
            if not value.flags.c_contiguous or not value.flags.aligned:
                raise NativeError(
                    f"self.{name} is an array with gaps or in another order; give numpy.ascontiguousarray"
                )


@typeof_impl.register(Game)
def _typeof(game: Game, context: Any) -> GameType:
    known = getattr(game, "_native", None)
    return known if known is not None else game_type(game)


def _offer_method(cls: type[GameType], name: str, function: Any) -> None:
    """Let compiled code call `game.name(...)`, with exactly the parameters of the function."""
    parameters = inspect.signature(function).parameters.values()
    space: dict[str, Any] = {"function__": function}
    texts = []
    for number, parameter in enumerate(parameters):
        if parameter.default is not parameter.empty:
            space[f"default{number}__"] = parameter.default
            texts.append(f"{parameter.name}=default{number}__")
        else:
            texts.append(parameter.name)
    exec(f"def offer({', '.join(texts)}): return function__", space)
    inlined = INLINED if name.partition("__")[0] in digest.CONTRACT else {}
    overload_method(cls, name, strict=False, jit_options=rules.CHECKED | inlined)(space["offer"])


def _offer_constant(cls: type[GameType], name: str) -> None:
    @overload_attribute(cls, name, strict=False)
    def offer(self: Any) -> Any:
        value = self.constants[name]
        try:
            typeof(value)
        except ValueError:
            raise TypingError(f"self.{name} is a {type(value).__name__}, which compiled rules cannot hold") from None
        return lambda self: value


def _offer_table(cls: type[GameType], name: str) -> None:
    @overload_attribute(cls, name, strict=False)
    def offer(self: Any) -> Any:
        table = self.tables[name]
        size = types.UniTuple(types.intp, table.ndim)

        @intrinsic
        def data(context: Any, game: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                struct = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
                return getattr(struct, f"{name}__data")

            return types.CPointer(table.dtype)(game), generate

        @intrinsic
        def shape(context: Any, game: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                struct = cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0])
                return context.make_tuple(builder, size, [getattr(struct, f"{name}__{i}") for i in range(table.ndim)])

            return size(game), generate

        return lambda self: carray(data(self), shape(self))


# What rewritten generators call with each item.


def as_action(value: Any) -> int:
    """An action as an int; rules that give anything else are at fault."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise GameError(f"actions are ints, but the rules give {value!r}, a {type(value).__name__}.")
    return int(value)


@overload(as_action, strict=False)
def _as_action(value: Any) -> Any:
    if not isinstance(value, types.Integer) or isinstance(value, types.Boolean):
        raise TypingError(f"actions are ints, but this one is {layout._plain(value)}")
    return lambda value: np.int64(value)


@register_jitable
def store(buffer: Any, count: int, value: Any) -> int:
    """One more action; beyond the end of the buffer they are only counted."""
    action = as_action(value)
    if count < len(buffer):
        buffer[count] = action
    elif count > ENDLESS:
        raise GameError("one state has more than a million actions; does the loop in actions end?")
    return count + 1


def store_pair(buffer: Any, chances: Any, count: int, value: Any) -> int:
    """One more action of chance, with its probability."""
    action, chance = value
    if count < len(chances):
        chances[count] = chance
    return store(buffer, count, action)


@overload(store_pair, strict=False)
def _store_pair(buffer: Any, chances: Any, count: Any, value: Any) -> Any:
    if not isinstance(value, types.BaseTuple) or len(value) != 2:
        raise TypingError(f"chances gives pairs (action, probability), but this is {layout._plain(value)}")

    def one_more(buffer: Any, chances: Any, count: int, value: Any) -> int:
        if count < len(chances):
            chances[count] = value[1]
        return store(buffer, count, value[0])

    return one_more


# What searches call.


def fill_actions(game: Game, state: State, buffer: Any, start: int) -> int:
    """Put the actions of `state` into `buffer` from `start`; give the end, which may lie beyond the buffer."""
    for action in game.actions(state):
        start = store(buffer, start, action)
    return start


def fill_candidates(game: Game, state: State, buffer: Any, start: int) -> int:
    """Put the candidates of `state` into `buffer` from `start`; give the end, which may lie beyond the buffer."""
    for action in game.candidates(state):
        start = store(buffer, start, action)
    return start


def fill_chances(game: Game, state: State, buffer: Any, chances: Any, start: int) -> int:
    """Put what chance may do in `state` into `buffer` and its probabilities into `chances`, from `start`."""
    for pair in game.chances(state):
        start = store_pair(buffer, chances, start, pair)
    return start


def each_action(game: Game, state: State) -> Any:
    """The actions of `state`, to loop over, and to leave the loop whenever one likes.

    Compiled, they are taken from the generator one by one, so that those after a cut are never made. But a compiled
    generator that is left early never lets go of arrays and lists it holds; rules that have any are asked for all
    their actions at once.
    """
    return game.actions(state)


def count_actions(game: Game, state: State) -> int:
    """How many actions `state` has."""
    return sum(1 for _ in game.actions(state))


def any_action(game: Game, state: State) -> bool:
    """Whether `state` has an action at all."""
    return any(True for _ in game.actions(state))


def next_state(game: Game, state: State, action: int) -> State:
    """The state after `action`, of exactly the type that states have."""
    return game.result(state, action)


def canonical_state(game: Game, state: State) -> State:
    """The state that stands for `state`, of exactly the type that states have."""
    return game.canonical(state)


def limits(game: Game, state: State) -> tuple[float, float, int, int]:
    """The bounds of `state` for player 0, with the plies after which they come; UNKNOWN where the game does not say."""
    given = game.bounds(state)
    low, high = given[:2]
    soon, late = given[2:] if len(given) == 4 else (UNKNOWN, UNKNOWN)
    return float(low), float(high), int(soon), int(late)


@_inlined(limits)
def _limits(game: Any, state: Any) -> Any:
    context = cpu_target.typing_context
    given = context.resolve_function_type(context.resolve_getattr(game, "bounds"), (state,), {}).return_type

    def two(game: Any, state: Any) -> Any:
        low, high = game.bounds(state)
        return np.float64(low), np.float64(high), UNKNOWN, UNKNOWN

    def four(game: Any, state: Any) -> Any:
        low, high, soon, late = game.bounds(state)
        return np.float64(low), np.float64(high), np.int64(soon), np.int64(late)

    if isinstance(given, types.BaseTuple) and len(given) in (2, 4):
        return two if len(given) == 2 else four
    raise TypingError(f"bounds gives (low, high), or four numbers, but this is {layout._plain(given)}")


_inlined(fill_actions)(lambda game, state, buffer, start: _fill_actions)
_inlined(fill_candidates)(lambda game, state, buffer, start: _fill_candidates)
_inlined(fill_chances)(lambda game, state, buffer, chances, start: _fill_chances)
_inlined(count_actions)(lambda game, state: lambda game, state: game.actions__count(state))
_inlined(any_action)(lambda game, state: lambda game, state: game.actions__any(state))
_inlined(next_state)(
    lambda game, state, action: lambda game, state, action: _as_state(game, game.result(state, action))
)
_inlined(canonical_state)(lambda game, state: lambda game, state: _as_state(game, game.canonical(state)))


def _fill_actions(game: Any, state: Any, buffer: Any, start: int) -> Any:
    return game.actions__fill(buffer, start, state)


def _fill_candidates(game: Any, state: Any, buffer: Any, start: int) -> Any:
    return game.candidates__fill(buffer, start, state)


def _fill_chances(game: Any, state: Any, buffer: Any, chances: Any, start: int) -> Any:
    return game.chances__fill_pairs(buffer, chances, start, state)


@overload(each_action, strict=False)
def _each_action(game: Any, state: Any) -> Any:
    context = cpu_target.typing_context
    method = context.resolve_getattr(game, "actions")
    given = context.resolve_function_type(method, (state,), {}).return_type
    return _actions_at_once if isinstance(given, types.Generator) and _holds(given) else _actions_one_by_one


def _holds(kind: Any) -> bool:
    """Whether a value of this type keeps something alive that must be let go of."""
    if isinstance(kind, types.Generator):
        return any(map(_holds, (*kind.arg_types, *kind.state_types)))
    return bool(default_manager.lookup(kind).contains_nrt_meminfo())


def _actions_one_by_one(game: Any, state: Any) -> Any:
    return game.actions(state)


def _actions_at_once(game: Any, state: Any) -> Any:
    buffer = np.empty(32, np.int64)
    count = game.actions__fill(buffer, 0, state)
    if count > len(buffer):
        buffer = np.empty(count, np.int64)
        game.actions__fill(buffer, 0, state)
    return buffer[:count]


@intrinsic
def _as_state(context: Any, game: Any, value: Any) -> Any:
    """A value that the rules made, as the one type that states have in this game."""
    reason = layout.misfit(value, game.state)
    if reason:
        raise TypingError(f"result: {reason}")
    kind = game.state

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return impl_ret_borrowed(context, builder, kind, context.cast(builder, arguments[1], signature.args[1], kind))

    return kind(game, value), generate
