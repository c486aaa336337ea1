"""The bit helpers and values give the same compiled as interpreted, to the last of 64 bits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermove.bits import Word, bits, bswap, highest, lowest, popcount, rotl, shl, shr
from countermove.errors import GameError
from countermove.native.kernel import kernel
from countermove.values import dot, key_of, put

pytestmark = pytest.mark.native

WORDS = st.one_of(st.integers(-(1 << 63), (1 << 63) - 1), st.sampled_from([0, 1, -1, 1 << 62, -(1 << 63)]))


@kernel
def unary(x):
    return popcount(x), lowest(x), highest(x), bswap(x)


@kernel
def shifts(x, n):
    return shl(x, n), shr(x, n), rotl(x, n)


@kernel
def arithmetic(x, y):
    a = Word(x)
    return a + y, a - y, a * y, a << 3, a & y, a | y, a ^ y, ~a, -a, a >> 5


@kernel
def guarded(x, y):
    """Sums and products that overflow, where the compiler knows enough of the arguments to see it."""
    if x <= 0 or y >= 0:
        return 0, 0, 0, 0
    total = (1 << 62) + x
    total += 1 << 62
    return key_of((x, y)), total + x, y - (1 << 62) - (1 << 62) - x, (x | 1 << 62) * y * 4


@kernel
def listed(x, found):
    n = 0
    for bit in bits(x):
        found[n] = bit
        n += 1
    return n


@kernel
def key(state):
    return key_of(state)


@kernel
def changed(values, index, value):
    return put(values, index, value)


@kernel
def product(a, b):
    return dot(a, b)


@given(WORDS)
@settings(max_examples=300, deadline=None)
def test_counting_and_finding_bits(x: int) -> None:
    assert unary(x) == (popcount(x), lowest(x), highest(x), bswap(x))
    found = np.zeros(64, np.int64)
    assert found[: listed(x, found)].tolist() == list(bits(x))


@given(WORDS, st.integers(-1, 70))
@settings(max_examples=300, deadline=None)
def test_shifting(x: int, n: int) -> None:
    assert shifts(x, n) == (shl(x, n), shr(x, n), rotl(x, n))


@given(WORDS, WORDS)
@settings(max_examples=300, deadline=None)
def test_words_wrap_like_the_machine(x: int, y: int) -> None:
    a = Word(x)
    assert arithmetic(x, y) == (a + y, a - y, a * y, a << 3, a & y, a | y, a ^ y, ~a, -a, a >> 5)


@given(st.integers(1, 1 << 40), st.integers(-(1 << 40), -1))
@settings(deadline=None)
def test_words_wrap_even_where_the_compiler_sees_that_they_do(x: int, y: int) -> None:
    most = 1 << 62
    wanted = key_of((x, y)), Word(2 * most + 2 * x), Word(y - 2 * most - x), Word((x | most) * y * 4)
    assert guarded(x, y) == wanted


@given(st.tuples(WORDS, st.booleans(), st.floats(allow_nan=False), st.tuples(WORDS, WORDS)))
@settings(max_examples=300, deadline=None)
def test_keys_of_states(state) -> None:
    assert key(state) == key_of(state)


@given(st.lists(st.integers(-100, 100), min_size=1, max_size=6))
@settings(max_examples=50, deadline=None)
def test_keys_of_arrays(items: list[int]) -> None:
    assert key((np.array(items), 3)) == key_of((np.array(items), 3))
    assert key((np.array(items, np.float64), 3)) == key_of((np.array(items), 3))


@given(st.tuples(WORDS, WORDS, WORDS), st.integers(-3, 2), WORDS)
@settings(max_examples=100, deadline=None)
def test_putting_an_item_into_a_tuple(values, index: int, value: int) -> None:
    assert changed(values, index, value) == put(values, index, value)


@pytest.mark.parametrize("index", [3, -4])
def test_putting_outside_a_tuple_is_an_error_in_both(index: int) -> None:
    with pytest.raises(GameError, match=r"stops with IndexError in changed \(test_words.py line \d+\)"):
        changed((1, 2, 3), index, 0)
    with pytest.raises(IndexError):
        put((1, 2, 3), index, 0)


def test_features_times_weights() -> None:
    assert product((1.5, 2.0), (10.0, -1.0)) == dot((1.5, 2.0), (10.0, -1.0)) == 13.0
