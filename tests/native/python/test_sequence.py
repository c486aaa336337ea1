"""Tuples, strings and lists as sequences."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain import Table, check, compiled, either
from samples import ANY, FLOATS, INTS, MAYBE, PAIRS, SMALL, TEXTS, TUPLES

pytestmark = pytest.mark.native

sequences = Table()
ENDS = [None, -9, -3, -1, 0, 1, 2, 9]


@sequences(TUPLES, ANY)
def item_of_a_tuple(t, i):
    return t[i]


@sequences(TUPLES, ANY)
def item_of_a_list(t, i):
    return list(t)[i]


@sequences(TEXTS, ANY)
def item_of_a_text(s, i):
    return s[i]


@sequences([(1, "a", 2.5)], [0, 1, 2, -1, 3])
def item_of_a_mixed_tuple(t, i):
    return t[i]


@sequences([(1, 2)], ANY)
def item_of_a_pair(t, i):
    return t[i], t[0], t[-1]


@sequences(TUPLES, ANY, ANY)
def slices_of_tuples(t, a, b):
    return t[a:b], t[a:], t[:b], t[:], t[a:b:2], t[::2], t[1:-1], t[-2:], t[:2]


@sequences(TUPLES, ANY, ANY)
def slices_backwards(t, a, b):
    return t[a:b:-1], t[::-1], t[a::-1], t[:b:-1], t[a:b:-2], t[::-3]


@sequences(TUPLES, ANY, ANY)
def slices_of_lists(t, a, b):
    x = list(t)
    return x[a:b], x[a:], x[:b], x[:], x[a:b:2], x[::-1], x[a:b:-1]


@sequences(TEXTS, ANY, ANY)
def slices_of_texts(s, a, b):
    return s[a:b], s[a:], s[:b], s[a:b:2], s[::-1], s[a:b:-1], s[:a] + "-" + s[a + 1 :]


@sequences(TUPLES, ENDS, ENDS)
def slices_with_no_end(t, a, b):
    return t[a:b]


@sequences(TUPLES, ANY, [-3, -2, -1, 0, 1, 2, 3])
def slices_with_any_step(t, a, s):
    return t[::s], t[a::s]


@sequences([(1, "a", 2.5, None)], ANY, ANY)
def slices_of_mixed_tuples(t, a, b):
    return t[1:], t[:-1], t[::-1], t[a:b]


@sequences(TUPLES, INTS)
def membership(t, x):
    return (
        x in t,
        x not in t,
        x in list(t),
        x in set(t),
        x in {y: 1 for y in t},
        x in (1, 2, 3),
        x in [5, 100],
        x in {1: 2},
    )


@sequences(MAYBE, TUPLES)
def membership_of_maybe(x, t):
    return x in t, x in (1, 7), x in (None, 0), x in {1, 7}, x in {1: 0, None: 1}


@sequences(FLOATS[:8], [(1.0, 0.5), (0.0, -1.0)])
def membership_of_reals(x, t):
    return x in t, x in (0, 1, 2), x in {0.5, 1.5}, x in range(3)


@sequences(TEXTS, TEXTS)
def membership_of_texts(s, t):
    return s in t, t not in s, s in ("a", "abc"), s in ["", "12"], s in {"a": 1, "b": 2}, s in "abcabc"


@sequences(TUPLES, TUPLES)
def membership_of_tuples(a, b):
    return a in (a, b), a in [b], a in {b}, (1, 2) in [a], a in ((1, 2), (1,))


@sequences(TUPLES, INTS)
def index_of(t, x):
    return t.index(x)


@sequences(TUPLES, SMALL, ANY)
def index_from(t, x, i):
    return t.index(x, i)


@sequences(TUPLES, INTS)
def counts(t, x):
    return t.count(x), list(t).count(x), t.count(None), t.count(True)


@sequences(TUPLES, TUPLES)
def joined(a, b):
    return a + b, a + (1,), (0, *a, *b), [*a, *b], [*a] + [*b], list(a) + list(b), a + (), () + b


@sequences(TUPLES, [-1, 0, 1, 2, 3])
def repeated(t, n):
    return t * n, n * t, list(t) * n, [0] * n, (1, 2) * n, n * [None], [n] * 2


@sequences(TEXTS, [-1, 0, 1, 3])
def repeated_texts(s, n):
    return s * n, n * s, "ab" * n, s + "x" * n


@sequences([(1, 2), (3, 4)], [(1, "a"), (2, "b")])
def records_put_together(a, b):
    return a + b, b + a, (*a, *b), a + (None,), (b, a), a * 2, b * 2


@sequences(TUPLES)
def taken_apart(t):
    a, b = t
    return b, a


@sequences(TUPLES)
def taken_apart_with_a_star(t):
    a, *b = t
    return a, b


@sequences(TUPLES)
def taken_apart_in_the_middle(t):
    first, *middle, last = t
    return first, middle, last


@sequences(TUPLES)
def taken_apart_in_front(t):
    *front, last = list(t)
    return front, last


@sequences([((1, 2), 3), ((4, 5), 6)])
def taken_apart_deeply(t):
    (a, b), c = t
    [d, e] = t[0]
    return a, b, c, d, e


@sequences(["ab", "xy", "a", "abc"])
def texts_taken_apart(s):
    a, b = s
    return b + a


@sequences([(1, "a", None), (2, "b", 5)])
def mixed_taken_apart(t):
    a, *rest = t
    return a, rest


@sequences(TUPLES, INTS)
def stars_on_the_right(t, n):
    return (*t, n), [n, *t, n], {*t, n}, (*range(3), *t), [*reversed(t)], (*"ab", *"c")


@sequences([((1, 2), (3, 4)), ((5, 6), (7, 8))], [0, 1, -1, 2], [0, 1, -2])
def tables(t, i, j):
    return t[i][j]


@sequences(PAIRS, ANY)
def tables_of_any_length(t, i):
    return t[i], t[i][0], t[i:], [p[1] for p in t]


@sequences([((1,), (2, 3), ()), ((), (1, 2, 3), (4,))], SMALL, SMALL)
def ragged_tables(t, i, j):
    return t[i][j], len(t[i]), sum(len(row) for row in t), [x for row in t for x in row]


@pytest.mark.parametrize("case", sequences, ids=str)
def test_sequences_behave_as_in_python(case):
    case.check()


def of_tuples(t, n):
    found = list(t)
    found.sort()
    return (
        found, t[::-1], t[n:], t[:n], t[n::2], n in t, t.count(n), sum(t), max(t, default=0), sorted(set(t)), [*t, n],
        {x: t.count(x) for x in t}, [x for x in t if x > n], t + (n,), t * 2, t < (n,), t == (n,), len(t),
    )  # fmt: skip


def test_tuples_of_any_length_are_those_of_python():
    native = compiled(of_tuples, either((), (1, 2, 3)), 1)

    @settings(max_examples=200, deadline=None, database=None)
    @given(st.lists(st.integers(-5, 5), max_size=10).map(tuple), st.integers(-6, 6))
    def holds(t, n):
        check(of_tuples, native, [(t, n)])

    holds()
