"""Rules written in every way Python offers mean the same compiled as interpreted."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest
from helpers_for_rules import tables  # beside this file, a module of its own
from helpers_for_rules.tables import capped, evens

from countermove import CHANCE, Axes, Game, analyse
from countermove.bits import Word, bits, bswap, highest, lowest, popcount, rotl, shl, shr
from countermove.errors import GameError, NativeError
from countermove.native import layout
from countermove.native.bridge import any_action, count_actions, fill_actions, fill_chances, flatten, next_state
from countermove.native.kernel import call, kernel
from countermove.values import dot, key_of, put

pytestmark = pytest.mark.native

STEP = 2
ODD = [1, 3, 5]
TABLE = np.array([4, 9, 16])


class Count(NamedTuple):
    n: int
    mover: int


@kernel
def actions_of(game: Any, state: Any, buffer: Any) -> int:
    return fill_actions(game, state, buffer, 0)


@kernel
def forms_of(game: Any, state: Any) -> tuple[int, bool]:
    return count_actions(game, state), any_action(game, state)


@kernel
def consumed(game: Any, state: Any, buffer: Any) -> int:
    n = 0
    for action in game.actions(state):
        buffer[n] = action
        n += 1
    return n


@kernel
def chances_of(game: Any, state: Any, buffer: Any, probabilities: Any) -> int:
    return fill_chances(game, state, buffer, probabilities, 0)


@kernel
def words_after(game: Any, state: Any, action: int, flat: Any) -> int:
    return flatten(game, next_state(game, state, action), flat)


def after(game: Game, state: Any, action: int) -> Any:
    flat = np.zeros(layout.size(game), np.int64)
    call(words_after, game, state, action, flat)
    return layout.state_of(game, flat)


@kernel
def value_of(game: Any, state: Any) -> float:
    return float(game.utility(state, 0))


def native_actions(game: Game, state: Any) -> list[int]:
    buffer = np.zeros(64, np.int64)
    count = call(actions_of, game, state, buffer)
    found = buffer[:count].tolist()
    assert call(forms_of, game, state) == (count, count > 0)
    assert call(consumed, game, state, buffer) == count
    assert buffer[:count].tolist() == found
    return found


@dataclass(frozen=True)
class Counting(Game):
    start: int = 9

    def initial(self) -> Any:
        return Count(self.start, 0)

    def player(self, state: Any) -> int:
        return state.mover

    def actions(self, state: Any) -> Any:
        yield 1

    def result(self, state: Any, action: int) -> Any:
        return Count(state.n - action, 1 - state.mover)

    def is_terminal(self, state: Any) -> bool:
        return state.n <= 0

    def utility(self, state: Any, player: int) -> float:
        return 1.0 if player == state.mover else -1.0


class Returns(Counting):
    def actions(self, state):
        if state.n == 0:
            return
        yield 1
        if state.n < 2:
            return
        for step in range(2, state.n + 1):
            if step == 5:
                return
            yield step


class Delegates(Counting):
    def small(self, state):
        yield 1
        yield from self.more(state, 2)

    def more(self, state, first):
        for step in range(first, 4):
            if step > state.n:
                return
            yield step

    def actions(self, state):
        yield from self.small(state)
        yield from range(10, 12)
        yield from (20, 21)
        yield from bits(0b1010)
        yield from evens(state.n)


class Inherits(Delegates):
    def actions(self, state):
        yield from super().actions(state)
        yield 99

    def more(self, state, first):
        yield 50
        yield from Delegates.more(self, state, first)

    def utility(self, state, player):
        return super().utility(state, player) * 3


class Grandchild(Inherits):
    def actions(self, state):
        yield 7
        yield from super().actions(state)


class Lists(Counting):
    def actions(self, state):
        return [step for step in (1, 2, 3) if step <= state.n]


class Ranges(Counting):
    def actions(self, state):
        return range(1, min(state.n, 3) + 1)


class Globals(Counting):
    def actions(self, state):
        for step in ODD:
            yield step * STEP
        for square in TABLE:
            yield int(square)
        yield capped(state.n, 100)
        yield tables.LIMIT
        yield tables.capped(1000, tables.LIMIT)


class Attributes(Counting):
    steps = (2, 3)
    listed = [11, 12]  # noqa: RUF012
    array = np.array([5, 6])
    __private = 17

    @property
    def half(self) -> int:
        return self.start // 2

    @staticmethod
    def twice(x):
        return 2 * x

    def scaled(self, x, factor=10):
        return x * factor

    def actions(self, state):
        yield from self.steps
        yield from self.listed
        yield from self.array
        yield self.__private
        yield self.half
        yield self.twice(self.start)
        yield self.scaled(3)
        yield self.scaled(3, 7)


class Words(Counting):
    def actions(self, state):
        yield popcount(state.n) + 0
        yield lowest(state.n)
        yield highest(state.n)
        yield shl(state.n, 62)
        yield shr(-state.n, 1)
        yield rotl(state.n, 63)
        yield bswap(state.n)
        yield Word(0x9E3779B97F4A7C15) * state.n
        yield Word(1) << 63
        yield key_of((state.n, 3))

    def result(self, state, action):
        return Count(state.n, 1 - state.mover)


class Masks(Counting):
    """Loops over bits, of every shape that is rewritten and of some that are not."""

    def actions(self, state):
        yield from bits(state.n)
        for cell in bits(state.n | 64):
            yield 10 * cell + 3
        for cell in bits(Word(state.n) << 60):
            for other in bits(cell):
                if other == 2:
                    continue
                yield other
            else:
                yield -cell
        for last in bits(state.n & 6):
            yield last
        yield state.n if state.n & 6 == 0 else last
        for cell in bits(3):
            yield self.doubled(cell)

    def doubled(self, cell):
        total = 0
        for each in bits(cell):
            if each == 9:
                break
            total += each
        return 2 * total


class Nested(NamedTuple):
    piles: tuple[int, ...]
    pair: tuple[float, bool]
    mover: int


class Tuples(Counting):
    def initial(self):
        return Nested((3, 4, 5), (0, False), 0)

    def is_terminal(self, state):
        return state.piles[0] == 0

    def actions(self, state):
        for pile in range(len(state.piles)):
            if state.piles[pile] > 0:
                yield pile

    def result(self, state, action):
        changed = put(state.piles, action, state.piles[action] - 1)
        return Nested(changed, (state.pair[0] + 0.5, not state.pair[1]), 1 - state.mover)

    def utility(self, state, player):
        return dot((1.0, 2.0), (state.pair[0], 3.0))


class Grid(NamedTuple):
    cells: Any
    mover: int


class Arrays(Counting):
    def initial(self):
        return Grid(np.zeros((2, 2), np.int8), 0)

    def is_terminal(self, state):
        return state.cells.all()

    def actions(self, state):
        for row in range(2):
            for column in range(2):
                if state.cells[row, column] == 0:
                    yield 2 * row + column

    def result(self, state, action):
        cells = state.cells.copy()
        cells[action // 2, action % 2] = state.mover + 1
        return Grid(cells, 1 - state.mover)


@dataclass(frozen=True)
class Dice(Counting):
    axes = Axes(stochastic=True)

    def player(self, state):
        return CHANCE if state.n % 2 else state.mover

    def coins(self, state):
        yield 3, 0.25
        yield 4, 0.25

    def chances(self, state):
        yield 1, 0.5
        yield from self.coins(state)


@pytest.mark.parametrize(
    "cls", [Returns, Delegates, Inherits, Grandchild, Lists, Ranges, Globals, Attributes, Words, Masks, Tuples, Arrays]
)
def test_actions_are_the_same_compiled(cls: type[Game]) -> None:
    game = cls()
    state = game.initial()
    for _ in range(3):
        assert native_actions(game, state) == [int(action) for action in game.actions(state)]
        if game.is_terminal(state):
            break
        state = game.result(state, next(iter(game.actions(state)))) if cls not in (Words, Attributes) else state


def test_a_function_of_ones_own_that_is_called_bits_is_left_alone() -> None:
    def bits(n):
        return range(n + 1)

    class Own(Counting):
        def actions(self, state):
            yield from bits(state.n)

    assert native_actions(Own(), Own().initial()) == list(range(10))


def test_a_base_class_method_is_called_by_super_in_any_method() -> None:
    game = Inherits()
    assert call(value_of, game, game.initial()) == game.utility(game.initial(), 0) == 3.0


def test_chances_fill_actions_and_probabilities() -> None:
    game = Dice()
    actions, probabilities = np.zeros(8, np.int64), np.zeros(8)
    count = call(chances_of, game, game.initial(), actions, probabilities)
    pairs = list(zip(actions[:count].tolist(), probabilities[:count].tolist()))
    assert pairs == list(game.chances(game.initial())) == [(1, 0.5), (3, 0.25), (4, 0.25)]


def test_nested_tuples_keep_their_types_whatever_the_first_state_holds() -> None:
    game = Tuples()
    state = game.result(game.initial(), 1)
    native = after(game, game.initial(), 1)
    assert native == state == Nested((3, 3, 5), (0.5, True), 1)
    assert type(native.pair[0]) is float


def test_arrays_in_states_come_back_new() -> None:
    game = Arrays()
    first = game.initial()
    state = after(game, first, 3)
    assert state.cells.tolist() == [[0, 0], [0, 1]]
    assert not first.cells.any()


def test_a_closure_is_compiled_with_what_it_closes_over() -> None:
    bonus = 40

    def raised(x):
        return x + bonus

    class Closes(Counting):
        def actions(self, state):
            yield raised(state.n)
            yield bonus

    assert native_actions(Closes(), Closes().initial()) == [49, 40]


def test_a_buffer_too_small_is_told_by_the_count() -> None:
    game = Delegates()
    buffer = np.zeros(2, np.int64)
    assert call(actions_of, game, game.initial(), buffer) == len(list(game.actions(game.initial())))
    assert buffer.tolist() == list(game.actions(game.initial()))[:2]


def test_a_function_without_source_is_told_of_and_runs_interpreted() -> None:
    space: dict[str, Any] = {"Counting": Counting, "__name__": "typed"}
    exec("class Typed(Counting):\n    def actions(self, state):\n        yield 1\n", space)
    game = space["Typed"]()
    with pytest.raises(
        NativeError, match=r"Typed runs interpreted, not compiled: the source of actions cannot be read"
    ):
        native_actions(game, game.initial())
    found = analyse(game, depth=9)
    assert found.value == -1.0 and not found.native and "put the rules into a file" in found.note


def test_a_self_recursive_helper_compiles() -> None:
    class Recurses(Counting):
        def utility(self, state, player):
            return float(fibonacci(state.n))

    assert call(value_of, Recurses(), Recurses().initial()) == 34.0


def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def test_constants_changed_in_a_notebook_are_seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Globals()
    before = native_actions(game, game.initial())
    monkeypatch.setitem(globals(), "STEP", 5)
    changed = native_actions(game, game.initial())
    assert before != changed == [int(a) for a in game.actions(game.initial())]
    monkeypatch.undo()
    assert native_actions(game, game.initial()) == before


def test_math_works_compiled_as_interpreted() -> None:
    class Curves(Counting):
        def utility(self, state, player):
            return math.sqrt(state.n) + math.log(state.n) + math.exp(-state.n) + abs(-1.5)

    assert call(value_of, Curves(), Curves().initial()) == pytest.approx(Curves().utility(Count(9, 0), 0))


def test_games_alike_but_for_the_shape_of_their_states_are_told_apart() -> None:
    class Piles(Counting):
        def initial(self):
            return Nested((1,) * self.start, (0.0, False), 0)

        def actions(self, state):
            yield from range(len(state.piles))

    for count in (2, 5, 2):
        game = Piles(start=count)
        assert native_actions(game, game.initial()) == list(range(count))


def step(n):
    return n + 1


def test_a_method_may_bear_the_name_of_a_function_that_it_calls() -> None:
    class Named(Counting):
        def step(self, n):
            return step(n) * 10

        def actions(self, state):
            yield self.step(state.n)
            yield step(state.n)

    assert native_actions(Named(), Named().initial()) == [100, 10]


@functools.cache
def square(n):
    return n * n


def test_a_function_that_remembers_its_answers_is_compiled_without_the_memory() -> None:
    class Remembers(Counting):
        @functools.lru_cache  # noqa: B019
        def cube(self, n):
            return n * square(n)

        def actions(self, state):
            yield self.cube(state.n)

    assert native_actions(Remembers(), Remembers().initial()) == [729]


def test_an_index_outside_an_array_is_an_error_and_not_a_crash() -> None:
    class Outside(Counting):
        def utility(self, state, player):
            return float(TABLE[state.n])

    with pytest.raises(GameError, match="Outside stop with IndexError"):
        call(value_of, Outside(), Outside().initial())
