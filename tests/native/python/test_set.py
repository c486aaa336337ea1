"""Sets."""

import pytest
from plain import Table
from samples import INTS, SMALL, TEXTS, TUPLES

pytestmark = pytest.mark.native

sets = Table()
SETS = [frozenset(), frozenset({1}), frozenset({1, 2, 3}), frozenset({2, 3, 5, 9}), frozenset({-1, 0})]


@sets(SETS, SETS)
def set_operators(a, b):
    return a & b, a | b, a - b, a ^ b, a <= b, a < b, a >= b, a > b, a == b, a != b, a.isdisjoint(b), len(a)


@sets(SETS, TUPLES)
def set_methods(a, t):
    return a.union(t), a.intersection(t), a.difference(t), a.symmetric_difference(t), a.issubset(t), a.issuperset(t), a.isdisjoint(t), a.union(t, [4]), a.difference(t, (1,)), a.intersection(t, {1, 2})  # fmt: skip


@sets(TUPLES, INTS)
def sets_changed(t, n):
    s = set(t)
    s.add(n)
    s.discard(5)
    s.update([1, 2], (3,))
    u = s
    u.add(1000)
    v = s.copy()
    v.clear()
    v.add(4)
    s |= {7}
    s -= {1}
    s &= set(range(-100, 2000))
    s ^= {8}
    return s, u, v, n in s


@sets(TUPLES, INTS)
def set_remove(t, n):
    s = set(t)
    s.remove(n)
    return s


@sets(TUPLES)
def set_pop(t):
    s = set(t)
    x = s.pop()
    return x in t, len(s), x in s


@sets(SETS, INTS)
def frozensets_made(a, n):
    b = a | {n}
    c = a - {n}
    return b, c, n in b, n in c, sorted(b), min(b), sum(a), frozenset([*a, n])


@sets(TUPLES)
def sets_of_tuples(t):
    s = {(x, x % 2) for x in t}
    s.add((1, 1))
    s.discard((0, 0))
    return s, (1, 1) in s, (5, 0) in s, {a for a, _ in s}


@sets(TEXTS)
def sets_of_texts(s):
    found = {s, "a", "abc"}
    found.discard("abc")
    return found, s in found, len(set(s)), set(s) <= set("abc"), set(s) & {"a", "b"}


@sets(SETS, SETS)
def sets_of_sets(a, b):
    return {a, b}, a in {b}, len({a, b, a | b}), {a: 1, b: 2}[b]


@sets(TUPLES, TUPLES)
def set_update_methods(a, b):
    s, u, v = set(a), set(a), set(a)
    s.difference_update(b)
    u.intersection_update(b)
    v.symmetric_difference_update(b)
    return s, u, v


@sets(TUPLES)
def sets_while_looped(t):
    seen = set()
    found = []
    for x in t:
        if x not in seen:
            seen.add(x)
            found.append(x)
    return found, seen


@sets(SMALL)
def any_number_of_sets(n):
    rows = [set(range(k)) for k in range(1, n + 2)]
    frozen = [frozenset(row) for row in rows]
    some = {9, 8}
    some.update(*rows)
    few = {0, 1, 2, 7}
    few.intersection_update(*rows)
    return (
        set().union(*(row for row in rows if n in row)), set.union(*rows), set.intersection(*rows), some, few,
        {0, 1, 2, 7}.difference(*rows), frozenset().union(*frozen), frozenset.intersection(*frozen),
    )  # fmt: skip


@pytest.mark.parametrize("case", sets, ids=str)
def test_sets_behave_as_in_python(case):
    case.check()
