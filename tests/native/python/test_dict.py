"""Dictionaries, and sets and dictionaries of any size."""

from collections import Counter, OrderedDict, defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain import Table, check, compiled
from samples import INTS, PAIRS, SMALL, TEXTS, TUPLES

pytestmark = pytest.mark.native

dicts = Table()


@dicts(SMALL)
def one_of_a_table_and_an_empty_one(n):
    known = {"a": 1, "b": n} if n > 2 else {}
    return len({"a": 1} if n == 0 else {}), "a" in known, known.get("b", 7), sorted(known), ({} if n else {1: 2}).get(1)


@dicts(TUPLES, INTS)
def dict_items(t, n):
    d = {x: x * 2 for x in t}
    d[n] = 1
    d[n] += 5
    d[0] = -1
    return d, d[n], n in d, d.get(3), d.get(99, -1), len(d), list(d), list(d.keys()), list(d.values()), list(d.items())


@dicts(TUPLES, INTS)
def dict_missing_key(t, n):
    return {x: i for i, x in enumerate(t)}[n]


@dicts(TUPLES, INTS)
def dict_pop(t, n):
    d = {x: x * 2 for x in t}
    return d.pop(n), d


@dicts(TUPLES, INTS)
def dict_pop_with_default(t, n):
    d = {x: x * 2 for x in t}
    return d.pop(n, None), d.pop(n, -1), d


@dicts(TUPLES, INTS)
def dict_changes(t, n):
    d = dict.fromkeys(t, 0)
    d.setdefault(n, 7)
    d.setdefault(1, 8)
    d.update({2: 3})
    d.update({n: 4, 50: 1})
    e = d.copy()
    e[n] = 0
    if 50 in d:
        del d[50]
    f = d
    f[60] = 1
    return d, e, d == e, d == f, d | {1: 1}


@dicts(TUPLES, INTS)
def dict_delete(t, n):
    d = {x: 1 for x in t}
    del d[n]
    return d


@dicts(TUPLES)
def dict_loops(t):
    d = {x: [x] for x in t}
    for k, v in d.items():
        v.append(k)
    total = 0
    for k in d:
        total += k
    for v in d.values():
        total += len(v)
    return d, total, [k for k, v in d.items() if len(v) > 1], max(d, key=lambda k: -k, default=None), sorted(d.items())


@dicts(TUPLES)
def dict_of_lists(t):
    d = {}
    for x in t:
        d.setdefault(x % 3, []).append(x)
    return d, {k: len(v) for k, v in d.items()}


@dicts(TUPLES)
def dict_of_dicts(t):
    d = {0: {1: 2}, 5: {}}
    for x in t:
        d.setdefault(x, {})[x + 1] = x
    return d


@dicts(TUPLES, INTS)
def counters(t, n):
    c = Counter(t)
    c[n] += 1
    return c[n], c[77], len(c), dict(c), sum(c.values()), max(c.values())


@dicts(TEXTS)
def counters_of_texts(s):
    c = Counter(s)
    return c["a"], c["zz"], {k: v for k, v in c.items() if v > 1}, c.most_common(1)


@dicts(TUPLES, INTS)
def default_dicts(t, n):
    d = defaultdict(list)
    for x in t:
        d[x % 2].append(x)
    e = defaultdict(int)
    for x in t:
        e[x] += x
    return dict(d), dict(e), e[n], n in e, d.get(5)


def counted(values):
    found = Counter()
    for x in values:
        found[x] += 1
    return found


@dicts(TUPLES, INTS)
def counters_from_a_helper(t, n):
    c = counted(t)
    return c[n], dict(c)


@dicts(TEXTS)
def dicts_by_text(s):
    d = {"a": 1, "abc": 2}
    d[s] = 3
    return d, d.get("a"), d["abc"], s in d, d.get("nothing"), {c: i for i, c in enumerate(s)}


@dicts(PAIRS)
def dicts_by_tuple(t):
    d = {p: sum(p) for p in t}
    d[(1, 2)] = 100
    return d, d.get((3, 4), 0), (0, 5) in d, min(d.values())


@dicts(INTS)
def dict_aliases(n):
    d = {1: 2}
    e = d
    e[n] = 3
    return d, e, d is e, {**d, 4: 4}, {**d, **e}


@dicts(TEXTS)
def ordered_dicts(s):
    counts = OrderedDict()
    for sign in s:
        counts[sign] = counts.get(sign, 0) + 1
    if s:
        counts.move_to_end(s[0])
    first = counts.popitem(last=False) if counts else None
    return list(counts.items()), first, list(reversed(counts))


@dicts(TEXTS)
def popped_from_an_empty_dict(s):
    counts = {sign: 1 for sign in s}
    try:
        return counts.popitem()
    except KeyError:
        return None


@dicts(TEXTS)
def counters_with_signs(s):
    counts = Counter(s)
    counts.subtract("ab")
    return (
        sorted((+counts).items()),
        sorted((-counts).items()),
        Counter(s) <= Counter("abcabc"),
        Counter("a") < Counter(s),
    )


@pytest.mark.parametrize("case", dicts, ids=str)
def test_dictionaries_behave_as_in_python(case):
    case.check()


def some_codes(seed, count, most):
    return [(seed + n * n * 2654435761) // 977 % most for n in range(count)]


def steps_of_a_set(seed, count, most):
    codes = some_codes(seed, count, most)
    found, trail = set(), []
    for code in codes:
        what, n = code % 7, code // 7
        item = (n % 13, n // 13)
        if what < 4:
            found.add(item)
        elif what == 4:
            found.discard(item)
        elif what == 5:
            trail.append(item in found)
        else:
            found = found - {item, (0, 0)} | {(n, n)}
    return sorted(found), trail, len(found)


def steps_of_a_dict(seed, count, most):
    codes = some_codes(seed, count, most)
    found, trail = {}, []
    for code in codes:
        what, n = code % 7, code // 7
        if what < 4:
            found[n] = code
        elif what == 4:
            trail.append(found.pop(n, -1))
        elif what == 5:
            trail.append(found.get(n, -2))
        else:
            trail.append(n in found)
    return sorted(found.items()), trail, len(found)


def steps_of_a_frozen_set(seed, count, most):
    codes = some_codes(seed, count, most)
    cells = frozenset(codes)
    missing = [n for n in range(300) if n not in cells]
    return len(missing), sum(missing), cells == frozenset(sorted(codes)), cells <= frozenset(range(900)), helped(cells)


def helped(cells):
    return sum(n for n in range(100) if n in cells) + sum(-n for n in range(50, 150) if n in cells)


@pytest.mark.parametrize("function", [steps_of_a_set, steps_of_a_dict, steps_of_a_frozen_set])
def test_sets_and_dictionaries_of_any_size_are_those_of_python(function):
    native = compiled(function, 1, 1, 1)

    @settings(max_examples=200, deadline=None, database=None)
    @given(st.integers(0, 10**6), st.integers(0, 400), st.sampled_from([40, 200, 900, 10_000]))
    def holds(seed, count, most):
        check(function, native, [(seed, count, most)])

    holds()
