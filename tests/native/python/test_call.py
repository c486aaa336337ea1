"""What a call passes, by position and by name."""

import bisect
import heapq
import itertools
import math
from collections import Counter, defaultdict, deque

import numpy as np
import pytest
from plain import Table, compiled
from samples import INTS, SMALL, TUPLES

from countermove.native.compiler.program import Unsupported

pytestmark = pytest.mark.native

VALUES = {1: "one", 2: "two", 10: "ten"}

calls = Table()


@calls([0.0, 1.26, -2.5, 1e10])
def numbers_by_name(x):
    return round(x, ndigits=1), round(number=x), round(x, None), round(ndigits=0, number=x)


@calls([0, 3, 4, -7], [2, 5, -3])
def powers_by_name(a, m):
    return pow(a, 3, mod=m), pow(base=a, exp=2), pow(a, 2, None), pow(exp=5, base=a, mod=m)


@calls([3, 10, -4], [7, 11, -7, 2**61 - 1, 10**12 + 39], [-2, -1, 0, 5, 10**9])
def powers_of_a_modulus(a, m, by):
    return pow(a, by, m)


@calls(["ff", "0x1F", "-a_b", "zz", "0b11", "", "_1"], [2, 10, 16, 36, 0, 1, 37, -1])
def ints_in_a_base(t, n):
    return int(t, base=n)


@calls(["0o17", "017", "12", "0x_f", "00", "٣٤", "-٥"])
def ints_in_other_scripts(t):
    return int(t, 0) if t[0] == "0" else int(t)


@calls(TUPLES, INTS)
def sums_by_name(t, n):
    return sum(t, start=n), sum(t, n), math.prod(t, start=n), math.prod((2, 3), start=n), math.prod((2, 3), start=10)


@calls(TUPLES)
def more_by_name(t):
    return (
        list(enumerate(t, start=3)),
        sorted(t, reverse=True, key=lambda x: -x),
        max(t, default=-1),
        min(t, key=None, default=5),
        list(itertools.accumulate(t, func=max, initial=1)),
        list(itertools.islice(itertools.count(step=2), 3)),
        list(itertools.permutations(t[:2], r=None)),
        list(itertools.combinations(iterable=t, r=2)),
        list(itertools.compress(data=t, selectors=(1, 0, 1))),
        list(itertools.repeat(object=1, times=2)),
        [list(g) for _, g in itertools.groupby(iterable=t, key=abs)],
        list(deque(maxlen=2, iterable=t)),
        heapq.nsmallest(2, t, key=abs),
        heapq.nlargest(n=-1, iterable=t),
        bisect.bisect_left(sorted(t), 2, lo=0, hi=None),
        bisect.bisect(sorted(t), x=2),
    )


@calls(["a,b,c", " x  y ", "", "aXbX"])
def strings_by_name(t):
    return t.split(sep=","), t.split(",", maxsplit=1), t.rsplit(maxsplit=1, sep="X"), t.splitlines(keepends=False)


@calls([0, 1, -3])
def dictionaries_by_name(n):
    a = dict(x=n, y=2)
    a.update(z=n)
    b = Counter("xy", x=n)
    b.update("x", y=n)
    b.subtract(x=1)
    c = defaultdict(int, {"a": 1}, b=n)
    return a, b, c, Counter("aab").most_common(n=1), Counter("aab").most_common(-1), Counter("ab").most_common(None)


@calls(SMALL)
def arrays_by_name(n):
    return (
        np.zeros(shape=(2, 2), dtype=int),
        np.full(fill_value=n, shape=2),
        np.array(object=(n, 1), dtype=float),
        np.ones((1, 2), int).sum(axis=1),
        np.roll((1, 2, n), axis=0, shift=1),
        np.array([[n, 1], [2, 3]]).mean(axis=0),
    )


def unknown_name(n):
    return sorted([n], cmp=None)


def no_argument(n):
    return len()


def too_many(n):
    return abs(n, 2)


def twice(n):
    return round(1.5, 1, ndigits=n)


def only_by_place(n):
    return [n].index(value=n)


def sums_of_kept_shape(n):
    return np.zeros((2, 2)).sum(axis=0, keepdims=True)


def reshaped_in_order(n):
    return np.reshape(np.zeros((2, 2)), (4,), order="F")


def split_of_three(n):
    return "a b".join([str(n)]).split(" ", 1, 2)


def strict_by_chance(n):
    return list(zip((1, 2), (3,), strict=n > 0))


def missing_keys(n):
    return {n: 1}.get()


def constant_table_without_a_key(n):
    return VALUES.get(default=n)


@pytest.mark.parametrize(
    "function",
    [
        unknown_name, no_argument, too_many, twice, only_by_place, sums_of_kept_shape, reshaped_in_order,
        split_of_three, strict_by_chance, missing_keys, constant_table_without_a_key,
    ],
)  # fmt: skip
def test_arguments_that_a_function_does_not_take_are_refused(function):
    with pytest.raises(Unsupported):
        compiled(function, 1)


@pytest.mark.parametrize("case", calls, ids=str)
def test_arguments_may_be_given_by_name(case):
    case.check()
