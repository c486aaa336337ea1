import os
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermove.bits import Word
from countermove.values import dot, freeze, is_array, key_of, put


class Place(NamedTuple):
    row: int
    col: int


class Scene(NamedTuple):
    place: Place
    cells: np.ndarray
    score: float


def scene(row=1, col=2, cells=(3, 4), score=0.5):
    return Scene(Place(row, col), np.array(cells, np.int64), score)


ints = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(ints, min_size=1, max_size=9), st.data())
def test_put_changes_one_item_and_no_other(items, data):
    index = data.draw(st.integers(-len(items), len(items) - 1))
    changed = put(tuple(items), index, 7)
    items[index] = 7
    assert changed == tuple(items)


def test_put_keeps_the_kind_of_tuple():
    assert put(Place(1, 2), 0, 5) == Place(5, 2)
    assert type(put(Place(1, 2), 0, 5)) is Place


@pytest.mark.parametrize("index", [2, -3])
def test_put_outside_the_tuple_is_an_error(index):
    with pytest.raises(IndexError, match=f"index {index} is outside a tuple of 2"):
        put((1, 2), index, 0)


def test_dot_is_the_sum_of_products():
    assert dot((1.0, 2.0, 3.0), (0.5, -1.0, 2.0)) == 4.5
    assert dot((), ()) == 0.0
    with pytest.raises(ValueError, match="shorter"):
        dot((1.0, 2.0), (1.0,))


def test_only_arrays_are_arrays():
    assert is_array(np.zeros(2)) and is_array(np.zeros((0, 3)))
    assert not any(is_array(value) for value in (np.int64(3), np.array(3), 3, (1, 2), "numpy"))


def test_a_frozen_state_compares_and_hashes_arrays_by_what_they_hold():
    assert freeze(scene()) == freeze(scene())
    assert hash(freeze(scene())) == hash(freeze(scene()))
    others = [scene(row=2), scene(col=3), scene(cells=(3, 5)), scene(cells=(3, 4, 0)), scene(score=0.25)]
    assert len({freeze(other) for other in [scene(), *others]}) == 6


def test_a_state_without_arrays_is_its_own_frozen_form():
    assert freeze(Place(1, 2)) is not None and freeze(Place(1, 2)) == Place(1, 2)
    with pytest.raises(TypeError, match="unhashable"):
        freeze([1])


def test_equal_states_have_equal_keys():
    assert key_of(scene()) == key_of(scene())
    assert key_of((1, (2, 3))) == key_of((1, 2, 3)) == key_of((Word(1), np.int64(2), True + 2))
    assert key_of((0.0,)) == key_of((-0.0,))


@given(st.tuples(ints, ints, ints), st.tuples(ints, ints, ints))
def test_different_states_have_different_keys(one, other):
    assert (key_of(one) == key_of(other)) == (one == other)
    assert -(2**63) <= key_of(one) < 2**63


def test_keys_of_neighbouring_states_do_not_collide():
    keys = {key_of((x, y)) for x in range(300) for y in range(300)}
    assert len(keys) == 90_000
    assert len({key & 0xFFFF for key in keys}) > 45_000  # and their low bits spread over a table


class Side(Enum):
    LEFT = 1
    RIGHT = 2


class Level(IntEnum):
    LOW = 1


@dataclass(frozen=True)
class Tile:
    row: int
    side: Side | None = None


@dataclass(frozen=True)
class Stone:
    row: int
    side: Side | None = None


@dataclass(frozen=True)
class Table:
    tiles: frozenset[Tile]
    cells: object = None


@dataclass(frozen=True, eq=False)
class Alone:
    row: int


DIFFERENT = [
    None, "", "a", "b", "ab", ("a", "b"), frozenset(), frozenset({1}), frozenset({2}), frozenset({1, 2}), 1, 2, (),
    Side.LEFT, Side.RIGHT, Tile(1), Tile(2), Tile(1, Side.LEFT), Stone(1), Table(frozenset({Tile(1), Tile(2)})),
    Table(frozenset({Tile(1)})), frozenset({frozenset({1}), frozenset({2})}), frozenset({frozenset({1, 2})}), "None",
    "x" * 8, "x" * 9, "x" * 7 + "\0",
]  # fmt: skip


def test_values_of_any_kind_have_keys_of_their_own():
    keys = {key_of((0, value)): value for value in DIFFERENT}
    assert len(keys) == len(DIFFERENT)


def test_equal_values_of_any_kind_have_equal_keys():
    words = [f"word{number}" for number in range(50)]
    assert key_of((frozenset(words),)) == key_of((frozenset(reversed(words)),))
    assert key_of((Level.LOW, True)) == key_of((1, 1.0))
    assert key_of((Tile(1, Side.LEFT),)) == key_of((Tile(1, Side.LEFT),))
    assert key_of("left") == key_of("left") != key_of("right")


def test_keys_of_numbers_tuples_and_arrays_are_as_they_were():
    assert key_of((1, 2)) == -8896276603796959168
    assert key_of((1, (2.5, True), np.arange(3))) == 3969388310646419306


def test_keys_are_the_same_in_every_process():
    ask = "from countermove.values import key_of; print(key_of(('a', None, frozenset({'b', 'c', 'd'}))))"
    answers = {
        subprocess.run(
            [sys.executable, "-c", ask], capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1 and answers.pop().strip()


def test_dataclasses_are_frozen_by_what_they_hold():
    assert freeze(Tile(1)) is not None and freeze(Tile(1)) == freeze(Tile(1)) != freeze(Stone(1))
    assert freeze((Tile(1), "a")) == freeze((Tile(1), "a"))
    full, same, other = (Table(frozenset(), np.array(cells)) for cells in ([1, 2], [1, 2], [1, 3]))
    assert freeze(full) == freeze(same) != freeze(other)
    assert len({freeze((full,)), freeze((same,)), freeze((other,))}) == 2
    assert freeze(Alone(1)) == freeze(Alone(1)) != freeze(Alone(2))
