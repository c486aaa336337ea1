"""Values with two names, and side effects in order."""

import copy
import math
from collections import Counter, defaultdict, deque

import numpy as np
import pytest
from plain import Table, compiled
from samples import INTS, MAYBE, SMALL, TUPLES

from countermove.native.compiler.program import Unsupported

pytestmark = pytest.mark.native


def with_defaults(a, b=2, *, c=3):
    return a * 100 + b * 10 + c


GRID = [[1, 2], [3, 4]]
GRIDS = [np.arange(6).reshape(2, 3), np.array([[0, -1, 2], [3, 0, -5]]), np.zeros((2, 3), int)]

effects = Table()


def logged(log, x):
    log.append(x)
    return x


@effects(INTS)
def operands_from_left_to_right(n):
    log = []
    a = logged(log, n) + logged(log, 2) * logged(log, 3)
    b = (logged(log, 4), logged(log, 5))
    c = [logged(log, 6), logged(log, 7)]
    d = {logged(log, 8): logged(log, 9)}
    e = with_defaults(logged(log, 1), c=logged(log, 2), b=logged(log, 3))
    f = logged(log, 1) < logged(log, n) < logged(log, 100)
    g = logged(log, 10) if logged(log, n) > 0 else logged(log, 11)
    return log, a, b, c, d, e, f, g


@effects(TUPLES)
def assignments_from_right_to_left(t):
    log = []
    found = [0] * 3
    found[logged(log, 1)] = logged(log, 2)
    found[logged(log, 0)] += logged(log, 5)
    i = 0
    i, found[i] = 2, 9
    return log, found, i


@effects([(1, 2, 3), (4, 5, 6)])
def values_kept_across_changes(t):
    found = [t, (0, 0, 0)]
    a = found[0]
    b, c = found
    pair = (found[0], found[1])
    d = {1: found[0]}
    found[0] = (7, 7, 7)
    found[1] = (8, 8, 8)
    found.append(a)
    return a, b, c, pair, d, found


@effects([(1, 2, 3), (4, 5, 6)])
def loop_items_kept_across_changes(t):
    found = [t, (0, 0, 0), t]
    seen = []
    best = None
    for x in found:
        found[0] = (9, 9, 9)
        found[2] = (8, 8, 8)
        seen.append(x)
        if best is None:
            best = x
    return found, seen, best


@effects([(1, 2, 3), (4, 5, 6)])
def values_of_dicts_kept_across_changes(t):
    d = {1: t, 2: t}
    a = d[1]
    for k, v in d.items():
        d[1] = (0, 0, 0)
        d[k] = (5, 5, 5)
        a = max(a, v)
    e = d.get(2)
    d[2] = (1, 1, 1)
    f = [v for v in d.values()]
    d[1] = (2, 2, 2)
    return a, e, f, d


@effects([(1, 2, 3), (4, 5, 6)])
def best_kept_across_changes(t):
    found = [t, (0, 9, 9)]
    best = max(found)
    least = min(found, key=lambda x: x[1])
    first = next(x for x in found if x)
    found[0] = (0, 0, 0)
    found[1] = (0, 0, 1)
    return best, least, first


@effects(TUPLES)
def unpacked_swaps(t):
    a = list(t) + [1, 2, 3]
    a[0], a[1], a[2] = a[2], a[0], a[1]
    i, j = 0, 1
    a[i], a[j] = a[j], a[i]
    i, a[i] = 1, 50
    return a


@effects([((1, 2, 3), (4, 5, 6)), ((7, 8, 9), (1, 1, 1))])
def rows_swapped(t):
    a = list(t)
    a[0], a[1] = a[1], a[0]
    b = [t[0], t[1]]
    x = b[0]
    b[0] = b[1]
    b[1] = x
    return a, b


@effects(SMALL)
def many_temporaries(n):
    total = 0
    for i in range(300):
        row = [j for j in range(n)]
        text = "".join(str(j) for j in row)
        total += len(text) + len({j % 2 for j in row})
    return total


@pytest.mark.parametrize("case", effects, ids=str)
def test_side_effects_happen_in_the_order_of_python(case):
    case.check()


shared = Table()


@shared(SMALL)
def copied_lists(n):
    a = [[n], [n]]
    b, c = copy.copy(a), copy.deepcopy(a)
    b[0].append(1)
    c[1].append(2)
    b.append([5])
    return a, b, c


@shared(SMALL)
def copied_dictionaries(n):
    a = {1: [n], 2: [n]}
    b, c = copy.copy(a), copy.deepcopy(a)
    b[1].append(1)
    c[2].append(2)
    d = [{1: n}]
    e = copy.deepcopy(d)
    e[0][2] = 3
    return a, b, c, d, e


@shared(SMALL)
def copies_of_what_is_shared(n):
    row = [n]
    a = [row, row, [n]]
    b = copy.deepcopy(a)
    b[0].append(1)
    c = {1: row, 2: row}
    d = copy.deepcopy(c)
    d[2].append(7)
    return a, b, b[0] is b[1], b[0] is b[2], c, d


@shared(SMALL)
def copies_of_several_kinds(n):
    a = ([n], {n}, (n, [1]), None)
    b = copy.deepcopy(a)
    b[0].append(2)
    b[1].add(99)
    b[2][1].append(3)
    c = [[[n]], [[n]]]
    d = copy.deepcopy(c)
    d[0][0].append(1)
    e = copy.copy(deque([1, n]))
    e.appendleft(5)
    return a, b, c, d, list(e)


@shared(MAYBE)
def copies_of_what_may_be_missing(m):
    a = None if m is None else [[m]]
    b = copy.deepcopy(a)
    if b is not None:
        b[0].append(1)
    return a, b


@shared(GRIDS)
def copied_arrays(g):
    a = [g.copy(), g.copy()]
    b = copy.deepcopy(a)
    b[0][0, 0] = 9
    c = copy.copy(a)
    c[1][0, 0] = 7
    return a[0], a[1], b[0], c[1]


@shared(SMALL)
def items_changed_in_place(n):
    grid = [[n], [n]]
    row = grid[0]
    grid[0] += [1]
    grid[1] *= 2
    table = {1: row, 2: {n}}
    return grid, row, len(table)


@shared(SMALL)
def entries_changed_in_place(n):
    row = [n]
    table = {1: row}
    table[1] += (5, 6)
    sets = {1: {n}}
    one = sets[1]
    sets[1] |= {7}
    inner = {2: {n: 1}}
    two = inner[2]
    inner[2] |= {8: 2}
    counts = defaultdict(list)
    counts[n] += [1]
    counts[n] += [2]
    return row, table, one, sets, two, inner, counts


@shared(SMALL)
def names_changed_in_place(n):
    a = [n]
    b = a
    b *= 2
    c = {n: 1}
    d = c
    d |= {n + 1: 2}
    d |= [(50, 3)]
    e = Counter([n, n, 1])
    f = e
    f += Counter([1])
    f -= Counter([n])
    g = (n,)
    h = g
    h += (1,)
    h *= 2
    i = "a"
    j = i
    j += "b"
    return a, b, c, d, e, f, g, h, i, j


@shared(MAYBE)
def what_may_be_missing_changed_in_place(m):
    a = [1]
    b = None if m is None else a
    if b is not None:
        b += [m]
    return a, b


@shared(SMALL)
def rows_of_arrays_changed_in_place(n):
    rows = [np.array([n, 1]), np.array([2, 3])]
    first = rows[0]
    rows[0] += 5
    return first, rows[0], rows[1]


@shared(SMALL)
def classes_of_containers(n):
    a, b, c, d = [n], deque([n]), Counter([n]), {n: 1}
    e, f, g, h = {n}, frozenset([n]), defaultdict(int), deque([n], 3)
    return (
        [isinstance(a, k) for k in (list, object, tuple, deque)],
        [isinstance(b, k) for k in (list, object, deque)],
        [isinstance(c, k) for k in (Counter, dict, object, defaultdict)],
        [isinstance(d, k) for k in (Counter, dict, object, list)],
        [isinstance(e, k) for k in (set, frozenset, object)],
        [isinstance(f, k) for k in (set, frozenset, object)],
        [isinstance(g, k) for k in (dict, defaultdict, Counter)],
        [isinstance(h, k) for k in (list, deque)],
        isinstance((n,), object), isinstance(n, object), isinstance("a", (list, object)), a == b, b == deque([n]), b == h,
    )  # fmt: skip


@shared(SMALL)
def entries_taken_out(n):
    d = {n: 1}
    found = [d.popitem(), d.setdefault(5), d.setdefault(5, 3), d.setdefault(6, 3)]
    try:
        d.clear()
        d.popitem()
    except KeyError:
        found.append("empty")
    return found, d


@shared(SMALL)
def counts_taken_out(n):
    c = Counter([n])
    del c[n + 1]
    found = [c.pop(n + 1, -1), c.pop(n)]
    try:
        c.pop(n)
    except KeyError:
        found.append(-7)
    e = defaultdict(list)
    e[n].append(1)
    try:
        e.pop(n + 1)
    except KeyError:
        found.append(-8)
    return found, c, e


@shared([None, 0, 1, -1, 9], [None, 0, 2, -2, -9], [-1, -2, 1, 2])
def ends_that_may_be_missing(a, b, step):
    t = (1, 2, 3, 4)
    return t[a:b:-1], t[a:b:-2], t[a:b:step], [1, 2, 3][a:b:step], "abcd"[a:b:-1]


@shared([0, 1])
def some_of_chosen_tables(n):
    tables = ({1: 2}, {0: 5, 1: 7})
    return any(tables[n]), all(tables[n]), sorted(tables[n]), list(tables[n]), tuple(tables[n]), sum(tables[n])


@shared(["Straße", "É", "ǅ", "ﬁ", "ABC", "İ", ""])
def folded(t):
    return t.casefold()


def of_a_set(n):
    found = {n, n + 1}
    return found[0]


def slice_of_a_set(n):
    found = {n, n + 1}
    return found[1:]


def slice_of_a_deque(n):
    return deque([n])[1:]


def what_an_error_says(n):
    try:
        return [n][n]
    except IndexError as e:
        return str(e)


def left_of_a_list(n):
    return [n].popleft()


def constant_list_changed(n):
    found = LINES_AS_LISTS
    found += [n]
    return found


def item_of_a_constant_changed(n):
    found = GRID[n]
    found += [1]
    return found


LINES_AS_LISTS = [1, 2, 3]


@pytest.mark.parametrize(
    "function",
    [
        of_a_set, slice_of_a_set, slice_of_a_deque, what_an_error_says, left_of_a_list, constant_list_changed,
        item_of_a_constant_changed,
    ],
)  # fmt: skip
def test_what_python_does_not_have_or_compiled_rules_cannot_do_is_refused(function):
    with pytest.raises(Unsupported):
        compiled(function, 1)


@shared(SMALL)
def defaults_worked_out_once(n):
    def counted(x, seen=[]):
        seen.append(x)
        return len(seen)

    k = n
    later = lambda x=k: x + 1
    k = 50
    tens = []
    for i in range(3):
        ten = lambda i=i: i * 10
        tens.append(ten())
    prices = {1: 3, 2: 1, 3: n}
    return counted(n), counted(n), later(), later(2), k, tens, sorted([1, 2, 3], key=lambda x, w=prices: w[x])


@shared([3, 4])
def defaults_of_functions_that_call_themselves(n):
    def downwards(k, found=()):
        return found if k == 0 else downwards(k - 1, found + (k,))

    return downwards(n)


@shared([1, 2, 3, 9])
def sets_changed_while_looped_over(n):
    s = {1, 2, 3}
    for x in s:
        if x == n:
            s.add(55)
    return len(s)


@shared([1, 2, 3, 9])
def sets_that_stay_as_long(n):
    s = {1, 2, 3}
    for x in list(s):
        if x == n:
            s.discard(x)
    t = {1, 2, 3}
    for x in t:
        t.add(x)
    return s, t


@shared([1, 2, 3, 9])
def dictionaries_changed_while_looped_over(n):
    d = {1: 1, 2: 2, 3: 3}
    for k in d:
        d[k] += 1
        if k == n:
            d[99] = 1
    return d


@shared([1, 2, 3, 9])
def entries_changed_while_looped_over(n):
    d = {1: 1, 2: 2, 3: 3}
    for k, v in d.items():
        d[k] = v + 1
        if k == n:
            d.pop(3)
    return d


ODD_TEXTS = [
    "", "a", "Straße", "ǅungla", "ﬁn", "İI", "ΑΣ", "ΟΔΥΣΣΕΥΣ Σ.", "Σ", "aΣ1", "aΣ'b", "a\u0301b", "\x1c x\x85", "\u2028a\u2029b",
    "a\r\nb\rc\x0bd", "１２", "😀a", "\u200d", "o'neil mcX", "they're \"bill's\"", "ŉ", "ᾳ", "tab\t\\x", "\U000e0100\U0010ffff\xad",
]  # fmt: skip


@shared(ODD_TEXTS)
def odd_texts(t):
    return (
        t.upper(),
        t.lower(),
        t.swapcase(),
        t.casefold(),
        t.title(),
        t.capitalize(),
        t.splitlines(),
        repr(t),
        f"{t!a}",
    )


@shared([0.0, -0.0, 1.5, 2.675, -0.004, 1e15, 123456.789, 0.5, 1.005, math.inf, -math.inf, math.nan])
def odd_floats(x):
    return f"{x:.2f}", f"{x:8.1f}", f"{x:.0f}", "%.3f" % x


@pytest.mark.parametrize("case", shared, ids=str)
def test_things_with_two_names_change_as_in_python(case):
    case.check()
